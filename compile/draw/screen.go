package draw

import (
	"fmt"
	"strings"

	"github.com/mattn/go-runewidth"
)

// screen is a text in the making: lines of characters, each with its color.
type screen [][]glyph

// glyph is one column of a line. A character that is two columns wide, or a
// whole word, stands in its first column, and the others it takes are "".
type glyph struct {
	sign  string
	color int
	bold  bool
}

var blank = glyph{sign: " ", color: noColor}

func newScreen(lines, columns int) screen {
	s := make(screen, lines)
	for i := range s {
		s[i] = make([]glyph, columns)
		for k := range s[i] {
			s[i][k] = blank
		}
	}
	return s
}

// fill puts a sign into each column of a stretch of a line.
func (s screen) fill(line, column, columns int, sign string, color int) {
	for k := range columns {
		s[line][column+k] = glyph{sign: sign, color: color}
	}
}

// write puts a word on a line; it must fit, and keeps the colors there.
func (s screen) write(line, column int, word string, bold bool) {
	for k := range runewidth.StringWidth(word) {
		g := &s[line][column+k]
		g.sign, g.bold = "", bold
		if k == 0 {
			g.sign = word
		}
	}
}

// paste copies another screen to a place on this one.
func (s screen) paste(other screen, line, column int) {
	for i, row := range other {
		copy(s[line+i][column:], row)
	}
}

// text returns the lines without blanks at their ends.
func (s screen) text(style Style) string {
	var b strings.Builder
	for _, line := range s {
		end := len(line)
		for end > 0 && line[end-1].shown(style) == blank {
			end--
		}
		writeLine(&b, line[:end], style)
	}
	return b.String()
}

// writeLine writes the glyphs, and escapes where their looks change.
func writeLine(b *strings.Builder, line []glyph, style Style) {
	now := blank
	for _, g := range line {
		g = g.shown(style)
		if g.color != now.color || g.bold != now.bold {
			b.WriteString(turn(now, g))
			now = g
		}
		b.WriteString(g.sign)
	}
	b.WriteString(turn(now, blank) + "\n")
}

// shown is the glyph as the style has it.
func (g glyph) shown(style Style) glyph {
	if !style.Color {
		g.color, g.bold = noColor, false
	}
	return g
}

// turn returns the escapes that lead from the looks of one glyph to another's.
func turn(from, to glyph) string {
	var b strings.Builder
	if from.color != noColor && from.color != to.color || from.bold && !to.bold {
		b.WriteString("\x1b[0m")
		from = blank
	}
	if to.color != from.color {
		fmt.Fprintf(&b, "\x1b[48;5;%dm\x1b[30m", palette[to.color])
	}
	if to.bold && !from.bold {
		b.WriteString("\x1b[1m")
	}
	return b.String()
}

// dot stands in a cell with nothing on it.
func (s Style) dot() string {
	if s.ASCII {
		return "."
	}
	return "·"
}

// corners by the directions in which a line leaves: up, down, left, right.
var corners = [16]string{
	" ", "╵", "╷", "│", "╴", "┘", "┐", "┤", "╶", "└", "┌", "├", "─", "┴", "┬", "┼",
}

const (
	up = 1 << iota
	down
	left
	right
)

// line returns the sign for lines that leave a point in several directions.
func (s Style) line(directions int) string {
	switch {
	case !s.ASCII:
		return corners[directions]
	case directions == up|down:
		return "|"
	case directions == left|right:
		return "-"
	case directions == 0:
		return " "
	}
	return "+"
}
