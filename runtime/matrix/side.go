package matrix

import (
	"fmt"
	"slices"
)

// validateNogoods checks that each nogood is a set of two options or more.
func (p *Problem) validateNogoods() error {
	for n, together := range p.nogoods {
		if len(together) < 2 {
			return fmt.Errorf("nogood %d has %d options, and at least two are wanted", n, len(together))
		}
		for k, o := range together {
			if o < 0 || int(o) >= p.Options() {
				return fmt.Errorf("nogood %d names option %d of %d", n, o, p.Options())
			}
			if k > 0 && together[k-1] >= o {
				return fmt.Errorf("nogood %d has its options out of order", n)
			}
		}
	}
	return nil
}

// side says to which family of a matching an item belongs.
type side int8

const (
	neither side = iota
	left
	right
)

// validateMatchings checks what [Matching] says of them.
func (p *Problem) validateMatchings() error {
	for _, m := range p.matchings {
		if len(m.Left) > len(m.Right) {
			return fmt.Errorf("matching %s has %d items on its left, and only %d on its right", m.Name, len(m.Left), len(m.Right))
		}
	}
	return p.CheckPairs(p.matchings)
}

// Unpaired is the error of an option that does not pair the families of a matching.
type Unpaired struct {
	Matching    int // its place in the list that was checked
	Option      OptionID
	Left, Right int  // how many items of each family it holds
	Colored     bool // it gives one of the right a color
}

// Error says it with the number of the option.
func (u *Unpaired) Error() string {
	if u.Colored {
		return fmt.Sprintf("option %d gives an item of its right a color", u.Option)
	}
	return fmt.Sprintf("option %d holds %d items of its left and %d of its right, not one of each", u.Option, u.Left, u.Right)
}

// CheckPairs checks of matchings that their items may be in them, and that the options
// pair them. The error wraps an [Unpaired] if an option does not.
func (p *Problem) CheckPairs(list []Matching) error {
	if len(list) == 0 {
		return nil
	}
	holding, sides := p.Holding(), make([]side, p.Items())
	for n, m := range list {
		if err := p.checkMatching(n, m, holding, sides); err != nil {
			return fmt.Errorf("matching %s: %w", m.Name, err)
		}
	}
	return nil
}

// checkMatching checks matching n. It leaves sides as it found them.
func (p *Problem) checkMatching(n int, m Matching, holding [][]OptionID, sides []side) error {
	families := slices.Concat(m.Left, m.Right)
	defer func() {
		for _, i := range families {
			if i >= 0 && int(i) < len(sides) {
				sides[i] = neither
			}
		}
	}()
	err := p.markSides(m, sides)
	for k := 0; err == nil && k < len(families); k++ {
		err = p.checkPairs(n, holding[families[k]], sides)
	}
	return err
}

// markSides notes the families of a matching and checks their items.
func (p *Problem) markSides(m Matching, sides []side) error {
	mark := func(i ItemID, s side) error {
		if i < 0 || int(i) >= p.Items() {
			return fmt.Errorf("there are %d items, and none is %d", p.Items(), i)
		}
		if sides[i] != neither {
			return fmt.Errorf("item %s is named twice", p.names[i])
		}
		sides[i] = s
		return nil
	}
	for _, i := range m.Left {
		if err := mark(i, left); err != nil {
			return err
		}
		if int(i) >= p.primary || p.bounds[i] != Once {
			return fmt.Errorf("the left wants primary items that are covered once, and %s is none", p.names[i])
		}
	}
	for _, i := range m.Right {
		if err := mark(i, right); err != nil {
			return err
		}
		if int(i) < p.primary && p.bounds[i].Max != 1 {
			return fmt.Errorf("the right wants items that are covered at most once, and %s is none", p.names[i])
		}
	}
	return nil
}

// checkPairs checks that each option holds one item of each family of matching n.
func (p *Problem) checkPairs(n int, options []OptionID, sides []side) error {
	for _, o := range options {
		var held [3]int
		colored := false
		for _, e := range p.Option(o) {
			s := sides[e.Item]
			held[s]++
			colored = colored || s == right && e.Color != NoColor
		}
		if colored || held[left] != 1 || held[right] != 1 {
			return &Unpaired{n, o, held[left], held[right], colored}
		}
	}
	return nil
}

// WithMatchings returns a problem that is like p but for its matchings. It shares
// everything else with p.
func (p *Problem) WithMatchings(list []Matching) (*Problem, error) {
	q := *p
	q.matchings = list
	if err := q.validateMatchings(); err != nil {
		return nil, err
	}
	return &q, nil
}
