package puzzletest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// coreMaker makes the core of one puzzle: the items and options that the text declares itself.
type coreMaker struct {
	*puzzlePart
	randomSource            *rand.Rand
	coreText                strings.Builder
	boundedItems            []string       // own items that are covered once, or within bounds
	countedItems            []string       // own items for which options may count several times
	coloredItems            []string       // own secondary items, which may have colors
	itemsOfOtherParts       []nameableItem // items of other statements that options may name
	testsOfForbidStatements []func(chosen []int) bool
	countsSeveralTimes      map[int]bool  // for each option, whether it counts several times for an item
	itemCountOfFamilyA      int           // number of items of the family a
	partsWithBoards         []*puzzlePart // statements whose boards have names
	declaresParamAndTable   bool          // whether the text has a parameter n, the size of the family a, and a table
}

// randomCore makes a core of items and options in addition to the other statements.
func randomCore(r *rand.Rand, others []*puzzlePart) *puzzlePart {
	c := &coreMaker{puzzlePart: &puzzlePart{itemBounds: map[string]itemBound{}}, randomSource: r,
		countsSeveralTimes: map[int]bool{}}
	for _, p := range others {
		c.itemsOfOtherParts = append(c.itemsOfOtherParts, p.nameableItems...)
		if p.namedBoard != nil && len(p.nameableItems) > 0 {
			c.partsWithBoards = append(c.partsWithBoards, p)
		}
	}
	if len(c.itemsOfOtherParts) == 0 && r.IntN(4) == 0 {
		c.addMatchingStatement()
	} else {
		c.declareItems()
		if r.IntN(4) == 0 {
			c.addTableLoop()
		}
		if len(c.partsWithBoards) > 0 && r.IntN(2) == 0 {
			c.addBoardLoop()
		}
		for range r.IntN(4) {
			c.addRandomOption()
		}
		for range r.IntN(3) {
			c.addLoopedOptions()
		}
		if r.IntN(6) == 0 {
			c.addOptionWithItemList()
		}
		for range r.IntN(3) {
			c.addForbidStatement()
		}
	}
	if c.randomSource.IntN(3) == 0 {
		c.addWordList()
	}
	if len(c.countedItems) > 0 && len(c.testsOfForbidStatements) > 0 {
		c.kindsOfRules = append(c.kindsOfRules, "forbid beside counted")
	}
	c.allowsChoices = func(chosen []int) bool {
		return !slices.ContainsFunc(c.testsOfForbidStatements,
			func(forbidden func([]int) bool) bool { return forbidden(chosen) })
	}
	c.puzzlePart.statementText = c.coreText.String()
	return c.puzzlePart
}

func (c *coreMaker) declareItems() {
	if n := c.randomSource.IntN(4); n > 0 {
		if c.declaresParamAndTable = c.randomSource.IntN(3) == 0; c.declaresParamAndTable {
			fmt.Fprintf(&c.coreText, "param n = %d\ntable hues = \"\"\"\n  %s\n\"\"\"\nitems a[i] for i in 0..n-1\n", n,
				strings.Repeat("5 ", n-1)+"6")
			c.kindsOfRules = append(c.kindsOfRules, "param")
		} else {
			fmt.Fprintf(&c.coreText, "items a[i] for i in 0..%d\n", n-1)
		}
		c.itemCountOfFamilyA = n
		for i := range n {
			c.boundedItems = append(c.boundedItems, c.declareItem(fmt.Sprintf("a[%d]", i), exactlyOnce))
		}
	}
	if c.randomSource.IntN(2) == 0 || len(c.boundedItems) == 0 {
		low, high, times := c.randomMultiplicity(3)
		fmt.Fprintf(&c.coreText, "items m %s\n", times)
		c.boundedItems = append(c.boundedItems, c.declareItem("m", itemBound{leastTimes: low, mostTimes: high}))
	}
	if c.randomSource.IntN(4) == 0 {
		low, high, times := c.randomMultiplicity(5)
		fmt.Fprintf(&c.coreText, "items w %s\n", times)
		c.countedItems = append(c.countedItems, c.declareItem("w", itemBound{leastTimes: low, mostTimes: high}))
		c.kindsOfRules = append(c.kindsOfRules, "counted")
	}
	if c.randomSource.IntN(2) == 0 {
		c.coreText.WriteString("secondary items s[0] s[1] z\n")
		for _, name := range []string{"s[0]", "s[1]", "z"} {
			c.coloredItems = append(c.coloredItems, c.declareItem(name, atMostOnce))
		}
		c.kindsOfRules = append(c.kindsOfRules, "secondary")
	}
}

