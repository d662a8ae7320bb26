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

// genre is a kind of puzzles with rules that are written for each board.
type genre struct {
	link  string // name in links
	about string // the rules in a few words, for paper
	// least and most bound the numbers of rows and columns.
	least, most int
	hasPattern  bool // whether the clues may have a pattern: those that may be left out stand on cells
	// draw draws a finished board with all its clues; nil if it finds none soon.
	draw func(b *genreBoard, r *rand.Rand) *genreDraft
}

// genreDraft is a puzzle of a genre while it is made.
type genreDraft struct {
	grids map[string][][]int
	// cells tells what stands on each cell in the solution, as readCells does; nil if repair does not need it.
	cells []int
	// clues are the entries of grids that may be left out.
	clues []gridEntry
	// repair changes the grids so that they break another solution and keep the one that was drawn. It returns false if
	// it does not know how; nil stands for a function that never does.
	repair func(other []int, r *rand.Rand) bool
}

// hillClimb keeps the best state of a draft that repairs change at random: the one whose other solution differs from
// the solution on the fewest cells.
type hillClimb[S any] struct {
	best  S
	other []int // another solution of the best state; nil if there is no best state yet
	least int   // number of cells on which it differs
}

// nextState returns the state from which a draft goes on, and another solution of it: the present state, unless an
// earlier one was better.
func (h *hillClimb[S]) nextState(state S, cells, other []int) (S, []int) {
	if n := len(differingCells(cells, other)); h.other == nil || n <= h.least {
		h.best, h.other, h.least = state, other, n
	}
	return h.best, h.other
}

// differingCells returns the cells on which two solutions differ.
func differingCells(cells, other []int) (all []int) {
	for cell := range cells {
		if cells[cell] != other[cell] {
			all = append(all, cell)
		}
	}
	return all
}

