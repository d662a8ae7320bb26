package draw

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/mattn/go-runewidth"
)

// TextStyle is the style of pictures in text.
type TextStyle struct {
	// ASCII draws with ASCII characters only, except for labels and marks.
	ASCII bool
	// Color gives pieces a background color by terminal escapes, and makes given marks bold.
	Color bool
	// Width bounds the columns of a line. As many layers stand side by side as fit, and a wider picture is folded. 0
	// means no bound.
	Width int
}

// signOrASCII returns the argument sign, or the argument ascii if the style allows ASCII only.
func (s TextStyle) signOrASCII(sign, ascii string) string {
	if s.ASCII {
		return ascii
	}
	return sign
}

// signOfDirections holds the sign for lines that meet at a point. The index is the sum of the directions in which they
// leave the point: up 1, down 2, left 4, right 8.
var (
	signOfDirections      = strings.Split(" ╵╷│╴┘┐┤╶└┌├─┴┬┼", "")
	asciiSignOfDirections = strings.Split(" ++|++++++++-+++", "")
)

// The directions, as bits of a set.
const (
	directionUp = 1 << iota
	directionDown
	directionLeft
	directionRight
)

// lineSign returns the sign for lines that leave a point in a set of directions.
func (s TextStyle) lineSign(directions int) string {
	return s.signOrASCII(signOfDirections[directions], asciiSignOfDirections[directions])
}

// textScreen is a text that is being drawn: lines of glyphs.
type textScreen [][]glyph

// screenSpot is a place on a screen: the index of a line from the top, and of a column from the left.
type screenSpot struct{ line, column int }

// glyph is what one column of a line shows. A wide character, or a whole word, stands in its first column; its other
// columns are "".
type glyph struct {
	shownText       string
	backgroundColor Color
	isBold          bool
}

var blankGlyph = glyph{shownText: " "}

func newScreen(lines, columns int) textScreen {
	s := make(textScreen, lines)
	for i := range s {
		s[i] = slices.Repeat([]glyph{blankGlyph}, columns)
	}
	return s
}

// containsSpot reports whether a spot is on the screen.
func (s textScreen) containsSpot(at screenSpot) bool {
	return at.line >= 0 && at.line < len(s) && at.column >= 0 && at.column < len(s[at.line])
}

// fillColumns puts a sign into a number of columns of a line.
func (s textScreen) fillColumns(at screenSpot, columns int, sign string, color Color) {
	for k := range columns {
		s[at.line][at.column+k] = glyph{shownText: sign, backgroundColor: color}
	}
}

// writeWord writes a word on a line, in the colors that are there. The word must fit.
func (s textScreen) writeWord(at screenSpot, word string, bold bool) {
	for k := range runewidth.StringWidth(word) {
		g := &s[at.line][at.column+k]
		g.shownText, g.isBold = "", bold
		if k == 0 {
			g.shownText = isolateRightToLeftWord(word)
		}
	}
}

// isRoomForWord reports whether a word can be written at a place without touching another word.
func (s textScreen) isRoomForWord(at screenSpot, width int) bool {
	for k := -1; k <= width; k++ {
		if column := at.column + k; column >= 0 && column < len(s[at.line]) {
			g := s[at.line][column]
			beside := k < 0 || k == width
			if g != blankGlyph && !(beside && (slices.Contains(signOfDirections, g.shownText) ||
				slices.Contains(asciiSignOfDirections, g.shownText))) {
				return false
			}
		}
	}
	return true
}

// isolateRightToLeftWord adds directional marks of no width around a word that is written from right to left. So the
// rest of its line keeps its order.
func isolateRightToLeftWord(word string) string {
	const mark = "\u200e"
	for _, r := range word {
		if unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko) {
			return mark + word + mark
		}
	}
	return word
}

// foldText returns the text of a screen. If the screen is wider than the argument most, and that is not 0, it is cut at
// multiples of step columns, and the parts are put below one another. The column of a cut is in both parts.
func (s textScreen) foldText(most, step int) string {
	width := len(s[0])
	if most <= step || width <= most {
		return s.renderText()
	}
	part := (most - 1) / step * step
	count := (width - 2 + part) / part
	var b strings.Builder
	for k := range count {
		fmt.Fprintf(&b, "part %d of %d\n", k+1, count)
		var piece textScreen
		for _, line := range s {
			piece = append(piece, columnsOfLine(line, k*part, min(width, (k+1)*part+1)))
		}
		b.WriteString(piece.renderText())
	}
	return b.String()
}

// columnsOfLine returns the columns of a line between two indices. A word that extends beyond the end is cut.
func columnsOfLine(line []glyph, from, to int) []glyph {
	part := slices.Clone(line[from:to])
	for i, g := range part {
		if g.shownText != "" {
			part[i].shownText = runewidth.Truncate(g.shownText, len(part)-i, "")
		}
	}
	for i := 0; i < len(part) && part[i].shownText == ""; i++ {
		part[i].shownText = " "
	}
	return part
}

// renderText returns the text of a screen without blanks at the ends of lines, with terminal escapes where the style
// changes.
func (s textScreen) renderText() string {
	var b strings.Builder
	for _, line := range s {
		for len(line) > 0 && line[len(line)-1] == blankGlyph {
			line = line[:len(line)-1]
		}
		now := blankGlyph
		for _, g := range line {
			b.WriteString(escapesBetween(now, g) + g.shownText)
			now = g
		}
		b.WriteString(escapesBetween(now, blankGlyph) + "\n")
	}
	return b.String()
}

// escapesBetween returns the escapes that change the style of one glyph to that of another.
func escapesBetween(from, to glyph) string {
	var escapes string
	if from.backgroundColor != 0 && from.backgroundColor != to.backgroundColor || from.isBold && !to.isBold {
		escapes, from = "\x1b[0m", blankGlyph
	}
	if to.backgroundColor != from.backgroundColor {
		escapes += fmt.Sprintf("\x1b[48;5;%dm\x1b[30m", to.backgroundColor)
	}
	if to.isBold && !from.isBold {
		escapes += "\x1b[1m"
	}
	return escapes
}
