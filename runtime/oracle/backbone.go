package oracle

import (
	"context"
	"errors"
	"slices"

	"quadrille/runtime/matrix"
	"quadrille/runtime/plan"
)

// Backbone says what all solutions have in common.
type Backbone struct {
	Solution matrix.Solution   // one of them
	Solvable bool              // whether there is one
	Always   []matrix.OptionID // are in every solution
	Never    []matrix.OptionID // are in none
	// Open is how many options it is not known of whether a solution has them. It is 0 unless
	// the work ended before its time.
	Open int
}

// Backbone finds which options are in all solutions under assumptions, and which are in none,
// without listing the solutions. Told, if not nil, is called after each question with the number
// of options that are still open. If the work ends before its time, the error says why, and what
// is known comes with it.
//
// It keeps the options that some solution has. For an item that is covered once it asks for a
// solution that has none of those there: either the solution has a new one, or all others of
// the item are never chosen. Several items are asked for at once as long as that succeeds. So
// there are hardly more questions than items and options in use. (The way of J. Marques-Silva,
// M. Janota and I. Lynce, "On computing backbones of propositional theories", ECAI 2010, with
// items in place of literals.)
//
// Where solutions are few, to list them all is faster. So the two take turns, each with as much
// work as the other has done.
func (q *Oracle) Backbone(ctx context.Context, a Assumptions, told func(open int)) (Backbone, error) {
	b := &boning{Oracle: q, ctx: ctx, base: Assumptions{unique(a.Chosen), unique(a.Banned)}, told: told, uses: make([]int, q.problem.Options()), never: make([]bool, q.problem.Options())}
	b.begun = q.spent
	err := b.run()
	if errors.Is(err, errListed) {
		err = nil
	}
	return b.result(), err
}

// boning is the work on a backbone.
type boning struct {
	*Oracle
	ctx    context.Context
	base   Assumptions
	told   func(int)
	met    int             // solutions
	one    matrix.Solution // of them
	uses   []int           // by option: how many of the solutions met have it
	never  []bool          // by option: no solution has it
	always []matrix.OptionID
	begun  int64 // the work that was spent when questions began, or lists ended
	listed int64 // on the last list
}

// errListed ends the questions when all solutions have been listed.
var errListed = errors.New("all solutions are known")

func (b *boning) run() error {
	if !b.possible(b.base) {
		b.rule(b.everything())
		return nil
	}
	if err := b.list(b.listing); err != nil {
		return err
	}
	if b.met == 0 {
		if found, err := b.ask(nil, nil); err != nil || !found {
			if err == nil {
				b.rule(b.everything())
			}
			return err
		}
	}
	holding := b.problem.Holding()
	if err := b.byItems(holding); err != nil {
		return err
	}
	if err := b.oneByOne(); err != nil {
		return err
	}
	return b.proveAlways(holding)
}

// everything lists all options.
func (b *boning) everything() []matrix.OptionID {
	all := make([]matrix.OptionID, len(b.uses))
	for o := range all {
		all[o] = matrix.OptionID(o)
	}
	return all
}

// list visits solutions, up to a bound of work; 0 is none at all. It returns errListed if they are all.
func (b *boning) list(work int64) error {
	if work == 0 {
		return nil
	}
	uses, met := make([]int, len(b.uses)), 0
	err := b.search(b.ctx, b.base, plan.All, work, func(s matrix.Solution) bool {
		b.meet(s)
		met++
		for _, o := range s {
			uses[o]++
		}
		return true
	})
	b.begun, b.listed = b.spent, work
	if err != nil {
		if err == ErrWork {
			return nil
		}
		return err
	}
	b.always = nil
	for o, n := range uses {
		b.never[o] = n == 0
		if n > 0 && n == met {
			b.always = append(b.always, matrix.OptionID(o))
		}
	}
	return errListed
}

