// Package format prints a file in its one canonical spelling.
//
// Its input is an [ast.File] that parsed without errors, its output the text
// of the same file: parsing it again gives the same tree, and formatting it
// again gives the same text. Comments stay where they are, or move in front
// of the statement that they interrupt. It knows nothing of meaning.
//
// A file keeps its words; what is canonical are the blanks between them, the
// lines, and the spelling of texts and pictures. See words.go for these.
package format

import (
	"bytes"
	"reflect"
	"strings"

	"quadrille/lang/ast"
	"quadrille/lang/source"
)

const indent = "  "

// File returns the canonical text of a file.
func File(f *ast.File) string {
	p := &printer{text: f.Source.Text, comments: f.Comments}
	for _, s := range f.Statements {
		p.statement(s)
	}
	p.leading(len(p.text), len(p.text), "")
	return p.out.String()
}

type printer struct {
	text     string        // of the file
	comments []ast.Comment // those not printed yet
	out      bytes.Buffer
	printed  int // offset just after what was printed last
}

// statement prints a statement, and a line for each of its rules.
func (p *printer) statement(s ast.Statement) {
	rules, r := rulesOf(s), s.Range()
	if len(rules) == 0 {
		p.node(s, "")
		return
	}
	head := p.words(s, source.Range{Start: r.Start, End: rules[0].Range().Start})
	p.leading(head[len(head)-1].at, r.Start, "") // as far as the brace
	p.line(r.Start, "", spell(head))
	p.printed = rules[0].Range().Start // no blank line after the brace
	for _, rule := range rules {
		p.node(rule, indent)
	}
	p.leading(r.End, r.End, indent)
	p.out.WriteString("}\n")
	p.printed = r.End
	p.trailing(r.End)
}

// rulesOf returns the rules between the braces of a statement.
func rulesOf(s ast.Statement) (rules []ast.Ranged) {
	if field := reflect.ValueOf(s).Elem().FieldByName("Rules"); field.IsValid() {
		for i := range field.Len() {
			rules = append(rules, field.Index(i).Interface().(ast.Ranged))
		}
	}
	return rules
}

// node prints a statement without rules, or a rule, with the comments before,
// in and behind it.
func (p *printer) node(n ast.Ranged, margin string) {
	r := n.Range()
	words := p.words(n, r)
	if k := len(words) - 2; k > 0 && words[k].text == "{" && words[k+1].text == "}" {
		words = words[:k] // there are no rules between them
	}
	p.leading(r.End, r.Start, margin)
	p.line(r.Start, margin, spell(words))
	p.printed = r.End
	p.trailing(r.End)
}

// leading prints the comments that begin before limit, each on its own line.
// A comment behind the anchor is pulled in front of it.
func (p *printer) leading(limit, anchor int, margin string) {
	for len(p.comments) > 0 && p.comments[0].Range().Start < limit {
		c := p.comments[0]
		p.comments = p.comments[1:]
		from := min(c.Range().Start, anchor)
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
	if strings.Trim(p.text[offset:c.Range().Start], " \t") != "" {
		return
	}
	p.comments = p.comments[1:]
	p.out.Truncate(p.out.Len() - len("\n"))
	p.out.WriteString("  " + c.Text + "\n")
	p.printed = c.Range().End
}

// line prints a text with each of its lines behind the margin, and before it a
// blank line where the source has one or more between here and what was printed last.
func (p *printer) line(start int, margin, text string) {
	if p.out.Len() > 0 && start > p.printed && strings.Count(p.text[p.printed:start], "\n") > 1 {
		p.out.WriteString("\n")
	}
	for line := range strings.SplitSeq(text, "\n") {
		if line != "" {
			p.out.WriteString(margin + line)
		}
		p.out.WriteString("\n")
	}
}
