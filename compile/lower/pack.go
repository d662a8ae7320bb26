package lower

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/codes"
	"quadrille/runtime/matrix"
)

// A packing becomes
//
//	an item for each cell of the board, row by row: primary, or secondary for
//	an optional cell;
//	an item for each piece: primary if the piece is used exactly once, secondary if
//	at most once, with a multiplicity for other ranges; no item if the piece may be used
//	any number of times; if the piece fits on optional cells alone, the item is primary, with
//	a multiplicity, also for at most once and for any number;
//	an item chosen[k] for each choice among pieces, with the number of pieces to choose as multiplicity;
//	an item for each fixed place of a piece of which there may be several copies;
//	an item empty, with the number of empty cells as its multiplicity;
//	an item empty[k] for each rule about a part of the board, with the number of empty cells there as multiplicity;
//	a secondary item apart[a,b] for each pair of cells that different pieces must not cover, and apart2[a,b] and so on
//	for further rules; a cell of a region that is found cell by cell gives the item the color of the region;
//	a primary item for each line that a piece lies across, and for each corner where no four pieces meet;
//	a secondary item side[a,k] for each side k of a cell a that another cell shares, if sides have colors;
//	a secondary item for each joint inside a board of sticks;
//	an option for each place where a piece fits: the piece and its cells;
//	an option for each cell that may be empty.
type packLowering struct {
	*lowering
	packing   *model.Packing
	grid      *lattice.Grid
	cellItems []matrix.ItemID // items of the cells, by cell index
	// crossingsOfJoint holds, for each joint of the board, the items for pieces that could cross there.
	crossingsOfJoint map[lattice.Cell][]jointCrossing
	// for each cell, the items that count it if it stays empty, with -1 among them if it must not stay empty; nil if no
	// rule is about the empty cells of a part of the board
	emptyCountItems [][]matrix.ItemID
	apartRuleItems  []apartRuleItems // by `apart` rule: the pairs of cells that pieces must not share
	// for each cell, the items that its sides share with the cells beyond, -1 at the border; nil if sides have no
	// colors
	sideItems         [][]matrix.ItemID
	holdsRegionNumber []bool // for each cell, whether the number of a region stands there
	isNeverEmpty      []bool // for each cell, whether the number of a region found cell by cell stands there
	regionsReaching   []int  // for each cell, how many regions found cell by cell may contain it
	regionCellCount   int    // total number of cells of the shapes of all regions so far
	// for each cell, the seams (lines and corners under a rule) that it touches; nil if the packing has none
	seamsOfCell [][]cellSeam
	// for each cell, the last round in which it was covered; nil if the packing has no seams
	lastCoveringRound []int
	// for each cell that was asked for, the cells beyond its sides
	cachedCellsBeyondSides map[lattice.Cell][]lattice.Cell
	// choiceItems holds the item of each choice of pieces.
	choiceItems map[*model.ChoiceAmongPieces]matrix.ItemID
	pieces      []packedPiece // pieces of the packing; if cells may be empty, the last element stands for an empty cell

	placements      []placement
	coveredBuffer   []int32                   // buffer for cell indices
	fixedPlaceItems map[int32][]matrix.ItemID // for each placement, the items of the fixed places at which it is
	// for each piece, orientation and cell, the index of the placement plus 1, or 0; nil if no symmetry is asked for
	placementNumbers    [][][]int32
	placementEntryCount int // number of entries of all placements, without the entries for joints
	triedCellCount      int // number of cells of all attempts to place a piece on a board whose edges are joined
	comparedCellCount   int // number of cells of placements that were compared with rules about places
}

// apartRuleItems holds the items for the pairs of one `apart` rule.
type apartRuleItems struct {
	appliesToPiece  []bool            // for each piece, whether the rule is about it
	pairItemsOfCell [][]matrix.ItemID // for each cell, the items of the pairs with this cell
}

