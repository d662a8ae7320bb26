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

// Statement is a production below that forms a statement.
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

// Use imports the pieces, sets, shapes and boards of another file: a standard module by its bare name, or a
// file by its path. The name after `as` is a prefix for their names.
type Use struct {
	statementNode
	Module     *Name `parser:"'use' ( @@"`
	Path       Text  `parser:"      | @String )"`
	PrefixName *Name `parser:"( 'as' @@ )?"`
}

// Param declares a number that the command line may replace.
type Param struct {
	statementNode
	Name  *Name `parser:"'param' @@"`
	Value Expr  `parser:"'=' @@"`
}

// Table declares a table of numbers and words.
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

// ListPart is values in braces, or the values of another list.
type ListPart struct {
	Node
	List *ValueList `parser:"  @@"`
	Name *Name      `parser:"| @@"`
}

// ValueList is words or numbers in braces, in each round of a loop.
type ValueList struct {
	Node
	Values []Expr `parser:"'{' @@ ( ',' @@ )*"`
	For    *For   `parser:"@@? '}'"`
}

// ShapeDef declares a shape. Without a lattice, it is on that of squares.
type ShapeDef struct {
	statementNode
	Name        *Name  `parser:"'shape' @@"`
	LatticeName *Name  `parser:"( 'on' @@ )?"`
	Shape       *Shape `parser:"( '=' @@"`
	PictureFile *Path  `parser:"| 'from' @@ )"`
}

// Board declares a board: a shape on a lattice, which is that of squares where none is named, that can be filled. Its
// edges may be joined, and its cells may have labels.
type Board struct {
	statementNode
	Name        *Name  `parser:"'board' @@"`
	LatticeName *Name  `parser:"( 'on' @@ )?"`
	Wrap        *Wrap  `parser:"@@?"`
	Shape       *Shape `parser:"( '=' @@"`
	PictureFile *Path  `parser:"| 'from' @@ )"`
	CellLabels  *Lines `parser:"( 'labels' @@ )?"`
}

// Wrap joins edges of a board: all of them, those at the left and right, some with a flip, or any that the
// given shifts identify.
type Wrap struct {
	Node
	Word    string   `parser:"  @( 'torus' | 'cylinder' | 'mobius' | 'klein' | 'projective' )"`
	Periods []*Place `parser:"| 'wrap' @@+"`
}

// Piece declares a piece. Its symmetry class may be stated.
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

// Tiles declares a set of pieces of one cell each, with a color on each side. A word is a tile, and each of its
// characters a side.
type Tiles struct {
	statementNode
	Name        *Name  `parser:"'tiles' @@"`
	LatticeName *Name  `parser:"( 'on' @@ )?"`
	Sides       *Sides `parser:"@@?"`
	Text        Text   `parser:"( '=' ( @String"`
	Picture     *Lines `parser:"      | @@ )"`
	PictureFile *Path  `parser:"| 'from' @@ )"`
}

// SetDef declares a set of pieces. Those that a file draws it declares as well.
type SetDef struct {
	statementNode
	Name        *Name  `parser:"'set' @@"`
	Set         *Set   `parser:"( '=' @@"`
	LatticeName *Name  `parser:"| ( 'on' @@ )?"`
	Sides       *Sides `parser:"  @@?"`
	PieceFile   *Path  `parser:"  'from' @@ )"`
}

// Pack asks for a packing of a board with a set of pieces.
type Pack struct {
	statementNode
	Board *Shape `parser:"'pack' @@"`
	Set   *Set   `parser:"'with' @@"`
	Rules []Rule `parser:"( '{' @@* '}' )?"`
}

// PlaceMan asks for men on cells of a board, with a number of men on each line.
type PlaceMan struct {
	statementNode
	Man   *Name      `parser:"'place' @@"`
	Board *Shape     `parser:"'on' @@"`
	Rules []*ManRule `parser:"( '{' @@* '}' )?"`
}

// Queens asks for queens on a board, or on a square of the given size: as PlaceMan does, with the lines of
// chess.
type Queens struct {
	statementNode
	Board *Name      `parser:"'queens' ( 'on' @@"`
	Size  *Amount    `parser:"  | @@"`
	Torus bool       `parser:"    @'torus'? )"`
	Rules []*ManRule `parser:"( '{' @@* '}' )?"`
}

