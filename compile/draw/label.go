package draw

import (
	"fmt"
	"math"
	"math/cmplx"
	"strings"

	"github.com/mattn/go-runewidth"

	"quadrille/compile/lattice"
)

// All labels of a document have one size: the greatest that fits the tightest piece. Each label stands where
// the box around it has most room. That point is found like the point of an area farthest from its border, with
// distances measured by boxes of the label's proportions. If labels would become too small to read, short names
// replace long ones, and a key below the picture explains them.
const (
	largestLetters  = unit / 2
	smallestLetters = unit / 4
	labelHeight     = 1.25 // height of the box around a label, by the label's size
	labelRoom       = 0.45 // difference between the widths of box and label, by the label's size
	labelRim        = 2.0  // width of the outline around the letters
	labelExact      = 0.5  // precision of the search for room, where a cell has 40
)

// pieceLabel is the label on a part of a piece.
type pieceLabel struct {
	text  string
	at    point // the centre of the box around it
	piece int
}

// lettering is the style of all labels of a document.
type lettering struct {
	size  float64
	short map[string]string // by label: its short name; nil if all labels are written in full
}

// labelText returns the label or its short name.
func (l lettering) labelText(text string) string {
	if short, ok := l.short[text]; ok {
		return short
	}
	return text
}

// chooseLettering returns the lettering for all pictures of a document, and places the labels.
func chooseLettering(plans []*drawPlan) lettering {
	l := lettering{size: fitLabels(plans, lettering{})}
	if l.size >= smallestLetters {
		return l
	}
	short := lettering{short: shortNames(plans)}
	if short.size = fitLabels(plans, short); short.size > l.size {
		return short
	}
	l.size = fitLabels(plans, l) // places the labels again
	return l
}

// fitLabels places all labels, and returns the greatest size that fits all.
func fitLabels(plans []*drawPlan, l lettering) float64 {
	size, known := largestLetters, map[string]labelPlace{}
	for _, p := range plans {
		if p.Lattice.Ends != nil {
			for _, piece := range p.Pieces {
				size = min(size, beadSize(l.labelText(piece.Label)))
			}
			continue
		}
		p.labels = map[lattice.Cell][]pieceLabel{}
		for _, layer := range p.splitLayers(p.Board) {
			for i, piece := range p.Pieces {
				size = min(size, p.placeLabel(layer, i, l.labelText(piece.Label), known))
			}
		}
	}
	return size
}

// labelPlace is the place with most room for a label in a shape, relative to the centre of the shape's first
// cell.
type labelPlace struct {
	from point
	at   point
	size float64
}

// placeLabel places the label on each part of a piece in a layer, and returns the size that fits. The map known
// caches places by shape.
func (p *drawPlan) placeLabel(layer lattice.Shape, piece int, text string, known map[string]labelPlace) float64 {
	size := largestLetters
	if text == "" {
		return size
	}
	for _, part := range p.Lattice.ConnectedParts(p.Pieces[piece].Cells.And(layer)) {
		if free := part.Keep(func(c lattice.Cell) bool { return p.Marks[c] == "" }); len(free) > 0 {
			part = free
		}
		key := fmt.Sprint(p.Lattice.Name, p.Lattice.AtOrigin(part), text)
		best, ok := known[key]
		if !ok {
			best.from = p.cellCentre(part[0])
			best.at, best.size = p.roomiestPoint(part, textWidth(text))
			known[key] = best
		}
		size = min(size, best.size)
		p.labels[layer[0]] = append(p.labels[layer[0]], pieceLabel{text, best.at + p.cellCentre(part[0]) - best.from,
			piece})
	}
	return size
}

