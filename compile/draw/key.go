package draw

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/mattn/go-runewidth"
)

// The key below a picture lists the full labels for which short names stand in the picture.

// labelKeyEntries returns the entries of the key below a picture: each short name with its full label.
func (l labelStyle) labelKeyEntries() []string {
	names := slices.Collect(maps.Keys(l.shortNameOf))
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(l.shortNameOf[a], l.shortNameOf[b]),
			cmp.Compare(a, b))
	})
	var entries []string
	for _, name := range names {
		if short := l.shortNameOf[name]; short != name {
			entries = append(entries, short+" = "+name)
		}
	}
	return entries
}

// labelKeyText returns the key as text. Its lines are at most width columns wide, unless one entry is wider.
func (l labelStyle) labelKeyText(width int) string {
	var b strings.Builder
	taken := 0
	for k, e := range l.labelKeyEntries() {
		between := ", "
		if taken += runewidth.StringWidth(e) + 2; k == 0 || taken > width+2 {
			between, taken = "\n", runewidth.StringWidth(e)+2
		}
		b.WriteString(between + e)
	}
	if b.Len() == 0 {
		return ""
	}
	return b.String()[1:] + "\n"
}

// keyLetterSize is the size of letters in the key, and keyLineHeight the height of a line.
const (
	keyLetterSize = 12.0
	keyLineHeight = 17.0
)

// labelKeyDrawing returns the drawing of the key, in columns of equal width. Widths of texts are estimates.
func (l labelStyle) labelKeyDrawing(width float64) drawing {
	entries, column := l.labelKeyEntries(), keyLetterSize
	for _, e := range entries {
		column = max(column, keyLetterSize*(textWidth(e)+1))
	}
	width = max(width, column)
	columns := min(max(1, int((width+keyLetterSize)/column)), max(1, len(entries)))
	lines := (len(entries) + columns - 1) / columns
	return drawing{width, keyLineHeight * float64(lines), func(c *svgWriter) {
		c.openElement("g", "class", "key", "font-family", fontFamily, "font-size", keyLetterSize, "fill", thickLineInk)
		for k, e := range entries {
			c.textElement("text", e, "x", float64(k%columns)*column, "y",
				float64(k/columns)*keyLineHeight+keyLetterSize)
		}
		c.closeElement("g")
	}}
}
