package check

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/parse"
	"quadrille/lang/source"
)

// The statements of the core declare items and options directly. They also say which families of items are matched, and
// which options exclude one another. This file checks names and forms. Lowering runs the loops, and so finds which
// items and options exist.

// itemFamily is the set of items that have the same name in front of the bracket.
type itemFamily struct {
	indexCount int // number of indices in the bracket
	// isSecondary reports whether the items of the family are secondary: covered at most once.
	isSecondary     bool
	isUnbounded     bool // whether all declarations let any number of options cover the items
	declarationSpan source.Span
}

// declareFamilies records the families of items that a statement declares. Several statements may declare one family,
// if they agree on the number of indices and on the kind.
func (c *checker) declareFamilies(s *ast.Items) {
	for _, r := range s.ItemRefs {
		f, known := c.itemFamilies[r.Name.Text]
		unbounded := s.Multiplicity != nil && s.Multiplicity.Any
		if !known {
			c.itemFamilies[r.Name.Text] = &itemFamily{len(r.Indices), s.Secondary, unbounded, c.spanOf(r)}
			continue
		}
		f.isUnbounded = f.isUnbounded && unbounded
		consistent := c.require(f.isSecondary == s.Secondary, codes.WrongKind, r, "give one of them another name",
			"`%s` is both primary and secondary, see %s", r.Name.Text, f.declarationSpan.FileLine())
		c.itemsStatementFailed = !c.requireSameIndexCount(r, f) || !consistent || c.itemsStatementFailed
	}
}

// requireSameIndexCount reports an error if a reference does not have as many indices as its family.
func (c *checker) requireSameIndexCount(r *ast.Ref, f *itemFamily) bool {
	return c.require(f.indexCount == len(r.Indices), codes.WrongKind, r, "",
		"the number of indices of `%s` is %d, see %s", r.Name.Text, f.indexCount, f.declarationSpan.FileLine())
}

// checkItems checks an `items` statement.
func (c *checker) checkItems(s *ast.Items) {
	before := c.failureCount
	c.requireNoCountTimes(s.ItemRefs)
	c.warnOfItemsLikeKeywords(s)
	m := model.ItemDeclaration{Span: c.spanOf(s), IsSecondary: s.Secondary, Multiplicity: model.Once}
	in := c.translateLoop(s.For, &m.Loop)
	for _, r := range s.ItemRefs {
		c.require(r.Color == nil && !r.MayBeMissing, codes.NotInDeclaration, r,
			"colors and ? belong to the items of an option",
			"an item is declared by its name alone")
		m.ItemRefs = append(m.ItemRefs, c.translateItemRef(r, in))
	}
	switch {
	case s.Multiplicity == nil:
	case s.Secondary:
		c.reportError(codes.TimesOnSecondary, c.spanOf(s.Multiplicity), "",
			"a secondary item is covered at most once; it has no multiplicity").FixByRemoving()
	case c.usesLoopIndex(s.Multiplicity, in):
		m.LoopMultiplicity = c.translateMultiplicity(s.Multiplicity.Count(), in)
	default:
		var ok bool
		if m.Multiplicity, ok = c.evalCount(s.Multiplicity.Count(), model.Unlimited); ok && m.Multiplicity.Max == 0 {
			c.fail(codes.BadCount, s.Multiplicity, "leave the item out instead",
				"an item that is covered 0 times does nothing")
		}
	}
	if c.failureCount > before {
		c.itemsStatementFailed = true
		return
	}
	c.puzzle.ItemDeclarations = append(c.puzzle.ItemDeclarations, m)
}

