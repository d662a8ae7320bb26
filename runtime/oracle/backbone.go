package oracle

import (
	"context"
	"errors"
	"slices"

	"quadrille/runtime/matrix"
)

// Backbone tells which options are in all solutions, and which are in no solution.
type Backbone struct {
	FirstSolution matrix.Solution   // one solution
	HasSolution   bool              // whether there is a solution
	OptionsInAll  []matrix.OptionID // options in every solution
	OptionsInNone []matrix.OptionID // options in no solution
	// OpenCount is the number of options of which it is not known whether some solution contains them. It is 0 unless
	// the work ended early.
	OpenCount int
}

// FindBackbone finds the options that are in all solutions under assumptions, and the options that are in none, without
// listing the solutions. If onAnswer is not nil, it is called after each query with the number of options that are
// still open. If the work ends early, FindBackbone returns the error with what is known so far.
//
// It records the options that are in some solution. For an item that is covered once, it asks for a solution without
// any of the item's recorded options. Either there is such a solution; then it contains another option of the item,
// which is recorded. Or the other options of the item are in no solution. As long as there are such solutions, it asks
// for several items at once. So there are few more queries than items and options in use. (J. Marques-Silva, M. Janota
// and I. Lynce, "On computing backbones of propositional theories", ECAI 2010, with items in place of literals.)
//
// If there are few solutions, it is faster to list them all. So the two methods alternate, and both do about the same
// amount of work.
func (q *Oracle) FindBackbone(ctx context.Context, a Assumptions, onAnswer func(open int)) (Backbone, error) {
	b := &backboneSearch{Oracle: q, ctx: ctx, onAnswer: onAnswer,
		callerAssumptions: Assumptions{sortUnique(a.ChosenOptions), sortUnique(a.BannedOptions)},
		useCounts:         make([]int, q.problem.OptionCount()), isInNoSolution: make([]bool, q.problem.OptionCount())}
	b.workAtStart = q.spentWork
	err := b.findBackbone()
	if errors.Is(err, errAllListed) {
		err = nil
	}
	return b.makeBackbone(), err
}

// backboneSearch is the state of a search for a backbone.
type backboneSearch struct {
	*Oracle
	ctx               context.Context
	callerAssumptions Assumptions // assumptions of the caller
	// function that is called after each query with the number of open options; or nil
	onAnswer       func(int)
	knownSolutions int               // number of solutions seen
	firstSolution  matrix.Solution   // first solution seen
	useCounts      []int             // for each option, the number of known solutions that contain it
	isInNoSolution []bool            // for each option, whether it is in no solution
	optionsInAll   []matrix.OptionID // options that are in every solution
	// total work of the oracle when the queries began, or after solutions were last listed
	workAtStart    int64
	workWhenListed int64 // bound of work within which solutions were last listed
}

// errAllListed is the error that ends the queries when all solutions have been listed.
var errAllListed = errors.New("all solutions are known")

func (b *backboneSearch) findBackbone() error {
	if !b.areAssumptionsPossible(b.callerAssumptions) {
		b.ruleOutOptions(b.allOptions())
		return nil
	}
	if err := b.listSolutions(b.listingWork); err != nil {
		return err
	}
	if b.knownSolutions == 0 {
		if found, err := b.querySolution(nil, nil); err != nil || !found {
			if err == nil {
				b.ruleOutOptions(b.allOptions())
			}
			return err
		}
	}
	holding := b.problem.OptionsByItem()
	if err := b.decideByItems(holding); err != nil {
		return err
	}
	if err := b.decideOptionsSingly(); err != nil {
		return err
	}
	return b.findOptionsInAll(holding)
}

// allOptions returns all options.
func (b *backboneSearch) allOptions() []matrix.OptionID {
	all := make([]matrix.OptionID, len(b.useCounts))
	for o := range all {
		all[o] = matrix.OptionID(o)
	}
	return all
}

// listSolutions visits solutions within a bound of work; a bound of 0 visits none. It returns errAllListed if it has
// visited all solutions.
func (b *backboneSearch) listSolutions(work int64) error {
	if work == 0 {
		return nil
	}
	uses, solutions := make([]int, len(b.useCounts)), 0
	err := b.searchUnder(b.ctx, b.callerAssumptions, 0, work, func(s matrix.Solution) bool {
		b.countSolution(s)
		solutions++
		for _, o := range s {
			uses[o]++
		}
		return true
	})
	b.workAtStart, b.workWhenListed = b.spentWork, work
	if err != nil {
		if err == ErrWork {
			return nil
		}
		return err
	}
	b.optionsInAll = nil
	for o, n := range uses {
		b.isInNoSolution[o] = n == 0
		if n > 0 && n == solutions {
			b.optionsInAll = append(b.optionsInAll, matrix.OptionID(o))
		}
	}
	return errAllListed
}