// packedPiece is a piece with its items. An empty cell is a packedPiece of one cell as well.
type packedPiece struct {
	*model.PackedPiece // piece with its rules; nil for an empty cell
	meaning            *Meaning
	pieceItem          matrix.ItemID // item of the piece; -1 if the piece needs none
	pieceChoiceItem    matrix.ItemID // item of the choice to which the piece belongs; negative if there is none
	// fixedPlaceItems are the items of the places where a copy must lie.
	fixedPlaceItems []matrix.ItemID
	stencils        []lattice.Stencil // orientations of the piece, prepared for many placements
	// for each `keep` rule, the indices of the cells that the piece may cover; nil for all
	allowedCellSets []matrix.BitSet
	// range of the placements of the piece: from firstPlacement up to, but not including, endPlacement
	firstPlacement, endPlacement int
}

// placement is a piece at a place: the index of the piece, the index of its orientation, and the index of the board's
// cell on which the first cell of the piece lies.
type placement struct{ piece, orientation, firstCell int32 }

// lowerPack adds the items and options of a packing.
func (l *lowering) lowerPack(m *model.Packing) {
	p := &packLowering{lowering: l, packing: m, grid: m.Board.NewGrid(), fixedPlaceItems: map[int32][]matrix.ItemID{},
		choiceItems:            map[*model.ChoiceAmongPieces]matrix.ItemID{},
		cachedCellsBeyondSides: map[lattice.Cell][]lattice.Cell{}}
	options, entries := p.leastPlacementCounts()
	if !p.hasRoomForOptions(options, entries) {
		return
	}
	p.placements = make([]placement, 0, options)
	p.declareCells()
	p.holdsRegionNumber, p.isNeverEmpty = make([]bool, len(p.grid.Cells)), make([]bool, len(p.grid.Cells))
	p.regionsReaching = make([]int, len(p.grid.Cells))
	for _, m := range m.Pieces {
		if m.FoundRegion != nil {
			p.holdsRegionNumber[p.grid.CellNumber(m.FoundRegion.ClueCell)] = true
		}
	}
	for _, m := range m.Pieces {
		p.declarePiece(m)
	}
	p.declareEmptyCells()
	p.declareJointCrossings()
	p.declareApartPairs()
	p.declareSeams()
	p.declareSideItems()
	if p.isIncomplete || !p.placePieces() {
		return
	}
	if l.options.Equivalence != model.AllDistinct {
		l.SymmetryGroup = p.findSymmetryGroup()
	}
	if p.isIncomplete {
		return
	}
	if len(m.RequiredSymmetries) > 0 {
		p.emitOrbits()
	} else {
		p.emitPlacements()
	}
	p.limitListedOptions()
	l.warnOfUncoveredCells = p.warnUncoveredCells
}

// leastPlacementCounts returns lower bounds for the numbers of placements and of their entries. It counts the
// placements in the box around the board, less those that a hole may prevent. So a board that is far too large is
// reported before memory is allocated for it.
func (p *packLowering) leastPlacementCounts() (options, entries int) {
	l := p.packing.Board.Lattice
	if p.grid.IsWrapped() || p.packing.HasColors() || !l.IsShift(lattice.Cell{0, 1}) || !l.IsShift(lattice.Cell{1, 0}) {
		return 0, 0
	}
	places := func(s lattice.Shape) int {
		n := 1
		low, high := lattice.Shape(p.grid.Cells).BoundingBox()
		least, most := s.BoundingBox()
		for axis := range low {
			n *= max(0, int(high[axis]-low[axis]-most[axis]+least[axis]+1))
		}
		return n
	}
	holes := places(lattice.Shape{{}}) - len(p.grid.Cells)
	for _, m := range p.packing.Pieces {
		for _, facing := range m.Orientations {
			if m.FoundRegion != nil {
				break
			}
			if n := places(facing) - holes*len(facing); n > 0 && m.Copies.Max > 0 &&
				len(m.PlacementLimits)+len(m.FixedPlaces) == 0 {
				options += n
				entries += n * len(facing)
			}
		}
	}
	return options, entries
}

