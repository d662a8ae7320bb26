package format

import (
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// readJSON reads a dump in json, in any layout. The items must stand before the options, because the items of an
// option are looked up when it is read. Matchings must stand between the two, the goal before the options, and nogoods
// after them. The version may stand anywhere.
func readJSON(a *problemAssembly) {
	j := jsonSyntax{a.scanner}
	s := newSchemaReader(a, j)
	for s.openMapping(&dumpMapping); s.nextElement(); {
		key, _ := s.readKey()
		s.readValue(key, s.spotOfNextValue())
	}
	if j.skipSpace(); j.currentByte != endOfInput {
		j.reportFault(j.currentSpot, "something stands after the end of the dump; %s", j.describeNext())
	}
}

// jsonSyntax reads the tokens of JSON. The decoder of the standard library is not used, because it accepts strings of
// any length and silently replaces invalid text. The depth of the recursion is that of the schema: deeper nesting is
// reported as an unexpected bracket.
type jsonSyntax struct{ *scanner }

func (j jsonSyntax) skipSpace() {
	for j.currentByte == ' ' || j.currentByte == '\t' || j.currentByte == '\r' || j.currentByte == '\n' {
		j.advanceByte()
	}
}

func (j jsonSyntax) spotOfNextValue() textSpot {
	j.skipSpace()
	return j.currentSpot
}

func (j jsonSyntax) describeNext() string {
	if j.currentByte == endOfInput {
		return "the file ends here; it may be cut"
	}
	return "this is " + quoteName([]byte{byte(j.currentByte)})
}

func (j jsonSyntax) expectSign(sign byte, what string) {
	if j.skipSpace(); j.currentByte != int(sign) {
		j.reportFault(j.currentSpot, "%q is missing, %s; %s", sign, what, j.describeNext())
	}
	j.advanceByte()
}

func (j jsonSyntax) beginGroup(f *openGroup) {
	if f.schemaMapping == nil {
		j.expectSign('[', "which begins a list")
	} else {
		j.expectSign('{', "which begins a mapping")
	}
}

func (j jsonSyntax) hasElement(f *openGroup) bool {
	closing := byte(']')
	if f.schemaMapping != nil {
		closing = '}'
	}
	switch j.skipSpace(); {
	case j.currentByte == int(closing):
		j.advanceByte()
		return false
	case f.hasElements && j.currentByte == ',':
		j.advanceByte()
	case f.hasElements:
		j.reportFault(j.currentSpot, "a comma or %q is missing after this element; %s", closing, j.describeNext())
	}
	f.hasElements = true
	return true
}

func (j jsonSyntax) readColon(*openGroup) { j.expectSign(':', "which stands after a key") }

func (j jsonSyntax) readDigits() []byte {
	j.skipSpace()
	j.lastWord = j.lastWord[:0]
	for j.currentByte != endOfInput && j.currentByte != '\n' && !isBlankByte(j.currentByte) && j.currentByte != ',' &&
		j.currentByte != '}' && j.currentByte != ']' &&
		len(j.lastWord) < maxName {
		j.lastWord = append(j.lastWord, byte(j.currentByte))
		j.advanceByte()
	}
	return j.lastWord
}

func (j jsonSyntax) readText(maxBytes int) []byte {
	at := j.spotOfNextValue()
	j.expectSign('"', "which begins a string")
	j.lastWord = j.lastWord[:0]
	for j.currentByte != '"' {
		switch {
		case j.currentByte == endOfInput:
			j.reportFault(at, "this string has no end; the file may be cut")
			return nil
		case j.currentByte < ' ':
			j.reportFault(j.currentSpot, "a string has the control character %s; write it as \\u%04x",
				quoteName([]byte{byte(j.currentByte)}), j.currentByte)
		case j.currentByte == '\\':
			j.readEscape()
		default:
			j.lastWord = append(j.lastWord, byte(j.currentByte))
			j.advanceByte()
		}
		if len(j.lastWord) > maxBytes {
			j.reportFault(at, "the string %s has more than %d bytes", quoteName(j.lastWord), maxBytes)
		}
	}
	j.advanceByte()
	if !utf8.Valid(j.lastWord) {
		j.reportFault(at, "the string %s is not UTF-8 text", quoteName(j.lastWord))
	}
	return j.lastWord
}

// readEscape reads an escape sequence: a backslash and a letter, or \u and four digits, or two of the latter for a
// surrogate pair.
func (j jsonSyntax) readEscape() {
	at, raw := j.currentSpot, []byte{'"'}
	read := func(n int) {
		for range n {
			if j.currentByte != endOfInput {
				raw = append(raw, byte(j.currentByte))
				j.advanceByte()
			}
		}
	}
	if read(2); raw[len(raw)-1] == 'u' {
		read(4)
	}
	if len(raw) > 4 && raw[3]|0x20 == 'd' && strings.IndexByte("89abAB", raw[4]) >= 0 && j.currentByte == '\\' {
		read(6)
	}
	var text string
	if json.Unmarshal(append(raw, '"'), &text) != nil {
		j.reportFault(at, `a backslash stands before one of " \ / b f n r t, or before u and four hexadecimal digits`)
	}
	if strings.ContainsRune(text, utf8.RuneError) && !strings.EqualFold(string(raw), `"\ufffd`) {
		j.reportFault(at, "%s is half a character; write both halves, or the character itself", raw[1:7])
	}
	j.lastWord = append(j.lastWord, text...)
}
