// Package format prints a file in its one canonical spelling.
//
// Its input is an [ast.File] that parsed without errors, its output the text
// of the same file: parsing it again gives the same tree, and formatting it
// again gives the same text. Comments stay where they are, or move in front
// of the statement that they interrupt. It knows nothing of meaning.
//
// A file keeps its words; what is canonical are the blanks between them, the
// lines, and the spelling of texts and pictures.
package format

import (
	"bytes"
	"reflect"
	"slices"
	"strings"

	"quadrille/lang/ast"
	"quadrille/lang/parse"
	"quadrille/lang/source"
)

const indent = "  "

// Text returns the canonical text of a puzzle, or a [source.List] of what is wrong with it.
func Text(name string, text []byte) (string, error) {
	f, err := parse.File(name, text)
	if err != nil {
		return "", err
	}
	return File(f), nil
}

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

// word is a word or a sign of the file.
type word struct {
	text  string
	at    int  // its offset
	glued bool // no blank stands before it
}

// words returns the words of a part of a node. The tree says which of them are
// glued to the one before: the sign - may be an operator, loose or tight, a
// sign before a number, or a hyphen.
func (p *printer) words(n ast.Ranged, part source.Range) sentence {
	var s sentence
	for at, text := range parse.Words(p.text[part.Start:part.End]) {
		s = append(s, word{text: text, at: part.Start + at})
	}
	s.visit(reflect.ValueOf(n), false)
	return s
}

type sentence []word

// loose are the fields whose expressions have blanks around + and -. All others
// stand in brackets or ranges.
var loose = []string{"Value", "Where", "When"}

// visit glues words of a node and of all below it. An expression is loose if + and -
// have blanks around them.
func (s sentence) visit(v reflect.Value, isLoose bool) {
	switch v.Kind() {
	case reflect.Interface:
		s.visit(v.Elem(), isLoose)
	case reflect.Slice:
		for i := range v.Len() {
			s.visit(v.Index(i), isLoose)
		}
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		s.node(v.Interface(), isLoose)
		if _, isEntry := v.Interface().(*ast.Entry); isEntry {
			isLoose = false // as in the brackets of items
		}
		for i := range v.Elem().NumField() {
			switch field := v.Elem().Field(i); field.Kind() {
			case reflect.Pointer:
				s.visit(field, isLoose)
			case reflect.Interface, reflect.Slice:
				if name := v.Elem().Type().Field(i).Name; name != "Rules" { // they are printed one by one
					s.visit(field, isLoose || slices.Contains(loose, name))
				}
			}
		}
	}
}

func (s sentence) node(n any, isLoose bool) {
	switch n := n.(type) {
	case *ast.Binary:
		x, y := n.X.Range().End, n.Y.Range().Start
		if strings.Contains("*/%", n.Op) || !isLoose && (n.Op == "+" || n.Op == "-" && !s.isHyphenAt(x)) {
			s.glue(x, y+1)
		}
	case *ast.Unary:
		if n.Op == "-" {
			s.glue(n.Range().Start+1, n.X.Range().Start+1)
		}
	case *ast.Call:
		s.glue(n.Func.Range().End, n.Args[0].Range().Start)
	case *ast.Ref:
		if n.Times != nil {
			s.glue(n.Name.Range().End, n.Times.Range().Start+1)
		}
	case *ast.Entry:
		s.glue(n.Table.Range().End, n.At[0].Range().Start)
	case *ast.Term:
		s.glue(n.Range().Start+1, n.Range().End)
	case *ast.Dissect:
		s.after(n.Count).text = "pieces"
	case *ast.Expect:
		switch c := n.Count; {
		case c == nil:
		case c.High == nil && c.Low.Int != nil && c.Low.Int.Text == "1":
			s.after(c).text = "solution"
		default:
			s.after(c).text = "solutions"
		}
	}
}

// from returns the words that begin at an offset or behind it.
func (s sentence) from(offset int) sentence {
	i, _ := slices.BinarySearchFunc(s, offset, func(w word, offset int) int { return w.at - offset })
	return s[i:]
}

// after returns the word behind a node.
func (s sentence) after(n ast.Ranged) *word { return &s.from(n.Range().End)[0] }

// glue glues the words that begin between two offsets.
func (s sentence) glue(start, end int) {
	for i, w := range s.from(start) {
		if w.at >= end {
			return
		}
		s.from(start)[i].glued = true
	}
}

// isHyphenAt reports whether the minus sign at an offset, without blanks, would join the
// names beside it to a word of the language: half - turn.
func (s sentence) isHyphenAt(offset int) bool {
	i := len(s) - len(s.from(offset))
	return slices.Contains(ast.Hyphenated(), s[i-1].text+"-"+strings.TrimRight(s[i+1].text, "'"))
}

// Beside these no blank stands.
var (
	noneBefore = []string{",", ")", "]", "}", ":", "?", "..", "["}
	noneBehind = []string{"(", "[", "{", ":", ".."}
)

// spell joins words with the blanks between them. Lists in square brackets have none.
func spell(words sentence) string {
	var b strings.Builder
	open := "" // brackets
	for i, w := range words {
		if i > 0 && !w.glued && !slices.Contains(noneBefore, w.text) {
			last := words[i-1].text
			isList := last == "," && strings.HasSuffix(open, "[")
			if !isList && !slices.Contains(noneBehind, last) {
				b.WriteByte(' ')
			}
		}
		switch {
		case strings.HasPrefix(w.text, `"""`):
			b.WriteString(picture(w.text))
		case strings.HasPrefix(w.text, `"`):
			b.WriteString(quoted(w.text))
		default:
			b.WriteString(w.text)
		}
		switch w.text {
		case "(", "[", "{":
			open += w.text
		case ")", "]", "}":
			open = open[:len(open)-1]
		}
	}
	return b.String()
}

// picture spells a picture with each row indented once.
func picture(literal string) string {
	rows, _ := ast.SplitLines(literal)
	text := "\"\"\"\n"
	for _, row := range rows {
		if row != "" {
			row = indent + row
		}
		text += row + "\n"
	}
	return text + `"""`
}

var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`)

// quoted spells a text with the four escapes of the language.
func quoted(literal string) string {
	var text ast.Text
	if err := text.Capture([]string{literal}); err != nil {
		panic(err) // it parsed
	}
	return `"` + escapes.Replace(string(text)) + `"`
}
