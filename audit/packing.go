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
	board        *boardWithCopies
	placedPieces []placedPiece
	pieceChoices []*model.ChoiceAmongPieces // parts of the set that say `n from`, in order
	stickJoints  []jointOfSticks
	// neverEmptyCells holds the cells with numbers of those regions that are found cell by cell.
	neverEmptyCells map[lattice.Cell]bool
}

// lowerPacking adds the items and options of section A4 of spec.md.
func (l *expectedMatrix) lowerPacking() {
	k := l.puzzle.Packing
	if k == nil {
		return
	}
	a := &packingAudit{expectedMatrix: l, Packing: k, board: newBoardWithCopies(k.Board),
		neverEmptyCells: map[lattice.Cell]bool{}}
	for _, c := range a.board.cells {
		l.declareItem(a.nameOfCell(c), unitBounds(a.isOptional(c)))
		l.itemOfCellName[fmt.Sprintf("%s[%s]", k.Board.Name, a.nameOfCell(c))] = a.nameOfCell(c)
	}
	a.findJoints()
	for n, apart := range k.Separations {
		for _, pair := range apart.CellPairs {
			l.declareItem(a.separationItem(n, pair), secondary)
		}
	}
	for n, piece := range k.Pieces {
		a.lowerPiece(n, piece)
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
			l.declareItem(item, secondary)
		}
	}
	var options []*expectedOption
	for _, p := range a.placedPieces {
		options = append(options, p.expectedOption)
	}
	l.addOrbits(options, k.RequiredSymmetries, a.imageOfPlacement)
}

// placedPiece is an option of the packing: a piece on the cells that it covers, or an empty cell.
type placedPiece struct {
	*expectedOption
	piece *model.PackedPiece // nil for an empty cell
	cells lattice.Shape
}

// imageOfPlacement returns the index of the image of a placed piece under a motion of the board, or noMember. If the
// piece may not be turned that way, the image is the placement of another piece, such as its mirror image.
func (a *packingAudit) imageOfPlacement(member int, motion []int32) int {
	p := a.placedPieces[member]
	var cells lattice.Shape
	for _, c := range p.cells {
		cells = append(cells, a.board.cells[motion[slices.Index(a.board.cells, c)]])
	}
	slices.SortFunc(cells, lattice.CompareCells)
	placedThere := func(fits func(q *model.PackedPiece) bool) int {
		return slices.IndexFunc(a.placedPieces, func(q placedPiece) bool {
			return q.cells.Equal(cells) && fits(q.piece)
		})
	}
	if p.piece != nil && p.piece.FoundRegion != nil {
		return placedThere(func(q *model.PackedPiece) bool { return q != nil })
	}
	same := placedThere(func(q *model.PackedPiece) bool { return q == p.piece })
	if same >= 0 || p.piece == nil || slices.ContainsFunc(p.piece.Orientations,
		func(o lattice.Shape) bool { return isShiftOf(p.piece.Lattice, o, cells) }) {
		return same
	}
	return placedThere(func(q *model.PackedPiece) bool {
		return q != nil && len(q.Orientations) == len(p.piece.Orientations)
	})
}

// jointOfSticks is a joint at which four sticks meet, clockwise, with the item that a piece covers if it crosses the
// joint.
type jointOfSticks struct {
	itemName string
	sticks   [4]lattice.Cell
}

// isCrossedBy reports whether a piece crosses the joint, so that no other piece can connect the other two sticks there.
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
			var sticks []lattice.Cell // sticks of the board
			for _, stick := range around {
				if k, has := a.board.numberOfCell[a.board.cellOnBoard(stick)]; has {
					sticks = append(sticks, a.board.cells[k])
				}
			}
			for n, four := range subsetsOfSize(sticks, 4) {
				j := jointOfSticks{cellName(on, joint), [4]lattice.Cell(four)}
				if len(around) > 4 {
					j.itemName += fmt.Sprintf(",%d", n)
				}
				a.declareItem(j.itemName, secondary)
				a.stickJoints = append(a.stickJoints, j)
			}
		}
	}
}

