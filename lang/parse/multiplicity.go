package parse

import (
	"fmt"
	"slices"

	"github.com/alecthomas/participle/v2/lexer"

	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// howOften looks ahead over a list of items for a multiplicity whose words are in the wrong order, as the list
// would take them for items. It returns the offset at which to resume.
func (p *parser) howOften() (resume int, found bool) {
	if p.start.Value != "items" && p.start.Value != "secondary" {
		return 0, false
	}
	words := p.listWords()
	for k, w := range words {
		next := func(i int) string {
			if k+i < len(words) {
				return words[k+i].Value
			}
			return ""
		}
		switch {
		case k < 2 || words[k-1].Value == "items": // the first item may have this name
		case w.Value == ".." && p.isItem(words[k-1]):
			return p.withoutParentheses(words[:k]), true
		case w.Value == "times" && p.isItem(words[k-1]) && words[k-2].Value != "..":
			return p.misplacedTimes(words[:k], w), true
		case w.Value == "exactly":
			return p.otherMultiplicity(words, k, 1, ""), true
		case w.Value == "at" && next(1) == "most":
			return p.otherMultiplicity(words, k, 2, "0.."), true
		case w.Value == "at" && next(1) == "least":
			return p.otherMultiplicity(words, k, 2, ".."), true
		}
	}
	return 0, false
}

// listWords returns the words of the current list of items outside brackets, up to its `for`. A closing bracket
// stands for everything in its brackets.
func (p *parser) listWords() (words []*lexer.Token) {
	depth := 0
	for i := p.tokenAt(p.start.Pos.Offset); i < len(p.tokens); i++ {
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

// isItem reports whether a word ends an item, and is no number.
func (p *parser) isItem(t *lexer.Token) bool { return t.Type == nameKind || t.Value == "]" }

// misplacedTimes reports a multiplicity that is no plain number, which reads as one more item.
func (p *parser) misplacedTimes(before []*lexer.Token, times *lexer.Token) (resume int) {
	amount, k := p.lastItem(before)
	if k < 1 || before[k-1].Value == "items" {
		p.fail(codes.Unexpected, rangeOf(times), "write the number in front of it: items total 3 times",
			"it is not said how many `times`")
		return tokenEnd(times)
	}
	text := p.file.Source.TextOf(amount)
	item := p.file.Source.TextOf(source.Range{Start: p.start.Pos.Offset, End: tokenEnd(before[k-1])})
	p.fail(codes.Unexpected, amount,
		fmt.Sprintf("a multiplicity that is no plain number stands in parentheses: %s (%s) times", item, text),
		"`%s` reads as an item here, and `times` as another one", text).FixByReplacing("(" + text + ")")
	return tokenEnd(times)
}

// withoutParentheses reports a range whose lower end is no plain number.
func (p *parser) withoutParentheses(before []*lexer.Token) (resume int) {
	amount, _ := p.lastItem(before)
	text := p.file.Source.TextOf(amount)
	p.fail(codes.Unexpected, amount, fmt.Sprintf("a number that is no digits stands in parentheses: (%s)..(%s) times",
		text, text),
		"`%s` reads as an item here, and a range of numbers is meant", text).FixByReplacing("(" + text + ")")
	return tokenEnd(before[len(before)-1])
}

// lastItem returns the last item of a list, and the index of its first word.
func (p *parser) lastItem(list []*lexer.Token) (source.Range, int) {
	k := len(list) - 1
	r := source.Range{End: tokenEnd(list[k])}
	if list[k].Value == "]" {
		k--
	}
	r.Start = list[k].Pos.Offset
	return r, k
}

// otherMultiplicity reports a multiplicity in words that only other statements use.
func (p *parser) otherMultiplicity(words []*lexer.Token, k, length int, way string) (resume int) {
	at := source.Range{Start: words[k].Pos.Offset, End: tokenEnd(words[k+length-1])}
	item := p.file.Source.TextOf(source.Range{Start: p.start.Pos.Offset, End: tokenEnd(words[k-1])})
	number, last := p.amountBehind(at.End)
	switch way {
	case "..":
		number += "..9"
	default:
		number = way + number
	}
	d := p.fail(codes.Unexpected, at,
		fmt.Sprintf("a multiplicity is a number or a range, and then `times`: %s %s times", item, number),
		"`%s` is said of lines, and not of items", p.file.Source.TextOf(at))
	if way == ".." {
		d.Hint += ", with as many as there can be for the 9"
		return last
	}
	whole := source.Range{Start: at.Start, End: last}
	if i := p.tokenAt(last) + 1; i < len(p.tokens) && p.tokens[i].Value == "times" {
		whole.End = tokenEnd(&p.tokens[i])
	}
	d.AddFix(fmt.Sprintf("write `%s times`", number), source.TextEdit{Span: p.file.Source.Span(whole),
		Text: number + " times"})
	return last
}

// amountBehind returns the number after an offset, in parentheses if it is no plain number, and the offset
// after it.
func (p *parser) amountBehind(from int) (number string, last int) {
	last = from
	first, depth := -1, 0
	for i := p.tokenAt(from); i < len(p.tokens); i++ {
		t := &p.tokens[i]
		switch {
		case t.Type == blankKind:
			continue
		case t.EOF(), first >= 0 && depth == 0 && t.Value != "[", t.Type == keywordKind, t.Type == connectiveKind:
			return p.amountText(first, last), last
		case t.Value == "(" || t.Value == "[":
			depth++
		case t.Value == ")" || t.Value == "]":
			depth--
		}
		if first < 0 {
			first = t.Pos.Offset
		}
		last = tokenEnd(t)
	}
	return p.amountText(first, last), last
}

func (p *parser) amountText(first, last int) string {
	if first < 0 {
		return "2"
	}
	text := p.file.Source.Text[first:last]
	if text[0] == '(' || prefixLength(text, digits) == len(text) {
		return text
	}
	return "(" + text + ")"
}
