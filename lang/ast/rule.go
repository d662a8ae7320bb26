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

// Leap is how a chessman moves: in any direction, so far along the one side and so far
// along the other.
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
