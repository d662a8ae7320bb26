package ast

// Rule is a restriction on a packing.
type Rule interface {
	Ranged
	isRule()
}

type ruleNode struct{ Node }

func (ruleNode) isRule() {}

// sharedNode is embedded in rules that stand in packings and on cells.
type sharedNode struct{ Node }

func (sharedNode) isRule() {}

func (sharedNode) isCellRule() {}

// Fix puts a piece at a place: fix V at (4, 1). CornerPlace has the least row and the least column of the cells of the
// piece. Orientation is the index of an orientation of the piece.
type Fix struct {
	ruleNode
	Piece       *Name   `parser:"'fix' @@"`
	CornerPlace *Place  `parser:"'at' @@"`
	Orientation *Amount `parser:"( 'orientation' @@ )?"`
	For         *For    `parser:"@@?"`
}

// Keep restricts a piece to some cells, or to some orientations: keep yacht to orientation 1, 3.
type Keep struct {
	ruleNode
	Piece        *Name    `parser:"'keep' @@"`
	AllowedCells *Shape   `parser:"( 'in' @@"`
	Orientations []*Count `parser:"| 'to' 'orientation' @@ ( ',' @@ )* )"`
	For          *For     `parser:"@@?"`
}

// Symmetric requires that motions map the solution to itself: symmetric half-turn.
type Symmetric struct {
	sharedNode
	Motions *Term `parser:"'symmetric' @@"`
	For     *For  `parser:"@@?"`
}

// Apart requires that no two neighbouring cells hold two pieces (of all pieces, or of the given ones), two men, or
// equal symbols. With a ChessmanMove, cells that differ by this move take the place of neighbours.
type Apart struct {
	sharedNode
	Word         string       `parser:"@'apart'"`
	ChessmanMove *Leap        `parser:"@@?"`
	Pieces       []*Name      `parser:"( '{' @@ ( ',' @@ )* '}'"`
	Symbols      *SymbolClass `parser:"| @@ )?"`
	For          *For         `parser:"@@?"`
}

// SymbolClass is one symbol or several, which the rule apart treats as the same symbol.
type SymbolClass struct {
	Node
	Text Text `parser:"@String"`
}

// Leave states how many cells stay empty, of all cells or on some lines: leave 2 empty.
type Leave struct {
	ruleNode
	EmptyCount *Count  `parser:"'leave' @@ 'empty'"`
	On         []*Line `parser:"( 'on' @@ ( ',' @@ )* )?"`
	For        *For    `parser:"@@?"`
}

// PlainRule is a rule without arguments. It requires that a piece lies across each straight line through the board,
// that no four pieces meet at a corner, that the cells that stay empty are connected, or that colored cells of pieces
// lie on cells of the same color; or it lets pieces of sticks cross.
type PlainRule struct {
	ruleNode
	Word           string `parser:"  @( 'faultless' | 'tatami' )"`
	Empty          bool   `parser:"| 'connected' @'empty'"`
	MatchesColors  bool   `parser:"| 'match' @'colors'"`
	AllowsCrossing bool   `parser:"| 'allow' @'crossing'"`
}

// Border states the color of the sides at the border of the board.
type Border struct {
	ruleNode
	Color Text `parser:"'border' @String"`
}

// AllRules returns one rule of each kind of rule on a packing.
func AllRules() []Rule {
	return []Rule{&Fix{}, &Keep{}, &Leave{}, &Apart{}, &Symmetric{}, &Border{}, &PlainRule{}}
}

// ManRule states the number of men on each of some lines: exactly 2 on rows. Or it states that no two men are
// neighbours (apart), or that motions map the men to themselves.
type ManRule struct {
	Node
	Symmetric *Symmetric `parser:"  @@"`
	Apart     *Apart     `parser:"| @@"`
	Count     *Times     `parser:"| @@"`
	On        []*Line    `parser:"  ( 'on' @@ ( ',' @@ )* )?"`
	For       *For       `parser:"  @@?"`
}

// Loop returns the loop of the rule, or nil.
func (r *ManRule) Loop() *For {
	switch {
	case r.Symmetric != nil:
		return r.Symmetric.For
	case r.Apart != nil:
		return r.Apart.For
	}
	return r.For
}

// Line is a place where a rule holds: on each line of a kind, on the whole board, in each box or region, or on a shape.
// With Everywhere, the rule holds on the shape wherever it fits on the board.
type Line struct {
	Node
	Word          string `parser:"  @( 'rows' | 'columns' | 'diagonals' | 'segments' | 'all' )"`
	MainDiagonals bool   `parser:"| @'main':View 'diagonals'"`
	Boxes         *Box   `parser:"| 'boxes' @@"`
	Regions       *Lines `parser:"| 'regions' @@"`
	Shape         *Shape `parser:"| @@"`
	Everywhere    bool   `parser:"  @'everywhere'?"`
}

// Leap is the move of a chessman: in any direction, by the given lengths along the two axes. A knight has the lengths
// (1, 2).
type Leap struct {
	Node
	ChessmanName string `parser:"  @( 'knight' | 'king' )"`
	AxisLengths  *Place `parser:"| @@"`
}

// Path is the path of a file beside the puzzle. The file holds a picture, pieces, tiles or words, or a partial Latin
// square.
type Path struct {
	Node
	Text Text `parser:"@String"`
}

// CutRule states a condition on the pieces of a dissection: how they may be moved, that they are connected, or how many
// cells they have.
type CutRule struct {
	Node
	AllowedMotion string `parser:"  @( 'shift' | 'rotate' | 'flip' )"`
	Connected     bool   `parser:"| @'connected'"`
	PieceSizes    *Count `parser:"| 'sizes' @@"`
}

// WordRule states where words stand, that all words differ, or which letters are given.
type WordRule struct {
	Node
	Word          string `parser:"  @( 'rows' | 'columns' | 'distinct' )"`
	MainDiagonals bool   `parser:"| @'main' 'diagonals'"`
	GivenLetters  *Lines `parser:"| 'given' @@"`
}
