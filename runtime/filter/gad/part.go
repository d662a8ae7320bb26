package gad

import (
	"quadrille/runtime/dlx"
)

// part is a matching that waits to be filtered now and then: at first a whole family,
// and then the components that it has fallen into.
type part struct {
	family int32
	parent int32
	left   []int32
	waits  bool
}

func whole(f *family, k int32) part {
	p := part{family: k, parent: none}
	for g := range f.left {
		p.left = append(p.left, int32(g))
	}
	return p
}

// filter looks for a matching of part k, prunes what is in none, and refines the part
// into components. It returns false if there is none.
func (f *Filter) filter(n *dlx.Node, k int32) bool {
	p := &f.parts[k]
	fam := &f.families[p.family]
	f.stats.Filtered++
	s := &fam.search
	s.open = s.open[:0]
	for _, g := range p.left {
		f.stats.Mems++
		if n.Open(fam.left[g]) {
			s.open = append(s.open, g)
		}
	}
	if len(s.open) == 0 {
		return true
	}
	matched := fam.match()
	if matched {
		fam.components()
	}
	f.stats.Mems += s.mems
	s.mems = 0
	if !matched {
		f.stats.Failed++
		return false
	}
	if s.found > 1 {
		f.refine(k)
		f.prune(n, fam)
	}
	return true
}

// refine makes a part of each component.
func (f *Filter) refine(k int32) {
	family := f.parts[k].family
	fam := &f.families[family]
	s := &fam.search
	for c := range s.found {
		s.partAt[c] = none
	}
	for _, g := range s.open {
		c := s.component[fam.mate[g]]
		if s.partAt[c] == none {
			s.partAt[c] = int32(len(f.parts))
			f.push(part{family: family, parent: k})
		}
		p := &f.parts[s.partAt[c]]
		p.left = append(p.left, g)
		fam.part[g] = s.partAt[c]
	}
	f.stats.Mems += 3 * int64(len(s.open))
}

// push adds a part, in the place of an older one if there is one, so that its list
// needs no new memory.
func (f *Filter) push(p part) {
	if len(f.parts) < cap(f.parts) {
		f.parts = f.parts[:len(f.parts)+1]
		last := &f.parts[len(f.parts)-1]
		p.left = last.left[:0]
		*last = p
		return
	}
	f.parts = append(f.parts, p)
}

// unrefine undoes refinements, down to a number of parts.
func (f *Filter) unrefine(mark int) {
	for len(f.parts) > mark {
		p := &f.parts[len(f.parts)-1]
		for _, g := range p.left {
			f.families[p.family].part[g] = p.parent
		}
		f.parts = f.parts[:len(f.parts)-1]
	}
}

// prune removes the options between different components.
func (f *Filter) prune(n *dlx.Node, fam *family) {
	s := &fam.search
	f.cut = f.cut[:0]
	for _, g := range s.open {
		own := s.component[fam.mate[g]]
		f.stats.Mems += int64(fam.words)
		if !fam.leaves(g, own) {
			continue
		}
		for _, pair := range fam.options[g] {
			f.stats.Mems++
			if fam.has(g, pair.right) && s.component[pair.right] != own && n.Alive(pair.option) {
				f.cut = append(f.cut, pair.option)
			}
		}
	}
	for _, o := range f.cut {
		n.Remove(o)
		f.stats.Pruned++
	}
}
