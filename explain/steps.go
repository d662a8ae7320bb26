package explain

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"quadrille"
	"quadrille/compile"
	"quadrille/compile/draw"
	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/lang/source"
	"quadrille/runtime/deduce"
	"quadrille/runtime/matrix"
)

// Steps yields the steps by which a person can solve a puzzle. Each step uses the easiest technique that decides
// something. The sentences of a step say what must be or cannot be, and why. Its picture shows all that is known after
// it, and marks the cells for which it excludes something. If the argument trials is true, options are also tried: an
// option is excluded if forced moves refute it. The last step, of the kind [Ended], says how far the steps lead. All
// steps hold for every solution.
func Steps(ctx context.Context, p *quadrille.Puzzle, trials bool) iter.Seq2[Reason, error] {
	return func(yield func(Reason, error) bool) {
		p, err := WithoutEquivalence(p)
		if err != nil {
			yield(Reason{}, err)
			return
		}
		d, err := NewDeduction(p.Program())
		if err != nil {
			yield(Reason{}, err)
			return
		}
		if trials {
			d.HardestLevel = deduce.LevelExpert
		}
		for step := range d.Steps(ctx, nil, nil) {
			if !yield(Reason{Kind: step.Kind, Sentences: step.Sentences, puzzle: p, shortReason: step.shortReason},
				nil) {
				return
			}
		}
		if err := ctx.Err(); err != nil {
			yield(Reason{}, err)
		}
	}
}

// Deduction finds the solving steps of a compiled puzzle.
type Deduction struct {
	// HardestLevel is the hardest technique to use: deduce.LevelHard, or deduce.LevelExpert to try options as well.
	HardestLevel deduce.Level
	finder       *reasonFinder
}

// NewDeduction returns a deduction for a program. It fails if [compile.Program.Candidates] does.
func NewDeduction(p *compile.Program) (*Deduction, error) {
	f, err := newReasonFinder(p)
	if err != nil {
		return nil, err
	}
	return &Deduction{HardestLevel: deduce.LevelHard, finder: f}, nil
}

// DeducedStep is one solving step, with the options that it decides, as far as a picture shows them.
type DeducedStep struct {
	shortReason
	// PlacedOptions are the options that the step shows to be in all solutions, and ExcludedOptions are those that it
	// shows to be in no solution.
	PlacedOptions, ExcludedOptions []matrix.OptionID
}

// Steps yields the solving steps from a position in which some options are chosen and others banned.
func (d *Deduction) Steps(ctx context.Context, chosen, banned []matrix.OptionID) iter.Seq[DeducedStep] {
	return func(yield func(DeducedStep) bool) {
		f := d.finder
		part, ids := f.problem.Subproblem(chosen, banned)
		f.chosenByEarlierSteps, f.excludedByEarlierSteps = slices.Clone(chosen), map[matrix.OptionID]bool{}
		for _, o := range banned {
			f.excludedByEarlierSteps[o] = true
		}
		order := f.stepOrder(ids, chosen)
		order.HardestLevel = d.HardestLevel
		steps, ending := deduce.SolveBySteps(ctx, part, order)
		for s := range steps {
			put, excluded := f.visibleOutcome(s, ids)
			if len(put)+len(excluded) > 0 && !f.isNumberOfRegion(put) {
				step := DeducedStep{f.reasonOfStep(s, put, excluded), put, excluded}
				step.ChosenOptions = slices.Concat(f.chosenByEarlierSteps, put)
				if !yield(step) {
					return
				}
			}
			f.chosenByEarlierSteps = append(f.chosenByEarlierSteps, put...)
		}
		if ctx.Err() == nil {
			words := f.endingText(ending(), d.HardestLevel >= deduce.LevelExpert)
			yield(DeducedStep{shortReason: shortReason{Kind: Ended, Sentences: words,
				ChosenOptions: f.chosenByEarlierSteps}})
		}
	}
}

