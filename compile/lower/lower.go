// Package lower turns a checked puzzle into an exact cover problem.
//
// Its input is a [model.Puzzle], its output the items and options that
// spec.md states for each statement, with the origin of each option. It knows
// nothing of text, and nothing of how problems are solved.
package lower

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/codes"
	"quadrille/lang/source"
	"quadrille/runtime/matrix"
)

// PuzzleOptions says how to lower.
type PuzzleOptions struct {
	// Equivalence leaves out placements that only lead to images of other solutions, by
	// motions of the group that Result.Symmetry holds.
	Equivalence model.Equivalence
	// KeepAll leaves nothing out for that.
	KeepAll bool
	// BreakSwaps forbids Latin squares in which a swap leads to a larger one.
	BreakSwaps bool
	// The problem may have so many items and options, and the loops so many
	// rounds. They must be positive.
	MaxItems, MaxOptions, MaxSteps int
	// Stop, if not nil, is asked again and again whether to go on. Its error ends the work, and is
	// returned as it is.
	Stop func() error
}

// stop asks Stop, if there is one.
func (o *PuzzleOptions) stop() error {
	if o.Stop == nil {
		return nil
	}
	return o.Stop()
}

// entriesPerOption bounds the entries of all options together, as a multiple
// of the number of options.
const entriesPerOption = 10

// Result is a puzzle as a problem.
type Result struct {
	// Candidates has the solutions of the puzzle, and others where one of each class is
	// wanted, or connected pieces. It is nil for a dissection until [Result.Matrix] makes it.
	Candidates    *matrix.Problem
	Origins       []Origin         // of each option
	Symmetry      *Symmetry        // nil unless asked for
	Sizes         []StatementSize  // by statement, in the order of the items
	Stages        *Stages          // of a dissection, or nil
	ConnectedSets []ConnectedCells // sets of cells that must be connected
	Warnings      source.DiagnosticList

	puzzle  *model.Puzzle
	options PuzzleOptions
}

// StatementSize says how much a statement lowers to.
type StatementSize struct {
	Span           source.Span
	Items, Options int
}

// Origin says what an option stands for: a piece at a place, or what its meaning
// says. There may be millions, so what many have in common is kept once.
type Origin struct {
	Piece *model.PackedPiece // nil if there is none
	*Meaning
	Orientation int32        // of the piece, or the mapping of a part
	Shift       lattice.Cell // of the piece, or the cell that is empty, has the man or moves
}

// Meaning is what an option stands for if that is no piece of a packing: an empty cell, a
// man on a cell, letters on cells, a piece of a dissection, or an option statement. That
// of a piece of a packing has nothing set.
type Meaning struct {
	Empty    bool
	Filled   bool // the letter is the symbol of a cell of a board that is filled
	Rule     bool // how a rule is kept, which is nothing to see
	Chessman string
	Line     []lattice.Cell // the cells that get letters, in the order of reading
	Letters  []string
	Part     int  // the piece of a dissection, from 1
	Moves    bool // whether a cell moves with it, or its mapping is chosen
	Option   *model.OptionDeclaration
	// Together holds what else the option stands for, where only symmetric solutions are wanted.
	Together []Origin
}

// pieceMeaning and anEmptyCell are the meanings of most options.
var (
	pieceMeaning = &Meaning{}
	emptyMeaning = &Meaning{Empty: true}
	ruleMeaning  = &Meaning{Rule: true}
)

// Cells returns the cells that the option is about.
func (o *Origin) Cells() []lattice.Cell {
	switch {
	case o.Piece != nil:
		return o.Piece.Orientations[o.Orientation].Shift(o.Shift)
	case o.Empty || o.Moves || o.Chessman != "":
		return []lattice.Cell{o.Shift}
	}
	return o.Line
}

