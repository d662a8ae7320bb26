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
//	an item from[r,c] for each cell of the shape to be cut, and to[r,c] for each
//	cell of the one to be formed;
//	an item map[k] for each piece, and a secondary item piece[k], whose color is
//	the mapping of the piece: a motion and a shift;
//	an item size[k] for each piece, if its size is restricted;
//	secondary items order[k,s] and differ[k,m] that keep the shifts of the pieces
//	from decreasing, and the mappings of neighbours from being the same;
//	an option for each piece and mapping, that chooses it;
//	an option for each piece, mapping and cell, that moves the cell.
//
// Source: D. E. Knuth, the program back-dissect, sections 5 and 6, for squares that
// are cut into pieces that may be rotated.

// Stages is a dissection as the input of the staged search, which needs no matrix.
type Stages struct {
	Problem *staged.DissectionProblem
	// Alone reports whether the core adds nothing to the dissection. The solutions are then those of Problem.
	Alone bool

	model  *model.Dissection
	shifts lattice.Shape // the legal shifts, by number
}

// DissectPart is a piece in a solution of a dissection. It may have no cells.
type DissectPart struct {
	Mapping  string         // shift and number of the motion, as in the matrix: 0,-1/2
	From, To []lattice.Cell // its cells, and the place that each of them moves to
}

// newStages describes a dissection for the staged search. It returns a [source.DiagnosticList] if the table of
// what each piece can do with each cell has more than most entries, or the error of stop.
func newStages(m *model.Dissection, alone bool, most int, stop func() error) (*Stages, error) {
	tooLarge := func(moves int) error {
		var errs source.DiagnosticList
		errs.AddError(codes.TooLarge, m.Span,
			"raise the limit with --max-options (in Go: Options.Limits.Options), if the machine can take it",
			"the pieces of this dissection can move its cells in %d ways or more, and %d is the limit", moves, most)
		return errs
	}
	if moves := len(m.Motions) * len(m.From) * len(m.To); moves > most { // each cell can move to each place
		return nil, tooLarge(moves)
	}
	s := &Stages{model: m, Alone: alone}
	turned, first := turnShape(m)
	s.shifts = legalShifts(m, turned)
	if moves := len(s.shifts) * len(turned) * len(m.From); moves > most {
		return nil, tooLarge(moves)
	}
	s.Problem = &staged.DissectionProblem{
		Sources: len(m.From), Targets: len(m.To), Pieces: m.PieceCount,
		Shifts: len(s.shifts), Motions: len(turned), First: first,
		MinSize: m.Sizes.Min, MaxSize: m.Sizes.Max,
	}
	to := lattice.NewGrid(lattice.Square, m.To, nil)
	for _, shift := range s.shifts {
		if err := stop(); err != nil {
			return nil, err
		}
		for _, cells := range turned {
			onto := make([]int32, len(cells))
			for a, c := range cells {
				onto[a] = to.Number(c.Plus(shift))
			}
			s.Problem.Onto = append(s.Problem.Onto, onto)
		}
	}
	return s, nil
}

// turnShape applies each motion to the shape, and moves its corner to the origin. It also returns which motions
// make a shape that no earlier motion makes.
func turnShape(m *model.Dissection) (turned [][]lattice.Cell, first []bool) {
	var seen []lattice.Shape
	for _, motion := range m.Motions {
		moved := m.From.MapCells(motion.Apply)
		least, _ := moved.BoundingBox()
		moved = moved.Shift(lattice.Cell{}.Minus(least))
		shape := lattice.NewShape(moved)
		turned, first = append(turned, moved), append(first, !slices.ContainsFunc(seen, shape.Equal))
		seen = append(seen, shape)
	}
	return turned, first
}

