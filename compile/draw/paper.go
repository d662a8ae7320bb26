package draw

import (
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"

	"quadrille/lang/source"
)

// A [Page] is a page of paper with texts and pictures on it, placed in millimetres. The caller chooses what is on the
// page; this file keeps true sizes: at scale 1 a square of a board is ten millimetres wide.

// unitsPerMillimetre is the number of units of SVG in a millimetre of paper.
const unitsPerMillimetre = squareSide / 10

// PictureBlock is the drawing of a picture, to be placed on a page. Width and Height are its size in millimetres at
// scale 1, with a margin of 2.5 millimetres on each side.
type PictureBlock struct {
	Width, Height float64
	caption       caption
	blockDrawing  drawing
}

// NewPictureBlocks returns the drawings of pictures, with labels of one size. Where names are shortened, the key
// explains them; otherwise the key has the height 0. The key is keyWidth millimetres wide, unless an entry needs more.
func NewPictureBlocks(pictures []Picture, keyWidth float64) (blocks []PictureBlock, key PictureBlock) {
	var plans [][]*drawPlan
	var all []*drawPlan
	for _, pic := range pictures {
		plans = append(plans, newPlansWithOthers(pic))
		all = append(all, plans[len(plans)-1]...)
	}
	l := chooseLabelStyle(all)
	for k, of := range plans {
		blocks = append(blocks, newPictureBlock(drawingsInRow(of, l, false), captionOfPicture(pictures[k])))
	}
	return blocks, newPictureBlock(l.labelKeyDrawing(keyWidth*unitsPerMillimetre), caption{description: "key"})
}

// NewDetailedPictureBlock returns the drawing of a picture in which each cell is an element, as in the document that
// [WriteSVG] writes.
func NewDetailedPictureBlock(pic Picture) PictureBlock {
	plans := newPlansWithOthers(pic)
	l := chooseLabelStyle(plans)
	d := drawingsInRow(plans, l, true)
	if key := l.labelKeyDrawing(d.width - 2*pictureMargin); key.height > 0 {
		d = d.withDrawingBelow(key)
	}
	return newPictureBlock(d, captionOfPicture(pic))
}

func newPictureBlock(d drawing, words caption) PictureBlock {
	return PictureBlock{d.width / unitsPerMillimetre, d.height / unitsPerMillimetre, words, d}
}

// SVG writes the block alone, as [WriteSVG] writes a picture.
func (b PictureBlock) SVG(w io.Writer) error { return writeDocument(w, b.caption, b.blockDrawing) }

// Description describes what is on the block, for people who do not see it.
func (b PictureBlock) Description() string { return b.caption.String() }

// Page is a page of paper. Lengths and places are in millimetres, from its upper left corner.
type Page struct {
	// Title is the title of the document.
	Title         string
	Width, Height float64
	// PageParts are the parts of the page, in the order in which they are drawn.
	PageParts []PagePart
}

// PagePart is a text, a line or a block on a page. A flipped part stands upside down, as if the page had been turned.
type PagePart struct {
	// X and Y are the beginning of a text's base line, one end of a line, or the upper left corner of a block.
	X, Y       float64
	Text       string
	LetterSize float64 // size of the letters of a text
	IsBold     bool
	// IsMonospaced tells that all letters of a text have one width, three fifths of their size.
	IsMonospaced bool
	TextAnchor   string      // "middle" or "end" if X is the middle or the end of the text
	LineEnd      *[2]float64 // end of a line; its beginning is X and Y
	PictureBlock *PictureBlock
	BlockScale   float64 // scale at which a block is drawn; 1 is its true size
	IsFlipped    bool
}

// SVG writes the page as an SVG document with the size of the paper.
func (g Page) SVG(w io.Writer) error {
	width, height := g.Width*unitsPerMillimetre, g.Height*unitsPerMillimetre
	return writePaper(w, fmt.Sprint(twoDecimals(g.Width), "mm"), fmt.Sprint(twoDecimals(g.Height), "mm"), g.caption(),
		drawing{width, height, func(c *svgWriter) {
			var flipped []PagePart
			for k, p := range g.PageParts {
				if p.IsFlipped {
					flipped = append(flipped, p)
					continue
				}
				c.idPrefix = fmt.Sprintf("p%d-", k)
				p.drawPart(c)
			}
			if flipped == nil {
				return
			}
			c.openElement("g", "transform", fmt.Sprintf("translate(%s) scale(-1)", formatPoint(complex(width, height))))
			for k, p := range flipped {
				c.idPrefix = fmt.Sprintf("f%d-", k)
				p.drawPart(c)
			}
			c.closeElement("g")
		}})
}

