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
	g := randomValueOf(r, allGeometries...)
	g.buildMissingTables()
	for {
		if p, ok := g.randomPackingOn(r, r.IntN(3) == 0); ok && len(p.cellCoordinates) <= maxPackedCells {
			// no symmetry is known of packings with this rule
			p.requiresEmptyConnected = p.emptyCountRange[1] > 1 && r.IntN(3) == 0
			return p.makePuzzlePart(p.writePackingText(r))
		}
	}
}

// keyOfPieceOnCells returns the key of a piece on cells.
func (f *latticeBoard) keyOfPieceOnCells(piece string, cells cellSet) string {
	var names []string
	for i, at := range f.cellCoordinates {
		if cells.containsCell(i) {
			names = append(names, f.cellName(at))
		}
	}
	return keyOfThingOnCells("piece "+piece, names)
}

// makePuzzlePart returns the packing as a part of a puzzle, with its choices.
func (p *packing) makePuzzlePart(text string) *puzzlePart {
	declared, pack, _ := strings.Cut(text, "pack b with")
	out := &puzzlePart{declarations: declared, statementText: "pack b with" + pack, kindsOfRules: []string{p.name},
		itemBounds:      map[string]itemBound{},
		allowsNoPrimary: true}
	for i, at := range p.cellCoordinates {
		item := fmt.Sprintf("b[%s]", p.cellName(at))
		out.itemBounds[item] = exactlyOnce
		if p.optionalCells.containsCell(i) {
			out.itemBounds[item] = atMostOnce
		}
		out.nameableItems = append(out.nameableItems, nameableItem{item, nil})
	}
	for _, k := range p.pieces {
		out.kindsOfRules = append(out.kindsOfRules, partWordsOfRule("in "+k.allowedCellsText)...)
		if b, has := p.copiesBound(k); has {
			out.itemBounds[k.name] = b
			out.nameableItems = append(out.nameableItems, nameableItem{k.name, nil})
		}
	}
	if p.emptyCountRange[1] > 0 {
		out.itemBounds["empty"] = itemBound{leastTimes: p.emptyCountRange[0], mostTimes: p.emptyCountRange[1]}
	}
	var laid []pieceOnBoard
	for cell := range p.cellCoordinates {
		for i, k := range p.pieces {
			for _, m := range k.allowedCellSets {
				if bits.TrailingZeros32(uint32(m.coveredCells)) != cell {
					continue
				}
				laid = append(laid, pieceOnBoard{i, m})
				out.choices = append(out.choices, puzzleChoice{p.keyOfPieceOnCells(k.name, m.coveredCells),
					append(p.itemsOfCells(m.coveredCells), heldItem{k.name, "",
						1})})
			}
		}
		if p.emptyCountRange[1] > 0 && !p.optionalCells.containsCell(cell) {
			laid = append(laid, pieceOnBoard{pieceNumber: -1})
			out.choices = append(out.choices, puzzleChoice{"", append(p.itemsOfCells(cellSet(0).withCell(cell)),
				heldItem{"empty", "", 1})})
		}
	}
	out.allowsChoices = func(chosen []int) bool {
		fixes, taken := make([]uint32, len(p.pieces)), cellSet(0)
		for i, n := range chosen {
			m := laid[n]
			if m.pieceNumber < 0 {
				continue
			}
			taken |= m.coveredCells
			fixes[m.pieceNumber] |= m.fixedPlaceSet
			if !p.allowsCrossing && slices.ContainsFunc(chosen[:i], func(j int) bool {
				return p.doPiecesCross(m.coveredCells,
					laid[j].coveredCells)
			}) {
				return false
			}
		}
		for i, n := range chosen {
			if laid[n].pieceNumber >= 0 && slices.ContainsFunc(chosen[:i], func(j int) bool {
				return laid[j].pieceNumber >= 0 && p.breaksPiecesApartRule(laid[n], laid[j])
			}) {
				return false
			}
		}
		if !p.areEmptyCellsAllowed(taken) {
			return false
		}
		for i, k := range p.pieces {
			if !k.isUsedOnce() && fixes[i] != 1<<len(k.fixedPlaces)-1 {
				return false
			}
		}
		return true
	}
	if p.requiresEmptyConnected {
		out.kindsOfRules = append(out.kindsOfRules, "connected empty")
		out.nameableItems = nil // a cell that the core covers is not empty, which this part does not know
	}
	out.symmetriesFunc = func() (group []Motion) {
		for _, s := range p.findSymmetries() {
			group = append(group, p.motionOnKeys(s))
		}
		return group
	}
	return out
}

// copiesBound returns the bound of the item of a piece. It returns false if the piece has no item.
func (p *packing) copiesBound(k *packedPiece) (itemBound, bool) {
	alone := slices.ContainsFunc(k.allowedCellSets, func(m coveredCellSet) bool {
		return m.coveredCells&^p.optionalCells == 0
	})
	switch {
	case k.mostCopies < 0:
		return itemBound{mostTimes: 99}, alone
	case k.leastCopies == 0 && k.mostCopies == 1 && !alone:
		return atMostOnce, true
	}
	return itemBound{leastTimes: k.leastCopies, mostTimes: k.mostCopies}, true
}

func (f *latticeBoard) itemsOfCells(cells cellSet) (holds []heldItem) {
	for i, at := range f.cellCoordinates {
		if cells.containsCell(i) {
			holds = append(holds, heldItem{fmt.Sprintf("b[%s]", f.cellName(at)), "", 1})
		}
	}
	return holds
}

// motionOnKeys returns a symmetry of the packing as a function of keys.
func (p *packing) motionOnKeys(s packingSymmetry) Motion {
	to := map[string]string{}
	for i, k := range p.pieces {
		for _, m := range k.allowedCellSets {
			to[p.keyOfPieceOnCells(k.name, m.coveredCells)] = p.keyOfPieceOnCells(p.pieces[s.pieceImages[i]].name,
				s.imageOfCellSet(m.coveredCells))
		}
	}
	return Motion{IsReflection: s.isReflection, imageOfKey: func(key string) string { return to[key] }}
}