func (c *coreMaker) declareItem(name string, b itemBound) string {
	c.itemBounds[name] = b
	return name
}

// chooseHeldItems returns some items for an option to hold.
func (c *coreMaker) chooseHeldItems() (holds []heldItem) {
	for _, item := range someRandomValues(c.randomSource, 1+c.randomSource.IntN(2), c.boundedItems) {
		holds = append(holds, heldItem{item, "", 1})
	}
	for _, item := range c.countedItems {
		if c.randomSource.IntN(2) == 0 {
			holds = append(holds, heldItem{item, "", c.randomSource.IntN(4)})
		}
	}
	for _, item := range someRandomValues(c.randomSource, c.randomSource.IntN(2), c.coloredItems) {
		holds = append(holds, heldItem{item, randomValueOf(c.randomSource, "", "red", "7", "x"), 1})
	}
	for _, l := range someRandomValues(c.randomSource, c.randomSource.IntN(3), c.itemsOfOtherParts) {
		about := l.itemName[strings.LastIndexByte(l.itemName, '[')+1:]
		if slices.ContainsFunc(holds, func(h heldItem) bool {
			return h.itemName == "cell["+about ||
				h.itemName == "value["+about
		}) {
			continue // an option that covers a cell itself does not set its symbol
		}
		color := ""
		if l.possibleColors != nil {
			color = randomValueOf(c.randomSource, l.possibleColors...)
		}
		holds = append(holds, heldItem{l.itemName, color, 1})
		c.kindsOfRules = append(c.kindsOfRules, "names "+
			strings.FieldsFunc(l.itemName, func(r rune) bool { return r == '[' })[0])
	}
	c.randomSource.Shuffle(len(holds), func(i, j int) { holds[i], holds[j] = holds[j], holds[i] })
	return holds
}

func (h heldItem) String() string {
	switch {
	case h.colorText != "":
		return h.itemName + ":" + h.colorText
	case h.countTimes != 1:
		return fmt.Sprintf("%s*%d", h.itemName, h.countTimes)
	}
	return h.itemName
}

// textInOption returns the item as an option in the text writes it: a color that is no number is in quotes.
func (h heldItem) textInOption() string {
	if h.colorText != "" && strings.Trim(h.colorText, "0123456789") != "" {
		return fmt.Sprintf("%s:%q", h.itemName, h.colorText)
	}
	return h.String()
}

// nameInMatrix returns the name of the item in the matrix. There a cell of a packed board is named by its coordinates.
func (h heldItem) nameInMatrix() string {
	if cell, ok := strings.CutPrefix(h.itemName, "b["); ok {
		return strings.TrimSuffix(cell, "]")
	}
	return h.String()
}

// addOption adds an option. In the keys of solutions the option is named by its items, except the items for which it
// counts several times.
func (c *coreMaker) addOption(holds []heldItem) {
	var names []string
	for _, h := range holds {
		if !slices.Contains(c.countedItems, h.itemName) {
			names = append(names, h.nameInMatrix())
		}
	}
	c.choices = append(c.choices, puzzleChoice{keyOfThingOnCells("option", names), holds})
}

