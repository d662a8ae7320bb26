package puzzletest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
)

// chessmenBoard makes a statement that places chessmen on a board.
type chessmenBoard struct {
	*latticeBoard
	chessman          string
	chessmenLines     []chessmenLine
	rulesByLineName   map[string]int // for each name of lines, how many rules made lines with the name
	boardName         string         // name of the board in the text; "" if the board is inline
	tableDeclarations string         // the `table` statements that its rules need
	requiredImages    [][]int        // for each motion that must keep a solution, the images of the cells
}

// chessmenLine is a line of cells with the numbers of chessmen that a rule allows on it.
type chessmenLine struct {
	itemName                    string
	cells                       []int
	leastChessmen, mostChessmen int
}

func init() { partMakers["place"] = randomChessmen }

// randomChessmen makes a `place` or `queens` statement.
func randomChessmen(r *rand.Rand) *puzzlePart {
	m := &chessmenBoard{latticeBoard: randomSmallBoard(r, "p", 9), chessman: "rook", rulesByLineName: map[string]int{},
		boardName: "p"}
	var text, rules strings.Builder
	declared := m.boardDeclaration
	switch queens := r.IntN(4) == 0 && m.name == "square"; {
	case queens && r.IntN(2) == 0:
		n := 1 + r.IntN(3)
		torus := r.IntN(3) == 0
		m.latticeBoard = boxBoard(n, n, torus)
		declared, m.boardName = "", ""
		m.chessman = "queen"
		fmt.Fprintf(&text, "queens %d%s", n, map[bool]string{true: " torus"}[torus])
	case queens:
		m.chessman = "queen"
		text.WriteString("queens on p")
	default:
		text.WriteString("place rook on p")
	}
	spoken := map[string]bool{}
	var kinds []string
	for range r.IntN(3) {
		rule := m.addRandomLineRule(r, spoken)
		rules.WriteString(rule)
		kinds = append(kinds, partWordsOfRule(rule)...)
	}
	if m.chessman == "queen" {
		m.addQueenLines(spoken)
	}
	if r.IntN(3) == 0 {
		rules.WriteString(m.addApartRule(r))
		kinds = append(kinds, "apart")
	}
	rules.WriteString(m.addFixedCellsRule(r))
	rules.WriteString(m.addSymmetricRule(r))
	if rules.Len() > 0 {
		text.WriteString(" {\n" + rules.String() + "}")
	}
	text.WriteString("\n")
	p := m.makePuzzlePart()
	p.kindsOfRules = append(p.kindsOfRules, kinds...)
	if m.boardName != "" {
		p.namedBoard, p.boardName = m.latticeBoard, m.boardName
	}
	p.declarations, p.statementText = declared, m.tableDeclarations+text.String()
	return p
}

// boxBoard returns a board of squares, with all edges joined if torus is set.
func boxBoard(rows, columns int, torus bool) *latticeBoard {
	g := allGeometries[0]
	g.buildMissingTables()
	f := &latticeBoard{geometry: g, numberByMiddle: map[point]int{}}
	if torus {
		f.coordinatePeriods = []point{{rows, 0}, {0, columns}}
		for _, p := range f.coordinatePeriods {
			by, _ := f.middleShiftOfCoordinates(p)
			f.middlePeriods = append(f.middlePeriods, by)
		}
	}
	var cells []point
	for i := range rows * columns {
		cells = append(cells, point{i / columns, i % columns})
	}
	f.addCells(cells, false)
	return f
}

// stepsOfLineKind returns, for a kind of lines, the steps from one cell of a line to the next, and the name of each
// step.
func (m *chessmenBoard) stepsOfLineKind(word string) (names []string, steps []point) {
	switch {
	case word == "rows":
		return []string{"row"}, []point{{0, 1}}
	case word == "columns":
		return []string{"column"}, []point{{1, 0}}
	case m.name == "square":
		return []string{"rising", "falling"}, []point{{1, -1}, {1, 1}}
	}
	return []string{"diagonal"}, []point{{1, -1}}
}