func (a *packingAudit) isOptional(c lattice.Cell) bool {
	return slices.Contains(a.Board.OptionalCells, c)
}

func (a *packingAudit) nameOfCell(c lattice.Cell) string { return cellName(a.Board.Lattice, c) }

func (a *packingAudit) separationItem(n int, pair [2]lattice.Cell) string {
	return fmt.Sprintf("%s[%s,%s]", separationFamily(n), a.nameOfCell(pair[0]), a.nameOfCell(pair[1]))
}

// needsLoneCells reports whether a corner's item is covered by the pieces that have one cell at the corner, and not by
// the pieces that have two.
func (a *packingAudit) needsLoneCells(s model.Seam) bool {
	return s.StepAcross == lattice.Cell{} && (s.HasOptionalCell || a.puzzle.CoreCoversCells)
}

// seamItemsOf returns the items of the straight lines that the given cells cross, and of the corners that they cover.
// The argument isPiece tells whether the cells are a piece or an empty cell.
func (a *packingAudit) seamItemsOf(cells lattice.Shape, isPiece bool) (items []string) {
	for _, s := range a.Seams {
		at, across := 0, false
		for _, c := range s.SeamCells {
			if slices.Contains(cells, c) {
				at++
				across = across || slices.Contains(cells, c.Plus(s.StepAcross))
			}
		}
		holds := at >= 2 || at == 1 && !isPiece
		if s.StepAcross != (lattice.Cell{}) {
			holds = across
		} else if a.needsLoneCells(s) {
			holds = at == 1 && isPiece
		}
		if holds {
			items = append(items, s.ItemName)
		}
	}
	return items
}

// lowerEmptyCells adds the items of `leave`, and the options of the cells that may stay empty.
func (a *packingAudit) lowerEmptyCells() {
	general := "" // item that all empty cells share, if there is one
	if a.EmptyCellRule != nil {
		general = "empty"
	}
	partItems, mayBeEmpty, mustBeFull := map[lattice.Cell][]string{}, map[lattice.Cell]bool{}, map[lattice.Cell]bool{}
	readRule := func(e model.EmptyCellRule, cells lattice.Shape, item string) {
		if e.EmptyCount.Max != 0 && item != "" {
			a.declareItem(item, boundsOf(e.EmptyCount))
		}
		for _, c := range cells {
			mayBeEmpty[c] = !a.isOptional(c)
			mustBeFull[c] = mustBeFull[c] || e.EmptyCount.Max == 0 || a.neverEmptyCells[c]
		}
	}
	if a.EmptyCellRule != nil {
		readRule(*a.EmptyCellRule, a.board.cells, general)
	}
	for n, e := range a.EmptyPartRules {
		item := fmt.Sprintf("empty[%d]", n)
		readRule(e, e.Cells, item)
		for _, c := range e.Cells {
			partItems[c] = append(partItems[c], item)
		}
	}
	value := a.valueOf(func(m model.Measure) int64 { return boolToInt64(m.CountsEmptyCells) })
	for _, c := range a.board.cells {
		if mayBeEmpty[c] && !mustBeFull[c] {
			cells, row := lattice.Shape{c}, []string{general, a.nameOfCell(c)}
			row = slices.Concat(row[boolToInt64(general == ""):], partItems[c], a.seamItemsOf(cells, false))
			a.placedPieces = append(a.placedPieces,
				placedPiece{&expectedOption{coloredItems: row, goalValue: value}, nil, cells})
		}
	}
}

// pieceItem returns the item of a piece, and its bounds; the item is "" if the copies of the piece are not counted.
func (a *packingAudit) pieceItem(piece *model.PackedPiece, fitsOptional bool) (item string, b coverBounds) {
	b = boundsOf(piece.Copies)
	isFree := b == coverBounds{0, unlimited, false}
	switch {
	case isFree && !fitsOptional:
		return "", b
	case b == coverBounds{0, 1, false} && !fitsOptional:
		b = secondary
	case isFree && a.isNamedByCore(piece.Name): // options of the core cover the item, even if no copy of the piece fits
	case b.maxCovers == unlimited:
		b.maxCovers = max(len(a.board.cells), b.minCovers)
	}
	return piece.Name, b
}