// translateMultiplicity translates a multiplicity whose value each round of a loop computes anew.
func (c *checker) translateMultiplicity(n *ast.Count, in loopIndices) *model.LoopMultiplicity {
	t := &model.LoopMultiplicity{Span: c.spanOf(n)}
	number := func(a *ast.Amount) model.ValueFunc { return c.translateNumber(a.Expr(), in) }
	constant := func(v int64) model.ValueFunc { return func([]int64) (int64, error) { return v, nil } }
	switch {
	case n.AtLeast != nil:
		t.LeastTimes, t.MostTimes = number(n.AtLeast), constant(model.Unlimited)
	case n.AtMost != nil:
		t.LeastTimes, t.MostTimes = constant(0), number(n.AtMost)
	case n.Any:
		t.LeastTimes, t.MostTimes = constant(0), constant(model.Unlimited)
	default:
		t.LeastTimes = number(cmp.Or(n.Exactly, n.Low))
		if t.MostTimes = t.LeastTimes; n.High != nil {
			t.MostTimes = number(n.High)
		}
	}
	return t
}

// usesLoopIndex reports whether an expression inside of a node uses an index.
func (c *checker) usesLoopIndex(n ast.Ranged, in loopIndices) bool {
	for t := range parse.Tokens(c.file.Source.TextOf(n.Range())) {
		if _, bound := in[t.Text]; bound {
			return true
		}
	}
	return false
}

// warnOfItemsLikeKeywords warns of an item that begins a line and is spelled nearly like a keyword, as a statement
// may be meant. (At the very beginning of a line the parser takes such a word for a keyword.)
func (c *checker) warnOfItemsLikeKeywords(s *ast.Items) {
	for _, r := range s.ItemRefs[1:] {
		keyword := source.CorrectSlip(r.Name.Text, parse.Keywords())
		before := c.file.Source.Text[:r.Range().Start]
		line := before[strings.LastIndexByte(before, '\n')+1:]
		if keyword == "" || strings.TrimSpace(line) != "" || len(line) == len(before) {
			continue
		}
		c.reportWarning(codes.UnknownStatement, r.Name,
			fmt.Sprintf("did you mean `%s`? An item that is called so stands behind another one on its line", keyword),
			"`%s` at the beginning of a line is one more item here, and no statement", r.Name.Text)
	}
}

// checkOption checks an `option` statement.
func (c *checker) checkOption(s *ast.Option) {
	before := c.failureCount
	m := model.OptionDeclaration{Span: c.spanOf(s)}
	m.ItemRefs = c.translateItemSet(s.Items, c.translateLoop(s.For, &m.Loop))
	if c.failureCount > before {
		c.optionStatementFailed = true
		m.ItemRefs, m.Loop = nil, model.Loop{Condition: model.ConstantFunc(0)}
	}
	c.puzzle.OptionDeclarations = append(c.puzzle.OptionDeclarations, m)
}

// checkChoose checks a `choose` statement. It declares an item for each round, and an option with this item for each
// alternative.
func (c *checker) checkChoose(s *ast.Choose) {
	before := c.failureCount
	var rounds model.Loop
	in := c.translateLoop(s.For, &rounds)
	item := model.ItemRef{Span: c.spanOf(s), Family: "choose",
		IndexValues: []model.ValueFunc{model.ConstantFunc(c.chooseCount)}}
	c.chooseCount++
	for at := range len(in) {
		item.IndexValues = append(item.IndexValues, func(env []int64) (int64, error) { return env[at], nil })
	}
	inside, loop := maps.Clone(in), rounds
	if f := s.Alternatives.For; f != nil {
		alternatives := c.translateIndicesAndCondition(f.Binders, f.Condition, inside)
		loop.InnerLoop = &alternatives
	}
	var options []model.OptionDeclaration
	for _, a := range s.Alternatives.ItemSets {
		options = append(options, model.OptionDeclaration{Span: c.spanOf(a), Loop: loop, IsFromChoose: true,
			ItemRefs: append([]model.ItemRef{item}, c.translateItemSet(a, inside)...)})
	}
	if c.failureCount > before {
		c.itemsStatementFailed, c.optionStatementFailed = true, true
		return
	}
	c.puzzle.ItemDeclarations = append(c.puzzle.ItemDeclarations,
		model.ItemDeclaration{Span: c.spanOf(s), Multiplicity: model.Once,
			ItemRefs: []model.ItemRef{item}, Loop: rounds})
	c.puzzle.OptionDeclarations = append(c.puzzle.OptionDeclarations, options...)
}

