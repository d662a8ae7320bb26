// Package model defines the checked puzzle: the result of package check and the input of package lower.
//
// In it names are resolved, numbers are computed, and shapes are lists of cells. Of the text it keeps only the places
// in the source, for later error messages.
package model

import (
	"math/big"
	"slices"

	"quadrille/compile/lattice"
	"quadrille/lang/source"
)

// Puzzle is the meaning of a .puz file.
type Puzzle struct {
	Title              string
	AboutText          string
	Params             []ParamValue
	Vocabulary         *Vocabulary        // words of the lists and tables of the file
	Boards             []*Board           // boards that the file declares itself
	Pieces             []*Piece           // pieces that the file declares itself
	Packing            *Packing           // packing of a board with pieces; nil if the puzzle has none
	Chessmen           *ChessmenPlacement // chessmen on a board; nil if the puzzle has none
	Filling            *Filling           // symbols on a board; nil if the puzzle has none
	WordPuzzle         *WordPuzzle        // words on the lines of a rectangle; nil if the puzzle has none
	Dissection         *Dissection        // dissection of a shape; nil if the puzzle has none
	NamedRegions       []NamedRegion      // regions of all pictures that show some
	ItemDeclarations   []ItemDeclaration
	OptionDeclarations []OptionDeclaration
	MatchingRules      []MatchingRule
	ForbidRules        []ForbidRule
	ShownTables        []ShownTable // tables that solutions are printed as
	Goal               *Goal        // definition of the best solutions; nil if all solutions count
	SearchHints        SearchHints
	Expectations       []Expectation
	Warnings           source.DiagnosticList
	// BreakSymmetrySpan is the place of the statement that asks for one solution of each class. BreakSwapsSpan is the
	// place of the statement that leaves out Latin squares from which a swap leads to a larger Latin square. A span is
	// zero if the file has no such statement.
	BreakSymmetrySpan, BreakSwapsSpan source.Span
	// ReferencedFamilies holds the families of items that core statements name without declaring them. (A family is all
	// items with the same name in front of the bracket, such as row[0], row[1], ….)
	ReferencedFamilies map[string]bool
	// GoalCountedFamilies holds the families of items that any number of options may cover, for which an option may
	// count several times, and of which only the goal reads the total.
	GoalCountedFamilies map[string]bool
	// CoreCoversCells reports whether options written item by item (the core of the language) name cells of the packed
	// board. Such options cover these cells.
	CoreCoversCells bool
	// CountedFamilies holds the families of items for which an option may count several times.
	CountedFamilies map[string]bool
	// Equivalence says which solutions are in one class, where BreakSymmetrySpan asks for one solution of each class.
	Equivalence Equivalence
	// Sentences say in plain English what the puzzle asks for; they stand on printed pages.
	Sentences []string
	// Tables holds the tables that the statements of the file read, entry by entry as in the file.
	Tables []TextTable
	// CellsByPlace maps a place in the file, such as a given symbol or a character of a picture, to the cells of the
	// board that it means. A place in a loop may mean several cells.
	CellsByPlace map[source.Range][]lattice.Cell
}

// SolutionLattice returns the lattice on which solutions are drawn.
func (p *Puzzle) SolutionLattice() *lattice.Lattice {
	switch {
	case p.Packing != nil:
		return p.Packing.Board.Lattice
	case p.Chessmen != nil:
		return p.Chessmen.Board.Lattice
	case p.Filling != nil:
		return p.Filling.Board.Lattice
	}
	return lattice.Square
}

// TextTable is a table of numbers and words. Entries holds its fields, row by row; an empty field is ".".
type TextTable struct {
	Name    string
	Entries [][]string
}

// Equivalence says which solutions of a puzzle count as one: solutions that a motion of the board maps to one another.
// The kind of equivalence says which motions.
type Equivalence int

// The kinds of equivalence. Each allows the motions of the kinds before it as well.
const (
	AllDistinct  Equivalence = iota // no motion: all solutions are different
	UpToRotation                    // rotations, and shifts of boards whose edges are joined
	// solutions are equivalent if a rotation, a shift or a reflection leads from one to the other
	UpToReflection
)

