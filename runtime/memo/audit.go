package memo

import (
	"fmt"
	"math"
)

// audit checks that every way from every node to the accepting one can be a part
// of a solution, that no two ways from a node have the same options, and that the
// ways from the root cover every item as often as they should.
//
// Of each node it computes, from its children: the items that its ways cover,
// which must be the same on all; the uses of secondary items on any of them; and,
// of each item with other bounds, how often it is covered at least and at most,
// and the first option that holds it.
//
// Two ways that begin with different branches differ: if the node branches on an
// item that is covered once, they cover it with different options; otherwise,
// below an option of the node's item there are only later ones of them, and
// none below the branch without an option.
type audit[K words] struct {
	*code[K]
	number  []int32 // of each option of the problem, its number here, or none
	diagram *Diagram
	covered []K
	used    []K
	spans   []span // of node n and item v at n*len(several)+v
}

// span says how the ways from a node cover an item.
type span struct {
	least, most int32
	first       int32 // the first option that holds it
}

// noSpan is that of an item that is not covered.
var noSpan = span{first: math.MaxInt32}

// audit implements searcher.
func (c *code[K]) audit(j *job, d *Diagram) error {
	a, n := &audit[K]{code: c, diagram: d}, len(d.items)
	err := j.account.take(sizeOf[K](2*n) + sizeOf[span](n*len(c.several)) + sizeOf[int32](j.problem.Options()))
	if err != nil {
		return err
	}
	a.number = make([]int32, j.problem.Options())
	for o := range a.number {
		a.number[o] = none
	}
	for k, o := range c.option {
		a.number[o] = int32(k)
	}
	a.covered, a.used, a.spans = make([]K, n), make([]K, n), make([]span, n*len(c.several))
	for v := range c.several {
		a.spans[v] = noSpan
	}
	for n := range d.items[1:] {
		if err := a.node(int32(n) + 1); err != nil {
			return fmt.Errorf("node %d: %w", n+1, err)
		}
	}
	return a.root()
}

// root checks what the ways from the root cover.
func (a *audit[K]) root() error {
	n := a.diagram.root
	if n == none {
		return nil
	}
	if a.covered[n] != a.once {
		return fmt.Errorf("the solutions do not cover all items")
	}
	for v, s := range a.spansOf(n) {
		most := int32(a.several[v].max)
		if a.none || s.most > most || s.least < most-int32(a.several[v].slack) {
			return fmt.Errorf("the solutions cover item %d %d to %d times", a.several[v].item, s.least, s.most)
		}
	}
	return nil
}

func (a *audit[K]) spansOf(n int32) []span {
	return a.spans[int(n)*len(a.several) : (int(n)+1)*len(a.several)]
}

// node checks a node, whose children have been checked.
func (a *audit[K]) node(n int32) error {
	v, last := a.severed[a.diagram.items[n]], int32(none) // the last option's number in the problem
	for k, b := range a.diagram.of(n) {
		o := int32(none)
		if b.option != leave {
			o = a.number[b.option]
			if o == none || b.option <= last {
				return fmt.Errorf("option %d is useless or out of order", b.option)
			}
			last = b.option
		} else if v < 0 || k != len(a.diagram.of(n))-1 {
			return fmt.Errorf("a branch has no option")
		}
		if err := a.branch(n, k == 0, o, b.child, v); err != nil {
			return fmt.Errorf("option %d: %w", b.option, err)
		}
	}
	return nil
}

// branch checks that option o, or none, goes with all that is below, and merges
// what its ways cover into that of the node, which branches on an item, v of
// several if it is one of those.
func (a *audit[K]) branch(n int32, first bool, o, child int32, v int) error {
	covered, used := a.covered[child], a.used[child]
	if v >= 0 && a.spansOf(child)[v].first <= o || v >= 0 && o == none && a.spansOf(child)[v].most > 0 {
		return fmt.Errorf("below it are options that were tried before")
	}
	if o != none {
		if !has(&a.need[o], a.bit[a.diagram.items[n]]) {
			return fmt.Errorf("it does not hold the item that is branched on")
		}
		if intersect(&covered, &a.need[o]) || intersect(&used, &a.clear[o]) {
			return fmt.Errorf("it disagrees with options below")
		}
		for k := 0; k < len(covered); k++ {
			covered[k] |= a.need[o][k] & a.once[k]
			used[k] |= a.need[o][k] & a.rest[k]
		}
	}
	if first {
		a.covered[n] = covered
	} else if a.covered[n] != covered {
		return fmt.Errorf("it leads to other items than the branches before")
	}
	for k := 0; k < len(used); k++ {
		a.used[n][k] |= used[k]
	}
	a.mergeSpans(n, first, o, child)
	return nil
}

func (a *audit[K]) mergeSpans(n int32, first bool, o, child int32) {
	for v, s := range a.spansOf(child) {
		if o != none && has(&a.need[o], a.several[v].bit) {
			s = span{s.least + 1, s.most + 1, min(s.first, o)}
		}
		if to := &a.spansOf(n)[v]; first {
			*to = s
		} else {
			*to = span{min(to.least, s.least), max(to.most, s.most), min(to.first, s.first)}
		}
	}
}
