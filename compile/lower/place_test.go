package lower_test

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"quadrille/compile"
	"quadrille/compile/check"
	"quadrille/compile/compiletest"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

// spot is a cell of a small board, row and column. The tests of this file share
// neither lattices nor lines with the compiler.
type spot [2]int

func (a spot) plus(b spot) spot  { return spot{a[0] + b[0], a[1] + b[1]} }
func (a spot) minus(b spot) spot { return spot{a[0] - b[0], a[1] - b[1]} }
func (a spot) times(k int) spot  { return spot{k * a[0], k * a[1]} }

func (a spot) String() string { return fmt.Sprintf("(%d, %d)", a[0], a[1]) }

// ground is a board: its cells, and the shifts that lead back to the same cell.
type ground struct {
	lattice string
	picture []string // # is a cell
	wrap    string   // as the puzzle says it
	periods []spot
	cells   []spot // of cells that are the same cell, only the first
}

// newGround computes the cells of a board. The word says how it is wrapped,
// if the periods are those of the box around it.
func newGround(lattice string, picture []string, word string, periods ...spot) *ground {
	g := &ground{lattice: lattice, picture: picture, wrap: word}
	var all []spot
	least, greatest := spot{99, 99}, spot{-1, -1}
	for r, row := range picture {
		for c, mark := range row {
			if mark == '#' {
				all = append(all, spot{r, c})
				least = spot{min(least[0], r), min(least[1], c)}
				greatest = spot{max(greatest[0], r), max(greatest[1], c)}
			}
		}
	}
	across, down := spot{0, greatest[1] - least[1] + 1}, spot{greatest[0] - least[0] + 1, 0}
	switch word {
	case "cylinder":
		g.periods = []spot{across}
	case "torus":
		g.periods = []spot{down, across}
	case "wrap":
		g.periods = periods
		for _, p := range periods {
			g.wrap += " " + p.String()
		}
	}
	for _, s := range all {
		if g.number(s) < 0 {
			g.cells = append(g.cells, s)
		}
	}
	return g
}

// isPeriod reports whether a shift leads back to the same cell.
func (g *ground) isPeriod(d spot) bool {
	switch len(g.periods) {
	case 0:
		return d == spot{}
	case 1:
		for k := -30; k <= 30; k++ {
			if g.periods[0].times(k) == d {
				return true
			}
		}
		return false
	}
	p, q := g.periods[0], g.periods[1]
	det := p[0]*q[1] - p[1]*q[0]
	return (d[0]*q[1]-d[1]*q[0])%det == 0 && (p[0]*d[1]-p[1]*d[0])%det == 0
}

// number returns the index of a cell, or -1 off the board.
func (g *ground) number(s spot) int {
	return slices.IndexFunc(g.cells, func(c spot) bool { return g.isPeriod(s.minus(c)) })
}

// mask is a set of cells: bit i stands for the cell with index i.
type mask uint64

func (g *ground) maskOf(cells []spot) mask {
	var m mask
	for _, s := range cells {
		m |= 1 << g.number(s)
	}
	return m
}

// steps are the lines of each lattice, from section 5 of spec.md.
var steps = map[string]map[string][]spot{
	"square":  {"rows": {{0, 1}}, "columns": {{1, 0}}, "diagonals": {{1, -1}, {1, 1}}},
	"hexagon": {"rows": {{0, 1}}, "columns": {{1, 0}}, "diagonals": {{1, -1}}},
}

// lines returns the lines of a kind: sets of cells that some number of steps
// lead from one to the other.
func (g *ground) lines(kind string) []mask {
	var out []mask
	for _, step := range steps[g.lattice][kind] {
		var left mask = 1<<len(g.cells) - 1
		for left != 0 {
			first := g.cells[bits.TrailingZeros64(uint64(left))]
			var line mask
			for k := -40; k <= 40; k++ {
				for n, c := range g.cells {
					if g.isPeriod(c.minus(first).minus(step.times(k))) {
						line |= 1 << n
					}
				}
			}
			left &^= line
			out = append(out, line)
		}
	}
	return out
}

// motions are the linear maps that leave lengths as they are: those of
// r² + c² for squares, and of r² + rc + c² for hexagons.
func (g *ground) motions() [][2]spot {
	length := func(s spot) int {
		n := s[0]*s[0] + s[1]*s[1]
		if g.lattice == "hexagon" {
			n += s[0] * s[1]
		}
		return n
	}
	var out [][2]spot
	for n := range 81 {
		m := [2]spot{{n%3 - 1, n/3%3 - 1}, {n/9%3 - 1, n/27 - 1}}
		if length(m[0]) == length(spot{1, 0}) && length(m[1]) == length(spot{0, 1}) &&
			length(m[0].plus(m[1])) == length(spot{1, 1}) {
			out = append(out, m)
		}
	}
	return out
}

