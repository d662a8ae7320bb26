package ast

import "reflect"

// CellRule says more about the symbols on cells, in each round of its loop.
type CellRule interface {
	Ranged
	cellRule()
}

type cellRuleNode struct{ Node }

func (cellRuleNode) cellRule() {}

// LoopOf returns the loop behind a rule, or nil. Each has the field For, by which all that walks over trees finds it.
func LoopOf(r CellRule) *For { return reflect.ValueOf(r).Elem().FieldByName("For").Interface().(*For) }

// AllCellRules lists one of each rule on cells.
func AllCellRules() []CellRule {
	return []CellRule{
		&BoxesRule{}, &GivenRule{}, &RegionsRule{}, &DiagonalsRule{}, &SymbolsRule{},
		&MateRule{}, &ApartRule{}, &LessRule{}, &DifferRule{}, &DoubleRule{},
		&SameRule{}, &ArrowRule{}, &BetweenRule{}, &DistinctRule{}, &TotalRule{}, &CagesRule{},
		&SeesRule{}, &RunsRule{}, &SymmetricRule{}, &JoinedRule{}, &CountRule{},
	}
}

// BoxesRule cuts a Latin square into boxes with each symbol once.
type BoxesRule struct {
	cellRuleNode
	Size *Box `parser:"'boxes' @@"`
	For  *For `parser:"@@?"`
}

// GivenRule shows symbols that are there.
type GivenRule struct {
	cellRuleNode
	Picture *Lines `parser:"'given' @@"`
	For     *For   `parser:"@@?"`
}

// RegionsRule shows regions whose symbols differ.
type RegionsRule struct {
	cellRuleNode
	Picture *Lines `parser:"'regions' @@"`
	For     *For   `parser:"@@?"`
}

// DiagonalsRule wants each symbol once in both long diagonals.
type DiagonalsRule struct {
	cellRuleNode
	Word string `parser:"@'diagonals'"`
	For  *For   `parser:"@@?"`
}

// SymbolsRule lists the symbols of a Latin square.
type SymbolsRule struct {
	cellRuleNode
	Symbols Text `parser:"'symbols' @String"`
	For     *For `parser:"@@?"`
}

// MateRule shows a Latin square that is to be an orthogonal mate.
type MateRule struct {
	cellRuleNode
	Picture *Lines `parser:"'orthogonal' 'to' @@"`
	For     *For   `parser:"@@?"`
}

// ApartRule wants different symbols where a chessman's move leads from one cell to the other.
type ApartRule struct {
	cellRuleNode
	By  *Leap `parser:"'apart' @@"`
	For *For  `parser:"@@?"`
}

// LessRule wants symbols that ascend along cells.
type LessRule struct {
	cellRuleNode
	Cells []*Place `parser:"'less' @@+"`
	For   *For     `parser:"@@?"`
}

// DifferRule says by how much numbers that follow one another differ.
type DifferRule struct {
	cellRuleNode
	By    *Count   `parser:"'differ' @@"`
	Cells []*Place `parser:"@@+"`
	For   *For     `parser:"@@?"`
}

// DoubleRule wants numbers of which, of each two that follow one another, one is twice the other.
type DoubleRule struct {
	cellRuleNode
	Cells []*Place `parser:"'double' @@+"`
	For   *For     `parser:"@@?"`
}

// SameRule wants the same symbol on all cells of a shape, or shapes that are equal cell by cell.
type SameRule struct {
	cellRuleNode
	Shapes []*Shape `parser:"'same' @@ ( ',' @@ )*"`
	For    *For     `parser:"@@?"`
}

// ArrowRule wants a number that is the sum of those that follow it.
type ArrowRule struct {
	cellRuleNode
	Cells []*Place `parser:"'arrow' @@+"`
	For   *For     `parser:"@@?"`
}

// BetweenRule shows marks between neighbours. Each mark of Every stands wherever it holds.
type BetweenRule struct {
	cellRuleNode
	Picture *Lines `parser:"'between' @@"`
	Every   Text   `parser:"( 'every' @String )?"`
	For     *For   `parser:"@@?"`
}

// DistinctRule names cells whose symbols differ, with or without a total.
type DistinctRule struct {
	cellRuleNode
	Total  *Total       `parser:"'distinct' ( @@"`
	Cages  *Cages       `parser:"           | @@"`
	Groups []*CellGroup `parser:"           | @@ ( ',' @@ )* )"`
	For    *For         `parser:"@@?"`
}

// TotalRule says what the numbers on some cells come to.
type TotalRule struct {
	cellRuleNode
	Total *Total `parser:"@@"`
	For   *For   `parser:"@@?"`
}

// CagesRule says what the numbers in each region of a picture come to.
type CagesRule struct {
	cellRuleNode
	Cages *Cages `parser:"@@"`
	For   *For   `parser:"@@?"`
}

// SeesRule says how many cells are seen from edges.
type SeesRule struct {
	cellRuleNode
	Edges []*EdgeClues `parser:"'sees' @@+"`
	For   *For         `parser:"@@?"`
}

// RunsRule says how long the runs of cells in lines are.
type RunsRule struct {
	cellRuleNode
	Lines []*LineClues `parser:"'runs' @@+"`
	For   *For         `parser:"@@?"`
}

// SymmetricRule keeps the symbols where motions of the board lead.
type SymmetricRule struct {
	cellRuleNode
	Motions *Term `parser:"'keep' 'symmetric' @@"`
	For     *For  `parser:"@@?"`
}

// JoinedRule wants the cells with a symbol to be connected, or one loop.
type JoinedRule struct {
	cellRuleNode
	Word   string `parser:"@( 'connected' | 'loop' )"`
	Symbol Text   `parser:"@String"`
	For    *For   `parser:"@@?"`
}

// CountRule says how often a symbol stands in each line, or on some cells.
type CountRule struct {
	cellRuleNode
	Symbol Text         `parser:"'count' @String"`
	Lines  []*LineClues `parser:"( @@+"`
	Many   *Many        `parser:"| @@ 'on'"`
	Shape  *Shape       `parser:"  @@ )"`
	For    *For         `parser:"@@?"`
}

// CellGroup is the lines of a kind, or cells.
type CellGroup struct {
	Node
	Word  string `parser:"  @( 'rows' | 'columns' )"`
	Shape *Shape `parser:"| @@"`
}

// Total says what the numbers on some cells come to.
type Total struct {
	Node
	Op    string  `parser:"@( 'sum' | 'product' | 'difference' | 'quotient' )"`
	Value *Amount `parser:"@@ 'on'"`
	Shape *Shape  `parser:"@@"`
}

// Cages are the regions of a picture with what the numbers in each come to.
type Cages struct {
	Node
	Picture *Lines        `parser:"'cages' @@"`
	Totals  []*CageTotals `parser:"@@+"`
}

// CageTotals are totals of one kind: "a 12 b 7", each behind the character of its cage.
type CageTotals struct {
	Node
	Op     string `parser:"@( 'sums' | 'products' | 'differences' | 'quotients' )"`
	Totals Text   `parser:"@String"`
}

// EdgeClues are clues at one edge of a board, a character each.
type EdgeClues struct {
	Node
	Edge  string `parser:"@( 'top' | 'bottom' | 'left' | 'right' )"`
	Clues Text   `parser:"@String"`
}

// LineClues are clues for the rows or the columns of a board, with commas between them.
type LineClues struct {
	Node
	Word  string `parser:"@( 'rows' | 'columns' )"`
	Clues Text   `parser:"@String"`
}
