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

// Count says how many things there are: a number, a range, or a bound.
type Count struct {
	Node
	Exactly *Amount `parser:"  'exactly' @@"`
	AtLeast *Amount `parser:"| 'at' ( 'least' @@"`
	AtMost  *Amount `parser:"       | 'most' @@ )"`
	Any     bool    `parser:"| @'any'"`
	None    bool    `parser:"| @'none'"`
	Low     *Amount `parser:"| @@"`
	High    *Amount `parser:"  ( '..' @@ )?"`
}

// Times is a [Count] beside names: there a number without a word before it is digits, or stands in parentheses.
type Times struct {
	Node
	Exactly *Amount `parser:"  'exactly' @@"`
	AtLeast *Amount `parser:"| 'at' ( 'least' @@"`
	AtMost  *Amount `parser:"       | 'most' @@ )"`
	Any     bool    `parser:"| @'any'"`
	None    bool    `parser:"| @'none'"`
	Low     *Number `parser:"| @@"`
	High    *Amount `parser:"  ( '..' @@ )?"`
}

// Count returns the same number of things.
func (t *Times) Count() *Count {
	c := &Count{Node: t.Node, Exactly: t.Exactly, AtLeast: t.AtLeast, AtMost: t.AtMost, Any: t.Any,
		None: t.None, High: t.High}
	if t.Low != nil {
		c.Low = t.Low.Amount()
	}
	return c
}

// Number is digits, or any expression in parentheses.
type Number struct {
	Node
	Int   *Int `parser:"  @@"`
	Paren Expr `parser:"| '(' @@ ')'"`
}

// Amount returns the same number.
func (n *Number) Amount() *Amount { return &Amount{Node: n.Node, Int: n.Int, Paren: n.Paren} }

// Amount is a number, the name of one, an entry of a table, or any expression in parentheses.
type Amount struct {
	Node
	Int     *Int   `parser:"  @@"`
	Name    *Name  `parser:"| @@"`
	Indices []Expr `parser:"  ( '[' @@ ( ',' @@ )* ']' )?"`
	Paren   Expr   `parser:"| '(' @@ ')'"`
}

// Expr returns the amount as an expression.
func (a *Amount) Expr() Expr {
	switch {
	case a.Int != nil:
		return a.Int
	case a.Indices != nil:
		return &Entry{Node: a.Node, Table: a.Name, Indices: a.Indices}
	case a.Name != nil:
		return &Variable{Node: a.Name.Node, Name: a.Name.Text}
	}
	return a.Paren
}

// Symbols are the symbols that a board is filled with: characters, or numbers.
type Symbols struct {
	Node
	Text    Text    `parser:"  @String"`
	Numbers []Expr  `parser:"| '{' @@ ( ',' @@ )* '}'"`
	Low     *Amount `parser:"| @@ '..'"`
	High    *Amount `parser:"  @@"`
}

// Place is a cell, or a shift: rows, then columns.
type Place struct {
	Node
	Coordinates []Expr `parser:"'(' @@ ( ',' @@ )* ')'"`
}

// Shape is a set of cells, built from left to right: each further term is added, subtracted or intersected with.
type Shape struct {
	Node
	FirstTerm  *ShapeTerm   `parser:"@@"`
	Operators  []string     `parser:"( @( '+' | '-' | '&' )"`
	OtherTerms []*ShapeTerm `parser:"  @@ )*"`
}

// LoneName returns the name that is the whole shape, or nil.
func (s *Shape) LoneName() *Name {
	if len(s.OtherTerms) > 0 || len(s.FirstTerm.Motions) > 0 || len(s.FirstTerm.Atom.OtherSides) > 0 {
		return nil
	}
	return s.FirstTerm.Atom.Name
}

// ShapeTerm is a shape with motions, which apply from left to right.
type ShapeTerm struct {
	Node
	Atom    *ShapeAtom `parser:"@@"`
	Motions []*Motion  `parser:"@@*"`
}

// ShapeAtom is a box, a figure, a picture, a list of cells, a part of a board, or a named shape. A box is written 8x8,
// or 8 x n with a parameter.
type ShapeAtom struct {
	Node
	Size       Size           `parser:"  @Size"`
	Rows       *Int           `parser:"| @@"`
	Columns    []*Amount      `parser:"  ( 'x' @@ )+"`
	Cells      []*Place       `parser:"| @@+"`
	CellList   *CellList      `parser:"| @@"`
	BoardView  *BoardView     `parser:"| @@"`
	Figure     *Figure        `parser:"| @@"`
	Legend     []*LegendEntry `parser:"| ( 'legend' @@+ )?"`
	Picture    *Lines         `parser:"  @@"`
	Name       *Name          `parser:"| @@"`
	OtherSides []*Amount      `parser:"  ( 'x' @@ )*"`
}

// BoardView is the cells of the board of a rule that lie in a line or around a place.
type BoardView struct {
	Node
	LineWord      string   `parser:"  @( 'row':View | 'column':View )"`
	LineNumber    *Amount  `parser:"  @@"`
	AroundPlace   *Place   `parser:"| 'around':View @@"`
	ChessmanMove  string   `parser:"  @( 'king' | 'knight' )?"`
	RaysFromPlace *Place   `parser:"| 'rays':View @@"`
	Ray           []*Place `parser:"| 'ray':View @@ @@"`
}

