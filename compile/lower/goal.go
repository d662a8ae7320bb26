package lower

import (
	"math/bits"
	"slices"

	"quadrille/compile/model"
	"quadrille/lang/codes"
	"quadrille/runtime/matrix"
)

// The value of a solution is a sum over its chosen options. The value of an option that a statement outside of the core
// makes follows from its origin (the record of what the option stands for). The value of an option of the core is
// summed while its items are read, as the matrix does not store how often the option counts for them.

// maxGoalWeight bounds how often an option may count for an item whose total only the goal uses.
const maxGoalWeight = 1 << 60

// goalWeight returns how often the current option counts for an item whose total only the goal uses. It may be
// negative.
func (l *lowering) goalWeight(r *model.ItemRef, env []int64) (int64, error) {
	if r.CountTimes == nil {
		return 1, nil
	}
	weight, err := r.CountTimes(env)
	if err == nil && (weight > maxGoalWeight || weight < -maxGoalWeight) {
		err = l.reportError(codes.BadWeight, r.Span, "write a number of at most 2^60",
			"this option counts %d times for the item %s", weight, l.nameBuffer)
	}
	return weight, err
}

// addItemValue adds to the value of the current option what its weight for the item in nameBuffer adds to the goal.
func (l *lowering) addItemValue(r *model.ItemRef, weight int64) error {
	if l.puzzle.Goal == nil {
		return nil
	}
	for _, m := range l.puzzle.Goal.Measures {
		if m.CountedFamily != r.Family || m.CountedItem != "" && m.CountedItem != string(l.nameBuffer) {
			continue
		}
		if !addProduct(&l.currentOptionValue, m.Factor, weight) {
			return l.reportLargeValue()
		}
	}
	return nil
}

// reportLargeValue reports that a value exceeds matrix.MaxValue.
func (l *lowering) reportLargeValue() error {
	return l.reportError(codes.TooLarge, l.puzzle.Goal.Span, "choose smaller factors and numbers",
		"the values of all options may add up to more than 2^62")
}

// addProduct adds the product of a and b to a sum. It returns false if the absolute value of the result exceeds
// matrix.MaxValue.
func addProduct(sum *int64, a, b int64) bool {
	size := func(v int64) uint64 { return uint64(max(v, -v)) }
	high, low := bits.Mul64(size(a), size(b))
	if high > 0 || low > matrix.MaxValue {
		return false
	}
	// the sum cannot overflow unnoticed: both addends are at most 2^62, and a sum of 2^63 is too large with either sign
	*sum += a * b
	return size(*sum) <= matrix.MaxValue
}

// addOptionValues gives the options of the problem their values.
func (l *lowering) addOptionValues(p *matrix.Problem) *matrix.Problem {
	goal := l.puzzle.Goal
	if goal == nil {
		return p
	}
	g := &matrix.Goal{Maximize: goal.IsMaximized, OptionValues: make([]int64, p.OptionCount())}
	for _, m := range goal.Measures {
		if m.CountedItem != "" && l.countLowering.countedByName[m.CountedItem] == nil {
			if _, known := l.itemsByName[m.CountedItem]; !known {
				l.errorList.AddError(codes.UnknownItem, m.Span, "declare it by `items`", "there is no item %s",
					m.CountedItem)
			}
		}
		if !addProduct(&g.BaseValue, m.Factor, l.fixedValueOf(m)) {
			l.reportLargeValue()
			return p
		}
	}
	for o := range g.OptionValues {
		g.OptionValues[o] = l.optionValues[matrix.OptionID(o)]
		if !l.addOriginValue(&l.OptionOrigins[o], &g.OptionValues[o]) {
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

// fixedValueOf returns the part of a measure that is the same in each solution: the given symbols, or all cells of a
// board of which chessmen leave some empty.
func (l *lowering) fixedValueOf(m model.Measure) (n int64) {
	switch {
	case m.CountsEmptyCells && l.puzzle.Packing == nil:
		return int64(len(l.puzzle.Chessmen.Board.NewGrid().Cells))
	case m.CountedSymbols != nil:
		f := l.puzzle.Filling
		for _, v := range f.GivenSymbols {
			if slices.Contains(m.CountedSymbols, f.Symbols[v]) {
				n++
			}
		}
	}
	return n
}

// isCopyOf reports whether the option stands for a copy of a piece. Lowering has its own piece for each region that is
// found. If it is found cell by cell, the cell of its number stands for the region.
func (o *Origin) isCopyOf(k *model.PackedPiece) bool {
	return k == o.Piece || k.FoundRegion != nil && k.FoundRegion == o.Piece.FoundRegion &&
		(!o.IsRegionCell() || o.Cells()[0] == k.FoundRegion.ClueCell)
}

// addOriginValue adds to a value what all things that an option stands for (its origin) add to the goal. It returns
// false if the sum is too large.
func (l *lowering) addOriginValue(o *Origin, value *int64) bool {
	for _, m := range l.puzzle.Goal.Measures {
		times := int64(0)
		switch {
		case m.CountsEmptyCells && l.puzzle.Packing == nil && o.Chessman != "":
			times = -1
		case m.CountsEmptyCells && l.puzzle.Packing != nil && o.LeavesCellEmpty, m.CountsChessmen && o.Chessman != "",
			o.Piece != nil && slices.ContainsFunc(m.CountedPieces, o.isCopyOf),
			o.IsCellSymbol && slices.Contains(m.CountedSymbols, o.Letters[0]):
			times = 1
		}
		if !addProduct(value, m.Factor, times) {
			return false
		}
	}
	for k := range o.OtherOrigins {
		if !l.addOriginValue(&o.OtherOrigins[k], value) {
			return false
		}
	}
	return true
}
