package check

import (
	"errors"
	"maps"
	"strconv"

	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// eachRuleRound calls a function in every round of a loop; in each round, ruleIndexValues holds the values of the
// indices. It stops after an error, as later rounds would repeat the error.
func (c *checker) eachRuleRound(f *ast.For, check func()) {
	if f == nil {
		check()
		return
	}
	before := c.failureCount
	bound := loopIndices{}
	maps.Copy(bound, c.ruleLoopIndices)
	loop := c.translateIndicesAndCondition(f.Binders, f.Condition, bound)
	if c.failureCount > before {
		return
	}
	outerBound, outerValues := c.ruleLoopIndices, c.ruleIndexValues
	defer func() { c.ruleLoopIndices, c.ruleIndexValues = outerBound, outerValues }()
	err := loop.EachRound(outerValues, func() error {
		if c.loopRounds += roundsChargedPerRule; c.loopRounds > c.limits.MaxLoopRounds {
			return &source.Diagnostic{Code: codes.TooLarge, Span: c.spanOf(f),
				Summary: "the loops of this file have more than " + strconv.Itoa(c.limits.MaxLoopRounds) + " rounds"}
		}
		return nil
	}, func(env []int64) error {
		c.ruleLoopIndices, c.ruleIndexValues = bound, env
		if check(); !c.canContinue() || c.failureCount > before {
			return errStopLoop
		}
		return nil
	})
	if d, ok := err.(*source.Diagnostic); ok {
		c.failAt(d.Code, d.Span, d.Hint, "%s", d.Summary)
	}
}

// roundsChargedPerRule is the cost of one round of a rule, in rounds of loops as Limits.MaxLoopRounds counts them.
const roundsChargedPerRule = 100

// errStopLoop is returned from a round to end a loop.
var errStopLoop = errors.New("enough")
