// Package lower turns a checked puzzle into an exact cover problem.
//
// Its input is a [model.Puzzle], its output the items and options that
// spec.md states for each statement, with the origin of each option. It knows
// nothing of text, and nothing of how problems are solved.
package lower

import (
	"errors"
	"fmt"
	"slices"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/codes"
	"quadrille/lang/source"
	"quadrille/runtime/matrix"
)

// Options says how to lower.
type Options struct {
	// BreakSymmetry leaves out placements that only lead to images of other
	// solutions, and finds the group that Result.Symmetry holds.
	BreakSymmetry bool
	// BreakSwaps forbids Latin squares in which a swap leads to a larger one.
	BreakSwaps bool
	// The problem may have so many items and options, and the loops so many
	// rounds. They must be positive.
	MaxItems, MaxOptions, MaxSteps int
}

// entriesPerOption bounds the entries of all options together, as a multiple
// of the number of options.
const entriesPerOption = 10

// Result is a puzzle as a problem.
type Result struct {
	// Candidates has the solutions of the puzzle, and others where one of each class is
	// wanted, or connected pieces. It is nil for a dissection until [Result.Matrix] makes it.
	Candidates *matrix.Problem
	Origins    []Origin  // of each option
	Symmetry   *Symmetry // nil unless asked for
	Made       []Made    // by statement, in the order of the items
	Stages     *Stages   // of a dissection, or nil
	Warnings   source.List

	puzzle  *model.Puzzle
	options Options
}

// Made says how much a statement lowers to.
type Made struct {
	Span           source.Span
	Items, Options int
}

// Origin says what an option stands for: a piece at a place, or what its meaning
// says. There may be millions, so what many have in common is kept once.
type Origin struct {
	Piece *model.Packed // nil if there is none
	*Meaning
	Orientation int32
	Shift       lattice.Cell // of the piece, or the cell that is empty or has the man
}

// Meaning is what an option stands for if that is no piece: an empty cell, a man
// on a cell, letters on cells, a cell moved in a dissection, or an option
// statement. That of a piece has nothing set.
type Meaning struct {
	Empty   bool
	Man     string
	Line    []lattice.Cell // the cells that get letters, in the order of reading
	Letters []string
	Cut     *Cut
	Option  *model.Option
}

// aPiece and anEmptyCell are the meanings of most options.
var (
	aPiece      = &Meaning{}
	anEmptyCell = &Meaning{Empty: true}
)

// Cells returns the cells that the option is about.
func (o *Origin) Cells() []lattice.Cell {
	switch {
	case o.Piece != nil:
		return o.Piece.Orientations[o.Orientation].Shift(o.Shift)
	case o.Empty || o.Man != "":
		return []lattice.Cell{o.Shift}
	}
	return o.Line
}

// Puzzle lowers a puzzle. The error is a [source.List].
func Puzzle(m *model.Puzzle, o Options) (*Result, error) {
	r := &Result{puzzle: m, options: o}
	if m.Dissect != nil {
		r.Stages = newStages(m.Dissect, len(m.Items)+len(m.Options)+len(m.Matchings)+len(m.Forbids) == 0)
		if r.Stages.Alone {
			return r, nil
		}
	}
	if err := r.Matrix(); err != nil {
		return nil, err
	}
	return r, nil
}

// Matrix makes the problem, if it is not there yet: that of a dissection may be large,
// and the search in stages does without. The error is a [source.List].
func (r *Result) Matrix() error {
	if r.Candidates != nil {
		return nil
	}
	l := &lowering{puzzle: r.puzzle, options: r.options, builder: matrix.NewBuilder(), items: map[string]item{}}
	l.lowerQuestion(r.Stages)
	l.core()
	l.forbids()
	if err := l.errs.Err(); err != nil {
		return err
	}
	p, err := l.builder.Build()
	if err != nil {
		panic(err) // what the builder refuses, the lowering has reported
	}
	p = l.leaveOut(l.matchings(p))
	if err := l.errs.Err(); err != nil {
		return err
	}
	l.withoutOptions()
	r.Candidates, r.Origins, r.Symmetry, r.Made, r.Warnings = p, l.origins, l.symmetry, l.made, l.errs.Warnings()
	return nil
}

// lowering is the work on a puzzle.
type lowering struct {
	puzzle   *model.Puzzle
	options  Options
	builder  *matrix.Builder
	items    map[string]item // by the name that options call them
	needed   []string        // the names of those that must be covered, in order
	holders  []int32         // by id: how many options hold the item
	origins  []Origin        // of the options so far
	made     []Made
	symmetry *Symmetry
	errs     source.List

	entries  int                      // of all options
	steps    int                      // of all loops
	tooLarge bool                     // there were too many items to make them all
	rounds   int                      // of options and matchings, to tell what one holds already
	heldIn   []int                    // by item: the last round that held it
	name     []byte                   // the name that is looked up
	dropped  map[matrix.OptionID]bool // what a statement forbids by itself
}

