package lower

import (
	"fmt"
	"math"
	"slices"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/codes"
	"quadrille/lang/source"
	"quadrille/runtime/matrix"
)

// lowerCoreStatements lowers the statements of the core: `items` and `secondary items` declare items, and `option`
// becomes one option in each round of its loop. An item is named by its family and its indices: slot[3], or
// edge[1,2].
func (l *lowering) lowerCoreStatements() {
	l.firstCoreItem = matrix.ItemID(len(l.itemInfos))
	for i := range l.puzzle.ItemDeclarations {
		l.beginStatement(l.puzzle.ItemDeclarations[i].Span)
		l.lowerItemsStatement(&l.puzzle.ItemDeclarations[i])
	}
	for i := range l.puzzle.OptionDeclarations {
		l.beginStatement(l.puzzle.OptionDeclarations[i].Span)
		l.lowerOptionStatement(&l.puzzle.OptionDeclarations[i])
	}
	l.emitCountedOptions()
}

// countLoopRounds returns the number of rounds of a loop, without storing anything. It stops at most+1 rounds, so that
// a huge loop is found before memory is full.
func (l *lowering) countLoopRounds(loop *model.Loop, span source.Span, most int) (n int, ok bool) {
	ok = l.runLoop(loop, 1, span, func([]int64) error {
		if n++; n > most {
			return errEndLoop
		}
		return nil
	})
	return n, ok
}

// lowerItemsStatement adds the items of one `items` statement.
func (l *lowering) lowerItemsStatement(m *model.ItemDeclaration) {
	n, ok := l.countLoopRounds(&m.Loop, m.Span, l.options.MaxItems/max(1, len(m.ItemRefs)))
	if !l.hasRoomForItems(n*len(m.ItemRefs), m.Span) || !ok {
		l.isIncomplete = true
		return
	}
	// for each reference, whether an error was reported already: one error is enough
	blamed := make([]bool, len(m.ItemRefs))
	bound := boundOfCountRange(m.Multiplicity)
	l.runLoop(&m.Loop, 0, m.Span, func(env []int64) error {
		if m.LoopMultiplicity != nil {
			var err error
			if bound, err = l.multiplicityInRound(m.LoopMultiplicity, env); err != nil {
				return err
			}
		}
		for k := range m.ItemRefs {
			name, err := l.appendItemName(nil, &m.ItemRefs[k], env)
			if err != nil {
				return err
			}
			_, taken := l.declaredItem(string(name))
			if taken && blamed[k] {
				continue
			}
			blamed[k] = taken
			switch {
			case l.puzzle.CountedFamilies[m.ItemRefs[k].Family]:
				l.declareCountedItem(string(name), bound, m.ItemRefs[k].Span)
			case bound.Max == 0: // an item with the multiplicity 0 is not in the matrix; options with it are left out
				l.itemByID(l.declareItem(string(name), true, matrix.Once, m.ItemRefs[k].Span)).isNeverCovered = true
			default:
				l.declareItem(string(name), m.IsSecondary, bound, m.ItemRefs[k].Span)
			}
		}
		return nil
	})
}

// unlimitedUntilCounted is the upper bound of an item until all options are known. Then the number of the options
// that hold the item replaces it.
const unlimitedUntilCounted = math.MaxInt32

// boundOfCountRange returns a range of numbers as the bound of an item.
func boundOfCountRange(times model.CountRange) matrix.Bound {
	if times.Max == model.Unlimited {
		return matrix.Bound{Min: int32(times.Min), Max: unlimitedUntilCounted}
	}
	return matrix.Bound{Min: int32(times.Min), Max: int32(times.Max)}
}

// replaceUnlimitedBounds gives each item with the bound unlimitedUntilCounted the number of options that hold it as its
// bound.
func (l *lowering) replaceUnlimitedBounds() {
	for id := range l.itemInfos {
		it := &l.itemInfos[id]
		if it.bound.Max == unlimitedUntilCounted {
			it.bound.Max = max(1, it.bound.Min, int32(it.optionCount))
			l.builder.SetBound(matrix.ItemID(id), it.bound)
		}
	}
}