// isNumberOfRegion reports whether a step places a single option, which puts the cell of a region's number into that
// region. That is obvious and needs no step.
func (f *reasonFinder) isNumberOfRegion(put []matrix.OptionID) bool {
	if len(put) != 1 {
		return false
	}
	origin := f.program.OptionOrigin(put[0])
	return origin.IsRegionCell() && origin.Cells()[0] == origin.Piece.FoundRegion.ClueCell
}

// stepOrder returns the order in which techniques are tried on a part of the problem; loopRules says what ids and
// chosen are.
func (f *reasonFinder) stepOrder(ids, chosen []matrix.OptionID) deduce.StepOrder {
	order := deduce.StepOrder{ItemRank: f.itemDisplayRank, RankCount: 2, LineOf: f.RuleNumber, IsCount: f.CountsSymbols,
		Loops: f.loopRules(ids, chosen)}
	if f.isPacking() {
		order.IsCell = func(i matrix.ItemID) bool { _, is := f.ItemCell(i); return is }
	}
	return order
}

// LoopOrder returns the order in which techniques are tried on the candidates of a program. It returns false if the
// program has rules beyond the matrix other than the loop rules that the techniques know.
func LoopOrder(p *compile.Program) (deduce.StepOrder, bool) {
	f, err := newReasonFinder(p)
	if err != nil || !f.knowsAllLoopRules() {
		return deduce.StepOrder{}, false
	}
	return f.stepOrder(nil, nil), true
}

// itemDisplayRank is the rank of an item in the order in which people look at items: items of cells come first.
func (f *reasonFinder) itemDisplayRank(i matrix.ItemID) int {
	if _, isCell := f.ItemCell(i); isCell {
		return 0
	}
	return 1
}

// isVisibleOption reports whether a picture shows an option. In a puzzle without a board, every option counts as shown.
func (f *reasonFinder) isVisibleOption(o matrix.OptionID) bool {
	return f.IsVisibleOption(o) && (f.OptionSubject(o) != "" || !f.program.IsDrawable())
}

// visibleOutcome returns the options that a step chooses and excludes, as ids of the whole problem. It omits options
// that no picture shows or an earlier step has named, and options that are excluded only by a visible choice, since the
// picture makes these obvious. The last symbol that remains for a cell counts as chosen.
func (f *reasonFinder) visibleOutcome(s deduce.Step, ids []matrix.OptionID) (put, excluded []matrix.OptionID) {
	for _, o := range s.Chosen {
		if f.isVisibleOption(ids[o]) && !slices.Contains(f.chosenByEarlierSteps, ids[o]) {
			put = append(put, ids[o])
		}
	}
	for k, o := range s.Excluded {
		if !f.isVisibleOption(ids[o]) {
			continue
		}
		f.excludedByEarlierSteps[ids[o]] = true
		if by := s.ExcludedBy[k]; by < 0 || !f.isVisibleOption(ids[by]) {
			excluded = append(excluded, ids[o])
		}
	}
	put = append(put, f.onlySymbolsLeft(put, excluded)...)
	if _, cells := f.DecidingCount(s.Items[0]); s.Level == deduce.LevelEasy && len(put) > 0 {
		if len(cells) == 1 {
			cells = f.cellsWithOwnRule()
		}
		put = append(put, f.onlySymbolsOn(cells, put)...)
	}
	return put, excluded
}

// onlySymbolsLeft returns, for each cell of a filling for which a step excludes the last symbols but one, that
// symbol as an option.
func (f *reasonFinder) onlySymbolsLeft(put, excluded []matrix.OptionID) (last []matrix.OptionID) {
	if f.program.Puzzle.Filling == nil {
		return nil
	}
	var cells lattice.Shape
	for _, o := range excluded {
		if at := f.OptionCells(o); len(at) == 1 {
			cells = append(cells, at[0])
		}
	}
	return f.onlySymbolsOn(lattice.NewShape(cells), put)
}

