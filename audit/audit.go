// Package audit lowers a puzzle a second time, and compares the matrix row by row. Its input is a checked puzzle; its
// output is the differences between its matrix and the one that Appendix A of spec.md describes. The audit is slow and
// simple: it finds placements by Euclidean geometry from the corners of cells, rows are lists of names, and no row is
// optimized away. The package uses neither the lowering of the compiler nor the motions of lattices. If a puzzle has a
// feature that the audit does not know, the error names the feature ([ErrUnknown]).
package audit

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"quadrille"
	"quadrille/compile/lattice"
	"quadrille/compile/model"
	"quadrille/runtime/matrix"
)

// ErrUnknown is the error of a puzzle with a feature that the audit does not know.
var ErrUnknown = errors.New("the audit does not know this")

// Report is the result of an audit. The two counts are the numbers of items and of rows that both matrices have.
type Report struct {
	CommonItemCount int      `json:"items"`
	CommonRowCount  int      `json:"rows"`
	Differences     []string `json:"differences"` // one sentence for each; empty if the matrices agree
	// ExtraConstraints names constraints on solutions that no matrix expresses, such as connected cells; "" for none.
	ExtraConstraints string `json:"beside,omitempty"`
}

// maxDifferences is the largest number of differences that a report lists.
const maxDifferences = 20

// ComparePuzzle lowers a puzzle again, and compares the compiler's matrix with the result. If only one solution of each
// class of equivalent solutions counts, both matrices are those of all solutions, see [quadrille.DumpOptions.Whole].
func ComparePuzzle(p *quadrille.Puzzle) (Report, error) {
	m, err := p.Program().Candidates()
	if whole, _ := p.Program().ProblemOfAllSolutions(); whole != nil {
		m = whole
	}
	if err != nil {
		return Report{}, err
	}
	return CompareMatrix(p, m)
}

// CompareMatrix lowers a puzzle again, and compares a given matrix with the result.
func CompareMatrix(p *quadrille.Puzzle, m *matrix.Problem) (r Report, _ error) {
	if p.Input().IsDump {
		return r, fmt.Errorf("%w: a matrix, which no text says", ErrUnknown)
	}
	l := &expectedMatrix{puzzle: p.Program().Puzzle, breaksSwaps: p.Program().BreaksSwaps(),
		expectedItems: map[string]coverBounds{}, itemNumbers: map[string]int{}, uncoverableItems: map[string]bool{},
		itemsNamedByCore: map[string]bool{}, itemOfCellName: map[string]string{},
		symbolItemOfCell: map[string]string{}, choiceAlternatives: map[string]bool{}}
	if whole, _ := p.Program().ProblemOfAllSolutions(); whole == nil && p.Program().Symmetry() != nil {
		return r, unknownFeatureError("one solution of each class", l.puzzle.BreakSymmetrySpan)
	}
	if err := l.lowerAllStatements(); err != nil {
		return r, err
	}
	r.ExtraConstraints = p.Program().ConstraintsBeyondMatrix()
	l.compareItems(m, &r)
	l.compareRows(m, &r)
	l.compareGoal(m, &r)
	return r, nil
}

// coverBounds says how often an item may be covered. If maxCovers is unlimited, every option with the item may be
// chosen. For a secondary item both numbers are 0.
type coverBounds struct {
	minCovers, maxCovers int
	isSecondary          bool
}

const unlimited = model.Unlimited

var coveredOnce, secondary = coverBounds{1, 1, false}, coverBounds{isSecondary: true}

// unitBounds returns the bounds of an item that is covered once, or, if it is secondary, at most once.
func unitBounds(isSecondary bool) coverBounds {
	if isSecondary {
		return secondary
	}
	return coveredOnce
}

// boundsOf returns the bounds of a primary item.
func boundsOf(r model.CountRange) coverBounds { return coverBounds{r.Min, r.Max, false} }