func (c *coreMaker) addRandomOption() {
	c.coreText.WriteString("option")
	holds := c.chooseHeldItems()
	var real []heldItem
	for _, h := range holds {
		mark := ""
		if c.randomSource.IntN(8) == 0 {
			mark = "?"
		}
		fmt.Fprintf(&c.coreText, " %s%s", h.textInOption(), mark)
		if h.countTimes != 1 && h.colorText == "" || slices.Contains(c.countedItems, h.itemName) {
			c.countsSeveralTimes[len(c.choices)] = true
		}
		real = append(real, h)
	}
	if c.randomSource.IntN(6) == 0 {
		// names an item that does not exist, as the question mark allows
		fmt.Fprintf(&c.coreText, " %s?", randomValueOf(c.randomSource, "a[99]", "a[-1]"))
		if !slices.Contains(c.boundedItems, "a[0]") {
			fmt.Fprintf(&c.coreText, "\nitems a[0]")
			c.boundedItems = append(c.boundedItems, c.declareItem("a[0]", exactlyOnce))
		}
	}
	c.coreText.WriteString("\n")
	c.addOption(real)
}

// addLoopedOptions adds an option for each value of an index.
func (c *coreMaker) addLoopedOptions() {
	n := 0
	for slices.Contains(c.boundedItems, fmt.Sprintf("a[%d]", n)) {
		n++
	}
	if n == 0 {
		return
	}
	from, skip := c.randomSource.IntN(2), c.randomSource.IntN(3)
	step := c.randomSource.IntN(2)
	second, third := c.randomSource.IntN(3) > 0, slices.Contains(c.coloredItems, "z") && c.randomSource.IntN(2) == 0
	text := "option a[i]"
	if second {
		text += fmt.Sprintf(" a[i+%d]?", step+1)
	}
	colors := func(i int) string { return fmt.Sprint(i % 2) }
	end := fmt.Sprint(n - 1)
	switch {
	case third && c.declaresParamAndTable:
		text += " z:hues[i]"
		colors = func(i int) string { return map[bool]string{true: "6", false: "5"}[i == c.itemCountOfFamilyA-1] }
	case third:
		text += " z:(i % 2)"
	}
	if c.declaresParamAndTable && n == c.itemCountOfFamilyA {
		end = "n - 1"
	}
	fmt.Fprintf(&c.coreText, "%s for i in %d..%s where i != %d\n", text, from, end, skip)
	for i := from; i < n; i++ {
		if i == skip {
			continue
		}
		holds := []heldItem{{fmt.Sprintf("a[%d]", i), "", 1}}
		if next := fmt.Sprintf("a[%d]", i+step+1); second && slices.Contains(c.boundedItems, next) {
			holds = append(holds, heldItem{next, "", 1})
		}
		if third {
			holds = append(holds, heldItem{"z", colors(i), 1})
		}
		c.addOption(holds)
	}
	c.kindsOfRules = append(c.kindsOfRules, "loop")
}

// randomMultiplicity returns a random range for how often an item may be covered, with a lower bound less than the
// argument most, and its text.
func (c *coreMaker) randomMultiplicity(most int) (low, high int, text string) {
	low = c.randomSource.IntN(most)
	high = max(1, low+c.randomSource.IntN(3))
	switch c.randomSource.IntN(6) {
	case 0:
		return max(low, 1), noUpperBound, fmt.Sprintf("at least %d", max(low, 1))
	case 1:
		return 0, noUpperBound, "any"
	case 2:
		return 0, high, fmt.Sprintf("at most %d", high)
	case 3:
		return high, high, fmt.Sprintf("exactly %d", high)
	}
	return low, high, fmt.Sprintf("%d..%d", low, high)
}

// addOptionWithItemList adds an option that names several items of a family by a list with a loop.
func (c *coreMaker) addOptionWithItemList() {
	if c.itemCountOfFamilyA < 2 {
		return
	}
	odd := c.randomSource.IntN(2)
	fmt.Fprintf(&c.coreText, "option {a[j] for j in 0..%d where j %% 2 = %d}\n", c.itemCountOfFamilyA-1, odd)
	var holds []heldItem
	for j := odd; j < c.itemCountOfFamilyA; j += 2 {
		holds = append(holds, heldItem{fmt.Sprintf("a[%d]", j), "", 1})
	}
	c.addOption(holds)
	c.kindsOfRules = append(c.kindsOfRules, "list")
}

