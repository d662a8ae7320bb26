package assembly

import (
	"fmt"
	"slices"
	"strings"

	"quadrille/compile/lattice"
)

// sideNames say from where a piece comes, as layers are drawn: the first one is on top, and
// its first row behind.
var sideNames = map[lattice.Cell]string{
	{-1, 0, 0}: "above", {1, 0, 0}: "below", {0, -1, 0}: "behind", {0, 1, 0}: "the front", {0, 0, -1}: "the left", {0, 0, 1}: "the right",
}

// Text says the plan in words, a step on a line, given the names of the pieces. A step that
// names nothing to join adds to what the one before has built.
func (p Plan) Text(names []string) string {
	named := func(pieces []int) string {
		var words []string
		for _, i := range pieces {
			words = append(words, names[i])
		}
		return strings.Join(words, " + ")
	}
	var b strings.Builder
	for _, group := range p.Stuck {
		fmt.Fprintf(&b, "  stuck: %s: no piece or group of these can leave the others in a straight line along an axis\n", named(group))
	}
	var built []int
	for i, s := range p.Steps {
		to := ""
		if !slices.Equal(s.To, built) {
			to = " to " + named(s.To)
		}
		fmt.Fprintf(&b, "  %d. %s%s, from %s\n", i+1, named(s.Pieces), to, sideNames[s.From])
		built = slices.Sorted(slices.Values(slices.Concat(s.Pieces, s.To)))
	}
	return b.String()
}
