package check

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"quadrille/compile/model"
	"quadrille/lang/ast"
	"quadrille/lang/codes"
	"quadrille/lang/source"
)

// Words are declared by standing in a list or in a table. All words of a file are collected before the first value is
// computed, so that a misspelled word is an error and no new word.

// maxWordLength bounds a word, in bytes.
const maxWordLength = 100

// reasonTextIsNoWord returns the reason why a text is no word, or "" if it is one.
func reasonTextIsNoWord(text string) string {
	hasLetter := strings.ContainsFunc(text, unicode.IsLetter)
	isSign := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r) && !strings.ContainsRune("_-'", r)
	}
	switch at := strings.IndexFunc(text, isSign); {
	case at >= 0:
		return fmt.Sprintf("a word is letters, digits, and the signs _ - ' between them, and no %q",
			[]rune(text[at:])[0])
	case !hasLetter:
		return "a word has a letter"
	case len(text) > maxWordLength:
		return "it is too long"
	}
	return ""
}

// addTableWords collects the words of a table.
func (c *checker) addTableWords(s *ast.Table) {
	for _, row := range s.Rows.Rows {
		for field := range strings.FieldsSeq(row) {
			if reasonTextIsNoWord(field) == "" {
				c.vocabulary.AddWord(field)
			}
		}
	}
}

// addListWords collects the words of a list: its quoted values, and its values that are names. The names of indices and
// parameters are no words.
func (c *checker) addListWords(s *ast.ListDef) {
	for _, p := range s.Parts {
		if p.List == nil {
			continue
		}
		for _, x := range p.List.Values {
			switch x := x.(type) {
			case *ast.Variable:
				if !loopHasIndex(p.List.For, x.Name) && !c.isParam(x.Name) && reasonTextIsNoWord(x.Name) == "" {
					c.vocabulary.AddWord(x.Name)
				}
			case *ast.Quoted:
				if c.requireWord(x) {
					c.vocabulary.AddWord(string(x.Text))
				}
			}
		}
	}
}

// loopHasIndex reports whether a loop has an index with this name.
func loopHasIndex(f *ast.For, name string) bool {
	return f != nil && slices.ContainsFunc(f.Binders, func(b *ast.Binder) bool {
		return slices.ContainsFunc(b.Names, func(n *ast.Name) bool { return n.Text == name })
	})
}

// requireWord reports an error if a quoted text cannot be a word.
func (c *checker) requireWord(x *ast.Quoted) bool {
	why := reasonTextIsNoWord(string(x.Text))
	return c.require(why == "", codes.BadList, x, "numbers stand without quotes; write Old_Gold for two words",
		"%q is no word: %s", string(x.Text), why)
}

// isParam reports whether the file declares a parameter with this name.
func (c *checker) isParam(name string) bool {
	return slices.ContainsFunc(c.file.Statements, func(s ast.Statement) bool {
		p, is := s.(*ast.Param)
		return is && p.Name.Text == name
	})
}

// maxListValues bounds the number of values of a list.
const maxListValues = 100_000

// checkList computes the values of a list.
func (c *checker) checkList(e *entity, s *ast.ListDef) bool {
	before := c.failureCount
	at := map[int64]bool{}
	add := func(n ast.Ranged, v int64) {
		c.require(!at[v] || !model.IsWordValue(v), codes.BadList, n, "remove one of them",
			"the word `%s` stands twice in the list `%s`", c.vocabulary.ValueText(v), e.name)
		c.require(len(e.listValues) < maxListValues || c.failureCount > before, codes.TooLarge, n, "",
			"the list `%s` has more than %d values", e.name, maxListValues)
		at[v], e.listValues = true, append(e.listValues, v)
	}
	for _, p := range s.Parts {
		if p.List == nil {
			if other := c.lookupName(p.Name, listKind); other != nil {
				for _, v := range other.listValues {
					add(p.Name, v)
				}
			}
			continue
		}
		c.eachRuleRound(p.List.For, func() {
			for _, x := range p.List.Values {
				if v, ok := c.evalExpr(c.translateValue(x, c.ruleLoopIndices)); ok {
					add(x, v)
				}
			}
		})
	}
	return c.failureCount == before
}

// listPlace is the position of a word in the first list that holds it, counted from 0.
type listPlace struct {
	wordList  *entity
	listIndex int
}

