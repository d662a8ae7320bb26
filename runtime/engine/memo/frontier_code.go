package memo

import (
	"fmt"
	"slices"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// frontierOption holds the effects that choosing an option has on a state.
type frontierOption struct {
	id                      matrix.OptionID
	neededBits, clearedBits []int32 // bits that must be set for the option to be possible; bits that the option clears
	countedItems            []int32 // indices of the counted items that the option holds
	chosenCells             []frontierCell
}

// frontierCell is a cell of one of the sets of connected cells.
type frontierCell struct{ set, cell int32 }

// frontierSet is a set of cells that must be connected.
type frontierSet struct {
	*search.CellSet
	wordsPerSet     int       // number of 64-bit words that hold a set of cells of this frontierSet
	decidingPlaces  []int32   // for each cell, the place of the item that decides whether the cell is chosen, or none
	neighbours      [][]int32 // for each cell, its neighbours that may be chosen
	optionsChoosing [][]int32 // for each cell, the indices of the options that choose it
}

// frontierPlace describes which parts of a state must be stored if its first open item is at a certain place in the
// order of the items.
type frontierPlace struct {
	// bits that differ between states of this place, and that options of this place or a later one need
	varyingBits     []int32
	itemsWithCounts []int32   // counted items that earlier options may have covered and later options may cover
	borderCells     [][]int32 // for each set of connected cells, the undecided cells that are next to decided ones
	touchedItems    []int32   // places of the open items whose options may have been removed by earlier choices
	fixedWords      []uint64  // words of a state of this place before its varying bits are set
}

// frontierCode represents the options of a problem by their effects on states. Bit t of a state belongs to the item at
// place t of the order. The further bits belong to the secondary items: each has one bit for every color that options
// give it, and one for its uses without a color.
type frontierCode struct {
	problem   *matrix.Problem
	account   *memoryAccount
	itemOrder []matrix.ItemID  // items to be covered once, in the order in which the search covers them
	options   []frontierOption // options that hold an item of itemOrder
	// options optionStarts[t] to optionStarts[t+1]-1 have their first item at place t
	optionStarts      []int32
	optionsAtPlace    [][]int32 // for each place, the options that hold the item at that place
	optionsNeedingBit [][]int32 // for each bit, the options that need it
	connectedSets     []frontierSet
	multiples         []countedItem
	// for each counted item and place t: the largest number of options with first place t or later that cover it
	coverCapacities [][]int32
	places          []frontierPlace
	rootState       frontierState // state of the root of the search
	cellBuffer      []uint64      // buffer for a set of cells
	memoryWords     int64         // number of memory words read and written
}

// maxFrontierBits bounds the number of bits of a state, and maxFrontierCells the number of cells of a set.
const maxFrontierBits, maxFrontierCells = 1 << 17, 1 << 14

// maxConnectedParts bounds the number of connected parts of a set in a state, because the key stores it in a byte.
const maxConnectedParts = 255

// newFrontierCode returns the code of a valid problem.
func newFrontierCode(p *matrix.Problem, o CountOptions) (*frontierCode, error) {
	f := &frontierCode{problem: p, account: newMemoryAccount(o.MaxMemory)}
	if err := CheckFit(p); err != nil {
		return nil, err
	}
	// memory for the lists of options by item, bit and place
	if err := f.account.reserveBytes(48*int64(p.EntryCount()) + 160*int64(p.OptionCount()) +
		256*int64(p.ItemCount())); err != nil {
		return nil, err
	}
	cellItems, err := decidingItems(p, o.ConnectedSets)
	if err != nil {
		return nil, err
	}
	f.itemOrder = o.ItemOrder
	if f.itemOrder == nil {
		f.itemOrder = boardOrder(p, o.ConnectedSets, cellItems, o.ReverseOrder)
	}
	f.itemOrder = slices.DeleteFunc(slices.Clone(f.itemOrder),
		func(i matrix.ItemID) bool { return p.Bound(i) != matrix.Once })
	placeOf := slices.Repeat([]int32{noIndex}, p.PrimaryCount())
	for t, i := range f.itemOrder {
		placeOf[i] = int32(t)
	}
	if err := f.makeOptions(placeOf); err != nil {
		return nil, err
	}
	f.addConnectedSets(o.ConnectedSets, cellItems, placeOf)
	return f, f.preparePlaces()
}

// decidingItems returns, for each cell of each set, the item that decides whether the cell is chosen. That is an item
// that is covered once, and that all options of the cell hold. A cell without options has none.
func decidingItems(p *matrix.Problem, sets []*search.CellSet) (items [][]matrix.ItemID, err error) {
	for _, s := range sets {
		if len(s.NeighboursOfCell) > maxFrontierCells {
			return nil, fmt.Errorf("%w: %d cells must be connected, and at most %d are possible", ErrUnfit,
				len(s.NeighboursOfCell), maxFrontierCells)
		}
		of := slices.Repeat([]matrix.ItemID{noIndex}, len(s.NeighboursOfCell))
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
			if of[c] == noIndex {
				return nil, fmt.Errorf("%w: no item decides whether a cell is in a set that must be connected",
					ErrUnfit)
			}
		}
		items = append(items, of)
	}
	return items, nil
}

