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

// CanonicalText returns the canonical text of a puzzle, or a [source.DiagnosticList] of what is wrong with it.
func CanonicalText(name string, text []byte) (string, error) {
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
		p.printStatement(s)
	}
	p.printLeading(len(p.text), len(p.text), "")
	return p.out.String()
}

type printer struct {
	text     string        // of the file
	comments []ast.Comment // those not printed yet
	out      bytes.Buffer
	printed  int // offset just after what was printed last
}

// printStatement prints a statement, and a line for each of its rules.
func (p *printer) printStatement(s ast.Statement) {
	rules, r := rulesOf(s), s.Range()
	if len(rules) == 0 {
		p.printNode(s, "")
		return
	}
	head := p.wordsOf(s, source.Range{Start: r.Start, End: rules[0].Range().Start})
	p.printLeading(head[len(head)-1].at, r.Start, "") // as far as the brace
	p.printLine(r.Start, "", joinWords(head))
	p.printed = rules[0].Range().Start // no blank line after the brace
	for _, rule := range rules {
		p.printNode(rule, indent)
	}
	p.printLeading(r.End, r.End, indent)
	p.out.WriteString("}\n")
	p.printed = r.End
	p.printTrailing(r.End)
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

// printNode prints a statement without rules, or a rule, with the comments before,
// in and behind it.
func (p *printer) printNode(n ast.Ranged, margin string) {
	r := n.Range()
	words := p.wordsOf(n, r)
	if k := len(words) - 2; k > 0 && words[k].text == "{" && words[k+1].text == "}" {
		words = words[:k] // there are no rules between them
	}
	p.printLeading(r.End, r.Start, margin)
	p.printLine(r.Start, margin, joinWords(words))
	p.printed = r.End
	p.printTrailing(r.End)
}

// printLeading prints the comments that begin before limit, each on its own line.
// A comment behind the anchor is pulled in front of it.
func (p *printer) printLeading(limit, anchor int, margin string) {
	for len(p.comments) > 0 && p.comments[0].Range().Start < limit {
		c := p.comments[0]
		p.comments = p.comments[1:]
		from := min(c.Range().Start, anchor)
		p.printLine(from, margin, c.Text)
		p.printed = max(p.printed, min(c.Range().End, from+len(c.Text)))
	}
}

// printTrailing puts a comment on the line of what ended at offset behind it.
func (p *printer) printTrailing(offset int) {
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

// printLine prints a text with each of its lines behind the margin, and before it a
// blank line where the source has one or more between here and what was printed last.
func (p *printer) printLine(start int, margin, text string) {
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

// sourceWord is a word or a sign of the file.
type sourceWord struct {
	text  string
	at    int  // its offset
	glued bool // no blank stands before it
}

// wordsOf returns the words of a part of a node. The tree says which of them are
// glued to the one before: the sign - may be an operator, loose or tight, a
// sign before a number, or a hyphen.
func (p *printer) wordsOf(n ast.Ranged, part source.Range) wordList {
	var s wordList
	for at, text := range parse.Words(p.text[part.Start:part.End]) {
		s = append(s, sourceWord{text: text, at: part.Start + at})
	}
	s.glueFields(reflect.ValueOf(n), false)
	return s
}

type wordList []sourceWord

// looseFields are the fields whose expressions have blanks around + and -. All others
// stand in brackets or ranges.
var looseFields = []string{"Value", "Where", "When"}

// glueFields glues words of a node and of all below it. An expression is loose if + and -
// have blanks around them.
func (s wordList) glueFields(v reflect.Value, isLoose bool) {
	switch v.Kind() {
	case reflect.Interface:
		s.glueFields(v.Elem(), isLoose)
	case reflect.Slice:
		for i := range v.Len() {
			s.glueFields(v.Index(i), isLoose)
		}
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		s.glueNode(v.Interface(), isLoose)
		if _, isEntry := v.Interface().(*ast.Entry); isEntry {
			isLoose = false // as in the brackets of items
		}
		for i := range v.Elem().NumField() {
			switch field := v.Elem().Field(i); field.Kind() {
			case reflect.Pointer:
				s.glueFields(field, isLoose)
			case reflect.Interface, reflect.Slice:
				if name := v.Elem().Type().Field(i).Name; name != "Rules" { // they are printed one by one
					s.glueFields(field, isLoose || slices.Contains(looseFields, name))
				}
			}
		}
	}
}

func (s wordList) glueNode(n any, isLoose bool) {
	switch n := n.(type) {
	case *ast.Binary:
		x, y := n.X.Range().End, n.Y.Range().Start
		if strings.Contains("*/%", n.Op) || !isLoose && (n.Op == "+" || n.Op == "-" && !s.isHyphenAt(x)) {
			s.glueBetween(x, y+1)
		}
	case *ast.Unary:
		if n.Op == "-" {
			s.glueBetween(n.Range().Start+1, n.X.Range().Start+1)
		}
	case *ast.Call:
		s.glueBetween(n.Func.Range().End, n.Args[0].Range().Start)
	case *ast.Ref:
		if n.Times != nil {
			s.glueBetween(n.Name.Range().End, n.Times.Range().Start+1)
		}
	case *ast.Entry:
		s.glueBetween(n.Table.Range().End, n.At[0].Range().Start)
	case *ast.Term:
		s.glueBetween(n.Range().Start+1, n.Range().End)
	case *ast.Dissect:
		s.wordAfter(n.Count).text = "pieces"
	case *ast.Expect:
		switch c := n.Count; {
		case c == nil:
		case c.High == nil && c.Low.Int != nil && c.Low.Int.Text == "1":
			s.wordAfter(c).text = "solution"
		default:
			s.wordAfter(c).text = "solutions"
		}
	}
}

// wordsFrom returns the words that begin at an offset or behind it.
func (s wordList) wordsFrom(offset int) wordList {
	i, _ := slices.BinarySearchFunc(s, offset, func(w sourceWord, offset int) int { return w.at - offset })
	return s[i:]
}

// wordAfter returns the word behind a node.
func (s wordList) wordAfter(n ast.Ranged) *sourceWord { return &s.wordsFrom(n.Range().End)[0] }

// glueBetween glues the words that begin between two offsets.
func (s wordList) glueBetween(start, end int) {
	for i, w := range s.wordsFrom(start) {
		if w.at >= end {
			return
		}
		s.wordsFrom(start)[i].glued = true
	}
}

// isHyphenAt reports whether the minus sign at an offset, without blanks, would join the
// names beside it to a word of the language: half - turn.
func (s wordList) isHyphenAt(offset int) bool {
	i := len(s) - len(s.wordsFrom(offset))
	return slices.Contains(ast.HyphenatedWords(), s[i-1].text+"-"+strings.TrimRight(s[i+1].text, "'"))
}

// Beside these no blank stands.
var (
	noneBefore = []string{",", ")", "]", "}", ":", "?", "..", "["}
	noneBehind = []string{"(", "[", "{", ":", ".."}
)

// joinWords joins words with the blanks between them. Lists in square brackets have none.
func joinWords(words wordList) string {
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
			b.WriteString(indentPicture(w.text))
		case strings.HasPrefix(w.text, `"`):
			b.WriteString(quoteText(w.text))
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

// indentPicture spells a picture with each row indented once.
func indentPicture(literal string) string {
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

var textEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`)

// quoteText spells a text with the four escapes of the language.
func quoteText(literal string) string {
	var text ast.Text
	if err := text.Capture([]string{literal}); err != nil {
		panic(err) // it parsed
	}
	return `"` + textEscapes.Replace(string(text)) + `"`
}
