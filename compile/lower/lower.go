// Package lower turns a checked puzzle into an exact cover problem.
//
// Its input is a [model.Puzzle]. Its output is the items and options that spec.md states for each statement,
// with the origin of each option. It knows nothing of text, and nothing of how problems are solved.
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

// PuzzleOptions are the options of lowering.
type PuzzleOptions struct {
	// Equivalence leaves out placements that lead only to images of other solutions, by the motions of
	// Result.Symmetry.
	Equivalence model.Equivalence
	// KeepAll keeps the placements that Equivalence would leave out.
	KeepAll bool
	// BreakSwaps forbids Latin squares in which a swap leads to a larger one.
	BreakSwaps bool
	// MaxItems and MaxOptions bound the items and options of the problem, MaxSteps the rounds of its loops.
	// They must be positive.
	MaxItems, MaxOptions, MaxSteps int
	// Stop, if not nil, is called often. An error that it returns ends the work, and becomes the result.
	Stop func() error
}

// stop calls Stop, if there is one.
func (o *PuzzleOptions) stop() error {
	if o.Stop == nil {
		return nil
	}
	return o.Stop()
}

// entriesPerOption bounds the entries of all options together, as a multiple of MaxOptions.
const entriesPerOption = 10

// Result is a puzzle lowered to a problem.
type Result struct {
	// Candidates has the solutions of the puzzle, and more if only one of each class is wanted, or cells must
	// be connected. It is nil for a dissection until [Result.Matrix] makes it.
	Candidates    *matrix.Problem
	Origins       []Origin         // by option: what it stands for
	Symmetry      *Symmetry        // nil if no symmetry was requested
	Sizes         []StatementSize  // by statement, in the order of the items
	Stages        *Stages          // nil if the puzzle is no dissection
	ConnectedSets []ConnectedCells // sets of cells that must be connected
	Warnings      source.DiagnosticList

	puzzle  *model.Puzzle
	options PuzzleOptions
}

// StatementSize is the number of items and options that a statement lowers to.
type StatementSize struct {
	Span           source.Span
	Items, Options int
}

// Origin is what an option stands for: a piece at a place, or what its meaning says. There may be millions of
// origins, so what many share is stored once in a Meaning.
type Origin struct {
	Piece *model.PackedPiece // nil if the option places no piece
	*Meaning
	Orientation int32        // orientation of the piece, or the mapping of a part
	Shift       lattice.Cell // shift of the piece, or the cell that is empty, has the man or moves
}

// Meaning is what an option stands for if it places no piece of a packing: an empty cell, a man on a cell,
// letters on cells, a piece of a dissection, or an option statement. The meaning of a placed piece has no field
// set.
type Meaning struct {
	Empty    bool
	Filled   bool // whether the letter is the symbol of a cell of a filled board
	Rule     bool // whether the option only encodes a rule, and shows nothing
	Chessman string
	Line     []lattice.Cell // the cells that get letters, in reading order
	Letters  []string
	Part     int  // the piece of a dissection, from 1
	Moves    bool // true if a cell moves with the part, false if its mapping is chosen
	Option   *model.OptionDeclaration
	// Together holds the other origins of the option, if only symmetric solutions are wanted.
	Together []Origin
}

// pieceMeaning and anEmptyCell are the meanings of most options.
var (
	pieceMeaning = &Meaning{}
	emptyMeaning = &Meaning{Empty: true}
	ruleMeaning  = &Meaning{Rule: true}
)

// Cells returns the cells that the option covers or fills.
func (o *Origin) Cells() []lattice.Cell {
	switch {
	case o.Piece != nil:
		return o.Piece.Orientations[o.Orientation].Shift(o.Shift)
	case o.Empty || o.Moves || o.Chessman != "":
		return []lattice.Cell{o.Shift}
	}
	return o.Line
}

// Puzzle lowers a puzzle. The error is a [source.DiagnosticList], the error of PuzzleOptions.Stop, or a
// [source.Bug].
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

// at returns the place of the statement that is being lowered, or of the one before.
func (r *Result) at() source.Span {
	switch m := r.puzzle; {
	case len(r.Sizes) > 0:
		return r.Sizes[len(r.Sizes)-1].Span
	case m.Dissection != nil:
		return m.Dissection.Span
	}
	return source.Span{}
}

// blamed returns the place of the statement that made what the builder refuses. If there is none, it is the
// statement that fills the board.
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

