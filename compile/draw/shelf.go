package draw

import (
	"regexp"
	"strings"
	"sync"

	"github.com/mattn/go-runewidth"
)

// TextShelf puts texts side by side, as many as fit a width.
type TextShelf struct {
	Width       int
	lines       []string
	usedColumns int // in columns
}

// shelfGap is the number of free columns between two texts.
const shelfGap = 3

// AddText adds a text to the shelf. If it does not fit, AddText first empties the shelf, and returns the previous
// content.
func (s *TextShelf) AddText(text string) (full string) {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	width := 0
	for _, line := range lines {
		width = max(width, displayWidth(line))
	}
	if s.usedColumns > 0 && s.usedColumns+shelfGap+width > s.Width {
		full = s.TakeText()
	}
	if s.usedColumns > 0 {
		s.usedColumns += shelfGap
	}
	for i := range max(len(lines), len(s.lines)) {
		if i == len(s.lines) {
			s.lines = append(s.lines, "")
		}
		if i < len(lines) && lines[i] != "" {
			s.lines[i] += strings.Repeat(" ", s.usedColumns-displayWidth(s.lines[i])) + lines[i]
		}
	}
	s.usedColumns += width
	return full
}

// TakeText empties the shelf and returns its content.
func (s *TextShelf) TakeText() (text string) {
	if s.lines != nil {
		text = strings.Join(s.lines, "\n") + "\n\n"
	}
	s.lines, s.usedColumns = nil, 0
	return text
}

var escapes = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("\x1b\\[[0-9;]*m") })

// displayWidth is the width of a line on a terminal, in columns.
func displayWidth(line string) int {
	return runewidth.StringWidth(escapes().ReplaceAllString(line, ""))
}
