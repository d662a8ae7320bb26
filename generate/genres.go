package generate

// This file draws the finished boards of genres, with their clues, and repairs them.

import (
	"maps"
	"math/rand/v2"
	"slices"

	"quadrille/compile/latin"
	"quadrille/convert"
)

// genres holds the genres by name.
var genres = map[string]genre{
	"masyu": {link: "mashu", least: 3, most: 11, hasPattern: true, draw: drawMasyu,
		about: "One loop passes all circles. It turns on a black circle, and goes straight on before and behind it. It " +
			"goes straight on over a white circle, and turns before or behind it."},
	"akari": {link: "akari", least: 3, most: 16, hasPattern: true, draw: drawAkari,
		about: "Lamps light their row and their column up to a wall. All white cells are lit, and no lamp lights another. " +
			"A number says how many lamps share a side with the wall."},
	"tents": {link: "tents", least: 4, most: 20, draw: drawTents,
		about: "Each tree (T) has a tent beside it, of its own, and there are no other tents. Tents do not touch, not even " +
			"at a corner. Numbers say how many tents a row or a column has."},
	"nurikabe": {link: "nurikabe", least: 3, most: 8, draw: drawNurikabe,
		about: "Blacken cells. The black cells are connected, and no four of them are a square. Each area of white cells " +
			"has one number, which says how many cells it has."},
	"shikaku": {link: "shikaku", least: 3, most: 20, draw: drawShikaku,
		about: "Cut the board into rectangles. Each has one number, which says how many cells it has."},
	"starbattle": {link: "starbattle", least: 4, most: 12, draw: drawStarBattle,
		about: "Stars do not touch, not even at a corner."},
	"heyawake": {link: "heyawake", least: 3, most: 8, draw: drawHeyawake,
		about: "Blacken cells. Black cells share no side, and the white cells are connected. A number says how many black " +
			"cells its room has. No straight line of white cells is in more than two rooms."},
	"hitori": {link: "hitori", least: 4, most: 12, draw: drawHitori,
		about: "Blacken cells until no number stands twice in a row or a column. Black cells share no side, and the white " +
			"cells are connected."},
}

// newNumbers returns a grid without entries.
func newNumbers(rows, cols int) [][]int {
	grid := make([][]int, rows)
	for row := range grid {
		grid[row] = slices.Repeat([]int{convert.NoEntry}, cols)
	}
	return grid
}

// gridOf returns a grid with a number for each cell of the board.
func (b *genreBoard) gridOf(numbers []int) [][]int {
	grid := newNumbers(b.rows, b.cols)
	for k, v := range numbers {
		grid[k/b.cols][k%b.cols] = v
	}
	return grid
}

// isConnected reports whether steps between neighbours lead from each of some cells to each; so they do if there are
// none.
func (b *genreBoard) isConnected(has func(cell int) bool) bool { return areConnected(b.near, has) }

// lines returns the cells of each row, and then of each column.
func (b *genreBoard) lines() (all [][]int) {
	all = make([][]int, b.rows+b.cols)
	for cell := range b.rows * b.cols {
		row, col := cell/b.cols, b.rows+cell%b.cols
		all[row], all[col] = append(all[row], cell), append(all[col], cell)
	}
	return all
}

// cellsAround returns the cells that touch a cell, by a side or a corner.
func (b *genreBoard) cellsAround(cell int) (all []int) {
	row, col := cell/b.cols, cell%b.cols
	for r := max(0, row-1); r < min(b.rows, row+2); r++ {
		for c := max(0, col-1); c < min(b.cols, col+2); c++ {
			if r != row || c != col {
				all = append(all, r*b.cols+c)
			}
		}
	}
	return all
}

// masyuLoop is a loop through the middles of cells: the outline of squares between them.
type masyuLoop map[square]bool

// sideSteps are the steps from a cell to the cells that share a side with it.
var sideSteps = [4]square{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}

