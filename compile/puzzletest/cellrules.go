package puzzletest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// ruleMakers make random rules on cells. Each returns false if its rule does not apply to the board.
var ruleMakers = []func(*filled, *rand.Rand) (cellRule, bool){
	(*filled).ascending, (*filled).differing, (*filled).doubling, (*filled).same, (*filled).clones,
	(*filled).arrow,
	(*filled).distinct, (*filled).distinct, (*filled).total, (*filled).total, (*filled).total,
	(*filled).cages,
	(*filled).apart, (*filled).marks, (*filled).marks, (*filled).sees, (*filled).runs, (*filled).countLines,
	(*filled).countCells,
	(*filled).connected, (*filled).loop, (*filled).keepSymmetric, (*filled).everyRound,
	(*filled).consecutive, (*filled).consecutive, (*filled).patterned, (*filled).patterned, (*filled).patterned,
	(*filled).linesDiffer,
	(*filled).sameSums, (*filled).lineViews, (*filled).lineViews, (*filled).lineViews, (*filled).entryRounds,
	(*filled).entryRounds,
}

// kindsOf returns what a rule has: its first word, and the parts of boards and loops that it names.
func kindsOf(rule string) (kinds []string) {
	words := strings.Fields(rule)
	kinds = append(kinds, words[0])
	if strings.ContainsAny(words[0][:1], "0123456789") || slices.Contains([]string{"exactly", "at", "any", "none"}, words[0]) {
		k := slices.IndexFunc(words, func(w string) bool { return w[0] == '"' })
		kinds[0] = "number of " + map[bool]string{true: "a symbol", false: "several symbols"}[len(words[k]) == 3]
	}
	return append(kinds, partsOf(rule)...)
}

// partsOf returns the parts of boards and loops that a rule names.
func partsOf(rule string) (kinds []string) {
	words := strings.Fields(rule)
	for _, part := range partWords {
		if slices.Contains(words[min(1, len(words)):], part) || slices.Contains(words, part+",") {
			kinds = append(kinds, "on "+part)
		}
	}
	if before, loop, ok := strings.Cut(rule, " for "); ok && !strings.Contains(loop, "..") && !strings.Contains(before, "{") {
		kinds = append(kinds, "for cells of a "+map[bool]string{true: "table", false: "board"}[strings.Contains(loop, "clues") || strings.Contains(loop, "men")])
	}
	return kinds
}

var partWords = []string{"row", "column", "around", "rays", "ray", "segments", "regions", "diagonals", "everywhere", "all",
	"king", "knight", "differ"}

func (f *filled) randomRule(r *rand.Rand) (cellRule, bool) {
	if len(f.at) < 2 {
		return cellRule{}, false
	}
	return anyOf(r, ruleMakers...)(f, r)
}

// someCells returns up to n random cells.
func (f *filled) someCells(r *rand.Rand, n int) []int {
	return r.Perm(len(f.at))[:min(n, len(f.at))]
}

// places lists cells. On a wrapped board it sometimes writes equivalent coordinates.
func (f *filled) places(r *rand.Rand, cells []int) string {
	var out []point
	for _, i := range cells {
		out = append(out, f.elsewhere(r, f.at[i]))
	}
	return f.allWritten(out)
}

// chain makes a rule about each two consecutive cells.
func (f *filled) chain(r *rand.Rand, word string, holds func(a, b int) bool) (cellRule, bool) {
	return f.along(r, word, func(v []int, cells lineOfCells) bool {
		for k := range cells[1:] {
			if !holds(v[cells[k]], v[cells[k+1]]) {
				return false
			}
		}
		return true
	})
}

// along makes a rule about the cells that it lists, or about the lines of two cells or more behind `on`.
func (f *filled) along(r *rand.Rand, word string, holds func(v []int, cells lineOfCells) bool) (cellRule, bool) {
	if r.IntN(2) == 0 {
		return f.onEach(r, word, func(v []int, line lineOfCells) bool { return len(line) < 2 || holds(v, line) })
	}
	cells := f.someCells(r, 2+r.IntN(2))
	return cellRule{word + " on " + f.places(r, cells), func(v []int) bool { return holds(v, cells) }}, true
}

func (f *filled) ascending(r *rand.Rand) (cellRule, bool) {
	return f.chain(r, "ascending", func(a, b int) bool { return a < b })
}