// checkMatching checks a `matching` statement.
func (c *checker) checkMatching(s *ast.Matching) {
	before := c.failureCount
	m := model.MatchingRule{Span: c.spanOf(s)}
	in := c.translateLoop(s.For, &m.Loop)
	m.LeftItems, m.RightItems = c.translateMatchingSide(s.LeftItems, in), c.translateMatchingSide(s.RightItems, in)
	if c.failureCount == before {
		c.puzzle.MatchingRules = append(c.puzzle.MatchingRules, m)
	}
}

// translateMatchingSide translates one side of a matching. It may use the indices of the loop around the whole
// statement.
func (c *checker) translateMatchingSide(f *ast.ItemSet, in loopIndices) model.MatchingSide {
	side := model.MatchingSide{Span: c.spanOf(f)}
	for _, t := range f.Items {
		var m model.MatchingSidePart
		refs, inside := t.Refs(), maps.Clone(in)
		if t.For != nil {
			m.Loop = c.translateIndicesAndCondition(t.For.Binders, t.For.Condition, inside)
		}
		c.requireNoCountTimes(refs)
		for _, r := range refs {
			if r.Color != nil {
				c.fail(codes.BadMatching, r.Color, "name the item alone", "the items of a matching have no colors")
				r = &ast.Ref{Node: r.Node, Name: r.Name, Indices: r.Indices}
			}
			m.ItemRefs = append(m.ItemRefs, c.translateItemRefs([]*ast.Ref{r}, inside)...)
		}
		side.SideParts = append(side.SideParts, m)
	}
	return side
}

// checkForbid checks a `forbid` statement.
func (c *checker) checkForbid(s *ast.Forbid) {
	before := c.failureCount
	m := model.ForbidRule{Span: c.spanOf(s)}
	in := c.translateLoop(s.For, &m.Loop)
	for _, o := range s.ForbiddenOptions {
		for _, t := range o.Items {
			c.requireNoCountTimes(t.Refs())
		}
		m.ForbiddenOptions = append(m.ForbiddenOptions,
			model.OptionDeclaration{Span: c.spanOf(o), ItemRefs: c.translateItemSet(o, in)})
	}
	if c.failureCount == before {
		c.puzzle.ForbidRules = append(c.puzzle.ForbidRules, m)
	}
}

// translateItemSet translates the items of an option. Each list of items has a loop of its own.
func (c *checker) translateItemSet(s *ast.ItemSet, in loopIndices) (out []model.ItemRef) {
	for _, t := range s.Items {
		if t.For == nil {
			out = append(out, c.translateItemRefs(t.Refs(), in)...)
			continue
		}
		inside := maps.Clone(in)
		loop := c.translateIndicesAndCondition(t.For.Binders, t.For.Condition, inside)
		for _, r := range c.translateItemRefs(t.ListedRefs, inside) {
			r.Loop = &loop
			out = append(out, r)
		}
	}
	return out
}

// translateItemRefs translates references to items.
func (c *checker) translateItemRefs(refs []*ast.Ref, in loopIndices) []model.ItemRef {
	var out []model.ItemRef
	for _, r := range refs {
		if !c.requireKnownItem(r) {
			continue
		}
		m := c.translateItemRef(r, in)
		m.MayBeMissing = r.MayBeMissing
		switch {
		case r.Color == nil:
		case r.Color.Amount == nil:
			m.Color.ColorText = string(r.Color.Word)
		default:
			m.Color.ColorValue = c.translateColor(r.Color.Amount, in)
		}
		if r.CountTimes != nil && c.requireCountableItem(r) {
			m.CountTimes = c.translateNumber(r.CountTimes.Expr(), in)
		}
		out = append(out, m)
	}
	return out
}

