package lower

import (
	"fmt"
	"maps"
	"slices"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/codes"
	"quadrille/lang/source"
	"quadrille/runtime/engine/staged"
	"quadrille/runtime/matrix"
)

// A dissection becomes
//
//	an item from[r,c] for each cell of the source shape, which is cut, and to[r,c] for each
//	cell of the target shape, which the pieces form;
//	an item map[k] for each piece, and a secondary item piece[k], whose color is
//	the mapping of the piece: a motion and a shift;
//	an item size[k] for each piece, if its size is restricted;
//	secondary items order[k,s] and differ[k,m] that keep the shifts of the pieces
//	from decreasing, and the mappings of neighbours from being the same;
//	an option for each piece and mapping, that chooses the mapping;
//	an option for each piece, mapping and cell, that moves the cell.
//
// Source: D. E. Knuth, the program back-dissect, sections 5 and 6, for squares that
// are cut into pieces that may be rotated.

// StagedDissection is a dissection in the form that the staged search takes. The staged search needs no matrix.
type StagedDissection struct {
	Problem *staged.DissectionProblem
	// IsWholePuzzle reports whether the puzzle has no further statements, so that its solutions are those of Problem.
	IsWholePuzzle bool

	dissection  *model.Dissection
	legalShifts lattice.Shape // shifts that a piece may make, by index
}

// DissectionPiece is a piece in a solution of a dissection. It may have no cells.
type DissectionPiece struct {
	// how the piece moves, as the matrix spells it: the shift, and the index of the motion; for example 0,-1/2
	Mapping                  string
	SourceCells, TargetCells []lattice.Cell // cells of the piece, and for each of them the cell to which it moves
}

// newStagedDissection describes a dissection for the staged search. It returns a [source.DiagnosticList] if the table
// of the target cells to which each piece can move each cell would have more than `most` entries. It returns the error
// of stop if there is one. The argument alone becomes IsWholePuzzle.
func newStagedDissection(m *model.Dissection, alone bool, most int, stop func() error) (*StagedDissection, error) {
	tooLarge := func(moves int) error {
		var errs source.DiagnosticList
		errs.AddError(codes.TooLarge, m.Span,
			"raise the limit with --max-options (in Go: Options.Limits.MaxOptions), if the machine can take it",
			"the pieces of this dissection can move its cells in %d ways or more, and %d is the limit", moves, most)
		return errs
	}
	// upper bound of the table: each motion can move each cell to each place
	if moves := len(m.AllowedMotions) * len(m.SourceShape) * len(m.TargetShape); moves > most {
		return nil, tooLarge(moves)
	}
	s := &StagedDissection{dissection: m, IsWholePuzzle: alone}
	turned, first := imagesOfSourceShape(m)
	s.legalShifts = legalShifts(m, turned)
	if moves := len(s.legalShifts) * len(turned) * len(m.SourceShape); moves > most {
		return nil, tooLarge(moves)
	}
	s.Problem = &staged.DissectionProblem{
		SourceCount: len(m.SourceShape), TargetCount: len(m.TargetShape), PieceCount: m.PieceCount,
		ShiftCount: len(s.legalShifts), MotionCount: len(turned), FirstPieceMotions: first,
		MinPieceCells: m.PieceSizes.Min, MaxPieceCells: m.PieceSizes.Max,
	}
	to := lattice.NewGrid(lattice.Square, m.TargetShape, nil)
	for _, shift := range s.legalShifts {
		if err := stop(); err != nil {
			return nil, err
		}
		for _, cells := range turned {
			onto := make([]int32, len(cells))
			for a, c := range cells {
				onto[a] = to.CellNumber(c.Plus(shift))
			}
			s.Problem.TargetsByMapping = append(s.Problem.TargetsByMapping, onto)
		}
	}
	return s, nil
}

// imagesOfSourceShape returns the images of the shape to be cut under each motion, with their corners at the origin.
// For each motion it also returns whether no earlier motion has the same image.
func imagesOfSourceShape(m *model.Dissection) (turned [][]lattice.Cell, first []bool) {
	var seen []lattice.Shape
	for _, motion := range m.AllowedMotions {
		moved := m.SourceShape.MapCells(motion.ApplyToCell)
		least, _ := moved.BoundingBox()
		moved = moved.Shift(lattice.Cell{}.Minus(least))
		shape := lattice.NewShape(moved)
		turned, first = append(turned, moved), append(first, !slices.ContainsFunc(seen, shape.Equal))
		seen = append(seen, shape)
	}
	return turned, first
}

