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

// Expectation is a statement of a file about the number of its solutions.
type Expectation struct {
	// File and Line are its place, and Text is its text.
	File, Text string
	Line       int

	number int // number among the expectations of the file
}

// Expectations returns the expectations of the file, in order.
func (p *Puzzle) Expectations() []Expectation {
	var out []Expectation
	for k := range p.program.Puzzle.Expects {
		span := p.program.Puzzle.Expects[k].Span
		text := strings.Join(strings.Fields(span.File.TextOf(span.Range)), " ")
		out = append(out, Expectation{span.File.Name, text, span.File.Position(span.Start).Line, k})
	}
	return out
}

// Outcome is the outcome of checking an expectation.
type Outcome int

// The outcomes.
const (
	Passed        Outcome = iota
	Failed                // the number of solutions is another one
	NotApplicable         // its condition does not hold
	Undecided             // the search ended early
)

// String returns the outcome as a word of at most four letters.
func (o Outcome) String() string { return [...]string{"ok", "FAIL", "skip", "stop"}[o] }

// Verdict is the outcome of an expectation. If it failed or is undecided, Found is the number of solutions
// found.
type Verdict struct {
	Outcome Outcome
	Found   Number
}

// LineText returns a line with the outcome, the place and the text of the expectation, and what was found.
func (v Verdict) LineText(e Expectation) string {
	text := e.Text
	if found := v.String(); found != "" {
		text += ": " + found
	}
	return fmt.Sprintf("%-4s %s:%d: %s", v.Outcome, source.EscapeText(e.File), e.Line, source.EscapeText(text))
}

// String describes what was found, or returns "" if the expectation holds.
func (v Verdict) String() string {
	n, exact := v.Found.Exact()
	switch {
	case v.Outcome == NotApplicable:
		return "its condition is not met"
	case v.Outcome == Undecided:
		return "undecided after " + v.Found.SolutionsText()
	case v.Outcome == Failed && exact && n.Sign() == 0:
		return "there is none"
	case v.Outcome == Failed && exact:
		return fmt.Sprintf("there are only %d", n)
	case v.Outcome == Failed:
		return fmt.Sprintf("there are more: at least %d", n)
	}
	return ""
}

// Check counts solutions until the expectation is decided, with the parameters of its condition. The error
// tells why a search ended early, or that the puzzle does not compile with these parameters.
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

// countExpected counts until an expectation is decided. An engine that counts without visiting solutions counts
// all.
func (p *Puzzle) countExpected(ctx context.Context, e *model.Expectation, s Search) (Number, error) {
	enough := new(big.Int).Set(e.Low) // number of solutions that decides it
	if e.High != nil {
		enough.Add(e.High, big.NewInt(1))
	}
	decidedEarly := enough.IsInt64() && enough.Int64() <= 2
	if !decidedEarly && p.program.IsExact() && !p.isStaged(s) {
		return p.Count(ctx, s)
	}
	if enough.IsInt64() && enough.Sign() > 0 && (s.Limit == 0 || enough.Int64() < int64(s.Limit)) {
		s.Limit = int(enough.Int64())
	}
	goal := schedule.All
	switch {
	case decidedEarly:
		goal = schedule.Few // one or two solutions decide it
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
