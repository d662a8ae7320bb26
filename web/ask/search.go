package ask

import (
	"cmp"
	"runtime"
	"strings"
	"time"

	"quadrille/render"

	"quadrille"
)

// sendSolutions sends solutions as they are found.
func (a *questionRun) sendSolutions() error {
	p, err := a.loadPuzzle()
	if err != nil {
		return err
	}
	s := a.searchOptions()
	if s.Limit = a.Limit; a.host.MaxSolutions > 0 && (s.Limit <= 0 || s.Limit > a.host.MaxSolutions) {
		s.Limit = a.host.MaxSolutions
	}
	defer a.keepEffort(s)
	n := 0
	for found, err := range p.Solutions(a.ctx, s) {
		if err = cmp.Or(err, a.ctx.Err()); err != nil { // threads may have found many that are not drawn yet
			return err
		}
		n++
		solution, err := a.newSolution(p, found, n)
		if err != nil {
			return err
		}
		if err := a.sendAnswer(Answer{Solution: solution}); err != nil {
			return err
		}
	}
	if n == s.Limit && a.effort.Completeness != quadrille.Complete {
		a.end.Reason, a.end.More = "limit", a.effort.Completeness == quadrille.Incomplete
	}
	return nil
}

// newSolution draws a solution.
func (a *questionRun) newSolution(p *quadrille.Puzzle, found quadrille.Solution, number int) (*Solution, error) {
	out := &Solution{Number: number, Text: found.String(), Lattice: p.Lattice(), Placements: found.Placements()}
	if !p.IsDrawable() {
		return out, nil
	}
	if scene, err := render.NewScene(found); err == nil { // other lattices have none
		out.Scene = &scene
	}
	var svg strings.Builder
	err := found.SVG(&svg)
	out.SVG = svg.String()
	return out, err
}

// sendCount sends the number of solutions, be it exact or a lower bound.
func (a *questionRun) sendCount() error {
	p, err := a.loadPuzzle()
	if err != nil {
		return err
	}
	s := a.searchOptions()
	defer a.keepEffort(s)
	n, err := p.Count(a.ctx, s)
	count := &SolutionCount{Number: n.AtLeast().String()}
	_, count.Exact = n.Exact()
	if g, ok := p.Group(); ok {
		count.Group = g.String()
	}
	if gone := a.sendAnswer(Answer{Count: count}); gone != nil {
		return gone
	}
	return err
}

// sendFilm sends a page that plays the search by links, move by move.
func (a *questionRun) sendFilm() error {
	p, err := a.loadPuzzle()
	if err != nil {
		return err
	}
	film, err := render.RecordFilm(a.ctx, p, quadrille.Search{Limit: a.Limit})
	if err != nil {
		return err
	}
	var page strings.Builder
	if err := film.HTML(&page); err != nil {
		return err
	}
	text := page.String()
	return a.sendAnswer(Answer{Film: &text})
}

// sendVerdicts sends what has come of each expectation of the text.
func (a *questionRun) sendVerdicts() error {
	p, err := a.loadPuzzle()
	if err != nil {
		return err
	}
	for _, e := range p.Expectations() {
		s := a.searchOptions()
		v, err := p.Check(a.ctx, e, s)
		if err != nil && a.ctx.Err() == nil {
			return err
		}
		said := &Verdict{Expectation: Expectation{e.Line, e.Text}, Outcome: outcomes[v.Outcome], Found: v.String()}
		if gone := a.sendAnswer(Answer{Verdict: said}); gone != nil {
			return gone
		}
		if err != nil {
			return err
		}
	}
	return nil
}

var outcomes = map[quadrille.Outcome]string{
	quadrille.Passed: "met", quadrille.Failed: "failed",
	quadrille.NotApplicable: "not applicable", quadrille.Undecided: "undecided",
}

// keepEffort puts the effort of a search into the end.
func (a *questionRun) keepEffort(s quadrille.Search) { a.end.Effort = s.Effort }

// progressInterval is the least time between two reports of progress.
const progressInterval = 100 * time.Millisecond

// progressReporter returns a function that tells how far a search is, now and then. WebAssembly has
// one thread: so it lets the clock, which ends the time of a question, have its turn.
func (a *questionRun) progressReporter() func(quadrille.Progress) {
	last := time.Now()
	return func(q quadrille.Progress) {
		runtime.Gosched()
		if time.Since(last) < progressInterval {
			return
		}
		last = time.Now()
		// If nobody listens any more, the context ends soon.
		_ = a.send(Answer{Progress: &SearchProgress{Share: q.Share, Solutions: q.Solutions, Nodes: q.Nodes,
			Level: len(q.Path)}})
	}
}
