package draw

import (
	"fmt"
	"math"
	"math/cmplx"
	"strings"

	"github.com/mattn/go-runewidth"

	"quadrille/compile/lattice"
)

// All labels of a document have one size: the greatest with which every label fits its piece. A label is put where the
// box around it has most room. That place is found like the point of an area that is farthest from its border, where
// distance is measured by boxes in the proportions of the label. If labels would be too small to read, short names
// stand in place of long labels, and a key below the picture explains them.
const (
	largestLabelSize    = squareSide / 2
	smallestLabelSize   = squareSide / 4
	labelBoxHeight      = 1.25 // height of the box around a label, as a multiple of the label's size
	labelBoxSideSpace   = 0.45 // width of the box minus width of the label, as a multiple of the label's size
	labelRimWidth       = 2.0  // width of the rim around letters
	labelPlacePrecision = 0.5  // precision of the search for room; a cell is 40 wide
)

// pieceLabel is a label on one part of a piece.
type pieceLabel struct {
	labelText   string
	boxCentre   point // centre of the box around the label
	pieceNumber int
}

// labelStyle is the style of all labels of a document.
type labelStyle struct {
	letterSize  float64
	shortNameOf map[string]string // for each label, its short name; nil if labels are written in full
}

// labelText returns the label or its short name.
func (l labelStyle) labelText(text string) string {
	if short, ok := l.shortNameOf[text]; ok {
		return short
	}
	return text
}

// chooseLabelStyle returns the style for all pictures of a document, and places the labels.
func chooseLabelStyle(plans []*drawPlan) labelStyle {
	l := labelStyle{letterSize: placeAllLabels(plans, labelStyle{})}
	if l.letterSize >= smallestLabelSize {
		return l
	}
	short := labelStyle{shortNameOf: shortLabelNames(plans)}
	if short.letterSize = placeAllLabels(plans, short); short.letterSize > l.letterSize {
		return short
	}
	l.letterSize = placeAllLabels(plans, l) // places the labels with their short names
	return l
}

// placeAllLabels places all labels, and returns the greatest size with which all labels fit.
func placeAllLabels(plans []*drawPlan, l labelStyle) float64 {
	size, known := largestLabelSize, map[string]relativeLabelPlace{}
	for _, p := range plans {
		if p.Lattice.StickEnds != nil {
			for _, piece := range p.Pieces {
				size = min(size, labelSizeOnBead(l.labelText(piece.Label)))
			}
			continue
		}
		p.pieceLabels = map[lattice.Cell][]pieceLabel{}
		for _, layer := range p.layersOfCells(p.BoardCells) {
			for i, piece := range p.Pieces {
				size = min(size, p.placeLabel(layer, i, l.labelText(piece.Label), known))
			}
		}
	}
	return size
}

// relativeLabelPlace is the place for a label on a shape, relative to the centre of the shape's first cell.
type relativeLabelPlace struct {
	firstCentre point
	labelCentre point
	labelSize   float64
}

// placeLabel places a label on each part of a piece in a layer, and returns the greatest size that fits. The map known
// holds the places of labels on shapes that occurred before.
func (p *drawPlan) placeLabel(layer lattice.Shape, piece int, text string,
	known map[string]relativeLabelPlace) float64 {
	size := largestLabelSize
	if text == "" {
		return size
	}
	for _, part := range p.Lattice.ConnectedParts(p.Pieces[piece].Cells.Intersect(layer)) {
		if free := part.FilterCells(func(c lattice.Cell) bool { return p.CellMarks[c] == "" }); len(free) > 0 {
			part = free
		}
		key := fmt.Sprint(p.Lattice.Name, p.Lattice.ShiftToOrigin(part), text)
		best, ok := known[key]
		if !ok {
			best.firstCentre = p.cellCentre(part[0])
			best.labelCentre, best.labelSize = p.roomiestLabelPlace(part, textWidth(text))
			known[key] = best
		}
		size = min(size, best.labelSize)
		p.pieceLabels[layer[0]] = append(p.pieceLabels[layer[0]],
			pieceLabel{text, best.labelCentre + p.cellCentre(part[0]) - best.firstCentre,
				piece})
	}
	return size
}

// roomiestLabelPlace returns the centre of the largest box inside the cells that is width times as wide as high, and
// the size of a label there. It examines squares around each cell. A square that may contain a better point than the
// best so far is split into four (the algorithm of Mapbox's polylabel). Coordinates are scaled so that the box is a
// square. Of points with equal room the point nearest to the centre is taken.
func (p *drawPlan) roomiestLabelPlace(cells lattice.Shape, width float64) (best point, size float64) {
	width += labelBoxSideSpace
	squeeze := func(v point) point { return complex(real(v)/width, imag(v)/labelBoxHeight) }
	walls := p.borderSegments(cells)
	for i, w := range walls {
		walls[i] = [2]point{squeeze(w[0]), squeeze(w[1])}
	}
	var squares []point
	var middle point
	half := 0.0
	for _, c := range cells {
		centre := squeeze(p.cellCentre(c))
		for _, corner := range p.cellCorners(c) {
			half = max(half, maximumNorm(squeeze(corner)-centre))
		}
		squares, middle = append(squares, centre), middle+centre/complex(float64(len(cells)), 0)
	}
	squares = append(squares, middle)
	top := math.Inf(-1)
	for ; len(squares) > 0; half /= 2 {
		var promising []point
		for _, at := range squares {
			score := roomAroundPoint(at, walls) - 0.02*cmplx.Abs(at-middle)
			if score > top {
				top, best = score, at
			}
			if score+half > top+labelPlacePrecision {
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
	return complex(real(best)*width, imag(best)*labelBoxHeight), 2 * roomAroundPoint(best, walls)
}

// borderSegments returns the border of a part of a piece as line segments. They are the walls around its labels.
func (p *drawPlan) borderSegments(cells lattice.Shape) (walls [][2]point) {
	if p.Lattice == lattice.Balls {
		return p.ballBorderSegments(cells)
	}
	for _, s := range p.listCellSides(cells) {
		if len(s.adjacentCells) == 1 {
			walls = append(walls, [2]point{p.pagePoint(s.fromPoint), p.pagePoint(s.toPoint)})
		}
	}
	return walls
}

// roomAroundPoint returns half the side of the largest square around a point that touches no wall. It is negative
// outside of the walls.
func roomAroundPoint(at point, walls [][2]point) float64 {
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

// segmentDistance returns the distance of a segment from the origin in the maximum norm, which is half the side of the
// smallest square around the origin that touches the segment. The minimum is at an end of the segment, or where the
// coordinates have equal absolute values, or where one of them is 0.
func segmentDistance(a, b point) float64 {
	d := b - a
	least := min(maximumNorm(a), maximumNorm(b))
	for _, t := range []float64{
		-real(a) / real(d), -imag(a) / imag(d),
		(imag(a) - real(a)) / (real(d) - imag(d)), -(imag(a) + real(a)) / (real(d) + imag(d)),
	} {
		if t > 0 && t < 1 {
			least = min(least, maximumNorm(a+complex(t, 0)*d))
		}
	}
	return least
}

func maximumNorm(v point) float64 { return max(math.Abs(real(v)), math.Abs(imag(v))) }

// textWidth returns the estimated width of a text in common sans-serif fonts, as a multiple of the size of the letters.
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

// shortLabelNames returns, for each label, its shortest prefix that no other label begins with. Accents stay with their
// letters, and primes with their names, as F and F' are mirror images.
func shortLabelNames(plans []*drawPlan) map[string]string {
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

// shortestPrefix returns the shortest prefix of a name that no other name begins with.
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
