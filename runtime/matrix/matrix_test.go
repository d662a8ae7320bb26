package matrix_test

import (
	"fmt"
	"strings"
	"testing"

	"quadrille/runtime/matrix"
)

// smallProblem has two primary items, one of which is covered once or twice, and a secondary item that is declared
// between the two.
func smallProblem(t testing.TB) *matrix.Problem {
	b := matrix.NewBuilder()
	a := b.AddPrimary("a", matrix.Once)
	s := b.AddSecondary("s")
	c := b.AddPrimary("c", matrix.Bound{Min: 1, Max: 2})
	red, blue := b.AddColor("red"), b.AddColor("blue")
	b.AddOption(matrix.Entry{Item: a}, matrix.Entry{Item: s, Color: red})
	b.AddOption(matrix.Entry{Item: c}, matrix.Entry{Item: s, Color: red})
	b.AddOption(matrix.Entry{Item: c}, matrix.Entry{Item: s, Color: blue})
	b.AddOption(matrix.Entry{Item: c}, matrix.Entry{Item: s})
	b.AddOption(matrix.Entry{Item: c})
	b.AddOption(matrix.Entry{Item: c}, matrix.Entry{Item: a})
	p, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestPrimaryItemsComeFirst(t *testing.T) {
	p := smallProblem(t)
	if p.PrimaryCount() != 2 || p.Name(0) != "a" || p.Name(1) != "c" || p.Name(2) != "s" {
		t.Errorf("%d primary items, the items are %s %s %s", p.PrimaryCount(), p.Name(0), p.Name(1), p.Name(2))
	}
	if e := p.Option(1); e[0].Item != 1 || e[1].Item != 2 || p.ColorName(e[1].Color) != "red" {
		t.Errorf("option 1 is %v", e)
	}
}

// TestVerify verifies right and wrong solutions, made by hand.
func TestVerify(t *testing.T) {
	p := smallProblem(t)
	for _, c := range []struct {
		solution matrix.Solution
		fault    string // "" for none
	}{
		{matrix.Solution{0, 1}, ""},
		{matrix.Solution{0, 1, 4}, ""},
		{matrix.Solution{5}, ""},
		{matrix.Solution{4, 5}, ""},
		{matrix.Solution{0}, "c is covered 0 times"},
		{matrix.Solution{1}, "a is covered 0 times"},
		{matrix.Solution{0, 2}, "secondary item s"},
		{matrix.Solution{0, 3}, "secondary item s"},
		{matrix.Solution{3, 0}, "secondary item s"},
		{matrix.Solution{0, 5}, "a is covered 2 times"},
		{matrix.Solution{4, 5, 1}, "c is covered 3 times"},
		{matrix.Solution{5, 5}, "chosen twice"},
	} {
		err := p.Verify(c.solution)
		if (err == nil) != (c.fault == "") || err != nil && !strings.Contains(err.Error(), c.fault) {
			t.Errorf("%v: %v, want %q", c.solution, err, c.fault)
		}
	}
}

func TestValidate(t *testing.T) {
	for fault, build := range map[string]func(b *matrix.Builder){
		"twice": func(b *matrix.Builder) {
			a := b.AddPrimary("a", matrix.Once)
			b.AddOption(matrix.Entry{Item: a}, matrix.Entry{Item: a})
		},
		"color": func(b *matrix.Builder) {
			a := b.AddPrimary("a", matrix.Once)
			b.AddOption(matrix.Entry{Item: a, Color: b.AddColor("red")})
		},
		"bounds": func(b *matrix.Builder) { b.AddPrimary("a", matrix.Bound{Min: 2, Max: 1}) },
	} {
		b := matrix.NewBuilder()
		build(b)
		if _, err := b.Build(); err == nil || !strings.Contains(err.Error(), fault) {
			t.Errorf("want an error about %q, got %v", fault, err)
		}
	}
}

func ExampleBuilder() {
	b := matrix.NewBuilder()
	left := b.AddPrimary("left", matrix.Once)
	right := b.AddPrimary("right", matrix.Once)
	b.AddOption(matrix.Entry{Item: left}, matrix.Entry{Item: right})
	b.AddOption(matrix.Entry{Item: left})
	p, err := b.Build()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.ItemCount(), "items,", p.OptionCount(), "options")
	fmt.Println(p.Verify(matrix.Solution{0}))
	fmt.Println(p.Verify(matrix.Solution{1}))
	// Output:
	// 2 items, 2 options
	// <nil>
	// item right is covered 0 times, not 1..1
}

// TestSubproblemOfNothing: if every option is excluded, the list of remaining ids is empty, and not nil, because nil
// would mean all options.
func TestSubproblemOfNothing(t *testing.T) {
	p := smallProblem(t)
	var all []matrix.OptionID
	for o := range matrix.OptionID(p.OptionCount()) {
		all = append(all, o)
	}
	if part, ids := p.Subproblem(nil, all); part.OptionCount() != 0 || ids == nil || len(ids) != 0 {
		t.Errorf("%d options are left, as %v", part.OptionCount(), ids)
	}
}
