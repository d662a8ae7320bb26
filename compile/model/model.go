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
	Title     string
	About     string
	Params    []Param
	Boards    []*Board // those that the file declares itself
	Pieces    []*Piece // those that the file declares itself
	Pack      *Pack    // nil if nothing is packed
	Place     *Place   // nil if no men are placed
	Fill      *Fill    // nil if no board is filled with symbols
	Words     *Words   // nil if there are no words
	Dissect   *Dissect // nil if nothing is cut
	Items     []Items
	Options   []Option
	Matchings []Matching
	Forbids   []Forbid
	Search    Search
	Expects   []Expect
	Warnings  source.List
	// Where the file asks for one solution of each class, and for Latin squares without
	// the swaps that lead to larger ones; the zero span if it does not.
	BreakSymmetry, BreakSwaps source.Span
	// Spoken holds the families of items that the core names and does not declare.
	Spoken map[string]bool
	// Counted holds the families of items for which an option may count several times.
	Counted map[string]bool
	// Alike makes the classes that BreakSymmetry speaks of.
	Alike Alike
	// Cells are those of the board that a place in the file means, or a character of a picture:
	// where men and symbols are given, and cages lie. In a loop they are several.
	Cells map[source.Range][]lattice.Cell
}

// Lattice returns the one that solutions lie on.
func (p *Puzzle) Lattice() *lattice.Lattice {
	switch {
	case p.Pack != nil:
		return p.Pack.Board.Lattice
	case p.Place != nil:
		return p.Place.Board.Lattice
	case p.Fill != nil:
		return p.Fill.Board.Lattice
	}
	return lattice.Square
}

// Alike says which motions of the board make solutions alike.
type Alike int

// The motions that may make solutions alike; each allows those before it.
const (
	Unlike   Alike = iota
	Rotated        // rotations, and shifts of wrapped boards
	Mirrored       // reflections as well
)

// String names the motions as the language does.
func (a Alike) String() string { return [...]string{"", "rotation", "symmetry"}[a] }

// AlikeNamed is the reverse of String.
func AlikeNamed(word string) (Alike, bool) {
	for a := Rotated; a <= Mirrored; a++ {
		if a.String() == word {
			return a, true
		}
	}
	return Unlike, false
}

// Statements returns the kinds of statements that put something on cells.
func (p *Puzzle) Statements() (kinds []string) {
	for _, s := range []struct {
		kind  string
		there bool
	}{{"pack", p.Pack != nil}, {"place", p.Place != nil}, {"fill", p.Fill != nil}, {"words", p.Words != nil}, {"dissect", p.Dissect != nil}} {
		if s.there {
			kinds = append(kinds, s.kind)
		}
	}
	return kinds
}

// HasQuestion reports whether there is anything to solve.
func (p *Puzzle) HasQuestion() bool {
	return p.Pack != nil || p.Place != nil || p.Fill != nil || p.Words != nil || p.Dissect != nil || len(p.Items)+len(p.Options) > 0
}

// SymmetryKnown reports whether the puzzle is one whose symmetry the compiler
// sees: a packing, or men on a board, to which nothing is added.
func (p *Puzzle) SymmetryKnown() bool { return p.WhyNoSymmetry() == "" }

// WhyNoSymmetry says why the compiler does not see the symmetry of the puzzle, and "" if it does.
func (p *Puzzle) WhyNoSymmetry() string {
	var board *Board
	kept, empty := 0, 0
	switch {
	case p.Pack != nil:
		board, kept, empty = p.Pack.Board, len(p.Pack.Symmetric), len(p.Pack.Empties)
	case p.Place != nil:
		board, kept = p.Place.Board, len(p.Place.Symmetric)
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
	case p.Pack != nil && p.Place != nil || p.Fill != nil || p.Words != nil || p.Dissect != nil || len(p.Items)+len(p.Options)+len(p.Forbids) > 0:
		return "more is asked for than pieces or men on a board"
	}
	return ""
}

// Param is a parameter with its value.
type Param struct {
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
	Wrap     lattice.Wrap  // the periods of a wrapped board
	Joined   int           // the number of cells of its shape that are the same as others, by the periods
	Flip     *lattice.Flip // of a board with edges that are joined upside down, or nil
	Colors   map[lattice.Cell]rune
}

// Wrapped reports whether edges of the board are joined.
func (b *Board) Wrapped() bool { return len(b.Wrap) > 0 || b.Flip != nil }

// Grid numbers the cells of the board.
func (b *Board) Grid() *lattice.Grid {
	if b.Flip != nil {
		return lattice.NewFlipped(b.Lattice, b.All(), *b.Flip)
	}
	return lattice.NewGrid(b.Lattice, b.All(), b.Wrap)
}

// All returns the cells of both kinds.
func (b *Board) All() lattice.Shape { return b.Cells.Or(b.Optional) }

