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

// hintWords lists the words that a search hint allows, by the key of the hint. They are part of the language, so they
// are listed here and not in the runtime. A test of the command checks that the runtime knows each.
var hintWords = map[string][]string{
	"order":   {"given", "organ-pipe", "degree", "random", "list"},
	"options": {"given", "rare", "random"},
	"choose":  {"mrv", "first", "sharp", "weighted", "domwdeg", "random", "phase"},
	"filter":  {"none", "gad"},
}

// HintWords returns the words that a search hint allows, by its key; nil if the hint is a number.
func HintWords(key string) []string { return hintWords[key] }

// upToWords are the words that may follow `up to`.
var upToWords = []string{"symmetry", "rotation", "swaps"}

// UpToWords returns the words that may follow `up to`.
func UpToWords() []string { return slices.Clone(upToWords) }

// checkSearch checks a `search` statement.
func (c *checker) checkSearch(s *ast.Search) {
	search := &c.puzzle.Search
	words := map[string]*string{"order": &search.Order, "options": &search.Options, "choose": &search.Chooser,
		"filter": &search.Filter}
	for _, h := range s.Hints {
		word, n, ok := c.parseHint(h)
		switch to := words[h.Key]; {
		case !ok || !c.isFirst("`search "+h.Key+"`", h):
		case to != nil:
			*to = word
		case h.Key == "seed":
			search.Seed = uint64(n)
		default:
			search.Restarts = int64(n)
		}
	}
}

// parseHint reads the value of a hint: a word, a quoted text that begins with a word, or a number.
func (c *checker) parseHint(h *ast.Hint) (word string, n int, ok bool) {
	word, at, known := string(h.Text), ast.Ranged(h), hintWords[h.Key]
	if h.Value != nil {
		word, at = h.Value.Text, h.Value
	}
	name, _, _ := strings.Cut(word, ":")
	switch {
	case known == nil && h.Number == nil:
		c.fail(codes.UnknownHint, h, "write a number, as in `"+h.Key+" 50`", "`%s` wants a number", h.Key)
	case known == nil:
		n, ok = c.evalSmall(h.Number.Amount().Expr())
		ok = ok && c.require(n >= 0 && n < overLimit, codes.BadCount, h.Number, "", "`%s` wants a number from 0 to %d",
			h.Key, overLimit-1)
	case h.Number != nil:
		c.fail(codes.UnknownHint, h, "write one of "+strings.Join(known, ", "), "`%s` wants a word, and no number",
			h.Key)
	default:
		if ok = slices.Contains(known, name); ok {
			break
		}
		d := c.reportError(codes.UnknownHint, c.spanOf(at), "", "`%s` knows %s, and no `%s`", h.Key,
			strings.Join(known, ", "), name)
		spelled := slices.DeleteFunc(slices.Clone(known), parse.IsReserved) // words that need no quotes
		if d.SuggestName(name, spelled); h.Value == nil {
			d.Fixes = nil // no fix, as a quoted text holds more than the name
		}
	}
	return word, n, ok
}

// checkExpect checks an `expect` statement.
func (c *checker) checkExpect(s *ast.Expect) {
	before := c.failures
	e := model.Expectation{Span: c.spanOf(s), ConditionHolds: true}
	if s.Optimum != nil {
		e.Optimum = c.computeExpectedOptimum(s)
	} else {
		e.Low, e.High = c.computeExpectedBounds(s)
	}
	if s.UpTo != nil {
		e.UpTo, e.UpToSwaps = model.Distinct, s.UpTo.Text == "swaps"
		if equivalence, ok := model.EquivalenceNamed(s.UpTo.Text); ok {
			e.UpTo = equivalence
		} else if !e.UpToSwaps {
			c.reportError(codes.UnknownUpTo, c.spanOf(s.UpTo), "did you mean `symmetry`?",
				"solutions are counted up to symmetry, up to rotation or up to swaps, not up to `%s`", s.UpTo.Text).
				SuggestName(s.UpTo.Text, upToWords)
		}
	}
	if s.When != nil {
		holds, _ := c.evalExpr(c.translateCondition(s.When, nil))
		e.ConditionHolds = holds != 0
		if given := map[string]int64{}; c.collectEquations(s.When, given) {
			e.WhenParams = given
		}
	}
	if c.failures == before {
		c.puzzle.Expects = append(c.puzzle.Expects, e)
	}
}

// computeExpectedBounds returns the bounds of the expected number of solutions. The upper one is nil if there is none.
func (c *checker) computeExpectedBounds(s *ast.Expect) (low, high *big.Int) {
	switch {
	case s.Unique:
		return big.NewInt(1), big.NewInt(1)
	case s.None:
		return new(big.Int), new(big.Int)
	}
	n := s.Count
	switch {
	case n.Any:
		return new(big.Int), nil
	case n.AtLeast != nil:
		low, _ = c.evalBigCount(n.AtLeast)
		return low, nil
	case n.AtMost != nil:
		high, _ = c.evalBigCount(n.AtMost)
		return new(big.Int), high
	}
	low, ok := c.evalBigCount(cmp.Or(n.Exactly, n.Low))
	if n.High == nil {
		return low, low
	}
	high, fine := c.evalBigCount(n.High)
	if ok && fine {
		c.require(low.Cmp(high) <= 0, codes.BadCount, n, "", "a range goes from a number to one that is no less")
	}
	return low, high
}

// computeExpectedOptimum returns the value that the best solutions should have.
func (c *checker) computeExpectedOptimum(s *ast.Expect) *int64 {
	value, ok := c.evalNumber(s.Optimum.Expr())
	if s.Minus {
		value = -value
	}
	c.require(!ok || c.goalStatement() != nil, codes.BadGoal, s.Optimum,
		"say what is best: `minimize empty`, `maximize men`",
		"no solution is better than another here")
	c.require(s.UpTo == nil, codes.BadGoal, s, "leave `up to` out",
		"the value of the best solutions is the same for all solutions and for one of each class")
	return &value
}

// collectEquations collects the values of parameters from a condition such as n = 8 and k = 3. It returns false if the
// condition has another form.
func (c *checker) collectEquations(x ast.Expr, values map[string]int64) bool {
	b, ok := x.(*ast.Binary)
	if !ok {
		return false
	}
	if b.Op == "and" {
		return c.collectEquations(b.X, values) && c.collectEquations(b.Y, values)
	}
	value := b.Y
	if u, ok := value.(*ast.Unary); ok {
		value = u.X
	}
	name, isName := b.X.(*ast.Variable)
	if _, isLiteral := value.(*ast.Int); !isName || !isLiteral || b.Op != "=" {
		return false
	}
	values[name.Name], ok = c.evalNumber(b.Y)
	return ok
}
