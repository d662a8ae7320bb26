package craft

import (
	"context"
	"slices"

	"quadrille/compile"
	"quadrille/compile/clues"
	"quadrille/compile/lattice"
	"quadrille/lang/parse"
	"quadrille/runtime/hitting"
	"quadrille/runtime/matrix"
	"quadrille/runtime/oracle"
)

// givens is a text that gives a whole solution. What it gives beside the rules are clues, in groups that stay or go together.
type givens struct {
	maker    *Maker
	rules    *rules
	solution matrix.Solution
	list     *clues.List
	meanings []*clues.Meaning
	groups   [][]int
	pieces   []compile.Placement // if they are cut out, by group
}

// givens gives all of a solution, or the pieces alone if some are to be cut out.
func (m *Maker) givens(rules *rules, s matrix.Solution) (*givens, error) {
	g := &givens{maker: m, rules: rules, solution: slices.Sorted(slices.Values(s))}
	var places []compile.Placement
	for _, o := range g.solution {
		for _, pl := range rules.program.Means(o) {
			if !m.recipe.Cut || rules.program.Origin(o).Piece != nil {
				places = append(places, pl)
			}
		}
	}
	if m.recipe.Cut {
		g.pieces = places
	}
	before, err := m.cluesOf(rules.text, rules.program)
	if err != nil {
		return nil, err
	}
	f, err := parse.File(m.name, rules.text)
	if err != nil {
		return nil, err
	}
	text, err := clues.With(f, rules.program.Puzzle, places)
	if err != nil {
		return nil, err
	}
	full, err := m.compile([]byte(text))
	if err != nil {
		return nil, err
	}
	if g.list, err = m.cluesOf([]byte(text), full); err != nil {
		return nil, err
	}
	if g.meanings, err = g.list.Meanings(rules.program); err != nil {
		return nil, err
	}
	g.groups, err = grouped(rules.program, g.list, added(before, g.list), m.recipe.Pattern)
	return g, err
}

func (m *Maker) cluesOf(text []byte, p *compile.Program) (*clues.List, error) {
	f, err := parse.File(m.name, text)
	if err != nil {
		return nil, err
	}
	return clues.Of(f, p.Puzzle), nil
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

func (g *givens) size() int { return len(g.groups) }

func (g *givens) clues(kept []bool) int { return len(g.those(kept, true)) }

// those returns the clues of the groups that are kept, or of the others.
func (g *givens) those(kept []bool, are bool) (clues []int) {
	for k, group := range g.groups {
		if kept[k] == are {
			clues = append(clues, group...)
		}
	}
	return clues
}

func (g *givens) text(kept []bool) (string, error) {
	if !g.maker.recipe.Cut {
		return g.list.Without(g.those(kept, false)...)
	}
	var cells []lattice.Cell
	pieces := map[string]int{}
	for k, pl := range g.pieces {
		if kept[k] {
			cells = append(cells, pl.Cells...)
			pieces[pl.Piece]++
		}
	}
	return g.maker.cut(g.rules, cells, pieces)
}

// rival implements [hitting.Rival].
func (g *givens) rival(ctx context.Context, kept []bool, gone int) ([]int, error) {
	var a oracle.Assumptions
	for _, k := range g.those(kept, true) {
		a.Chosen = append(a.Chosen, g.meanings[k].Chosen...)
		a.Banned = append(a.Banned, g.meanings[k].Banned...)
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
		if slices.ContainsFunc(group, func(c int) bool { return !g.meanings[c].IsTrue(found[0]) }) {
			out = append(out, k)
		}
	}
	return out, err
}

var _ hitting.Rival = (*givens)(nil).rival