// Latin asks for Latin squares, with as many symbols as rows: of the given size, or completions of the partial
// square in a file.
type Latin struct {
	statementNode
	SquareFile *Path      `parser:"'latin' ( 'from' @@"`
	Size       *Amount    `parser:"        | @@"`
	Symbols    *Symbols   `parser:"          ( 'with' @@ )? )"`
	Rules      []CellRule `parser:"( '{' @@* '}' )?"`
}

// Fill asks for a symbol on each cell of a board.
type Fill struct {
	statementNode
	Board   *Shape     `parser:"'fill' @@"`
	Symbols *Symbols   `parser:"'with' @@"`
	Rules   []CellRule `parser:"( '{' @@* '}' )?"`
}

// Dissect asks to cut a shape into pieces that form another one.
type Dissect struct {
	statementNode
	SourceShape *Shape     `parser:"'dissect' @@"`
	PieceCount  *Amount    `parser:"'into' @@ ( 'pieces' | 'piece' )"`
	TargetShape *Shape     `parser:"'forming' @@"`
	Rules       []*CutRule `parser:"( '{' @@* '}' )?"`
}

// Words asks for rectangles of letters with words of a list on their lines: of a file, or by its bare name of a list of
// the text or a standard list.
type Words struct {
	statementNode
	RectangleSize *Box        `parser:"'words' @@"`
	WordListName  *Name       `parser:"'from' ( @@"`
	WordListFile  *Path       `parser:"       | @@ )"`
	Rules         []*WordRule `parser:"( '{' @@* '}' )?"`
}

// Items declares primary items, or secondary ones.
type Items struct {
	statementNode
	Secondary    bool   `parser:"@'secondary'?"`
	ItemRefs     []*Ref `parser:"'items' @@+"`
	Multiplicity *Times `parser:"@@?"`
	For          *For   `parser:"@@?"`
}

// Option declares options: one, or one for each value of the indices.
type Option struct {
	statementNode
	Items *ItemSet `parser:"'option' @@"`
	For   *For     `parser:"@@?"`
}

// Choose states that one of several alternatives is chosen, in each round of its loop.
type Choose struct {
	statementNode
	Alternatives *Alternatives `parser:"'choose' @@"`
	For          *For          `parser:"@@?"`
}

// Alternatives are sets of items in braces, once for each value of the indices behind `for`.
type Alternatives struct {
	Node
	ItemSets []*ItemSet `parser:"'{' @@ ( ',' @@ )*"`
	For      *For       `parser:"@@? '}'"`
}

// Show prints solutions as a table. The indices of its items are names; those behind `by` name the rows and the
// columns.
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

// Forbid names options that must not all be chosen, each by all its items.
type Forbid struct {
	statementNode
	ForbiddenOptions []*ItemSet `parser:"'forbid' 'together' @@ ( ',' @@ )*"`
	For              *For       `parser:"@@?"`
}

// Break keeps one solution of each class, or excludes squares with swaps that lead to larger ones.
type Break struct {
	statementNode
	Word string `parser:"'break' @( 'symmetry' | 'rotation' | 'swaps' )"`
}

// Goal asks for the best solutions: those of which the measures add up to the least, or to the most.
type Goal struct {
	statementNode
	Word          string     `parser:"@( 'minimize' | 'maximize' )"`
	FirstMeasure  *Measure   `parser:"@@"`
	Operators     []string   `parser:"( @( '+' | '-' )"`
	OtherMeasures []*Measure `parser:"  @@ )*"`
}

// Search gives hints that affect the time of the search and never the solutions.
type Search struct {
	statementNode
	Hints []*Hint `parser:"'search' @@+"`
}

// Hint is one hint to the search. A hint with parameters is a quoted text.
type Hint struct {
	Node
	HintName    string  `parser:"@( 'order' | 'options' | 'choose':Name | 'filter' | 'restarts' | 'seed' )"`
	WordValue   *Term   `parser:"( @@"`
	NumberValue *Number `parser:"| @@"`
	QuotedValue Text    `parser:"| @String )"`
}

// Expect states a fact about the solutions that puz test checks: how many there are, or the value of the best ones.
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

// AllStatements returns one of each kind of statement, in the order of the grammar.
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
