package memo_test

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"testing"

	"quadrille/runtime/engine/memo"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/proof"
	"quadrille/runtime/proof/prooftest"
)

func TestMain(m *testing.M) {
	code := m.Run()
	prooftest.RemoveCommand()
	os.Exit(code)
}

// proveCount returns the proof of a count.
func proveCount(t *testing.T, p *matrix.Problem, o memo.CountOptions) prooftest.Claim {
	t.Helper()
	return prooftest.MakeClaim(t, p, func(w *proof.Writer) error {
		o.Proof = w
		n, _, err := memo.CountSolutions(context.Background(), p, o)
		if err != nil {
			return err
		}
		return w.WriteTotal(n)
	})
}

// TestProofs: both checkers find the number of solutions that brute force finds, in the proofs of random problems, and
// of copies side by side, which are symmetric and fall into components.
func TestProofs(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds a command")
	}
	var claims []prooftest.Claim
	var want []string
	prove := func(p *matrix.Problem, number string) {
		if p.PrimaryCount() == 0 {
			return // a dump without primary items cannot be checked
		}
		for _, b := range allBranchings {
			for _, o := range []memo.CountOptions{{}, {ReverseOrder: true, Threads: 3}} {
				claims = append(claims, proveCount(t, p, o.WithBranching(b)))
				want = append(want, number)
			}
		}
	}
	eachProblem(t, func(_ *testing.T, r *rand.Rand, p *matrix.Problem, all [][]matrix.OptionID) {
		if r.IntN(8) == 0 {
			prove(p, fmt.Sprint(len(all)))
		}
	})
	r := rand.New(rand.NewPCG(4, 6))
	for name, shape := range symmetricShapes {
		for range matrixtest.RandomRounds(4, 40) {
			p := matrixtest.SymmetricProblem(r, shape)
			if p.OptionCount() > 14 {
				continue
			}
			one, number := big.NewInt(int64(len(matrixtest.BruteForce(p)))), big.NewInt(1)
			for n := 1; n < 4; n++ {
				prove(matrixtest.IndependentCopies(p, n), number.Mul(number, one).String())
			}
		}
		if len(claims) < 50 {
			t.Errorf("%s: only %d proofs are there", name, len(claims))
		}
	}
	for _, c := range prooftest.Checkers(t) {
		for n, got := range c.Check(t, claims) {
			if got != want[n] {
				t.Errorf("%s: %s for %s in proof %d of\n%s", c.Name, got, want[n], n, claims[n].Dump)
			}
		}
	}
}
