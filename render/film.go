package render

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"quadrille"
	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/matrix"
	"quadrille/runtime/schedule"
	"quadrille/runtime/search"
)

// Bounds of a [SearchFilm], which keep it easy to follow and its page small: the entries of the matrix, the moves, and
// the visited search nodes.
const (
	maxFilmEntries = 3_000
	maxFilmMoves   = 150_000
	maxFilmVisits  = 3_000
)

// SearchFilm is a recording of each step of a search with dancing links.
type SearchFilm struct {
	filmPage filmDocument
}

// RecordFilm searches with dancing links and records each step, until [quadrille.Search.Limit] solutions are found.
// If the problem is too large, the error explains how to make it smaller.
func RecordFilm(ctx context.Context, p *quadrille.Puzzle, s quadrille.Search) (*SearchFilm, error) {
	r, err := p.PlanRequest(s, schedule.AllSolutions)
	if err != nil {
		return nil, err
	}
	if r.FirstRestartNodes > 0 {
		return nil, errors.New("a trace shows one run: leave restarts out")
	}
	m, err := p.Program().Candidates()
	if err != nil {
		return nil, err
	}
	if m.EntryCount() > maxFilmEntries {
		return nil, fmt.Errorf("the matrix has %d entries, and what can be looked at has %d at most: take a smaller "+
			"board, or fewer pieces", m.EntryCount(), maxFilmEntries)
	}
	tree, _, err := schedule.SearchTree(m, r)
	if err != nil {
		return nil, err
	}
	compared := comparedChoosers(m, s.Seed)
	found := 0
	moves, err := tree.RecordFilm(ctx, maxFilmMoves, maxFilmVisits, compared, func(options matrix.Solution) bool {
		if p.Program().IsSolution(options) {
			found++
		}
		return s.Limit == 0 || found < s.Limit
	})
	if errors.Is(err, dlx.ErrFilmTooLong) {
		return nil, fmt.Errorf("%w, which has %d moves and %d nodes at most: end it with --limit 1 (Search.Limit), "+
			"choose items better with --choose mrv, or take a smaller board", err, maxFilmMoves, maxFilmVisits)
	}
	if err != nil {
		return nil, err
	}
	f := &SearchFilm{filmDocument{PageTitle: titleOrKind(p), RecordedSearch: moves, ChooserName: p.Chooser(s),
		BeforeSearch: reductionOf(m)}}
	for _, r := range compared {
		f.filmPage.ComparedChoosers = append(f.filmPage.ComparedChoosers, r.Name)
	}
	if err := f.drawNodePictures(ctx, p); err != nil {
		return nil, err
	}
	return f, nil
}

// reductionOf returns what auto removes before its search, or nil. Links keep it, so that a film shows both.
func reductionOf(m *matrix.Problem) *filmReduction {
	if !m.HasColors() {
		return nil
	}
	f := schedule.FilterOptions(m)
	if len(f.Removed) == 0 && f.ShortItem < 0 {
		return nil
	}
	r := filmReduction{RemovedOptions: []filmRemoval{}, ShortItem: f.ShortItem}
	for _, o := range f.Removed {
		r.RemovedOptions = append(r.RemovedOptions, filmRemoval{o.Option, o.Item, o.ColoredItem})
	}
	return &r
}

// comparedChoosers returns the choosers to compare at each node: those that need no parameters and do not learn.
func comparedChoosers(m *matrix.Problem, seed uint64) (list []dlx.ComparedChooser) {
	for _, name := range dlx.ChooserNames() {
		c, err := dlx.NewChooser(name, m, seed)
		if _, learns := c.(*dlx.FailureLearner); err == nil && !learns {
			list = append(list, dlx.ComparedChooser{Name: name, Chooser: c})
		}
	}
	return list
}

// drawNodePictures draws the picture of each search node. It also finds which solutions of the matrix are solutions of
// the puzzle.
func (f *SearchFilm) drawNodePictures(ctx context.Context, p *quadrille.Puzzle) error {
	for _, chosen := range f.filmPage.RecordedSearch.ChosenOptionsByVisit() {
		k := len(f.filmPage.IsNotPuzzleSolution)
		solution := f.filmPage.RecordedSearch.Visits[k].IsSolution
		f.filmPage.IsNotPuzzleSolution = append(f.filmPage.IsNotPuzzleSolution,
			solution && !p.Program().IsSolution(chosen))
		if !p.IsDrawable() {
			continue
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		var picture strings.Builder
		if err := SVG(&picture, p.NewSolution(chosen)); err != nil {
			return err
		}
		f.filmPage.NodePictures = append(f.filmPage.NodePictures, picture.String())
	}
	return nil
}

// titleOrKind returns the title of the puzzle, or, if it has none, a description of its kind.
func titleOrKind(p *quadrille.Puzzle) string {
	if t := p.Program().Puzzle.Title; t != "" {
		return t
	}
	return "A puzzle"
}

// HTML writes a self-contained page that plays the film.
func (f *SearchFilm) HTML(w io.Writer) error { return f.filmPage.HTML(w) }

// Dot writes the search tree for Graphviz.
func (f *SearchFilm) Dot(w io.Writer) error { return f.filmPage.Dot(w) }

// SolutionCount returns the number of solutions that the film shows.
func (f *SearchFilm) SolutionCount() int { return f.filmPage.SolutionCount() }

// SearchStats returns the effort of the search as its engine counts it. The number of solutions is that of the
// matrix.
func (f *SearchFilm) SearchStats() search.Stats { return f.filmPage.RecordedSearch.Stats }
