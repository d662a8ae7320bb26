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

// ShapeOp adds a term to a shape, subtracts it, or intersects with it.
type ShapeOp struct {
	Node
	Op   string     `parser:"@( '+' | '-' | '&' )"`
	Term *ShapeTerm `parser:"@@"`
}

// ShapeTerm is a shape with motions, which apply from left to right.
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

// Figure is a predefined shape with a name and a size.
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

// LegendEntry defines the meaning of a character in a picture.
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

// Set is a set of pieces, built from left to right.
type Set struct {
	Node
	First *SetTerm `parser:"@@"`
	Rest  []*SetOp `parser:"@@*"`
}

// SetOp adds pieces to a set, subtracts them, or intersects with them.
type SetOp struct {
	Node
	Op   string   `parser:"@( '+' | '-' | '&' )"`
	Term *SetTerm `parser:"@@"`
}

// SetTerm is a set or a piece, with the number of copies of each of its pieces or the number of pieces to
// choose, and the sides that they allow.
type SetTerm struct {
	Node
	Any    bool    `parser:"( ( @'any'"`
	Copies *Count  `parser:"  | @@ )"`
	From   bool    `parser:"  ( 'of' | @'from' ) )?"`
	Sides  *Sides  `parser:"@@?"`
	Name   *Name   `parser:"( @@"`
	Names  []*Name `parser:"| '{' @@ ( ',' @@ )* '}' )"`
}

// Ref names an item, by its family and its indices. In an option a color may follow, or the number of times
// that the option counts for the item, and a question mark, which leaves the item out if it does not exist.
type Ref struct {
	Node
	Name    *Name   `parser:"@@"`
	Indices []Expr  `parser:"( '[' @@ ( ',' @@ )* ']' )?"`
	Color   *Color  `parser:"( ':' @@ )?"`
	Times   *Amount `parser:"( '*' @@ )?"`
	IfAny   bool    `parser:"@'?'?"`
}

// Family is one side of a matching: the named items, once for each value of the indices after over.
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

// OptionRef identifies an option by all its items.
type OptionRef struct {
	Node
	Refs []*Ref `parser:"@@+"`
}

// OptionItem is an item of an option, or one for each value of the indices after over.
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
