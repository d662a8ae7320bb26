package ast_test

import (
	"reflect"
	"testing"

	"quadrille/lang/ast"
	"quadrille/lang/source"
)

func TestRange(t *testing.T) {
	n := ast.Node{Pos: source.Pos{Offset: 3}, EndPos: source.Pos{Offset: 7}}
	if got, want := n.Range(), (source.Range{Start: 3, End: 7}); got != want {
		t.Errorf("the range is %v, want %v", got, want)
	}
}

func TestAmountAsExpression(t *testing.T) {
	node := ast.Node{Pos: source.Pos{Offset: 3}, EndPos: source.Pos{Offset: 4}}
	tests := []struct {
		amount ast.Amount
		want   ast.Expr
	}{
		{ast.Amount{Int: &ast.Int{Node: node, Text: "8"}}, &ast.Int{Node: node, Text: "8"}},
		{ast.Amount{Name: &ast.Name{Node: node, Text: "n"}}, &ast.Variable{Node: node, Name: "n"}},
		{ast.Amount{Paren: &ast.Int{Node: node, Text: "9"}}, &ast.Int{Node: node, Text: "9"}},
	}
	for _, test := range tests {
		if got := test.amount.Expr(); !reflect.DeepEqual(got, test.want) {
			t.Errorf("the amount is %#v, want %#v", got, test.want)
		}
	}
}

// The lists are the alternatives of the grammar, so each is there once. A rule may stand in two lists.
func TestListsHaveNoRepetitions(t *testing.T) {
	testNoRepetitions(t, ast.AllStatements())
	testNoRepetitions(t, ast.AllRules())
	testNoRepetitions(t, ast.AllCellRules())
}

func testNoRepetitions[T ast.Ranged](t *testing.T, list []T) {
	seen := map[reflect.Type]bool{}
	for _, n := range list {
		if seen[reflect.TypeOf(n)] {
			t.Errorf("%T is listed twice", n)
		}
		seen[reflect.TypeOf(n)] = true
	}
}

func TestRulesOnCellsHaveLoops(t *testing.T) {
	for _, r := range ast.AllCellRules() {
		f := &ast.For{}
		reflect.ValueOf(r).Elem().FieldByName("For").Set(reflect.ValueOf(f))
		if ast.LoopOf(r) != f {
			t.Errorf("%T has no loop", r)
		}
	}
}
