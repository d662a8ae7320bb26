package lower

import (
	"math/bits"
	"slices"

	"quadrille/compile/model"
	"quadrille/lang/codes"
	"quadrille/runtime/matrix"
)

// Every measure of a goal is linear: it adds up what the chosen options are worth. What an option of another
// statement is worth follows from its origin. What an option of the core is worth is added up while its items are
// read, as the matrix does not say how often it counts for them.

// maxFamilyWeight bounds how often an option counts for an item that only the goal reads.
const maxFamilyWeight = 1 << 60

// readWeight computes how often the current option counts for an item that only the goal reads. It may be negative.
func (l *lowering) readWeight(r *model.ItemRef, env []int64) (int64, error) {
	if r.Times == nil {
		return 1, nil
	}
	weight, err := r.Times(env)
	if err == nil && (weight > maxFamilyWeight || weight < -maxFamilyWeight) {
		err = l.reportError(codes.BadWeight, r.Span, "write a number of at most 2^60",
			"this option counts %d times for the item %s", weight, l.name)
	}
	return weight, err
}

// measureItem adds to the value of the current option what it is worth that it counts for the item in l.name.
func (l *lowering) measureItem(r *model.ItemRef, weight int64) error {
	if l.puzzle.Goal == nil {
		return nil
	}
	for _, m := range l.puzzle.Goal.Measures {
		if m.Family != r.Family || m.Item != "" && m.Item != string(l.name) {
			continue
		}
		if !addProduct(&l.roundValue, m.Factor, weight) {
			return l.reportLargeValue()
		}
	}
	return nil
}

func (l *lowering) reportLargeValue() error {
	return l.reportError(codes.TooLarge, l.puzzle.Goal.Span, "choose smaller factors and numbers",
		"the values of all options may add up to more than 2^62")
}

// addProduct adds a product to a sum. It returns false if the result has a size of more than matrix.MaxValue.
func addProduct(sum *int64, a, b int64) bool {
	size := func(v int64) uint64 { return uint64(max(v, -v)) }
	high, low := bits.Mul64(size(a), size(b))
	if high > 0 || low > matrix.MaxValue {
		return false
	}
	*sum += a * b // both are at most 2^62; the size of a sum of 2^63 is too large, whatever its sign
	return size(*sum) <= matrix.MaxValue
}

// addGoal gives the problem the values of its options.
func (l *lowering) addGoal(p *matrix.Problem) *matrix.Problem {
	goal := l.puzzle.Goal
	if goal == nil {
		return p
	}
	g := &matrix.Goal{Maximize: goal.Maximize, Values: make([]int64, p.OptionCount())}
	for _, m := range goal.Measures {
		if m.Item != "" && l.counted.byName[m.Item] == nil {
			if _, known := l.byName[m.Item]; !known {
				l.errs.AddError(codes.UnknownItem, m.Span, "declare it by `items`", "there is no item %s", m.Item)
			}
		}
		if !addProduct(&g.Base, m.Factor, l.baseOf(m)) {
			l.reportLargeValue()
			return p
		}
	}
	for o := range g.Values {
		g.Values[o] = l.values[matrix.OptionID(o)]
		if !l.measureOrigin(&l.Origins[o], &g.Values[o]) {
			l.reportLargeValue()
			return p
		}
	}
	with, err := p.WithGoal(g)
	if err != nil {
		l.reportLargeValue()
		return p
	}
	return with
}

// baseOf returns the value of a measure in a solution without options.
func (l *lowering) baseOf(m model.Measure) (n int64) {
	switch {
	case m.Empty && l.puzzle.Packing == nil:
		return int64(len(l.puzzle.Placement.Board.NewGrid().Cells))
	case m.Symbols != nil:
		f := l.puzzle.Filling
		for _, v := range f.Given {
			if slices.Contains(m.Symbols, f.Symbols[v]) {
				n++
			}
		}
	}
	return n
}

// measureOrigin adds to a value what everything is worth that an option stands for. It returns false if the sum is
// too large.
func (l *lowering) measureOrigin(o *Origin, value *int64) bool {
	for _, m := range l.puzzle.Goal.Measures {
		times := int64(0)
		switch {
		case m.Empty && l.puzzle.Packing == nil && o.Chessman != "":
			times = -1
		case m.Empty && l.puzzle.Packing != nil && o.Empty, m.Men && o.Chessman != "",
			o.Piece != nil && slices.Contains(m.Pieces, o.Piece),
			o.Filled && slices.Contains(m.Symbols, o.Letters[0]):
			times = 1
		}
		if !addProduct(value, m.Factor, times) {
			return false
		}
	}
	for k := range o.Together {
		if !l.measureOrigin(&o.Together[k], value) {
			return false
		}
	}
	return true
}
