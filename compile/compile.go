// Package compile turns puzzles into exact cover problems, and solutions of such problems into placements.
//
// Its input is a text or a tree. Its output is a [Program]: a problem for the runtime, and what each option of the
// problem stands for. It knows nothing of how problems are solved. It runs two stages: package check gives the tree its
// meaning, and package lower makes the matrix.
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

// Importer finds the files that a puzzle uses, see [check.Importer]. Limits bounds what a puzzle may ask for, see
// [check.Limits].
type (
	Importer = check.Importer
	Limits   = check.Limits
)

// ProgramOptions are the options of compiling.
type ProgramOptions struct {
	// Params holds, by parameter name, values that replace those in the text.
	Params map[string]int64
	// Equivalence asks for one solution of each class, as `break symmetry` and `break rotation` in the text do. If the
	// text asks for classes too, the larger classes are used.
	Equivalence model.Equivalence
	// BreakSwaps leaves out Latin squares from which a swap leads to a larger square, as `break swaps` in the text
	// does.
	BreakSwaps bool
	// Limits bounds the size of the result; zero fields mean the defaults.
	Limits Limits
	// CheckStop, if not nil, is called often. If it returns an error, compiling ends with that error.
	CheckStop func() error
}

// Program is a compiled puzzle.
type Program struct {
	Puzzle   *model.Puzzle
	Warnings source.DiagnosticList

	lowered          *lower.Result
	isMadeFromMatrix bool       // whether it was made by [FromMatrix], without a text
	boardFile        *pieceFile // board file that the program was read from, or nil
	// breaksSwaps reports whether Latin squares are left out from which a swap leads to a larger square.
	breaksSwaps bool
	// matrixOnce guards making the matrix of a dissection, whose error is matrixError.
	matrixOnce  sync.Once
	matrixError error
	tablesOnce  sync.Once
	tables      []*tablePattern // tables that solutions are printed as; made once
}

// Candidates returns the exact cover problem of the puzzle. Its solutions are candidates: [Program.IsSolution] reports
// whether a candidate is a solution of the puzzle, and [Program.IsExact] whether all candidates are. The problem of a
// dissection is made on the first call, and may be too large. The error is a [source.DiagnosticList] or a [source.Bug].
func (p *Program) Candidates() (*matrix.Problem, error) {
	p.matrixOnce.Do(func() { p.matrixError = p.lowered.Matrix() })
	return p.lowered.CandidateProblem, p.matrixError
}

// Symmetry returns the symmetry group if one solution of each class is wanted, and nil if every solution counts.
func (p *Program) Symmetry() *lower.Symmetry { return p.lowered.SymmetryGroup }

// ProblemOfAllSolutions returns the problem of all solutions if the puzzle asks for one solution of each class. It also
// returns, for each motion of the symmetry group, the image of each option. It returns nil if that problem has
// solutions that the puzzle does not have.
func (p *Program) ProblemOfAllSolutions() (*matrix.Problem, [][]int32) {
	if p.Symmetry() == nil || !p.needsNoCandidateTest() {
		return nil, nil
	}
	m, images, err := p.lowered.WholeProblem()
	if err != nil || m.OptionCount() != len(images[0]) {
		return nil, nil
	}
	return m, images
}

// IsMadeFromMatrix reports whether the program was made of a matrix and not of a text.
func (p *Program) IsMadeFromMatrix() bool { return p.isMadeFromMatrix }

// BreaksSwaps reports whether Latin squares are left out from which a swap leads to a larger square.
func (p *Program) BreaksSwaps() bool { return p.breaksSwaps }

// StatementSizes returns, for each statement, the numbers of items and options that it became, once there is a matrix.
func (p *Program) StatementSizes() []lower.StatementSize { return p.lowered.StatementSizes }

// StagedDissection returns the dissection in the form of the staged search. It returns nil if the puzzle is no
// dissection, or has too many pieces for that search.
func (p *Program) StagedDissection() *lower.StagedDissection {
	if s := p.lowered.StagedDissection; s != nil && s.IsWholePuzzle && s.Problem.PieceCount <= staged.MaxPieces {
		return s
	}
	return nil
}

// CompileText parses and compiles a puzzle. The error is a [source.DiagnosticList] of all errors, in order of position,
// the error of ProgramOptions.CheckStop, or a [source.Bug] for an error of the compiler.
func CompileText(name string, text []byte, imp Importer, o ProgramOptions) (p *Program, err error) {
	defer source.CatchBug(&err, "compiling", func() source.Span { return source.WholeFile(name) })
	f, err := parse.File(name, text)
	if err == nil {
		return CompileTree(f, imp, o)
	}
	_, more := check.CheckFile(f, imp, check.FileOptions{ParamValues: o.Params, Limits: o.Limits,
		IsIncomplete: true, CheckStop: o.CheckStop})
	return nil, joinErrors(err, more)
}

// CompileTree compiles a tree that parsed without errors. The error is a [source.DiagnosticList], the error of
// ProgramOptions.CheckStop, or a [source.Bug].
func CompileTree(f *ast.File, imp Importer, o ProgramOptions) (*Program, error) {
	m, err := check.CheckFile(f, imp, check.FileOptions{ParamValues: o.Params, Limits: o.Limits,
		CheckStop: o.CheckStop})
	// a puzzle that is too large is not lowered: lowering would take as long again to find out the same
	if m == nil || isTooLarge(err) {
		return nil, err
	}
	p, more := LowerPuzzle(m, o)
	if err != nil {
		return nil, joinErrors(err, more)
	}
	return p, more
}

// isTooLarge reports whether an error says that a limit was exceeded.
func isTooLarge(err error) bool {
	var list source.DiagnosticList
	return errors.As(err, &list) && slices.ContainsFunc(list,
		func(d *source.Diagnostic) bool { return d.Code == codes.TooLarge })
}

