package format

import (
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// readJSON reads the schema in any layout. The items must stand before the options,
// because memory holds no option that is not yet understood, matchings between the
// two and nogoods behind them; otherwise keys come in any order.
func readJSON(a *assembly) {
	j := jsonSyntax{a.scanner}
	s := newSchemaReader(a, j)
	for s.open(&dumpMapping); s.next(); {
		key, _ := s.key()
		s.value(key, s.here())
	}
	if j.space(); j.c != end {
		j.fault(j.at, "something stands after the end of the dump; %s", j.saw())
	}
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

func (j jsonSyntax) saw() string {
	if j.c == end {
		return "the file ends here; it may be cut"
	}
	return "this is " + quote([]byte{byte(j.c)})
}

func (j jsonSyntax) take(sign byte, what string) {
	if j.space(); j.c != int(sign) {
		j.fault(j.at, "%q is missing, %s; %s", sign, what, j.saw())
	}
	j.advance()
}

func (j jsonSyntax) begin(f *frame) {
	if f.mapping == nil {
		j.take('[', "which begins a list")
	} else {
		j.take('{', "which begins a mapping")
	}
}

func (j jsonSyntax) more(f *frame) bool {
	closing := byte(']')
	if f.mapping != nil {
		closing = '}'
	}
	switch j.space(); {
	case j.c == int(closing):
		j.advance()
		return false
	case f.begun && j.c == ',':
		j.advance()
	case f.begun:
		j.fault(j.at, "a comma or %q is missing after this element; %s", closing, j.saw())
	}
	f.begun = true
	return true
}

func (j jsonSyntax) colon(*frame) { j.take(':', "which stands after a key") }

func (j jsonSyntax) digits() []byte {
	j.space()
	j.word = j.word[:0]
	for j.c != end && j.c != '\n' && !blank(j.c) && j.c != ',' && j.c != '}' && j.c != ']' && len(j.word) < maxName {
		j.word = append(j.word, byte(j.c))
		j.advance()
	}
	return j.word
}

func (j jsonSyntax) text(most int) []byte {
	at := j.here()
	j.take('"', "which begins a string")
	j.word = j.word[:0]
	for j.c != '"' {
		switch {
		case j.c == end:
			j.fault(at, "this string has no end; the file may be cut")
			return nil
		case j.c < ' ':
			j.fault(j.at, "a string has the control character %s; write it as \\u%04x", quote([]byte{byte(j.c)}), j.c)
		case j.c == '\\':
			j.escape()
		default:
			j.word = append(j.word, byte(j.c))
			j.advance()
		}
		if len(j.word) > most {
			j.fault(at, "the string %s has more than %d bytes", quote(j.word), most)
		}
	}
	j.advance()
	if !utf8.Valid(j.word) {
		j.fault(at, "the string %s is not UTF-8 text", quote(j.word))
	}
	return j.word
}

// escape reads what a backslash begins: two bytes, or six with the letter u, or twice
// six for a character of two halves.
func (j jsonSyntax) escape() {
	at, raw := j.at, []byte{'"'}
	read := func(n int) {
		for range n {
			if j.c != end {
				raw = append(raw, byte(j.c))
				j.advance()
			}
		}
	}
	if read(2); raw[len(raw)-1] == 'u' {
		read(4)
	}
	if len(raw) > 4 && raw[3]|0x20 == 'd' && strings.IndexByte("89abAB", raw[4]) >= 0 && j.c == '\\' {
		read(6)
	}
	var text string
	if json.Unmarshal(append(raw, '"'), &text) != nil {
		j.fault(at, `a backslash stands before one of " \ / b f n r t, or before u and four hexadecimal digits`)
	}
	if strings.ContainsRune(text, utf8.RuneError) && !strings.EqualFold(string(raw), `"\ufffd`) {
		j.fault(at, "%s is half a character; write both halves, or the character itself", raw[1:7])
	}
	j.word = append(j.word, text...)
}
