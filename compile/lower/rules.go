package lower

import "quadrille/compile/model"

// rule is a line of cells, by number and in any order, with its number of men.
type rule struct {
	men   model.Range
	cells []int32
}

// rules compares the rules of a placement with what motions make of them. A line is
// found by a hash to which each cell adds its part, and then compared cell by cell;
// so nothing needs to be sorted.
type rules struct {
	all   []rule
	kind  []int32            // of each rule: the first one that says the same
	first map[uint64]int32   // by hash: a rule
	more  map[uint64][]int32 // by hash: further rules that say something else
	seen  []int32            // by cell: the last line looked for that has it
	looks int32              // lines looked for so far
}

func newRules(cells int) *rules {
	return &rules{first: map[uint64]int32{}, more: map[uint64][]int32{}, seen: make([]int32, cells)}
}

// add adds a rule, whose cells are all different.
func (r *rules) add(a rule) {
	n := int32(len(r.all))
	kind, hash := r.find(a, nil)
	if kind < 0 {
		kind = n
		if _, taken := r.first[hash]; taken {
			r.more[hash] = append(r.more[hash], n)
		} else {
			r.first[hash] = n
		}
	}
	r.all, r.kind = append(r.all, a), append(r.kind, kind)
}

// keptBy reports whether a motion, which is given by the image of each cell, makes the
// same rules of these, each as often.
func (r *rules) keptBy(image []int32) bool {
	surplus := make([]int32, len(r.all)) // by kind
	for n, a := range r.all {
		kind, _ := r.find(a, image)
		if kind < 0 {
			return false
		}
		surplus[kind]++
		surplus[r.kind[n]]--
	}
	for _, n := range surplus {
		if n != 0 {
			return false
		}
	}
	return true
}

// find returns the first rule that says what a motion makes of a, or a negative number,
// and the hash of that. No image stands for the identity.
func (r *rules) find(a rule, image []int32) (n int32, hash uint64) {
	r.looks++
	hash = mixed(uint64(a.men.Min)<<32 + uint64(a.men.Max))
	for _, c := range a.cells {
		if image != nil {
			c = image[c]
		}
		r.seen[c] = r.looks
		hash += mixed(uint64(c))
	}
	n, known := r.first[hash]
	if !known {
		return -1, hash
	}
	if r.says(n, a) {
		return n, hash
	}
	for _, n := range r.more[hash] {
		if r.says(n, a) {
			return n, hash
		}
	}
	return -1, hash
}

// says reports whether rule n has the cells seen last, and the number of men of a.
func (r *rules) says(n int32, a rule) bool {
	b := r.all[n]
	if b.men != a.men || len(b.cells) != len(a.cells) {
		return false
	}
	for _, c := range b.cells {
		if r.seen[c] != r.looks {
			return false
		}
	}
	return true
}