// goesOn reports whether the loop goes from a cell on in a way, by its number in sideSteps.
func (inside masyuLoop) goesOn(row, col int32, way int) bool {
	switch way {
	case 2:
		row--
	case 3:
		col--
	}
	beside := square{row - 1, col}
	if way%2 == 0 {
		beside = square{row, col - 1}
	}
	return inside[square{row, col}] != inside[beside]
}

// circleAt returns the circle that may stand on a cell: 1 for a white one, 2 for a black one, or none.
func (inside masyuLoop) circleAt(row, col int32) int {
	var ways []int
	for way := range sideSteps {
		if inside.goesOn(row, col, way) {
			ways = append(ways, way)
		}
	}
	if ways == nil {
		return convert.NoEntry
	}
	straight := 0 // on how many of the two sides the loop goes straight on behind the next cell
	for _, way := range ways {
		straight += boolToInt(inside.goesOn(row+sideSteps[way][0], col+sideSteps[way][1], way))
	}
	switch isStraight := ways[1]-ways[0] == 2; {
	case isStraight && straight < 2:
		return 1
	case !isStraight && straight == 2:
		return 2
	}
	return convert.NoEntry
}

// drawMasyu draws a loop with all circles that it may have. A repair changes the loop where another one differs.
func drawMasyu(b *genreBoard, r *rand.Rand) *genreDraft {
	height, width := int32(b.rows-1), int32(b.cols-1)
	inside := masyuLoop(growSquares(height, width, func(square) bool { return true }, 1, b.rows*b.cols, r))
	d := &genreDraft{}
	write := func() {
		pearls := newNumbers(b.rows, b.cols)
		d.grids, d.clues, d.cells = map[string][][]int{"pearl": pearls}, nil, make([]int, (2*b.rows-1)*(2*b.cols-1))
		for row := range int32(b.rows) {
			for col := range int32(b.cols) {
				if pearls[row][col] = inside.circleAt(row, col); pearls[row][col] > 0 {
					d.clues = append(d.clues, gridEntry{"pearl", int(row), int(col), convert.NoEntry})
				}
				for way := range 2 {
					if inside.goesOn(row, col, way) {
						d.cells[int(2*row+sideSteps[way][0])*(2*b.cols-1)+int(2*col+sideSteps[way][1])] = 1
					}
				}
			}
		}
	}
	write()
	var climb hillClimb[masyuLoop]
	d.repair = func(other []int, r *rand.Rand) bool {
		best, other := climb.nextState(inside, d.cells, other)
		inside = maps.Clone(best)
		var near []square // squares that touch a side on which the loops differ
		for _, k := range differingCells(d.cells, other) {
			row, col := int32(k/(2*b.cols-1)), int32(k%(2*b.cols-1))
			for i := max(0, (row-2)/2); i < min(height, (row+3)/2); i++ {
				for j := max(0, (col-2)/2); j < min(width, (col+3)/2); j++ {
					near = append(near, square{i, j})
				}
			}
		}
		flips := 1 + r.IntN(3)
		for _, k := range r.Perm(len(near)) {
			if flips > 0 && mayFlip(inside, near[k], 3) {
				inside[near[k]] = !inside[near[k]]
				flips--
			}
		}
		write()
		return true
	}
	return d
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
		for other, orbit := range b.orbits {
			if orbit == b.orbits[cell] && !isWall[other] {
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
	wall := newNumbers(b.rows, b.cols)
	d := &genreDraft{grids: map[string][][]int{"wall": wall}}
	for cell := range cells {
		if !isWall[cell] {
			continue
		}
		row, col := cell/b.cols, cell%b.cols
		wall[row][col] = convert.Unknown
		if !slices.ContainsFunc(b.near[cell], func(n int32) bool { return !isWall[n] }) {
			continue
		}
		wall[row][col] = 0
		for _, n := range b.near[cell] {
			wall[row][col] += boolToInt(hasLamp[n])
		}
		d.clues = append(d.clues, gridEntry{"wall", row, col, convert.Unknown})
	}
	return d
}

// drawTents draws tents that do not touch, on up to a fifth of the cells, with a tree beside each.
func drawTents(b *genreBoard, r *rand.Rand) *genreDraft {
	const tent, tree = 1, 2
	on := make([]int, b.rows*b.cols)
	tents := 0
	for _, cell := range r.Perm(len(on)) {
		isTent := func(n int) bool { return on[n] == tent }
		if tents >= max(2, len(on)/5) || on[cell] != 0 || slices.ContainsFunc(b.cellsAround(cell), isTent) {
			continue
		}
		for _, k := range r.Perm(len(b.near[cell])) {
			if n := b.near[cell][k]; on[n] == 0 {
				on[cell], on[n] = tent, tree
				tents++
				break
			}
		}
	}
	d := &genreDraft{grids: map[string][][]int{"tree": newNumbers(b.rows, b.cols), "top": newNumbers(1, b.cols),
		"left": newNumbers(1, b.rows)}}
	top, left := d.grids["top"][0], d.grids["left"][0]
	clear(top)
	clear(left)
	for cell, what := range on {
		row, col := cell/b.cols, cell%b.cols
		switch what {
		case tree:
			d.grids["tree"][row][col] = 1
		case tent:
			left[row]++
			top[col]++
		}
	}
	for col := range b.cols {
		d.clues = append(d.clues, gridEntry{"top", 0, col, convert.NoEntry})
	}
	for row := range b.rows {
		d.clues = append(d.clues, gridEntry{"left", 0, row, convert.NoEntry})
	}
	return d
}

// numberedRegions are regions of which each has a number on one of its cells: how many cells it has.
type numberedRegions struct {
	board   *genreBoard
	regions [][]int // the cells of each region
	at      []int   // the cell with the number of each region
	cells   []int   // the region of each cell, from 1 on, or 0
	known   [][]int // other ways to divide the board, as cells does
}

// setRegions sets the regions. A region has the number where one of the old ones stood, or anywhere.
func (n *numberedRegions) setRegions(regions [][]int, r *rand.Rand) {
	old := n.at
	n.regions, n.at, n.cells = regions, make([]int, len(regions)), make([]int, n.board.rows*n.board.cols)
	for k, cells := range regions {
		n.at[k] = cells[r.IntN(len(cells))]
		for _, cell := range cells {
			n.cells[cell] = k + 1
			if slices.Contains(old, cell) {
				n.at[k] = cell
			}
		}
	}
}

// numbers returns a grid with the numbers.
func (n *numberedRegions) numbers() [][]int {
	grid := newNumbers(n.board.rows, n.board.cols)
	for k, cell := range n.at {
		grid[cell/n.board.cols][cell%n.board.cols] = len(n.regions[k])
	}
	return grid
}

// isOther reports whether other regions fit the numbers as well.
func (n *numberedRegions) isOther(other []int) bool {
	size, taken := map[int]int{}, map[int]bool{}
	for _, region := range other {
		size[region]++
	}
	for k, cell := range n.at {
		region := other[cell]
		if region == 0 || taken[region] || size[region] != len(n.regions[k]) {
			return false
		}
		taken[region] = true
	}
	return !slices.Equal(other, n.cells)
}

// moveNumbers moves numbers within their regions until no other regions that are known fit them. It returns false if it
// finds no such places soon.
func (n *numberedRegions) moveNumbers(r *rand.Rand) bool {
	return breakOthers(n.known, n.isOther, func(other []int) bool {
		// A region is not the same as that of its number among the others: the number moves to a cell that this one
		// lacks.
		for _, region := range r.Perm(len(n.regions)) {
			var off []int
			for _, cell := range n.regions[region] {
				if other[cell] != other[n.at[region]] {
					off = append(off, cell)
				}
			}
			if len(off) > 0 {
				n.at[region] = off[r.IntN(len(off))]
				break
			}
		}
		return true
	})
}

// nurikabe is a sea with islands.
type nurikabe struct {
	*genreBoard
	isSea   []bool
	largest int // number of cells of the largest island
}

// islandOf returns the cells of the island with a cell.
func (s *nurikabe) islandOf(cell int) []int {
	return reachCells(s.near, cell, func(n int) bool { return !s.isSea[n] })
}

// poolAt returns the four cells of the square whose first one is given.
func (s *nurikabe) poolAt(first int) []int {
	return []int{first, first + 1, first + s.cols, first + s.cols + 1}
}

// hasPool reports whether a cell is in a square of four cells of the sea.
func (s *nurikabe) hasPool(cell int) bool {
	row, col := cell/s.cols, cell%s.cols
	for r := max(0, row-1); r < min(s.rows-1, row+1); r++ {
		for c := max(0, col-1); c < min(s.cols-1, col+1); c++ {
			if !slices.ContainsFunc(s.poolAt(r*s.cols+c), func(n int) bool { return !s.isSea[n] }) {
				return true
			}
		}
	}
	return false
}

// flipCell makes land of a cell of the sea, or the other way round, and reports whether the sea stays connected and the
// islands small. If not, the cell stays as it was.
func (s *nurikabe) flipCell(cell int) bool {
	if s.isSea[cell] = !s.isSea[cell]; s.isConnected(func(n int) bool { return s.isSea[n] }) &&
		(s.isSea[cell] && !s.hasPool(cell) || !s.isSea[cell] && len(s.islandOf(cell)) <= s.largest) {
		return true
	}
	s.isSea[cell] = !s.isSea[cell]
	return false
}

// islands returns the cells of each island.
func (s *nurikabe) islands() (all [][]int) {
	seen := make([]bool, len(s.isSea))
	for cell := range s.isSea {
		if !s.isSea[cell] && !seen[cell] {
			island := s.islandOf(cell)
			for _, n := range island {
				seen[n] = true
			}
			all = append(all, island)
		}
	}
	return all
}

// drawSea draws islands until no four cells of the sea are a square, and lets them grow, as small ones alone are dull.
// It returns nil if it finds none.
func (b *genreBoard) drawSea(r *rand.Rand) *nurikabe {
	s := &nurikabe{b, slices.Repeat([]bool{true}, b.rows*b.cols), 3 + r.IntN(max(2, (b.rows+b.cols)/3))}
	for _, first := range r.Perm(len(s.isSea)) {
		if first/b.cols == b.rows-1 || first%b.cols == b.cols-1 {
			continue
		}
		pool := s.poolAt(first)
		r.Shuffle(4, func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
		isLand := func(cell int) bool { return !s.isSea[cell] }
		if !slices.ContainsFunc(pool, isLand) && !slices.ContainsFunc(pool, s.flipCell) {
			return nil
		}
	}
	for _, cell := range r.Perm(len(s.isSea)) {
		if s.isSea[cell] && slices.ContainsFunc(b.near[cell], func(n int32) bool { return !s.isSea[n] }) {
			s.flipCell(cell)
		}
	}
	return s
}

// drawNurikabe draws islands with numbers. A repair moves numbers, or else changes the coast where another one differs.
func drawNurikabe(b *genreBoard, r *rand.Rand) *genreDraft {
	s := b.drawSea(r)
	if s == nil {
		return nil
	}
	n := &numberedRegions{board: b}
	n.setRegions(s.islands(), r)
	d := &genreDraft{grids: map[string][][]int{"island": n.numbers()}, cells: n.cells}
	var climb hillClimb[[]bool]
	d.repair = func(other []int, r *rand.Rand) bool {
		n.known = append(n.known, other)
		if n.moveNumbers(r) {
			d.grids["island"] = n.numbers()
			return true
		}
		best, other := climb.nextState(s.isSea, d.cells, other)
		s.isSea = slices.Clone(best)
		near := differingCells(d.cells, other)
		flips := 1 + r.IntN(3)
		for _, k := range r.Perm(len(near)) {
			if flips > 0 && s.flipCell(near[k]) {
				flips--
			}
		}
		n.setRegions(s.islands(), r)
		n.moveNumbers(r)
		d.grids["island"], d.cells = n.numbers(), n.cells
		return true
	}
	return d
}

// drawRectangles cuts the board into rectangles of 2 to most cells, and returns the cells of each; nil if it finds no
// such cut soon.
func (b *genreBoard) drawRectangles(most int, r *rand.Rand) (regions [][]int) {
	for range maxTries {
		if regions := b.cutRectangles(most, r); regions != nil {
			return regions
		}
	}
	return nil
}

// cutRectangles is one try of drawRectangles: nil if a cell is left alone.
func (b *genreBoard) cutRectangles(most int, r *rand.Rand) (regions [][]int) {
	taken := make([]bool, b.rows*b.cols)
	for cell := range taken {
		if taken[cell] {
			continue
		}
		row, col, width := cell/b.cols, cell%b.cols, 1
		for col+width < b.cols && !taken[cell+width] {
			width++
		}
		var sizes [][2]int
		for h := 1; h <= b.rows-row; h++ {
			for w := 1; w <= width; w++ {
				leavesOne := width-w == 1 && h == 1 || w == 1 && b.rows-row-h == 1
				if h*w >= 2 && h*w <= most && !leavesOne {
					sizes = append(sizes, [2]int{h, w})
				}
			}
		}
		if sizes == nil {
			return nil
		}
		size := sizes[r.IntN(len(sizes))]
		var cells []int
		for i := range size[0] {
			for j := range size[1] {
				taken[cell+i*b.cols+j] = true
				cells = append(cells, cell+i*b.cols+j)
			}
		}
		regions = append(regions, cells)
	}
	return regions
}

// drawShikaku draws rectangles with numbers. A repair moves numbers.
func drawShikaku(b *genreBoard, r *rand.Rand) *genreDraft {
	regions := b.drawRectangles(b.rows+b.cols-2, r)
	if regions == nil {
		return nil
	}
	n := &numberedRegions{board: b}
	n.setRegions(regions, r)
	d := &genreDraft{grids: map[string][][]int{"area": n.numbers()}, cells: n.cells}
	d.repair = func(other []int, r *rand.Rand) bool {
		n.known = append(n.known, other)
		hasMoved := n.moveNumbers(r)
		d.grids["area"] = n.numbers()
		return hasMoved
	}
	return d
}

// roomGrid returns a grid with the rooms of cells, numbered by their first cells.
func (b *genreBoard) roomGrid(room []int) [][]int {
	number := map[int]int{}
	rooms := make([]int, len(room))
	for cell, name := range room {
		if _, known := number[name]; !known {
			number[name] = len(number)
		}
		rooms[cell] = number[name]
	}
	return b.gridOf(rooms)
}

// starsPerLine returns how many stars each row, column and region of a star battle has.
func (b *genreBoard) starsPerLine() int {
	if b.rows < 10 {
		return 1
	}
	return 2
}

// drawStars puts stars on the board, so many in each row and column, of which none touch; nil if it finds no place
// soon.
func (b *genreBoard) drawStars(each int, r *rand.Rand) (stars []int) {
	inColumn, tries := make([]int, b.cols), 100*b.rows*b.cols
	var fill func(row, from, left int) bool
	fill = func(row, from, left int) bool {
		if left == 0 {
			row, from, left = row+1, 0, each
		}
		if row == b.rows {
			return true
		}
		for _, col := range r.Perm(b.cols) {
			if tries--; tries < 0 {
				return false
			}
			cell := row*b.cols + col
			around := b.cellsAround(cell)
			if col < from || inColumn[col] == each ||
				slices.ContainsFunc(stars, func(star int) bool { return slices.Contains(around, star) }) {
				continue
			}
			stars = append(stars, cell)
			inColumn[col]++
			if fill(row, col+1, left-1) {
				return true
			}
			stars = stars[:len(stars)-1]
			inColumn[col]--
		}
		return false
	}
	if b.rows != b.cols || !fill(0, 0, each) {
		return nil
	}
	return stars
}

// growRegions grows a region from each of some cells until all cells are in one, and returns the index of the region of
// each cell.
func (b *genreBoard) growRegions(from []int, r *rand.Rand) []int {
	region := slices.Repeat([]int{-1}, b.rows*b.cols)
	for k, cell := range from {
		region[cell] = k
	}
	for open := slices.Clone(from); len(open) > 0; {
		k := r.IntN(len(open))
		cell := open[k]
		var free []int
		for _, n := range b.near[cell] {
			if region[n] < 0 {
				free = append(free, int(n))
			}
		}
		if len(free) == 0 {
			open[k] = open[len(open)-1]
			open = open[:len(open)-1]
			continue
		}
		next := free[r.IntN(len(free))]
		region[next], open = region[cell], append(open, next)
	}
	return region
}

// pairRegions joins regions in pairs of neighbours, and returns whether it could.
func (b *genreBoard) pairRegions(region []int, count int, r *rand.Rand) bool {
	partner := slices.Repeat([]int{-1}, count)
	for _, first := range r.Perm(count) {
		for _, cell := range r.Perm(len(region)) {
			for _, n := range b.near[cell] {
				if other := region[n]; region[cell] == first && other != first && partner[first] < 0 &&
					partner[other] < 0 {
					partner[first], partner[other] = other, first
				}
			}
		}
	}
	for cell, k := range region {
		if partner[k] < 0 {
			return false
		}
		region[cell] = min(k, partner[k])
	}
	return true
}

// drawStarBattle draws stars, and regions that grow from them. A repair moves a star of another solution into a
// neighbouring region.
func drawStarBattle(b *genreBoard, r *rand.Rand) *genreDraft {
	each := b.starsPerLine()
	stars := b.drawStars(each, r)
	if stars == nil {
		return nil
	}
	region := b.growRegions(stars, r)
	if each == 2 && !b.pairRegions(region, len(stars), r) {
		return nil
	}
	d := &genreDraft{cells: make([]int, len(region))}
	for _, star := range stars {
		d.cells[star] = 1
	}
	write := func() { d.grids = map[string][][]int{"stars": {{each}}, "room": b.roomGrid(region)} }
	write()
	var known [][]int
	isSolution := func(other []int) bool {
		count := map[int]int{}
		for cell, star := range other {
			count[region[cell]] += star
		}
		for _, n := range count {
			if n != each {
				return false
			}
		}
		return true
	}
	d.repair = func(other []int, r *rand.Rand) bool {
		known = append(known, other)
		if !breakOthers(known, isSolution, func(other []int) bool { return b.moveStar(region, d.cells, other, r) }) {
			return false
		}
		write()
		return true
	}
	return d
}

// moveStar moves a cell that has a star in another solution, and none in the solution that was drawn, into the region
// of a neighbour. Cells that this cuts off from the stars of their region move as well. It returns false if no cell
// may.
func (b *genreBoard) moveStar(region, own, other []int, r *rand.Rand) bool {
	for _, cell := range r.Perm(len(region)) {
		if other[cell] == 0 || own[cell] == 1 {
			continue
		}
		moved, isWhole := b.cutOffCell(region, own, cell)
		for _, k := range r.Perm(len(b.near[cell])) {
			if to := region[b.near[cell][k]]; isWhole && to != region[cell] {
				for _, n := range moved {
					region[n] = to
				}
				return true
			}
		}
	}
	return false
}

// cutOffCell returns a cell with the cells of its region that steps from a star of the region do not reach without it.
// It returns false if such a cell has a star.
func (b *genreBoard) cutOffCell(region, own []int, cell int) (off []int, isWhole bool) {
	star := -1
	for n := range region {
		if region[n] == region[cell] && own[n] == 1 {
			star = n
		}
	}
	reached := reachCells(b.near, star, func(n int) bool { return n != cell && region[n] == region[cell] })
	for n := range region {
		if region[n] == region[cell] && !slices.Contains(reached, n) {
			if off = append(off, n); own[n] == 1 {
				return nil, false
			}
		}
	}
	return off, true
}

// mayBlacken reports whether a white cell may become black: no neighbour is, and the white cells stay connected.
func (b *genreBoard) mayBlacken(black []int, cell int) bool {
	if black[cell] == 1 || slices.ContainsFunc(b.near[cell], func(n int32) bool { return black[n] == 1 }) {
		return false
	}
	return b.isConnected(func(n int) bool { return n != cell && black[n] == 0 })
}

// crossingLine returns the cells of a line of white cells that is in three rooms; nil if there is none.
func (b *genreBoard) crossingLine(black []int, room []int) []int {
	for _, line := range b.lines() {
		var run []int
		borders := 0
		for k, cell := range line {
			if black[cell] == 1 {
				run, borders = nil, 0
				continue
			}
			if len(run) > 0 && room[cell] != room[line[k-1]] {
				borders++
			}
			if run = append(run, cell); borders == 2 {
				return run
			}
		}
	}
	return nil
}

// blackenRooms draws black cells that share no side and leave the white ones connected, so that no line of white cells
// is in three rooms; nil if it finds no way soon.
func (b *genreBoard) blackenRooms(room []int, r *rand.Rand) []int {
	black := make([]int, len(room))
	for tries := 20 * len(room); ; tries-- {
		run := b.crossingLine(black, room)
		if run == nil {
			break
		}
		if tries == 0 {
			return nil
		}
		cell := run[r.IntN(len(run))]
		for _, n := range b.near[cell] { // room is made around it
			black[n] = 0
		}
		if !b.mayBlacken(black, cell) {
			for _, n := range b.cellsAround(cell) {
				black[n] = 0
			}
		}
		black[cell] = boolToInt(b.mayBlacken(black, cell))
	}
	b.blackenAll(black, r)
	return black
}

// blackenAll makes cells black at random until no further cell may be.
func (b *genreBoard) blackenAll(black []int, r *rand.Rand) {
	for _, cell := range r.Perm(len(black)) {
		if b.mayBlacken(black, cell) {
			black[cell] = 1
		}
	}
}

// heyawake is a board with rooms and black cells.
type heyawake struct {
	*genreBoard
	room, black []int // the room of each cell, and 1 for a black cell
	rooms       int   // number of rooms
}

// drawHeyawake draws rooms and black cells. A repair cuts a room in two that differs from another solution, or else
// draws black cells anew where it differs.
func drawHeyawake(b *genreBoard, r *rand.Rand) *genreDraft {
	regions := b.drawRectangles(9, r)
	if regions == nil {
		return nil
	}
	s := heyawake{b, make([]int, b.rows*b.cols), nil, len(regions)}
	for k, cells := range regions {
		for _, cell := range cells {
			s.room[cell] = k
		}
	}
	if s.black = b.blackenRooms(s.room, r); s.black == nil {
		return nil
	}
	d := &genreDraft{}
	write := func() {
		room, numbers := b.roomGrid(s.room), newNumbers(1, s.rooms)
		d.cells, d.clues = s.black, nil
		d.grids = map[string][][]int{"room": room, "number": numbers}
		clear(numbers[0])
		for cell, black := range s.black {
			numbers[0][room[cell/b.cols][cell%b.cols]] += black
		}
		for k := range s.rooms {
			d.clues = append(d.clues, gridEntry{"number", 0, k, convert.NoEntry})
		}
	}
	write()
	var climb hillClimb[heyawake]
	d.repair = func(other []int, r *rand.Rand) bool {
		if s.differs(other) || slices.Equal(other, s.black) {
			return true
		}
		best, other := climb.nextState(s, s.black, other)
		s = heyawake{b, slices.Clone(best.room), slices.Clone(best.black), best.rooms}
		switch {
		case s.cutRoom(s.black, other, r):
		case s.cutRoom(other, s.black, r): // the other solution takes the place of the one that was drawn
			s.black = other
		default:
			s.blackenAgain(other, r)
		}
		write()
		return true
	}
	return d
}

// differs reports whether a room has not as many black cells in another solution.
func (s *heyawake) differs(other []int) bool {
	more := make([]int, s.rooms)
	for cell, name := range s.room {
		more[name] += other[cell] - s.black[cell]
	}
	return slices.ContainsFunc(more, func(n int) bool { return n != 0 })
}

// blackenAgain draws black cells anew around a cell on which another solution differs.
func (s *heyawake) blackenAgain(other []int, r *rand.Rand) {
	off := differingCells(s.black, other)
	for range styleDraws {
		black := slices.Clone(s.black)
		cell := off[r.IntN(len(off))]
		black[cell] = 0
		for _, n := range s.cellsAround(cell) {
			black[n] = 0
		}
		if s.blackenAll(black, r); s.crossingLine(black, s.room) == nil {
			s.black = black
			return
		}
	}
}

// cutRoom cuts a room in two, so that one of them has not as many black cells in another solution as in the given one.
// No line of white cells may then be in three rooms. It returns false if no cut does that.
func (s *heyawake) cutRoom(black, other []int, r *rand.Rand) bool {
	for _, cell := range r.Perm(len(s.room)) {
		for _, axis := range r.Perm(2) {
			cut, difference := slices.Clone(s.room), 0
			for n, name := range s.room {
				isBehind := n/s.cols >= cell/s.cols
				if axis == 1 {
					isBehind = n%s.cols >= cell%s.cols
				}
				if name == s.room[cell] && isBehind {
					cut[n] = s.rooms
					difference += black[n] - other[n]
				}
			}
			if difference != 0 && s.crossingLine(black, cut) == nil {
				s.room = cut
				s.rooms++
				return true
			}
		}
	}
	return false
}

// drawHitori draws black cells until no further cell may be black, and numbers that differ on the white cells of each
// line. A black cell has a number that its line has already. A repair changes the numbers of black cells.
func drawHitori(b *genreBoard, r *rand.Rand) *genreDraft {
	if b.rows != b.cols {
		return nil
	}
	square := latin.RandomSquare(b.rows, r)
	d := &genreDraft{grids: map[string][][]int{"clue": square.Cells}, cells: make([]int, b.rows*b.cols)}
	b.blackenAll(d.cells, r)
	number := func(cell int) *int { return &square.Cells[cell/b.cols][cell%b.cols] }
	lines := b.lines()
	copyNumber := func(cell int, isWhite func(int) bool) {
		var from []int
		for _, n := range slices.Concat(lines[cell/b.cols], lines[b.rows+cell%b.cols]) {
			if n != cell && isWhite(n) {
				from = append(from, n)
			}
		}
		*number(cell) = *number(from[r.IntN(len(from))])
	}
	for cell, black := range d.cells {
		if black == 1 {
			copyNumber(cell, func(n int) bool { return d.cells[n] == 0 })
		}
	}
	var known [][]int
	isSolution := func(other []int) bool {
		for _, line := range lines {
			seen := map[int]bool{}
			for _, cell := range line {
				if v := *number(cell); other[cell] == 0 && seen[v] {
					return false
				} else if other[cell] == 0 {
					seen[v] = true
				}
			}
		}
		return true
	}
	d.repair = func(other []int, r *rand.Rand) bool {
		known = append(known, other)
		return breakOthers(known, isSolution, func(other []int) bool {
			// as no further cell may be black, a black cell is white in the other solution
			var white []int
			for cell, black := range d.cells {
				if black == 1 && other[cell] == 0 {
					white = append(white, cell)
				}
			}
			copyNumber(white[r.IntN(len(white))], func(n int) bool { return other[n] == 0 })
			return true
		})
	}
	return d
}