func apply(m [2]spot, s spot) spot { return m[0].times(s[0]).plus(m[1].times(s[1])) }

// isometries returns the motions that map the board to itself, as permutations of its cell indices.
func (g *ground) isometries() [][]int {
	var out [][]int
	for _, m := range g.motions() {
		if slices.ContainsFunc(g.periods, func(p spot) bool { return !g.isPeriod(apply(m, p)) }) {
			continue
		}
		for _, to := range g.cells {
			shift := to.minus(apply(m, g.cells[0]))
			image := make([]int, len(g.cells))
			for n, c := range g.cells {
				image[n] = g.number(apply(m, c).plus(shift))
			}
			if !slices.Contains(image, -1) {
				out = append(out, image)
			}
		}
	}
	return out
}

func (m mask) moved(image []int) mask {
	var out mask
	for n, to := range image {
		if m>>n&1 == 1 {
			out |= 1 << to
		}
	}
	return out
}

// menLine is a line with from min to max men.
type menLine struct {
	cells    mask
	min, max int
}

// matters reports whether a line restricts the men on it.
func (l menLine) matters() bool { return l.min > 0 || l.max < bits.OnesCount64(uint64(l.cells)) }

// menTrial is a board with rules about men on it.
type menTrial struct {
	*ground
	lines []menLine
	text  string
}

// solutions tries all sets of cells.
func (tr *menTrial) solutions() map[mask]bool {
	out := map[mask]bool{}
	for men := range mask(1) << len(tr.cells) {
		if tr.fine(men) {
			out[men] = true
		}
	}
	return out
}

func (tr *menTrial) fine(men mask) bool {
	for _, l := range tr.lines {
		if n := bits.OnesCount64(uint64(men & l.cells)); n < l.min || n > l.max {
			return false
		}
	}
	return true
}

// group returns the isometries of the board that map lines to lines with as
// many men, and cells on which no man may stand to such cells.
func (tr *menTrial) group() [][]int {
	barred := mask(0)
	own := map[menLine]bool{}
	for _, l := range tr.lines {
		if l.max == 0 {
			barred |= l.cells
		} else if l.matters() {
			own[menLine{l.cells, l.min, min(l.max, bits.OnesCount64(uint64(l.cells)))}] = true
		}
	}
	return slices.DeleteFunc(tr.isometries(), func(image []int) bool {
		for l := range own {
			if !own[menLine{l.cells.moved(image), l.min, l.max}] {
				return true
			}
		}
		return barred.moved(image) != barred
	})
}

// TestMenAgainstBruteForce compares the solutions of random puzzles with all
// sets of cells that obey the rules, and the classes with those that the group
// of the board makes.
func TestMenAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 11))
	solvable, symmetric, several, wrapped := 0, 0, 0, 0
	const all = 600
	rounds := matrixtest.RandomRounds(30, all)
	for range rounds {
		tr := randomMen(r)
		want := tr.solutions()
		sets := checkMen(t, tr, want)
		solvable += sign(len(want))
		several += sign(len(want) - 1)
		symmetric += sign(len(want) - sets)
		wrapped += sign(len(tr.periods) * len(want))
	}
	t.Logf("%d puzzles have a solution, %d several; %d have classes of several solutions; %d are wrapped", solvable,
		several, symmetric, wrapped)
	if solvable < scaled(200, rounds, all) || several < scaled(150, rounds, all) ||
		symmetric < scaled(80, rounds, all) || wrapped < scaled(80, rounds, all) {
		t.Error("the test proves little")
	}
}

func sign(n int) int { return min(max(n, 0), 1) }

// checkMen compares a puzzle with the sets wanted, and returns the number of
// classes.
func checkMen(t *testing.T, tr *menTrial, want map[mask]bool) (classes int) {
	t.Helper()
	got := map[mask]bool{}
	p := compiletest.CompilePuzzle(t, tr.text, false)
	for s := range compiletest.AllSolutions(t, p) {
		men := menOf(t, tr, p, s)
		if got[men] {
			t.Fatalf("a solution is there twice:\n%s", tr.text)
		}
		got[men] = true
	}
	for men := range got {
		if !want[men] {
			t.Fatalf("men on %v, against the rules:\n%s", tr.cellsOf(men), tr.text)
		}
	}
	if len(got) != len(want) {
		t.Fatalf("%d solutions, brute force finds %d:\n%s", len(got), len(want), tr.text)
	}
	return checkMenClasses(t, tr, want)
}