// declareCells adds the items of the cells. As boards may be large, their names, such as b[2,3], are stored only if a
// statement of the core may refer to them.
func (p *packLowering) declareCells() {
	b := p.packing.Board
	called := len(p.puzzle.OptionDeclarations)+len(p.puzzle.MatchingRules)+len(p.puzzle.ForbidRules) > 0
	for _, c := range p.grid.Cells {
		name := b.Lattice.CellName(c)
		optional := len(b.OptionalCells) > 0 && b.OptionalCells.HasCell(c)
		id := p.addItem(name, optional, matrix.Once, b.Span)
		p.cellItems = append(p.cellItems, id)
		if called {
			p.itemsByName[b.Name+"["+name+"]"] = id
		}
	}
}

// declarePiece adds the items of a piece. An option without a primary item is never chosen. So a piece that fits on
// optional cells alone needs a primary item, even if it may be used any number of times.
func (p *packLowering) declarePiece(m *model.PackedPiece) {
	if m.FoundRegion != nil {
		m = p.regionPiece(m)
	}
	k := packedPiece{PackedPiece: m, meaning: placedPieceMeaning, pieceItem: -1, pieceChoiceItem: -1,
		stencils: p.stencilsOf(m.Orientations)}
	if m.PieceChoice != nil {
		k.pieceChoiceItem = p.declarePieceChoice(m.PieceChoice)
	}
	for _, keep := range m.PlacementLimits {
		k.allowedCellSets = append(k.allowedCellSets, p.cellNumberSet(keep.Cells))
	}
	n := m.Copies
	primary := n.Max != 0 && (n.Min > 0 || n.Max > 1 || p.fitsOnOptionalCells(&k))
	if secondary := n.Max == 1 && !primary; primary || secondary {
		bound := p.copiesBound(n)
		// an option of the core may cover the item of the piece, so it keeps an item even in any number
		if n.Min == 0 && n.Max == model.Unlimited && p.isNamedByOptions(m.Name) {
			bound.Max = unlimitedUntilCounted
		}
		k.pieceItem = p.addItem(m.Name, secondary, bound, m.Span)
		p.itemsByName[m.Name] = k.pieceItem
	}
	if m.Copies != model.Once {
		for _, f := range m.FixedPlaces {
			k.fixedPlaceItems = append(k.fixedPlaceItems, p.declareFixedPlace(m, f))
		}
	}
	p.pieces = append(p.pieces, k)
}

// stencilsOf returns the orientations as stencils, relative to their first cells. If edges are joined upside down, the
// first cell of an image need not be the image of the first cell. So each cell of each orientation is then taken as the
// first cell in turn.
func (p *packLowering) stencilsOf(orientations []lattice.Shape) []lattice.Stencil {
	shapes := slices.Clone(orientations)
	if p.packing.Board.EdgeFlip != nil {
		for k := range orientations[0][1:] {
			for _, o := range orientations {
				shapes = append(shapes, slices.Concat(o[k+1:k+2], o[:k+1], o[k+2:]))
			}
		}
	}
	facings := make([]lattice.Stencil, len(shapes))
	for i, s := range shapes {
		facings[i] = p.grid.NewStencil(s)
	}
	return facings
}

// orientationOf returns the index of the piece's orientation in a placement.
func (p *packLowering) orientationOf(at placement) int32 {
	k := p.pieces[at.piece]
	if k.PackedPiece == nil {
		return at.orientation
	}
	return at.orientation % int32(len(k.Orientations))
}

// declarePieceChoice returns the item of a choice of pieces. It adds the item on the first call.
func (p *packLowering) declarePieceChoice(m *model.ChoiceAmongPieces) matrix.ItemID {
	item, known := p.choiceItems[m]
	if !known {
		item = p.declareItem(fmt.Sprintf("chosen[%d]", len(p.choiceItems)), false, p.copiesBound(m.ChosenCount), m.Span)
		p.choiceItems[m] = item
	}
	return item
}

// cellNumberSet returns the set of the indices of cells, or nil if cells is nil.
func (p *packLowering) cellNumberSet(cells lattice.Shape) matrix.BitSet {
	if cells == nil {
		return nil
	}
	region := matrix.NewBitSet(len(p.grid.Cells))
	for _, c := range cells {
		region.Insert(int(p.grid.CellNumber(c)))
	}
	return region
}

