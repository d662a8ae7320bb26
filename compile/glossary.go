package compile

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/source"
	"quadrille/runtime/matrix"
)

// Glossary describes the items and options of a matrix in the words of the puzzle, and finds their cells.
type Glossary struct {
	program    *Program
	problem    *matrix.Problem
	cellOfItem map[matrix.ItemID]lattice.Cell // for each item that stands for a single cell, the cell
	itemOfCell map[lattice.Cell]matrix.ItemID // for each cell, the first primary item that stands for it
	board      lattice.Shape
	// optionsWithItem holds, for each item, the options that hold it.
	optionsWithItem [][]matrix.OptionID
}

// NewGlossary returns the glossary of a program. The error is that of [Program.Candidates].
func (p *Program) NewGlossary() (*Glossary, error) {
	m, err := p.Candidates()
	if err != nil {
		return nil, err
	}
	g := &Glossary{program: p, problem: m, cellOfItem: map[matrix.ItemID]lattice.Cell{},
		itemOfCell: map[lattice.Cell]matrix.ItemID{}, optionsWithItem: m.OptionsByItem()}
	board := p.puzzleCells()
	g.board = board
	named := make(map[string]lattice.Cell, len(board))
	for _, c := range board {
		named[p.Lattice().CellName(c)] = c
	}
	families := []string{"cell", "value", "man", "fix"}
	for i := range matrix.ItemID(m.ItemCount()) {
		name := m.Name(i)
		c, ok := named[name]
		if ok = ok && p.Puzzle.Packing != nil; !ok {
			family, index, _ := strings.Cut(name, "[")
			if index, ok = strings.CutSuffix(index, "]"); ok && slices.Contains(families, family) {
				c, ok = named[index]
			} else {
				ok = false
			}
		}
		if ok {
			g.cellOfItem[i] = c
			if _, known := g.itemOfCell[c]; !known && int(i) < m.PrimaryCount() {
				g.itemOfCell[c] = i
			}
		}
	}
	return g, nil
}

// puzzleCells returns the cells of the puzzle's board.
func (p *Program) puzzleCells() lattice.Shape {
	if !p.IsDrawable() || p.Puzzle.Dissection != nil {
		return nil
	}
	return p.Picture(nil).BoardCells
}

// BoardCells returns the cells of the puzzle's board.
func (g *Glossary) BoardCells() lattice.Shape { return g.board }

// ItemCell returns the cell that an item stands for.
func (g *Glossary) ItemCell(i matrix.ItemID) (lattice.Cell, bool) {
	c, ok := g.cellOfItem[i]
	return c, ok
}

// ItemCells returns the cells of an item: the cell that it stands for, or else the cells of its options.
func (g *Glossary) ItemCells(i matrix.ItemID) lattice.Shape {
	if c, ok := g.cellOfItem[i]; ok {
		return lattice.Shape{c}
	}
	cells := slices.Clone(g.cellsOfRuleItem(i))
	for _, o := range g.optionsWithItem[i] {
		cells = append(cells, g.OptionCells(o)...)
	}
	return lattice.NewShape(cells)
}

// OptionCells returns the cells of an option.
func (g *Glossary) OptionCells(o matrix.OptionID) []lattice.Cell {
	origin := &g.program.lowered.OptionOrigins[o]
	if !origin.EncodesRuleOnly && origin.DissectionPieceNumber == 0 &&
		(origin.OptionStatement == nil || origin.Piece != nil) {
		if origin.Piece == nil {
			return origin.Cells()
		}
		return g.program.reduceCells(origin.Cells())
	}
	var cells []lattice.Cell
	for _, e := range g.problem.Option(o) {
		if c, ok := g.cellOfItem[e.Item]; ok {
			cells = append(cells, c)
		}
	}
	return cells
}