// isNamedByCore reports whether an option or a nogood that the text itself declares names an item of a family.
func (l *expectedMatrix) isNamedByCore(family string) bool {
	return slices.ContainsFunc(l.puzzle.OptionDeclarations, func(d model.OptionDeclaration) bool {
		return slices.ContainsFunc(d.ItemRefs, func(r model.ItemRef) bool { return r.Family == family })
	})
}

// lowerPiece adds the items of a piece and its placements.
func (a *packingAudit) lowerPiece(number int, piece *model.PackedPiece) {
	if a.Board.EdgeFlip != nil && len(piece.FixedPlaces)+len(piece.PlacementLimits) > 0 {
		a.keepError(unknownFeatureError("`fix` and `keep` where edges are joined upside down", a.Span))
	}
	if piece.Copies.Max == 0 {
		return
	}
	counted, found, isCellByCell := *piece, a.placementsOfRegion(piece), false
	if piece.FoundRegion != nil && a.neverEmptyCells[piece.FoundRegion.ClueCell] {
		isCellByCell, counted.Copies = true, model.CountRange{Min: piece.Area(), Max: piece.Area()}
	}
	if piece.FoundRegion == nil {
		found = a.board.placementsOfPiece(piece.Piece)
	}
	fitsOptional := slices.ContainsFunc(found, func(p piecePlacement) bool {
		return !slices.ContainsFunc(p.coveredCells, func(k int) bool { return !a.isOptional(a.board.cells[k]) })
	})
	var held []string
	if item, b := a.pieceItem(&counted, fitsOptional); item != "" {
		a.declareItem(item, b)
		held = append(held, item)
	}
	if choice := piece.PieceChoice; choice != nil {
		if !slices.Contains(a.pieceChoices, choice) {
			a.pieceChoices = append(a.pieceChoices, choice)
		}
		item := fmt.Sprintf("chosen[%d]", slices.Index(a.pieceChoices, choice))
		a.declareItem(item, boundsOf(choice.ChosenCount))
		held = append(held, item)
	}
	for _, f := range piece.FixedPlaces {
		if item := a.fixedPlaceItem(piece, f); item != "" {
			b := coveredOnce
			if f.Orientation == unlimited {
				b.maxCovers = len(piece.Orientations)
			}
			a.declareItem(item, b)
		}
	}
	value := a.valueOf(func(m model.Measure) int64 { return boolToInt64(slices.Contains(m.CountedPieces, piece)) })
	for _, p := range found {
		images := slices.DeleteFunc(p.images, func(image lattice.Shape) bool {
			return !a.isPlacementAllowed(piece, p, image)
		})
		sides, colorsFit := a.coloredSideItems(p)
		if piece.FoundRegion == nil && len(images) == 0 || !colorsFit {
			continue
		}
		var cells lattice.Shape
		row := slices.Clone(held)
		for _, f := range piece.FixedPlaces {
			if item := a.fixedPlaceItem(piece, f); item != "" && slices.ContainsFunc(images,
				func(image lattice.Shape) bool { return a.liesAtFixedPlace(piece, f, p, image) }) {
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
					item := a.separationItem(n, pair)
					if isCellByCell {
						item += fmt.Sprintf(":%d", number)
					}
					row = append(row, item)
				}
			}
		}
		row = slices.Concat(row, a.seamItemsOf(cells, true), sides)
		for _, j := range a.stickJoints {
			if j.isCrossedBy(cells) {
				row = append(row, j.itemName)
			}
		}
		option := &expectedOption{coloredItems: row, goalValue: value}
		if isCellByCell && cells[0] != piece.FoundRegion.ClueCell {
			option.goalValue = 0 // the goal counts the region once
		}
		a.placedPieces = append(a.placedPieces, placedPiece{option, piece, cells})
	}
}

