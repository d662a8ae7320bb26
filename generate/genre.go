package generate

// This file makes puzzles whose rules are written anew for each board that is drawn, such as akari with its walls and
// nurikabe with its islands. Package convert has their texts, as it reads them from links of puzz.link.
//
// A finished board is drawn first, and with it all its clues, as numbers in grids. If the puzzle has other solutions,
// the draft is repaired: it changes in a way that breaks the other solution and keeps the one that was drawn. Then
// clues are left out, where the genre has some that may be.

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"quadrille/compile"
	"quadrille/compile/check"
	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/convert"
	"quadrille/runtime/matrix"
)

// genreStyle is a kind of puzzle whose rules are written for each board, such as nurikabe.
type genreStyle struct {
	linkName     string // name of the genre in links of puzz.link
	rulesInWords string // the rules in a few words, for printed puzzles
	// leastSideLength and mostSideLength bound the numbers of rows and columns.
	leastSideLength, mostSideLength int
	// whether the clues can be symmetric, which is so if the clues that may be left out stand on cells
	allowsPattern bool
	// drawFinishedBoard draws a finished board with all its clues; it returns nil if its attempts fail.
	drawFinishedBoard func(b *genreBoard, r *rand.Rand) *genreDraft
}

// genreDraft is an unfinished puzzle of a genre, with its drawn solution.
type genreDraft struct {
	numberGrids map[string][][]int
	// solutionCells holds what stands on each cell in the solution, as cellContentsOf returns it; nil if repairDraft
	// does not need it.
	solutionCells []int
	// removableEntries are the entries of grids that may be left out.
	removableEntries []gridEntry
	// repairDraft changes the grids so that they exclude the solution other and keep the drawn one. It returns false if
	// it finds no such change; the field is nil if the genre has no repairs.
	repairDraft func(other []int, r *rand.Rand) bool
}

// hillClimb holds the best state so far of a draft that random repairs change: the state whose other solution differs
// from the drawn one on the fewest cells.
type hillClimb[S any] struct {
	bestState      S
	otherSolution  []int // other solution of the best state; nil if there is no best state yet
	differingCount int   // number of cells on which otherSolution differs
}

// nextStateToRepair returns the state to repair next, and another solution of that state. It is the present state,
// unless an earlier one was better.
func (h *hillClimb[S]) nextStateToRepair(state S, cells, other []int) (S, []int) {
	if n := len(differingCells(cells, other)); h.otherSolution == nil || n <= h.differingCount {
		h.bestState, h.otherSolution, h.differingCount = state, other, n
	}
	return h.bestState, h.otherSolution
}

// differingCells returns the indices of the cells on which two solutions differ.
func differingCells(cells, other []int) (all []int) {
	for cell := range cells {
		if cells[cell] != other[cell] {
			all = append(all, cell)
		}
	}
	return all
}

// breakOtherSolutions changes a draft until none of the known other solutions satisfies its clues. The function change
// excludes one such solution, and returns false if it cannot. The result is false if change failed, or after maxRepairs
// changes.
func breakOtherSolutions(known [][]int, isSolution, change func(other []int) bool) bool {
	for range maxRepairs {
		k := slices.IndexFunc(known, isSolution)
		if k < 0 {
			return true
		}
		if !change(known[k]) {
			return false
		}
	}
	return false
}

// gridEntry is a place in the grid of a draft, with the number to write there if the clue at this place is left out.
type gridEntry struct {
	gridName                string
	rowNumber, columnNumber int
	numberIfRemoved         int
}

// maxRepairs is the largest number of repairs of a draft.
const maxRepairs = 200

// GenreNames returns the names of the genres for [Recipe.GenreName].
func GenreNames() []string { return slices.Sorted(maps.Keys(genres)) }