// lineThrough returns the cells of the line through a cell in the direction of a step. The line continues beyond holes,
// and around the board where edges are joined.
func (f *latticeBoard) lineThrough(cell int, step point) []int {
	var line []int
	for k := -40; k <= 40; k++ {
		if i := f.numberAtMiddle(f.cellMiddle(f.cellCoordinates[cell].plusPoint(step.timesScalar(k)))); i >= 0 &&
			!slices.Contains(line, i) {
			line = append(line, i)
		}
	}
	slices.Sort(line)
	return line
}

// sortCells sorts the cells in reading order.
func (f *latticeBoard) sortCells() {
	order := numbersFromZero(len(f.cellCoordinates))
	slices.SortFunc(order, func(i, j int) int {
		return slices.Compare(f.cellCoordinates[i][:],
			f.cellCoordinates[j][:])
	})
	at, middles := slices.Clone(f.cellCoordinates), slices.Clone(f.cellMiddles)
	for k, i := range order {
		f.cellCoordinates[k], f.cellMiddles[k] = at[i], middles[i]
	}
	f.numberByMiddle = map[point]int{}
}

// addChessmenLinesOfKind adds the lines of a kind.
func (m *chessmenBoard) addChessmenLinesOfKind(word string, low, high int) {
	names, steps := m.stepsOfLineKind(word)
	for k, step := range steps {
		m.rulesByLineName[names[k]]++
		seen := map[int]bool{}
		n := 0
		for i := range m.cellCoordinates {
			if seen[i] {
				continue
			}
			line := m.lineThrough(i, step)
			for _, j := range line {
				seen[j] = true
			}
			m.addChessmenLine(fmt.Sprintf("%s[%d]", m.lineNameOfLastRule(names[k]), n), line, low, high)
			n++
		}
	}
}

// lineNameOfLastRule returns the name of the lines that the last rule about lines of this name made.
func (m *chessmenBoard) lineNameOfLastRule(name string) string {
	if n := m.rulesByLineName[name]; n > 1 {
		return fmt.Sprint(name, n)
	}
	return name
}

func (m *chessmenBoard) addChessmenLine(item string, cells []int, low, high int) {
	m.chessmenLines = append(m.chessmenLines, chessmenLine{item, cells, low, high})
}

// countParallelLines returns the number of lines in the direction of a step.
func (m *chessmenBoard) countParallelLines(step point) int {
	seen := map[string]bool{}
	for i := range m.cellCoordinates {
		seen[fmt.Sprint(m.lineThrough(i, step))] = true
	}
	return len(seen)
}

// addQueenLines adds the lines of queens that no rule mentions.
func (m *chessmenBoard) addQueenLines(spoken map[string]bool) {
	// joined edges may make one line of several rows
	rows, columns := m.countParallelLines(point{0, 1}), m.countParallelLines(point{1, 0})
	if !spoken["rows"] {
		m.addChessmenLinesOfKind("rows", map[bool]int{true: 0, false: 1}[rows > columns], 1)
	}
	if !spoken["columns"] {
		m.addChessmenLinesOfKind("columns", map[bool]int{true: 0, false: 1}[columns > rows], 1)
	}
	if !spoken["diagonals"] {
		m.addChessmenLinesOfKind("diagonals", 0, 1)
	}
}