// translateColor translates a color that is a value. A word that no list declares is reported with the hint to write it
// in quotes.
func (c *checker) translateColor(a *ast.Amount, in loopIndices) model.ValueFunc {
	if a.Name != nil && a.Indices == nil && !c.isValueName(a.Name.Text, in) {
		c.reportError(codes.ColorWord, c.spanOf(a),
			fmt.Sprintf("a color that is a word of no list stands in quotes: %q", a.Name.Text),
			"`%s` is no number here, and stands in no list", a.Name.Text).
			FixByReplacing(strconv.Quote(a.Name.Text))
		return nil
	}
	return c.translateValue(a.Expr(), in)
}

// isValueName reports whether a name stands for a value: it is an index, a parameter or a word.
func (c *checker) isValueName(name string, in loopIndices) bool {
	_, bound := in[name]
	_, isWord := c.vocabulary.WordValue(name)
	e := c.namesInScope[name]
	return bound || isWord || e != nil && e.kind == paramKind
}

// requireCountableItem reports an error if no option may count several times for an item of this family.
func (c *checker) requireCountableItem(r *ast.Ref) bool {
	f := c.itemFamilies[r.Name.Text]
	if !c.require(f != nil && !f.isSecondary && r.Color == nil, codes.BadWeight, r.CountTimes,
		"declare an item with a multiplicity: `items total 15`",
		"an option counts several times for primary items of your own alone") {
		return false
	}
	if f.isUnbounded {
		c.recordFamilyCountedByGoal(r)
		return true
	}
	if c.puzzle.CountedFamilies == nil {
		c.puzzle.CountedFamilies = map[string]bool{}
	}
	c.puzzle.CountedFamilies[r.Name.Text] = true
	return true
}

// recordFamilyCountedByGoal records that an option counts several times for a family, and that only the goal reads
// the total.
func (c *checker) recordFamilyCountedByGoal(r *ast.Ref) {
	if c.puzzle.GoalCountedFamilies == nil {
		c.puzzle.GoalCountedFamilies = map[string]bool{}
	}
	if name := r.Name.Text; !c.puzzle.GoalCountedFamilies[name] && !c.goalMeasuresFamily(name) {
		c.reportWarning(codes.BadWeight, r,
			"write `maximize "+name+"` or `minimize "+name+"`, or bound it: `items "+name+
				" at most 15`", "any number of options cover `%s`, and no goal reads how often they count", name)
	}
	c.puzzle.GoalCountedFamilies[r.Name.Text] = true
}

// requireNoCountTimes reports an error if a reference outside of options says how often an option counts for the item.
func (c *checker) requireNoCountTimes(refs []*ast.Ref) {
	for _, r := range refs {
		c.require(r.CountTimes == nil, codes.BadWeight, r, "leave the number out",
			"how often an option counts for an item is said in the option")
	}
}

// translateItemRef translates a reference to an item.
func (c *checker) translateItemRef(r *ast.Ref, in loopIndices) model.ItemRef {
	m := model.ItemRef{Span: c.spanOf(r), Family: r.Name.Text}
	for _, x := range r.Indices {
		m.IndexValues = append(m.IndexValues, c.translateValue(x, in))
	}
	return m
}

// itemFamiliesOfStatement returns the families of items that lowering may make of a statement. The families of a
// packing are missing, as they have the names of the board and of the pieces.
func itemFamiliesOfStatement(s ast.Statement) []string {
	switch s.(type) {
	case *ast.PlaceMan, *ast.Queens:
		names := []string{"man", "fix", "all", "region", "line", "segment"}
		for _, l := range lattice.Names() {
			on, _ := lattice.ByName(l)
			for _, lines := range on.LineKinds {
				for _, f := range lines.LineFamilies {
					names = append(names, f.Name)
				}
			}
		}
		return names
	case *ast.Latin, *ast.Fill:
		return []string{"cell", "value", "row", "column", "diagonal", "box", "region", "distinct", "mate", "count"}
	case *ast.Words:
		return append(slices.Collect(maps.Values(wordLineFamilies)), "letter", "word")
	case *ast.Dissect:
		return []string{"from", "to", "map", "size", "piece"}
	}
	return nil
}

