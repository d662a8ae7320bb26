package source

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"
)

// longestExcerpt bounds the characters of a source line that are shown, so
// that a file without line breaks does not flood the terminal.
const longestExcerpt = 100

// Print writes each diagnostic with its source line, the span underlined,
// and its hint.
func Print(w io.Writer, list List) {
	for i, d := range list {
		if i > 0 {
			fmt.Fprintln(w)
		}
		printOne(w, d)
	}
}

func printOne(w io.Writer, d *Diagnostic) {
	fmt.Fprintln(w, d.Error())
	if d.Span.Known() {
		printExcerpt(w, d.Span)
	}
	if d.Hint != "" {
		fmt.Fprintf(w, "  hint: %s\n", d.Hint)
	}
}

// printExcerpt shows the first line that the span touches.
func printExcerpt(w io.Writer, s Span) {
	from := s.File.Position(s.Start)
	line := s.File.Line(from.Line)
	start := min(from.Byte-1, len(line))
	end := max(start, min(start+s.End-s.Start, len(line)))

	before, marked, after := clip(line[:start], line[start:end], line[end:])
	gutter := fmt.Sprint(from.Line)
	fmt.Fprintf(w, "  %s | %s%s%s\n", gutter, printable(before), printable(marked), printable(after))
	fmt.Fprintf(w, "  %*s | %s%s\n", len(gutter), "", strings.Repeat(" ", runewidth.StringWidth(printable(before))),
		strings.Repeat("^", max(1, runewidth.StringWidth(printable(marked)))))
}

// clip shortens a long line around the marked part.
func clip(before, marked, after string) (string, string, string) {
	if r := []rune(before); len(r) > longestExcerpt/2 {
		before = "…" + string(r[len(r)-longestExcerpt/2:])
	}
	if r := []rune(marked); len(r) > longestExcerpt/2 {
		marked = string(r[:longestExcerpt/2]) + "…"
		after = ""
	}
	if r := []rune(after); len(r) > longestExcerpt/2 {
		after = string(r[:longestExcerpt/2]) + "…"
	}
	return before, marked, after
}

// printable replaces what would move the cursor, one character for one.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case !unicode.IsPrint(r) || r == utf8.RuneError:
			return '·'
		}
		return r
	}, s)
}
