// Package format writes a file in its one canonical spelling.
//
// Its input is an [ast.File] that parsed without errors. Its output is a text with the same tree; formatting that text
// again changes nothing. Comments stay where they are, or move in front of the statement that they interrupt. The
// package knows nothing of meaning.
//
// The words of a file are kept. Formatting changes the blanks between the words, the line breaks, and the spelling of
// texts and pictures. [UpgradeText] comes before formatting: it rewrites the text of an older spelling.
package format

import (
	"bytes"
	"cmp"
	"reflect"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"quadrille/lang/ast"
	"quadrille/lang/parse"
	"quadrille/lang/source"
)

const indentBlanks = "  "

// CanonicalText returns the canonical text of a puzzle, or a [source.DiagnosticList] of its syntax errors.
func CanonicalText(name string, text []byte) (string, error) {
	f, err := parse.File(name, text)
	if err != nil {
		return "", err
	}
	return FormatFile(f), nil
}

// FormatFile returns the canonical text of a file.
func FormatFile(f *ast.File) string {
	p := &printer{fileText: f.Source.Text, comments: f.Comments}
	for _, s := range f.Statements {
		p.printStatement(s)
	}
	p.printCommentsBefore(len(p.fileText), len(p.fileText), "")
	return p.output.String()
}

// printer writes the canonical text of one file.
type printer struct {
	fileText   string        // text of the file
	comments   []ast.Comment // comments that are not printed yet
	output     bytes.Buffer
	printedEnd int // offset after the last word that was printed
}

