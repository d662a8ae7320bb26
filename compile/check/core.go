package check

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// family is the items that share a name before the bracket.
type family struct {
	indices   int
	secondary bool
	span      source.Span
}

// enterFamilies notes the families that a statement declares items of. A
// family may be declared by several statements, all of them alike.
func (c *checker) enterFamilies(s *ast.Items) {
	for _, r := range s.Refs {
		f, known := c.families[r.Name.Text]
		if !known {
			c.families[r.Name.Text] = &family{len(r.Indices), s.Secondary, c.span(r)}
			continue
		}
		if f.indices != len(r.Indices) {
			c.fail(codes.WrongKind, r, "", "items of `%s` have %s, see %s", r.Name.Text, indexCount(f.indices), f.span.Where())
		}
		c.itemsBroken = c.itemsBroken || f.indices != len(r.Indices) || f.secondary != s.Secondary
		if f.secondary != s.Secondary {
			c.fail(codes.WrongKind, r, "give one of them another name", "`%s` is both primary and secondary, see %s", r.Name.Text, f.span.Where())
		}
	}
}

func indexCount(n int) string {
	switch n {
	case 0:
		return "no index"
	case 1:
		return "one index"
	}
	return fmt.Sprint(n, " indices")
}

func (c *checker) items(s *ast.Items) {
	before := c.failures
	m := model.Items{Span: c.span(s), Secondary: s.Secondary, Times: model.Once}
	loop, in := c.loop(s.For)
	m.Loop = loop
	for _, r := range s.Refs {
		if r.Color != nil || r.IfAny {
			c.fail(codes.NotInDeclaration, r, "colors and ? belong to the items of an option", "an item is declared by its name alone")
		}
		m.Refs = append(m.Refs, c.ref(r, in))
	}
	if s.Times != nil {
		m.Times = c.times(s)
	}
	if c.failures > before || !complete(m.Refs, m.Loop, whereOf(s.For)) {
		c.itemsBroken = true
		return
	}
	c.puzzle.Items = append(c.puzzle.Items, m)
}

// complete reports whether every number of a statement could be translated. One
// that needs a parameter without a value could not, and the error is elsewhere.
func complete(refs []model.Ref, l model.Loop, where ast.Expr) bool {
	if where != nil && l.Where == nil {
		return false
	}
	isNil := func(x model.Expr) bool { return x == nil }
	for _, r := range refs {
		if slices.ContainsFunc(r.Indices, isNil) {
			return false
		}
	}
	for _, b := range l.Binders {
		if slices.ContainsFunc(b.Each, isNil) || b.Each == nil && (b.Low == nil || b.High == nil) {
			return false
		}
	}
	return true
}

// whereOf returns the condition of a loop, if there is one.
func whereOf(f *ast.For) ast.Expr {
	if f == nil {
		return nil
	}
	return f.Where
}

func (c *checker) times(s *ast.Items) model.Range {
	n, ok := c.count(s.Times.Count)
	switch {
	case s.Secondary:
		c.fail(codes.TimesOnSecondary, s.Times, "", "a secondary item is covered at most once; it has no multiplicity")
	case ok && n.Max == 0:
		c.fail(codes.BadCount, s.Times, "leave the item out instead", "an item that is covered 0 times does nothing")
	}
	return n
}

func (c *checker) option(s *ast.Option) {
	before := c.failures
	loop, in := c.loop(s.For)
	m := model.Option{Span: c.span(s), Loop: loop}
	for _, r := range s.Refs {
		if c.knownItem(r) {
			m.Refs = append(m.Refs, c.optionRef(r, in))
		}
	}
	if c.failures > before || !complete(m.Refs, m.Loop, whereOf(s.For)) {
		c.optionsBroken = true
		m.Loop = model.Loop{Where: model.Constant(0)}
	}
	c.puzzle.Options = append(c.puzzle.Options, m)
}

// knownItem finds the family of a reference: declared items, the cells of the
// board, or a piece.
func (c *checker) knownItem(r *ast.Ref) bool {
	f, known := c.families[r.Name.Text]
	if !known {
		return c.packedItem(r)
	}
	if f.indices != len(r.Indices) {
		c.fail(codes.WrongKind, r, "", "items of `%s` have %s, see %s", r.Name.Text, indexCount(f.indices), f.span.Where())
		return false
	}
	if r.Color != nil && !f.secondary {
		c.fail(codes.ColorOnPrimary, r.Color, "declare it with `secondary items`", "`%s` is a primary item and takes no color", r.Name.Text)
		return false
	}
	return true
}