// cellsWithOwnRule returns the cells of a filling for which a rule about that cell alone decides the symbol.
func (f *reasonFinder) cellsWithOwnRule() (said lattice.Shape) {
	for i := range matrix.ItemID(f.problem.PrimaryCount()) {
		if _, cells := f.DecidingCount(i); len(cells) == 1 {
			said = append(said, cells[0])
		}
	}
	return lattice.NewShape(said)
}

// onlySymbolsOn returns, for each of the cells with only one symbol left, that symbol as an option, unless it is in put
// or an earlier step has named it.
func (f *reasonFinder) onlySymbolsOn(cells lattice.Shape, put []matrix.OptionID) (last []matrix.OptionID) {
	for _, c := range cells {
		left := slices.DeleteFunc(slices.Clone(f.OptionsOnCell(c)),
			func(o matrix.OptionID) bool { return f.excludedByEarlierSteps[o] })
		if len(left) == 1 && f.isVisibleOption(left[0]) && !slices.Contains(put, left[0]) &&
			!slices.Contains(f.chosenByEarlierSteps, left[0]) {
			last = append(last, left[0])
		}
	}
	return last
}

// reasonOfStep describes a step by the options that it places and excludes, and says why.
func (f *reasonFinder) reasonOfStep(s deduce.Step, put, excluded []matrix.OptionID) shortReason {
	r := shortReason{CellMarks: map[lattice.Cell]string{}, NewlyFilledCells: map[lattice.Cell]bool{}}
	var decided lattice.Shape
	for _, o := range put {
		decided = decided.Union(lattice.NewShape(f.OptionCells(o)))
	}
	for _, c := range decided {
		r.NewlyFilledCells[c] = true
	}
	// symbols on cells on which the step places something are excluded anyway, and are omitted
	excluded = slices.DeleteFunc(slices.Clone(excluded), func(o matrix.OptionID) bool {
		cells := lattice.NewShape(f.OptionCells(o))
		return len(decided) > 0 && len(cells.Subtract(decided)) == 0
	})
	f.markExcluded(r.CellMarks, excluded)
	about, counted := s.Items[:1], lattice.Shape(nil)
	var why string
	first := f.NoOptionsLeftText(s.Items[0], s.Level == deduce.LevelEasy)
	switch {
	case s.LoopReason != deduce.NoLoop:
		r.Kind, about = LoopStep, nil
		why, counted = f.loopStepText(s)
	case s.IsArea:
		r.Kind, about = AreaStep, s.Items
		why = "else an area is cut off that no pieces fill, such as " + f.cutOffAreaText(s.Items)
	case s.IsRuleGroup:
		r.Kind, about = RuleGroup, s.Items
		why = f.rulesOfItemsText(s.Items) + " can be kept together in no other way"
	case s.IsLine:
		r.Kind, why = Line, f.ItemText(s.Items[0])+" can be kept in no other way"
	case s.Level == deduce.LevelEasy:
		r.Kind, why = Single, first
		if text, cells := f.DecidingCount(s.Items[0]); len(cells) == 1 {
			why, about = "a rule says so", nil
		} else if text != "" {
			why, counted = text+" can be right in no other way", cells
		} else if len(put) == 1 && f.program.OptionOrigin(put[0]).LeavesCellEmpty {
			why = "no piece fits there"
		} else if area := f.closedAreaSize(put); area > 1 {
			why = fmt.Sprintf("nothing else fills the %d cells that are cut off", area)
		} else if len(decided) == 1 {
			why = strings.Replace(first, " on the cell "+f.program.Lattice().FormatCell(decided[0]), " there", 1)
			why = strings.Replace(why, " covers the cell "+f.program.Lattice().FormatCell(decided[0]), " fits there", 1)
		}
	case s.Level == deduce.LevelMedium:
		r.Kind, why = CommonPeer, "else "+first
	case s.Level == deduce.LevelHard:
		r.Kind, about = Pair, s.Items
		why = f.itemsText(s.Items[:2]) + " need " + f.itemsText(s.Items[2:]) + " for themselves"
	default:
		r.Kind, why = Trial, "else forced moves go on until "+first
	}
	r.TintedCells = f.cellsToTint(f.cellsOfItems(about...).Union(counted))
	text := f.stepOutcomeText(put, excluded) + ", as " + why
	r.Sentences = asSentence(text)
	return r
}

