package puzzletest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
)

// men is a board with men to be placed.
type men struct {
	*field
	man    string
	lines  []menLine
	names  map[string]int // by name of lines: the number of rules with that name
	board  string         // its name, if it has one
	tables string         // declarations of the tables of its rules
	images [][]int        // by motion: the images of the cells under motions that must keep a solution
}

// menLine is a line with the number of men of its rule.
type menLine struct {
	item      string
	cells     []int
	low, high int
}

func init() { makers["place"] = randomMen }

// randomMen makes a `place` or `queens` statement.
func randomMen(r *rand.Rand) *part {
	m := &men{field: smallField(r, "p", 9), man: "rook", names: map[string]int{}, board: "p"}
	var text, rules strings.Builder
	declared := m.text
	switch queens := r.IntN(4) == 0 && m.name == "square"; {
	case queens && r.IntN(2) == 0:
		n := 1 + r.IntN(3)
		torus := r.IntN(3) == 0
		m.field = boxField(n, n, torus)
		declared, m.board = "", ""
		m.man = "queen"
		fmt.Fprintf(&text, "queens %d%s", n, map[bool]string{true: " torus"}[torus])
	case queens:
		m.man = "queen"
		text.WriteString("queens on p")
	default:
		text.WriteString("place rook on p")
	}
	spoken := map[string]bool{}
	var kinds []string
	for range r.IntN(3) {
		rule := m.randomLines(r, spoken)
		rules.WriteString(rule)
		kinds = append(kinds, partsOf(rule)...)
	}
	if m.man == "queen" {
		m.queenLines(spoken)
	}
	if r.IntN(3) == 0 {
		rules.WriteString(m.apart(r))
		kinds = append(kinds, "apart")
	}
	rules.WriteString(m.fixAndBar(r))
	rules.WriteString(m.keepSymmetric(r))
	if rules.Len() > 0 {
		text.WriteString(" {\n" + rules.String() + "}")
	}
	text.WriteString("\n")
	p := m.part()
	p.kinds = append(p.kinds, kinds...)
	if m.board != "" {
		p.board, p.name = m.field, m.board
	}
	p.declared, p.text = declared, m.tables+text.String()
	return p
}

// boxField returns a board of squares, with all edges joined if torus is set.
func boxField(rows, columns int, torus bool) *field {
	g := geometries[0]
	g.prepareOnce()
	f := &field{geometry: g, numbers: map[point]int{}}
	if torus {
		f.periods = []point{{rows, 0}, {0, columns}}
		for _, p := range f.periods {
			by, _ := f.shift(p)
			f.around = append(f.around, by)
		}
	}
	var cells []point
	for i := range rows * columns {
		cells = append(cells, point{i / columns, i % columns})
	}
	f.add(cells, false)
	return f
}

