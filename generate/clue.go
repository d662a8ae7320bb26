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

// givenClues is a puzzle whose clues together fix one whole solution. Clues that are not part of the rules are in
// groups, each of which is kept or left out as a whole.
type givenClues struct {
	rules *ruleSet
	// solution holds the options of that solution.
	solution matrix.Solution
	// clueList holds all clues of the text, and clueMeanings what each of them means in the matrix, by the index of the
	// clue.
	clueList     *clues.ClueList
	clueMeanings []*oracle.Assumptions
	// clueGroups holds, for each group, the indices of its clues.
	clueGroups [][]int
}

// makeGivens adds clues that give the whole solution. If pieces are to be cut out, it adds only clues about pieces.
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
	if g.clueMeanings, err = g.clueList.ClueMeanings(rules.Program); err != nil {
		return nil, err
	}
	added := cluesOnlyInSecond(clues.ListClues(rules.file, rules.Puzzle), g.clueList)
	if g.clueGroups, err = groupCluesByPattern(rules.Program, g.clueList, added,
		m.recipe.CluePattern); err != nil {
		return nil, err
	}
	q := &candidatePuzzle{counterexample: g.findCounterexample,
		textWithKeptGroups: func(kept []bool) (string, error) {
			return g.clueList.TextWithout(g.cluesOfGroups(kept,
				false)...)
		}}
	for _, group := range g.clueGroups {
		q.groupSizes = append(q.groupSizes, len(group))
	}
	if m.recipe.CutPieces {
		q.textWithKeptGroups = func(kept []bool) (string, error) { return m.textWithoutPieces(rules, places, kept) }
	}
	return q, nil
}

// cluesOnlyInSecond returns the indices of those clues of the second text that the first text lacks and that the matrix
// can express.
func cluesOnlyInSecond(before, after *clues.ClueList) (more []int) {
	had := map[string]int{}
	for _, c := range before.Clues {
		had[c.Name]++
	}
	for k, c := range after.Clues {
		if had[c.Name]--; had[c.Name] < 0 && c.IsExpressibleInMatrix() {
			more = append(more, k)
		}
	}
	return more
}

// cluesOfGroups returns the indices of the clues in all groups that are kept, or, if the argument are is false, in all
// groups that are left out.
func (g *givenClues) cluesOfGroups(kept []bool, are bool) (clues []int) {
	for k, group := range g.clueGroups {
		if kept[k] == are {
			clues = append(clues, group...)
		}
	}
	return clues
}

// findCounterexample implements [oracle.Counterexample]. It finds another solution with the clues that are kept.
func (g *givenClues) findCounterexample(ctx context.Context, kept []bool, gone int) ([]int, error) {
	var a oracle.Assumptions
	for _, k := range g.cluesOfGroups(kept, true) {
		a.AddAssumptions(*g.clueMeanings[k])
	}
	limit := 2
	if gone >= 0 && len(g.clueGroups[gone]) == 1 {
		if chosen := g.clueMeanings[g.clueGroups[gone][0]].ChosenOptions; chosen != nil {
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
	for k, group := range g.clueGroups {
		if slices.ContainsFunc(group, func(c int) bool { return !g.clueMeanings[c].AreSatisfiedBy(found[0]) }) {
			out = append(out, k)
		}
	}
	return out, err
}
