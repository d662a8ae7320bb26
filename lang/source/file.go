// Package source holds the text of a puzzle file, positions in it, and diagnostics about it.
//
// Its input is bytes with a name, its output is messages for people. It knows nothing of the language.
package source

import (
	"fmt"
	"sort"
	"strings"
	"unicode/utf8"
)

// Pos is a place in a file, in the form of the parser library. Only Offset is used, a count of bytes from 0. Lines and
// columns are computed by [File.Position], so that there is one definition of a column.
type Pos struct {
	Filename string
	Offset   int
	Line     int
	Column   int
}

// Range is a range of bytes of a file, from Start up to, but not including, End.
type Range struct {
	Start, End int
}

// IsWithin reports whether r lies inside outer.
func (r Range) IsWithin(outer Range) bool {
	return outer.Start <= r.Start && r.Start <= r.End && r.End <= outer.End
}

// Span is a range in a file. The zero Span means no place.
type Span struct {
	File *File
	Range
}

// IsKnown reports whether the span points into a file.
func (s Span) IsKnown() bool { return s.File != nil }

// String returns the file, the line and the column of the start, or "" for a span that points into no file.
func (s Span) String() string {
	if !s.IsKnown() {
		return ""
	}
	p := s.File.Position(s.Start)
	return fmt.Sprintf("%s:%d:%d", s.File.Name, p.Line, p.Column)
}

// FileLine returns the file and the line in which a span begins. The span must point into a file.
func (s Span) FileLine() string { return fmt.Sprintf("%s:%d", s.File.Name, s.File.LineOf(s.Start)) }

// File is a named text with an index of its lines.
type File struct {
	Name string
	Text string

	lineStarts []int // byte offset of the start of each line
}

// ByteOrderMark is the prefix that some editors add to a text.
const ByteOrderMark = "\uFEFF"

// NewFile indexes the lines of text.
func NewFile(name string, text []byte) *File {
	f := &File{Name: name, Text: string(text), lineStarts: []int{0}}
	if strings.HasPrefix(f.Text, ByteOrderMark) {
		f.lineStarts[0] = len(ByteOrderMark) // the byte order mark takes no column
	}
	for i := range len(f.Text) {
		if f.Text[i] == '\n' {
			f.lineStarts = append(f.lineStarts, i+1)
		}
	}
	return f
}

// NewFileWithin does what NewFile does, for texts of at most `most` bytes. A longer text would need many times its size
// in memory; for it the result is an empty file, and an error with the given code and hint.
func NewFileWithin(most int, name string, text []byte, code Code, hint string) (*File, error) {
	if len(text) <= most {
		return NewFile(name, text), nil
	}
	f := NewFile(name, nil)
	var errs DiagnosticList
	errs.AddError(code, f.Span(Range{}), hint, "the text has more than %d bytes", most)
	return f, errs
}

// TextPosition is a position for display. Line and the columns count from 1: Column counts characters (code
// points), and Byte counts bytes.
type TextPosition struct {
	Line, Column, Byte int
}

// Position returns the position of a byte offset. An offset beyond the file means the end of the file.
func (f *File) Position(offset int) TextPosition {
	offset = max(f.lineStarts[0], min(offset, len(f.Text)))
	line := f.LineOf(offset)
	before := f.Text[f.lineStarts[line-1]:offset]
	return TextPosition{Line: line, Column: utf8.RuneCountInString(before) + 1, Byte: len(before) + 1}
}

// LineText returns the text of a line, counted from 1, without its line break.
func (f *File) LineText(n int) string {
	end := len(f.Text)
	if n < len(f.lineStarts) {
		end = f.lineStarts[n]
	}
	return strings.TrimRight(f.Text[f.lineStarts[n-1]:end], "\r\n")
}

// CharacterSpan returns the span of one character, given by its line and its column in bytes, both counted from 1. A
// column beyond the end of a line means the place in front of the line break. A line beyond the last line means the end
// of the file.
func (f *File) CharacterSpan(line, column int) Span {
	if line > len(f.lineStarts) {
		return f.Span(Range{Start: len(f.Text), End: len(f.Text)})
	}
	line = max(1, line)
	text := f.LineText(line)
	at := max(0, min(column-1, len(text)))
	_, size := utf8.DecodeRuneInString(text[at:])
	return f.Span(Range{Start: f.lineStarts[line-1] + at, End: f.lineStarts[line-1] + at + size})
}

// TextOf returns the text of a range.
func (f *File) TextOf(r Range) string { return f.Text[r.Start:r.End] }

// Span attaches the file to a range.
func (f *File) Span(r Range) Span { return Span{File: f, Range: r} }

// LineOf returns the number of the line that holds a byte offset, counted from 1.
func (f *File) LineOf(offset int) int {
	return max(1, sort.Search(len(f.lineStarts), func(i int) bool { return f.lineStarts[i] > offset }))
}