// String returns the word behind `up to` in the language: "rotation", "symmetry", or "" for AllDistinct.
func (a Equivalence) String() string { return [...]string{"", "rotation", "symmetry"}[a] }

// EquivalenceNamed returns the equivalence for the word behind `up to`, and whether there is one.
func EquivalenceNamed(word string) (Equivalence, bool) {
	for a := UpToRotation; a <= UpToReflection; a++ {
		if a.String() == word {
			return a, true
		}
	}
	return AllDistinct, false
}

// FillingStatementKinds returns the kinds of the statements that put something on cells, such as "pack".
func (p *Puzzle) FillingStatementKinds() (kinds []string) {
	for _, s := range []struct {
		kind      string
		isPresent bool
	}{{"pack", p.Packing != nil}, {"place", p.Chessmen != nil}, {"fill", p.Filling != nil},
		{"words", p.WordPuzzle != nil},
		{"dissect", p.Dissection != nil}} {
		if s.isPresent {
			kinds = append(kinds, s.kind)
		}
	}
	return kinds
}

// HasFillingStatement reports whether the puzzle has a statement that asks for something, so that there is something
// to solve.
func (p *Puzzle) HasFillingStatement() bool {
	return p.Packing != nil || p.Chessmen != nil || p.Filling != nil || p.WordPuzzle != nil || p.Dissection != nil ||
		len(p.ItemDeclarations)+len(p.OptionDeclarations) > 0
}

// IsSymmetryKnown reports whether the compiler can find the symmetry of the puzzle. It can for a packing, or chessmen
// on a board, without other statements.
func (p *Puzzle) IsSymmetryKnown() bool { return p.ReasonSymmetryUnknown() == "" }

// ReasonSymmetryUnknown returns the reason why the compiler cannot find the symmetry of the puzzle, or "".
func (p *Puzzle) ReasonSymmetryUnknown() string {
	var board *Board
	kept, empty := 0, 0
	switch {
	case p.Packing != nil:
		board, kept, empty = p.Packing.Board, len(p.Packing.RequiredSymmetries), len(p.Packing.EmptyPartRules)
	case p.Chessmen != nil:
		board, kept = p.Chessmen.Board, len(p.Chessmen.RequiredSymmetries)
	}
	switch {
	case board == nil:
		return "there is no board with pieces or men"
	case board.EdgeFlip != nil:
		return "the edges of the board are joined upside down"
	case kept > 0:
		return "`symmetric` has taken some out"
	case empty > 0:
		return "cells of a part of the board stay empty"
	case p.Packing != nil && p.Packing.EmptyConnectedSpan.IsKnown():
		return "the cells that stay empty are connected"
	case p.Packing != nil && slices.ContainsFunc(p.Packing.Pieces,
		func(k *PackedPiece) bool { return k.FoundRegion != nil }):
		return "its regions belong to numbers"
	case p.Packing != nil && p.Chessmen != nil || p.Filling != nil || p.WordPuzzle != nil || p.Dissection != nil ||
		len(p.ItemDeclarations)+len(p.OptionDeclarations)+len(p.ForbidRules) > 0:
		return "more is asked for than pieces or men on a board"
	}
	return ""
}

// Goal defines the best solutions. The value of a solution is the sum of its measures, each times its factor; the best
// solutions have the least value, or the greatest if IsMaximized is set.
type Goal struct {
	Span        source.Span
	IsMaximized bool
	Measures    []Measure
}

// Measure is a number that each solution has. The goal multiplies it by Factor. Exactly one of the fields from
// CountsEmptyCells to CountedFamily is set and says what is counted.
type Measure struct {
	Span             source.Span
	Factor           int64
	CountsEmptyCells bool           // counts the cells that stay empty
	CountsChessmen   bool           // counts the chessmen
	CountedSymbols   []string       // counts the cells with one of these symbols
	CountedPieces    []*PackedPiece // counts the copies of these pieces
	CountedFamily    string         // sums how often the chosen options count for the items of this family
	CountedItem      string         // name of the only item of CountedFamily that is meant; "" for all its items
}