// checkGenre returns an error if the genre cannot be made on the board of the rules.
func (m *puzzleMaker) checkGenre(p *compile.Program) error {
	g, known := genres[m.recipe.GenreName]
	r := m.recipe
	switch {
	case !known:
		return fmt.Errorf("the genres are %s, and not %q", strings.Join(GenreNames(), ", "), r.GenreName)
	case r.ClueStyle != "" || r.CageSums || r.RandomRegions || r.RandomBlocks || r.SolutionPicture != "" ||
		r.HoleCount > 0 || r.CutPieces:
		return fmt.Errorf("%s has clues of its own: styles of clues, cages, regions, blocks, pictures and holes are "+
			"for other puzzles", r.GenreName)
	case r.MinimizeClues:
		return fmt.Errorf("the fewest clues are looked for in packings, sudokus and the like, and not in %s",
			r.GenreName)
	case r.CluePattern != "" && !g.allowsPattern:
		return fmt.Errorf("a pattern is for clues on cells that may be left out, and %s has none", r.GenreName)
	case r.CluePattern != "" && !slices.Contains(check.SymmetryWords(), r.CluePattern):
		return fmt.Errorf("patterns are %s, and no %q", strings.Join(check.SymmetryWords(), ", "), r.CluePattern)
	case len(p.Puzzle.Boards) != 1:
		return fmt.Errorf("%s is made on one board", r.GenreName)
	}
	b := newGenreBoard(p.Puzzle.Boards[0])
	if n := []int{b.rows, b.cols}; slices.Min(n) < g.leastSideLength || slices.Max(n) > g.mostSideLength {
		return fmt.Errorf("%s is made with %d to %d rows and columns, and this board has %d and %d", r.GenreName,
			g.leastSideLength,
			g.mostSideLength, b.rows, b.cols)
	}
	return nil
}

// makeGenre draws a finished board of the genre, and repairs it until it has one solution. If it cannot be repaired,
// another one must be drawn.
func (m *puzzleMaker) makeGenre(ctx context.Context, _ *ruleSet, _ matrix.Solution, r *rand.Rand) (*candidatePuzzle,
	error) {
	g, b := genres[m.recipe.GenreName], newGenreBoard(m.baseRules.Puzzle.Boards[0])
	b.cluePattern = m.recipe.CluePattern
	var err error
	if b.cellOrbits, err = b.cellOrbitsOf(cmp.Or(b.cluePattern, "half-turn")); err != nil {
		return nil, err
	}
	d := g.drawFinishedBoard(b, r)
	if d == nil {
		return nil, errRedraw
	}
	var groups [][]gridEntry
	text := func(kept []bool) (string, error) { return m.genreText(g, b, d, groups, kept) }
	for k := 0; ; k++ {
		b.keepOnlyPatternedClues(d)
		others, err := m.otherSolutionsOfText(ctx, text, nil, d.solutionCells)
		if err != nil {
			return nil, err
		}
		if others == nil {
			break
		}
		if k == maxRepairs || d.repairDraft == nil {
			return nil, errRedraw
		}
		for _, other := range others {
			if !d.repairDraft(other, r) {
				return nil, errRedraw
			}
		}
	}
	made := &candidatePuzzle{textWithKeptGroups: text}
	groups = b.groupEntriesByPattern(d.removableEntries)
	for _, group := range groups {
		made.groupSizes = append(made.groupSizes, len(group))
	}
	made.counterexample = func(ctx context.Context, kept []bool, _ int) ([]int, error) {
		others, err := m.otherSolutionsOfText(ctx, text, kept, d.solutionCells)
		if err != nil || others == nil {
			return nil, err
		}
		return []int{}, nil // [oracle.MinimalClues] asks only whether there is another solution
	}
	return made, nil
}

// otherSolutionsOfText returns the cell contents of solutions that the kept clues allow in addition to the drawn
// solution.
func (m *puzzleMaker) otherSolutionsOfText(ctx context.Context, text func([]bool) (string, error), kept []bool,
	known []int) ([][]int, error) {
	t, err := text(kept)
	if err != nil {
		return nil, err
	}
	p, err := m.compileText([]byte(t))
	if err != nil {
		return nil, fmt.Errorf("the board that was drawn has no text: %w", err)
	}
	return findOtherSolutions(ctx, p, cellContentsOf, known)
}