// multiplicityInRound returns the multiplicity of an item in one round of its loop.
func (l *lowering) multiplicityInRound(t *model.LoopMultiplicity, env []int64) (b matrix.Bound, err error) {
	low, err := t.LeastTimes(env)
	if err != nil {
		return b, err
	}
	high, err := t.MostTimes(env)
	switch {
	case err != nil:
		return b, err
	case high == model.Unlimited && low >= 0 && low <= int64(l.options.MaxItems):
		return matrix.Bound{Min: int32(low), Max: unlimitedUntilCounted}, nil
	case low < 0 || high < low:
		return b, l.reportError(codes.BadCount, t.Span, "a range goes from a number to one that is no less: 0..2",
			"in a round of the loop this is %d..%d", low, high)
	case high > int64(l.options.MaxItems):
		return b, l.reportError(codes.TooLarge, t.Span, "", "%d is more than there can be of anything", high)
	}
	return matrix.Bound{Min: int32(low), Max: int32(high)}, nil
}

// holdsItemNeverCovered reports whether an option holds an item that must be covered 0 times.
func (l *lowering) holdsItemNeverCovered(entries []matrix.Entry) bool {
	return slices.ContainsFunc(entries, func(e matrix.Entry) bool { return l.itemByID(e.Item).isNeverCovered })
}

// lowerOptionStatement adds the options of one `option` or `choose` statement.
func (l *lowering) lowerOptionStatement(m *model.OptionDeclaration) {
	if l.isIncomplete {
		return
	}
	n, ok := l.countLoopRounds(&m.Loop, m.Span, l.options.MaxOptions)
	if !l.hasRoomForOptions(len(l.OptionOrigins)+n, l.entryCount) || !ok {
		return
	}
	onlySecondary := false
	origin := Origin{Meaning: &Meaning{OptionStatement: m}}
	var entries []matrix.Entry
	l.runLoop(&m.Loop, 0, m.Span, func(env []int64) error {
		var primary bool
		var err error
		if entries, primary, err = l.appendRoundEntries(m.ItemRefs, env, entries[:0]); err != nil {
			return err
		}
		if l.holdsItemNeverCovered(entries) {
			l.countLowering.weightsOfCurrentOption = l.countLowering.weightsOfCurrentOption[:0]
			return nil
		}
		onlySecondary = onlySecondary || !primary
		if m.IsFromChoose && !l.isNewAlternative(m, entries) {
			l.countLowering.weightsOfCurrentOption = l.countLowering.weightsOfCurrentOption[:0]
			return nil
		}
		if l.deferOption(origin, entries) {
			return nil
		}
		return l.addOptionWithValue(origin, entries, l.currentOptionValue)
	})
	if onlySecondary {
		l.errorList.AddWarning(codes.NeverChosen, m.Span, "", "an option without a primary item is never chosen")
	}
}

// choiceAlternatives records the options of `choose` statements, which are the alternatives of choices.
type choiceAlternatives struct {
	// keysOfAlternatives holds a key for each of the options.
	keysOfAlternatives   map[string]bool
	alternativesOfChoice map[matrix.ItemID][][]matrix.Entry // for the item of each choice, the options of the choice
	// whether the warning was given that two alternatives can both hold
	warnedOfCompatibleAlternatives bool
}

// maxComparedAlternatives bounds the number of alternatives of a choice that are compared with each other.
const maxComparedAlternatives = 200

