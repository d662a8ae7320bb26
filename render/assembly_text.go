package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"quadrille/compile/lattice"
)

// sideNames say from where a piece comes along an axis of space, as layers are drawn: the first one is
// on top, and its first row behind.
var sideNames = [3][3]string{{"above", "", "below"}, {"behind", "", "the front"}, {"the left", "", "the right"}}

// sideName says from where a piece comes.
func (p Assembly) sideName(side lattice.Cell) string {
	// columns and rows of balls begin further to the left and to the back, layer by layer
	if p.lattice == lattice.Balls {
		side[1], side[2] = 2*side[1]-side[0], 2*side[2]-side[0]
	}
	var words []string
	for axis, v := range side {
		if name := sideNames[axis][1+cmp.Compare(v, 0)]; name != "" {
			words = append(words, name)
		}
	}
	if len(words) == 3 {
		words = []string{words[0] + ", " + words[1], words[2]}
	}
	return strings.Join(words, " and ")
}

// Text says the plan in words, a step on a line, given the names of the pieces. A step that
// names nothing to join adds to what the one before has built.
func (p Assembly) Text(names []string) string {
	named := func(pieces []int) string {
		var words []string
		for _, i := range pieces {
			words = append(words, names[i])
		}
		return strings.Join(words, " + ")
	}
	var b strings.Builder
	for _, group := range p.Stuck {
		fmt.Fprintf(&b, "  stuck: %s: no piece or group of these can leave the others in a straight line along "+
			"an axis\n", named(group))
	}
	var built []int
	for i, s := range p.Steps {
		to := ""
		if !slices.Equal(s.To, built) {
			to = " to " + named(s.To)
		}
		fmt.Fprintf(&b, "  %d. %s%s, from %s\n", i+1, named(s.Pieces), to, p.sideName(s.From))
		built = slices.Sorted(slices.Values(slices.Concat(s.Pieces, s.To)))
	}
	return b.String()
}
