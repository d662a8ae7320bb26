package choose

import (
	"fmt"
	"math"
	"strings"
	"unicode"

	"quadrille/runtime/dlx"
	"quadrille/runtime/matrix"
)

// Sharp prefers some items: it chooses among them, by MRV, as long as there are
// any, and another item only if that has one branch at most. Knuth's program
// dlx2 has the like for items whose names begin with a sharp sign.
type Sharp struct {
	// Preferred tells for each primary item whether it is.
	Preferred []bool
}

// Choose implements [dlx.Chooser].
func (c *Sharp) Choose(v dlx.View) matrix.ItemID {
	best, fewest := matrix.ItemID(-1), int64(math.MaxInt64)
	for i := v.First(); i >= 0; i = v.Next(i) {
		n := int64(v.Branches(i))
		if n == 0 {
			return i
		}
		if n > 1 && !c.Preferred[i] {
			n += math.MaxInt32
		}
		if n < fewest {
			best, fewest = i, n
		}
	}
	return best
}

// newSharp prefers a family, or, since cells are called by their coordinates
// and pieces by their names, names that begin with a letter or a sharp sign.
func newSharp(a *arguments, p *matrix.Problem) (dlx.Chooser, error) {
	family := a.take("family", "")
	c := &Sharp{Preferred: make([]bool, p.Primary())}
	known := false
	for i := range c.Preferred {
		name := p.Name(matrix.ItemID(i))
		if family != "" {
			c.Preferred[i] = familyOf(name) == family
			known = known || c.Preferred[i]
			continue
		}
		c.Preferred[i] = strings.HasPrefix(name, "#") || strings.IndexFunc(name, unicode.IsLetter) == 0
	}
	if family != "" && !known {
		return nil, fmt.Errorf("there is no primary item of a family %q", family)
	}
	return c, nil
}
