// Package model is the checked puzzle: names are resolved, numbers are known,
// shapes are cells.
//
// The package check makes it, the package lower reads it. It holds no text but
// the places in the source that later errors will point at.
package model

import (
	"math/big"
	"slices"

	"quadrille/compile/lattice"
	"quadrille/lang/source"
)

// Puzzle is what a file asks for.
type Puzzle struct {
	Title      string
	About      string
	Params     []ParamValue
	Boards     []*Board      // those that the file declares itself
	Pieces     []*Piece      // those that the file declares itself
	Packing    *Packing      // nil if nothing is packed
	Placement  *ManPlacement // nil if no men are placed
	Filling    *Filling      // nil if no board is filled with symbols
	Words      *WordPuzzle   // nil if there are no words
	Dissection *Dissection   // nil if nothing is cut
	Items      []ItemDeclaration
	Options    []OptionDeclaration
	Matchings  []MatchingRule
	Forbids    []ForbidRule
	Search     SearchHints
	Expects    []Expectation
	Warnings   source.DiagnosticList
	// Where the file asks for one solution of each class, and for Latin squares without
	// the swaps that lead to larger ones; the zero span if it does not.
	BreakSymmetry, BreakSwaps source.Span
	// NamedFamilies holds the families of items that the core names and does not declare.
	NamedFamilies map[string]bool
	// CountedFamilies holds the families of items for which an option may count several times.
	CountedFamilies map[string]bool
	// Equivalence makes the classes that BreakSymmetry speaks of.
	Equivalence Equivalence
	// Cells are those of the board that a place in the file means, or a character of a picture:
	// where men and symbols are given, and cages lie. In a loop they are several.
	Cells map[source.Range][]lattice.Cell
}

// SolutionLattice returns the one that solutions lie on.
func (p *Puzzle) SolutionLattice() *lattice.Lattice {
	switch {
	case p.Packing != nil:
		return p.Packing.Board.Lattice
	case p.Placement != nil:
		return p.Placement.Board.Lattice
	case p.Filling != nil:
		return p.Filling.Board.Lattice
	}
	return lattice.Square
}

// Equivalence says which motions of the board make solutions alike.
type Equivalence int

// The motions that may make solutions alike; each allows those before it.
const (
	Distinct Equivalence = iota
	Rotated              // rotations, and shifts of wrapped boards
	Mirrored             // reflections as well
)

// String names the motions as the language does.
func (a Equivalence) String() string { return [...]string{"", "rotation", "symmetry"}[a] }

// EquivalenceNamed is the reverse of String.
func EquivalenceNamed(word string) (Equivalence, bool) {
	for a := Rotated; a <= Mirrored; a++ {
		if a.String() == word {
			return a, true
		}
	}
	return Distinct, false
}

// Statements returns the kinds of statements that put something on cells.
func (p *Puzzle) Statements() (kinds []string) {
	for _, s := range []struct {
		kind  string
		there bool
	}{{"pack", p.Packing != nil}, {"place", p.Placement != nil}, {"fill", p.Filling != nil}, {"words", p.Words != nil},
		{"dissect", p.Dissection != nil}} {
		if s.there {
			kinds = append(kinds, s.kind)
		}
	}
	return kinds
}

// HasQuestion reports whether there is anything to solve.
func (p *Puzzle) HasQuestion() bool {
	return p.Packing != nil || p.Placement != nil || p.Filling != nil || p.Words != nil || p.Dissection != nil ||
		len(p.Items)+len(p.Options) > 0
}

// SymmetryKnown reports whether the puzzle is one whose symmetry the compiler
// sees: a packing, or men on a board, to which nothing is added.
func (p *Puzzle) SymmetryKnown() bool { return p.WhyNoSymmetry() == "" }

// WhyNoSymmetry says why the compiler does not see the symmetry of the puzzle, and "" if it does.
func (p *Puzzle) WhyNoSymmetry() string {
	var board *Board
	kept, empty := 0, 0
	switch {
	case p.Packing != nil:
		board, kept, empty = p.Packing.Board, len(p.Packing.Symmetric), len(p.Packing.Empties)
	case p.Placement != nil:
		board, kept = p.Placement.Board, len(p.Placement.Symmetric)
	}
	switch {
	case board == nil:
		return "there is no board with pieces or men"
	case board.Flip != nil:
		return "the edges of the board are joined upside down"
	case kept > 0:
		return "`keep symmetric` has taken some out"
	case empty > 0:
		return "cells of a part of the board stay empty"
	case p.Packing != nil && p.Placement != nil || p.Filling != nil || p.Words != nil || p.Dissection != nil ||
		len(p.Items)+len(p.Options)+len(p.Forbids) > 0:
		return "more is asked for than pieces or men on a board"
	}
	return ""
}