// addRandomLineRule makes a rule about lines.
func (m *chessmenBoard) addRandomLineRule(r *rand.Rand, spoken map[string]bool) string {
	low, high, many := randomCountRange(r, len(m.cellCoordinates))
	if strings.HasPrefix(many, "at least") {
		high = math.MaxInt32 // options of the core may cover the item as well
	}
	switch kind := r.IntN(10); {
	case kind <= 1 && (m.name == "square" || m.name == "hexagon"):
		words := slices.DeleteFunc(someRandomValues(r, 1+r.IntN(2), []string{"rows", "columns", "diagonals"}),
			func(word string) bool { return spoken[word] })
		if len(words) == 0 {
			return ""
		}
		if r.IntN(2) == 0 {
			low, high, many = 0, 1, "at most 1"
			if r.IntN(2) == 0 {
				low, many = 1, "exactly 1"
			}
		}
		for _, word := range words {
			spoken[word] = true
			m.addChessmenLinesOfKind(word, low, high)
		}
		return fmt.Sprintf("  %s on %s\n", many, strings.Join(words, ", "))
	case kind == 2 && m.axisCount == 2:
		var cells [2][]int
		picture := m.boardPicture(func(i int) byte {
			k := r.IntN(2)
			cells[k] = append(cells[k], i)
			return "AB"[k]
		})
		m.rulesByLineName["region"]++
		for k, region := range cells {
			if len(region) > 0 {
				// The order of regions is not defined here.
				m.addChessmenLine(fmt.Sprintf("%s of %d", m.lineNameOfLastRule("region"), k), region, low, high)
			}
		}
		return fmt.Sprintf("  %s on regions %s\n", many, picture)
	case kind == 3:
		if spoken["all"] {
			return ""
		}
		spoken["all"] = true
		m.rulesByLineName["all"]++
		m.addChessmenLine(m.lineNameOfLastRule("all"), numbersFromZero(len(m.cellCoordinates)), low, high)
		return fmt.Sprintf("  %s%s\n", many, randomValueOf(r, "", " on all"))
	case kind == 4 && m.name == "square":
		return m.addEverywhereRule(r, low, high, many)
	case kind == 6 && m.name == "square" && len(m.coordinatePeriods) == 0 && !spoken["segments"]:
		spoken["segments"] = true
		m.rulesByLineName["segment"]++
		for k, cells := range m.segmentLines() {
			m.addChessmenLine(fmt.Sprintf("%s of %d", m.lineNameOfLastRule("segment"), k), cells, low, high)
		}
		return fmt.Sprintf("  %s on segments\n", many)
	case kind == 7:
		return m.addForLoopRule(r)
	case kind > 7:
		text, cells := m.randomBoardPart(r)
		if len(cells) == 0 {
			return ""
		}
		m.rulesByLineName["line"]++
		m.addChessmenLine(m.lineNameOfLastRule("line"), cells, low, high)
		return fmt.Sprintf("  %s on %s\n", many, text)
	default:
		m.rulesByLineName["line"]++
		cells := r.Perm(len(m.cellCoordinates))[:1+r.IntN(min(4, len(m.cellCoordinates)))]
		var places []point
		for _, i := range cells {
			places = append(places, m.cellCoordinates[i])
		}
		m.addChessmenLine(m.lineNameOfLastRule("line"), cells, low, high)
		return fmt.Sprintf("  %s on %s\n", many, randomValueOf(r, m.allPlacesText(places), m.cellListText(places)))
	}
}

// addForLoopRule makes a rule with a loop over the cells of the board, or over a table whose numbers agree with a
// random placement of chessmen.
func (m *chessmenBoard) addForLoopRule(r *rand.Rand) string {
	v := randomValueOf(r, m.boardViews()...)
	has := map[int]bool{}
	for _, i := range someRandomValues(r, 1+r.IntN(4), numbersFromZero(len(m.cellCoordinates))) {
		has[i] = true
	}
	low, high, many := 0, 1, "at most 1"
	var numberAt func(at point) int
	switch {
	case m.axisCount == 2 && leastCorner(m.cellCoordinates)[0] >= 0 && leastCorner(m.cellCoordinates)[1] >= 0 &&
		r.IntN(2) == 0:
		many = "exactly n"
		numberAt = func(at point) (n int) {
			cells := sortedUnique(v.cellsSeenFrom(at))
			for _, i := range cells {
				if has[i] {
					n++
				}
			}
			if len(cells) == 0 {
				return -1
			}
			return n
		}
	case m.boardName == "":
		return ""
	case r.IntN(2) == 0:
		low, high, many = 1, math.MaxInt32, "at least 1"
	}
	loop, names, all, table := m.latticeBoard.randomLoop(r, m.boardName, fmt.Sprintf("men%d", len(m.tableDeclarations)),
		numberAt)
	if slices.ContainsFunc(all, func(one loopRound) bool { return len(v.cellsSeenFrom(one.place)) == 0 }) {
		return "" // a shape without cells is an error
	}
	m.tableDeclarations += table
	for _, one := range all {
		m.rulesByLineName["line"]++
		if numberAt != nil {
			low, high = one.entryValue, one.entryValue
		}
		m.addChessmenLine(fmt.Sprintf("%s in %v", m.lineNameOfLastRule("line"), one.place),
			sortedUnique(v.cellsSeenFrom(one.place)),
			low, high)
	}
	return fmt.Sprintf("  %s on %s %s\n", many, v.viewTextFrom(names), loop)
}

