package craft

import (
	"context"
	"slices"
	"strings"

	"quadrille/compile"
	"quadrille/compile/clues"
	"quadrille/compile/lattice"
	"quadrille/lang/parse"
	"quadrille/runtime/hitting"
	"quadrille/runtime/matrix"
	"quadrille/runtime/oracle"
)

// clue is something that is true of a solution and may be said in the text of a puzzle: the symbol
// or the letter on a cell, a man, a piece at its place.
type clue struct {
	kind  kind
	place compile.Placement
	// It is true of the solutions that have one of the options own, and they have none of against.
	own, against []matrix.OptionID
}

type kind int

const (
	aSymbol kind = iota
	aLetter
	aMan
	aPiece
)

// cluesOf lists what may be said of a solution. Options of the core say nothing in the terms of a board.
func cluesOf(p *compile.Program, s matrix.Solution) (clues []clue) {
	letters := map[lattice.Cell]string{}
	for _, o := range slices.Sorted(slices.Values(s)) {
		c := clue{own: []matrix.OptionID{o}}
		if means := p.Means(o); len(means) > 0 {
			c.place = means[0]
		}
		switch origin := p.Origin(o); {
		case origin.Piece != nil:
			c.kind = aPiece
			clues = append(clues, c)
		case origin.Man != "":
			c.kind = aMan
			clues = append(clues, c)
		case origin.Filled && strings.TrimLeft(origin.Letters[0], ". ") != "": // a dot shows a cell that is not given
			c.kind = aSymbol
			clues = append(clues, c)
		case origin.Letters != nil && !origin.Filled:
			for k, c := range origin.Line {
				letters[c] = origin.Letters[k]
			}
		}
	}
	return append(clues, lettersOf(p, letters)...)
}

// lettersOf makes clues of letters on cells, which several options agree on.
func lettersOf(p *compile.Program, letters map[lattice.Cell]string) (clues []clue) {
	if len(letters) == 0 {
		return nil
	}
	m, _ := p.Candidates()
	byCell := map[lattice.Cell]*clue{}
	for o := range matrix.OptionID(m.Options()) {
		origin := p.Origin(o)
		if origin.Letters == nil || origin.Filled {
			continue
		}
		for k, c := range origin.Line {
			if byCell[c] == nil {
				byCell[c] = &clue{kind: aLetter, place: compile.Placement{Cells: []lattice.Cell{c}, Letters: []string{letters[c]}}}
			}
			if own := byCell[c]; origin.Letters[k] == letters[c] {
				own.own = append(own.own, o)
			} else {
				own.against = append(own.against, o)
			}
		}
	}
	given := p.Puzzle.Words.Given
	for _, c := range lattice.Rectangle(p.Puzzle.Words.Rows, p.Puzzle.Words.Columns) {
		if _, known := given[c]; !known && byCell[c] != nil {
			clues = append(clues, *byCell[c])
		}
	}
	return clues
}

// said adds to assumptions that a clue is true.
func (c *clue) said(a *oracle.Assumptions) {
	if c.against != nil {
		a.Banned = append(a.Banned, c.against...)
	} else {
		a.Chosen = append(a.Chosen, c.own...)
	}
}

// isTrue reports whether a clue is true of a solution.
func (c *clue) isTrue(has []bool) bool {
	return slices.ContainsFunc(c.own, func(o matrix.OptionID) bool { return has[o] })
}

// givens are clues of a solution in groups that are given together or not at all.
type givens struct {
	maker    *Maker
	rules    *rules
	solution matrix.Solution
	groups   [][]clue
}

// givens makes clues of a solution: what may be given, or the pieces that may be cut out.
func (m *Maker) givens(rules *rules, s matrix.Solution) (*givens, error) {
	g, all := &givens{maker: m, rules: rules, solution: s}, cluesOf(rules.program, s)
	var err error
	if m.recipe.Cut {
		all = only(all, aPiece)
	}
	g.groups, err = grouped(rules.program, all, m.recipe.Pattern)
	return g, err
}

func (g *givens) size() int { return len(g.groups) }

func (g *givens) clues(kept []bool) int { return len(g.kept(kept)) }

func (g *givens) text(kept []bool) (string, error) {
	said := g.kept(kept)
	if g.maker.recipe.Cut {
		var cells []lattice.Cell
		pieces := map[string]int{}
		for _, c := range said {
			cells = append(cells, c.place.Cells...)
			pieces[c.place.Piece]++
		}
		return g.maker.cut(g.rules, cells, pieces)
	}
	f, err := parse.File(g.maker.name, g.rules.text)
	if err != nil {
		return "", err
	}
	var places []compile.Placement
	for _, c := range said {
		places = append(places, c.place)
	}
	return clues.With(f, g.rules.program.Puzzle, places)
}

// only returns the clues of some kinds.
func only(clues []clue, kinds ...kind) []clue {
	return slices.DeleteFunc(slices.Clone(clues), func(c clue) bool { return !slices.Contains(kinds, c.kind) })
}

// rival implements [hitting.Rival].
func (g *givens) rival(ctx context.Context, kept []bool, gone int) ([]int, error) {
	var a oracle.Assumptions
	for k, group := range g.groups {
		if kept[k] {
			for i := range group {
				group[i].said(&a)
			}
		}
	}
	if gone >= 0 {
		for i := range g.groups[gone] {
			c := &g.groups[gone][i]
			found, err := g.rules.oracle.Solve(ctx, oracle.Assumptions{Chosen: a.Chosen, Banned: slices.Concat(a.Banned, c.own)}, 1)
			if err != nil || len(found) > 0 {
				return g.ruledOutBy(found), err
			}
			c.said(&a) // or else an earlier clue of the group is not true
		}
		return nil, nil
	}
	found, err := g.rules.oracle.Solve(ctx, a, 2)
	found = slices.DeleteFunc(found, g.isSolution)
	return g.ruledOutBy(found), err
}

var _ hitting.Rival = (*givens)(nil).rival

func (g *givens) isSolution(s matrix.Solution) bool {
	return slices.Equal(slices.Sorted(slices.Values(s)), slices.Sorted(slices.Values(g.solution)))
}

// ruledOutBy lists the groups that are not true of the first of some rivals, or nil for none.
func (g *givens) ruledOutBy(rivals []matrix.Solution) []int {
	if len(rivals) == 0 {
		return nil
	}
	m, _ := g.rules.program.Candidates()
	has := make([]bool, m.Options())
	for _, o := range rivals[0] {
		has[o] = true
	}
	out := []int{}
	for k, group := range g.groups {
		if slices.ContainsFunc(group, func(c clue) bool { return !c.isTrue(has) }) {
			out = append(out, k)
		}
	}
	return out
}

// kept returns the clues of the groups that are kept.
func (g *givens) kept(kept []bool) (clues []clue) {
	for k, group := range g.groups {
		if kept[k] {
			clues = append(clues, group...)
		}
	}
	return clues
}
