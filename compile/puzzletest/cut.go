package puzzletest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

func init() { makers["dissect"] = randomCut }

// cut is a dissection: a shape of squares to be cut into pieces that form another one.
type cut struct {
	from, to  []point
	pieces    int
	motions   []func(point) point // motions of the first shape, with its corner moved back to the origin
	low, high int                 // range for the cells of a piece
	connected bool
	part      *part
}

// mapping is a motion, by its number, and a shift.
type mapping struct {
	motion int
	shift  point
}

// randomCut makes a dissection. A whole dissection is a single choice, since pieces may be empty or
// disconnected.
func randomCut(r *rand.Rand) *part {
	g := geometries[0]
	g.prepareOnce()
	n := 2 + r.IntN(3)
	c := &cut{from: g.atHome(g.grown(r, n)), pieces: 2, high: n,
		part: &part{bounds: map[string]bound{"dissected": exactlyOnce}}}
	if c.to = g.atHome(g.grown(r, n)); r.IntN(3) == 0 {
		c.to = slices.Clone(c.from)
	}
	word := anyOf(r, "", "shift", "rotate", "flip")
	if word == "flip" && n > 3 {
		word = "shift"
	}
	var rules []string
	if word != "" {
		rules = append(rules, word)
	}
	c.addMotions(map[string]int{"": 4, "shift": 1, "rotate": 4, "flip": 8}[word])
	switch r.IntN(4) {
	case 0:
		c.low = 1
		rules = append(rules, "pieces nonempty")
	case 1:
		c.low = r.IntN(2)
		c.high = 1 + r.IntN(n)
		rules = append(rules, fmt.Sprintf("sizes %d..%d", c.low, c.high))
	}
	if c.connected = r.IntN(3) == 0; c.connected {
		rules = append(rules, "pieces connected")
	}
	for i, rule := range rules {
		rules[i] = "  " + rule + "\n"
	}
	c.part.text = fmt.Sprintf("dissect %s into %d pieces forming %s {\n%s}\n", g.allWritten(c.from),
		c.pieces,
		g.allWritten(c.to), strings.Join(rules, ""))
	c.chooseMappings(nil, c.legal())
	return c.part
}

// addMotions adds n motions: clockwise rotations, and those of the transposed shape.
func (c *cut) addMotions(n int) {
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
		for _, p := range c.from {
			moved = append(moved, turn(p))
		}
		corner := leastOf(moved)
		c.motions = append(c.motions, func(p point) point { return turn(p).minus(corner) })
	}
}

// image returns the image of the first shape under a motion, in order.
func (c *cut) image(motion int) (out []point) {
	for _, p := range c.from {
		out = append(out, c.motions[motion](p))
	}
	slices.SortFunc(out, func(a, b point) int { return slices.Compare(a[:], b[:]) })
	return out
}

// legal returns the mappings after which the first shape meets the second one.
func (c *cut) legal() (out []mapping) {
	for row := -6; row <= 6; row++ {
		for column := -6; column <= 6; column++ {
			by := point{row, column}
			meets := false
			for m := range c.motions {
				meets = meets || slices.ContainsFunc(c.image(m),
					func(p point) bool { return slices.Contains(c.to, p.plus(by)) })
			}
			for m := range c.motions {
				if meets {
					out = append(out, mapping{m, by})
				}
			}
		}
	}
	return out
}

// chooseMappings chooses a mapping for each piece.
func (c *cut) chooseMappings(chosen []mapping, legal []mapping) {
	k := len(chosen)
	if k == c.pieces {
		c.assign(chosen, nil)
		return
	}
	for _, m := range legal {
		if k == 0 && slices.ContainsFunc(ascendingTo(m.motion),
			func(earlier int) bool { return slices.Equal(c.image(earlier), c.image(m.motion)) }) {
			continue
		}
		if k > 0 && (m == chosen[k-1] || slices.Compare(m.shift[:], chosen[k-1].shift[:]) < 0) {
			continue
		}
		c.chooseMappings(append(slices.Clone(chosen), m), legal)
	}
}

// assign gives each cell to a piece.
func (c *cut) assign(chosen []mapping, of []int) {
	k := len(of)
	if k == len(c.from) {
		c.enter(chosen, of)
		return
	}
	onto := func(i, piece int) point { return c.motions[chosen[piece].motion](c.from[i]).plus(chosen[piece].shift) }
	for piece := range chosen {
		to := onto(k, piece)
		if slices.Contains(c.to, to) && !slices.ContainsFunc(ascendingTo(k), func(i int) bool {
			return onto(i,
				of[i]) == to
		}) {
			c.assign(chosen, append(slices.Clone(of), piece))
		}
	}
}

// enter adds a dissection if its pieces obey the rules.
func (c *cut) enter(chosen []mapping, of []int) {
	var keys []string
	for piece := range chosen {
		var cells []point
		var names []string
		for i, p := range of {
			if p == piece {
				cells = append(cells, c.from[i])
				names = append(names, fmt.Sprintf("%d,%d", c.from[i][0], c.from[i][1]))
			}
		}
		if len(cells) < c.low || len(cells) > c.high || c.connected && !inOnePart(cells) {
			return
		}
		keys = append(keys, onCells(fmt.Sprintf("piece %d", piece+1), names))
	}
	c.part.choices = append(c.part.choices, choice{strings.Join(keys, ";"), []held{{"dissected", "", 1}}})
}

// inOnePart reports whether squares are connected, or there are none.
func inOnePart(cells []point) bool {
	if len(cells) == 0 {
		return true
	}
	reached := []point{cells[0]}
	for k := 0; k < len(reached); k++ {
		for _, by := range leap(0, 1) {
			if to := reached[k].plus(by); slices.Contains(cells, to) && !slices.Contains(reached, to) {
				reached = append(reached, to)
			}
		}
	}
	return len(reached) == len(cells)
}
