// Package format prints a tree in its one canonical spelling.
//
// Its input is an [ast.File] that parsed without errors, its output the text
// of the same file: parsing it again gives the same tree, and formatting it
// again gives the same text. Comments stay where they are, or move in front
// of the statement that they interrupt. It knows nothing of meaning.
package format

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"quadrille/lang/ast"
)

const indent = "  "

// File returns the canonical text of a file.
func File(f *ast.File) string {
	p := &printer{file: f, comments: f.Comments}
	for _, s := range f.Statements {
		p.statement(s)
	}
	p.leading(len(f.Source.Text), "")
	return p.out.String()
}

type printer struct {
	file     *ast.File
	comments []ast.Comment // those not printed yet
	out      bytes.Buffer
	printed  int // offset just after what was printed last
}

// statement prints a statement with the comments before, in and behind it.
func (p *printer) statement(s ast.Statement) {
	r := s.Range()
	if rules := rulesOf(s); len(rules) > 0 {
		p.block(s, rules)
	} else {
		p.leading(r.End, "", r.Start)
		p.line(r.Start, "", statement(s))
	}
	p.printed = r.End
	p.trailing(r.End)
}

// block prints a statement with a line for each of its rules.
func (p *printer) block(s ast.Statement, rules []rule) {
	p.leading(p.brace(rules[0].Range().Start), "", s.Range().Start)
	p.line(s.Range().Start, "", statement(s)+" {")
	for i, rule := range rules {
		r := rule.Range()
		if i == 0 {
			p.printed = r.Start // no blank line after the brace
		}
		p.leading(r.End, indent, r.Start)
		p.line(r.Start, indent, indented(rule.text))
		p.printed = r.End
		p.trailing(r.End)
	}
	p.leading(s.Range().End, indent)
	p.out.WriteString("}\n")
}

// brace returns the offset of the last brace before an offset that is not in a
// comment.
func (p *printer) brace(before int) int {
	for {
		at := strings.LastIndexByte(p.file.Source.Text[:before], '{')
		i := slices.IndexFunc(p.comments, func(c ast.Comment) bool {
			return c.Range().Start <= at && at < c.Range().End
		})
		if i < 0 {
			return at
		}
		before = p.comments[i].Range().Start
	}
}

// leading prints the comments that begin before limit, each on its own line.
// With an anchor, a comment after the anchor is pulled in front of it.
func (p *printer) leading(limit int, margin string, anchor ...int) {
	for len(p.comments) > 0 && p.comments[0].Range().Start < limit {
		c := p.comments[0]
		p.comments = p.comments[1:]
		from := c.Range().Start
		if len(anchor) > 0 {
			from = min(from, anchor[0])
		}
		p.line(from, margin, c.Text)
		p.printed = max(p.printed, min(c.Range().End, from+len(c.Text)))
	}
}

// trailing puts a comment on the line of what ended at offset behind it.
func (p *printer) trailing(offset int) {
	if len(p.comments) == 0 {
		return
	}
	c := p.comments[0]
	if between := p.file.Source.Text[offset:c.Range().Start]; strings.Trim(between, " \t") != "" {
		return
	}
	p.comments = p.comments[1:]
	p.out.Truncate(p.out.Len() - len("\n"))
	p.out.WriteString("  " + c.Text + "\n")
	p.printed = c.Range().End
}

// line prints a line, and before it a blank one where the source has one or
// more between here and what was printed last.
func (p *printer) line(start int, margin, text string) {
	if p.out.Len() > 0 && start > p.printed && strings.Count(p.file.Source.Text[p.printed:start], "\n") > 1 {
		p.out.WriteString("\n")
	}
	p.out.WriteString(margin + text + "\n")
}

// statement returns the text of a statement without its rules.
func statement(s ast.Statement) string {
	switch s := s.(type) {
	case *ast.Version:
		return "puz " + s.Number.Text
	case *ast.Title:
		return "puzzle " + quoted(s.Text)
	case *ast.About:
		return "about " + either(s.Picture != nil, func() string { return lines(s.Picture) }, func() string { return quoted(s.Text) })
	case *ast.Use:
		return "use " + either(s.Module != nil, func() string { return s.Module.Text }, func() string { return quoted(s.Path) })
	case *ast.Param:
		return "param " + s.Name.Text + " = " + expr(s.Value, loose)
	case *ast.ShapeDef:
		return "shape " + s.Name.Text + on(s.On) + " = " + shape(s.Shape)
	case *ast.Board:
		return "board " + s.Name.Text + on(s.On) + wrap(s.Wrap) + " = " + shape(s.Shape)
	case *ast.Piece:
		return "piece " + s.Name.Text + on(s.On) + class(s.Class) + sides(s.Sides, " ", "") + " = " + shape(s.Shape)
	case *ast.SetDef:
		return "set " + s.Name.Text + " = " + set(s.Set)
	case *ast.Pack:
		return "pack " + s.Board.Text + " with " + set(s.Set)
	case *ast.PlaceMan:
		return "place " + s.Man.Text + " on " + s.Board.Text
	case *ast.Queens:
		return queens(s)
	case *ast.Latin:
		return "latin " + either(s.From != nil, func() string { return "from " + quoted(s.From.Path) }, func() string { return side(s.Size) })
	case *ast.Words:
		return words(s)
	case *ast.Dissect:
		return "dissect " + shape(s.From) + " into " + amount(s.Count) + " pieces forming " + shape(s.To)
	case *ast.Items:
		return items(s)
	case *ast.Option:
		return "option" + refs(s.Refs) + forText(s.For)
	case *ast.Matching:
		return "matching" + family(s.Left) + " with" + family(s.Right) + forText(s.For)
	case *ast.Forbid:
		return "forbid together" + list(s.Options, func(o *ast.OptionRef) string { return refs(o.Refs) }, ",") + forText(s.For)
	case *ast.Break:
		return "break " + s.Word
	case *ast.Search:
		return search(s)
	case *ast.Expect:
		return expect(s)
	}
	panic(fmt.Sprintf("a statement without a print: %T", s))
}

func either(first bool, yes, no func() string) string {
	if first {
		return yes()
	}
	return no()
}

func items(s *ast.Items) string {
	text := "items" + refs(s.Refs)
	if s.Secondary {
		text = "secondary " + text
	}
	if s.Times != nil {
		text += " " + count(s.Times.Count) + " times"
	}
	return text + forText(s.For)
}

func search(s *ast.Search) string {
	text := "search"
	for _, h := range s.Hints {
		text += " " + h.Key + " " + hinted(h)
	}
	return text
}

func hinted(h *ast.Hint) string {
	switch {
	case h.Value != nil:
		return h.Value.Text
	case h.Number != nil:
		return amount(h.Number)
	}
	return quoted(h.Text)
}

func expect(s *ast.Expect) string {
	text := "expect"
	switch {
	case s.Unique:
		text += " unique"
	case s.None:
		text += " none"
	default:
		if s.AtLeast {
			text += " at least"
		}
		text += " " + count(s.Count) + solutions(s.Count)
	}
	if s.UpTo != nil {
		text += " up to " + s.UpTo.Text
	}
	if s.When != nil {
		text += " when " + expr(s.When, loose)
	}
	return text
}

func solutions(c *ast.Count) string {
	if c.High == nil && c.Low.Int != nil && c.Low.Int.Text == "1" {
		return " solution"
	}
	return " solutions"
}