// rulesOfItemsText names the rules for which items stand. If a rule differs from the one before only in its place, its
// name is not repeated.
func (f *reasonFinder) rulesOfItemsText(items []matrix.ItemID) string {
	var texts []string
	lastName := ""
	for _, i := range items {
		text := f.ItemText(i)
		name, place, _ := strings.Cut(text, " on ")
		if name == lastName && !f.CountsSymbols(i) {
			text = "on " + place
		}
		texts, lastName = append(texts, text), name
	}
	return source.JoinWords(texts)
}

// cellsToTint returns the cells that a picture tints because a step uses them. There are none if they would be most of
// the board.
func (f *reasonFinder) cellsToTint(cells lattice.Shape) map[lattice.Cell]bool {
	if !f.program.IsDrawable() || 3*len(cells) > 2*len(f.BoardCells()) {
		return nil
	}
	about := map[lattice.Cell]bool{}
	for _, c := range cells {
		about[c] = true
	}
	return about
}

// Largest number of symbols that a picture lists on a cell, be they left or excluded, and largest number of excluded
// places of pieces that it marks.
const maxMarkedSymbols, maxMarkedPlaces = 3, 3

// markExcluded marks the cells for which something is excluded: with the remaining symbols if they are few, with the
// excluded symbols if these are few, or else with a cross.
func (f *reasonFinder) markExcluded(marks map[lattice.Cell]string, excluded []matrix.OptionID) {
	isFilling := f.program.Puzzle.Filling != nil
	places := 0
	out := map[lattice.Cell][]string{}
	for _, o := range excluded {
		cells := f.OptionCells(o)
		if len(cells) > 1 {
			places++
		}
		for _, c := range cells {
			out[c] = append(out[c], f.OptionSubject(o))
		}
	}
	if places > maxMarkedPlaces {
		return // no marks if they would cover the board, as they would explain nothing
	}
	for c, symbols := range out {
		marks[c] = draw.CrossMark
		if !isFilling || f.program.Lattice().StickEnds != nil {
			continue
		}
		if left := f.symbolsLeft(c); len(left) > 0 && len(left) <= maxMarkedSymbols {
			marks[c] = joinSymbols(left)
		} else if len(symbols) <= 2 {
			marks[c] = draw.NotMark + joinSymbols(symbols)
		}
	}
}

// joinSymbols writes symbols side by side, with blanks between them if some symbol has several characters.
func joinSymbols(symbols []string) string {
	if slices.ContainsFunc(symbols, func(s string) bool { return len([]rune(s)) > 1 }) {
		return strings.Join(symbols, " ")
	}
	return strings.Join(symbols, "")
}

// symbolsLeft returns the symbols that are not excluded for a cell of a filling.
func (f *reasonFinder) symbolsLeft(c lattice.Cell) (left []string) {
	for _, o := range f.OptionsOnCell(c) {
		if symbol := f.OptionSubject(o); symbol != "" && !f.excludedByEarlierSteps[o] {
			left = append(left, symbol)
		}
	}
	return left
}

// cutOffAreaText describes the size and the place of an area that is cut off.
func (f *reasonFinder) cutOffAreaText(cells []matrix.ItemID) string {
	own := f.cellsOfItems(cells...)
	if len(own) == 1 {
		return "the cell " + f.program.Lattice().FormatCell(own[0])
	}
	return fmt.Sprintf("the %d cells at %s", len(own), f.program.Lattice().FormatCell(own[0]))
}

