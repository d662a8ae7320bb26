package plan_test

import (
	"errors"
	"testing"

	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/plan"
	"quadrille/runtime/planar"
)

// TestPlanarIsTaken: large boards of dominoes are counted by a determinant, small ones as ever, and a name is heard.
func TestPlanarIsTaken(t *testing.T) {
	for _, c := range []struct {
		n            int
		asked, taken string
		want         string
	}{
		{12, "", plan.Planar, "53060477521960000"},
		{6, plan.Planar, plan.Planar, "6728"},
		{12, plan.Memo, plan.Memo, "53060477521960000"},
	} {
		p, err := plan.New(matrixtest.DominoProblem(c.n), plan.Request{Engine: c.asked, Goal: plan.Count})
		if err != nil {
			t.Fatal(err)
		}
		if n, err := p.Count(t.Context()); err != nil || n.String() != c.want || p.Name != c.taken {
			t.Errorf("%d by %d: %v %v by %s", c.n, c.n, n, err, p.Name)
		}
	}
	if _, err := plan.New(matrixtest.QueensProblem(4), plan.Request{Engine: plan.Planar,
		Goal: plan.Count}); !errors.Is(err, planar.ErrUnfit) {
		t.Errorf("queens end with %v", err)
	}
	p, err := plan.New(matrixtest.DominoProblem(4), plan.Request{Engine: plan.Planar, Goal: plan.All})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for range p.Solutions(t.Context()) {
		n++
	}
	if n != 36 || p.Stats().Solutions != 36 {
		t.Errorf("%d solutions are listed, and %d told", n, p.Stats().Solutions)
	}
}
