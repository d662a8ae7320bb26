package format

import (
	"bytes"
	"regexp"
	"unicode"
	"unicode/utf8"
)

// HeadBytes is how much of a file [Detect] wants: so many bytes, or all.
const HeadBytes = 1 << 16

// Detect tells the format of a dump by its first bytes, those of a whole file
// or at least [HeadBytes]. It is false for what is no dump that this package
// reads: a .puz file, a picture, a square of digits.
//
// json begins with a brace and a quote, yaml with one of its first keys, dlx
// with short names with the title of their map. The other formats have no sign of their own, so
// Detect reads the whole lines of the head: they must be right, and have an
// option, for what has none can be any words. Of dance and dlx it says dlx,
// which reads both, but when names have colons or bars.
func Detect(head []byte) (Format, bool) {
	whole := len(head) < HeadBytes
	head = bytes.TrimPrefix(head, []byte("\ufeff"))
	switch {
	case jsonHead.Match(head):
		return JSON, true
	case yamlHead.Match(head):
		return YAML, true
	case mapHead.Match(head):
		return DLX, true
	}
	if !whole {
		lines := head[:bytes.LastIndexByte(head, '\n')+1]
		if len(lines) == 0 {
			return longLine(head)
		}
		head = lines
	}
	if b, err := ReadPolyominoes("", bytes.NewReader(head), Reading{}); err == nil && len(b.Pieces) > 0 {
		return Polyominoes, true
	}
	for _, f := range []Format{DLX, Dance} {
		p, err := Read("", bytes.NewReader(head), f, Reading{})
		if err == nil && p.Items() > 0 && (p.Options() > 0 || !whole) {
			return f, true
		}
	}
	return "", false
}

var (
	jsonHead = regexp.MustCompile(`^\s*\{\s*"`)
	mapHead  = regexp.MustCompile(`^\| quadrille: \d+ short names\r?\n`)
	yamlHead = regexp.MustCompile(`^(\s*(#.*|---.*|%YAML.*)?\r?\n)*(\{\s*)?["']?(quadrille|items)["']?\s*:(\s|$)`)
)

// longLine is for a file whose first line is longer than the head: words, and
// no binary data.
func longLine(head []byte) (Format, bool) {
	words := head[:bytes.LastIndexByte(head, ' ')+1] // the last word may be cut
	strange := func(r rune) bool { return r == utf8.RuneError || unicode.IsControl(r) && !isBlank(r) }
	if len(words) == 0 || bytes.HasPrefix(words, []byte("//")) || bytes.ContainsFunc(words, strange) {
		return "", false
	}
	return DLX, true
}
