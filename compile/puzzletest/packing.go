package puzzletest

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
)

func init() {
	makers["pack"] = func(r *rand.Rand) *part {
		if r.IntN(2) == 0 {
			return randomPacking(r)
		}
		return randomRiddlePart(r)
	}
}

// mostRiddleCells bounds the boards of packings on random lattices.
const mostRiddleCells = 9

// randomRiddlePart makes a packing on a random lattice as a part of a puzzle.
func randomRiddlePart(r *rand.Rand) *part {
	g := anyOf(r, geometries...)
	g.prepareOnce()
	for {
		if p, ok := g.randomRiddle(r, r.IntN(3) == 0); ok && len(p.at) <= mostRiddleCells {
			return p.part(p.write(r))
		}
	}
}

// keyOf returns the key of a piece on cells.
func (f *field) keyOf(piece string, cells cellSet) string {
	var names []string
	for i, at := range f.at {
		if cells.has(i) {
			names = append(names, f.cellName(at))
		}
	}
	return onCells("piece "+piece, names)
}

// part makes the choices of a packing.
func (p *riddle) part(text string) *part {
	declared, pack, _ := strings.Cut(text, "pack b with")
	out := &part{declared: declared, text: "pack b with" + pack, kinds: []string{p.name}, bounds: map[string]bound{},
		free: true}
	for i, at := range p.at {
		item := fmt.Sprintf("b[%s]", p.cellName(at))
		out.bounds[item] = exactlyOnce
		if p.optional.has(i) {
			out.bounds[item] = atMostOnce
		}
		out.links = append(out.links, link{item, nil})
	}
	for _, k := range p.tiles {
		out.kinds = append(out.kinds, partsOf("in "+k.view)...)
		if b, has := p.copies(k); has {
			out.bounds[k.name] = b
			out.links = append(out.links, link{k.name, nil})
		}
	}
	if p.leave[1] > 0 {
		out.bounds["empty"] = bound{low: p.leave[0], high: p.leave[1]}
	}
	var laid []laidMove
	for cell := range p.at {
		for i, k := range p.tiles {
			for _, m := range k.moves {
				if bits.TrailingZeros32(uint32(m.cells)) != cell {
					continue
				}
				laid = append(laid, laidMove{i, m})
				out.choices = append(out.choices, choice{p.keyOf(k.name, m.cells),
					append(p.cellsHeld(m.cells), held{k.name, "",
						1})})
			}
		}
		if p.leave[1] > 0 && !p.optional.has(cell) {
			laid = append(laid, laidMove{tile: -1})
			out.choices = append(out.choices, choice{"", append(p.cellsHeld(cellSet(0).with(cell)),
				held{"empty", "", 1})})
		}
	}
	out.allows = func(chosen []int) bool {
		fixes, taken := make([]uint32, len(p.tiles)), cellSet(0)
		for i, n := range chosen {
			m := laid[n]
			if m.tile < 0 {
				continue
			}
			taken |= m.cells
			fixes[m.tile] |= m.fixes
			if !p.allowed && slices.ContainsFunc(chosen[:i], func(j int) bool {
				return p.cross(m.cells,
					laid[j].cells)
			}) {
				return false
			}
		}
		for i, n := range chosen {
			if laid[n].tile >= 0 && slices.ContainsFunc(chosen[:i], func(j int) bool {
				return laid[j].tile >= 0 && p.touch(laid[n], laid[j])
			}) {
				return false
			}
		}
		if !p.joins(taken) {
			return false
		}
		for i, k := range p.tiles {
			if !k.once() && fixes[i] != 1<<len(k.fixes)-1 {
				return false
			}
		}
		return true
	}
	if p.joined {
		out.kinds = append(out.kinds, "connected empty")
	}
	out.group = func() (group []Motion) {
		for _, s := range p.symmetries() {
			group = append(group, p.motion(s))
		}
		return group
	}
	return out
}

// copies returns the multiplicity of a piece's item; false if there is no item.
func (p *riddle) copies(k *tile) (bound, bool) {
	alone := slices.ContainsFunc(k.moves, func(m move) bool { return m.cells&^p.optional == 0 })
	switch {
	case k.max < 0:
		return bound{high: 99}, alone
	case k.min == 0 && k.max == 1 && !alone:
		return atMostOnce, true
	}
	return bound{low: k.min, high: k.max}, true
}

func (f *field) cellsHeld(cells cellSet) (holds []held) {
	for i, at := range f.at {
		if cells.has(i) {
			holds = append(holds, held{fmt.Sprintf("b[%s]", f.cellName(at)), "", 1})
		}
	}
	return holds
}

// motion converts a symmetry to a function of keys.
func (p *riddle) motion(s symmetry) Motion {
	to := map[string]string{}
	for i, k := range p.tiles {
		for _, m := range k.moves {
			to[p.keyOf(k.name, m.cells)] = p.keyOf(p.tiles[s.tiles[i]].name, s.ofCells(m.cells))
		}
	}
	return Motion{Reflects: s.reflects, image: func(key string) string { return to[key] }}
}