// ItemText describes an item in words.
func (g *Glossary) ItemText(i matrix.ItemID) string {
	name := g.problem.Name(i)
	if c, ok := g.cellOfItem[i]; ok && (g.program.Puzzle.Packing != nil || strings.HasPrefix(name, "cell[")) {
		return "the cell " + g.program.Lattice().FormatCell(c)
	}
	m := g.program.Puzzle
	if m.Packing != nil {
		for _, k := range m.Packing.Pieces {
			switch {
			case k.Name != name:
			case k.FoundRegion != nil:
				return regionText(k.FoundRegion, m.Packing.Board.Lattice)
			default:
				return "the piece " + source.EscapeText(name)
			}
		}
	}
	if w := g.ruleAutomaton(i); w != nil {
		where := g.placeText(w.Cells)
		if strings.Contains(w.Name, " of the cage ") { // the same characters may name cages of rows and of columns
			where = "on " + g.cellsText(w.Cells)
		}
		return source.EscapeText(cmp.Or(w.Name, "the rule")+" ") + where
	}
	if k := g.symbolCountRule(i); k != nil {
		return g.countRuleText(k)
	}
	if item, counts := g.countedItem(i); counts {
		return "the item " + source.EscapeText(item)
	}
	if m.WordPuzzle != nil {
		for _, line := range m.WordPuzzle.WordLines {
			if line.ItemName == name {
				return line.LineName
			}
		}
	}
	family, index, _ := strings.Cut(strings.TrimSuffix(name, "]"), "[")
	switch one, two, both := strings.Cut(index, ","); {
	case m.Filling != nil && both && symbolFamilies[strings.TrimRight(family, "0123456789")]:
		return source.EscapeText(fmt.Sprintf("the %s %s ", symbolKind(two), two)) + g.unitText(family, one)
	case m.Packing != nil && family == "empty" && index != "":
		return "the number of empty cells " + g.placeText(g.ItemCells(i))
	case m.Packing != nil && name == "empty":
		return "the number of empty cells"
	case index != "" && !both && m.Chessmen != nil:
		return g.chessmenLineText(family, index)
	}
	return "the item " + source.EscapeText(name)
}

// symbolKind returns what people call a symbol: a digit, a letter or a symbol.
func symbolKind(symbol string) string {
	switch r, _ := utf8.DecodeRuneInString(symbol); {
	case unicode.IsDigit(r):
		return "digit"
	case unicode.IsLetter(r):
		return "letter"
	}
	return "symbol"
}

// cellsOfRuleItem returns the cells, in reading order, of the rule on cells that made an item, or nil if no such rule
// did.
func (g *Glossary) cellsOfRuleItem(i matrix.ItemID) []lattice.Cell {
	if w := g.ruleAutomaton(i); w != nil {
		return w.Cells
	}
	return nil
}

// ruleAutomaton returns the automaton of the rule on cells that made an item, or nil if no such rule did.
func (g *Glossary) ruleAutomaton(i matrix.ItemID) *model.RuleAutomaton {
	if _, k := g.ruleAutomatonIndex(i); k >= 0 {
		return &g.program.Puzzle.Filling.RuleAutomata[k]
	}
	return nil
}

// ruleAutomatonIndex returns the index of the automaton that made an item, or -1 if none did. It also returns the
// family of the item: step for a step of the automaton, rule for a set of symbols.
func (g *Glossary) ruleAutomatonIndex(i matrix.ItemID) (family string, index int) {
	family, indices, _ := strings.Cut(strings.TrimSuffix(g.problem.Name(i), "]"), "[")
	first, _, _ := strings.Cut(indices, ",")
	fill, k := g.program.Puzzle.Filling, 0
	if _, err := fmt.Sscan(first, &k); err != nil || fill == nil || family != "rule" && family != "step" || k < 0 ||
		k >= len(fill.RuleAutomata) {
		return family, -1
	}
	return family, k
}

// symbolCountRule returns the symbol count rule (how many cells have certain symbols) that made an item, or nil.
func (g *Glossary) symbolCountRule(i matrix.ItemID) *model.SymbolCountRule {
	fill, k := g.program.Puzzle.Filling, 0
	if _, err := fmt.Sscanf(g.problem.Name(i), "count[%d]", &k); err != nil || fill == nil || k < 0 ||
		k >= len(fill.SymbolCountRules) {
		return nil
	}
	return &fill.SymbolCountRules[k]
}