// expectedMatrix is the matrix that spec.md describes, with names for items and options.
type expectedMatrix struct {
	puzzle           *model.Puzzle
	err              error // error about the first unknown feature, or of the first expression that fails
	breaksSwaps      bool
	expectedItems    map[string]coverBounds
	itemNumbers      map[string]int // for each item, its index in the order of declaration
	options          []*expectedOption
	baseValue        int64           // value of a solution without options
	countedSums      []*weightedSum  // items for which an option may count more than once, in order
	uncoverableItems map[string]bool // items of the core that no option may cover
	itemsNamedByCore map[string]bool // items that options and nogoods written in the text name
	// for the item by which the text names a cell of the packing, the item of that cell: 2,3 for board[2,3]
	itemOfCellName map[string]string
	// for the item of a filled cell, the item whose color is the symbol of the cell: value[2,3] for cell[2,3]
	symbolItemOfCell   map[string]string
	choiceAlternatives map[string]bool // texts of the alternatives of `choose` statements
	expectedNogoods    [][]int         // sets of options, as indices in options, that must not all be chosen
}

// expectedOption is an option of the matrix that spec.md describes.
type expectedOption struct {
	coloredItems []string       // items, with their colors
	goalValue    int64          // value that the option adds to the goal
	sumWeights   map[string]int // how often the option counts for a sum, by the name of the sum
	// whether the option comes from the text itself or is an orbit of a statement with sums, so that it needs the sums
	// first
	waitsForSums bool
	isRemoved    bool   // whether the matrix lacks the option, as it is forbidden alone or can satisfy no sum
	coreKey      string // items by which `forbid` names the option, as a text; "" if `forbid` cannot name it
}

// appendix is the table of the lowering functions. Each has the first words of the paragraphs of Appendix A of spec.md
// that it implements. Some paragraphs have no function: those about statements without items, about
// [Report.ExtraConstraints], and about matchings, which do not change the solutions.
var appendix = []struct {
	lower    func(*expectedMatrix)
	openings []string
}{
	{nil, []string{"A1. The problem", "A2. Names and numbers", "A3. Shapes and boards", "`connected empty`",
		"A9. Symmetry", "`break symmetry`", "`symmetric`"}},
	{(*expectedMatrix).lowerPacking, []string{"A4. Packing", "`keep`", "`fix`.", "`leave`", "Regions that are found.",
		"`leave … on s`", "`apart`.", "`faultless`", "`tatami`", "Sides of tiles.", "`allow crossing`",
		"`symmetric`."}},
	{(*expectedMatrix).lowerChessmen, []string{"A5. Men"}},
	{(*expectedMatrix).lowerFilling, []string{"A6. Symbols", "`break swaps`"}},
	{(*expectedMatrix).lowerWords, []string{"A7. Words and dissections"}},
	{(*expectedMatrix).lowerDissection, []string{"Mappings."}},
	{(*expectedMatrix).lowerCore, []string{"A8. The core", "Loops.", "choose.", "Items of other statements."}},
	{(*expectedMatrix).lowerSums, []string{"Options that count several times."}},
	{(*expectedMatrix).lowerForbids, []string{"`matching` and `forbid`"}},
}

// AppendixOpenings returns the first words of the paragraphs of Appendix A that the audit follows, or may ignore.
func AppendixOpenings() (openings []string) {
	for _, part := range appendix {
		openings = append(openings, part.openings...)
	}
	return openings
}

// lowerAllStatements adds all items and options, in the order of the table.
func (l *expectedMatrix) lowerAllStatements() error {
	l.findNamedItems()
	l.baseValue = l.valueOf(l.fixedCount)
	for _, part := range appendix {
		if part.lower != nil && l.err == nil {
			part.lower(l)
		}
	}
	return l.err
}

// keepError keeps the first error.
func (l *expectedMatrix) keepError(err error) {
	if l.err == nil {
		l.err = err
	}
}

