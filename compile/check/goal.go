package check

import (
	"fmt"
	"slices"
	"strings"

	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
)

// A goal (`minimize` or `maximize`) says which solutions are best. Its measures may speak of all other statements: of
// pieces, of chessmen, of symbols, and of items.

// goalStatement returns the first goal of the file, or nil.
func (c *checker) goalStatement() *ast.Goal {
	for _, s := range c.file.Statements {
		if g, ok := s.(*ast.Goal); ok {
			return g
		}
	}
	return nil
}

// signedMeasures returns the measures of a goal, and for each measure the sign 1 or -1 with which it is added.
func signedMeasures(g *ast.Goal) (list []*ast.Measure, signs []int64) {
	list, signs = []*ast.Measure{g.FirstMeasure}, []int64{1}
	for k, m := range g.OtherMeasures {
		sign := int64(1)
		if g.Operators[k] == "-" {
			sign = -1
		}
		list, signs = append(list, m), append(signs, sign)
	}
	return list, signs
}

// goalMeasuresFamily reports whether a measure of the goal counts items of a family.
func (c *checker) goalMeasuresFamily(name string) bool {
	g := c.goalStatement()
	if g == nil {
		return false
	}
	list, _ := signedMeasures(g)
	return slices.ContainsFunc(list, func(m *ast.Measure) bool { return m.Name != nil && m.Name.Text == name })
}

// checkGoal checks the goal. It is called after the statements that fill boards.
func (c *checker) checkGoal() {
	for _, s := range c.file.Statements {
		g, ok := s.(*ast.Goal)
		if !ok || !c.canContinue() {
			continue
		}
		*c.currentStatement = c.spanOf(g)
		if !c.requireFirstOfKind("goal", g) {
			continue
		}
		before := c.failureCount
		goal := &model.Goal{Span: c.spanOf(g), IsMaximized: g.Word == "maximize"}
		list, signs := signedMeasures(g)
		for k, m := range list {
			goal.Measures = append(goal.Measures, c.translateMeasure(m, signs[k]))
		}
		if c.failureCount == before {
			c.puzzle.Goal = goal
			c.addSentence(g, c.goalSentence(goal))
		}
	}
}

// maxMeasureFactor bounds the factor of a measure, so that sums of measures do not overflow.
const maxMeasureFactor = 1_000_000_000_000

// translateMeasure translates a measure, which is added with the given sign.
func (c *checker) translateMeasure(m *ast.Measure, sign int64) model.Measure {
	out := model.Measure{Span: c.spanOf(m), Factor: sign}
	if m.Factor != nil {
		factor, ok := c.evalNumber(m.Factor.Amount().Expr())
		if ok && c.require(-maxMeasureFactor <= factor && factor <= maxMeasureFactor, codes.BadGoal, m.Factor, "",
			"a factor has at most the size %d", int64(maxMeasureFactor)) {
			out.Factor *= factor
		}
	}
	switch {
	case c.isIncomplete || c.fillingStatementFailed || c.itemsStatementFailed:
		c.failureCount++ // counts a failure without a report: the statement that makes the item or piece had an error
	case m.EmptyCells:
		out.CountsEmptyCells = c.requireEmptyCells(m)
	case m.Name == nil:
		out.CountedSymbols = c.measuredSymbols(m)
	default:
		c.resolveMeasuredName(m, &out)
	}
	return out
}

// requireEmptyCells reports an error if no cell of the puzzle may stay empty.
func (c *checker) requireEmptyCells(m *ast.Measure) bool {
	p := c.puzzle.Packing
	if p == nil {
		return c.require(c.puzzle.Chessmen != nil, codes.BadGoal, m, "count men, symbols, pieces or items",
			"`empty` counts cells without a piece or a man, and none are packed or placed here")
	}
	return c.require(p.EmptyCellRule != nil || len(p.EmptyPartRules) > 0, codes.BadGoal, m,
		"write `leave any empty` among the rules of `pack`",
		"no cell may stay empty here, so there is nothing to count")
}

