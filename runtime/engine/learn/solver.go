package learn

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// clauseSolver is the state of one run.
type clauseSolver struct {
	*ClauseSearch
	optionsOfItem [][]matrix.OptionID // options that hold each item
	colorsOfItem  [][]matrix.Color    // colors in the options of each item; nil without colors
	optionLimits  [2][]int32          // largest number of true options, and of false options, of each item
	// number of propagated true options, and of propagated false options, of each item
	propagatedCounts [2][]int32
	hasFalseLimits   bool // whether some item has a limit of false options
	hasTrueLimits    bool // whether some item has a limit of true options other than 1
	clauseStore
	assignTrail
	conflictAnalysis
	activityHeap
	savedPhases
	cellPropagator
	colorVariables
	itemCounters

	conflictsSinceRestart int64           // number of conflicts since the last restart
	lubyIndex, lubyTerm   int64           // state of Luby's sequence of restarts: index and value of its current term
	reduction             growingInterval // schedule of the removal of learned clauses
	rephasing             growingInterval // schedule of the changes of saved values

	conflictCount   int64           // number of conflicts so far
	literalCount    int64           // total number of literals in all learned clauses
	nodeCount       int64           // number of decisions so far, and one for the root
	assignmentCount int64           // number of assignments so far
	solutionCount   int64           // number of solutions found
	nextReport      int64           // sum of updates and nodes at which the next report is due
	solutionBuffer  matrix.Solution // buffer for the solution that is yielded
}

// growingInterval is the schedule of a step that is repeated after more and more conflicts.
type growingInterval struct {
	// firstInterval is the number of conflicts before the first time. The next interval is twice as long, the one after
	// it three times, and so on.
	firstInterval int64
	dueConflicts  int64 // total number of conflicts at which the step is due next
	repeatCount   int64 // number of times that the step was due so far
}

func newGrowingInterval(unit int64) growingInterval {
	return growingInterval{firstInterval: unit, dueConflicts: unit}
}

// isDue reports whether the step is due after the given number of conflicts. If it is, isDue schedules the next time.
func (s *growingInterval) isDue(conflicts int64) bool {
	if conflicts < s.dueConflicts {
		return false
	}
	s.repeatCount++
	s.dueConflicts = conflicts + s.firstInterval*(s.repeatCount+1)
	return true
}

// noOptionLimit is the limit of options of an item that has no limit.
const noOptionLimit = math.MaxInt32

func newClauseSolver(search *ClauseSearch) *clauseSolver {
	p := search.problem
	colors := newColorVariables(p)
	cells, n := newCellPropagator(search.settings.ConnectedSets, p.OptionCount()+len(colors.colorEntries))
	items := p.ItemCount() + len(colors.coloredItems)
	s := &clauseSolver{
		ClauseSearch: search, colorsOfItem: make([][]matrix.Color, p.ItemCount()), colorVariables: colors,
		itemCounters:  itemCounters{limitUses: make([]int64, p.PrimaryCount())},
		optionsOfItem: append(slices.Clip(p.OptionsByItem()), make([][]matrix.OptionID, len(colors.coloredItems))...),
		clauseStore: clauseStore{watchLists: make([][]clauseWatch, 2*n),
			lemmaWriter: newLemmaWriter(search.settings.Proof, p.OptionCount(), &colors)},
		assignTrail: assignTrail{literalValues: make([]int8, 2*n), trueLiterals: make([]literal, 0, n),
			trailPlaceOf: make([]trailPlace, n)},
		conflictAnalysis: conflictAnalysis{literalsForSlicing: make([]literal, 2*n),
			optionMarks:     make([]literalMark, n),
			lastWalkOfLevel: make([]int64, n+1), lastWalkOfOption: make([]int64, n)},
		activityHeap: activityHeap{activity: make([]float64, n), activityIncrement: 1, heap: make([]int32, 0, n),
			heapIndex: make([]int32, n)},
		savedPhases:      savedPhases{savedValues: make([]literal, n), targetValues: make([]literal, n)},
		optionLimits:     [2][]int32{make([]int32, items), make([]int32, items)},
		propagatedCounts: [2][]int32{make([]int32, items), make([]int32, items)},
		cellPropagator:   cells,
		lubyIndex:        1, lubyTerm: 1, reduction: newGrowingInterval(search.tuning.reduceInterval),
		rephasing: newGrowingInterval(search.tuning.rephaseInterval),
		nodeCount: 1, nextReport: search.settings.ReportEvery,
	}
	for l := range s.literalsForSlicing {
		s.literalsForSlicing[l] = literal(l)
	}
	s.forgetTarget()
	random := rand.New(rand.NewPCG(search.settings.Seed, 0))
	for o := range int32(n) {
		s.savedValues[o], s.heapIndex[o] = chosenLiteral(o), -1
		s.activity[o] = 1e-6 * random.Float64() // so small that it only orders options until the first conflicts
		s.pushOption(o)
	}
	return s
}

