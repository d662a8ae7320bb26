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
	*expectedMatrix
	*model.Packing
	board              *boardWithCopies
	placedPieces       []placedPiece
	optionalCells      map[lattice.Cell]bool
	pieceChoices       []*model.PieceChoice // parts of the set that say `n from`, in order
	separationFamilies []string             // by rule: name of the family of its items
	stickJoints        []jointOfSticks
}

// lowerPacking adds the items and options of section A4 of spec.md.
func (l *expectedMatrix) lowerPacking() error {
	k := l.puzzle.Packing
	if k == nil {
		return nil
	}
	a := &packingAudit{expectedMatrix: l, Packing: k, board: newPackedBoard(k.Board, k.Board.AllCells()),
		optionalCells: map[lattice.Cell]bool{}}
	for _, c := range k.Board.OptionalCells {
		a.optionalCells[c] = true
	}
	for _, c := range a.board.cells {
		l.declareItem(a.nameOfCell(c), coverBounds{1, 1, a.optionalCells[c]})
		l.itemOfCellName[fmt.Sprintf("%s[%s]", k.Board.Name, a.nameOfCell(c))] = a.nameOfCell(c)
	}
	a.findJoints()
	for n, apart := range k.Separations {
		a.separationFamilies = append(a.separationFamilies, "apart")
		if n > 0 {
			a.separationFamilies[n] = fmt.Sprintf("apart%d", n+1)
		}
		for _, pair := range apart.CellPairs {
			l.declareItem(a.separationItem(n, pair), coverBounds{isSecondary: true})
		}
	}
	for n, piece := range k.Pieces {
		if err := a.lowerPiece(n, piece); err != nil {
			return err
		}
	}
	a.lowerEmptyCells()
	for _, s := range k.Seams {
		b := coverBounds{1, unlimited, false}
		if a.needsLoneCells(s) {
			b = coverBounds{0, 3, false}
		}
		l.declareItem(s.ItemName, b)
	}
	if slices.ContainsFunc(k.Pieces, func(p *model.PackedPiece) bool { return p.HasSides() }) {
		for _, item := range a.board.sharedSideItems() {
			l.declareItem(item, coverBounds{isSecondary: true})
		}
	}
	var options []*expectedOption
	for _, p := range a.placedPieces {
		options = append(options, p.expectedOption)
	}
	l.addOrbits(options, k.RequiredSymmetries, a.imageOfPlacement)
	return nil
}

// placedPiece is an option of the packing: a piece that lies on cells, or an empty cell.
type placedPiece struct {
	*expectedOption
	piece *model.PackedPiece // nil for an empty cell
	cells lattice.Shape
}