// addEverywhereRule makes a rule about all shifts of a shape.
func (m *chessmenBoard) addEverywhereRule(r *rand.Rand, low, high int, many string) string {
	m.rulesByLineName["line"]++
	text, lines := m.latticeBoard.shiftedShapes(r)
	for k, cells := range lines {
		m.addChessmenLine(fmt.Sprintf("%s at %d", m.lineNameOfLastRule("line"), k), cells, low, high)
	}
	return fmt.Sprintf("  %s on %s\n", many, text)
}

// addFixedCellsRule makes a rule about cells that must have a chessman, or must have none.
func (m *chessmenBoard) addFixedCellsRule(r *rand.Rand) (text string) {
	cells := r.Perm(len(m.cellCoordinates))
	if r.IntN(4) == 0 {
		m.rulesByLineName["line"]++
		m.addChessmenLine(m.lineNameOfLastRule("line"), cells[:1], 1, 1)
		text += fmt.Sprintf("  exactly 1 on %s\n", m.coordinatesAsText(m.randomEqualPlace(r,
			m.cellCoordinates[cells[0]])))
	}
	if len(cells) > 2 && r.IntN(4) == 0 {
		m.rulesByLineName["line"]++
		m.addChessmenLine(m.lineNameOfLastRule("line"), cells[1:2], 0, 0)
		text += fmt.Sprintf("  none on %s\n", m.coordinatesAsText(m.cellCoordinates[cells[1]]))
	}
	return text
}

// addApartRule makes a rule that no two chessmen are neighbours, or a chessman's move apart.
func (m *chessmenBoard) addApartRule(r *rand.Rand) string {
	text, near := m.randomMoveOfApart(r)
	for i := range m.cellCoordinates {
		for _, j := range sortedUnique(near[i]) {
			if i < j {
				m.addChessmenLine(fmt.Sprintf("apart %d %d", i, j), []int{i, j}, 0, 1)
			}
		}
	}
	return "  " + text + "\n"
}

// addSymmetricRule makes a rule that a motion maps each solution to itself.
func (m *chessmenBoard) addSymmetricRule(r *rand.Rand) string {
	if m.name != "square" || len(m.coordinatePeriods) > 0 || r.IntN(8) > 0 {
		return ""
	}
	word, motions := m.motionsOfBox(r)
	for _, to := range motions {
		image := m.cellImagesInBox(to)
		if image == nil {
			return ""
		}
		m.requiredImages = append(m.requiredImages, image)
	}
	return "  symmetric " + word + "\n"
}

// itemBound returns the bound of the item of a line. It returns false if the line has no item.
func (l chessmenLine) itemBound() (itemBound, bool) {
	switch {
	case l.leastChessmen == 0 && (l.mostChessmen >= len(l.cells) || l.mostChessmen == 0):
		return itemBound{}, false
	case l.leastChessmen == 0 && l.mostChessmen == 1:
		return atMostOnce, true
	}
	return itemBound{leastTimes: l.leastChessmen, mostTimes: l.mostChessmen}, true
}