// unknownFeatureError returns the error of a feature at a place of the text.
func unknownFeatureError(what string, place fmt.Stringer) error {
	return fmt.Errorf("%w: %s, at %v", ErrUnknown, what, place)
}

// fixedCount returns how much a measure of the goal counts before any option is chosen.
func (l *expectedMatrix) fixedCount(m model.Measure) (n int64) {
	if m.CountsEmptyCells && l.puzzle.Packing == nil {
		return int64(len(l.puzzle.Chessmen.Board.Cells) + len(l.puzzle.Chessmen.Board.OptionalCells))
	}
	if m.CountedSymbols != nil {
		for _, v := range l.puzzle.Filling.GivenSymbols {
			n += boolToInt64(slices.Contains(m.CountedSymbols, l.puzzle.Filling.Symbols[v]))
		}
	}
	return n
}

// declareItem declares an item with its bounds.
func (l *expectedMatrix) declareItem(item string, b coverBounds) {
	if _, known := l.expectedItems[item]; !known {
		l.itemNumbers[item] = len(l.itemNumbers)
	}
	l.expectedItems[item] = b
}

// addRow adds an option with items, which may have colors: z:red is item z with color red.
func (l *expectedMatrix) addRow(items ...string) { l.addOption(&expectedOption{coloredItems: items}) }

func (l *expectedMatrix) addOption(o *expectedOption) {
	if !o.waitsForSums {
		o.coreKey = rowText(o.coloredItems)
	}
	l.options = append(l.options, o)
}

// valueOf returns the value of the goal: the sum of its factors, each multiplied by the amount that its measure counts.
func (l *expectedMatrix) valueOf(count func(model.Measure) int64) (sum int64) {
	if l.puzzle.Goal == nil {
		return 0
	}
	for _, m := range l.puzzle.Goal.Measures {
		sum += m.Factor * count(m)
	}
	return sum
}

// separationFamily returns the family of the items of a rule `apart`, by the index of the rule.
func separationFamily(n int) string {
	if n == 0 {
		return "apart"
	}
	return fmt.Sprintf("apart%d", n+1)
}

// boolToInt64 returns 1 for true and 0 for false.
func boolToInt64(holds bool) int64 {
	if holds {
		return 1
	}
	return 0
}

// itemNameWithoutColor returns the name of an item without its color.
func itemNameWithoutColor(item string) string {
	name, _, _ := strings.Cut(item, ":")
	return name
}

func rowText(items []string) string { return strings.Join(slices.Sorted(slices.Values(items)), " ") }

func cellName(on *lattice.Lattice, c lattice.Cell) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(c[:len(on.AxisNames)]), " ", ","), "[]")
}

// compareItems compares the items of the matrix with the expected items.
func (l *expectedMatrix) compareItems(m *matrix.Problem, r *Report) {
	seen, optionCounts := map[string]bool{}, map[string]int{}
	for _, o := range l.options {
		for _, i := range o.coloredItems {
			optionCounts[itemNameWithoutColor(i)] += int(boolToInt64(!o.isRemoved))
		}
	}
	for i := range matrix.ItemID(m.ItemCount()) {
		name := m.Name(i)
		want, known := l.expectedItems[name]
		switch isSecondary := int(i) >= m.PrimaryCount(); {
		case !known:
			r.addDifference("the matrix has the item %s, which the puzzle does not say", name)
		case seen[name]:
			r.addDifference("the matrix has two items %s", name)
		case isSecondary != want.isSecondary:
			r.addDifference("the item %s is primary in one of the two, and secondary in the other", name)
		default:
			r.CommonItemCount++
			if isSecondary {
				break
			}
			got := m.Bound(i)
			if want.maxCovers == unlimited && int(got.Max) >= max(optionCounts[name], want.minCovers) {
				want.maxCovers = int(got.Max) // a maximum that the number of options reaches anyway
			}
			if int(got.Min) != want.minCovers || int(got.Max) != want.maxCovers {
				r.addDifference("the item %s is covered %d to %d times, and should be %d to %d times", name,
					got.Min, got.Max, want.minCovers, want.maxCovers)
			}
		}
		seen[name] = true
	}
	for _, name := range slices.Sorted(maps.Keys(l.expectedItems)) {
		if !seen[name] {
			r.addDifference("the matrix has no item %s", name)
		}
	}
}

