package draw

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

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
	var plans [][]*plan
	for _, pic := range pictures {
		plans = append(plans, newPlans(pic))
	}
	l := letter(slices.Concat(plans...))
	var drawings []drawing
	for _, of := range plans {
		drawings = append(drawings, inRow(of, l, false))
	}
	sheet := tiled(drawings, func(c *canvas, i int) (number int, words caption) {
		c.prefix = fmt.Sprintf("s%d-", first+i)
		return first + i, described(pictures[i])
	})
	if key := l.key(pageWidth - 2*pageMargin); key.height > 0 {
		sheet = sheet.above(key)
	}
	return write(w, sheetCaption(first, len(pictures)), sheet)
}

func sheetCaption(first, count int) caption {
	return caption{description: fmt.Sprintf("%s, from number %d on", source.Plural(count, "picture"), first)}
}

// Gather puts documents that [SVG] has written on a page, as Sheet does with pictures. An id may be there
// several times.
func Gather(w io.Writer, first int, documents []string) error {
	var drawings []drawing
	for _, text := range documents {
		d, err := drawn(text)
		if err != nil {
			return err
		}
		drawings = append(drawings, d)
	}
	sheet := tiled(drawings, func(_ *canvas, i int) (int, caption) { return first + i, caption{} })
	return write(w, sheetCaption(first, len(documents)), sheet)
}

// root is how a document begins.
var root = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`<svg [^>]*width="([0-9.]+)" height="([0-9.]+)"[^>]*>`)
})

// drawn returns the drawing of a document.
func drawn(document string) (drawing, error) {
	begin, end := root().FindStringSubmatchIndex(document), strings.LastIndex(document, "</svg>")
	if begin == nil || end < begin[1] {
		return drawing{}, errors.New("this is no picture")
	}
	width, err := strconv.ParseFloat(document[begin[2]:begin[3]], 64)
	height, wrong := strconv.ParseFloat(document[begin[4]:begin[5]], 64)
	return drawing{width, height, func(c *canvas) { c.w.WriteString(document[begin[1]:end]) }}, cmp.Or(err, wrong)
}

// tiled puts drawings on tiles, each with its number and a caption.
func tiled(drawings []drawing, about func(c *canvas, i int) (number int, words caption)) drawing {
	t := bestTiles(drawings)
	rows := 0
	if len(drawings) > 0 {
		rows = (len(drawings)-1)/t.across + 1
	}
	height := max(pageHeight, 2*pageMargin+float64(rows)*t.height)
	return drawing{pageWidth, height, func(c *canvas) {
		for i, d := range drawings {
			number, words := about(c, i)
			c.open("g", "class", "tile", "role", "img", "aria-label", fmt.Sprintf("%d: %s", number, words))
			c.text("title", words.title)
			t.put(c, i, strconv.Itoa(number), d)
			c.close("g")
		}
	}}
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