// checkMenClasses wants one solution of each class, with the size of the class.
func checkMenClasses(t *testing.T, tr *menTrial, all map[mask]bool) (classes int) {
	t.Helper()
	group := tr.group()
	p := compiletest.CompilePuzzle(t, tr.text, true)
	if p.Symmetry().MotionCount() != len(group) {
		t.Fatalf("%v, brute force finds %d motions:\n%s", p.Symmetry(), len(group), tr.text)
	}
	seen := map[mask]bool{}
	for s := range compiletest.AllSolutions(t, p) {
		if !p.IsSolution(s) {
			continue
		}
		classes++
		size := 0
		for _, image := range group {
			if men := menOf(t, tr, p, s).moved(image); all[men] && !seen[men] {
				seen[men] = true
				size++
			}
		}
		if size != p.Symmetry().OrbitSize(s) {
			t.Fatalf("the class of %v has %d solutions that no other has, and not %d:\n%s",
				tr.cellsOf(menOf(t, tr, p, s)), size, p.Symmetry().OrbitSize(s), tr.text)
		}
	}
	if len(seen) != len(all) {
		t.Fatalf("the classes kept have %d solutions of %d:\n%s", len(seen), len(all), tr.text)
	}
	return classes
}

// menOf decodes a solution. Every cell must be named as the board names it.
func menOf(t *testing.T, tr *menTrial, p *compile.Program, s matrix.Solution) mask {
	t.Helper()
	var men mask
	for _, pl := range p.Decode(s) {
		at := spot{int(pl.Cells[0][0]), int(pl.Cells[0][1])}
		n := slices.Index(tr.cells, at)
		if n < 0 || len(pl.Cells) != 1 || pl.PieceName == "" {
			t.Fatalf("%v is no man on a cell:\n%s", pl, tr.text)
		}
		men |= 1 << n
	}
	return men
}

func (g *ground) cellsOf(m mask) []spot {
	var out []spot
	for n, c := range g.cells {
		if m>>n&1 == 1 {
			out = append(out, c)
		}
	}
	return out
}

// randomGround makes a board of few cells.
func randomGround(r *rand.Rand) *ground {
	lattice := []string{"square", "square", "hexagon"}[r.IntN(3)]
	height, width := 1+r.IntN(4), 1+r.IntN(4)
	if height*width > 12 {
		height = 3
	}
	marks := []string{"#", "####.", "##."}[r.IntN(3)]
	picture := make([]string, height)
	for i := range picture {
		for range width {
			picture[i] += string(marks[r.IntN(len(marks))])
		}
	}
	i, j := r.IntN(height), r.IntN(width)
	picture[i] = picture[i][:j] + "#" + picture[i][j+1:] // a board has a cell
	switch r.IntN(8) {
	case 0:
		return newGround(lattice, picture, "cylinder")
	case 1, 2:
		return newGround(lattice, picture, "torus")
	case 3:
		return newGround(lattice, picture, "wrap", spot{height, r.IntN(5) - 2}, spot{0, width})
	case 4:
		return newGround(lattice, picture, "wrap", spot{1 + r.IntN(4), r.IntN(4)}, spot{-r.IntN(3), 1 + r.IntN(4)})
	case 5:
		return newGround(lattice, picture, "wrap", spot{1 + r.IntN(3), r.IntN(5) - 2})
	}
	return newGround(lattice, picture, "")
}

// randomMen makes a puzzle: a placement, or now and then queens.
func randomMen(r *rand.Rand) *menTrial {
	tr := &menTrial{ground: randomGround(r)}
	rules, said := tr.randomRules(r)
	board := strings.TrimSpace(tr.lattice + " " + tr.wrap)
	statement := "place rook on b"
	if tr.lattice == "square" && r.IntN(3) == 0 {
		statement = "queens on b"
		tr.queens(said)
	}
	tr.text = fmt.Sprintf("board b on %s = \"\"\"\n%s\n\"\"\"\n%s {\n%s\n}\n", board, strings.Join(tr.picture, "\n"),
		statement, strings.Join(rules, "\n"))
	return tr
}