// loadProblem loads the items, the options and the nogoods. It returns false if an item has too few
// options.
func (s *clauseSolver) loadProblem() bool {
	p := s.problem
	for o := range matrix.OptionID(p.OptionCount()) {
		if !slices.ContainsFunc(p.Option(o), func(e matrix.Entry) bool { return int(e.Item) < p.PrimaryCount() }) {
			// an option without a primary item is never chosen
			s.assignLiteral(unchosenLiteral(int32(o)), byDecision)
		}
	}
	for i, list := range s.optionsOfItem[:p.ItemCount()] {
		if !s.loadItem(matrix.ItemID(i), list) {
			return false
		}
	}
	for _, together := range p.Nogoods() {
		s.addRequirement(together, unchosenLiteral)
	}
	possible := s.loadColors() && s.loadCells()
	s.problemClauseEnd = uint32(len(s.clauseArena))
	return possible
}

// loadItem adds the clauses that make enough options of item i true, if it needs one option or all of them. It stores
// the limits and colors of the item, for which there are no clauses. It returns false if the item has too few options.
func (s *clauseSolver) loadItem(i matrix.ItemID, list []matrix.OptionID) bool {
	size := int32(len(list))
	if int(i) >= s.problem.PrimaryCount() {
		s.optionLimits[0][i], s.optionLimits[1][i] = 1, noOptionLimit
		for _, o := range list {
			entries := s.problem.Option(o)
			k := slices.IndexFunc(entries, func(e matrix.Entry) bool { return e.Item == i })
			s.colorsOfItem[i] = append(s.colorsOfItem[i], entries[k].Color)
		}
		return true
	}
	b := s.problem.Bound(i)
	if b.Min > size {
		return false
	}
	s.optionLimits[0][i], s.optionLimits[1][i] = b.Max, size-b.Min
	if b.Max >= size && size > 1 {
		s.optionLimits[0][i] = noOptionLimit
	}
	if b.Min <= 1 {
		s.optionLimits[1][i] = noOptionLimit
	}
	s.hasFalseLimits = s.hasFalseLimits || b.Min > 1
	s.hasTrueLimits = s.hasFalseLimits || s.hasTrueLimits || b.Max > 1 && b.Max < size
	if b.Min == 1 {
		s.addRequirement(list, chosenLiteral)
	} else if b.Min == size {
		for k := range list {
			s.addRequirement(list[k:k+1], chosenLiteral)
		}
	}
	return true
}

// addRequirement adds the clause that at least one of the given options has a certain value. The function literalOf
// returns the literal that states this for an option. addRequirement returns false if the clause contradicts the
// others.
func (s *clauseSolver) addRequirement(options []matrix.OptionID, literalOf func(int32) literal) bool {
	s.learnedClause = s.learnedClause[:0]
	for _, o := range options {
		s.learnedClause = append(s.learnedClause, literalOf(int32(o)))
	}
	return s.addInitialClause(s.learnedClause)
}

// addInitialClause adds a clause that every solution satisfies, before the search. It returns false if the clause has a
// single literal, which is false.
func (s *clauseSolver) addInitialClause(clause []literal) bool {
	why := s.addClause(clause, 0)
	if len(clause) > 1 {
		return true
	}
	if s.literalValues[clause[0]] == 0 {
		s.assignLiteral(clause[0], why)
	}
	return s.literalValues[clause[0]] > 0
}

// runSearch searches until the clauses contradict each other, yield returns false, or ctx is done.
// It returns the error of ctx or of the proof, ErrMemory or nil.
func (s *clauseSolver) runSearch(ctx context.Context, yield func(matrix.Solution) bool) error {
	if !s.loadProblem() {
		return ctx.Err()
	}
	for ctx.Err() == nil {
		s.reportProgress()
		c := s.propagateTrail()
		if c == noConflict {
			c = s.propagateCells()
		}
		if c != noConflict {
			if s.currentLevel() == 0 {
				return nil
			}
			s.resolveConflict(c)
			continue
		}
		switch {
		case s.propagatedCount < len(s.trueLiterals): // propagateCells has assigned literals
		case len(s.trueLiterals) == len(s.savedValues):
			if !yield(s.trueOptions()) || s.currentLevel() == 0 {
				return nil
			}
			s.ruleOutSolution()
		case s.isMemoryFull():
			return ErrMemory
		case s.proof != nil && s.proof.Err() != nil:
			return s.proof.Err()
		default:
			s.restartSearch()
			if s.propagatedCount == len(s.trueLiterals) { // a counter may have assigned a literal
				s.branchOnOption()
			}
		}
	}
	return ctx.Err()
}

// isMemoryFull reports whether the clauses exceed the memory even after a reduction.
func (s *clauseSolver) isMemoryFull() bool {
	if s.memoryBytes() > s.settings.MaxMemory {
		s.backtrackTo(0)
		s.reduceClauses()
	}
	return s.memoryBytes() > s.settings.MaxMemory
}