func (c *checker) packedItem(r *ast.Ref) bool {
	e := c.scope[r.Name.Text]
	if e != nil && (e.kind == boardKind || e.kind == pieceKind) {
		e.used = true
		if r.Color != nil {
			c.fail(codes.ColorOnPrimary, r.Color, "colors are for secondary items of your own", "cells and pieces take no color")
		}
		return r.Color == nil
	}
	if c.incomplete {
		return false
	}
	var names []string
	for name := range c.families {
		names = append(names, name)
	}
	hint := source.DidYouMean(r.Name.Text, names)
	if hint == "" {
		hint = fmt.Sprintf("declare it: `items %s`", r.Name.Text)
	}
	c.fail(codes.UnknownName, r.Name, hint, "there are no items called `%s`", r.Name.Text)
	return false
}

func (c *checker) optionRef(r *ast.Ref, in indices) model.Ref {
	m := c.ref(r, in)
	m.IfAny = r.IfAny
	if e := c.scope[r.Name.Text]; c.families[r.Name.Text] == nil && e != nil {
		m.OfBoard = e.kind == boardKind
	}
	switch {
	case r.Color == nil:
	case r.Color.Name != nil:
		m.Color.Name = r.Color.Name.Text
	case r.Color.Amount.Int != nil:
		m.Color.Number = c.numeric(r.Color.Amount.Int, in)
	default:
		m.Color.Number = c.numeric(r.Color.Amount.Expr, in)
	}
	return m
}

func (c *checker) ref(r *ast.Ref, in indices) model.Ref {
	m := model.Ref{Span: c.span(r), Family: r.Name.Text}
	for _, x := range r.Indices {
		m.Indices = append(m.Indices, c.numeric(x, in))
	}
	return m
}

// loop translates the indices behind a for.
func (c *checker) loop(f *ast.For) (model.Loop, indices) {
	in := indices{}
	if f == nil {
		return model.Loop{}, in
	}
	return c.rounds(f.Binders, f.Where, in), in
}

// rounds translates indices, with the condition on them, and adds them to those
// known.
func (c *checker) rounds(binders []*ast.Binder, where ast.Expr, in indices) model.Loop {
	var l model.Loop
	for _, b := range binders {
		l.Binders = append(l.Binders, c.binder(b, in))
		if _, twice := in[b.Name.Text]; twice {
			c.fail(codes.DuplicateName, b.Name, "give one of them another name", "the index `%s` is there already", b.Name.Text)
		}
		in[b.Name.Text] = len(in)
	}
	if where != nil {
		l.Where = c.logical(where, in)
	}
	return l
}

// binder translates one index, whose values may depend on those before it.
func (c *checker) binder(b *ast.Binder, in indices) model.Binder {
	if b.Each == nil {
		return model.Binder{Low: c.numeric(b.Low, in), High: c.numeric(b.High, in)}
	}
	var m model.Binder
	for _, x := range b.Each {
		m.Each = append(m.Each, c.numeric(x, in))
	}
	return m
}

// The words that search hints may be. They stand here, and not with the
// runtime, since they are words of the language; a test of the command sees to
// it that the runtime knows each.
var hints = map[string][]string{
	"order":   {"given", "organ-pipe", "degree", "random", "list"},
	"options": {"given", "rare", "random"},
	"choose":  {"mrv", "first", "sharp", "weighted", "domwdeg", "random", "phase"},
	"filter":  {"none", "gad"},
}

func (c *checker) search(s *ast.Search) {
	for _, h := range s.Hints {
		known := c.hintedNumber
		if hints[h.Key] != nil {
			known = c.hintedWord
		}
		if known(h) {
			c.first("search "+h.Key, h)
		}
	}
}

