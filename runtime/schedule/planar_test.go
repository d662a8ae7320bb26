package schedule_test

import (
	"errors"
	"testing"

	"quadrille/runtime/engine/planar"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/schedule"
)

// TestPlanarIsTaken: large boards of dominoes are counted by a determinant, small ones by other engines, and a request
// can name the engine.
func TestPlanarIsTaken(t *testing.T) {
	for _, c := range []struct {
		n            int
		asked, taken string
		want         string
	}{
		{12, "", schedule.Planar, "53060477521960000"},
		{6, schedule.Planar, schedule.Planar, "6728"},
		{12, schedule.Memo, schedule.Memo, "53060477521960000"},
	} {
		p, err := schedule.NewPlan(matrixtest.DominoProblem(c.n),
			schedule.Request{Engine: c.asked, Goal: schedule.CountOnly})
		if err != nil {
			t.Fatal(err)
		}
		if n, err := p.Count(t.Context()); err != nil || n.String() != c.want || p.Name != c.taken {
			t.Errorf("%d by %d: %v %v by %s", c.n, c.n, n, err, p.Name)
		}
	}
	if _, err := schedule.NewPlan(matrixtest.QueensProblem(4), schedule.Request{Engine: schedule.Planar,
		Goal: schedule.CountOnly}); !errors.Is(err, planar.ErrUnfit) {
		t.Errorf("queens end with %v", err)
	}
	p, err := schedule.NewPlan(matrixtest.DominoProblem(4),
		schedule.Request{Engine: schedule.Planar, Goal: schedule.AllSolutions})
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
