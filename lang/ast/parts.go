package ast

import ()

// Name is an identifier where it is declared or used.
type Name struct {
	Node
	Text string `parser:"@Name | @Word"`
}

// Term is a word of the language that may have hyphens: half-turn.
type Term struct {
	Node
	Text string `parser:"( @Name | @Word ) ( @'-' @Name )*"`
}

// Count is a number of things, or a range of numbers.
type Count struct {
	Node
	Low  *Amount `parser:"@@"`
	High *Amount `parser:"( '..' @@ )?"`
}

// Amount is a plain number, or any expression in parentheses.
type Amount struct {
	Node
	Int  *Int `parser:"  @@"`
	Expr Expr `parser:"| '(' @@ ')'"`
}

// Place is a cell, or a shift: rows, then columns.
type Place struct {
	Node
	At []Expr `parser:"'(' @@ ( ',' @@ )* ')'"`
}

// Shape is a set of cells, built from left to right.
type Shape struct {
	Node
	First *ShapeTerm `parser:"@@"`
	Rest  []*ShapeOp `parser:"@@*"`
}

// ShapeOp adds a term to a shape, takes it away, or keeps what both have.
type ShapeOp struct {
	Node
	Op   string     `parser:"@( '+' | '-' | '&' )"`
	Term *ShapeTerm `parser:"@@"`
}

// ShapeTerm is a shape with motions applied to it, from left to right.
type ShapeTerm struct {
	Node
	Atom    *ShapeAtom `parser:"@@"`
	Motions []*Motion  `parser:"@@*"`
}

// ShapeAtom is a box, a figure, a picture, a list of cells, a named shape, or a
// shape in parentheses. A box is written 8x8, or 8 x n with a parameter.
type ShapeAtom struct {
	Node
	Size    Size           `parser:"  @Size"`
	Rows    *Int           `parser:"| @@"`
	Columns []*Side        `parser:"  ( 'x' @@ )+"`
	Cells   []*Place       `parser:"| 'cells' @@+"`
	Figure  *Figure        `parser:"| @@"`
	Legend  []*LegendEntry `parser:"| ( 'legend' @@+ )?"`
	Picture *Lines         `parser:"  @@"`
	Name    *Name          `parser:"| @@"`
	By      []*Side        `parser:"  ( 'x' @@ )*"`
	Paren   *Shape         `parser:"| '(' @@ ')'"`
}

// Figure is a shape that is known by name, of a given size.
type Figure struct {
	Node
	Name string `parser:"@( 'rhombus' | 'hexagon' | 'triangle' | 'diamond' | 'aztec' | 'square' | 'pyramid' | 'tetrahedron' | 'octahedron' )"`
	Box  *Box   `parser:"@@"`
}

// Box is a size: one word, 3x3, or sides with parameters, 3 x n.
type Box struct {
	Node
	Size  Size    `parser:"  @Size"`
	Sides []*Side `parser:"| @@ ( 'x' @@ )*"`
}

// Side is a side of a box: a number, a parameter, or any expression in
// parentheses.
type Side struct {
	Node
	Int   *Int  `parser:"  @@"`
	Name  *Name `parser:"| @@"`
	Paren Expr  `parser:"| '(' @@ ')'"`
}

// Expr returns the side as an expression.
func (s *Side) Expr() Expr {
	switch {
	case s.Int != nil:
		return s.Int
	case s.Name != nil:
		return &Variable{Node: s.Name.Node, Name: s.Name.Text}
	}
	return s.Paren
}

// LegendEntry gives one character of a picture its meaning.
type LegendEntry struct {
	Node
	Mark Text   `parser:"@String"`
	Kind string `parser:"@( 'cell' | 'hole' | 'optional' )"`
}

// Motion moves a shape.
type Motion struct {
	Node
	At     *Place `parser:"  'at' @@"`
	Rotate *Int   `parser:"| 'rotate' @@"`
	Mirror bool   `parser:"| @'mirror'"`
}

// Set is a collection of pieces, built from left to right.
type Set struct {
	Node
	First *SetTerm `parser:"@@"`
	Rest  []*SetOp `parser:"@@*"`
}

// SetOp adds pieces to a set, takes them away, or keeps what both have.
type SetOp struct {
	Node
	Op   string   `parser:"@( '+' | '-' | '&' )"`
	Term *SetTerm `parser:"@@"`
}