// Puzzle lowers a puzzle. The error is a [source.DiagnosticList], that of Options.Stop, or a [source.Bug].
func Puzzle(m *model.Puzzle, o PuzzleOptions) (r *Result, err error) {
	r = &Result{puzzle: m, options: o}
	defer source.CatchBug(&err, "lowering", r.at)
	if m.Dissection != nil {
		alone := m.Packing == nil && m.Placement == nil && m.Filling == nil && m.Words == nil &&
			len(m.Items)+len(m.Options)+len(m.Matchings)+len(m.Forbids) == 0
		var err error
		if r.Stages, err = newStages(m.Dissection, alone, o.MaxOptions*entriesPerOption, o.stop); err != nil {
			return nil, err
		}
		if r.Stages.Alone {
			return r, nil
		}
	}
	if err := r.Matrix(); err != nil {
		return nil, err
	}
	return r, nil
}

// at returns the statement that is being lowered, or the one before.
func (r *Result) at() source.Span {
	switch m := r.puzzle; {
	case len(r.Sizes) > 0:
		return r.Sizes[len(r.Sizes)-1].Span
	case m.Dissection != nil:
		return m.Dissection.Span
	}
	return source.Span{}
}

// blamed returns the statement that made what the builder refuses, or else the one that fills the board.
func (l *lowering) blamed(err error) source.Span {
	var unpaired *matrix.UnpairedOption
	if errors.As(err, &unpaired) {
		before := 0
		for _, m := range l.Sizes {
			if before += m.Options; int(unpaired.Option) < before {
				return m.Span
			}
		}
	}
	if len(l.Sizes) > 0 {
		return l.Sizes[0].Span
	}
	return l.at()
}

// Matrix makes the problem, if it is not there yet: that of a dissection may be large,
// and the search in stages does without. The error is as that of [Puzzle].
func (r *Result) Matrix() (err error) {
	if r.Candidates != nil {
		return nil
	}
	defer source.CatchBug(&err, "lowering", r.at)
	l := &lowering{Result: r, builder: matrix.NewBuilder(), byName: map[string]matrix.ItemID{},
		symbolOf: map[matrix.ItemID]matrix.ItemID{}}
	l.lowerQuestion()
	l.lowerCore()
	l.lowerForbids()
	if err := l.problemError(); err != nil {
		return err
	}
	p, err := l.builder.Build()
	if err != nil {
		// what the builder refuses, the lowering should have reported
		return source.NewBug(err, "lowering", l.blamed(err))
	}
	p = l.withoutDropped(l.addMatchings(l.addImpliedMatchings(p)))
	if err := l.problemError(); err != nil {
		return err
	}
	if l.warnLater != nil {
		l.warnLater()
	}
	l.warnWithoutOptions()
	r.Candidates, r.Warnings = p, l.errs.Warnings()
	r.collectConnected()
	return nil
}

// lowering is the work on a puzzle.
type lowering struct {
	*Result
	builder *matrix.Builder
	items   []itemInfo               // by id
	byName  map[string]matrix.ItemID // those that options can call
	errs    source.DiagnosticList

	entries int                      // of all options
	steps   int                      // of all loops
	gaveUp  bool                     // items or options are missing, which has been reported: no more are made
	stopErr error                    // of Options.Stop, which is another reason to give up
	rounds  int                      // of options and matchings, to tell what one holds already
	name    []byte                   // the name that is looked up
	dropped map[matrix.OptionID]bool // what a statement forbids by itself
	counted countLowering            // items for which options count several times
	// Of options that waited for those items: the keys of the items that the text names, and the keys of those
	// options that are left out.
	keys    map[matrix.OptionID]string
	leftOut map[string]bool
	implied []matrix.Matching // what statements promise of their own options
	// Warnings of what no option covers, which wait for those of the core; nil for none.
	warnLater func()
	// The item whose color is the symbol on a cell that is filled, by the item of the cell; only where there is one.
	symbolOf map[matrix.ItemID]matrix.ItemID
}

// lowerQuestion lowers the statements that the puzzle is about.
func (l *lowering) lowerQuestion() {
	m := l.puzzle
	if m.Packing != nil {
		l.beginStatement(m.Packing.Span)
		l.lowerPack(m.Packing)
	}
	if m.Placement != nil {
		l.beginStatement(m.Placement.Span)
		l.lowerPlace(m.Placement)
	}
	if m.Filling != nil {
		l.beginStatement(m.Filling.Span)
		l.lowerFill(m.Filling)
	}
	if m.Words != nil {
		l.beginStatement(m.Words.Span)
		l.lowerWords(m.Words)
	}
	if m.Dissection != nil {
		l.beginStatement(m.Dissection.Span)
		l.lowerDissect()
	}
}