// ValueOfPiece returns how much one copy of a piece adds to the goal.
func (g *Goal) ValueOfPiece(k *PackedPiece) (value int64) {
	if g == nil {
		return 0
	}
	for _, m := range g.Measures {
		if slices.Contains(m.CountedPieces, k) {
			value += m.Factor
		}
	}
	return value
}

// ParamValue is a parameter of the file with its value.
type ParamValue struct {
	Name  string
	Value int64
}

// Board is a set of cells to be filled. Each cell of Cells must be covered; each cell of OptionalCells may be.
type Board struct {
	Name          string
	Span          source.Span
	Lattice       *lattice.Lattice
	Cells         lattice.Shape
	OptionalCells lattice.Shape
	WrapPeriods   lattice.WrapPeriods // shifts that lead back to the same cell, if edges are joined; nil if none are
	// number of declared cells that are the same cell as another one, as edges are joined
	MergedCellCount int
	// join of opposite edges upside down, as on a Möbius strip; nil if there is none
	EdgeFlip *lattice.FlippedEdges
	// CellColors holds, for each colored cell, the character that stands for its color in pictures.
	CellColors map[lattice.Cell]rune
	CellLabels map[lattice.Cell]string // labels of cells, as `labels` declares; nil if the board has none
}

// IsWrapped reports whether edges of the board are joined.
func (b *Board) IsWrapped() bool { return len(b.WrapPeriods) > 0 || b.EdgeFlip != nil }

// NewGrid returns the grid that gives each cell of the board its index.
func (b *Board) NewGrid() *lattice.Grid {
	if b.EdgeFlip != nil {
		return lattice.NewFlippedGrid(b.Lattice, b.AllCells(), *b.EdgeFlip)
	}
	return lattice.NewGrid(b.Lattice, b.AllCells(), b.WrapPeriods)
}

// AllCells returns the cells that must or may be covered.
func (b *Board) AllCells() lattice.Shape { return b.Cells.Union(b.OptionalCells) }

// Piece is a shape with all its allowed orientations, each shifted as [lattice.Lattice.ShiftToOrigin] does.
type Piece struct {
	Name          string
	Span          source.Span
	Lattice       *lattice.Lattice
	Shape         lattice.Shape
	MotionFreedom PieceFreedom
	Orientations  []lattice.Shape
	// for each orientation, the colors of the cells and sides of the piece; nil if the piece has no colors
	ColorMarks [][]lattice.ColorMark
	// FoundRegion, if not nil, is the region of the board for which this piece stands. The piece then has one cell;
	// lowering finds the shapes that the region may have.
	FoundRegion *FoundRegion
}

// FoundRegion is a region of the board whose cells are not given: each solution chooses them.
type FoundRegion struct {
	Span            source.Span // place of the number that gives the size of the region
	ClueCell        lattice.Cell
	CellCount       int  // number of cells of the region; 0 if any number is allowed
	MustBeRectangle bool // whether the region must be a rectangle
}

// Area returns the number of cells of the piece or region; 0 if a region may have any number.
func (p *Piece) Area() int {
	if p.FoundRegion != nil {
		return p.FoundRegion.CellCount
	}
	return len(p.Shape)
}

// MarkedOrientation returns the orientation with the given index, together with its colors.
func (p *Piece) MarkedOrientation(orientation int) lattice.MarkedShape {
	s := lattice.MarkedShape{Shape: p.Orientations[orientation]}
	if p.ColorMarks != nil {
		s.ColorMarks = p.ColorMarks[orientation]
	}
	return s
}

// EqualOrientations reports whether two pieces have the same orientations with the same colors.
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

// OrientationNumber returns the index of an orientation of the piece, or -1 if the piece does not have it.
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
	return p.ColorMarks != nil && slices.ContainsFunc(p.ColorMarks[0], lattice.ColorMark.IsOnSide)
}

// PieceFreedom says how a piece may be moved before it is placed.
type PieceFreedom string

const (
	Free     PieceFreedom = "free"      // the piece may be rotated and turned over
	OneSided PieceFreedom = "one-sided" // the piece may be rotated, but not turned over
	Fixed    PieceFreedom = "fixed"     // the piece may only be shifted
)

