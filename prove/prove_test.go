package prove_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"

	"quadrille"
	"quadrille/prove"
	"quadrille/runtime/proof/prooftest"
)

// proveText proves what a puzzle counts, and returns the proof with the dump.
func proveText(t *testing.T, text string, s quadrille.Search) (prooftest.Claim, error) {
	t.Helper()
	p, err := quadrille.Load("test.puz", []byte(text), quadrille.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var dump, out bytes.Buffer
	if err := p.WriteMatrix(&dump, quadrille.DumpOptions{Format: quadrille.FormatDLX}); err != nil {
		t.Fatal(err)
	}
	_, err = prove.Count(context.Background(), p, &out, s)
	return prooftest.Claim{Dump: dump.Bytes(), Proof: out.Bytes()}, err
}

// TestMemory: where memo has too little memory, the proof has tables, and both checkers accept it.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds a command")
	}
	defer prooftest.RemoveCommand()
	const text = "use pentominoes\nboard b on square = 3x12\npack b with 0..2 of I + 0..9 of L + 0..3 of P + Y + V"
	s := quadrille.Search{MaxMemory: 96 << 10, Engine: quadrille.EngineMemo}
	if _, err := proveText(t, text, s); !errors.Is(err, quadrille.ErrMemory) {
		t.Fatalf("memo has enough memory for a proof: %v", err)
	}
	s.Engine = quadrille.EngineAuto
	tables, err := proveText(t, text, s)
	if err != nil {
		t.Fatal(err)
	}
	s = quadrille.Search{Engine: quadrille.EngineHalves}
	if halves, err := proveText(t, text, s); err != nil || !bytes.Equal(halves.Proof, tables.Proof) {
		t.Errorf("the proof is not that of halves: %v", err)
	}
	p, err := quadrille.Load("test.puz", []byte(text), quadrille.Options{})
	if err != nil {
		t.Fatal(err)
	}
	n, err := p.Count(context.Background(), quadrille.Search{Engine: quadrille.EngineLinks})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range prooftest.Checkers(t) {
		if answers := c.Check(t, []prooftest.Claim{tables}); answers[0] != n.String() {
			t.Errorf("%s: %s, by links %v", c.Name, answers[0], n)
		}
	}
}

// TestBestValueAlone: with a limit the proof says the best value, and the number is a lower bound.
func TestBestValueAlone(t *testing.T) {
	// five men on one color of 3 by 3: no other five have no neighbours
	p, err := quadrille.Load("test.puz", []byte("place rook on 3x3 { at most 1 on 1x2 everywhere "+
		"at most 1 on 2x1 everywhere }\nmaximize men"), quadrille.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for limit, want := range []string{"1", ">=1"} {
		n, err := prove.Count(t.Context(), p, io.Discard, quadrille.Search{Limit: limit})
		if err != nil || n.String() != want {
			t.Errorf("limit %d: %v, %v, want %s", limit, n, err, want)
		}
	}
}

// TestNogoods: with nogoods there is no proof by tables or states, also if the removal of options leaves no nogood.
func TestNogoods(t *testing.T) {
	const text = "items a b c\nsecondary items z\noption a z:1\noption b z:2\noption b c z:1\noption c\n" +
		"forbid together b z:2, c"
	for _, e := range []quadrille.Engine{quadrille.EngineMemo, quadrille.EngineHalves} {
		if _, err := proveText(t, text, quadrille.Search{Engine: e}); !errors.Is(err, quadrille.ErrUnfit) {
			t.Errorf("%s: %v", e, err)
		}
	}
	if _, err := proveText(t, text, quadrille.Search{}); err != nil {
		t.Error(err)
	}
}