func (m *chessmenBoard) makePuzzlePart() *puzzlePart {
	p := &puzzlePart{itemBounds: map[string]itemBound{}, allowsNoPrimary: true}
	for i, at := range m.cellCoordinates {
		name := m.cellName(at)
		c := puzzleChoice{solutionKey: keyOfThingOnCells("piece "+m.chessman, []string{name})}
		barred := false
		for _, l := range m.chessmenLines {
			if !slices.Contains(l.cells, i) {
				continue
			}
			barred = barred || l.mostChessmen == 0
			if _, has := l.itemBound(); has {
				c.heldItems = append(c.heldItems, heldItem{l.itemName, "", 1})
			}
		}
		if barred {
			c.heldItems = append(c.heldItems, heldItem{"barred", "", 1})
		}
		p.choices = append(p.choices, c)
		p.nameableItems = append(p.nameableItems, nameableItem{"man[" + name + "]", []string{"0", "1", "1"}})
	}
	p.itemBounds["barred"] = itemBound{}
	for _, l := range m.chessmenLines {
		b, has := l.itemBound()
		if !has {
			continue
		}
		p.itemBounds[l.itemName] = b
		if !strings.Contains(l.itemName, " ") && (!strings.HasPrefix(l.itemName, "line") ||
			l.itemName == "line") { // the core cannot write the names that later rules give
			p.nameableItems = append(p.nameableItems, nameableItem{l.itemName, nil})
		}
	}
	p.colorOfItem = func(chosen []int, item string) string {
		inner, ok := strings.CutPrefix(item, "man[")
		if !ok {
			return ""
		}
		i := slices.IndexFunc(m.cellCoordinates, func(at point) bool { return m.cellName(at)+"]" == inner })
		if slices.Contains(chosen, i) {
			return "1"
		}
		return "0"
	}
	p.allowsChoices = func(chosen []int) bool {
		return !slices.ContainsFunc(m.requiredImages, func(image []int) bool {
			return slices.ContainsFunc(chosen, func(i int) bool { return !slices.Contains(chosen, image[i]) })
		})
	}
	if len(m.requiredImages) > 0 {
		p.kindsOfRules = append(p.kindsOfRules, "men symmetric")
	} else {
		p.symmetriesFunc = m.symmetryGroup
	}
	return p
}

// symmetryGroup returns the motions that map the board to itself, lines to lines with as many chessmen, and cells that
// must have no chessman to cells of that kind.
func (m *chessmenBoard) symmetryGroup() (out []Motion) {
	for _, a := range m.motions {
		if slices.ContainsFunc(m.middlePeriods, func(period point) bool {
			return !isPeriodSum(m.middlePeriods,
				a.applyToPoint(period))
		}) {
			continue
		}
		for _, middle := range m.cellMiddles {
			d := middle.minusPoint(m.middleImage(a, m.cellMiddles[0]))
			if !m.isShift(d) {
				continue
			}
			if to := (&packing{latticeBoard: m.latticeBoard}).imagesOfBoardCells(a, d); to != nil &&
				m.mapsRulesToRules(to) {
				out = append(out, Motion{IsReflection: a.isReflection(), imageOfKey: func(key string) string {
					cell := strings.TrimPrefix(key, "piece "+m.chessman+" ")
					i := slices.IndexFunc(m.cellCoordinates, func(at point) bool { return m.cellName(at) == cell })
					return keyOfThingOnCells("piece "+m.chessman, []string{m.cellName(m.cellCoordinates[to[i]])})
				}})
			}
		}
	}
	return out
}

// mapsRulesToRules reports whether a motion, given by the images of the cells, maps each rule to a rule.
func (m *chessmenBoard) mapsRulesToRules(to []int) bool {
	describe := func(image func(int) int) (all []string) {
		write := func(what string, cells []int) {
			var moved []int
			for _, i := range cells {
				moved = append(moved, image(i))
			}
			slices.Sort(moved)
			all = append(all, fmt.Sprint(what, moved))
		}
		var barred []int
		for _, l := range m.chessmenLines {
			if l.mostChessmen == 0 {
				barred = append(barred, l.cells...)
			} else if _, has := l.itemBound(); has {
				write(fmt.Sprint(l.leastChessmen, min(l.mostChessmen, len(l.cells))), l.cells)
			}
		}
		write("barred", sortedUnique(barred))
		return slices.Compact(slices.Sorted(slices.Values(all)))
	}
	return slices.Equal(describe(func(i int) int { return i }), describe(func(i int) int { return to[i] }))
}