// CellList is cells in braces, in each round of a loop.
type CellList struct {
	Node
	Cells []*Cell `parser:"'{' @@ ( ',' @@ )*"`
	For   *For    `parser:"@@? '}'"`
}

// Cell is a cell by its coordinates, or by its label on the board of a rule: a word or a number, or any text in quotes.
type Cell struct {
	Node
	Place *Place `parser:"  @@"`
	Label Expr   `parser:"| @@"`
}

// Figure is a predefined shape with a name and a size.
type Figure struct {
	Node
	Name string `parser:"@( 'rhombus' | 'hexagon' | 'triangle' | 'diamond' | 'aztec' | 'square' | 'pyramid' | 'tetrahedron' | 'octahedron' )"`
	Box  *Box   `parser:"@@"`
}

// Box is a size: one word, 3x3, or sides with parameters, 3 x n.
type Box struct {
	Node
	Size        Size      `parser:"  @Size"`
	SideLengths []*Amount `parser:"| @@ ( 'x' @@ )*"`
}

// LegendEntry defines the meaning of a character in a picture.
type LegendEntry struct {
	Node
	Character Text   `parser:"@String"`
	Meaning   string `parser:"@( 'cell' | 'hole' | 'optional' )"`
}

// Motion moves a shape, or makes so many cells along each side of every cell.
type Motion struct {
	Node
	ShiftTo       *Place  `parser:"  'at':Name @@"`
	RotationAngle *Int    `parser:"| 'rotate' @@"`
	IsMirror      bool    `parser:"| @'mirror'"`
	ScaleFactor   *Amount `parser:"| 'scale' @@"`
}

// Set is a set of pieces, built from left to right as a [Shape] is.
type Set struct {
	Node
	FirstTerm  *SetTerm   `parser:"@@"`
	Operators  []string   `parser:"( @( '+' | '-' | '&' )"`
	OtherTerms []*SetTerm `parser:"  @@ )*"`
}

// SetTerm is a set or a piece, with the number of copies of each of its pieces or the number of pieces to
// choose, and the sides that they allow; or regions that the solution finds.
type SetTerm struct {
	Node
	FoundRegions *FoundRegions `parser:"( @@"`
	Copies       *Times        `parser:"| ( @@"`
	IsChoice     bool          `parser:"    ( 'of' | @'from' ) )?"`
	Sides        *Sides        `parser:"  @@?"`
	Name         *Name         `parser:"  ( @@"`
	PieceNames   []*Name       `parser:"  | '{' @@ ( ',' @@ )* '}' ) )"`
}

// FoundRegions is a region of the board for each number of a table, which the solution finds: a rectangle, or a
// connected shape, of so many cells.
type FoundRegions struct {
	Node
	RegionForm string `parser:"@( 'rectangles':View | 'shapes':View )"`
	Table      *Name  `parser:"'at' @@"`
}

// Ref names an item, by its family and its indices. In an option a color may follow, or the number of times
// that the option counts for the item, and a question mark, which leaves the item out if it does not exist.
type Ref struct {
	Node
	Name         *Name   `parser:"@@"`
	Indices      []Expr  `parser:"( '[' @@ ( ',' @@ )* ']' )?"`
	Color        *Color  `parser:"( ':' @@ )?"`
	CountTimes   *Amount `parser:"( '*' @@ )?"`
	MayBeMissing bool    `parser:"@'?'?"`
}

// ItemSet is the items of an option, or of one side of a matching.
type ItemSet struct {
	Node
	Items []*ItemTerm `parser:"@@+"`
}

// ItemTerm is an item, or items in braces, once for each value of the indices behind `for`.
type ItemTerm struct {
	Node
	Ref        *Ref   `parser:"  @@"`
	ListedRefs []*Ref `parser:"| '{' @@+"`
	For        *For   `parser:"  @@ '}'"`
}

// Refs returns the item, or the items in braces.
func (t *ItemTerm) Refs() []*Ref {
	if t.Ref != nil {
		return []*Ref{t.Ref}
	}
	return t.ListedRefs
}

// Color is the color of a secondary item in an option: a number or a word.
type Color struct {
	Node
	Amount *Amount `parser:"  @@"`
	Word   Text    `parser:"| @String"`
}

// Measure is a number that each solution has, times a factor: how many cells are empty, how many have one of some
// symbols, or how often a piece, a set of pieces, the men, an item or a family of items is used.
type Measure struct {
	Node
	Factor     *Number `parser:"( @@ '*' )?"`
	EmptyCells bool    `parser:"( @'empty'"`
	Symbols    Text    `parser:"| @String"`
	Name       *Name   `parser:"| @@"`
	Indices    []Expr  `parser:"  ( '[' @@ ( ',' @@ )* ']' )? )"`
}

// For lets indices range over numbers and words.
type For struct {
	Node
	Binders   []*Binder `parser:"'for' @@ ( ',' @@ )*"`
	Condition Expr      `parser:"( 'where' @@ )?"`
}

// Binder is one index and its values, or the indices of the values of a list, of the rows of a table, or of the cells
// of a table, a board or a shape.
type Binder struct {
	Node
	Names        []*Name `parser:"@@ ( ',' @@ )* 'in'"`
	ListedValues []Expr  `parser:"( '{' @@ ( ',' @@ )* '}'"`
	TableOfRows  *Name   `parser:"| 'rows':View 'of' @@"`
	Low          Expr    `parser:"| @@"`
	High         Expr    `parser:"  ( '..' @@ )? )"`
}