// Piece is a shape in all the orientations that it may take, each moved to
// the origin.
type Piece struct {
	Name         string
	Span         source.Span
	Lattice      *lattice.Lattice
	Shape        lattice.Shape
	Sides        Sides
	Orientations []lattice.Shape
	Marks        [][]lattice.Mark // of each orientation: the colors of its cells and of their sides; nil for none
}

// Marked returns an orientation with its marks.
func (p *Piece) Marked(orientation int) lattice.Marked {
	s := lattice.Marked{Shape: p.Orientations[orientation]}
	if p.Marks != nil {
		s.Marks = p.Marks[orientation]
	}
	return s
}

// Same reports whether two pieces have the same orientations, with the same marks.
func (p *Piece) Same(q *Piece) bool {
	if len(p.Orientations) != len(q.Orientations) {
		return false
	}
	for i := range p.Orientations {
		if !p.Marked(i).Equal(q.Marked(i)) {
			return false
		}
	}
	return true
}

// Number returns the number of an orientation, or -1 if the piece has no such orientation.
func (p *Piece) Number(orientation lattice.Marked) int {
	for i := range p.Orientations {
		if p.Marked(i).Equal(orientation) {
			return i
		}
	}
	return -1
}

// HasSides reports whether sides of the piece have colors.
func (p *Piece) HasSides() bool {
	return p.Marks != nil && slices.ContainsFunc(p.Marks[0], lattice.Mark.OnSide)
}

// Sides says how a piece may be turned.
type Sides string

const (
	Free     Sides = "free"      // pieces may be rotated and turned over
	OneSided Sides = "one-sided" // pieces may be rotated
	Fixed    Sides = "fixed"     // pieces may only be shifted
)

// Any is the maximum of a range without end.
const Any = -1

// Range is a number of things, from Min to Max; Max may be Any.
type Range struct {
	Min, Max int
}

// Once is the range of what is there exactly once.
var Once = Range{1, 1}

// Pack asks for a packing of the board.
type Pack struct {
	Span     source.Span
	Board    *Board
	Pieces   []*Packed
	Empty    *Leave            // nil if nothing is said of all cells together
	Empties  []Leave           // of some cells each
	Apart    [][2]lattice.Cell // pairs of cells that are not of different pieces
	Crossing bool              // of pieces of sticks
	Matched  bool              // cells lie on cells of their color, or on such without one
	Border   rune              // the color of sides that are at the border; 0 for any
	// Symmetric holds motions that map each solution to itself, by number of the cells.
	Symmetric [][]int32
}

// HasSides reports whether sides of pieces have colors.
func (p *Pack) HasSides() bool {
	return slices.ContainsFunc(p.Pieces, func(k *Packed) bool { return k.HasSides() })
}

// Colored reports whether the board or a piece has colors.
func (p *Pack) Colored() bool {
	return p.Board.Colors != nil || slices.ContainsFunc(p.Pieces, func(k *Packed) bool { return k.Marks != nil })
}