// isPlacementAllowed reports whether all rules about a piece allow a placement in which the piece has the given image.
func (a *packingAudit) isPlacementAllowed(piece *model.PackedPiece, p piecePlacement, image lattice.Shape) bool {
	for _, keep := range piece.PlacementLimits {
		for _, k := range p.coveredCells {
			if keep.Cells != nil && !slices.ContainsFunc(keep.Cells, func(c lattice.Cell) bool {
				return a.board.numberOfCell[a.board.cellOnBoard(c)] == k
			}) {
				return false
			}
		}
		if keep.Orientations != nil && !slices.ContainsFunc(keep.Orientations,
			func(n int) bool { return a.hasOrientation(piece, n, p, image) }) {
			return false
		}
	}
	return !slices.ContainsFunc(piece.FixedPlaces, func(f model.FixedPlace) bool {
		return piece.Copies == model.Once && !a.liesAtFixedPlace(piece, f, p, image)
	})
}

// coloredSideItems returns the items of the sides on which a placement puts colors, with the colors, and whether the
// colors fit. The color of a cell must be that of the board cell below it, a color at the border that of the border,
// and two colors on a side inside the piece must be equal.
func (a *packingAudit) coloredSideItems(p piecePlacement) (items []string, fit bool) {
	fit = true
	colorOfItem := map[string]rune{}
	for at, color := range p.cellAndSideColors {
		item := a.board.sharedSideItems()[at]
		before, isSet := colorOfItem[item]
		switch {
		case at.sideNumber == noSide:
			below, hasColor := a.Board.CellColors[a.board.cells[at.cellNumber]]
			fit = fit && !(a.MustMatchColors && hasColor && below != color)
		case item == "":
			fit = fit && (a.BorderColor == 0 || a.BorderColor == color)
		case isSet:
			fit = fit && before == color
		default:
			colorOfItem[item] = color
			items = append(items, fmt.Sprintf("%s:%c", item, color))
		}
	}
	return items, fit
}

