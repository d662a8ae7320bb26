package format

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"quadrille/lang/parse"
)

// UpgradeText returns a text in which outdated spellings are replaced by current ones. It works on the words of the
// text and the starts of statements, because a text in an outdated spelling has no syntax tree. A text without outdated
// spellings stays the same. Words that UpgradeText does not know, comments, blanks and line breaks stay as well.
func UpgradeText(text string) string {
	r := &spellingRewriter{text: text, valueNames: map[string]bool{}}
	for t := range parse.Tokens(text) {
		if t.Kind != parse.Blank {
			r.tokens = append(r.tokens, t)
		}
	}
	r.insertedBefore, r.insertedBehind, r.replacements = make([]string, len(r.tokens)), make([]string, len(r.tokens)),
		map[int]string{}
	for begin := 0; begin < len(r.tokens); {
		end := begin + 1
		for end < len(r.tokens) && (!r.isTokenKind(end, parse.Keyword) || r.wordAt(end-1) == "secondary") {
			end++
		}
		r.rewriteStatement(begin, end)
		begin = end
	}
	return r.String()
}

// spellingRewriter holds the words of a text, and the changes to be made before, after and in place of each word. Its
// methods refer to a word by its index in the list of words.
type spellingRewriter struct {
	text   string
	tokens []parse.Token
	// names that stand for values: the parameters and words declared so far, and the indices of the current statement
	valueNames     map[string]bool
	insertedBefore []string // for each word index, the text to insert before the word
	insertedBehind []string // for each word index, the text to insert after the word
	// for a word index, the text that replaces the word; "" removes the word and the blanks after it
	replacements map[int]string
}

// String returns the text with all changes made.
func (r *spellingRewriter) String() string {
	var out []byte
	at := 0
	for k, w := range r.tokens {
		out = append(out, r.text[at:w.Start]...)
		if last := len(out) - 1; r.isRemoved(k-1) && !r.isRemoved(k) && last >= 0 && isNamePart(out[last]) &&
			isNamePart(w.Text[0]) {
			out = append(out, ' ')
		}
		if last := len(out) - 1; r.insertedBefore[k] != "" && last >= 0 && isNamePart(out[last]) &&
			isNamePart(r.insertedBefore[k][0]) {
			out = append(out, ' ')
		}
		out = append(out, r.insertedBefore[k]...)
		at = w.End
		switch word, isReplaced := r.replacements[k]; {
		case isReplaced && word == "" && !strings.Contains("()", w.Text):
			if before := bytes.TrimRight(out, " "); !bytes.HasSuffix(before, []byte("\n")) {
				out = before
			} else { // the first word of a line
				at += len(r.text[at:]) - len(strings.TrimLeft(r.text[at:], " "))
			}
		case isReplaced:
			out = append(out, word...)
		default:
			out = append(out, w.Text...)
		}
		out = append(out, r.insertedBehind[k]...)
	}
	return string(out) + r.text[at:]
}

// isRemoved reports whether a word is to be removed.
func (r *spellingRewriter) isRemoved(k int) bool {
	word, isReplaced := r.replacements[k]
	return isReplaced && word == ""
}

func isNamePart(c byte) bool {
	return c == '_' || c == '\'' || c >= 0x80 || unicode.IsLetter(rune(c)) || unicode.IsDigit(rune(c))
}

// wordAt returns the word with an index, or "" if there is none.
func (r *spellingRewriter) wordAt(k int) string {
	if k < 0 || k >= len(r.tokens) {
		return ""
	}
	return r.tokens[k].Text
}

// isTokenKind reports whether there is a word with this index, and it is of the given kind.
func (r *spellingRewriter) isTokenKind(k int, kind parse.TokenKind) bool {
	return k >= 0 && k < len(r.tokens) && r.tokens[k].Kind == kind
}

// textFromTo returns the text from one word to another, including both.
func (r *spellingRewriter) textFromTo(from, to int) string {
	return r.text[r.tokens[from].Start:r.tokens[to].End]
}

