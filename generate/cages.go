package generate

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"quadrille/compile"
	"quadrille/compile/lattice"
	"quadrille/runtime/matrix"
	"quadrille/runtime/oracle"
	"quadrille/runtime/schedule"
)

// cageMaker are sums of cells of a solution, in each of which no symbol stands twice. They are part
// of the rules, and not of a matrix without them: each question compiles a text.
type cageMaker struct {
	maker  *puzzleMaker
	rules  *ruleSet
	near   [][]int // by cell: its neighbours
	number []int   // by cell: that of its symbol in the solution
	cages  [][]int
	known  [][]int // numbers of other solutions of the rules
}

// maxCageCells is how many cells a cage has at most.
const maxCageCells = 5

// makeCages draws cages for a solution that leave no other one. Where there is another one, a cage
// in which the two differ is cut, until there is none.
func (m *puzzleMaker) makeCages(ctx context.Context, rules *ruleSet, s matrix.Solution, r *rand.Rand) (*candidatePuzzle,
	error) {
	q := &cageMaker{maker: m, rules: rules, near: neighbourNumbers(rules.Puzzle.Filling.Board.NewGrid()),
		number: symbolIndices(rules.Program, s)}
	q.growCages(r)
	for {
		rival, err := q.anotherSolution(ctx, slices.Repeat([]bool{true}, len(q.cages)))
		if err != nil {
			return nil, err
		}
		if rival == nil {
			return &candidatePuzzle{slices.Repeat([]int{1}, len(q.cages)), q.findCounterexample, q.cagesText}, nil
		}
		k := q.differingCage(rival, r)
		if k < 0 {
			return nil, oracle.ErrAmbiguous
		}
		off := cutOffCells(q.cages[k], q.near, r, func(int) bool { return true })
		q.cages[k] = slices.DeleteFunc(q.cages[k], func(cell int) bool { return slices.Contains(off, cell) })
		q.cages = append(q.cages, off)
	}
}

// growCages covers the board with cages: each begins anywhere and grows as far as it may.
func (q *cageMaker) growCages(r *rand.Rand) {
	free := slices.Repeat([]bool{true}, len(q.number))
	for _, first := range r.Perm(len(q.number)) {
		if !free[first] {
			continue
		}
		cage := []int{first}
		free[first] = false
		for size := 2 + r.IntN(maxCageCells-1); len(cage) < size; {
			var next []int
			for _, k := range cage {
				for _, n := range q.near[k] {
					if free[n] && !slices.ContainsFunc(cage,
						func(other int) bool { return q.number[other] == q.number[n] }) {
						next = append(next, n)
					}
				}
			}
			if len(next) == 0 {
				break
			}
			cell := next[r.IntN(len(next))]
			cage, free[cell] = append(cage, cell), false
		}
		q.cages = append(q.cages, cage)
	}
}

// symbolIndices returns the number of the symbol on each cell.
func symbolIndices(p *compile.Program, s matrix.Solution) []int {
	fill := p.Puzzle.Filling
	grid := fill.Board.NewGrid()
	out := make([]int, len(grid.Cells))
	for c, v := range fill.Given {
		out[grid.Number(c)] = v
	}
	for _, o := range s {
		if origin := p.OptionOrigin(o); origin.Filled {
			out[grid.Number(origin.Line[0])] = slices.Index(fill.Symbols, origin.Letters[0])
		}
	}
	return out
}

// differingCage returns a cage of several cells in which a rival has other symbols, or -1.
func (q *cageMaker) differingCage(rival []int, r *rand.Rand) int {
	for _, k := range r.Perm(len(q.cages)) {
		if len(q.cages[k]) > 1 && slices.ContainsFunc(q.cages[k],
			func(cell int) bool { return rival[cell] != q.number[cell] }) {
			return k
		}
	}
	return -1
}

// anotherSolution returns the numbers on the cells of another solution with the cages that are kept, or nil if there is
// none.
func (q *cageMaker) anotherSolution(ctx context.Context, kept []bool) (rival []int, err error) {
	for _, rival := range slices.Backward(q.known) {
		if !slices.ContainsFunc(q.brokenCages(rival), func(k int) bool { return kept[k] }) {
			return rival, nil
		}
	}
	text, err := q.cagesText(kept)
	if err != nil {
		return nil, err
	}
	p, err := q.maker.compile([]byte(text))
	if err != nil {
		return nil, fmt.Errorf("the board with cages has no text: %w", err)
	}
	// which is hundreds of times faster where cages are missing
	found, err := findSolutions(ctx, p, schedule.Request{Engine: schedule.Learn}, 2)
	for _, s := range found {
		if n := symbolIndices(p, s); !slices.Equal(n, q.number) {
			q.known = append(q.known, n)
			rival = n
		}
	}
	return rival, err
}

// findCounterexample implements [hitting.Counterexample].
func (q *cageMaker) findCounterexample(ctx context.Context, kept []bool, _ int) ([]int, error) {
	rival, err := q.anotherSolution(ctx, kept)
	if err != nil || rival == nil {
		return nil, err
	}
	return q.brokenCages(rival), nil
}

// brokenCages lists the cages that are not true of other numbers; the list is not nil.
func (q *cageMaker) brokenCages(number []int) []int {
	out := []int{}
	for k, cage := range q.cages {
		if q.sumCells(cage, number) != q.sumCells(cage, q.number) || !hasDistinct(cage, number) {
			out = append(out, k)
		}
	}
	return out
}

// sumCells adds up what stands on some cells.
func (q *cageMaker) sumCells(cells, number []int) (sum int) {
	for _, cell := range cells {
		sum += q.rules.Puzzle.Filling.Values[number[cell]]
	}
	return sum
}

// hasDistinct reports whether no symbol stands twice on some cells.
func hasDistinct(cells, number []int) bool {
	for k, cell := range cells {
		if slices.ContainsFunc(cells[:k], func(other int) bool { return number[other] == number[cell] }) {
			return false
		}
	}
	return true
}

// cageNames call the cages of one rule.
const cageNames = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

// cagesText writes the cages that are kept, in as many rules as there must be names for.
func (q *cageMaker) cagesText(kept []bool) (string, error) {
	d := q.rules.newRewrite()
	var left []int
	for k := range kept {
		if kept[k] {
			left = append(left, k)
		}
	}
	slices.SortFunc(left, func(i, j int) int { return slices.Min(q.cages[i]) - slices.Min(q.cages[j]) })
	rule := ""
	for some := range slices.Chunk(left, len(cageNames)) {
		rule += q.ruleText(d, some)
	}
	if rule != "" {
		d.addFillRule(rule)
	}
	return d.EditedText()
}

// ruleText writes cages as one rule.
func (q *cageMaker) ruleText(d puzzleRewrite, some []int) string {
	board, chars := q.rules.Puzzle.Filling.Board, map[lattice.Cell]string{}
	cells := board.NewGrid().Cells
	var sums []string
	for name, k := range some {
		for _, cell := range q.cages[k] {
			chars[cells[cell]] = cageNames[name : name+1]
		}
		sums = append(sums, fmt.Sprint(cageNames[name:name+1], " ", q.sumCells(q.cages[k], q.number)))
	}
	picture := d.BoardPicture(board, func(c lattice.Cell) string { return chars[c] })
	return fmt.Sprintf("distinct cages %s sums %q\n", picture, strings.Join(sums, " "))
}
