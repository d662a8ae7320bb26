package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"quadrille/lang/parse"
)

// lezerGrammar returns the grammar for CodeMirror's parser generator Lezer. It is the grammar of the language,
// translated to the notation of Lezer.
func lezerGrammar() []byte {
	var b strings.Builder
	b.WriteString(lezerHead)
	for line := range strings.Lines(parse.Grammar()) {
		name, body, ok := strings.Cut(strings.TrimSuffix(strings.TrimSpace(line), " ."), " = ")
		if !ok || name == "Expr" {
			break
		}
		head := name
		switch name {
		case "File":
			head = "@top File"
		case "Name":
			head = "Name[@dynamicPrecedence=-1]" // a name is less likely than a word where both are allowed
		case "Place":
			// in a list of cells, a place is more likely than an expression in parentheses
			head = "Place[@dynamicPrecedence=1]"
		}
		fmt.Fprintf(&b, "%s { %s }\n", head, markAmbiguities(name, lezerBody(body)))
	}
	b.WriteString(strings.Replace(lezerTail, "HYPHENATED", `"`+strings.Join(hyphenated, `" | "`)+`"`, 1))
	return []byte(b.String())
}

// markAmbiguities marks the places where the parser must follow two alternatives: `at` may begin the motion of a shape
// or, as in `at most 1`, the next rule; `(0)` in a list of cells may be a place or an expression; and `choose` may be a
// further search hint or the next statement.
func markAmbiguities(name, body string) string {
	switch name {
	case "ShapeTerm":
		return "ShapeAtom ~motion (Motion ~motion)* ~motion"
	case "Motion":
		return strings.Replace(body, `(clause<"at">`, `(~motion clause<"at">`, 1)
	case "Place":
		return body + " ~place"
	case "Search":
		return strings.Replace(body, "(!more Hint)+", "Hint+ ~hint", 1)
	case "Hint":
		return strings.Replace(body, `keyword<"choose">`, "ChooseHint", 1)
	case "Choose":
		return strings.Replace(body, `keyword<"choose">`, "ChooseKeyword", 1)
	}
	return body
}

var (
	tokenKind = regexp.MustCompile(`<(\w+)>`)
	// repeatedPattern matches a repetition in a production, or an optional part. In the translation these become
	// greedy, as they are in the parser of the language.
	repeatedPattern = regexp.MustCompile(`\b(\w+)([+?])`)
	wordPattern     = regexp.MustCompile(`"([a-z][a-z-]*)"`)
)

// lezerBody translates the right side of a production.
func lezerBody(body string) string {
	body = tokenKind.ReplaceAllStringFunc(body, func(t string) string {
		return capitalize(strings.Trim(t, "<>")) +
			"Token"
	})
	body = repeatedPattern.ReplaceAllString(body, "(!more $1)$2")
	return wordPattern.ReplaceAllStringFunc(body, func(quoted string) string {
		w := strings.Trim(quoted, `"`)
		switch {
		case slices.Contains(keywords, w):
			return "keyword<" + quoted + ">"
		case slices.Contains(connectives, w):
			return "connective<" + quoted + ">"
		case strings.Contains(w, "-"):
			return "clauseWithHyphen<" + quoted + ">"
		}
		return "clause<" + quoted + ">"
	})
}

const lezerHead = `// The grammar of Quadrille for CodeMirror, made by go run ./editors/build.
// Every word of the language but the keywords and connectives may also be a name, so it extends the names.
@precedence { more, negate, times @left, plus @left, compare @left, not, and @left, or @left }

`

const lezerTail = `
Expr { Int | StringToken | Name | Call | Entry | Paren | Unary | Binary }
Binary {
  Expr !or connective<"or"> Expr |
  Expr !and connective<"and"> Expr |
  Expr !compare ("=" | "!=" | "<" | "<=" | ">" | ">=") Expr |
  Expr !plus ("+" | "-") Expr |
  Expr !times ("*" | "/" | "%") Expr
}
Unary { !not connective<"not"> Expr | !negate "-" Expr }
Call { Name !more "(" Expr ("," Expr)* For? ")" }
Entry { Name "[" Expr ("," Expr)* "]" }
Paren { "(" Expr ")" ~place }

choose { @specialize<NameToken, "choose"> }
ChooseKeyword[@name=Keyword] { choose }
ChooseHint[@name=Clause] { ~hint choose }
keyword<term> { @specialize[@name=Keyword]<NameToken, term> }
connective<term> { @specialize[@name=Connective]<NameToken, term> }
clause<term> { @extend[@name=Clause]<NameToken, term> }
clauseWithHyphen<term> { @extend[@name=Clause]<WordToken, term> }

@skip { blank | Comment }

@tokens {
  blank { $[ \t\r\n\f]+ }
  Comment { "//" ![\n]* }
  nameStart { @asciiLetter | "_" | $[\u{80}-\u{10ffff}] }
  NameToken { nameStart (nameStart | @digit)* "'"* }
  WordToken { HYPHENATED }
  IntToken { @digit+ ("_" @digit+)* }
  SizeToken { @digit+ ("x" @digit+)+ }
  StringToken { '"' (!["\\\r\n] | "\\" ![\r\n])* '"' }
  PictureToken { '"""' (!["] | '"' !["] | '""' !["])* '"""' }
  "(" ")" "[" "]" "{" "}" "," ".." ":" "?" "&" "=" "!=" "<" "<=" ">" ">=" "+" "-" "*" "/" "%"
  @precedence { Comment, "/" }
  @precedence { PictureToken, StringToken }
  @precedence { SizeToken, IntToken }
  @precedence { WordToken, NameToken }
}

@detectDelim
`