// findWordPlaces returns, for the words of all lists, their positions; the lists are read in the order of the text.
func (c *checker) findWordPlaces() map[int64]listPlace {
	places := map[int64]listPlace{}
	var used []*entity // lists of other files that this file uses
	for _, e := range c.namesInScope {
		if !slices.Contains(c.declaredEntities, e) {
			used = append(used, e)
		}
	}
	slices.SortFunc(used, func(a, b *entity) int {
		return cmp.Or(cmp.Compare(a.nameSpan.File.Name, b.nameSpan.File.Name),
			cmp.Compare(a.nameSpan.Start, b.nameSpan.Start))
	})
	for _, e := range slices.Concat(c.declaredEntities, used) {
		if e.kind != listKind {
			continue
		}
		if !e.hasBegunComputing {
			c.resolveEntity(e)
		}
		for k, v := range e.listValues {
			if _, known := places[v]; !known && model.IsWordValue(v) {
				places[v] = listPlace{e, k}
			}
		}
	}
	return places
}

// placeOfWordInList returns the position of a word in its list, or an error if no list holds the word.
func (c *checker) placeOfWordInList(span source.Span, word int64) (listPlace, error) {
	places := c.placeOfWord
	if places == nil {
		places = c.findWordPlaces()
	}
	p, known := places[word]
	if !known {
		return p, &source.Diagnostic{Code: codes.NoNextWord, Span: span, Hint: "declare it: `list name = {…}`",
			Summary: fmt.Sprintf("the word `%s` stands in no list, and has no position", c.vocabulary.ValueText(word))}
	}
	p.wordList.isUsed = true
	return p, nil
}

// translateWord translates a word. It reports an error if no list or table holds the word.
func (c *checker) translateWord(at ast.Ranged, text string) model.ValueFunc {
	v, known := c.vocabulary.WordValue(text)
	if x, isQuoted := at.(*ast.Quoted); !known && isQuoted && !c.requireWord(x) {
		return nil
	}
	if !known {
		c.reportUnknown(&ast.Name{Node: ast.Node{Pos: source.Pos{Offset: at.Range().Start},
			EndPos: source.Pos{Offset: at.Range().End}}, Text: text}, "word", c.vocabulary.WordTexts,
			"put it into a list: `list name = {"+strconv.Quote(text)+"}`")
		return nil
	}
	for _, e := range c.namesInScope {
		e.isUsed = e.isUsed || slices.Contains(e.listValues, v) ||
			slices.ContainsFunc(e.tableRows, func(row []int64) bool { return slices.Contains(row, v) })
	}
	return model.ConstantFunc(v)
}

// valueKindsText returns, for a message, what a name in an expression may be.
func (c *checker) valueKindsText() string {
	if len(c.vocabulary.WordTexts()) > 0 {
		return "parameter, index or word"
	}
	return "parameter or index"
}

// declarationHint returns a hint that shows how to declare a name that stands in an expression.
func (c *checker) declarationHint(name string) string {
	if n := slices.Index([]string{"zero", "one", "two", "three", "four", "five", "six"}, name); n >= 0 {
		return fmt.Sprintf("a number is written in digits: %d", n)
	}
	hint := "declare it: `param " + name + " = 8`, or `for " + name + " in 1..8`"
	if len(c.vocabulary.WordTexts()) > 0 {
		hint += "; or put the word into a list"
	}
	return hint
}

// wordInsteadOfNumberError returns the error that a word stands where a number is needed.
func (c *checker) wordInsteadOfNumberError(span source.Span, word int64) error {
	return &source.Diagnostic{Code: codes.NotANumber, Span: span,
		Hint:    "`position(w)` is the number of the word w in its list",
		Summary: fmt.Sprintf("a number is wanted here, and this is the word `%s`", c.vocabulary.ValueText(word))}
}

// applyOperationToWords computes an operation on two values of which at least one is a word. Words are compared by
// their order in the text. A word plus or minus a number is another word of the same list.
func (c *checker) applyOperationToWords(op string, span source.Span, a, b int64) (int64, error) {
	both := model.IsWordValue(a) && model.IsWordValue(b)
	switch {
	case op == "=" || op == "!=" || both && strings.ContainsAny(op, "<>"):
		v, _ := operationOfOperator[op](a, b)
		return v, nil
	case strings.ContainsAny(op, "<>"):
		return 0, &source.Diagnostic{Code: codes.NotANumber, Span: span,
			Hint: "words are compared with words; `position(w)` is the number of the word w in its list",
			Summary: fmt.Sprintf("`%s` and `%s` are a word and a number, and none is less", c.vocabulary.ValueText(a),
				c.vocabulary.ValueText(b))}
	case op == "-" && !model.IsWordValue(b):
		return c.wordAtDistance(span, a, -b)
	case op == "+" && !model.IsWordValue(b):
		return c.wordAtDistance(span, a, b)
	case model.IsWordValue(a):
		return 0, c.wordOperandError(op, span, a)
	}
	return 0, c.wordOperandError(op, span, b)
}

