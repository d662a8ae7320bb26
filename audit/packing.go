package audit

import (
	"fmt"
	"maps"
	"slices"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
)

// packingAudit lowers a packing.
type packingAudit struct {
	*lowering
	*model.Packing
	board       *packedBoard
	placed      []placed
	optional    map[lattice.Cell]bool
	choices     []*model.PieceChoice // parts of the set that say `n from`, in order
	apartFamily []string             // by rule: the name of its items
	joints      []jointOfSticks
}

// lowerPacking adds what section A4 says.
func (l *lowering) lowerPacking() error {
	k := l.puzzle.Packing
	if k == nil {
		return nil
	}
	a := &packingAudit{lowering: l, Packing: k, board: newPackedBoard(k.Board, k.Board.AllCells()),
		optional: map[lattice.Cell]bool{}}
	for _, c := range k.Board.OptionalCells {
		a.optional[c] = true
	}
	for _, c := range a.board.cells {
		l.declare(a.nameOn(c), bound{1, 1, a.optional[c]})
		l.aliases[fmt.Sprintf("%s[%s]", k.Board.Name, a.nameOn(c))] = a.nameOn(c)
	}
	a.findJoints()
	for n, apart := range k.Separations {
		a.apartFamily = append(a.apartFamily, "apart")
		if n > 0 {
			a.apartFamily[n] = fmt.Sprintf("apart%d", n+1)
		}
		for _, pair := range apart.CellPairs {
			l.declare(a.apartItem(n, pair), bound{secondary: true})
		}
	}
	for n, piece := range k.Pieces {
		if err := a.lowerPiece(n, piece); err != nil {
			return err
		}
	}
	a.lowerEmptyCells()
	for _, s := range k.Seams {
		b := bound{1, unlimited, false}
		if a.needsLoneCells(s) {
			b = bound{0, 3, false}
		}
		l.declare(s.ItemName, b)
	}
	if slices.ContainsFunc(k.Pieces, func(p *model.PackedPiece) bool { return p.HasSides() }) {
		for _, item := range a.board.sides() {
			l.declare(item, bound{secondary: true})
		}
	}
	var options []*option
	for _, p := range a.placed {
		options = append(options, p.option)
	}
	l.addOrbits(options, k.RequiredSymmetries, a.imageOf)
	return nil
}

// placed is an option of the packing: a piece that lies on cells, or an empty cell.
type placed struct {
	*option
	piece *model.PackedPiece // nil for an empty cell
	cells lattice.Shape
}