// legalShifts returns the shifts after which some image of the source shape has a cell in common with the target shape,
// row by row. The images (turned) are those of all motions.
func legalShifts(m *model.Dissection, turned [][]lattice.Cell) lattice.Shape {
	all := lattice.Shape(slices.Concat(turned...))
	leastFrom, greatestFrom := all.BoundingBox()
	leastTo, greatestTo := m.TargetShape.BoundingBox()
	least, greatest := leastTo.Minus(greatestFrom), greatestTo.Minus(leastFrom)
	rows, columns := int(greatest[0]-least[0])+1, int(greatest[1]-least[1])+1
	legal := map[int]bool{}
	mark := func(n int) { legal[n] = true }
	if rows*columns <= maxShiftBoxFactor*len(all)*len(m.TargetShape) {
		table := make([]bool, rows*columns)
		mark = func(n int) {
			if !table[n] {
				table[n], legal[n] = true, true
			}
		}
	}
	for _, a := range all {
		for _, b := range m.TargetShape {
			d := b.Minus(a).Minus(least)
			mark(int(d[0])*columns + int(d[1]))
		}
	}
	var shifts lattice.Shape
	for _, n := range slices.Sorted(maps.Keys(legal)) {
		shifts = append(shifts, least.Plus(lattice.Cell{int32(n / columns), int32(n % columns)}))
	}
	return shifts
}

// maxShiftBoxFactor bounds the box around the legal shifts, as a multiple of the number of pairs of a source cell and a
// target cell. Within that bound a table tells which shifts are legal. Shapes of a few cells far from one another have
// a larger box; there a map tells it.
const maxShiftBoxFactor = 4

// LegalShifts returns the legal shifts, by index.
func (s *StagedDissection) LegalShifts() []lattice.Cell { return s.legalShifts }

// mappingName returns the name of the mapping with index n: its shift, and the index of its motion.
func (s *StagedDissection) mappingName(n int) string {
	motions := s.Problem.MotionCount
	return fmt.Sprintf("%s/%d", lattice.Square.CellName(s.legalShifts[n/motions]), n%motions)
}

// PiecesOfDissection returns the pieces of a solution of the staged search, in order. Of a part of a solution a piece
// without a mapping has none, and lacks its cells.
func (s *StagedDissection) PiecesOfDissection(found staged.Dissection) []DissectionPiece {
	parts := make([]DissectionPiece, s.Problem.PieceCount)
	for k, n := range found.MappingOf {
		if n >= 0 {
			parts[k].Mapping = s.mappingName(n)
		}
	}
	for a, k := range found.PieceOf {
		if k < 0 {
			continue
		}
		onto := s.Problem.TargetsByMapping[found.MappingOf[k]]
		parts[k].SourceCells = append(parts[k].SourceCells, s.dissection.SourceShape[a])
		parts[k].TargetCells = append(parts[k].TargetCells, s.dissection.TargetShape[onto[a]])
	}
	return parts
}

// StagedSolution returns a solution of the matrix, or a part of one, in the form of the staged search. What is not
// chosen is -1 there.
func (r *Result) StagedSolution(solution matrix.Solution) staged.Dissection {
	p := r.StagedDissection.Problem
	found := staged.Dissection{MappingOf: slices.Repeat([]int{-1}, p.PieceCount),
		PieceOf: slices.Repeat([]int32{-1}, p.SourceCount)}
	for _, o := range solution {
		origin := &r.OptionOrigins[o]
		if origin.DissectionPieceNumber == 0 {
			continue
		}
		piece := origin.DissectionPieceNumber - 1
		found.MappingOf[piece] = int(origin.Orientation)
		if origin.MovesCell {
			source, _ := slices.BinarySearchFunc(r.StagedDissection.dissection.SourceShape, origin.ShiftOrCell,
				lattice.CompareCells)
			found.PieceOf[source] = int32(piece)
		}
	}
	return found
}

// dissectLowering is the state while a dissection is lowered to a matrix.
type dissectLowering struct {
	*lowering
	*StagedDissection
	// sourceCellItems and targetCellItems are the items of the cells of the two shapes.
	sourceCellItems, targetCellItems []matrix.ItemID
	// for each piece, the items map[k] and size[k]; pieceSizeItems is nil if any size is allowed
	mappingItems, pieceSizeItems []matrix.ItemID
	mappingColorItems            []matrix.ItemID // for each piece, the item piece[k], whose color is the mapping
	// for each piece, the meaning of the options that choose its mapping, and of the options that move a cell with it
	chooseMeanings, moveMeanings []*Meaning
	// shiftOrderItems and motionDifferItems hold, for each piece but the last, its items order[k,s] and differ[k,m].
	shiftOrderItems, motionDifferItems [][]matrix.ItemID
}

// lowerDissect adds the items and options of a dissection.
func (l *lowering) lowerDissect() {
	d := &dissectLowering{lowering: l, StagedDissection: l.StagedDissection}
	d.declareItems()
	if !d.isIncomplete && d.eachMapping(d.emitMappingOption) {
		d.eachMapping(d.emitCellMoves)
	}
}

