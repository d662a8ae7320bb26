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

// Expectation is a statement in the text of a puzzle about the number of its solutions, or about the value of the best
// solutions.
type Expectation struct {
	// File is the name of the text, Text the statement itself, and Line the line of the statement, counted from 1.
	File, Text string
	Line       int

	textIndex int // index of the expectation in the text, from 0
}

// Expectations returns the expectations of the file, in order.
func (p *Puzzle) Expectations() []Expectation {
	var out []Expectation
	for k := range p.program.Puzzle.Expectations {
		span := p.program.Puzzle.Expectations[k].Span
		text := strings.Join(strings.Fields(span.File.TextOf(span.Range)), " ")
		out = append(out, Expectation{span.File.Name, text, span.File.Position(span.Start).Line, k})
	}
	return out
}

// Outcome is the result of checking an expectation.
type Outcome int

// The outcomes of a check.
const (
	// Passed means that the number of solutions is the expected one.
	Passed        Outcome = iota
	Failed                // the number of solutions differs from the expected one
	NotApplicable         // the condition of the expectation does not hold for the parameters
	Undecided             // the search ended before the number was known
)

// String returns the outcome as a word of at most four letters.
func (o Outcome) String() string { return [...]string{"ok", "FAIL", "skip", "stop"}[o] }

// Verdict is the outcome of an expectation. If the outcome is Failed or Undecided, Found is the number of solutions
// that were found.
type Verdict struct {
	Outcome Outcome
	Found   Number
	// Optimum is what the check found out about the best value, if the expectation is about that value; otherwise nil.
	Optimum *Optimum
}

// LineText returns one line with the outcome, the place and text of the expectation, and the number of solutions
// found.
func (v Verdict) LineText(e Expectation) string {
	text := e.Text
	if found := v.String(); found != "" {
		text += ": " + found
	}
	return fmt.Sprintf("%-4s %s:%d: %s", v.Outcome, source.EscapeText(e.File), e.Line, source.EscapeText(text))
}

// String describes the number of solutions found, or returns "" if the expectation holds.
func (v Verdict) String() string {
	n, exact := v.Found.Exact()
	switch {
	case v.Outcome == NotApplicable:
		return "its condition is not met"
	case v.Optimum != nil && v.Outcome == Undecided:
		return "undecided: " + v.Optimum.String()
	case v.Optimum != nil && v.Outcome == Failed && !v.Optimum.Found:
		return "there is no solution"
	case v.Optimum != nil && v.Outcome == Failed && v.Optimum.Proved:
		return fmt.Sprintf("the %s is %d", v.Optimum.Kind, v.Optimum.Value)
	case v.Optimum != nil && v.Outcome == Failed:
		return fmt.Sprintf("there is a better one, %d", v.Optimum.Value)
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

// Check counts solutions until the expectation is decided. The puzzle has the parameters that the condition of the
// expectation sets. The error is the reason why the search ended early, or the diagnostics if the puzzle does not
// compile with these parameters.
func (p *Puzzle) Check(ctx context.Context, e Expectation, s Search) (Verdict, error) {
	expect := &p.program.Puzzle.Expectations[e.textIndex]
	o := p.options
	o.Params = map[string]int64{}
	maps.Copy(o.Params, expect.ConditionParams)
	maps.Copy(o.Params, p.options.Params)
	o.UpTo = [...]UpTo{model.AllDistinct: 0, model.UpToRotation: Rotation,
		model.UpToReflection: Symmetry}[expect.SolutionEquivalence]
	if expect.OnlySquaresLeftBySwaps {
		o.UpTo |= Swaps
	}
	o.Stop = ctx.Err
	q, err := p.Recompile(o)
	if err != nil {
		return Verdict{Outcome: Undecided}, err
	}
	if expect = &q.program.Puzzle.Expectations[e.textIndex]; !expect.ConditionHolds {
		return Verdict{Outcome: NotApplicable}, nil
	}
	if expect.Optimum != nil {
		found, _, err := q.FindOptimum(ctx, s)
		return verdictOnOptimum(*expect.Optimum, found, q.program.Goal().IsBetter), err
	}
	n, err := q.countExpected(ctx, expect, s)
	return verdictOn(expect, n), err
}

// countExpected counts solutions until the expectation is decided. An engine that does not visit solutions one by one
// cannot stop early, and counts all of them.
func (p *Puzzle) countExpected(ctx context.Context, e *model.Expectation, s Search) (Number, error) {
	enough := new(big.Int).Set(e.LowestCount) // number of solutions at which the expectation is decided
	if e.HighestCount != nil {
		enough.Add(e.HighestCount, big.NewInt(1))
	}
	decidedEarly := enough.IsInt64() && enough.Int64() <= 2
	if !decidedEarly && p.isExact(s) && !p.isStaged(s) {
		return p.Count(ctx, s)
	}
	if enough.IsInt64() && enough.Sign() > 0 && (s.Limit == 0 || enough.Int64() < int64(s.Limit)) {
		s.Limit = int(enough.Int64())
	}
	goal := schedule.AllSolutions
	switch {
	case decidedEarly:
		goal = schedule.FewSolutions // the count can stop at one or two solutions
	case p.program.Symmetry() != nil && !p.HasGoal():
		return p.countClasses(ctx, s)
	}
	n := int64(0)
	for _, err := range p.findSolutions(ctx, s, goal) {
		if err != nil {
			return Number{solutionCount: big.NewInt(n)}, err
		}
		n++
	}
	return Number{big.NewInt(n), s.Limit == 0 || n < int64(s.Limit)}, nil
}

func verdictOnOptimum(expected int64, found Optimum, isBetter func(a, b int64) bool) Verdict {
	v := Verdict{Outcome: Undecided, Optimum: &found}
	switch {
	case found.Proved && found.Found && found.Value == expected:
		v.Outcome = Passed
	case found.Proved, found.Found && isBetter(found.Value, expected):
		v.Outcome = Failed
	}
	return v
}

func verdictOn(e *model.Expectation, n Number) Verdict {
	found, exact := n.Exact()
	switch {
	case e.HighestCount != nil && found.Cmp(e.HighestCount) > 0:
		return Verdict{Outcome: Failed, Found: Number{solutionCount: found}}
	case found.Cmp(e.LowestCount) >= 0 && (exact || e.HighestCount == nil):
		return Verdict{Outcome: Passed, Found: n}
	case exact:
		return Verdict{Outcome: Failed, Found: n}
	}
	return Verdict{Outcome: Undecided, Found: n}
}
