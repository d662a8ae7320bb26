package parse

import (
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"quadrille/lang/ast"
)

// keywords begin a statement. They are reserved, so that a mistake in one
// statement cannot swallow the next.
var keywords = []string{
	"puz", "puzzle", "about", "use", "param", "shape", "board", "piece", "set",
	"pack", "items", "secondary", "option", "break", "search", "expect",
}

// connectives stand between expressions, where a name might stand too.
var connectives = []string{"for", "in", "where", "and", "or", "not", "when"}

// tokens is the lexical grammar: the first rule that matches wins. The rules
// Open… and Stray match what is wrong, so that lexing never fails and every
// mistake is reported at its place.
var tokens = lexer.MustStateful(lexer.Rules{"Root": {
	{Name: "Space", Pattern: `\s+`},
	{Name: "Comment", Pattern: `//[^\n]*`},
	{Name: "Picture", Pattern: `"""(?s:.*?)"""`},
	{Name: "OpenPicture", Pattern: `"""(?s:.*)`},
	{Name: "String", Pattern: `"(?:[^"\\\n]|\\[^\n])*"`},
	{Name: "OpenString", Pattern: `"[^\r\n]*`},
	{Name: "Size", Pattern: `[0-9]+(?:x[0-9]+)+\b`},
	{Name: "Int", Pattern: `[0-9]+(?:_[0-9]+)*`},
	{Name: "Word", Pattern: `(?:` + strings.Join(ast.Hyphenated(), "|") + `)\b`},
	{Name: "Name", Pattern: `[\pL_][\pL\pN_]*'*`},
	// A name that is reserved gets one of these kinds in [reserve]; by itself
	// no rule could tell where a word with letters beyond ASCII ends.
	{Name: "Keyword", Pattern: strings.Join(keywords, "|")},
	{Name: "Connective", Pattern: strings.Join(connectives, "|")},
	{Name: "Operator", Pattern: `\.\.|!=|<=|>=|[-+*/%<>=(){}\[\],:?&]`},
	{Name: "Stray", Pattern: `(?s:.)`},
}})

// kind returns the type of the tokens that the rule called name matches.
func kind(name string) lexer.TokenType { return tokens.Symbols()[name] }

var (
	spaceKind       = kind("Space")
	commentKind     = kind("Comment")
	openPictureKind = kind("OpenPicture")
	openStringKind  = kind("OpenString")
	intKind         = kind("Int")
	sizeKind        = kind("Size")
	keywordKind     = kind("Keyword")
	connectiveKind  = kind("Connective")
	nameKind        = kind("Name")
	strayKind       = kind("Stray")
)

// reserve makes a keyword or a connective of a name that is one.
func reserve(t *lexer.Token) {
	switch {
	case t.Type != nameKind:
	case slices.Contains(keywords, t.Value):
		t.Type = keywordKind
	case slices.Contains(connectives, t.Value):
		t.Type = connectiveKind
	}
}

// end returns the offset just after a token.
func end(t *lexer.Token) int { return t.Pos.Offset + len(t.Value) }
