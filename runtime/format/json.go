package format

import (
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// readJSON reads the schema in any layout. The items must stand before the options,
// because memory holds no option that is not yet understood, matchings between the
// two and nogoods behind them; otherwise keys come in any order.
func readJSON(a *assembly) error {
	j := jsonSyntax{a.scanner}
	s := &schemaReader{assembly: a, syntax: j}
	at := j.here()
	if err := j.mapping(&dumpMapping, &s.have, s.value); err != nil {
		return err
	}
	if key := dumpMapping.missing(s.have); key != "" {
		return s.fault(at, dumpMapping.lacks, key)
	}
	if j.space(); j.c != end {
		return j.fault(j.at, "something stands after the end of the dump; %s", j.saw())
	}
	return nil
}

// jsonSyntax reads the tokens of JSON. The library's decoder is not used because a
// string must not be longer than a name, nor be mended silently where it is no
// text. There is no recursion but that of the schema, so that deep nesting is only an
// unexpected bracket.
type jsonSyntax struct{ *scanner }

func (j jsonSyntax) space() {
	for j.c == ' ' || j.c == '\t' || j.c == '\r' || j.c == '\n' {
		j.advance()
	}
}

func (j jsonSyntax) here() spot {
	j.space()
	return j.at
}

// saw names the byte at hand.
func (j jsonSyntax) saw() string {
	if j.c == end {
		return "the file ends here; it may be cut"
	}
	return "this is " + quote([]byte{byte(j.c)})
}

// take reads a sign.
func (j jsonSyntax) take(sign byte, what string) error {
	if j.space(); j.c != int(sign) {
		return j.fault(j.at, "%q is missing, %s; %s", sign, what, j.saw())
	}
	j.advance()
	return nil
}

// elements reads elements with commas between them, up to the closing sign.
func (j jsonSyntax) elements(closing byte, element func() error) error {
	if j.space(); j.c == int(closing) {
		j.advance()
		return nil
	}
	for {
		if err := element(); err != nil {
			return err
		}
		j.space()
		c := j.c
		if c != ',' && c != int(closing) {
			return j.fault(j.at, "a comma or %q is missing after this element; %s", closing, j.saw())
		}
		if j.advance(); c != ',' {
			return nil
		}
	}
}

func (j jsonSyntax) list(element func() error) error {
	if err := j.take('[', "which begins a list"); err != nil {
		return err
	}
	return j.elements(']', element)
}

func (j jsonSyntax) mapping(m *mapping, have *keys, value func(key int, at spot) error) error {
	if err := j.take('{', "which begins a mapping"); err != nil {
		return err
	}
	return j.elements('}', func() error {
		at := j.here()
		text, err := j.text(maxName)
		if err != nil {
			return err
		}
		k, fault := m.take(string(text), have)
		if fault != "" {
			return j.fault(at, "%s", fault)
		}
		if err := j.take(':', "which stands after a key"); err != nil {
			return err
		}
		return value(k, j.here())
	})
}

func (j jsonSyntax) number() (int32, error) {
	at := j.here()
	j.word = j.word[:0]
	for j.c != end && j.c != '\n' && !blank(j.c) && j.c != ',' && j.c != '}' && j.c != ']' && len(j.word) < maxName {
		j.word = append(j.word, byte(j.c))
		j.advance()
	}
	n, fault := number(j.word)
	if fault != "" {
		return 0, j.fault(at, "%s", fault)
	}
	return n, nil
}

func (j jsonSyntax) text(most int) ([]byte, error) {
	at := j.here()
	if err := j.take('"', "which begins a string"); err != nil {
		return nil, err
	}
	j.word = j.word[:0]
	for j.c != '"' {
		switch {
		case j.c == end:
			return nil, j.fault(at, "this string has no end; the file may be cut")
		case j.c < ' ':
			return nil, j.fault(j.at, "a string has the control character %s; write it as \\u%04x", quote([]byte{byte(j.c)}), j.c)
		case j.c == '\\':
			if err := j.escape(); err != nil {
				return nil, err
			}
		default:
			j.word = append(j.word, byte(j.c))
			j.advance()
		}
		if len(j.word) > most {
			return nil, j.fault(at, "the string %s has more than %d bytes", quote(j.word), most)
		}
	}
	j.advance()
	if !utf8.Valid(j.word) {
		return nil, j.fault(at, "the string %s is not UTF-8 text", quote(j.word))
	}
	return j.word, nil
}

// escape reads what a backslash begins: two bytes, or six with the letter u, or twice
// six for a character of two halves.
func (j jsonSyntax) escape() error {
	at, raw := j.at, []byte{'"'}
	read := func(n int) {
		for range n {
			if j.c != end && j.c != '\n' {
				raw = append(raw, byte(j.c))
				j.advance()
			}
		}
	}
	read(2)
	unicode := strings.HasSuffix(string(raw), "u")
	if unicode {
		read(4)
	}
	if len(raw) > 4 && raw[3]|0x20 == 'd' && strings.IndexByte("89abAB", raw[4]) >= 0 && j.c == '\\' {
		read(6)
	}
	var text string
	if json.Unmarshal(append(raw, '"'), &text) != nil {
		return j.fault(at, `a backslash stands before one of " \ / b f n r t, or before u and four hexadecimal digits`)
	}
	if unicode && strings.ContainsRune(text, utf8.RuneError) && !strings.EqualFold(string(raw[1:]), `\ufffd`) {
		return j.fault(at, "%s is half a character; write both halves, or the character itself", raw[1:7])
	}
	j.word = append(j.word, text...)
	return nil
}
