// Package audit lowers a puzzle a second time, and compares the matrix row by row.
//
// Its input is a puzzle as the checker understood it; its output is what differs between its matrix and the one that
// Appendix A of spec.md describes. It is slow and plain: placements are found by Euclid's geometry from the corners of
// cells, rows are lists of names, and nothing is left out to make them fewer. It must not use the lowering, nor the
// motions of lattices. What it does not know, it refuses by name ([ErrUnknown]).
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

// ErrUnknown is the error of a puzzle that says something that the audit does not know.
var ErrUnknown = errors.New("the audit does not know this")

// Report is what an audit found. Items and Rows count those that both have.
type Report struct {
	Items       int      `json:"items"`
	Rows        int      `json:"rows"`
	Differences []string `json:"differences"` // a sentence each; empty if the matrices agree
	// Beside names what the puzzle wants of its solutions beside the matrix, such as connected cells; "" for nothing.
	Beside string `json:"beside,omitempty"`
}

// maxDifferences bounds the differences of a report.
const maxDifferences = 20

// ComparePuzzle lowers a puzzle again, and compares its matrix with that. If one solution of each class is wanted, it
// is the matrix of all solutions, see [quadrille.DumpOptions.Whole].
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

// CompareMatrix lowers a puzzle again, and compares a matrix with that.
func CompareMatrix(p *quadrille.Puzzle, m *matrix.Problem) (r Report, err error) {
	if p.Input().IsDump {
		return r, fmt.Errorf("%w: a matrix, which no text says", ErrUnknown)
	}
	whole, _ := p.Program().ProblemOfAllSolutions()
	l := &lowering{puzzle: p.Program().Puzzle, isWhole: whole != nil, items: map[string]bound{}, rows: map[string]int{},
		values: map[string]int64{}, holders: map[string]int{}, nogoods: map[string]bool{}}
	if err := l.lowerAll(); err != nil {
		return r, err
	}
	r.Beside = p.Program().ConstraintsBeyondMatrix()
	l.compareItems(m, &r)
	l.compareRows(m, &r)
	l.compareNogoods(m, &r)
	l.compareGoal(m, &r)
	return r, nil
}

// bound is how often an item is covered. A high of unlimited stands for as many options as hold the item.
type bound struct {
	low, high int
	secondary bool
}

const unlimited = model.Unlimited

// lowering is the matrix that spec.md describes, with names for everything.
type lowering struct {
	puzzle  *model.Puzzle
	isWhole bool // one solution of each class is wanted, and the matrix has all
	items   map[string]bound
	rows    map[string]int   // number of options, by their sorted items
	values  map[string]int64 // what an option adds to the goal, by the same
	base    int64            // value of a solution without options
	holders map[string]int   // number of options that hold an item
	nogoods map[string]bool  // sets of options that are not chosen together, each as its sorted rows
}

// unknown returns an error for the first condition that holds.
func unknown(conditions map[string]bool) error {
	for _, what := range slices.Sorted(maps.Keys(conditions)) {
		if conditions[what] {
			return fmt.Errorf("%w: %s", ErrUnknown, what)
		}
	}
	return nil
}

func (l *lowering) lowerAll() error {
	p := l.puzzle
	breaksSymmetry := !l.isWhole && p.Equivalence != model.Distinct
	err := unknown(map[string]bool{
		"dissect":                            p.Dissection != nil,
		"classes of solutions":               breaksSymmetry || p.BreakSwaps.IsKnown(),
		"items with *":                       len(p.CountedFamilies) > 0,
		"symbols that the core names":        p.ReferencedFamilies["value"],
		"men that the core names":            p.ReferencedFamilies["man"],
		"a core that covers cells of boards": p.CoreCoversCells,
	})
	if err == nil {
		l.base = l.valueOf(l.fixedCount)
	}
	if err == nil && p.Packing != nil {
		err = l.lowerPacking(p.Packing)
	}
	if err == nil && p.Chessmen != nil {
		err = l.lowerMen(p.Chessmen)
	}
	if err == nil && p.Filling != nil {
		err = l.lowerFilling(p.Filling)
	}
	if err == nil && p.WordPuzzle != nil {
		l.lowerWords(p.WordPuzzle)
	}
	if err == nil {
		err = l.lowerCore()
	}
	return err
}

// fixedCount returns what a measure counts before an option is chosen.
func (l *lowering) fixedCount(m model.Measure) (n int64) {
	if m.CountsEmptyCells && l.puzzle.Packing == nil {
		return int64(len(l.puzzle.Chessmen.Board.Cells) + len(l.puzzle.Chessmen.Board.OptionalCells))
	}
	if m.CountedSymbols != nil {
		for _, v := range l.puzzle.Filling.GivenSymbols {
			n += oneIf(slices.Contains(m.CountedSymbols, l.puzzle.Filling.Symbols[v]))
		}
	}
	return n
}