func (f *filled) differing(r *rand.Rand) (cellRule, bool) {
	low := r.IntN(3)
	high := low + r.IntN(2)
	word := fmt.Sprintf("differ %d..%d", low, high)
	if low == high {
		word = fmt.Sprintf("differ %d", low)
	}
	return f.chain(r, word, func(a, b int) bool {
		d := f.numberOf(a) - f.numberOf(b)
		return low <= max(d, -d) && max(d, -d) <= high
	})
}

func (f *filled) isDouble(a, b int) bool {
	return f.numberOf(a) == 2*f.numberOf(b) || f.numberOf(b) == 2*f.numberOf(a)
}

func (f *filled) doubling(r *rand.Rand) (cellRule, bool) { return f.chain(r, "double", f.isDouble) }

func (f *filled) same(r *rand.Rand) (cellRule, bool) {
	cells := f.someCells(r, 2+r.IntN(2))
	text := f.places(r, cells)
	if r.IntN(2) == 0 {
		text, cells = f.portion(r)
	}
	return cellRule{"same on " + text, func(v []int) bool {
		return !slices.ContainsFunc(cells, func(i int) bool { return v[i] != v[cells[0]] })
	}}, len(cells) > 1
}

// clones makes shapes that are equal cell by cell, in the order of the board's cells.
func (f *filled) clones(r *rand.Rand) (cellRule, bool) {
	size := 1 + r.IntN(2)
	var shapes [][]int
	var words []string
	for range 2 + r.IntN(2) {
		cells := f.someCells(r, size)
		words = append(words, f.places(r, cells))
		slices.SortFunc(cells, func(a, b int) int { return slices.Compare(f.at[a][:], f.at[b][:]) })
		shapes = append(shapes, cells)
	}
	return cellRule{"same on " + strings.Join(words, ", "), func(v []int) bool {
		for _, cells := range shapes[1:] {
			for k, i := range cells {
				if v[i] != v[shapes[0][k]] {
					return false
				}
			}
		}
		return true
	}}, true
}

func (f *filled) arrow(r *rand.Rand) (cellRule, bool) {
	return f.along(r, "arrow", func(v []int, cells lineOfCells) bool {
		return comesTo("sum", f.numbers(v, cells[1:])) == f.numberOf(v[cells[0]])
	})
}

func differ(v []int, cells []int) bool {
	for i, a := range cells {
		for _, b := range cells[:i] {
			if v[a] == v[b] {
				return false
			}
		}
	}
	return true
}

// linesOf returns a kind of lines, and the lines of the board.
func (f *filled) linesOf(r *rand.Rand) (string, []lineOfCells) {
	if r.IntN(2) == 0 {
		return "rows", f.rows
	}
	return "columns", f.columns
}

func (f *filled) distinct(r *rand.Rand) (cellRule, bool) {
	return f.onEach(r, "distinct", func(v []int, line lineOfCells) bool { return differ(v, line) })
}

// comesTo computes the total of numbers under an operation; -1 if it is no whole number.
func comesTo(operation string, numbers []int) int {
	sum, product, greatest := 0, 1, 0
	for _, n := range numbers {
		sum, product, greatest = sum+n, product*n, max(greatest, n)
	}
	switch operation {
	case "sum":
		return sum
	case "product":
		return product
	case "difference":
		return greatest - (sum - greatest)
	}
	if product == 0 || greatest*greatest%product != 0 {
		return -1
	}
	return greatest * greatest / product
}

func (f *filled) numbers(v []int, cells []int) (out []int) {
	for _, i := range cells {
		out = append(out, f.numberOf(v[i]))
	}
	return out
}

// reachable returns a total that some symbols on the cells have.
func (f *filled) reachable(r *rand.Rand, operation string, cells []int) int {
	v := make([]int, len(f.at))
	for range 20 {
		for i := range v {
			v[i] = r.IntN(len(f.symbols))
		}
		if n := comesTo(operation, f.numbers(v, cells)); n >= 0 {
			return n
		}
	}
	return 1
}

