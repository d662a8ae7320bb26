// Package ast is the tree of a puzzle file: one struct for each production, with its place in the file and its
// grammar in the struct tags.
//
// The tags have the syntax of participle, but they are only strings: this package needs no parser, and only
// package parse reads them. In a tag, 'word' stands for itself, Capitals for a kind of token, @ stores the
// match, @@ descends into the field's type, and ? * + | ( ) have their usual meaning.
package ast

import "quadrille/lang/source"

// Node is embedded in every production. It holds its place in the file.
type Node struct {
	Pos    source.Pos
	EndPos source.Pos
}

// Range returns the range of the production in the file.
func (n Node) Range() source.Range { return source.Range{Start: n.Pos.Offset, End: n.EndPos.Offset} }

// Ranged is anything with a place in the file.
type Ranged interface{ Range() source.Range }

// File is a whole puzzle file.
type File struct {
	Source     *source.File
	Statements []Statement
	Comments   []Comment
}

// Comment is a comment from // to the end of its line. Text includes the slashes, but not the line break.
type Comment struct {
	Node
	Text string
}

// Statement is a production that forms a statement.
type Statement interface {
	Ranged
	isStatement()
}

type statementNode struct{ Node }

func (statementNode) isStatement() {}

// Version states the version of the language: puz 1.
type Version struct {
	statementNode
	Number *Int `parser:"'puz' @@"`
}

// Title names the puzzle.
type Title struct {
	statementNode
	Text Text `parser:"'puzzle' @String"`
}

// About describes the puzzle for people.
type About struct {
	statementNode
	Text    Text   `parser:"'about' ( @String"`
	Picture *Lines `parser:"        | @@ )"`
}

// Use imports the pieces, sets, shapes and boards of another file: of a standard module by its bare name, or of a file
// by its path. PrefixName, if not nil, is the first part of the imported names: use tetrominoes as t.
type Use struct {
	statementNode
	Module     *Name `parser:"'use' ( @@"`
	Path       Text  `parser:"      | @String )"`
	PrefixName *Name `parser:"( 'as' @@ )?"`
}

// Param declares a number that the command line may replace: param n = 8.
type Param struct {
	statementNode
	Name  *Name `parser:"'param' @@"`
	Value Expr  `parser:"'=' @@"`
}

// Table declares a table of numbers and words, with a row on each line of Rows.
type Table struct {
	statementNode
	Name *Name  `parser:"'table' @@"`
	Rows *Lines `parser:"'=' @@"`
}

// ListDef declares a list of words or numbers: list teacher = {Ann, Bob}.
type ListDef struct {
	statementNode
	Name  *Name       `parser:"'list' @@"`
	Parts []*ListPart `parser:"'=' @@ ( '+' @@ )*"`
}

// ListPart is a part of a list: values in braces, or all values of another list, given by its name.
type ListPart struct {
	Node
	List *ValueList `parser:"  @@"`
	Name *Name      `parser:"| @@"`
}

// ValueList is words or numbers in braces, which are repeated for each value of the indices of For.
type ValueList struct {
	Node
	Values []Expr `parser:"'{' @@ ( ',' @@ )*"`
	For    *For   `parser:"@@? '}'"`
}

// ShapeDef declares a shape: shape across = 3x5. If no lattice is named, the shape is on the lattice of squares.
type ShapeDef struct {
	statementNode
	Name        *Name  `parser:"'shape' @@"`
	LatticeName *Name  `parser:"( 'on' @@ )?"`
	Shape       *Shape `parser:"( '=' @@"`
	PictureFile *Path  `parser:"| 'from' @@ )"`
}

// Board declares a board, which is a shape on a lattice that can be filled: board b on square = 8x8. If no lattice is
// named, the board is on the lattice of squares. Wrap joins its edges, and CellLabels shows the labels of its cells.
type Board struct {
	statementNode
	Name        *Name  `parser:"'board' @@"`
	LatticeName *Name  `parser:"( 'on' @@ )?"`
	Wrap        *Wrap  `parser:"@@?"`
	Shape       *Shape `parser:"( '=' @@"`
	PictureFile *Path  `parser:"| 'from' @@ )"`
	CellLabels  *Lines `parser:"( 'labels' @@ )?"`
}

// Wrap joins edges of a board. Word names the edges, and says whether some are joined upside down. Periods are shifts
// that lead from a cell to the same cell: wrap (0, 8).
type Wrap struct {
	Node
	Word    string   `parser:"  @( 'torus' | 'cylinder' | 'mobius' | 'klein' | 'projective' )"`
	Periods []*Place `parser:"| 'wrap' @@+"`
}