// caption lists the pictures of the page for screen readers.
func (g Page) caption() caption {
	var words []string
	for _, p := range g.PageParts {
		if p.PictureBlock != nil && p.PictureBlock.caption.description != "" {
			words = append(words, p.PictureBlock.caption.description)
		}
	}
	return caption{g.Title, strings.Join(words, "; ")}
}

// monospacedLetterWidth is the width of a letter of constant width, as a fraction of the size of the font.
const monospacedLetterWidth = 0.6

var wordOrBlanksPattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\S+`) })

// drawPart draws a part.
func (p PagePart) drawPart(c *svgWriter) {
	at := complex(p.X*unitsPerMillimetre, p.Y*unitsPerMillimetre)
	switch {
	case p.PictureBlock != nil:
		p.PictureBlock.blockDrawing.drawScaledAt(c, at, p.BlockScale)
	case p.LineEnd != nil:
		c.drawPath(openLinePath(at, complex(p.LineEnd[0]*unitsPerMillimetre, p.LineEnd[1]*unitsPerMillimetre)), "fill",
			"none",
			"stroke", thickLineInk, "stroke-width", 1)
	case p.IsMonospaced: // the blanks between the words stay
		for _, word := range wordOrBlanksPattern().FindAllStringIndex(p.Text, -1) {
			before := float64(runewidth.StringWidth(p.Text[:word[0]]))
			c.textElement("text", p.Text[word[0]:word[1]], "x",
				real(at)+before*monospacedLetterWidth*p.LetterSize*unitsPerMillimetre,
				"y", imag(at), "font-family", "monospace", "font-size", p.LetterSize*unitsPerMillimetre, "fill",
				thickLineInk)
		}
	default:
		attributes := []any{"fill", thickLineInk}
		if p.IsBold {
			attributes = append(attributes, "font-weight", "bold")
		}
		if p.TextAnchor != "" {
			attributes = append(attributes, "text-anchor", p.TextAnchor)
		}
		c.drawTextLine(at, p.LetterSize*unitsPerMillimetre, p.Text, attributes...)
	}
}

// WrapText splits a text into lines that are no wider than width, in the fonts of package pdf, if letters have the
// given size. A word that is wider is cut, and a letter that is wider has a line of its own.
func WrapText(text string, size, width float64) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		for both := strings.TrimPrefix(line+" "+word, " "); both != "" && lineWidth(both)*size > width; both = word {
			if line != "" {
				lines, line = append(lines, line), ""
				continue
			}
			fits := countFittingLetters(word, width/size)
			lines, word = append(lines, word[:fits]), word[fits:]
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// countFittingLetters returns the length of the longest prefix of a word, of one letter at least, that is no wider than
// width. The whole word must be wider.
func countFittingLetters(word string, width float64) int {
	_, fits := utf8.DecodeRuneInString(word)
	for end := range word {
		if end > fits && lineWidth(word[:end]) <= width {
			fits = end
		}
	}
	return fits
}

// lineWidth estimates the width of a line of text, as a multiple of the size of its letters: its width in the fonts of
// Go, which is about that in other fonts.
func lineWidth(text string) (width float64) {
	for _, r := range source.EscapeText(text) {
		switch {
		case strings.ContainsRune(" iljtfrI.,'|:;!()[]", r):
			width += 0.33
		case strings.ContainsRune("ckvxyzs", r):
			width += 0.51
		case strings.ContainsRune("mwMW@%—", r):
			width += 0.92
		case r < 0x80 && (r < 'A' || r > 'Z'):
			width += 0.57
		default:
			width += max(0.74, textWidth(string(r)))
		}
	}
	return width
}
