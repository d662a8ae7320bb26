package dlx_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/proof"
	"quadrille/runtime/proof/prooftest"
	"quadrille/runtime/search/enginetest"
)

// TestProofs: both checkers find the number of brute force in the trees of random problems, among them
// such with nogoods.
func TestProofs(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds a command")
	}
	defer prooftest.RemoveCommand()
	var claims []prooftest.Claim
	var want []string
	enginetest.EachProblem(t, matrixtest.RandomRounds(20, 400), nil,
		func(t *testing.T, _ *rand.Rand, p *matrix.Problem, all [][]matrix.OptionID) {
			if p.PrimaryCount() == 0 {
				return // a dump without primary items cannot be checked
			}
			want = append(want, fmt.Sprint(len(all)))
			claims = append(claims, prooftest.MakeClaim(t, p, func(w *proof.Writer) error {
				n, err := dlx.CountWithProof(context.Background(), p, w, nil)
				if err != nil {
					return err
				}
				return w.WriteTotal(n)
			}))
		})
	for _, c := range prooftest.Checkers(t) {
		for n, got := range c.Check(t, claims) {
			if got != want[n] {
				t.Errorf("%s: %s for %s in proof %d of\n%s", c.Name, got, want[n], n, claims[n].Dump)
			}
		}
	}
}