// Unlimited stands for a missing upper bound of a count, and for an index that is left open (any index).
const Unlimited = -1

// CountRange is a range of counts, from Min to Max. Max may be Unlimited.
type CountRange struct {
	Min, Max int
}

// Once is the range that contains only the count 1.
var Once = CountRange{1, 1}

// Packing is a `pack` statement: a board that is packed with pieces.
type Packing struct {
	Span           source.Span
	Board          *Board
	Pieces         []*PackedPiece
	EmptyCellRule  *EmptyCellRule  // rule about the number of empty cells on the whole board; nil if there is none
	EmptyPartRules []EmptyCellRule // rules about the empty cells of parts of the board; each rule names its part
	Separations    []ApartPairs    // pairs of cells that two different pieces must not cover
	// place of the rule that the empty cells are connected; the zero span if there is none
	EmptyConnectedSpan source.Span
	// straight lines that some piece must lie across, and corners where no four pieces may meet
	Seams               []Seam
	AllowsStickCrossing bool // whether pieces made of sticks may cross at a joint
	// whether a colored cell of a piece must lie on a cell of the same color, or on one without a color
	MustMatchColors bool
	// color that the sides of pieces at the border of the board must have; 0 if any color is allowed
	BorderColor rune
	RuleSigns   []RuleSign
	// RequiredSymmetries holds motions that must map each solution to itself. A motion is a list: for the index of each
	// cell of the board, the index of its image.
	RequiredSymmetries [][]int32
}

// ApartPairs holds pairs of cells on which certain pieces, chessmen or symbols must not stand together.
type ApartPairs struct {
	// ascending indices of the pieces or symbols that the rule is about; nil means all pieces, chessmen, or equal
	// symbols
	MemberNumbers []int
	CellPairs     [][2]lattice.Cell // each pair once, with the lesser cell first
}

// Seam is a straight line that some piece must lie across (rule `faultless`), or a corner at which no four pieces may
// meet (rule `tatami`).
type Seam struct {
	Span            source.Span
	ItemName        string         // name of the item that lowering makes for the line or corner
	SeamCells       []lattice.Cell // the cells on one side of the line, or the four cells at the corner
	StepAcross      lattice.Cell   // shift from a cell of SeamCells over the line; zero for a corner
	HasOptionalCell bool           // whether one of the cells at the corner is optional
}

// HasSides reports whether sides of any piece have colors.
func (p *Packing) HasSides() bool {
	return slices.ContainsFunc(p.Pieces, func(k *PackedPiece) bool { return k.HasSides() })
}

// HasColors reports whether the board or any piece has colors.
func (p *Packing) HasColors() bool {
	return p.Board.CellColors != nil || slices.ContainsFunc(p.Pieces,
		func(k *PackedPiece) bool { return k.ColorMarks != nil })
}

// PieceColors returns the colors of the cells and sides of all pieces, sorted, each once.
func (p *Packing) PieceColors() (colors []rune) {
	for _, k := range p.Pieces {
		for _, m := range k.ColorMarks {
			for _, mark := range m {
				colors = append(colors, mark.Color)
			}
		}
	}
	slices.Sort(colors)
	return slices.Compact(colors)
}

// PackedPiece is a piece of a packing with the rules about it.
type PackedPiece struct {
	*Piece
	// Copies is the number of copies to be placed.
	Copies          CountRange
	PieceChoice     *ChoiceAmongPieces // choice among several pieces that includes this piece, or nil
	PlacementLimits []PlacementLimit   // for every copy of the piece, limits of its cells and orientations
	FixedPlaces     []FixedPlace       // places at each of which one copy of the piece must lie
}

// ChoiceAmongPieces says how many pieces of a set are used, as in `5 from s`.
type ChoiceAmongPieces struct {
	Span        source.Span
	ChosenCount CountRange
}

// PlacementLimit restricts where a piece may lie, and in which orientations.
type PlacementLimit struct {
	Cells        lattice.Shape // cells that the piece may cover; nil for all
	Orientations []int         // indices of the allowed orientations of the piece; nil for all
}

