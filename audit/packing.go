package audit

import (
	"fmt"
	"slices"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
)

// packingAudit lowers a packing.
type packingAudit struct {
	*lowering
	*model.Packing
	cells       lattice.Shape // cells of the board, in order
	optional    map[lattice.Cell]bool
	choices     []*model.PieceChoice // parts of the set that say `n from`, in order
	apartFamily []string             // by rule: the name of its items
	joints      []jointOfSticks
}

// lowerPacking adds what section A4 says.
func (l *lowering) lowerPacking(k *model.Packing) error {
	on := k.Board.Lattice
	err := unknown(map[string]bool{
		"sticks on boards whose edges are joined": on.StickEnds != nil && k.Board.IsWrapped(),
		"symmetric in pack":                       k.RequiredSymmetries != nil,
		"colors":                                  k.MustMatchColors || k.BorderColor != 0,
	})
	if err != nil {
		return err
	}
	a := &packingAudit{lowering: l, Packing: k, optional: map[lattice.Cell]bool{}}
	for _, c := range k.Board.OptionalCells {
		a.optional[c] = true
	}
	cells := slices.Concat(k.Board.Cells, k.Board.OptionalCells)
	a.cells = slices.Compact(slices.SortedFunc(slices.Values(cells), lattice.CompareCells))
	for _, c := range a.cells {
		l.items[cellName(on, c)] = bound{1, 1, a.optional[c]}
	}
	for n, apart := range k.Separations {
		a.apartFamily = append(a.apartFamily, "apart")
		if n > 0 {
			a.apartFamily[n] = fmt.Sprintf("apart%d", n+1)
		}
		for _, pair := range apart.CellPairs {
			l.items[a.apartItem(n, pair)] = bound{secondary: true}
		}
	}
	for _, s := range k.Seams {
		l.items[s.ItemName] = bound{1, unlimited, false}
		if a.needsLoneCells(s) {
			l.items[s.ItemName] = bound{0, 3, false}
		}
	}
	a.findJoints()
	board := newPackedBoard(k.Board, a.cells)
	for n, piece := range k.Pieces {
		if err := a.lowerPiece(n, piece, board); err != nil {
			return err
		}
	}
	a.lowerEmptyCells()
	return nil
}

// jointOfSticks is four sticks that meet at a joint, clockwise, with the item of the piece that lies across it.
type jointOfSticks struct {
	item   string
	sticks [4]lattice.Cell
}

// isCrossedBy reports whether a piece parts the sticks at a joint.
func (j jointOfSticks) isCrossedBy(cells lattice.Shape) bool {
	has := func(k int) bool { return slices.Contains(cells, j.sticks[k]) }
	return has(0) && has(2) || has(1) && has(3)
}

// findJoints adds the items of the joints at which pieces of sticks may cross.
func (a *packingAudit) findJoints() {
	on := a.Board.Lattice
	if on.StickEnds == nil || a.AllowsStickCrossing {
		return
	}
	seen := map[lattice.Cell]bool{}
	for _, c := range a.cells {
		for _, joint := range on.StickEnds(c) {
			if seen[joint] {
				continue
			}
			seen[joint] = true
			around := on.SticksAtJoint(joint)
			var meet []lattice.Cell
			for _, stick := range around {
				if slices.Contains(a.cells, stick) {
					meet = append(meet, stick)
				}
			}
			var numbers []int
			for k := range meet {
				numbers = append(numbers, k)
			}
			sets := subsets(numbers, 4)
			slices.SortFunc(sets, func(x, y []int) int { // by the last stick first
				return slices.Compare([]int{x[3], x[2], x[1], x[0]}, []int{y[3], y[2], y[1], y[0]})
			})
			for n, four := range sets {
				j := jointOfSticks{item: cellName(on, joint)}
				for k, i := range four {
					j.sticks[k] = meet[i]
				}
				if len(around) > 4 {
					j.item += fmt.Sprintf(",%d", n)
				}
				a.items[j.item] = bound{secondary: true}
				a.joints = append(a.joints, j)
			}
		}
	}
}

func (a *packingAudit) nameOn(c lattice.Cell) string { return cellName(a.Board.Lattice, c) }

func (a *packingAudit) apartItem(n int, pair [2]lattice.Cell) string {
	return fmt.Sprintf("%s[%s,%s]", a.apartFamily[n], a.nameOn(pair[0]), a.nameOn(pair[1]))
}