// wordOperandError returns the error that an operator cannot be applied to a word.
func (c *checker) wordOperandError(op string, span source.Span, word int64) error {
	return &source.Diagnostic{Code: codes.NotANumber, Span: span,
		Hint:    "behind a word stand + and - with a number: `w + 1` is the next word; `position(w)` is the number of w",
		Summary: fmt.Sprintf("`%s` takes numbers, and `%s` is a word", op, c.vocabulary.ValueText(word))}
}

// wordAtDistance returns the value that stands `by` positions after a word in its list.
func (c *checker) wordAtDistance(span source.Span, word, by int64) (int64, error) {
	p, err := c.placeOfWordInList(span, word)
	if err != nil {
		return 0, err
	}
	at := int64(p.listIndex) + by
	if by > maxListValues || by < -maxListValues || at < 0 || at >= int64(len(p.wordList.listValues)) {
		where, hint := "behind", fmt.Sprintf("ends at `%s`",
			c.vocabulary.ValueText(p.wordList.listValues[len(p.wordList.listValues)-1]))
		if by < 0 {
			where, hint = "before", fmt.Sprintf("begins at `%s`", c.vocabulary.ValueText(p.wordList.listValues[0]))
		}
		return 0, &source.Diagnostic{Code: codes.NoNextWord, Span: span,
			Hint: "a `where` leaves such rounds out; the list " + hint,
			Summary: fmt.Sprintf("no word stands %d %s `%s` in the list `%s`", max(by, -by), where,
				c.vocabulary.ValueText(word), p.wordList.name)}
	}
	return p.wordList.listValues[at], nil
}

// translatePosition translates position(w), the position of a word in its list.
func (c *checker) translatePosition(x *ast.Call, in loopIndices) model.ValueFunc {
	if !c.require(len(x.Args) == 1, codes.BadArguments, x, "write position(w) with a word",
		"`position` takes one argument") {
		return nil
	}
	word, span := c.translateValue(x.Args[0], in), c.spanOf(x)
	if word == nil {
		return nil
	}
	return func(env []int64) (int64, error) {
		v, err := word(env)
		switch {
		case err != nil:
			return 0, err
		case !model.IsWordValue(v):
			return 0, &source.Diagnostic{Code: codes.NotANumber, Span: span, Hint: "leave `position` out",
				Summary: fmt.Sprintf("a word is wanted here, and this is the number %d", v)}
		}
		p, err := c.placeOfWordInList(span, v)
		return int64(p.listIndex), err
	}
}

// translateTableIndex translates the row or column of an entry: a number, or a word that stands for its position in its
// list.
func (c *checker) translateTableIndex(x ast.Expr, in loopIndices) model.ValueFunc {
	value, span := c.translateValue(x, in), c.spanOf(x)
	if value == nil || len(c.vocabulary.WordTexts()) == 0 {
		return value
	}
	return func(env []int64) (int64, error) {
		v, err := value(env)
		if err != nil || !model.IsWordValue(v) {
			return v, err
		}
		p, err := c.placeOfWordInList(span, v)
		return int64(p.listIndex), err
	}
}

// loopValuesOfList returns the values for a loop over a list. If the loop has a name for the index of a value, counted
// from 0, the index stands in front of the value.
func (c *checker) loopValuesOfList(b *ast.Binder, e *entity) (values [][]int64) {
	if !c.require(len(b.Names) <= 2, codes.Unexpected, b, "write `for w in "+e.name+"`, or `for i, w in "+e.name+"`",
		"a list has a number and a value for each round") {
		return nil
	}
	for k, v := range e.listValues {
		values = append(values, []int64{int64(k), v}[2-len(b.Names):])
	}
	return values
}

// loopValuesOfTableRows returns the values for a loop over the rows of a table.
func (c *checker) loopValuesOfTableRows(b *ast.Binder) [][]int64 {
	e := c.lookupName(b.TableOfRows, tableKind)
	if e == nil || !c.require(len(b.Names) == len(e.tableRows[0]), codes.Unexpected, b,
		"write a name for each column of the table",
		"a row of the table `%s` has %d entries, and the number of names is %d", e.name, len(e.tableRows[0]),
		len(b.Names)) {
		return nil
	}
	for row, entries := range e.entryKinds {
		for column, kind := range entries {
			if !c.require(kind == valueEntry, codes.BadTable, b,
				"write a value there, or go through the entries with `for r, c, n in "+e.name+"`",
				"the table `%s` has no value at (%d, %d), and its rows cannot be read", e.name, row, column) {
				return nil
			}
		}
	}
	return e.tableRows
}