func (f *filled) total(r *rand.Rand) (cellRule, bool) {
	operation, word := anyOf(r, "sum", "product", "difference", "quotient"), anyOf(r, "", "distinct ")
	on, lines := f.onLines(r)
	if isEmpty := func(line lineOfCells) bool { return len(line) == 0 }; on == "" || len(lines) == 0 ||
		slices.ContainsFunc(lines, isEmpty) {
		return cellRule{}, false
	}
	low, high, many := randomTotal(r, f.reachable(r, operation, lines[r.IntN(len(lines))]))
	return cellRule{fmt.Sprintf("%s%s %s on %s", word, operation, many, on), func(v []int) bool {
		return !slices.ContainsFunc(lines, func(line lineOfCells) bool {
			total := comesTo(operation, f.numbers(v, line))
			return total < low || total > high || word != "" && !differ(v, line)
		})
	}}, operation != "quotient" || !strings.Contains(f.symbols, "0")
}

// randomTotal says in words what numbers come to that may come to n. What is no whole number, -1, is no total.
func randomTotal(r *rand.Rand, n int) (low, high int, text string) {
	switch low, high = max(0, n-r.IntN(3)), n+r.IntN(3); r.IntN(6) {
	case 0:
		return low, unbounded, fmt.Sprintf("at least %d", low)
	case 1:
		return 0, high, fmt.Sprintf("at most %d", high)
	case 2:
		return low, high, fmt.Sprintf("%d..%d", low, high)
	case 3:
		return 0, unbounded, "any"
	}
	return n, n, anyOf(r, "", "exactly ") + fmt.Sprint(n)
}

func (f *filled) cages(r *rand.Rand) (cellRule, bool) {
	if f.axes != 2 {
		return cellRule{}, false
	}
	operation, distinct := anyOf(r, "sum", "product", "difference"), r.IntN(2) == 0
	in := make([]int, len(f.at))
	cages := make([][]int, 2)
	for i := range in {
		if in[i] = r.IntN(3); in[i] < 2 && len(cages[in[i]]) < len(f.symbols) {
			cages[in[i]] = append(cages[in[i]], i)
		} else {
			in[i] = 2
		}
	}
	if len(cages[0]) == 0 || len(cages[1]) == 0 {
		return cellRule{}, false
	}
	totals := []int{f.reachable(r, operation, cages[0]), f.reachable(r, operation, cages[1])}
	word := ""
	if distinct {
		word = "distinct "
	}
	text := fmt.Sprintf("%s%s \"a %d b %d\" on regions %s", word, operation, totals[0], totals[1],
		f.drawing(func(i int) byte { return "ab."[in[i]] }))
	return cellRule{text, func(v []int) bool {
		for k, cells := range cages {
			if comesTo(operation, f.numbers(v, cells)) != totals[k] || distinct && !differ(v, cells) {
				return false
			}
		}
		return true
	}}, true
}

// apart makes a rule that neighbours differ, or cells that a move leads to, or that no two of them have some symbols.
func (f *filled) apart(r *rand.Rand) (cellRule, bool) {
	text, near := f.randomMove(r)
	of := map[int]bool{}
	if r.IntN(2) == 0 {
		class := ""
		for range 1 + r.IntN(2) {
			v := r.IntN(len(f.symbols))
			of[v] = true
			class += f.symbols[v : v+1]
		}
		text += fmt.Sprintf(" %q", class)
	}
	return cellRule{text, func(v []int) bool {
		for i := range f.at {
			for _, j := range near[i] {
				if j != i && (len(of) == 0 && v[i] == v[j] || of[v[i]] && of[v[j]]) {
					return false
				}
			}
		}
		return true
	}}, true
}

// randomMove returns the beginning of a rule `apart`, and for each cell those that it speaks of.
func (f *field) randomMove(r *rand.Rand) (text string, near [][]int) {
	if f.name != "square" || r.IntN(3) == 0 {
		return "apart", f.neighbours()
	}
	a, b := r.IntN(3), 1+r.IntN(2)
	text, moves := fmt.Sprintf("apart (%d, %d)", a, b), leap(a, b)
	switch r.IntN(4) {
	case 0:
		text, moves = "apart knight", leap(1, 2)
	case 1:
		text, moves = "apart king", append(leap(0, 1), leap(1, 1)...)
	}
	for _, at := range f.at {
		var cells []point
		for _, m := range moves {
			cells = append(cells, at.plus(m))
		}
		near = append(near, f.cellsAt(cells))
	}
	return text, near
}

