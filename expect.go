package quadrille

import (
	"context"
	"fmt"
	"maps"
	"math/big"
	"strings"

	"quadrille/compile/model"
	"quadrille/lang/source"
	"quadrille/runtime/schedule"
)

// Expectation is what a file says about the number of its solutions.
type Expectation struct {
	// File, Line and Text tell where it stands, and what it says.
	File, Text string
	Line       int

	number int // among those of the file
}

// Expectations lists those of the file, in order.
func (p *Puzzle) Expectations() []Expectation {
	var out []Expectation
	for k := range p.program.Puzzle.Expects {
		span := p.program.Puzzle.Expects[k].Span
		text := strings.Join(strings.Fields(span.File.TextOf(span.Range)), " ")
		out = append(out, Expectation{span.File.Name, text, span.File.Position(span.Start).Line, k})
	}
	return out
}

// Outcome says what has come of an expectation.
type Outcome int

// The outcomes.
const (
	Passed        Outcome = iota
	Failed                // there are other numbers of solutions
	NotApplicable         // its condition is not met
	Undecided             // the search ended before its time
)

// String says the outcome in a word of at most four letters.
func (o Outcome) String() string { return [...]string{"ok", "FAIL", "skip", "stop"}[o] }

// Verdict is what has come of an expectation, with the number found: of those that fail,
// and of those undecided.
type Verdict struct {
	Outcome Outcome
	Found   Number
}

// LineText says in a line what has come of an expectation: how it ended, where it stands, what
// it says, and what was found.
func (v Verdict) LineText(e Expectation) string {
	text := e.Text
	if said := v.String(); said != "" {
		text += ": " + said
	}
	return fmt.Sprintf("%-4s %s:%d: %s", v.Outcome, source.EscapeText(e.File), e.Line, source.EscapeText(text))
}

// String says in words what was found, or "" where the expectation is met.
func (v Verdict) String() string {
	n, exact := v.Found.Exact()
	switch {
	case v.Outcome == NotApplicable:
		return "its condition is not met"
	case v.Outcome == Undecided:
		return "undecided after " + v.Found.SolutionsText()
	case v.Outcome == Failed && exact:
		return fmt.Sprintf("there are only %d", n)
	case v.Outcome == Failed:
		return fmt.Sprintf("there are more: at least %d", n)
	}
	return ""
}

// Check counts solutions until the expectation is decided, with the parameters that its
// condition asks for. An error says why a search ended before its time, or that the
// puzzle has no meaning with these parameters.
func (p *Puzzle) Check(ctx context.Context, e Expectation, s Search) (Verdict, error) {
	expect := &p.program.Puzzle.Expects[e.number]
	o := p.options
	o.Params = map[string]int64{}
	maps.Copy(o.Params, expect.Given)
	maps.Copy(o.Params, p.options.Params)
	o.UpTo = [...]UpTo{model.Distinct: 0, model.Rotated: Rotation, model.Mirrored: Symmetry}[expect.UpTo]
	if expect.UpToSwaps {
		o.UpTo |= Swaps
	}
	o.Stop = ctx.Err
	q, err := p.Recompile(o)
	if err != nil {
		return Verdict{Outcome: Undecided}, err
	}
	if expect = &q.program.Puzzle.Expects[e.number]; !expect.Applies {
		return Verdict{Outcome: NotApplicable}, nil
	}
	n, err := q.countExpected(ctx, expect, s)
	return verdictOn(expect, n), err
}

// countExpected counts until an expectation is decided. An engine that counts all at once does.
func (p *Puzzle) countExpected(ctx context.Context, e *model.Expectation, s Search) (Number, error) {
	enough := new(big.Int).Set(e.Low) // solutions that decide it
	if e.High != nil {
		enough.Add(e.High, big.NewInt(1))
	}
	few := enough.IsInt64() && enough.Int64() <= 2
	if !few && p.program.IsExact() && !p.isStaged(s) {
		return p.Count(ctx, s)
	}
	if enough.IsInt64() && enough.Sign() > 0 && (s.Limit == 0 || enough.Int64() < int64(s.Limit)) {
		s.Limit = int(enough.Int64())
	}
	goal := schedule.All
	switch {
	case few:
		goal = schedule.Few // it is decided by a solution or two
	case p.program.Symmetry() != nil:
		return p.countClasses(ctx, s)
	}
	n := int64(0)
	for _, err := range p.findSolutions(ctx, s, goal) {
		if err != nil {
			return Number{found: big.NewInt(n)}, err
		}
		n++
	}
	return Number{big.NewInt(n), s.Limit == 0 || n < int64(s.Limit)}, nil
}

func verdictOn(e *model.Expectation, n Number) Verdict {
	found, exact := n.Exact()
	switch {
	case e.High != nil && found.Cmp(e.High) > 0:
		return Verdict{Failed, Number{found: found}}
	case found.Cmp(e.Low) >= 0 && (exact || e.High == nil):
		return Verdict{Passed, n}
	case exact:
		return Verdict{Failed, n}
	}
	return Verdict{Undecided, n}
}
