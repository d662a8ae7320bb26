// Package lower turns a checked puzzle into an exact cover problem.
//
// Its input is a [model.Puzzle]. Its output is the items and options that appendix A of spec.md states for each
// statement, and the origin of each option: what it stands for in the puzzle. It knows nothing of text, and nothing of
// how problems are solved.
package lower

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"

	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/codes"
	"quadrille/lang/source"
	"quadrille/runtime/matrix"
)

// PuzzleOptions are the options of LowerPuzzle.
type PuzzleOptions struct {
	// Equivalence says which solutions are one class. Placements that lead only to images of other solutions in a class
	// are left out.
	Equivalence model.Equivalence
	// KeepAllPlacements keeps the placements that Equivalence would leave out.
	KeepAllPlacements bool
	// BreakSwaps forbids Latin squares from which a swap leads to a larger one.
	BreakSwaps bool
	// MaxItems and MaxOptions bound the items and options of the problem, and MaxSteps the rounds of its loops. They
	// must be positive.
	MaxItems, MaxOptions, MaxSteps int
	// CheckStop, if not nil, is called often. If it returns an error, lowering ends with that error.
	CheckStop func() error

	maxImagesInTests int // bound that tests set in place of maxImages; 0 stands for maxImages
}

// callCheckStop calls CheckStop, if there is one, and returns its error.
func (o *PuzzleOptions) callCheckStop() error {
	if o.CheckStop == nil {
		return nil
	}
	return o.CheckStop()
}

// entriesPerOption bounds the entries of all options together, as a multiple of MaxOptions.
const entriesPerOption = 10

// Result is a puzzle that has been lowered.
type Result struct {
	// CandidateProblem is the exact cover problem. Each solution of the puzzle is one of its solutions. It has more
	// if only one solution of each class is wanted, or if cells must be connected. For a dissection it is nil until
	// [Result.Matrix] makes it.
	CandidateProblem *matrix.Problem
	OptionOrigins    []Origin          // what each option stands for
	SymmetryGroup    *Symmetry         // symmetry group of the puzzle; nil if none was asked for
	StatementSizes   []StatementSize   // items and options of each statement, in the order of the items
	StagedDissection *StagedDissection // the dissection for the staged search; nil if the puzzle is none
	ConnectedSets    []ConnectedCells  // sets of cells that must be connected in a solution
	Warnings         source.DiagnosticList

	puzzle  *model.Puzzle
	options PuzzleOptions
}

// StatementSize is the number of items and of options that a statement lowers to.
type StatementSize struct {
	Span                   source.Span
	ItemCount, OptionCount int
}

// Origin is what an option stands for: a piece at a place, or what its Meaning says. There may be millions of origins,
// so the part that many share is stored once, as a Meaning.
type Origin struct {
	Piece *model.PackedPiece // piece that the option places, or nil
	*Meaning
	// number of the orientation of the piece; for a piece of a dissection, number of its mapping
	Orientation int32
	// shift of the piece from the origin; for other options the cell that stays empty, gets a chessman, or moves
	ShiftOrCell lattice.Cell
}

// Meaning is what an option stands for if it does not place a piece of a packing: an empty cell, a chessman on a cell,
// letters on cells, a piece of a dissection, or an option statement. If the option places a piece, no field is set.
type Meaning struct {
	// LeavesCellEmpty reports whether a cell stays empty.
	LeavesCellEmpty bool
	IsCellSymbol    bool // whether the letter is the symbol on a cell of a filled board
	EncodesRuleOnly bool // whether the option only encodes a rule, and shows nothing in the solution
	// Chessman is the name of the chessman on the cell.
	Chessman    string
	LetterCells []lattice.Cell // the cells that get letters, in reading order
	// Letters are the letters, or the symbol, on LetterCells.
	Letters               []string
	DissectionPieceNumber int // number of a piece of a dissection, counted from 1; 0 if the option is not about one
	// whether the option moves a cell with the piece DissectionPieceNumber; otherwise it chooses the mapping of the
	// piece
	MovesCell bool
	// OptionStatement is the statement of the core that declares the option.
	OptionStatement *model.OptionDeclaration
	// OtherOrigins holds, if an option stands for an orbit of placements or cells, the origins of all its members but
	// the first.
	OtherOrigins []Origin
}

// placedPieceMeaning, emptyCellMeaning and ruleEncodingMeaning are the meanings that most options have.
var (
	placedPieceMeaning  = &Meaning{}
	emptyCellMeaning    = &Meaning{LeavesCellEmpty: true}
	ruleEncodingMeaning = &Meaning{EncodesRuleOnly: true}
)

