package check

import (
	"cmp"
	"math/big"
	"slices"
	"strings"

	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/parse"
)

// wordsOfSearchHint lists the words that a search hint allows, by the key of the hint. The words are part of the
// language, so they are listed here and not in the runtime. A test of the command checks that the runtime knows each
// word.
var wordsOfSearchHint = map[string][]string{
	"order":   {"given", "organ-pipe", "degree", "random", "list"},
	"options": {"given", "rare", "random"},
	"choose":  {"mrv", "first", "sharp", "weighted", "domwdeg", "random", "phase"},
	"filter":  {"none", "gad"},
}

// WordsOfSearchHint returns the words that a search hint allows, by its key; nil if the hint is a number.
func WordsOfSearchHint(key string) []string { return wordsOfSearchHint[key] }

// upToWords are the words that may follow `up to`.
var upToWords = []string{"symmetry", "rotation", "swaps"}

// UpToWords returns the words that may follow `up to`.
func UpToWords() []string { return slices.Clone(upToWords) }

// checkSearch checks a `search` statement.
func (c *checker) checkSearch(s *ast.Search) {
	search := &c.puzzle.SearchHints
	words := map[string]*string{"order": &search.ItemOrder, "options": &search.OptionOrder,
		"choose": &search.ChooserName,
		"filter": &search.FilterName}
	for _, h := range s.Hints {
		word, n, ok := c.parseSearchHint(h)
		switch to := words[h.HintName]; {
		case !ok || !c.requireFirstOfKind("`search "+h.HintName+"`", h):
		case to != nil:
			*to = word
		case h.HintName == "seed":
			search.RandomSeed = uint64(n)
		default:
			search.NodesBeforeRestart = int64(n)
		}
	}
}

// parseSearchHint reads the value of a hint: a word, a quoted text that begins with a word, or a number.
func (c *checker) parseSearchHint(h *ast.Hint) (word string, n int, ok bool) {
	word, at, known := string(h.QuotedValue), ast.Ranged(h), wordsOfSearchHint[h.HintName]
	if h.WordValue != nil {
		word, at = h.WordValue.Text, h.WordValue
	}
	name, _, _ := strings.Cut(word, ":")
	switch {
	case known == nil && h.NumberValue == nil:
		c.fail(codes.UnknownHint, h, "write a number, as in `"+h.HintName+" 50`", "`%s` wants a number", h.HintName)
	case known == nil:
		n, ok = c.evalSize(h.NumberValue.Amount().Expr())
		ok = ok && c.require(n >= 0 && n < aboveEveryLimit, codes.BadCount, h.NumberValue, "",
			"`%s` wants a number from 0 to %d",
			h.HintName, aboveEveryLimit-1)
	case h.NumberValue != nil:
		c.fail(codes.UnknownHint, h, "write one of "+strings.Join(known, ", "), "`%s` wants a word, and no number",
			h.HintName)
	default:
		if ok = slices.Contains(known, name); ok {
			break
		}
		d := c.reportError(codes.UnknownHint, c.spanOf(at), "", "`%s` knows %s, and no `%s`", h.HintName,
			strings.Join(known, ", "), name)
		// words among the known ones that need no quotes in the text
		spelled := slices.DeleteFunc(slices.Clone(known), parse.IsReserved)
		if d.SuggestName(name, spelled); h.WordValue == nil {
			d.Fixes = nil // removes the fixes: a quoted text holds more than the name that a fix would replace
		}
	}
	return word, n, ok
}

// checkExpect checks an `expect` statement.
func (c *checker) checkExpect(s *ast.Expect) {
	before := c.failureCount
	e := model.Expectation{Span: c.spanOf(s), ConditionHolds: true}
	if s.Optimum != nil {
		e.Optimum = c.computeExpectedOptimum(s)
	} else {
		e.LowestCount, e.HighestCount = c.computeExpectedBounds(s)
	}
	if s.EquivalenceName != nil {
		e.SolutionEquivalence, e.OnlySquaresLeftBySwaps = model.AllDistinct, s.EquivalenceName.Text == "swaps"
		if equivalence, ok := model.EquivalenceNamed(s.EquivalenceName.Text); ok {
			e.SolutionEquivalence = equivalence
		} else if !e.OnlySquaresLeftBySwaps {
			c.reportError(codes.UnknownUpTo, c.spanOf(s.EquivalenceName), "did you mean `symmetry`?",
				"solutions are counted up to symmetry, up to rotation or up to swaps, not up to `%s`",
				s.EquivalenceName.Text).
				SuggestName(s.EquivalenceName.Text, upToWords)
		}
	}
	if s.Condition != nil {
		holds, _ := c.evalExpr(c.translateCondition(s.Condition, nil))
		e.ConditionHolds = holds != 0
		if given := map[string]int64{}; c.collectParamEquations(s.Condition, given) {
			e.ConditionParams = given
		}
	}
	if c.failureCount == before {
		c.puzzle.Expectations = append(c.puzzle.Expectations, e)
	}
}

// computeExpectedBounds returns the bounds of the expected number of solutions. The upper bound is nil if there is
// none.
func (c *checker) computeExpectedBounds(s *ast.Expect) (low, high *big.Int) {
	switch {
	case s.UniqueSolution:
		return big.NewInt(1), big.NewInt(1)
	case s.NoSolution:
		return new(big.Int), new(big.Int)
	}
	n := s.Count
	switch {
	case n.Any:
		return new(big.Int), nil
	case n.AtLeast != nil:
		low, _ = c.evalSolutionCount(n.AtLeast)
		return low, nil
	case n.AtMost != nil:
		high, _ = c.evalSolutionCount(n.AtMost)
		return new(big.Int), high
	}
	low, ok := c.evalSolutionCount(cmp.Or(n.Exactly, n.Low))
	if n.High == nil {
		return low, low
	}
	high, fine := c.evalSolutionCount(n.High)
	if ok && fine {
		c.require(low.Cmp(high) <= 0, codes.BadCount, n, "", "a range goes from a number to one that is no less")
	}
	return low, high
}

// computeExpectedOptimum returns the value that the best solutions should have.
func (c *checker) computeExpectedOptimum(s *ast.Expect) *int64 {
	value, ok := c.evalNumber(s.Optimum.Expr())
	if s.NegativeOptimum {
		value = -value
	}
	c.require(!ok || c.goalStatement() != nil, codes.BadGoal, s.Optimum,
		"say what is best: `minimize empty`, `maximize men`",
		"no solution is better than another here")
	c.require(s.EquivalenceName == nil, codes.BadGoal, s, "leave `up to` out",
		"the value of the best solutions is the same for all solutions and for one of each class")
	return &value
}

// collectParamEquations collects the values of parameters from a condition such as n = 8 and k = 3. It returns false
// if the condition has another form.
func (c *checker) collectParamEquations(x ast.Expr, values map[string]int64) bool {
	b, ok := x.(*ast.Binary)
	if !ok {
		return false
	}
	if b.Operator == "and" {
		return c.collectParamEquations(b.LeftOperand, values) && c.collectParamEquations(b.RightOperand, values)
	}
	value := b.RightOperand
	if u, ok := value.(*ast.Unary); ok {
		value = u.Operand
	}
	name, isName := b.LeftOperand.(*ast.Variable)
	if _, isLiteral := value.(*ast.Int); !isName || !isLiteral || b.Operator != "=" {
		return false
	}
	values[name.Name], ok = c.evalNumber(b.RightOperand)
	return ok
}