// makeOptions lists the options with the bits that they need and clear, sorted by the place of their first item. It
// also lists the counted items.
func (f *frontierCode) makeOptions(placeOf []int32) error {
	p := f.problem
	countedOf := slices.Repeat([]int32{noIndex}, p.PrimaryCount())
	optionCounts := p.OptionCounts()
	for i := range matrix.ItemID(p.PrimaryCount()) {
		b := p.Bound(i)
		if b == matrix.Once {
			continue
		}
		most := max(b.Min, min(b.Max, optionCounts[i])) // canonicalizeState finds out if an item has too few options
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
	closed := 0 // number of bits that options clear
	for _, id := range ids {
		for _, e := range p.Option(id) {
			closed += len(usesOf[e.Item])
		}
	}
	if err := f.account.reserveBytes(sizeOf[int32](2 * closed)); err != nil {
		return err
	}
	f.optionsNeedingBit = make([][]int32, len(f.itemOrder)+len(useBit))
	f.optionStarts = make([]int32, len(f.itemOrder)+1)
	f.optionsAtPlace = make([][]int32, len(f.itemOrder))
	for n, id := range ids {
		o := frontierOption{id: id}
		f.optionStarts[firsts[id]+1]++
		for _, e := range p.Option(id) {
			switch {
			case int(e.Item) >= p.PrimaryCount():
				o.neededBits = append(o.neededBits, useBit[e])
				for _, other := range usesOf[e.Item] {
					if other != useBit[e] || e.Color == matrix.NoColor {
						o.clearedBits = append(o.clearedBits, other)
					}
				}
			case countedOf[e.Item] >= 0:
				o.countedItems = append(o.countedItems, countedOf[e.Item])
			default:
				o.neededBits, o.clearedBits = append(o.neededBits, placeOf[e.Item]),
					append(o.clearedBits, placeOf[e.Item])
				f.optionsAtPlace[placeOf[e.Item]] = append(f.optionsAtPlace[placeOf[e.Item]], int32(n))
			}
		}
		for _, b := range o.neededBits {
			f.optionsNeedingBit[b] = append(f.optionsNeedingBit[b], int32(n))
		}
		f.options = append(f.options, o)
	}
	for t := range f.itemOrder {
		f.optionStarts[t+1] += f.optionStarts[t]
	}
	all := len(f.itemOrder) + len(useBit)
	if all > maxFrontierBits {
		return fmt.Errorf("%w: its states have more than %d bits", ErrUnfit, maxFrontierBits)
	}
	f.rootState.words = matrix.NewBitSet(all)
	for b := range all {
		f.rootState.words[b>>6] |= 1 << (b & 63)
	}
	return f.findCoverCapacities()
}

// findUses assigns a bit to each use of a secondary item, after the bits of the items in the order.
func (f *frontierCode) findUses(ids []matrix.OptionID) (useBit map[matrix.Entry]int32,
	usesOf map[matrix.ItemID][]int32) {
	useBit, usesOf = map[matrix.Entry]int32{}, map[matrix.ItemID][]int32{}
	for _, o := range ids {
		for _, e := range f.problem.Option(o) {
			if _, known := useBit[e]; !known && int(e.Item) >= f.problem.PrimaryCount() {
				useBit[e] = int32(len(f.itemOrder) + len(useBit))
				usesOf[e.Item] = append(usesOf[e.Item], useBit[e])
			}
		}
	}
	return useBit, usesOf
}

// findCoverCapacities computes, for each counted item and place t, how many options with first place t or later can
// cover the item. Options with the same first place exclude each other, so they count once.
func (f *frontierCode) findCoverCapacities() error {
	if err := f.account.reserveBytes(sizeOf[int32](len(f.multiples) * (len(f.itemOrder) + 1))); err != nil {
		return err
	}
	f.coverCapacities = make([][]int32, len(f.multiples))
	for m := range f.coverCapacities {
		f.coverCapacities[m] = make([]int32, len(f.itemOrder)+1)
	}
	for t := range f.itemOrder {
		for _, o := range f.options[f.optionStarts[t]:f.optionStarts[t+1]] {
			for _, m := range o.countedItems {
				f.coverCapacities[m][t] = 1
			}
		}
	}
	for m := range f.coverCapacities {
		for t := len(f.itemOrder) - 1; t >= 0; t-- {
			f.coverCapacities[m][t] += f.coverCapacities[m][t+1]
		}
		f.rootState.coversLeft = append(f.rootState.coversLeft, int32(f.multiples[m].maxCount))
	}
	return nil
}

// addConnectedSets adds the sets of cells, and joins the given cells of each set to connected parts.
func (f *frontierCode) addConnectedSets(sets []*search.CellSet, cellItems [][]matrix.ItemID, placeOf []int32) {
	// index in f.options of each option of the problem, or none
	number := slices.Repeat([]int32{noIndex}, f.problem.OptionCount())
	for n, o := range f.options {
		number[o.id] = int32(n)
	}
	for k, s := range sets {
		cells := len(s.NeighboursOfCell)
		own := frontierSet{CellSet: s, wordsPerSet: max(1, matrix.BitSetWords(cells)),
			decidingPlaces: slices.Repeat([]int32{noIndex}, cells),
			neighbours:     make([][]int32, cells), optionsChoosing: make([][]int32, cells)}
		for c, i := range cellItems[k] {
			if i == noIndex || s.GivenCells[c] {
				continue
			}
			own.decidingPlaces[c] = placeOf[i]
			for _, o := range s.IncludingOptions[c] {
				if n := number[o]; n >= 0 {
					own.optionsChoosing[c] = append(own.optionsChoosing[c], n)
					f.options[n].chosenCells = append(f.options[n].chosenCells, frontierCell{int32(k), int32(c)})
				}
			}
		}
		for c, around := range s.NeighboursOfCell {
			for _, d := range around {
				if len(own.optionsChoosing[d]) > 0 {
					own.neighbours[c] = append(own.neighbours[c], d)
				}
			}
		}
		f.connectedSets = append(f.connectedSets, own)
		f.cellBuffer = slices.Grow(f.cellBuffer, own.wordsPerSet)
	}
	f.rootState.partNeighbours = make([][]uint64, len(sets))
	for k := range f.connectedSets {
		f.joinGivenCells(k)
	}
}

// joinGivenCells makes the connected parts of the cells of set k that are chosen from the start.
func (f *frontierCode) joinGivenCells(k int) {
	s := &f.connectedSets[k]
	seen := make([]bool, len(s.NeighboursOfCell))
	for from, given := range s.GivenCells {
		if !given || seen[from] {
			continue
		}
		part := make([]uint64, s.wordsPerSet)
		for _, c := range s.AppendConnected(nil, int32(from), s.GivenCells, seen) {
			for _, d := range s.neighbours[c] {
				part[d>>6] |= 1 << (d & 63)
			}
		}
		f.rootState.partNeighbours[k] = append(f.rootState.partNeighbours[k], part...)
	}
}

// preparePlaces finds which parts of a state must be stored at each place of the order. A bit varies if an earlier
// option clears it. It also varies if an option clears it that is chosen only because another bit varies.
func (f *frontierCode) preparePlaces() error {
	bits := len(f.rootState.words) * 64
	// before: whether earlier options clear a bit; varied: whether a bit varies at any place so far
	before, varied := make([]bool, bits), make([]bool, bits)
	counted := make([]bool, len(f.multiples))     // counted items that earlier options cover
	last := slices.Repeat([]int32{noIndex}, bits) // for each bit, the last place whose options need it
	for b, options := range f.optionsNeedingBit {
		for _, n := range options {
			last[b] = max(last[b], slices.Min(f.options[n].clearedBits))
		}
	}
	for t := range f.itemOrder {
		last[t] = int32(t) // a place stores the bit of an item until the item is decided there
	}
	clearBits := func(to []bool, o *frontierOption) {
		for _, b := range o.clearedBits {
			to[b], varied[b] = true, true
		}
		for _, m := range o.countedItems {
			counted[m] = true
		}
	}
	f.places = make([]frontierPlace, len(f.itemOrder)+1)
	seen := slices.Repeat([]int32{noIndex}, len(f.itemOrder))
	for t := range int32(len(f.places)) {
		q := &f.places[t]
		f.findTouchedItems(q, t, before, last, seen)
		for _, i := range q.touchedItems {
			for _, n := range f.optionsAtPlace[i] {
				if n >= f.optionStarts[t] && i != t {
					clearBits(varied, &f.options[n])
				}
			}
		}
		f.findVaryingBits(q, t, varied, last)
		for m, is := range counted {
			if is && f.coverCapacities[m][t] > 0 {
				q.itemsWithCounts = append(q.itemsWithCounts, int32(m))
			}
		}
		for _, s := range f.connectedSets {
			q.borderCells = append(q.borderCells, s.borderCellsAt(t, varied))
		}
		if err := f.account.reserveBytes(sizeOf[uint64](len(q.fixedWords)) +
			sizeOf[int32](len(q.varyingBits)+len(q.touchedItems)) +
			sizeOf[frontierPlace](1)); err != nil {
			return err
		}
		if int(t) < len(f.itemOrder) {
			for n := f.optionStarts[t]; n < f.optionStarts[t+1]; n++ {
				clearBits(before, &f.options[n])
			}
		}
	}
	return nil
}

// findVaryingBits finds the bits that vary at place t, and that options of that place or a later one need.
func (f *frontierCode) findVaryingBits(q *frontierPlace, t int32, varied []bool, last []int32) {
	q.fixedWords = slices.Clone(f.rootState.words)
	for b := range int32(len(varied)) {
		switch {
		case b < t && int(b) < len(f.itemOrder):
			q.fixedWords[b>>6] &^= 1 << (b & 63)
		case b != t && varied[b] && t <= last[b]:
			q.varyingBits = append(q.varyingBits, b)
			q.fixedWords[b>>6] &^= 1 << (b & 63)
		}
	}
}

// borderCellsAt returns the cells whose items may be open at place t and that have a neighbour which may be chosen
// earlier.
func (s *frontierSet) borderCellsAt(t int32, varied []bool) (border []int32) {
	for c, place := range s.decidingPlaces {
		if place >= t && len(s.optionsChoosing[c]) > 0 &&
			slices.ContainsFunc(s.NeighboursOfCell[c], func(d int32) bool {
				return s.GivenCells[d] || s.decidingPlaces[d] >= 0 && varied[s.decidingPlaces[d]]
			}) {
			border = append(border, int32(c))
		}
	}
	return border
}

// findTouchedItems lists the item at place t, and the later items one of whose options may be impossible, because
// earlier options may have cleared a bit that it needs.
func (f *frontierCode) findTouchedItems(q *frontierPlace, t int32, before []bool, last []int32, seen []int32) {
	if int(t) == len(f.itemOrder) {
		return
	}
	seen[t], q.touchedItems = t, append(q.touchedItems, t)
	for b, is := range before {
		if !is || last[b] < t {
			continue
		}
		for _, n := range f.optionsNeedingBit[b] {
			if n < f.optionStarts[t] {
				continue
			}
			for _, i := range f.options[n].neededBits {
				if int(i) < len(f.itemOrder) && seen[i] != t {
					seen[i] = t
					q.touchedItems = append(q.touchedItems, i)
				}
			}
		}
	}
	slices.Sort(q.touchedItems)
}