// Piece declares a piece: piece brick = 2x3. SymmetryClass, if not nil, states the symmetry of the piece: which of its
// orientations are the same.
type Piece struct {
	statementNode
	Name          *Name  `parser:"'piece' @@"`
	LatticeName   *Name  `parser:"( 'on' @@ )?"`
	SymmetryClass *Term  `parser:"( 'symmetry' @@ )?"`
	Sides         *Sides `parser:"@@?"`
	Shape         *Shape `parser:"'=' @@"`
}

// Sides states whether a piece may be turned over, or only rotated, or neither.
type Sides struct {
	Node
	Word string `parser:"@( 'free' | 'one-sided' | 'fixed' )"`
}

// Tiles declares a set of pieces of one cell each, with a color on each side: tiles t = "1052 3102". A word is a tile,
// and each character of the word is the color of a side.
type Tiles struct {
	statementNode
	Name        *Name  `parser:"'tiles' @@"`
	LatticeName *Name  `parser:"( 'on' @@ )?"`
	Sides       *Sides `parser:"@@?"`
	Text        Text   `parser:"( '=' ( @String"`
	Picture     *Lines `parser:"      | @@ )"`
	PictureFile *Path  `parser:"| 'from' @@ )"`
}

// SetDef declares a set of pieces: set odd = {I, L} + t. If PieceFile is given, the statement also declares the pieces
// that this file shows.
type SetDef struct {
	statementNode
	Name        *Name  `parser:"'set' @@"`
	Set         *Set   `parser:"( '=' @@"`
	LatticeName *Name  `parser:"| ( 'on' @@ )?"`
	Sides       *Sides `parser:"  @@?"`
	PieceFile   *Path  `parser:"  'from' @@ )"`
}

// Pack asks for packings of a board with a set of pieces: pack 6x10 with pentominoes.
type Pack struct {
	statementNode
	Board *Shape `parser:"'pack' @@"`
	Set   *Set   `parser:"'with' @@"`
	Rules []Rule `parser:"( '{' @@* '}' )?"`
}

// PlaceMan asks for placements of men on cells of a board: place tent on field {exactly 2 on rows}. The rules state the
// number of men on each line.
type PlaceMan struct {
	statementNode
	Man   *Name      `parser:"'place' @@"`
	Board *Shape     `parser:"'on' @@"`
	Rules []*ManRule `parser:"( '{' @@* '}' )?"`
}

// Queens asks for placements of queens on a board, or on a square of the given size. A square has one queen on each row
// and column, and at most one on each diagonal, unless Rules say otherwise.
type Queens struct {
	statementNode
	Board *Name      `parser:"'queens' ( 'on' @@"`
	Size  *Amount    `parser:"  | @@"`
	Torus bool       `parser:"    @'torus'? )"`
	Rules []*ManRule `parser:"( '{' @@* '}' )?"`
}

// Latin asks for Latin squares, with as many symbols as rows. They have the given size, or complete the partial square
// in a file.
type Latin struct {
	statementNode
	SquareFile *Path      `parser:"'latin' ( 'from' @@"`
	Size       *Amount    `parser:"        | @@"`
	Symbols    *Symbols   `parser:"          ( 'with' @@ )? )"`
	Rules      []CellRule `parser:"( '{' @@* '}' )?"`
}

// Fill asks for a symbol on each cell of a board: fill b with "1234".
type Fill struct {
	statementNode
	Board   *Shape     `parser:"'fill' @@"`
	Symbols *Symbols   `parser:"'with' @@"`
	Rules   []CellRule `parser:"( '{' @@* '}' )?"`
}

// Dissect asks for ways to cut the source shape into pieces that form the target shape: dissect jar into 3 pieces
// forming square 5.
type Dissect struct {
	statementNode
	SourceShape *Shape     `parser:"'dissect' @@"`
	PieceCount  *Amount    `parser:"'into' @@ ( 'pieces' | 'piece' )"`
	TargetShape *Shape     `parser:"'forming' @@"`
	Rules       []*CutRule `parser:"( '{' @@* '}' )?"`
}

// Words asks for rectangles of letters with a word on each of their lines: words 4x4 from "common.txt". The words come
// from a file, or from a list that is given by its name: a list of this puzzle or a standard list.
type Words struct {
	statementNode
	RectangleSize *Box        `parser:"'words' @@"`
	WordListName  *Name       `parser:"'from' ( @@"`
	WordListFile  *Path       `parser:"       | @@ )"`
	Rules         []*WordRule `parser:"( '{' @@* '}' )?"`
}

