package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"quadrille/compile/lattice"
)

// sideNames holds the names of the sides from which a piece comes, by axis and by direction: negative, none, positive.
// Layers count from above, and rows from the back.
var sideNames = [3][3]string{{"above", "", "below"}, {"behind", "", "the front"}, {"the left", "", "the right"}}

// joinSideNames returns the names of the sides to which a shift of a lattice leads, given the names by axis and
// direction, as in sideNames.
func joinSideNames(l *lattice.Lattice, side lattice.Cell, names [3][3]string) string {
	// a layer of balls is shifted to the left and to the back relative to the layer above
	if l == lattice.Balls {
		side[1], side[2] = 2*side[1]-side[0], 2*side[2]-side[0]
	}
	var words []string
	for axis, v := range side {
		if name := names[axis][1+cmp.Compare(v, 0)]; name != "" {
			words = append(words, name)
		}
	}
	if len(words) == 3 {
		words = []string{words[0] + ", " + words[1], words[2]}
	}
	return strings.Join(words, " and ")
}

// Text describes the plan in words, one step on each line. The argument names holds the names of the pieces, by index.
// If a step names no second group, its pieces are joined to the result of the step before.
func (p Assembly) Text(names []string) string {
	named := func(pieces []int) string {
		var words []string
		for _, i := range pieces {
			words = append(words, names[i])
		}
		return strings.Join(words, " + ")
	}
	var b strings.Builder
	for _, group := range p.StuckGroups {
		fmt.Fprintf(&b, "  stuck: %s: no piece or group of these can leave the others in a straight line along "+
			"an axis\n", named(group))
	}
	var built []int
	for i, s := range p.AssemblySteps {
		to := ""
		if !slices.Equal(s.JoinedPieces, built) {
			to = " to " + named(s.JoinedPieces)
		}
		fmt.Fprintf(&b, "  %d. %s%s, from %s\n", i+1, named(s.MovingPieces), to,
			joinSideNames(p.lattice, s.ApproachSide, sideNames))
		built = slices.Sorted(slices.Values(slices.Concat(s.MovingPieces, s.JoinedPieces)))
	}
	return b.String()
}