// closingBracket returns the index of the bracket that closes the bracket with index open. If it is missing, the result
// is the index of the last word before the end.
func (r *spellingRewriter) closingBracket(open, end int) int {
	depth := 0
	for k := open; k < end; k++ {
		switch r.wordAt(k) {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			if depth--; depth == 0 {
				return k
			}
		}
	}
	return end - 1
}

// openingBracket returns the index of the bracket that the bracket with index closing closes.
func (r *spellingRewriter) openingBracket(closing int) int {
	depth := 0
	for k := closing; k >= 0; k-- {
		switch r.wordAt(k) {
		case ")", "]", "}":
			depth++
		case "(", "[", "{":
			if depth--; depth == 0 {
				return k
			}
		}
	}
	return 0
}

// rewriteStatement rewrites the words of a statement.
func (r *spellingRewriter) rewriteStatement(begin, end int) {
	known := r.valueNames
	r.valueNames = map[string]bool{}
	for name := range known {
		r.valueNames[name] = true
	}
	for k := begin; k < end; k++ {
		for i := k; r.wordAt(k+1) == "in" && i > begin; i -= 2 {
			r.valueNames[r.wordAt(i)] = true
			if r.wordAt(i-1) != "," {
				break
			}
		}
		if r.wordAt(k) == "cells" && r.wordAt(k+1) == "(" {
			r.replacements[k] = ""
		}
	}
	r.rewriteSums(begin, end)
	switch r.wordAt(begin) {
	case "param":
		known[r.wordAt(begin+1)] = true
	case "list", "table":
		for k := begin + 1; k < end; k++ {
			for _, word := range strings.Fields(r.wordAt(k)) {
				known[word] = true
			}
		}
	case "items", "secondary":
		r.rewriteTimesPhrase(begin, end)
	case "piece":
		r.rewriteSymmetryClass(begin, end)
	case "minimize", "maximize":
		for k := begin; k+1 < end; k++ {
			if r.wordAt(k) == "count" && r.isTokenKind(k+1, parse.String) {
				r.replacements[k] = ""
			}
		}
	case "option", "forbid", "matching":
		r.rewriteColors(begin, end)
		r.rewriteItemLists(begin, end)
	case "pack", "place", "queens", "latin", "fill", "words", "dissect":
		r.rewriteRules(begin, end)
	}
	r.valueNames = known
}

// wordsBeforeCount lists the words that may precede a number of things.
var wordsBeforeCount = []string{"..", "exactly", "least", "most"}

// rewriteTimesPhrase removes the word `times` behind a multiplicity, and inserts `exactly` before a multiplicity that
// is not written as digits.
func (r *spellingRewriter) rewriteTimesPhrase(begin, end int) {
	for k := begin + 3; k < end; k++ {
		if r.wordAt(k) != "times" || r.wordAt(k-2) == "items" || slices.Contains(wordsBeforeCount, r.wordAt(k-1)) {
			continue
		}
		r.replacements[k] = ""
		first := k - 1
		if last := r.wordAt(first); last == ")" || last == "]" {
			first = r.openingBracket(first)
			if last == "]" {
				first--
			}
		}
		if r.isTokenKind(first, parse.Int) || slices.Contains(wordsBeforeCount, r.wordAt(first-1)) {
			continue
		}
		r.insertedBefore[first] = "exactly "
		if r.wordAt(first) == "(" {
			r.dropParentheses(first)
		}
	}
}

// dropParentheses removes the parentheses around a name or an entry of a table.
func (r *spellingRewriter) dropParentheses(open int) {
	last := r.closingBracket(open, len(r.tokens))
	if r.wordAt(last) != ")" {
		return
	}
	isName := r.isTokenKind(open+1, parse.Name) &&
		(last == open+2 || r.wordAt(open+2) == "[" && r.closingBracket(open+2, last) == last-1)
	if isName {
		r.replacements[open], r.replacements[last] = "", ""
	}
}

