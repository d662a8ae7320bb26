package explain

import (
	"context"
	"errors"
	"slices"

	"quadrille"
	"quadrille/compile/lattice"
	"quadrille/explain/clues"
	"quadrille/lang/parse"
	"quadrille/runtime/engine/staged"
	"quadrille/runtime/oracle"
	"quadrille/runtime/schedule"
)

// Uniqueness says whether a puzzle has none, one or several solutions, and of one with a single
// solution which clues make it so.
type Uniqueness struct {
	// Solutions are none, the one, or two that differ.
	Solutions []quadrille.Solution
	// IsKnown reports whether that is known; it is not if the search ended before its time.
	IsKnown bool
	// Clues are those of a puzzle with one solution.
	Clues []ClueNeed
	// Spare are the places in Clues of some that can be left out at once, after which each that is
	// left is needed: of the clues that follow, as many as go one after the other.
	Spare []int

	upTo string // what makes solutions alike, or ""
}

// ClueNeed is a clue of a puzzle with one solution, and whether it is needed.
type ClueNeed struct {
	// Kind is given, letter, man, bar, piece, cage, mark, edge clue, line clue, rule, statement or hole.
	Kind string `json:"kind"`
	// Name says in a few words which it is: the given 5 at (0, 2).
	Name string `json:"name"`
	// Line is where it stands in the text, counted from 1.
	Line int `json:"line"`
	// Cells are those that it is about, as far as that is plain.
	Cells [][]int32 `json:"cells,omitempty"`
	Need  Need      `json:"need"`
}

// Need says what becomes of a puzzle with one solution when a clue is left out.
type Need string

// The needs.
const (
	Needed       Need = "needed"  // there is no longer one solution
	Implied      Need = "follows" // there still is
	Undetermined Need = "open"    // it is not known
)

// CheckUniqueness looks for two solutions. If there is one alone, it finds out which clues are needed: each
// is left out by itself. Which solutions count as one is part of the question. If it ends before its
// time, the error says why, and what is known comes with it.
func CheckUniqueness(ctx context.Context, p *quadrille.Puzzle, s quadrille.Search) (Uniqueness, error) {
	u := Uniqueness{}
	if g, ok := p.Group(); ok {
		u.upTo = " up to " + g.UpTo
	} else if breaksSwaps(p) {
		u.upTo = " up to swaps"
	}
	var err error
	if u.Solutions, err = firstN(ctx, p, s, 2); err != nil && len(u.Solutions) < 2 {
		return u, err
	}
	if u.IsKnown = true; len(u.Solutions) == 1 {
		err = testClues(ctx, p, s, &u)
	}
	return u, err
}

// breaksSwaps reports whether swaps make solutions alike.
func breaksSwaps(p *quadrille.Puzzle) bool {
	return p.Input().Options.UpTo&quadrille.Swaps != 0 || p.Program().Puzzle.BreakSwaps.IsKnown()
}

// firstN returns so many solutions, or as many as there are.
func firstN(ctx context.Context, p *quadrille.Puzzle, s quadrille.Search, limit int) (found []quadrille.Solution,
	err error) {
	s.Limit, s.Effort = limit, nil
	for solution, err := range p.Solutions(ctx, s) {
		if err != nil {
			return found, err
		}
		found = append(found, solution)
	}
	return found, nil
}

// recompileText compiles another text in place of the puzzle's own.
func recompileText(p *quadrille.Puzzle, text string, upTo quadrille.UpTo) (*quadrille.Puzzle, error) {
	o := p.Input().Options
	o.Format, o.UpTo = "puz", upTo
	return quadrille.Load(p.Input().Name, []byte(text), o)
}

// clueList lists the clues of the puzzle; of a square in another file they are those of the text
// with the square in it, which is returned as a puzzle of its own.
func clueList(p *quadrille.Puzzle) (*clues.ClueList, *quadrille.Puzzle, error) {
	if p.Input().IsDump {
		return &clues.ClueList{}, p, nil
	}
	f, err := parse.File(p.Input().Name, p.Input().Text)
	if err != nil {
		return nil, nil, err
	}
	if text, ok := clues.InlineSquare(f, p.Program().Puzzle); ok {
		q, err := recompileText(p, text, p.Input().Options.UpTo)
		if err != nil {
			return nil, nil, err
		}
		return clueList(q)
	}
	return clues.ListClues(f, p.Program().Puzzle), p, nil
}