// familiesOfRules are families of items that statements make for rules of theirs, and that options cannot name.
var familiesOfRules = []string{"empty", "chosen", "fix", "side", "apart", "rowcut", "columncut", "corner", "free",
	"attack", "either", "rule", "step", "state", "less", "given", "order", "differ", "take", "read"}

// familiesColoredByContent are the families of items whose color says what is on a cell: a chessman, or which symbol.
var familiesColoredByContent = []string{"man", "value"}

// requireKnownItem reports an error if a reference means nothing known: no item that is declared or that a statement
// makes, no cell of the board, and no piece.
func (c *checker) requireKnownItem(r *ast.Ref) bool {
	name := r.Name.Text
	f, e := c.itemFamilies[name], c.namesInScope[name]
	packed := e != nil && (e.kind == boardKind || e.kind == pieceKind)
	switch {
	case f == nil && !packed && c.familiesOutsideCore[name] && slices.Contains(familiesColoredByContent, name) &&
		r.Color == nil:
		return c.fail(codes.ColorMissing, r, fmt.Sprintf("write the color: `%s[0,0]:1`", name),
			"`%s` tells by its color what stands on a cell, and no color is named", name)
	case f == nil && !packed && c.familiesOutsideCore[name]:
		if c.puzzle.ReferencedFamilies == nil {
			c.puzzle.ReferencedFamilies = map[string]bool{}
		}
		c.puzzle.ReferencedFamilies[name] = true
		return true
	case f == nil && !packed:
		hint := fmt.Sprintf("declare it: `items %s`", name)
		if len(c.fillingStatementTexts) > 0 && slices.Contains(familiesOfRules, name) {
			hint = "statements make such items for themselves, and options cannot name them; an item of your own has " +
				"another name"
		}
		if keyword := source.CorrectSlip(name, parse.Keywords()); keyword != "" && len(r.Indices) == 0 {
			hint = fmt.Sprintf("a statement begins with `%s`, and an item has to be declared: `items %s`", keyword,
				name)
		}
		c.reportUnknown(r.Name, "item", func() []string { return slices.Collect(maps.Keys(c.itemFamilies)) }, hint)
		return false
	case f == nil:
		e.isUsed = true
		c.puzzle.CoreCoversCells = c.puzzle.CoreCoversCells || e.kind == boardKind
		return c.require(r.Color == nil, codes.ColorOnPrimary, r.Color, "colors are for secondary items of your own",
			"cells and pieces take no color")
	}
	return c.requireSameIndexCount(r, f) && c.require(r.Color == nil || f.isSecondary, codes.ColorOnPrimary, r.Color,
		"declare it with `secondary items`", "`%s` is a primary item and takes no color", name)
}

// translateLoop translates a `for` clause, which may be missing, and returns the indices that are known inside of it.
func (c *checker) translateLoop(f *ast.For, to *model.Loop) loopIndices {
	in := loopIndices{}
	if f != nil {
		*to = c.translateIndicesAndCondition(f.Binders, f.Condition, in)
	}
	return in
}