// rewriteColors puts colors that are words into quotes, and removes the parentheses around other colors.
func (r *spellingRewriter) rewriteColors(begin, end int) {
	depth := 0
	for k := begin; k < end; k++ {
		switch r.wordAt(k) {
		case "[", "(":
			depth++
		case "]", ")":
			depth--
		case ":":
			switch next := k + 1; {
			case depth > 0 || next >= end:
			case r.wordAt(next) == "(":
				r.dropParentheses(next)
			case r.isTokenKind(next, parse.Name) && r.wordAt(next+1) != "[" && !r.valueNames[r.wordAt(next)]:
				r.replacements[next] = `"` + r.wordAt(next) + `"`
			}
		}
	}
}

// rewriteSums replaces `over` by `for` in sums.
func (r *spellingRewriter) rewriteSums(begin, end int) {
	for k := begin; k < end; k++ {
		if r.wordAt(k) == "sum" && r.wordAt(k+1) == "(" {
			depth := 0
			for i := k + 1; i < end; i++ {
				switch r.wordAt(i) {
				case "(", "[":
					depth++
				case ")", "]":
					depth--
				case "over":
					if depth == 1 {
						r.replacements[i] = "for"
					}
				}
				if depth == 0 {
					break
				}
			}
		}
	}
}

// rewriteItemLists puts braces around items that are repeated by a loop with the word `over`.
func (r *spellingRewriter) rewriteItemLists(begin, end int) {
	for k := begin; k < end; k++ {
		if r.wordAt(k) != "over" || r.replacements[k] != "" {
			continue
		}
		r.replacements[k] = "for"
		r.insertedBefore[max(begin, r.startOfItemList(begin, k))] = "{"
		r.insertedBehind[r.endOfLoopClause(k, end)-1] = "}"
	}
}

// startOfItemList returns the index of the first word of the items that an `over` repeats. In a matching these are all
// items of one side, and in other statements only the last item.
func (r *spellingRewriter) startOfItemList(begin, over int) int {
	k := over - 1
	back := func() {
		if r.wordAt(k) == "?" {
			k--
		}
		if i := k - 1; r.wordAt(i) == ":" || r.wordAt(i) == "*" {
			k = i - 1
		} else if r.wordAt(k) == ")" {
			if open := r.openingBracket(k); r.wordAt(open-1) == ":" || r.wordAt(open-1) == "*" {
				k = open - 2
			}
		}
		if r.wordAt(k) == "]" {
			k = r.openingBracket(k) - 1
		}
	}
	back()
	if r.wordAt(begin) != "matching" {
		return k
	}
	for ; k > begin+1 && r.wordAt(k-1) != "with"; back() {
		k--
	}
	return k
}

// endOfLoopClause returns the index after the loop indices and the condition of an `over`.
func (r *spellingRewriter) endOfLoopClause(over, end int) int {
	k, isCondition := over+1, false
	for k < end {
		switch word := r.wordAt(k); {
		case word == "(" || word == "[" || word == "{":
			k = r.closingBracket(k, end) + 1
			continue
		case word == "where":
			isCondition = true
		case word == "for" || word == "with" || word == "over":
			return k
		case k > over+1 && r.isPartOfNumber(k) && r.isPartOfNumber(k-1):
			return k // of two operands side by side the second operand begins the next item
		case word == "," && isCondition:
			return k
		}
		k++
	}
	return k
}

// isPartOfNumber reports whether a word can end or begin a number. Two such words side by side are two numbers.
func (r *spellingRewriter) isPartOfNumber(k int) bool {
	word := r.wordAt(k)
	return (r.isTokenKind(k, parse.Name) || r.isTokenKind(k, parse.Int) || word == ")" || word == "]" || word == "}") &&
		!slices.Contains([]string{"in", "where", "and", "or", "not"}, word)
}

