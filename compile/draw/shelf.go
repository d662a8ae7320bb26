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
	shelfLines  []string
	usedColumns int // columns of the widest line so far
}

// columnsBetweenTexts is the number of free columns between two texts.
const columnsBetweenTexts = 3

// AddText adds a text on the right of the other texts. If the text does not fit, AddText first empties the shelf, and
// returns the texts that were on it.
func (s *TextShelf) AddText(text string) (full string) {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	width := 0
	for _, line := range lines {
		width = max(width, displayWidth(line))
	}
	if s.usedColumns > 0 && s.usedColumns+columnsBetweenTexts+width > s.Width {
		full = s.TakeText()
	}
	if s.usedColumns > 0 {
		s.usedColumns += columnsBetweenTexts
	}
	for i := range max(len(lines), len(s.shelfLines)) {
		if i == len(s.shelfLines) {
			s.shelfLines = append(s.shelfLines, "")
		}
		if i < len(lines) && lines[i] != "" {
			s.shelfLines[i] += strings.Repeat(" ", s.usedColumns-displayWidth(s.shelfLines[i])) + lines[i]
		}
	}
	s.usedColumns += width
	return full
}

// TakeText empties the shelf and returns the texts that were on it, side by side.
func (s *TextShelf) TakeText() (text string) {
	if s.shelfLines != nil {
		text = strings.Join(s.shelfLines, "\n") + "\n\n"
	}
	s.shelfLines, s.usedColumns = nil, 0
	return text
}

var terminalEscapePattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("\x1b\\[[0-9;]*m") })

// displayWidth returns the width of a line on a terminal, in columns.
func displayWidth(line string) int {
	return runewidth.StringWidth(terminalEscapePattern().ReplaceAllString(line, ""))
}