// addTableLoop adds items and options by loops over the entries of a table.
func (c *coreMaker) addTableLoop() {
	var marks [4]string
	var numbers []int
	for i := range marks {
		marks[i] = randomValueOf(c.randomSource, ".", "#", "1", "2", "3")
		n, _ := strconv.Atoi(marks[i])
		numbers = append(numbers, n)
	}
	isEntry := func(i int) bool { return i < 4 && marks[i] != "." }
	item := func(i int) string { return fmt.Sprintf("spot[%d,%d]", i/2, i%2) }
	fmt.Fprintf(&c.coreText, "table spots = \"\"\"\n  %s %s\n  %s %s\n\"\"\"\nitems spot[r,c] for r, c in spots\n",
		marks[0], marks[1],
		marks[2], marks[3])
	for i := range marks {
		if isEntry(i) {
			c.boundedItems = append(c.boundedItems, c.declareItem(item(i), exactlyOnce))
		}
	}
	least := c.randomSource.IntN(3)
	color := slices.Contains(c.coloredItems, "z")
	fmt.Fprintf(&c.coreText, "option spot[r,c]%s for r, c, n in spots where n > %d\n",
		map[bool]string{true: " z:n"}[color],
		least)
	for i, n := range numbers {
		if holds := []heldItem{{item(i), "", 1}, {"z", fmt.Sprint(n), 1}}; n > least {
			c.addOption(holds[:map[bool]int{true: 2, false: 1}[color]])
		}
	}
	if c.randomSource.IntN(2) == 0 {
		c.coreText.WriteString("option spot[r,c] spot[r,c+1]? for r, c in spots\n")
		for i := range marks {
			if !isEntry(i) {
				continue
			}
			holds := []heldItem{{item(i), "", 1}}
			if i%2 == 0 && isEntry(i+1) {
				holds = append(holds, heldItem{item(i + 1), "", 1})
			}
			c.addOption(holds)
		}
	}
	if isEntry(0) || isEntry(1) {
		c.coreText.WriteString("option {spot[r,c] for r, c in spots where r = 0}\n")
		var holds []heldItem
		for i := range 2 {
			if isEntry(i) {
				holds = append(holds, heldItem{item(i), "", 1})
			}
		}
		c.addOption(holds)
	}
	c.kindsOfRules = append(c.kindsOfRules, "core over table")
}

// addBoardLoop adds options by a loop over cells of a board. They restrict what may be on these cells.
func (c *coreMaker) addBoardLoop() {
	p := randomValueOf(c.randomSource, c.partsWithBoards...)
	k := c.randomSource.IntN(len(p.namedBoard.cellCoordinates))
	axis := p.namedBoard.axisCount - 1 - c.randomSource.IntN(2)
	names := []string{"l", "r", "c"}[3-p.namedBoard.axisCount:]
	var cells []int
	for i, at := range p.namedBoard.cellCoordinates {
		if at[axis] == p.namedBoard.cellCoordinates[k][axis] {
			cells = append(cells, i)
		}
	}
	family := ""
	var colors []string
	for _, l := range p.nameableItems {
		if strings.HasPrefix(l.itemName, "man[") || strings.HasPrefix(l.itemName, "value[") {
			family, _, _ = strings.Cut(l.itemName, "[")
			colors = l.possibleColors
		}
	}
	if family == "" || len(cells) > 3 {
		return
	}
	index := strings.Join(names, ",")
	loop := fmt.Sprintf("for %s in %s where %s = %d\n", strings.Join(names, ", "), p.boardName, names[axis],
		p.namedBoard.cellCoordinates[k][axis])
	fmt.Fprintf(&c.coreText, "items told[%s] %s", index, loop)
	for _, i := range cells {
		c.declareItem(fmt.Sprintf("told[%s]", p.namedBoard.cellName(p.namedBoard.cellCoordinates[i])), exactlyOnce)
	}
	for _, color := range someRandomValues(c.randomSource, 1+c.randomSource.IntN(3),
		slices.Compact(slices.Clone(colors))) {
		word := heldItem{itemName: fmt.Sprintf("%s[%s]", family, index), colorText: color}
		fmt.Fprintf(&c.coreText, "option told[%s] %s %s", index, word.textInOption(), loop)
		for _, i := range cells {
			name := p.namedBoard.cellName(p.namedBoard.cellCoordinates[i])
			c.addOption([]heldItem{{"told[" + name + "]", "", 1}, {family + "[" + name + "]", color, 1}})
		}
	}
	c.kindsOfRules = append(c.kindsOfRules, "core over board")
}

