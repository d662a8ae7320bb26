package generate

// This file has the table of genres, and draws the boards of those without repairs: akari and tents.

import (
	"math/rand/v2"
	"slices"

	"quadrille/convert"
)

// genres holds the genres by name.
var genres = map[string]genreStyle{
	"masyu": {linkName: "mashu", leastSideLength: 3, mostSideLength: 11, allowsPattern: true,
		drawFinishedBoard: drawMasyu,
		rulesInWords: "One loop passes all circles. It turns on a black circle, and goes straight on before and " +
			"behind it. It goes straight on over a white circle, and turns before or behind it."},
	"akari": {linkName: "akari", leastSideLength: 3, mostSideLength: 16, allowsPattern: true,
		drawFinishedBoard: drawAkari,
		rulesInWords: "Lamps light their row and their column up to a wall. All white cells are lit, and no lamp " +
			"lights another. A number says how many lamps share a side with the wall."},
	"tents": {linkName: "tents", leastSideLength: 4, mostSideLength: 20, drawFinishedBoard: drawTents,
		rulesInWords: "Each tree (T) has a tent beside it, of its own, and there are no other tents. Tents do not " +
			"touch, not even at a corner. Numbers say how many tents a row or a column has."},
	"nurikabe": {linkName: "nurikabe", leastSideLength: 3, mostSideLength: 8, drawFinishedBoard: drawNurikabe,
		rulesInWords: "Blacken cells. The black cells are connected, and no four of them are a square. Each area of " +
			"white cells has one number, which says how many cells it has."},
	"shikaku": {linkName: "shikaku", leastSideLength: 3, mostSideLength: 20, drawFinishedBoard: drawShikaku,
		rulesInWords: "Cut the board into rectangles. Each has one number, which says how many cells it has."},
	"starbattle": {linkName: "starbattle", leastSideLength: 4, mostSideLength: 12, drawFinishedBoard: drawStarBattle,
		rulesInWords: "Stars do not touch, not even at a corner."},
	"heyawake": {linkName: "heyawake", leastSideLength: 3, mostSideLength: 8, drawFinishedBoard: drawHeyawake,
		rulesInWords: "Blacken cells. Black cells share no side, and the white cells are connected. A number says " +
			"how many black cells its room has. No straight line of white cells is in more than two rooms."},
	"hitori": {linkName: "hitori", leastSideLength: 4, mostSideLength: 12, drawFinishedBoard: drawHitori,
		rulesInWords: "Blacken cells until no number stands twice in a row or a column. Black cells share no side, " +
			"and the white cells are connected."},
}

// drawAkari draws walls, and then lamps at random until all cells are lit.
func drawAkari(b *genreBoard, r *rand.Rand) *genreDraft {
	cells := b.rows * b.cols
	isWall, lit, hasLamp := make([]bool, cells), make([]bool, cells), make([]bool, cells)
	walls := 0
	for _, cell := range r.Perm(cells) {
		if walls >= cells/5 {
			break
		}
		for other, orbit := range b.cellOrbits {
			if orbit == b.cellOrbits[cell] && !isWall[other] {
				isWall[other] = true
				walls++
			}
		}
	}
	for _, cell := range r.Perm(cells) {
		if isWall[cell] || lit[cell] {
			continue
		}
		hasLamp[cell], lit[cell] = true, true
		for _, step := range sideSteps {
			row, col := cell/b.cols+int(step[0]), cell%b.cols+int(step[1])
			for row >= 0 && row < b.rows && col >= 0 && col < b.cols && !isWall[row*b.cols+col] {
				lit[row*b.cols+col] = true
				row, col = row+int(step[0]), col+int(step[1])
			}
		}
	}
	wall := newNumberGrid(b.rows, b.cols)
	d := &genreDraft{numberGrids: map[string][][]int{"wall": wall}}
	for cell := range cells {
		if !isWall[cell] {
			continue
		}
		row, col := cell/b.cols, cell%b.cols
		wall[row][col] = convert.Unknown
		if !slices.ContainsFunc(b.neighboursOfCell[cell], func(n int32) bool { return !isWall[n] }) {
			continue
		}
		wall[row][col] = 0
		for _, n := range b.neighboursOfCell[cell] {
			wall[row][col] += boolToInt(hasLamp[n])
		}
		d.removableEntries = append(d.removableEntries, gridEntry{"wall", row, col, convert.Unknown})
	}
	return d
}

// drawTents draws tents that do not touch, on up to a fifth of the cells, and a tree beside each tent.
func drawTents(b *genreBoard, r *rand.Rand) *genreDraft {
	const tent, tree = 1, 2
	on := make([]int, b.rows*b.cols)
	tents := 0
	for _, cell := range r.Perm(len(on)) {
		isTent := func(n int) bool { return on[n] == tent }
		if tents >= max(2, len(on)/5) || on[cell] != 0 || slices.ContainsFunc(b.cellsAround(cell), isTent) {
			continue
		}
		for _, k := range r.Perm(len(b.neighboursOfCell[cell])) {
			if n := b.neighboursOfCell[cell][k]; on[n] == 0 {
				on[cell], on[n] = tent, tree
				tents++
				break
			}
		}
	}
	d := &genreDraft{numberGrids: map[string][][]int{"tree": newNumberGrid(b.rows, b.cols),
		"top":  newNumberGrid(1, b.cols),
		"left": newNumberGrid(1, b.rows)}}
	top, left := d.numberGrids["top"][0], d.numberGrids["left"][0]
	clear(top)
	clear(left)
	for cell, what := range on {
		row, col := cell/b.cols, cell%b.cols
		switch what {
		case tree:
			d.numberGrids["tree"][row][col] = 1
		case tent:
			left[row]++
			top[col]++
		}
	}
	for col := range b.cols {
		d.removableEntries = append(d.removableEntries, gridEntry{"top", 0, col, convert.NoEntry})
	}
	for row := range b.rows {
		d.removableEntries = append(d.removableEntries, gridEntry{"left", 0, row, convert.NoEntry})
	}
	return d
}
