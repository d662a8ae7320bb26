package format

import (
	"unicode/utf16"
	"unicode/utf8"
)

// jsonScanner reads the tokens of JSON. It is of our own because a dump may
// be larger than the memory, its errors have columns, and a string must not
// be longer than a name. There is no recursion but that of the schema, so that
// deep nesting is only an unexpected bracket.
type jsonScanner struct{ *scanner }

func (j jsonScanner) space() {
	for j.c == ' ' || j.c == '\t' || j.c == '\r' || j.c == '\n' {
		j.advance()
	}
}

// saw names the byte at hand.
func (j jsonScanner) saw() string {
	if j.c == end {
		return "the file ends here; it may be cut"
	}
	return "this is " + quote([]byte{byte(j.c)})
}

// take reads a sign.
func (j jsonScanner) take(sign byte, what string) (spot, error) {
	j.space()
	at := j.at
	if j.c != int(sign) {
		return at, j.fault(at, "%q is missing, %s; %s", sign, what, j.saw())
	}
	j.advance()
	return at, nil
}

// more tells, after an element, whether a comma promises another one. It
// reads the comma or the closing sign.
func (j jsonScanner) more(closing byte) (bool, error) {
	j.space()
	switch j.c {
	case ',':
		j.advance()
		return true, nil
	case int(closing):
		j.advance()
		return false, nil
	}
	return false, j.fault(j.at, "a comma or %q is missing after this element; %s", closing, j.saw())
}

// array reads a list.
func (j jsonScanner) array(element func() error) error {
	if _, err := j.take('[', "which begins a list"); err != nil {
		return err
	}
	if j.space(); j.c == ']' {
		j.advance()
		return nil
	}
	for more := true; more; {
		err := element()
		if err != nil {
			return err
		}
		if more, err = j.more(']'); err != nil {
			return err
		}
	}
	return nil
}

// object reads a mapping of known keys. It returns where it begins, and a bit
// for each key that it has.
func (j jsonScanner) object(keys []string, value func(key int) error) (at spot, have uint, err error) {
	if at, err = j.take('{', "which begins a mapping"); err != nil {
		return at, 0, err
	}
	if j.space(); j.c == '}' {
		j.advance()
		return at, 0, nil
	}
	for more := true; more; {
		k, err := j.key(keys, have)
		if err != nil {
			return at, 0, err
		}
		have |= 1 << k
		if err := value(k); err != nil {
			return at, 0, err
		}
		if more, err = j.more('}'); err != nil {
			return at, 0, err
		}
	}
	return at, have, nil
}

// key reads a key with its colon. It must not be one of those in have.
func (j jsonScanner) key(keys []string, have uint) (int, error) {
	at, err := j.str(maxName)
	if err != nil {
		return 0, err
	}
	k := place(keys, j.word)
	if k < 0 {
		return 0, j.fault(at, "%s", unknownKey(j.word, keys))
	}
	if have>>k&1 == 1 {
		return 0, j.fault(at, "the key %s stands here twice", keys[k])
	}
	_, err = j.take(':', "which stands after a key")
	return k, err
}

// integer reads a number from 0 to 2^31-1.
func (j jsonScanner) integer() (spot, int32, error) {
	j.space()
	at := j.at
	j.word = j.word[:0]
	for j.c != end && j.c != '\n' && !blank(j.c) && j.c != ',' && j.c != '}' && j.c != ']' && len(j.word) < maxName {
		j.word = append(j.word, byte(j.c))
		j.advance()
	}
	n, fault := number(j.word)
	if fault != "" {
		return at, 0, j.fault(at, "%s", fault)
	}
	return at, n, nil
}

// text reads a string of at most so many bytes.
func (j jsonScanner) text(most int) (spot, string, error) {
	at, err := j.str(most)
	return at, string(j.word), err
}

// str reads a string into word.
func (j jsonScanner) str(most int) (spot, error) {
	at, err := j.take('"', "which begins a string")
	if err != nil {
		return at, err
	}
	j.word = j.word[:0]
	for j.c != '"' {
		if err := j.char(at); err != nil {
			return at, err
		}
		if len(j.word) > most {
			return at, j.fault(at, "the string %s has more than %d bytes", quote(j.word), most)
		}
	}
	j.advance()
	if !utf8.Valid(j.word) {
		return at, j.fault(at, "the string %s is not UTF-8 text", quote(j.word))
	}
	return at, nil
}

// char reads a byte of a string, or what a backslash begins.
func (j jsonScanner) char(start spot) error {
	switch {
	case j.c == end:
		return j.fault(start, "this string has no end; the file may be cut")
	case j.c < ' ':
		return j.fault(j.at, "a string has the control character %s; write it as \\u%04x", quote([]byte{byte(j.c)}), j.c)
	case j.c == '\\':
		return j.escape()
	}
	j.word = append(j.word, byte(j.c))
	j.advance()
	return nil
}

// escaped has, for a sign after a backslash, what it stands for.
var escaped = map[int]byte{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

func (j jsonScanner) escape() error {
	at := j.at
	j.advance()
	if c, ok := escaped[j.c]; ok {
		j.word = append(j.word, c)
		j.advance()
		return nil
	}
	if j.c != 'u' {
		return j.fault(at, `a backslash stands before one of " \ / b f n r t u only`)
	}
	r, err := j.hex(at)
	if err != nil {
		return err
	}
	if utf16.IsSurrogate(r) {
		r, err = j.pair(at, r)
	}
	j.word = utf8.AppendRune(j.word, r)
	return err
}

// pair reads the second half of a character of two.
func (j jsonScanner) pair(at spot, first rune) (rune, error) {
	const fault = `\u%04x is half a character; write both halves, or the character itself`
	if j.c != '\\' {
		return 0, j.fault(at, fault, first)
	}
	j.advance()
	if j.c != 'u' {
		return 0, j.fault(at, fault, first)
	}
	second, err := j.hex(at)
	if err != nil {
		return 0, err
	}
	r := utf16.DecodeRune(first, second)
	if r == utf8.RuneError {
		return 0, j.fault(at, fault, first)
	}
	return r, nil
}

// hex reads the letter u and four digits.
func (j jsonScanner) hex(at spot) (rune, error) {
	r := rune(0)
	for range 4 {
		j.advance()
		switch c, lower := rune(j.c), rune(j.c)|0x20; {
		case '0' <= c && c <= '9':
			r = r<<4 + (c - '0')
		case 'a' <= lower && lower <= 'f':
			r = r<<4 + (lower - 'a' + 10)
		default:
			return 0, j.fault(at, `four hexadecimal digits stand after \u`)
		}
	}
	j.advance()
	return r, nil
}

// endOfFile is for the end of the dump: nothing follows.
func (j jsonScanner) endOfFile() error {
	if j.space(); j.c != end {
		return j.fault(j.at, "something stands after the end of the dump; %s", j.saw())
	}
	if j.err != nil {
		return j.fault(j.at, "")
	}
	return nil
}
