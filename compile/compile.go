// Package compile turns puzzle files into exact cover problems, and solutions
// of those back into placements.
//
// Its input is text or a tree, its output a [Program]: a problem for the
// runtime with the origin of each option. It knows nothing of how problems are
// solved. The stages are check, which gives the tree its meaning, and lower,
// which makes the matrix.
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
	"quadrille/runtime/matrix"
	"quadrille/runtime/staged"
)

// Options says how to compile.
type Options struct {
	// Params replaces the values of parameters.
	Params map[string]int64
	// UpTo keeps one solution of each class, as `break symmetry` and `break rotation` in
	// the file do; of the two, what makes more solutions alike holds.
	UpTo model.Alike
	// UpToSwaps leaves out Latin squares in which a swap leads to a larger one, as
	// `break swaps` in the file does.
	UpToSwaps bool
	// Limits bounds the size of the result; zero fields mean the defaults.
	Limits check.Limits
	// Stop, if not nil, is asked again and again whether to go on. Its error ends the work, and is
	// returned as it is.
	Stop func() error
}

// Program is a compiled puzzle.
type Program struct {
	Puzzle   *model.Puzzle
	Warnings source.List

	lowered *lower.Result
	matrix  sync.Once
	failure error // of making the matrix
}

// Candidates returns the exact cover problem of the puzzle. Its solutions are candidates:
// [Program.Keeps] tells which are solutions of the puzzle, and [Program.Exact] whether all
// are. That of a dissection is made when it is first wanted, and may turn out too large;
// the error is a [source.List], or a [source.Bug].
func (p *Program) Candidates() (*matrix.Problem, error) {
	p.matrix.Do(func() { p.failure = p.lowered.Matrix() })
	return p.lowered.Candidates, p.failure
}

// Symmetry returns the group whose classes are wanted, or nil if every solution counts.
func (p *Program) Symmetry() *lower.Symmetry { return p.lowered.Symmetry }

// Classes returns the problem of all solutions, where one of each class is wanted, and where each motion
// of the group takes its options. It returns nil if not all of these are solutions of the puzzle.
func (p *Program) Classes() (*matrix.Problem, [][]int32) {
	if p.Symmetry() == nil || !p.allKept() {
		return nil, nil
	}
	m, images, err := p.lowered.Whole()
	if err != nil || m.Options() != len(images[0]) {
		return nil, nil
	}
	return m, images
}

// Made says what each statement became, once there is a matrix.
func (p *Program) Made() []lower.Made { return p.lowered.Made }

// Stages returns a dissection that can be found in stages, or nil. Those of very many pieces cannot.
func (p *Program) Stages() *lower.Stages {
	if s := p.lowered.Stages; s != nil && s.Alone && s.Problem.Pieces <= staged.MaxPieces {
		return s
	}
	return nil
}

// Text parses and compiles a puzzle. The error is a [source.List] of all that
// is wrong with it, in order of position, or that of Options.Stop. A mistake of the compiler is a [source.Bug].
func Text(name string, text []byte, imp check.Importer, o Options) (p *Program, err error) {
	defer source.Catch(&err, "compiling", func() source.Span { return source.Whole(name) })
	f, err := parse.File(name, text)
	if err == nil {
		return Compile(f, imp, o)
	}
	_, more := check.File(f, imp, check.Options{Params: o.Params, Limits: o.Limits, Incomplete: true, Stop: o.Stop})
	return nil, joined(err, more)
}

// Compile compiles a tree that parsed without errors. The error is a
// [source.List], that of Options.Stop, or a [source.Bug].
func Compile(f *ast.File, imp check.Importer, o Options) (*Program, error) {
	m, err := check.File(f, imp, check.Options{Params: o.Params, Limits: o.Limits, Stop: o.Stop})
	if m == nil || isTooLarge(err) { // to lower the rest would cost as much again
		return nil, err
	}
	p, more := Lower(m, o)
	if err != nil {
		return nil, joined(err, more)
	}
	return p, more
}

// isTooLarge reports whether something is larger than the limits.
func isTooLarge(err error) bool {
	var list source.List
	return errors.As(err, &list) && slices.ContainsFunc(list, func(d *source.Diagnostic) bool { return d.Code == codes.TooLarge })
}