// rewriteRules rewrites the rules in braces.
func (r *spellingRewriter) rewriteRules(begin, end int) {
	open := begin
	for open < end && r.wordAt(open) != "{" {
		open++
	}
	keyword := r.wordAt(begin)
	for k := open + 1; k < end; k++ {
		switch word := r.wordAt(k); {
		case word == "keep" && r.wordAt(k+1) == "symmetric":
			r.replacements[k] = ""
		case word == "orientations" && r.wordAt(k-1) == "to":
			r.replacements[k] = "orientation"
		case keyword == "dissect" && word == "pieces":
			r.rewritePieceSizes(open, k, end)
		case keyword == "words" && word == "diagonals" && r.wordAt(k-1) != "main":
			r.insertedBefore[k] = "main "
		case keyword == "place" || keyword == "queens":
			k = r.rewriteManRule(k, end)
		case keyword == "latin" || keyword == "fill":
			r.rewriteCellRule(open, k, end)
		}
	}
}

// rewriteManRule rewrites the rule about men whose first word has index k, and returns the index of its last word.
func (r *spellingRewriter) rewriteManRule(k, end int) int {
	word := r.wordAt(k)
	switch {
	case (word == "fix" || word == "bar") && r.wordAt(k+1) == "(":
		r.replacements[k] = map[string]string{"fix": "exactly 1 on", "bar": "none on"}[word]
		last := r.closingBracket(k+1, end)
		for ; r.wordAt(last+1) == "("; last = r.closingBracket(last+1, end) {
			if word == "fix" {
				r.insertedBehind[last] = ","
			}
		}
		return last
	case slices.Contains([]string{"rows", "columns", "diagonals", "all", "regions", "line"}, word) && !r.isBehindOn(k):
		return r.rewriteLinesOfMen(k, end)
	}
	return k
}

// isBehindOn reports whether a word belongs to the list of lines after the word `on`.
func (r *spellingRewriter) isBehindOn(k int) bool {
	before := r.wordAt(k - 1)
	return before == "on" || before == "," || before == "main"
}

// currentChainWord maps the outdated word of a rule about a chain of cells to the current word. The cells of such a
// rule stood directly after the outdated word; today they stand after `on`.
var currentChainWord = map[string]string{"less": "ascending", "arrow": "arrow"}

// rewriteCellRule rewrites the rule on cells whose first word has index k, if a rule begins there. The argument open is
// the index of the brace before the rules.
func (r *spellingRewriter) rewriteCellRule(open, k, end int) {
	next := r.wordAt(k + 1)
	switch word := r.wordAt(k); {
	case r.isBehindOn(k):
	case k > 0 && r.wordAt(k-1) == "distinct" && (word == "boxes" || word == "diagonals"):
	case word == "boxes" || word == "regions" && r.isTokenKind(k+1, parse.Picture):
		r.insertedBefore[k] = "distinct on "
	case word == "diagonals":
		r.insertedBefore[k] = "distinct on main "
	case word == "symbols" && r.isTokenKind(k+1, parse.String):
		r.insertedBehind[open-1] = " with " + r.wordAt(k+1)
		r.replacements[k], r.replacements[k+1] = "", ""
	case currentChainWord[word] != "" && (next == "(" || next == "on"):
		r.replacements[k] = currentChainWord[word]
		if next == "(" {
			r.insertedBefore[k+1] = "on "
		}
	case word == "double":
		r.rewriteDoubleRule(k, end)
	case word == "sees":
		r.rewriteSeesClues(k, end)
	case word == "differ":
		if last := r.endOfCountPhrase(k+1, end); last < end && r.wordAt(last) == "(" {
			r.insertedBefore[last] = "on "
		}
	case word == "same" && k+1 < end && next != "on" && r.wordAt(k+2) != "on":
		if next == "sum" {
			k++
		}
		r.insertedBefore[k+1] = "on "
	case word == "between" && r.isTokenKind(k+1, parse.Picture):
		r.replacements[k] = "marks"
	case word == "cages" && r.isTokenKind(k+1, parse.Picture):
		r.rewriteCageTotals(k, end)
	case word == "distinct" && k+1 < end && !slices.Contains(
		[]string{"on", "cage", "cages", "sum", "product", "difference", "quotient"}, next):
		r.insertedBefore[k+1] = "on " + r.insertedBefore[k+1]
	case word == "count" && r.wordAt(k+2) != "rows" && r.wordAt(k+2) != "columns":
		r.rewriteSymbolCount(k, end)
	}
}

