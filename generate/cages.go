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
)

// cageMaker divides the board into cages. A cage is a set of cells with the sum of its symbols in a solution, in which
// no symbol may be repeated. Cages are rules of the text and not part of a fixed matrix, so every test of a set of
// cages compiles a text.
type cageMaker struct {
	textClues
	neighboursOfCell [][]int32 // for each cell, the indices of its neighbours
	// cellsOfCages holds, for each cage, the indices of its cells.
	cellsOfCages [][]int
}

// maxCageCells is the largest number of cells in a cage.
const maxCageCells = 5

// makeCages returns cages that only the given solution satisfies. As long as another solution satisfies the cages too,
// makeCages splits a cage on which the two solutions differ.
func (m *puzzleMaker) makeCages(ctx context.Context, rules *ruleSet, s matrix.Solution, r *rand.Rand) (*candidatePuzzle,
	error) {
	q := &cageMaker{textClues: textClues{maker: m, rules: rules, solutionSymbols: symbolIndices(rules.Program, s)},
		neighboursOfCell: rules.Puzzle.Filling.Board.NewGrid().NeighbourNumbers()}
	q.brokenCluesBy, q.textWithKeptClues = q.brokenCages, q.textWithCages
	q.growCages(r)
	for {
		other, err := q.anotherSolution(ctx, slices.Repeat([]bool{true}, len(q.cellsOfCages)))
		if err != nil {
			return nil, err
		}
		if other == nil {
			return &candidatePuzzle{groupSizes: slices.Repeat([]int{1}, len(q.cellsOfCages)),
				counterexample:     q.findCounterexample,
				textWithKeptGroups: q.textWithCages}, nil
		}
		k := q.differingCage(other, r)
		if k < 0 {
			return nil, oracle.ErrAmbiguous
		}
		off := cutAtSpanningTree(q.cellsOfCages[k], q.neighboursOfCell, r, func(int) bool { return true })
		q.cellsOfCages[k] = slices.DeleteFunc(q.cellsOfCages[k],
			func(cell int) bool { return slices.Contains(off, cell) })
		q.cellsOfCages = append(q.cellsOfCages, off)
	}
}

// growCages covers the board with cages. Each begins at a random cell and grows as long as possible.
func (q *cageMaker) growCages(r *rand.Rand) {
	free := slices.Repeat([]bool{true}, len(q.solutionSymbols))
	for _, first := range r.Perm(len(q.solutionSymbols)) {
		if !free[first] {
			continue
		}
		cage := []int{first}
		free[first] = false
		for size := 2 + r.IntN(maxCageCells-1); len(cage) < size; {
			var next []int
			for _, k := range cage {
				for _, n := range q.neighboursOfCell[k] {
					if free[n] && !slices.ContainsFunc(cage,
						func(other int) bool { return q.solutionSymbols[other] == q.solutionSymbols[n] }) {
						next = append(next, int(n))
					}
				}
			}
			if len(next) == 0 {
				break
			}
			cell := next[r.IntN(len(next))]
			cage, free[cell] = append(cage, cell), false
		}
		q.cellsOfCages = append(q.cellsOfCages, cage)
	}
}

// symbolIndices returns, for each cell, the index of its symbol in a solution.
func symbolIndices(p *compile.Program, s matrix.Solution) []int {
	fill := p.Puzzle.Filling
	grid := fill.Board.NewGrid()
	out := make([]int, len(grid.Cells))
	for c, v := range fill.GivenSymbols {
		out[grid.CellNumber(c)] = v
	}
	for _, o := range s {
		if origin := p.OptionOrigin(o); origin.IsCellSymbol {
			out[grid.CellNumber(origin.LetterCells[0])] = slices.Index(fill.Symbols, origin.Letters[0])
		}
	}
	return out
}

// differingCage returns the index of a random cage that has several cells and other symbols in another solution, or -1
// if there is none. The argument other holds the symbol indices of that solution, by cell.
func (q *cageMaker) differingCage(other []int, r *rand.Rand) int {
	for _, k := range r.Perm(len(q.cellsOfCages)) {
		if len(q.cellsOfCages[k]) > 1 && slices.ContainsFunc(q.cellsOfCages[k],
			func(cell int) bool { return other[cell] != q.solutionSymbols[cell] }) {
			return k
		}
	}
	return -1
}

// brokenCages returns the indices of the cages whose rules are broken by the given symbols, which are indices by cell.
// The result is never nil.
func (q *cageMaker) brokenCages(number []int) []int {
	out := []int{}
	for k, cage := range q.cellsOfCages {
		if q.sumCells(cage, number) != q.sumCells(cage, q.solutionSymbols) || !areSymbolsDistinct(cage, number) {
			out = append(out, k)
		}
	}
	return out
}

// sumCells returns the sum of the symbol values on some cells.
func (q *cageMaker) sumCells(cells, number []int) (sum int) {
	for _, cell := range cells {
		sum += q.rules.Puzzle.Filling.SymbolValues[number[cell]]
	}
	return sum
}

// areSymbolsDistinct reports whether no symbol is repeated on some cells.
func areSymbolsDistinct(cells, number []int) bool {
	for k, cell := range cells {
		if slices.ContainsFunc(cells[:k], func(other int) bool { return number[other] == number[cell] }) {
			return false
		}
	}
	return true
}

// cageNames are the characters that mark the cells of a cage in the picture of a rule.
const cageNames = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

// textWithCages returns the text with the cages that are kept. It writes several rules if one has too few characters to
// mark all cages.
func (q *cageMaker) textWithCages(kept []bool) (string, error) {
	d := q.rules.newRewrite()
	var left []int
	for k := range kept {
		if kept[k] {
			left = append(left, k)
		}
	}
	slices.SortFunc(left, func(i, j int) int { return slices.Min(q.cellsOfCages[i]) - slices.Min(q.cellsOfCages[j]) })
	var cages [][]int
	for _, k := range left {
		cages = append(cages, q.cellsOfCages[k])
	}
	board := q.rules.Puzzle.Filling.Board
	if rules := sumRules(&filledBoard{Grid: board.NewGrid(), boardFilling: q.rules.Puzzle.Filling,
		symbolOfCell: q.solutionSymbols}, d,
		cages); rules != "" {
		d.addFillRule(rules)
	}
	return d.EditedText()
}

// sumRules returns rules that give each set of cells its sum, and distinct symbols. It writes several rules if one has
// too few characters to mark all sets.
func sumRules(b *filledBoard, d textRewrite, sets [][]int) (rules string) {
	for some := range slices.Chunk(sets, len(cageNames)) {
		chars := map[lattice.Cell]string{}
		var sums []string
		for name, cells := range some {
			for _, n := range cells {
				chars[b.Cells[n]] = cageNames[name : name+1]
			}
			sums = append(sums, fmt.Sprint(cageNames[name:name+1], " ", b.sumOf(cells)))
		}
		picture := d.BoardPicture(b.boardFilling.Board, func(c lattice.Cell) string { return chars[c] })
		rules += fmt.Sprintf("distinct sum %q on regions %s\n", strings.Join(sums, " "), picture)
	}
	return rules
}