// beginStatement begins to book what a statement makes.
func (l *lowering) beginStatement(span source.Span) {
	l.Sizes = append(l.Sizes, StatementSize{Span: span})
}

// withStatement books what is made for an earlier statement.
func (l *lowering) withStatement(made int, do func() bool) bool {
	last := len(l.Sizes) - 1
	l.Sizes[made], l.Sizes[last] = l.Sizes[last], l.Sizes[made]
	defer func() { l.Sizes[made], l.Sizes[last] = l.Sizes[last], l.Sizes[made] }()
	return do()
}

// currentSpan is that of the statement at hand.
func (l *lowering) currentSpan() source.Span { return l.Sizes[len(l.Sizes)-1].Span }

// itemInfo is an item with the place that declares it.
type itemInfo struct {
	name      string
	secondary bool
	bound     matrix.Bound
	span      source.Span
	declared  bool   // by name
	idle      bool   // it may be covered as often as one likes
	never     bool   // it is covered 0 times, and options that hold it are left out
	options   int    // that hold it
	heldIn    int    // the last round of the lowering that held it
	lacking   string // what it means that no option holds it; "" if it is known by its name
}

// addItem makes an item. It reports an error if there are too many.
func (l *lowering) addItem(name string, secondary bool, bound matrix.Bound, span source.Span) matrix.ItemID {
	if !l.hasRoomForItems(1, span) {
		return 0
	}
	l.items = append(l.items, itemInfo{name: name, secondary: secondary, bound: bound, span: span})
	l.Sizes[len(l.Sizes)-1].Items++
	if secondary {
		return l.builder.AddSecondary(name)
	}
	return l.builder.AddPrimary(name, bound)
}

// canContinue reports whether to go on. If not, nothing more is made.
func (l *lowering) canContinue() bool {
	if l.stopErr == nil {
		l.stopErr = l.options.stop()
	}
	l.gaveUp = l.gaveUp || l.stopErr != nil
	return l.stopErr == nil
}

// problemError returns why there is no problem, or nil.
func (l *lowering) problemError() error {
	if !l.canContinue() {
		return l.stopErr
	}
	return l.errs.ErrorOrNil()
}

// giveUp reports, once, that the problem gets too large.
func (l *lowering) giveUp(span source.Span, hint, format string, args ...any) {
	if !l.gaveUp {
		l.errs.AddError(codes.TooLarge, span, hint, format, args...)
	}
	l.gaveUp = true
}

// declareItem makes an item that options can call by its name, which must be free.
func (l *lowering) declareItem(name string, secondary bool, bound matrix.Bound, span source.Span) matrix.ItemID {
	if old, taken := l.byName[name]; taken {
		l.errs.AddError(codes.DuplicateItem, span, "", "the item %s is declared already, at %s", name,
			l.items[old].span.FileLine())
		return old
	}
	id := l.addItem(name, secondary, bound, span)
	if !l.gaveUp {
		l.byName[name], l.items[id].declared = id, true
	}
	return id
}

// declarePrimary declares an item that is covered once.
func (l *lowering) declarePrimary(format string, args ...any) matrix.ItemID {
	return l.declareItem(fmt.Sprintf(format, args...), false, matrix.Once, l.currentSpan())
}

// declareSecondary declares an item that may be covered.
func (l *lowering) declareSecondary(format string, args ...any) matrix.ItemID {
	return l.declareItem(fmt.Sprintf(format, args...), true, matrix.Once, l.currentSpan())
}

// declareNumbered declares an item that is covered so many times: a secondary one if that is 0..1.
func (l *lowering) declareNumbered(name string, times model.CountRange) matrix.ItemID {
	return l.declareItem(name, times == model.CountRange{Min: 0, Max: 1},
		matrix.Bound{Min: int32(times.Min), Max: int32(times.Max)}, l.currentSpan())
}

// itemByID returns what is known of an item, or something that nobody reads if there was no room for it.
func (l *lowering) itemByID(i matrix.ItemID) *itemInfo {
	if int(i) >= len(l.items) {
		return new(itemInfo)
	}
	return &l.items[i]
}