// leap returns the moves by the given lengths along the two axes, in any direction.
func leap(a, b int) (out []point) {
	for _, m := range []point{{a, b}, {b, a}} {
		for _, s := range []point{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
			out = append(out, point{s[0] * m[0], s[1] * m[1]})
		}
	}
	return out
}

// relation returns the relation between two symbols that a mark states.
func (f *filled) relation(mark byte) func(a, b int) bool {
	switch mark {
	case '<', '^':
		return func(a, b int) bool { return a < b }
	case '>', 'v':
		return func(a, b int) bool { return a > b }
	case 'o':
		return func(a, b int) bool { d := f.numberOf(a) - f.numberOf(b); return d == 1 || d == -1 }
	case '*':
		return f.isDouble
	case 'V':
		return func(a, b int) bool { return f.numberOf(a)+f.numberOf(b) == 5 }
	case 'X':
		return func(a, b int) bool { return f.numberOf(a)+f.numberOf(b) == 10 }
	}
	return func(a, b int) bool { return true }
}

// marks draws marks between neighbours. A mark in `every` also holds across joined edges, where a cell may be
// its own neighbour.
func (f *filled) marks(r *rand.Rand) (cellRule, bool) {
	if f.name != "square" {
		return cellRule{}, false
	}
	every := anyOf(r, "", "", "o", "*", "o*", "V")
	least, greatest := leastOf(f.at), greatestOf(f.at)
	var picture strings.Builder
	type pair struct{ a, b point }
	drawn := map[pair]byte{}
	for row := range 2*(greatest[0]-least[0]) + 1 {
		picture.WriteString("    ")
		for column := range 2*(greatest[1]-least[1]) + 1 {
			a, b := point{row / 2, column / 2}.plus(least), point{(row + 1) / 2, (column + 1) / 2}.plus(least)
			mark := byte(' ')
			switch {
			case row%2+column%2 == 0:
				mark = '.'
			case row%2+column%2 == 1 && slices.Contains(f.at, a) && slices.Contains(f.at, b) && r.IntN(3) == 0:
				mark = ([2]string{"<>o*VX", "^vo*VX"}[row%2])[r.IntN(6)]
				drawn[pair{a, b}] = mark
			}
			picture.WriteByte(mark)
		}
		picture.WriteByte('\n')
	}
	text := "marks \"\"\"\n" + picture.String() + "  \"\"\""
	if every != "" {
		text += fmt.Sprintf(" every %q", every)
	}
	return cellRule{text, func(v []int) bool {
		for i, a := range f.at {
			for _, step := range []point{{0, 1}, {1, 0}} {
				b := a.plus(step)
				j := f.number(f.middle(b))
				if j < 0 {
					continue
				}
				mark := drawn[pair{a, b}]
				if !f.relation(mark)(v[i], v[j]) {
					return false
				}
				for _, each := range []byte(every) {
					if (mark == 0 || !strings.Contains(every, string(mark))) && f.relation(each)(v[i], v[j]) {
						return false
					}
				}
			}
		}
		return true
	}}, true
}

func (f *filled) sees(r *rand.Rand) (cellRule, bool) {
	edge := anyOf(r, "top", "bottom", "left", "right")
	lines := f.rows
	if edge == "top" || edge == "bottom" {
		lines = f.columns
	}
	clues := make([]byte, len(lines))
	for k := range clues {
		if clues[k] = '.'; r.IntN(2) == 0 && len(lines[k]) > 0 {
			clues[k] = byte('1' + r.IntN(2))
		}
	}
	return cellRule{fmt.Sprintf("sees %s %q", edge, clues), func(v []int) bool {
		for k, clue := range clues {
			line := slices.Clone(lines[k])
			if edge == "bottom" || edge == "right" {
				slices.Reverse(line)
			}
			seen := 0
			for i, c := range line {
				if !slices.ContainsFunc(line[:i],
					func(before int) bool { return f.numberOf(v[before]) >= f.numberOf(v[c]) }) {
					seen++
				}
			}
			if clue != '.' && seen != int(clue-'0') {
				return false
			}
		}
		return true
	}}, f.axes == 2 && f.sorted()
}

// sorted reports whether the cells of each line are in order.
func (f *filled) sorted() bool {
	return slices.IsSortedFunc(f.at, func(a, b point) int { return slices.Compare(a[:], b[:]) })
}

