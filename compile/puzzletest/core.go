package puzzletest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// core is the items and options that the text declares itself.
type core struct {
	*part
	r        *rand.Rand
	text     strings.Builder
	own      []string // its items that are covered once, or within bounds
	counted  []string // its items for which options may count several times
	colored  []string // its secondary items
	spoken   []link   // the items of other statements
	forbids  []func(chosen []int) bool
	counting map[int]bool // by option: whether it counts several times
	size     int          // size of the family a
	boards   []*part      // statements whose boards have names
	named    bool         // whether there is a parameter n, the size of the family a, and a table
}

// randomCore makes items and options in addition to other statements.
func randomCore(r *rand.Rand, others []*part) *part {
	c := &core{part: &part{bounds: map[string]bound{}}, r: r, counting: map[int]bool{}}
	for _, p := range others {
		c.spoken = append(c.spoken, p.links...)
		if p.board != nil && len(p.links) > 0 {
			c.boards = append(c.boards, p)
		}
	}
	if len(c.spoken) == 0 && r.IntN(4) == 0 {
		c.assignment()
	} else {
		c.declareItems()
		if r.IntN(4) == 0 {
			c.overTable()
		}
		if len(c.boards) > 0 && r.IntN(2) == 0 {
			c.overBoard()
		}
		for range r.IntN(4) {
			c.option()
		}
		for range r.IntN(3) {
			c.loop()
		}
		if r.IntN(6) == 0 {
			c.list()
		}
		for range r.IntN(3) {
			c.forbid()
		}
	}
	if c.r.IntN(3) == 0 {
		c.addWords()
	}
	if len(c.counted) > 0 && len(c.forbids) > 0 {
		c.kinds = append(c.kinds, "forbid beside counted")
	}
	c.allows = func(chosen []int) bool {
		return !slices.ContainsFunc(c.forbids, func(forbidden func([]int) bool) bool { return forbidden(chosen) })
	}
	c.part.text = c.text.String()
	return c.part
}

func (c *core) declareItems() {
	if n := c.r.IntN(4); n > 0 {
		if c.named = c.r.IntN(3) == 0; c.named {
			fmt.Fprintf(&c.text, "param n = %d\ntable hues = \"\"\"\n  %s\n\"\"\"\nitems a[i] for i in 0..n-1\n", n,
				strings.Repeat("5 ", n-1)+"6")
			c.kinds = append(c.kinds, "param")
		} else {
			fmt.Fprintf(&c.text, "items a[i] for i in 0..%d\n", n-1)
		}
		c.size = n
		for i := range n {
			c.own = append(c.own, c.declare(fmt.Sprintf("a[%d]", i), exactlyOnce))
		}
	}
	if c.r.IntN(2) == 0 || len(c.own) == 0 {
		low, high, times := c.multiplicity(3)
		fmt.Fprintf(&c.text, "items m %s\n", times)
		c.own = append(c.own, c.declare("m", bound{low: low, high: high}))
	}
	if c.r.IntN(4) == 0 {
		low, high, times := c.multiplicity(5)
		fmt.Fprintf(&c.text, "items w %s\n", times)
		c.counted = append(c.counted, c.declare("w", bound{low: low, high: high}))
		c.kinds = append(c.kinds, "counted")
	}
	if c.r.IntN(2) == 0 {
		c.text.WriteString("secondary items s[0] s[1] z\n")
		for _, name := range []string{"s[0]", "s[1]", "z"} {
			c.colored = append(c.colored, c.declare(name, atMostOnce))
		}
		c.kinds = append(c.kinds, "secondary")
	}
}

func (c *core) declare(name string, b bound) string {
	c.bounds[name] = b
	return name
}