// FixedPlace is a place where a copy of a piece must lie. Corner has the least row and the least column of its cells.
type FixedPlace struct {
	Span        source.Span
	Corner      lattice.Cell
	Orientation int // index of the only allowed orientation, or Unlimited if any is allowed
}

// EmptyCellRule says how many cells stay empty, of the whole board or of a part of the board.
type EmptyCellRule struct {
	Span       source.Span
	EmptyCount CountRange
	Cells      lattice.Shape // cells among which the empty ones are counted; nil for the whole board
}

// ChessmenPlacement is a `place` or `queens` statement: chessmen of one kind are placed on the cells of a board.
type ChessmenPlacement struct {
	Span        source.Span
	Chessman    string
	Board       *Board
	LineGroups  []ChessmenLineGroup
	Separations []ApartPairs // pairs of cells of which at most one has a chessman
	RuleSigns   []RuleSign
	// RequiredSymmetries holds motions that must map each solution to itself. A motion is a list: for the index of each
	// cell of the board, the index of its image.
	RequiredSymmetries [][]int32
}

// ChessmenLineGroup is a list of lines with the number of chessmen that may stand on each line. The items of the lines
// are called ItemFamily[0], ItemFamily[1], …; if HasSingleLine is set, the item of the only line is called ItemFamily.
type ChessmenLineGroup struct {
	Span       source.Span // place of the rule; the zero span if no rule gives these lines
	ItemFamily string
	CellLines  []lattice.Shape
	// ChessmenPerLine is the number of chessmen on each line.
	ChessmenPerLine CountRange
	HasSingleLine   bool
}

// Filling is a `latin` or `fill` statement: each cell of a board gets one symbol. In a Latin square each symbol stands
// once in each row and each column.
type Filling struct {
	Span       source.Span
	Board      *Board
	LatinOrder int // number of rows of a Latin square; 0 if the board is no Latin square
	// Symbols holds the texts of the symbols. Everywhere else a symbol is its index in this list.
	Symbols      []string
	SymbolValues []int                // for each symbol, the number that it counts as in sums
	GivenSymbols map[lattice.Cell]int // for a cell with a given symbol, the index of the symbol
	// DistinctUnits are sets of cells. The symbols on the cells of one set must differ.
	DistinctUnits []DistinctUnit
	// DrawnRegions are the boxes or regions that pictures draw with thick borders.
	DrawnRegions []lattice.Shape
	// pairs of cells that must not have equal symbols, or on which two symbols of a list must not stand together
	Separations []ApartPairs
	// LessRules and the fields below hold the other rules, a list for each form of rule. RuleSigns says how all rules
	// are drawn.
	LessRules        []LessRule
	RuleAutomata     []RuleAutomaton
	SymbolCountRules []SymbolCountRule
	ConnectedRules   []ConnectedRule
	RuleSigns        []RuleSign
}

// RuleSign is how a rule is drawn, in the manner of puzzle books.
type RuleSign struct {
	// SignKind is "cage" around the cells, with Text in its corner; "line", "arrow" or "thermometer" along the cells;
	// "mark" between two cells, where the mark "<" points at the first; "clue" in front of the first cell; "number"
	// in the middle of the cells; "corner" of a cell; or "count" in the middle of a cell or of a hole.
	SignKind string
	Cells    []lattice.Cell
	Text     string
	// CountedSymbol is the symbol that a clue counts in its line, or "" if the clue counts nothing.
	CountedSymbol string
}

// NamedRegion is a region of a picture, with the character that stands on its cells there.
type NamedRegion struct {
	Name  string
	Cells []lattice.Cell
}

// ConnectedRule requires that the cells with a symbol of Symbols are connected, or that they form one loop.
type ConnectedRule struct {
	Span         source.Span
	Symbols      []int // indices of the symbols whose cells the rule is about
	MustFormLoop bool  // whether the cells must form one loop
}