// DecidingCount describes the rule that decides the symbol of a cell from the start, given the item of the cell. Such a
// rule counts none or all of its cells, which are returned too. The text is "" if there is no such rule.
func (g *Glossary) DecidingCount(i matrix.ItemID) (text string, cells lattice.Shape) {
	c, isCell := g.cellOfItem[i]
	if options := g.optionsWithItem[i]; !isCell || g.program.Puzzle.Filling == nil || len(options) != 1 ||
		!g.program.lowered.OptionOrigins[options[0]].IsCellSymbol {
		return "", nil
	}
	symbol := strings.Join(g.program.lowered.OptionOrigins[g.optionsWithItem[i][0]].Letters, "")
	for k := range g.program.Puzzle.Filling.SymbolCountRules {
		n := &g.program.Puzzle.Filling.SymbolCountRules[k]
		isCounted := slices.ContainsFunc(n.Symbols,
			func(v int) bool { return g.program.Puzzle.Filling.Symbols[v] == symbol })
		if slices.Contains(n.Cells, c) &&
			(n.CellCount.Max == 0 && !isCounted || n.CellCount.Min == len(n.Cells) && isCounted) {
			return g.countRuleText(n), lattice.NewShape(n.Cells)
		}
	}
	return "", nil
}

// countRuleText describes a rule that counts.
func (g *Glossary) countRuleText(k *model.SymbolCountRule) string {
	return source.EscapeText("the count of "+countedCellsText(k)+" "+g.symbolsText(k.Symbols)+" ") +
		g.placeText(k.Cells)
}

// countedCellsText returns a phrase for the number of cells that a rule asks for.
func countedCellsText(k *model.SymbolCountRule) string {
	switch n := k.CellCount; {
	case n.Min == n.Max:
		return fmt.Sprint(n.Min)
	case n.Min == 0:
		return fmt.Sprintf("at most %d", n.Max)
	case n.Max >= len(k.Cells):
		return fmt.Sprintf("at least %d", n.Min)
	default:
		return fmt.Sprintf("%d to %d", n.Min, n.Max)
	}
}

// symbolsText lists symbols of a filling, given their indices.
func (g *Glossary) symbolsText(numbers []int) string {
	var symbols []string
	for _, v := range numbers {
		text := g.symbolText(g.program.Puzzle.Filling.Symbols[v])
		symbols = append(symbols, strings.Replace(text, "a line", "lines", 1))
	}
	return strings.Join(symbols, " or ")
}

// RuleNumber returns the index of the automaton of which an item is a step, or -1 if the item is no such step. To
// people all steps of the automaton are one line.
func (g *Glossary) RuleNumber(i matrix.ItemID) int {
	if family, k := g.ruleAutomatonIndex(i); family == "step" {
		return k
	}
	return -1
}

// CountsSymbols reports whether an item stands for a rule about how many cells have certain symbols.
func (g *Glossary) CountsSymbols(i matrix.ItemID) bool { return g.symbolCountRule(i) != nil }

// OptionsOnCell returns the options that put something on a cell.
func (g *Glossary) OptionsOnCell(c lattice.Cell) []matrix.OptionID {
	if i, ok := g.itemOfCell[c]; ok {
		return g.optionsWithItem[i]
	}
	return nil
}

// IsVisibleOption reports whether an option changes the picture of a solution: it puts something on cells, or leaves a
// cell empty.
func (g *Glossary) IsVisibleOption(o matrix.OptionID) bool {
	origin := &g.program.lowered.OptionOrigins[o]
	return !origin.EncodesRuleOnly && origin.DissectionPieceNumber == 0
}

// cellsText lists cells in words. If five or more are in a straight line, it names only the first and the last.
func (g *Glossary) cellsText(cells []lattice.Cell) string {
	const long = 5
	if len(cells) >= long && isStraight(cells) {
		l := g.program.Lattice()
		return l.FormatCell(cells[0]) + " to " + l.FormatCell(cells[len(cells)-1])
	}
	var at []string
	for _, c := range cells {
		at = append(at, g.program.Lattice().FormatCell(c))
	}
	return strings.Join(at, " ")
}