// measuredSymbols returns the symbols that a measure counts.
func (c *checker) measuredSymbols(m *ast.Measure) (symbols []string) {
	f := c.puzzle.Filling
	if !c.require(f != nil, codes.BadGoal, m, "count men, pieces or items", "no board is filled with symbols here") {
		return nil
	}
	for _, r := range string(m.Symbols) {
		if !c.require(slices.Contains(f.Symbols, string(r)), codes.BadSymbols, m,
			"the symbols are "+strings.Join(f.Symbols, " "), "there is no symbol %q", string(r)) {
			return nil
		}
		symbols = append(symbols, string(r))
	}
	c.require(len(symbols) > 0, codes.BadSymbols, m, "write one or several: `\"13\"`", "no symbol is named here")
	return symbols
}

// resolveMeasuredName finds what the name in a measure means: items, pieces or the chessmen.
func (c *checker) resolveMeasuredName(m *ast.Measure, out *model.Measure) {
	name := m.Name.Text
	f := c.itemFamilies[name]
	if f != nil {
		c.translateMeasuredItem(m, f, out)
		return
	}
	if !c.require(m.Indices == nil, codes.BadGoal, m, "", "`%s` is no item of the core, and has no indices", name) {
		return
	}
	out.CountedPieces = c.packedPiecesNamed(c.puzzle.Packing, name)
	p := c.puzzle.Chessmen
	switch out.CountsChessmen = p != nil && out.CountedPieces == nil && (name == "men" || name == p.Chessman); {
	case out.CountedPieces != nil || out.CountsChessmen:
	case name == "men":
		c.fail(codes.BadGoal, m, "count pieces, symbols or items", "no men are placed here")
	case c.namesInScope[name] != nil:
		c.fail(codes.BadGoal, m, "count cells that stay `empty`, pieces that are packed, `men`, symbols or items",
			"`%s` is a %s that is not packed here", name, c.namesInScope[name].kind)
	default:
		c.reportUnknown(m.Name, "piece, set or item", c.measurableNames,
			"count cells that stay `empty`, pieces, `men`, symbols in quotes, or items that `items` declares")
	}
}

// measurableNames returns all names that a measure may use, for hints.
func (c *checker) measurableNames() []string {
	names := c.declaredNames(pieceKind, setKind)
	for name := range c.itemFamilies {
		names = append(names, name)
	}
	if p := c.puzzle.Chessmen; p != nil {
		names = append(names, "men", p.Chessman)
	}
	return append(names, "empty")
}

// translateMeasuredItem translates a measure of a family of items, or of one item of the family.
func (c *checker) translateMeasuredItem(m *ast.Measure, f *itemFamily, out *model.Measure) {
	out.CountedFamily = m.Name.Text
	if m.Indices == nil {
		return
	}
	if !c.require(len(m.Indices) == f.indexCount, codes.WrongKind, m, "", "the number of indices of `%s` is %d, see %s",
		out.CountedFamily, f.indexCount, f.declarationSpan.FileLine()) {
		return
	}
	var at []string
	for _, x := range m.Indices {
		v, _ := c.evalNumber(x)
		at = append(at, c.vocabulary.ValueText(v))
	}
	out.CountedItem = fmt.Sprintf("%s[%s]", out.CountedFamily, strings.Join(at, ","))
}

// packedPiecesNamed returns the pieces of a packing with the given name, or the pieces in the set with that name. The
// packing may be nil.
func (c *checker) packedPiecesNamed(p *model.Packing, name string) (pieces []*model.PackedPiece) {
	if e := c.namesInScope[name]; e != nil && (e.kind == pieceKind || e.kind == setKind) {
		e.isUsed = true
	}
	if p == nil {
		return nil
	}
	for _, k := range p.Pieces {
		if k.Name == name {
			return []*model.PackedPiece{k}
		}
	}
	var members []*model.Piece
	switch e := c.namesInScope[name]; {
	case e == nil || !e.hasValue:
	case e.kind == pieceKind:
		members = append(members, e.piece)
	case e.kind == setKind:
		for _, m := range e.setMembers {
			members = append(members, m.piece)
		}
	}
	for _, k := range p.Pieces {
		if slices.ContainsFunc(members, func(m *model.Piece) bool { return isPieceVariantOf(k.Piece, m) }) {
			pieces = append(pieces, k)
		}
	}
	return pieces
}

// isPieceVariantOf reports whether a piece (k) is another one (of), or one of the pieces that PieceVariants makes of
// that.
func isPieceVariantOf(k, of *model.Piece) bool {
	return k.Span == of.Span && (k.Name == of.Name || k.Name == of.Name+"'" || strings.HasPrefix(k.Name, of.Name+"_"))
}