// steps returns the steps from one cell of a line to the next, for a kind of lines, and the name of each.
func (m *men) steps(word string) (names []string, steps []point) {
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

// through returns the line of a kind through a cell, over holes and around the board.
func (f *field) through(cell int, step point) []int {
	var line []int
	for k := -40; k <= 40; k++ {
		if i := f.number(f.middle(f.at[cell].plus(step.times(k)))); i >= 0 && !slices.Contains(line, i) {
			line = append(line, i)
		}
	}
	slices.Sort(line)
	return line
}

// sortCells sorts the cells in reading order.
func (f *field) sortCells() {
	order := ascendingTo(len(f.at))
	slices.SortFunc(order, func(i, j int) int { return slices.Compare(f.at[i][:], f.at[j][:]) })
	at, middles := slices.Clone(f.at), slices.Clone(f.middles)
	for k, i := range order {
		f.at[k], f.middles[k] = at[i], middles[i]
	}
	f.numbers = map[point]int{}
}

// addLines adds the lines of a kind.
func (m *men) addLines(word string, low, high int) {
	names, steps := m.steps(word)
	for k, step := range steps {
		m.names[names[k]]++
		seen := map[int]bool{}
		n := 0
		for i := range m.at {
			if seen[i] {
				continue
			}
			line := m.through(i, step)
			for _, j := range line {
				seen[j] = true
			}
			m.addLine(fmt.Sprintf("%s[%d]", m.numbered(names[k]), n), line, low, high)
			n++
		}
	}
}

// numbered returns the name of the lines of the last rule with a name.
func (m *men) numbered(name string) string {
	if n := m.names[name]; n > 1 {
		return fmt.Sprint(name, n)
	}
	return name
}

func (m *men) addLine(item string, cells []int, low, high int) {
	m.lines = append(m.lines, menLine{item, cells, low, high})
}

// countLines returns the number of lines with a step.
func (m *men) countLines(step point) int {
	seen := map[string]bool{}
	for i := range m.at {
		seen[fmt.Sprint(m.through(i, step))] = true
	}
	return len(seen)
}

// queenLines adds the default lines of queens, except for kinds that a rule mentions.
func (m *men) queenLines(spoken map[string]bool) {
	rows, columns := m.countLines(point{0, 1}), m.countLines(point{1, 0}) // on a wrapped board rows may be joined
	if !spoken["rows"] {
		m.addLines("rows", map[bool]int{true: 0, false: 1}[rows > columns], 1)
	}
	if !spoken["columns"] {
		m.addLines("columns", map[bool]int{true: 0, false: 1}[columns > rows], 1)
	}
	if !spoken["diagonals"] {
		m.addLines("diagonals", 0, 1)
	}
}

// randomLines makes a rule about lines.
func (m *men) randomLines(r *rand.Rand, spoken map[string]bool) string {
	low, high, many := randomMany(r, len(m.at))
	if strings.HasPrefix(many, "at least") {
		high = math.MaxInt32 // options of the core may cover the item as well
	}
	switch kind := r.IntN(10); {
	case kind <= 1 && (m.name == "square" || m.name == "hexagon"):
		words := slices.DeleteFunc(someOf(r, 1+r.IntN(2), []string{"rows", "columns", "diagonals"}),
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
			m.addLines(word, low, high)
		}
		return fmt.Sprintf("  %s on %s\n", many, strings.Join(words, ", "))
	case kind == 2 && m.axes == 2:
		var cells [2][]int
		picture := m.drawing(func(i int) byte {
			k := r.IntN(2)
			cells[k] = append(cells[k], i)
			return "AB"[k]
		})
		m.names["region"]++
		for k, region := range cells {
			if len(region) > 0 {
				// the order of regions is not defined here
				m.addLine(fmt.Sprintf("%s of %d", m.numbered("region"), k), region, low, high)
			}
		}
		return fmt.Sprintf("  %s on regions %s\n", many, picture)
	case kind == 3:
		if spoken["all"] {
			return ""
		}
		spoken["all"] = true
		m.names["all"]++
		m.addLine(m.numbered("all"), ascendingTo(len(m.at)), low, high)
		return fmt.Sprintf("  %s%s\n", many, anyOf(r, "", " on all"))
	case kind == 4 && m.name == "square":
		return m.everywhere(r, low, high, many)
	case kind == 6 && m.name == "square" && len(m.periods) == 0 && !spoken["segments"]:
		spoken["segments"] = true
		m.names["segment"]++
		for k, cells := range m.segments() {
			m.addLine(fmt.Sprintf("%s of %d", m.numbered("segment"), k), cells, low, high)
		}
		return fmt.Sprintf("  %s on segments\n", many)
	case kind == 7:
		return m.rounds(r)
	case kind > 7:
		text, cells := m.portion(r)
		if len(cells) == 0 {
			return ""
		}
		m.names["line"]++
		m.addLine(m.numbered("line"), cells, low, high)
		return fmt.Sprintf("  %s on %s\n", many, text)
	default:
		m.names["line"]++
		cells := r.Perm(len(m.at))[:1+r.IntN(min(4, len(m.at)))]
		var places []point
		for _, i := range cells {
			places = append(places, m.at[i])
		}
		m.addLine(m.numbered("line"), cells, low, high)
		return fmt.Sprintf("  %s on %s\n", many, anyOf(r, m.allWritten(places), m.listed(places)))
	}
}

// rounds makes a rule with a loop over the cells of the board, or over a table whose numbers are those of random men.
func (m *men) rounds(r *rand.Rand) string {
	v := anyOf(r, m.views()...)
	has := map[int]bool{}
	for _, i := range someOf(r, 1+r.IntN(4), ascendingTo(len(m.at))) {
		has[i] = true
	}
	low, high, many := 0, 1, "at most 1"
	var numberAt func(at point) int
	switch {
	case m.axes == 2 && leastOf(m.at)[0] >= 0 && leastOf(m.at)[1] >= 0 && r.IntN(2) == 0:
		many = "exactly n"
		numberAt = func(at point) (n int) {
			cells := inOrder(v.cells(at))
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
	case m.board == "":
		return ""
	case r.IntN(2) == 0:
		low, high, many = 1, math.MaxInt32, "at least 1"
	}
	loop, names, all, table := m.field.rounds(r, m.board, fmt.Sprintf("men%d", len(m.tables)), numberAt)
	if slices.ContainsFunc(all, func(one round) bool { return len(v.cells(one.at)) == 0 }) {
		return "" // a shape without cells
	}
	m.tables += table
	for _, one := range all {
		m.names["line"]++
		if numberAt != nil {
			low, high = one.number, one.number
		}
		m.addLine(fmt.Sprintf("%s in %v", m.numbered("line"), one.at), inOrder(v.cells(one.at)), low, high)
	}
	return fmt.Sprintf("  %s on %s %s\n", many, v.text(names), loop)
}

// everywhere makes a rule about all shifts of a shape.
func (m *men) everywhere(r *rand.Rand, low, high int, many string) string {
	m.names["line"]++
	text, lines := m.field.everywhere(r)
	for k, cells := range lines {
		m.addLine(fmt.Sprintf("%s at %d", m.numbered("line"), k), cells, low, high)
	}
	return fmt.Sprintf("  %s on %s\n", many, text)
}

// fixAndBar makes a rule about cells that must or must not have a man.
func (m *men) fixAndBar(r *rand.Rand) (text string) {
	cells := r.Perm(len(m.at))
	if r.IntN(4) == 0 {
		m.names["line"]++
		m.addLine(m.numbered("line"), cells[:1], 1, 1)
		text += fmt.Sprintf("  exactly 1 on %s\n", m.written(m.elsewhere(r, m.at[cells[0]])))
	}
	if len(cells) > 2 && r.IntN(4) == 0 {
		m.names["line"]++
		m.addLine(m.numbered("line"), cells[1:2], 0, 0)
		text += fmt.Sprintf("  none on %s\n", m.written(m.at[cells[1]]))
	}
	return text
}

// apart makes a rule that no two men are neighbours, or a move apart.
func (m *men) apart(r *rand.Rand) string {
	text, near := m.randomMove(r)
	for i := range m.at {
		for _, j := range inOrder(near[i]) {
			if i < j {
				m.addLine(fmt.Sprintf("apart %d %d", i, j), []int{i, j}, 0, 1)
			}
		}
	}
	return "  " + text + "\n"
}

// keepSymmetric makes a rule that a motion keeps each solution.
func (m *men) keepSymmetric(r *rand.Rand) string {
	if m.name != "square" || len(m.periods) > 0 || r.IntN(8) > 0 {
		return ""
	}
	word, motions := m.boxMotions(r)
	for _, to := range motions {
		image := m.imageOfBox(to)
		if image == nil {
			return ""
		}
		m.images = append(m.images, image)
	}
	return "  symmetric " + word + "\n"
}

// limits returns the multiplicity of a line's item; false if there is no item.
func (l menLine) limits() (bound, bool) {
	switch {
	case l.low == 0 && (l.high >= len(l.cells) || l.high == 0):
		return bound{}, false
	case l.low == 0 && l.high == 1:
		return atMostOnce, true
	}
	return bound{low: l.low, high: l.high}, true
}

func (m *men) part() *part {
	p := &part{bounds: map[string]bound{}, free: true}
	for i, at := range m.at {
		name := m.cellName(at)
		c := choice{key: onCells("piece "+m.man, []string{name})}
		barred := false
		for _, l := range m.lines {
			if !slices.Contains(l.cells, i) {
				continue
			}
			barred = barred || l.high == 0
			if _, has := l.limits(); has {
				c.holds = append(c.holds, held{l.item, "", 1})
			}
		}
		if barred {
			c.holds = append(c.holds, held{"barred", "", 1})
		}
		p.choices = append(p.choices, c)
		p.links = append(p.links, link{"man[" + name + "]", []string{"0", "1", "1"}})
	}
	p.bounds["barred"] = bound{}
	for _, l := range m.lines {
		b, has := l.limits()
		if !has {
			continue
		}
		p.bounds[l.item] = b
		if !strings.Contains(l.item, " ") && (!strings.HasPrefix(l.item, "line") ||
			l.item == "line") { // later rules have names that the core cannot write
			p.links = append(p.links, link{l.item, nil})
		}
	}
	p.tells = func(chosen []int, item string) string {
		inner, ok := strings.CutPrefix(item, "man[")
		if !ok {
			return ""
		}
		i := slices.IndexFunc(m.at, func(at point) bool { return m.cellName(at)+"]" == inner })
		if slices.Contains(chosen, i) {
			return "1"
		}
		return "0"
	}
	p.allows = func(chosen []int) bool {
		return !slices.ContainsFunc(m.images, func(image []int) bool {
			return slices.ContainsFunc(chosen, func(i int) bool { return !slices.Contains(chosen, image[i]) })
		})
	}
	if len(m.images) > 0 {
		p.kinds = append(p.kinds, "men symmetric")
	} else {
		p.group = m.group
	}
	return p
}

// group returns the motions that map the board to itself, lines to lines with as many men, and cells
// on which no man may stand to such cells.
func (m *men) group() (out []Motion) {
	for _, a := range m.turns {
		if slices.ContainsFunc(m.around, func(period point) bool { return !spans(m.around, a.of(period)) }) {
			continue
		}
		for _, middle := range m.middles {
			d := middle.minus(m.image(a, m.middles[0]))
			if !m.isShift(d) {
				continue
			}
			if to := (&riddle{field: m.field}).moved(a, d); to != nil && m.keeps(to) {
				out = append(out, Motion{Reflects: a.reflects(), image: func(key string) string {
					cell := strings.TrimPrefix(key, "piece "+m.man+" ")
					i := slices.IndexFunc(m.at, func(at point) bool { return m.cellName(at) == cell })
					return onCells("piece "+m.man, []string{m.cellName(m.at[to[i]])})
				}})
			}
		}
	}
	return out
}

// keeps reports whether a motion maps each rule to a rule.
func (m *men) keeps(to []int) bool {
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
		for _, l := range m.lines {
			if l.high == 0 {
				barred = append(barred, l.cells...)
			} else if _, has := l.limits(); has {
				write(fmt.Sprint(l.low, min(l.high, len(l.cells))), l.cells)
			}
		}
		write("barred", inOrder(barred))
		return slices.Compact(slices.Sorted(slices.Values(all)))
	}
	return slices.Equal(describe(func(i int) int { return i }), describe(func(i int) int { return to[i] }))
}