// ParamValue is a parameter with its value.
type ParamValue struct {
	Name  string
	Value int64
}

// Board is a region to be packed. Cells must be covered, Optional ones may be.
type Board struct {
	Name     string
	Span     source.Span
	Lattice  *lattice.Lattice
	Cells    lattice.Shape
	Optional lattice.Shape
	Wrap     lattice.Wrap      // the periods of a wrapped board
	Joined   int               // the number of cells of its shape that are the same as others, by the periods
	Flip     *lattice.EdgeFlip // of a board with edges that are joined upside down, or nil
	Colors   map[lattice.Cell]rune
}

// IsWrapped reports whether edges of the board are joined.
func (b *Board) IsWrapped() bool { return len(b.Wrap) > 0 || b.Flip != nil }

// NewGrid numbers the cells of the board.
func (b *Board) NewGrid() *lattice.Grid {
	if b.Flip != nil {
		return lattice.NewFlipped(b.Lattice, b.AllCells(), *b.Flip)
	}
	return lattice.NewGrid(b.Lattice, b.AllCells(), b.Wrap)
}

// AllCells returns the cells of both kinds.
func (b *Board) AllCells() lattice.Shape { return b.Cells.Or(b.Optional) }

// Piece is a shape in all the orientations that it may take, each moved to
// the origin.
type Piece struct {
	Name         string
	Span         source.Span
	Lattice      *lattice.Lattice
	Shape        lattice.Shape
	Sides        PieceSides
	Orientations []lattice.Shape
	Marks        [][]lattice.ColorMark // of each orientation: the colors of its cells and of their sides; nil for none
}

// MarkedOrientation returns an orientation with its marks.
func (p *Piece) MarkedOrientation(orientation int) lattice.MarkedShape {
	s := lattice.MarkedShape{Shape: p.Orientations[orientation]}
	if p.Marks != nil {
		s.Marks = p.Marks[orientation]
	}
	return s
}

// EqualOrientations reports whether two pieces have the same orientations, with the same marks.
func (p *Piece) EqualOrientations(q *Piece) bool {
	if len(p.Orientations) != len(q.Orientations) {
		return false
	}
	for i := range p.Orientations {
		if !p.MarkedOrientation(i).Equal(q.MarkedOrientation(i)) {
			return false
		}
	}
	return true
}

// OrientationNumber returns the number of an orientation, or -1 if the piece has no such orientation.
func (p *Piece) OrientationNumber(orientation lattice.MarkedShape) int {
	for i := range p.Orientations {
		if p.MarkedOrientation(i).Equal(orientation) {
			return i
		}
	}
	return -1
}

// HasSides reports whether sides of the piece have colors.
func (p *Piece) HasSides() bool {
	return p.Marks != nil && slices.ContainsFunc(p.Marks[0], lattice.ColorMark.OnSide)
}

// PieceSides says how a piece may be turned.
type PieceSides string

const (
	Free     PieceSides = "free"      // pieces may be rotated and turned over
	OneSided PieceSides = "one-sided" // pieces may be rotated
	Fixed    PieceSides = "fixed"     // pieces may only be shifted
)

// Any is the maximum of a range without end.
const Any = -1

// CountRange is a number of things, from Min to Max; Max may be Any.
type CountRange struct {
	Min, Max int
}

// Once is the range of what is there exactly once.
var Once = CountRange{1, 1}

// Packing asks for a packing of the board.
type Packing struct {
	Span     source.Span
	Board    *Board
	Pieces   []*PackedPiece
	Empty    *EmptyCells       // nil if nothing is said of all cells together
	Empties  []EmptyCells      // of some cells each
	Apart    [][2]lattice.Cell // pairs of cells that are not of different pieces
	Crossing bool              // of pieces of sticks
	Matched  bool              // cells lie on cells of their color, or on such without one
	Border   rune              // the color of sides that are at the border; 0 for any
	// Symmetric holds motions that map each solution to itself, by number of the cells.
	Symmetric [][]int32
}

