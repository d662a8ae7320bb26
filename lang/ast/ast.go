// Package ast is the tree of a puzzle file: one struct a production, each
// with its place in the file and its grammar in the struct tags.
//
// The tags are participle's, but they are only strings: this package needs no
// parser, and the package parse is the one place that reads them. In a tag,
// 'word' stands for itself, Capitals for a kind of token, @ keeps what it
// matches, @@ descends into the field's type, and ? * + | ( ) are as usual.
package ast

import "quadrille/lang/source"

// Node is embedded in every production: the place it was read from.
type Node struct {
	Pos    source.Pos
	EndPos source.Pos
}

// Range returns the bytes that the production was read from.
func (n Node) Range() source.Range { return source.Range{Start: n.Pos.Offset, End: n.EndPos.Offset} }

// Ranged is anything that knows its place.
type Ranged interface{ Range() source.Range }

// File is a whole puzzle file.
type File struct {
	Source     *source.File
	Statements []Statement
	Comments   []Comment
}

// Comment runs from // to the end of its line. Text has the slashes and no
// line break.
type Comment struct {
	Node
	Text string
}

// Statement is one of the productions below that stand alone in a file.
type Statement interface {
	Ranged
	statement()
}

type statementNode struct{ Node }

func (statementNode) statement() {}

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

// Use brings in the pieces, sets, shapes and boards of another file: a
// standard module by its bare name, or a file by its path. Behind as stands what their
// names begin with here.
type Use struct {
	statementNode
	Module *Name `parser:"'use' ( @@"`
	Path   Text  `parser:"      | @String )"`
	As     *Name `parser:"( 'as' @@ )?"`
}

// Param declares a number that the command line may replace.
type Param struct {
	statementNode
	Name  *Name `parser:"'param' @@"`
	Value Expr  `parser:"'=' @@"`
}

// Table names rows of numbers.
type Table struct {
	statementNode
	Name *Name  `parser:"'table' @@"`
	Rows *Lines `parser:"'=' @@"`
}

// ShapeDef names a shape. Where no lattice is named, it is that of squares.
type ShapeDef struct {
	statementNode
	Name  *Name  `parser:"'shape' @@"`
	On    *Name  `parser:"( 'on' @@ )?"`
	Shape *Shape `parser:"'=' @@"`
}

// Board names a shape on a lattice that can be filled. Its edges may be
// joined.
type Board struct {
	statementNode
	Name  *Name  `parser:"'board' @@"`
	On    *Name  `parser:"'on' @@"`
	Wrap  *Wrap  `parser:"@@?"`
	Shape *Shape `parser:"'=' @@"`
}

// Wrap joins edges of a board: all of them, those at the left and right, some of them
// flipped, or whatever the given shifts lead to.
type Wrap struct {
	Node
	Word    string   `parser:"  @( 'torus' | 'cylinder' | 'mobius' | 'klein' | 'projective' )"`
	Periods []*Place `parser:"| 'wrap' @@+"`
}

// Piece names a shape that can be placed. Its symmetry class may be declared,
// by name or as the number of rotations and transpositions that differ.
type Piece struct {
	statementNode
	Name  *Name  `parser:"'piece' @@"`
	On    *Name  `parser:"( 'on' @@ )?"`
	Class *Class `parser:"@@?"`
	Sides *Sides `parser:"@@?"`
	Shape *Shape `parser:"'=' @@"`
}

// Class declares the symmetry class of a piece.
type Class struct {
	Node
	Word   *Term  `parser:"  'symmetry' @@"`
	Orient []*Int `parser:"| 'orient' @@ @@"`
}

// Sides says whether a piece may be turned over, or even rotated.
type Sides struct {
	Node
	Word string `parser:"@( 'free' | 'one-sided' | 'fixed' )"`
}

// Tiles names a set of pieces of one cell each, with a color on each side: a word is a tile, and a
// character a side.
type Tiles struct {
	statementNode
	Name    *Name  `parser:"'tiles' @@"`
	On      *Name  `parser:"( 'on' @@ )?"`
	Sides   *Sides `parser:"@@?"`
	Text    Text   `parser:"'=' ( @String"`
	Picture *Lines `parser:"      | @@ )"`
}

// SetDef names a collection of pieces.
type SetDef struct {
	statementNode
	Name *Name `parser:"'set' @@"`
	Set  *Set  `parser:"'=' @@"`
}

// Pack asks for a packing of a board with a set of pieces.
type Pack struct {
	statementNode
	Board *Name  `parser:"'pack' @@"`
	Set   *Set   `parser:"'with' @@"`
	Rules []Rule `parser:"( '{' @@* '}' )?"`
}

