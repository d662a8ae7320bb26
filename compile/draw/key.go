package draw

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/mattn/go-runewidth"
)

// The key below a picture lists the labels and their short names.

// keyEntries returns the entries of the key.
func (l lettering) keyEntries() []string {
	names := slices.Collect(maps.Keys(l.short))
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(l.short[a], l.short[b]),
			cmp.Compare(a, b))
	})
	var entries []string
	for _, name := range names {
		if short := l.short[name]; short != name {
			entries = append(entries, short+" = "+name)
		}
	}
	return entries
}

// keyText returns the key as text, in lines no wider than width, unless a single entry is wider.
func (l lettering) keyText(width int) string {
	var b strings.Builder
	taken := 0
	for k, e := range l.keyEntries() {
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

// Sizes of the key in SVG.
const (
	keySize = 12.0
	keyLine = 17.0
)

// drawKey draws the key in columns of equal width. The width of a text is an estimate.
func (l lettering) drawKey(width float64) drawing {
	entries, column := l.keyEntries(), keySize
	for _, e := range entries {
		column = max(column, keySize*(textWidth(e)+1))
	}
	width = max(width, column)
	columns := min(max(1, int((width+keySize)/column)), max(1, len(entries)))
	lines := (len(entries) + columns - 1) / columns
	return drawing{width, keyLine * float64(lines), func(c *canvas) {
		c.openElement("g", "class", "key", "font-family", fontFamily, "font-size", keySize, "fill", ink)
		for k, e := range entries {
			c.textElement("text", e, "x", float64(k%columns)*column, "y", float64(k/columns)*keyLine+keySize)
		}
		c.closeElement("g")
	}}
}
