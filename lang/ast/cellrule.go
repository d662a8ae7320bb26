package ast

import "reflect"

// CellRule is a rule about the symbols on cells, in each round of its loop.
type CellRule interface {
	Ranged
	cellRule()
}

type cellRuleNode struct{ Node }

func (cellRuleNode) cellRule() {}

// LoopOf returns the loop of a rule, or nil. Every rule keeps it in a field For, where tree walks find it.
func LoopOf(r CellRule) *For { return reflect.ValueOf(r).Elem().FieldByName("For").Interface().(*For) }

// LinesOf returns where a rule holds, which it keeps in a field On; nil if it has none.
func LinesOf(r Ranged) []*Line {
	on := reflect.ValueOf(r).Elem().FieldByName("On")
	if !on.IsValid() {
		return nil
	}
	lines, _ := on.Interface().([]*Line)
	return lines
}

// AllCellRules returns one of each kind of rule on cells.
func AllCellRules() []CellRule {
	return []CellRule{
		&GivenRule{}, &MateRule{}, &ApartRule{}, &AscendingRule{}, &DifferRule{}, &DoubleRule{},
		&SameRule{}, &ConsecutiveRule{}, &MatchesRule{}, &LinesDifferRule{}, &ViewRule{},
		&ArrowRule{}, &MarksRule{}, &DistinctRule{}, &TotalRule{},
		&SeesRule{}, &RunsRule{}, &SymmetricRule{}, &JoinedRule{}, &LineCountsRule{}, &CountRule{},
	}
}

// GivenRule shows given symbols.
type GivenRule struct {
	cellRuleNode
	Picture *Lines `parser:"'given' @@"`
	For     *For   `parser:"@@?"`
}

// MateRule shows symbols to which those of the solution must be orthogonal.
type MateRule struct {
	cellRuleNode
	Picture *Lines `parser:"'orthogonal' 'to' @@"`
	For     *For   `parser:"@@?"`
}

// ApartRule requires different symbols on neighbours, or on cells that differ by a chessman's move; or that no two such
// cells have one of some symbols.
type ApartRule struct {
	cellRuleNode
	Word    string       `parser:"@'apart'"`
	By      *Leap        `parser:"@@?"`
	Symbols *SymbolClass `parser:"@@?"`
	For     *For         `parser:"@@?"`
}

// AscendingRule requires symbols that ascend along cells.
type AscendingRule struct {
	cellRuleNode
	On  []*Line `parser:"'ascending' 'on' @@ ( ',' @@ )*"`
	For *For    `parser:"@@?"`
}

// DifferRule bounds the difference of consecutive numbers.
type DifferRule struct {
	cellRuleNode
	By  *Count  `parser:"'differ' @@ 'on'"`
	On  []*Line `parser:"@@ ( ',' @@ )*"`
	For *For    `parser:"@@?"`
}

// DoubleRule requires that of two consecutive numbers one is twice the other.
type DoubleRule struct {
	cellRuleNode
	On  []*Line `parser:"'double' 'on' @@ ( ',' @@ )*"`
	For *For    `parser:"@@?"`
}

// SameRule requires the same symbol on all cells of a shape, shapes that are equal cell by cell, or equal sums.
type SameRule struct {
	cellRuleNode
	Sum    bool     `parser:"'same' @'sum'? 'on'"`
	Shapes []*Shape `parser:"@@ ( ',' @@ )*"`
	For    *For     `parser:"@@?"`
}

// ConsecutiveRule requires that the numbers of each line follow one another, in any order.
type ConsecutiveRule struct {
	cellRuleNode
	On  []*Line `parser:"'consecutive' 'on' @@ ( ',' @@ )*"`
	For *For    `parser:"@@?"`
}

// MatchesRule requires that each line matches a regular expression, or that no part of it does.
type MatchesRule struct {
	cellRuleNode
	Word    string  `parser:"@( 'matches' | 'never' )"`
	Pattern Text    `parser:"@String"`
	On      []*Line `parser:"( 'on' @@ ( ',' @@ )* )?"`
	For     *For    `parser:"@@?"`
}

// LinesDifferRule requires that no two rows, or no two columns, are the same.
type LinesDifferRule struct {
	cellRuleNode
	Word   string `parser:"@( 'rows' | 'columns' )"`
	Differ bool   `parser:"@'differ'"`
	For    *For   `parser:"@@?"`
}