// Cells returns the cells that the option covers or fills.
func (o *Origin) Cells() []lattice.Cell {
	switch {
	case o.Piece != nil:
		return o.Piece.Orientations[o.Orientation].Shift(o.ShiftOrCell)
	case o.LeavesCellEmpty || o.MovesCell || o.Chessman != "":
		return []lattice.Cell{o.ShiftOrCell}
	}
	return o.LetterCells
}

// IsRegionCell reports whether the option puts one cell into a region of several, which is found cell by cell.
func (o *Origin) IsRegionCell() bool { return isRegionCell(o.Piece) }

// LowerPuzzle lowers a puzzle. The error is a [source.DiagnosticList], the error of PuzzleOptions.CheckStop, or
// a [source.Bug].
func LowerPuzzle(m *model.Puzzle, o PuzzleOptions) (r *Result, err error) {
	r = &Result{puzzle: m, options: o}
	defer source.CatchBug(&err, "lowering", r.lastStatementSpan)
	if m.Dissection != nil {
		alone := m.Packing == nil && m.Chessmen == nil && m.Filling == nil && m.WordPuzzle == nil &&
			len(m.ItemDeclarations)+len(m.OptionDeclarations)+len(m.MatchingRules)+len(m.ForbidRules) == 0
		var err error
		if r.StagedDissection, err = newStagedDissection(m.Dissection, alone, o.MaxOptions*entriesPerOption,
			o.callCheckStop); err != nil {
			return nil, err
		}
		if r.StagedDissection.IsWholePuzzle {
			return r, nil
		}
	}
	if err := r.Matrix(); err != nil {
		return nil, err
	}
	return r, nil
}

// lastStatementSpan returns the place of the statement that is being lowered, or was lowered last.
func (r *Result) lastStatementSpan() source.Span {
	switch m := r.puzzle; {
	case len(r.StatementSizes) > 0:
		return r.StatementSizes[len(r.StatementSizes)-1].Span
	case m.Dissection != nil:
		return m.Dissection.Span
	}
	return source.Span{}
}

// spanOfRefusedStatement returns the place of the statement that made what the builder refuses, or of the last one if
// it is not known.
func (l *lowering) spanOfRefusedStatement(err error) source.Span {
	var unpaired *matrix.BrokenMatchingError
	if errors.As(err, &unpaired) {
		before := 0
		for _, m := range l.StatementSizes {
			if before += m.OptionCount; int(unpaired.Option) < before {
				return m.Span
			}
		}
	}
	return l.lastStatementSpan()
}

// Matrix makes Candidates for a dissection, unless it is there already. The matrix of a dissection may be large, and
// the staged search does not need it. The errors are those of [LowerPuzzle].
func (r *Result) Matrix() (err error) {
	if r.CandidateProblem != nil {
		return nil
	}
	defer source.CatchBug(&err, "lowering", r.lastStatementSpan)
	l := &lowering{Result: r, builder: matrix.NewBuilder(), itemsByName: map[string]matrix.ItemID{},
		numberColors:         map[int32]matrix.Color{},
		symbolItemOfCellItem: map[matrix.ItemID]matrix.ItemID{}, optionValues: map[matrix.OptionID]int64{},
		zeroCountOptions: map[matrix.OptionID]bool{}, firstCoreItem: math.MaxInt32}
	l.lowerFillingStatements()
	l.lowerCoreStatements()
	l.lowerForbids()
	if err := l.problemError(); err != nil {
		return err
	}
	l.replaceUnlimitedBounds()
	p, err := l.builder.Build()
	if err != nil {
		// An error here is a bug of lowering, which should have reported what the builder refuses.
		return source.NewBug(err, "lowering", l.spanOfRefusedStatement(err))
	}
	p = l.withoutDropped(l.addMatchings(l.addImpliedMatchings(l.addOptionValues(p))))
	if err := l.problemError(); err != nil {
		return err
	}
	if l.warnOfUncoveredCells != nil {
		l.warnOfUncoveredCells()
	}
	l.warnWithoutOptions()
	r.CandidateProblem, r.Warnings = p, l.errorList.Warnings()
	r.collectConnectedSymbols()
	return nil
}

