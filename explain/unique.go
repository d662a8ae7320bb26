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
	"quadrille/runtime/matrix"
	"quadrille/runtime/oracle"
	"quadrille/runtime/schedule"
)

// Uniqueness is the result of testing whether a puzzle has exactly one solution. For a puzzle with one solution it
// states which clues are needed.
type Uniqueness struct {
	// Solutions holds two different solutions, or the only solution, or nothing if there is no solution.
	Solutions []quadrille.Solution
	// IsKnown reports whether the search decided if the puzzle has no, one or several solutions. It is false if the
	// search ended early.
	IsKnown bool
	// TestedClues holds the clues of a puzzle with one solution, each with the result whether it is needed.
	TestedClues []TestedClue
	// SpareClues holds the indices in TestedClues of clues that can be left out together. Without these, every other
	// clue is needed. They are found by leaving out one clue after the other.
	SpareClues []int
	// IsSpareOpen is set if the bound of work ended the search for clues that can be left out, so that more clues may
	// be spare.
	IsSpareOpen bool
	// DecidingClues names clues for a puzzle with several solutions. Each, added as a given, would leave as few
	// solutions as possible, namely SolutionsLeft. Such clues are sought only if the puzzle has at most maxDecided
	// solutions.
	DecidingClues []string
	SolutionsLeft int

	equivalenceText string // description of the equivalence of solutions, or ""
}

// TestedClue is a clue of a puzzle with one solution, with the result of the test whether it is needed.
type TestedClue struct {
	// Kind is given, letter, man, bar, piece, cage, mark, edge clue, line clue, rule, statement or hole.
	Kind string `json:"kind"`
	// Name identifies the clue in a few words: the given 5 at (0, 2).
	Name string `json:"name"`
	// LineNumber is the number of the clue's line in the text, counted from 1.
	LineNumber int `json:"line"`
	// Cells are the cells that the clue is about, or nil if these are no definite set.
	Cells     [][]int32 `json:"cells,omitempty"`
	Necessity Necessity `json:"need"`
}

// Necessity is the result of testing whether a puzzle still has one solution without a clue.
type Necessity string

// The values of Necessity.
const (
	Needed       Necessity = "needed"  // without the clue there are several solutions
	Implied      Necessity = "follows" // without the clue there is still one solution
	Undetermined Necessity = "open"    // the test ended early, or exceeded its bound of work
)

// ClueOptions says how the clues of a puzzle with one solution are tested. The zero value bounds the work.
type ClueOptions struct {
	// AllClues removes the bound of work, so that the test of each clue ends with a decision if ctx allows it.
	AllClues bool
	// OnVerdict, if not nil, receives the result once the number of solutions is known, before clues are tested.
	OnVerdict func(Uniqueness)
}

// CheckUniqueness searches for two solutions. If there is only one, it tests each clue: it leaves out only this clue,
// and searches for a second solution. Solutions that the puzzle treats as equivalent count as one. The work on clues is
// bounded, unless the options say otherwise. If the search ends early, the error says why, and the result is what is
// known until then.
func CheckUniqueness(ctx context.Context, p *quadrille.Puzzle, s quadrille.Search, o ClueOptions) (Uniqueness, error) {
	u := Uniqueness{}
	if g, ok := p.Group(); ok {
		u.equivalenceText = " up to " + g.UpTo
	} else if breaksSymbolSwaps(p) {
		u.equivalenceText = " up to swaps"
	}
	var err error
	effort := quadrille.Effort{}
	s.Effort = &effort
	if u.Solutions, err = firstSolutions(ctx, p, s, 2); err != nil && len(u.Solutions) < 2 {
		return u, err
	}
	u.IsKnown = true
	if o.OnVerdict != nil {
		o.OnVerdict(u)
	}
	switch {
	case p.HasGoal(): // leaving out or adding a clue may change which solutions are best
	case len(u.Solutions) == 1:
		a := &clueTester{search: s, testsAllClues: o.AllClues}
		if effort.Engine == quadrille.EngineLearn {
			a.largeQuestionEngine = schedule.Learn // it was the fastest one, and other questions are like the first
		}
		err = a.testClues(ctx, p, &u)
	case len(u.Solutions) == 2 && u.equivalenceText == "":
		u.findDecidingClues(ctx, p, s)
	}
	return u, err
}

// maxDecided is the largest number of solutions for which deciding clues are sought.
const maxDecided = 1000