// queens adds the lines of queens that no rule speaks of.
func (tr *menTrial) queens(said map[string]bool) {
	rows, columns := len(tr.ground.lines("rows")), len(tr.ground.lines("columns"))
	for kind, least := range map[string]int{"rows": sign(columns - rows + 1), "columns": sign(rows - columns + 1),
		"diagonals": 0} {
		if said[kind] {
			continue
		}
		for _, line := range tr.ground.lines(kind) {
			tr.lines = append(tr.lines, menLine{line, least, 1})
		}
	}
}

// randomRules writes some rules. Each kind of line is spoken of once at most.
func (tr *menTrial) randomRules(r *rand.Rand) (rules []string, said map[string]bool) {
	said = map[string]bool{}
	kinds := []string{"rows", "columns", "diagonals", "all", "regions", "regions", "line", "line", "none"}
	r.Shuffle(len(kinds), func(i, j int) { kinds[i], kinds[j] = kinds[j], kinds[i] })
	for k := 0; k < 1+r.IntN(4); {
		text, least, most := randomMany(r)
		var families []string
		for range 1 + r.IntN(2) {
			family, lines := tr.randomFamily(r, kinds[k])
			said[kinds[k]] = true
			k++
			if family == "" {
				break
			}
			families = append(families, family)
			for _, line := range lines {
				tr.lines = append(tr.lines, menLine{line, least, most})
			}
		}
		if families != nil {
			rules = append(rules, text+" on "+strings.Join(families, ", "))
		}
	}
	if r.IntN(4) == 0 {
		cells := tr.randomCells(r, 1+r.IntN(2))
		for _, cell := range cells {
			tr.lines = append(tr.lines, menLine{tr.maskOf([]spot{cell}), 1, 1})
		}
		rules = append(rules, "exactly 1 on "+strings.ReplaceAll(spots(cells), ") (", "), ("))
	}
	if r.IntN(4) == 0 {
		cells := tr.randomCells(r, 1+r.IntN(2))
		tr.lines = append(tr.lines, menLine{tr.maskOf(cells), 0, 0})
		rules = append(rules, "none on "+spots(cells))
	}
	return rules, said
}

func randomMany(r *rand.Rand) (text string, least, most int) {
	n := []int{0, 1, 1, 1, 1, 2, 2, 3}[r.IntN(8)]
	switch r.IntN(8) {
	case 0, 4:
		return fmt.Sprint("exactly ", n), n, n
	case 5:
		return fmt.Sprint("at least ", n), n, 64
	case 6:
		return "any", 0, 64
	case 7:
		return "none", 0, 0
	case 1:
		m := n + r.IntN(3)
		return fmt.Sprintf("%d..%d", n, m), n, m
	case 2:
		return fmt.Sprintf("at most (%d + 1)", n), 0, n + 1
	}
	return fmt.Sprint("at most ", n), 0, n
}

// randomFamily writes lines of a kind.
func (tr *menTrial) randomFamily(r *rand.Rand, kind string) (text string, lines []mask) {
	switch kind {
	case "none":
		return "", nil
	case "all":
		return kind, []mask{tr.maskOf(tr.cells)}
	case "regions":
		return tr.randomRegions(r)
	case "line":
		cells := tr.randomCells(r, 1+r.IntN(5))
		return strings.TrimSpace(spots(cells)), []mask{tr.maskOf(cells)}
	}
	return kind, tr.ground.lines(kind)
}

func (g *ground) randomCells(r *rand.Rand, n int) []spot {
	var out []spot
	for _, k := range r.Perm(len(g.cells)) {
		if out = append(out, g.cells[k]); len(out) == n {
			break
		}
	}
	return out
}

// randomRegions draws regions. Where the board has no cell stands a dot.
func (g *ground) randomRegions(r *rand.Rand) (text string, regions []mask) {
	regions = make([]mask, 1+r.IntN(3))
	var rows []string
	for i, row := range g.picture {
		line := []byte(strings.Repeat(".", len(row)))
		for j := range line {
			if n := slices.Index(g.cells, spot{i, j}); n >= 0 {
				k := r.IntN(len(regions))
				regions[k] |= 1 << n
				line[j] = "ab#"[k]
			}
		}
		rows = append(rows, string(line))
	}
	none := func(m mask) bool { return m == 0 }
	return "regions \"\"\"\n" + strings.Join(rows, "\n") + "\n\"\"\"", slices.DeleteFunc(regions, none)
}

func spots(cells []spot) string {
	var out []string
	for _, s := range cells {
		out = append(out, s.String())
	}
	return strings.Join(out, " ")
}

