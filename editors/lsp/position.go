package lsp

import (
	"sort"
	"strings"
	"unicode/utf8"

	"quadrille/editors/assist"
)

// EditorPosition is a position in the units of the protocol: lines from 0, and columns from 0 in code units of UTF-16,
// or in bytes if the editor has agreed to that.
type EditorPosition struct {
	Line      uint32 `json:"line"`
	Character uint32 `json:"character"`
}

// EditorRange is the range between two positions.
type EditorRange struct {
	Start EditorPosition `json:"start"`
	End   EditorPosition `json:"end"`
}

// lineIndex converts offsets in bytes to positions of the protocol, and back.
type lineIndex struct {
	text string
	// lineStarts holds the offset at which each line begins, in bytes.
	lineStarts      []int
	columnsAreBytes bool // whether columns are counted in bytes, and not in UTF-16 code units
}

func newLineIndex(text string, bytes bool) *lineIndex {
	l := &lineIndex{text: text, lineStarts: []int{0}, columnsAreBytes: bytes}
	for i := range len(text) {
		if text[i] == '\n' || text[i] == '\r' && !strings.HasPrefix(text[i+1:], "\n") {
			l.lineStarts = append(l.lineStarts, i+1)
		}
	}
	return l
}

// lineBounds returns the offsets of the start of line n and of its end, without the line break.
func (l *lineIndex) lineBounds(n int) (start, end int) {
	start, end = l.lineStarts[n], len(l.text)
	if n+1 < len(l.lineStarts) {
		end = l.lineStarts[n+1]
	}
	return start, start + len(strings.TrimRight(l.text[start:end], "\r\n"))
}

// positionOf returns the position of an offset. An offset inside a character has the position of that character.
func (l *lineIndex) positionOf(offset int) EditorPosition {
	offset = max(0, min(offset, len(l.text)))
	n := sort.Search(len(l.lineStarts), func(i int) bool { return l.lineStarts[i] > offset }) - 1
	start, _ := l.lineBounds(n)
	return EditorPosition{uint32(n), uint32(l.columnWidth(l.text[start:offset]))}
}

// positionWalker returns a function that returns the same as positionOf, but is faster. It must be called with offsets
// that never decrease.
func (l *lineIndex) positionWalker() func(offset int) EditorPosition {
	n, at, units := 0, 0, 0 // line of the last offset, that offset, and its column
	return func(offset int) EditorPosition {
		for n+1 < len(l.lineStarts) && l.lineStarts[n+1] <= offset {
			n++
			at, units = l.lineStarts[n], 0
		}
		units += l.columnWidth(l.text[at:offset])
		at = offset
		return EditorPosition{uint32(n), uint32(units)}
	}
}

// columnWidth returns the width of a part of a line in columns of the protocol.
func (l *lineIndex) columnWidth(text string) (n int) {
	if l.columnsAreBytes {
		return len(text)
	}
	for _, r := range text {
		n += utf16Units(r)
	}
	return n
}

// utf16Units returns the number of UTF-16 code units of a character.
func utf16Units(r rune) int {
	if r >= 0x10000 {
		return 2
	}
	return 1
}

// offsetOf returns the offset of a position. A position after the end of a line stands for the end of that line, and a
// position inside a character for the start of that character.
func (l *lineIndex) offsetOf(p EditorPosition) int {
	if int64(p.Line) >= int64(len(l.lineStarts)) {
		return len(l.text)
	}
	start, end := l.lineBounds(int(p.Line))
	if l.columnsAreBytes {
		at := min(int64(start)+int64(p.Character), int64(end))
		for at > int64(start) && at < int64(len(l.text)) && !utf8.RuneStart(l.text[at]) {
			at--
		}
		return int(at)
	}
	left := int64(p.Character)
	for i, r := range l.text[start:end] {
		if left -= int64(utf16Units(r)); left < 0 {
			return start + i
		}
	}
	return end
}

func (l *lineIndex) rangeAt(r assist.Range) EditorRange {
	return EditorRange{l.positionOf(r.Start), l.positionOf(r.End)}
}

func (l *lineIndex) byteRange(r EditorRange) assist.Range {
	start := l.offsetOf(r.Start)
	return assist.Range{Start: start, End: max(start, l.offsetOf(r.End))}
}