// findDecidingClues finds clues that leave as few of the solutions as possible, if there are at most maxDecided
// solutions.
func (u *Uniqueness) findDecidingClues(ctx context.Context, p *quadrille.Puzzle, s quadrille.Search) {
	ctx, giveUp := context.WithCancel(ctx)
	defer giveUp()
	reports := 0
	s.Limit, s.Effort, s.Tallies = maxDecided+1, nil, nil
	s.Progress = func(quadrille.Progress) {
		if reports++; reports > 3 {
			giveUp() // the search for two solutions was short, so this one is cut off early
		}
	}
	if c, err := CountCandidates(ctx, p, s); err == nil && c.SolutionCount <= maxDecided {
		u.DecidingClues, u.SolutionsLeft = c.DecidingClues()
	}
}

// breaksSymbolSwaps reports whether the equivalence [quadrille.Swaps] applies to the puzzle, by its options or by its
// text.
func breaksSymbolSwaps(p *quadrille.Puzzle) bool {
	return p.Input().Options.UpTo&quadrille.Swaps != 0 || p.Program().Puzzle.BreakSwapsSpan.IsKnown()
}

// firstSolutions returns the first limit solutions, or all solutions if there are fewer.
func firstSolutions(ctx context.Context, p *quadrille.Puzzle, s quadrille.Search,
	limit int) (found []quadrille.Solution,
	err error) {
	s.Limit = limit
	for solution, err := range p.Solutions(ctx, s) {
		if err != nil {
			return found, err
		}
		if found = append(found, solution); len(found) == limit {
			break // a search that records its effort would look for one more
		}
	}
	return found, nil
}

// recompileText compiles another text in place of the text of the puzzle.
func recompileText(p *quadrille.Puzzle, text string, upTo quadrille.UpTo) (*quadrille.Puzzle, error) {
	o := p.Input().Options
	o.Format, o.UpTo = "puz", upTo
	return quadrille.Load(p.Input().Name, []byte(text), o)
}

// listInlinedClues returns the clues of the puzzle. If its square is in another file, the givens of the square are
// first written into the text. It also returns the puzzle with the resulting text.
func listInlinedClues(p *quadrille.Puzzle) (*clues.ClueList, *quadrille.Puzzle, error) {
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
		return listInlinedClues(q)
	}
	return clues.ListClues(f, p.Program().Puzzle), p, nil
}

// clueTester tests whether a puzzle has one solution when some of its clues are left out.
type clueTester struct {
	puzzle      *quadrille.Puzzle
	search      quadrille.Search
	clueList    *clues.ClueList
	testedClues []int          // indices in the list of the clues to test
	oracle      *oracle.Oracle // oracle that answers from the matrix of the relaxed puzzle; nil if there is none
	// clueMeanings holds the meaning of each clue in the matrix of the relaxed puzzle; nil for a clue that the matrix
	// cannot express.
	clueMeanings []*oracle.Assumptions

	largeQuestionEngine string // name of the engine for hard searches, or "" for several engines that take turns
	testsAllClues       bool   // whether the last round tests clues without a bound of work
	workLeft            int64  // work that may still be spent on all clues, in updates
}

const (
	// quickClueWork and slowClueWork bound the work on one clue, in updates, in the first and in the second round.
	quickClueWork, slowClueWork = 1 << 20, 1 << 24
	// maxClueWork bounds the work on all clues together, in updates. This much work takes seconds.
	maxClueWork = 1 << 27
	// updatesPerEntry is the work, in updates, of compiling an entry of an option and building the links for it, and
	// updatesPerByte that of reading a byte of a text.
	updatesPerEntry, updatesPerByte = 8, 64
)

// workRounds returns, for each round of tests, the bound of work on one clue, in updates; 0 stands for no bound. A clue
// that exceeds the bound of a round is tested again in the next round. So a hard clue does not use up the work for
// other clues.
func (a *clueTester) workRounds() []int64 {
	if a.testsAllClues {
		return []int64{quickClueWork, slowClueWork, 0}
	}
	return []int64{quickClueWork, slowClueWork}
}

