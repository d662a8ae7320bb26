package parse

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// Patterns for cells as other programs write them: the cell of the first row and column is r1c1 or a1.
var (
	r1c1CellPattern  = patternOnce(`^[rR](\d{1,3})[cC](\d{1,3})$`)
	chessCellPattern = patternOnce(`^[a-zA-Z]\d{1,2}$`)
)

// RespellCell returns a cell that is written as r1c1 in the spelling of this language. For any other name it returns
// "".
func RespellCell(name string) string {
	m := r1c1CellPattern().FindStringSubmatch(name)
	if m == nil {
		return ""
	}
	row, _ := strconv.Atoi(m[1]) // three digits at most
	column, _ := strconv.Atoi(m[2])
	if row == 0 || column == 0 {
		return ""
	}
	return fmt.Sprintf("(%d, %d)", row-1, column-1)
}

// CellHint returns a hint that tells how cells are written, for a name that is a cell in other programs. For any other
// name it returns "".
func CellHint(name string) string {
	const written = "a cell is written (row, column), and both count from 0: "
	switch cell := RespellCell(name); {
	case cell != "":
		return written + name + " is " + cell
	case r1c1CellPattern().MatchString(name) || chessCellPattern().MatchString(name):
		return written + "(0, 0) is at the upper left, and (0, 1) beside it"
	}
	return ""
}

// reportListedCells reports a list of names that are cells in other programs. It returns false if the token is not the
// name of such a cell.
func (p *parser) reportListedCells(t *lexer.Token) bool {
	words := p.wordsUpTo(t.Pos.Offset)
	first := len(words)
	for first > 0 && CellHint(words[first-1].Text) != "" {
		first--
	}
	if t.Type != nameKind || CellHint(t.Value) == "" || first == len(words) {
		return false
	}
	r := source.Range{Start: words[first].Start, End: endOfToken(t)}
	var cells []string
	for _, w := range words[first:] {
		cells = append(cells, RespellCell(w.Text))
	}
	cells = append(cells, RespellCell(t.Value))
	for i := p.tokenIndexAt(endOfToken(t)); i < len(p.tokens) &&
		(p.tokens[i].Type == blankKind && !isComment(p.tokens[i].Value) ||
			CellHint(p.tokens[i].Value) != ""); i++ {
		if p.tokens[i].Type != blankKind {
			cells = append(cells, RespellCell(p.tokens[i].Value))
			r.End = endOfToken(&p.tokens[i])
		}
	}
	d := p.fail(codes.Unexpected, r, CellHint(words[first].Text), "expected cells such as (0, 0) (0, 1)")
	if all := strings.Join(cells, " "); !strings.Contains(" "+all+" ", "  ") {
		d.FixByReplacing(all)
	}
	return true
}

// oneGivenLinePattern matches a line of `latin` or `fill` that gives the symbol of one cell in the words of other
// programs.
var oneGivenLinePattern = patternOnce(`^\s*(?:.*\{\s*)?((?:given\s+)?(?:` + writtenCellPattern +
	`\s*(?:=|:|is)\s*"?(\w)"?)|` +
	`given\s+` + writtenCellPattern + `\s*"?(\w)"?|given\s+"?(\w)"?\s*(?:on|at|in)?\s*` + writtenCellPattern +
	`)\s*,?\s*\}?\s*$`)

// writtenCellPattern matches a cell in the spelling of this language or of others.
const writtenCellPattern = `(\(\s*\d+\s*,\s*\d+\s*\)|[rR]\d{1,3}[cC]\d{1,3})`

// adviseOneGiven adds a hint that shows how to give the symbol of one cell, if the line of a token tries to do that.
func (p *parser) adviseOneGiven(d *source.Diagnostic, t *lexer.Token) bool {
	if p.firstToken.Value != "latin" && p.firstToken.Value != "fill" {
		return false
	}
	text := p.file.Source.Text
	begin := strings.LastIndexByte(text[:t.Pos.Offset], '\n') + 1
	line, _, _ := strings.Cut(text[begin:], "\n")
	m := oneGivenLinePattern().FindStringSubmatchIndex(line)
	if m == nil {
		return false
	}
	group := func(numbers ...int) string {
		for _, n := range numbers {
			if m[2*n] >= 0 {
				return line[m[2*n]:m[2*n+1]]
			}
		}
		return ""
	}
	cell, symbol := group(2, 4, 7), group(3, 5, 6)
	if here := RespellCell(cell); here != "" {
		cell = here
	}
	rule := fmt.Sprintf("exactly 1 %q on %s", symbol, cell)
	d.Hint = rule + " gives one cell; many are given by a picture, given \"\"\"…\"\"\", with a row a line and a dot " +
		"for each open cell"
	d.Span = p.file.Source.Span(source.Range{Start: begin + m[2], End: begin + m[3]})
	d.FixByReplacing(rule)
	return true
}