// genreText returns the text of a draft with only those groups of clues that are kept.
func (m *puzzleMaker) genreText(g genreStyle, b *genreBoard, d *genreDraft, groups [][]gridEntry, kept []bool) (string,
	error) {
	grids := map[string][][]int{}
	for name, numbers := range d.numberGrids {
		for _, row := range numbers {
			grids[name] = append(grids[name], slices.Clone(row))
		}
	}
	for k, group := range groups {
		for _, e := range group {
			if !kept[k] {
				grids[e.gridName][e.rowNumber][e.columnNumber] = e.numberIfRemoved
			}
		}
	}
	text, err := convert.GenreText(g.linkName, b.rows, b.cols, grids)
	if err != nil {
		return "", err
	}
	title, rest, _ := strings.Cut(text, "\n")
	return fmt.Sprintf("%s\nabout %q\n%sexpect unique\n", title, g.rulesInWords, rest), nil
}

// cellContentsOf returns what stands on each cell of the bounding box of a board in a solution, in reading order: the
// index of its symbol, 1 for a chessman, or the index of its piece, from 1 in the order of the pieces' first cells. It
// is 0 if nothing stands there.
func cellContentsOf(p *compile.Program, s matrix.Solution) []int {
	var board *model.Board
	switch q := p.Puzzle; {
	case q.Filling != nil:
		board = q.Filling.Board
	case q.Chessmen != nil:
		board = q.Chessmen.Board
	default:
		board = q.Packing.Board
	}
	_, last := lattice.Shape(board.Cells).BoundingBox()
	width := int(last[1]) + 1
	out := make([]int, (int(last[0])+1)*width)
	if p.Puzzle.Filling != nil {
		for k, symbol := range symbolIndices(p, s) {
			out[int(board.Cells[k][0])*width+int(board.Cells[k][1])] = symbol
		}
		return out
	}
	places := p.Decode(s)
	slices.SortFunc(places, func(a, b compile.Placement) int { return lattice.CompareCells(a.Cells[0], b.Cells[0]) })
	for k, pl := range places {
		for _, c := range pl.Cells {
			if out[int(c[0])*width+int(c[1])] = k + 1; pl.StatementKind == "place" {
				out[int(c[0])*width+int(c[1])] = 1
			}
		}
	}
	return out
}

// groupEntriesByPattern returns the groups of clues that are left out together: those on cells that are images of one
// another under the pattern.
func (b *genreBoard) groupEntriesByPattern(clues []gridEntry) (groups [][]gridEntry) {
	if b.cluePattern == "" {
		return slices.Collect(slices.Chunk(clues, 1))
	}
	of := map[int]int{} // index of the group, by the orbit of its cells
	for _, e := range clues {
		orbit := b.cellOrbits[e.rowNumber*b.cols+e.columnNumber]
		if _, known := of[orbit]; !known {
			of[orbit] = len(groups)
			groups = append(groups, nil)
		}
		groups[of[orbit]] = append(groups[of[orbit]], e)
	}
	return groups
}

// keepOnlyPatternedClues leaves out every clue for which some image of its cell under the pattern has no clue.
func (b *genreBoard) keepOnlyPatternedClues(d *genreDraft) {
	if b.cluePattern == "" {
		return
	}
	size := map[int]int{}
	for _, orbit := range b.cellOrbits {
		size[orbit]++
	}
	kept := []gridEntry{}
	for _, group := range b.groupEntriesByPattern(d.removableEntries) {
		if len(group) == size[b.cellOrbits[group[0].rowNumber*b.cols+group[0].columnNumber]] {
			kept = append(kept, group...)
			continue
		}
		for _, e := range group {
			d.numberGrids[e.gridName][e.rowNumber][e.columnNumber] = e.numberIfRemoved
		}
	}
	d.removableEntries = kept
}