// lowering is the state while a puzzle is lowered.
type lowering struct {
	*Result
	builder     *matrix.Builder
	itemInfos   []itemInfo               // what lowering knows of each item, by the id of the item
	itemsByName map[string]matrix.ItemID // the items that options of the core can name
	// numberColors holds the colors that addNumberColor has returned.
	numberColors map[int32]matrix.Color
	// errorList holds the errors so far.
	errorList source.DiagnosticList

	firstCoreItem matrix.ItemID // least item of the core; greater than all items until the core is lowered
	entryCount    int           // number of entries of all options so far
	chargedRounds int           // number of rounds of all loops so far
	// whether some items or options are missing, which has been reported; no more are then added
	isIncomplete bool
	stopErr      error // error of PuzzleOptions.CheckStop, which also ends the lowering
	// number of the current option or matching of the core; itemInfo.lastHolderNumber refers to it
	currentHolderNumber int
	nameBuffer          []byte                   // buffer for the name of an item to be found
	forbiddenOptions    map[matrix.OptionID]bool // options that a forbid statement excludes alone
	countLowering       countLowering            // items for which options may count several times
	// alternativeRecord holds the options of `choose` statements.
	alternativeRecord choiceAlternatives
	optionValues      map[matrix.OptionID]int64 // by option of the core: what it adds to the goal
	// currentOptionValue is what the current option of the core adds to the goal.
	currentOptionValue int64
	// roundHasZeroCount reports whether the current option of the core names an item for which it counts 0 times. Such
	// options are in zeroCountOptions, as no forbid statement can name them by their other items.
	roundHasZeroCount bool
	zeroCountOptions  map[matrix.OptionID]bool
	// keysOfDeferredOptions holds the key of each option that waited until all options were known, and
	// keysOfLeftOutOptions the keys of those that were then left out. A key is made of the items of the option.
	keysOfDeferredOptions map[matrix.OptionID]string
	keysOfLeftOutOptions  map[string]bool
	impliedMatchings      []matrix.Matching // matchings that follow from the options of a statement
	// warnOfUncoveredCells warns of cells that no option covers. It is called when the options of the core are known;
	// nil if there is nothing to warn of.
	warnOfUncoveredCells func()
	// symbolItemOfCellItem returns, for the item of a filled cell, the item whose color is the symbol. Cells without
	// such an item are missing.
	symbolItemOfCellItem map[matrix.ItemID]matrix.ItemID
}

// lowerFillingStatements lowers the statements that ask for something, such as `pack`.
func (l *lowering) lowerFillingStatements() {
	m := l.puzzle
	if m.Packing != nil {
		l.beginStatement(m.Packing.Span)
		l.lowerPack(m.Packing)
	}
	if m.Chessmen != nil {
		l.beginStatement(m.Chessmen.Span)
		l.lowerChessmen(m.Chessmen)
	}
	if m.Filling != nil {
		l.beginStatement(m.Filling.Span)
		l.lowerFill(m.Filling)
	}
	if m.WordPuzzle != nil {
		l.beginStatement(m.WordPuzzle.Span)
		l.lowerWords(m.WordPuzzle)
	}
	if m.Dissection != nil {
		l.beginStatement(m.Dissection.Span)
		l.lowerDissect()
	}
}

// beginStatement begins to count the items and options of a statement.
func (l *lowering) beginStatement(span source.Span) {
	l.StatementSizes = append(l.StatementSizes, StatementSize{Span: span})
}

// withStatement calls a function, and counts the items and options that it adds for an earlier statement.
func (l *lowering) withStatement(statement int, do func() bool) bool {
	last := len(l.StatementSizes) - 1
	l.StatementSizes[statement], l.StatementSizes[last] = l.StatementSizes[last], l.StatementSizes[statement]
	defer func() {
		l.StatementSizes[statement], l.StatementSizes[last] = l.StatementSizes[last], l.StatementSizes[statement]
	}()
	return do()
}

// currentSpan returns the place of the statement that is being lowered.
func (l *lowering) currentSpan() source.Span { return l.StatementSizes[len(l.StatementSizes)-1].Span }

// itemInfo is what lowering knows of an item.
type itemInfo struct {
	name        string
	isSecondary bool
	bound       matrix.Bound
	// span is the place of its declaration.
	span             source.Span
	isDeclaredInFile bool // whether the file declares it by its name
	isUnlimited      bool // whether it may be covered any number of times
	isNeverCovered   bool // whether it must be covered 0 times, so that options with it are left out
	optionCount      int  // number of options that hold it
	lastHolderNumber int  // the last value of lowering.currentHolderNumber at which an option or matching held it
	// text of the warning that no option holds the item; "" for a text with the name of the item
	noOptionWarning string
}

// addItem adds an item. It reports an error if there are too many items.
func (l *lowering) addItem(name string, secondary bool, bound matrix.Bound, span source.Span) matrix.ItemID {
	if !l.hasRoomForItems(1, span) {
		return 0
	}
	l.itemInfos = append(l.itemInfos, itemInfo{name: name, isSecondary: secondary, bound: bound, span: span})
	l.StatementSizes[len(l.StatementSizes)-1].ItemCount++
	if secondary {
		return l.builder.AddSecondary(name)
	}
	return l.builder.AddPrimary(name, bound)
}

