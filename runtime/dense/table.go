package dense

import (
	"quadrille/runtime/matrix"
)

// table holds the options as bits. They are numbered by their first item in the
// sequence of the second phase, and among those of the same first item in the
// order in which they are tried. So the options of an item stand close together,
// in few words.
type table struct {
	words int               // of a set of options
	id    []matrix.OptionID // by bit; leaves for one that is none
	tried []int32           // by bit: the place in the order of trying
	// compatible has a row for each option: the options that may be chosen with
	// it. Each option is incompatible with itself.
	compatible []uint64

	itemWords int        // of a set of primary items, by rank
	held      []uint64   // by bit: the items that the option holds
	rows      []row      // by rank: the options that hold the item
	longest   int        // the number of options in the longest row
	spots     []spot     // of all rows; each search has its own copy
	small     []smallRow // the same rows in whole words, if that is few
	pairs     [][2]int32 // the nogoods of two options that can both be chosen
}

// smallWords is the number of words of a small table.
const smallWords = 4

// smallRow is a row of a small table.
type smallRow [smallWords]uint64

// row is a range of spots.
type row struct{ from, to int32 }

// spot is a word of a sparse set of bits.
type spot struct {
	mask uint64
	word int32
}

// newTable numbers the options and works out what is compatible. Place is that of
// each primary item in the sequence. It gives in.options the order of the bits.
func newTable(in *instance, place []int32) *table {
	n := len(in.options)
	t := &table{
		words:     wordsFor(n),
		id:        make([]matrix.OptionID, n),
		itemWords: wordsFor(len(in.ranked)),
		rows:      make([]row, len(in.ranked)),
	}
	t.tried = in.sortByFirst(place)
	t.held = make([]uint64, n*t.itemWords)
	for o, c := range in.options {
		t.id[o] = c.id
		for _, r := range c.items {
			set(t.held[o*t.itemWords:], r)
		}
	}
	sets := t.optionSets(in)
	for r := range t.rows {
		row := sets[r*t.words : (r+1)*t.words]
		t.rows[r] = t.appendSpots(row)
		t.longest = max(t.longest, size(row))
	}
	if t.words <= smallWords {
		t.small = make([]smallRow, len(t.rows))
		for r := range t.small {
			copy(t.small[r][:], sets[r*t.words:(r+1)*t.words])
		}
	}
	t.pairs = t.findPairs(in)
	in.wants = in.wantsBySecondary()
	t.fillCompatible(in, sets)
	return t
}

// sortByFirst puts the options in the order of their first items and returns
// where each of them was.
func (in *instance) sortByFirst(place []int32) (tried []int32) {
	first := make([]int32, len(in.options))
	next := make([]int32, len(place)+1) // by place: where the next one goes
	for o, c := range in.options {
		least := c.items[0]
		for _, r := range c.items {
			if place[r] < place[least] {
				least = r
			}
		}
		first[o] = place[least]
		next[first[o]+1]++
	}
	for k := range place {
		next[k+1] += next[k]
	}
	tried, sorted := make([]int32, len(in.options)), make([]candidate, len(in.options))
	for o, c := range in.options {
		at := &next[first[o]]
		tried[*at], sorted[*at] = int32(o), c
		*at++
	}
	in.options = sorted
	return tried
}

// optionSets returns, for each rank, the set of options that hold the item.
func (t *table) optionSets(in *instance) []uint64 {
	sets := make([]uint64, len(t.rows)*t.words)
	for o, c := range in.options {
		for _, r := range c.items {
			set(sets[int(r)*t.words:], int32(o))
		}
	}
	return sets
}

// appendSpots keeps the words of a set that are not empty.
func (t *table) appendSpots(words []uint64) row {
	from := int32(len(t.spots))
	for k, w := range words {
		if w != 0 {
			t.spots = append(t.spots, spot{w, int32(k)})
		}
	}
	return row{from, int32(len(t.spots))}
}

// fillCompatible works out the rows: options are incompatible if they share a
// primary item, want the same secondary item without agreeing on its color, or
// are a nogood.
func (t *table) fillCompatible(in *instance, sets []uint64) {
	t.compatible = make([]uint64, len(t.id)*t.words)
	for o, c := range in.options {
		row := t.row(int32(o))
		for n, r := range c.items {
			held := sets[int(r)*t.words:][:len(row)]
			if n == 0 {
				for k := range row {
					row[k] = ^held[k]
				}
				continue
			}
			for k := range row {
				row[k] &^= held[k]
			}
		}
	}
	for _, wants := range in.wants {
		t.separate(wants)
	}
	for _, pair := range t.pairs {
		unset(t.row(pair[0]), pair[1])
		unset(t.row(pair[1]), pair[0])
	}
}

// separate takes from the rows of options that hold a secondary item those that
// hold it too and do not agree on its color.
func (t *table) separate(wants []want) {
	all, byColor := make([]uint64, t.words), map[matrix.Color][]uint64{}
	for _, w := range wants {
		set(all, w.option)
		if byColor[w.color] == nil {
			byColor[w.color] = make([]uint64, t.words)
		}
		if w.color != matrix.NoColor { // which agrees with nothing
			set(byColor[w.color], w.option)
		}
	}
	for _, w := range wants {
		row, like := t.row(w.option), byColor[w.color]
		for k := range row {
			row[k] &= like[k] | ^all[k]
		}
	}
}

// findPairs returns the nogoods of two options that can both be chosen.
func (t *table) findPairs(in *instance) [][2]int32 {
	var pairs [][2]int32
	if len(in.problem.Nogoods()) == 0 {
		return nil
	}
	bit := t.bits(in.problem.Options())
	for _, together := range in.problem.Nogoods() {
		if a, b := bit[together[0]], bit[together[1]]; len(together) == 2 && a >= 0 && b >= 0 {
			pairs = append(pairs, [2]int32{a, b})
		}
	}
	return pairs
}

// row returns the options that may be chosen with an option.
func (t *table) row(o int32) []uint64 {
	return t.compatible[int(o)*t.words : (int(o)+1)*t.words]
}

// bits returns the bit of each option of the problem, or -1.
func (t *table) bits(options int) []int32 {
	out := make([]int32, options)
	for k := range out {
		out[k] = -1
	}
	for bit, id := range t.id {
		if id != leaves {
			out[id] = int32(bit)
		}
	}
	return out
}

// want is an option that holds a secondary item.
type want struct {
	option int32
	color  matrix.Color
}

// wantsBySecondary lists, for each secondary item, the options that hold it.
func (in *instance) wantsBySecondary() [][]want {
	wants := make([][]want, len(in.rank)-len(in.ranked))
	if len(wants) == 0 {
		return nil
	}
	for o, c := range in.options {
		for _, e := range in.entries(c) {
			k := int(e.Item) - len(in.ranked) // the primary items come first
			wants[k] = append(wants[k], want{int32(o), e.Color})
		}
	}
	return wants
}
