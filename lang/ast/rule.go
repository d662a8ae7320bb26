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

// Keep restricts a piece to some cells, or to some orientations.
type Keep struct {
	ruleNode
	Piece        *Name    `parser:"'keep' @@"`
	In           *Shape   `parser:"( 'in' @@"`
	Orientations []*Count `parser:"| 'to' 'orientations' @@ ( ',' @@ )* )"`
	For          *For     `parser:"@@?"`
}

// Symmetric restricts a packing to arrangements that motions map to themselves.
type Symmetric struct {
	ruleNode
	Motions *Term `parser:"'symmetric' @@"`
}

// Leave states how many cells stay empty, of all cells or of some.
type Leave struct {
	ruleNode
	Count *Count  `parser:"'leave' @@ 'empty'"`
	On    []*Line `parser:"( 'on' @@ ( ',' @@ )* )?"`
	For   *For    `parser:"@@?"`
}

// JoinedEmpty requires that the cells that stay empty are connected.
type JoinedEmpty struct {
	ruleNode
	Word string `parser:"'connected' @'empty'"`
}

// Separate requires that pieces, all or some, are no neighbours, or that no chessman's move leads from one to another.
type Separate struct {
	ruleNode
	Word   string  `parser:"@'apart'"`
	By     *Leap   `parser:"@@?"`
	Pieces []*Name `parser:"( '{' @@ ( ',' @@ )* '}' )?"`
}

// Seams requires that a piece lies across each straight line through the board, or that no four pieces meet at a
// corner.
type Seams struct {
	ruleNode
	Word string `parser:"@( 'faultless' | 'tatami' )"`
}

// Match lets cells with a color lie on cells of that color.
type Match struct {
	ruleNode
	Word string `parser:"'match' @'colors'"`
}

// Border states the color of the sides at the border of the board.
type Border struct {
	ruleNode
	Color Text `parser:"'border' @String"`
}

// Allow lifts a restriction that holds by default.
type Allow struct {
	ruleNode
	Word string `parser:"'allow' @'crossing'"`
}

// AllRules returns one of each kind of rule.
func AllRules() []Rule {
	return []Rule{&Fix{}, &Keep{}, &Symmetric{}, &Leave{}, &JoinedEmpty{}, &Separate{}, &Seams{}, &Match{}, &Border{},
		&Allow{}}
}

// ManRule states the number of men on each of some lines, that men are no neighbours, or that motions map the men to
// themselves.
type ManRule struct {
	Node
	Symmetric *Term   `parser:"( 'symmetric' @@"`
	Apart     bool    `parser:"| @'apart'"`
	By        *Leap   `parser:"  @@?"`
	Count     *Times  `parser:"| @@"`
	On        []*Line `parser:"  ( 'on' @@ ( ',' @@ )* )? )"`
	For       *For    `parser:"@@?"`
}

// Line is where a rule holds: on each line of a kind, on the whole board, in each box or region, on some cells, or on
// these wherever they fit.
type Line struct {
	Node
	Word       string `parser:"  @( 'rows' | 'columns' | 'diagonals' | 'segments' | 'all' )"`
	Main       bool   `parser:"| @'main':View 'diagonals'"`
	Boxes      *Box   `parser:"| 'boxes' @@"`
	Regions    *Lines `parser:"| 'regions' @@"`
	Shape      *Shape `parser:"| @@"`
	Everywhere bool   `parser:"  @'everywhere'?"`
}

// Leap is the move of a chessman: in any direction, by the given lengths along the two axes.
type Leap struct {
	Node
	Man string `parser:"  @( 'knight' | 'king' )"`
	By  *Place `parser:"| @@"`
}

// SquareFile is a file with a partial Latin square, by its path.
type SquareFile struct {
	Node
	Path Text `parser:"@String"`
}

// PictureFile is a file with a picture, with pieces or with tiles, by its path.
type PictureFile struct {
	Node
	Path Text `parser:"@String"`
}

// CutRule states how the pieces of a dissection may be moved, or which shapes they may have.
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

// WordRule states where words stand, or which letters are given.
type WordRule struct {
	Node
	Word  string `parser:"  @( 'rows' | 'columns' | 'distinct' )"`
	Main  bool   `parser:"| @'main' 'diagonals'"`
	Given *Lines `parser:"| 'given' @@"`
}