// joinErrors returns the diagnostics of two stages in one list. If one error is of another kind, such as the error of
// CheckStop, it is returned unchanged.
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
	if o.Equivalence != model.AllDistinct && !m.IsSymmetryKnown() {
		return nil, source.DiagnosticList{{Code: codes.SymmetryNeedsPack,
			Summary: "solutions up to " + o.Equivalence.String() +
				" are wanted, and the symmetry of this puzzle is not known: " + m.ReasonSymmetryUnknown()}}
	}
	if o.BreakSwaps && m.Filling != nil && m.Filling.LatinOrder > 0 && !m.Filling.AreSwapsKnown() {
		return nil, source.DiagnosticList{{Code: codes.SwapsNeedLatin,
			Summary: "solutions up to swaps are wanted, and with rules on cells it is not known which swaps leave a " +
				"solution one"}}
	}
	if o.BreakSwaps && (m.Filling == nil || m.Filling.LatinOrder == 0) {
		return nil, source.DiagnosticList{{Code: codes.SwapsNeedLatin,
			Summary: "solutions up to swaps are wanted, and there is no Latin square whose symbols could be swapped"}}
	}
	limits := o.Limits.WithDefaults()
	equivalence := model.AllDistinct
	if m.IsSymmetryKnown() {
		equivalence = max(o.Equivalence, m.Equivalence)
	}
	breaksSwaps := o.BreakSwaps || m.BreakSwapsSpan.IsKnown()
	r, err := lower.LowerPuzzle(m, lower.PuzzleOptions{
		Equivalence: equivalence,
		BreakSwaps:  breaksSwaps,
		MaxItems:    limits.MaxItems,
		MaxOptions:  limits.MaxOptions,
		MaxSteps:    limits.MaxLoopRounds,
		CheckStop:   o.CheckStop,
	})
	if err != nil {
		return nil, err
	}
	return &Program{Puzzle: m, Warnings: append(m.Warnings, r.Warnings...).Warnings(), lowered: r,
		breaksSwaps: breaksSwaps}, nil
}

// Goal returns the goal that the best solutions minimize or maximize, or nil if every solution counts.
func (p *Program) Goal() *matrix.Goal {
	if p.lowered.CandidateProblem == nil {
		return nil // the matrix of a dissection may not be made yet, and a dissection has no measures
	}
	return p.lowered.CandidateProblem.Goal()
}

// IsSolution reports whether a candidate is a solution of the puzzle. Every candidate is, unless one solution of each
// class is wanted, or cells or pieces must be connected.
func (p *Program) IsSolution(s matrix.Solution) bool {
	defer source.BlameBug("judging a solution of", p.questionSpan)
	if p.needsConnectedPieces() && !p.IsDissectionSolution(p.lowered.StagedSolution(s)) {
		return false
	}
	return p.lowered.IsConnected(s) && (p.Symmetry() == nil || p.Symmetry().IsCanonical(s))
}

// questionSpan returns the place of the first statement that fills a board.
func (p *Program) questionSpan() source.Span {
	if sizes := p.lowered.StatementSizes; len(sizes) > 0 {
		return sizes[0].Span
	}
	return source.Span{}
}

// ConnectedSets returns the sets of cells that must be connected.
func (p *Program) ConnectedSets() []lower.ConnectedCells { return p.lowered.ConnectedSets }

// IsDissectionSolution reports whether a result of the staged search is a solution of the puzzle.
func (p *Program) IsDissectionSolution(found staged.Dissection) bool {
	return !p.needsConnectedPieces() || !slices.ContainsFunc(p.lowered.StagedDissection.PiecesOfDissection(found),
		func(part lower.DissectionPiece) bool {
			return !lattice.Square.IsConnected(lattice.NewShape(part.SourceCells))
		})
}

// IsExact reports whether every candidate is a solution of the puzzle.
func (p *Program) IsExact() bool { return p.ConstraintsBeyondMatrix() == "" }

// ConstraintsBeyondMatrix describes the constraints of the puzzle that its matrix does not express, or returns "".
func (p *Program) ConstraintsBeyondMatrix() string {
	var rules []model.ConnectedRule
	if p.Puzzle.Filling != nil {
		rules = p.Puzzle.Filling.ConnectedRules
	}
	switch {
	case p.Symmetry() != nil:
		return "one solution of each class"
	case p.needsConnectedPieces():
		return "connected pieces"
	case p.needsNoCandidateTest():
		return ""
	case slices.ContainsFunc(rules, func(j model.ConnectedRule) bool { return j.MustFormLoop }):
		return "one loop"
	case len(rules) > 0:
		return "connected cells"
	case p.Puzzle.Packing.EmptyConnectedSpan.IsKnown():
		return "connected cells that stay empty"
	}
	return "connected regions of more than six cells"
}

// needsNoCandidateTest reports whether every solution of the matrix is a solution of the puzzle, or in the class of
// one. Then no rule is left for [Program.IsSolution] to test.
func (p *Program) needsNoCandidateTest() bool {
	return !p.needsConnectedPieces() && len(p.lowered.ConnectedSets) == 0
}

// NeedsOnlyConnectedCells reports whether candidates need no other test than connectedness: a candidate is a solution
// of the puzzle if and only if its cells are connected in each of the sets that [Program.ConnectedSets] returns.
func (p *Program) NeedsOnlyConnectedCells() bool {
	return p.Symmetry() == nil && !p.needsConnectedPieces()
}

// needsConnectedPieces reports whether the pieces of a dissection must be connected.
func (p *Program) needsConnectedPieces() bool {
	return p.Puzzle.Dissection != nil && p.Puzzle.Dissection.RequiresConnectedPieces
}
