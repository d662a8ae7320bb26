package parse

import (
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// misreadCount looks ahead over a list of items for a phrase such as `exactly 2` that the list would take for items. It
// returns the offset from which to go on.
func (p *parser) misreadCount() (resume int, found bool) {
	if p.firstToken.Value != "items" && p.firstToken.Value != "secondary" {
		return 0, false
	}
	words := p.wordsOfItemList()
	for k, w := range words {
		switch {
		case k < 2 || words[k-1].Value == "items": // an item may have such a name, if it stands first
		case w.Value == ")" && p.indexWrittenAsCall(w) != "":
			index := p.indexWrittenAsCall(w)
			r := source.Range{Start: w.Pos.Offset - len(index) - 1, End: endOfToken(w)}
			p.fail(codes.Unexpected, r, "indices stand in brackets: ["+clipQuotation(index)+"]",
				"parentheses behind the name of an item").FixByReplacing("[" + index + "]")
			return endOfToken(w), true
		case w.Value == ".." && p.endsItem(words[k-1]) && words[k-2].Type != connectiveKind:
			return p.reportBareRange(words[:k]), true
		case w.Value == "times" && p.endsItem(words[k-1]):
			p.adviseFormerSpelling(p.fail(codes.Unexpected, rangeOfToken(w), "", "`times` reads as one more item here"),
				w)
			return endOfToken(w), true
		}
	}
	return 0, false
}

// wordsOfItemList returns the words of the current list of items up to its `for`. Of a part in brackets it returns only
// the closing bracket.
func (p *parser) wordsOfItemList() (words []*lexer.Token) {
	depth := 0
	for i := p.tokenIndexAt(p.firstToken.Pos.Offset); i < len(p.tokens); i++ {
		t := &p.tokens[i]
		switch {
		case t.EOF() || t.Type == connectiveKind || t.Type == slipKind || isStatement(t) && len(words) > 0 &&
			t.Value != "items":
			return words
		case t.Type == blankKind:
		case slices.Contains([]string{"(", "["}, t.Value):
			depth++
		case slices.Contains([]string{")", "]"}, t.Value):
			if depth--; depth == 0 {
				words = append(words, t)
			}
		case depth == 0:
			words = append(words, t)
		}
	}
	return words
}

// endsItem reports whether an item may end with a word.
func (p *parser) endsItem(t *lexer.Token) bool { return t.Type == nameKind || t.Value == "]" }

// reportBareRange reports a range whose lower end is an expression without parentheses.
func (p *parser) reportBareRange(before []*lexer.Token) (resume int) {
	amount, _ := p.placeOfLastItem(before)
	text := p.file.Source.TextOf(amount)
	p.fail(codes.Unexpected, amount,
		fmt.Sprintf("a number that is no digits stands in parentheses here: (%s)..", text),
		"`%s` reads as an item here, and a range of numbers is meant", text).FixByReplacing("(" + text + ")")
	return endOfToken(before[len(before)-1])
}

// placeOfLastItem returns the place of the last item of a list of words, and the index of the first word of that item.
func (p *parser) placeOfLastItem(list []*lexer.Token) (source.Range, int) {
	k := len(list) - 1
	r := source.Range{End: endOfToken(list[k])}
	if list[k].Value == "]" {
		k--
	}
	r.Start = list[k].Pos.Offset
	return r, k
}

// indexWrittenAsCall returns an index that is written like the argument of a call: item(i). It must be an index of the
// statement's loop. Otherwise the result is "".
func (p *parser) indexWrittenAsCall(end *lexer.Token) string {
	text := p.file.Source.Text
	open := strings.LastIndexByte(text[:end.Pos.Offset], '(')
	if open < 1 || nameLength(text[open-1:]) == 0 && prefixLength(text[open-1:], digits) == 0 {
		return ""
	}
	index, rest := text[open+1:end.Pos.Offset], text[endOfToken(end):]
	loop, _, _ := strings.Cut(rest, "\n")
	if index == "" || nameLength(index) < len(index) || !strings.Contains(loop, "for "+index+" in ") &&
		!strings.Contains(loop, ", "+index+" in ") {
		return ""
	}
	return index
}
