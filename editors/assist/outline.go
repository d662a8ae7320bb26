package assist

import (
	"cmp"
	"slices"
	"strings"

	"quadrille/compile/check"
	"quadrille/lang/ast"
	"quadrille/lang/parse"
)

// Symbol is a statement in the outline of a file that an editor shows.
type Symbol struct {
	Range            // whole range of the statement
	Name      string `json:"name"`
	Kind      string `json:"kind"` // kind of the declaration, or the keyword of the statement
	Detail    string `json:"detail,omitempty"`
	NameRange Range  `json:"at"` // range of the declared name, or else of the keyword
}

// Outline lists the statements of the file, in order.
func (t *PuzzleText) Outline() []Symbol {
	uses := t.nameUses()
	out := []Symbol{}
	for _, s := range t.parseResult().file.Statements {
		r := toRange(s.Range())
		for len(uses) > 0 && uses[0].End <= r.Start {
			uses = uses[1:]
		}
		declares := false
		for _, u := range uses {
			if u.Start >= r.End {
				break
			}
			if u.isDeclaration && u.nameKind != "index" {
				declares = true
				out = append(out, t.declarationSymbol(r, u))
			}
		}
		if !declares {
			out = append(out, t.statementSymbol(s, r))
		}
	}
	return out
}

func (t *PuzzleText) declarationSymbol(r Range, u nameUse) Symbol {
	n, ok := t.findNamed(u.name, func(kind string) bool { return (kind == "item") == (u.nameKind == "item") })
	if !ok {
		n = check.NameInfo{Kind: "item"}
	}
	return Symbol{Range: r, Name: u.name, Kind: n.Kind, Detail: headlineOfName(n), NameRange: u.Range}
}

// statementSymbol returns a symbol for a statement, named by the statement's first line.
func (t *PuzzleText) statementSymbol(s ast.Statement, r Range) Symbol {
	line, _, _ := strings.Cut(t.puzzleText[r.Start:r.End], "\n")
	line = strings.TrimRight(line, " \t\r{")
	keyword, rest, _ := strings.Cut(line, " ")
	name := line
	switch s.(type) {
	case *ast.Title:
		name = strings.Trim(rest, `"`)
	case *ast.About:
		name = keyword
	}
	return Symbol{Range: r, Name: name, Kind: keyword, NameRange: Range{r.Start, r.Start + len(keyword)}}
}

// Fold is a range of lines that an editor can hide, except for the first line.
type Fold struct {
	Range
	IsComment bool `json:"comment"`
}

// FoldableRanges lists the ranges that can be hidden: pictures, blocks in braces, and consecutive comments. The text
// may have errors.
func (t *PuzzleText) FoldableRanges() []Fold {
	out := []Fold{}
	add := func(start, end int, comment bool) {
		if strings.Contains(t.puzzleText[start:end], "\n") {
			out = append(out, Fold{Range{start, end}, comment})
		}
	}
	var open []int // offsets of the open braces
	comments := Range{-1, -1}
	for _, k := range t.tokens() {
		if k.Kind == parse.Blank && comments.Start >= 0 &&
			strings.Count(t.puzzleText[comments.End:k.Start], "\n") == 1 {
			comments.End = k.End
			continue
		}
		if comments.Start >= 0 {
			add(comments.Start, comments.End, true)
			comments = Range{-1, -1}
		}
		switch {
		case k.Kind == parse.Blank:
			comments = toRange(k.Range)
		case k.Kind == parse.Picture:
			add(k.Start, k.End, false)
		case k.Kind == parse.Keyword:
			open = nil // a block in braces ends with its statement
		case k.Text == "{":
			open = append(open, k.Start)
		case k.Text == "}" && len(open) > 0:
			add(open[len(open)-1], k.End, false)
			open = open[:len(open)-1]
		}
	}
	if comments.Start >= 0 {
		add(comments.Start, comments.End, true)
	}
	return out
}

// Token is a word of the text with its kind. An editor chooses the color of the word by the kind.
type Token struct {
	Range
	// Kind is comment, text, picture, number, keyword, sign or word, or the kind of the thing that a
	// name stands for: module, lattice, parameter, table, shape, board, piece, set, item, index,
	// function, class, man, color, prefix, list.
	Kind          string `json:"kind"`
	IsDeclaration bool   `json:"declares,omitempty"`
}

var tokenKinds = map[parse.TokenKind]string{
	parse.Blank: "comment", parse.Picture: "picture", parse.String: "text", parse.Size: "number", parse.Int: "number",
	parse.Keyword: "keyword", parse.Connective: "keyword", parse.Operator: "sign", parse.Name: "word",
	parse.Hyphenated: "word",
}

// Tokens lists the words of the text, in order. Words without a meaning and unknown names are left out. It depends only
// on the spelling of the text, so that words have colors even while they are typed.
func (t *PuzzleText) Tokens() []Token { return t.TokensIn(Range{0, len(t.puzzleText)}) }

// TokensIn lists the words in a range of the text.
func (t *PuzzleText) TokensIn(part Range) []Token {
	tokens, uses, statements := t.tokens(), t.nameUses(), t.statements()
	from, _ := slices.BinarySearchFunc(tokens, part.Start, func(k parse.Token, at int) int { return k.End - at - 1 })
	to, _ := slices.BinarySearchFunc(tokens, part.End, func(k parse.Token, at int) int { return k.Start - at })
	tokens = tokens[min(from, to):to]
	out := make([]Token, 0, len(tokens))
	for _, k := range tokens {
		for len(uses) > 0 && uses[0].Start < k.Start {
			uses = uses[1:]
		}
		for len(statements) > 1 && statements[1].Start <= k.Start {
			statements = statements[1:]
		}
		token := Token{Range: toRange(k.Range), Kind: tokenKinds[k.Kind]}
		switch {
		case len(uses) > 0 && uses[0].Start == k.Start && isName(k):
			token.Kind, token.IsDeclaration = t.kindOfUse(uses[0]), uses[0].isDeclaration
		case isName(k) && (len(statements) == 0 || !statements[0].containsOffset(k.Start)):
			token.Kind = t.kindsByName()[k.Text]
		}
		if token.Kind != "" {
			out = append(out, token)
		}
	}
	return out
}

func isName(k parse.Token) bool { return k.Kind == parse.Name || k.Kind == parse.Hyphenated }

// kindOfUse returns the kind of the thing for which a name stands, or "".
func (t *PuzzleText) kindOfUse(u nameUse) string { return cmp.Or(u.nameKind, t.kindsByName()[u.name]) }