// AreSwapsKnown reports whether it is known that swaps of rows, columns and symbols lead from solutions to solutions.
// Rules about single cells may break this, as they distinguish symbols or lines.
func (f *Filling) AreSwapsKnown() bool {
	return f.LatinOrder > 0 && len(f.Separations)+len(f.LessRules)+len(f.RuleAutomata)+len(f.SymbolCountRules)+
		len(f.ConnectedRules) == 0
}

// DistinctUnit is a set of cells whose symbols all differ. If the set has as many cells as there are symbols, each
// symbol stands on exactly one of its cells.
type DistinctUnit struct {
	ItemFamily string // name of the items of the unit, such as row
	UnitIndex  string // index of the unit in the names of these items
	Cells      lattice.Shape
}

// RuleAutomaton is a rule as a finite automaton that reads the symbols of some cells in order. The rule holds if each
// step leads to a state and the last state is accepting. Only the rule itself knows what the number of a state means.
type RuleAutomaton struct {
	Span       source.Span // place of the rule, or of its clue
	Name       string      // name of the clue in messages, such as "the sum 12 of the cage a"; "" if it has none
	Cells      []lattice.Cell
	StartState int64
	// NextState returns the state after the automaton has read a value on the cell with index `number` of Cells. The
	// result is false if no state follows, so that the rule is broken.
	NextState func(state int64, number, value int) (int64, bool)
	// IsAccepting reports whether the rule holds if the automaton is in this state after the last cell.
	IsAccepting func(state int64) bool
	// IgnoresCellOrder reports whether the order of the cells makes no difference.
	// RequiresDistinctSymbols reports whether the symbols on the cells must differ as well.
	IgnoresCellOrder, RequiresDistinctSymbols bool
}

// LessRule requires that the symbol on the first cell has a lesser value than the symbol on the second one.
type LessRule struct {
	Span  source.Span // place of the rule
	Cells [2]lattice.Cell
}

// SymbolCountRule says how many of its cells have a symbol of Symbols.
type SymbolCountRule struct {
	Span      source.Span
	Cells     []lattice.Cell
	Symbols   []int      // indices of the symbols
	CellCount CountRange // how many of the cells have one of the symbols
}

// WordPuzzle is a `words` statement: a rectangle is filled with letters so that its lines are words of a list.
type WordPuzzle struct {
	Span                  source.Span
	Rows, Columns         int
	WordList              []string // words that are as long as some line
	WordLines             []WordLine
	RequiresDistinctWords bool // whether no word may be used twice
	GivenLetters          map[lattice.Cell]string
	BlockCells            map[lattice.Cell]bool // cells without a letter, which separate words
}

// WordBoard returns the rectangle, with all its cells, as a board.
func (w *WordPuzzle) WordBoard() *Board {
	return &Board{Name: "words", Lattice: lattice.Square, Cells: lattice.Rectangle(w.Rows, w.Columns)}
}

// WordLine is a line that takes one word: its cells in reading order.
type WordLine struct {
	ItemName string // name of the item that lowering makes for the line: across[1]
	LineName string // what messages call the line: row 1
	Cells    []lattice.Cell
}

// Dissection is a `dissect` statement: the shape SourceShape is cut into pieces that form the shape TargetShape.
type Dissection struct {
	Span source.Span
	// cells of the shape that is cut, and of the shape that its pieces form; the corner of each is at the origin
	SourceShape, TargetShape lattice.Shape
	PieceCount               int // number of pieces
	// motions that a piece may make before it is shifted to its place in TargetShape
	AllowedMotions          []lattice.Motion
	RequiresConnectedPieces bool       // whether every piece must be connected
	PieceSizes              CountRange // number of cells that each piece may have
}

// ItemDeclaration is an `items` statement: it declares the items of ItemRefs, once for each round of its loop.
type ItemDeclaration struct {
	Span         source.Span
	IsSecondary  bool
	Multiplicity CountRange // for each item, how often it is covered
	// multiplicity that depends on the indices of the loop, in place of Multiplicity; nil if it depends on none
	LoopMultiplicity *LoopMultiplicity
	ItemRefs         []ItemRef
	Loop             Loop
}

// LoopMultiplicity is a multiplicity, from LeastTimes to MostTimes, that each round of a loop computes anew.
type LoopMultiplicity struct {
	Span                  source.Span
	LeastTimes, MostTimes ValueFunc
}

