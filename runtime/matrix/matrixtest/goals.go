package matrixtest

import (
	"math/rand/v2"

	"quadrille/runtime/matrix"
)

// RandomGoal returns a goal for a problem, by turns with values from -20 to 20, with values whose sum nearly reaches
// [matrix.MaxValue], with many ties, or with the lengths of the options, which symmetries keep.
func RandomGoal(r *rand.Rand, p *matrix.Problem) *matrix.Goal {
	g := &matrix.Goal{Maximize: r.IntN(2) == 0, BaseValue: r.Int64N(9) - 4}
	kind, large := r.IntN(4), int64(matrix.MaxValue)/int64(p.OptionCount()+1)
	for o := range p.OptionCount() {
		v := r.Int64N(41) - 20
		switch kind {
		case 1:
			v = r.Int64N(2*large-20) - large + 10
		case 2:
			v = r.Int64N(2)
		case 3:
			v = int64(len(p.Option(matrix.OptionID(o))))
		}
		g.OptionValues = append(g.OptionValues, v)
	}
	return g
}

// BestSolutions returns the solutions of a list that have the best value by the goal of a problem.
func BestSolutions(p *matrix.Problem, all [][]matrix.OptionID) (best [][]matrix.OptionID) {
	g := p.Goal()
	for _, s := range all {
		if len(best) > 0 && g.IsBetter(g.ValueOf(s), g.ValueOf(best[0])) {
			best = nil
		}
		if len(best) == 0 || g.ValueOf(s) == g.ValueOf(best[0]) {
			best = append(best, s)
		}
	}
	return best
}