// explainItems says where the items from the given one on come from, and what it means that no option holds one.
func (l *lowering) explainItems(from int, span source.Span, lacking string) {
	for k := from; k < len(l.items); k++ {
		l.items[k].span, l.items[k].lacking = span, lacking
	}
}

// addOption adds an option. It returns false if there are too many.
func (l *lowering) addOption(origin Origin, entries []matrix.Entry) bool {
	l.entries += len(entries)
	if !l.hasRoomForOptions(len(l.Origins)+1, l.entries) {
		return false
	}
	for _, e := range entries {
		l.items[e.Item].options++
	}
	l.builder.AddOption(entries...)
	l.Sizes[len(l.Sizes)-1].Options++
	l.Origins = append(l.Origins, origin)
	return true
}

// reserveOptions makes room for options that will come.
func (l *lowering) reserveOptions(options, entries int) {
	l.Origins = slices.Grow(l.Origins, options)
	l.builder.ReserveOptions(options, entries)
}

// hasRoomForItems reports an error if n more items are too many.
func (l *lowering) hasRoomForItems(n int, span source.Span) bool {
	if most := l.options.MaxItems; n > most-len(l.items) {
		l.giveUp(span, "raise the limit with --max-items, if the machine can take it", "this makes more than %d items",
			most)
	}
	return l.canContinue() && !l.gaveUp
}

// hasRoomForOptions reports an error if there are too many options, or too many
// entries in them.
func (l *lowering) hasRoomForOptions(options, entries int) bool {
	const hint = "raise the limit with --max-options, if the machine can take it"
	if most := l.options.MaxOptions; options > most {
		l.giveUp(l.currentSpan(), hint, "this makes more than %d options", most)
	} else if most *= entriesPerOption; entries > most {
		l.giveUp(l.currentSpan(), hint, "this makes more than %d entries in its options", most)
	}
	return l.canContinue() && !l.gaveUp
}

// countSteps counts steps of loops.
func (l *lowering) countSteps(n int, span source.Span) error {
	if l.steps += n; l.steps > l.options.MaxSteps {
		return l.reportError(codes.TooLarge, span, "", "the loops of this file have more than %d rounds",
			l.options.MaxSteps)
	}
	if !l.canContinue() {
		return errStop
	}
	return nil
}

// runLoop runs a loop, of which a round costs so many steps. It returns false if something goes
// wrong in it, which it reports.
func (l *lowering) runLoop(loop *model.Loop, steps int, span source.Span, visit func(env []int64) error) bool {
	err := loop.EachRound(nil, func() error { return l.countSteps(steps, span) }, visit)
	var d *source.Diagnostic // of an expression
	if errors.As(err, &d) {
		l.errs = append(l.errs, d)
	}
	return err == nil
}

// errStop ends a loop when enough is known.
var errStop = errors.New("stop")

// reportError reports an error, and returns one that ends a loop.
func (l *lowering) reportError(code source.Code, span source.Span, hint, format string, args ...any) error {
	l.errs.AddError(code, span, hint, format, args...)
	return errStop
}

// maxWarnings of one kind are given; more would say the same.
const maxWarnings = 5

// warnWithoutOptions warns of items that must be covered and cannot be.
func (l *lowering) warnWithoutOptions() {
	said := map[source.Span]string{}
	warned := 0
	for _, it := range l.items {
		lacking := cmp.Or(it.lacking, "no option holds the item "+it.name)
		if it.declared && !it.secondary && it.bound.Min > 0 && it.options == 0 && said[it.span] != lacking &&
			warned < maxWarnings {
			warned++
			said[it.span] = lacking
			l.errs.AddWarning(codes.ItemWithoutOptions, it.span, "", "there is no solution: %s", lacking)
		}
	}
}

// sortedKey sorts numbers and makes a key of the set of them.
func sortedKey[T int32 | uint64](numbers []T) string {
	slices.Sort(numbers)
	key, err := binary.Append(nil, binary.LittleEndian, numbers)
	if err != nil {
		panic(err) // only for other types
	}
	return string(key)
}
