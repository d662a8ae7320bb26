package format

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"quadrille/lang/ast"
)

// spacing says whether + and - stand between blanks.
type spacing bool

const (
	loose spacing = true  // a + b
	tight spacing = false // a+b, in brackets and ranges
)

// list prints each element and joins the texts.
func list[T any](elements []T, text func(T) string, sep string) string {
	parts := make([]string, len(elements))
	for i, e := range elements {
		parts[i] = text(e)
	}
	return strings.Join(parts, sep)
}

func exprs(xs []ast.Expr) string {
	return list(xs, func(x ast.Expr) string { return expr(x, tight) }, ",")
}

func expr(x ast.Expr, s spacing) string {
	switch x := x.(type) {
	case *ast.Int:
		return x.Text
	case *ast.Variable:
		return x.Name
	case *ast.Unary:
		if x.Op == "not" {
			return "not " + expr(x.X, s)
		}
		return x.Op + expr(x.X, s)
	case *ast.Binary:
		return binary(expr(x.X, s), x.Op, expr(x.Y, s), s)
	case *ast.Call:
		return x.Func.Text + "(" + list(x.Args, func(a ast.Expr) string { return expr(a, s) }, ", ") + ")"
	case *ast.Paren:
		return "(" + expr(x.X, s) + ")"
	}
	panic(fmt.Sprintf("an expression without a print: %T", x))
}

// binary joins two operands. A minus sign keeps its blanks where the names
// beside it would make a word of the language: half - turn.
func binary(x, op, y string, s spacing) string {
	if op == "-" && slices.Contains(ast.Hyphenated(), lastName.FindString(x)+op+firstName.FindString(y)) {
		s = loose
	}
	return x + operator(op, s) + y
}

var (
	lastName  = regexp.MustCompile(`[\pL_][\pL\pN_]*$`)
	firstName = regexp.MustCompile(`^[\pL_][\pL\pN_]*`)
)

func operator(op string, s spacing) string {
	switch op {
	case "*", "/", "%":
		return op
	case "+", "-":
		if s == tight {
			return op
		}
	}
	return " " + op + " "
}

