package check

import (
	"slices"

	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
)

// A `show` statement names the indices and the color of some items of an option. A name that is neither a parameter nor
// a word stands for any value. Any other expression is the value that the index or color must have.

// checkShow checks a `show` statement.
func (c *checker) checkShow(s *ast.Show) {
	before := c.failureCount
	m := model.ShownTable{Span: c.spanOf(s)}
	var names []string
	for _, r := range s.ItemRefs {
		f := c.itemFamilies[r.Name.Text]
		if f == nil {
			c.requireKnownItem(r)
			c.require(c.failureCount > before, codes.WrongKind, r, "items that `items` declares can be shown",
				"`%s` is made by another statement, and has a picture", r.Name.Text)
			continue
		}
		c.require(r.CountTimes == nil && !r.MayBeMissing, codes.NotInDeclaration, r,
			"name the item alone, or with its color",
			"* and ? belong to the items of an option")
		if !c.requireKnownItem(r) {
			continue
		}
		c.require(!c.puzzle.CountedFamilies[r.Name.Text], codes.BadWeight, r, "show another item of the options",
			"`%s` counts how often, and cannot be shown", r.Name.Text)
		item := model.ShownItem{Family: r.Name.Text, HasColor: r.Color != nil}
		for _, x := range r.Indices {
			item.ShownValues = append(item.ShownValues, c.shownIndexOrColor(x))
		}
		switch {
		case r.Color == nil:
		case r.Color.Amount == nil:
			item.ShownValues = append(item.ShownValues, model.ShownValue{RequiredText: string(r.Color.Word)})
		default:
			item.ShownValues = append(item.ShownValues, c.shownIndexOrColor(r.Color.Amount.Expr()))
		}
		for _, v := range item.ShownValues {
			names = append(names, v.Name)
		}
		m.ShownItems = append(m.ShownItems, item)
	}
	c.require(len(s.AxisIndexNames) <= 2, codes.BadShow, s,
		"write `by` with a name for the rows, and one for the columns",
		"a table has rows and columns, and there are %d names behind `by`", len(s.AxisIndexNames))
	for k, name := range s.AxisIndexNames {
		if c.failureCount == before && !slices.Contains(names, name.Text) {
			c.reportError(codes.BadShow, c.spanOf(name), "name an index in the brackets of what is shown: "+
				"show "+s.ItemRefs[0].Name.Text+"["+name.Text+"] by "+name.Text,
				"`%s` is no index of what is shown", name.Text).SuggestName(name.Text, names)
		}
		if k == 0 {
			m.RowIndexName = name.Text
		} else {
			m.ColumnIndexName = name.Text
		}
	}
	c.require(m.RowIndexName != m.ColumnIndexName, codes.BadShow, s, "", "rows and columns have the same name `%s`",
		m.RowIndexName)
	if c.failureCount == before {
		c.puzzle.ShownTables = append(c.puzzle.ShownTables, m)
	}
}

// shownIndexOrColor returns what an index or a color in a `show` statement stands for.
func (c *checker) shownIndexOrColor(x ast.Expr) model.ShownValue {
	if v, ok := x.(*ast.Variable); ok && !c.isValueName(v.Name, nil) {
		return model.ShownValue{Name: v.Name}
	}
	v, _ := c.evalExpr(c.translateValue(x, nil))
	return model.ShownValue{RequiredText: c.vocabulary.ValueText(v)}
}