// imageOf returns what a motion of the board makes of a piece that lies on cells: the same piece or, if that has no
// such orientation, one with the images of its orientations.
func (a *packingAudit) imageOf(member int, motion []int32) int {
	p := a.placed[member]
	var cells lattice.Shape
	for _, c := range p.cells {
		cells = append(cells, a.board.cells[motion[slices.Index(a.board.cells, c)]])
	}
	slices.SortFunc(cells, lattice.CompareCells)
	liesThere := func(fits func(q *model.PackedPiece) bool) int {
		return slices.IndexFunc(a.placed, func(q placed) bool { return q.cells.Equal(cells) && fits(q.piece) })
	}
	same := liesThere(func(q *model.PackedPiece) bool { return q == p.piece })
	if p.piece != nil && p.piece.FoundRegion != nil {
		return liesThere(func(q *model.PackedPiece) bool { return q != nil })
	}
	if same >= 0 || p.piece == nil || slices.ContainsFunc(p.piece.Orientations,
		func(o lattice.Shape) bool { return isShiftOf(p.piece.Lattice, o, cells) }) {
		return same
	}
	return liesThere(func(q *model.PackedPiece) bool {
		return q != nil && len(q.Orientations) == len(p.piece.Orientations)
	})
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
	for _, c := range a.board.cells {
		for _, joint := range on.StickEnds(c) {
			joint = a.board.reduce(joint)
			if seen[joint] {
				continue
			}
			seen[joint] = true
			around := on.SticksAtJoint(joint)
			var meet []lattice.Cell
			for _, stick := range around {
				if k, has := a.board.number[a.board.reduce(stick)]; has {
					meet = append(meet, a.board.cells[k])
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
				a.declare(j.item, bound{secondary: true})
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
	emptyItems, full := map[lattice.Cell][]string{}, map[lattice.Cell]bool{}
	for n, e := range empties {
		name, cells := "empty", e.Cells
		if cells == nil {
			cells = a.board.cells
		} else if name = fmt.Sprintf("empty[%d]", n); a.EmptyCellRule != nil {
			name = fmt.Sprintf("empty[%d]", n-1)
		}
		if e.EmptyCount.Max != 0 {
			a.declare(name, bound{e.EmptyCount.Min, e.EmptyCount.Max, false})
		}
		for _, c := range cells {
			if full[c] = full[c] || e.EmptyCount.Max == 0; !a.optional[c] {
				emptyItems[c] = append(emptyItems[c], name)
			}
		}
	}
	value := a.valueOf(func(m model.Measure) int64 { return oneIf(m.CountsEmptyCells) })
	for _, c := range a.board.cells {
		if isAllowed := a.EmptyCellRule == nil || slices.Contains(emptyItems[c], "empty"); isAllowed &&
			emptyItems[c] != nil && !full[c] {
			cells := lattice.Shape{c}
			items := slices.Concat(emptyItems[c], a.seamsOf(cells, false))
			items = slices.Insert(items, int(oneIf(a.EmptyCellRule != nil)), a.nameOn(c)) // empty 0,0 empty[1]
			a.placed = append(a.placed, placed{&option{items: items, value: value}, nil, cells})
		}
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
		b.high = max(len(a.board.cells), b.low)
	}
	return piece.Name, b
}

// isNamedByCore reports whether an option of the core names an item of a family.
func (l *lowering) isNamedByCore(family string) bool {
	return slices.ContainsFunc(l.puzzle.OptionDeclarations, func(d model.OptionDeclaration) bool {
		return slices.ContainsFunc(d.ItemRefs, func(r model.ItemRef) bool { return r.Family == family })
	})
}

// lowerPiece adds the item of a piece and its placements.
func (a *packingAudit) lowerPiece(number int, piece *model.PackedPiece) error {
	if a.Board.EdgeFlip != nil && len(piece.FixedPlaces)+len(piece.PlacementLimits) > 0 {
		return unknown("`fix` and `keep` where edges are joined upside down", a.Span)
	}
	if piece.Copies.Max == 0 {
		return nil
	}
	found := a.regionPlacements(piece)
	if piece.FoundRegion == nil {
		found = a.board.placements(piece.Piece)
	}
	fitsOptional := slices.ContainsFunc(found, func(p placement) bool {
		return !slices.ContainsFunc(p.covered, func(k int) bool { return !a.optional[a.board.cells[k]] })
	})
	var held []string
	if piece.PieceChoice != nil {
		if !slices.Contains(a.choices, piece.PieceChoice) {
			a.choices = append(a.choices, piece.PieceChoice)
		}
		item, times := fmt.Sprintf("chosen[%d]", slices.Index(a.choices, piece.PieceChoice)), piece.PieceChoice.ChosenCount
		a.declare(item, bound{times.Min, times.Max, false})
		held = append(held, item)
	}
	if item, b := a.pieceItem(piece, fitsOptional); item != "" {
		a.declare(item, b)
		held = append([]string{item}, held...)
	}
	for _, f := range piece.FixedPlaces {
		if item := a.fixItem(piece, f); item != "" {
			b := bound{1, 1, false}
			if f.Orientation == unlimited {
				b.high = len(piece.Orientations)
			}
			a.declare(item, b)
		}
	}
	for _, p := range found {
		ways := slices.DeleteFunc(p.ways, func(w lattice.Shape) bool { return !a.isAllowed(piece, p, w) })
		inks, fit := a.inkItems(p)
		if piece.FoundRegion == nil && len(ways) == 0 || !fit {
			continue
		}
		var cells lattice.Shape
		row := slices.Clone(held)
		for _, f := range piece.FixedPlaces {
			if item := a.fixItem(piece, f); item != "" && slices.ContainsFunc(ways,
				func(w lattice.Shape) bool { return a.isAt(piece, f, p, w) }) {
				row = append(row, item)
			}
		}
		for _, k := range p.covered {
			cells = append(cells, a.board.cells[k])
			row = append(row, a.nameOn(a.board.cells[k]))
		}
		for n, apart := range a.Separations {
			for _, pair := range apart.CellPairs {
				covers := slices.Contains(cells, pair[0]) || slices.Contains(cells, pair[1])
				if covers && (apart.MemberNumbers == nil || slices.Contains(apart.MemberNumbers, number)) {
					row = append(row, a.apartItem(n, pair))
				}
			}
		}
		row = slices.Concat(row, a.seamsOf(cells, true), inks)
		for _, j := range a.joints {
			if j.isCrossedBy(cells) {
				row = append(row, j.item)
			}
		}
		value := a.valueOf(func(m model.Measure) int64 { return oneIf(slices.Contains(m.CountedPieces, piece)) })
		a.placed = append(a.placed, placed{&option{items: row, value: value}, piece, cells})
	}
	return nil
}

// isAllowed reports whether all rules about a piece allow a way to lie on cells.
func (a *packingAudit) isAllowed(piece *model.PackedPiece, p placement, way lattice.Shape) bool {
	for _, keep := range piece.PlacementLimits {
		for _, k := range p.covered {
			if keep.Cells != nil && !slices.ContainsFunc(keep.Cells, func(c lattice.Cell) bool {
				return a.board.number[a.board.reduce(c)] == k
			}) {
				return false
			}
		}
		if keep.Orientations != nil && !slices.ContainsFunc(keep.Orientations,
			func(n int) bool { return a.liesAs(piece, n, p, way) }) {
			return false
		}
	}
	return !slices.ContainsFunc(piece.FixedPlaces, func(f model.FixedPlace) bool {
		return piece.Copies == model.Once && !a.isAt(piece, f, p, way)
	})
}

// inkItems returns the items of the sides of a placement, with their colors, and whether the colors fit: those of sides
// that the piece has on both hands, of the border, and of the cells of the board.
func (a *packingAudit) inkItems(p placement) (items []string, fit bool) {
	fit = true
	colors := map[string]rune{}
	for at, ink := range p.inks {
		if at.side == noSide {
			below, has := a.Board.CellColors[a.board.cells[at.cell]]
			fit = fit && !(a.MustMatchColors && has && below != ink)
			continue
		}
		item := a.board.sides()[at]
		if item == "" {
			fit = fit && (a.BorderColor == 0 || a.BorderColor == ink)
			continue
		}
		if before, twice := colors[item]; !twice {
			items = append(items, fmt.Sprintf("%s:%c", item, ink))
		} else {
			fit = fit && before == ink
		}
		colors[item] = ink
	}
	return items, fit
}

// regionPlacements returns the shapes of a region that is found: connected ones of so many cells, or rectangles. They
// hold the cell of the number, no cell of another number and, if regions are apart, none that is apart from one.
func (a *packingAudit) regionPlacements(piece *model.PackedPiece) (found []placement) {
	if piece.FoundRegion == nil {
		return nil
	}
	own, numbers, barred := piece.FoundRegion.ClueCell, map[lattice.Cell]bool{}, map[lattice.Cell]bool{}
	for _, p := range a.Pieces {
		if p.FoundRegion != nil && p != piece {
			numbers[p.FoundRegion.ClueCell], barred[p.FoundRegion.ClueCell] = true, true
		}
	}
	for _, apart := range a.Separations {
		for _, pair := range apart.CellPairs {
			for k := range pair {
				isBeside := apart.MemberNumbers == nil && numbers[pair[1-k]] && pair[k] != own
				barred[pair[k]] = barred[pair[k]] || isBeside
			}
		}
	}
	seen := map[string]bool{}
	add := func(cells []int) bool {
		slices.Sort(cells)
		isNew := !seen[fmt.Sprint(cells)]
		seen[fmt.Sprint(cells)] = true
		return isNew
	}
	size := piece.FoundRegion.CellCount
	start := []int{a.board.number[own]}
	if piece.FoundRegion.MustBeRectangle {
		for m, c := range a.board.cells {
			for n, d := range a.board.cells {
				var cells []int
				for k, e := range a.board.cells {
					if c[0] <= e[0] && e[0] <= d[0] && c[1] <= e[1] && e[1] <= d[1] && !barred[e] {
						cells = append(cells, k)
					}
				}
				if full := int(d[0]-c[0]+1) * int(d[1]-c[1]+1); m <= n && c[1] <= d[1] && len(cells) == full &&
					(size == 0 || size == full) && slices.Contains(cells, start[0]) {
					found = append(found, placement{covered: cells})
				}
			}
		}
		return found
	}
	shapes := [][]int{start}
	for range size - 1 {
		var larger [][]int
		for _, shape := range shapes {
			for _, k := range shape {
				for _, next := range a.board.besides(k) {
					grown := append(slices.Clone(shape), next)
					if !slices.Contains(shape, next) && !barred[a.board.cells[next]] && add(grown) {
						larger = append(larger, grown)
					}
				}
			}
		}
		shapes = larger
	}
	for _, shape := range shapes {
		found = append(found, placement{covered: shape})
	}
	return found
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

// isAt reports whether the least row and column of a piece, and its orientation, are those of a fixed place.
func (a *packingAudit) isAt(piece *model.PackedPiece, f model.FixedPlace, p placement, way lattice.Shape) bool {
	least, _ := way.BoundingBox()
	return a.board.reduce(way[0]) == a.board.reduce(way[0].Plus(f.Corner).Minus(least)) &&
		(f.Orientation == unlimited || a.liesAs(piece, f.Orientation, p, way))
}

// liesAs reports whether a piece has an orientation, with its colors, where it lies.
func (a *packingAudit) liesAs(piece *model.PackedPiece, orientation int, p placement, way lattice.Shape) bool {
	shape := piece.Orientations[orientation]
	if !isShiftOf(piece.Lattice, shape, way) || piece.ColorMarks == nil {
		return isShiftOf(piece.Lattice, shape, way)
	}
	inks, shift := map[sideOf]rune{}, way[0].Minus(shape[0])
	for _, mark := range piece.ColorMarks[orientation] {
		c, d := mark.Cell.Plus(shift), mark.AdjacentCell.Plus(shift)
		at := sideOf{a.board.number[a.board.reduce(c)], noSide}
		if corners := cornersOf(piece.Lattice, c); c != d {
			at.side = slices.IndexFunc(sidesOf(corners), middleOf(corners, cornersOf(piece.Lattice, d)).near)
		}
		inks[at] = mark.Color
	}
	return maps.Equal(inks, p.inks)
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