// optionText returns the items of an option, and the value that it adds to the goal.
func optionText(items []string, value int64) string {
	if value == 0 {
		return rowText(items)
	}
	return fmt.Sprintf("%s adding %d to the goal", rowText(items), value)
}

// compareRows compares the options of the matrix with the expected options, and likewise the nogoods, the sets of
// options that must not all be chosen.
func (l *expectedMatrix) compareRows(m *matrix.Problem, r *Report) {
	var want, got []string // text of each option, by its index
	for _, o := range l.options {
		want = append(want, optionText(o.coloredItems, o.goalValue))
	}
	for o := range matrix.OptionID(m.OptionCount()) {
		value := int64(0)
		if goal := m.Goal(); goal != nil {
			value = goal.OptionValues[o]
		}
		got = append(got, optionText(m.OptionItems(o), value))
	}
	isRemoved := func(n int) bool { return l.options[n].isRemoved }
	var kept []string
	for n, row := range want {
		if !isRemoved(n) {
			kept = append(kept, row)
		}
	}
	r.CommonRowCount = r.countCommonTexts("option", kept, got)
	nogoods := slices.DeleteFunc(l.expectedNogoods, func(set []int) bool { return slices.ContainsFunc(set, isRemoved) })
	r.countCommonTexts("nogood", nogoodTexts(nogoods, want), nogoodTexts(m.Nogoods(), got))
}

// countCommonTexts compares two lists of texts: the expected options or nogoods, and those of the matrix. It reports
// the differences, and returns the number of texts that both lists have.
func (r *Report) countCommonTexts(kind string, want, got []string) (common int) {
	missing := map[string]int{}
	for _, text := range want {
		missing[text]++
	}
	for n, text := range got {
		if missing[text] == 0 {
			r.addDifference("%s %d of the matrix is none of the puzzle, or once too often: %s", kind, n, text)
			continue
		}
		missing[text]--
		common++
	}
	for _, text := range slices.Sorted(maps.Keys(missing)) {
		if missing[text] > 0 {
			r.addDifference("the matrix has no %s %s", kind, text)
		}
	}
	return common
}

// nogoodTexts returns a text for each set of options. A set consists of indices in rows, which holds the texts of
// options. A set that occurs twice has one text.
func nogoodTexts[N ~int | ~int32](sets [][]N, rows []string) (texts []string) {
	seen := map[string]bool{}
	for _, set := range sets {
		var text []string
		for _, n := range set {
			text = append(text, rows[n])
		}
		if key := fmt.Sprint(slices.Sorted(slices.Values(set))); !seen[key] {
			seen[key] = true
			texts = append(texts, strings.Join(slices.Sorted(slices.Values(text)), " with "))
		}
	}
	return texts
}

// compareGoal compares the goals: whether there is one, its direction, and the value before any option is chosen.
func (l *expectedMatrix) compareGoal(m *matrix.Problem, r *Report) {
	goal, want := m.Goal(), l.puzzle.Goal
	switch {
	case (goal == nil) != (want == nil):
		r.addDifference("one of the two wants the best solutions, and the other one wants all")
	case goal != nil && (goal.Maximize != want.IsMaximized || goal.BaseValue != l.baseValue):
		r.addDifference("the goal of the matrix begins at %d, and should begin at %d, or the greatest value is best "+
			"in one of the two", goal.BaseValue, l.baseValue)
	}
}

func (r *Report) addDifference(format string, args ...any) {
	if len(r.Differences) < maxDifferences {
		r.Differences = append(r.Differences, fmt.Sprintf(format, args...))
	}
}