// TestMenByHand: where a lattice has no lines, rules speak of cells; and rules that say the same are one.
func TestMenByHand(t *testing.T) {
	for _, c := range []struct {
		text        string
		all, called int // solutions, and solutions up to symmetry
	}{
		// 2 of the 6 triangles around a point: 15 pairs, at distance 1, 2 or 3.
		{"board b on triangle = hexagon 1\nplace man on b { exactly 2 on all }", 15, 3},
		// Any set of the four triangles of a larger one, with its middle or not.
		{"board b on triangle = triangle 2\nplace man on b { 0..4 on all }", 16, 8},
		// 2 of the 8 corners of a cube: along an edge, a face, the cube.
		{"board b on cube = 2x2x2\nplace man on b { exactly 2 on all }", 28, 3},
		// Of the 12 sticks of four squares: 4 meet at the middle, 8 are outside.
		{"board b on sticks = 2x2\nplace man on b { exactly 1 on all }", 12, 2},
		// None, one, or one in each row: below one another or not. The first row is named twice.
		{"board b on square = 2x2\nplace man on b { at most 1 on rows at most 1 on 1x2 }", 9, 4},
		// The middle with any of the ends, or both ends. Neither line has room for three.
		{"board b on square = 1x3\nplace man on b { 1..2 on 1x2 1..3 on 1x2 at (0, 1) }", 5, 4},
	} {
		for _, upToSymmetry := range []bool{false, true} {
			p := compiletest.CompilePuzzle(t, c.text, upToSymmetry)
			n := 0
			for s := range compiletest.AllSolutions(t, p) {
				n += one(p.IsSolution(s))
			}
			if want := map[bool]int{false: c.all, true: c.called}[upToSymmetry]; n != want {
				t.Errorf("%d solutions, want %d, up to symmetry: %v\n%s", n, want, upToSymmetry, c.text)
			}
		}
	}
}

// TestQueens compares queens with a backtracking program, on squares, on
// rectangles and on tori.
func TestQueens(t *testing.T) {
	if testing.Short() {
		t.Skip("a tenth of a second or more")
	}
	for n := 1; n <= 7; n++ {
		checkQueens(t, fmt.Sprintf("queens %d", n), n, n, false, nil)
		checkQueens(t, fmt.Sprintf("queens %d torus", n), n, n, true, nil)
		for m := 1; m <= 5; m++ {
			for _, wrap := range []string{"", " torus"} {
				text := fmt.Sprintf("board b on square%s = %dx%d\nqueens on b", wrap, n, m)
				checkQueens(t, text, n, m, wrap != "", nil)
			}
		}
	}
}

// one returns 1 for true, and 0 for false.
func one(is bool) int {
	if is {
		return 1
	}
	return 0
}

// TestQueensOnBoardsWithHoles: a hole holds no queen, and hides none.
func TestQueensOnBoardsWithHoles(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 92))
	solvable := 0
	for range 60 {
		rows, columns := 2+r.IntN(5), 2+r.IntN(5)
		holes := map[spot]bool{}
		var picture []string
		for i := range rows {
			line := ""
			for j := range columns {
				hole := r.IntN(5) == 0 && (i > 0 || j > 0)
				holes[spot{i, j}] = hole
				line += map[bool]string{true: ".", false: "#"}[hole]
			}
			picture = append(picture, line)
		}
		text := "board b on square = \"\"\"\n" + strings.Join(picture, "\n") + "\n\"\"\"\nqueens on b"
		solvable += sign(checkQueens(t, text, rows, columns, false, holes))
	}
	if solvable < 20 {
		t.Errorf("only %d boards have a solution: the test proves little", solvable)
	}
}

// checkQueens compares all solutions with those of a backtracking program, and
// returns their number.
func checkQueens(t *testing.T, text string, rows, columns int, torus bool, holes map[spot]bool) int {
	t.Helper()
	want := queensByRows(rows, columns, torus, holes)
	got := map[string]bool{}
	p := compiletest.CompilePuzzle(t, text, false)
	for s := range compiletest.AllSolutions(t, p) {
		var queens []spot
		for _, pl := range p.Decode(s) {
			queens = append(queens, spot{int(pl.Cells[0][0]), int(pl.Cells[0][1])})
		}
		got[sortedSpots(queens)] = true
	}
	for queens := range want {
		if !got[queens] {
			t.Fatalf("the queens %s are missing:\n%s", queens, text)
		}
	}
	if len(got) != len(want) {
		t.Fatalf("%d solutions, backtracking finds %d:\n%s", len(got), len(want), text)
	}
	return len(want)
}

