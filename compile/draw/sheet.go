package draw

import (
	"fmt"
	"io"
	"strconv"

	"quadrille/lang/source"
)

// A page has the shape of A4 paper, four units to the millimetre.
const (
	pageWidth, pageHeight = 4 * 297, 4 * 210
	pageMargin            = 24.0
	tileFilled            = 0.9  // of the width of a tile is for the picture
	tileHeading           = 0.14 // of its height is for the number
)

// PageFull is how many pictures can still be read on one page.
const PageFull = 70

// Sheet draws many pictures as SVG: in rows, numbered from a first number, each as large as
// its tile allows. From more than [PageFull] on the page becomes longer. Ids begin with the
// number of their picture: s7-piece-F.
func Sheet(w io.Writer, first int, pictures []Picture) error {
	var plans []*plan
	for _, pic := range pictures {
		plans = append(plans, newPlan(pic, true))
	}
	l := letter(plans)
	var drawings []drawing
	for _, p := range plans {
		drawings = append(drawings, p.drawing(l, false))
	}
	t := bestTiles(drawings)
	rows := 0
	if len(pictures) > 0 {
		rows = (len(pictures)-1)/t.across + 1
	}
	height := max(pageHeight, 2*pageMargin+float64(rows)*t.height)
	sheet := drawing{pageWidth, height, func(c *canvas) {
		for i, d := range drawings {
			c.prefix = fmt.Sprintf("s%d-", first+i)
			words := described(pictures[i])
			c.open("g", "class", "tile", "role", "img", "aria-label", fmt.Sprintf("%d: %s", first+i, words))
			c.text("title", words.title)
			t.put(c, i, strconv.Itoa(first+i), d)
			c.close("g")
		}
	}}
	if key := l.key(pageWidth - 2*pageMargin); key.height > 0 {
		sheet = sheet.above(key)
	}
	return write(w, caption{description: fmt.Sprintf("%s, from number %d on", source.Plural(len(pictures), "picture"), first)}, sheet)
}

// tiles divides a rectangle, row by row.
type tiles struct {
	across        int
	width, height float64
}

// corner returns the corner of a tile.
func (t tiles) corner(i int) point {
	return complex(float64(i%t.across)*t.width, float64(i/t.across)*t.height)
}

// bestTiles returns the tiles of a page in which the widest and the highest drawing come out
// largest.
func bestTiles(drawings []drawing) (best tiles) {
	var largest drawing
	for _, d := range drawings {
		largest.width, largest.height = max(largest.width, d.width), max(largest.height, d.height)
	}
	count := min(len(drawings), PageFull)
	for across := 1; across <= count; across++ {
		down := (count + across - 1) / across
		t := tiles{across, (pageWidth - 2*pageMargin) / float64(across), (pageHeight - 2*pageMargin) / float64(down)}
		if across == 1 || t.scale(largest) > best.scale(largest) {
			best = t
		}
	}
	return best
}

// scale returns the scale at which a drawing fits a tile.
func (t tiles) scale(d drawing) float64 {
	return min(tileFilled*t.width/d.width, (1-tileHeading)*t.height/d.height)
}

// put draws a picture in the middle of its tile, its number above it.
func (t tiles) put(c *canvas, i int, number string, d drawing) {
	heading, scale := tileHeading*t.height, t.scale(d)
	size := min(24, 0.8*heading)
	top := t.corner(i) + complex(pageMargin+t.width/2, pageMargin+heading+(t.height-heading-scale*d.height)/2)
	c.letters(top-complex(0, 0.1*size), size, number, "text-anchor", "middle", "fill", ink)
	d.put(c, top-complex(scale*d.width/2, 0), scale)
}