// Inks returns the colors of cells and sides of pieces, in order.
func (p *Pack) Inks() (colors []rune) {
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

// Packed is a piece of a packing.
type Packed struct {
	*Piece
	Copies Range
	Choice *Choice // nil, or the pieces of which some are chosen
	Keep   []Keep  // every copy obeys each
	Fix    []Fix   // for each, one copy is there
}

// Choice says how many of some pieces are used.
type Choice struct {
	Span  source.Span
	Count Range
}

// Keep restricts a piece to cells, or to orientations by number.
type Keep struct {
	In           lattice.Shape // nil for anywhere
	Orientations []int         // nil for any
}

// Fix puts a copy of a piece at a place: its corner, the least row and column
// that it has a cell in, is At.
type Fix struct {
	Span        source.Span
	At          lattice.Cell
	Orientation int // Any for any
}

// Leave is a number of cells that stay empty.
type Leave struct {
	Span  source.Span
	Count Range
	Cells lattice.Shape // nil for all
}

// Place asks for men on the cells of a board.
type Place struct {
	Span     source.Span
	Man      string
	Board    *Board
	Families []Lines
	Fix      []lattice.Cell // a man stands there
	Bar      []lattice.Cell // none does
	// Symmetric holds motions that map each solution to itself, by number of the cells.
	Symmetric [][]int32
}

// Lines is lines of cells with so many men on each. The items of several are
// called by the name and the number of the line, that of one by the name.
type Lines struct {
	Span  source.Span // of the rule, if there is one
	Name  string
	Lines []lattice.Shape
	Men   Range
	One   bool
}

// Fill asks for a symbol on each cell of a board. In a Latin square each symbol is once in
// each row and column.
type Fill struct {
	Span       source.Span
	Board      *Board
	Order      int // of a Latin square, or 0
	Symbols    []string
	Values     []int                // of the symbols, in sums
	Given      map[lattice.Cell]int // numbers of symbols
	Units      []Unit
	Orthogonal [][]int // nil, or the square that must be a mate
	Drawn      []lattice.Shape
	Apart      [][2]lattice.Cell // pairs of cells with different symbols
	Less       []Less
	Walks      []Walk
	Counts     []Counted
	Joined     []Joined
	Signs      []Sign
}

// Sign is what people draw for a rule.
type Sign struct {
	// Kind is a cage, around cells, with a text in its corner; a line, an arrow or a
	// thermometer, along cells; a mark between two, of which "<" points at the first; a clue in front
	// of the first of them; or a number in their middle.
	Kind  string
	Cells []lattice.Cell
	Text  string
	// Counts is the symbol that a clue counts, if it counts one.
	Counts string
}

// Joined says that the cells with a symbol are connected, or one loop.
type Joined struct {
	Span   source.Span
	Symbol int
	Loop   bool
}

// SwapsKnown reports whether swaps of rows, columns and symbols are known to make other
// solutions. Rules for single cells see differences between symbols, or between lines.
func (f *Fill) SwapsKnown() bool {
	return f.Order > 0 && len(f.Apart)+len(f.Less)+len(f.Walks)+len(f.Counts)+len(f.Joined) == 0
}

// Unit is cells with different symbols. If there are as many cells as symbols, each symbol
// is there once.
type Unit struct {
	Name  string // of its items
	Index int
	Cells lattice.Shape
}

// Walk is a rule that reads the symbols of some cells one after the other, and keeps a
// state: a finite automaton.
type Walk struct {
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

// Less is two cells of which the first has the lesser symbol.
type Less struct {
	Span  source.Span // of the rule
	Cells [2]lattice.Cell
}

// Counted is a number of cells that have a symbol.
type Counted struct {
	Span   source.Span
	Cells  []lattice.Cell
	Symbol int
	Times  Range
}

// Words asks for letters in a rectangle that form words.
type Words struct {
	Span          source.Span
	Rows, Columns int
	List          []string // words that are as long as some line
	Lines         []WordLine
	Distinct      bool
	Given         map[lattice.Cell]string
	Blocks        map[lattice.Cell]bool // cells without a letter, at which words end
}

// Board returns the rectangle that holds the words, and the cells without a letter.
func (w *Words) Board() *Board {
	return &Board{Name: "words", Lattice: lattice.Square, Cells: lattice.Rectangle(w.Rows, w.Columns)}
}

// WordLine is the cells of a word, in the order in which it is read.
type WordLine struct {
	Name  string // of its item
	Cells []lattice.Cell
}

// Dissect asks to cut a shape into pieces that form another one.
type Dissect struct {
	Span      source.Span
	From, To  lattice.Shape // each with its corner at the origin
	Pieces    int
	Motions   []lattice.Motion // that a piece may make before it is shifted
	Connected bool             // every piece is one part
	Sizes     Range            // of each piece, in cells
}

// Items declares items, once for each round of its loop.
type Items struct {
	Span      source.Span
	Secondary bool
	Times     Range
	PerRound  *Times // in place of Times, if it depends on the indices of the loop
	Refs      []Ref
	Loop      Loop
}

// Times is a multiplicity that each round of a loop has of its own.
type Times struct {
	Span      source.Span
	Low, High Expr
}

// Option declares options, one for each round of its loop.
type Option struct {
	Span source.Span
	Refs []Ref
	Loop Loop
}

// Matching says that the options pair two families of items one to one, in each
// round of its loop.
type Matching struct {
	Span        source.Span
	Left, Right Family
	Loop        Loop
}

// Family is one side of a matching: its items, once for each round of a loop
// inside that of the matching.
type Family struct {
	Span source.Span
	Refs []Ref
	Loop Loop
}

// Forbid names options that are not all chosen, in each round of its loop.
type Forbid struct {
	Span    source.Span
	Options []Option // each by all its items, without a loop of its own
	Loop    Loop
}

// Ref names an item. In an option it may give the item a color.
type Ref struct {
	Span    source.Span
	Family  string
	Indices []Expr
	Color   Color
	Times   Expr  // how often the option counts for the item; nil for once
	IfAny   bool  // no error if there is no such item
	Over    *Loop // in an option: one item for each round of it, or nil
}

// Color is a color by name or by number; the zero Color is none.
type Color struct {
	Name   string
	Number Expr
}

// Search holds hints for the runtime; empty names mean the defaults.
type Search struct {
	Order    string // of items
	Options  string // the order of options
	Chooser  string
	Filter   string
	Restarts int64 // nodes before the first restart, and 0 for none
	Seed     uint64
}

// Expect is a fact about the number of solutions.
type Expect struct {
	Span      source.Span
	Low, High *big.Int // High is nil if there is no upper bound
	UpTo      Alike    // classes of solutions are counted
	UpToSwaps bool     // Latin squares are counted without the swaps that lead to larger ones
	Applies   bool     // false if the condition behind "when" is not met
	// Given holds the parameters that the condition names, if it is one or
	// several of the form n = 8: with these values it is met.
	Given map[string]int64
}