// SetTerm is a set or a piece, with how often each of its pieces is used, or how many
// of them are, and whether they may be turned.
type SetTerm struct {
	Node
	Any    bool    `parser:"( ( @'any'"`
	Copies *Count  `parser:"  | @@ )"`
	From   bool    `parser:"  ( 'of' | @'from' ) )?"`
	Sides  *Sides  `parser:"@@?"`
	Name   *Name   `parser:"( @@"`
	Names  []*Name `parser:"| '{' @@ ( ',' @@ )* '}' )"`
}

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

// Rules lists one of each rule.
func Rules() []Rule {
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

// Ref names an item, by its family and its indices. In an option a color may
// follow, or how often the option counts for the item, and a question mark, which leaves the
// item out if it does not exist.
type Ref struct {
	Node
	Name    *Name   `parser:"@@"`
	Indices []Expr  `parser:"( '[' @@ ( ',' @@ )* ']' )?"`
	Color   *Color  `parser:"( ':' @@ )?"`
	Times   *Amount `parser:"( '*' @@ )?"`
	IfAny   bool    `parser:"@'?'?"`
}

// Family is items that stand on one side of a matching: those named, once for
// each value of the indices behind over.
type Family struct {
	Node
	Refs []*Ref `parser:"@@+"`
	Over *Over  `parser:"@@?"`
}

// Over lets indices range over numbers inside a family or an option.
type Over struct {
	Node
	Binders []*Binder `parser:"'over' @@ ( ',' @@ )*"`
	Where   Expr      `parser:"( 'where' @@ )?"`
}

// OptionRef names an option, by all its items.
type OptionRef struct {
	Node
	Refs []*Ref `parser:"@@+"`
}

// OptionItem is an item of an option, or one for each value of the indices behind over.
type OptionItem struct {
	Node
	Ref  *Ref  `parser:"@@"`
	Over *Over `parser:"@@?"`
}

// Color is the color of a secondary item in an option: a word or a number.
type Color struct {
	Node
	Name   *Name   `parser:"  @@"`
	Amount *Amount `parser:"| @@"`
}

// For lets indices range over numbers.
type For struct {
	Node
	Binders []*Binder `parser:"'for' @@ ( ',' @@ )*"`
	Where   Expr      `parser:"( 'where' @@ )?"`
}

// Binder is one index and its values.
type Binder struct {
	Node
	Name *Name  `parser:"@@ 'in'"`
	Low  Expr   `parser:"( @@ '..'"`
	High Expr   `parser:"  @@"`
	Each []Expr `parser:"| '{' @@ ( ',' @@ )* '}' )"`
}

// Expr is a number or a condition. In its grammar the operator further down
// binds more tightly:
//
//	Expr = Expr "or" Expr
//	     | Expr "and" Expr
//	     | "not" Expr
//	     | Expr ( "=" | "!=" | "<" | "<=" | ">" | ">=" ) Expr
//	     | Expr ( "+" | "-" ) Expr
//	     | Expr ( "*" | "/" | "%" ) Expr
//	     | "-" Expr
//	     | <int> | Name | Name "(" Expr ( "," Expr )* Over? ")" | Name "[" Expr ( "," Expr )* "]" | "(" Expr ")" .
type Expr interface {
	Ranged
	expr()
}

// Int is a number in decimal. Text may hold underscores between digits.
type Int struct {
	Node
	Text string `parser:"@Int"`
}

// Variable is a parameter or an index.
type Variable struct {
	Node
	Name string
}

// Unary is an operator before its operand: - or not.
type Unary struct {
	Node
	Op string
	X  Expr
}

// Binary is an operator between its operands.
type Binary struct {
	Node
	Op   string
	X, Y Expr
}

// Call applies one of the functions abs, min, max and if, or adds up over the values of
// indices.
type Call struct {
	Node
	Func *Name
	Args []Expr
	Over *Over
}

// Entry is a number of a table.
type Entry struct {
	Node
	Table *Name
	At    []Expr
}

// Paren is an expression in parentheses.
type Paren struct {
	Node
	X Expr
}

func (*Int) expr()      {}
func (*Variable) expr() {}
func (*Unary) expr()    {}
func (*Binary) expr()   {}
func (*Call) expr()     {}
func (*Entry) expr()    {}
func (*Paren) expr()    {}