// OptionDeclaration is an `option` statement: it declares one option with the items of ItemRefs in each round of its
// loop.
type OptionDeclaration struct {
	Span     source.Span
	ItemRefs []ItemRef
	Loop     Loop
	// IsFromChoose reports whether the options come from a `choose` statement. The first item of each option then
	// stands for the choice, and equal options of one choice become one option.
	IsFromChoose bool
}

// ShownTable is a `show` statement: the chosen options that hold the named items are printed as a table. The table has
// a row for each value of one index and a column for each value of another.
type ShownTable struct {
	Span       source.Span
	ShownItems []ShownItem
	// names of the indices whose values name the rows and the columns; ColumnIndexName is "" if the options of a row
	// are printed side by side
	RowIndexName, ColumnIndexName string
}

// ShownItem is an item that an option must hold to be shown, with names for its indices and its color.
type ShownItem struct {
	Family      string
	ShownValues []ShownValue // indices of the item, followed by its color if HasColor is set
	HasColor    bool
}

// ShownValue says how a table treats the value of an index or a color. Exactly one field is set: a name under which the
// value is printed, or a text that the value must have. The name "_" allows any value and is not printed.
type ShownValue struct{ Name, RequiredText string }

// MatchingRule is a `matching` statement: in each round of its loop the options pair the items of two families one to
// one.
type MatchingRule struct {
	Span                  source.Span
	LeftItems, RightItems MatchingSide
	Loop                  Loop
}

// MatchingSide is one side of a matching.
type MatchingSide struct {
	Span      source.Span
	SideParts []MatchingSidePart
}

// MatchingSidePart holds items of a matching, once for each round of a loop inside the loop of the matching.
type MatchingSidePart struct {
	ItemRefs []ItemRef
	Loop     Loop
}

// ForbidRule is a `forbid` statement: in each round of its loop not all of the named options may be chosen.
type ForbidRule struct {
	Span             source.Span
	ForbiddenOptions []OptionDeclaration // options not all of which may be chosen, each named by all its items
	Loop             Loop
}

// ItemRef is the name of an item in a statement of the core. In an option the item may have a color.
type ItemRef struct {
	Span         source.Span
	Family       string
	IndexValues  []ValueFunc // functions that compute the indices in brackets behind the name
	Color        ItemColor
	CountTimes   ValueFunc // function that computes how often the option counts for the item; nil for once
	MayBeMissing bool      // whether an item that does not exist is left out without an error, as `?` says
	Loop         *Loop     // loop that repeats the item inside one option; nil if the item stands there once
}

// ItemColor is the color of an item: the text ColorText, or the value that ColorValue computes. The zero ItemColor is
// no color.
type ItemColor struct {
	ColorText  string
	ColorValue ValueFunc
}

// SearchHints are the hints of `search` statements to the runtime. An empty name or a zero leaves the choice to the
// runtime.
type SearchHints struct {
	ItemOrder   string // order of the items
	OptionOrder string // order of the options
	// ChooserName is the name of the rule by which the search picks the next item. FilterName is the name of the filter
	// that cuts branches of the search.
	ChooserName        string
	FilterName         string
	NodesBeforeRestart int64 // number of search nodes before the first restart; 0 for no restarts
	RandomSeed         uint64
}

// Expectation is an `expect` statement: it says how many solutions there are, or which value the best ones have.
type Expectation struct {
	Span source.Span
	// expected value of the goal; nil if the statement speaks of the number of solutions
	Optimum *int64
	// least and greatest expected number of solutions; HighestCount is nil if there is no upper bound
	LowestCount, HighestCount *big.Int
	SolutionEquivalence       Equivalence // which solutions are counted as one
	OnlySquaresLeftBySwaps    bool        // whether only those Latin squares are counted that `break swaps` leaves
	ConditionHolds            bool        // whether the condition behind `when` holds
	// ConditionParams holds the values of the parameters in the condition behind `when`, if it has a form such as n = 8
	// and k = 3; otherwise it is nil.
	ConditionParams map[string]int64
}
