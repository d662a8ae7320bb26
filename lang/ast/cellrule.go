package ast

import "reflect"

// CellRule is a rule about the symbols on cells, in each round of its loop.
type CellRule interface {
	Ranged
	isCellRule()
}

type cellRuleNode struct{ Node }

func (cellRuleNode) isCellRule() {}

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
		&GivenRule{}, &MateRule{}, &Apart{}, &LineRule{}, &DifferRule{}, &MatchesRule{}, &LinesDifferRule{},
		&ClueRule{},
		&MarksRule{}, &TotalRule{}, &Symmetric{}, &JoinedRule{}, &CountRule{},
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

// LineRule requires that the symbols of each line ascend, that the first number is the sum of the others, that the
// numbers follow one another in any order, or that all symbols are the same: on one line, or on each of several cell
// by cell. With SameSum, the sums of lines are the same.
type LineRule struct {
	cellRuleNode
	Word    string  `parser:"( @( 'ascending' | 'arrow' | 'consecutive' ) | @'same'"`
	SameSum bool    `parser:"  @'sum'? ) 'on'"`
	On      []*Line `parser:"@@ ( ',' @@ )*"`
	For     *For    `parser:"@@?"`
}

// DifferRule bounds the difference of consecutive numbers.
type DifferRule struct {
	cellRuleNode
	Difference *Count  `parser:"'differ' @@ 'on'"`
	On         []*Line `parser:"@@ ( ',' @@ )*"`
	For        *For    `parser:"@@?"`
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

// ClueRule gives clues beside lines: how many numbers are seen, the lengths of runs, numbers that can be computed from
// the line, or how often a symbol stands there.
type ClueRule struct {
	cellRuleNode
	Word   string   `parser:"( @( 'sees' | 'runs' | 'sandwich' | 'firstsum' | 'numbered' )"`
	Symbol Text     `parser:"| 'count' @String )"`
	Clues  []*Clues `parser:"@@+"`
	For    *For     `parser:"@@?"`
}

// Clues are clues for lines, with commas between them. Rows are read from the left and columns from the top; an edge
// says where they begin.
type Clues struct {
	Node
	LineEdge string `parser:"@( 'rows':Name | 'columns':Name | 'top' | 'bottom' | 'left' | 'right' )"`
	Text     Text   `parser:"@String"`
}

// MarksRule shows marks between neighbours. A mark in CompleteMarks is shown wherever its relation holds.
type MarksRule struct {
	cellRuleNode
	Picture       *Lines `parser:"'marks' @@"`
	CompleteMarks Text   `parser:"( 'every' @String )?"`
	For           *For   `parser:"@@?"`
}

// TotalRule states totals of the numbers on some cells, or that the symbols on them differ, or both.
type TotalRule struct {
	cellRuleNode
	DistinctSymbols bool     `parser:"( @'distinct'"`
	Totals          []*Total `parser:"  @@* | @@+ ) 'on'"`
	On              []*Line  `parser:"@@ ( ',' @@ )*"`
	For             *For     `parser:"@@?"`
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

// Total is the total of the numbers on some cells: one for all, or clues, each after the character of its region,
// as in "a 12 b 7".
type Total struct {
	Node
	Operation    string `parser:"@( 'sum' | 'product' | 'difference' | 'quotient' )"`
	Value        *Count `parser:"( @@"`
	RegionTotals Text   `parser:"| @String )"`
}