// addRow adds an option with items, which may have colors, as in z:red.
func (l *lowering) addRow(items ...string) { l.addValuedRow(0, items...) }

// addValuedRow adds an option that adds a value to the goal.
func (l *lowering) addValuedRow(value int64, items ...string) {
	row := rowText(items)
	l.rows[row]++
	l.values[row] = value
	for _, i := range items {
		name, _, _ := strings.Cut(i, ":")
		l.holders[name]++
	}
}

// valueOf returns the sum of the factors of the goal, each times what its measure counts.
func (l *lowering) valueOf(count func(model.Measure) int64) (sum int64) {
	if l.puzzle.Goal == nil {
		return 0
	}
	for _, m := range l.puzzle.Goal.Measures {
		sum += m.Factor * count(m)
	}
	return sum
}

// oneIf returns 1 if a condition holds, and 0 otherwise.
func oneIf(holds bool) int64 {
	if holds {
		return 1
	}
	return 0
}

func rowText(items []string) string { return strings.Join(slices.Sorted(slices.Values(items)), " ") }

func cellName(on *lattice.Lattice, c lattice.Cell) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(c[:len(on.AxisNames)]), " ", ","), "[]")
}

// compareItems compares the items of the matrix with those that are expected.
func (l *lowering) compareItems(m *matrix.Problem, r *Report) {
	seen := map[string]bool{}
	for i := range matrix.ItemID(m.ItemCount()) {
		name := m.Name(i)
		want, known := l.items[name]
		seen[name] = true
		switch secondary := int(i) >= m.PrimaryCount(); {
		case !known:
			r.add("the matrix has the item %s, which the puzzle does not say", name)
		case secondary != want.secondary:
			r.add("the item %s is primary in one of the two, and secondary in the other", name)
		case secondary:
			r.Items++
		default:
			got := m.Bound(i)
			high := want.high
			if high == unlimited && int(got.Max) >= max(l.holders[name], want.low) {
				high = int(got.Max) // it is no bound
			}
			if int(got.Min) != want.low || int(got.Max) != high {
				r.add("the item %s is covered %d to %d times, and should be %d to %d times", name, got.Min, got.Max,
					want.low, high)
			}
			r.Items++
		}
	}
	for _, name := range slices.Sorted(maps.Keys(l.items)) {
		if !seen[name] {
			r.add("the matrix has no item %s", name)
		}
	}
}

// compareRows compares the options of the matrix with those that are expected.
func (l *lowering) compareRows(m *matrix.Problem, r *Report) {
	left := maps.Clone(l.rows)
	for o := range matrix.OptionID(m.OptionCount()) {
		row := rowText(m.OptionItems(o))
		if left[row] == 0 {
			r.add("option %d of the matrix is none of the puzzle, or once too often: %s", o, row)
			continue
		}
		left[row]--
		r.Rows++
	}
	for _, row := range slices.Sorted(maps.Keys(left)) {
		if left[row] > 0 {
			r.add("the matrix has no option %s", row)
		}
	}
}

// compareNogoods compares the sets of options that are not chosen together.
func (l *lowering) compareNogoods(m *matrix.Problem, r *Report) {
	left := maps.Clone(l.nogoods)
	for _, together := range m.Nogoods() {
		var rows []string
		for _, o := range together {
			rows = append(rows, rowText(m.OptionItems(o)))
		}
		set := nogoodText(rows)
		if !l.nogoods[set] {
			r.add("the matrix forbids options together that the puzzle allows: %s", set)
		}
		delete(left, set)
	}
	for _, set := range slices.Sorted(maps.Keys(left)) {
		r.add("the matrix allows options together that the puzzle forbids: %s", set)
	}
}

// nogoodSeparator stands between the rows of a nogood.
const nogoodSeparator = " with "

func nogoodText(rows []string) string {
	return strings.Join(slices.Compact(slices.Sorted(slices.Values(rows))), nogoodSeparator)
}

// compareGoal compares which solutions are best.
func (l *lowering) compareGoal(m *matrix.Problem, r *Report) {
	goal, want := m.Goal(), l.puzzle.Goal
	if goal == nil || want == nil {
		if goal != nil || want != nil {
			r.add("one of the two wants the best solutions, and the other one wants all")
		}
		return
	}
	if goal.Maximize != want.Maximize || goal.BaseValue != l.base {
		r.add("the goal of the matrix begins at %d, and should begin at %d, or the greatest value is best in one of the two",
			goal.BaseValue, l.base)
	}
	for o, value := range goal.OptionValues {
		row := rowText(m.OptionItems(matrix.OptionID(o)))
		if l.values[row] != value {
			r.add("option %d of the matrix adds %d to the goal, and should add %d: %s", o, value, l.values[row], row)
		}
	}
}

func (r *Report) add(format string, args ...any) {
	if len(r.Differences) < maxDifferences {
		r.Differences = append(r.Differences, fmt.Sprintf(format, args...))
	}
}
