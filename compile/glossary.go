package compile

import (
	"fmt"
	"slices"
	"strings"

	"quadrille/compile/draw"
	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/source"
	"quadrille/runtime/matrix"
)

// Glossary says what items and options are called where people read of them, and which cells
// they are about.
type Glossary struct {
	program *Program
	problem *matrix.Problem
	cells   map[matrix.ItemID]lattice.Cell // of items that stand for one
	holding [][]matrix.OptionID
}

// Glossary makes a glossary. The error is that of [Program.Candidates].
func (p *Program) Glossary() (*Glossary, error) {
	m, err := p.Candidates()
	if err != nil {
		return nil, err
	}
	g := &Glossary{program: p, problem: m, cells: map[matrix.ItemID]lattice.Cell{}, holding: m.Holding()}
	board := p.board()
	named := make(map[string]lattice.Cell, len(board))
	for _, c := range board {
		named[p.Lattice().CellName(c)] = c
	}
	families := []string{"cell", "value", "man", "fix"}
	for i := range matrix.ItemID(m.Items()) {
		name := m.Name(i)
		c, ok := named[name]
		if ok = ok && p.Puzzle.Pack != nil; !ok {
			family, index, _ := strings.Cut(name, "[")
			if index, ok = strings.CutSuffix(index, "]"); ok && slices.Contains(families, family) {
				c, ok = named[index]
			} else {
				ok = false
			}
		}
		if ok {
			g.cells[i] = c
		}
	}
	return g, nil
}

// board returns the cells that the puzzle is about.
func (p *Program) board() lattice.Shape {
	if !p.Drawn() || p.Puzzle.Dissect != nil {
		return nil
	}
	return p.Picture(nil).Board
}

// Cell returns the cell that an item stands for.
func (g *Glossary) Cell(i matrix.ItemID) (lattice.Cell, bool) {
	c, ok := g.cells[i]
	return c, ok
}

// Cells returns the cells that an item is about: its own, or those of its options.
func (g *Glossary) Cells(i matrix.ItemID) lattice.Shape {
	if c, ok := g.cells[i]; ok {
		return lattice.Shape{c}
	}
	cells := slices.Clone(g.rule(i))
	for _, o := range g.holding[i] {
		cells = append(cells, g.OptionCells(o)...)
	}
	return lattice.NewShape(cells)
}

// OptionCells returns the cells that an option is about.
func (g *Glossary) OptionCells(o matrix.OptionID) []lattice.Cell {
	origin := &g.program.lowered.Origins[o]
	if !origin.Rule && origin.Part == 0 && (origin.Option == nil || origin.Piece != nil) {
		if origin.Piece == nil {
			return origin.Cells()
		}
		return g.program.onBoard(origin.Cells())
	}
	var cells []lattice.Cell
	for _, e := range g.problem.Option(o) {
		if c, ok := g.cells[e.Item]; ok {
			cells = append(cells, c)
		}
	}
	return cells
}

// Item calls an item what people call it.
func (g *Glossary) Item(i matrix.ItemID) string {
	name := g.problem.Name(i)
	if c, ok := g.cells[i]; ok && (g.program.Puzzle.Pack != nil || strings.HasPrefix(name, "cell[")) {
		return "the cell " + g.program.Lattice().At(c)
	}
	m := g.program.Puzzle
	if m.Pack != nil && slices.ContainsFunc(m.Pack.Pieces, func(k *model.Packed) bool { return k.Name == name }) {
		return "the piece " + source.Printable(name)
	}
	if cells := g.rule(i); cells != nil {
		return "the rule on " + g.all(cells)
	}
	if item, counts := g.counted(i); counts {
		return "the item " + source.Printable(item)
	}
	family, index, _ := strings.Cut(strings.TrimSuffix(name, "]"), "[")
	switch one, two, both := strings.Cut(index, ","); {
	case m.Fill != nil && both && symbolFamilies[family]:
		return source.Printable(fmt.Sprintf("the %s in %s %s", two, family, one))
	case m.Pack != nil && name == "empty":
		return "the number of empty cells"
	case index != "" && !both && (m.Place != nil || m.Words != nil):
		return source.Printable(family + " " + index)
	}
	return "the item " + source.Printable(name)
}

// rule returns the cells of the rule on numbers that an item is about, in the order of reading.
func (g *Glossary) rule(i matrix.ItemID) []lattice.Cell {
	family, index, _ := strings.Cut(strings.TrimSuffix(g.problem.Name(i), "]"), "[")
	first, _, _ := strings.Cut(index, ",")
	fill, k := g.program.Puzzle.Fill, 0
	if _, err := fmt.Sscan(first, &k); err != nil || fill == nil || family != "rule" && family != "step" || k < 0 || k >= len(fill.Walks) {
		return nil
	}
	return fill.Walks[k].Cells
}

