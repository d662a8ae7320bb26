package dlx_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/proof"
	"quadrille/runtime/proof/prooftest"
	"quadrille/runtime/search/enginetest"
)

// TestProofs: both checkers find in the proofs of random problems, some with nogoods, the number of solutions that
// brute force finds.
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

// TestBestProofs: both checkers find the best value and the number of best solutions that brute force finds. If only
// the value is proved, they find at least one best solution.
func TestBestProofs(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds a command")
	}
	defer prooftest.RemoveCommand()
	var claims []prooftest.Claim
	var want []string
	enginetest.EachProblem(t, matrixtest.RandomRounds(20, 400), nil,
		func(t *testing.T, r *rand.Rand, p *matrix.Problem, all [][]matrix.OptionID) {
			if p.PrimaryCount() == 0 || len(all) == 0 {
				return
			}
			g := &matrix.Goal{Maximize: r.IntN(2) == 0, BaseValue: r.Int64N(9) - 4}
			step := 1 + r.Int64N(3)
			for range p.OptionCount() {
				g.OptionValues = append(g.OptionValues, step*(r.Int64N(9)-3))
			}
			if r.IntN(3) == 0 {
				g = matrixtest.RandomGoal(r, p)
				// where values are large, a unit is a cost of 1
				for o, down := 0, r.IntN(9); o < len(g.OptionValues); o++ {
					g.OptionValues[o] >>= down
				}
			}
			p, err := p.WithGoal(g)
			if err != nil {
				t.Fatal(err)
			}
			var best []matrix.Solution
			for _, s := range all {
				if len(best) > 0 && g.IsBetter(g.ValueOf(s), g.ValueOf(best[0])) {
					best = nil
				}
				if len(best) == 0 || g.ValueOf(s) == g.ValueOf(best[0]) {
					best = append(best, s)
				}
			}
			for claim, says := range map[proof.Claim]string{
				proof.ClaimBest:    fmt.Sprintf("%d solutions of value %d", len(best), g.ValueOf(best[0])),
				proof.ClaimOptimum: fmt.Sprintf(" solutions of value %d at least", g.ValueOf(best[0])),
			} {
				want = append(want, says)
				claims = append(claims, prooftest.MakeClaimOf(t, claim, p, func(w *proof.Writer) error {
					n, err := dlx.CountBestWithProof(context.Background(), p, w, best[r.IntN(len(best))],
						claim == proof.ClaimOptimum, nil)
					if n.Sign() < 1 || n.Int64() > int64(len(best)) {
						t.Errorf("%v of %d best solutions", n, len(best))
					}
					return errors.Join(err, w.WriteTotal(n))
				}))
			}
		})
	for _, c := range prooftest.Checkers(t) {
		for n, got := range c.Check(t, claims) {
			if got != want[n] && (want[n][0] != ' ' || !strings.HasSuffix(got, want[n])) {
				t.Errorf("%s: %s for %s in proof %d of\n%s", c.Name, got, want[n], n, claims[n].Dump)
			}
		}
	}
	t.Logf("%d proofs", len(claims))
}
