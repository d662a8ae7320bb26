package lsp

import (
	"sort"
	"strings"
	"unicode/utf8"

	"quadrille/editors/assist"
)

// Position is a place as editors count: lines from 0, and columns in code units of UTF-16, or in
// bytes if the editor agrees to that.
type Position struct {
	Line      uint32 `json:"line"`
	Character uint32 `json:"character"`
}

// Range is from one position to another one.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// lines turns offsets in bytes into positions, and back.
type lines struct {
	text   string
	starts []int
	bytes  bool // columns are bytes
}

func newLines(text string, bytes bool) *lines {
	l := &lines{text: text, starts: []int{0}, bytes: bytes}
	for i := range len(text) {
		if text[i] == '\n' || text[i] == '\r' && !strings.HasPrefix(text[i+1:], "\n") {
			l.starts = append(l.starts, i+1)
		}
	}
	return l
}

// line returns where a line begins, and where it ends without its break.
func (l *lines) line(n int) (start, end int) {
	start, end = l.starts[n], len(l.text)
	if n+1 < len(l.starts) {
		end = l.starts[n+1]
	}
	return start, start + len(strings.TrimRight(l.text[start:end], "\r\n"))
}

// position returns that of an offset. Inside of a character it is the one before it.
func (l *lines) position(offset int) Position {
	offset = max(0, min(offset, len(l.text)))
	n := sort.Search(len(l.starts), func(i int) bool { return l.starts[i] > offset }) - 1
	start, _ := l.line(n)
	return Position{uint32(n), uint32(l.units(l.text[start:offset]))}
}

// walk returns a function that returns positions, of offsets that only grow.
func (l *lines) walk() func(offset int) Position {
	n, at, units := 0, 0, 0 // the line of an offset, and how wide the line is before it
	return func(offset int) Position {
		for n+1 < len(l.starts) && l.starts[n+1] <= offset {
			n++
			at, units = l.starts[n], 0
		}
		units += l.units(l.text[at:offset])
		at = offset
		return Position{uint32(n), uint32(units)}
	}
}

// units is how wide a part of a line is.
func (l *lines) units(text string) (n int) {
	if l.bytes {
		return len(text)
	}
	for _, r := range text {
		n += unitsOf(r)
	}
	return n
}

// unitsOf is how many code units of UTF-16 a character takes.
func unitsOf(r rune) int {
	if r >= 0x10000 {
		return 2
	}
	return 1
}

// offset returns that of a position. One behind the end of a line is its end, and one inside of a
// character is before it.
func (l *lines) offset(p Position) int {
	if int64(p.Line) >= int64(len(l.starts)) {
		return len(l.text)
	}
	start, end := l.line(int(p.Line))
	if l.bytes {
		at := min(int64(start)+int64(p.Character), int64(end))
		for at > int64(start) && at < int64(len(l.text)) && !utf8.RuneStart(l.text[at]) {
			at--
		}
		return int(at)
	}
	left := int64(p.Character)
	for i, r := range l.text[start:end] {
		if left -= int64(unitsOf(r)); left < 0 {
			return start + i
		}
	}
	return end
}

func (l *lines) span(r assist.Range) Range { return Range{l.position(r.Start), l.position(r.End)} }

func (l *lines) offsets(r Range) assist.Range {
	start := l.offset(r.Start)
	return assist.Range{Start: start, End: max(start, l.offset(r.End))}
}
