package lower

import (
	"fmt"
	"slices"

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

	families []lineFamily // those that could be matched with others
	warned   bool         // of a line with too few cells
}

// usualFamilies is how many families of lines a cell has room for from the start: those
// of queens.
const usualFamilies = 4

func (l *lowering) place(m *model.Place) {
	g := lattice.NewGrid(m.Board.Lattice, m.Board.All(), m.Board.Wrap)
	n := len(g.Cells)
	p := &placing{lowering: l, place: m, grid: g, held: make([][]matrix.Entry, n), need: make([]bool, n), bar: make([]bool, n)}
	most := min(len(m.Families), usualFamilies)
	room := make([]matrix.Entry, n*most) // a cell is on one line of a family at most
	for n := range p.held {
		p.held[n] = room[n*most : n*most : (n+1)*most]
	}
	p.barAll(m.Bar)
	for _, f := range m.Families {
		p.family(f)
	}
	for _, c := range m.Fix {
		p.item("fix["+m.Board.Lattice.CellName(c)+"]", lattice.Shape{c}, model.Once)
	}
	p.unbound()
	p.emit()
	p.matchings()
	if p.options.BreakSymmetry {
		p.symmetry = p.findGroup()
	}
}

func (p *placing) barAll(cells []lattice.Cell) {
	for _, c := range cells {
		p.bar[p.grid.Number(c)] = true
	}
}

// binds reports whether there is anything to observe on a line of a family.
func binds(f model.Lines, line lattice.Shape) bool { return f.Men.Min > 0 || f.Men.Max < len(line) }

func (p *placing) family(f model.Lines) {
	first := matrix.ItemID(p.builder.Items())
	for k, line := range f.Lines {
		name := f.Name
		if !f.One {
			name = fmt.Sprintf("%s[%d]", f.Name, k)
		}
		switch {
		case f.Men.Max == 0:
			p.barAll(line)
		case binds(f, line):
			p.item(name, line, f.Men)
		}
		if f.Men.Min > len(line) && !p.warned {
			p.warned = true
			p.errs.Warn(codes.AreaMismatch, p.place.Span, "", "there is no solution: %s has %d cells, too few for %d", name, len(line), f.Men.Min)
		}
	}
	if atMostOne := f.Men.Max == 1; atMostOne && !f.One && len(p.families) < mostLineFamilies {
		p.families = append(p.families, lineFamily{f.Name, f.Men.Min == 1, first, matrix.ItemID(p.builder.Items())})
	}
}

// item makes the item of a line.
func (p *placing) item(name string, line lattice.Shape, men model.Range) {
	secondary := men == model.Range{Min: 0, Max: 1}
	id := p.declare(name, secondary, matrix.Bound{Min: int32(men.Min), Max: int32(men.Max)}, p.place.Span)
	for _, c := range line {
		n := p.grid.Number(c)
		p.held[n] = append(p.held[n], matrix.Entry{Item: id})
		p.need[n] = p.need[n] || !secondary
	}
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
	entries := 0
	for n, barred := range p.bar {
		if !barred {
			p.order = append(p.order, int32(n))
			entries += len(p.held[n])
		}
	}
	p.expect(len(p.order), entries)
	man := &Meaning{Man: p.place.Man}
	for _, n := range p.order {
		if !p.option(Origin{Meaning: man, Shift: p.grid.Cells[n]}, p.held[n]) {
			return
		}
	}
	if len(p.order) == 0 {
		p.errs.Warn(codes.PieceFitsNowhere, p.place.Span, "", "there is no cell for a %s", p.place.Man)
	}
}

// lineFamily is a family of lines with at most one man each: the items of those at
// which there is anything to observe.
//
// Men match two families of lines if each man is on one line of each, each line of
// the one has exactly one man, and each of the other at most one.
type lineFamily struct {
	name       string
	exactlyOne bool
	first, end matrix.ItemID
}

func (f lineFamily) len() int { return int(f.end - f.first) }

func (f lineFamily) items() []matrix.ItemID {
	var items []matrix.ItemID
	for i := f.first; i < f.end; i++ {
		items = append(items, i)
	}
	return items
}

