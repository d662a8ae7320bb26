package check

import (
	"math/big"
	"slices"
	"strings"

	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
)

// The words that search hints may be. They stand here, and not with the
// runtime, since they are words of the language; a test of the command sees to
// it that the runtime knows each.
var hints = map[string][]string{
	"order":   {"given", "organ-pipe", "degree", "random", "list"},
	"options": {"given", "rare", "random"},
	"choose":  {"mrv", "first", "sharp", "weighted", "domwdeg", "random", "phase"},
	"filter":  {"none", "gad"},
}

// Hints lists the words that a hint to the search may be, by its key; none for a number.
func Hints(key string) []string { return hints[key] }

// upTo are the words behind `up to`.
var upTo = []string{"symmetry", "rotation", "swaps"}

// UpTo lists the words that may stand behind `up to`.
func UpTo() []string { return slices.Clone(upTo) }

func (c *checker) search(s *ast.Search) {
	search := &c.puzzle.Search
	words := map[string]*string{"order": &search.Order, "options": &search.Options, "choose": &search.Chooser, "filter": &search.Filter}
	for _, h := range s.Hints {
		word, n, ok := c.hint(h)
		switch to := words[h.Key]; {
		case !ok || !c.first("`search "+h.Key+"`", h):
		case to != nil:
			*to = word
		case h.Key == "seed":
			search.Seed = uint64(n)
		default:
			search.Restarts = int64(n)
		}
	}
}

// hint reads a hint that is a word, or a text that begins with one, and one that is a number.
func (c *checker) hint(h *ast.Hint) (word string, n int, ok bool) {
	word, at, known := string(h.Text), ast.Ranged(h), hints[h.Key]
	if h.Value != nil {
		word, at = h.Value.Text, h.Value
	}
	name, _, _ := strings.Cut(word, ":")
	switch {
	case known == nil && h.Number == nil:
		c.fail(codes.UnknownHint, h, "write a number, as in `"+h.Key+" 50`", "`%s` wants a number", h.Key)
	case known == nil:
		n, ok = c.small(inner(h.Number))
		ok = ok && c.require(n >= 0 && n < tooMany, codes.BadCount, h.Number, "", "`%s` wants a number from 0 to %d", h.Key, tooMany-1)
	case h.Number != nil:
		c.fail(codes.UnknownHint, h, "write one of "+strings.Join(known, ", "), "`%s` wants a word, and no number", h.Key)
	default:
		if ok = slices.Contains(known, name); ok {
			break
		}
		d := c.report(codes.UnknownHint, c.span(at), "", "`%s` knows %s, and no `%s`", h.Key, strings.Join(known, ", "), name)
		if d.Meant(name, known); h.Value == nil {
			d.Fixes = nil // a text says more than the name
		}
	}
	return word, n, ok
}

func (c *checker) expect(s *ast.Expect) {
	before := c.broken
	e := model.Expect{Span: c.span(s), Applies: true}
	e.Low, e.High = c.expected(s)
	if s.UpTo != nil {
		e.UpTo, e.UpToSwaps = model.Unlike, s.UpTo.Text == "swaps"
		if alike, ok := model.AlikeNamed(s.UpTo.Text); ok {
			e.UpTo = alike
		} else if !e.UpToSwaps {
			c.report(codes.UnknownUpTo, c.span(s.UpTo), "did you mean `symmetry`?",
				"solutions are counted up to symmetry, up to rotation or up to swaps, not up to `%s`", s.UpTo.Text).
				Meant(s.UpTo.Text, upTo)
		}
	}
	if s.When != nil {
		met, _ := c.evaluate(c.logical(s.When, nil))
		e.Applies = met != 0
		if given := map[string]int64{}; c.equations(s.When, given) {
			e.Given = given
		}
	}
	if c.broken == before {
		c.puzzle.Expects = append(c.puzzle.Expects, e)
	}
}

// expected computes the bounds of an expectation. There may be no upper one.
func (c *checker) expected(s *ast.Expect) (low, high *big.Int) {
	switch {
	case s.Unique:
		return big.NewInt(1), big.NewInt(1)
	case s.None:
		return new(big.Int), new(big.Int)
	}
	low, ok := c.bigCount(s.Count.Low)
	if s.Count.High != nil {
		high, fine := c.bigCount(s.Count.High)
		if ok && fine {
			c.require(low.Cmp(high) <= 0, codes.BadCount, s.Count, "", "a range goes from a number to one that is no less")
		}
		return low, high
	}
	if s.AtLeast {
		return low, nil
	}
	return low, low
}

// equations collects the parameters of a condition such as n = 8 and k = 3. It
// returns false for conditions of any other form.
func (c *checker) equations(x ast.Expr, values map[string]int64) bool {
	b, ok := x.(*ast.Binary)
	if !ok {
		return false
	}
	if b.Op == "and" {
		return c.equations(b.X, values) && c.equations(b.Y, values)
	}
	value := b.Y
	if u, ok := value.(*ast.Unary); ok {
		value = u.X
	}
	name, isName := b.X.(*ast.Variable)
	if _, isLiteral := value.(*ast.Int); !isName || !isLiteral || b.Op != "=" {
		return false
	}
	values[name.Name], ok = c.number(b.Y)
	return ok
}