// declareItems declares the items of the dissection.
func (d *dissectLowering) declareItems() {
	for _, c := range d.dissection.SourceShape {
		d.sourceCellItems = append(d.sourceCellItems, d.declareItemCoveredOnce("from[%s]", lattice.Square.CellName(c)))
	}
	for _, c := range d.dissection.TargetShape {
		d.targetCellItems = append(d.targetCellItems, d.declareItemCoveredOnce("to[%s]", lattice.Square.CellName(c)))
	}
	p := d.Problem
	for k := range p.PieceCount {
		d.mappingItems = append(d.mappingItems, d.declareItemCoveredOnce("map[%d]", k))
	}
	for k := range p.PieceCount {
		if p.MinPieceCells > 0 || p.MaxPieceCells < p.SourceCount {
			bound := matrix.Bound{Min: int32(p.MinPieceCells), Max: int32(p.MaxPieceCells)}
			d.pieceSizeItems = append(d.pieceSizeItems, d.lowering.declareItem(fmt.Sprintf("size[%d]", k), false, bound,
				d.currentSpan()))
		}
	}
	for k := range p.PieceCount {
		d.mappingColorItems = append(d.mappingColorItems, d.declareItemCoveredAtMostOnce("piece[%d]", k))
		d.chooseMeanings, d.moveMeanings = append(d.chooseMeanings, &Meaning{DissectionPieceNumber: k + 1}),
			append(d.moveMeanings, &Meaning{DissectionPieceNumber: k + 1, MovesCell: true})
	}
	// Piece k holds order[k,s] if its shift is at least s, and piece k+1 holds it if its shift is less. So the shifts
	// of the pieces cannot decrease. Both hold differ[k,m] if their mapping is m, so that their mappings differ.
	for k := 0; k < p.PieceCount-1 && !d.isIncomplete; k++ {
		var order, different []matrix.ItemID
		for s := 1; s < p.ShiftCount; s++ {
			order = append(order, d.declareItemCoveredAtMostOnce("order[%d,%d]", k, s))
		}
		for n := range p.TargetsByMapping {
			different = append(different, d.declareItemCoveredAtMostOnce("differ[%d,%s]", k, d.mappingName(n)))
		}
		d.shiftOrderItems, d.motionDifferItems = append(d.shiftOrderItems, order), append(d.motionDifferItems,
			different)
	}
}

// eachMapping calls visit with each piece, each mapping that it may have, and the entry for this mapping. It stops and
// returns false if visit returns false. As turning both shapes leads to no other dissection, the first piece uses only
// one of several motions with the same image of the whole shape.
func (d *dissectLowering) eachMapping(visit func(k, n int, mapping matrix.Entry) bool) bool {
	for k := range d.Problem.PieceCount {
		for n := range d.Problem.TargetsByMapping {
			if k == 0 && !d.Problem.FirstPieceMotions[n%d.Problem.MotionCount] {
				continue
			}
			if !visit(k, n, matrix.Entry{Item: d.mappingColorItems[k], Color: d.builder.AddColor(d.mappingName(n))}) {
				return false
			}
		}
	}
	return true
}

// emitMappingOption adds the option that chooses a mapping for piece k.
func (d *dissectLowering) emitMappingOption(k, n int, mapping matrix.Entry) bool {
	entries := []matrix.Entry{{Item: d.mappingItems[k]}, mapping}
	add := func(items ...matrix.ItemID) {
		for _, i := range items {
			entries = append(entries, matrix.Entry{Item: i})
		}
	}
	shift := n / d.Problem.MotionCount
	if k < len(d.shiftOrderItems) {
		add(d.shiftOrderItems[k][:shift]...)
		add(d.motionDifferItems[k][n])
	}
	if k > 0 {
		add(d.shiftOrderItems[k-1][shift:]...)
		add(d.motionDifferItems[k-1][n])
	}
	return d.addOption(Origin{Meaning: d.chooseMeanings[k], Orientation: int32(n)}, entries)
}

// emitCellMoves adds the options that move the cells of piece k under a mapping.
func (d *dissectLowering) emitCellMoves(k, n int, mapping matrix.Entry) bool {
	for a, b := range d.Problem.TargetsByMapping[n] {
		if b < 0 {
			continue
		}
		entries := []matrix.Entry{{Item: d.sourceCellItems[a]}, {Item: d.targetCellItems[b]}}
		if d.pieceSizeItems != nil {
			entries = append(entries, matrix.Entry{Item: d.pieceSizeItems[k]})
		}
		if !d.addOption(Origin{Meaning: d.moveMeanings[k], ShiftOrCell: d.dissection.SourceShape[a],
			Orientation: int32(n)}, append(entries, mapping)) {
			return false
		}
	}
	return true
}