// addForbidStatement adds a `forbid` statement about two options, or about one.
func (c *coreMaker) addForbidStatement() {
	if len(c.choices) == 0 {
		return
	}
	picked := someRandomValues(c.randomSource, 1+min(2, c.randomSource.IntN(4)), numbersFromZero(len(c.choices)))
	var texts []string
	var meant [][]int
	for _, k := range picked {
		if c.countsSeveralTimes[k] {
			return
		}
		var names []string
		for _, h := range c.choices[k].heldItems {
			names = append(names, h.textInOption())
		}
		c.randomSource.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		texts = append(texts, strings.Join(names, " "))
		var same []int
		for j, other := range c.choices {
			if c.choices[k].solutionKey == other.solutionKey && !c.countsSeveralTimes[j] {
				same = append(same, j)
			}
		}
		if len(meant) > 0 && slices.ContainsFunc(meant, func(m []int) bool { return slices.Equal(m, same) }) {
			return // two of the options are equal, and a statement must not name an option twice
		}
		meant = append(meant, same)
	}
	fmt.Fprintf(&c.coreText, "forbid together %s\n", strings.Join(texts, ", "))
	c.kindsOfRules = append(c.kindsOfRules, "forbid")
	c.testsOfForbidStatements = append(c.testsOfForbidStatements, func(chosen []int) bool {
		return !slices.ContainsFunc(meant, func(same []int) bool {
			return !slices.ContainsFunc(same, func(k int) bool { return slices.Contains(chosen, k) })
		})
	})
}

// addMatchingStatement adds two families that the options pair, and a `matching` statement.
func (c *coreMaker) addMatchingStatement() {
	rows := 1 + c.randomSource.IntN(3)
	columns := rows + c.randomSource.IntN(2)
	column := itemBound{leastTimes: 1, mostTimes: 1}
	word := "items"
	if columns > rows || c.randomSource.IntN(2) == 0 {
		word, column = "secondary items", atMostOnce
	}
	fmt.Fprintf(&c.coreText, "items row[r] for r in 1..%d\n%s column[c] for c in 1..%d\n", rows, word, columns)
	for k := range rows {
		c.declareItem(fmt.Sprintf("row[%d]", k+1), exactlyOnce)
	}
	for k := range columns {
		c.declareItem(fmt.Sprintf("column[%d]", k+1), column)
	}
	sum := c.randomSource.IntN(5)
	fmt.Fprintf(&c.coreText, "option row[r] column[c] for r in 1..%d, c in 1..%d where r + c != %d\n", rows, columns,
		sum)
	for i := 1; i <= rows; i++ {
		for j := 1; j <= columns; j++ {
			if i+j != sum {
				c.addOption([]heldItem{{fmt.Sprintf("row[%d]", i), "", 1}, {fmt.Sprintf("column[%d]", j), "", 1}})
			}
		}
	}
	fmt.Fprintf(&c.coreText, "matching {row[r] for r in 1..%d} with {column[c] for c in 1..%d}\n", rows, columns)
	c.kindsOfRules = append(c.kindsOfRules, "matching")
	if c.randomSource.IntN(2) == 0 {
		c.addForbidStatement()
	}
}
