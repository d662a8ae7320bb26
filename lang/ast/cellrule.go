package ast

import "reflect"

// CellRule is a rule about the symbols on the cells of a board. A rule with a loop holds for each value of the indices
// of the loop.
type CellRule interface {
	Ranged
	isCellRule()
}

type cellRuleNode struct{ Node }

func (cellRuleNode) isCellRule() {}

// LoopOf returns the loop of a rule, or nil. Every rule keeps its loop in a field For, which LoopOf finds by
// reflection.
func LoopOf(r CellRule) *For { return reflect.ValueOf(r).Elem().FieldByName("For").Interface().(*For) }

// LinesOf returns the lines or cells on which a rule holds. The result is nil if the rule has no field On.
func LinesOf(r Ranged) []*Line {
	on := reflect.ValueOf(r).Elem().FieldByName("On")
	if !on.IsValid() {
		return nil
	}
	lines, _ := on.Interface().([]*Line)
	return lines
}

// AllCellRules returns one rule of each kind of rule on cells.
func AllCellRules() []CellRule {
	return []CellRule{
		&GivenRule{}, &MateRule{}, &Apart{}, &LineRule{}, &DifferRule{}, &MatchesRule{}, &LinesDifferRule{},
		&ClueRule{},
		&MarksRule{}, &TotalRule{}, &Symmetric{}, &JoinedRule{}, &CountRule{},
	}
}

// GivenRule shows the given symbols in a picture of the board.
type GivenRule struct {
	cellRuleNode
	Picture *Lines `parser:"'given' @@"`
	For     *For   `parser:"@@?"`
}

// MateRule shows another square in a picture. The solution must be orthogonal to that square.
type MateRule struct {
	cellRuleNode
	Picture *Lines `parser:"'orthogonal' 'to' @@"`
	For     *For   `parser:"@@?"`
}

// LineRule requires something of the symbols on lines, by its word: the symbols ascend, the first number is the sum of
// the others (arrow), the numbers are consecutive in any order, or all symbols are the same. With SameSum, the sums of
// the lines are the same.
type LineRule struct {
	cellRuleNode
	Word    string  `parser:"( @( 'ascending' | 'arrow' | 'consecutive' ) | @'same'"`
	SameSum bool    `parser:"  @'sum'? ) 'on'"`
	On      []*Line `parser:"@@ ( ',' @@ )*"`
	For     *For    `parser:"@@?"`
}

// DifferRule bounds the difference of neighbouring numbers on lines: differ at least 5 on (2, 8) (3, 7).
type DifferRule struct {
	cellRuleNode
	Difference *Count  `parser:"'differ' @@ 'on'"`
	On         []*Line `parser:"@@ ( ',' @@ )*"`
	For        *For    `parser:"@@?"`
}

// MatchesRule requires that the symbols of each line match a regular expression or, with the word never, that no part
// of a line matches the expression.
type MatchesRule struct {
	cellRuleNode
	Word    string  `parser:"@( 'matches' | 'never' )"`
	Pattern Text    `parser:"@String"`
	On      []*Line `parser:"( 'on' @@ ( ',' @@ )* )?"`
	For     *For    `parser:"@@?"`
}

// LinesDifferRule requires that no two rows, or no two columns, have the same symbols.
type LinesDifferRule struct {
	cellRuleNode
	Word   string `parser:"@( 'rows' | 'columns' )"`
	Differ bool   `parser:"@'differ'"`
	For    *For   `parser:"@@?"`
}

// ClueRule gives clues beside lines. Their meaning depends on the word: how many numbers are seen from there, the
// lengths of runs, or a sum or one of the numbers on the line. With Symbol instead of a word, the clues say how often
// that symbol stands on the line.
type ClueRule struct {
	cellRuleNode
	Word   string   `parser:"( @( 'sees' | 'runs' | 'sandwich' | 'firstsum' | 'numbered' )"`
	Symbol Text     `parser:"| 'count' @String )"`
	Clues  []*Clues `parser:"@@+"`
	For    *For     `parser:"@@?"`
}

// Clues are the clues at one edge of the board, with commas between them. LineEdge says where the lines begin: the word
// rows means at the left, and columns means at the top.
type Clues struct {
	Node
	LineEdge string `parser:"@( 'rows':Name | 'columns':Name | 'top' | 'bottom' | 'left' | 'right' )"`
	Text     Text   `parser:"@String"`
}

// MarksRule shows marks between neighbouring cells in a picture. A mark in CompleteMarks is shown wherever its relation
// holds, so its absence is a clue too.
type MarksRule struct {
	cellRuleNode
	Picture       *Lines `parser:"'marks' @@"`
	CompleteMarks Text   `parser:"( 'every' @String )?"`
	For           *For   `parser:"@@?"`
}

// TotalRule states totals of the numbers on some cells, or that the symbols on them differ, or both: distinct sum 12 on
// (0, 0) (0, 1).
type TotalRule struct {
	cellRuleNode
	DistinctSymbols bool     `parser:"( @'distinct'"`
	Totals          []*Total `parser:"  @@* | @@+ ) 'on'"`
	On              []*Line  `parser:"@@ ( ',' @@ )*"`
	For             *For     `parser:"@@?"`
}

// JoinedRule requires that the cells with a symbol are connected, or form one loop: connected "B".
type JoinedRule struct {
	cellRuleNode
	Word   string `parser:"@( 'connected' | 'loop' )"`
	Symbol Text   `parser:"@String"`
	For    *For   `parser:"@@?"`
}

// CountRule says how often symbols stand on each of some lines: exactly 2 "#" on rows.
type CountRule struct {
	cellRuleNode
	Count   *Times  `parser:"@@"`
	Symbols Text    `parser:"@String"`
	On      []*Line `parser:"( 'on' @@ ( ',' @@ )* )?"`
	For     *For    `parser:"@@?"`
}

// Total is the total of the numbers on some cells. Value is the total for all the cells; RegionTotals gives one total
// after the character of each region, as in "a 12 b 7".
type Total struct {
	Node
	Operation    string `parser:"@( 'sum' | 'product' | 'difference' | 'quotient' )"`
	Value        *Count `parser:"( @@"`
	RegionTotals Text   `parser:"| @String )"`
}