// placeText says where some cells are: in a row, a column or a region that they fill, in a rectangle, around a cell, or
// else on each of them.
func (g *Glossary) placeText(cells []lattice.Cell) string {
	p, l := g.program, g.program.Lattice()
	shape := lattice.NewShape(cells)
	for _, r := range p.Puzzle.NamedRegions {
		if lattice.NewShape(r.Cells).Equal(shape) {
			return source.EscapeText("in region " + r.Name)
		}
	}
	if l != lattice.Square || len(shape) < 3 {
		return "on " + g.cellsText(cells)
	}
	board := g.board
	isWhole := func(axis int) bool {
		return shape.Equal(board.FilterCells(func(c lattice.Cell) bool { return c[axis] == shape[0][axis] }))
	}
	least, greatest := shape.BoundingBox()
	height, width := int(greatest[0]-least[0])+1, int(greatest[1]-least[1])+1
	isRising := slices.IsSortedFunc(cells, lattice.CompareCells) // views from the far end of a line are not
	switch {
	case isRising && isWhole(0):
		return fmt.Sprintf("in row %d", shape[0][0])
	case isRising && isWhole(1):
		return fmt.Sprintf("in column %d", shape[0][1])
	case isRising && height > 1 && width > 1 && height*width == len(shape):
		return fmt.Sprintf("in the %dx%d at %s", height, width, l.FormatCell(least))
	}
	if centre := least.Plus(lattice.Cell{1, 1}); isRising && shape.Equal(board.FilterCells(func(c lattice.Cell) bool {
		return c != centre && max(c[0]-centre[0], centre[0]-c[0]) <= 1 && max(c[1]-centre[1], centre[1]-c[1]) <= 1
	})) {
		return "around " + l.FormatCell(centre)
	}
	return "on " + g.cellsText(cells)
}

// unitText says where a unit is: a set of cells whose symbols differ.
func (g *Glossary) unitText(family, index string) string {
	for _, u := range g.program.Puzzle.Filling.DistinctUnits {
		if u.ItemFamily != family || u.UnitIndex != index || family == "box" || family == "mate" {
			continue
		}
		if family == "diagonal" {
			return "in the diagonal from " + g.program.Lattice().FormatCell(u.Cells[0])
		}
		return g.placeText(u.Cells)
	}
	return source.EscapeText("in " + family + " " + index)
}

// chessmenLineText names a line of chessmen by its kind, and a region by the name in the text.
func (g *Glossary) chessmenLineText(family, index string) string {
	k, err := strconv.Atoi(index)
	for _, f := range g.program.Puzzle.Chessmen.LineGroups {
		if f.ItemFamily == family && strings.HasPrefix(family, "region") && err == nil && k < len(f.CellLines) {
			return strings.TrimPrefix(g.placeText(f.CellLines[k]), "in ")
		}
	}
	return source.EscapeText(family + " " + index)
}

// isStraight reports whether each cell of a list differs from the cell before it by the same step of length 1.
func isStraight(cells []lattice.Cell) bool {
	step := cells[1].Minus(cells[0])
	for k := 2; k < len(cells); k++ {
		if cells[k].Minus(cells[k-1]) != step {
			return false
		}
	}
	return slices.Max(step[:]) <= 1 && slices.Min(step[:]) >= -1
}

// countedItem returns the name of the item for which an automaton adds up how often options count, if the given item is
// a step of such an automaton: step[line,3,1] counts for line[3].
func (g *Glossary) countedItem(i matrix.ItemID) (name string, counts bool) {
	index, isStep := strings.CutPrefix(g.problem.Name(i), "step[")
	index = index[:max(0, strings.LastIndex(index, ","))]
	family, indices, indexed := strings.Cut(index, ",")
	if name = family; indexed {
		name += "[" + indices + "]"
	}
	_, err := strconv.Atoi(family) // items of rules on cells have an index in place of a name
	return name, isStep && err != nil
}

// symbolFamilies are the families that have an item for each unit and symbol.
var symbolFamilies = map[string]bool{"row": true, "column": true, "box": true, "region": true, "diagonal": true,
	"distinct": true, "mate": true}

