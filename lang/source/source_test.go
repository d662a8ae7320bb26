package source_test

import (
	"strings"
	"testing"

	"quadrille/lang/source"
)

func TestPosition(t *testing.T) {
	tests := []struct {
		name, text string
		offset     int
		want       source.TextPosition
	}{
		{"of an empty file", "", 0, source.TextPosition{Line: 1, Column: 1, Byte: 1}},
		{"at the start", "abc", 0, source.TextPosition{Line: 1, Column: 1, Byte: 1}},
		{"in the first line", "abc", 2, source.TextPosition{Line: 1, Column: 3, Byte: 3}},
		{"at the end", "abc", 3, source.TextPosition{Line: 1, Column: 4, Byte: 4}},
		{"before the start", "abc", -7, source.TextPosition{Line: 1, Column: 1, Byte: 1}},
		{"after the end", "abc", 99, source.TextPosition{Line: 1, Column: 4, Byte: 4}},
		{"after the end of a last line break", "abc\n", 99, source.TextPosition{Line: 2, Column: 1, Byte: 1}},
		{"of a line break", "ab\ncd", 2, source.TextPosition{Line: 1, Column: 3, Byte: 3}},
		{"after a line break", "ab\ncd", 3, source.TextPosition{Line: 2, Column: 1, Byte: 1}},
		{"after empty lines", "\n\n\nx", 3, source.TextPosition{Line: 4, Column: 1, Byte: 1}},
		{"of the line feed of CRLF", "ab\r\ncd", 3, source.TextPosition{Line: 1, Column: 4, Byte: 4}},
		{"after CRLF", "ab\r\ncd", 5, source.TextPosition{Line: 2, Column: 2, Byte: 2}},
		{"after a tab", "\tx", 1, source.TextPosition{Line: 1, Column: 2, Byte: 2}},
		{"after two bytes", "éx", 2, source.TextPosition{Line: 1, Column: 2, Byte: 3}},
		{"after three bytes", "森x", 3, source.TextPosition{Line: 1, Column: 2, Byte: 4}},
		{"after an astral character", "😀x", 4, source.TextPosition{Line: 1, Column: 2, Byte: 5}},
		{"after all of them", "a\né森😀x", 11, source.TextPosition{Line: 2, Column: 4, Byte: 10}},
		{"after a byte order mark", "\uFEFFxy", 4, source.TextPosition{Line: 1, Column: 2, Byte: 2}},
		{"of a byte order mark", "\uFEFFx", 0, source.TextPosition{Line: 1, Column: 1, Byte: 1}},
		{"after a byte order mark and a line", "\uFEFFx\ny", 5, source.TextPosition{Line: 2, Column: 1, Byte: 1}},
		{"after what is not UTF-8", "\xff\xfex", 2, source.TextPosition{Line: 1, Column: 3, Byte: 3}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := source.NewFile("test", []byte(test.text))
			if got := f.Position(test.offset); got != test.want {
				t.Errorf("%q at %d is %+v, want %+v", test.text, test.offset, got, test.want)
			}
		})
	}
}

// A line and the bytes before an offset on it lead back to the offset.
func TestPositionsLeadBack(t *testing.T) {
	text := "a\r\n\né森😀\n\n\tx"
	f := source.NewFile("test", []byte(text))
	lines := strings.SplitAfter(text, "\n")
	for offset := range len(text) + 1 {
		p := f.Position(offset)
		back := len(strings.Join(lines[:p.Line-1], "")) + p.Byte - 1
		if back != offset {
			t.Errorf("%d is %+v, and that is %d", offset, p, back)
		}
	}
}

func TestLine(t *testing.T) {
	f := source.NewFile("test", []byte("one\r\n\ntwo\n\tthree \n"))
	for i, want := range []string{"one", "", "two", "\tthree ", ""} {
		if got := f.LineText(i + 1); got != want {
			t.Errorf("line %d is %q, want %q", i+1, got, want)
		}
	}
	for _, empty := range []string{"", "\uFEFF", "\uFEFF\n"} {
		if got := source.NewFile("test", []byte(empty)).LineText(1); got != "" {
			t.Errorf("the first line of %q is %q", empty, got)
		}
	}
}

func TestCharacter(t *testing.T) {
	f := source.NewFile("test", []byte("aé😀\r\nb"))
	for _, c := range []struct{ line, column, start, end int }{{1, 1, 0, 1}, {1, 2, 1, 3}, {1, 4, 3, 7}, {1, 8, 7, 7},
		{2, 1, 9, 10}, {2, 2, 10, 10}} {
		if got, want := f.CharacterSpan(c.line, c.column).Range,
			(source.Range{Start: c.start, End: c.end}); got != want {
			t.Errorf("line %d, column %d is at %v, want %v", c.line, c.column, got, want)
		}
	}
}

func TestWithin(t *testing.T) {
	outer := source.Range{Start: 2, End: 5}
	tests := []struct {
		start, end int
		want       bool
	}{
		{2, 5, true}, {3, 4, true}, {2, 2, true}, {5, 5, true},
		{1, 3, false}, {4, 6, false}, {1, 6, false}, {4, 3, false}, {6, 6, false},
	}
	for _, test := range tests {
		r := source.Range{Start: test.start, End: test.end}
		if got := r.IsWithin(outer); got != test.want {
			t.Errorf("%v within %v: %t", r, outer, got)
		}
	}
}

func TestSpan(t *testing.T) {
	f := source.NewFile("test", []byte("puz 1"))
	s := f.Span(source.Range{Start: 4, End: 5})
	if !s.IsKnown() || s.File.TextOf(s.Range) != "1" {
		t.Errorf("the span is %+v", s)
	}
	if (source.Span{}).IsKnown() {
		t.Error("the zero span points somewhere")
	}
}

// A place leads back to the line and the column in bytes that it was made of.
func TestCharacterLeadsBack(t *testing.T) {
	for _, text := range []string{"", "a", "é x\r\n\ny", "\uFEFFab\ncd\n", "\n\n"} {
		f := source.NewFile("a", []byte(text))
		for offset := range len(text) + 1 {
			p := f.Position(offset)
			got := f.CharacterSpan(p.Line, p.Byte).Start
			on := f.Position(got)
			if p.Byte <= len(f.LineText(p.Line))+1 && on != p {
				t.Errorf("%q: line %d, column %d is at %d, which is %+v", text, p.Line, p.Byte, got, on)
			}
		}
	}
	f := source.NewFile("a", []byte("ab\ncd\n"))
	for _, c := range []struct{ line, column, want int }{{1, 3, 2}, {1, 99, 2}, {2, 0, 3}, {0, 1, 0}, {3, 1, 6},
		{9, 9, 6}} {
		if got := f.CharacterSpan(c.line, c.column).Start; got != c.want {
			t.Errorf("line %d, column %d is at %d, want %d", c.line, c.column, got, c.want)
		}
	}
}

func TestPlural(t *testing.T) {
	for n, want := range map[int]string{0: "0 cells", 1: "1 cell", 3: "3 cells", -1: "-1 cells"} {
		if got := source.Plural(n, "cell"); got != want {
			t.Errorf("%d is %q, want %q", n, got, want)
		}
	}
}
