// Package model is the checked puzzle: names are resolved, numbers are computed, shapes are cells.
//
// Package check makes it, and package lower reads it. It holds no text except the places in the source for
// later errors.
package model

import (
	"math/big"
	"slices"

	"quadrille/compile/lattice"
	"quadrille/lang/source"
)

// Puzzle is the meaning of a file.
type Puzzle struct {
	Title      string
	About      string
	Params     []ParamValue
	Vocabulary *Vocabulary   // words of lists and tables
	Boards     []*Board      // boards that the file declares itself
	Pieces     []*Piece      // pieces that the file declares itself
	Packing    *Packing      // nil if nothing is packed
	Placement  *ManPlacement // nil if no men are placed
	Filling    *Filling      // nil if no board is filled with symbols
	Words      *WordPuzzle   // nil if there are no words
	Dissection *Dissection   // nil if nothing is cut
	Items      []ItemDeclaration
	Options    []OptionDeclaration
	Matchings  []MatchingRule
	Forbids    []ForbidRule
	Shown      []ShownTable // tables that solutions are printed as
	Goal       *Goal        // nil if no solution is better than another
	Search     SearchHints
	Expects    []Expectation
	Warnings   source.DiagnosticList
	// BreakSymmetry and BreakSwaps are the places where the file asks for one solution of each class, and for
	// Latin squares without swaps that lead to larger ones; zero spans if it does not.
	BreakSymmetry, BreakSwaps source.Span
	// NamedFamilies holds the families of items that the core names but does not declare.
	NamedFamilies map[string]bool
	// ReadFamilies holds the families of items without a bound for which an option may count several times. Only
	// the goal reads how often.
	ReadFamilies map[string]bool
	// CoreCovers reports whether the core names cells of the packed board, which its options then cover.
	CoreCovers bool
	// CountedFamilies holds the families of items for which an option may count several times.
	CountedFamilies map[string]bool
	// Equivalence defines the classes of BreakSymmetry.
	Equivalence Equivalence
	// Cells holds the cells of the board that a place in the file means: a given man or symbol, a region, or a
	// character of a picture. A place in a loop may mean several cells.
	Cells map[source.Range][]lattice.Cell
}

// SolutionLattice returns the lattice of solutions.
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

// Equivalence is the set of motions of the board under which solutions are equivalent.
type Equivalence int

// The equivalences; each includes the motions of those before it.
const (
	Distinct Equivalence = iota
	Rotated              // rotations, and shifts of wrapped boards
	Mirrored             // reflections as well
)

// String returns the word of the language for the motions.
func (a Equivalence) String() string { return [...]string{"", "rotation", "symmetry"}[a] }

// EquivalenceNamed is the inverse of String.
func EquivalenceNamed(word string) (Equivalence, bool) {
	for a := Rotated; a <= Mirrored; a++ {
		if a.String() == word {
			return a, true
		}
	}
	return Distinct, false
}

