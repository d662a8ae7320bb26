package draw

import (
	"fmt"
	"io"
	"strconv"

	svg "github.com/ajstarks/svgo/float"
)

// A sheet has the shape of A4 paper, four units to the millimetre.
const (
	sheetWidth, sheetHeight = 4 * 297, 4 * 210
	sheetMargin             = 24.0
	tileFilled              = 0.9  // of the width of a tile is for the picture
	tileHeading             = 0.14 // of its height is for the number
)

// Sheet draws many pictures on one page, as SVG: in rows, numbered from 1, each
// as large as its tile allows.
func Sheet(w io.Writer, pictures []Picture) error {
	drawings := make([]drawing, len(pictures))
	for i, p := range pictures {
		drawings[i] = drawingOf(p).withMargin()
	}
	return write(w, "", drawing{sheetWidth, sheetHeight, func(c *svg.SVG) {
		t := bestTiles(drawings)
		for i, d := range drawings {
			t.put(c, i, pictures[i].Title, d)
		}
	}})
}

// tiles divides a sheet.
type tiles struct {
	across        int
	width, height float64
}

// bestTiles returns the tiles in which the widest and the highest drawing come
// out largest.
func bestTiles(drawings []drawing) tiles {
	var widest, highest float64
	for _, d := range drawings {
		widest, highest = max(widest, d.width), max(highest, d.height)
	}
	var best tiles
	var largest float64
	for across := 1; across <= len(drawings); across++ {
		down := (len(drawings) + across - 1) / across
		t := tiles{across, (sheetWidth - 2*sheetMargin) / float64(across), (sheetHeight - 2*sheetMargin) / float64(down)}
		if scale := t.scale(drawing{width: widest, height: highest}); scale > largest {
			best, largest = t, scale
		}
	}
	return best
}

// scale returns the scale at which a drawing fits a tile.
func (t tiles) scale(d drawing) float64 {
	return min(tileFilled*t.width/d.width, (1-tileHeading)*t.height/d.height)
}

// put draws a picture in its tile, in the middle, its number above it.
func (t tiles) put(c *svg.SVG, i int, title string, d drawing) {
	x, y := sheetMargin+float64(i%t.across)*t.width, sheetMargin+float64(i/t.across)*t.height
	heading, scale := tileHeading*t.height, t.scale(d)
	top := y + heading + (t.height-heading-scale*d.height)/2
	c.Group(`class="tile"`)
	if title != "" {
		c.Title(title)
	}
	size := min(24, 0.8*heading)
	c.Text(x+t.width/2, top-0.1*size, strconv.Itoa(i+1),
		fmt.Sprintf(`font-family="sans-serif" text-anchor="middle" font-size="%.1f" fill="%s"`, size, ink))
	d.put(c, x+(t.width-scale*d.width)/2, top, scale)
	c.Gend()
}
