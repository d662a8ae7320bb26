package check

import (
	"fmt"
	"strings"

	"quadrille/compile/lattice"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// literals returns the sides of a size that is one word.
func literals(at ast.Ranged, size ast.Size) []ast.Expr {
	r := at.Range()
	node := ast.Node{Pos: source.Pos{Offset: r.Start}, EndPos: source.Pos{Offset: r.End}}
	out := make([]ast.Expr, len(size))
	for k, side := range size {
		out[k] = &ast.Int{Node: node, Text: side}
	}
	return out
}

// boxSides returns the sides of a size.
func boxSides(b *ast.Box) []ast.Expr {
	if b.Size != nil {
		return literals(b, b.Size)
	}
	return exprs(b.Sides)
}

func exprs(sides []*ast.Side) []ast.Expr {
	out := make([]ast.Expr, len(sides))
	for k, side := range sides {
		out[k] = side.Expr()
	}
	return out
}

// box makes the figure of which the size says all.
func (c *checker) box(a ast.Ranged, sides []ast.Expr, l *lattice.Lattice) (region, bool) {
	f, _ := l.Figure("")
	if len(sides) != f.Sides {
		c.fail(codes.BadPlace, a, axes(l), "a size on the lattice `%s` has %d numbers, this one has %d", l.Name, f.Sides, len(sides))
		return region{}, false
	}
	return c.makeFigure(a, f, sides)
}

// figure makes a figure that has a name.
func (c *checker) figure(a *ast.Figure, l *lattice.Lattice) (region, bool) {
	f, known := l.Figure(a.Name)
	if !known {
		c.fail(codes.UnknownFigure, a, "its figures are "+strings.Join(figures(l), ", "), "the lattice `%s` has no %s", l.Name, a.Name)
		return region{}, false
	}
	sides := boxSides(a.Box)
	if len(sides) != f.Sides {
		c.fail(codes.BadPlace, a.Box, "", "the size of `%s` has %s, this one has %d", a.Name, plural(f.Sides, "number"), len(sides))
		return region{}, false
	}
	return c.makeFigure(a, f, sides)
}

func figures(l *lattice.Lattice) []string {
	names := []string{"boxes such as " + strings.Join([]string{"6", "10", "4"}[:sidesOf(l)], "x")}
	for _, f := range l.Figures {
		if f.Name != "" {
			names = append(names, f.Name)
		}
	}
	return names
}

func sidesOf(l *lattice.Lattice) int {
	f, _ := l.Figure("")
	return f.Sides
}

func plural(n int, what string) string {
	if n == 1 {
		return "one " + what
	}
	return fmt.Sprint(n, " ", what, "s")
}

func (c *checker) makeFigure(a ast.Ranged, f lattice.Figure, sides []ast.Expr) (region, bool) {
	numbers := make([]int, len(sides))
	for k, x := range sides {
		n, ok := c.small(x)
		switch {
		case !ok:
			return region{}, false
		case n < 0:
			c.fail(codes.BadCount, a, "", "a shape cannot have a side of %d", n)
			return region{}, false
		case !c.fits(a, n):
			return region{}, false
		}
		numbers[k] = n
	}
	n := f.Bound(numbers)
	if !c.fits(a, n) || !c.handle(a, n) {
		return region{}, false
	}
	return region{cells: f.Make(numbers)}, true
}

// fits checks the number of cells of a box against the limit.
func (c *checker) fits(at ast.Ranged, sides ...int) bool {
	product := 1
	for _, n := range sides {
		if product *= n; product > c.limits.Cells {
			c.fail(codes.TooLarge, at, "raise the limit with --max-cells, if the machine can take it",
				"this has more than %d cells", c.limits.Cells)
			return false
		}
	}
	return true
}