// HasSides reports whether sides of pieces have colors.
func (p *Packing) HasSides() bool {
	return slices.ContainsFunc(p.Pieces, func(k *PackedPiece) bool { return k.HasSides() })
}

// HasColors reports whether the board or a piece has colors.
func (p *Packing) HasColors() bool {
	return p.Board.Colors != nil || slices.ContainsFunc(p.Pieces, func(k *PackedPiece) bool { return k.Marks != nil })
}

// InkColors returns the colors of cells and sides of pieces, in order.
func (p *Packing) InkColors() (colors []rune) {
	for _, k := range p.Pieces {
		for _, m := range k.Marks {
			for _, mark := range m {
				colors = append(colors, mark.Color)
			}
		}
	}
	slices.Sort(colors)
	return slices.Compact(colors)
}

// PackedPiece is a piece of a packing.
type PackedPiece struct {
	*Piece
	Copies CountRange
	Choice *PieceChoice // nil, or the pieces of which some are chosen
	Keep   []PieceLimit // every copy obeys each
	Fix    []FixedPlace // for each, one copy is there
}

// PieceChoice says how many of some pieces are used.
type PieceChoice struct {
	Span  source.Span
	Count CountRange
}

// PieceLimit restricts a piece to cells, or to orientations by number.
type PieceLimit struct {
	In           lattice.Shape // nil for anywhere
	Orientations []int         // nil for any
}

// FixedPlace puts a copy of a piece at a place: its corner, the least row and column
// that it has a cell in, is At.
type FixedPlace struct {
	Span        source.Span
	At          lattice.Cell
	Orientation int // Any for any
}

// EmptyCells is a number of cells that stay empty.
type EmptyCells struct {
	Span  source.Span
	Count CountRange
	Cells lattice.Shape // nil for all
}

// ManPlacement asks for men on the cells of a board.
type ManPlacement struct {
	Span     source.Span
	Chessman string
	Board    *Board
	Families []LineGroup
	Fix      []lattice.Cell // a man stands there
	Bar      []lattice.Cell // none does
	// Symmetric holds motions that map each solution to itself, by number of the cells.
	Symmetric [][]int32
}

// LineGroup is lines of cells with so many men on each. The items of several are
// called by the name and the number of the line, that of one by the name.
type LineGroup struct {
	Span  source.Span // of the rule, if there is one
	Name  string
	Lines []lattice.Shape
	Men   CountRange
	One   bool
}

// Filling asks for a symbol on each cell of a board. In a Latin square each symbol is once in
// each row and column.
type Filling struct {
	Span       source.Span
	Board      *Board
	Order      int // of a Latin square, or 0
	Symbols    []string
	Values     []int                // of the symbols, in sums
	Given      map[lattice.Cell]int // numbers of symbols
	Units      []DistinctUnit
	Orthogonal [][]int // nil, or the square that must be a mate
	Drawn      []lattice.Shape
	Apart      [][2]lattice.Cell // pairs of cells with different symbols
	Less       []LessRule
	Walks      []RuleWalk
	Counts     []SymbolCount
	Joined     []ConnectedRule
	Signs      []RuleSign
}

// RuleSign is what people draw for a rule.
type RuleSign struct {
	// Kind is a cage, around cells, with a text in its corner; a line, an arrow or a
	// thermometer, along cells; a mark between two, of which "<" points at the first; a clue in front
	// of the first of them; or a number in their middle.
	Kind  string
	Cells []lattice.Cell
	Text  string
	// Counts is the symbol that a clue counts, if it counts one.
	Counts string
}

// ConnectedRule says that the cells with a symbol are connected, or one loop.
type ConnectedRule struct {
	Span   source.Span
	Symbol int
	Loop   bool
}

// SwapsKnown reports whether swaps of rows, columns and symbols are known to make other
// solutions. Rules for single cells see differences between symbols, or between lines.
func (f *Filling) SwapsKnown() bool {
	return f.Order > 0 && len(f.Apart)+len(f.Less)+len(f.Walks)+len(f.Counts)+len(f.Joined) == 0
}

// DistinctUnit is cells with different symbols. If there are as many cells as symbols, each symbol
// is there once.
type DistinctUnit struct {
	Name  string // of its items
	Index int
	Cells lattice.Shape
}