// PlaceMan puts men on cells of a board, so many on each line.
type PlaceMan struct {
	statementNode
	Man   *Name      `parser:"'place' @@"`
	Board *Name      `parser:"'on' @@"`
	Rules []*ManRule `parser:"( '{' @@* '}' )?"`
}

// Queens puts queens on a board, or on a square of the given size: as PlaceMan
// does, with the lines of chess.
type Queens struct {
	statementNode
	Board *Name      `parser:"'queens' ( 'on' @@"`
	Size  *Side      `parser:"  | @@"`
	Torus bool       `parser:"    @'torus'? )"`
	Rules []*ManRule `parser:"( '{' @@* '}' )?"`
}

// Latin asks for Latin squares, with as many symbols as rows: of the given size,
// or those that complete the partial square in a file.
type Latin struct {
	statementNode
	From  *SquareFile `parser:"'latin' ( 'from' @@"`
	Size  *Side       `parser:"        | @@ )"`
	Rules []CellRule  `parser:"( '{' @@* '}' )?"`
}

// Fill asks for a symbol on each cell of a board.
type Fill struct {
	statementNode
	Board   *Name      `parser:"'fill' @@"`
	Symbols Text       `parser:"'with' @String"`
	Rules   []CellRule `parser:"( '{' @@* '}' )?"`
}

// Dissect asks to cut a shape into pieces that form another one.
type Dissect struct {
	statementNode
	From  *Shape     `parser:"'dissect' @@"`
	Count *Amount    `parser:"'into' @@ ( 'pieces' | 'piece' )"`
	To    *Shape     `parser:"'forming' @@"`
	Rules []*CutRule `parser:"( '{' @@* '}' )?"`
}

// Words asks for rectangles of letters with words of a list on their lines.
type Words struct {
	statementNode
	Box   *Box        `parser:"'words' @@"`
	List  *WordList   `parser:"'from' @@"`
	Rules []*WordRule `parser:"( '{' @@* '}' )?"`
}

// Items declares primary items, or secondary ones.
type Items struct {
	statementNode
	Secondary bool   `parser:"@'secondary'?"`
	Refs      []*Ref `parser:"'items' @@+"`
	Times     *Times `parser:"@@?"`
	For       *For   `parser:"@@?"`
}

// Times says how often primary items are covered, where it is not once.
type Times struct {
	Node
	Count *Count `parser:"@@ 'times'"`
}

// Option declares options: one, or one for each value of the indices.
type Option struct {
	statementNode
	Items []*OptionItem `parser:"'option' @@+"`
	For   *For          `parser:"@@?"`
}

// Matching says of two families of items that the options pair them one to one:
// it tells where to look, and changes no solution.
type Matching struct {
	statementNode
	Left  *Family `parser:"'matching' @@"`
	Right *Family `parser:"'with' @@"`
	For   *For    `parser:"@@?"`
}

// Forbid names options that are not all chosen.
type Forbid struct {
	statementNode
	Options []*OptionRef `parser:"'forbid' 'together' @@ ( ',' @@ )*"`
	For     *For         `parser:"@@?"`
}

// Break keeps one solution of each class, or leaves out what swaps lead to.
type Break struct {
	statementNode
	Word string `parser:"'break' @( 'symmetry' | 'rotation' | 'swaps' )"`
}

// Search gives hints that change the time taken and never the solutions.
type Search struct {
	statementNode
	Hints []*Hint `parser:"'search' @@+"`
}

// Hint is one hint to the search. One with parameters is a text.
type Hint struct {
	Node
	Key    string  `parser:"@( 'order' | 'options' | 'choose' | 'filter' | 'restarts' | 'seed' )"`
	Value  *Term   `parser:"( @@"`
	Number *Amount `parser:"| @@"`
	Text   Text    `parser:"| @String )"`
}

// Expect states a fact about the solutions that puz test checks.
type Expect struct {
	statementNode
	Unique  bool   `parser:"'expect' ( @'unique'"`
	None    bool   `parser:"         | @'none'"`
	AtLeast bool   `parser:"         | ( @'at' 'least' )?"`
	Count   *Count `parser:"           @@ ( 'solutions' | 'solution' ) )"`
	UpTo    *Name  `parser:"( 'up' 'to' @@ )?"`
	When    Expr   `parser:"( 'when' @@ )?"`
}

// AllStatements lists one of each statement, in the order of the grammar.
func AllStatements() []Statement {
	return []Statement{
		&Version{}, &Title{}, &About{}, &Use{}, &Param{}, &Table{}, &ShapeDef{}, &Board{}, &Piece{}, &Tiles{},
		&SetDef{},
		&Pack{}, &PlaceMan{}, &Queens{}, &Latin{}, &Fill{}, &Words{}, &Dissect{}, &Items{}, &Option{},
		&Matching{}, &Forbid{}, &Break{}, &Search{}, &Expect{},
	}
}
