package ask

import (
	"cmp"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"time"

	"quadrille/render"

	"quadrille"
)

// sendSolutions sends solutions as they are found. Drawing a solution takes longer than finding one. So only the
// first solution is drawn, unless the question asks for all drawings.
func (a *questionRun) sendSolutions() error {
	p, err := a.loadPuzzle()
	if err != nil {
		return err
	}
	batch := newSolutionBatch(a.sendAnswer)
	s := a.searchOptions()
	report := s.Progress
	s.Progress = func(q quadrille.Progress) {
		_ = batch.sendDue() // an error also occurs for the next solution
		report(q)
	}
	if s.Limit = a.MaxCount; a.host.MaxSolutions > 0 && (s.Limit <= 0 || s.Limit > a.host.MaxSolutions) {
		s.Limit = a.host.MaxSolutions
	}
	defer a.recordEffort(s)
	n, err := a.batchSolutions(p, s, batch)
	if gone := batch.sendAll(); gone != nil {
		return gone
	}
	if err == nil && n == s.Limit && a.searchEffort.Completeness != quadrille.Complete {
		a.endAnswer.Reason, a.endAnswer.HasMore = "limit", a.searchEffort.Completeness == quadrille.Incomplete
	}
	return err
}

// batchSolutions adds the solutions of a search to a batch, and returns the number of solutions.
func (a *questionRun) batchSolutions(p *quadrille.Puzzle, s quadrille.Search, batch *solutionBatch) (n int, err error) {
	for found, err := range p.Solutions(a.ctx, s) {
		// other threads may have found many solutions that are not sent yet
		if err = cmp.Or(err, a.ctx.Err()); err != nil {
			return n, err
		}
		n++
		solution := Solution{Number: n, Options: found.Options()}
		if n == 1 || a.DrawAll || len(solution.Options) == 0 {
			if solution.SolutionViews, err = drawSolution(p, found); err != nil {
				return n, err
			}
		}
		if err := batch.addSolution(solution); err != nil {
			return n, err
		}
		if n%solutionsPerTurn == 0 {
			runtime.Gosched() // lets timers fire, as in progressReporter
		}
	}
	return n, nil
}

// solutionsPerTurn is the number of solutions after which the scheduler gets a turn, so that timers can fire.
const solutionsPerTurn = 64

// maxBatch is the largest number of solutions in a batch, and batchInterval the least time between two batches that are
// not full.
const (
	maxBatch      = 1000
	batchInterval = 50 * time.Millisecond
)

// solutionBatch collects solutions into batches, because an answer for each would cost more than the search. The
// first solution is sent at once. The others are sent when the batch is full, or some time after the last batch.
type solutionBatch struct {
	mu         sync.Mutex // progress reports come from other goroutines than solutions
	sendAnswer func(Answer) error
	solutions  []Solution
	nextSend   time.Time // time before which a batch that is not full is not sent
}

func newSolutionBatch(send func(Answer) error) *solutionBatch {
	return &solutionBatch{sendAnswer: send}
}

// addSolution adds a solution, and sends the batch if it is due.
func (b *solutionBatch) addSolution(s Solution) error {
	b.mu.Lock()
	b.solutions = append(b.solutions, s)
	full := len(b.solutions) >= maxBatch
	b.mu.Unlock()
	if full {
		return b.sendAll()
	}
	return b.sendDue()
}

// sendDue sends the batch if enough time has passed since the last batch.
func (b *solutionBatch) sendDue() error {
	b.mu.Lock()
	due := !time.Now().Before(b.nextSend)
	b.mu.Unlock()
	if !due {
		return nil
	}
	return b.sendAll()
}

// sendAll sends the batch, unless it is empty.
func (b *solutionBatch) sendAll() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.solutions) == 0 {
		return nil
	}
	err := b.sendAnswer(Answer{Solutions: b.solutions})
	b.solutions, b.nextSend = nil, time.Now().Add(batchInterval)
	return err
}

// sendDrawings draws the solutions of the question, which were sent before. It sends each solution as soon as it is
// drawn.
func (a *questionRun) sendDrawings() error {
	p, err := a.loadPuzzle()
	if err != nil {
		return err
	}
	for _, s := range a.Solutions {
		if err := a.ctx.Err(); err != nil {
			return err
		}
		found, err := p.VerifySolution(s.Options)
		if err != nil {
			return fmt.Errorf("solution %d: %w", s.Number, err)
		}
		if s.SolutionViews, err = drawSolution(p, found); err != nil {
			return err
		}
		s.Options = nil // the client has the options already
		if err := a.sendAnswer(Answer{Solutions: []Solution{s}}); err != nil {
			return err
		}
		runtime.Gosched()
	}
	return nil
}

// drawSolution returns a solution in every form that a page shows: text, picture, placements.
func drawSolution(p *quadrille.Puzzle, found quadrille.Solution) (*SolutionViews, error) {
	out := &SolutionViews{Text: found.String(), Lattice: p.Lattice(), Placements: found.Placements()}
	if !p.IsDrawable() {
		return out, nil
	}
	if scene, err := render.NewScene(found); err == nil { // fails for lattices without a scene
		out.Scene = &scene
	}
	var svg strings.Builder
	err := found.SVG(&svg)
	out.SVG = svg.String()
	return out, err
}

// sendCount sends the number of solutions, exact or a lower bound.
func (a *questionRun) sendCount() error {
	p, err := a.loadPuzzle()
	if err != nil {
		return err
	}
	s := a.searchOptions()
	defer a.recordEffort(s)
	n, err := p.Count(a.ctx, s)
	count := &SolutionCount{Number: n.AtLeast().String()}
	_, count.IsExact = n.Exact()
	if g, ok := p.Group(); ok {
		count.SymmetryName = g.String()
	}
	if gone := a.sendAnswer(Answer{Count: count}); gone != nil {
		return gone
	}
	return err
}

// sendFilm sends a page that plays a search with dancing links, move by move.
func (a *questionRun) sendFilm() error {
	p, err := a.loadPuzzle()
	if err != nil {
		return err
	}
	film, err := render.RecordFilm(a.ctx, p, quadrille.Search{Limit: a.MaxCount})
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

// sendVerdicts sends the outcome of each expectation of the text.
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
		said := &Verdict{Expectation: Expectation{e.Line, e.Text}, Outcome: outcomes[v.Outcome], FoundText: v.String()}
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

// recordEffort puts the effort of a search into the End.
func (a *questionRun) recordEffort(s quadrille.Search) { a.endAnswer.Effort = s.Effort }

// progressInterval is the least time between two reports of progress.
const progressInterval = 100 * time.Millisecond

// progressReporter returns a function that sends a progress report at most once in progressInterval. In WebAssembly,
// which has a single thread, the function also gives the scheduler a turn, so that the timer of the time limit can
// fire.
func (a *questionRun) progressReporter() func(quadrille.Progress) {
	last := time.Now()
	return func(q quadrille.Progress) {
		runtime.Gosched()
		if time.Since(last) < progressInterval {
			return
		}
		last = time.Now()
		// If the client has disconnected, the context ends soon, so the error is ignored.
		_ = a.sendToClient(Answer{Progress: &SearchProgress{DoneShare: q.Share, SolutionCount: q.Solutions,
			NodeCount:   q.Nodes,
			SearchLevel: len(q.Path)}})
	}
}