// mostLineFamilies bounds the families that are compared with one another. No
// lattice has as many kinds of lines.
const mostLineFamilies = 12

// matchings declares the matchings of the families.
func (p *placing) matchings() {
	var whole []lineFamily
	for _, f := range p.families {
		if p.onOneLineEach(f) {
			whole = append(whole, f)
		}
	}
	for i, f := range whole {
		for _, g := range whole[i+1:] {
			// On the left is one that must be matched, and of two such the one with fewer lines.
			left, right := f, g
			if !f.exactlyOne || g.exactlyOne && g.len() < f.len() {
				left, right = g, f
			}
			if left.exactlyOne && isMatching(left.items(), right.items()) {
				p.builder.Matching(left.name+" with "+right.name, left.items(), right.items())
			}
		}
	}
}

// onOneLineEach reports whether the option of every cell holds one item of the
// family.
func (p *placing) onOneLineEach(f lineFamily) bool {
	for _, n := range p.order {
		lines := 0
		for _, e := range p.held[n] {
			if f.first <= e.Item && e.Item < f.end {
				lines++
			}
		}
		if lines != 1 {
			return false
		}
	}
	return true
}

// menRules are the lines at which there is anything to observe, and the fixed cells.
type menRules struct {
	all   []menRule
	of    [][]int32 // by cell: the rules that speak of it
	seen  []int32   // by cell: the last round that came to it
	round int32
}

// menRule is cells, by number, with the number of men on them.
type menRule struct {
	men   model.Range
	cells []int32
}

func (p *placing) rules() *menRules {
	r := &menRules{of: make([][]int32, len(p.grid.Cells)), seen: make([]int32, len(p.grid.Cells))}
	add := func(men model.Range, cells []lattice.Cell) {
		rule := menRule{men: men}
		for _, c := range cells {
			n := p.grid.Number(c)
			rule.cells = append(rule.cells, n)
			r.of[n] = append(r.of[n], int32(len(r.all)))
		}
		r.all = append(r.all, rule)
	}
	for _, f := range p.place.Families {
		for _, line := range f.Lines {
			if binds(f, line) {
				add(f.Men, line)
			}
		}
	}
	for _, c := range p.place.Fix {
		add(model.Range{Min: -1}, []lattice.Cell{c})
	}
	return r
}

// images counts how many rules become each rule by a motion, which is given by the image
// of each cell. Of rules that say the same the first is meant. It returns nil if what
// becomes of a rule is none.
func (r *menRules) images(image []int32) []int {
	counts := make([]int, len(r.all))
	for _, rule := range r.all {
		r.round++
		for _, c := range rule.cells {
			r.seen[image[c]] = r.round
		}
		same := func(k int32) bool {
			other := &r.all[k]
			return other.men == rule.men && len(other.cells) == len(rule.cells) &&
				!slices.ContainsFunc(other.cells, func(c int32) bool { return r.seen[c] != r.round })
		}
		candidates := r.of[image[rule.cells[0]]]
		k := slices.IndexFunc(candidates, same)
		if k < 0 {
			return nil
		}
		counts[candidates[k]]++
	}
	return counts
}

// findGroup finds the isometries of the board that map lines to lines with
// as many men, and fixed and barred cells to such cells. Nothing is left out
// beforehand: of each class the first solution is kept.
func (p *placing) findGroup() *Symmetry {
	option := make([]int32, len(p.grid.Cells))
	for o, n := range p.order {
		option[n] = int32(o)
	}
	rules := p.rules()
	var own []int // what the identity makes of the rules: it comes first
	return p.findSymmetry(p.place.Board, p.grid, len(p.order), func(i isometry) []int32 {
		for n, to := range i.image {
			if p.bar[n] != p.bar[to] {
				return nil
			}
		}
		counts := rules.images(i.image)
		if own == nil {
			own = counts
		}
		if !slices.Equal(counts, own) {
			return nil
		}
		image := make([]int32, len(p.order))
		for o, n := range p.order {
			image[o] = option[i.image[n]]
		}
		return image
	})
}
