package proof_test

import (
	"bytes"
	"math/big"
	"testing"

	"quadrille/runtime/format"
	"quadrille/runtime/matrix"
	"quadrille/runtime/proof"
)

// pairsProblem returns a problem of three copies. A copy has two items p and q, and options that cover both together,
// or one of them. The options of the second copy are in another order.
func pairsProblem(t *testing.T) *matrix.Problem {
	t.Helper()
	b, once := matrix.NewBuilder(), matrix.Bound{Min: 1, Max: 1}
	var items []matrix.ItemID
	for _, name := range []string{"p0", "q0", "p1", "q1", "p2", "q2"} {
		items = append(items, b.AddPrimary(name, once))
	}
	for k := range 3 {
		p, q := matrix.Entry{Item: items[2*k]}, matrix.Entry{Item: items[2*k+1]}
		options := [][]matrix.Entry{{p, q}, {p}, {q}}
		if k == 1 {
			options[0], options[1] = options[1], options[0]
		}
		for _, o := range options {
			b.AddOption(o...)
		}
	}
	p, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestImageOfImage reads a proof written by hand, in which a residual is replaced by its image under a rotation of
// three copies, and that image by its image under an exchange of two copies. One copy is half covered, so the order of
// the two symmetries matters. There are 2 solutions for each copy.
func TestImageOfImage(t *testing.T) {
	p := pairsProblem(t)
	var file bytes.Buffer
	w := proof.NewWriter(&file, proof.ClaimCount, make([]byte, 32))
	w.WriteSymmetries([][]matrix.ItemID{{2, 3, 4, 5, 0, 1}, {2, 3, 0, 1, 4, 5}})
	var writeCopies func(k matrix.ItemID) // steps of copies k to 2
	writeHalf := func(k matrix.ItemID) {  // steps of q of copy k, and of the copies behind it
		w.WriteBranch(2*k+1, false)
		writeCopies(k + 1)
	}
	writeCopies = func(k matrix.ItemID) {
		if k == 3 {
			w.WriteSolution()
			return
		}
		w.WriteBranch(2*k, false)
		if k == 1 {
			writeHalf(k)
		}
		writeCopies(k + 1)
		if k != 1 {
			writeHalf(k)
		}
	}
	w.WriteBranch(0, false)
	writeCopies(1)
	w.WriteSymmetricImage(0) // copies 0, 1, 2 become 1, 2, 0
	w.WriteSymmetricImage(1) // and then 0, 2, 1
	writeHalf(0)
	if err := w.WriteTotal(big.NewInt(8)); err != nil {
		t.Fatal(err)
	}
	tree, err := proof.Read(p, make([]byte, 32), &file, 1<<10)
	if err != nil {
		t.Fatal(err)
	}
	var cnf, cpog, opb, pbp bytes.Buffer
	if err := proof.WriteCPOG(&cnf, &cpog, p, tree, 1<<12); err != nil {
		t.Fatal(err)
	}
	if n, err := countModels(cnf.String(), cpog.String()); err != nil || n.String() != "8" {
		t.Errorf("%v models and %v, want 8", n, err)
	}
	if err := format.WriteProblem(&opb, p, format.OPB, format.WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := proof.WriteVeriPB(&pbp, opb.Bytes(), p, tree, 1<<12); err != nil {
		t.Fatal(err)
	}
	if got, err := checkVeriPB(opb.String(), pbp.String()); err != nil || len(got) != 8 {
		t.Errorf("%d solutions and %v, want 8", len(got), err)
	}
}
