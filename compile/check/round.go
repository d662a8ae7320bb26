package check

import (
	"errors"
	"maps"
	"strconv"

	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// eachRound calls a function in every round of a loop, while ruleIndexValues holds the values of the indices. It stops
// after an error, as later rounds would repeat it.
func (c *checker) eachRound(f *ast.For, check func()) {
	if f == nil {
		check()
		return
	}
	before := c.failureCount
	bound := loopIndices{}
	maps.Copy(bound, c.ruleIndices)
	loop := c.translateLoopIndices(f.Binders, f.Condition, bound)
	if c.failureCount > before {
		return
	}
	outerBound, outerValues := c.ruleIndices, c.ruleIndexValues
	defer func() { c.ruleIndices, c.ruleIndexValues = outerBound, outerValues }()
	err := loop.EachRound(outerValues, func() error {
		if c.loopRounds += stepsPerRule; c.loopRounds > c.limits.Steps {
			return &source.Diagnostic{Code: codes.TooLarge, Span: c.spanOf(f),
				Summary: "the loops of this file have more than " + strconv.Itoa(c.limits.Steps) + " rounds"}
		}
		return nil
	}, func(env []int64) error {
		c.ruleIndices, c.ruleIndexValues = bound, env
		if check(); !c.canContinue() || c.failureCount > before {
			return errStopLoop
		}
		return nil
	})
	if d, ok := err.(*source.Diagnostic); ok {
		c.failAt(d.Code, d.Span, d.Hint, "%s", d.Summary)
	}
}

// stepsPerRule is what one round of a rule costs, in rounds of loops as Limits.Steps counts them.
const stepsPerRule = 100

// errStopLoop is returned from a round to end a loop.
var errStopLoop = errors.New("enough")