// lowerQuestion lowers the statement that the puzzle is about.
func (l *lowering) lowerQuestion(s *Stages) {
	switch m := l.puzzle; {
	case m.Pack != nil:
		l.statement(m.Pack.Span)
		l.pack(m.Pack)
	case m.Place != nil:
		l.statement(m.Place.Span)
		l.place(m.Place)
	case m.Latin != nil:
		l.statement(m.Latin.Span)
		l.latin(m.Latin)
	case m.Words != nil:
		l.statement(m.Words.Span)
		l.words(m.Words)
	case m.Dissect != nil:
		l.statement(m.Dissect.Span)
		l.dissect(s)
	}
}

// statement begins to book what a statement makes.
func (l *lowering) statement(span source.Span) { l.made = append(l.made, Made{Span: span}) }

// span is that of the statement at hand.
func (l *lowering) span() source.Span { return l.made[len(l.made)-1].Span }

// item is an item with the place that declares it.
type item struct {
	id        matrix.ItemID
	secondary bool
	bound     matrix.Bound
	span      source.Span
}

// add makes an item.
func (l *lowering) add(name string, secondary bool, bound matrix.Bound) matrix.ItemID {
	l.holders = append(l.holders, 0)
	l.made[len(l.made)-1].Items++
	if secondary {
		return l.builder.Secondary(name)
	}
	return l.builder.Primary(name, bound)
}

// declare makes an item that options can call by its name, which must be free.
func (l *lowering) declare(name string, secondary bool, bound matrix.Bound, span source.Span) matrix.ItemID {
	if old, taken := l.items[name]; taken {
		l.errs.Add(codes.DuplicateItem, span, "", "the item %s is declared already, at %s", name, old.span.Where())
		return old.id
	}
	id := l.add(name, secondary, bound)
	l.items[name] = item{id: id, secondary: secondary, bound: bound, span: span}
	if !secondary && bound.Min > 0 {
		l.needed = append(l.needed, name)
	}
	return id
}

// primary declares an item that is covered once.
func (l *lowering) primary(format string, args ...any) matrix.ItemID {
	return l.declare(fmt.Sprintf(format, args...), false, matrix.Once, l.span())
}

// secondary declares an item that may be covered.
func (l *lowering) secondary(format string, args ...any) matrix.ItemID {
	return l.declare(fmt.Sprintf(format, args...), true, matrix.Once, l.span())
}

// option adds an option. It returns false if there are too many.
func (l *lowering) option(origin Origin, entries []matrix.Entry) bool {
	l.entries += len(entries)
	if !l.roomForOptions(len(l.origins)+1, l.entries) {
		return false
	}
	for _, e := range entries {
		l.holders[e.Item]++
	}
	l.builder.Option(entries...)
	l.made[len(l.made)-1].Options++
	l.origins = append(l.origins, origin)
	return true
}

// expect makes room for options that will come.
func (l *lowering) expect(options, entries int) {
	l.origins = slices.Grow(l.origins, options)
	l.builder.Grow(options, entries)
}

// roomForOptions reports an error if there are too many options, or too many
// entries in them.
func (l *lowering) roomForOptions(options, entries int) bool {
	most, what := l.options.MaxOptions, "options"
	if options <= most {
		options, most, what = entries, entriesPerOption*most, "entries in its options"
	}
	if options <= most {
		return true
	}
	l.errs.Add(codes.TooLarge, l.span(), "raise the limit with --max-options, if the machine can take it",
		"this makes more than %d %s", most, what)
	return false
}

// room reports an error if n more items are too many.
func (l *lowering) room(n int, span source.Span) bool {
	if n > l.options.MaxItems-l.builder.Items() {
		l.errs.Add(codes.TooLarge, span, "raise the limit with --max-items, if the machine can take it",
			"this makes more than %d items", l.options.MaxItems)
		return false
	}
	return true
}

// tick counts steps of loops.
func (l *lowering) tick(n int, span source.Span) error {
	if l.steps += n; l.steps > l.options.MaxSteps {
		return tooMany(span, "the loops of this file have more than %d rounds", l.options.MaxSteps)
	}
	return nil
}

// run runs a loop, and files what goes wrong in it. It returns false then. A round
// costs so many steps.
func (l *lowering) run(loop *model.Loop, steps int, span source.Span, visit func(env []int64) error) bool {
	return l.filed(loop.Run(nil, func() error { return l.tick(steps, span) }, visit))
}

// errStop ends a loop when enough is known.
var errStop = errors.New("stop")

// filed files an error of a loop, and reports whether there is none.
func (l *lowering) filed(err error) bool {
	var d *source.Diagnostic
	if errors.As(err, &d) {
		l.errs = append(l.errs, d)
	}
	return err == nil
}

// tooMany is the error that something exceeds a bound.
func tooMany(span source.Span, format string, args ...any) error {
	return &source.Diagnostic{Code: codes.TooLarge, Span: span, Summary: fmt.Sprintf(format, args...)}
}

// mostWarnings of one kind are given; more would say the same.
const mostWarnings = 5

// withoutOptions warns of items that must be covered and cannot be.
func (l *lowering) withoutOptions() {
	warned := 0
	for _, name := range l.needed {
		it := l.items[name]
		if l.holders[it.id] > 0 || warned == mostWarnings {
			continue
		}
		warned++
		l.errs.Warn(codes.ItemWithoutOptions, it.span, "",
			"there is no solution: no option holds the item %s", name)
	}
}
