package lower

import (
	"fmt"
	"slices"
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
//	an item for each piece: primary if it is used exactly once, secondary if
//	at most once, with a multiplicity for other ranges, and none for any number
//	(with a multiplicity in these cases too, if the piece fits on optional cells);
//	an item chosen[k] for each choice of pieces, with its number as multiplicity;
//	an item for each fixed place of a piece of which there may be several;
//	an item empty, with the number of empty cells as its multiplicity;
//	an item empty[k], with the number of empty cells among some as its multiplicity;
//	a secondary item apart[a,b] for each pair of cells that are not of different pieces, and apart2[a,b] and so on
//	for the pairs of rules about some pieces;
//	a primary item for each line that a piece lies across, and for each corner where no four pieces meet;
//	a secondary item side[a,k] for each side k of a cell a that another cell shares, if sides have colors;
//	a secondary item for each joint inside a board of sticks;
//	an option for each place where a piece fits: the piece and its cells;
//	an option for each cell that may be empty.
type packLowering struct {
	*lowering
	pack   *model.Packing
	grid   *lattice.Grid
	cells  []matrix.ItemID // items of the cells, by number in the grid
	joints map[lattice.Cell][]jointCrossing
	// by number: the items that count the cell if it stays empty; -1 forbids that; nil for none
	empties [][]matrix.ItemID
	apart   []pairItems // the pairs of cells that pieces must not share
	// by number: the items that its sides share with the cells beyond, -1 at the border; nil if sides have no
	// colors
	sides        [][]matrix.ItemID
	isRegionCell []bool                          // by number: whether the number of a region stands there
	regionCells  int                             // number of cells of the shapes of all regions so far
	seams        [][]packSeam                    // by number: the lines and corners of the cell; nil for none
	coveredIn    []int                           // by number: the last round that covered the cell, if there are seams
	beyond       map[lattice.Cell][]lattice.Cell // cache of the cells beyond the sides of a cell
	choices      map[*model.PieceChoice]matrix.ItemID
	pieces       []packedPiece // if cells may be empty, the last piece is the lack of a piece

	placements []placement
	covered    []int32                   // buffer for cells
	fixItems   map[int32][]matrix.ItemID // by placement: the items of its fixed places
	// by piece, orientation and cell: the placement plus 1, or 0; nil if no symmetry is requested
	number   [][][]int32
	entries  int // number of entries of all placements, without those of joints
	tried    int // number of cells of all ways tried to place pieces on a wrapped board
	compared int // number of cells of placements compared with rules about places
}

// pairItems is the items of the pairs of a rule.
type pairItems struct {
	isOf   []bool            // by piece: whether the rule speaks of it
	byCell [][]matrix.ItemID // by number of a cell: the items of its pairs
}

// packedPiece is a piece with its items. The lack of a piece is a packedPiece of one cell.
type packedPiece struct {
	*model.PackedPiece // nil for the lack of a piece
	meaning            *Meaning
	item               matrix.ItemID // negative if none
	chosen             matrix.ItemID // item of the choice that the piece belongs to; negative if none
	fixes              []matrix.ItemID
	stencils           []lattice.Stencil // the orientations
	regions            []matrix.BitSet   // by `keep` rule: its cells by number; nil for none
	first, end         int               // range of its placements
}

// placement is a piece at a place: in one of its orientations, with its first cell on a cell of the board.
type placement struct{ piece, orientation, cell int32 }

func (l *lowering) lowerPack(m *model.Packing) {
	p := &packLowering{lowering: l, pack: m, grid: m.Board.NewGrid(), fixItems: map[int32][]matrix.ItemID{},
		choices: map[*model.PieceChoice]matrix.ItemID{}, beyond: map[lattice.Cell][]lattice.Cell{}}
	options, entries := p.minPlacements()
	if !p.hasRoomForOptions(options, entries) {
		return
	}
	p.placements = make([]placement, 0, options)
	p.declareCells()
	p.isRegionCell = make([]bool, len(p.grid.Cells))
	for _, m := range m.Pieces {
		if m.Region != nil {
			p.isRegionCell[p.grid.Number(m.Region.Cell)] = true
		}
	}
	for _, m := range m.Pieces {
		p.declarePiece(m)
	}
	p.declareEmpty()
	p.declareJoints()
	p.declareApart()
	p.declareSeams()
	p.declareSides()
	if p.gaveUp || !p.placePieces() {
		return
	}
	if l.options.Equivalence != model.Distinct {
		l.Symmetry = p.findGroup()
	}
	if p.gaveUp {
		return
	}
	if len(m.Symmetric) > 0 {
		p.emitOrbits()
	} else {
		p.emitPlacements()
	}
	l.warnLater = p.warnUncovered
}

// minPlacements bounds the placements and their entries from below. It counts the placements in the box around
// the board, less those that a hole may prevent. So a board that is far too large is refused before memory is
// allocated for it.
func (p *packLowering) minPlacements() (options, entries int) {
	l := p.pack.Board.Lattice
	if p.grid.IsWrapped() || p.pack.HasColors() || !l.IsShift(lattice.Cell{0, 1}) || !l.IsShift(lattice.Cell{1, 0}) {
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
	for _, m := range p.pack.Pieces {
		for _, facing := range m.Orientations {
			if m.Region != nil {
				break
			}
			if n := places(facing) - holes*len(facing); n > 0 && m.Copies.Max > 0 && len(m.Keep)+len(m.Fix) == 0 {
				options += n
				entries += n * len(facing)
			}
		}
	}
	return options, entries
}

// declareCells adds the items of the cells. Boards are large, so their names, such as b[2,3], are stored only
// if a statement can refer to them.
func (p *packLowering) declareCells() {
	b := p.pack.Board
	called := len(p.puzzle.Options)+len(p.puzzle.Matchings)+len(p.puzzle.Forbids) > 0
	for _, c := range p.grid.Cells {
		name := b.Lattice.CellName(c)
		optional := len(b.Optional) > 0 && b.Optional.Has(c)
		id := p.addItem(name, optional, matrix.Once, b.Span)
		p.cells = append(p.cells, id)
		if called {
			p.byName[b.Name+"["+name+"]"] = id
		}
	}
}

// declarePiece adds the items of a piece. An option without a primary item is never chosen. So a piece that
// fits on optional cells alone needs a primary item even if it may be used any number of times.
func (p *packLowering) declarePiece(m *model.PackedPiece) {
	if m.Region != nil {
		m = p.shapedRegion(m)
	}
	k := packedPiece{PackedPiece: m, meaning: pieceMeaning, item: -1, chosen: -1,
		stencils: p.stencilsOf(m.Orientations)}
	if m.Choice != nil {
		k.chosen = p.declareChoice(m.Choice)
	}
	for _, keep := range m.Keep {
		k.regions = append(k.regions, p.cellBits(keep.Cells))
	}
	n := m.Copies
	primary := n.Max != 0 && (n.Min > 0 || n.Max > 1 || p.fitsOptional(&k))
	if secondary := n.Max == 1 && !primary; primary || secondary {
		k.item = p.addItem(m.Name, secondary, p.copiesBound(n), m.Span)
		p.byName[m.Name] = k.item
	}
	if m.Copies != model.Once {
		for _, f := range m.Fix {
			k.fixes = append(k.fixes, p.declareFix(m, f))
		}
	}
	p.pieces = append(p.pieces, k)
}

// stencilsOf returns the orientations, relative to their first cells. On a board with a flip, the first cell of
// an image need not be the image of the first cell. There, each cell of each orientation is taken as the first
// cell in turn.
func (p *packLowering) stencilsOf(orientations []lattice.Shape) []lattice.Stencil {
	shapes := slices.Clone(orientations)
	if p.pack.Board.Flip != nil {
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

// orientationOf returns the number of the orientation of a placement.
func (p *packLowering) orientationOf(at placement) int32 {
	k := p.pieces[at.piece]
	if k.PackedPiece == nil {
		return at.orientation
	}
	return at.orientation % int32(len(k.Orientations))
}

// declareChoice returns the item of a choice of pieces, and adds it if necessary.
func (p *packLowering) declareChoice(m *model.PieceChoice) matrix.ItemID {
	item, known := p.choices[m]
	if !known {
		item = p.declareItem(fmt.Sprintf("chosen[%d]", len(p.choices)), false, p.copiesBound(m.Count), m.Span)
		p.choices[m] = item
	}
	return item
}

// cellBits returns the numbers of cells, or nil if cells is nil.
func (p *packLowering) cellBits(cells lattice.Shape) matrix.BitSet {
	if cells == nil {
		return nil
	}
	region := matrix.NewBitSet(len(p.grid.Cells))
	for _, c := range cells {
		region.Insert(int(p.grid.Number(c)))
	}
	return region
}

// fitsOptional reports whether a piece fits on optional cells alone.
func (p *packLowering) fitsOptional(k *packedPiece) bool {
	optional := p.pack.Board.Optional
	if len(optional) < len(k.Shape) {
		return false
	}
	region, fits := p.cellBits(optional), false
	for o := range k.stencils {
		p.eachPlacement(&k.stencils[o], func(_ int, covered []int32) bool {
			fits = allInRegion(covered, region)
			return !fits
		})
		if fits {
			return true
		}
	}
	return false
}

// declareFix adds the item of a fixed place. Several copies of the piece can share a corner if their
// orientations differ. At least one of them is required.
func (p *packLowering) declareFix(m *model.PackedPiece, f model.FixedPlace) matrix.ItemID {
	name := m.Name + "," + p.pack.Board.Lattice.CellName(f.Corner)
	most := len(m.Orientations)
	if f.Orientation != model.Unlimited {
		name += fmt.Sprintf("/%d", f.Orientation)
		most = 1
	}
	return p.declareItem("fix["+name+"]", false, matrix.Bound{Min: 1, Max: int32(most)}, f.Span)
}

// copiesBound returns a range of copies as a multiplicity, limited to the number of cells.
func (p *packLowering) copiesBound(n model.CountRange) matrix.Bound {
	if n.Max == model.Unlimited {
		n.Max = max(n.Min, len(p.cells))
	}
	return matrix.Bound{Min: int32(n.Min), Max: int32(n.Max)}
}

// declareEmpty adds the items that count empty cells, and the lack of a piece.
func (p *packLowering) declareEmpty() {
	lack := packedPiece{meaning: emptyMeaning, item: -1, chosen: -1,
		stencils: []lattice.Stencil{p.grid.NewStencil(lattice.Shape{{}})}}
	e := p.pack.EmptyTotal
	if e != nil && e.Count.Max > 0 {
		lack.item = p.declareItem("empty", false, p.copiesBound(e.Count), e.Span)
	}
	if len(p.pack.EmptyParts) > 0 {
		p.empties = make([][]matrix.ItemID, len(p.grid.Cells))
	}
	var cells lattice.Shape
	for k, e := range p.pack.EmptyParts {
		item := matrix.ItemID(-1)
		if e.Count.Max > 0 {
			item = p.declareItem(fmt.Sprintf("empty[%d]", k), false, p.copiesBound(e.Count), e.Span)
		}
		for _, c := range e.Cells {
			at := p.grid.Number(c)
			p.empties[at] = append(p.empties[at], item)
		}
	}
	for at, items := range p.empties {
		if items != nil {
			cells = append(cells, p.grid.Cells[at])
		}
	}
	switch {
	case e != nil && e.Count.Max == 0 || e == nil && cells == nil:
		return // no cell stays empty
	case e == nil:
		lack.regions = []matrix.BitSet{p.cellBits(cells)}
	}
	p.pieces = append(p.pieces, lack)
}

// nameOfApart returns the name of the items of rule number k that keeps things apart.
func nameOfApart(k int) string {
	if k == 0 {
		return "apart"
	}
	return fmt.Sprint("apart", k+1)
}

// declareApart adds the items of pairs of cells that different pieces must not cover.
func (p *packLowering) declareApart() {
	l := p.pack.Board.Lattice
	for k, s := range p.pack.Apart {
		pairs := pairItems{make([]bool, len(p.pieces)), make([][]matrix.ItemID, len(p.grid.Cells))}
		for i := range p.pack.Pieces {
			pairs.isOf[i] = s.Members == nil || slices.Contains(s.Members, i)
		}
		name := nameOfApart(k)
		for _, pair := range s.Pairs {
			item := p.declareSecondary("%s[%s,%s]", name, l.CellName(pair[0]), l.CellName(pair[1]))
			for _, c := range pair {
				at := p.grid.Number(c)
				pairs.byCell[at] = append(pairs.byCell[at], item)
			}
		}
		p.apart = append(p.apart, pairs)
	}
}

// emitPlacements adds an option for each placement that symmetry does not exclude.
func (p *packLowering) emitPlacements() {
	if p.Symmetry == nil || p.Symmetry.Pivot == "" {
		// Joints get no room in advance, as unused room would stay allocated as long as the matrix.
		p.reserveOptions(len(p.placements), p.entries)
	}
	left := len(p.placements)
	if p.Symmetry != nil {
		left = len(p.Symmetry.option)
	}
	var entries []matrix.Entry
	for n := range left {
		if p.Symmetry != nil {
			n = int(p.Symmetry.option[n])
		}
		entries = p.appendEntries(entries[:0], n)
		if !p.addOption(p.originOf(n), entries) {
			return
		}
	}
}

// emitOrbits adds an option for each set of placements that symmetric solutions contain together. The image of
// a placement is a placement of the same piece. If it needs a reflection that the piece does not allow, it is a
// placement of the piece's mirror image.
func (p *packLowering) emitOrbits() {
	at := map[string][]int32{} // placements by their cells
	covered := func(n int, image []int32) string {
		cells := p.placementCells(p.placements[n])
		for i, number := range cells {
			if image != nil {
				cells[i] = image[number]
			}
		}
		return sortedKey(cells)
	}
	for n := range p.placements {
		if !p.canContinue() {
			return
		}
		key := covered(n, nil)
		at[key] = append(at[key], int32(n))
	}
	var images [][]int32
	for _, image := range p.pack.Symmetric {
		to := make([]int32, len(p.placements))
		for n := range to {
			if !p.canContinue() {
				return
			}
			same := at[covered(n, image)]
			own := slices.IndexFunc(same, func(m int32) bool { return p.placements[m].piece == p.placements[n].piece })
			switch lack := p.pieces[p.placements[n].piece].PackedPiece == nil; {
			case own >= 0:
				to[n] = same[own]
			case lack || len(same) == 0 || p.pieces[p.placements[same[0]].piece].PackedPiece == nil:
				to[n] = -1
			default:
				to[n] = same[0]
			}
		}
		images = append(images, to)
	}
	p.lowering.emitOrbits(computeOrbits(len(p.placements), images), func(n int32) (Origin, []matrix.Entry) {
		return p.originOf(int(n)), p.appendEntries(nil, int(n))
	})
}

// originOf returns what placement n stands for.
func (p *packLowering) originOf(n int) Origin {
	at := p.placements[n]
	k := &p.pieces[at.piece]
	return Origin{Piece: k.PackedPiece, Meaning: k.meaning, Orientation: p.orientationOf(at), Shift: p.shiftOf(at)}
}

// shiftOf returns the shift of the piece of a placement.
func (p *packLowering) shiftOf(at placement) lattice.Cell {
	return p.grid.Cells[at.cell].Minus(p.pieces[at.piece].stencils[at.orientation].Shape[0])
}

// placementCells returns the numbers of the cells of a placement. The slice is valid until the next call.
func (p *packLowering) placementCells(at placement) []int32 {
	p.covered, _ = p.pieces[at.piece].stencils[at.orientation].AppendNumbers(p.covered[:0], p.shiftOf(at))
	return p.covered
}

// appendEntries appends the entries of placement n.
func (p *packLowering) appendEntries(entries []matrix.Entry, n int) []matrix.Entry {
	at := p.placements[n]
	k := &p.pieces[at.piece]
	if k.item >= 0 {
		entries = append(entries, matrix.Entry{Item: k.item})
	}
	if k.chosen >= 0 {
		entries = append(entries, matrix.Entry{Item: k.chosen})
	}
	if len(k.fixes) > 0 {
		for _, item := range p.fixItems[int32(n)] {
			entries = append(entries, matrix.Entry{Item: item})
		}
	}
	shift, first := p.shiftOf(at), len(entries)
	covered := p.placementCells(at)
	for _, c := range covered {
		entries = append(entries, matrix.Entry{Item: p.cells[c]})
	}
	if k.PackedPiece == nil && p.empties != nil {
		for _, item := range p.empties[at.cell] {
			entries = append(entries, matrix.Entry{Item: item})
		}
	}
	for _, pairs := range p.apart {
		if !pairs.isOf[at.piece] {
			continue
		}
		p.rounds++
		for _, c := range covered {
			for _, item := range pairs.byCell[c] {
				if !p.holdsItem(item) {
					entries = append(entries, matrix.Entry{Item: item})
				}
			}
		}
	}
	if p.seams != nil {
		entries = p.appendSeams(entries, covered, k.PackedPiece != nil)
	}
	if p.sides != nil && k.PackedPiece != nil && k.Marks != nil {
		entries = p.appendSideEntries(entries, k.Marks[p.orientationOf(at)], shift)
	}
	if len(p.joints) > 0 && k.PackedPiece != nil {
		entries = p.appendCrossings(entries, entries[first:], k.stencils[at.orientation].Shift(shift))
	}
	return entries
}

// warnUncovered warns of cells that must be covered and that no placement covers.
func (p *packLowering) warnUncovered() {
	b := p.pack.Board
	var bare []string
	for _, c := range b.Cells {
		if p.items[p.cells[p.grid.Number(c)]].options == 0 {
			bare = append(bare, b.Lattice.FormatCell(c))
		}
	}
	switch {
	case len(bare) > maxWarnings:
		bare = append(bare[:maxWarnings], "…")
	case len(bare) == 0:
		return
	}
	p.errs.AddWarning(codes.UncoveredCell, p.pack.Span,
		"`leave 1 empty` allows for empty cells, an optional cell may stay empty",
		"there is no solution: no piece covers %s", strings.Join(bare, " "))
}