// testClues tests each clue of a puzzle with one solution.
func (a *clueTester) testClues(ctx context.Context, p *quadrille.Puzzle, u *Uniqueness) error {
	list, q, err := listInlinedClues(p)
	if err != nil {
		return err
	}
	a.puzzle, a.clueList, a.workLeft = q, list, maxClueWork
	for k, c := range list.Clues {
		if c.EnclosingClue >= 0 {
			continue
		}
		a.testedClues = append(a.testedClues, k)
		line := c.Span.File.LineOf(c.Span.Start)
		u.TestedClues = append(u.TestedClues, TestedClue{string(c.Kind), c.Name, line,
			lattice.CellCoordinates(c.Cells, len(q.Program().Lattice().AxisNames)), Undetermined})
	}
	for _, work := range a.workRounds() {
		if err := a.makeOracle(work); err != nil {
			return err
		}
		for _, k := range a.orderedClues() {
			if u.TestedClues[k].Necessity != Undetermined {
				continue
			}
			if u.TestedClues[k].Necessity, err = a.testClueNecessity(ctx, a.testedClues[k], nil, work); err != nil {
				return err
			}
			a.reportProgress(u.TestedClues)
		}
	}
	return a.findSpareClues(ctx, u)
}

// orderedClues returns the indices of the tested clues: givens before rules, as a test of a given compiles no text.
func (a *clueTester) orderedClues() (order []int) {
	for _, given := range []bool{true, false} {
		for k, c := range a.testedClues {
			if a.clueList.Clues[c].IsExpressibleInMatrix() == given {
				order = append(order, k)
			}
		}
	}
	return order
}

// findSpareClues leaves out unnecessary clues one after the other, givens before rules, and keeps each change after
// which there is still a single solution.
func (a *clueTester) findSpareClues(ctx context.Context, u *Uniqueness) error {
	var dropped []int
	for _, k := range a.orderedClues() {
		if u.TestedClues[k].Necessity != Implied {
			continue
		}
		need, err := Implied, error(nil)
		if rounds := a.workRounds(); len(dropped) > 0 {
			need, err = a.testClueNecessity(ctx, a.testedClues[k], dropped, rounds[len(rounds)-1])
		}
		if err != nil {
			return err
		}
		u.IsSpareOpen = u.IsSpareOpen || need == Undetermined
		if need == Implied {
			u.SpareClues, dropped = append(u.SpareClues, k), append(dropped, a.testedClues[k])
		}
	}
	return nil
}

// makeOracle makes the oracle for the relaxed puzzle, if assumptions about its matrix can express some clues.
func (a *clueTester) makeOracle(work int64) error {
	p := a.puzzle
	if _, classes := p.Group(); classes || breaksSymbolSwaps(p) ||
		!slices.ContainsFunc(a.clueList.Clues, clues.Clue.IsExpressibleInMatrix) {
		return nil
	}
	text, err := a.clueList.TextWithoutClues()
	if err != nil {
		return err
	}
	relaxed, err := recompileText(p, text, 0)
	if err != nil {
		return nil // the relaxed puzzle is too large, so texts without clues are compiled instead
	}
	if a.clueMeanings, err = a.clueList.ClueMeanings(relaxed.Program()); err != nil {
		return nil
	}
	for k, c := range a.clueList.Clues {
		if c.IsExpressibleInMatrix() && a.clueMeanings[k] == nil {
			return nil
		}
	}
	a.oracle, err = newOracle(relaxed, work, a.largeQuestionEngine)
	return err
}

// NewOracle returns an oracle for the matrix of a puzzle.
func NewOracle(p *quadrille.Puzzle) (*oracle.Oracle, error) { return newOracle(p, 0, "") }

// newOracle returns an oracle for the matrix of a puzzle, with a bound of work for each query, in updates, and an
// engine for hard queries.
func newOracle(p *quadrille.Puzzle, work int64, engine string) (*oracle.Oracle, error) {
	m, err := p.Program().Candidates()
	if err != nil {
		return nil, err
	}
	o := oracle.OracleOptions{IsSolution: p.Program().IsSolution, MaxWork: work, Engine: engine}
	if p.Program().IsExact() {
		o.IsSolution = nil
	}
	request, err := p.PlanRequest(quadrille.Search{}, schedule.AllSolutions)
	if err != nil {
		return nil, err
	}
	o.ConnectedSets = request.ConnectedSets
	return oracle.NewOracle(m, o), nil
}

