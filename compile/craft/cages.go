package craft

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"quadrille/compile"
	"quadrille/compile/lattice"
	"quadrille/runtime/hitting"
	"quadrille/runtime/matrix"
	"quadrille/runtime/plan"
)

// cages are sums of cells of a solution, in each of which no symbol stands twice. They are part
// of the rules, and not of a matrix without them: each question compiles a text.
type cages struct {
	maker  *Maker
	rules  *rules
	cells  lattice.Shape
	number []int // by cell: that of its symbol in the solution
	cages  [][]int
}

// largestCage is how many cells a cage has at most before cages are cut.
const largestCage = 5

// cages draws cages for a solution that leave no other one. Where there is another one, a cage
// in which the two differ is cut, until there is none.
func (m *Maker) cages(ctx context.Context, rules *rules, s matrix.Solution, r *rand.Rand) (*cages, error) {
	grid := rules.program.Puzzle.Fill.Board.Grid()
	q, near := &cages{maker: m, rules: rules, cells: grid.Cells, number: numbers(rules.program, s)}, neighbours(grid)
	q.grow(near, r)
	for {
		rivals, err := q.rivals(ctx, slices.Repeat([]bool{true}, len(q.cages)))
		if err != nil || len(rivals) == 0 {
			return q, err
		}
		k := q.differs(rivals[0], r)
		if k < 0 {
			return nil, hitting.ErrAmbiguous
		}
		off := cutOff(q.cages[k], near, r, func(int) bool { return true })
		q.cages[k] = slices.DeleteFunc(q.cages[k], func(cell int) bool { return slices.Contains(off, cell) })
		q.cages = append(q.cages, off)
	}
}

// grow covers the board with cages: each begins anywhere and grows as far as it may.
func (q *cages) grow(near [][]int, r *rand.Rand) {
	free := slices.Repeat([]bool{true}, len(q.cells))
	for _, first := range r.Perm(len(q.cells)) {
		if !free[first] {
			continue
		}
		cage := []int{first}
		free[first] = false
		for size := 2 + r.IntN(largestCage-1); len(cage) < size; {
			var next []int
			for _, k := range cage {
				for _, n := range near[k] {
					if free[n] && !slices.ContainsFunc(cage, func(other int) bool { return q.number[other] == q.number[n] }) {
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

// numbers returns the number of the symbol on each cell.
func numbers(p *compile.Program, s matrix.Solution) []int {
	fill := p.Puzzle.Fill
	grid := fill.Board.Grid()
	out := make([]int, len(grid.Cells))
	for c, v := range fill.Given {
		out[grid.Number(c)] = v
	}
	for _, o := range s {
		if origin := p.Origin(o); origin.Filled {
			out[grid.Number(origin.Line[0])] = slices.Index(fill.Symbols, origin.Letters[0])
		}
	}
	return out
}

// differs returns a cage of several cells in which a rival has other symbols, or -1.
func (q *cages) differs(rival []int, r *rand.Rand) int {
	for _, k := range r.Perm(len(q.cages)) {
		if len(q.cages[k]) > 1 && slices.ContainsFunc(q.cages[k], func(cell int) bool { return rival[cell] != q.number[cell] }) {
			return k
		}
	}
	return -1
}

func (q *cages) size() int { return len(q.cages) }

func (q *cages) clues(kept []bool) (n int) {
	for _, k := range kept {
		if k {
			n++
		}
	}
	return n
}

// rivals returns the numbers on the cells of other solutions.
func (q *cages) rivals(ctx context.Context, kept []bool) (rivals [][]int, err error) {
	text, err := q.text(kept)
	if err != nil {
		return nil, err
	}
	p, err := q.maker.compile([]byte(text))
	if err != nil {
		return nil, fmt.Errorf("the board with cages has no text: %w", err)
	}
	found, err := solutions(ctx, p, plan.Learn) // which is hundreds of times faster where cages are missing
	for _, s := range found {
		if n := numbers(p, s); !slices.Equal(n, q.number) {
			rivals = append(rivals, n)
		}
	}
	return rivals, err
}

// rival implements [hitting.Rival].
func (q *cages) rival(ctx context.Context, kept []bool, _ int) ([]int, error) {
	rivals, err := q.rivals(ctx, kept)
	if err != nil || len(rivals) == 0 {
		return nil, err
	}
	out := []int{}
	for k := range q.cages {
		if !q.holds(k, rivals[0]) {
			out = append(out, k)
		}
	}
	return out, nil
}

// sum adds up what stands in a cage, and says whether each symbol stands there once.
func (q *cages) sum(k int, number []int) (sum int, distinct bool) {
	seen := map[int]bool{}
	for _, cell := range q.cages[k] {
		sum += q.rules.program.Puzzle.Fill.Values[number[cell]]
		seen[number[cell]] = true
	}
	return sum, len(seen) == len(q.cages[k])
}

func (q *cages) holds(k int, number []int) bool {
	sum, distinct := q.sum(k, number)
	want, _ := q.sum(k, q.number)
	return distinct && sum == want
}

// cageNames call the cages of one rule.
const cageNames = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

// text writes the cages that are kept, in as many rules as there must be names for.
func (q *cages) text(kept []bool) (string, error) {
	d, err := newDraft(q.maker.name, q.rules.text, q.rules.program)
	if err != nil {
		return "", err
	}
	var left []int
	for k := range kept {
		if kept[k] {
			left = append(left, k)
		}
	}
	slices.SortFunc(left, func(i, j int) int { return slices.Min(q.cages[i]) - slices.Min(q.cages[j]) })
	rule := ""
	for some := range slices.Chunk(left, len(cageNames)) {
		rule += q.write(d, some)
	}
	if rule != "" {
		d.fill(rule)
	}
	return d.Text()
}

// write writes cages as one rule.
func (q *cages) write(d *draft, some []int) string {
	chars := map[lattice.Cell]string{}
	var sums []string
	for name, k := range some {
		for _, cell := range q.cages[k] {
			chars[q.cells[cell]] = cageNames[name : name+1]
		}
		sum, _ := q.sum(k, q.number)
		sums = append(sums, fmt.Sprint(cageNames[name:name+1], " ", sum))
	}
	picture := d.Picture(q.rules.program.Puzzle.Fill.Board, func(c lattice.Cell) string { return chars[c] })
	return fmt.Sprintf("distinct cages %s sums %q\n", picture, strings.Join(sums, " "))
}
