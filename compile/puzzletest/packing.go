package puzzletest

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
)

func init() {
	partMakers["pack"] = func(r *rand.Rand) *puzzlePart {
		if r.IntN(2) == 0 {
			return randomPacking(r)
		}
		return randomPackingPart(r)
	}
}

// maxPackedCells bounds the number of cells of a board to be packed on a random lattice.
const maxPackedCells = 9

// randomPackingPart makes a packing on a random lattice as a part of a puzzle.
func randomPackingPart(r *rand.Rand) *puzzlePart {
	g := randomOf(r, geometries...)
	g.makeMissingTables()
	for {
		if p, ok := g.randomPackingOn(r, r.IntN(3) == 0); ok && len(p.cellAt) <= maxPackedCells {
			p.emptyConnected = p.emptyRange[1] > 1 && r.IntN(3) == 0 // no symmetry is known of such puzzles
			return p.makePart(p.writeText(r))
		}
	}
}

// pieceKey returns the key of a piece on cells.
func (f *field) pieceKey(piece string, cells cellSet) string {
	var names []string
	for i, at := range f.cellAt {
		if cells.has(i) {
			names = append(names, f.cellName(at))
		}
	}
	return cellsKey("piece "+piece, names)
}

// makePart makes the choices of a packing.
func (p *packing) makePart(text string) *puzzlePart {
	declared, pack, _ := strings.Cut(text, "pack b with")
	out := &puzzlePart{declarations: declared, text: "pack b with" + pack, kinds: []string{p.name},
		bounds:          map[string]itemBound{},
		allowsNoPrimary: true}
	for i, at := range p.cellAt {
		item := fmt.Sprintf("b[%s]", p.cellName(at))
		out.bounds[item] = exactlyOnce
		if p.optional.has(i) {
			out.bounds[item] = atMostOnce
		}
		out.nameableItems = append(out.nameableItems, nameableItem{item, nil})
	}
	for _, k := range p.tiles {
		out.kinds = append(out.kinds, ruleParts("in "+k.keepText)...)
		if b, has := p.copiesBound(k); has {
			out.bounds[k.name] = b
			out.nameableItems = append(out.nameableItems, nameableItem{k.name, nil})
		}
	}
	if p.emptyRange[1] > 0 {
		out.bounds["empty"] = itemBound{low: p.emptyRange[0], high: p.emptyRange[1]}
	}
	var laid []laidMove
	for cell := range p.cellAt {
		for i, k := range p.tiles {
			for _, m := range k.moves {
				if bits.TrailingZeros32(uint32(m.cells)) != cell {
					continue
				}
				laid = append(laid, laidMove{i, m})
				out.choices = append(out.choices, puzzleChoice{p.pieceKey(k.name, m.cells),
					append(p.cellItems(m.cells), heldItem{k.name, "",
						1})})
			}
		}
		if p.emptyRange[1] > 0 && !p.optional.has(cell) {
			laid = append(laid, laidMove{tile: -1})
			out.choices = append(out.choices, puzzleChoice{"", append(p.cellItems(cellSet(0).with(cell)),
				heldItem{"empty", "", 1})})
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
			if !p.crossingAllowed && slices.ContainsFunc(chosen[:i], func(j int) bool {
				return p.piecesCross(m.cells,
					laid[j].cells)
			}) {
				return false
			}
		}
		for i, n := range chosen {
			if laid[n].tile >= 0 && slices.ContainsFunc(chosen[:i], func(j int) bool {
				return laid[j].tile >= 0 && p.breaksApart(laid[n], laid[j])
			}) {
				return false
			}
		}
		if !p.emptyCellsFit(taken) {
			return false
		}
		for i, k := range p.tiles {
			if !k.isUsedOnce() && fixes[i] != 1<<len(k.fixes)-1 {
				return false
			}
		}
		return true
	}
	if p.emptyConnected {
		out.kinds = append(out.kinds, "connected empty")
		out.nameableItems = nil // a cell that the core covers is not empty, which this part does not see
	}
	out.group = func() (group []Motion) {
		for _, s := range p.findSymmetries() {
			group = append(group, p.motionOfKeys(s))
		}
		return group
	}
	return out
}

// copiesBound returns the multiplicity of the item of a piece. It returns false if the piece has no item.
func (p *packing) copiesBound(k *packedPiece) (itemBound, bool) {
	alone := slices.ContainsFunc(k.moves, func(m pieceMove) bool { return m.cells&^p.optional == 0 })
	switch {
	case k.max < 0:
		return itemBound{high: 99}, alone
	case k.min == 0 && k.max == 1 && !alone:
		return atMostOnce, true
	}
	return itemBound{low: k.min, high: k.max}, true
}

func (f *field) cellItems(cells cellSet) (holds []heldItem) {
	for i, at := range f.cellAt {
		if cells.has(i) {
			holds = append(holds, heldItem{fmt.Sprintf("b[%s]", f.cellName(at)), "", 1})
		}
	}
	return holds
}

// motionOfKeys returns a symmetry of the packing as a function of keys.
func (p *packing) motionOfKeys(s packingSymmetry) Motion {
	to := map[string]string{}
	for i, k := range p.tiles {
		for _, m := range k.moves {
			to[p.pieceKey(k.name, m.cells)] = p.pieceKey(p.tiles[s.tiles[i]].name, s.imageOfCells(m.cells))
		}
	}
	return Motion{Reflects: s.reflects, image: func(key string) string { return to[key] }}
}