// ViewRule gives clues beside lines: numbers that can be computed from the line.
type ViewRule struct {
	cellRuleNode
	Word  string       `parser:"@( 'sandwich' | 'firstsum' | 'numbered' )"`
	Views []*ViewClues `parser:"@@+"`
	For   *For         `parser:"@@?"`
}

// ViewClues are clues at the ends of lines, with commas between them. Rows are read from the left and columns from the
// top; an edge says where they begin.
type ViewClues struct {
	Node
	From  string `parser:"@( 'rows':Name | 'columns':Name | 'top' | 'bottom' | 'left' | 'right' )"`
	Clues Text   `parser:"@String"`
}

// ArrowRule requires that a number is the sum of the numbers after it.
type ArrowRule struct {
	cellRuleNode
	On  []*Line `parser:"'arrow' 'on' @@ ( ',' @@ )*"`
	For *For    `parser:"@@?"`
}

// MarksRule shows marks between neighbours. A mark in Every is shown wherever its relation holds.
type MarksRule struct {
	cellRuleNode
	Picture *Lines `parser:"'marks' @@"`
	Every   Text   `parser:"( 'every' @String )?"`
	For     *For   `parser:"@@?"`
}

// DistinctRule requires different symbols on cells, with or without totals.
type DistinctRule struct {
	cellRuleNode
	Totals []*Total `parser:"'distinct' @@* 'on'"`
	On     []*Line  `parser:"@@ ( ',' @@ )*"`
	For    *For     `parser:"@@?"`
}

// TotalRule states totals of the numbers on some cells.
type TotalRule struct {
	cellRuleNode
	Totals []*Total `parser:"@@+ 'on'"`
	On     []*Line  `parser:"@@ ( ',' @@ )*"`
	For    *For     `parser:"@@?"`
}

// SeesRule states how many cells are seen from edges.
type SeesRule struct {
	cellRuleNode
	Edges []*EdgeClues `parser:"'sees' @@+"`
	For   *For         `parser:"@@?"`
}

// RunsRule states the lengths of the runs of cells in lines.
type RunsRule struct {
	cellRuleNode
	Lines []*LineClues `parser:"'runs' @@+"`
	For   *For         `parser:"@@?"`
}

// SymmetricRule requires equal symbols on cells and their images under motions of the board.
type SymmetricRule struct {
	cellRuleNode
	Motions *Term `parser:"'symmetric' @@"`
	For     *For  `parser:"@@?"`
}

// JoinedRule requires that the cells with a symbol are connected, or form one loop.
type JoinedRule struct {
	cellRuleNode
	Word   string `parser:"@( 'connected' | 'loop' )"`
	Symbol Text   `parser:"@String"`
	For    *For   `parser:"@@?"`
}

// CountRule says how often symbols stand on each of some lines.
type CountRule struct {
	cellRuleNode
	Count   *Times  `parser:"@@"`
	Symbols Text    `parser:"@String"`
	On      []*Line `parser:"( 'on' @@ ( ',' @@ )* )?"`
	For     *For    `parser:"@@?"`
}

// LineCountsRule says how often a symbol stands in each line of a kind.
type LineCountsRule struct {
	cellRuleNode
	Symbol Text         `parser:"'count' @String"`
	Lines  []*LineClues `parser:"@@+"`
	For    *For         `parser:"@@?"`
}

// SymbolClass is one symbol or several, which stand for one another.
type SymbolClass struct {
	Node
	Symbols Text `parser:"@String"`
}

// Total is the total of the numbers on some cells: one for all, or clues, each after the character of its region,
// as in "a 12 b 7".
type Total struct {
	Node
	Op    string `parser:"@( 'sum' | 'product' | 'difference' | 'quotient' )"`
	Value *Count `parser:"( @@"`
	Clues Text   `parser:"| @String )"`
}

// EdgeClues are clues at one edge of a board, one character each.
type EdgeClues struct {
	Node
	Edge  string `parser:"@( 'top' | 'bottom' | 'left' | 'right' )"`
	Clues Text   `parser:"@String"`
}

// LineClues are clues for the rows or the columns of a board, separated by commas.
type LineClues struct {
	Node
	Word  string `parser:"@( 'rows':Name | 'columns':Name )"`
	Clues Text   `parser:"@String"`
}