// fitsOnOptionalCells reports whether there is a placement of a piece that covers optional cells only.
func (p *packLowering) fitsOnOptionalCells(k *packedPiece) bool {
	optional := p.packing.Board.OptionalCells
	if len(optional) < len(k.Shape) {
		return false
	}
	region, fits := p.cellNumberSet(optional), false
	for o := range k.stencils {
		p.eachPlacement(&k.stencils[o], func(_ int, covered []int32) bool {
			fits = allNumbersInSet(covered, region)
			return !fits
		})
		if fits {
			return true
		}
	}
	return false
}

// declareFixedPlace adds the item of a fixed place. The item requires at least one copy there. Several copies can have
// one corner if their orientations differ.
func (p *packLowering) declareFixedPlace(m *model.PackedPiece, f model.FixedPlace) matrix.ItemID {
	name := m.Name + "," + p.packing.Board.Lattice.CellName(f.Corner)
	most := len(m.Orientations)
	if f.Orientation != model.Unlimited {
		name += fmt.Sprintf("/%d", f.Orientation)
		most = 1
	}
	return p.declareItem("fix["+name+"]", false, matrix.Bound{Min: 1, Max: int32(most)}, f.Span)
}

// copiesBound returns a range of copies as a multiplicity. It is at most the number of cells.
func (p *packLowering) copiesBound(n model.CountRange) matrix.Bound {
	if n.Max == model.Unlimited {
		n.Max = max(n.Min, len(p.cellItems))
	}
	return matrix.Bound{Min: int32(n.Min), Max: int32(n.Max)}
}

// declareEmptyCells adds the items that count empty cells, and the packedPiece that stands for an empty cell.
func (p *packLowering) declareEmptyCells() {
	lack := packedPiece{meaning: emptyCellMeaning, pieceItem: -1, pieceChoiceItem: -1,
		stencils: []lattice.Stencil{p.grid.NewStencil(lattice.Shape{{}})}}
	e := p.packing.EmptyCellRule
	if e != nil && e.EmptyCount.Max > 0 {
		lack.pieceItem = p.declareItem("empty", false, p.copiesBound(e.EmptyCount), e.Span)
	}
	if len(p.packing.EmptyPartRules) > 0 {
		p.emptyCountItems = make([][]matrix.ItemID, len(p.grid.Cells))
	}
	var cells lattice.Shape
	for k, e := range p.packing.EmptyPartRules {
		item := matrix.ItemID(-1)
		if e.EmptyCount.Max > 0 {
			item = p.declareItem(fmt.Sprintf("empty[%d]", k), false, p.copiesBound(e.EmptyCount), e.Span)
		}
		for _, c := range e.Cells {
			at := p.grid.CellNumber(c)
			p.emptyCountItems[at] = append(p.emptyCountItems[at], item)
		}
	}
	for at, items := range p.emptyCountItems {
		if items != nil {
			cells = append(cells, p.grid.Cells[at])
		}
	}
	switch {
	case e != nil && e.EmptyCount.Max == 0 || e == nil && cells == nil:
		return // nothing to do if no cell may stay empty
	case e == nil:
		lack.allowedCellSets = []matrix.BitSet{p.cellNumberSet(cells)}
	}
	p.pieces = append(p.pieces, lack)
}

// apartItemName returns the name of the items for the `apart` rule with index k.
func apartItemName(k int) string {
	if k == 0 {
		return "apart"
	}
	return fmt.Sprint("apart", k+1)
}