// clueTester asks what becomes of a puzzle without a clue.
type clueTester struct {
	puzzle      *quadrille.Puzzle
	search      quadrille.Search
	list        *clues.ClueList
	testedClues []int          // that it asks about, by their places in the list
	oracle      *oracle.Oracle // of the relaxed puzzle, or nil
	meanings    []*oracle.Assumptions
}

// firstClueWork bounds the work on a clue as long as others have not been looked at, in nodes and updates.
const firstClueWork = 1 << 24

// testClues asks for each clue, those that take long last.
func testClues(ctx context.Context, p *quadrille.Puzzle, s quadrille.Search, u *Uniqueness) error {
	list, q, err := clueList(p)
	if err != nil {
		return err
	}
	a := &clueTester{puzzle: q, search: s, list: list}
	for k, c := range list.Clues {
		if c.Within >= 0 {
			continue
		}
		a.testedClues = append(a.testedClues, k)
		line := c.Span.File.LineOf(c.Span.Start)
		u.Clues = append(u.Clues, ClueNeed{string(c.Kind), c.Name, line,
			lattice.Coordinates(c.Cells, len(q.Program().Lattice().Axes)), Undetermined})
	}
	for _, work := range []int64{firstClueWork, 0} {
		if err := a.makeOracle(work); err != nil {
			return err
		}
		for k := range u.Clues {
			if u.Clues[k].Need != Undetermined {
				continue
			}
			if u.Clues[k].Need, err = a.testNeed(ctx, a.testedClues[k], nil, work); err != nil {
				return err
			}
			a.reportProgress(u.Clues)
		}
	}
	return a.findSpare(ctx, u)
}

// findSpare leaves out one clue that follows after the other, givens before rules, as long as there is
// one solution.
func (a *clueTester) findSpare(ctx context.Context, u *Uniqueness) error {
	var follow, gone []int
	for _, given := range []bool{true, false} {
		for k, c := range u.Clues {
			if c.Need == Implied && a.list.Clues[a.testedClues[k]].InMatrix() == given {
				follow = append(follow, k)
			}
		}
	}
	for _, k := range follow {
		need, err := Implied, error(nil)
		if len(gone) > 0 {
			need, err = a.testNeed(ctx, a.testedClues[k], gone, 0)
		}
		if err != nil {
			return err
		}
		if need == Implied {
			u.Spare, gone = append(u.Spare, k), append(gone, a.testedClues[k])
		}
	}
	return nil
}

// makeOracle makes the oracle of the relaxed puzzle, if its matrix can say what the clues mean.
func (a *clueTester) makeOracle(work int64) error {
	p := a.puzzle
	if _, classes := p.Group(); classes || breaksSwaps(p) ||
		!slices.ContainsFunc(a.list.Clues, clues.Clue.InMatrix) {
		return nil
	}
	text, err := a.list.RelaxedText()
	if err != nil {
		return err
	}
	relaxed, err := recompileText(p, text, 0)
	if err != nil {
		return nil // it is too large without the clues: each is left out by itself
	}
	if a.meanings, err = a.list.ClueMeanings(relaxed.Program()); err != nil {
		return nil
	}
	for k, c := range a.list.Clues {
		if c.InMatrix() && a.meanings[k] == nil {
			return nil
		}
	}
	a.oracle, err = newOracle(relaxed, work)
	return err
}

// newOracle answers questions about the matrix of a puzzle, with so much work for each.
func newOracle(p *quadrille.Puzzle, work int64) (*oracle.Oracle, error) {
	m, err := p.Program().Candidates()
	if err != nil {
		return nil, err
	}
	o := oracle.OracleOptions{Keeps: p.Program().IsSolution, MaxWork: work}
	if p.Program().IsExact() {
		o.Keeps = nil
	}
	request, err := p.PlanRequest(quadrille.Search{}, schedule.All)
	if err != nil {
		return nil, err
	}
	if request.NewFilter != nil {
		o.Filter = request.NewFilter()
	}
	return oracle.NewOracle(m, o), nil
}