// isNewAlternative records an option of a choice, and reports whether it differs from the choice's other options. It
// warns once if two alternatives may both hold in a solution, as the solution is then counted for each of them.
func (l *lowering) isNewAlternative(m *model.OptionDeclaration, entries []matrix.Entry) bool {
	held := l.countLowering.weightsOfCurrentOption
	q, key := &l.alternativeRecord, fmt.Sprint(entriesKey(entries), l.currentOptionValue)
	for _, h := range held {
		key += fmt.Sprint(" ", h.item.name, h.timesCounted)
	}
	switch {
	case q.keysOfAlternatives[key]:
		return false
	case q.keysOfAlternatives == nil:
		q.keysOfAlternatives, q.alternativesOfChoice = map[string]bool{}, map[matrix.ItemID][][]matrix.Entry{}
	}
	q.keysOfAlternatives[key] = true
	choice := entries[0].Item
	before := q.alternativesOfChoice[choice]
	if q.warnedOfCompatibleAlternatives || len(before) == maxComparedAlternatives || len(held) > 0 {
		return true
	}
	q.warnedOfCompatibleAlternatives = slices.ContainsFunc(before,
		func(o []matrix.Entry) bool { return canBothAlternativesHold(entries[1:], o[1:]) })
	if q.warnedOfCompatibleAlternatives {
		l.errorList.AddWarning(codes.NotExclusive, m.Span, "say in one of them what is not true in the other",
			"two alternatives of %s may hold together, and then count as two solutions", l.itemInfos[choice].name)
	}
	q.alternativesOfChoice[choice] = append(before, slices.Clone(entries))
	return true
}

// canBothAlternativesHold reports whether two alternatives only give colors to items, and no item gets two different
// colors.
func canBothAlternativesHold(a, b []matrix.Entry) bool {
	for _, x := range slices.Concat(a, b) {
		if x.Color == matrix.NoColor {
			return false
		}
	}
	return !slices.ContainsFunc(a, func(x matrix.Entry) bool {
		return slices.ContainsFunc(b, func(y matrix.Entry) bool { return x.Item == y.Item && x.Color != y.Color })
	})
}

// addOptionWithValue adds an option with the value that it adds to the goal.
func (l *lowering) addOptionWithValue(origin Origin, entries []matrix.Entry, value int64) error {
	if !l.addOption(origin, entries) {
		return errEndLoop
	}
	o := matrix.OptionID(len(l.OptionOrigins) - 1)
	if value != 0 {
		l.optionValues[o] = value
	}
	if l.roundHasZeroCount {
		l.zeroCountOptions[o] = true
	}
	return nil
}

// appendRoundEntries appends the entries of an option in one round of its loop. It also returns whether one of the
// items is primary.
func (l *lowering) appendRoundEntries(refs []model.ItemRef, env []int64, entries []matrix.Entry) ([]matrix.Entry, bool,
	error) {
	l.currentHolderNumber++
	l.currentOptionValue, l.roundHasZeroCount = 0, false
	primary := false
	appendEntry := func(r *model.ItemRef, env []int64) error {
		e, err := l.entryOfRef(r, env)
		if t := l.countLowering.countedByName[string(l.nameBuffer)]; t != nil && err == nil &&
			!l.countLowering.pendingOptionsAdded {
			counts, err := l.recordOptionWeight(t, r, env)
			primary = primary || counts
			if counts {
				held := l.countLowering.weightsOfCurrentOption
				err = l.addItemValue(r, held[len(held)-1].timesCounted)
			}
			if counts && t.matrixItem >= 0 {
				entries = append(entries, matrix.Entry{Item: t.matrixItem})
			}
			return err
		}
		if err != nil || e.Item < 0 {
			return err
		}
		weight, err := l.goalWeight(r, env)
		if err == nil {
			err = l.addItemValue(r, weight)
		}
		if err != nil || weight == 0 {
			l.roundHasZeroCount = true
			return err
		}
		if l.recordHeldItem(e.Item) {
			return l.reportRepeatedItem(r)
		}
		entries = append(entries, e)
		primary = primary || !l.itemInfos[e.Item].isSecondary
		return nil
	}
	for i := range refs {
		r := &refs[i]
		var err error
		if r.Loop == nil {
			err = appendEntry(r, env)
		} else {
			err = r.Loop.EachRound(env, func() error { return l.chargeLoopRounds(1, r.Span) },
				func(env []int64) error { return appendEntry(r, env) })
		}
		if err != nil {
			return nil, false, err
		}
	}
	if len(l.symbolItemOfCellItem) > 0 {
		var err error
		if entries, err = l.addNoSymbolColors(refs, entries); err != nil {
			return nil, false, err
		}
	}
	return entries, primary, nil
}

