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
	l := &lowering{puzzle: p.Program().Puzzle, breaksSwaps: p.Program().BreaksSwaps(), items: map[string]bound{},
		order: map[string]int{},
		named: map[string]bool{}, aliases: map[string]string{}, never: map[string]bool{},
		tellers: map[string]string{}, alternatives: map[string]bool{}}
	if whole, _ := p.Program().ProblemOfAllSolutions(); whole == nil && p.Program().Symmetry() != nil {
		err = unknown("one solution of each class", l.puzzle.BreakSymmetry)
	}
	if err == nil {
		err = l.lowerAll()
	}
	if err != nil {
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
	puzzle       *model.Puzzle
	breaksSwaps  bool
	items        map[string]bound
	order        map[string]int // numbers of the items, in the order in which they were declared
	options      []*option
	base         int64             // value of a solution without options
	sums         []*sum            // items for which an option may count several times, in order
	never        map[string]bool   // items that no option may cover
	named        map[string]bool   // items that options and nogoods of the core name
	aliases      map[string]string // by the name of a cell of a packing in the core: its item
	tellers      map[string]string // by the item of a filled cell: the item whose color is its symbol
	alternatives map[string]bool   // alternatives of choices, as texts
	nogoods      [][]int           // sets of options, by number, that are not chosen together
}

// option is an option of the puzzle.
type option struct {
	items   []string         // its items, with their colors
	value   int64            // what it adds to the goal
	weights map[string]int64 // by the name of a sum: how often it counts, if it does
	waits   bool             // whether it is one of the core, or an orbit of a statement with sums
	isOut   bool             // whether it is left out
	key     string           // text of its items in the core; "" if `forbid` cannot name it
}

// appendix is the table of what is lowered: functions, and the openings of the paragraphs of Appendix A of spec.md that
// each follows. Some sentences have no function: those about statements without items, about [Report.Beside], and about
// matchings, which change no solution.
var appendix = []struct {
	lower    func(*lowering) error
	openings []string
}{
	{nil, []string{"A1. The problem", "A2. Names and numbers", "A3. Shapes and boards", "`connected empty`",
		"A9. Symmetry", "`break symmetry`", "`symmetric`"}},
	{(*lowering).lowerPacking, []string{"A4. Packing", "`keep`", "`fix`.", "`leave`", "Regions that are found.",
		"`leave … on s`", "`apart`.", "`faultless`", "`tatami`", "Sides of tiles.", "`allow crossing`", "`symmetric`."}},
	{(*lowering).lowerMen, []string{"A5. Men"}},
	{(*lowering).lowerFilling, []string{"A6. Symbols", "`break swaps`"}},
	{(*lowering).lowerWords, []string{"A7. Words and dissections"}},
	{(*lowering).lowerDissection, []string{"Mappings."}},
	{(*lowering).lowerCore, []string{"A8. The core", "Loops.", "choose.", "Items of other statements."}},
	{(*lowering).lowerSums, []string{"Options that count several times."}},
	{(*lowering).lowerForbids, []string{"`matching` and `forbid`"}},
}

// AppendixOpenings returns the openings of the paragraphs of Appendix A that the audit follows, or need not.
func AppendixOpenings() (openings []string) {
	for _, part := range appendix {
		openings = append(openings, part.openings...)
	}
	return openings
}

func (l *lowering) lowerAll() error {
	l.findNamedItems()
	l.base = l.valueOf(l.fixedCount)
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

// unknown returns an error that says what is not known, and where it stands.
func unknown(what string, place fmt.Stringer) error {
	return fmt.Errorf("%w: %s, at %v", ErrUnknown, what, place)
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

// declare says how often an item is covered.
func (l *lowering) declare(item string, b bound) {
	if _, known := l.items[item]; !known {
		l.order[item] = len(l.order)
	}
	l.items[item] = b
}

// addRow adds an option with items, which may have colors, as in z:red.
func (l *lowering) addRow(items ...string) { l.addOption(&option{items: items}) }

func (l *lowering) addOption(o *option) {
	if !o.waits {
		o.key = rowText(o.items)
	}
	l.options = append(l.options, o)
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

// nameOf returns the name of an item without its color.
func nameOf(item string) string {
	name, _, _ := strings.Cut(item, ":")
	return name
}

func rowText(items []string) string { return strings.Join(slices.Sorted(slices.Values(items)), " ") }

func cellName(on *lattice.Lattice, c lattice.Cell) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(c[:len(on.AxisNames)]), " ", ","), "[]")
}