// hintedWord takes a hint that is a word, or a text that begins with one.
func (c *checker) hintedWord(h *ast.Hint) bool {
	value, at := string(h.Text), ast.Ranged(h)
	if h.Value != nil {
		value, at = h.Value.Text, h.Value
	}
	name, _, _ := strings.Cut(value, ":")
	if h.Number != nil {
		c.fail(codes.UnknownHint, h, "write one of "+strings.Join(hints[h.Key], ", "), "`%s` wants a word, and no number", h.Key)
		return false
	}
	if !slices.Contains(hints[h.Key], name) {
		c.fail(codes.UnknownHint, at, source.DidYouMean(name, hints[h.Key]),
			"`%s` knows %s, and no `%s`", h.Key, strings.Join(hints[h.Key], ", "), name)
		return false
	}
	to := map[string]*string{
		"order": &c.puzzle.Search.Order, "options": &c.puzzle.Search.Options,
		"choose": &c.puzzle.Search.Chooser, "filter": &c.puzzle.Search.Filter,
	}[h.Key]
	if *to == "" {
		*to = value
	}
	return true
}

// hintedNumber takes a hint that is a number.
func (c *checker) hintedNumber(h *ast.Hint) bool {
	if h.Number == nil {
		c.fail(codes.UnknownHint, h, "write a number, as in `"+h.Key+" 50`", "`%s` wants a number", h.Key)
		return false
	}
	n, ok := c.amount(h.Number)
	switch {
	case !ok:
		return false
	case n < 0 || n == tooMany:
		c.fail(codes.BadCount, h.Number, "", "`%s` wants a number from 0 to %d", h.Key, tooMany-1)
		return false
	case h.Key == "seed":
		c.puzzle.Search.Seed = cmp.Or(c.puzzle.Search.Seed, uint64(n))
	default:
		c.puzzle.Search.Restarts = cmp.Or(c.puzzle.Search.Restarts, int64(n))
	}
	return true
}

func (c *checker) expect(s *ast.Expect) {
	e := model.Expect{Span: c.span(s), Applies: true}
	ok := c.expected(s, &e)
	if s.UpTo != nil {
		e.UpToSymmetry, e.UpToSwaps = s.UpTo.Text == "symmetry", s.UpTo.Text == "swaps"
		if !e.UpToSymmetry && !e.UpToSwaps {
			c.fail(codes.UnknownUpTo, s.UpTo, cmp.Or(source.DidYouMean(s.UpTo.Text, []string{"symmetry", "swaps"}), "did you mean `symmetry`?"),
				"solutions are counted up to symmetry or up to swaps, not up to `%s`", s.UpTo.Text)
		}
	}
	if s.When != nil {
		var fine bool
		e.Applies, fine = c.condition(s.When)
		e.Given = map[string]int64{}
		if !c.given(s.When, e.Given) {
			e.Given = nil
		}
		ok = ok && fine
	}
	if ok {
		c.puzzle.Expects = append(c.puzzle.Expects, e)
	}
}

// given collects the parameters of a condition such as n = 8 and k = 3. It
// returns false for conditions of any other form.
func (c *checker) given(x ast.Expr, values map[string]int64) bool {
	b, ok := x.(*ast.Binary)
	if !ok {
		return false
	}
	if b.Op == "and" {
		return c.given(b.X, values) && c.given(b.Y, values)
	}
	name, isName := b.X.(*ast.Variable)
	if b.Op != "=" || !isName || !isLiteral(b.Y) {
		return false
	}
	v, ok := c.number(b.Y)
	values[name.Name] = v
	return ok
}

func isLiteral(x ast.Expr) bool {
	if u, ok := x.(*ast.Unary); ok {
		x = u.X
	}
	_, ok := x.(*ast.Int)
	return ok
}

// expected computes the bounds of an expectation.
func (c *checker) expected(s *ast.Expect, e *model.Expect) (ok bool) {
	switch {
	case s.Unique:
		e.Low, e.High = big.NewInt(1), big.NewInt(1)
		return true
	case s.None:
		e.Low, e.High = new(big.Int), new(big.Int)
		return true
	}
	e.Low, ok = c.bigCount(s.Count.Low)
	if !s.AtLeast {
		e.High = e.Low
	}
	if s.Count.High != nil {
		var fine bool
		e.High, fine = c.bigCount(s.Count.High)
		ok = ok && fine
	}
	if ok && e.High != nil && e.High.Cmp(e.Low) < 0 {
		c.fail(codes.BadCount, s.Count, "", "a range goes from a number to one that is no less")
		return false
	}
	return ok
}
