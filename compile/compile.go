// Package compile turns puzzle files into exact cover problems, and solutions of these into placements.
//
// Its input is text or a tree, its output a [Program]: a problem for the runtime with the origin of each
// option. It knows nothing of how problems are solved. The stages are check, which gives the tree its meaning,
// and lower, which makes the matrix.
package compile

import (
	"errors"
	"slices"
	"sync"

	"quadrille/compile/check"
	"quadrille/compile/lattice"
	"quadrille/compile/lower"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/parse"
	"quadrille/lang/source"
	"quadrille/runtime/engine/staged"
	"quadrille/runtime/matrix"
)

// Importer finds the files that a puzzle uses, and Limits bound what it may ask for: [check.Importer], [check.Limits].
type (
	Importer = check.Importer
	Limits   = check.Limits
)

// ProgramOptions says how to compile.
type ProgramOptions struct {
	// Params replaces the values of parameters.
	Params map[string]int64
	// UpTo keeps one solution of each class, like `break symmetry` and `break rotation` in the file. If both
	// are set, the coarser equivalence holds.
	UpTo model.Equivalence
	// UpToSwaps excludes Latin squares in which a swap leads to a larger one, like `break swaps` in the file.
	UpToSwaps bool
	// Limits bounds the size of the result; zero fields mean the defaults.
	Limits Limits
	// Stop, if not nil, is called often. An error that it returns ends the work, and becomes the result.
	Stop func() error
}

// Program is a compiled puzzle.
type Program struct {
	Puzzle   *model.Puzzle
	Warnings source.DiagnosticList

	lowered     *lower.Result
	isMatrix    bool // whether it was made by [FromMatrix]
	breaksSwaps bool
	matrix      sync.Once
	failure     error // of making the matrix
	tablesOnce  sync.Once
	tables      []*tablePattern // what [Program.Tables] shows
}

// Candidates returns the exact cover problem of the puzzle. Its solutions are candidates: [Program.IsSolution]
// reports which are solutions of the puzzle, and [Program.IsExact] whether all are. The problem of a dissection
// is made on the first call, and may be too large. The error is a [source.DiagnosticList] or a [source.Bug].
func (p *Program) Candidates() (*matrix.Problem, error) {
	p.matrix.Do(func() { p.failure = p.lowered.Matrix() })
	return p.lowered.Candidates, p.failure
}

// Symmetry returns the group if one solution of each class is wanted, or nil if every solution counts.
func (p *Program) Symmetry() *lower.Symmetry { return p.lowered.Symmetry }

// WholeProblem returns the problem of all solutions, if one of each class is wanted, and by motion of the group
// the image of each option. It returns nil if not all of its solutions are solutions of the puzzle.
func (p *Program) WholeProblem() (*matrix.Problem, [][]int32) {
	if p.Symmetry() == nil || !p.keepsAll() {
		return nil, nil
	}
	m, images, err := p.lowered.WholeProblem()
	if err != nil || m.OptionCount() != len(images[0]) {
		return nil, nil
	}
	return m, images
}

// IsMatrix reports whether the program was made of a matrix, and not of a text.
func (p *Program) IsMatrix() bool { return p.isMatrix }

// BreaksSwaps reports whether Latin squares are left out in which a swap leads to a larger one.
func (p *Program) BreaksSwaps() bool { return p.breaksSwaps }

// StatementSizes says what each statement became, once there is a matrix.
func (p *Program) StatementSizes() []lower.StatementSize { return p.lowered.Sizes }

// Stages returns a dissection for the staged search, or nil if there is none or it has too many pieces.
func (p *Program) Stages() *lower.Stages {
	if s := p.lowered.Stages; s != nil && s.IsWholePuzzle && s.Problem.Pieces <= staged.MaxPieces {
		return s
	}
	return nil
}

// CompileText parses and compiles a puzzle. The error is a [source.DiagnosticList] of all errors, in order of
// position, the error of ProgramOptions.Stop, or a [source.Bug] for an error of the compiler.
func CompileText(name string, text []byte, imp Importer, o ProgramOptions) (p *Program, err error) {
	defer source.CatchBug(&err, "compiling", func() source.Span { return source.WholeFile(name) })
	f, err := parse.File(name, text)
	if err == nil {
		return CompileTree(f, imp, o)
	}
	_, more := check.CheckFile(f, imp, check.FileOptions{Params: o.Params, Limits: o.Limits,
		Incomplete: true, Stop: o.Stop})
	return nil, joinErrors(err, more)
}

// CompileTree compiles a tree that parsed without errors. The error is a [source.DiagnosticList], the error of
// ProgramOptions.Stop, or a [source.Bug].
func CompileTree(f *ast.File, imp Importer, o ProgramOptions) (*Program, error) {
	m, err := check.CheckFile(f, imp, check.FileOptions{Params: o.Params, Limits: o.Limits, Stop: o.Stop})
	if m == nil || isTooLarge(err) { // lowering would take as long again
		return nil, err
	}
	p, more := LowerPuzzle(m, o)
	if err != nil {
		return nil, joinErrors(err, more)
	}
	return p, more
}

// isTooLarge reports whether an error says that a limit is exceeded.
func isTooLarge(err error) bool {
	var list source.DiagnosticList
	return errors.As(err, &list) && slices.ContainsFunc(list,
		func(d *source.Diagnostic) bool { return d.Code == codes.TooLarge })
}