// joined puts the diagnostics of two stages into one list. Another error, of work that was
// stopped, stays as it is.
func joined(one, two error) error {
	var first, second source.List
	if !errors.As(one, &first) && one != nil {
		return one
	}
	if !errors.As(two, &second) && two != nil {
		return two
	}
	return append(first, second...).Err()
}

// Lower compiles a puzzle that has been checked. The error is as that of [Compile].
func Lower(m *model.Puzzle, o Options) (*Program, error) {
	if o.UpTo != model.Unlike && !m.SymmetryKnown() {
		return nil, source.List{{Code: codes.SymmetryNeedsPack,
			Summary: "solutions up to " + o.UpTo.String() + " are wanted, and the symmetry of this puzzle is not known: " + m.WhyNoSymmetry()}}
	}
	if o.UpToSwaps && m.Fill != nil && m.Fill.Order > 0 && !m.Fill.SwapsKnown() {
		return nil, source.List{{Code: codes.SwapsNeedLatin,
			Summary: "solutions up to swaps are wanted, and with rules on cells it is not known which swaps leave a solution one"}}
	}
	if o.UpToSwaps && (m.Fill == nil || m.Fill.Order == 0) {
		return nil, source.List{{Code: codes.SwapsNeedLatin,
			Summary: "solutions up to swaps are wanted, and there is no Latin square whose symbols could be swapped"}}
	}
	limits := o.Limits.OrDefault()
	alike := model.Unlike
	if m.SymmetryKnown() {
		alike = max(o.UpTo, m.Alike)
	}
	r, err := lower.Puzzle(m, lower.Options{
		Alike:      alike,
		BreakSwaps: o.UpToSwaps || m.BreakSwaps.Known(),
		MaxItems:   limits.Items,
		MaxOptions: limits.Options,
		MaxSteps:   limits.Steps,
		Stop:       o.Stop,
	})
	if err != nil {
		return nil, err
	}
	return &Program{Puzzle: m, Warnings: append(m.Warnings, r.Warnings...).Warnings(), lowered: r}, nil
}

// Keeps reports whether a candidate is a solution of the puzzle: all are, unless one of
// each class is wanted, or connected pieces.
func (p *Program) Keeps(s matrix.Solution) bool {
	defer source.Blame("judging a solution of", p.question)
	if p.connected() && !p.KeepsDissection(p.lowered.Found(s)) {
		return false
	}
	return p.lowered.Connected(s) && (p.Symmetry() == nil || p.Symmetry().Canonical(s))
}

// question returns the first statement that fills a board.
func (p *Program) question() source.Span {
	if made := p.lowered.Made; len(made) > 0 {
		return made[0].Span
	}
	return source.Span{}
}

// Joined returns the sets of cells that must be connected.
func (p *Program) Joined() []lower.Joined { return p.lowered.Joined }

// KeepsDissection reports whether a dissection that was found in stages is a solution of
// the puzzle.
func (p *Program) KeepsDissection(found staged.Solution) bool {
	return !p.connected() || !slices.ContainsFunc(p.lowered.Stages.Parts(found), func(part lower.Part) bool {
		return !lattice.Square.Connected(lattice.NewShape(part.From))
	})
}

// Exact reports whether every candidate is a solution of the puzzle.
func (p *Program) Exact() bool { return p.Wants() == "" }

// Wants says what the puzzle wants of solutions beyond what its matrix says, or nothing.
func (p *Program) Wants() string {
	switch {
	case p.Symmetry() != nil:
		return "one solution of each class"
	case p.connected():
		return "connected pieces"
	case p.allKept():
	case slices.ContainsFunc(p.Puzzle.Fill.Joined, func(j model.Joined) bool { return j.Loop }):
		return "one loop"
	default:
		return "connected cells"
	}
	return ""
}

// allKept reports whether each candidate is one of a class of solutions.
func (p *Program) allKept() bool {
	return !p.connected() && (p.Puzzle.Fill == nil || len(p.Puzzle.Fill.Joined) == 0)
}

// connected reports whether the pieces of a dissection are to be connected.
func (p *Program) connected() bool { return p.Puzzle.Dissect != nil && p.Puzzle.Dissect.Connected }