// closedAreaSize returns the size of the placed piece, in cells, if the piece fills a whole area of connected open
// cells. Otherwise it returns 0, and also if the piece fills all open cells, since then nothing is closed off.
func (f *reasonFinder) closedAreaSize(put []matrix.OptionID) int {
	if !f.isPacking() || len(put) != 1 {
		return 0
	}
	board := f.program.Puzzle.Packing.Board
	open := f.BoardCells()
	for _, o := range f.chosenByEarlierSteps {
		open = open.Subtract(lattice.NewShape(f.OptionCells(o)))
	}
	piece := lattice.NewShape(f.OptionCells(put[0]))
	rest := open.Subtract(piece)
	if len(rest) == 0 || len(piece) < 2 {
		return 0
	}
	grid := board.NewGrid()
	for _, c := range piece {
		for _, beside := range grid.NeighboursOf(c) {
			if rest.HasCell(beside) {
				return 0
			}
		}
	}
	return len(piece)
}

// stepOutcomeText describes what a step places, which symbols remain on the cells for which it excludes most symbols,
// and what else it excludes.
func (f *reasonFinder) stepOutcomeText(put, excluded []matrix.OptionID) string {
	var parts []string
	if len(put) > 0 {
		parts = append(parts, f.optionsText(put))
	}
	left, rest := f.remainingText(excluded)
	if parts = append(parts, left...); len(rest) > 0 {
		parts = append(parts, f.exclusionText(rest))
	}
	return source.JoinWords(parts)
}

// remainingText returns, for each cell of a filling for which a step excludes at least as many symbols as it leaves,
// the symbols left: "only 7 or 9 on (0, 1)". It also returns the excluded options that these texts do not cover.
func (f *reasonFinder) remainingText(excluded []matrix.OptionID) (texts []string, rest []matrix.OptionID) {
	if f.program.Puzzle.Filling == nil {
		return nil, excluded
	}
	byCell := map[lattice.Cell][]matrix.OptionID{}
	var cells []lattice.Cell
	for _, o := range excluded {
		if at := f.OptionCells(o); len(at) == 1 {
			byCell[at[0]] = append(byCell[at[0]], o)
			cells = append(cells, at[0])
		} else {
			rest = append(rest, o)
		}
	}
	for _, c := range lattice.NewShape(cells) {
		symbols := f.symbolsLeft(c)
		if n := len(symbols); n == 0 || n > len(byCell[c]) || n > maxNamedOptions {
			rest = append(rest, byCell[c]...)
			continue
		}
		texts = append(texts, "only "+strings.Join(symbols, " or ")+" on "+f.program.Lattice().FormatCell(c))
	}
	return texts, rest
}

// exclusionText lists excluded options, grouped by cells with the same symbols. If there are many excluded places of
// pieces, it names only the pieces.
func (f *reasonFinder) exclusionText(options []matrix.OptionID) string {
	if f.isPacking() {
		return f.excludedPlacesText(options)
	}
	symbols, cells := map[string]string{}, map[string]string{}
	var order, texts []string
	for _, o := range slices.Sorted(slices.Values(options)) {
		what, where := f.subjectOnCell(o)
		if where == "" {
			return "not " + f.optionsText(options)
		}
		if symbols[where] == "" {
			order = append(order, where)
			symbols[where] = what
		} else {
			symbols[where] += " or " + what
		}
	}
	for _, where := range order {
		if what := symbols[where]; cells[what] == "" {
			texts = append(texts, what)
			cells[what] = where
		} else {
			cells[what] += " " + where
		}
	}
	for k, what := range texts {
		texts[k] = "not " + what + " on " + cells[what]
	}
	return source.JoinWords(texts)
}