// placementsOfRegion returns the shapes that a region may have: those that hold the cell of its clue, and no cell of
// another clue. They are rectangles, or connected shapes of as many cells as the clue says. If regions must be apart,
// no cell of a shape is beside the cell of another clue. For a region that is found cell by cell, each shape is a
// single cell.
func (a *packingAudit) placementsOfRegion(piece *model.PackedPiece) (found []piecePlacement) {
	if piece.FoundRegion == nil {
		return nil
	}
	own, otherClues, barred := piece.FoundRegion.ClueCell, map[lattice.Cell]bool{}, map[lattice.Cell]bool{}
	for _, p := range a.Pieces {
		if p.FoundRegion != nil && p != piece {
			otherClues[p.FoundRegion.ClueCell], barred[p.FoundRegion.ClueCell] = true, true
		}
	}
	for _, apart := range a.Separations {
		for _, pair := range apart.CellPairs {
			for k, c := range pair {
				isBeside := apart.MemberNumbers == nil && otherClues[pair[1-k]] && c != own
				barred[c] = barred[c] || isBeside
			}
		}
	}
	size, ownNumber := piece.FoundRegion.CellCount, a.board.numberOfCell[own] // a rectangle of size 0 has any size
	if piece.FoundRegion.MustBeRectangle {
		for _, c := range a.board.cells {
			for _, d := range a.board.cells {
				var cells []int
				for k, e := range a.board.cells {
					if c[0] <= e[0] && e[0] <= d[0] && c[1] <= e[1] && e[1] <= d[1] && !barred[e] {
						cells = append(cells, k)
					}
				}
				if full := int(d[0]-c[0]+1) * int(d[1]-c[1]+1); len(cells) == full &&
					(size == 0 || size == full) && slices.Contains(cells, ownNumber) {
					found = append(found, piecePlacement{coveredCells: cells})
				}
			}
		}
		return found
	}
	isOtherPiece := func(p *model.PackedPiece) bool { return p.FoundRegion == nil }
	isUsedOnce := piece.Copies.Min == 1 && piece.Copies.Max == 1
	if reach := a.cellsInReach(ownNumber, size-1, barred); size > 6 && len(reach) > size+2 && isUsedOnce &&
		len(a.Seams)+len(a.RequiredSymmetries)+len(a.Board.OptionalCells) == 0 && !a.puzzle.CoreCoversCells &&
		!a.puzzle.ReferencedFamilies["region"] && !slices.ContainsFunc(a.Pieces, isOtherPiece) {
		a.neverEmptyCells[own] = true
		for _, k := range reach {
			found = append(found, piecePlacement{coveredCells: []int{k}})
		}
		return found
	}
	shapes := [][]int{{ownNumber}}
	for range size - 1 {
		var larger [][]int
		seen := map[string]bool{}
		for _, shape := range shapes {
			for _, k := range shape {
				for _, next := range a.board.neighboursOf(k) {
					grown := slices.Sorted(slices.Values(append(slices.Clone(shape), next)))
					key := fmt.Sprint(grown)
					if !slices.Contains(shape, next) && !barred[a.board.cells[next]] && !seen[key] {
						seen[key], larger = true, append(larger, grown)
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

// cellsInReach returns the indices, ascending, of the cells that can be reached from a cell by at most the given number
// of steps through cells that are not barred.
func (a *packingAudit) cellsInReach(from, steps int, barred map[lattice.Cell]bool) []int {
	reach := map[int]bool{from: true}
	for range min(steps, len(a.board.cells)) {
		for _, k := range slices.Collect(maps.Keys(reach)) {
			for _, next := range a.board.neighboursOf(k) {
				if !barred[a.board.cells[next]] {
					reach[next] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(reach))
}

// fixedPlaceItem returns the item of a place where a copy must lie; "" if the piece has only one copy, since then the
// other placements of the piece are left out instead.
func (a *packingAudit) fixedPlaceItem(piece *model.PackedPiece, f model.FixedPlace) string {
	switch {
	case piece.Copies == model.Once:
		return ""
	case f.Orientation == unlimited:
		return fmt.Sprintf("fix[%s,%s]", piece.Name, a.nameOfCell(f.Corner))
	}
	return fmt.Sprintf("fix[%s,%s/%d]", piece.Name, a.nameOfCell(f.Corner), f.Orientation)
}

// liesAtFixedPlace reports whether a placement is at a fixed place: whether its least row and column and its
// orientation are as the place says.
func (a *packingAudit) liesAtFixedPlace(piece *model.PackedPiece, f model.FixedPlace, p piecePlacement,
	image lattice.Shape) bool {
	least, _ := image.BoundingBox()
	return a.board.cellOnBoard(image[0]) == a.board.cellOnBoard(image[0].Plus(f.Corner).Minus(least)) &&
		(f.Orientation == unlimited || a.hasOrientation(piece, f.Orientation, p, image))
}

// hasOrientation reports whether a placement has the given orientation, with the colors of that orientation.
func (a *packingAudit) hasOrientation(piece *model.PackedPiece, orientation int, p piecePlacement,
	image lattice.Shape) bool {
	shape := piece.Orientations[orientation]
	if !isShiftOf(piece.Lattice, shape, image) || piece.ColorMarks == nil {
		return isShiftOf(piece.Lattice, shape, image)
	}
	colors, shift := map[cellSide]rune{}, image[0].Minus(shape[0])
	for _, mark := range piece.ColorMarks[orientation] {
		c, d := mark.Cell.Plus(shift), mark.AdjacentCell.Plus(shift)
		at := cellSide{a.board.numberOfCell[a.board.cellOnBoard(c)], noSide}
		if corners := cornersOfCell(piece.Lattice, c); c != d {
			at.sideNumber = slices.IndexFunc(middlesOfSides(corners),
				middleOfSharedSide(corners, cornersOfCell(piece.Lattice, d)).isNear)
		}
		colors[at] = mark.Color
	}
	return maps.Equal(colors, p.cellAndSideColors)
}

// isShiftOf reports whether cells are a shifted copy of a shape.
func isShiftOf(on *lattice.Lattice, shape, cells lattice.Shape) bool {
	sorted := slices.SortedFunc(slices.Values(cells), lattice.CompareCells)
	for k, c := range slices.SortedFunc(slices.Values(shape), lattice.CompareCells) {
		if len(shape) != len(sorted) || c.Minus(shape[0]) != sorted[k].Minus(sorted[0]) {
			return false
		}
	}
	return on.IsShift(sorted[0].Minus(shape[0]))
}
