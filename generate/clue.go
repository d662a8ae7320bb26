package generate

import (
	"context"
	"math/rand/v2"
	"slices"

	"quadrille/compile"
	"quadrille/explain/clues"
	"quadrille/runtime/matrix"
	"quadrille/runtime/oracle"
)

// givenClues is a text that gives a whole solution by clues. Clues that are not part of the rules are in groups, and
// each group is kept or left out as a whole.
type givenClues struct {
	rules *ruleSet
	// solution holds the options of the given solution.
	solution matrix.Solution
	// clueList holds all clues of the text, and meanings their meanings in the matrix, by index.
	clueList *clues.ClueList
	meanings []*oracle.Assumptions
	// groups holds the indices of the clues in each group.
	groups [][]int
}

// makeGivens adds clues that give the whole solution, or its pieces alone if some of these are to be cut out.
func (m *puzzleMaker) makeGivens(_ context.Context, rules *ruleSet, s matrix.Solution, _ *rand.Rand) (*candidatePuzzle,
	error) {
	g := &givenClues{rules: rules, solution: slices.Sorted(slices.Values(s))}
	var places []compile.Placement
	for _, o := range g.solution {
		if !m.recipe.CutPieces || rules.OptionOrigin(o).Piece != nil {
			places = append(places, rules.OptionMeaning(o)...)
		}
	}
	text, err := clues.AddClues(rules.file, rules.Puzzle, places)
	if err != nil {
		return nil, err
	}
	full, err := m.parsePuzzle(text)
	if err != nil {
		return nil, err
	}
	g.clueList = clues.ListClues(full.file, full.Puzzle)
	if g.meanings, err = g.clueList.ClueMeanings(rules.Program); err != nil {
		return nil, err
	}
	added := addedClues(clues.ListClues(rules.file, rules.Puzzle), g.clueList)
	if g.groups, err = groupClues(rules.Program, g.clueList, added,
		m.recipe.Pattern); err != nil {
		return nil, err
	}
	q := &candidatePuzzle{counterexample: g.findCounterexample,
		textWith: func(kept []bool) (string, error) { return g.clueList.TextWithout(g.cluesOf(kept, false)...) }}
	for _, group := range g.groups {
		q.groupSizes = append(q.groupSizes, len(group))
	}
	if m.recipe.CutPieces {
		q.textWith = func(kept []bool) (string, error) { return m.cutPiecesOut(rules, places, kept) }
	}
	return q, nil
}

// addedClues returns the indices of the clues of the second text that the first one lacks, and that the matrix can
// express.
func addedClues(before, after *clues.ClueList) (more []int) {
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

// cluesOf returns the indices of the clues in groups that are kept, or, if are is false, in the other groups.
func (g *givenClues) cluesOf(kept []bool, are bool) (clues []int) {
	for k, group := range g.groups {
		if kept[k] == are {
			clues = append(clues, group...)
		}
	}
	return clues
}

// findCounterexample implements [oracle.Counterexample]. It finds another solution with the clues that are kept.
func (g *givenClues) findCounterexample(ctx context.Context, kept []bool, gone int) ([]int, error) {
	var a oracle.Assumptions
	for _, k := range g.cluesOf(kept, true) {
		a.AddAssumptions(*g.meanings[k])
	}
	limit := 2
	if gone >= 0 && len(g.groups[gone]) == 1 {
		if chosen := g.meanings[g.groups[gone][0]].ChosenOptions; chosen != nil {
			limit, a.BannedOptions = 1, append(a.BannedOptions, chosen...)
		}
	}
	found, err := g.rules.oracle.SolveUnder(ctx, a, limit)
	found = slices.DeleteFunc(found, func(s matrix.Solution) bool {
		return slices.Equal(slices.Sorted(slices.Values(s)),
			g.solution)
	})
	if len(found) == 0 {
		return nil, err
	}
	out := []int{}
	for k, group := range g.groups {
		if slices.ContainsFunc(group, func(c int) bool { return !g.meanings[c].AreSatisfiedBy(found[0]) }) {
			out = append(out, k)
		}
	}
	return out, err
}
