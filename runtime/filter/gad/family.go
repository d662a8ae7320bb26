package gad

import "quadrille/runtime/matrix"

// family is a matching with its edges, a row of bits for each item of the left: bit b
// of row g says that an option pairs g with the item b of the right.
type family struct {
	left, right []matrix.ItemID
	words       int // of a row
	rows        []uint64
	more        []int32   // by g and b: options beyond the first; nil if there are none
	options     [][]pair  // by g
	mate        []int32   // by g: its partner in the last matching, or none
	owner       []int32   // by b: whose partner it is, or none
	part        []int32   // by g: the part of the matching that it is in
	search      searching // room for the algorithms
}

// pair is an option of an item of the left, with its partner.
type pair struct {
	option matrix.OptionID
	right  int32
}

const none = -1

func newFamily(p *matrix.Problem, m matrix.Matching) family {
	f := family{left: m.Left, right: m.Right, words: (len(m.Right) + 63) / 64}
	f.rows = make([]uint64, len(m.Left)*f.words)
	f.options = make([][]pair, len(m.Left))
	f.part = make([]int32, len(m.Left))
	f.mate, f.owner = make([]int32, len(m.Left)), make([]int32, len(m.Right))
	for g := range f.mate {
		f.mate[g] = none
	}
	for b := range f.owner {
		f.owner[b] = none
	}
	f.search = newSearching(len(m.Left), len(m.Right), f.words)
	return f
}

// fill adds the edges of family k.
func (f *family) fill(edges [][]edge, k int32) {
	for o, list := range edges {
		for _, e := range list {
			if e.family != k {
				continue
			}
			f.options[e.left] = append(f.options[e.left], pair{matrix.OptionID(o), e.right})
			f.add(e.left, e.right)
		}
	}
	for g := range f.part {
		f.part[g] = k
	}
}

// add adds an edge at the start, when it may turn out to be there already.
func (f *family) add(g, b int32) {
	if f.has(g, b) && f.more == nil {
		f.more = make([]int32, len(f.left)*len(f.right))
	}
	f.regain(g, b)
}

// row returns the partners that are left to g.
func (f *family) row(g int32) []uint64 {
	at := int(g) * f.words
	return f.rows[at : at+f.words]
}

func (f *family) has(g, b int32) bool { return f.row(g)[b>>6]>>(b&63)&1 == 1 }

// lose takes away an option that pairs g with b. It reports whether it was the last.
func (f *family) lose(g, b int32) bool {
	if f.more != nil {
		if n := &f.more[int(g)*len(f.right)+int(b)]; *n > 0 {
			*n--
			return false
		}
	}
	f.row(g)[b>>6] &^= 1 << (b & 63)
	return true
}

// regain reverses lose.
func (f *family) regain(g, b int32) {
	w := &f.row(g)[b>>6]
	if *w>>(b&63)&1 == 1 {
		f.more[int(g)*len(f.right)+int(b)]++
		return
	}
	*w |= 1 << (b & 63)
}