// assumptionsWithout returns the assumptions about the matrix of the relaxed puzzle that express all clues except the
// dropped clues. It returns false if some dropped clue cannot be expressed.
func (a *clueTester) assumptionsWithout(dropped []int) (assumed oracle.Assumptions, ok bool) {
	if a.oracle == nil {
		return assumed, false
	}
	for k, m := range a.clueMeanings {
		switch left := slices.Contains(dropped, k); {
		case m == nil && left:
			return assumed, false
		case m != nil && !left:
			assumed.AddAssumptions(*m)
		}
	}
	return assumed, true
}

// testClueNecessity tests whether the clue with index k is needed if other clues have been dropped. If the test exceeds
// the bound work, or no work is left for all clues together, the result is Undetermined.
func (a *clueTester) testClueNecessity(ctx context.Context, k int, dropped []int, work int64) (Necessity, error) {
	if work > 0 && a.workLeft <= 0 && !a.testsAllClues {
		return Undetermined, ctx.Err()
	}
	dropped, limit := append([]int{k}, dropped...), 2
	assumed, ok := a.assumptionsWithout(dropped)
	if !ok {
		n, err := a.countSolutionsWithout(ctx, dropped, limit, work)
		return necessityOf(n == 1 || n == 0 && err != nil, err)
	}
	if chosen := a.clueMeanings[k].ChosenOptions; chosen != nil {
		limit, assumed.BannedOptions = 1, append(assumed.BannedOptions, chosen...) // any other solution breaks the clue
	}
	found, err := a.queryOracle(ctx, a.oracle, assumed, limit)
	return necessityOf(len(found) < limit, err)
}

// queryOracle asks an oracle for solutions, and subtracts the work of the query from workLeft.
func (a *clueTester) queryOracle(ctx context.Context, q *oracle.Oracle, assumed oracle.Assumptions,
	limit int) ([]matrix.Solution, error) {
	before := q.SpentWork()
	defer func() { a.workLeft -= q.SpentWork() - before }()
	return q.SolveUnder(ctx, assumed, limit)
}

// necessityOf returns the necessity of a clue: the argument one tells whether there is a single solution without the
// clue.
func necessityOf(one bool, err error) (Necessity, error) {
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

// errNoPuzzle is the error if the text without a clue is no valid puzzle, for example if the pieces cannot fill the
// board once a hole has become a cell.
var errNoPuzzle = errors.New("without that there is no puzzle")

// countSolutionsWithout compiles the text without some clues, and counts solutions up to a limit.
func (a *clueTester) countSolutionsWithout(ctx context.Context, dropped []int, limit int, work int64) (int, error) {
	text, err := a.clueList.TextWithout(dropped...)
	if err != nil {
		return 0, err
	}
	a.workLeft -= updatesPerByte * int64(len(text))
	p, err := recompileText(a.puzzle, text, a.puzzle.Input().Options.UpTo)
	if err != nil {
		return 0, errNoPuzzle
	}
	if work == 0 {
		s := a.search
		s.Progress, s.Effort = nil, nil
		found, err := firstSolutions(ctx, p, s, limit)
		return len(found), err
	}
	if p.Program().StagedDissection() != nil {
		a.workLeft -= work // the compilation and the search may take all of it
		return countDissections(ctx, p, limit, work)
	}
	q, err := newOracle(p, work, a.largeQuestionEngine)
	if err != nil {
		return 0, err
	}
	if m, err := p.Program().Candidates(); err == nil {
		a.workLeft -= updatesPerEntry * int64(m.EntryCount())
	}
	found, err := a.queryOracle(ctx, q, oracle.Assumptions{}, limit)
	return len(found), err
}

// reportProgress reports the number of clues that have been tested.
func (a *clueTester) reportProgress(all []TestedClue) {
	if a.search.Progress == nil {
		return
	}
	q := quadrille.Progress{}
	q.Solutions = 1
	for _, c := range all {
		if c.Necessity != Undetermined {
			q.Share += 1 / float64(len(all))
		}
	}
	a.search.Progress(q)
}

// countDissections counts dissections up to a limit. It stops after a bound of work. A search node counts as much work
// as in an oracle.
func countDissections(ctx context.Context, p *quadrille.Puzzle, limit int, work int64) (n int, err error) {
	s := staged.NewDissectionSearch(p.Program().StagedDissection().Problem)
	s.LimitNodes(oracle.NodesForWork(work))
	for solution := range s.Dissections(ctx) {
		if p.Program().IsDissectionSolution(solution) {
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
