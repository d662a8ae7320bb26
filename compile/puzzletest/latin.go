package puzzletest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// randomLatin makes a Latin square of order 2 or 3, or of order 4 with many givens.
func randomLatin(r *rand.Rand) *puzzlePart {
	n := randomValueOf(r, 1, 2, 2, 3, 3, 3, 4)
	g := allGeometries[0]
	g.buildMissingTables()
	board := &latticeBoard{geometry: g, numberByMiddle: map[point]int{}}
	var cells []point
	for i := range n * n {
		cells = append(cells, point{i / n, i % n})
	}
	board.addCells(cells, false)
	symbols := "1234"[:n]
	var text strings.Builder
	fmt.Fprintf(&text, "latin %d", n)
	f := newFilled(board, symbols)
	f.isLatinStatement = true
	if r.IntN(4) == 0 {
		f.symbols = "XO+a"[:n]
		f.kindsOfRules = append(f.kindsOfRules, "symbols")
		fmt.Fprintf(&text, " with %q", f.symbols)
	}
	text.WriteString(" {\n")
	if n == 4 {
		square := []int{0, 1, 2, 3, 1, 0, 3, 2, 2, 3, 0, 1, 3, 2, 1, 0}
		names := r.Perm(4)
		for i, v := range square {
			if r.IntN(3) > 0 {
				f.givenSymbols[i] = names[v]
			}
		}
	} else if r.IntN(3) == 0 {
		for range 1 + r.IntN(2) {
			f.givenSymbols[r.IntN(n*n)] = r.IntN(n)
		}
	}
	if slices.Max(f.givenSymbols) >= 0 {
		fmt.Fprintf(&text, "  given %s\n", f.boardPicture(func(i int) byte {
			if f.givenSymbols[i] < 0 {
				return '.'
			}
			return f.symbols[f.givenSymbols[i]]
		}))
	}
	for k := range n {
		f.symbolUnits = append(f.symbolUnits, symbolUnit{fmt.Sprintf("row[%d,", k), f.rows[k]},
			symbolUnit{fmt.Sprintf("column[%d,", k),
				f.columns[k]})
	}
	f.addRandomUnits(r, n, &text)
	if r.IntN(2) == 0 {
		for range r.IntN(3) {
			if rule, ok := f.randomCellRule(r); ok {
				f.cellRules = append(f.cellRules, rule)
				f.kindsOfRules = append(f.kindsOfRules, wordsOfRule(rule.ruleText)...)
				text.WriteString("  " + rule.ruleText + "\n")
			}
		}
	}
	text.WriteString("}\n")
	p := f.makePuzzlePart()
	p.statementText = f.tableDeclarations + text.String()
	return p
}

// addRandomUnits adds main diagonals, boxes, regions, and an orthogonal square, each at random.
func (f *filledBoard) addRandomUnits(r *rand.Rand, n int, text *strings.Builder) {
	if r.IntN(6) == 0 {
		text.WriteString("  distinct on main diagonals\n")
		f.kindsOfRules = append(f.kindsOfRules, "diagonals")
		var falling, rising []int
		for k := range n {
			falling, rising = append(falling, k*n+k), append(rising, k*n+n-1-k)
		}
		f.symbolUnits = append(f.symbolUnits, symbolUnit{"diagonal[0,", falling}, symbolUnit{"diagonal[1,", rising})
	}
	if n == 4 && r.IntN(3) == 0 {
		rows := randomValueOf(r, 1, 2, 4)
		columns := 4 / rows
		fmt.Fprintf(text, "  distinct on boxes %dx%d\n", rows, columns)
		f.kindsOfRules = append(f.kindsOfRules, "boxes")
		boxes := make([]symbolUnit, 4)
		for i := range 16 {
			k := i/4/rows*(4/columns) + i%4/columns
			boxes[k].itemPrefix = fmt.Sprintf("box[%d,", k)
			boxes[k].cells = append(boxes[k].cells, i)
		}
		f.symbolUnits = append(f.symbolUnits, boxes...)
	}
	if r.IntN(6) == 0 {
		f.kindsOfRules = append(f.kindsOfRules, "mate")
		mate := make([]int, n*n)
		by := 1 + r.IntN(2)
		for i := range mate {
			mate[i] = (i/n*by + i%n) % n
		}
		fmt.Fprintf(text, "  orthogonal to %s\n", f.boardPicture(func(i int) byte { return f.symbols[mate[i]] }))
		for a := range n {
			var cells []int
			for i, b := range mate {
				if a == b {
					cells = append(cells, i)
				}
			}
			f.symbolUnits = append(f.symbolUnits, symbolUnit{fmt.Sprintf("mate[%c,", f.symbols[a]), cells})
		}
	}
}