// loopValuesOfName returns the values for a loop over a board, shape, table or list. For a board or a shape these are
// the coordinates of the cells. For a table they are the row and column of each entry, followed by its value if the
// loop has an index for it. For a list they are its values, each with its index in front if the loop has a name for
// that index.
func (c *checker) loopValuesOfName(b *ast.Binder) (cells [][]int64) {
	x, isName := b.Low.(*ast.Variable)
	// a loop whose range could not be parsed has no values; the syntax error is reported already
	if c.isIncomplete && !isName {
		c.failureCount++
		return nil
	}
	if !c.require(isName, codes.Unexpected, b.Low, rangeOfExpressionHint(b.Low),
		"a range is written by both its ends, or is the name of a list, a table, a board or a shape") {
		return nil
	}
	e := c.lookupName(&ast.Name{Node: x.Node, Text: x.Name}, listKind, tableKind, boardKind, shapeKind)
	switch {
	case e == nil:
		return nil
	case e.kind == listKind:
		return c.loopValuesOfList(b, e)
	case e.kind == tableKind:
		return c.loopValuesOfTable(b, e)
	}
	axes := len(e.lattice.AxisNames)
	if !c.require(len(b.Names) == axes, codes.Unexpected, b, coordinateOrderHint(e.lattice),
		"a cell of `%s` has %d coordinates, and the number of names is %d", e.name, axes, len(b.Names)) {
		return nil
	}
	for _, cell := range e.shapeRegion.allCells() {
		var at []int64
		for _, v := range cell[:axes] {
			at = append(at, int64(v))
		}
		cells = append(cells, at)
	}
	return cells
}

// rangeOfExpressionHint returns a hint that shows the range that an expression probably means.
func rangeOfExpressionHint(x ast.Expr) string {
	if call, ok := x.(*ast.Call); ok && call.Func.Text == "range" && len(call.Args) == 1 {
		if n, ok := call.Args[0].(*ast.Int); ok {
			if until, err := strconv.Atoi(intDigits(n)); err == nil {
				return fmt.Sprintf("range(%d) is 0..%d", until, until-1)
			}
		}
		return "range(n) is 0..n-1"
	}
	return "write 1..n"
}

// loopValuesOfTable returns the values for a loop over the entries of a table.
func (c *checker) loopValuesOfTable(b *ast.Binder, e *entity) (cells [][]int64) {
	if !c.require(len(b.Names) == 2 || len(b.Names) == 3, codes.Unexpected, b, "write `for r, c, n in "+e.name+"`",
		"an entry of a table has a row, a column and a value") {
		return nil
	}
	for row, entries := range e.entryKinds {
		for column, kind := range entries {
			at := []int64{int64(row), int64(column), e.tableRows[row][column]}
			if kind == valueEntry || kind == markEntry && len(b.Names) == 2 {
				cells = append(cells, at[:len(b.Names)])
			}
		}
	}
	return cells
}

// translateIndicesAndCondition translates the indices of a loop and its condition. It adds the indices to the known
// ones. The range of an index may depend on earlier indices.
func (c *checker) translateIndicesAndCondition(binders []*ast.Binder, where ast.Expr, in loopIndices) model.Loop {
	var l model.Loop
	for _, b := range binders {
		var m model.IndexBinder
		for _, x := range b.ListedValues {
			m.ListValues = append(m.ListValues, c.translateValue(x, in))
		}
		switch {
		case b.ListedValues != nil:
		case b.TableOfRows != nil:
			m.IndicesPerRound, m.RoundValues = len(b.Names), c.loopValuesOfTableRows(b)
		case b.High != nil:
			m.LowestValue, m.HighestValue = c.translateNumber(b.Low, in), c.translateNumber(b.High, in)
		default:
			m.IndicesPerRound, m.RoundValues = len(b.Names), c.loopValuesOfName(b)
		}
		c.require(m.IndicesPerRound > 0 || len(b.Names) == 1, codes.Unexpected, b.Names[0],
			"write `for i in 1..3, j in 1..3`",
			"several indices go through a list, a table, a board or a shape")
		l.IndexBinders = append(l.IndexBinders, m)
		for _, name := range b.Names {
			_, twice := in[name.Text]
			c.require(!twice, codes.DuplicateName, name, "give one of them another name",
				"the index `%s` is there already", name.Text)
			_, isWord := c.vocabulary.WordValue(name.Text)
			c.require(!isWord, codes.DuplicateName, name, "give the index another name",
				"`%s` is a word of a list or a table, and cannot be an index", name.Text)
			in[name.Text] = len(in)
		}
	}
	if where != nil {
		l.Condition = c.translateCondition(where, in)
	}
	return l
}