// NoOptionsLeftText says that an item has no options left or, if other is set, no other options.
func (g *Glossary) NoOptionsLeftText(i matrix.ItemID, other bool) string {
	what, nothing, no := g.ItemText(i), "nothing", "no"
	if other {
		nothing, no = "nothing else", "no other"
	}
	c, isCell := g.cellOfItem[i]
	_, counts := g.countedItem(i)
	switch m := g.program.Puzzle; {
	case isCell && m.Packing != nil:
		return nothing + " covers the cell " + g.program.Lattice().FormatCell(c)
	case g.isRegionOfCells(i) && other:
		return what + " has no other cells"
	case g.isRegionOfCells(i):
		return what + " has too few cells"
	case isCell && m.Filling != nil && strings.HasPrefix(g.problem.Name(i), "cell["):
		return no + " symbol fits on the cell " + g.program.Lattice().FormatCell(c)
	case g.symbolCountRule(i) != nil && other:
		return what + " can be right in no other way"
	case g.symbolCountRule(i) != nil:
		return what + " cannot be right"
	case g.cellsOfRuleItem(i) != nil && other:
		return what + " can be kept in no other way"
	case g.cellsOfRuleItem(i) != nil:
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

// isRegionOfCells reports whether an item is a region that is found cell by cell.
func (g *Glossary) isRegionOfCells(i matrix.ItemID) bool {
	options := g.optionsWithItem[i]
	if len(options) == 0 {
		return false
	}
	origin := &g.program.lowered.OptionOrigins[options[0]]
	return origin.IsRegionCell() && origin.Piece.Name == g.problem.Name(i)
}

// OptionText describes an option in words.
func (g *Glossary) OptionText(o matrix.OptionID) string {
	if subject := g.OptionSubject(o); subject != "" {
		if g.program.lowered.OptionOrigins[o].IsRegionCell() {
			subject = "a cell of " + subject
		}
		return subject + " on " + g.cellsText(g.OptionCells(o))
	}
	if g.program.lowered.OptionOrigins[o].EncodesRuleOnly {
		return g.readSymbolsText(o)
	}
	return "the option " + source.EscapeText(strings.Join(g.problem.OptionItems(o), " "))
}

// OptionSubject names what an option puts on its cells. It returns "" if the option puts nothing there, such as options
// of rules and of the core.
func (g *Glossary) OptionSubject(o matrix.OptionID) string {
	origin := &g.program.lowered.OptionOrigins[o]
	switch {
	case origin.EncodesRuleOnly:
		return ""
	case origin.Piece != nil && origin.Piece.FoundRegion != nil:
		return regionText(origin.Piece.FoundRegion, g.program.Lattice())
	case origin.Piece != nil:
		return source.EscapeText(origin.Piece.Name)
	case origin.LeavesCellEmpty:
		return "nothing"
	case origin.Chessman != "":
		return source.EscapeText(origin.Chessman)
	case origin.IsCellSymbol:
		return g.symbolText(strings.Join(origin.Letters, ""))
	case origin.Letters != nil:
		return source.EscapeText(fmt.Sprintf("%q", strings.Join(origin.Letters, "")))
	}
	return ""
}

// symbolText names a symbol on a cell. Of two symbols on sticks one is drawn as a line, and the other is not drawn.
func (g *Glossary) symbolText(symbol string) string {
	if f := g.program.Puzzle.Filling; f != nil && f.Board.Lattice.StickEnds != nil && len(f.Symbols) == 2 {
		return map[bool]string{true: "no line", false: "a line"}[symbol == f.Symbols[0]]
	}
	return source.EscapeText(symbol)
}

// readSymbolsText says which symbols a step of an automaton reads, and on which cells they are.
func (g *Glossary) readSymbolsText(o matrix.OptionID) string {
	var read []string
	for _, e := range g.problem.Option(o) {
		if c, ok := g.cellOfItem[e.Item]; ok && e.Color != matrix.NoColor {
			read = append(read, source.EscapeText(g.problem.ColorName(e.Color))+" on "+
				g.program.Lattice().FormatCell(c))
		}
	}
	if len(read) == 0 {
		return g.allowedSymbolsText(o)
	}
	return strings.Join(read, ", ")
}

// allowedSymbolsText says which symbols an option allows on the cells of a rule. The option holds the items rule[k,v]
// of all other symbols v.
func (g *Glossary) allowedSymbolsText(o matrix.OptionID) string {
	names := g.problem.OptionItems(o)
	var free []string
	for i := range matrix.ItemID(g.problem.ItemCount()) {
		name := g.problem.Name(i)
		symbol, of := strings.CutPrefix(name, strings.TrimSuffix(names[0], "]")+",")
		if of && !slices.Contains(names, name) {
			free = append(free, source.EscapeText(strings.TrimSuffix(symbol, "]")))
		}
	}
	if len(free) == 0 {
		return "the option " + source.EscapeText(strings.Join(names, " "))
	}
	return source.JoinWords(free) + " for " + g.ItemText(g.problem.Option(o)[0].Item)
}
