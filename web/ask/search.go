package ask

import (
	"cmp"
	"runtime"
	"strings"
	"time"

	"quadrille"
)

// solve sends solutions as they are found.
func (a *asking) solve() error {
	p, err := a.load()
	if err != nil {
		return err
	}
	s := a.search()
	if s.Limit = a.Limit; a.host.Solutions > 0 && (s.Limit <= 0 || s.Limit > a.host.Solutions) {
		s.Limit = a.host.Solutions
	}
	defer a.done(s)
	n := 0
	for found, err := range p.Solutions(a.ctx, s) {
		if err = cmp.Or(err, a.ctx.Err()); err != nil { // threads may have found many that are not drawn yet
			return err
		}
		n++
		solution, err := a.solution(p, found, n)
		if err != nil {
			return err
		}
		if err := a.say(Answer{Solution: solution}); err != nil {
			return err
		}
	}
	if n == s.Limit && a.effort.Rest != quadrille.NoMore {
		a.end.Reason, a.end.More = "limit", a.effort.Rest == quadrille.More
	}
	return nil
}

// solution draws a solution.
func (a *asking) solution(p *quadrille.Puzzle, found quadrille.Solution, number int) (*Solution, error) {
	out := &Solution{Number: number, Text: found.String(), Lattice: p.Lattice(), Placements: found.Placements()}
	if !p.Drawable() {
		return out, nil
	}
	if scene, err := found.Scene(); err == nil { // other lattices have none
		out.Scene = &scene
	}
	var svg strings.Builder
	err := quadrille.SVG(&svg, found)
	out.SVG = svg.String()
	return out, err
}

// count sends the number of solutions, be it exact or a lower bound.
func (a *asking) count() error {
	p, err := a.load()
	if err != nil {
		return err
	}
	s := a.search()
	defer a.done(s)
	n, err := p.Count(a.ctx, s)
	count := &Count{Number: n.AtLeast().String()}
	_, count.Exact = n.Exact()
	if g, ok := p.Group(); ok {
		count.Group = g.String()
	}
	if gone := a.say(Answer{Count: count}); gone != nil {
		return gone
	}
	return err
}

// film sends a page that plays the search by links, move by move.
func (a *asking) film() error {
	p, err := a.load()
	if err != nil {
		return err
	}
	film, err := p.Film(a.ctx, quadrille.Search{Limit: a.Limit})
	if err != nil {
		return err
	}
	var page strings.Builder
	if err := film.HTML(&page); err != nil {
		return err
	}
	text := page.String()
	return a.say(Answer{Film: &text})
}

// test sends what has come of each expectation of the text.
func (a *asking) test() error {
	p, err := a.load()
	if err != nil {
		return err
	}
	for _, e := range p.Expectations() {
		s := a.search()
		v, err := p.Check(a.ctx, e, s)
		if err != nil && a.ctx.Err() == nil {
			return err
		}
		said := &Verdict{Expectation: Expectation{e.Line, e.Text}, Outcome: outcomes[v.Outcome], Found: v.String()}
		if gone := a.say(Answer{Verdict: said}); gone != nil {
			return gone
		}
		if err != nil {
			return err
		}
	}
	return nil
}

var outcomes = map[quadrille.Outcome]string{
	quadrille.Met: "met", quadrille.Failed: "failed",
	quadrille.NotApplicable: "not applicable", quadrille.Undecided: "undecided",
}

// done puts the effort of a search into the end.
func (a *asking) done(s quadrille.Search) { a.end.Effort = s.Effort }

// between is the least time between two reports of progress.
const between = 100 * time.Millisecond

// progress returns a function that tells how far a search is, now and then. WebAssembly has
// one thread: so it lets the clock, which ends the time of a question, have its turn.
func (a *asking) progress() func(quadrille.Progress) {
	last := time.Now()
	return func(q quadrille.Progress) {
		runtime.Gosched()
		if time.Since(last) < between {
			return
		}
		last = time.Now()
		// If nobody listens any more, the context ends soon.
		_ = a.tell(Answer{Progress: &Progress{Share: q.Share, Solutions: q.Solutions, Nodes: q.Nodes, Level: len(q.Path)}})
	}
}