// declareApartPairs adds the items for pairs of cells that different pieces must not cover.
func (p *packLowering) declareApartPairs() {
	l := p.packing.Board.Lattice
	for k, s := range p.packing.Separations {
		pairs := apartRuleItems{make([]bool, len(p.pieces)), make([][]matrix.ItemID, len(p.grid.Cells))}
		for i := range p.packing.Pieces {
			pairs.appliesToPiece[i] = s.MemberNumbers == nil || slices.Contains(s.MemberNumbers, i)
		}
		name := apartItemName(k)
		for _, pair := range s.CellPairs {
			item := p.declareItemCoveredAtMostOnce("%s[%s,%s]", name, l.CellName(pair[0]), l.CellName(pair[1]))
			for _, c := range pair {
				at := p.grid.CellNumber(c)
				pairs.pairItemsOfCell[at] = append(pairs.pairItemsOfCell[at], item)
			}
		}
		p.apartRuleItems = append(p.apartRuleItems, pairs)
	}
}

// emitPlacements adds an option for each placement. Placements that symmetry makes unnecessary are left out.
func (p *packLowering) emitPlacements() {
	if p.SymmetryGroup == nil || p.SymmetryGroup.PivotName == "" {
		// No memory is reserved for joints, as memory that is not used would stay allocated as long as the matrix.
		p.reserveOptions(len(p.placements), p.placementEntryCount)
	}
	left := len(p.placements)
	if p.SymmetryGroup != nil {
		left = len(p.SymmetryGroup.placementOfOption)
	}
	var entries []matrix.Entry
	for n := range left {
		if p.SymmetryGroup != nil {
			n = int(p.SymmetryGroup.placementOfOption[n])
		}
		entries = p.appendEntries(entries[:0], n)
		if !p.addOption(p.originOfPlacement(n), entries) {
			return
		}
	}
}

// emitOrbits adds an option for each set of placements that a symmetric solution contains together.
func (p *packLowering) emitOrbits() {
	at := map[string][]int32{} // for a key of each set of cells, the indices of the placements on the set
	covered := func(n int, image []int32) string {
		cells := p.placementCells(p.placements[n])
		for i, number := range cells {
			if image != nil {
				cells[i] = image[number]
			}
		}
		return keyOfNumberSet(cells)
	}
	for n := range p.placements {
		if !p.mayAddToProblem() {
			return
		}
		key := covered(n, nil)
		at[key] = append(at[key], int32(n))
	}
	var images [][]int32
	for _, image := range p.packing.RequiredSymmetries {
		to := make([]int32, len(p.placements))
		for n := range to {
			if !p.mayAddToProblem() {
				return
			}
			to[n] = p.imagePlacement(n, image, at[covered(n, image)])
		}
		images = append(images, to)
	}
	p.lowering.emitOrbits(computeOrbits(len(p.placements), images), func(n int32) (Origin, []matrix.Entry) {
		return p.originOfPlacement(int(n)), p.appendEntries(nil, int(n))
	})
}

// imagePlacement returns the index of the placement that is the image of placement n, or -1. The argument sameCells
// holds the placements on the cells of the image. The result is a placement of the same piece. If no orientation of
// that piece has the shape of the image, the result is a placement of a piece with as many orientations, such as the
// mirror image. The image of a region is any region.
func (p *packLowering) imagePlacement(n int, image, sameCells []int32) int32 {
	pieceOf := func(m int32) *model.PackedPiece { return p.pieces[p.placements[m].piece].PackedPiece }
	piece := pieceOf(int32(n))
	find := func(fits func(other *model.PackedPiece) bool) int32 {
		k := slices.IndexFunc(sameCells, func(m int32) bool { return fits(pieceOf(m)) })
		if k < 0 {
			return -1
		}
		return sameCells[k]
	}
	if own := find(func(other *model.PackedPiece) bool { return other == piece }); own >= 0 || piece == nil {
		return own
	}
	if piece.FoundRegion != nil {
		return find(func(other *model.PackedPiece) bool { return other != nil })
	}
	var cells []lattice.Cell
	for _, number := range p.placementCells(p.placements[n]) {
		cells = append(cells, p.grid.Cells[image[number]])
	}
	shape := piece.Lattice.ShiftToOrigin(lattice.NewShape(cells))
	if piece.OrientationNumber(lattice.MarkedShape{Shape: shape}) >= 0 {
		return -1
	}
	return find(func(other *model.PackedPiece) bool {
		return other != nil && len(other.Orientations) == len(piece.Orientations)
	})
}

