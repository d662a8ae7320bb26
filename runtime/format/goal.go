package format

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"quadrille/runtime/matrix"
)

// The formats dlx, json, yaml, opb and lp can express the goal of a problem. In dlx the cost of an option stands behind
// its last item, as in a|3. The solution of least cost is the best, as for Knuth's program DLX5. If the greatest value
// is to be best, the cost of an option is its negative value. The comment "| minimize 0" or "| maximize 5" tells which
// of the two is meant, and states the value of a solution without options.

const (
	wordMinimize = "minimize"
	wordMaximize = "maximize"
)

// goalWord returns the word minimize or maximize.
func goalWord(g *matrix.Goal) string {
	if g.Maximize {
		return wordMaximize
	}
	return wordMinimize
}

// optionCost returns the cost of an option, which is to be minimized: the value of the option, or its negative value if
// the greatest value is best.
func optionCost(g *matrix.Goal, o matrix.OptionID) int64 {
	if g.Maximize {
		return -g.OptionValues[o]
	}
	return g.OptionValues[o]
}

// checkCosts returns an error if the name of a color ends like a color with a cost, so that a reader would misread it.
func (s *nameSpelling) checkCosts(g *matrix.Goal) error {
	for _, color := range s.colorNames {
		if _, _, ok := splitCost([]byte(color)); ok && g != nil {
			return fmt.Errorf("the color %s cannot be written beside costs; write json or yaml", quoteName(color))
		}
	}
	return nil
}

// splitCost splits a word such as a|3 into a name and a cost. It returns false if the word does not end in a bar and an
// integer.
func splitCost(text []byte) (name []byte, cost int64, ok bool) {
	bar := bytes.LastIndexByte(text, '|')
	if bar < 1 {
		return text, 0, false
	}
	cost, err := strconv.ParseInt(string(text[bar+1:]), 10, 64)
	if err != nil || text[bar+1] == '+' {
		return text, 0, false
	}
	return text[:bar], cost, true
}

// setGoal declares the goal. The values of the options are added later.
func (a *problemAssembly) setGoal(at textSpot, maximize bool, base int64) {
	if a.hasStatedGoal || a.builder.OptionCount() > 0 {
		a.reportFault(at, "what is best is said once, above the options")
	}
	a.problemGoal, a.hasStatedGoal = &matrix.Goal{Maximize: maximize, BaseValue: base}, true
}

// addValue adds a number to the value of the current option.
func (a *problemAssembly) addValue(at textSpot, value int64) {
	sum := a.currentValue + value
	if (sum > a.currentValue) != (value > 0) && value != 0 {
		a.reportFault(at, "the values of this option add up to more than 64 bits")
	}
	a.currentValue = sum
}

// storeOptionValue stores the value of the current option. If there is a value and no goal was declared, the goal is to
// minimize the sum of the values.
func (a *problemAssembly) storeOptionValue() {
	if a.problemGoal == nil && a.currentValue != 0 {
		a.problemGoal = &matrix.Goal{}
	}
	if a.problemGoal != nil {
		for len(a.problemGoal.OptionValues) < a.builder.OptionCount()-1 {
			a.problemGoal.OptionValues = append(a.problemGoal.OptionValues, 0)
		}
		a.problemGoal.OptionValues = append(a.problemGoal.OptionValues, a.currentValue)
	}
	a.currentValue = 0
}

// buildProblem returns the problem with its goal.
func (a *problemAssembly) buildProblem() (*matrix.Problem, error) {
	p, err := a.builder.Build()
	if err != nil || a.problemGoal == nil {
		return p, err
	}
	if p, err = p.WithGoal(a.problemGoal); err != nil {
		return nil, fmt.Errorf("%s: %w", a.dumpName, err)
	}
	return p, nil
}

// parseInteger parses an integer of 64 bits, and returns what is wrong with it, or "".
func parseInteger[T string | []byte](text T) (n int64, fault string) {
	n, err := strconv.ParseInt(string(text), 10, 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		fault = quoteName(text) + " does not fit 64 bits"
	case err != nil || strings.HasPrefix(string(text), "+"):
		fault = quoteName(text) + " is no whole number"
	}
	return n, fault
}