// all writes cells.
func (g *Glossary) all(cells []lattice.Cell) string {
	var at []string
	for _, c := range cells {
		at = append(at, g.program.Lattice().At(c))
	}
	return strings.Join(at, " ")
}

// counted returns the item for which an automaton counts options, if an item is a step of that:
// step[line,3,1] counts for line[3].
func (g *Glossary) counted(i matrix.ItemID) (name string, counts bool) {
	index, isStep := strings.CutPrefix(g.problem.Name(i), "step[")
	index = index[:max(0, strings.LastIndex(index, ","))]
	family, indices, indexed := strings.Cut(index, ",")
	if name = family; indexed {
		name += "[" + indices + "]"
	}
	return name, isStep && g.program.Puzzle.Counted[family]
}

// symbolFamilies have an item for each unit and symbol.
var symbolFamilies = map[string]bool{"row": true, "column": true, "box": true, "region": true, "diagonal": true, "distinct": true, "mate": true}

// Lacks says that nothing is left for an item: nothing at all, or nothing else.
func (g *Glossary) Lacks(i matrix.ItemID, other bool) string {
	what, nothing, no := g.Item(i), "nothing", "no"
	if other {
		nothing, no = "nothing else", "no other"
	}
	c, isCell := g.cells[i]
	_, counts := g.counted(i)
	switch m := g.program.Puzzle; {
	case isCell && m.Pack != nil:
		return nothing + " covers the cell " + g.program.Lattice().At(c)
	case isCell && m.Fill != nil && strings.HasPrefix(g.problem.Name(i), "cell["):
		return no + " symbol fits on the cell " + g.program.Lattice().At(c)
	case g.rule(i) != nil && other:
		return what + " can be kept in no other way"
	case g.rule(i) != nil:
		return what + " cannot be kept"
	case counts && other:
		return what + " can be covered so often in no other way"
	case counts:
		return what + " cannot be covered so often"
	case strings.HasPrefix(what, "the item"), strings.HasPrefix(what, "the number"):
		return what + " has " + no + " option"
	}
	return what + " has " + no + " place"
}

// Option says what an option does.
func (g *Glossary) Option(o matrix.OptionID) string {
	origin := &g.program.lowered.Origins[o]
	on := g.all(g.OptionCells(o))
	switch {
	case origin.Rule:
		return g.reads(o)
	case origin.Piece != nil:
		return source.Printable(origin.Piece.Name) + " on " + on
	case origin.Empty:
		return "nothing on " + on
	case origin.Man != "":
		return source.Printable(origin.Man) + " on " + on
	case origin.Filled:
		return source.Printable(strings.Join(origin.Letters, "")) + " on " + on
	case origin.Letters != nil:
		return source.Printable(fmt.Sprintf("%q", strings.Join(origin.Letters, ""))) + " on " + on
	}
	return "the option " + source.Printable(strings.Join(g.problem.OptionItems(o), " "))
}

// reads says which symbols a rule reads where.
func (g *Glossary) reads(o matrix.OptionID) string {
	var read []string
	for _, e := range g.problem.Option(o) {
		if c, ok := g.cells[e.Item]; ok && e.Color != matrix.NoColor {
			read = append(read, source.Printable(g.problem.ColorName(e.Color))+" on "+g.program.Lattice().At(c))
		}
	}
	if len(read) == 0 {
		return g.takes(o)
	}
	return strings.Join(read, ", ")
}

// takes says which symbols an option lets the cells of a rule have: it holds `rule[k,v]` for all others.
func (g *Glossary) takes(o matrix.OptionID) string {
	names := g.problem.OptionItems(o)
	var free []string
	for i := range matrix.ItemID(g.problem.Items()) {
		name := g.problem.Name(i)
		symbol, of := strings.CutPrefix(name, strings.TrimSuffix(names[0], "]")+",")
		if of && !slices.Contains(names, name) {
			free = append(free, source.Printable(strings.TrimSuffix(symbol, "]")))
		}
	}
	if len(free) == 0 {
		return "the option " + source.Printable(strings.Join(names, " "))
	}
	return source.And(free) + " for " + g.Item(g.problem.Option(o)[0].Item)
}

// Marked draws the board of the puzzle with some options chosen, and marks on cells in place of
// what stands there. It returns false if there is no board.
func (g *Glossary) Marked(chosen []matrix.OptionID, marks map[lattice.Cell]string) (draw.Picture, bool) {
	p := g.program
	if !p.Drawn() || p.Puzzle.Dissect != nil {
		return draw.Picture{}, false
	}
	pic := p.Picture(p.Decode(chosen))
	if pic.Marks == nil {
		pic.Marks = map[lattice.Cell]string{}
	}
	for c, mark := range marks {
		pic.Marks[c] = mark
	}
	return pic, true
}
