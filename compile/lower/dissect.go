package lower

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/runtime/matrix"
	"quadrille/runtime/staged"
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

// Stages is a dissection as the staged search takes it, which needs no matrix.
type Stages struct {
	Problem *staged.Problem
	// Alone says that the core adds nothing to the dissection, so that its solutions
	// are those of Problem.
	Alone bool

	model    *model.Dissect
	shifts   lattice.Shape // by number
	byOption []cutStep     // by option of the matrix, in order; nil without one
}

// cutStep is what an option of the matrix does: it chooses the mapping of a piece,
// or moves a cell with it.
type cutStep struct {
	moves          bool
	piece, mapping int
	source         int // that it moves
}

func (a cutStep) compare(b cutStep) int {
	if a.moves != b.moves {
		if b.moves {
			return -1
		}
		return 1
	}
	return cmp.Or(cmp.Compare(a.piece, b.piece), cmp.Compare(a.mapping, b.mapping), cmp.Compare(a.source, b.source))
}

// Part is a piece of a solution of a dissection. A part without cells is possible.
type Part struct {
	Mapping  string         // a shift and the number of a motion, as in the matrix: 0,-1/2
	From, To []lattice.Cell // its cells, and where each of them goes
}

// Cut is what an option says of a piece of a dissection: what its mapping is, or,
// if it moves, that a cell of it goes to a cell of the other shape.
type Cut struct {
	Piece    int
	Moves    bool
	From, To lattice.Cell
}

// newStages describes a dissection.
func newStages(m *model.Dissect, alone bool) *Stages {
	s := &Stages{model: m, Alone: alone}
	turned, first := turnedBy(m)
	s.shifts = legalShifts(m, turned)
	s.Problem = &staged.Problem{
		Sources: len(m.From), Targets: len(m.To), Pieces: m.Pieces,
		Shifts: len(s.shifts), Motions: len(turned), First: first,
		MinSize: m.Sizes.Min, MaxSize: m.Sizes.Max,
	}
	to := lattice.NewGrid(lattice.Square, m.To, nil)
	for _, shift := range s.shifts {
		for _, cells := range turned {
			onto := make([]int32, len(cells))
			for a, c := range cells {
				onto[a] = to.Number(c.Plus(shift))
			}
			s.Problem.Onto = append(s.Problem.Onto, onto)
		}
	}
	return s
}

// turnedBy moves the shape by each motion, its corner at the origin, and tells which
// motions make a shape that no motion before them makes.
func turnedBy(m *model.Dissect) (turned [][]lattice.Cell, first []bool) {
	var seen []lattice.Shape
	for _, motion := range m.Motions {
		moved := make([]lattice.Cell, len(m.From)) // in the order of the cells
		for a, c := range m.From {
			moved[a] = motion.Apply(c)
		}
		least, _ := lattice.Shape(moved).Corner()
		for a := range moved {
			moved[a] = moved[a].Minus(least)
		}
		shape := lattice.NewShape(moved)
		turned, first = append(turned, moved), append(first, !slices.ContainsFunc(seen, shape.Equal))
		seen = append(seen, shape)
	}
	return turned, first
}

// legalShifts collects the shifts after which the shape, turned in some way,
// meets the other one, row by row.
func legalShifts(m *model.Dissect, turned [][]lattice.Cell) lattice.Shape {
	legal := map[lattice.Cell]bool{}
	for _, cells := range turned {
		for _, a := range cells {
			for _, b := range m.To {
				legal[b.Minus(a)] = true
			}
		}
	}
	return lattice.NewShape(slices.Collect(maps.Keys(legal)))
}

// mappingName writes a mapping: its shift and the number of its motion.
func (s *Stages) mappingName(n int) string {
	motions := s.Problem.Motions
	return fmt.Sprintf("%s/%d", lattice.Square.CellName(s.shifts[n/motions]), n%motions)
}