// printStatement prints a statement, and a line for each of its rules.
func (p *printer) printStatement(s ast.Statement) {
	rules, r := rulesOf(s), s.Range()
	if len(rules) == 0 {
		p.printNode(s, "")
		return
	}
	head := p.wordsOfNodePart(s, source.Range{Start: r.Start, End: rules[0].Range().Start})
	p.printCommentsBefore(head[len(head)-1].offset, r.Start, "") // comments in front of the brace
	p.printLine(r.Start, "", joinWordsWithBlanks(head))
	p.printedEnd = rules[0].Range().Start // so that no blank line follows the brace
	for _, rule := range rules {
		p.printNode(rule, indentBlanks)
	}
	p.printCommentsBefore(r.End, r.End, indentBlanks)
	p.output.WriteString("}\n")
	p.printedEnd = r.End
	p.printCommentBehind(r.End)
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

// printNode prints a statement without rules, or a rule, with the comments before, in and after it.
func (p *printer) printNode(n ast.Ranged, margin string) {
	r := n.Range()
	words := p.wordsOfNodePart(n, r)
	if k := len(words) - 2; k > 0 && words[k].text == "{" && words[k+1].text == "}" {
		words = words[:k] // only the words in front of the braces
	}
	p.printCommentsBefore(r.End, r.Start, margin)
	text := joinWordsWithBlanks(words)
	if _, isList := n.(*ast.ListDef); isList && utf8.RuneCountInString(text) > maxListLineWidth {
		text = wrapList(words)
	}
	p.printLine(r.Start, margin, text)
	p.printedEnd = r.End
	p.printCommentBehind(r.End)
}

// maxListLineWidth is the width of the lines of a statement `list`, in characters.
const maxListLineWidth = 100

// wrapList joins the words of a statement `list`. Where a line becomes too long, it starts a new line after a comma.
func wrapList(words wordList) string {
	var out strings.Builder
	column, begin := 0, 0
	for k, w := range words {
		if w.text != "," && k < len(words)-1 {
			continue
		}
		part := joinWordsWithBlanks(words[begin : k+1])
		n := utf8.RuneCountInString(part)
		switch {
		case begin > 0 && column+1+n > maxListLineWidth:
			out.WriteString("\n" + indentBlanks)
			column = len(indentBlanks)
		case begin > 0:
			out.WriteByte(' ')
			column++
		}
		out.WriteString(part)
		column, begin = column+n, k+1
	}
	return out.String()
}

// printCommentsBefore prints the comments that begin before the offset limit, each on a line of its own. A comment
// after the offset anchor is moved in front of it.
func (p *printer) printCommentsBefore(limit, anchor int, margin string) {
	for len(p.comments) > 0 && p.comments[0].Range().Start < limit {
		c := p.comments[0]
		p.comments = p.comments[1:]
		from := min(c.Range().Start, anchor)
		p.printLine(from, margin, c.Text)
		p.printedEnd = max(p.printedEnd, min(c.Range().End, from+len(c.Text)))
	}
}

// printCommentBehind prints a comment that is on the same line as the text that ended at an offset.
func (p *printer) printCommentBehind(offset int) {
	if len(p.comments) == 0 {
		return
	}
	c := p.comments[0]
	if strings.Trim(p.fileText[offset:c.Range().Start], " \t") != "" {
		return
	}
	p.comments = p.comments[1:]
	p.output.Truncate(p.output.Len() - len("\n"))
	p.output.WriteString("  " + c.Text + "\n")
	p.printedEnd = c.Range().End
}

// printLine prints the lines of a text with a margin. If the file has blank lines between the last printed word and the
// offset start, one blank line is printed first.
func (p *printer) printLine(start int, margin, text string) {
	if p.output.Len() > 0 && start > p.printedEnd && strings.Count(p.fileText[p.printedEnd:start], "\n") > 1 {
		p.output.WriteString("\n")
	}
	for line := range strings.SplitSeq(text, "\n") {
		if line != "" {
			p.output.WriteString(margin + line)
		}
		p.output.WriteString("\n")
	}
}

// sourceWord is a word or a sign of the file.
type sourceWord struct {
	text          string
	offset        int  // offset of the word in the file, in bytes
	noBlankBefore bool // whether no blank stands in front of the word
}

// wordsOfNodePart returns the words of a part of a node, with the blanks between them. The tree decides about blanks:
// the sign - may be an operator, with or without blanks around it, the sign of a number, or a hyphen.
func (p *printer) wordsOfNodePart(n ast.Ranged, part source.Range) wordList {
	var s wordList
	for at, text := range parse.Words(p.fileText[part.Start:part.End]) {
		s = append(s, sourceWord{text: text, offset: part.Start + at})
	}
	s.removeBlanksInFields(reflect.ValueOf(n), false)
	return s
}

type wordList []sourceWord

// fieldsWithSpacedOperators are the fields of the tree whose expressions have blanks around + and -. Expressions in all
// other fields are in brackets or ranges, and have no such blanks.
var fieldsWithSpacedOperators = []string{"Value", "Condition"}

// removeBlanksInFields marks the words of a node, and of the nodes inside it, that have no blank in front. If isLoose
// is set, + and - have blanks around them.
func (s wordList) removeBlanksInFields(v reflect.Value, isLoose bool) {
	switch v.Kind() {
	case reflect.Interface:
		s.removeBlanksInFields(v.Elem(), isLoose)
	case reflect.Slice:
		for i := range v.Len() {
			s.removeBlanksInFields(v.Index(i), isLoose)
		}
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		s.removeBlanksInNode(v.Interface(), isLoose)
		if _, isEntry := v.Interface().(*ast.Entry); isEntry {
			isLoose = false // as in the brackets of items
		}
		for i := range v.Elem().NumField() {
			switch field := v.Elem().Field(i); field.Kind() {
			case reflect.Pointer:
				s.removeBlanksInFields(field, isLoose)
			case reflect.Interface, reflect.Slice:
				if name := v.Elem().Type().Field(i).Name; name != "Rules" { // rules are printed one by one
					s.removeBlanksInFields(field, isLoose || slices.Contains(fieldsWithSpacedOperators, name))
				}
			}
		}
	}
}

func (s wordList) removeBlanksInNode(n any, isLoose bool) {
	switch n := n.(type) {
	case *ast.Binary:
		x, y := n.LeftOperand.Range().End, n.RightOperand.Range().Start
		if strings.Contains("*/%", n.Operator) || !isLoose &&
			(n.Operator == "+" || n.Operator == "-" && !s.isHyphenAt(x)) {
			s.removeBlanksBetween(x, y+1)
		}
	case *ast.Unary:
		if n.Operator == "-" {
			s.removeBlanksBetween(n.Range().Start+1, n.Operand.Range().Start+1)
		}
	case *ast.Call:
		s.removeBlanksBetween(n.Func.Range().End, n.Args[0].Range().Start)
	case *ast.Ref:
		if n.CountTimes != nil {
			s.removeBlanksBetween(n.Name.Range().End, n.CountTimes.Range().Start+1)
		}
	case *ast.Measure:
		if n.Factor != nil {
			sign := s.wordAfter(n.Factor)
			s.removeBlanksBetween(sign.offset, n.Range().End)
		}
	case *ast.Entry:
		s.removeBlanksBetween(n.Table.Range().End, n.Indices[0].Range().Start)
	case *ast.Term:
		s.removeBlanksBetween(n.Range().Start+1, n.Range().End)
	case *ast.Dissect:
		s.wordAfter(n.PieceCount).text = "pieces"
	case *ast.Expect:
		switch c := n.Count; {
		case n.NegativeOptimum:
			s.removeBlanksBetween(n.Optimum.Range().Start, n.Optimum.Range().Start+1)
		case c == nil:
		case c.High == nil && isNumberOne(cmp.Or(c.Exactly, c.AtLeast, c.AtMost, c.Low)):
			s.wordAfter(c).text = "solution"
		default:
			s.wordAfter(c).text = "solutions"
		}
	}
}

func isNumberOne(a *ast.Amount) bool { return a != nil && a.Int != nil && a.Int.Text == "1" }

// wordsFrom returns the words at or after an offset.
func (s wordList) wordsFrom(offset int) wordList {
	i, _ := slices.BinarySearchFunc(s, offset, func(w sourceWord, offset int) int { return w.offset - offset })
	return s[i:]
}

// wordAfter returns the word after a node.
func (s wordList) wordAfter(n ast.Ranged) *sourceWord { return &s.wordsFrom(n.Range().End)[0] }

// removeBlanksBetween marks the words between two offsets as having no blank in front.
func (s wordList) removeBlanksBetween(start, end int) {
	for i, w := range s.wordsFrom(start) {
		if w.offset >= end {
			return
		}
		s.wordsFrom(start)[i].noBlankBefore = true
	}
}

// isHyphenAt reports whether a minus sign at an offset, if written without blanks, would join the names beside it to a
// word of the language: half - turn.
func (s wordList) isHyphenAt(offset int) bool {
	i := len(s) - len(s.wordsFrom(offset))
	return slices.Contains(ast.HyphenatedWords(), s[i-1].text+"-"+strings.TrimRight(s[i+1].text, "'"))
}

// The signs that have no blank in front of them, and the signs that have no blank behind them.
var (
	noBlankBeforeSigns = []string{",", ")", "]", "}", ":", "?", "..", "["}
	noBlankBehindSigns = []string{"(", "[", "{", ":", ".."}
)

// joinWordsWithBlanks joins words with the blanks between them. Lists in square brackets have no blanks.
func joinWordsWithBlanks(words wordList) string {
	var b strings.Builder
	open := "" // stack of the brackets that are open
	for i, w := range words {
		if i > 0 && !w.noBlankBefore && !slices.Contains(noBlankBeforeSigns, w.text) {
			last := words[i-1].text
			isList := last == "," && strings.HasSuffix(open, "[")
			if !isList && !slices.Contains(noBlankBehindSigns, last) {
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
			open = open[:max(0, len(open)-1)] // a part of a list may close more than it opens
		}
	}
	return b.String()
}

// indentPicture returns a picture with each row indented once.
func indentPicture(literal string) string {
	rows, _ := ast.SplitLines(literal)
	text := "\"\"\"\n"
	for _, row := range rows {
		if row != "" {
			row = indentBlanks + row
		}
		text += row + "\n"
	}
	return text + `"""`
}

var textEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`)

// quoteText formats a text with the four escapes of the language.
func quoteText(literal string) string {
	var text ast.Text
	if err := text.Capture([]string{literal}); err != nil {
		panic(err) // the text has been parsed, so it has no errors
	}
	return `"` + textEscapes.Replace(string(text)) + `"`
}

// WordList returns a list of words in braces, for a statement `list`. Words that cannot be names stand in quotes.
func WordList(words []string) string {
	isName := func(c rune) bool { return c < unicode.MaxASCII && (unicode.IsLetter(c) || unicode.IsNumber(c)) }
	texts := slices.Clone(words)
	for k, word := range words {
		if parse.IsReserved(word) || strings.ContainsFunc(word, func(c rune) bool { return !isName(c) }) ||
			!unicode.IsLetter([]rune(word)[0]) {
			texts[k] = `"` + word + `"`
		}
	}
	return "{" + strings.Join(texts, ", ") + "}"
}
