package lower

import (
	"fmt"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/codes"
	"quadrille/runtime/matrix"
)

// Men on cells become
//
//	an item for each line: primary if the number on it is not 0..1, with that
//	multiplicity, and secondary if it is; none if the line has no more cells
//	than men are allowed;
//	an item for each cell on which a man is fixed;
//	an item free, with any multiplicity, if there are cells that no primary item
//	says anything about;
//	an option for each cell: its lines.
//
// Families of lines that the men match are declared as matchings.
type placing struct {
	*lowering
	place *model.Place
	grid  *lattice.Grid
	held  [][]matrix.Entry // by number of the cell
	need  []bool           // by number: some entry is primary
	bar   []bool           // by number: there can be no man
	order []int32          // the cells of the options, in order

	families []*lineItems // those that could be matched with others
	warned   bool         // of a line with too few cells
}

func (l *lowering) place(m *model.Place) {
	g := lattice.NewGrid(m.Board.Lattice, m.Board.All(), m.Board.Wrap)
	n := len(g.Cells)
	p := &placing{lowering: l, place: m, grid: g, need: make([]bool, n), bar: make([]bool, n)}
	if !p.room(p.countItems(), m.Span) {
		return
	}
	p.makeHeld(n)
	for _, c := range m.Bar {
		p.bar[g.Number(c)] = true
	}
	for _, f := range m.Families {
		p.family(f)
	}
	for _, c := range m.Fix {
		p.item("fix["+m.Board.Lattice.CellName(c)+"]", lattice.Shape{c}, model.Once)
	}
	p.unbound()
	p.emit()
	p.matchings()
}

// usualFamilies is how many families of lines a cell has room for from the start: those
// of queens.
const usualFamilies = 4

// makeHeld makes the lists of what the cells hold, side by side. A cell is on one line
// of a family at most.
func (p *placing) makeHeld(cells int) {
	most := min(len(p.place.Families), usualFamilies)
	room := make([]matrix.Entry, cells*most)
	p.held = make([][]matrix.Entry, cells)
	for n := range p.held {
		p.held[n] = room[n*most : n*most : (n+1)*most]
	}
}

func (p *placing) countItems() int {
	n := len(p.place.Fix) + 1
	for _, f := range p.place.Families {
		n += len(f.Lines)
	}
	return n
}

func (p *placing) family(f model.Lines) {
	known := &lineItems{name: f.Name, men: f.Men}
	if fitsMatching(f.Men) && !f.One && len(p.families) < mostLineFamilies {
		p.families = append(p.families, known)
	}
	for k, line := range f.Lines {
		name := f.Name
		if !f.One {
			name = fmt.Sprintf("%s[%d]", f.Name, k)
		}
		switch {
		case f.Men.Max == 0:
			for _, c := range line {
				p.bar[p.grid.Number(c)] = true
			}
		case f.Men.Min > 0 || f.Men.Max < len(line):
			known.add(line, p.item(name, line, f.Men))
		}
		if f.Men.Min > len(line) && !p.warned {
			p.warned = true
			p.errs.Warn(codes.AreaMismatch, p.place.Span, "", "there is no solution: %s has %d cells, too few for %d", name, len(line), f.Men.Min)
		}
	}
}

// item makes the item of a line.
func (p *placing) item(name string, line lattice.Shape, men model.Range) matrix.ItemID {
	secondary := men == model.Range{Min: 0, Max: 1}
	id := p.declare(name, secondary, matrix.Bound{Min: int32(men.Min), Max: int32(men.Max)}, p.place.Span)
	for _, c := range line {
		n := p.grid.Number(c)
		p.held[n] = append(p.held[n], matrix.Entry{Item: id})
		p.need[n] = p.need[n] || !secondary
	}
	return id
}

// unbound gives the cells that no primary item speaks of one: an option without
// a primary item would never be chosen.
func (p *placing) unbound() {
	var cells lattice.Shape
	for n, c := range p.grid.Cells {
		if !p.need[n] && !p.bar[n] {
			cells = append(cells, c)
		}
	}
	if len(cells) > 0 {
		p.item("free", cells, model.Range{Min: 0, Max: max(2, len(cells))}) // never 0..1, which is secondary
	}
}

func (p *placing) emit() {
	for n := range p.grid.Cells {
		if !p.bar[n] {
			p.order = append(p.order, int32(n))
		}
	}
	man := &Meaning{Man: p.place.Man}
	entries := 0
	for _, n := range p.order {
		entries += len(p.held[n])
	}
	p.expect(len(p.order), entries)
	for _, n := range p.order {
		if !p.option(Origin{Meaning: man, Shift: p.grid.Cells[n]}, p.place.Span, p.held[n]) {
			return
		}
	}
	if len(p.order) == 0 {
		p.errs.Warn(codes.PieceFitsNowhere, p.place.Span, "", "there is no cell for a %s", p.place.Man)
	}
	if p.options.BreakSymmetry {
		p.symmetry = p.findSymmetry()
	}
}

// findSymmetry finds the isometries of the board that map lines to lines with
// as many men, and fixed and barred cells to such cells. Nothing is left out
// beforehand: of each class the first solution is kept.
func (p *placing) findSymmetry() *Symmetry {
	s := &Symmetry{dropped: make([]bool, len(p.order)), rank: make([]int32, len(p.order)), option: make([]int32, len(p.order))}
	for n := range p.order {
		s.rank[n], s.option[n] = int32(n), int32(n)
	}
	option := make([]int32, len(p.grid.Cells))
	for o, n := range p.order {
		option[n] = int32(o)
	}
	rules := p.rules()
	motions, ok := p.isometries(p.place.Board, p.grid, p.place.Span)
	if !ok {
		return nil
	}
	for _, i := range motions {
		if !p.keepsBars(i.image) || !rules.keptBy(i.image) {
			continue
		}
		image := i.image
		if len(p.order) < len(option) {
			image = make([]int32, len(p.order))
			for o, n := range p.order {
				image[o] = option[i.image[n]]
			}
		}
		if !p.addMotion(s, i.name(p.place.Board), image, p.place.Span) {
			return nil
		}
	}
	return s
}

// keepsBars reports whether an isometry maps barred cells, and no others, to barred ones.
func (p *placing) keepsBars(image []int32) bool {
	for n, to := range image {
		if p.bar[n] != p.bar[to] {
			return false
		}
	}
	return true
}

// rules collects the lines that count, each with its number of men, and the fixed cells.
func (p *placing) rules() *rules {
	r := newRules(len(p.grid.Cells))
	add := func(men model.Range, line []lattice.Cell) {
		cells := make([]int32, len(line))
		for k, c := range line {
			cells[k] = p.grid.Number(c)
		}
		r.add(rule{men, cells})
	}
	for _, f := range p.place.Families {
		for _, line := range f.Lines {
			if f.Men.Min > 0 || f.Men.Max < len(line) {
				add(f.Men, line)
			}
		}
	}
	for _, c := range p.place.Fix {
		add(model.Range{Min: -1}, []lattice.Cell{c})
	}
	return r
}
