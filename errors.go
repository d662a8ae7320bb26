package quadrille

import (
	"errors"

	"quadrille/compile"
	"quadrille/lang/source"
	"quadrille/runtime/engine/memo"
	"quadrille/runtime/format"
	"quadrille/runtime/search"
)

// These are the errors that [errors.Is] finds in the errors of this package. If a context ends a search, the error of
// the search is the error of that context. If a file cannot be read, the error is one of package [io/fs].
var (
	// ErrNoSolution is the error of [Puzzle.First] for a puzzle without a solution.
	ErrNoSolution = errors.New("there is no solution")
	// ErrTooLarge is wrapped by the error of a text or a matrix that exceeds [Options.Limits] or [MaxFile].
	ErrTooLarge error = source.Code("too-large")
	// ErrMemory is wrapped by the error of a search that needs more memory than [Search.MaxMemory].
	ErrMemory = search.ErrMemory
	// ErrUnfit is wrapped by the error of an engine, or of a diagram, that cannot handle the puzzle.
	ErrUnfit = search.ErrUnfit
	// ErrNotExact is wrapped by the error of a dump or a diagram of a puzzle whose matrix has further solutions.
	ErrNotExact = compile.ErrNotExact
	// ErrUnsupported is wrapped by the error for a format that cannot express a feature of the puzzle or of the
	// solution.
	ErrUnsupported = format.ErrUnsupported
	// ErrNothingToDraw is the error for a picture of a puzzle without a board.
	ErrNothingToDraw = errors.New("there is nothing to draw: the options of this puzzle are not about a board")
	// ErrOtherPuzzle is the error for a file that holds the diagram of another puzzle.
	ErrOtherPuzzle = memo.ErrOtherMatrix
)

// Diagnostics is a list of errors and warnings about the text of a puzzle. Each entry has a place in the text (Span), a
// Summary in one line, a Hint how to mend the text, and a Code. If the text has errors, [Load] returns such a list as
// its error. [errors.Is] finds each Code in the list, and package lang/codes has a page on each code.
type Diagnostics = source.DiagnosticList

// Bug is a bug of this module, such as an index out of range, as an error instead of a panic. [errors.As] finds a Bug
// in an error. A Bug names the activity (Operation), the place in the text (At) and what went wrong (Symptom), and has
// a stack trace (Trace).
type Bug = source.Bug

// tooLargeError wraps an error together with [ErrTooLarge].
type tooLargeError struct{ error }

func (e tooLargeError) Unwrap() []error { return []error{e.error, ErrTooLarge} }