// squareClassOfCounts maps the numbers of rotations and of mirror images of a shape to its symmetry class on squares.
var squareClassOfCounts = map[string]string{"1 1": "full", "1 2": "swastika", "2 1": "double-reflection",
	"2 2": "half-turn",
	"4 1": "reflection", "4 2": "none"}

// rewriteSymmetryClass replaces the numbers of rotations and mirror images of a piece by the name of its symmetry
// class. On other lattices than squares it removes the numbers, since the class follows from the shape.
func (r *spellingRewriter) rewriteSymmetryClass(begin, end int) {
	isSquare := true
	for k := begin + 2; k+2 < end && r.wordAt(k) != "="; k++ {
		switch name := squareClassOfCounts[r.wordAt(k+1)+" "+r.wordAt(k+2)]; {
		case r.wordAt(k) == "on":
			isSquare = r.wordAt(k+1) == "square"
		case r.wordAt(k) != "orient":
		case isSquare && name != "":
			r.replacements[k], r.replacements[k+1], r.replacements[k+2] = "symmetry", name, ""
			return
		default:
			r.replacements[k], r.replacements[k+1], r.replacements[k+2] = "", "", ""
			return
		}
	}
}

// rewritePieceSizes rewrites the rules `pieces connected` and `pieces nonempty` of a dissection. The second rule
// becomes a bound of the sizes.
func (r *spellingRewriter) rewritePieceSizes(open, k, end int) {
	switch r.wordAt(k + 1) {
	case "connected":
		r.replacements[k] = ""
	case "nonempty":
		r.replacements[k], r.replacements[k+1] = "sizes", "at least 1"
		for i := open; i < end; i++ {
			if r.wordAt(i) != "sizes" {
				continue
			}
			if r.replacements[k], r.replacements[k+1] = "", ""; r.wordAt(i+2) == "most" {
				r.replacements[i+1], r.replacements[i+2], r.insertedBehind[i+2] = "1..", "", ""
			}
		}
	}
}

// rewriteDoubleRule replaces the rule of doubles on lines, which says that one of two neighbouring numbers is twice the
// other, by `quotient 2`.
func (r *spellingRewriter) rewriteDoubleRule(k, end int) {
	first := k + 1
	if r.wordAt(first) == "on" {
		first++
	}
	if r.replacements[k] = "quotient 2"; first == k+1 {
		r.insertedBehind[k] = " on"
	}
	for ; first < end; first++ {
		switch word := r.wordAt(first); {
		case word == "rows":
			r.replacements[first] = "1x2 everywhere"
		case word == "columns":
			r.replacements[first] = "2x1 everywhere"
		case word == "(":
			first = r.separatePlacePairs(first, end)
		}
		if r.wordAt(first+1) != "," {
			return
		}
		first++
	}
}

// separatePlacePairs writes a list of places as pairs of neighbours: (0, 0) (0, 1), (0, 1) (0, 2). It returns the index
// of the last word of the list.
func (r *spellingRewriter) separatePlacePairs(open, end int) (last int) {
	last = r.closingBracket(open, end)
	for r.wordAt(last+1) == "(" {
		next := r.closingBracket(last+1, end)
		if r.wordAt(next+1) == "(" {
			r.insertedBehind[next] = ", " + r.textFromTo(last+1, next)
		}
		last = next
	}
	return last
}