// queensByRows puts a queen or none on one row after the other. As many are
// wanted as there are rows or columns with a cell, whichever are fewer.
func queensByRows(rows, columns int, torus bool, holes map[spot]bool) map[string]bool {
	usedRows, usedColumns := map[int]bool{}, map[int]bool{}
	for i := range rows {
		for j := range columns {
			if !holes[spot{i, j}] {
				usedRows[i], usedColumns[j] = true, true
			}
		}
	}
	wanted := min(len(usedRows), len(usedColumns))
	found := map[string]bool{}
	var queens []spot
	var row func(i int)
	row = func(i int) {
		if i == rows {
			if len(queens) == wanted {
				found[sortedSpots(queens)] = true
			}
			return
		}
		row(i + 1)
		for j := range columns {
			at := spot{i, j}
			hit := func(q spot) bool { return attacks(q, at, rows, columns, torus) }
			if holes[at] || slices.ContainsFunc(queens, hit) {
				continue
			}
			queens = append(queens, at)
			row(i + 1)
			queens = queens[:len(queens)-1]
		}
	}
	row(0)
	return found
}

// attacks walks from one queen in all eight directions. On a torus it goes on
// until it comes back.
func attacks(a, b spot, rows, columns int, torus bool) bool {
	for dr := -1; dr <= 1; dr++ {
		for dc := -1; dc <= 1; dc++ {
			if dr == 0 && dc == 0 {
				continue
			}
			for at := (spot{a[0] + dr, a[1] + dc}); ; at = at.plus(spot{dr, dc}) {
				if torus {
					at = spot{(at[0] + rows) % rows, (at[1] + columns) % columns}
				}
				if at == a || at[0] < 0 || at[1] < 0 || at[0] >= rows || at[1] >= columns {
					break
				}
				if at == b {
					return true
				}
			}
		}
	}
	return false
}

func sortedSpots(cells []spot) string {
	sorted := slices.SortedFunc(slices.Values(cells), func(a, b spot) int { return slices.Compare(a[:], b[:]) })
	return spots(sorted)
}

// TestQueensUpToSymmetry: the totals for n = 1, 2, … are sequence A000170 of
// the OEIS, those up to symmetry A002562.
func TestQueensUpToSymmetry(t *testing.T) {
	for n, want := range [][2]int{{1, 1}, {0, 0}, {0, 0}, {2, 1}, {10, 2}, {4, 1}, {40, 6}, {92, 12}} {
		p := compiletest.CompilePuzzle(t, fmt.Sprintf("queens %d", n+1), true)
		all, kept := 0, 0
		for s := range compiletest.AllSolutions(t, p) {
			if all++; p.IsSolution(s) {
				kept++
			}
		}
		if all != want[0] || kept != want[1] {
			t.Errorf("%d queens: %d solutions, %d up to symmetry, want %v", n+1, all, kept, want)
		}
	}
}

// TestWrongMen: what a rule cannot mean is an error where it stands.
func TestWrongMen(t *testing.T) {
	const board = "board b on square = 3x3\n"
	for _, c := range []struct{ text, want string }{
		{board + "place m on b { exactly 1 on rows at most 2 on rows }", "said-twice"},
		{board + "place m on b { exactly 1 on (3, 0) }", "cell-off-board"},
		{board + "place m on b { none on (0, -1) }", "cell-off-board"},
		{board + "place m on b { at most 1 on (0, 0) (0, 3) }", "cell-off-board"},
		{"board b on triangle = triangle 2\nplace m on b { exactly 1 on rows }", "unknown-lines"},
		{"board b on cube = 2x2x2\nplace m on b { exactly 1 on diagonals }", "unknown-lines"},
		{"board b on hexagon = 2x2\nqueens on b", "wrong-lattice"},
		{"queens 0", "bad-count"},
		{board + "place m on b { exactly 1 on regions \"\"\"\naab\naab\n\"\"\" }", "bad-regions"},
		{board + "place m on b { exactly 1 on regions \"\"\"\n...\n...\n...\n\"\"\" }", "bad-regions"},
		{board + "place m on b { exactly 1 on regions \"\"\"\naabb\naab\naab\n\"\"\" }", "bad-regions"},
	} {
		_, err := compile.CompileText("test.puz", []byte(c.text), check.Importer{}, compile.ProgramOptions{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\ngives %v, want %s", c.text, err, c.want)
		}
	}
}