func (f *filled) runs(r *rand.Rand) (cellRule, bool) {
	word, lines := f.linesOf(r)
	clues := make([]string, len(lines))
	for k := range clues {
		if clues[k] = "."; len(lines[k]) > 0 {
			clues[k] = anyOf(r, ".", "1", "2", "1 1", "0", "3")
		}
	}
	return cellRule{fmt.Sprintf("runs %s %q", word, strings.Join(clues, ", ")), func(v []int) bool {
		for k, clue := range clues {
			var b strings.Builder
			for _, c := range lines[k] {
				b.WriteByte(" x"[min(1, v[c])])
			}
			var runs []string
			for _, run := range strings.Fields(b.String()) {
				runs = append(runs, fmt.Sprint(len(run)))
			}
			if clue != "." && strings.Join(runs, " ") != strings.Trim(clue, "0") {
				return false
			}
		}
		return true
	}}, f.axes == 2 && f.sorted()
}

func (f *filled) times(v []int, symbol int, cells []int) (n int) {
	for _, i := range cells {
		if v[i] == symbol {
			n++
		}
	}
	return n
}

func (f *filled) countLines(r *rand.Rand) (cellRule, bool) {
	word, lines := f.linesOf(r)
	symbol := r.IntN(len(f.symbols))
	clues := make([]string, len(lines))
	for k := range clues {
		if clues[k] = "."; r.IntN(2) == 0 {
			clues[k] = fmt.Sprint(r.IntN(len(lines[k]) + 1))
		}
	}
	return cellRule{fmt.Sprintf("count %q %s %q", f.symbols[symbol:symbol+1], word, strings.Join(clues, ", ")),
		func(v []int) bool {
			for k, clue := range clues {
				if clue != "." && fmt.Sprint(f.times(v, symbol, lines[k])) != clue {
					return false
				}
			}
			return true
		}}, f.axes == 2
}

func (f *filled) countCells(r *rand.Rand) (cellRule, bool) {
	symbols := someOf(r, 1+r.IntN(min(2, len(f.symbols))), ascendingTo(len(f.symbols)))
	text := ""
	for _, s := range symbols {
		text += f.symbols[s : s+1]
	}
	lines, where := []lineOfCells{ascendingTo(len(f.at))}, ""
	if r.IntN(4) > 0 {
		if where, lines = f.onLines(r); len(lines) == 0 {
			return cellRule{}, false
		}
		where = " on " + where
	}
	low, high, many := randomMany(r, len(f.at))
	return cellRule{fmt.Sprintf("%s %q%s", many, text, where), func(v []int) bool {
		return !slices.ContainsFunc(lines, func(line lineOfCells) bool {
			n := 0
			for _, s := range symbols {
				n += f.times(v, s, line)
			}
			return n < low || n > high
		})
	}}, !slices.ContainsFunc(lines, func(line lineOfCells) bool { return len(line) < low })
}

// unbounded stands for no upper bound.
const unbounded = 1 << 30

// randomMany returns a random range for a number of up to n things, and its text.
func randomMany(r *rand.Rand, n int) (low, high int, text string) {
	low = r.IntN(min(n, 3) + 1)
	high = low + r.IntN(2)
	switch r.IntN(12) {
	case 0, 1, 2:
		return low, low, anyOf(r, "", "exactly ") + fmt.Sprint(low)
	case 3, 4, 5:
		return 0, high, fmt.Sprintf("at most %d", high)
	case 6, 7:
		return low, unbounded, fmt.Sprintf("at least %d", low)
	case 8:
		return 0, unbounded, "any"
	case 9:
		return 0, 0, "none"
	}
	return low, high, fmt.Sprintf("%d..%d", low, high)
}

// joined reports whether the cells with a symbol are connected, or there are none.
func (f *filled) joined(v []int, symbol int) bool {
	start := slices.Index(v, symbol)
	if start < 0 {
		return true
	}
	reached := map[int]bool{}
	var walk func(i int)
	walk = func(i int) {
		if v[i] == symbol && !reached[i] {
			reached[i] = true
			for _, j := range f.beside[i] {
				walk(j)
			}
		}
	}
	walk(start)
	return len(reached) == f.times(v, symbol, ascendingTo(len(v)))
}

