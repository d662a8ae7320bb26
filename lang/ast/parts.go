package ast

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

// Count is a number of things: exactly 3, at least 2, at most 5, any, none, 3 or 2..4. Low alone is an exact number;
// Low with High is a range.
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

// Times is a [Count] that stands beside names, where the name of a number would be ambiguous. So Low is digits, or
// stands in parentheses.
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

// Count returns the number of things as a [Count].
func (t *Times) Count() *Count {
	c := &Count{Node: t.Node, Exactly: t.Exactly, AtLeast: t.AtLeast, AtMost: t.AtMost, Any: t.Any,
		None: t.None, High: t.High}
	if t.Low != nil {
		c.Low = t.Low.Amount()
	}
	return c
}

// Number is a number written as digits, or any expression in parentheses.
type Number struct {
	Node
	Int   *Int `parser:"  @@"`
	Paren Expr `parser:"| '(' @@ ')'"`
}

// Amount returns the number as an [Amount].
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

// Symbols are the symbols that a board is filled with: the characters of a text, listed numbers, or the numbers from
// Low to High.
type Symbols struct {
	Node
	Text    Text    `parser:"  @String"`
	Numbers []Expr  `parser:"| '{' @@ ( ',' @@ )* '}'"`
	Low     *Amount `parser:"| @@ '..'"`
	High    *Amount `parser:"  @@"`
}

// Place is a cell or a shift, by its coordinates: row, then column, as in (0, 3).
type Place struct {
	Node
	Coordinates []Expr `parser:"'(' @@ ( ',' @@ )* ')'"`
}

// Shape is a set of cells, such as 8x8 - 2x2. The operators apply from left to right: each element of OtherTerms is
// added, subtracted or intersected with the result so far.
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

// ShapeTerm is a part of a shape, with the motions that are applied to it, from left to right.
type ShapeTerm struct {
	Node
	Atom    *ShapeAtom `parser:"@@"`
	Motions []*Motion  `parser:"@@*"`
}

// ShapeAtom is a shape without operators: a box, a figure, a picture, a list of cells, a part of a board, or a named
// shape.
//
// A box is written as one word, 8x8 (Size), or with blanks if a side is a parameter, 8 x n (Rows, Columns). If a side
// is named first, as in n x 8, Name is that side, and OtherSides the other sides.
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

// BoardView is a part of the board of a rule: the cells of a row or column, around a place, or on rays from a place.
// With a ChessmanMove, a view around a place has the cells that a chessman reaches from there. Ray holds a place and a
// direction.
type BoardView struct {
	Node
	LineWord      string   `parser:"  @( 'row':View | 'column':View )"`
	LineNumber    *Amount  `parser:"  @@"`
	AroundPlace   *Place   `parser:"| 'around':View @@"`
	ChessmanMove  string   `parser:"  @( 'king' | 'knight' )?"`
	RaysFromPlace *Place   `parser:"| 'rays':View @@"`
	Ray           []*Place `parser:"| 'ray':View @@ @@"`
}

// CellList is cells in braces, which are repeated for each value of the indices of For.
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

// Box is a size: one word, as in 3x3, or sides of which some are parameters, as in 3 x n.
type Box struct {
	Node
	Size        Size      `parser:"  @Size"`
	SideLengths []*Amount `parser:"| @@ ( 'x' @@ )*"`
}

// LegendEntry defines the meaning of a character in a picture: a cell, a hole, or a cell that may stay empty.
type LegendEntry struct {
	Node
	Character Text   `parser:"@String"`
	Meaning   string `parser:"@( 'cell' | 'hole' | 'optional' )"`
}

// Motion changes a shape: it shifts the corner of the shape to a place, rotates it by an angle in degrees, mirrors it,
// or replaces each cell by ScaleFactor cells along each side.
type Motion struct {
	Node
	ShiftTo       *Place  `parser:"  'at':Name @@"`
	RotationAngle *Int    `parser:"| 'rotate' @@"`
	IsMirror      bool    `parser:"| @'mirror'"`
	ScaleFactor   *Amount `parser:"| 'scale' @@"`
}

// Set is a set of pieces, such as pentominoes - X. The operators apply from left to right, as in a [Shape].
type Set struct {
	Node
	FirstTerm  *SetTerm   `parser:"@@"`
	Operators  []string   `parser:"( @( '+' | '-' | '&' )"`
	OtherTerms []*SetTerm `parser:"  @@ )*"`
}

// SetTerm is a set or a piece, or pieces in braces, in a [Set]. Copies is the number of copies of each piece (2 of
// tetrominoes) or, if IsChoice is set, the number of pieces to choose (3 from tetrominoes). Sides says how the
// pieces may be turned. FoundRegions stands for regions that the solution finds.
type SetTerm struct {
	Node
	FoundRegions *FoundRegions `parser:"( @@"`
	Copies       *Times        `parser:"| ( @@"`
	IsChoice     bool          `parser:"    ( 'of' | @'from' ) )?"`
	Sides        *Sides        `parser:"  @@?"`
	Name         *Name         `parser:"  ( @@"`
	PieceNames   []*Name       `parser:"  | '{' @@ ( ',' @@ )* '}' ) )"`
}

// FoundRegions is a region of the board for each number of a table. The solution finds the regions: rectangles, or
// connected shapes, each with as many cells as its number says.
type FoundRegions struct {
	Node
	RegionForm string `parser:"@( 'rectangles':View | 'shapes':View )"`
	Table      *Name  `parser:"'at' @@"`
}

// Ref names an item by its family and its indices: row[r]. In an option, Color is the color of the item, CountTimes the
// number of times that the option covers the item, and a question mark (MayBeMissing) leaves out an item that does not
// exist.
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

// ItemTerm is an item, or items in braces, which are repeated for each value of the indices of For.
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

// Measure is a number that each solution has, times a factor. It is the number of empty cells, the number of cells with
// one of some symbols, or how often a piece, a set of pieces, the men, an item or a family of items is used.
type Measure struct {
	Node
	Factor     *Number `parser:"( @@ '*' )?"`
	EmptyCells bool    `parser:"( @'empty'"`
	Symbols    Text    `parser:"| @String"`
	Name       *Name   `parser:"| @@"`
	Indices    []Expr  `parser:"  ( '[' @@ ( ',' @@ )* ']' )? )"`
}

// For lets indices range over numbers and words: for r in 1..n where r != 3.
type For struct {
	Node
	Binders   []*Binder `parser:"'for' @@ ( ',' @@ )*"`
	Condition Expr      `parser:"( 'where' @@ )?"`
}

// Binder is one index, or several indices, with their values. Several indices run through a list, the rows of a table,
// or the cells of a table, a board or a shape.
type Binder struct {
	Node
	Names        []*Name `parser:"@@ ( ',' @@ )* 'in'"`
	ListedValues []Expr  `parser:"( '{' @@ ( ',' @@ )* '}'"`
	TableOfRows  *Name   `parser:"| 'rows':View 'of' @@"`
	Low          Expr    `parser:"| @@"`
	High         Expr    `parser:"  ( '..' @@ )? )"`
}
