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
	if len(p.matchings) == 0 {
		return nil
	}
	holding, sides := p.Holding(), make([]side, p.Items())
	for _, m := range p.matchings {
		if err := p.validateMatching(m, holding, sides); err != nil {
			return err
		}
	}
	return nil
}

// validateMatching looks at the options of the families alone, so that many small
// matchings take no longer than a few large ones. It leaves sides as it found them.
func (p *Problem) validateMatching(m Matching, holding [][]OptionID, sides []side) error {
	families := slices.Concat(m.Left, m.Right)
	defer func() {
		for _, i := range families {
			if i >= 0 && int(i) < len(sides) {
				sides[i] = neither
			}
		}
	}()
	if err := p.markSides(m, sides); err != nil {
		return err
	}
	for _, i := range families {
		if err := p.validatePairs(m, holding[i], sides); err != nil {
			return err
		}
	}
	return nil
}

// markSides notes the families of a matching and checks their items.
func (p *Problem) markSides(m Matching, sides []side) error {
	if len(m.Left) > len(m.Right) {
		return fmt.Errorf("matching %s has %d items on its left, and only %d on its right", m.Name, len(m.Left), len(m.Right))
	}
	mark := func(i ItemID, s side) error {
		if i < 0 || int(i) >= p.Items() {
			return fmt.Errorf("matching %s names item %d of %d", m.Name, i, p.Items())
		}
		if sides[i] != neither {
			return fmt.Errorf("matching %s names item %s twice", m.Name, p.names[i])
		}
		sides[i] = s
		return nil
	}
	for _, i := range m.Left {
		if err := mark(i, left); err != nil {
			return err
		}
		if int(i) >= p.primary || p.bounds[i] != Once {
			return fmt.Errorf("matching %s wants primary items that are covered once on its left, and %s is none", m.Name, p.names[i])
		}
	}
	for _, i := range m.Right {
		if err := mark(i, right); err != nil {
			return err
		}
		if int(i) < p.primary && p.bounds[i].Max != 1 {
			return fmt.Errorf("matching %s wants items that are covered at most once, and %s is none", m.Name, p.names[i])
		}
	}
	return nil
}

// validatePairs checks that each option holds one item of each family.
func (p *Problem) validatePairs(m Matching, options []OptionID, sides []side) error {
	for _, o := range options {
		var held [3]int
		for _, e := range p.Option(o) {
			s := sides[e.Item]
			held[s]++
			if s == right && e.Color != NoColor {
				return fmt.Errorf("matching %s: option %d gives item %s a color", m.Name, o, p.names[e.Item])
			}
		}
		if held[left] != 1 || held[right] != 1 {
			return fmt.Errorf("matching %s: option %d holds %d items of its left and %d of its right, not one of each", m.Name, o, held[left], held[right])
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

// Paired returns those of the matchings that hold in p.
func (p *Problem) Paired(list []Matching) []Matching {
	holding, sides := p.Holding(), make([]side, p.Items())
	return slices.DeleteFunc(slices.Clone(list), func(m Matching) bool { return p.validateMatching(m, holding, sides) != nil })
}
