package puzzletest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

func init() { partMakers["dissect"] = randomDissection }

// dissectionMaker makes a dissection: a source shape of squares is cut into pieces that form a target shape.
type dissectionMaker struct {
	sourceCells, targetCells []point
	pieceCount               int
	// motions of the source shape; after each motion the corner of the shape is moved back to the origin
	shapeMotions                    []func(point) point
	leastPieceCells, mostPieceCells int // bounds for the number of cells of a piece
	requiresConnectedPieces         bool
	puzzlePart                      *puzzlePart
}

// motionThenShift is a motion, given by its index, and then a shift.
type motionThenShift struct {
	motionNumber int
	shift        point
}

// randomDissection makes a dissection. A whole dissection is one choice, as pieces may be empty or in several parts.
func randomDissection(r *rand.Rand) *puzzlePart {
	g := allGeometries[0]
	g.buildMissingTables()
	n := 2 + r.IntN(3)
	c := &dissectionMaker{sourceCells: g.shiftToOrigin(g.growRandomShape(r, n)), pieceCount: 2, mostPieceCells: n,
		puzzlePart: &puzzlePart{itemBounds: map[string]itemBound{"dissected": exactlyOnce}}}
	if c.targetCells = g.shiftToOrigin(g.growRandomShape(r, n)); r.IntN(3) == 0 {
		c.targetCells = slices.Clone(c.sourceCells)
	}
	word := randomValueOf(r, "", "shift", "rotate", "flip")
	if word == "flip" && n > 3 {
		word = "shift"
	}
	var rules []string
	if word != "" {
		rules = append(rules, word)
	}
	c.addShapeMotions(map[string]int{"": 4, "shift": 1, "rotate": 4, "flip": 8}[word])
	switch r.IntN(4) {
	case 0:
		c.leastPieceCells = 1
		rules = append(rules, "sizes at least 1")
	case 1:
		c.leastPieceCells = r.IntN(2)
		c.mostPieceCells = 1 + r.IntN(n)
		rules = append(rules, fmt.Sprintf("sizes %d..%d", c.leastPieceCells, c.mostPieceCells))
	}
	if c.requiresConnectedPieces = r.IntN(3) == 0; c.requiresConnectedPieces {
		rules = append(rules, "connected")
	}
	for i, rule := range rules {
		rules[i] = "  " + rule + "\n"
	}
	c.puzzlePart.statementText = fmt.Sprintf("dissect %s into %d pieces forming %s {\n%s}\n",
		g.allPlacesText(c.sourceCells),
		c.pieceCount,
		g.allPlacesText(c.targetCells), strings.Join(rules, ""))
	c.chooseMappings(nil, c.legalMappings())
	return c.puzzlePart
}

// addShapeMotions adds n motions: clockwise rotations, and then the same rotations after rows and columns are
// exchanged.
func (c *dissectionMaker) addShapeMotions(n int) {
	for k := range n {
		turn := func(p point) point {
			if k >= 4 {
				p = point{p[1], p[0]}
			}
			for range k % 4 {
				p = point{p[1], -p[0]}
			}
			return p
		}
		var moved []point
		for _, p := range c.sourceCells {
			moved = append(moved, turn(p))
		}
		corner := leastCorner(moved)
		c.shapeMotions = append(c.shapeMotions, func(p point) point { return turn(p).minusPoint(corner) })
	}
}

// imageOfShape returns the images of the cells of the source shape under a motion, in order.
func (c *dissectionMaker) imageOfShape(motion int) (out []point) {
	for _, p := range c.sourceCells {
		out = append(out, c.shapeMotions[motion](p))
	}
	slices.SortFunc(out, func(a, b point) int { return slices.Compare(a[:], b[:]) })
	return out
}

// legalMappings returns each motion with each shift after which an image of the source shape meets the target shape.
func (c *dissectionMaker) legalMappings() (out []motionThenShift) {
	for row := -6; row <= 6; row++ {
		for column := -6; column <= 6; column++ {
			by := point{row, column}
			meets := false
			for m := range c.shapeMotions {
				meets = meets || slices.ContainsFunc(c.imageOfShape(m),
					func(p point) bool { return slices.Contains(c.targetCells, p.plusPoint(by)) })
			}
			for m := range c.shapeMotions {
				if meets {
					out = append(out, motionThenShift{m, by})
				}
			}
		}
	}
	return out
}

// chooseMappings chooses a mapping for each piece, in all ways.
func (c *dissectionMaker) chooseMappings(chosen []motionThenShift, legal []motionThenShift) {
	k := len(chosen)
	if k == c.pieceCount {
		c.assignCellsToPieces(chosen, nil)
		return
	}
	for _, m := range legal {
		if k == 0 && slices.ContainsFunc(numbersFromZero(m.motionNumber),
			func(earlier int) bool { return slices.Equal(c.imageOfShape(earlier), c.imageOfShape(m.motionNumber)) }) {
			continue
		}
		if k > 0 && (m == chosen[k-1] || slices.Compare(m.shift[:], chosen[k-1].shift[:]) < 0) {
			continue
		}
		c.chooseMappings(append(slices.Clone(chosen), m), legal)
	}
}

// assignCellsToPieces gives each cell to a piece, in all ways. The argument of holds the pieces of the cells so far.
func (c *dissectionMaker) assignCellsToPieces(chosen []motionThenShift, of []int) {
	k := len(of)
	if k == len(c.sourceCells) {
		c.addDissectionIfValid(chosen, of)
		return
	}
	onto := func(i, piece int) point {
		return c.shapeMotions[chosen[piece].motionNumber](c.sourceCells[i]).plusPoint(chosen[piece].shift)
	}
	for piece := range chosen {
		to := onto(k, piece)
		if slices.Contains(c.targetCells, to) && !slices.ContainsFunc(numbersFromZero(k), func(i int) bool {
			return onto(i,
				of[i]) == to
		}) {
			c.assignCellsToPieces(chosen, append(slices.Clone(of), piece))
		}
	}
}

// addDissectionIfValid adds a dissection if its pieces obey the rules. The argument of holds the piece of each cell.
func (c *dissectionMaker) addDissectionIfValid(chosen []motionThenShift, of []int) {
	var keys []string
	for piece := range chosen {
		var cells []point
		var names []string
		for i, p := range of {
			if p == piece {
				cells = append(cells, c.sourceCells[i])
				names = append(names, fmt.Sprintf("%d,%d", c.sourceCells[i][0], c.sourceCells[i][1]))
			}
		}
		if len(cells) < c.leastPieceCells || len(cells) > c.mostPieceCells ||
			c.requiresConnectedPieces && !isConnected(cells) {
			return
		}
		keys = append(keys, keyOfThingOnCells(fmt.Sprintf("piece %d", piece+1), names))
	}
	c.puzzlePart.choices = append(c.puzzlePart.choices,
		puzzleChoice{strings.Join(keys, ";"), []heldItem{{"dissected", "", 1}}})
}

// isConnected reports whether squares are connected, or there are none.
func isConnected(cells []point) bool {
	if len(cells) == 0 {
		return true
	}
	reached := []point{cells[0]}
	for k := 0; k < len(reached); k++ {
		for _, by := range movesInAllDirections(0, 1) {
			if to := reached[k].plusPoint(by); slices.Contains(cells, to) && !slices.Contains(reached, to) {
				reached = append(reached, to)
			}
		}
	}
	return len(reached) == len(cells)
}