// mayAddToProblem reports whether lowering should go on. If not, no items and options are added any more.
func (l *lowering) mayAddToProblem() bool {
	if l.stopErr == nil {
		l.stopErr = l.options.callCheckStop()
	}
	l.isIncomplete = l.isIncomplete || l.stopErr != nil
	return l.stopErr == nil
}

// problemError returns the reason why there is no problem, or nil if there is one.
func (l *lowering) problemError() error {
	if !l.mayAddToProblem() {
		return l.stopErr
	}
	return l.errorList.ErrorOrNil()
}

// reportTooLarge reports that the problem is too large. Only the first call has an effect.
func (l *lowering) reportTooLarge(span source.Span, hint, format string, args ...any) {
	if !l.isIncomplete {
		l.errorList.AddError(codes.TooLarge, span, hint, format, args...)
	}
	l.isIncomplete = true
}

// declareItem adds an item that options of the core can name. No other item may have this name.
func (l *lowering) declareItem(name string, secondary bool, bound matrix.Bound, span source.Span) matrix.ItemID {
	if old, taken := l.declaredItem(name); taken {
		l.reportDuplicateItem(name, old, span)
		return old
	}
	id := l.addItem(name, secondary, bound, span)
	if !l.isIncomplete {
		l.itemsByName[name], l.itemInfos[id].isDeclaredInFile = id, true
	}
	return id
}

// declaredItem returns the item of a name. If orbits of symmetric solutions count for it, options of the core find it
// among the counted items.
func (l *lowering) declaredItem(name string) (matrix.ItemID, bool) {
	if t := l.countLowering.countedByName[name]; t != nil && t.matrixItem >= 0 {
		return t.matrixItem, true
	}
	id, found := l.itemsByName[name]
	return id, found
}

// reportDuplicateItem reports that an item is declared a second time.
func (l *lowering) reportDuplicateItem(name string, old matrix.ItemID, span source.Span) {
	hint := ""
	switch {
	case old < l.firstCoreItem:
		hint = "a statement makes an item of this name: call the piece, the board or the family of items something else"
	case l.itemInfos[old].span.FileLine() != span.FileLine():
		hint = "a list of items goes on until the next keyword; what covers them begins with `option`: option a b"
	}
	l.errorList.AddError(codes.DuplicateItem, span, hint, "the item %s is declared already, at %s", name,
		l.itemInfos[old].span.FileLine())
}

// declareItemCoveredOnce adds an item that must be covered exactly once, with a formatted name.
func (l *lowering) declareItemCoveredOnce(format string, args ...any) matrix.ItemID {
	return l.declareItem(fmt.Sprintf(format, args...), false, matrix.Once, l.currentSpan())
}

// declareItemCoveredAtMostOnce adds an item that may be covered at most once, with a formatted name.
func (l *lowering) declareItemCoveredAtMostOnce(format string, args ...any) matrix.ItemID {
	return l.declareItem(fmt.Sprintf(format, args...), true, matrix.Once, l.currentSpan())
}

// declareItemWithRange adds an item that must be covered as often as a range says. It is secondary if the range is
// 0..1.
func (l *lowering) declareItemWithRange(name string, times model.CountRange) matrix.ItemID {
	return l.declareItem(name, times == model.CountRange{Min: 0, Max: 1}, boundOfCountRange(times), l.currentSpan())
}

// itemByID returns what is known of an item. If the item was not added because
// a limit was reached, the result is a placeholder.
func (l *lowering) itemByID(i matrix.ItemID) *itemInfo {
	if int(i) >= len(l.itemInfos) {
		return new(itemInfo)
	}
	return &l.itemInfos[i]
}

// setItemDeclarations records for all items from number `from` on the place of their declaration, and what a warning
// says if no option holds one of them.
func (l *lowering) setItemDeclarations(from int, span source.Span, lacking string) {
	for k := from; k < len(l.itemInfos); k++ {
		l.itemInfos[k].span, l.itemInfos[k].noOptionWarning = span, lacking
	}
}

// addOption adds an option. It returns false if there are too many options.
func (l *lowering) addOption(origin Origin, entries []matrix.Entry) bool {
	l.entryCount += len(entries)
	if !l.hasRoomForOptions(len(l.OptionOrigins)+1, l.entryCount) {
		return false
	}
	for _, e := range entries {
		l.itemInfos[e.Item].optionCount++
	}
	l.builder.AddOption(entries...)
	l.StatementSizes[len(l.StatementSizes)-1].OptionCount++
	l.OptionOrigins = append(l.OptionOrigins, origin)
	return true
}

