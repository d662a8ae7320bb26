package lower

import (
	"fmt"

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
type dissection struct {
	*lowering
	model    *model.Dissect
	from, to *lattice.Grid
	shifts   []lattice.Cell
	turned   [][]lattice.Cell // by motion: the cells of the shape, moved, its corner at the origin
	first    []bool           // by motion: no motion before it makes the same shape

	fromItems, toItems []matrix.ItemID

	stages *Stages
}

// Stages is a dissection as the staged search takes it, with the options that its
// solutions are made of.
type Stages struct {
	Problem *staged.Problem

	chosen [][]matrix.OptionID   // by piece and mapping
	moved  [][][]matrix.OptionID // by piece, mapping and cell; both nil without a matrix
	model  *model.Dissect
}

// WithoutMatrix reports whether the dissection is too large for a matrix. Then
// options are numbers that Cut alone can read.
func (s *Stages) WithoutMatrix() bool { return s.chosen == nil }

// Solution returns the options of a solution.
func (s *Stages) Solution(found staged.Solution) matrix.Solution {
	var out matrix.Solution
	if s.WithoutMatrix() {
		for a, k := range found.Piece {
			out = append(out, matrix.OptionID((int(k)*len(s.Problem.Onto)+found.Mappings[k])*s.Problem.Sources+a))
		}
		return out
	}
	for k, n := range found.Mappings {
		out = append(out, s.chosen[k][n])
	}
	for a, k := range found.Piece {
		out = append(out, s.moved[k][found.Mappings[k]][a])
	}
	return out
}

// Cut reads an option of a dissection without a matrix.
func (s *Stages) Cut(o matrix.OptionID) *Cut {
	a, rest := int(o)%s.Problem.Sources, int(o)/s.Problem.Sources
	k, n := rest/len(s.Problem.Onto), rest%len(s.Problem.Onto)
	return &Cut{Piece: k, Moves: true, From: s.model.From[a], To: s.model.To[s.Problem.Onto[n][a]]}
}

// newStages describes the dissection; the options are entered as they are made.
func (d *dissection) newStages() *Stages {
	mappings := len(d.shifts) * len(d.turned)
	p := &staged.Problem{
		Sources: len(d.model.From), Targets: len(d.model.To), Pieces: d.model.Pieces,
		Shifts: len(d.shifts), Motions: len(d.turned), First: d.first,
		MinSize: d.model.Sizes.Min, MaxSize: d.model.Sizes.Max,
	}
	for n := range mappings {
		m := d.mapping(n)
		onto := make([]int32, len(d.model.From))
		for a, c := range d.turned[m.motion] {
			onto[a] = d.to.Number(c.Plus(d.shifts[m.shift]))
		}
		p.Onto = append(p.Onto, onto)
	}
	return &Stages{Problem: p, model: d.model}
}

// makeTables makes room for the options of a matrix.
func (s *Stages) makeTables() {
	mappings := len(s.Problem.Onto)
	for range s.Problem.Pieces {
		s.chosen = append(s.chosen, make([]matrix.OptionID, mappings))
		moved := make([][]matrix.OptionID, mappings)
		for n := range moved {
			moved[n] = make([]matrix.OptionID, s.Problem.Sources)
		}
		s.moved = append(s.moved, moved)
	}
}

// mapping is a motion followed by a shift, both by number.
type mapping struct{ shift, motion int }

func (l *lowering) dissect(m *model.Dissect) {
	d := &dissection{lowering: l, model: m, from: lattice.NewGrid(lattice.Square, m.From, nil), to: lattice.NewGrid(lattice.Square, m.To, nil)}
	d.turn()
	d.findShifts()
	if l.options.Stages && !d.matrixFits() {
		l.stages = d.newStages()
		return
	}
	if !d.roomForAll() {
		return
	}
	for _, c := range m.From {
		d.fromItems = append(d.fromItems, d.declare("from["+lattice.Square.CellName(c)+"]", false, matrix.Once, m.Span))
	}
	for _, c := range m.To {
		d.toItems = append(d.toItems, d.declare("to["+lattice.Square.CellName(c)+"]", false, matrix.Once, m.Span))
	}
	d.stages = d.newStages()
	d.stages.makeTables()
	maps := d.declareMaps()
	order, differ := d.declareOrder()
	for k := range m.Pieces {
		if !d.chooseMapping(k, maps[k], order, differ) {
			return
		}
	}
	for k := range m.Pieces {
		if !d.moves(k, maps[k]) {
			return
		}
	}
	l.stages = d.stages
}

// turn moves the shape by each motion.
func (d *dissection) turn() {
	var seen []lattice.Shape
	for _, m := range d.model.Motions {
		moved := make([]lattice.Cell, len(d.model.From))
		for i, c := range d.model.From {
			moved[i] = m.Apply(c)
		}
		least, _ := lattice.Shape(moved).Corner()
		for i := range moved {
			moved[i] = moved[i].Minus(least)
		}
		d.turned = append(d.turned, moved)
		shape, isNew := lattice.NewShape(moved), true
		for _, s := range seen {
			isNew = isNew && !s.Equal(shape)
		}
		seen = append(seen, shape)
		d.first = append(d.first, isNew)
	}
}

// findShifts collects the shifts after which the shape, turned in some way,
// meets the other one, row by row.
func (d *dissection) findShifts() {
	legal := map[lattice.Cell]bool{}
	for _, cells := range d.turned {
		for _, a := range cells {
			for _, b := range d.model.To {
				legal[b.Minus(a)] = true
			}
		}
	}
	var all []lattice.Cell
	for s := range legal {
		all = append(all, s)
	}
	d.shifts = lattice.NewShape(all)
}

// size counts what will be made.
func (d *dissection) size() (items, options, entries int) {
	cells, pieces, shifts, motions := len(d.model.From), d.model.Pieces, len(d.shifts), len(d.turned)
	items = 2*cells + 3*pieces + (pieces-1)*(shifts+shifts*motions)
	options = pieces * shifts * motions
	return items, options, options * (shifts + 4)
}

// matrixFits reports whether the matrix keeps to a share of the limits: beyond
// that the stages are the better way by far.
func (d *dissection) matrixFits() bool {
	items, options, entries := d.size()
	return items <= d.options.MaxItems && options <= d.options.MaxOptions && entries <= d.options.MaxOptions
}

func (d *dissection) roomForAll() bool {
	items, options, entries := d.size()
	return d.room(items, d.model.Span) && d.roomForOptions(options, entries, d.model.Span)
}

// mapItems are the items of a piece.
type mapItems struct{ choose, color, size matrix.ItemID }

func (d *dissection) declareMaps() []mapItems {
	out := make([]mapItems, d.model.Pieces)
	for k := range out {
		out[k] = mapItems{choose: d.declare(fmt.Sprintf("map[%d]", k), false, matrix.Once, d.model.Span), size: -1}
	}
	sizes := d.model.Sizes
	for k := range out {
		if sizes.Min > 0 || sizes.Max < len(d.model.From) {
			out[k].size = d.declare(fmt.Sprintf("size[%d]", k), false, matrix.Bound{Min: int32(sizes.Min), Max: int32(sizes.Max)}, d.model.Span)
		}
	}
	for k := range out {
		out[k].color = d.declare(fmt.Sprintf("piece[%d]", k), true, matrix.Once, d.model.Span)
	}
	return out
}

// declareOrder makes the items between piece k and the next one. Piece k holds
// order[k,s] if its shift is s or more, and the next one if its shift is less: so
// they cannot decrease. Both hold differ[k,m] if their mapping is m.
func (d *dissection) declareOrder() (order, differ [][]matrix.ItemID) {
	for k := range d.model.Pieces - 1 {
		var less, same []matrix.ItemID
		for s := 1; s < len(d.shifts); s++ {
			less = append(less, d.declare(fmt.Sprintf("order[%d,%d]", k, s), true, matrix.Once, d.model.Span))
		}
		for n := range len(d.shifts) * len(d.turned) {
			same = append(same, d.declare(fmt.Sprintf("differ[%d,%s]", k, d.name(d.mapping(n))), true, matrix.Once, d.model.Span))
		}
		order, differ = append(order, less), append(differ, same)
	}
	return order, differ
}

// mapping returns the n-th mapping: by shift, then by motion.
func (d *dissection) mapping(n int) mapping { return mapping{n / len(d.turned), n % len(d.turned)} }

// name writes a mapping: its shift and the number of its motion.
func (d *dissection) name(m mapping) string {
	return fmt.Sprintf("%s/%d", lattice.Square.CellName(d.shifts[m.shift]), m.motion)
}

// chooseMapping makes the options that choose the mapping of a piece. Turning both
// shapes together shows nothing new, so the first piece makes only motions that
// differ in what they make of the whole shape.
func (d *dissection) chooseMapping(k int, items mapItems, order, differ [][]matrix.ItemID) bool {
	for n := range len(d.shifts) * len(d.turned) {
		m := d.mapping(n)
		if k == 0 && !d.first[m.motion] {
			continue
		}
		entries := []matrix.Entry{{Item: items.choose}, {Item: items.color, Color: d.builder.Color(d.name(m))}}
		if k < len(order) {
			for s := range m.shift {
				entries = append(entries, matrix.Entry{Item: order[k][s]})
			}
			entries = append(entries, matrix.Entry{Item: differ[k][n]})
		}
		if k > 0 {
			for s := m.shift; s < len(order[k-1]); s++ {
				entries = append(entries, matrix.Entry{Item: order[k-1][s]})
			}
			entries = append(entries, matrix.Entry{Item: differ[k-1][n]})
		}
		d.stages.chosen[k][n] = matrix.OptionID(len(d.origins))
		if !d.option(Origin{Meaning: &Meaning{Cut: &Cut{Piece: k}}}, d.model.Span, entries) {
			return false
		}
	}
	return true
}

// moves makes the options that move a cell with a piece.
func (d *dissection) moves(k int, items mapItems) bool {
	for n := range len(d.shifts) * len(d.turned) {
		m := d.mapping(n)
		if k == 0 && !d.first[m.motion] {
			continue
		}
		color := d.builder.Color(d.name(m))
		for a, c := range d.turned[m.motion] {
			b := d.to.Number(c.Plus(d.shifts[m.shift]))
			if b < 0 {
				continue
			}
			entries := []matrix.Entry{{Item: d.fromItems[a]}, {Item: d.toItems[b]}}
			if items.size >= 0 {
				entries = append(entries, matrix.Entry{Item: items.size})
			}
			entries = append(entries, matrix.Entry{Item: items.color, Color: color})
			d.stages.moved[k][n][a] = matrix.OptionID(len(d.origins))
			origin := Origin{Meaning: &Meaning{Cut: &Cut{Piece: k, From: d.model.From[a], To: d.model.To[b], Moves: true}}}
			if !d.option(origin, d.model.Span, entries) {
				return false
			}
		}
	}
	return true
}