// needsLoneCells reports whether the pieces with one cell at a corner hold its item, and not those with two.
func (a *packingAudit) needsLoneCells(s model.Seam) bool {
	return s.StepAcross == lattice.Cell{} && (s.HasOptionalCell || a.puzzle.CoreCoversCells)
}

// seamsOf returns the items of the lines that cells lie across, and of the corners that they cover.
func (a *packingAudit) seamsOf(cells lattice.Shape, isPiece bool) (items []string) {
	for _, s := range a.Seams {
		at, across := 0, false
		for _, c := range s.SeamCells {
			if slices.Contains(cells, c) {
				at++
				across = across || slices.Contains(cells, c.Plus(s.StepAcross))
			}
		}
		switch {
		case s.StepAcross != lattice.Cell{}:
			if across && isPiece {
				items = append(items, s.ItemName)
			}
		case a.needsLoneCells(s):
			if at == 1 && isPiece {
				items = append(items, s.ItemName)
			}
		case at >= 2 || at == 1 && !isPiece:
			items = append(items, s.ItemName)
		}
	}
	return items
}

// lowerEmptyCells adds the items of `leave`, and the options of the cells that may stay empty.
func (a *packingAudit) lowerEmptyCells() {
	empties := a.EmptyPartRules
	if a.EmptyCellRule != nil {
		empties = append([]model.EmptyCellRule{*a.EmptyCellRule}, empties...)
	}
	emptyItems := map[lattice.Cell][]string{}
	for n, e := range empties {
		name, cells := "empty", e.Cells
		if cells == nil {
			cells = a.cells
		} else if name = fmt.Sprintf("empty[%d]", n); a.EmptyCellRule != nil {
			name = fmt.Sprintf("empty[%d]", n-1)
		}
		if e.EmptyCount.Max == 0 {
			continue // nothing stays empty
		}
		a.items[name] = bound{e.EmptyCount.Min, e.EmptyCount.Max, false}
		for _, c := range cells {
			if !a.optional[c] {
				emptyItems[c] = append(emptyItems[c], name)
			}
		}
	}
	for c, names := range emptyItems {
		value := a.valueOf(func(m model.Measure) int64 { return oneIf(m.CountsEmptyCells) })
		a.addValuedRow(value, slices.Concat(names, []string{a.nameOn(c)}, a.seamsOf(lattice.Shape{c}, false))...)
	}
}

// pieceItem returns the item of a piece, and how often it is covered; "" if copies of it are not counted.
func (a *packingAudit) pieceItem(piece *model.PackedPiece, fitsOptional bool) (item string, b bound) {
	b = bound{piece.Copies.Min, piece.Copies.Max, false}
	isFree := piece.Copies == model.CountRange{Min: 0, Max: unlimited}
	switch {
	case isFree && !fitsOptional:
		return "", b
	case piece.Copies == model.CountRange{Min: 0, Max: 1} && !fitsOptional:
		b = bound{secondary: true}
	case isFree && a.isNamedByCore(piece.Name): // its options cover the piece without room for it
	case b.high == unlimited:
		b.high = max(len(a.cells), b.low)
	}
	return piece.Name, b
}

// isNamedByCore reports whether an option of the core names the item of a piece.
func (a *packingAudit) isNamedByCore(piece string) bool {
	return slices.ContainsFunc(a.puzzle.OptionDeclarations, func(d model.OptionDeclaration) bool {
		return slices.ContainsFunc(d.ItemRefs, func(r model.ItemRef) bool { return r.Family == piece })
	})
}