// roomiestPoint returns the centre of the largest box inside the cells whose width is width times its height,
// and the size of a label there. It examines squares around each cell, and divides those into four that could
// contain a better point than the best so far (the algorithm of Mapbox's polylabel). Coordinates are scaled so
// that the box is a square. Of points with equal room, the one nearest to the centre wins.
func (p *drawPlan) roomiestPoint(cells lattice.Shape, width float64) (best point, size float64) {
	width += labelRoom
	squeeze := func(v point) point { return complex(real(v)/width, imag(v)/labelHeight) }
	walls := p.wallSegments(cells)
	for i, w := range walls {
		walls[i] = [2]point{squeeze(w[0]), squeeze(w[1])}
	}
	var squares []point
	var middle point
	half := 0.0
	for _, c := range cells {
		centre := squeeze(p.cellCentre(c))
		for _, corner := range p.cellCorners(c) {
			half = max(half, chebyshevNorm(squeeze(corner)-centre))
		}
		squares, middle = append(squares, centre), middle+centre/complex(float64(len(cells)), 0)
	}
	squares = append(squares, middle)
	top := math.Inf(-1)
	for ; len(squares) > 0; half /= 2 {
		var promising []point
		for _, at := range squares {
			score := squareRoom(at, walls) - 0.02*cmplx.Abs(at-middle)
			if score > top {
				top, best = score, at
			}
			if score+half > top+labelExact {
				promising = append(promising, at)
			}
		}
		squares = nil
		for _, at := range promising {
			for _, quarter := range []point{-1 - 1i, 1 - 1i, -1 + 1i, 1 + 1i} {
				squares = append(squares, at+quarter*complex(half/2, 0))
			}
		}
	}
	return complex(real(best)*width, imag(best)*labelHeight), 2 * squareRoom(best, walls)
}

// wallSegments returns the border of a part of a piece.
func (p *drawPlan) wallSegments(cells lattice.Shape) (walls [][2]point) {
	if p.Lattice == lattice.Balls {
		return p.ballWalls(cells)
	}
	for _, s := range p.listSides(cells) {
		if len(s.cells) == 1 {
			walls = append(walls, [2]point{p.pagePoint(s.from), p.pagePoint(s.to)})
		}
	}
	return walls
}

// squareRoom is half the side of the largest square around a point that touches no wall. It is negative outside
// the walls.
func squareRoom(at point, walls [][2]point) float64 {
	least, inside := math.Inf(1), false
	for _, w := range walls {
		a, b := w[0]-at, w[1]-at
		least = min(least, segmentDistance(a, b))
		if imag(a) > 0 != (imag(b) > 0) && real(a)+(real(b)-real(a))*imag(a)/(imag(a)-imag(b)) > 0 {
			inside = !inside // a ray to the right crosses the wall
		}
	}
	if !inside {
		return -least
	}
	return least
}

// segmentDistance is the distance of a segment from the origin in the maximum norm: half the side of the
// smallest square around the origin that touches it. The minimum is at an end, or where the coordinates have
// equal absolute values or one is 0.
func segmentDistance(a, b point) float64 {
	d := b - a
	least := min(chebyshevNorm(a), chebyshevNorm(b))
	for _, t := range []float64{
		-real(a) / real(d), -imag(a) / imag(d),
		(imag(a) - real(a)) / (real(d) - imag(d)), -(imag(a) + real(a)) / (real(d) + imag(d)),
	} {
		if t > 0 && t < 1 {
			least = min(least, chebyshevNorm(a+complex(t, 0)*d))
		}
	}
	return least
}

func chebyshevNorm(v point) float64 { return max(math.Abs(real(v)), math.Abs(imag(v))) }

// textWidth estimates the width of a text, by its size, in common sans-serif fonts.
func textWidth(text string) float64 {
	width := 0.0
	for _, r := range text {
		switch columns := runewidth.RuneWidth(r); {
		case columns == 2:
			width++
		case columns == 1 && strings.ContainsRune("iljI.,'|:;!", r):
			width += 0.36
		case columns == 1 && strings.ContainsRune("mwMW@%", r):
			width += 1
		case columns == 1:
			width += 0.67
		}
	}
	return max(0.36, width)
}

// shortNames returns for each label its shortest prefix that no other label has. Accents stay with their
// letters, and primes with their names: mirror images are F and F'.
func shortNames(plans []*drawPlan) map[string]string {
	short, bases := map[string]string{}, map[string]bool{}
	for _, p := range plans {
		for _, piece := range p.Pieces {
			base := strings.TrimRight(piece.Label, "'")
			bases[base], short[piece.Label] = true, base
		}
	}
	for name, base := range short {
		short[name] = shortestPrefix(base, bases) + name[len(base):]
	}
	return short
}

// shortestPrefix returns the shortest prefix of a name that no other name has.
func shortestPrefix(name string, all map[string]bool) string {
	for end, r := range name {
		shared := false
		for other := range all {
			shared = shared || other != name && strings.HasPrefix(other, name[:end])
		}
		if end > 0 && runewidth.RuneWidth(r) > 0 && !shared {
			return name[:end]
		}
	}
	return name
}
