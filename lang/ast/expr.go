package ast

// Expr is a value, which is a number or a word, or a condition. In its grammar the operator further down
// binds more tightly:
//
//	Expr = Expr "or" Expr
//	     | Expr "and" Expr
//	     | "not" Expr
//	     | Expr ( "=" | "!=" | "<" | "<=" | ">" | ">=" ) Expr
//	     | Expr ( "+" | "-" ) Expr
//	     | Expr ( "*" | "/" | "%" ) Expr
//	     | "-" Expr
//	     | <int> | <string> | Name | Name "(" Expr ( "," Expr )* For? ")" | Name "[" Expr ( "," Expr )* "]" | "(" Expr ")" .
type Expr interface {
	Ranged
	isExpr()
}

// Int is a decimal number. Text may contain underscores between digits.
type Int struct {
	Node
	Text string `parser:"@Int"`
}

// Quoted is a word in quotes.
type Quoted struct {
	Node
	Text Text
}

// Variable is a parameter, an index or a word.
type Variable struct {
	Node
	Name string
}

// Unary is an operator before its operand: - or not.
type Unary struct {
	Node
	Operator string
	Operand  Expr
}

// Binary is an operator between its operands.
type Binary struct {
	Node
	Operator                  string
	LeftOperand, RightOperand Expr
}

// Call applies one of the functions abs, min, max and if, or sums over the values of indices.
type Call struct {
	Node
	Func *Name
	Args []Expr
	For  *For
}

// Entry is an entry of a table.
type Entry struct {
	Node
	Table   *Name
	Indices []Expr
}

// Paren is an expression in parentheses.
type Paren struct {
	Node
	Inner Expr
}

func (*Int) isExpr() {}

func (*Quoted) isExpr() {}

func (*Variable) isExpr() {}

func (*Unary) isExpr() {}

func (*Binary) isExpr() {}

func (*Call) isExpr() {}

func (*Entry) isExpr() {}

func (*Paren) isExpr() {}
