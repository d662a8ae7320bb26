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
	near   [][]int // by cell: its neighbours
	number []int   // by cell: that of its symbol in the solution
	cages  [][]int
	known  [][]int // numbers of other solutions of the rules
}

// largestCage is how many cells a cage has at most.
const largestCage = 5

// cages draws cages for a solution that leave no other one. Where there is another one, a cage
// in which the two differ is cut, until there is none. Then, if fewer are wanted, neighbours are put together again where that leaves no other one.
func (m *Maker) cages(ctx context.Context, rules *rules, s matrix.Solution, r *rand.Rand) (*cages, error) {
	grid := rules.program.Puzzle.Fill.Board.Grid()
	q := &cages{maker: m, rules: rules, cells: grid.Cells, near: neighbours(grid), number: numbers(rules.program, s)}
	q.grow(r)
	for {
		rival, err := q.alone(ctx, nil)
		if err != nil {
			return nil, err
		}
		if rival == nil {
			return q, q.merge(ctx, r)
		}
		k := q.differs(rival, r)
		if k < 0 {
			return nil, hitting.ErrAmbiguous
		}
		off := cutOff(q.cages[k], q.near, r, func(int) bool { return true })
		q.cages[k] = slices.DeleteFunc(q.cages[k], func(cell int) bool { return slices.Contains(off, cell) })
		q.cages = append(q.cages, off)
	}
}

// merge puts neighbouring cages together until there are no two that leave no other solution as one. That some leave
// one is tried again: in others, symbols differ now that did not have to.
func (q *cages) merge(ctx context.Context, r *rand.Rand) error {
	for before := 0; before != len(q.cages) && len(q.cages) > q.maker.recipe.Clues; {
		before = len(q.cages)
		for _, cell := range r.Perm(len(q.cells)) {
			for _, next := range q.near[cell] {
				if err := q.mergeAt(ctx, cell, next); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// mergeAt puts the cages of two cells together, if that leaves no other solution.
func (q *cages) mergeAt(ctx context.Context, one, two int) error {
	at := func(cell int) int {
		return slices.IndexFunc(q.cages, func(cage []int) bool { return slices.Contains(cage, cell) })
	}
	i, j, apart := at(one), at(two), q.cages
	if i == j || len(q.cages) == q.maker.recipe.Clues || len(q.cages[i])+len(q.cages[j]) > largestCage {
		return nil
	}
	q.cages = slices.Clone(apart)
	q.cages[i] = slices.Concat(apart[i], apart[j])
	q.cages = slices.Delete(q.cages, j, j+1)
	if !q.distinct(q.cages[at(one)], q.number) {
		q.cages = apart
		return nil
	}
	rival, err := q.alone(ctx, nil)
	if rival != nil {
		q.cages = apart
	}
	return err
}

// grow covers the board with cages: each begins anywhere and grows as far as it may.
func (q *cages) grow(r *rand.Rand) {
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
				for _, n := range q.near[k] {
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

// alone returns the numbers on the cells of another solution, or nil if there is none: with the cages that are kept, or with
// all for nil.
func (q *cages) alone(ctx context.Context, kept []bool) (rival []int, err error) {
	if kept == nil {
		kept = slices.Repeat([]bool{true}, len(q.cages))
	}
	for _, rival := range slices.Backward(q.known) {
		if len(q.ruling(kept, rival)) == 0 {
			return rival, nil
		}
	}
	text, err := q.text(kept)
	if err != nil {
		return nil, err
	}
	p, err := q.maker.compile([]byte(text))
	if err != nil {
		return nil, fmt.Errorf("the board with cages has no text: %w", err)
	}
	found, err := solutions(ctx, p, plan.Request{Engine: plan.Learn}, 2) // which is hundreds of times faster where cages are missing
	for _, s := range found {
		if n := numbers(p, s); !slices.Equal(n, q.number) {
			q.known = append(q.known, n)
			rival = n
		}
	}
	return rival, err
}

// rival implements [hitting.Rival].
func (q *cages) rival(ctx context.Context, kept []bool, _ int) ([]int, error) {
	rival, err := q.alone(ctx, kept)
	if err != nil || rival == nil {
		return nil, err
	}
	return append([]int{}, q.ruling(slices.Repeat([]bool{true}, len(kept)), rival)...), nil
}

// ruling lists the cages of some that are not true of other numbers.
func (q *cages) ruling(some []bool, number []int) (out []int) {
	for k, cage := range q.cages {
		if some[k] && (q.sum(cage, number) != q.sum(cage, q.number) || !q.distinct(cage, number)) {
			out = append(out, k)
		}
	}
	return out
}

// sum adds up what stands on some cells.
func (q *cages) sum(cells, number []int) (sum int) {
	for _, cell := range cells {
		sum += q.rules.program.Puzzle.Fill.Values[number[cell]]
	}
	return sum
}

// distinct reports whether no symbol stands twice on some cells.
func (q *cages) distinct(cells, number []int) bool {
	for k, cell := range cells {
		if slices.ContainsFunc(cells[:k], func(other int) bool { return number[other] == number[cell] }) {
			return false
		}
	}
	return true
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
		sums = append(sums, fmt.Sprint(cageNames[name:name+1], " ", q.sum(q.cages[k], q.number)))
	}
	picture := d.Picture(q.rules.program.Puzzle.Fill.Board, func(c lattice.Cell) string { return chars[c] })
	return fmt.Sprintf("distinct cages %s sums %q\n", picture, strings.Join(sums, " "))
}