// randomHeld returns some items for an option.
func (c *core) randomHeld() (holds []held) {
	for _, item := range someOf(c.r, 1+c.r.IntN(2), c.own) {
		holds = append(holds, held{item, "", 1})
	}
	for _, item := range c.counted {
		if c.r.IntN(2) == 0 {
			holds = append(holds, held{item, "", c.r.IntN(4)})
		}
	}
	for _, item := range someOf(c.r, c.r.IntN(2), c.colored) {
		holds = append(holds, held{item, anyOf(c.r, "", "red", "7", "x"), 1})
	}
	for _, l := range someOf(c.r, c.r.IntN(3), c.spoken) {
		about := l.item[strings.LastIndexByte(l.item, '[')+1:]
		if slices.ContainsFunc(holds, func(h held) bool {
			return h.item == "cell["+about ||
				h.item == "value["+about
		}) {
			continue // an option that covers a cell itself does not set its symbol
		}
		color := ""
		if l.colors != nil {
			color = anyOf(c.r, l.colors...)
		}
		holds = append(holds, held{l.item, color, 1})
		c.kinds = append(c.kinds, "names "+strings.FieldsFunc(l.item, func(r rune) bool { return r == '[' })[0])
	}
	c.r.Shuffle(len(holds), func(i, j int) { holds[i], holds[j] = holds[j], holds[i] })
	return holds
}

func (h held) String() string {
	switch {
	case h.color != "":
		return h.item + ":" + h.color
	case h.times != 1:
		return fmt.Sprintf("%s*%d", h.item, h.times)
	}
	return h.item
}

// written is the item as an option of the text has it, where a color that is no number stands in quotes.
func (h held) written() string {
	if h.color != "" && strings.Trim(h.color, "0123456789") != "" {
		return fmt.Sprintf("%s:%q", h.item, h.color)
	}
	return h.String()
}

// asItem returns the name of the item in a matrix: cells of a packed board are named by their coordinates.
func (h held) asItem() string {
	if cell, ok := strings.CutPrefix(h.item, "b["); ok {
		return strings.TrimSuffix(cell, "]")
	}
	return h.String()
}

// add adds an option. Solutions name it by its items, without those that are counted.
func (c *core) add(holds []held) {
	var names []string
	for _, h := range holds {
		if !slices.Contains(c.counted, h.item) {
			names = append(names, h.asItem())
		}
	}
	c.choices = append(c.choices, choice{onCells("option", names), holds})
}

func (c *core) option() {
	c.text.WriteString("option")
	holds := c.randomHeld()
	var real []held
	for _, h := range holds {
		mark := ""
		if c.r.IntN(8) == 0 {
			mark = "?"
		}
		fmt.Fprintf(&c.text, " %s%s", h.written(), mark)
		if h.times != 1 && h.color == "" || slices.Contains(c.counted, h.item) {
			c.counting[len(c.choices)] = true
		}
		real = append(real, h)
	}
	if c.r.IntN(6) == 0 {
		fmt.Fprintf(&c.text, " %s?", anyOf(c.r, "a[99]", "a[-1]")) // there is no such item
		if !slices.Contains(c.own, "a[0]") {
			fmt.Fprintf(&c.text, "\nitems a[0]")
			c.own = append(c.own, c.declare("a[0]", exactlyOnce))
		}
	}
	c.text.WriteString("\n")
	c.add(real)
}

// loop adds an option for each value of an index.
func (c *core) loop() {
	n := 0
	for slices.Contains(c.own, fmt.Sprintf("a[%d]", n)) {
		n++
	}
	if n == 0 {
		return
	}
	from, skip := c.r.IntN(2), c.r.IntN(3)
	step := c.r.IntN(2)
	second, third := c.r.IntN(3) > 0, slices.Contains(c.colored, "z") && c.r.IntN(2) == 0
	text := "option a[i]"
	if second {
		text += fmt.Sprintf(" a[i+%d]?", step+1)
	}
	colors := func(i int) string { return fmt.Sprint(i % 2) }
	end := fmt.Sprint(n - 1)
	switch {
	case third && c.named:
		text += " z:hues[i]"
		colors = func(i int) string { return map[bool]string{true: "6", false: "5"}[i == c.size-1] }
	case third:
		text += " z:(i % 2)"
	}
	if c.named && n == c.size {
		end = "n - 1"
	}
	fmt.Fprintf(&c.text, "%s for i in %d..%s where i != %d\n", text, from, end, skip)
	for i := from; i < n; i++ {
		if i == skip {
			continue
		}
		holds := []held{{fmt.Sprintf("a[%d]", i), "", 1}}
		if next := fmt.Sprintf("a[%d]", i+step+1); second && slices.Contains(c.own, next) {
			holds = append(holds, held{next, "", 1})
		}
		if third {
			holds = append(holds, held{"z", colors(i), 1})
		}
		c.add(holds)
	}
	c.kinds = append(c.kinds, "loop")
}

