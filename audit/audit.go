// Package audit lowers a puzzle a second time, and compares the matrix row by row. Its input is a checked puzzle; its
// output is the differences between its matrix and the one that Appendix A of spec.md describes. It is slow and simple:
// it finds placements by Euclidean geometry from the corners of cells, rows are lists of names, and no row is optimized
// away. It must use neither the lowering nor the motions of lattices. It refuses features that it does not know by
// their names ([ErrUnknown]).
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

// Report is the result of an audit. The two counts are those of items and of rows that both matrices have.
type Report struct {
	CommonItemCount int      `json:"items"`
	CommonRowCount  int      `json:"rows"`
	Differences     []string `json:"differences"` // one sentence for each; empty if the matrices agree
	// ExtraConstraints names constraints on solutions that no matrix expresses, such as connected cells; "" for none.
	ExtraConstraints string `json:"beside,omitempty"`
}

// maxDifferences is the largest number of differences that a report lists.
const maxDifferences = 20

// ComparePuzzle lowers a puzzle again, and compares its matrix with the result. If only one solution of each class
// counts, it compares the matrix of all solutions, see [quadrille.DumpOptions.Whole].
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
func CompareMatrix(p *quadrille.Puzzle, m *matrix.Problem) (r Report, err error) {
	if p.Input().IsDump {
		return r, fmt.Errorf("%w: a matrix, which no text says", ErrUnknown)
	}
	l := &expectedMatrix{puzzle: p.Program().Puzzle, breaksSwaps: p.Program().BreaksSwaps(),
		expectedItems:    map[string]coverBounds{},
		itemNumbers:      map[string]int{},
		itemsNamedByCore: map[string]bool{}, itemOfCellName: map[string]string{}, uncoverableItems: map[string]bool{},
		symbolItemOfCell: map[string]string{}, choiceAlternatives: map[string]bool{}}
	if whole, _ := p.Program().ProblemOfAllSolutions(); whole == nil && p.Program().Symmetry() != nil {
		err = unknownFeatureError("one solution of each class", l.puzzle.BreakSymmetry)
	}
	if err == nil {
		err = l.lowerAll()
	}
	if err != nil {
		return r, err
	}
	r.ExtraConstraints = p.Program().ConstraintsBeyondMatrix()
	l.compareItems(m, &r)
	l.compareRows(m, &r)
	l.compareNogoods(m, &r)
	l.compareGoal(m, &r)
	return r, nil
}

// coverBounds is the number of times that an item is covered. If maxCovers is unlimited, it is the number of options
// with the item.
type coverBounds struct {
	minCovers, maxCovers int
	isSecondary          bool
}

const unlimited = model.Unlimited

// expectedMatrix is the matrix that spec.md describes, with names for items and options.
type expectedMatrix struct {
	puzzle           *model.Puzzle
	breaksSwaps      bool
	expectedItems    map[string]coverBounds
	itemNumbers      map[string]int // number of each item, in the order of declaration
	options          []*expectedOption
	baseValue        int64           // value of a solution without options
	countedSums      []*weightedSum  // items for which an option may count more than once, in order
	uncoverableItems map[string]bool // items that no option may cover
	itemsNamedByCore map[string]bool // items that options and nogoods of the core name
	// by the name of a cell in the core of the text: the item of that cell in the packing
	itemOfCellName map[string]string
	// by the item of a filled cell: the item whose color is the symbol of the cell
	symbolItemOfCell   map[string]string
	choiceAlternatives map[string]bool // alternatives of choices, as texts
	expectedNogoods    [][]int         // sets of options, by number, that must not all be chosen
}

// expectedOption is an option of the matrix that spec.md describes.
type expectedOption struct {
	coloredItems []string         // items, with their colors
	goalValue    int64            // value that the option adds to the goal
	sumWeights   map[string]int64 // by the name of a sum: how often the option counts for it, if it does
	// whether the option is of the core, or an orbit of a statement with sums, so that sums must be known first
	waitsForSums bool
	isRemoved    bool   // whether the option is removed
	coreKey      string // text of the items in the core; "" if `forbid` cannot name the option
}

// appendix is the table of the lowering functions, each with the first words of the paragraphs of Appendix A of spec.md
// that it follows. Some paragraphs have no function: those about statements without items, about
// [Report.ExtraConstraints], and about matchings, which do not change the solutions.
var appendix = []struct {
	lower    func(*expectedMatrix) error
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

func (l *expectedMatrix) lowerAll() error {
	l.findNamedItems()
	l.baseValue = l.valueOf(l.fixedCount)
	for _, part := range appendix {
		if part.lower == nil {
			continue
		}
		if err := part.lower(l); err != nil {
			return err
		}
	}
	return nil
}

// unknownFeatureError returns an error for the first condition that holds; the key names the feature.
func unknownFeatureError(what string, place fmt.Stringer) error {
	return fmt.Errorf("%w: %s, at %v", ErrUnknown, what, place)
}

// fixedCount returns the amount that a measure counts before any option is chosen.
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

// addRow adds an option with items, which may have colors, as in z:red.
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

// boolToInt64 returns 1 for true and 0 for false.
func boolToInt64(holds bool) int64 {
	if holds {
		return 1
	}
	return 0
}

// itemWithoutColor returns the name of an item without its color.
func itemWithoutColor(item string) string {
	name, _, _ := strings.Cut(item, ":")
	return name
}

func rowText(items []string) string { return strings.Join(slices.Sorted(slices.Values(items)), " ") }

func cellName(on *lattice.Lattice, c lattice.Cell) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(c[:len(on.AxisNames)]), " ", ","), "[]")
}

