package parse

import (
	"github.com/alecthomas/participle/v2"

	"quadrille/lang/ast"
)

// file is the root of the grammar as it is printed. Files are parsed a
// statement at a time, so that an error in one leaves the others readable.
type file struct {
	Statements []ast.Statement `parser:"@@*"`
}

var (
	statements = participle.MustBuild[ast.Statement](options()...)
	whole      = participle.MustBuild[file](options()...)
)

func options() []participle.Option {
	return []participle.Option{
		participle.Lexer(lexical{}),
		participle.Elide("Space", "Comment"),
		participle.Union(ast.Statements()...),
		participle.Union(ast.Rules()...),
		participle.ParseTypeWith(parseExpr),
		// One token decides everywhere: after it the parser is committed, and
		// an error is reported where the mistake is.
		participle.UseLookahead(0),
	}
}

// expressions is the part of the grammar that is parsed by precedence. It
// repeats the comment on [ast.Expr], which a test compares with it.
const expressions = `Expr = Expr "or" Expr
     | Expr "and" Expr
     | "not" Expr
     | Expr ( "=" | "!=" | "<" | "<=" | ">" | ">=" ) Expr
     | Expr ( "+" | "-" ) Expr
     | Expr ( "*" | "/" | "%" ) Expr
     | "-" Expr
     | <int> | Name | Name "(" Expr ( "," Expr )* ")" | "(" Expr ")" .`

// Grammar returns the grammar in EBNF. Kinds of tokens stand in < >.
func Grammar() string {
	return whole.String() + "\n" + expressions + "\n"
}