// multiplicity says in words how often an item may be covered, from a number below most on.
func (c *core) multiplicity(most int) (low, high int, text string) {
	low = c.r.IntN(most)
	high = max(1, low+c.r.IntN(3))
	switch c.r.IntN(6) {
	case 0:
		return max(low, 1), unbounded, fmt.Sprintf("at least %d", max(low, 1))
	case 1:
		return 0, unbounded, "any"
	case 2:
		return 0, high, fmt.Sprintf("at most %d", high)
	case 3:
		return high, high, fmt.Sprintf("exactly %d", high)
	}
	return low, high, fmt.Sprintf("%d..%d", low, high)
}

// list writes an option that holds several items of a family.
func (c *core) list() {
	if c.size < 2 {
		return
	}
	odd := c.r.IntN(2)
	fmt.Fprintf(&c.text, "option {a[j] for j in 0..%d where j %% 2 = %d}\n", c.size-1, odd)
	var holds []held
	for j := odd; j < c.size; j += 2 {
		holds = append(holds, held{fmt.Sprintf("a[%d]", j), "", 1})
	}
	c.add(holds)
	c.kinds = append(c.kinds, "list")
}

// overTable makes items and options with loops over the entries of a table.
func (c *core) overTable() {
	var marks [4]string
	var numbers []int
	for i := range marks {
		marks[i] = anyOf(c.r, ".", "#", "1", "2", "3")
		n, _ := strconv.Atoi(marks[i])
		numbers = append(numbers, n)
	}
	isEntry := func(i int) bool { return i < 4 && marks[i] != "." }
	item := func(i int) string { return fmt.Sprintf("spot[%d,%d]", i/2, i%2) }
	fmt.Fprintf(&c.text, "table spots = \"\"\"\n  %s %s\n  %s %s\n\"\"\"\nitems spot[r,c] for r, c in spots\n", marks[0], marks[1],
		marks[2], marks[3])
	for i := range marks {
		if isEntry(i) {
			c.own = append(c.own, c.declare(item(i), exactlyOnce))
		}
	}
	least := c.r.IntN(3)
	color := slices.Contains(c.colored, "z")
	fmt.Fprintf(&c.text, "option spot[r,c]%s for r, c, n in spots where n > %d\n", map[bool]string{true: " z:n"}[color], least)
	for i, n := range numbers {
		if holds := []held{{item(i), "", 1}, {"z", fmt.Sprint(n), 1}}; n > least {
			c.add(holds[:map[bool]int{true: 2, false: 1}[color]])
		}
	}
	if c.r.IntN(2) == 0 {
		c.text.WriteString("option spot[r,c] spot[r,c+1]? for r, c in spots\n")
		for i := range marks {
			if !isEntry(i) {
				continue
			}
			holds := []held{{item(i), "", 1}}
			if i%2 == 0 && isEntry(i+1) {
				holds = append(holds, held{item(i + 1), "", 1})
			}
			c.add(holds)
		}
	}
	if isEntry(0) || isEntry(1) {
		c.text.WriteString("option {spot[r,c] for r, c in spots where r = 0}\n")
		var holds []held
		for i := range 2 {
			if isEntry(i) {
				holds = append(holds, held{item(i), "", 1})
			}
		}
		c.add(holds)
	}
	c.kinds = append(c.kinds, "core over table")
}

