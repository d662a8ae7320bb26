// Package codes lists every diagnostic of Quadrille, with a page on each. A page has a wrong example and its
// correction.
//
// Its input is a code, its output a page for people. A test in package compile compiles every example and
// checks that it gives its code.
package codes

import (
	"embed"
	"strings"

	"quadrille/lang/source"
)

// Errors in the text of a file.
const (
	NotText          source.Code = "not-text"          // bytes that are no text at all
	AcrossLite       source.Code = "across-lite"       // a crossword, which has the same file ending
	BadCharacter     source.Code = "bad-character"     // a character that begins no token
	UnclosedText     source.Code = "unclosed-text"     // quotes that are never closed
	BadText          source.Code = "bad-text"          // an unknown escape in a text
	Unexpected       source.Code = "unexpected"        // one thing where another was expected
	UnknownStatement source.Code = "unknown-statement" // a line that begins with no keyword
	TooDeep          source.Code = "too-deep"          // brackets nested too deeply
	WrongVersion     source.Code = "wrong-version"     // a file for another version of the language
	BadLink          source.Code = "bad-link"          // a link or a file of another program, or a damaged one
)

// Errors in names and imports.
const (
	DuplicateName source.Code = "duplicate-name" // a name declared twice
	SaidTwice     source.Code = "said-twice"     // a statement that may stand only once stands twice
	UnknownName   source.Code = "unknown-name"   // a name that nothing declares
	WrongKind     source.Code = "wrong-kind"     // a name of the wrong kind, such as a piece in place of a board
	UnknownModule source.Code = "unknown-module" // use of a module that does not exist
	BadPath       source.Code = "bad-path"       // use of a file outside the folder, or unreadable
	ImportCycle   source.Code = "import-cycle"   // a file that imports itself, perhaps through others
	Circular      source.Code = "circular"       // a declaration that needs itself
	UnusedName    source.Code = "unused-name"    // warning: declared and never used
)

// Errors in numbers and conditions.
const (
	BadNumber      source.Code = "bad-number"       // a number out of range, or without a value
	DivisionByZero source.Code = "division-by-zero" // a division without a result
	NotANumber     source.Code = "not-a-number"     // a condition where a number belongs
	NotACondition  source.Code = "not-a-condition"  // a number where a condition belongs
	BadCount       source.Code = "bad-count"        // a range with its ends exchanged, or a negative number
	BadArguments   source.Code = "bad-arguments"    // a function with too few or too many arguments
	BadTable       source.Code = "bad-table"        // rows of different lengths, or an entry that a table does not have
	BadList        source.Code = "bad-list"         // a list with a word twice, or with a text that is no word
	NoNextWord     source.Code = "no-next-word"     // a word without a place, or without a word behind it in its list
	UnknownParam   source.Code = "unknown-param"    // -D for a parameter that the file does not have
)

// Errors in shapes, boards and pieces.
const (
	UnknownLattice source.Code = "unknown-lattice" // a lattice that does not exist
	WrongLattice   source.Code = "wrong-lattice"   // a shape or piece of another lattice
	// a figure that the lattice does not have, such as a hexagon of squares
	UnknownFigure  source.Code = "unknown-figure"
	BadWrap        source.Code = "bad-wrap"        // edges that cannot be joined in this way
	BadPlace       source.Code = "bad-place"       // a place with too few or too many coordinates
	BadPicture     source.Code = "bad-picture"     // a character in a picture without a meaning
	BadLegend      source.Code = "bad-legend"      // a legend entry that is not one character, or is given twice
	BadLabel       source.Code = "bad-label"       // a label that no cell has, or too few labels
	BadRotation    source.Code = "bad-rotation"    // an angle that the lattice does not have
	EmptyShape     source.Code = "empty-shape"     // a shape without cells
	RemovesNothing source.Code = "removes-nothing" // subtraction of something that is not there
	WrongClass     source.Code = "wrong-class"     // a symmetry class that the shape does not have
	UnknownClass   source.Code = "unknown-class"   // a symmetry class that does not exist
	TooLarge       source.Code = "too-large"       // more cells, items or options than the limits allow
)