// assumptionsWithout returns what the matrix of the relaxed puzzle is told of all clues but some. It returns false if
// it cannot do without those.
func (a *clueTester) assumptionsWithout(gone []int) (assumed oracle.Assumptions, ok bool) {
	if a.oracle == nil {
		return assumed, false
	}
	for k, m := range a.meanings {
		switch left := slices.Contains(gone, k); {
		case m == nil && left:
			return assumed, false
		case m != nil && !left:
			assumed.AddAll(*m)
		}
	}
	return assumed, true
}

// testNeed asks for a clue, without some others that are not needed. With a bound of work, what takes
// longer stays open.
func (a *clueTester) testNeed(ctx context.Context, k int, gone []int, work int64) (Need, error) {
	gone, limit := append([]int{k}, gone...), 2
	assumed, ok := a.assumptionsWithout(gone)
	if !ok {
		n, err := a.countWithout(ctx, gone, limit, work)
		return needOf(n == 1 || n == 0 && err != nil, err)
	}
	if chosen := a.meanings[k].Chosen; chosen != nil {
		limit, assumed.Banned = 1, append(assumed.Banned, chosen...) // any other solution breaks the clue
	}
	found, err := a.oracle.SolveUnder(ctx, assumed, limit)
	return needOf(len(found) < limit, err)
}

// needOf says what has come of a question: whether there is still one solution.
func needOf(one bool, err error) (Need, error) {
	switch {
	case !one:
		return Needed, nil
	case errors.Is(err, oracle.ErrWork), errors.Is(err, errNoPuzzle):
		return Undetermined, nil
	case err != nil:
		return Undetermined, err
	}
	return Implied, nil
}

// errNoPuzzle says that the text without a clue is none: a board without its hole, say, on which the pieces have no
// place.
var errNoPuzzle = errors.New("without that there is no puzzle")

// countWithout compiles the text without some clues, and looks for solutions up to a limit.
func (a *clueTester) countWithout(ctx context.Context, gone []int, limit int, work int64) (int, error) {
	text, err := a.list.TextWithout(gone...)
	if err != nil {
		return 0, err
	}
	p, err := recompileText(a.puzzle, text, a.puzzle.Input().Options.UpTo)
	if err != nil {
		return 0, errNoPuzzle
	}
	if work == 0 {
		s := a.search
		s.Progress = nil
		found, err := firstN(ctx, p, s, limit)
		return len(found), err
	}
	if p.Program().Stages() != nil {
		return countDissections(ctx, p, limit, work)
	}
	q, err := newOracle(p, work)
	if err != nil {
		return 0, err
	}
	found, err := q.SolveUnder(ctx, oracle.Assumptions{}, limit)
	return len(found), err
}

// reportProgress tells how many clues have been looked at.
func (a *clueTester) reportProgress(all []ClueNeed) {
	if a.search.Progress == nil {
		return
	}
	q := quadrille.Progress{}
	q.Solutions = 1
	for _, c := range all {
		if c.Need != Undetermined {
			q.Share += 1 / float64(len(all))
		}
	}
	a.search.Progress(q)
}

// countDissections counts dissections up to a limit and a bound of work, in which a node counts as for an oracle.
func countDissections(ctx context.Context, p *quadrille.Puzzle, limit int, work int64) (n int, err error) {
	s := staged.NewDissectionSearch(p.Program().Stages().Problem)
	s.LimitNodes(oracle.NodesForWork(work))
	for solution := range s.Dissections(ctx) {
		if p.Program().IsDissection(solution) {
			n++
		}
		if n == limit {
			return n, nil
		}
	}
	if err = s.Err(); errors.Is(err, staged.ErrNodeLimit) {
		err = oracle.ErrWork
	}
	return n, err
}
