package puzzletest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// filled is a board to be filled with symbols.
type filled struct {
	*field
	rows    []lineOfCells // lines by the first coordinate that is no layer
	columns []lineOfCells
	beside  [][]int // by cell: its neighbours
	symbols string
	given   []int // by cell: its given symbol; -1 for none
	units   []unit
	rules   []cellRule
	kinds   []string
	wraps   bool
	board   string // its name, if it has one
	tables  string // declarations of the tables of its rules
}

type lineOfCells []int

// unit is a set of cells with different symbols, as items.
type unit struct {
	name  string // the item of a symbol is name + symbol + "]"
	cells []int
}

// cellRule is the text of a rule, and the function that checks the symbols on the cells, given by their
// numbers.
type cellRule struct {
	text  string
	holds func(v []int) bool
}

// numberOf returns the value of a symbol.
func (f *filled) numberOf(symbol int) int {
	if strings.Trim(f.symbols, "0123456789") == "" {
		return int(f.symbols[symbol] - '0')
	}
	return symbol + 1
}

func init() { makers["fill"], makers["latin"] = randomFill, randomLatin }

// smallField makes a board of few cells on a random lattice, mostly of squares.
func smallField(r *rand.Rand, name string, most int) *field {
	g := anyOf(r, geometries...)
	if r.IntN(3) > 0 {
		g = geometries[0]
	}
	g.prepareOnce()
	f := &field{geometry: g, numbers: map[point]int{}}
	var cells []point
	var shape string
	if g.name == "square" && r.IntN(3) > 0 {
		rows := 1 + r.IntN(3)
		columns := 1 + r.IntN(max(1, most/rows))
		for i := range rows * columns {
			cells = append(cells, point{i / columns, i % columns})
		}
		shape = anyOf(r, fmt.Sprintf("%dx%d", rows, columns),
			fmt.Sprintf("{(i, j) for i in 0..%d, j in 0..%d}", rows-1, columns-1))
		if len(cells) > 4 && r.IntN(4) == 0 { // with a hole
			k := r.IntN(len(cells))
			shape += " - " + anyOf(r, g.written(cells[k]), g.listed(cells[k:k+1]))
			cells = slices.Delete(cells, k, k+1)
		}
	} else {
		cells = g.atHome(g.grown(r, 2+r.IntN(most-1)))
		shape = anyOf(r, g.allWritten(cells), g.listed(cells))
		slices.SortFunc(cells, func(a, b point) int { return slices.Compare(a[:], b[:]) })
	}
	wrap := ""
	if r.IntN(4) == 0 {
		wrap = f.wrapAround(r, cells)
	}
	f.add(cells, false)
	f.text = fmt.Sprintf("board %s on %s%s = %s\n", name, g.name, wrap, shape)
	f.sortCells()
	f.findCrossings()
	return f
}

// grown returns a shape of n cells, usually connected.
func (g *geometry) grown(r *rand.Rand, n int) []point {
	near := g.window(map[int]int{2: 3, 3: 1}[g.axes])
	shape := []point{near[r.IntN(len(near))]}
	for tries := 0; len(shape) < n && tries < 1000; tries++ {
		at := near[r.IntN(len(near))]
		if !slices.Contains(shape, at) && (g.touches(shape, at) || tries > 990) {
			shape = append(shape, at)
		}
	}
	return shape
}

// atHome shifts cells so that no coordinate is negative, since pictures of givens begin at 0.
func (g *geometry) atHome(cells []point) []point {
	by := g.nextShift(leastOf(cells).times(-1))
	for i := range cells {
		cells[i] = cells[i].plus(by)
	}
	return cells
}

// prepareOnce makes the tables that are missing.
func (g *geometry) prepareOnce() {
	if g.known == nil {
		g.prepare()
	}
}

// neighbours returns for each cell the cells that touch it, once for each way in which they do.
func (f *field) neighbours() [][]int {
	out := make([][]int, len(f.at))
	for i, at := range f.at {
		out[i] = f.cellsAt(f.touching(at))
	}
	return out
}

// lines returns the rows and columns of the board as it is drawn.
func (f *field) lines() (rows, columns []lineOfCells) {
	least, greatest := leastOf(f.at), greatestOf(f.at)
	for axis, out := range map[int]*[]lineOfCells{f.axes - 2: &rows, f.axes - 1: &columns} {
		*out = make([]lineOfCells, greatest[axis]-least[axis]+1)
		for i, at := range f.at {
			k := at[axis] - least[axis]
			(*out)[k] = append((*out)[k], i)
		}
	}
	return rows, columns
}

func newFilled(f *field, symbols string) *filled {
	b := &filled{field: f, symbols: symbols, beside: f.neighbours(), wraps: len(f.periods) > 0}
	b.rows, b.columns = f.lines()
	b.given = slices.Repeat([]int{-1}, len(f.at))
	return b
}

// give gives some symbols, and returns the rule. Pictures are used on boards without layers.
func (f *filled) give(r *rand.Rand) string {
	if f.axes != 2 || r.IntN(2) == 0 {
		return ""
	}
	for i := range f.given {
		if r.IntN(4) == 0 {
			f.given[i] = r.IntN(len(f.symbols))
		}
	}
	f.kinds = append(f.kinds, "given")
	return fmt.Sprintf("  given %s\n", f.drawing(func(i int) byte {
		if f.given[i] < 0 {
			return '.'
		}
		return f.symbols[f.given[i]]
	}))
}