// overBoard says of some cells of a board, by a loop, what may stand there.
func (c *core) overBoard() {
	p := anyOf(c.r, c.boards...)
	k := c.r.IntN(len(p.board.at))
	axis := p.board.axes - 1 - c.r.IntN(2)
	names := []string{"l", "r", "c"}[3-p.board.axes:]
	var cells []int
	for i, at := range p.board.at {
		if at[axis] == p.board.at[k][axis] {
			cells = append(cells, i)
		}
	}
	family := ""
	var colors []string
	for _, l := range p.links {
		if strings.HasPrefix(l.item, "man[") || strings.HasPrefix(l.item, "value[") {
			family, _, _ = strings.Cut(l.item, "[")
			colors = l.colors
		}
	}
	if family == "" || len(cells) > 3 {
		return
	}
	index := strings.Join(names, ",")
	loop := fmt.Sprintf("for %s in %s where %s = %d\n", strings.Join(names, ", "), p.name, names[axis], p.board.at[k][axis])
	fmt.Fprintf(&c.text, "items told[%s] %s", index, loop)
	for _, i := range cells {
		c.declare(fmt.Sprintf("told[%s]", p.board.cellName(p.board.at[i])), exactlyOnce)
	}
	for _, color := range someOf(c.r, 1+c.r.IntN(3), slices.Compact(slices.Clone(colors))) {
		word := held{item: fmt.Sprintf("%s[%s]", family, index), color: color}
		fmt.Fprintf(&c.text, "option told[%s] %s %s", index, word.written(), loop)
		for _, i := range cells {
			name := p.board.cellName(p.board.at[i])
			c.add([]held{{"told[" + name + "]", "", 1}, {family + "[" + name + "]", color, 1}})
		}
	}
	c.kinds = append(c.kinds, "core over board")
}

// forbid forbids two options together, or one by itself.
func (c *core) forbid() {
	if len(c.choices) == 0 {
		return
	}
	picked := someOf(c.r, 1+min(2, c.r.IntN(4)), ascendingTo(len(c.choices)))
	var texts []string
	var meant [][]int
	for _, k := range picked {
		if c.counting[k] {
			return
		}
		var names []string
		for _, h := range c.choices[k].holds {
			names = append(names, h.written())
		}
		c.r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		texts = append(texts, strings.Join(names, " "))
		var same []int
		for j, other := range c.choices {
			if c.choices[k].key == other.key && !c.counting[j] {
				same = append(same, j)
			}
		}
		if len(meant) > 0 && slices.ContainsFunc(meant, func(m []int) bool { return slices.Equal(m, same) }) {
			return // an option and a copy of it, whose meaning a later text defines
		}
		meant = append(meant, same)
	}
	fmt.Fprintf(&c.text, "forbid together %s\n", strings.Join(texts, ", "))
	c.kinds = append(c.kinds, "forbid")
	c.forbids = append(c.forbids, func(chosen []int) bool {
		return !slices.ContainsFunc(meant, func(same []int) bool {
			return !slices.ContainsFunc(same, func(k int) bool { return slices.Contains(chosen, k) })
		})
	})
}

// assignment adds two families that options pair, and a matching statement.
func (c *core) assignment() {
	rows := 1 + c.r.IntN(3)
	columns := rows + c.r.IntN(2)
	column := bound{low: 1, high: 1}
	word := "items"
	if columns > rows || c.r.IntN(2) == 0 {
		word, column = "secondary items", atMostOnce
	}
	fmt.Fprintf(&c.text, "items row[r] for r in 1..%d\n%s column[c] for c in 1..%d\n", rows, word, columns)
	for k := range rows {
		c.declare(fmt.Sprintf("row[%d]", k+1), exactlyOnce)
	}
	for k := range columns {
		c.declare(fmt.Sprintf("column[%d]", k+1), column)
	}
	sum := c.r.IntN(5)
	fmt.Fprintf(&c.text, "option row[r] column[c] for r in 1..%d, c in 1..%d where r + c != %d\n", rows, columns, sum)
	for i := 1; i <= rows; i++ {
		for j := 1; j <= columns; j++ {
			if i+j != sum {
				c.add([]held{{fmt.Sprintf("row[%d]", i), "", 1}, {fmt.Sprintf("column[%d]", j), "", 1}})
			}
		}
	}
	fmt.Fprintf(&c.text, "matching {row[r] for r in 1..%d} with {column[c] for c in 1..%d}\n", rows, columns)
	c.kinds = append(c.kinds, "matching")
	if c.r.IntN(2) == 0 {
		c.forbid()
	}
}