// Items declares primary items, or secondary items: items row[r] for r in 1..n. Multiplicity says how often a solution
// covers each item.
type Items struct {
	statementNode
	Secondary    bool   `parser:"@'secondary'?"`
	ItemRefs     []*Ref `parser:"'items' @@+"`
	Multiplicity *Times `parser:"@@?"`
	For          *For   `parser:"@@?"`
}

// Option declares an option by its items, or one option for each value of the indices of For: option row[r] column[c]
// for r in 1..n, c in 1..n.
type Option struct {
	statementNode
	Items *ItemSet `parser:"'option' @@"`
	For   *For     `parser:"@@?"`
}

// Choose states that exactly one of several alternatives is chosen, for each value of the indices of For.
type Choose struct {
	statementNode
	Alternatives *Alternatives `parser:"'choose' @@"`
	For          *For          `parser:"@@?"`
}

// Alternatives are sets of items in braces, which are repeated for each value of the indices of For.
type Alternatives struct {
	Node
	ItemSets []*ItemSet `parser:"'{' @@ ( ',' @@ )*"`
	For      *For       `parser:"@@? '}'"`
}

// Show prints solutions as a table: show has[n,d] by n, d. Each index of the items is a name. AxisIndexNames holds the
// names of the indices for the rows and for the columns.
type Show struct {
	statementNode
	ItemRefs       []*Ref  `parser:"'show' @@+"`
	AxisIndexNames []*Name `parser:"'by' @@ ( ',' @@ )*"`
}

// Matching states that the options pair two families of items one to one. It helps the search, and changes no
// solution.
type Matching struct {
	statementNode
	LeftItems  *ItemSet `parser:"'matching' @@"`
	RightItems *ItemSet `parser:"'with' @@"`
	For        *For     `parser:"@@?"`
}

// Forbid names options that must not all be chosen together. An option is named by all its items.
type Forbid struct {
	statementNode
	ForbiddenOptions []*ItemSet `parser:"'forbid' 'together' @@ ( ',' @@ )*"`
	For              *For       `parser:"@@?"`
}

// Break keeps one solution of each class of symmetric solutions: break symmetry. With the word swaps, it keeps the
// Latin squares that no exchange of two symbols on four cells changes into a greater square.
type Break struct {
	statementNode
	Word string `parser:"'break' @( 'symmetry' | 'rotation' | 'swaps' )"`
}

// Goal asks for the best solutions: the solutions with the least or greatest value of a sum of measures. Operators
// holds the plus or minus sign before each of OtherMeasures.
type Goal struct {
	statementNode
	Word          string     `parser:"@( 'minimize' | 'maximize' )"`
	FirstMeasure  *Measure   `parser:"@@"`
	Operators     []string   `parser:"( @( '+' | '-' )"`
	OtherMeasures []*Measure `parser:"  @@ )*"`
}

// Search gives hints to the search, which change its time but never the solutions: search order organ-pipe.
type Search struct {
	statementNode
	Hints []*Hint `parser:"'search' @@+"`
}

// Hint is one hint to the search, with a value that is a word, a number or a quoted text.
type Hint struct {
	Node
	HintName    string  `parser:"@( 'order' | 'options' | 'choose':Name | 'filter' | 'restarts' | 'seed' )"`
	WordValue   *Term   `parser:"( @@"`
	NumberValue *Number `parser:"| @@"`
	QuotedValue Text    `parser:"| @String )"`
}

// Expect states a fact about the solutions that puz test checks: how many there are, or the value of the best
// solutions. EquivalenceName says which solutions count as one: expect 1063 solutions up to rotation.
type Expect struct {
	statementNode
	UniqueSolution  bool    `parser:"'expect' ( @'unique'"`
	NoSolution      bool    `parser:"         | @'none'"`
	NegativeOptimum bool    `parser:"         | 'optimum' @'-'?"`
	Optimum         *Amount `parser:"           @@"`
	Count           *Count  `parser:"         | @@ ( 'solutions' | 'solution' ) )"`
	EquivalenceName *Name   `parser:"( 'up' 'to' @@ )?"`
	Condition       Expr    `parser:"( 'when' @@ )?"`
}

// AllStatements returns one statement of each kind, in the order of the grammar.
func AllStatements() []Statement {
	return []Statement{
		&Version{}, &Title{}, &About{}, &Use{}, &Param{}, &Table{}, &ListDef{}, &ShapeDef{}, &Board{}, &Piece{},
		&Tiles{},
		&SetDef{},
		&Pack{}, &PlaceMan{}, &Queens{}, &Latin{}, &Fill{}, &Words{}, &Dissect{}, &Items{}, &Option{}, &Choose{},
		&Show{},
		&Matching{}, &Forbid{}, &Goal{}, &Break{}, &Search{}, &Expect{},
	}
}