// drawing returns a picture of the rows and columns of the board, from 0 on.
func (f *field) drawing(mark func(cell int) byte) string {
	greatest := greatestOf(f.at)
	var b strings.Builder
	b.WriteString("\"\"\"\n")
	for row := 0; row <= greatest[0]; row++ {
		b.WriteString("    ")
		for column := 0; column <= greatest[1]; column++ {
			if i := slices.Index(f.at, point{row, column}); i >= 0 {
				b.WriteByte(mark(i))
			} else {
				b.WriteByte('.')
			}
		}
		b.WriteByte('\n')
	}
	b.WriteString("  \"\"\"")
	return b.String()
}

func randomFill(r *rand.Rand) *part {
	most := 2 + r.IntN(3)
	board := smallField(r, "f", map[int]int{2: 9, 3: 7, 4: 6}[most])
	symbols := anyOf(r, "123456", "012345", "310425", "abcdef", ".#oxyz"[1:]+"q")[:most]
	f := newFilled(board, symbols)
	f.board = "f"
	var text strings.Builder
	fmt.Fprintf(&text, "fill f with %q {\n", symbols)
	text.WriteString(f.give(r))
	if f.axes == 2 && r.IntN(5) == 0 {
		f.regions(r, &text)
	}
	for range r.IntN(4) {
		if rule, ok := f.randomRule(r); ok {
			f.rules = append(f.rules, rule)
			f.kinds = append(f.kinds, kindsOf(rule.text)...)
			text.WriteString("  " + rule.text + "\n")
		}
	}
	text.WriteString("}\n")
	p := f.part()
	p.declared, p.text = board.text, f.tables+text.String()
	p.board, p.name = board, f.board
	return p
}

// regions adds a rule that the cells of each region have different symbols.
func (f *filled) regions(r *rand.Rand, text *strings.Builder) {
	of := make([]int, len(f.at))
	sizes := map[int]int{}
	for i := range of {
		of[i] = r.IntN(4)
		for sizes[of[i]] == len(f.symbols) {
			of[i]++
		}
		sizes[of[i]]++
	}
	f.kinds = append(f.kinds, "regions")
	fmt.Fprintf(text, "  distinct on regions %s\n", f.drawing(func(i int) byte { return "ABCDEFGHIJKLMN"[of[i]] }))
	f.rules = append(f.rules, cellRule{"", func(v []int) bool {
		for i := range v {
			for j := range i {
				if of[i] == of[j] && v[i] == v[j] {
					return false
				}
			}
		}
		return true
	}})
}

// part makes the choices: a symbol for each cell that is not given.
func (f *filled) part() *part {
	p := &part{kinds: f.kinds, bounds: map[string]bound{}}
	type spot struct{ cell, symbol int }
	var spots []spot
	for i := range f.at {
		name := f.cellName(f.at[i])
		if f.given[i] >= 0 {
			p.given = append(p.given, f.symbolKey(i, f.given[i]))
		} else {
			p.bounds["cell["+name+"]"] = exactlyOnce
		}
		for v := range f.symbols {
			if f.given[i] < 0 {
				c := choice{f.symbolKey(i, v), []held{{"cell[" + name + "]", "", 1}}}
				for _, u := range f.units {
					if slices.Contains(u.cells, i) {
						c.holds = append(c.holds, held{u.item(f.symbols[v]), "", 1})
					}
				}
				p.choices = append(p.choices, c)
				spots = append(spots, spot{i, v})
			}
		}
		if !strings.ContainsAny(f.symbols, "#.+") { // other symbols are no colors
			p.links = append(p.links, link{"value[" + name + "]", append(strings.Split(f.symbols, ""), "none")})
		}
	}
	f.limitUnits(p)
	if len(f.rules) == 0 {
		for _, item := range sortedKeys(p.bounds) {
			// symbols that are no numbers cannot be indices
			indexed := strings.HasPrefix(item, "cell[") || strings.Trim(f.symbols, "0123456789") == ""
			if p.bounds[item].high > 0 && indexed {
				p.links = append(p.links, link{item, nil})
			}
		}
	}
	values := func(chosen []int) []int {
		v := slices.Clone(f.given)
		for _, k := range chosen {
			v[spots[k].cell] = spots[k].symbol
		}
		return v
	}
	p.allows = func(chosen []int) bool {
		if len(f.rules) == 0 {
			return true
		}
		v := values(chosen)
		return !slices.ContainsFunc(f.rules, func(rule cellRule) bool { return !rule.holds(v) })
	}
	p.tells = func(chosen []int, item string) string {
		inner, ok := strings.CutPrefix(item, "value[")
		if !ok {
			return ""
		}
		for i, at := range f.at {
			if f.cellName(at)+"]" == inner {
				if v := values(chosen)[i]; v >= 0 {
					return f.symbols[v : v+1]
				}
			}
		}
		return "none"
	}
	return p
}

func (f *filled) symbolKey(cell, symbol int) string {
	return onCells("symbol "+f.symbols[symbol:symbol+1], []string{f.cellName(f.at[cell])})
}

func (u unit) item(symbol byte) string { return u.name + string(symbol) + "]" }

// limitUnits makes the items of units: each missing symbol once, or at most once if there are fewer cells than
// symbols.
func (f *filled) limitUnits(p *part) {
	for _, u := range f.units {
		for v := range f.symbols {
			given := slices.ContainsFunc(u.cells, func(i int) bool { return f.given[i] == v })
			b := exactlyOnce
			switch {
			case given:
				b = bound{high: 0}
			case len(u.cells) < len(f.symbols):
				b = atMostOnce
			}
			p.bounds[u.item(f.symbols[v])] = b
		}
	}
}