// countSolution records the options of a solution.
func (b *backboneSearch) countSolution(s matrix.Solution) {
	if b.knownSolutions++; b.knownSolutions == 1 {
		b.firstSolution = slices.Clone(s)
	}
	for _, o := range s {
		b.useCounts[o]++
	}
}

// querySolution looks for a solution under the assumptions that contains the chosen options and none of the banned
// ones. It records that solution, and reports whether there is one.
func (b *backboneSearch) querySolution(chosen, banned []matrix.OptionID) (bool, error) {
	if questions := b.spentWork - b.workAtStart; questions > 2*b.workWhenListed && b.listingWork > 0 {
		if err := b.listSolutions(questions); err != nil {
			return false, err
		}
	}
	a := Assumptions{slices.Concat(b.callerAssumptions.ChosenOptions, chosen),
		slices.Concat(b.callerAssumptions.BannedOptions, banned)}
	for o, never := range b.isInNoSolution {
		if never {
			a.BannedOptions = append(a.BannedOptions, matrix.OptionID(o))
		}
	}
	found, err := b.SolveUnder(b.ctx, a, 1)
	if len(found) > 0 {
		b.countSolution(found[0])
	}
	if b.onAnswer != nil {
		b.onAnswer(b.undecidedCount())
	}
	return len(found) > 0, err
}

func (b *backboneSearch) isUndecided(o matrix.OptionID) bool {
	return b.useCounts[o] == 0 && !b.isInNoSolution[o]
}

func (b *backboneSearch) undecidedCount() (n int) {
	for o := range b.useCounts {
		if b.isUndecided(matrix.OptionID(o)) {
			n++
		}
	}
	return n
}

// decideByItems determines, for the options of all items that are covered once, whether they are in some solution.
func (b *backboneSearch) decideByItems(holding [][]matrix.OptionID) error {
	var open []matrix.ItemID
	for i := range matrix.ItemID(b.problem.PrimaryCount()) {
		if b.problem.Bound(i) == matrix.Once {
			open = append(open, i)
		}
	}
	for together := 1; ; {
		open = slices.DeleteFunc(open, func(i matrix.ItemID) bool {
			return !slices.ContainsFunc(holding[i],
				b.isUndecided)
		})
		if len(open) == 0 {
			return nil
		}
		together = min(together, len(open))
		var used []matrix.OptionID
		for _, i := range open[:together] {
			for _, o := range holding[i] {
				if b.useCounts[o] > 0 {
					used = append(used, o)
				}
			}
		}
		found, err := b.querySolution(nil, used)
		switch {
		case err != nil:
			return err
		case found:
			together *= 2
		case together > 1:
			together /= 2
		default:
			b.ruleOutOptions(holding[open[0]])
		}
	}
}

// ruleOutOptions records that no solution contains any of the given options that are still open.
func (b *backboneSearch) ruleOutOptions(options []matrix.OptionID) {
	for _, o := range options {
		b.isInNoSolution[o] = b.isInNoSolution[o] || b.useCounts[o] == 0
	}
}

// decideOptionsSingly determines, for each open option that holds no item covered once, whether it is in some solution.
func (b *backboneSearch) decideOptionsSingly() error {
	for o := range matrix.OptionID(len(b.useCounts)) {
		if !b.isUndecided(o) {
			continue
		}
		found, err := b.querySolution([]matrix.OptionID{o}, nil)
		if err != nil {
			return err
		}
		b.isInNoSolution[o] = !found
	}
	return nil
}

// findOptionsInAll finds the options that are in every solution, among those that are in all solutions seen so far.
// Such an option is in every solution if an item that must be covered has no other option in any solution. Each other
// option takes a query.
func (b *backboneSearch) findOptionsInAll(holding [][]matrix.OptionID) error {
	for _, o := range slices.Sorted(slices.Values(b.firstSolution)) {
		if b.useCounts[o] < b.knownSolutions {
			continue
		}
		alone := slices.ContainsFunc(b.problem.Option(o), func(e matrix.Entry) bool {
			return b.isCoveredOnce(e) && !slices.ContainsFunc(holding[e.Item],
				func(other matrix.OptionID) bool { return other != o && !b.isInNoSolution[other] })
		})
		if !alone {
			lacking, err := b.querySolution(nil, []matrix.OptionID{o})
			if err != nil {
				return err
			}
			if lacking {
				continue
			}
		}
		b.optionsInAll = append(b.optionsInAll, o)
	}
	return nil
}

func (b *backboneSearch) makeBackbone() Backbone {
	r := Backbone{FirstSolution: b.firstSolution, HasSolution: b.knownSolutions > 0, OptionsInAll: b.optionsInAll,
		OpenCount: b.undecidedCount()}
	for o, never := range b.isInNoSolution {
		if never {
			r.OptionsInNone = append(r.OptionsInNone, matrix.OptionID(o))
		}
	}
	return r
}
