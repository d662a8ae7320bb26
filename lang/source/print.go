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
		fmt.Fprintln(w, d.Error())
		if d.Span.Known() {
			printExcerpt(w, d.Span)
		}
		if d.Hint != "" {
			fmt.Fprintf(w, "  hint: %s\n", Printable(d.Hint))
		}
	}
}

// printExcerpt shows the first line that the span touches.
func printExcerpt(w io.Writer, s Span) {
	from := s.File.Position(s.Start)
	line := s.File.Line(from.Line)
	start := min(from.Byte-1, len(line))
	end := max(start, min(start+s.End-s.Start, len(line)))

	before, marked, after := clip(inCells(line[:start]), inCells(line[start:end]), inCells(line[end:]))
	gutter := fmt.Sprint(from.Line)
	fmt.Fprintf(w, "  %s | %s%s%s\n", gutter, before, marked, after)
	fmt.Fprintf(w, "  %*s | %s%s\n", len(gutter), "", strings.Repeat(" ", runewidth.StringWidth(before)),
		strings.Repeat("^", max(1, runewidth.StringWidth(marked))))
}

// inCells puts a point in place of each character that would change how a terminal shows
// the line, so that what is underlined stays where it is.
func inCells(line string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case !unicode.IsPrint(r) || r == utf8.RuneError:
			return '·'
		}
		return r
	}, line)
}

// clip shortens a long line around the marked part.
func clip(before, marked, after string) (string, string, string) {
	const half = longestExcerpt / 2
	if r := []rune(before); len(r) > half {
		before = "…" + string(r[len(r)-half:])
	}
	if r := []rune(marked); len(r) > half {
		marked, after = string(r[:half])+"…", ""
	}
	if r := []rune(after); len(r) > half {
		after = string(r[:half]) + "…"
	}
	return before, marked, after
}