func ascendingTo(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

func (f *filled) connected(r *rand.Rand) (cellRule, bool) {
	symbol := r.IntN(len(f.symbols))
	return cellRule{fmt.Sprintf("connected %q", f.symbols[symbol:symbol+1]), func(v []int) bool {
		return f.joined(v,
			symbol)
	}}, true
}

// loop requires one loop. On boards with joined edges two cells may be neighbours twice, which the rule does
// not define.
func (f *filled) loop(r *rand.Rand) (cellRule, bool) {
	symbol := r.IntN(len(f.symbols))
	return cellRule{fmt.Sprintf("loop %q", f.symbols[symbol:symbol+1]), func(v []int) bool {
		in := 0
		joints := map[point]int{}
		for i, at := range f.at {
			if v[i] != symbol {
				continue
			}
			in++
			for _, joint := range f.corners(at) {
				joints[joint]++
			}
			if !f.linear() && f.times(v, symbol, f.beside[i]) != 2 {
				return false
			}
		}
		for _, n := range joints {
			if f.linear() && n != 2 {
				return false
			}
		}
		return in > 0 && f.joined(v, symbol)
	}}, !f.wraps
}

// keepSymmetric requires symmetry under a motion of the plane that maps the box around a board of squares to
// itself.
func (f *filled) keepSymmetric(r *rand.Rand) (cellRule, bool) {
	if f.name != "square" || f.wraps {
		return cellRule{}, false
	}
	word, images := f.boxMotions(r)
	var image []int
	for _, to := range images {
		one := f.imageOfBox(to)
		if one == nil {
			return cellRule{}, false
		}
		image = append(image, one...)
	}
	return cellRule{"symmetric " + word, func(v []int) bool {
		for k, j := range image {
			if v[k%len(v)] != v[j] {
				return false
			}
		}
		return true
	}}, true
}

// boxMotions returns a word for motions, and their effect on a cell in a box.
func (f *field) boxMotions(r *rand.Rand) (string, []func(at, box point) point) {
	switch r.IntN(5) {
	case 0:
		return "half-turn", []func(at, box point) point{func(at, box point) point { return box.minus(at) }}
	case 1:
		return "rotation", []func(at, box point) point{func(at,
			box point) point {
			return point{at[1], box[0] - at[0]}
		}}
	case 2:
		return "left-right", []func(at, box point) point{func(at,
			box point) point {
			return point{at[0], box[1] - at[1]}
		}}
	case 3:
		return "top-bottom", []func(at, box point) point{func(at,
			box point) point {
			return point{box[0] - at[0], at[1]}
		}}
	}
	return "diagonal", []func(at, box point) point{func(at, box point) point { return point{at[1], at[0]} }}
}

// imageOfBox returns the image of each cell; nil if one is off the board.
func (f *field) imageOfBox(to func(at, box point) point) (image []int) {
	least, greatest := leastOf(f.at), greatestOf(f.at)
	for _, at := range f.at {
		j := slices.Index(f.at, to(at.minus(least), greatest.minus(least)).plus(least))
		if j < 0 {
			return nil
		}
		image = append(image, j)
	}
	return image
}

// everyRound makes a rule with a loop over the values of an index.
func (f *filled) everyRound(r *rand.Rand) (cellRule, bool) {
	if f.name != "square" || f.wraps {
		return cellRule{}, false
	}
	least, greatest := leastOf(f.at), greatestOf(f.at)
	greatest[0] = max(least[0], greatest[0]-1)
	symbol := r.IntN(len(f.symbols))
	low := r.IntN(2)
	var groups [][]int
	for row := least[0]; row <= greatest[0]; row++ {
		var group []int
		for _, at := range []point{{row, least[1]}, {row, least[1] + 1}} {
			i := slices.Index(f.at, at)
			if i < 0 {
				return cellRule{}, false
			}
			group = append(group, i)
		}
		groups = append(groups, group)
	}
	text := fmt.Sprintf("%d..2 %q on (i, %d) (i, %d) for i in %d..%d", low, f.symbols[symbol:symbol+1],
		least[1], least[1]+1, least[0], greatest[0])
	return cellRule{text, func(v []int) bool {
		return !slices.ContainsFunc(groups, func(group []int) bool { return f.times(v, symbol, group) < low })
	}}, true
}

func sortedKeys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
