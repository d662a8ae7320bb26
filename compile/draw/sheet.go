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

	"github.com/mattn/go-runewidth"

	"quadrille/lang/source"
)

// A page has the proportions of A4 paper, with four units to the millimetre.
const (
	pageWidth, pageHeight = 4 * 297, 4 * 210
	pageMargin            = 24.0
	tilePictureShare      = 0.9  // part of a tile's width that the picture takes
	tileNumberShare       = 0.14 // part of a tile's height that the number takes
)

// MaxPagePictures is the number of pictures that remain readable on one page.
const MaxPagePictures = 70

// WriteSheet draws many pictures as SVG: in rows, with numbers that count up from first, each as large as its tile
// allows. With more than [MaxPagePictures] pictures the page becomes longer. An id begins with the number of its
// picture: s7-piece-F.
func WriteSheet(w io.Writer, first int, pictures []Picture) error {
	var plans [][]*drawPlan
	for _, pic := range pictures {
		plans = append(plans, newPlansWithOthers(pic))
	}
	l := chooseLabelStyle(slices.Concat(plans...))
	var drawings []drawing
	for _, of := range plans {
		drawings = append(drawings, drawingsInRow(of, l, false))
	}
	sheet := tileDrawings(drawings, func(c *svgWriter, i int) (number int, words caption) {
		c.idPrefix = fmt.Sprintf("s%d-", first+i)
		return first + i, captionOfPicture(pictures[i])
	})
	if title := sharedTitle(pictures); title != "" {
		sheet = sheet.withTitleAbove(title)
	}
	if key := l.labelKeyDrawing(pageWidth - 2*pageMargin); key.height > 0 {
		sheet = sheet.withDrawingBelow(key)
	}
	return writeDocument(w, captionOfSheet(first, len(pictures)), sheet)
}

// sharedTitle returns the title of several pictures, or "" if their titles differ.
func sharedTitle(pictures []Picture) string {
	if len(pictures) < 2 || slices.ContainsFunc(pictures,
		func(p Picture) bool { return p.Title != pictures[0].Title }) {
		return ""
	}
	return pictures[0].Title
}

// withTitleAbove returns a sheet with a title in its upper margin.
func (d drawing) withTitleAbove(title string) drawing {
	size := min(0.75*pageMargin, 1.5*d.width/float64(max(1, runewidth.StringWidth(title))))
	return drawing{d.width, d.height, func(c *svgWriter) {
		c.drawTextLine(complex(pageWidth/2, 0.8*pageMargin), size, title, "text-anchor", "middle", "fill", thickLineInk)
		d.drawContent(c)
	}}
}

func captionOfSheet(first, count int) caption {
	return caption{description: fmt.Sprintf("%s, from number %d on", source.Plural(count, "picture"), first)}
}

// ComposeSVG puts documents that [WriteSVG] has written on one page, as WriteSheet does with pictures. The same id may
// occur in several of them.
func ComposeSVG(w io.Writer, first int, documents []string) error {
	var drawings []drawing
	for _, text := range documents {
		d, err := parseDrawing(text)
		if err != nil {
			return err
		}
		drawings = append(drawings, d)
	}
	sheet := tileDrawings(drawings, func(_ *svgWriter, i int) (int, caption) { return first + i, caption{} })
	return writeDocument(w, captionOfSheet(first, len(documents)), sheet)
}

// documentStartPattern matches the beginning of a document up to its content.
var documentStartPattern = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`<svg [^>]*width="([0-9.]+)" height="([0-9.]+)"[^>]*>`)
})

// parseDrawing returns the drawing of a document.
func parseDrawing(document string) (drawing, error) {
	begin, end := documentStartPattern().FindStringSubmatchIndex(document), strings.LastIndex(document, "</svg>")
	if begin == nil || end < begin[1] {
		return drawing{}, errors.New("this is no picture")
	}
	width, err := strconv.ParseFloat(document[begin[2]:begin[3]], 64)
	height, wrong := strconv.ParseFloat(document[begin[4]:begin[5]], 64)
	return drawing{width, height, func(c *svgWriter) { c.output.WriteString(document[begin[1]:end]) }},
		cmp.Or(err, wrong)
}

// tileDrawings puts drawings on tiles of a page, each with its number. The function about returns the number and the
// caption of a drawing.
func tileDrawings(drawings []drawing, about func(c *svgWriter, i int) (number int, words caption)) drawing {
	t := chooseTileGrid(drawings)
	rows := 0
	if len(drawings) > 0 {
		rows = (len(drawings)-1)/t.columnCount + 1
	}
	height := max(pageHeight, 2*pageMargin+float64(rows)*t.tileHeight)
	return drawing{pageWidth, height, func(c *svgWriter) {
		for i, d := range drawings {
			number, words := about(c, i)
			c.openElement("g", "class", "tile", "role", "img", "aria-label", fmt.Sprintf("%d: %s", number, words))
			c.textElement("title", words.title)
			t.drawTile(c, i, strconv.Itoa(number), d)
			c.closeElement("g")
		}
	}}
}

// tileGrid divides a page into tiles of equal size, row by row.
type tileGrid struct {
	columnCount           int
	tileWidth, tileHeight float64
}

// tileCorner returns the upper left corner of tile i.
func (t tileGrid) tileCorner(i int) point {
	return complex(float64(i%t.columnCount)*t.tileWidth, float64(i/t.columnCount)*t.tileHeight)
}

// chooseTileGrid returns the tiles that let drawings be largest. The widest and the highest drawing decide.
func chooseTileGrid(drawings []drawing) (best tileGrid) {
	var largest drawing
	for _, d := range drawings {
		largest.width, largest.height = max(largest.width, d.width), max(largest.height, d.height)
	}
	count := min(len(drawings), MaxPagePictures)
	for across := 1; across <= count; across++ {
		down := (count + across - 1) / across
		t := tileGrid{across, (pageWidth - 2*pageMargin) / float64(across), (pageHeight - 2*pageMargin) / float64(down)}
		if across == 1 || t.scaleToFitTile(largest) > best.scaleToFitTile(largest) {
			best = t
		}
	}
	return best
}

// scaleToFitTile returns the scale at which a drawing fits a tile.
func (t tileGrid) scaleToFitTile(d drawing) float64 {
	return min(tilePictureShare*t.tileWidth/d.width, (1-tileNumberShare)*t.tileHeight/d.height)
}

// drawTile draws a picture in the middle of its tile, its number above it.
func (t tileGrid) drawTile(c *svgWriter, i int, number string, d drawing) {
	heading, scale := tileNumberShare*t.tileHeight, t.scaleToFitTile(d)
	size := min(24, 0.8*heading)
	top := t.tileCorner(i) + complex(pageMargin+t.tileWidth/2,
		pageMargin+heading+(t.tileHeight-heading-scale*d.height)/2)
	c.drawTextLine(top-complex(0, 0.1*size), size, number, "text-anchor", "middle", "fill", thickLineInk)
	d.drawScaledAt(c, top-complex(scale*d.width/2, 0), scale)
}
