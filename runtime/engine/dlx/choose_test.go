package dlx_test

import (
	"fmt"
	"slices"
	"testing"

	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/matrix"
)

func TestByName(t *testing.T) {
	p := problemNamed(t, "a")
	for _, name := range append(dlx.ChooserNames(), "") {
		if name == "phase" {
			name = "phase:level=3"
		}
		if c, err := dlx.NewChooser(name, p, 1); c == nil || err != nil {
			t.Errorf("%q: %v, %v", name, c, err)
		}
	}
	if _, err := dlx.NewChooser("best", p, 1); err == nil {
		t.Error("there is a chooser called best")
	}
}

func problemNamed(t testing.TB, names ...string) *matrix.Problem {
	b := matrix.NewBuilder()
	for _, n := range names {
		b.AddPrimary(n, matrix.Once)
	}
	p, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestOrders: each order is a permutation of the primary items.
func TestOrders(t *testing.T) {
	p := problemNamed(t, "a", "b[1]", "b[2]", "b[3]", "c[0,0]", "c[0,1]", "d")
	for _, name := range dlx.ItemOrderNames() {
		if name == "list" {
			name = "list:c[0,1];b[1]"
		}
		order, err := dlx.ItemOrder(name, p, 1)
		if err != nil {
			t.Fatal(err)
		}
		if order == nil {
			continue // as given
		}
		slices.Sort(order)
		for i, id := range order {
			if int(id) != i {
				t.Errorf("%s is no permutation: %v", name, order)
			}
		}
	}
	if _, err := dlx.ItemOrder("best", p, 1); err == nil {
		t.Error("there is an order called best")
	}
}

// The order of the paper for eight queens.
func ExampleItemOrder() {
	b := matrix.NewBuilder()
	for k := range 8 {
		b.AddPrimary(fmt.Sprintf("R[%d]", k), matrix.Once)
		b.AddPrimary(fmt.Sprintf("F[%d]", k), matrix.Once)
	}
	p, err := b.Build()
	if err != nil {
		fmt.Println(err)
		return
	}
	order, err := dlx.ItemOrder("organ-pipe", p, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, id := range order {
		fmt.Print(p.Name(id), " ")
	}
	// Output: R[4] F[4] R[3] F[3] R[5] F[5] R[2] F[2] R[6] F[6] R[1] F[1] R[7] F[7] R[0] F[0]
}