// addNoSymbolColors adds the color noSymbol to the item of each cell that an option of the core covers in place of a
// symbol.
func (l *lowering) addNoSymbolColors(refs []model.ItemRef, entries []matrix.Entry) ([]matrix.Entry, error) {
	for _, e := range entries {
		value, hasSymbol := l.symbolItemOfCellItem[e.Item]
		if !hasSymbol {
			continue
		}
		if l.recordHeldItem(value) {
			l.nameBuffer = append(l.nameBuffer[:0], l.itemInfos[value].name...)
			return nil, l.reportError(codes.RepeatedItem, refs[0].Span, "leave the cell or its symbol out",
				"this option covers a cell in place of a symbol, and says %s", l.nameBuffer)
		}
		entries = append(entries, matrix.Entry{Item: value, Color: l.builder.AddColor(noSymbol)})
	}
	return entries, nil
}

// noSymbol is the color of a cell's value item if an option of the core covers the cell. It is no symbol, as a symbol
// is a single character.
const noSymbol = "none"

// cellsNamedInCore returns the cells of a board whose items a statement of the core names. These items are in the given
// family. Errors in loops are ignored here, as lowering the loop reports them.
func (l *lowering) cellsNamedInCore(family string, grid *lattice.Grid) map[lattice.Cell]bool {
	named := map[lattice.Cell]bool{}
	for i := range l.puzzle.ItemDeclarations { // it reports that such an item is there already
		d := &l.puzzle.ItemDeclarations[i]
		l.collectNamedCells(family, grid, d.ItemRefs, &d.Loop, named)
	}
	for i := range l.puzzle.OptionDeclarations {
		o := &l.puzzle.OptionDeclarations[i]
		l.collectNamedCells(family, grid, o.ItemRefs, &o.Loop, named)
	}
	for i := range l.puzzle.ForbidRules {
		f := &l.puzzle.ForbidRules[i]
		for k := range f.ForbiddenOptions {
			l.collectNamedCells(family, grid, f.ForbiddenOptions[k].ItemRefs, &f.Loop, named)
		}
	}
	return named
}