// rewriteSeesClues puts commas between clues of one character each.
func (r *spellingRewriter) rewriteSeesClues(k, end int) {
	edges := []string{"top", "bottom", "left", "right"}
	for ; k+2 < end && slices.Contains(edges, r.wordAt(k+1)) && r.isTokenKind(k+2, parse.String); k += 2 {
		text := strings.Trim(r.wordAt(k+2), `"`)
		if strings.ContainsAny(text, `,\`) {
			continue
		}
		var clues []string
		for _, char := range text {
			switch {
			case 'a' <= char && char <= 'z':
				clues = append(clues, fmt.Sprint(char-'a'+10))
			case 'A' <= char && char <= 'Z':
				clues = append(clues, fmt.Sprint(char-'A'+36))
			default:
				clues = append(clues, string(char))
			}
		}
		r.replacements[k+2] = `"` + strings.Join(clues, ", ") + `"`
	}
}

// rewriteCageTotals replaces a rule with a picture of cages by totals on regions: cages P sums "a 3" becomes sum "a 3"
// on regions P.
func (r *spellingRewriter) rewriteCageTotals(k, end int) {
	var totals []string
	for i := k + 2; i+1 < end && r.isTokenKind(i+1, parse.String); i += 2 {
		op, isTotal := strings.CutSuffix(r.wordAt(i), "s")
		if !isTotal || !slices.Contains([]string{"sum", "product", "difference", "quotient"}, op) {
			break
		}
		totals = append(totals, op+" "+r.wordAt(i+1))
		r.replacements[i], r.replacements[i+1] = "", ""
	}
	if len(totals) > 0 {
		r.replacements[k] = strings.Join(totals, " ") + " on regions"
	}
}

// endOfCountPhrase returns the index after the phrase for a number of things whose first word has index k.
func (r *spellingRewriter) endOfCountPhrase(k, end int) int {
	switch r.wordAt(k) {
	case "exactly":
		k++
	case "at":
		k += 2
	}
	amount := func() {
		if r.wordAt(k) == "(" {
			k = r.closingBracket(k, end)
		}
		k++
	}
	if amount(); r.wordAt(k) == ".." {
		k++
		amount()
	}
	return k
}

// isCountPhrase reports whether the word with index k begins a phrase for a number of things.
func (r *spellingRewriter) isCountPhrase(k int) bool {
	return r.wordAt(k) == "exactly" || r.wordAt(k) == "at" && (r.wordAt(k+1) == "most" || r.wordAt(k+1) == "least") ||
		r.isTokenKind(k, parse.Int) && (r.wordAt(k+1) == ".." || r.wordAt(k-1) != "x" && r.wordAt(k+1) != "x") ||
		r.wordAt(k) == "(" && r.wordAt(r.closingBracket(k, len(r.tokens))+1) == ".."
}

// rewriteLinesOfMen moves the number of men in front of the lines. It returns the index of the last word of the rule.
func (r *spellingRewriter) rewriteLinesOfMen(first, end int) int {
	count := first + 1
	for count < end && !r.isCountPhrase(count) {
		switch r.wordAt(count) {
		case "=", "}":
			return first
		case "(":
			count = r.closingBracket(count, end)
		}
		count++
	}
	if count >= end {
		return first
	}
	last := r.endOfCountPhrase(count, end)
	if last > end {
		return first
	}
	for k := first; k < count; k++ {
		if r.wordAt(k) == "line" {
			r.replacements[k] = ""
		}
	}
	if r.wordAt(first) == "line" {
		if r.wordAt(first+1) == "(" {
			r.replacements[first+1], r.replacements[r.closingBracket(first+1, end)] = "", ""
		}
		r.insertedBefore[first+1] = r.textFromTo(count, last-1) + " on "
	} else {
		r.insertedBefore[first] = r.textFromTo(count, last-1) + " on "
	}
	for k := count; k < last; k++ {
		r.replacements[k] = ""
	}
	return last - 1
}

// rewriteSymbolCount moves the number of symbols in front of the symbol: count "1" exactly 2 on s.
func (r *spellingRewriter) rewriteSymbolCount(k, end int) {
	last := r.endOfCountPhrase(k+2, end)
	if last > end || last < k+3 {
		return
	}
	r.replacements[k] = r.textFromTo(k+2, last-1)
	for i := k + 2; i < last; i++ {
		r.replacements[i] = ""
	}
}