// RuleWalk is a rule that reads the symbols of some cells one after the other, and keeps a
// state: a finite automaton.
type RuleWalk struct {
	Span  source.Span // of the rule, or of its clue
	Cells []lattice.Cell
	Begin int64
	// Step reads the value of the symbol on the cell with a number, and returns the next
	// state, if there is one.
	Step func(state int64, number, value int) (int64, bool)
	// Ends reports whether the walk may end in a state.
	Ends func(state int64) bool
	// AnyOrder says that the order of the cells does not matter, and Distinct that their
	// symbols differ as well.
	AnyOrder, Distinct bool
}

// LessRule is two cells of which the first has the lesser symbol.
type LessRule struct {
	Span  source.Span // of the rule
	Cells [2]lattice.Cell
}

// SymbolCount is a number of cells that have a symbol.
type SymbolCount struct {
	Span   source.Span
	Cells  []lattice.Cell
	Symbol int
	Times  CountRange
}

// WordPuzzle asks for letters in a rectangle that form words.
type WordPuzzle struct {
	Span          source.Span
	Rows, Columns int
	List          []string // words that are as long as some line
	Lines         []WordLine
	Distinct      bool
	Given         map[lattice.Cell]string
	Blocks        map[lattice.Cell]bool // cells without a letter, at which words end
}

// WordBoard returns the rectangle that holds the words, and the cells without a letter.
func (w *WordPuzzle) WordBoard() *Board {
	return &Board{Name: "words", Lattice: lattice.Square, Cells: lattice.Rectangle(w.Rows, w.Columns)}
}

// WordLine is the cells of a word, in the order in which it is read.
type WordLine struct {
	Name  string // of its item
	Cells []lattice.Cell
}

// Dissection asks to cut a shape into pieces that form another one.
type Dissection struct {
	Span      source.Span
	From, To  lattice.Shape // each with its corner at the origin
	Pieces    int
	Motions   []lattice.Motion // that a piece may make before it is shifted
	Connected bool             // every piece is one part
	Sizes     CountRange       // of each piece, in cells
}

// ItemDeclaration declares items, once for each round of its loop.
type ItemDeclaration struct {
	Span      source.Span
	Secondary bool
	Times     CountRange
	PerRound  *Times // in place of Times, if it depends on the indices of the loop
	Refs      []ItemRef
	Loop      Loop
}

// Times is a multiplicity that each round of a loop has of its own.
type Times struct {
	Span      source.Span
	Low, High ValueFunc
}

// OptionDeclaration declares options, one for each round of its loop.
type OptionDeclaration struct {
	Span source.Span
	Refs []ItemRef
	Loop Loop
}

// MatchingRule says that the options pair two families of items one to one, in each
// round of its loop.
type MatchingRule struct {
	Span        source.Span
	Left, Right FamilyItems
	Loop        Loop
}

// FamilyItems is one side of a matching: its items, once for each round of a loop
// inside that of the matching.
type FamilyItems struct {
	Span source.Span
	Refs []ItemRef
	Loop Loop
}

// ForbidRule names options that are not all chosen, in each round of its loop.
type ForbidRule struct {
	Span    source.Span
	Options []OptionDeclaration // each by all its items, without a loop of its own
	Loop    Loop
}

// ItemRef names an item. In an option it may give the item a color.
type ItemRef struct {
	Span    source.Span
	Family  string
	Indices []ValueFunc
	Color   ItemColor
	Times   ValueFunc // how often the option counts for the item; nil for once
	IfAny   bool      // no error if there is no such item
	Over    *Loop     // in an option: one item for each round of it, or nil
}

// ItemColor is a color by name or by number; the zero Color is none.
type ItemColor struct {
	Name   string
	Number ValueFunc
}

// SearchHints holds hints for the runtime; empty names mean the defaults.
type SearchHints struct {
	Order    string // of items
	Options  string // the order of options
	Chooser  string
	Filter   string
	Restarts int64 // nodes before the first restart, and 0 for none
	Seed     uint64
}

// Expectation is a fact about the number of solutions.
type Expectation struct {
	Span      source.Span
	Low, High *big.Int    // High is nil if there is no upper bound
	UpTo      Equivalence // classes of solutions are counted
	UpToSwaps bool        // Latin squares are counted without the swaps that lead to larger ones
	Applies   bool        // false if the condition behind "when" is not met
	// Given holds the parameters that the condition names, if it is one or
	// several of the form n = 8: with these values it is met.
	Given map[string]int64
}