// excludedPlacesText lists the excluded places of pieces, and the cells that cannot be empty.
func (f *reasonFinder) excludedPlacesText(options []matrix.OptionID) string {
	var filled lattice.Shape
	var places []matrix.OptionID
	for _, o := range options {
		if f.program.OptionOrigin(o).LeavesCellEmpty {
			filled = filled.Union(lattice.NewShape(f.OptionCells(o)))
		} else {
			places = append(places, o)
		}
	}
	var parts []string
	if len(filled) > 0 {
		parts = append(parts, "something on "+f.cellsText(filled))
	}
	if len(places) == 0 {
		return source.JoinWords(parts)
	}
	texts, pieces := map[string]bool{}, map[string]bool{}
	for _, o := range places {
		texts[f.OptionText(o)], pieces[f.OptionSubject(o)] = true, true
	}
	if len(places) <= maxMarkedPlaces && len(texts) == len(places) {
		return source.JoinWords(append(parts, "not "+f.optionsText(places)))
	}
	of := source.Plural(len(pieces), "piece")
	if len(pieces) <= maxNamedOptions {
		of = source.JoinWords(slices.Sorted(maps.Keys(pieces)))
	}
	return source.JoinWords(append(parts, source.Plural(len(places), "place")+" of "+of+" are out"))
}

// cellsText lists cells.
func (f *reasonFinder) cellsText(cells lattice.Shape) string {
	var at []string
	for _, c := range cells {
		at = append(at, f.program.Lattice().FormatCell(c))
	}
	return strings.Join(at, " ")
}

// maxNamedOptions is the number of options that a step names before it counts the others.
const maxNamedOptions = 6

// optionsText lists options. It groups cells with the same symbol.
func (f *reasonFinder) optionsText(options []matrix.OptionID) string {
	var words []string
	group := map[string]int{} // index in words, by what the options of the group put on a cell
	for k, o := range slices.Sorted(slices.Values(options)) {
		what, where := f.subjectOnCell(o)
		at, known := group[what]
		switch {
		case where != "" && known:
			words[at] += " " + where
		case len(words) == maxNamedOptions:
			return source.JoinWords(append(words, source.Plural(len(options)-k, "other")))
		default:
			if where != "" {
				group[what] = len(words)
			}
			words = append(words, f.OptionText(o))
		}
	}
	return source.JoinWords(words)
}

// subjectOnCell returns what an option puts on a single cell, and the cell in words. Both are "" if it does not put
// something on exactly one cell.
func (f *reasonFinder) subjectOnCell(o matrix.OptionID) (what, where string) {
	what, cells := f.OptionSubject(o), f.OptionCells(o)
	if what == "" || len(cells) != 1 {
		return "", ""
	}
	return what, f.program.Lattice().FormatCell(cells[0])
}

// knowsAllLoopRules reports whether the techniques know all rules that the matrix does not express, because these are
// all rules about loops.
func (f *reasonFinder) knowsAllLoopRules() bool {
	filling := f.program.Puzzle.Filling
	return filling != nil && !filling.Board.IsWrapped() && f.program.NeedsOnlyConnectedCells() &&
		len(filling.ConnectedRules) > 0 && len(filling.ConnectedRules) == len(f.program.ConnectedSets()) &&
		!slices.ContainsFunc(filling.ConnectedRules, func(r model.ConnectedRule) bool { return !r.MustFormLoop })
}

// endingText describes how far the steps lead, and why they end. The argument trials tells whether options were tried.
func (f *reasonFinder) endingText(e deduce.StepEnding, trials bool) string {
	switch extra := f.program.ConstraintsBeyondMatrix(); {
	case e == deduce.EndedImpossible:
		return "Now something has no option left: there is no solution, and `puz why` says why."
	case e == deduce.EndedWithoutLoop:
		return "All is decided, and there is not one loop: there is no solution, and `puz why` says why."
	case e == deduce.EndedSolved && (extra == "" || f.knowsAllLoopRules()):
		return "All is decided: this is the only solution."
	case e == deduce.EndedSolved:
		return "All is decided, if it keeps the rule on " + extra + "."
	case extra != "" && !f.knowsAllLoopRules():
		return "From here on only trial helps: no technique here knows of " + extra + "."
	case trials:
		return "From here on only longer trials help."
	}
	return "From here on only trial helps."
}