// meet notes what a solution has.
func (b *boning) meet(s matrix.Solution) {
	if b.met++; b.met == 1 {
		b.one = slices.Clone(s)
	}
	for _, o := range s {
		b.uses[o]++
	}
}

// ask looks for a solution that has some options and lacks others, beside the assumptions, and
// notes it.
func (b *boning) ask(chosen, banned []matrix.OptionID) (bool, error) {
	if questions := b.spent - b.begun; questions > 2*b.listed && b.listing > 0 {
		if err := b.list(questions); err != nil {
			return false, err
		}
	}
	a := Assumptions{slices.Concat(b.base.Chosen, chosen), slices.Concat(b.base.Banned, banned)}
	for o, never := range b.never {
		if never {
			a.Banned = append(a.Banned, matrix.OptionID(o))
		}
	}
	found, err := b.Solve(b.ctx, a, 1)
	if len(found) > 0 {
		b.meet(found[0])
	}
	if b.told != nil {
		b.told(b.open())
	}
	return len(found) > 0, err
}

func (b *boning) isOpen(o matrix.OptionID) bool { return b.uses[o] == 0 && !b.never[o] }

func (b *boning) open() (n int) {
	for o := range b.uses {
		if b.isOpen(matrix.OptionID(o)) {
			n++
		}
	}
	return n
}

// byItems decides on the options of all items that are covered once.
func (b *boning) byItems(holding [][]matrix.OptionID) error {
	var open []matrix.ItemID
	for i := range matrix.ItemID(b.problem.Primary()) {
		if b.problem.Bound(i) == matrix.Once {
			open = append(open, i)
		}
	}
	for together := 1; ; {
		open = slices.DeleteFunc(open, func(i matrix.ItemID) bool { return !slices.ContainsFunc(holding[i], b.isOpen) })
		if len(open) == 0 {
			return nil
		}
		together = min(together, len(open))
		var used []matrix.OptionID
		for _, i := range open[:together] {
			for _, o := range holding[i] {
				if b.uses[o] > 0 {
					used = append(used, o)
				}
			}
		}
		found, err := b.ask(nil, used)
		switch {
		case err != nil:
			return err
		case found:
			together *= 2
		case together > 1:
			together /= 2
		default:
			b.rule(holding[open[0]])
		}
	}
}

// rule notes that the options of an item that are open are in no solution.
func (b *boning) rule(options []matrix.OptionID) {
	for _, o := range options {
		b.never[o] = b.never[o] || b.uses[o] == 0
	}
}

// oneByOne decides on the options that hold no item that is covered once.
func (b *boning) oneByOne() error {
	for o := range matrix.OptionID(len(b.uses)) {
		if !b.isOpen(o) {
			continue
		}
		found, err := b.ask([]matrix.OptionID{o}, nil)
		if err != nil {
			return err
		}
		b.never[o] = !found
	}
	return nil
}

// proveAlways decides on the options that all solutions met have. The only one of an item that is
// ever used is always chosen; of others it must be asked.
func (b *boning) proveAlways(holding [][]matrix.OptionID) error {
	for _, o := range slices.Sorted(slices.Values(b.one)) {
		if b.uses[o] < b.met {
			continue
		}
		alone := slices.ContainsFunc(b.problem.Option(o), func(e matrix.Entry) bool {
			return b.isOnce(e) && !slices.ContainsFunc(holding[e.Item], func(other matrix.OptionID) bool { return other != o && !b.never[other] })
		})
		if !alone {
			lacking, err := b.ask(nil, []matrix.OptionID{o})
			if err != nil {
				return err
			}
			if lacking {
				continue
			}
		}
		b.always = append(b.always, o)
	}
	return nil
}

func (b *boning) result() Backbone {
	r := Backbone{Solution: b.one, Solvable: b.met > 0, Always: b.always, Open: b.open()}
	for o, never := range b.never {
		if never {
			r.Never = append(r.Never, matrix.OptionID(o))
		}
	}
	return r
}