// resolveConflict learns a clause from a conflict, and goes back to the level at which that clause
// makes a literal true.
func (s *clauseSolver) resolveConflict(c conflict) {
	s.conflictCount++
	s.conflictsSinceRestart++
	s.saveTarget()
	back := s.learnClause(c)
	levels := s.countLevels()
	s.literalCount += int64(len(s.learnedClause))
	if s.onLearned != nil {
		s.onLearned(s.learnedClause)
	}
	s.writeLemma(s.learnedClause, false)
	s.backtrackTo(back)
	s.assignLiteral(s.learnedClause[0], s.addClause(s.learnedClause, levels))
}

// backtrackTo undoes all levels above the given one.
func (s *clauseSolver) backtrackTo(level int) {
	if level >= s.currentLevel() {
		return
	}
	cut := int(s.levelStarts[level])
	for k := len(s.trueLiterals) - 1; k >= cut; k-- {
		l := s.trueLiterals[k]
		if k < s.propagatedCount {
			s.countPropagated(l, -1)
		}
		s.literalValues[l], s.literalValues[l^1] = 0, 0
		s.savedValues[l.option()] = l
		s.pushOption(l.option())
	}
	s.trueLiterals, s.levelStarts = s.trueLiterals[:cut], s.levelStarts[:level]
	s.propagatedCount, s.checkedCount = cut, min(s.checkedCount, cut)
	for n := len(s.separations); n > 0 && int(s.separations[n-1].trailLength) >= cut; n-- {
		s.separations = s.separations[:n-1]
	}
}

// restartSearch goes back to the root if enough conflicts have occurred since the last restart. Their number is a
// term of Luby's sequence, 1 1 2 1 1 2 4 and so on, times a unit. The activities and saved values are kept, so the
// search soon returns to the same part of the tree, with better decisions near the root. (M. Luby, A. Sinclair and D.
// Zuckerman, "Optimal speedup of Las Vegas algorithms", 1993.)
func (s *clauseSolver) restartSearch() {
	if s.reduction.isDue(s.conflictCount) {
		s.backtrackTo(0)
		s.reduceClauses()
	}
	if s.conflictsSinceRestart < s.lubyTerm*s.tuning.restartUnit {
		return
	}
	s.conflictsSinceRestart = 0
	if s.lubyIndex&-s.lubyIndex == s.lubyTerm { // next term of the sequence by Knuth's "reluctant doubling"
		s.lubyIndex, s.lubyTerm = s.lubyIndex+1, 1
	} else {
		s.lubyTerm *= 2
	}
	s.backtrackTo(0)
	s.addCounters()
	if s.rephasing.isDue(s.conflictCount) {
		s.forgetTarget()
	}
}

// branchOnOption opens a new level with a decision on the open option of the highest activity.
func (s *clauseSolver) branchOnOption() {
	for {
		o := s.popOption()
		if s.literalValues[chosenLiteral(o)] != 0 {
			continue
		}
		l := s.targetValues[o]
		if l == noSavedValue {
			l = s.savedValues[o]
		}
		s.nodeCount++
		s.levelStarts = append(s.levelStarts, int32(len(s.trueLiterals)))
		s.assignLiteral(l, byDecision)
		return
	}
}

// trueOptions returns the options that are true as a solution, and counts the solution.
func (s *clauseSolver) trueOptions() matrix.Solution {
	s.solutionCount++
	s.solutionBuffer = s.solutionBuffer[:0]
	for _, l := range s.trueLiterals {
		if l.isPositive() && int(l.option()) < s.problem.OptionCount() {
			s.solutionBuffer = append(s.solutionBuffer, matrix.OptionID(l.option()))
		}
	}
	return s.solutionBuffer
}

// ruleOutSolution adds a clause that forbids the decisions that led to the last solution.
func (s *clauseSolver) ruleOutSolution() {
	s.learnedClause = s.learnedClause[:0]
	for _, cut := range slices.Backward(s.levelStarts) {
		s.learnedClause = append(s.learnedClause, s.trueLiterals[cut].negated())
	}
	s.writeLemma(s.learnedClause, false)
	s.backtrackTo(s.currentLevel() - 1)
	s.assignLiteral(s.learnedClause[0], s.addClause(s.learnedClause, 0))
}

// reportProgress reports the progress of the search: the share of the options that are assigned at the root, where
// values are final.
func (s *clauseSolver) reportProgress() {
	if s.settings.Report == nil || s.assignmentCount+s.nodeCount < s.nextReport {
		return
	}
	s.nextReport = s.assignmentCount + s.nodeCount + s.settings.ReportEvery
	root := len(s.trueLiterals)
	if s.currentLevel() > 0 {
		root = int(s.levelStarts[0])
	}
	settled := 0
	for _, l := range s.trueLiterals[:root] {
		if int(l.option()) < s.problem.OptionCount() {
			settled++
		}
	}
	share := float64(settled) / float64(max(1, s.problem.OptionCount()))
	s.settings.Report(search.Progress{Share: share, Solutions: s.solutionCount, Nodes: s.nodeCount,
		Updates: s.assignmentCount})
}