// joinErrors joins the diagnostics of two stages. Any other error, such as that of Stop, is returned unchanged.
func joinErrors(one, two error) error {
	var first, second source.DiagnosticList
	if !errors.As(one, &first) && one != nil {
		return one
	}
	if !errors.As(two, &second) && two != nil {
		return two
	}
	return append(first, second...).ErrorOrNil()
}

// LowerPuzzle lowers a checked puzzle. The errors are those of [CompileTree].
func LowerPuzzle(m *model.Puzzle, o ProgramOptions) (*Program, error) {
	if o.UpTo != model.Distinct && !m.SymmetryKnown() {
		return nil, source.DiagnosticList{{Code: codes.SymmetryNeedsPack,
			Summary: "solutions up to " + o.UpTo.String() +
				" are wanted, and the symmetry of this puzzle is not known: " + m.WhyNoSymmetry()}}
	}
	if o.UpToSwaps && m.Filling != nil && m.Filling.Order > 0 && !m.Filling.SwapsKnown() {
		return nil, source.DiagnosticList{{Code: codes.SwapsNeedLatin,
			Summary: "solutions up to swaps are wanted, and with rules on cells it is not known which swaps leave a " +
				"solution one"}}
	}
	if o.UpToSwaps && (m.Filling == nil || m.Filling.Order == 0) {
		return nil, source.DiagnosticList{{Code: codes.SwapsNeedLatin,
			Summary: "solutions up to swaps are wanted, and there is no Latin square whose symbols could be swapped"}}
	}
	limits := o.Limits.OrDefault()
	equivalence := model.Distinct
	if m.SymmetryKnown() {
		equivalence = max(o.UpTo, m.Equivalence)
	}
	breaksSwaps := o.UpToSwaps || m.BreakSwaps.IsKnown()
	r, err := lower.LowerPuzzle(m, lower.PuzzleOptions{
		Equivalence: equivalence,
		BreakSwaps:  breaksSwaps,
		MaxItems:    limits.Items,
		MaxOptions:  limits.Options,
		MaxSteps:    limits.Steps,
		Stop:        o.Stop,
	})
	if err != nil {
		return nil, err
	}
	return &Program{Puzzle: m, Warnings: append(m.Warnings, r.Warnings...).Warnings(), lowered: r,
		breaksSwaps: breaksSwaps}, nil
}

// Goal returns what the best solutions have least or most of, or nil if every solution counts.
func (p *Program) Goal() *matrix.Goal {
	if p.lowered.Candidates == nil {
		return nil // a dissection alone has nothing to measure
	}
	return p.lowered.Candidates.Goal()
}

// IsSolution reports whether a candidate is a solution of the puzzle. All are, unless one of each class is
// wanted, or cells or pieces must be connected.
func (p *Program) IsSolution(s matrix.Solution) bool {
	defer source.BlameBug("judging a solution of", p.question)
	if p.wantsConnected() && !p.IsDissection(p.lowered.StagedSolution(s)) {
		return false
	}
	return p.lowered.IsConnected(s) && (p.Symmetry() == nil || p.Symmetry().IsCanonical(s))
}

// question returns the place of the first statement that fills a board.
func (p *Program) question() source.Span {
	if sizes := p.lowered.Sizes; len(sizes) > 0 {
		return sizes[0].Span
	}
	return source.Span{}
}

// ConnectedSets returns the sets of cells that must be connected.
func (p *Program) ConnectedSets() []lower.ConnectedCells { return p.lowered.ConnectedSets }

// IsDissection reports whether a result of the staged search is a solution of the puzzle.
func (p *Program) IsDissection(found staged.Dissection) bool {
	return !p.wantsConnected() || !slices.ContainsFunc(p.lowered.Stages.Parts(found),
		func(part lower.DissectPart) bool {
			return !lattice.Square.IsConnected(lattice.NewShape(part.From))
		})
}

// IsExact reports whether every candidate is a solution of the puzzle.
func (p *Program) IsExact() bool { return p.ExtraConstraints() == "" }

// ExtraConstraints describes the constraints of the puzzle that its matrix does not express, or returns "".
func (p *Program) ExtraConstraints() string {
	switch {
	case p.Symmetry() != nil:
		return "one solution of each class"
	case p.wantsConnected():
		return "connected pieces"
	case p.keepsAll():
	case p.Puzzle.Filling == nil:
		return "connected cells that stay empty"
	case slices.ContainsFunc(p.Puzzle.Filling.ConnectedRules, func(j model.ConnectedRule) bool { return j.Loop }):
		return "one loop"
	default:
		return "connected cells"
	}
	return ""
}

// keepsAll reports whether the candidates are all solutions of their classes.
func (p *Program) keepsAll() bool {
	return !p.wantsConnected() && (p.Puzzle.Packing == nil || !p.Puzzle.Packing.Connected.IsKnown()) &&
		(p.Puzzle.Filling == nil || len(p.Puzzle.Filling.ConnectedRules) == 0)
}

// WantsCellsAlone reports whether every candidate is a solution of the puzzle whose cells are connected in each of
// the sets that [Program.ConnectedSets] returns.
func (p *Program) WantsCellsAlone() bool { return p.Symmetry() == nil && !p.wantsConnected() }

// wantsConnected reports whether the pieces of a dissection must be connected.
func (p *Program) wantsConnected() bool {
	return p.Puzzle.Dissection != nil && p.Puzzle.Dissection.Connected
}