// Matrix builds the problem if that has not been done yet. The matrix of a dissection may be large, and the
// staged search does not need it. The errors are those of [Puzzle].
func (r *Result) Matrix() (err error) {
	if r.Candidates != nil {
		return nil
	}
	defer source.CatchBug(&err, "lowering", r.at)
	l := &lowering{Result: r, builder: matrix.NewBuilder(), byName: map[string]matrix.ItemID{},
		symbolOf: map[matrix.ItemID]matrix.ItemID{}, values: map[matrix.OptionID]int64{},
		uncounted: map[matrix.OptionID]bool{}}
	l.lowerQuestion()
	l.lowerCore()
	l.lowerForbids()
	if err := l.problemError(); err != nil {
		return err
	}
	l.closeBounds()
	p, err := l.builder.Build()
	if err != nil {
		// the lowering should have reported what the builder refuses
		return source.NewBug(err, "lowering", l.blamed(err))
	}
	p = l.withoutDropped(l.addMatchings(l.addImpliedMatchings(l.addGoal(p))))
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

// lowering is the state while a puzzle is lowered.
type lowering struct {
	*Result
	builder *matrix.Builder
	items   []itemInfo               // items by id
	byName  map[string]matrix.ItemID // items that options can name
	errs    source.DiagnosticList

	entries int                      // number of entries of all options
	steps   int                      // number of rounds of all loops
	gaveUp  bool                     // whether items or options are missing, which has been reported: no more are added
	stopErr error                    // error of PuzzleOptions.Stop, which is another reason to give up
	rounds  int                      // number of options and matchings so far; tells what the current one already holds
	name    []byte                   // buffer for the name to look up
	dropped map[matrix.OptionID]bool // options that a forbid statement excludes by themselves
	counted countLowering            // items for which options count several times
	choices choices
	values  map[matrix.OptionID]int64 // what options of the core are worth to the goal
	// roundValue is what the current option of the core is worth.
	roundValue int64
	// roundUncounted reports whether the current option of the core names an item for which it counts 0 times. Such
	// options are in uncounted: no forbid statement can name them by their other items.
	roundUncounted bool
	uncounted      map[matrix.OptionID]bool
	// keys holds the item key of each deferred option, leftOut the keys of the deferred options that are left
	// out.
	keys    map[matrix.OptionID]string
	leftOut map[string]bool
	implied []matrix.Matching // matchings that the options of a statement hold
	// warnLater warns of items that no option covers, once the options of the core are known; nil for none.
	warnLater func()
	// symbolOf is the item whose color is the symbol of a filled cell, by the item of the cell. Cells without
	// such an item are missing.
	symbolOf map[matrix.ItemID]matrix.ItemID
}

// lowerQuestion lowers the statements that fill a board.
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

// beginStatement starts to count the items and options of a statement.
func (l *lowering) beginStatement(span source.Span) {
	l.Sizes = append(l.Sizes, StatementSize{Span: span})
}

// withStatement counts the items and options that do adds for an earlier statement.
func (l *lowering) withStatement(statement int, do func() bool) bool {
	last := len(l.Sizes) - 1
	l.Sizes[statement], l.Sizes[last] = l.Sizes[last], l.Sizes[statement]
	defer func() { l.Sizes[statement], l.Sizes[last] = l.Sizes[last], l.Sizes[statement] }()
	return do()
}

// currentSpan is the place of the statement that is being lowered.
func (l *lowering) currentSpan() source.Span { return l.Sizes[len(l.Sizes)-1].Span }

// itemInfo is an item and the place of its declaration.
type itemInfo struct {
	name      string
	secondary bool
	bound     matrix.Bound
	span      source.Span
	declared  bool   // whether the text declares it by name
	idle      bool   // whether it may be covered any number of times
	never     bool   // whether it is covered 0 times, so that options with it are left out
	options   int    // number of options that hold it
	heldIn    int    // the last round of the lowering that held it
	lacking   string // what it means that no option holds it; "" if the item's name says it
}

// addItem adds an item. It reports an error if there are too many.
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

// canContinue reports whether to continue. If not, no more items and options are added.
func (l *lowering) canContinue() bool {
	if l.stopErr == nil {
		l.stopErr = l.options.stop()
	}
	l.gaveUp = l.gaveUp || l.stopErr != nil
	return l.stopErr == nil
}

// problemError returns why there is no problem, or nil if there is one.
func (l *lowering) problemError() error {
	if !l.canContinue() {
		return l.stopErr
	}
	return l.errs.ErrorOrNil()
}

// giveUp reports that the problem gets too large. Only the first call has an effect.
func (l *lowering) giveUp(span source.Span, hint, format string, args ...any) {
	if !l.gaveUp {
		l.errs.AddError(codes.TooLarge, span, hint, format, args...)
	}
	l.gaveUp = true
}

// declareItem adds an item that options can name. The name must be unused.
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

// declarePrimary adds an item that is covered exactly once.
func (l *lowering) declarePrimary(format string, args ...any) matrix.ItemID {
	return l.declareItem(fmt.Sprintf(format, args...), false, matrix.Once, l.currentSpan())
}

// declareSecondary adds an item that is covered at most once.
func (l *lowering) declareSecondary(format string, args ...any) matrix.ItemID {
	return l.declareItem(fmt.Sprintf(format, args...), true, matrix.Once, l.currentSpan())
}

// declareNumbered adds an item that is covered as many times as the range says. It is secondary if the range is
// 0..1.
func (l *lowering) declareNumbered(name string, times model.CountRange) matrix.ItemID {
	return l.declareItem(name, times == model.CountRange{Min: 0, Max: 1}, boundOf(times), l.currentSpan())
}

// itemByID returns the record of an item. If the item was not added for lack of room, the record is a dummy.
func (l *lowering) itemByID(i matrix.ItemID) *itemInfo {
	if int(i) >= len(l.items) {
		return new(itemInfo)
	}
	return &l.items[i]
}

// explainItems records, for the items from the given one on, the place of their declaration and what it means
// that no option holds one.
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

// reserveOptions allocates room for options and their entries.
func (l *lowering) reserveOptions(options, entries int) {
	l.Origins = slices.Grow(l.Origins, options)
	l.builder.ReserveOptions(options, entries)
}

// hasRoomForItems reports an error if n more items are too many.
func (l *lowering) hasRoomForItems(n int, span source.Span) bool {
	if most := l.options.MaxItems; n > most-len(l.items) {
		l.giveUp(span, "raise the limit with --max-items (in Go: Options.Limits.Items), if the machine can take it",
			"this makes more than %d items", most)
	}
	return l.canContinue() && !l.gaveUp
}

// hasRoomForOptions reports an error if there are too many options, or too many entries in them.
func (l *lowering) hasRoomForOptions(options, entries int) bool {
	const hint = "raise the limit with --max-options (in Go: Options.Limits.Options), if the machine can take it"
	if most := l.options.MaxOptions; options > most {
		l.giveUp(l.currentSpan(), hint, "this makes more than %d options", most)
	} else if most *= entriesPerOption; entries > most {
		l.giveUp(l.currentSpan(), hint, "this makes more than %d entries in its options", most)
	}
	return l.canContinue() && !l.gaveUp
}

// countSteps counts steps of loops against PuzzleOptions.MaxSteps.
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

// runLoop runs a loop, each round of which costs a number of steps. It reports an error that occurs in the
// loop, and then returns false.
func (l *lowering) runLoop(loop *model.Loop, steps int, span source.Span, visit func(env []int64) error) bool {
	err := loop.EachRound(nil, func() error { return l.countSteps(steps, span) }, visit)
	var d *source.Diagnostic // error of an expression
	if errors.As(err, &d) {
		l.errs = append(l.errs, d)
	}
	return err == nil
}

// errStop ends a loop early without an error.
var errStop = errors.New("stop")

// reportError reports an error, and returns an error that ends a loop.
func (l *lowering) reportError(code source.Code, span source.Span, hint, format string, args ...any) error {
	l.errs.AddError(code, span, hint, format, args...)
	return errStop
}

// maxWarnings bounds the warnings of one kind; more would repeat the same.
const maxWarnings = 5

// warnWithoutOptions warns of items that must be covered and that no option holds.
func (l *lowering) warnWithoutOptions() {
	reported := map[source.Span]string{}
	warned := 0
	for _, it := range l.items {
		lacking := cmp.Or(it.lacking, "no option holds the item "+it.name)
		if it.declared && !it.secondary && it.bound.Min > 0 && it.options == 0 && reported[it.span] != lacking &&
			warned < maxWarnings {
			warned++
			reported[it.span] = lacking
			l.errs.AddWarning(codes.ItemWithoutOptions, it.span, "", "there is no solution: %s", lacking)
		}
	}
}

// sortedKey sorts numbers, and returns a key for the set of them.
func sortedKey[T int32 | uint64](numbers []T) string {
	slices.Sort(numbers)
	key, err := binary.Append(nil, binary.LittleEndian, numbers)
	if err != nil {
		panic(err) // unreachable: there are no other types
	}
	return string(key)
}