// Errors in packings.
const (
	SecondPack        source.Code = "second-pack"         // two packings in one puzzle
	PieceNotPacked    source.Code = "piece-not-packed"    // a rule for a piece that is not in the set
	CellOffBoard      source.Code = "cell-off-board"      // a rule for cells that the board does not have
	BadOrientation    source.Code = "bad-orientation"     // an orientation that the piece does not have
	MirrorInSpace     source.Code = "mirror-in-space"     // warning: a solid piece is free to become its mirror image
	PieceFitsNowhere  source.Code = "piece-fits-nowhere"  // warning: no placement on the board
	SameShape         source.Code = "same-shape"          // warning: two pieces of one shape
	AreaMismatch      source.Code = "area-mismatch"       // warning: the pieces cannot fill the board
	UncoveredCell     source.Code = "uncovered-cell"      // warning: a cell that no placement covers
	SymmetryNeedsPack source.Code = "symmetry-needs-pack" // symmetry of a puzzle without a packing
)

// Errors in men on cells, Latin squares, dissections and words.
const (
	UnknownLines source.Code = "unknown-lines" // lines that the lattice does not have
	BadWeight    source.Code = "bad-weight"    // an option that counts several times where it cannot
	BadTile      source.Code = "bad-tile"      // a tile with too few colors or too many
	// a rule about colors where there are none, or where they are unknown
	NoColors       source.Code = "no-colors"
	BadRegions     source.Code = "bad-regions"      // a picture of regions that does not fit the board
	DiagonalClash  source.Code = "diagonal-clash"   // warning: a Latin square that cannot differ on all diagonals
	BadBoxes       source.Code = "bad-boxes"        // boxes that do not divide the square
	BadSymbols     source.Code = "bad-symbols"      // too few symbols, or one of them twice
	BadSquare      source.Code = "bad-square"       // a file that holds no partial Latin square
	SwapsNeedLatin source.Code = "swaps-need-latin" // swaps in a puzzle that is no Latin square
	BadGiven       source.Code = "bad-given"        // givens of the wrong size, or that contradict one another
	UnequalAreas   source.Code = "unequal-areas"    // a dissection of one shape into a larger or smaller one
	BadWordList    source.Code = "bad-word-list"    // a list of words that cannot be read or used
)

// Errors in items and options.
const (
	DuplicateItem      source.Code = "duplicate-item"       // an item declared twice
	UnknownItem        source.Code = "unknown-item"         // an option with an item that does not exist
	RepeatedItem       source.Code = "repeated-item"        // an option that holds an item twice
	UnknownOption      source.Code = "unknown-option"       // forbid names an option that does not exist
	RepeatedOption     source.Code = "repeated-option"      // forbid names an option twice
	BadMatching        source.Code = "bad-matching"         // families that the options do not pair one to one
	ColorOnPrimary     source.Code = "color-on-primary"     // a color on an item that is not secondary
	ColorMissing       source.Code = "color-missing"        // an item whose color tells something, without a color
	TimesOnSecondary   source.Code = "times-on-secondary"   // a multiplicity on a secondary item
	NotInDeclaration   source.Code = "not-in-declaration"   // a color or ? where items are declared
	ItemWithoutOptions source.Code = "item-without-options" // warning: a primary item that no option holds
	NotExclusive       source.Code = "not-exclusive"        // warning: alternatives of which two may hold
	BadShow            source.Code = "bad-show"             // a table without rows and columns that its items name
	NeverChosen        source.Code = "never-chosen"         // warning: an option without primary items
	ColorWord          source.Code = "color-word"           // a color with the name of an index
	BadGoal            source.Code = "bad-goal"             // a goal that measures what no solution has
)

// Errors in hints and expectations.
const (
	UnknownHint    source.Code = "unknown-hint"     // an order or chooser that does not exist
	UnknownUpTo    source.Code = "unknown-up-to"    // an unknown word after `up to`
	NothingToSolve source.Code = "nothing-to-solve" // warning: a puzzle without a statement to solve
)

//go:embed pages/*.md
var pages embed.FS

// CodePage returns the page of a code in Markdown: a title line, one or two paragraphs, and examples after
// "Wrong:" and "Right:".
func CodePage(code source.Code) (string, bool) {
	text, err := pages.ReadFile("pages/" + string(code) + ".md")
	return string(text), err == nil
}

// AllCodes returns the codes that have a page, in alphabetical order.
func AllCodes() []source.Code {
	entries, err := pages.ReadDir("pages")
	if err != nil {
		panic(err) // the pages are compiled in
	}
	var all []source.Code
	for _, e := range entries {
		all = append(all, source.Code(strings.TrimSuffix(e.Name(), ".md")))
	}
	return all
}