// breakOthers changes a draft until none of the other solutions that are known is one. The function change breaks one
// of them, and returns false if it cannot. It returns false if it could not, or if maxRepairs changes are not enough.
func breakOthers(known [][]int, isSolution, change func(other []int) bool) bool {
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

// gridEntry is a place in a grid, with the number that stands there if the clue is left out.
type gridEntry struct {
	grid     string
	row, col int
	without  int
}

// maxRepairs is the largest number of repairs of a draft.
const maxRepairs = 200

// Genres returns the names of the genres for [Recipe.Genre].
func Genres() []string { return slices.Sorted(maps.Keys(genres)) }

// checkGenre returns an error if the genre cannot be made on the board of the rules.
func (m *puzzleMaker) checkGenre(p *compile.Program) error {
	g, known := genres[m.recipe.Genre]
	r := m.recipe
	switch {
	case !known:
		return fmt.Errorf("the genres are %s, and not %q", strings.Join(Genres(), ", "), r.Genre)
	case r.Give != "" || r.Cages || r.Regions || r.Blocks || r.Picture != "" || r.Holes > 0 || r.CutPieces:
		return fmt.Errorf("%s has clues of its own: styles of clues, cages, regions, blocks, pictures and holes are for "+
			"other puzzles", r.Genre)
	case r.Fewest:
		return fmt.Errorf("the fewest clues are looked for in packings, sudokus and the like, and not in %s", r.Genre)
	case r.Pattern != "" && !g.hasPattern:
		return fmt.Errorf("a pattern is for clues on cells that may be left out, and %s has none", r.Genre)
	case r.Pattern != "" && !slices.Contains(check.SymmetryWords(), r.Pattern):
		return fmt.Errorf("patterns are %s, and no %q", strings.Join(check.SymmetryWords(), ", "), r.Pattern)
	case len(p.Puzzle.Boards) != 1:
		return fmt.Errorf("%s is made on one board", r.Genre)
	}
	b := newGenreBoard(p.Puzzle.Boards[0])
	if n := []int{b.rows, b.cols}; slices.Min(n) < g.least || slices.Max(n) > g.most {
		return fmt.Errorf("%s is made with %d to %d rows and columns, and this board has %d and %d", r.Genre, g.least,
			g.most, b.rows, b.cols)
	}
	return nil
}

// makeGenre draws a finished board of the genre, and repairs it until it has one solution. If it cannot be repaired,
// another one must be drawn.
func (m *puzzleMaker) makeGenre(ctx context.Context, _ *ruleSet, _ matrix.Solution, r *rand.Rand) (*candidatePuzzle,
	error) {
	g, b := genres[m.recipe.Genre], newGenreBoard(m.baseRules.Puzzle.Boards[0])
	b.pattern = m.recipe.Pattern
	var err error
	if b.orbits, err = b.orbitsOf(cmp.Or(b.pattern, "half-turn")); err != nil {
		return nil, err
	}
	d := g.draw(b, r)
	if d == nil {
		return nil, errRedraw
	}
	var groups [][]gridEntry
	text := func(kept []bool) (string, error) { return m.genreText(g, b, d, groups, kept) }
	for k := 0; ; k++ {
		b.dropUnpaired(d)
		others, err := m.othersOfText(ctx, text, nil, d.cells)
		if err != nil {
			return nil, err
		}
		if others == nil {
			break
		}
		if k == maxRepairs || d.repair == nil {
			return nil, errRedraw
		}
		for _, other := range others {
			if !d.repair(other, r) {
				return nil, errRedraw
			}
		}
	}
	made := &candidatePuzzle{textWith: text}
	groups = b.groupEntries(d.clues)
	for _, group := range groups {
		made.groupSizes = append(made.groupSizes, len(group))
	}
	made.counterexample = func(ctx context.Context, kept []bool, _ int) ([]int, error) {
		others, err := m.othersOfText(ctx, text, kept, d.cells)
		if err != nil || others == nil {
			return nil, err
		}
		return []int{}, nil // whether there is another one is all that [oracle.MinimalClues] asks
	}
	return made, nil
}

// othersOfText returns what stands on the cells in other solutions of a text with the clues that are kept.
func (m *puzzleMaker) othersOfText(ctx context.Context, text func([]bool) (string, error), kept []bool,
	known []int) ([][]int, error) {
	t, err := text(kept)
	if err != nil {
		return nil, err
	}
	p, err := m.load([]byte(t))
	if err != nil {
		return nil, fmt.Errorf("the board that was drawn has no text: %w", err)
	}
	return findOthers(ctx, p, readCells, known)
}

// genreText returns the text of a draft with the groups of clues that are kept.
func (m *puzzleMaker) genreText(g genre, b *genreBoard, d *genreDraft, groups [][]gridEntry, kept []bool) (string,
	error) {
	grids := map[string][][]int{}
	for name, numbers := range d.grids {
		for _, row := range numbers {
			grids[name] = append(grids[name], slices.Clone(row))
		}
	}
	for k, group := range groups {
		for _, e := range group {
			if !kept[k] {
				grids[e.grid][e.row][e.col] = e.without
			}
		}
	}
	text, err := convert.GenreText(g.link, b.rows, b.cols, grids)
	if err != nil {
		return "", err
	}
	title, rest, _ := strings.Cut(text, "\n")
	return fmt.Sprintf("%s\nabout %q\n%sexpect unique\n", title, g.about, rest), nil
}

// readCells returns what stands on each cell of the box around a board in a solution, in reading order: the index of
// its symbol, 1 for a man, or the number of its piece, from 1 on, in the order of their first cells; 0 stands for a
// cell with nothing.
func readCells(p *compile.Program, s matrix.Solution) []int {
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

// groupEntries returns the groups of clues that are left out together: those whose cells are images of one another
// under the pattern.
func (b *genreBoard) groupEntries(clues []gridEntry) (groups [][]gridEntry) {
	if b.pattern == "" {
		return slices.Collect(slices.Chunk(clues, 1))
	}
	of := map[int]int{} // index of the group of an orbit
	for _, e := range clues {
		orbit := b.orbits[e.row*b.cols+e.col]
		if _, known := of[orbit]; !known {
			of[orbit] = len(groups)
			groups = append(groups, nil)
		}
		groups[of[orbit]] = append(groups[of[orbit]], e)
	}
	return groups
}

// dropUnpaired leaves out the clues that have no partner at an image under the pattern.
func (b *genreBoard) dropUnpaired(d *genreDraft) {
	if b.pattern == "" {
		return
	}
	size := map[int]int{}
	for _, orbit := range b.orbits {
		size[orbit]++
	}
	kept := []gridEntry{}
	for _, group := range b.groupEntries(d.clues) {
		if len(group) == size[b.orbits[group[0].row*b.cols+group[0].col]] {
			kept = append(kept, group...)
			continue
		}
		for _, e := range group {
			d.grids[e.grid][e.row][e.col] = e.without
		}
	}
	d.clues = kept
}