// imageOfPlacement returns the image of a placed piece under a motion of the board: the same piece or, if that lacks
// the orientation, one that has the images of its orientations.
func (a *packingAudit) imageOfPlacement(member int, motion []int32) int {
	p := a.placedPieces[member]
	var cells lattice.Shape
	for _, c := range p.cells {
		cells = append(cells, a.board.cells[motion[slices.Index(a.board.cells, c)]])
	}
	slices.SortFunc(cells, lattice.CompareCells)
	liesThere := func(fits func(q *model.PackedPiece) bool) int {
		return slices.IndexFunc(a.placedPieces, func(q placedPiece) bool {
			return q.cells.Equal(cells) &&
				fits(q.piece)
		})
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

// jointOfSticks is a joint at which four sticks meet, clockwise, with the item of the piece that crosses it.
type jointOfSticks struct {
	itemName string
	sticks   [4]lattice.Cell
}

// isCrossedBy reports whether a piece crosses the joint, so that it separates the other two sticks.
func (j jointOfSticks) isCrossedBy(cells lattice.Shape) bool {
	has := func(k int) bool { return slices.Contains(cells, j.sticks[k]) }
	return has(0) && has(2) || has(1) && has(3)
}

// findJoints adds the items of the joints that pieces of sticks may cross.
func (a *packingAudit) findJoints() {
	on := a.Board.Lattice
	if on.StickEnds == nil || a.AllowsStickCrossing {
		return
	}
	seen := map[lattice.Cell]bool{}
	for _, c := range a.board.cells {
		for _, joint := range on.StickEnds(c) {
			joint = a.board.cellOnBoard(joint)
			if seen[joint] {
				continue
			}
			seen[joint] = true
			around := on.SticksAtJoint(joint)
			var meet []lattice.Cell
			for _, stick := range around {
				if k, has := a.board.numberOfCell[a.board.cellOnBoard(stick)]; has {
					meet = append(meet, a.board.cells[k])
				}
			}
			var numbers []int
			for k := range meet {
				numbers = append(numbers, k)
			}
			sets := subsetsOfSize(numbers, 4)
			slices.SortFunc(sets, func(x, y []int) int { // sorted by the last stick first
				return slices.Compare([]int{x[3], x[2], x[1], x[0]}, []int{y[3], y[2], y[1], y[0]})
			})
			for n, four := range sets {
				j := jointOfSticks{itemName: cellName(on, joint)}
				for k, i := range four {
					j.sticks[k] = meet[i]
				}
				if len(around) > 4 {
					j.itemName += fmt.Sprintf(",%d", n)
				}
				a.declareItem(j.itemName, coverBounds{isSecondary: true})
				a.stickJoints = append(a.stickJoints, j)
			}
		}
	}
}

func (a *packingAudit) nameOfCell(c lattice.Cell) string { return cellName(a.Board.Lattice, c) }

func (a *packingAudit) separationItem(n int, pair [2]lattice.Cell) string {
	return fmt.Sprintf("%s[%s,%s]", a.separationFamilies[n], a.nameOfCell(pair[0]), a.nameOfCell(pair[1]))
}

// needsLoneCells reports whether the item of a corner is held by the pieces with one cell there, and not by those with
// two.
func (a *packingAudit) needsLoneCells(s model.Seam) bool {
	return s.StepAcross == lattice.Cell{} && (s.HasOptionalCell || a.puzzle.CoreCoversCells)
}

// seamItemsOf returns the items of the straight lines that cells cross, and of the corners that they cover.
func (a *packingAudit) seamItemsOf(cells lattice.Shape, isPiece bool) (items []string) {
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
		if e.Cells == nil && a.isEmptyCountFixed(e.EmptyCount) {
			name = noItem
		} else if e.EmptyCount.Max != 0 {
			a.declareItem(name, coverBounds{e.EmptyCount.Min, e.EmptyCount.Max, false})
		}
		for _, c := range cells {
			if full[c] = full[c] || e.EmptyCount.Max == 0; !a.optionalCells[c] {
				emptyItems[c] = append(emptyItems[c], name)
			}
		}
	}
	value := a.valueOf(func(m model.Measure) int64 { return boolToInt64(m.CountsEmptyCells) })
	for _, c := range a.board.cells {
		if isAllowed := a.EmptyCellRule == nil || emptyItems[c] != nil; isAllowed &&
			emptyItems[c] != nil && !full[c] {
			cells := lattice.Shape{c}
			items := slices.Concat(emptyItems[c], a.seamItemsOf(cells, false))
			// empty 0,0 empty[1]
			items = slices.Insert(items, int(boolToInt64(a.EmptyCellRule != nil)), a.nameOfCell(c))
			items = slices.DeleteFunc(items, func(item string) bool { return item == noItem })
			a.placedPieces = append(a.placedPieces,
				placedPiece{&expectedOption{coloredItems: items, goalValue: value}, nil, cells})
		}
	}
}

// noItem stands for an item that is left out.
const noItem = ""

// isEmptyCountFixed reports whether the pieces leave a number of empty cells that a rule allows, and no other number.
func (a *packingAudit) isEmptyCountFixed(allowed model.CountRange) bool {
	for _, family := range []string{"empty", "chosen", "fix"} {
		if a.puzzle.ReferencedFamilies[family] || a.puzzle.CoreCoversCells {
			return false
		}
	}
	empty, areas := len(a.board.cells), map[*model.PieceChoice][]int{}
	for _, piece := range a.Pieces {
		if piece.Area() == 0 || a.isNamedByCore(piece.Name) {
			return false
		}
		if areas[piece.PieceChoice] = append(areas[piece.PieceChoice], piece.Area()); piece.PieceChoice == nil {
			if empty -= piece.Copies.Min * piece.Area(); piece.Copies.Min != piece.Copies.Max {
				return false
			}
		}
	}
	delete(areas, nil)
	for choice, sizes := range areas {
		n := choice.ChosenCount
		if empty -= n.Min * sizes[0]; n.Min != n.Max || slices.Min(sizes) != slices.Max(sizes) {
			return false
		}
	}
	return len(a.optionalCells) == 0 && allowed.Min <= empty && empty <= allowed.Max
}

// pieceItem returns the item of a piece, and its bounds; "" if copies of the piece are not counted.
func (a *packingAudit) pieceItem(piece *model.PackedPiece, fitsOptional bool) (item string, b coverBounds) {
	b = coverBounds{piece.Copies.Min, piece.Copies.Max, false}
	isFree := piece.Copies == model.CountRange{Min: 0, Max: unlimited}
	switch {
	case isFree && !fitsOptional:
		return "", b
	case piece.Copies == model.CountRange{Min: 0, Max: 1} && !fitsOptional:
		b = coverBounds{isSecondary: true}
	case isFree && a.isNamedByCore(piece.Name): // options of the core cover the item, even if no copy of the piece fits
	case b.maxCovers == unlimited:
		b.maxCovers = max(len(a.board.cells), b.minCovers)
	}
	return piece.Name, b
}

// isNamedByCore reports whether an option of the core names an item of a family.
func (l *expectedMatrix) isNamedByCore(family string) bool {
	return slices.ContainsFunc(l.puzzle.OptionDeclarations, func(d model.OptionDeclaration) bool {
		return slices.ContainsFunc(d.ItemRefs, func(r model.ItemRef) bool { return r.Family == family })
	})
}

// lowerPiece adds the item of a piece and its placements.
func (a *packingAudit) lowerPiece(number int, piece *model.PackedPiece) error {
	if a.Board.EdgeFlip != nil && len(piece.FixedPlaces)+len(piece.PlacementLimits) > 0 {
		return unknownFeatureError("`fix` and `keep` where edges are joined upside down", a.Span)
	}
	if piece.Copies.Max == 0 {
		return nil
	}
	found := a.regionPlacements(piece)
	if piece.FoundRegion == nil {
		found = a.board.placementsOfPiece(piece.Piece)
	}
	fitsOptional := slices.ContainsFunc(found, func(p piecePlacement) bool {
		return !slices.ContainsFunc(p.coveredCells, func(k int) bool { return !a.optionalCells[a.board.cells[k]] })
	})
	var held []string
	if piece.PieceChoice != nil {
		if !slices.Contains(a.pieceChoices, piece.PieceChoice) {
			a.pieceChoices = append(a.pieceChoices, piece.PieceChoice)
		}
		item, times := fmt.Sprintf("chosen[%d]", slices.Index(a.pieceChoices, piece.PieceChoice)),
			piece.PieceChoice.ChosenCount
		a.declareItem(item, coverBounds{times.Min, times.Max, false})
		held = append(held, item)
	}
	if item, b := a.pieceItem(piece, fitsOptional); item != "" {
		a.declareItem(item, b)
		held = append([]string{item}, held...)
	}
	for _, f := range piece.FixedPlaces {
		if item := a.fixedPlaceItem(piece, f); item != "" {
			b := coverBounds{1, 1, false}
			if f.Orientation == unlimited {
				b.maxCovers = len(piece.Orientations)
			}
			a.declareItem(item, b)
		}
	}
	for _, p := range found {
		ways := slices.DeleteFunc(p.cellsOfWays, func(w lattice.Shape) bool {
			return !a.isPlacementAllowed(piece, p,
				w)
		})
		inks, fit := a.sideColorItems(p)
		if piece.FoundRegion == nil && len(ways) == 0 || !fit {
			continue
		}
		var cells lattice.Shape
		row := slices.Clone(held)
		for _, f := range piece.FixedPlaces {
			if item := a.fixedPlaceItem(piece, f); item != "" && slices.ContainsFunc(ways,
				func(w lattice.Shape) bool { return a.liesAtFixedPlace(piece, f, p, w) }) {
				row = append(row, item)
			}
		}
		for _, k := range p.coveredCells {
			cells = append(cells, a.board.cells[k])
			row = append(row, a.nameOfCell(a.board.cells[k]))
		}
		for n, apart := range a.Separations {
			for _, pair := range apart.CellPairs {
				covers := slices.Contains(cells, pair[0]) || slices.Contains(cells, pair[1])
				if covers && (apart.MemberNumbers == nil || slices.Contains(apart.MemberNumbers, number)) {
					row = append(row, a.separationItem(n, pair))
				}
			}
		}
		row = slices.Concat(row, a.seamItemsOf(cells, true), inks)
		for _, j := range a.stickJoints {
			if j.isCrossedBy(cells) {
				row = append(row, j.itemName)
			}
		}
		value := a.valueOf(func(m model.Measure) int64 { return boolToInt64(slices.Contains(m.CountedPieces, piece)) })
		a.placedPieces = append(a.placedPieces, placedPiece{&expectedOption{coloredItems: row, goalValue: value}, piece,
			cells})
	}
	return nil
}

// isPlacementAllowed reports whether all rules about a piece allow it to lie on cells in this way.
func (a *packingAudit) isPlacementAllowed(piece *model.PackedPiece, p piecePlacement, way lattice.Shape) bool {
	for _, keep := range piece.PlacementLimits {
		for _, k := range p.coveredCells {
			if keep.Cells != nil && !slices.ContainsFunc(keep.Cells, func(c lattice.Cell) bool {
				return a.board.numberOfCell[a.board.cellOnBoard(c)] == k
			}) {
				return false
			}
		}
		if keep.Orientations != nil && !slices.ContainsFunc(keep.Orientations,
			func(n int) bool { return a.hasOrientationWhereItLies(piece, n, p, way) }) {
			return false
		}
	}
	return !slices.ContainsFunc(piece.FixedPlaces, func(f model.FixedPlace) bool {
		return piece.Copies == model.Once && !a.liesAtFixedPlace(piece, f, p, way)
	})
}

// sideColorItems returns the items of the sides of a placement, with their colors, and whether these colors fit: those
// of sides that touch another cell of the piece, those at the border, and those of the cells of the board.
func (a *packingAudit) sideColorItems(p piecePlacement) (items []string, fit bool) {
	fit = true
	colors := map[string]rune{}
	for at, ink := range p.cellAndSideColors {
		if at.sideNumber == noSide {
			below, has := a.Board.CellColors[a.board.cells[at.cellNumber]]
			fit = fit && !(a.MustMatchColors && has && below != ink)
			continue
		}
		item := a.board.sharedSideItems()[at]
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

// regionPlacements returns the shapes of a region that is to be found: connected shapes of the given number of cells,
// or rectangles. A shape contains the cell of its number, no cell of another number and, if regions must be apart, no
// cell beside another number.
func (a *packingAudit) regionPlacements(piece *model.PackedPiece) (found []piecePlacement) {
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
	start := []int{a.board.numberOfCell[own]}
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
					found = append(found, piecePlacement{coveredCells: cells})
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
				for _, next := range a.board.neighboursOf(k) {
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
		found = append(found, piecePlacement{coveredCells: shape})
	}
	return found
}

// fixedPlaceItem returns the item of a place where a copy must lie; "" if there is only one copy, since its other
// places are left out instead.
func (a *packingAudit) fixedPlaceItem(piece *model.PackedPiece, f model.FixedPlace) string {
	switch {
	case piece.Copies == model.Once:
		return ""
	case f.Orientation == unlimited:
		return fmt.Sprintf("fix[%s,%s]", piece.Name, a.nameOfCell(f.Corner))
	}
	return fmt.Sprintf("fix[%s,%s/%d]", piece.Name, a.nameOfCell(f.Corner), f.Orientation)
}

// liesAtFixedPlace reports whether the least row and column of a placement, and its orientation, are those of a fixed
// place.
func (a *packingAudit) liesAtFixedPlace(piece *model.PackedPiece, f model.FixedPlace, p piecePlacement,
	way lattice.Shape) bool {
	least, _ := way.BoundingBox()
	return a.board.cellOnBoard(way[0]) == a.board.cellOnBoard(way[0].Plus(f.Corner).Minus(least)) &&
		(f.Orientation == unlimited || a.hasOrientationWhereItLies(piece, f.Orientation, p, way))
}

// hasOrientationWhereItLies reports whether a placement has the given orientation, with the colors of that orientation.
func (a *packingAudit) hasOrientationWhereItLies(piece *model.PackedPiece, orientation int, p piecePlacement,
	way lattice.Shape) bool {
	shape := piece.Orientations[orientation]
	if !isShiftOf(piece.Lattice, shape, way) || piece.ColorMarks == nil {
		return isShiftOf(piece.Lattice, shape, way)
	}
	inks, shift := map[cellSide]rune{}, way[0].Minus(shape[0])
	for _, mark := range piece.ColorMarks[orientation] {
		c, d := mark.Cell.Plus(shift), mark.AdjacentCell.Plus(shift)
		at := cellSide{a.board.numberOfCell[a.board.cellOnBoard(c)], noSide}
		if corners := cornersOfCell(piece.Lattice, c); c != d {
			at.sideNumber = slices.IndexFunc(middlesOfSides(corners),
				middleOfSharedSide(corners, cornersOfCell(piece.Lattice, d)).isNear)
		}
		inks[at] = mark.Color
	}
	return maps.Equal(inks, p.cellAndSideColors)
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
