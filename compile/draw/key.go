package draw

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/mattn/go-runewidth"
)

// A key below a picture tells what short names stand for.

// entries returns what the key says.
func (l lettering) entries() []string {
	names := slices.Collect(maps.Keys(l.short))
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(l.short[a], l.short[b]), cmp.Compare(a, b)) })
	var entries []string
	for _, name := range names {
		if short := l.short[name]; short != name {
			entries = append(entries, short+" = "+name)
		}
	}
	return entries
}

// rows divides entries of the key into rows that are no wider than a bound, if their entries
// are not.
func rows[N int | float64](entries []string, width func(string) N, most N) (rows [][]string) {
	var taken N
	for _, e := range entries {
		if taken += width(e); len(rows) == 0 || taken > most {
			rows, taken = append(rows, nil), width(e)
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], e)
	}
	return rows
}

// lines writes the key as text.
func (l lettering) lines(width int) string {
	var b strings.Builder
	for _, row := range rows(l.entries(), func(e string) int { return runewidth.StringWidth(e) + 2 }, width+2) {
		b.WriteString(strings.Join(row, ", ") + "\n")
	}
	return b.String()
}

// Measures of the key of SVG.
const (
	keySize = 12.0
	keyLine = 17.0
)

// key draws the key.
func (l lettering) key(width float64) drawing {
	room := func(e string) float64 { return keySize * (textWidth(e) + 1) }
	lines := rows(l.entries(), room, width+keySize)
	for _, row := range lines {
		width = max(width, room(row[0]))
	}
	return drawing{width, keyLine * float64(len(lines)), func(c *canvas) {
		c.open("g", "class", "key", "font-family", fonts, "font-size", keySize, "fill", ink)
		for i, row := range lines {
			x := 0.0
			for _, e := range row {
				c.text("text", e, "x", x, "y", float64(i)*keyLine+keySize)
				x += room(e)
			}
		}
		c.close("g")
	}}
}