// legalShifts collects the shifts after which some image of the shape meets the other shape, row by row.
func legalShifts(m *model.Dissection, turned [][]lattice.Cell) lattice.Shape {
	all := lattice.Shape(slices.Concat(turned...))
	leastFrom, greatestFrom := all.BoundingBox()
	leastTo, greatestTo := m.To.BoundingBox()
	least, greatest := leastTo.Minus(greatestFrom), greatestTo.Minus(leastFrom)
	rows, columns := int(greatest[0]-least[0])+1, int(greatest[1]-least[1])+1
	legal := map[int]bool{}
	mark := func(n int) { legal[n] = true }
	if rows*columns <= densest*len(all)*len(m.To) {
		table := make([]bool, rows*columns)
		mark = func(n int) {
			if !table[n] {
				table[n], legal[n] = true, true
			}
		}
	}
	for _, a := range all {
		for _, b := range m.To {
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

// densest bounds the box around the legal shifts, in shifts for each pair of cell and place. A table over the
// box then tells which shifts are legal. Shapes of a few cells that lie far apart have a larger box.
const densest = 4

// Shifts returns the legal shifts, by number.
func (s *Stages) Shifts() []lattice.Cell { return s.shifts }

// mappingName spells a mapping: its shift and the number of its motion.
func (s *Stages) mappingName(n int) string {
	motions := s.Problem.Motions
	return fmt.Sprintf("%s/%d", lattice.Square.CellName(s.shifts[n/motions]), n%motions)
}

// Parts returns the pieces of a solution, in order.
func (s *Stages) Parts(found staged.Dissection) []DissectPart {
	parts := make([]DissectPart, s.Problem.Pieces)
	for k, n := range found.Mappings {
		parts[k].Mapping = s.mappingName(n)
	}
	for a, k := range found.Piece {
		onto := s.Problem.Onto[found.Mappings[k]]
		parts[k].From = append(parts[k].From, s.model.From[a])
		parts[k].To = append(parts[k].To, s.model.To[onto[a]])
	}
	return parts
}

// StagedSolution translates a solution of the matrix to one of the staged search.
func (r *Result) StagedSolution(solution matrix.Solution) staged.Dissection {
	p := r.Stages.Problem
	found := staged.Dissection{Mappings: make([]int, p.Pieces), Piece: make([]int32, p.Sources)}
	for _, o := range solution {
		switch origin := &r.Origins[o]; {
		case origin.Moves:
			source, _ := slices.BinarySearchFunc(r.Stages.model.From, origin.Shift, lattice.CompareCells)
			found.Piece[source] = int32(origin.Part) - 1
		case origin.Part > 0:
			found.Mappings[origin.Part-1] = int(origin.Orientation)
		}
	}
	return found
}

// dissectLowering is the state while a dissection becomes a matrix.
type dissectLowering struct {
	*lowering
	*Stages
	from, to                []matrix.ItemID
	choose, size            []matrix.ItemID // by piece: its items; size is nil if any size is allowed
	color                   []matrix.ItemID // by piece: the item whose color is the mapping
	chosen, moved           []*Meaning      // by piece: the meanings of its options
	orderItems, differItems [][]matrix.ItemID
}

// lowerDissect adds the items and options of a dissection.
func (l *lowering) lowerDissect() {
	d := &dissectLowering{lowering: l, Stages: l.Stages}
	d.declareItems()
	if !d.gaveUp && d.eachMapping(d.chooseMapping) {
		d.eachMapping(d.moveCells)
	}
}

func (d *dissectLowering) declareItems() {
	for _, c := range d.model.From {
		d.from = append(d.from, d.declarePrimary("from[%s]", lattice.Square.CellName(c)))
	}
	for _, c := range d.model.To {
		d.to = append(d.to, d.declarePrimary("to[%s]", lattice.Square.CellName(c)))
	}
	p := d.Problem
	for k := range p.Pieces {
		d.choose = append(d.choose, d.declarePrimary("map[%d]", k))
	}
	for k := range p.Pieces {
		if p.MinSize > 0 || p.MaxSize < p.Sources {
			bound := matrix.Bound{Min: int32(p.MinSize), Max: int32(p.MaxSize)}
			d.size = append(d.size, d.lowering.declareItem(fmt.Sprintf("size[%d]", k), false, bound, d.currentSpan()))
		}
	}
	for k := range p.Pieces {
		d.color = append(d.color, d.declareSecondary("piece[%d]", k))
		d.chosen, d.moved = append(d.chosen, &Meaning{Part: k + 1}), append(d.moved, &Meaning{Part: k + 1, Moves: true})
	}
	// Piece k holds order[k,s] if its shift is at least s, and piece k+1 holds it if its shift is less: so the
	// shifts cannot decrease. Both hold differ[k,m] if their mapping is m.
	for k := 0; k < p.Pieces-1 && !d.gaveUp; k++ {
		var order, different []matrix.ItemID
		for s := 1; s < p.Shifts; s++ {
			order = append(order, d.declareSecondary("order[%d,%d]", k, s))
		}
		for n := range p.Onto {
			different = append(different, d.declareSecondary("differ[%d,%s]", k, d.mappingName(n)))
		}
		d.orderItems, d.differItems = append(d.orderItems, order), append(d.differItems, different)
	}
}

// eachMapping visits the pieces with their possible mappings, and the entry of each. Turning both shapes
// together gives nothing new, so the first piece uses only motions with different images of the whole shape. It
// returns false if visit does.
func (d *dissectLowering) eachMapping(visit func(k, n int, mapping matrix.Entry) bool) bool {
	for k := range d.Problem.Pieces {
		for n := range d.Problem.Onto {
			if k == 0 && !d.Problem.First[n%d.Problem.Motions] {
				continue
			}
			if !visit(k, n, matrix.Entry{Item: d.color[k], Color: d.builder.AddColor(d.mappingName(n))}) {
				return false
			}
		}
	}
	return true
}

// chooseMapping adds the option that chooses the mapping of a piece.
func (d *dissectLowering) chooseMapping(k, n int, mapping matrix.Entry) bool {
	entries := []matrix.Entry{{Item: d.choose[k]}, mapping}
	add := func(items ...matrix.ItemID) {
		for _, i := range items {
			entries = append(entries, matrix.Entry{Item: i})
		}
	}
	shift := n / d.Problem.Motions
	if k < len(d.orderItems) {
		add(d.orderItems[k][:shift]...)
		add(d.differItems[k][n])
	}
	if k > 0 {
		add(d.orderItems[k-1][shift:]...)
		add(d.differItems[k-1][n])
	}
	return d.addOption(Origin{Meaning: d.chosen[k], Orientation: int32(n)}, entries)
}

// moveCells adds the options that move a cell with a piece.
func (d *dissectLowering) moveCells(k, n int, mapping matrix.Entry) bool {
	for a, b := range d.Problem.Onto[n] {
		if b < 0 {
			continue
		}
		entries := []matrix.Entry{{Item: d.from[a]}, {Item: d.to[b]}}
		if d.size != nil {
			entries = append(entries, matrix.Entry{Item: d.size[k]})
		}
		if !d.addOption(Origin{Meaning: d.moved[k], Shift: d.model.From[a]}, append(entries, mapping)) {
			return false
		}
	}
	return true
}
