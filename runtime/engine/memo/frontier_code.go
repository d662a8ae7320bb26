package memo

import (
	"fmt"
	"slices"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// frontierOption holds the effects of an option on a state.
type frontierOption struct {
	id                     matrix.OptionID
	neededBits, closedBits []int32 // bits that must be set; bits that are cleared
	countedItems           []int32 // indices of the counted items that the option holds
	chosenCells            []frontierCell
}

// frontierCell is a cell of one of the sets.
type frontierCell struct{ set, cell int32 }

// frontierSet is a set of cells that must be connected.
type frontierSet struct {
	*search.CellSet
	words           int       // number of words of a set of its cells
	itemPlace       []int32   // place of the item that decides a cell, or none
	neighbours      [][]int32 // neighbours of a cell that may be chosen
	optionsEntering [][]int32 // options that choose a cell
}

// frontierPlace describes what must be stored of the states that have the same first open item, in the order in which
// memo covers items.
type frontierPlace struct {
	varyingBits  []int32   // bits that differ between such states, and matter
	countedItems []int32   // counted items that were covered before, maybe, and may be covered later
	borderCells  [][]int32 // undecided cells beside decided ones, for each set of connected cells
	touchedItems []int32   // open items with options that earlier choices may rule out, by place
	startWords   []uint64  // words of such a state without its window
}

// frontierCode is a problem in the form of effects of options on states. Bit t of a state belongs to the item at
// place t of the order. A secondary item has a bit for each use.
type frontierCode struct {
	problem        *matrix.Problem
	account        *memoryAccount
	order          []matrix.ItemID  // items to be covered once, in the order of the search
	options        []frontierOption // options that have such an item
	optionStarts   []int32          // options optionStarts[t] to optionStarts[t+1]-1 have place t as their first
	optionsAtPlace [][]int32        // options with an item, by place
	optionsNeeding [][]int32        // options that need a bit
	sets           []frontierSet
	multiples      []countedItem
	capacity       [][]int32 // largest number of options from a place on that cover a counted item, by that item
	places         []frontierPlace
	start          frontierState // state of the root
	cells          []uint64      // buffer for a set of cells
	work           int64         // words of memory touched
}

// maxFrontierBits bounds the bits of the items of a problem, and maxFrontierCells the cells of a set.
const maxFrontierBits, maxFrontierCells = 1 << 17, 1 << 14

// maxParts bounds the number of parts of a set in a state.
const maxParts = 255

// newFrontierCode returns the code of a valid problem.
func newFrontierCode(p *matrix.Problem, o CountOptions) (*frontierCode, error) {
	f := &frontierCode{problem: p, account: newMemoryAccount(o.MaxMemory)}
	if err := CheckFit(p); err != nil {
		return nil, err
	}
	// lists of options by item, bits, and places
	if err := f.account.reserveBytes(48*int64(p.EntryCount()) + 160*int64(p.OptionCount()) +
		256*int64(p.ItemCount())); err != nil {
		return nil, err
	}
	cellItems, err := decidingItems(p, o.Connected)
	if err != nil {
		return nil, err
	}
	f.order = o.Order
	if f.order == nil {
		f.order = boardOrder(p, o.Connected, cellItems, o.Backward)
	}
	f.order = slices.DeleteFunc(slices.Clone(f.order), func(i matrix.ItemID) bool { return p.Bound(i) != matrix.Once })
	placeOf := slices.Repeat([]int32{none}, p.PrimaryCount())
	for t, i := range f.order {
		placeOf[i] = int32(t)
	}
	if err := f.makeOptions(placeOf); err != nil {
		return nil, err
	}
	f.addSets(o.Connected, cellItems, placeOf)
	return f, f.preparePlaces()
}

// decidingItems returns for each cell of each set the item that decides it: one that is covered once, and
// that all options of the cell hold; none for cells without options.
func decidingItems(p *matrix.Problem, sets []*search.CellSet) (items [][]matrix.ItemID, err error) {
	for _, s := range sets {
		if len(s.NeighboursOfCell) > maxFrontierCells {
			return nil, fmt.Errorf("%w: %d cells must be connected, and at most %d are possible", ErrUnfit,
				len(s.NeighboursOfCell), maxFrontierCells)
		}
		of := slices.Repeat([]matrix.ItemID{none}, len(s.NeighboursOfCell))
		for c := range of {
			options := slices.Concat(s.IncludingOptions[c], s.ExcludingOptions[c])
			if len(options) == 0 {
				continue
			}
			for _, e := range p.Option(options[0]) {
				if int(e.Item) < p.PrimaryCount() && p.Bound(e.Item) == matrix.Once &&
					!slices.ContainsFunc(options[1:],
						func(o matrix.OptionID) bool { return !slices.Contains(p.Option(o), e) }) {
					of[c] = e.Item
					break
				}
			}
			if of[c] == none {
				return nil, fmt.Errorf("%w: no item decides whether a cell is in a set that must be connected",
					ErrUnfit)
			}
		}
		items = append(items, of)
	}
	return items, nil
}

// makeOptions makes the options, sorted by the first place of their items, the bits of their items, and
// the counted items. Bit t is that of the item at place t. A secondary item has a bit for each use.
func (f *frontierCode) makeOptions(placeOf []int32) error {
	p := f.problem
	countedOf := slices.Repeat([]int32{none}, p.PrimaryCount())
	optionCounts := p.OptionCounts()
	for i := range matrix.ItemID(p.PrimaryCount()) {
		b := p.Bound(i)
		if b == matrix.Once {
			continue
		}
		most := max(b.Min, min(b.Max, optionCounts[i])) // if there are too few options, settleState finds that
		countedOf[i] = int32(len(f.multiples))
		f.multiples = append(f.multiples, countedItem{item: i, maxCount: uint64(most),
			maxMinusMin: uint64(most - b.Min)})
	}
	firsts := make([]int, p.OptionCount())
	at := make([]int, p.PrimaryCount())
	for i, t := range placeOf {
		if at[i] = int(t); t < 0 {
			at[i] = len(at)
		}
	}
	var ids []matrix.OptionID
	for o := range firsts {
		if firsts[o] = firstPlace(p, matrix.OptionID(o), at); firsts[o] < len(at) {
			ids = append(ids, matrix.OptionID(o))
		} else if slices.ContainsFunc(p.Option(matrix.OptionID(o)),
			func(e matrix.Entry) bool { return int(e.Item) < p.PrimaryCount() }) {
			return fmt.Errorf("%w: beside connected cells each option needs an item that is covered once", ErrUnfit)
		}
	}
	slices.SortStableFunc(ids, func(a, b matrix.OptionID) int { return firsts[a] - firsts[b] })
	useBit, usesOf := f.findUses(ids)
	closed := 0 // bits that options clear
	for _, id := range ids {
		for _, e := range p.Option(id) {
			closed += len(usesOf[e.Item])
		}
	}
	if err := f.account.reserveBytes(sizeOf[int32](2 * closed)); err != nil {
		return err
	}
	f.optionsNeeding = make([][]int32, len(f.order)+len(useBit))
	f.optionStarts = make([]int32, len(f.order)+1)
	f.optionsAtPlace = make([][]int32, len(f.order))
	for n, id := range ids {
		o := frontierOption{id: id}
		f.optionStarts[firsts[id]+1]++
		for _, e := range p.Option(id) {
			switch {
			case int(e.Item) >= p.PrimaryCount():
				o.neededBits = append(o.neededBits, useBit[e])
				for _, other := range usesOf[e.Item] {
					if other != useBit[e] || e.Color == matrix.NoColor {
						o.closedBits = append(o.closedBits, other)
					}
				}
			case countedOf[e.Item] >= 0:
				o.countedItems = append(o.countedItems, countedOf[e.Item])
			default:
				o.neededBits, o.closedBits = append(o.neededBits, placeOf[e.Item]),
					append(o.closedBits, placeOf[e.Item])
				f.optionsAtPlace[placeOf[e.Item]] = append(f.optionsAtPlace[placeOf[e.Item]], int32(n))
			}
		}
		for _, b := range o.neededBits {
			f.optionsNeeding[b] = append(f.optionsNeeding[b], int32(n))
		}
		f.options = append(f.options, o)
	}
	for t := range f.order {
		f.optionStarts[t+1] += f.optionStarts[t]
	}
	words := (len(f.order) + len(useBit) + 63) / 64
	if words*64 > maxFrontierBits {
		return fmt.Errorf("%w: its states have more than %d bits", ErrUnfit, maxFrontierBits)
	}
	f.start.words = make([]uint64, words)
	for b := range len(f.order) + len(useBit) {
		f.start.words[b>>6] |= 1 << (b & 63)
	}
	return f.findCapacities()
}

// findUses gives a bit to each use of a secondary item, behind the bits of the order.
func (f *frontierCode) findUses(ids []matrix.OptionID) (useBit map[matrix.Entry]int32,
	usesOf map[matrix.ItemID][]int32) {
	useBit, usesOf = map[matrix.Entry]int32{}, map[matrix.ItemID][]int32{}
	for _, o := range ids {
		for _, e := range f.problem.Option(o) {
			if _, known := useBit[e]; !known && int(e.Item) >= f.problem.PrimaryCount() {
				useBit[e] = int32(len(f.order) + len(useBit))
				usesOf[e.Item] = append(usesOf[e.Item], useBit[e])
			}
		}
	}
	return useBit, usesOf
}

// findCapacities sets how often each counted item can be covered from each place on: options that are
// filed under one place exclude each other.
func (f *frontierCode) findCapacities() error {
	if err := f.account.reserveBytes(sizeOf[int32](len(f.multiples) * (len(f.order) + 1))); err != nil {
		return err
	}
	f.capacity = make([][]int32, len(f.multiples))
	for m := range f.capacity {
		f.capacity[m] = make([]int32, len(f.order)+1)
	}
	for t := range f.order {
		for _, o := range f.options[f.optionStarts[t]:f.optionStarts[t+1]] {
			for _, m := range o.countedItems {
				f.capacity[m][t] = 1
			}
		}
	}
	for m := range f.capacity {
		for t := len(f.order) - 1; t >= 0; t-- {
			f.capacity[m][t] += f.capacity[m][t+1]
		}
		f.start.coversLeft = append(f.start.coversLeft, int32(f.multiples[m].maxCount))
	}
	return nil
}

// addSets adds the sets of cells, with the parts that given cells make.
func (f *frontierCode) addSets(sets []*search.CellSet, cellItems [][]matrix.ItemID, placeOf []int32) {
	number := slices.Repeat([]int32{none}, f.problem.OptionCount()) // place of an option in the list
	for n, o := range f.options {
		number[o.id] = int32(n)
	}
	for k, s := range sets {
		cells := len(s.NeighboursOfCell)
		own := frontierSet{CellSet: s, words: max(1, (cells+63)/64), itemPlace: slices.Repeat([]int32{none}, cells),
			neighbours: make([][]int32, cells), optionsEntering: make([][]int32, cells)}
		for c, i := range cellItems[k] {
			if i == none || s.GivenCells[c] {
				continue
			}
			own.itemPlace[c] = placeOf[i]
			for _, o := range s.IncludingOptions[c] {
				if n := number[o]; n >= 0 {
					own.optionsEntering[c] = append(own.optionsEntering[c], n)
					f.options[n].chosenCells = append(f.options[n].chosenCells, frontierCell{int32(k), int32(c)})
				}
			}
		}
		for c, around := range s.NeighboursOfCell {
			for _, d := range around {
				if len(own.optionsEntering[d]) > 0 {
					own.neighbours[c] = append(own.neighbours[c], d)
				}
			}
		}
		f.sets = append(f.sets, own)
		f.cells = slices.Grow(f.cells, own.words)
	}
	f.start.parts = make([][]uint64, len(sets))
	for k := range f.sets {
		f.joinGiven(k)
	}
}

// joinGiven makes the parts of the cells of a set that are given.
func (f *frontierCode) joinGiven(k int) {
	s := &f.sets[k]
	seen := make([]bool, len(s.NeighboursOfCell))
	for from, given := range s.GivenCells {
		if !given || seen[from] {
			continue
		}
		part := make([]uint64, s.words)
		for _, c := range s.AppendConnected(nil, int32(from), s.GivenCells, seen) {
			for _, d := range s.neighbours[c] {
				part[d>>6] |= 1 << (d & 63)
			}
		}
		f.start.parts[k] = append(f.start.parts[k], part...)
	}
}

// preparePlaces finds what states hold at each place. Bits vary that an option from before clears, or an
// option that is forced by such bits.
func (f *frontierCode) preparePlaces() error {
	bits := len(f.start.words) * 64
	before, varied := make([]bool, bits), make([]bool, bits) // bits that options from before clear; all that vary
	counted := make([]bool, len(f.multiples))                // counted items that such options cover
	last := slices.Repeat([]int32{none}, bits)               // last place that needs a bit
	for b, options := range f.optionsNeeding {
		for _, n := range options {
			last[b] = max(last[b], slices.Min(f.options[n].closedBits))
		}
	}
	for t := range f.order {
		last[t] = int32(t) // an open item matters until its turn
	}
	clearBits := func(to []bool, o *frontierOption) {
		for _, b := range o.closedBits {
			to[b], varied[b] = true, true
		}
		for _, m := range o.countedItems {
			counted[m] = true
		}
	}
	f.places = make([]frontierPlace, len(f.order)+1)
	seen := slices.Repeat([]int32{none}, len(f.order))
	for t := range int32(len(f.places)) {
		q := &f.places[t]
		f.findTouched(q, t, before, last, seen)
		for _, i := range q.touchedItems {
			for _, n := range f.optionsAtPlace[i] {
				if n >= f.optionStarts[t] && i != t {
					clearBits(varied, &f.options[n])
				}
			}
		}
		f.setWindow(q, t, varied, last)
		for m, is := range counted {
			if is && f.capacity[m][t] > 0 {
				q.countedItems = append(q.countedItems, int32(m))
			}
		}
		for _, s := range f.sets {
			q.borderCells = append(q.borderCells, s.borderAt(t, varied))
		}
		if err := f.account.reserveBytes(sizeOf[uint64](len(q.startWords)) +
			sizeOf[int32](len(q.varyingBits)+len(q.touchedItems)) +
			sizeOf[frontierPlace](1)); err != nil {
			return err
		}
		if int(t) < len(f.order) {
			for n := f.optionStarts[t]; n < f.optionStarts[t+1]; n++ {
				clearBits(before, &f.options[n])
			}
		}
	}
	return nil
}

// setWindow sets the bits that vary at a place and matter from then on.
func (f *frontierCode) setWindow(q *frontierPlace, t int32, varied []bool, last []int32) {
	q.startWords = slices.Clone(f.start.words)
	for b := range int32(len(varied)) {
		switch {
		case b < t && int(b) < len(f.order):
			q.startWords[b>>6] &^= 1 << (b & 63)
		case b != t && varied[b] && t <= last[b]:
			q.varyingBits = append(q.varyingBits, b)
			q.startWords[b>>6] &^= 1 << (b & 63)
		}
	}
}

// borderAt returns the cells whose items may be open at a place, and that have a neighbour that may be
// chosen before.
func (s *frontierSet) borderAt(t int32, varied []bool) (border []int32) {
	for c, place := range s.itemPlace {
		if place >= t && len(s.optionsEntering[c]) > 0 &&
			slices.ContainsFunc(s.NeighboursOfCell[c], func(d int32) bool {
				return s.GivenCells[d] || s.itemPlace[d] >= 0 && varied[s.itemPlace[d]]
			}) {
			border = append(border, int32(c))
		}
	}
	return border
}

// findTouched lists the item at a place and the later ones with an option that needs a bit which options
// from before may have cleared.
func (f *frontierCode) findTouched(q *frontierPlace, t int32, before []bool, last []int32, seen []int32) {
	if int(t) == len(f.order) {
		return
	}
	seen[t], q.touchedItems = t, append(q.touchedItems, t)
	for b, is := range before {
		if !is || last[b] < t {
			continue
		}
		for _, n := range f.optionsNeeding[b] {
			if n < f.optionStarts[t] {
				continue
			}
			for _, i := range f.options[n].neededBits {
				if int(i) < len(f.order) && seen[i] != t {
					seen[i] = t
					q.touchedItems = append(q.touchedItems, i)
				}
			}
		}
	}
	slices.Sort(q.touchedItems)
}