// compareItems compares the items of the matrix with those that are expected.
func (l *expectedMatrix) compareItems(m *matrix.Problem, r *Report) {
	seen, holders := map[string]bool{}, map[string]int{}
	for _, o := range l.options {
		for _, i := range o.coloredItems {
			holders[itemWithoutColor(i)] += int(boolToInt64(!o.isRemoved))
		}
	}
	for i := range matrix.ItemID(m.ItemCount()) {
		name := m.Name(i)
		want, known := l.expectedItems[name]
		switch secondary := int(i) >= m.PrimaryCount(); {
		case !known:
			r.addDifference("the matrix has the item %s, which the puzzle does not say", name)
		case seen[name]:
			r.addDifference("the matrix has two items %s", name)
		case secondary != want.isSecondary:
			r.addDifference("the item %s is primary in one of the two, and secondary in the other", name)
		case secondary:
			r.CommonItemCount++
		default:
			got := m.Bound(i)
			high := want.maxCovers
			if high == unlimited && int(got.Max) >= max(holders[name], want.minCovers) {
				high = int(got.Max) // a maximum that the number of options reaches anyway
			}
			if int(got.Min) != want.minCovers || int(got.Max) != high {
				r.addDifference("the item %s is covered %d to %d times, and should be %d to %d times", name, got.Min,
					got.Max,
					want.minCovers, high)
			}
			r.CommonItemCount++
		}
		seen[name] = true
	}
	for _, name := range slices.Sorted(maps.Keys(l.expectedItems)) {
		if !seen[name] {
			r.addDifference("the matrix has no item %s", name)
		}
	}
}

// optionText returns the items of an option of the matrix, and the value that it adds to the goal.
func optionText(m *matrix.Problem, o matrix.OptionID) string {
	if goal := m.Goal(); goal != nil {
		return optionTextWithValue(m.OptionItems(o), goal.OptionValues[o])
	}
	return rowText(m.OptionItems(o))
}

func optionTextWithValue(items []string, value int64) string {
	if value == 0 {
		return rowText(items)
	}
	return fmt.Sprintf("%s adding %d to the goal", rowText(items), value)
}

// compareRows compares the options of the matrix with those that are expected.
func (l *expectedMatrix) compareRows(m *matrix.Problem, r *Report) {
	left := map[string]int{}
	for _, o := range l.options {
		left[optionTextWithValue(o.coloredItems, o.goalValue)] += int(boolToInt64(!o.isRemoved))
	}
	for o := range matrix.OptionID(m.OptionCount()) {
		row := optionText(m, o)
		if left[row] == 0 {
			r.addDifference("option %d of the matrix is none of the puzzle, or once too often: %s", o, row)
			continue
		}
		left[row]--
		r.CommonRowCount++
	}
	for _, row := range slices.Sorted(maps.Keys(left)) {
		if left[row] > 0 {
			r.addDifference("the matrix has no option %s", row)
		}
	}
}

// compareNogoods compares the sets of options that must not all be chosen.
func (l *expectedMatrix) compareNogoods(m *matrix.Problem, r *Report) {
	left, seen := map[string]int{}, map[string]bool{}
	for _, together := range l.expectedNogoods {
		var rows []string
		for _, n := range slices.Sorted(slices.Values(together)) {
			rows = append(rows, optionTextWithValue(l.options[n].coloredItems, l.options[n].goalValue))
		}
		isOut := slices.ContainsFunc(together, func(n int) bool { return l.options[n].isRemoved })
		if number := fmt.Sprint(slices.Sorted(slices.Values(together))); !isOut && !seen[number] {
			seen[number] = true
			left[nogoodText(rows)]++
		}
	}
	clear(seen)
	for _, together := range m.Nogoods() {
		var rows []string
		for _, o := range together {
			rows = append(rows, optionText(m, o))
		}
		number := fmt.Sprint(slices.Sorted(slices.Values(together)))
		if seen[number] {
			continue
		}
		seen[number] = true
		if set := nogoodText(rows); left[set] > 0 {
			left[set]--
		} else {
			r.addDifference("the matrix forbids options together that the puzzle allows: %s", set)
		}
	}
	for _, set := range slices.Sorted(maps.Keys(left)) {
		if left[set] > 0 {
			r.addDifference("the matrix allows options together that the puzzle forbids: %s", set)
		}
	}
}

func nogoodText(rows []string) string {
	return strings.Join(slices.Sorted(slices.Values(rows)), " with ")
}

// compareGoal compares the values that options add to the goal.
func (l *expectedMatrix) compareGoal(m *matrix.Problem, r *Report) {
	goal, want := m.Goal(), l.puzzle.Goal
	switch {
	case (goal == nil) != (want == nil):
		r.addDifference("one of the two wants the best solutions, and the other one wants all")
	case goal != nil && (goal.Maximize != want.Maximize || goal.BaseValue != l.baseValue):
		r.addDifference("the goal of the matrix begins at %d, and should begin at %d, or the greatest value is best "+
			"in one of the two",
			goal.BaseValue, l.baseValue)
	}
}

func (r *Report) addDifference(format string, args ...any) {
	if len(r.Differences) < maxDifferences {
		r.Differences = append(r.Differences, fmt.Sprintf(format, args...))
	}
}