// Statements returns the kinds of statements in the puzzle that put something on cells.
func (p *Puzzle) Statements() (kinds []string) {
	for _, s := range []struct {
		kind      string
		isPresent bool
	}{{"pack", p.Packing != nil}, {"place", p.Placement != nil}, {"fill", p.Filling != nil}, {"words", p.Words != nil},
		{"dissect", p.Dissection != nil}} {
		if s.isPresent {
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

// SymmetryKnown reports whether the compiler can find the symmetry of the puzzle. It can for a packing, or men
// on a board, without other statements.
func (p *Puzzle) SymmetryKnown() bool { return p.WhyNoSymmetry() == "" }

// WhyNoSymmetry returns the reason why the compiler cannot find the symmetry of the puzzle, or "".
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
		return "`symmetric` has taken some out"
	case empty > 0:
		return "cells of a part of the board stay empty"
	case p.Packing != nil && p.Packing.Connected.IsKnown():
		return "the cells that stay empty are connected"
	case p.Packing != nil && slices.ContainsFunc(p.Packing.Pieces, func(k *PackedPiece) bool { return k.Region != nil }):
		return "its regions belong to numbers"
	case p.Packing != nil && p.Placement != nil || p.Filling != nil || p.Words != nil || p.Dissection != nil ||
		len(p.Items)+len(p.Options)+len(p.Forbids) > 0:
		return "more is asked for than pieces or men on a board"
	}
	return ""
}

// Goal says that the best solutions are those of which the measures, times their factors, add up to the least, or
// to the most.
type Goal struct {
	Span     source.Span
	Maximize bool
	Measures []Measure
}

// Measure is a number that each solution has. One of its fields says what it counts.
type Measure struct {
	Span    source.Span
	Factor  int64
	Empty   bool           // cells that stay empty
	Men     bool           // men
	Symbols []string       // cells with one of these symbols
	Pieces  []*PackedPiece // copies of these pieces
	Family  string         // how often options count for the items of a family
	Item    string         // the only item of the family that is meant, or "" for all
}

// PieceValue returns what a copy of a piece adds to the value of a solution.
func (g *Goal) PieceValue(k *PackedPiece) (value int64) {
	if g == nil {
		return 0
	}
	for _, m := range g.Measures {
		if slices.Contains(m.Pieces, k) {
			value += m.Factor
		}
	}
	return value
}

// ParamValue is a parameter with its value.
type ParamValue struct {
	Name  string
	Value int64
}

// Board is a region to be packed. Cells must be covered, and Optional may be.
type Board struct {
	Name     string
	Span     source.Span
	Lattice  *lattice.Lattice
	Cells    lattice.Shape
	Optional lattice.Shape
	Wrap     lattice.Wrap      // periods of a wrapped board
	Joined   int               // number of cells of its shape that the periods identify with other cells
	Flip     *lattice.EdgeFlip // flip of a board whose edges are joined with one, or nil
	Colors   map[lattice.Cell]rune
	Labels   map[lattice.Cell]string // by cell with one; nil if the board declares none
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

// AllCells returns the cells that must or may be covered.
func (b *Board) AllCells() lattice.Shape { return b.Cells.Or(b.Optional) }

// Piece is a shape in all its allowed orientations, each moved to the origin.
type Piece struct {
	Name         string
	Span         source.Span
	Lattice      *lattice.Lattice
	Shape        lattice.Shape
	Sides        PieceSides
	Orientations []lattice.Shape
	Marks        [][]lattice.ColorMark // by orientation: the colors of its cells and of their sides; nil for none
	// Region is the region that the piece stands for, or nil. Lowering finds its shapes; in the model it has one cell.
	Region *FoundRegion
}

// FoundRegion is a region of the board that the solution finds.
type FoundRegion struct {
	Span      source.Span // the number that tells the size
	Cell      lattice.Cell
	Size      int  // number of cells; 0 if any
	Rectangle bool // whether it is a rectangle
}

// Area returns the number of cells of the piece.
func (p *Piece) Area() int {
	if p.Region != nil {
		return p.Region.Size
	}
	return len(p.Shape)
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

// PieceSides is the set of motions that a piece allows.
type PieceSides string

const (
	Free     PieceSides = "free"      // pieces may be rotated and turned over
	OneSided PieceSides = "one-sided" // pieces may be rotated
	Fixed    PieceSides = "fixed"     // pieces may only be shifted
)

// Any is the maximum of a range without a bound.
const Any = -1

// CountRange is a range of numbers of things, from Min to Max. Max may be Any.
type CountRange struct {
	Min, Max int
}

// Once is the range of exactly one.
var Once = CountRange{1, 1}

// Packing is a statement that packs a board with pieces.
type Packing struct {
	Span      source.Span
	Board     *Board
	Pieces    []*PackedPiece
	Empty     *EmptyCells  // nil if the total number is not restricted
	Empties   []EmptyCells // the same for some cells each
	Apart     []Separation // pairs of cells that different pieces must not cover, by numbers of pieces
	Connected source.Span  // rule that the empty cells are connected; the zero span if there is none
	Seams     []Seam       // lines and corners that a piece must lie across
	Crossing  bool         // whether pieces of sticks may cross
	Matched   bool         // whether a colored cell must lie on a cell of its color, or on one without a color
	Border    rune         // color of sides at the border; 0 for any
	// Symmetric holds motions that must map each solution to itself, as the image of each cell, by number.
	Symmetric [][]int32
}

// Separation is pairs of cells on which some things must not stand together.
type Separation struct {
	Of    []int             // the numbers of these things, which ascend; nil for all pieces or men, or for equal symbols
	Pairs [][2]lattice.Cell // each pair once, the lesser cell first
}

// Seam is a line that a piece must lie across, or a corner at which no four pieces may meet.
type Seam struct {
	Span     source.Span
	Name     string         // name of its item
	Cells    []lattice.Cell // the cells before the line, or the four at the corner
	Step     lattice.Cell   // leads from these cells over the line; zero for a corner
	Optional bool           // whether a cell at the corner is optional
}

// HasSides reports whether sides of pieces have colors.
func (p *Packing) HasSides() bool {
	return slices.ContainsFunc(p.Pieces, func(k *PackedPiece) bool { return k.HasSides() })
}

// HasColors reports whether the board or a piece has colors.
func (p *Packing) HasColors() bool {
	return p.Board.Colors != nil || slices.ContainsFunc(p.Pieces, func(k *PackedPiece) bool { return k.Marks != nil })
}

// InkColors returns the colors of the cells and sides of all pieces, sorted.
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
	Choice *PieceChoice // nil, or the choice that the piece belongs to
	Keep   []PieceLimit // limits that every copy obeys
	Fix    []FixedPlace // places with one copy each
}

// PieceChoice is the number of pieces to use out of a set.
type PieceChoice struct {
	Span  source.Span
	Count CountRange
}

// PieceLimit restricts a piece to cells, or to some orientations, given by number.
type PieceLimit struct {
	In           lattice.Shape // nil for any place
	Orientations []int         // nil for any orientation
}

// FixedPlace puts a copy of a piece at a place. At is the corner of the piece: the least row and the least
// column of its cells.
type FixedPlace struct {
	Span        source.Span
	At          lattice.Cell
	Orientation int // number of the orientation, or Any
}

// EmptyCells is a range for the number of cells that stay empty.
type EmptyCells struct {
	Span  source.Span
	Count CountRange
	Cells lattice.Shape // nil for all cells
}

// ManPlacement is a statement that places men on the cells of a board.
type ManPlacement struct {
	Span     source.Span
	Chessman string
	Board    *Board
	Families []LineGroup
	Apart    []Separation // pairs of cells that must not both have a man
	// Symmetric holds motions that must map each solution to itself, as the image of each cell, by number.
	Symmetric [][]int32
}

// LineGroup is a list of lines with a range for the number of men on each. The item of line k of several is
// called by the name and k, the item of a single line by the name alone.
type LineGroup struct {
	Span  source.Span // place of the rule, if there is one
	Name  string
	Lines []lattice.Shape
	Men   CountRange
	One   bool
}

// Filling is a statement that puts a symbol on each cell of a board. In a Latin square each symbol is once in
// each row and column.
type Filling struct {
	Span    source.Span
	Board   *Board
	Order   int // order of a Latin square, or 0
	Symbols []string
	Values  []int                // by symbol: its value in sums
	Given   map[lattice.Cell]int // by given cell: the number of its symbol
	Units   []DistinctUnit
	Drawn   []lattice.Shape
	Apart   []Separation // pairs of cells with different symbols, or without two of some symbols
	Less    []LessRule
	Walks   []RuleWalk
	Counts  []SymbolCount
	Joined  []ConnectedRule
	Signs   []RuleSign
}

// RuleSign is the drawing of a rule, as in puzzle books.
type RuleSign struct {
	// Kind is a cage around cells, with a text in its corner; a line, an arrow or a thermometer along cells; a
	// mark between two cells, of which "<" points at the first; a clue in front of the first cell; or a number
	// in the middle of the cells.
	Kind  string
	Cells []lattice.Cell
	Text  string
	// Counts is the symbol that a clue counts, or "".
	Counts string
}

// ConnectedRule requires that the cells with a symbol are connected, or form one loop.
type ConnectedRule struct {
	Span   source.Span
	Symbol int
	Loop   bool
}

// SwapsKnown reports whether swaps of rows, columns and symbols lead to other solutions. Rules about single
// cells distinguish symbols or lines, so swaps may break them.
func (f *Filling) SwapsKnown() bool {
	return f.Order > 0 && len(f.Apart)+len(f.Less)+len(f.Walks)+len(f.Counts)+len(f.Joined) == 0
}

// DistinctUnit is a set of cells with different symbols. If there are as many cells as symbols, each symbol
// occurs once.
type DistinctUnit struct {
	Name  string // name of its items
	Index string
	Cells lattice.Shape
}

// RuleWalk is a rule in the form of a finite automaton: it reads the symbols of some cells in order.
type RuleWalk struct {
	Span  source.Span // place of the rule, or of its clue
	Name  string      // of a clue, such as "the sum 12 of the cage a"; "" for a rule without a name
	Cells []lattice.Cell
	Begin int64
	// Step reads the value of the symbol on cell number, and returns the next state; false if there is none.
	Step func(state int64, number, value int) (int64, bool)
	// Ends reports whether a state is accepting.
	Ends func(state int64) bool
	// AnyOrder reports whether the order of the cells does not matter. Distinct reports whether their symbols
	// must differ as well.
	AnyOrder, Distinct bool
}

// LessRule requires that the first of two cells has the lesser symbol.
type LessRule struct {
	Span  source.Span // place of the rule
	Cells [2]lattice.Cell
}

// SymbolCount is a number of cells that have one of some symbols.
type SymbolCount struct {
	Span    source.Span
	Cells   []lattice.Cell
	Symbols []int // by their numbers
	Times   CountRange
}

// WordPuzzle is a statement that fills a rectangle with letters that form words.
type WordPuzzle struct {
	Span          source.Span
	Rows, Columns int
	List          []string // words with the length of some line
	Lines         []WordLine
	Distinct      bool
	Given         map[lattice.Cell]string
	Blocks        map[lattice.Cell]bool // cells without a letter, which separate words
}

// WordBoard returns the rectangle of the words as a board, and the cells without a letter.
func (w *WordPuzzle) WordBoard() *Board {
	return &Board{Name: "words", Lattice: lattice.Square, Cells: lattice.Rectangle(w.Rows, w.Columns)}
}

// WordLine holds the cells of a word, in reading order.
type WordLine struct {
	Name  string // name of its item
	Cells []lattice.Cell
}

// Dissection is a statement that cuts a shape into pieces that form another one.
type Dissection struct {
	Span      source.Span
	From, To  lattice.Shape // both have their corner at the origin
	Pieces    int
	Motions   []lattice.Motion // motions that a piece may make before it is shifted
	Connected bool             // whether every piece must be connected
	Sizes     CountRange       // allowed number of cells of each piece
}

// ItemDeclaration declares items, once for each round of its loop.
type ItemDeclaration struct {
	Span      source.Span
	Secondary bool
	Times     CountRange
	PerRound  *Times // replaces Times if it depends on the indices of the loop
	Refs      []ItemRef
	Loop      Loop
}

// Times is a multiplicity that depends on the round of a loop.
type Times struct {
	Span      source.Span
	Low, High ValueFunc
}

// OptionDeclaration declares options, one for each round of its loop.
type OptionDeclaration struct {
	Span source.Span
	Refs []ItemRef
	Loop Loop
	// Chosen reports whether the options are alternatives of a choose statement. Their first item tells of which
	// choice; equal alternatives are one.
	Chosen bool
}

// ShownTable is a table of the options of a solution that hold some items. Indices and colors of the items are
// named, and each value of Rows and Columns has a row and a column.
type ShownTable struct {
	Span          source.Span
	Items         []ShownItem
	Rows, Columns string // Columns is "" if the options of a row stand side by side
}

// ShownItem is an item of an option that is shown. The color is the last of its values, if it has one.
type ShownItem struct {
	Family   string
	Values   []ShownValue
	HasColor bool
}

// ShownValue is the name of a value, or the text of the value that it must have; of both one is "". The name "_" may
// stand for several values, and is not shown.
type ShownValue struct{ Name, Is string }

// MatchingRule states that the options pair two families of items one to one, in each round of its loop.
type MatchingRule struct {
	Span        source.Span
	Left, Right FamilyItems
	Loop        Loop
}

// FamilyItems is one side of a matching: its items, once for each round of a loop inside that of the matching.
type FamilyItems struct {
	Span source.Span
	Refs []ItemRef
	Loop Loop
}

// ForbidRule names options that must not all be chosen, in each round of its loop.
type ForbidRule struct {
	Span    source.Span
	Options []OptionDeclaration // each is identified by all its items, and has no loop
	Loop    Loop
}

// ItemRef names an item. In an option it may give the item a color.
type ItemRef struct {
	Span    source.Span
	Family  string
	Indices []ValueFunc
	Color   ItemColor
	Times   ValueFunc // number of times that the option counts for the item; nil for once
	IfAny   bool      // whether a missing item is left out without an error
	Over    *Loop     // in an option: a loop with one item for each round, or nil
}

// ItemColor is a color by name or by number; the zero Color is none.
type ItemColor struct {
	Name   string
	Number ValueFunc
}

// SearchHints holds hints for the runtime; empty names mean the defaults.
type SearchHints struct {
	Order    string // order of items
	Options  string // order of options
	Chooser  string
	Filter   string
	Restarts int64 // nodes before the first restart; 0 for no restarts
	Seed     uint64
}

// Expectation is a fact about the number of solutions, or about the value of the best ones.
type Expectation struct {
	Span      source.Span
	Optimum   *int64      // value of the best solutions; nil if their number is meant
	Low, High *big.Int    // High is nil if there is no upper bound
	UpTo      Equivalence // equivalence of the solutions that are counted
	UpToSwaps bool        // whether Latin squares with a swap that leads to a larger one are not counted
	Applies   bool        // whether the condition after "when" holds
	// Given holds the parameter values under which the condition holds, if it has the form n = 8 and k = 3.
	Given map[string]int64
}
