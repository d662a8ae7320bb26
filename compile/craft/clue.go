package craft

import (
	"context"
	"math/rand/v2"
	"slices"

	"quadrille/compile"
	"quadrille/compile/clues"
	"quadrille/runtime/matrix"
	"quadrille/runtime/oracle"
)

// givens is a text that gives a whole solution. What it gives beside the rules are clues, in groups that stay or go together.
type givens struct {
	rules    *rules
	solution matrix.Solution
	list     *clues.List
	meanings []*oracle.Assumptions
	groups   [][]int
}

// givens gives all of a solution, or the pieces alone if some are to be cut out.
func (m *Maker) givens(_ context.Context, rules *rules, s matrix.Solution, _ *rand.Rand) (*riddle, error) {
	g := &givens{rules: rules, solution: slices.Sorted(slices.Values(s))}
	var places []compile.Placement
	for _, o := range g.solution {
		if !m.recipe.Cut || rules.Origin(o).Piece != nil {
			places = append(places, rules.Means(o)...)
		}
	}
	text, err := clues.With(rules.file, rules.Puzzle, places)
	if err != nil {
		return nil, err
	}
	full, err := m.read(text)
	if err != nil {
		return nil, err
	}
	g.list = clues.Of(full.file, full.Puzzle)
	if g.meanings, err = g.list.Meanings(rules.Program); err != nil {
		return nil, err
	}
	if g.groups, err = grouped(rules.Program, g.list, added(clues.Of(rules.file, rules.Puzzle), g.list), m.recipe.Pattern); err != nil {
		return nil, err
	}
	q := &riddle{rival: g.rival, text: func(kept []bool) (string, error) { return g.list.Without(g.those(kept, false)...) }}
	for _, group := range g.groups {
		q.sizes = append(q.sizes, len(group))
	}
	if m.recipe.Cut {
		q.text = func(kept []bool) (string, error) { return m.cutOut(rules, places, kept) }
	}
	return q, nil
}

// added returns the clues that the matrix knows and that another text has not got.
func added(before, after *clues.List) (more []int) {
	had := map[string]int{}
	for _, c := range before.Clues {
		had[c.Name]++
	}
	for k, c := range after.Clues {
		if had[c.Name]--; had[c.Name] < 0 && c.InMatrix() {
			more = append(more, k)
		}
	}
	return more
}

// those returns the clues of the groups that are kept, or of the others.
func (g *givens) those(kept []bool, are bool) (clues []int) {
	for k, group := range g.groups {
		if kept[k] == are {
			clues = append(clues, group...)
		}
	}
	return clues
}

// rival implements [hitting.Rival].
func (g *givens) rival(ctx context.Context, kept []bool, gone int) ([]int, error) {
	var a oracle.Assumptions
	for _, k := range g.those(kept, true) {
		a.And(*g.meanings[k])
	}
	limit := 2
	if gone >= 0 && len(g.groups[gone]) == 1 {
		if chosen := g.meanings[g.groups[gone][0]].Chosen; chosen != nil {
			limit, a.Banned = 1, append(a.Banned, chosen...)
		}
	}
	found, err := g.rules.oracle.Solve(ctx, a, limit)
	found = slices.DeleteFunc(found, func(s matrix.Solution) bool { return slices.Equal(slices.Sorted(slices.Values(s)), g.solution) })
	if len(found) == 0 {
		return nil, err
	}
	out := []int{}
	for k, group := range g.groups {
		if slices.ContainsFunc(group, func(c int) bool { return !g.meanings[c].AreTrue(found[0]) }) {
			out = append(out, k)
		}
	}
	return out, err
}