// compareItems compares the items of the matrix with those that are expected.
func (l *lowering) compareItems(m *matrix.Problem, r *Report) {
	seen, holders := map[string]bool{}, map[string]int{}
	for _, o := range l.options {
		for _, i := range o.items {
			holders[nameOf(i)] += int(oneIf(!o.isOut))
		}
	}
	for i := range matrix.ItemID(m.ItemCount()) {
		name := m.Name(i)
		want, known := l.items[name]
		switch secondary := int(i) >= m.PrimaryCount(); {
		case !known:
			r.add("the matrix has the item %s, which the puzzle does not say", name)
		case seen[name]:
			r.add("the matrix has two items %s", name)
		case secondary != want.secondary:
			r.add("the item %s is primary in one of the two, and secondary in the other", name)
		case secondary:
			r.Items++
		default:
			got := m.Bound(i)
			high := want.high
			if high == unlimited && int(got.Max) >= max(holders[name], want.low) {
				high = int(got.Max) // it is no bound
			}
			if int(got.Min) != want.low || int(got.Max) != high {
				r.add("the item %s is covered %d to %d times, and should be %d to %d times", name, got.Min, got.Max,
					want.low, high)
			}
			r.Items++
		}
		seen[name] = true
	}
	for _, name := range slices.Sorted(maps.Keys(l.items)) {
		if !seen[name] {
			r.add("the matrix has no item %s", name)
		}
	}
}

// textOf returns the items of an option of the matrix, and what it adds to the goal.
func textOf(m *matrix.Problem, o matrix.OptionID) string {
	if goal := m.Goal(); goal != nil {
		return valuedText(m.OptionItems(o), goal.OptionValues[o])
	}
	return rowText(m.OptionItems(o))
}

func valuedText(items []string, value int64) string {
	if value == 0 {
		return rowText(items)
	}
	return fmt.Sprintf("%s adding %d to the goal", rowText(items), value)
}

// compareRows compares the options of the matrix with those that are expected.
func (l *lowering) compareRows(m *matrix.Problem, r *Report) {
	left := map[string]int{}
	for _, o := range l.options {
		left[valuedText(o.items, o.value)] += int(oneIf(!o.isOut))
	}
	for o := range matrix.OptionID(m.OptionCount()) {
		row := textOf(m, o)
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

// compareNogoods compares the sets of options that are not chosen together. Sets of options with the same items are
// counted.
func (l *lowering) compareNogoods(m *matrix.Problem, r *Report) {
	left, seen := map[string]int{}, map[string]bool{}
	for _, together := range l.nogoods {
		var rows []string
		for _, n := range slices.Sorted(slices.Values(together)) {
			rows = append(rows, valuedText(l.options[n].items, l.options[n].value))
		}
		isOut := slices.ContainsFunc(together, func(n int) bool { return l.options[n].isOut })
		if number := fmt.Sprint(slices.Sorted(slices.Values(together))); !isOut && !seen[number] {
			seen[number] = true
			left[nogoodText(rows)]++
		}
	}
	clear(seen)
	for _, together := range m.Nogoods() {
		var rows []string
		for _, o := range together {
			rows = append(rows, textOf(m, o))
		}
		number := fmt.Sprint(slices.Sorted(slices.Values(together)))
		if seen[number] {
			continue
		}
		seen[number] = true
		if set := nogoodText(rows); left[set] > 0 {
			left[set]--
		} else {
			r.add("the matrix forbids options together that the puzzle allows: %s", set)
		}
	}
	for _, set := range slices.Sorted(maps.Keys(left)) {
		if left[set] > 0 {
			r.add("the matrix allows options together that the puzzle forbids: %s", set)
		}
	}
}

func nogoodText(rows []string) string {
	return strings.Join(slices.Sorted(slices.Values(rows)), " with ")
}

// compareGoal compares which solutions are best. Options are compared with their values by compareRows.
func (l *lowering) compareGoal(m *matrix.Problem, r *Report) {
	goal, want := m.Goal(), l.puzzle.Goal
	switch {
	case (goal == nil) != (want == nil):
		r.add("one of the two wants the best solutions, and the other one wants all")
	case goal != nil && (goal.Maximize != want.Maximize || goal.BaseValue != l.base):
		r.add("the goal of the matrix begins at %d, and should begin at %d, or the greatest value is best in one of the two",
			goal.BaseValue, l.base)
	}
}

func (r *Report) add(format string, args ...any) {
	if len(r.Differences) < maxDifferences {
		r.Differences = append(r.Differences, fmt.Sprintf(format, args...))
	}
}