// collectNamedCells adds to a set the cells that references name in all rounds of their loops.
func (l *lowering) collectNamedCells(family string, grid *lattice.Grid, refs []model.ItemRef, loop *model.Loop,
	named map[lattice.Cell]bool) {
	refs = slices.DeleteFunc(slices.Clone(refs), func(r model.ItemRef) bool { return r.Family != family })
	if len(refs) == 0 || l.isIncomplete {
		return
	}
	count := func() error {
		err := l.chargeLoopRounds(1, refs[0].Span)
		l.isIncomplete = l.isIncomplete || err != nil
		return err
	}
	_ = loop.EachRound(nil, count, func(env []int64) error {
		for i := range refs {
			r := &refs[i]
			name := func(env []int64) error {
				cell, ok := cellOfRef(r, env)
				if n := grid.CellNumber(cell); ok && n >= 0 && grid.Cells[n] == cell {
					named[cell] = true
				}
				return nil
			}
			var err error
			if r.Loop == nil {
				err = name(env)
			} else {
				err = r.Loop.EachRound(env, count, name)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// cellOfRef returns the cell whose coordinates are the indices of a reference. It returns false if the indices are not
// coordinates.
func cellOfRef(r *model.ItemRef, env []int64) (cell lattice.Cell, ok bool) {
	if len(r.IndexValues) > len(cell) {
		return cell, false
	}
	for k, x := range r.IndexValues {
		v, err := x(env)
		if err != nil || v != int64(int32(v)) {
			return cell, false
		}
		cell[k] = int32(v)
	}
	return cell, true
}

// reportRepeatedItem reports that an option names an item twice.
func (l *lowering) reportRepeatedItem(r *model.ItemRef) error {
	return l.reportError(codes.RepeatedItem, r.Span, "a `where` can leave such options out",
		"this option holds the item %s twice", l.nameBuffer)
}

// recordHeldItem records that the option or matching of the current round holds an item. It reports whether it was
// recorded before.
func (l *lowering) recordHeldItem(id matrix.ItemID) bool {
	held := l.itemInfos[id].lastHolderNumber == l.currentHolderNumber
	l.itemInfos[id].lastHolderNumber = l.currentHolderNumber
	return held
}

// entryOfRef returns the entry for a reference, and stores the name of its item in nameBuffer. The item of the entry is
// negative if the matrix has no such item and the option needs none.
func (l *lowering) entryOfRef(r *model.ItemRef, env []int64) (e matrix.Entry, err error) {
	if l.nameBuffer, err = l.appendItemName(l.nameBuffer[:0], r, env); err != nil {
		return e, err
	}
	id, known := l.itemsByName[string(l.nameBuffer)]
	t := l.countLowering.countedByName[string(l.nameBuffer)]
	switch {
	case t != nil && l.countLowering.pendingOptionsAdded && t.matrixItem >= 0:
		return matrix.Entry{Item: t.matrixItem}, nil
	case t != nil && l.countLowering.pendingOptionsAdded:
		return e, l.reportError(codes.BadWeight, r.Span, "leave it out",
			"the item %s counts options several times, and is in no matching and in nothing that is forbidden",
			l.nameBuffer)
	case t != nil:
		return matrix.Entry{Item: -1}, nil
	case !known && r.MayBeMissing:
		return matrix.Entry{Item: -1}, nil
	case !known:
		return e, l.reportError(codes.UnknownItem, r.Span, l.missingItemHint(r.Family), "there is no item %s",
			l.nameBuffer)
	}
	e.Item = id
	color, err := l.colorName(r, env)
	switch {
	case err != nil || color == "":
		return e, err
	case !l.itemInfos[id].isSecondary:
		return e, l.reportError(codes.ColorOnPrimary, r.Span, "", "the item %s is primary and takes no color",
			l.nameBuffer)
	}
	e.Color = l.builder.AddColor(color)
	return e, nil
}

// missingItemHint returns the hint for an item of a family that does not exist.
func (l *lowering) missingItemHint(family string) string {
	if l.puzzle.Packing != nil {
		for _, m := range l.puzzle.Packing.Pieces {
			if m.Name == family {
				return "a piece has an item if it matters how often it is used: write a range, such as 0..9 of " +
					family
			}
		}
	}
	return "a ? behind an item leaves it out where it does not exist; `where` leaves out the option"
}

// colorName returns the color that a reference gives, or "" if it gives none.
func (l *lowering) colorName(r *model.ItemRef, env []int64) (string, error) {
	if r.Color.ColorValue == nil {
		return r.Color.ColorText, nil
	}
	v, err := r.Color.ColorValue(env)
	return l.puzzle.Vocabulary.ValueText(v), err
}

// appendItemName appends the name of the item that a reference means, such as family[1,2] or family[Ann].
func (l *lowering) appendItemName(name []byte, r *model.ItemRef, env []int64) ([]byte, error) {
	name = append(name, r.Family...)
	for k, x := range r.IndexValues {
		v, err := x(env)
		if err != nil {
			return nil, err
		}
		sep := byte(',')
		if k == 0 {
			sep = '['
		}
		name = l.puzzle.Vocabulary.AppendValueText(append(name, sep), v)
	}
	if len(r.IndexValues) > 0 {
		name = append(name, ']')
	}
	return name, nil
}