// reserveOptions allocates memory for options and their entries.
func (l *lowering) reserveOptions(options, entries int) {
	l.OptionOrigins = slices.Grow(l.OptionOrigins, options)
	l.builder.ReserveOptions(options, entries)
}

// hasRoomForItems reports whether n more items are allowed. If not, it reports an error.
func (l *lowering) hasRoomForItems(n int, span source.Span) bool {
	if most := l.options.MaxItems; n > most-len(l.itemInfos) {
		l.reportTooLarge(span,
			"raise the limit with --max-items (in Go: Options.Limits.MaxItems), if the machine can take it",
			"this makes more than %d items", most)
	}
	return l.mayAddToProblem() && !l.isIncomplete
}

// hasRoomForOptions reports whether so many more options and entries are allowed. If not, it reports an error.
func (l *lowering) hasRoomForOptions(options, entries int) bool {
	const hint = "raise the limit with --max-options (in Go: Options.Limits.MaxOptions), if the machine can take it"
	if most := l.options.MaxOptions; options > most {
		l.reportTooLarge(l.currentSpan(), hint, "this makes more than %d options", most)
	} else if most *= entriesPerOption; entries > most {
		l.reportTooLarge(l.currentSpan(), hint, "this makes more than %d entries in its options", most)
	}
	return l.mayAddToProblem() && !l.isIncomplete
}

// chargeLoopRounds counts rounds of loops, and returns an error beyond PuzzleOptions.MaxSteps.
func (l *lowering) chargeLoopRounds(n int, span source.Span) error {
	return l.chargeRounds(n, span, "the loops of this file have more than %d rounds")
}

// chargeSteps counts steps of rules and sums as rounds of loops.
func (l *lowering) chargeSteps(n int, span source.Span) error {
	return l.chargeRounds(n, span, "the rules and sums of this file take more than %d steps")
}

// chargeRounds counts rounds, and returns an error beyond PuzzleOptions.MaxSteps. The message is reported once.
func (l *lowering) chargeRounds(n int, span source.Span, message string) error {
	before := l.chargedRounds
	l.chargedRounds += n
	switch most := l.options.MaxSteps; {
	case before <= most && l.chargedRounds > most:
		return l.reportError(codes.TooLarge, span, "", message, most)
	case before > most || !l.mayAddToProblem():
		return errEndLoop
	}
	return nil
}

// runLoop calls visit in each round of a loop. Each round costs a number of steps. If an error occurs, it reports the
// error and returns false.
func (l *lowering) runLoop(loop *model.Loop, steps int, span source.Span, visit func(env []int64) error) bool {
	err := loop.EachRound(nil, func() error { return l.chargeLoopRounds(steps, span) }, visit)
	// an error of the text, such as a division by zero, is reported; any other error ends the loop only
	var d *source.Diagnostic
	if errors.As(err, &d) {
		l.errorList = append(l.errorList, d)
	}
	return err == nil
}

// errEndLoop ends a loop early, without an error.
var errEndLoop = errors.New("stop")

// reportError reports an error, and returns one that ends a loop.
func (l *lowering) reportError(code source.Code, span source.Span, hint, format string, args ...any) error {
	l.errorList.AddError(code, span, hint, format, args...)
	return errEndLoop
}

// maxWarnings bounds the number of warnings of one kind.
const maxWarnings = 5

// warnWithoutOptions warns of items that must be covered although no option holds them.
func (l *lowering) warnWithoutOptions() {
	reported := map[source.Span]string{}
	warned := 0
	for _, it := range l.itemInfos {
		lacking := cmp.Or(it.noOptionWarning, "no option holds the item "+it.name)
		if it.isDeclaredInFile && !it.isSecondary && it.bound.Min > 0 && it.optionCount == 0 &&
			reported[it.span] != lacking &&
			warned < maxWarnings {
			warned++
			reported[it.span] = lacking
			hint := ""
			if warned == 1 && l.puzzle.WordPuzzle != nil {
				hint = "in what is given a dot is an open cell, and capitals are other letters than small ones"
			}
			l.errorList.AddWarning(codes.ItemWithoutOptions, it.span, hint, "there is no solution: %s", lacking)
		}
	}
}

// keyOfNumberSet sorts numbers and returns a text that identifies the set of them.
func keyOfNumberSet[T int32 | uint64](numbers []T) string {
	slices.Sort(numbers)
	key, err := binary.Append(nil, binary.LittleEndian, numbers)
	if err != nil {
		panic(err) // cannot happen: T has no other types
	}
	return string(key)
}