// originOfPlacement returns what the option of placement n stands for.
func (p *packLowering) originOfPlacement(n int) Origin {
	at := p.placements[n]
	k := &p.pieces[at.piece]
	return Origin{Piece: k.PackedPiece, Meaning: k.meaning, Orientation: p.orientationOf(at),
		ShiftOrCell: p.shiftOfPlacement(at)}
}

// shiftOfPlacement returns the shift that moves the piece of a placement to its place.
func (p *packLowering) shiftOfPlacement(at placement) lattice.Cell {
	return p.grid.Cells[at.firstCell].Minus(p.pieces[at.piece].stencils[at.orientation].Shape[0])
}

// placementCells returns the indices of the cells of a placement. The slice is valid until the next call.
func (p *packLowering) placementCells(at placement) []int32 {
	p.coveredBuffer, _ = p.pieces[at.piece].stencils[at.orientation].AppendNumbersAt(p.coveredBuffer[:0],
		p.shiftOfPlacement(at))
	return p.coveredBuffer
}

// appendEntries appends the entries of the option for placement n.
func (p *packLowering) appendEntries(entries []matrix.Entry, n int) []matrix.Entry {
	at := p.placements[n]
	k := &p.pieces[at.piece]
	if k.pieceItem >= 0 {
		entries = append(entries, matrix.Entry{Item: k.pieceItem})
	}
	if k.pieceChoiceItem >= 0 {
		entries = append(entries, matrix.Entry{Item: k.pieceChoiceItem})
	}
	if len(k.fixedPlaceItems) > 0 {
		for _, item := range p.fixedPlaceItems[int32(n)] {
			entries = append(entries, matrix.Entry{Item: item})
		}
	}
	shift, first := p.shiftOfPlacement(at), len(entries)
	covered := p.placementCells(at)
	for _, c := range covered {
		entries = append(entries, matrix.Entry{Item: p.cellItems[c]})
	}
	if k.PackedPiece == nil && p.emptyCountItems != nil {
		for _, item := range p.emptyCountItems[at.firstCell] {
			entries = append(entries, matrix.Entry{Item: item})
		}
	}
	for _, pairs := range p.apartRuleItems {
		if !pairs.appliesToPiece[at.piece] {
			continue
		}
		p.currentHolderNumber++
		color := matrix.NoColor
		if isRegionCell(k.PackedPiece) {
			color = p.builder.AddColor(strconv.Itoa(int(at.piece)))
		}
		for _, c := range covered {
			for _, item := range pairs.pairItemsOfCell[c] {
				if !p.recordHeldItem(item) {
					entries = append(entries, matrix.Entry{Item: item, Color: color})
				}
			}
		}
	}
	if p.seamsOfCell != nil {
		entries = p.appendSeams(entries, covered, k.PackedPiece != nil)
	}
	if p.sideItems != nil && k.PackedPiece != nil && k.ColorMarks != nil {
		entries = p.appendSideEntries(entries, k.ColorMarks[p.orientationOf(at)], shift)
	}
	if len(p.crossingsOfJoint) > 0 && k.PackedPiece != nil {
		entries = p.appendCrossings(entries, entries[first:], k.stencils[at.orientation].Shift(shift))
	}
	return entries
}

// warnUncoveredCells warns of cells that must be covered although no placement covers them.
func (p *packLowering) warnUncoveredCells() {
	b := p.packing.Board
	var bare []string
	for _, c := range b.Cells {
		if p.itemInfos[p.cellItems[p.grid.CellNumber(c)]].optionCount == 0 {
			bare = append(bare, b.Lattice.FormatCell(c))
		}
	}
	switch {
	case len(bare) > maxWarnings:
		bare = append(bare[:maxWarnings], "…")
	case len(bare) == 0:
		return
	}
	p.errorList.AddWarning(codes.UncoveredCell, p.packing.Span,
		"`leave 1 empty` allows for empty cells, an optional cell may stay empty",
		"there is no solution: no piece covers %s", strings.Join(bare, " "))
}