// Parts returns the pieces of a solution, in order.
func (s *Stages) Parts(found staged.Solution) []Part {
	parts := make([]Part, s.Problem.Pieces)
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

// Solution returns the options of a solution: the mappings of the pieces, then the
// moves of the cells. There must be a matrix: see [Result.Matrix].
func (s *Stages) Solution(found staged.Solution) matrix.Solution {
	if s.WithoutMatrix() {
		return s.fakes(found)
	}
	var out matrix.Solution
	choose := func(step cutStep) {
		o, _ := slices.BinarySearchFunc(s.byOption, step, cutStep.compare)
		out = append(out, matrix.OptionID(o))
	}
	for k, n := range found.Mappings {
		choose(cutStep{piece: k, mapping: n})
	}
	for a, k := range found.Piece {
		choose(cutStep{moves: true, piece: int(k), mapping: found.Mappings[k], source: a})
	}
	return out
}

// Found returns the solution of Problem that a solution of the matrix is.
func (s *Stages) Found(solution matrix.Solution) staged.Solution {
	found := staged.Solution{Mappings: make([]int, s.Problem.Pieces), Piece: make([]int32, s.Problem.Sources)}
	for _, o := range solution {
		switch {
		case int(o) >= len(s.byOption): // one of the core
		case s.byOption[o].moves:
			found.Piece[s.byOption[o].source] = int32(s.byOption[o].piece)
		default:
			found.Mappings[s.byOption[o].piece] = s.byOption[o].mapping
		}
	}
	return found
}

// WithoutMatrix reports whether there is no matrix.
func (s *Stages) WithoutMatrix() bool { return s.byOption == nil } // until the front door

// fakes numbers what cells do as if they were options.
func (s *Stages) fakes(found staged.Solution) (out matrix.Solution) { // until the front door
	for a, k := range found.Piece {
		out = append(out, matrix.OptionID((int(k)*len(s.Problem.Onto)+found.Mappings[k])*s.Problem.Sources+a))
	}
	return out
}

// Cut reads an option of a dissection without a matrix.
func (s *Stages) Cut(o matrix.OptionID) *Cut { // until the front door
	a, rest := int(o)%s.Problem.Sources, int(o)/s.Problem.Sources
	k, n := rest/len(s.Problem.Onto), rest%len(s.Problem.Onto)
	return &Cut{Piece: k, Moves: true, From: s.model.From[a], To: s.model.To[s.Problem.Onto[n][a]]}
}

// matrixFits reports whether the matrix keeps to a share of the limits: beyond
// that the stages are the better way by far.
func (s *Stages) matrixFits(o Options) bool { // until the front door
	items, options, entries := s.size()
	return items <= o.MaxItems && options <= o.MaxOptions && entries <= o.MaxOptions
}

// size counts what a matrix will have, but for the options that move cells.
func (s *Stages) size() (items, options, entries int) {
	p := s.Problem
	items = p.Sources + p.Targets + 3*p.Pieces + (p.Pieces-1)*(p.Shifts+len(p.Onto))
	options = p.Pieces * len(p.Onto)
	return items, options, options * (p.Shifts + 4)
}

// cutting is a dissection that becomes a matrix.
type cutting struct {
	*lowering
	*Stages
	from, to         []matrix.ItemID
	choose, size     []matrix.ItemID // by piece; size is nil if any will do
	color            []matrix.ItemID // by piece
	order, different [][]matrix.ItemID
}

// dissect makes the matrix of a dissection.
func (l *lowering) dissect(s *Stages) {
	items, options, entries := s.size()
	if !l.room(items, l.span()) || !l.roomForOptions(options, entries) {
		return
	}
	d := &cutting{lowering: l, Stages: s}
	d.declare()
	if d.eachMapping(d.chooseMapping) {
		d.eachMapping(d.moveCells)
	}
}

func (d *cutting) declare() {
	for _, c := range d.model.From {
		d.from = append(d.from, d.primary("from[%s]", lattice.Square.CellName(c)))
	}
	for _, c := range d.model.To {
		d.to = append(d.to, d.primary("to[%s]", lattice.Square.CellName(c)))
	}
	p := d.Problem
	for k := range p.Pieces {
		d.choose = append(d.choose, d.primary("map[%d]", k))
	}
	for k := range p.Pieces {
		if p.MinSize > 0 || p.MaxSize < p.Sources {
			bound := matrix.Bound{Min: int32(p.MinSize), Max: int32(p.MaxSize)}
			d.size = append(d.size, d.lowering.declare(fmt.Sprintf("size[%d]", k), false, bound, d.span()))
		}
	}
	for k := range p.Pieces {
		d.color = append(d.color, d.secondary("piece[%d]", k))
	}
	// Piece k holds order[k,s] if its shift is s or more, and the next one if its shift
	// is less: so they cannot decrease. Both hold differ[k,m] if their mapping is m.
	for k := range p.Pieces - 1 {
		var order, different []matrix.ItemID
		for s := 1; s < p.Shifts; s++ {
			order = append(order, d.secondary("order[%d,%d]", k, s))
		}
		for n := range p.Onto {
			different = append(different, d.secondary("differ[%d,%s]", k, d.mappingName(n)))
		}
		d.order, d.different = append(d.order, order), append(d.different, different)
	}
}

// eachMapping visits the pieces with the mappings that they may have, and the entry of that.
// Turning both shapes together shows nothing new, so the first piece makes only motions that
// differ in what they make of the whole shape. It returns false if that is too much.
func (d *cutting) eachMapping(visit func(k, n int, mapping matrix.Entry) bool) bool {
	for k := range d.Problem.Pieces {
		for n := range d.Problem.Onto {
			if k == 0 && !d.Problem.First[n%d.Problem.Motions] {
				continue
			}
			if !visit(k, n, matrix.Entry{Item: d.color[k], Color: d.builder.Color(d.mappingName(n))}) {
				return false
			}
		}
	}
	return true
}

// chooseMapping makes the option that chooses the mapping of a piece.
func (d *cutting) chooseMapping(k, n int, mapping matrix.Entry) bool {
	entries := []matrix.Entry{{Item: d.choose[k]}, mapping}
	add := func(items ...matrix.ItemID) {
		for _, i := range items {
			entries = append(entries, matrix.Entry{Item: i})
		}
	}
	shift := n / d.Problem.Motions
	if k < len(d.order) {
		add(d.order[k][:shift]...)
		add(d.different[k][n])
	}
	if k > 0 {
		add(d.order[k-1][shift:]...)
		add(d.different[k-1][n])
	}
	d.byOption = append(d.byOption, cutStep{piece: k, mapping: n})
	return d.option(Origin{Meaning: &Meaning{Cut: &Cut{Piece: k}}}, entries)
}

// moveCells makes the options that move a cell with a piece.
func (d *cutting) moveCells(k, n int, mapping matrix.Entry) bool {
	for a, b := range d.Problem.Onto[n] {
		if b < 0 {
			continue
		}
		entries := []matrix.Entry{{Item: d.from[a]}, {Item: d.to[b]}}
		if d.size != nil {
			entries = append(entries, matrix.Entry{Item: d.size[k]})
		}
		d.byOption = append(d.byOption, cutStep{true, k, n, a})
		cut := &Cut{Piece: k, Moves: true, From: d.model.From[a], To: d.model.To[b]}
		if !d.option(Origin{Meaning: &Meaning{Cut: cut}}, append(entries, mapping)) {
			return false
		}
	}
	return true
}