var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`)

func quoted(t ast.Text) string { return `"` + escapes.Replace(string(t)) + `"` }

// lines prints a picture with each row indented once.
func lines(l *ast.Lines) string {
	var b strings.Builder
	b.WriteString("\"\"\"\n")
	for _, row := range l.Rows {
		if row != "" {
			b.WriteString(indent + row)
		}
		b.WriteString("\n")
	}
	return b.String() + `"""`
}

func shape(s *ast.Shape) string {
	text := shapeTerm(s.First)
	for _, op := range s.Rest {
		text += " " + op.Op + " " + shapeTerm(op.Term)
	}
	return text
}

func shapeTerm(t *ast.ShapeTerm) string {
	text := shapeAtom(t.Atom)
	for _, m := range t.Motions {
		switch {
		case m.At != nil:
			text += " at " + place(m.At)
		case m.Rotate != nil:
			text += " rotate " + m.Rotate.Text
		default:
			text += " mirror"
		}
	}
	return text
}

func shapeAtom(a *ast.ShapeAtom) string {
	switch {
	case a.Size != nil:
		return strings.Join(a.Size, "x")
	case a.Rows != nil:
		return a.Rows.Text + by(a.Columns)
	case a.Cells != nil:
		return "cells " + list(a.Cells, place, " ")
	case a.Picture != nil:
		return legend(a.Legend) + lines(a.Picture)
	case a.Figure != nil:
		return a.Figure.Name + " " + box(a.Figure.Box)
	case a.Name != nil:
		return a.Name.Text + by(a.By)
	}
	return "(" + shape(a.Paren) + ")"
}

func side(s *ast.Side) string {
	if s.Paren != nil {
		return "(" + expr(s.Paren, tight) + ")"
	}
	return expr(s.Expr(), tight)
}

// by prints the sides behind the first one.
func by(sides []*ast.Side) string {
	return list(sides, func(s *ast.Side) string { return " x " + side(s) }, "")
}

// box prints a size that is one word or several.
func box(b *ast.Box) string {
	if b.Size != nil {
		return strings.Join(b.Size, "x")
	}
	return list(b.Sides, side, " x ")
}

func on(lattice *ast.Name) string {
	if lattice == nil {
		return ""
	}
	return " on " + lattice.Text
}

func wrap(w *ast.Wrap) string {
	switch {
	case w == nil:
		return ""
	case w.Word != "":
		return " " + w.Word
	}
	return " wrap " + list(w.Periods, place, " ")
}

func legend(l *ast.Legend) string {
	if l == nil {
		return ""
	}
	return "legend " + list(l.Entries, func(e *ast.LegendEntry) string {
		return quoted(e.Mark) + " " + e.Kind
	}, " ") + " "
}

func place(p *ast.Place) string {
	return "(" + list(p.At, func(x ast.Expr) string { return expr(x, tight) }, ", ") + ")"
}

func class(c *ast.Class) string {
	switch {
	case c == nil:
		return ""
	case c.Word != nil:
		return " symmetry " + c.Word.Text
	}
	return " orient " + list(c.Orient, func(i *ast.Int) string { return i.Text }, " ")
}

func sides(s *ast.Sides, before, after string) string {
	if s == nil {
		return ""
	}
	return before + s.Word + after
}

func set(s *ast.Set) string {
	text := setTerm(s.First)
	for _, op := range s.Rest {
		text += " " + op.Op + " " + setTerm(op.Term)
	}
	return text
}

func setTerm(t *ast.SetTerm) string {
	text := ""
	switch {
	case t.Any:
		text = "any of "
	case t.Copies != nil:
		text = count(t.Copies) + " of "
	}
	text += sides(t.Sides, "", " ")
	if t.Name != nil {
		return text + t.Name.Text
	}
	return text + "{" + list(t.Names, func(n *ast.Name) string { return n.Text }, ", ") + "}"
}

func count(c *ast.Count) string {
	if c.High == nil {
		return amount(c.Low)
	}
	return amount(c.Low) + ".." + amount(c.High)
}

func amount(a *ast.Amount) string {
	if a.Int != nil {
		return a.Int.Text
	}
	return "(" + expr(a.Expr, tight) + ")"
}

func refs(rs []*ast.Ref) string {
	return list(rs, func(r *ast.Ref) string { return " " + ref(r) }, "")
}

func ref(r *ast.Ref) string {
	text := r.Name.Text
	if len(r.Indices) > 0 {
		text += "[" + exprs(r.Indices) + "]"
	}
	switch {
	case r.Color == nil:
	case r.Color.Name != nil:
		text += ":" + r.Color.Name.Text
	default:
		text += ":" + amount(r.Color.Amount)
	}
	if r.IfAny {
		text += "?"
	}
	return text
}

func forText(f *ast.For) string {
	if f == nil {
		return ""
	}
	return " for " + rounds(f.Binders, f.Where)
}

// family prints one side of a matching.
func family(f *ast.Family) string {
	if f.Over == nil {
		return refs(f.Refs)
	}
	return refs(f.Refs) + " over " + rounds(f.Over.Binders, f.Over.Where)
}

// rounds prints indices with their values, and a condition on them.
func rounds(binders []*ast.Binder, where ast.Expr) string {
	text := list(binders, binder, ", ")
	if where != nil {
		text += " where " + expr(where, loose)
	}
	return text
}

func binder(b *ast.Binder) string {
	if b.Each != nil {
		return b.Name.Text + " in {" + list(b.Each, func(x ast.Expr) string { return expr(x, tight) }, ", ") + "}"
	}
	return b.Name.Text + " in " + expr(b.Low, tight) + ".." + expr(b.High, tight)
}
