package ast

// Rule is a restriction on a packing.
type Rule interface {
	Ranged
	rule()
}

type ruleNode struct{ Node }

func (ruleNode) rule() {}

// Fix puts a piece at a place.
type Fix struct {
	ruleNode
	Piece       *Name   `parser:"'fix' @@"`
	At          *Place  `parser:"'at' @@"`
	Orientation *Amount `parser:"( 'orientation' @@ )?"`
	For         *For    `parser:"@@?"`
}

// Keep restricts a piece to some cells or to some orientations, or all of them to what a
// motion maps to itself.
type Keep struct {
	ruleNode
	Symmetric    *Term    `parser:"'keep' ( 'symmetric' @@"`
	Piece        *Name    `parser:"| @@"`
	In           *Shape   `parser:"  ( 'in' @@"`
	Orientations []*Count `parser:"  | 'to' 'orientations' @@ ( ',' @@ )* ) )"`
	For          *For     `parser:"@@?"`
}

// Leave says how many cells stay empty, of all or of some.
type Leave struct {
	ruleNode
	Count *Count `parser:"'leave' @@ 'empty'"`
	On    *Shape `parser:"( 'on' @@ )?"`
	For   *For   `parser:"@@?"`
}

// Separate keeps pieces apart: no chessman's move leads from one to another.
type Separate struct {
	ruleNode
	By *Leap `parser:"'apart' @@"`
}

// Match lets cells with a color lie on cells of that color.
type Match struct {
	ruleNode
	Word string `parser:"'match' @'colors'"`
}

// Border says the color of the sides at the border of the board.
type Border struct {
	ruleNode
	Color Text `parser:"'border' @String"`
}

// Allow lifts a restriction that holds where nothing is said.
type Allow struct {
	ruleNode
	Word string `parser:"'allow' @'crossing'"`
}

// AllRules lists one of each rule.
func AllRules() []Rule {
	return []Rule{&Fix{}, &Keep{}, &Leave{}, &Separate{}, &Match{}, &Border{}, &Allow{}}
}

// ManRule says how many men stand on each of some lines, that men stand on
// given cells, or that none do.
type ManRule struct {
	Node
	Lines     []*LineFamily `parser:"( @@ ( ',' @@ )*"`
	Many      *Many         `parser:"  @@"`
	Symmetric *Term         `parser:"| 'keep' 'symmetric' @@"`
	Fix       []*Place      `parser:"| 'fix' @@+"`
	Bar       []*Place      `parser:"| 'bar' @@+ )"`
	For       *For          `parser:"@@?"`
}

// LineFamily is lines of one kind: those of the lattice, the whole board, the
// regions of a picture, or one line of any cells, or that line wherever it fits.
type LineFamily struct {
	Node
	Word    string     `parser:"  @( 'rows' | 'columns' | 'diagonals' | 'all' )"`
	Regions *Lines     `parser:"| 'regions' @@"`
	Line    *ShapeAtom `parser:"| 'line' @@"`
	All     bool       `parser:"  @'everywhere'?"`
}

// Many is how many things there are on a line.
type Many struct {
	Node
	Exactly *Amount `parser:"  'exactly' @@"`
	AtMost  *Amount `parser:"| 'at' 'most' @@"`
	Between *Count  `parser:"| @@"`
}

// CellRule says more about the symbols on cells, in each round of its loop.
type CellRule struct {
	Node
	Boxes      *Box         `parser:"( 'boxes' @@"`
	Given      *Lines       `parser:"| 'given' @@"`
	Regions    *Lines       `parser:"| 'regions' @@"`
	Diagonals  bool         `parser:"| @'diagonals'"`
	Symbols    Text         `parser:"| 'symbols' @String"`
	Orthogonal *Lines       `parser:"| 'orthogonal' 'to' @@"`
	Apart      *Leap        `parser:"| 'apart' @@"`
	Less       []*Place     `parser:"| 'less' @@+"`
	Differ     *Count       `parser:"| 'differ' @@"`
	Differing  []*Place     `parser:"  @@+"`
	Double     []*Place     `parser:"| 'double' @@+"`
	Arrow      []*Place     `parser:"| 'arrow' @@+"`
	Between    *Lines       `parser:"| 'between' @@"`
	Every      Text         `parser:"  ( 'every' @String )?"`
	Distinct   *Distinct    `parser:"| 'distinct' @@"`
	Total      *Total       `parser:"| @@"`
	Cages      *Cages       `parser:"| @@"`
	Sees       []*EdgeClues `parser:"| 'sees' @@+"`
	Runs       []*LineClues `parser:"| 'runs' @@+"`
	Symmetric  *Term        `parser:"| 'keep' 'symmetric' @@"`
	Joined     string       `parser:"| @( 'connected' | 'loop' )"`
	Joining    Text         `parser:"  @String"`
	Counting   Text         `parser:"| 'count' @String"`
	Counted    *Counted     `parser:"  @@ )"`
	For        *For         `parser:"@@?"`
}

// Leap is how a chessman moves: in any direction, so far along the one side and so far
// along the other.
type Leap struct {
	Node
	Man string `parser:"  @( 'knight' | 'king' )"`
	By  *Place `parser:"| @@"`
}

// Distinct names cells whose symbols differ, with or without a total.
type Distinct struct {
	Node
	Total  *Total       `parser:"  @@"`
	Cages  *Cages       `parser:"| @@"`
	Groups []*CellGroup `parser:"| @@ ( ',' @@ )*"`
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

// Counted says how often a symbol stands in each line, or on some cells.
type Counted struct {
	Node
	Lines []*LineClues `parser:"  @@+"`
	Many  *Many        `parser:"| @@ 'on'"`
	Shape *Shape       `parser:"  @@"`
}

// SquareFile is a file with a partial Latin square, by its path.
type SquareFile struct {
	Node
	Path Text `parser:"@String"`
}

// CutRule says how the pieces of a dissection may be moved, or what they are
// like.
type CutRule struct {
	Node
	Move  string `parser:"  @( 'shift' | 'rotate' | 'flip' )"`
	Like  string `parser:"| 'pieces' @( 'connected' | 'nonempty' )"`
	Sizes *Count `parser:"| 'sizes' @@"`
}

// WordList is a file with words, by its path, or a standard list by its bare
// name.
type WordList struct {
	Node
	Name *Name `parser:"  @@"`
	Path Text  `parser:"| @String"`
}

// WordRule says where words stand, or what is known of them.
type WordRule struct {
	Node
	Word  string `parser:"  @( 'rows' | 'columns' | 'diagonals' | 'distinct' )"`
	Given *Lines `parser:"| 'given' @@"`
}