// lowerPiece adds the item of a piece and its placements.
func (a *packingAudit) lowerPiece(number int, piece *model.PackedPiece, board *packedBoard) error {
	err := unknown(map[string]bool{
		"tiles": piece.ColorMarks != nil, "regions that are found": piece.FoundRegion != nil,
		"fix and keep on boards whose edges are joined": a.Board.IsWrapped() &&
			len(piece.FixedPlaces)+len(piece.PlacementLimits) > 0,
	})
	if err != nil {
		return err
	}
	if piece.Copies.Max == 0 {
		return nil
	}
	var found []lattice.Shape
	fitsOptional := false
	for _, covered := range board.placements(piece.Lattice, piece.Shape, piece.Freedom) {
		var cells lattice.Shape
		lone := true
		for _, k := range covered {
			cells = append(cells, a.cells[k])
			lone = lone && a.optional[a.cells[k]]
		}
		if fitsOptional = fitsOptional || lone; a.obeysKeep(piece, cells) {
			found = append(found, cells)
		}
	}
	var held []string
	if item, b := a.pieceItem(piece, fitsOptional); item != "" {
		a.items[item], held = b, []string{item}
	}
	if piece.PieceChoice != nil {
		if !slices.Contains(a.choices, piece.PieceChoice) {
			a.choices = append(a.choices, piece.PieceChoice)
		}
		item := fmt.Sprintf("chosen[%d]", slices.Index(a.choices, piece.PieceChoice))
		a.items[item] = bound{piece.PieceChoice.ChosenCount.Min, piece.PieceChoice.ChosenCount.Max, false}
		held = append(held, item)
	}
	for _, f := range piece.FixedPlaces {
		if item := a.fixItem(piece, f); item != "" {
			a.items[item] = bound{1, 1, false}
			if f.Orientation == unlimited {
				a.items[item] = bound{1, len(piece.Orientations), false}
			}
		}
	}
	for _, cells := range found {
		row := slices.Concat(held, a.seamsOf(cells, true))
		for _, c := range cells {
			row = append(row, a.nameOn(c))
		}
		for n, apart := range a.Separations {
			for _, pair := range apart.CellPairs {
				covers := slices.Contains(cells, pair[0]) || slices.Contains(cells, pair[1])
				if covers && (apart.MemberNumbers == nil || slices.Contains(apart.MemberNumbers, number)) {
					row = append(row, a.apartItem(n, pair))
				}
			}
		}
		for _, j := range a.joints {
			if j.isCrossedBy(cells) {
				row = append(row, j.item)
			}
		}
		isOut := false
		for _, f := range piece.FixedPlaces {
			isThere := isAt(piece, f, cells)
			switch item := a.fixItem(piece, f); {
			case item == "":
				isOut = isOut || !isThere
			case isThere:
				row = append(row, item)
			}
		}
		if !isOut {
			a.addValuedRow(a.valueOf(func(m model.Measure) int64 {
				return oneIf(slices.Contains(m.CountedPieces,
					piece))
			}), row...)
		}
	}
	return nil
}

// obeysKeep reports whether a placement lies where `keep` allows it, and in an orientation that it allows.
func (a *packingAudit) obeysKeep(piece *model.PackedPiece, cells lattice.Shape) bool {
	for _, keep := range piece.PlacementLimits {
		for _, c := range cells {
			if keep.Cells != nil && !slices.Contains(keep.Cells, c) {
				return false
			}
		}
		if keep.Orientations != nil && !slices.ContainsFunc(keep.Orientations,
			func(n int) bool { return isShiftOf(piece.Lattice, piece.Orientations[n], cells) }) {
			return false
		}
	}
	return true
}

// fixItem returns the item of a place where a copy must lie; "" if there is one copy, so that other places are left
// out.
func (a *packingAudit) fixItem(piece *model.PackedPiece, f model.FixedPlace) string {
	switch {
	case piece.Copies == model.Once:
		return ""
	case f.Orientation == unlimited:
		return fmt.Sprintf("fix[%s,%s]", piece.Name, a.nameOn(f.Corner))
	}
	return fmt.Sprintf("fix[%s,%s/%d]", piece.Name, a.nameOn(f.Corner), f.Orientation)
}

// isAt reports whether the least row and column of a placement, and its orientation, are those of a fixed place.
func isAt(piece *model.PackedPiece, f model.FixedPlace, cells lattice.Shape) bool {
	least := cells[0]
	for _, c := range cells {
		for axis := range least {
			least[axis] = min(least[axis], c[axis])
		}
	}
	return least == f.Corner && (f.Orientation == unlimited ||
		isShiftOf(piece.Lattice, piece.Orientations[f.Orientation], cells))
}

// isShiftOf reports whether cells are those of a shape, shifted.
func isShiftOf(on *lattice.Lattice, shape, cells lattice.Shape) bool {
	sorted := slices.SortedFunc(slices.Values(cells), lattice.CompareCells)
	for k, c := range slices.SortedFunc(slices.Values(shape), lattice.CompareCells) {
		if len(shape) != len(sorted) || c.Minus(shape[0]) != sorted[k].Minus(sorted[0]) {
			return false
		}
	}
	return on.IsShift(sorted[0].Minus(shape[0]))
}
