package quadrille

import (
	"errors"

	"quadrille/convert"
	"quadrille/lang/source"
	"quadrille/runtime/engine/memo"
	"quadrille/runtime/format"
	"quadrille/runtime/search"
)

// The errors that [errors.Is] finds in those of this package. A search that its context ends has the error of the
// context, and a file that cannot be read one of package [io/fs].
var (
	// ErrNoSolution is the error of [Puzzle.First] for a puzzle without a solution.
	ErrNoSolution = errors.New("there is no solution")
	// ErrTooLarge is wrapped by the error of a text or a matrix that exceeds [Options.Limits] or [MaxFile].
	ErrTooLarge error = source.Code("too-large")
	// ErrMemory is wrapped by the error of a search that needs more memory than [Search.MaxMemory].
	ErrMemory = search.ErrMemory
	// ErrUnfit is wrapped by the error of an engine, or of a diagram, that is not made for the puzzle.
	ErrUnfit = search.ErrUnfit
	// ErrNotExact is wrapped by the error of a dump or a diagram of a puzzle whose matrix has further solutions.
	ErrNotExact = convert.ErrNotExact
	// ErrUnsupported is wrapped by the error of a format that cannot say what a puzzle or a solution has.
	ErrUnsupported = format.ErrUnsupported
	// ErrNothingToDraw says that the options of a puzzle are not about a board.
	ErrNothingToDraw = errors.New("there is nothing to draw: the options of this puzzle are not about a board")
	// ErrOtherPuzzle says that a file holds the diagram of another puzzle.
	ErrOtherPuzzle = memo.ErrOtherMatrix
)

// Diagnostics are what is wrong with a puzzle, or odd about it. Each has its place (Span), a Summary in one line, a
// Hint how to mend it, and a Code. The error of [Load] is such a list where the text is to blame. [errors.Is] finds
// each Code in it, and package lang/codes has a page on each.
type Diagnostics = source.DiagnosticList

// Bug is a mistake of this module: what would be a panic, such as an index out of range, is returned as an error, which
// [errors.As] finds. It says what was done (Operation), at which place of the text (At), and has a Trace.
type Bug = source.Bug

// largeError is an error for which [ErrTooLarge] stands.
type largeError struct{ error }

func (e largeError) Unwrap() []error { return []error{e.error, ErrTooLarge} }
