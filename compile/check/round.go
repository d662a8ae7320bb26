package check

import (
	"errors"
	"maps"
	"strconv"

	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// eachRound calls check in every round of a loop, with the indices set to their values. It ends after an error,
// which later rounds would only repeat.
func (c *checker) eachRound(f *ast.For, check func()) {
	if f == nil {
		check()
		return
	}
	before := c.broken
	bound := loopIndices{}
	maps.Copy(bound, c.bound)
	loop := c.translateRounds(f.Binders, f.Where, bound)
	if c.broken > before {
		return
	}
	outerBound, outerValues := c.bound, c.values
	defer func() { c.bound, c.values = outerBound, outerValues }()
	err := loop.EachRound(outerValues, func() error {
		if c.loopRounds += stepsPerRule; c.loopRounds > c.limits.Steps {
			return &source.Diagnostic{Code: codes.TooLarge, Span: c.spanOf(f),
				Summary: "the loops of this file have more than " + strconv.Itoa(c.limits.Steps) + " rounds"}
		}
		return nil
	}, func(env []int64) error {
		c.bound, c.values = bound, env
		if check(); !c.canContinue() || c.broken > before {
			return errStopLoop
		}
		return nil
	})
	if d, ok := err.(*source.Diagnostic); ok {
		c.failAt(d.Code, d.Span, d.Hint, "%s", d.Summary)
	}
}

// stepsPerRule is the cost of a round of a rule in loop rounds, which Limits.Steps bounds.
const stepsPerRule = 100

// errStopLoop ends a loop.
var errStopLoop = errors.New("enough")
