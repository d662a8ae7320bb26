package compile_test

import (
	"context"
	"fmt"
	"maps"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"quadrille/compile"
	"quadrille/compile/check"
	"quadrille/lang/ast"
	"quadrille/lang/parse"
	"quadrille/runtime/choose"
	"quadrille/runtime/dlx"
)

// Random packings on every lattice, against plain geometry: a cell is the points
// at its corners, a motion a matrix with a shift, and a solution what is left
// after trying everything. Nothing that finds the answers here knows a lattice,
// an item or an option of the compiler.

// point has whole coordinates, across first; in the plane the last one is 0. The
// coordinates of a cell as puzzles write them, and sums of points, are points as
// well.
type point [3]int

func (p point) plus(q point) point {
	return point{p[0] + q[0], p[1] + q[1], p[2] + q[2]}
}

func (p point) times(k int) point { return point{k * p[0], k * p[1], k * p[2]} }

func (p point) minus(q point) point { return p.plus(q.times(-1)) }

func (p point) dot(q point) int { return p[0]*q[0] + p[1]*q[1] + p[2]*q[2] }

// turning is a motion that leaves the origin in place, as a matrix.
type turning [3]point

func (a turning) of(p point) point { return point{a[0].dot(p), a[1].dot(p), a[2].dot(p)} }

// after is b, then a.
func (a turning) after(b turning) turning {
	var out turning
	for j := range 3 {
		var unit point
		unit[j] = 1
		image := a.of(b.of(unit))
		for i := range 3 {
			out[i][j] = image[i]
		}
	}
	return out
}

func (a turning) reflects() bool { return determinant([][]int{a[0][:], a[1][:], a[2][:]}) < 0 }

func determinant(m [][]int) int {
	if len(m) == 0 {
		return 1
	}
	sum, sign := 0, 1
	for j := range m {
		var minor [][]int
		for _, row := range m[1:] {
			minor = append(minor, append(slices.Clone(row[:j]), row[j+1:]...))
		}
		sum += sign * m[0][j] * determinant(minor)
		sign = -sign
	}
	return sum
}

// allTurns are the powers of a rotation, after each of several motions.
func allTurns(turn turning, n int, first ...turning) []turning {
	var out []turning
	for _, a := range first {
		for range n {
			out = append(out, a)
			a = turn.after(a)
		}
	}
	return out
}

var (
	still     = turning{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	quarter   = turning{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}} // with the clock, for rows go down
	transpose = turning{{0, 1, 0}, {1, 0, 0}, {0, 0, 1}}
	flip      = turning{{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}} // left and right
	tip       = turning{{1, 0, 0}, {0, 0, 1}, {0, -1, 0}} // away from the viewer

	// The plane of triangles and hexagons has coordinates along a step to the
	// right and along one down to the right, at 60°.
	sixth       = turning{{0, -1, 0}, {1, 1, 0}, {0, 0, 1}}
	slantedFlip = turning{{-1, -1, 0}, {0, 1, 0}, {0, 0, 1}}
)

func cubeTurns() []turning {
	faces := []turning{still, tip, tip.after(tip), tip.after(tip).after(tip), tip.after(quarter), tip.after(quarter).after(quarter).after(quarter)}
	for _, f := range faces[:6] {
		faces = append(faces, f.after(flip))
	}
	return allTurns(quarter, 4, faces...)
}

// geometry is what a pupil knows of a lattice.
type geometry struct {
	name     string
	axes     int
	corners  func(at point) []point // of the cell with these coordinates; nil if it is none
	turns    []turning              // in the order in which orientations are counted
	shared   int                    // corners that neighbours have in common
	drawings []drawing
	known    map[point]point    // the coordinates of a cell by its middle
	drawn    map[string][]point // the figures, by name
}

// drawing is a figure: the cells at which has is true, shifted to the origin.
type drawing struct {
	format string
	sides  int
	has    func(n []int, at point, corners []point) bool
}

var geometries = []*geometry{
	{
		name: "square", axes: 2, shared: 2, corners: squareCorners,
		turns: allTurns(quarter, 4, still, transpose),
		drawings: []drawing{
			{"%dx%d", 2, inBox}, {"diamond %d", 1, inDiamond}, {"aztec %d", 1, inAztec},
		},
	},
	{
		name: "triangle", axes: 2, shared: 2, corners: triangleCorners,
		turns: allTurns(sixth, 6, still, slantedFlip),
		drawings: []drawing{
			{"%dx%d", 2, inBox},
			{"rhombus %dx%d", 2, every(func(n []int, p point) bool { return 0 <= p[1] && p[1] <= n[0] && 0 <= p[0]+p[1] && p[0]+p[1] <= n[1] })},
			{"triangle %d", 1, every(func(n []int, p point) bool { return p[0] <= 0 && p[0]+p[1] >= 0 && p[1] <= n[0] })},
			{"hexagon %d", 1, every(func(n []int, p point) bool { return max(size(p[0]), size(p[1]), size(p[0]+p[1])) <= n[0] })},
		},
	},
	{
		name: "hexagon", axes: 2, shared: 2, corners: hexagonCorners,
		turns: allTurns(sixth, 6, still, slantedFlip),
		drawings: []drawing{
			{"%dx%d", 2, inBox}, {"rhombus %dx%d", 2, inBox},
			{"triangle %d", 1, func(n []int, at point, _ []point) bool {
				return 0 <= at[0] && at[0] < n[0] && -at[0] <= at[1] && at[1] <= 0
			}},
			{"hexagon %d", 1, func(n []int, at point, _ []point) bool {
				return max(size(at[0]), size(at[1]), size(at[0]+at[1])) < n[0]
			}},
		},
	},
	{
		name: "cube", axes: 3, shared: 4, corners: cubeCorners, turns: cubeTurns(),
		drawings: []drawing{{"%dx%dx%d", 3, inBox}},
	},
	{
		name: "sticks", axes: 2, shared: 1, corners: stickEnds,
		turns: allTurns(quarter, 4, still, transpose),
		drawings: []drawing{
			{"%dx%d", 2, every(func(n []int, p point) bool { return 0 <= p[0] && p[0] <= n[1] && 0 <= p[1] && p[1] <= n[0] })},
			{"diamond %d", 1, besides(inDiamond)}, {"aztec %d", 1, besides(inAztec)},
		},
	},
}

func squareCorners(at point) []point {
	p := point{at[1], at[0]}
	return []point{p, p.plus(point{1, 0}), p.plus(point{0, 1}), p.plus(point{1, 1})}
}

func cubeCorners(at point) []point {
	var out []point
	for _, p := range squareCorners(point{at[1], at[2]}) {
		out = append(out, p.plus(point{0, 0, at[0]}), p.plus(point{0, 0, at[0] + 1}))
	}
	return out
}

// The triangle (0, 0) has its tip at the origin. It points up, as do those two
// columns further on, or a row down and a column further.
func triangleCorners(at point) []point {
	tip := point{(at[1] - at[0]) >> 1, at[0]} // or the corner at the left, above
	if (at[0]+at[1])%2 == 0 {
		return []point{tip, tip.plus(point{0, 1}), tip.plus(point{-1, 1})}
	}
	return []point{tip, tip.plus(point{1, 0}), tip.plus(point{0, 1})}
}

// The corners of a hexagon are thirds of steps from its middle, so that all is
// drawn three times as large.
func hexagonCorners(at point) []point {
	var out []point
	for _, d := range []point{{1, 1}, {-1, 2}, {-2, 1}, {-1, -1}, {1, -2}, {2, -1}} {
		out = append(out, point{3 * at[1], 3 * at[0]}.plus(d))
	}
	return out
}

func stickEnds(at point) []point {
	switch row, column := at[0], at[1]; {
	case (row+column)%2 == 0:
		return nil
	case row%2 == 0:
		return []point{{(column - 1) / 2, row / 2}, {(column + 1) / 2, row / 2}}
	default:
		return []point{{column / 2, (row - 1) / 2}, {column / 2, (row + 1) / 2}}
	}
}

func size(v int) int { return max(v, -v) }

func inBox(n []int, at point, _ []point) bool {
	for k, side := range n {
		if at[k] < 0 || at[k] >= side {
			return false
		}
	}
	return true
}

func inDiamond(n []int, at point, _ []point) bool { return size(at[0])+size(at[1]) < n[0] }

// inAztec is the definition of the Aztec diamond.
func inAztec(n []int, _ point, corners []point) bool {
	return every(func(n []int, p point) bool { return size(p[0])+size(p[1]) <= n[0]+1 })(n, point{}, corners)
}

// every makes a figure of the cells with all corners in a region.
func every(has func(n []int, p point) bool) func([]int, point, []point) bool {
	return func(n []int, _ point, corners []point) bool {
		return !slices.ContainsFunc(corners, func(p point) bool { return !has(n, p) })
	}
}

// besides makes a figure of the sides of the squares of another.
func besides(has func(n []int, at point, corners []point) bool) func([]int, point, []point) bool {
	return func(n []int, _ point, ends []point) bool {
		across := ends[1].minus(ends[0])
		for _, p := range []point{ends[0], ends[0].minus(point{across[1], across[0]})} {
			square := point{p[1], p[0]}
			if has(n, square, squareCorners(square)) {
				return true
			}
		}
		return false
	}
}

// middle is the middle of a cell, as many times over as it has corners. So
// motions act on it as on any point, and a shift by d adds d as many times.
func (g *geometry) middle(at point) point {
	var sum point
	for _, p := range g.corners(at) {
		sum = sum.plus(p)
	}
	return sum
}

func (g *geometry) isCell(at point) bool { return g.corners(at) != nil }

// isShift reports whether one cell can be shifted to another, given the
// difference of their middles.
func (g *geometry) isShift(d point) bool {
	n := len(g.corners(someCell))
	return d[0]%n == 0 && d[1]%n == 0 && d[2]%n == 0
}

// someCell is a cell on all lattices.
var someCell = point{0, 1}

// shift returns what a shift written in coordinates adds to the middle of a
// cell; false if the lattice has no such shift.
func (g *geometry) shift(d point) (point, bool) {
	by := g.middle(someCell.plus(d)).minus(g.middle(someCell))
	return by, g.isCell(someCell.plus(d)) && g.isShift(by)
}

// window lists the cells that are no further than so much from the origin.
func (g *geometry) window(far int) []point {
	var out []point
	for a := -far; a <= far; a++ {
		for b := -far; b <= far; b++ {
			at := point{a, b}
			if g.axes == 2 && g.isCell(at) {
				out = append(out, at)
			}
			for c := -far; g.axes == 3 && c <= far; c++ {
				out = append(out, point{a, b, c})
			}
		}
	}
	return out
}

// prepare makes the tables.
func (g *geometry) prepare() {
	g.known, g.drawn = map[point]point{}, map[string][]point{}
	for _, at := range g.window(map[int]int{2: 30, 3: 12}[g.axes]) {
		g.known[g.middle(at)] = at
	}
}

// coordinates returns the coordinates of the cell with a middle.
func (g *geometry) coordinates(middle point) point {
	at, ok := g.known[middle]
	if !ok {
		panic(fmt.Sprint(g.name, ": no cell at ", middle))
	}
	return at
}

// draw returns the cells of a figure, its corner at the origin or, on
// triangles, as near behind it as can be.
func (g *geometry) draw(d drawing, n []int) []point {
	var cells []point
	for _, at := range g.window(map[int]int{2: 10, 3: 3}[g.axes]) {
		if d.has(n, at, g.corners(at)) {
			cells = append(cells, at)
		}
	}
	home := leastOf(cells).times(-1)
	if _, ok := g.shift(home); !ok {
		home[1]++
	}
	for i := range cells {
		cells[i] = cells[i].plus(home)
	}
	return cells
}

func leastOf(cells []point) point {
	out := cells[0]
	for _, c := range cells {
		for k := range out {
			out[k] = min(out[k], c[k])
		}
	}
	return out
}

func greatestOf(cells []point) point {
	out := cells[0]
	for _, c := range cells {
		for k := range out {
			out[k] = max(out[k], c[k])
		}
	}
	return out
}

// written writes coordinates as puzzles do.
func (g *geometry) written(at point) string {
	return "(" + strings.Trim(strings.ReplaceAll(fmt.Sprint(at[:g.axes]), " ", ", "), "[]") + ")"
}

func (g *geometry) allWritten(cells []point) string {
	var out []string
	for _, at := range cells {
		out = append(out, g.written(at))
	}
	return strings.Join(out, " ")
}

// cellSet is a set of cells of a field, by number.
type cellSet uint32

func (s cellSet) has(i int) bool { return s>>i&1 != 0 }

func (s cellSet) with(i int) cellSet { return s | 1<<i }

// mostCells of a field make its puzzles small enough to try everything.
const mostCells = 14

// field is a board.
type field struct {
	*geometry
	text     string
	periods  []point // in coordinates
	around   []point // the same, as shifts of middles
	at       []point // the coordinates of each cell
	middles  []point
	optional cellSet
	joints   [][4]int // the sticks that meet at each inner joint: left, right, above, below
	numbers  map[point]int
}

// number returns the number of the cell with a middle, or of the one that the
// periods make it; -1 if it is not on the field.
func (f *field) number(middle point) int {
	n, known := f.numbers[middle]
	if !known {
		n = slices.IndexFunc(f.middles, func(m point) bool { return spans(f.around, middle.minus(m)) })
		f.numbers[middle] = n
	}
	return n
}

// add adds cells, but for those that are there under the periods.
func (f *field) add(cells []point, optional bool) {
	for _, at := range cells {
		middle := f.middle(at)
		if f.number(middle) >= 0 {
			continue
		}
		f.numbers = map[point]int{}
		if optional {
			f.optional = f.optional.with(len(f.at))
		}
		f.at = append(f.at, at)
		f.middles = append(f.middles, middle)
	}
}

// findJoints lists the joints at which four sticks meet. Each is the right end
// of one stick.
func (f *field) findJoints() {
	for i, at := range f.at {
		if f.name != "sticks" || at[0]%2 != 0 {
			continue
		}
		joint := f.corners(at)[1].times(2)
		meet := [4]int{i, f.number(joint.plus(point{1, 0})), f.number(joint.minus(point{0, 1})), f.number(joint.plus(point{0, 1}))}
		if slices.Min(meet[:]) >= 0 {
			f.joints = append(f.joints, meet)
		}
	}
}

// through returns the inner joints that a piece on these cells runs straight
// through. What counts is the sticks it covers, not how it came to do so.
func (f *field) through(cells cellSet) (joints uint32) {
	for k, meet := range f.joints {
		if cells.has(meet[0]) && cells.has(meet[1]) || cells.has(meet[2]) && cells.has(meet[3]) {
			joints |= 1 << k
		}
	}
	return joints
}

// randomField draws a board. It returns false if that came to nothing.
func (g *geometry) randomField(r *rand.Rand, wrapped bool) (*field, bool) {
	figure, name := g.randomFigure(r)
	if len(figure) > 2*mostCells {
		return nil, false
	}
	marks := randomMarks(r, figure)
	by := g.randomShift(r)
	cells, optional := marked(figure, marks, '#', by), marked(figure, marks, '?', by)
	all := append(slices.Clone(cells), optional...)
	if len(all) < 6 {
		return nil, false
	}
	f := &field{geometry: g, numbers: map[point]int{}}
	wrap, least := "", 6
	if wrapped {
		wrap, least = f.wrapAround(r, all), 4
	}
	f.text = fmt.Sprintf("board b on %s%s = (\"\"\"\n%s\"\"\" & %s) at %s\n", g.name, wrap, g.picture(r, figure, marks), name, g.written(by))
	f.add(cells, false)
	f.add(optional, true)
	f.findJoints()
	return f, least <= len(f.at) && len(f.at) <= mostCells && wrapped == (wrap != "")
}

// randomFigure returns a figure, not too large, and its name.
func (g *geometry) randomFigure(r *rand.Rand) ([]point, string) {
	d := g.drawings[r.IntN(len(g.drawings))]
	var n []int
	var sides []any
	for range d.sides {
		side := 1 + r.IntN(map[int]int{1: 4, 2: 4, 3: 3}[d.sides])
		n, sides = append(n, side), append(sides, side)
	}
	name := fmt.Sprintf(d.format, sides...)
	if _, known := g.drawn[name]; !known {
		g.drawn[name] = g.draw(d, n)
	}
	return g.drawn[name], name
}

// randomMarks leaves a small figure as it is half of the time. Otherwise some
// cells are left out and some are optional; and half of the time those from the
// end on are like those from the beginning, since chance alone is never
// symmetric.
func randomMarks(r *rand.Rand, figure []point) map[point]byte {
	marks := map[point]byte{}
	plain := r.IntN(2) == 0 && len(figure) <= mostCells
	for _, at := range figure {
		switch {
		case plain:
			marks[at] = '#'
		case r.IntN(max(len(figure), mostCells)) < mostCells-2:
			marks[at] = "####?"[r.IntN(5)]
		default:
			marks[at] = '.'
		}
	}
	if r.IntN(2) == 0 {
		for i, at := range figure {
			marks[at] = marks[figure[min(i, len(figure)-1-i)]]
		}
	}
	return marks
}

func marked(figure []point, marks map[point]byte, mark byte, by point) []point {
	var out []point
	for _, at := range figure {
		if marks[at] == mark {
			out = append(out, at.plus(by))
		}
	}
	return out
}

// picture draws marks. Off the figure it has cells here and there, which will be
// cut off.
func (g *geometry) picture(r *rand.Rand, figure []point, marks map[point]byte) string {
	far := greatestOf(figure)
	if g.axes == 2 {
		return g.layer(r, far[0], far[1], func(row, column int) point { return point{row, column} }, marks)
	}
	var layers []string
	for k := range far[0] + 1 {
		layers = append(layers, g.layer(r, far[1], far[2], func(row, column int) point { return point{k, row, column} }, marks))
	}
	return strings.Join(layers, "\n")
}

func (g *geometry) layer(r *rand.Rand, row, column int, at func(row, column int) point, marks map[point]byte) string {
	var b strings.Builder
	for i := range row + 1 {
		for j := range column + 1 {
			b.WriteByte(g.mark(r, at(i, j), marks))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func (g *geometry) mark(r *rand.Rand, at point, marks map[point]byte) byte {
	mark, drawn := marks[at]
	switch {
	case !g.isCell(at):
		return "+."[r.IntN(2)]
	case !drawn:
		return "#."[r.IntN(2)]
	case mark == '#' && g.name == "sticks":
		return "#-|"[r.IntN(3)]
	}
	return mark
}

// randomShift is a small shift that the lattice has.
func (g *geometry) randomShift(r *rand.Rand) point {
	for {
		var d point
		for k := range g.axes {
			d[k] = r.IntN(5) - 2
		}
		if _, ok := g.shift(d); ok {
			return d
		}
	}
}

// tile is a piece with its rules.
type tile struct {
	name, sides string
	drawn       []point // coordinates
	min, max    int     // copies; max < 0 for any number
	facings     [][]point
	region      cellSet // keep in, 0 for anywhere
	kept        []int   // keep to orientations, nil for any
	fixes       []fixture
	moves       []move // what the rules allow
}

// fixture is a fixed place.
type fixture struct {
	at     point // in coordinates
	facing int   // negative for any
}

// move is a place of a piece.
type move struct {
	cells  cellSet
	joints uint32 // that it runs straight through
	fixes  uint32 // that it is at, as a set of numbers
}

// stance is a way for a piece to come to a place. Around a ring there may be
// several.
type stance struct {
	move
	facing int
	corner point // in coordinates
}

func (k *tile) once() bool { return k.min == 1 && k.max == 1 }

// orient finds the orientations of a tile, in order.
func (k *tile) orient(g *geometry) {
	seen := map[string]bool{}
	for _, a := range g.turns {
		if k.sides == "fixed" && a != still || k.sides == "one-sided" && a.reflects() {
			continue
		}
		facing := g.faced(k.drawn, a)
		if key := fmt.Sprint(facing); !seen[key] {
			seen[key] = true
			k.facings = append(k.facings, facing)
		}
	}
}

// faced turns cells and returns their middles, shifted so that the same shape
// is always the same list.
func (g *geometry) faced(cells []point, a turning) []point {
	var out []point
	for _, at := range cells {
		out = append(out, a.of(g.middle(at)))
	}
	return g.settled(out)
}

// settled shifts middles as near to the origin as the first of them can be.
func (g *geometry) settled(middles []point) []point {
	slices.SortFunc(middles, func(p, q point) int { return slices.Compare(p[:], q[:]) })
	home, n := middles[0], len(g.corners(someCell))
	for k, v := range home {
		home[k] = v - (v%n+n)%n
	}
	for i := range middles {
		middles[i] = middles[i].minus(home)
	}
	return middles
}

// stances tries each orientation with its first cell on each cell of the field.
func (f *field) stances(k *tile) []stance {
	var out []stance
	for facing, middles := range k.facings {
		for _, m := range f.middles {
			d := m.minus(middles[0])
			if !f.isShift(d) {
				continue
			}
			if cells, ok := f.covered(middles, d); ok {
				out = append(out, stance{move{cells: cells, joints: f.through(cells)}, facing, f.cornerOf(middles, d)})
			}
		}
	}
	return out
}

// covered returns the cells that shifted middles are those of; false if one is
// off the field or there twice.
func (f *field) covered(middles []point, d point) (cells cellSet, ok bool) {
	for _, m := range middles {
		n := f.number(m.plus(d))
		if n < 0 || cells.has(n) {
			return 0, false
		}
		cells = cells.with(n)
	}
	return cells, true
}

func (f *field) cornerOf(middles []point, d point) point {
	var at []point
	for _, m := range middles {
		at = append(at, f.coordinates(m.plus(d)))
	}
	return leastOf(at)
}

// settle finds the moves that the rules leave: cells are a move if some stance
// obeys all rules.
func (f *field) settle(k *tile) {
	index := map[cellSet]int{}
	for _, s := range f.stances(k) {
		s.fixes = f.fixesOf(k, s)
		switch {
		case k.kept != nil && !slices.Contains(k.kept, s.facing):
			continue
		case k.region != 0 && s.cells&^k.region != 0:
			continue
		case k.once() && s.fixes != 1<<len(k.fixes)-1:
			continue
		}
		i, known := index[s.cells]
		if !known {
			i = len(k.moves)
			index[s.cells] = i
			k.moves = append(k.moves, s.move)
		}
		k.moves[i].fixes |= s.fixes
	}
}

func (f *field) fixesOf(k *tile, s stance) (fixes uint32) {
	for i, fix := range k.fixes {
		if spans(f.periods, fix.at.minus(s.corner)) && (fix.facing < 0 || fix.facing == s.facing) {
			fixes |= 1 << i
		}
	}
	return fixes
}

// riddle is a random packing.
type riddle struct {
	*field
	tiles    []*tile
	leave    [2]int // so many cells stay empty
	crossing bool   // is allowed
}

func (g *geometry) randomRiddle(r *rand.Rand, wrapped bool) (*riddle, bool) {
	f, ok := g.randomField(r, wrapped)
	if !ok {
		return nil, false
	}
	p := &riddle{field: f, crossing: f.geometry.name == "sticks" && r.IntN(4) == 0}
	for i := range 1 + r.IntN(3) {
		k := &tile{name: string(rune('A' + i)), sides: []string{"free", "free", "one-sided", "fixed"}[r.IntN(4)]}
		k.drawn = g.randomShape(r)
		k.min, k.max = randomCopies(r)
		if i > 0 && r.IntN(3) == 0 {
			k.imitate(r, g, p.tiles[i-1])
		}
		k.orient(g)
		f.randomRules(r, k)
		f.settle(k)
		p.tiles = append(p.tiles, k)
	}
	if r.IntN(4) > 0 {
		p.leave[0] = r.IntN(3)
		p.leave[1] = p.leave[0] + r.IntN(4)
	}
	return p, true
}

func randomCopies(r *rand.Rand) (least, most int) {
	if r.IntN(3) == 0 {
		return 0, -1
	}
	least = r.IntN(3)
	return least, max(1, least+r.IntN(3))
}

// randomShape is a shape of one to four cells, most of the time connected. Many
// shapes of sticks begin with two in a line, since those can cross.
func (g *geometry) randomShape(r *rand.Rand) []point {
	near := g.window(map[int]int{2: 3, 3: 1}[g.axes])
	n, loose := 1+r.IntN(4), r.IntN(4) == 0
	shape := []point{near[r.IntN(len(near))]}
	if g.name == "sticks" && r.IntN(2) == 0 {
		end := g.corners(shape[0])[1]
		shape = append(shape, g.coordinates(end.times(4).minus(g.middle(shape[0]))))
	}
	for tries := 0; len(shape) < n && tries < 1000; tries++ {
		at := near[r.IntN(len(near))]
		if !slices.Contains(shape, at) && (g.touches(shape, at) || loose && tries > 5) {
			shape = append(shape, at)
		}
	}
	return shape
}

func (g *geometry) touches(shape []point, at point) bool {
	return slices.ContainsFunc(shape, func(other point) bool {
		common := 0
		for _, p := range g.corners(other) {
			if slices.Contains(g.corners(at), p) {
				common++
			}
		}
		return common == g.shared
	})
}

// imitate makes a tile an image of another one, so that motions may exchange
// them.
func (k *tile) imitate(r *rand.Rand, g *geometry, other *tile) {
	k.drawn = nil
	for _, m := range g.faced(other.drawn, g.turns[r.IntN(len(g.turns))]) {
		k.drawn = append(k.drawn, g.coordinates(m))
	}
	if r.IntN(4) > 0 {
		k.sides, k.min, k.max = other.sides, other.min, other.max
	}
}

func (f *field) randomRules(r *rand.Rand, k *tile) {
	if r.IntN(6) == 0 {
		k.region = cellSet(1 + r.IntN(1<<len(f.at)-1))
		for i := range f.at {
			if r.IntN(2) == 0 {
				k.region = k.region.with(i)
			}
		}
	}
	if r.IntN(6) == 0 {
		for o := range k.facings {
			if r.IntN(2) == 0 {
				k.kept = append(k.kept, o)
			}
		}
	}
	stances := f.stances(k)
	for len(stances) > 0 && len(k.fixes) < 2 && r.IntN(5) == 0 {
		s := stances[r.IntN(len(stances))]
		fix := fixture{f.elsewhere(r, s.corner), -1}
		if r.IntN(2) == 0 {
			fix.facing = s.facing
		}
		if !slices.ContainsFunc(k.fixes, func(other fixture) bool { return other.at == fix.at }) {
			k.fixes = append(k.fixes, fix)
		}
	}
}

// write writes the puzzle.
func (p *riddle) write(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString(p.text)
	var set, rules []string
	for _, k := range p.tiles {
		fmt.Fprintf(&b, "piece %s on %s %s = cells %s\n", k.name, p.name, k.sides, p.allWritten(k.drawn))
		copies := fmt.Sprintf("%d..%d of ", k.min, k.max)
		if k.max < 0 {
			copies = "any of "
		}
		set = append(set, copies+k.name)
		rules = append(rules, p.rulesOf(r, k)...)
	}
	if p.leave[1] > 0 {
		rules = append(rules, fmt.Sprintf("leave %d..%d empty", p.leave[0], p.leave[1]))
	}
	if p.crossing {
		rules = append(rules, "allow crossing")
	}
	fmt.Fprintf(&b, "pack b with %s {\n%s\n}\n", strings.Join(set, " + "), strings.Join(rules, "\n"))
	return b.String()
}

func (p *riddle) rulesOf(r *rand.Rand, k *tile) (rules []string) {
	if k.region != 0 {
		var cells []point
		for i, at := range p.at {
			if k.region.has(i) {
				cells = append(cells, p.elsewhere(r, at))
			}
		}
		rules = append(rules, fmt.Sprintf("keep %s in cells %s", k.name, p.allWritten(cells)))
	}
	if k.kept != nil {
		list := strings.Trim(strings.ReplaceAll(fmt.Sprint(k.kept), " ", ", "), "[]")
		rules = append(rules, fmt.Sprintf("keep %s to orientations %s", k.name, list))
	}
	for _, fix := range k.fixes {
		rule := fmt.Sprintf("fix %s at %s", k.name, p.written(fix.at))
		if fix.facing >= 0 {
			rule += fmt.Sprintf(" orientation %d", fix.facing)
		}
		rules = append(rules, rule)
	}
	return rules
}

// laid is a piece on cells: its number, then the cells, in one word.
type laid uint32

func lay(tile int, cells cellSet) laid { return laid(tile)<<mostCells | laid(cells) }

// layout is a solution: what is laid, in order.
type layout []laid

// key tells layouts apart.
func (l layout) key() string {
	slices.Sort(l)
	var b strings.Builder
	for _, v := range l {
		b.WriteRune(rune(v))
	}
	return b.String()
}

// attempt is a board that is being filled.
type attempt struct {
	*riddle
	starting [mostCells][]laidMove // the moves whose first cell is this
	taken    cellSet
	joints   uint32
	empty    int
	stack    []laidMove
	found    map[string]layout
}

type laidMove struct {
	tile int
	move
}

// mostSolutions bounds what a puzzle may have.
const mostSolutions = 400

// solve finds all solutions; false if there are too many.
func (p *riddle) solve() (map[string]layout, bool) {
	a := &attempt{riddle: p, found: map[string]layout{}}
	for i, k := range p.tiles {
		for _, m := range k.moves {
			first := bits.TrailingZeros32(uint32(m.cells))
			a.starting[first] = append(a.starting[first], laidMove{i, m})
		}
	}
	a.fill(0)
	return a.found, len(a.found) <= mostSolutions
}

// fill decides on the cells from one on.
func (a *attempt) fill(cell int) {
	for cell < len(a.at) && a.taken.has(cell) {
		cell++
	}
	if len(a.found) > mostSolutions {
		return
	}
	if cell == len(a.at) {
		if a.complete() {
			l := a.layout()
			a.found[l.key()] = l
		}
		return
	}
	for _, m := range a.starting[cell] {
		if m.cells&a.taken == 0 && (a.crossing || m.joints&a.joints == 0) {
			a.lay(m)
			a.fill(cell + 1)
			a.unlay(m)
		}
	}
	if a.optional.has(cell) {
		a.fill(cell + 1)
	} else if a.empty < a.leave[1] {
		a.empty++
		a.fill(cell + 1)
		a.empty--
	}
}

// Two pieces never lie on one joint while crossing is forbidden; while it is
// allowed nobody asks for the joints. So they can be flipped back and forth.
func (a *attempt) lay(m laidMove) {
	a.taken ^= m.cells
	a.joints ^= m.joints
	a.stack = append(a.stack, m)
}

func (a *attempt) unlay(m laidMove) {
	a.taken ^= m.cells
	a.joints ^= m.joints
	a.stack = a.stack[:len(a.stack)-1]
}

func (a *attempt) layout() layout {
	l := layout{}
	for _, m := range a.stack {
		l = append(l, lay(m.tile, m.cells))
	}
	return l
}

func (a *attempt) complete() bool {
	used, fixes := make([]int, len(a.tiles)), make([]uint32, len(a.tiles))
	for _, m := range a.stack {
		used[m.tile]++
		fixes[m.tile] |= m.fixes
	}
	for i, k := range a.tiles {
		if used[i] < k.min || k.max >= 0 && used[i] > k.max || fixes[i] != 1<<len(k.fixes)-1 {
			return false
		}
	}
	return a.empty >= a.leave[0]
}

// symmetry is a motion as it acts on the cells and the tiles.
type symmetry struct{ cells, tiles []int }

func (s symmetry) ofCells(cells cellSet) (out cellSet) {
	for i, j := range s.cells {
		if cells.has(i) {
			out = out.with(j)
		}
	}
	return out
}

func (s symmetry) ofLayout(l layout) layout {
	var out layout
	for _, v := range l {
		out = append(out, lay(s.tiles[v>>mostCells], s.ofCells(cellSet(v&(1<<mostCells-1)))))
	}
	return out
}

// symmetries tries every motion with every shift that brings the first cell to
// a cell.
func (p *riddle) symmetries() []symmetry {
	var out []symmetry
	for _, a := range p.turns {
		if slices.ContainsFunc(p.around, func(period point) bool { return !spans(p.around, a.of(period)) }) {
			continue
		}
		for _, m := range p.middles {
			d := m.minus(a.of(p.middles[0]))
			if !p.isShift(d) {
				continue
			}
			if s := (symmetry{cells: p.moved(a, d)}); s.cells != nil && p.partners(a, &s) && p.keepsFixes(s) {
				out = append(out, s)
			}
		}
	}
	return out
}

// moved returns what becomes of each cell; nil if one leaves the field, or its
// kind.
func (p *riddle) moved(a turning, d point) []int {
	var cells []int
	for i, m := range p.middles {
		j := p.number(a.of(m).plus(d))
		if j < 0 || p.optional.has(i) != p.optional.has(j) {
			return nil
		}
		cells = append(cells, j)
	}
	return cells
}

// partners finds a tile for each tile to become: with as many copies, the images
// of the orientations, and the images of the moves. Of several the first one
// that is free will do.
func (p *riddle) partners(a turning, s *symmetry) bool {
	for _, k := range p.tiles {
		j := slices.IndexFunc(p.tiles, func(other *tile) bool {
			return !slices.Contains(s.tiles, slices.Index(p.tiles, other)) && p.becomes(a, *s, k, other)
		})
		if j < 0 {
			return false
		}
		s.tiles = append(s.tiles, j)
	}
	return true
}

func (p *riddle) becomes(a turning, s symmetry, k, other *tile) bool {
	if k.min != other.min || k.max != other.max || len(k.moves) != len(other.moves) || len(k.facings) != len(other.facings) {
		return false
	}
	for _, facing := range k.facings {
		var middles []point
		for _, m := range facing {
			middles = append(middles, a.of(m))
		}
		middles = p.settled(middles)
		if !slices.ContainsFunc(other.facings, func(f []point) bool { return slices.Equal(f, middles) }) {
			return false
		}
	}
	for _, m := range k.moves {
		if !slices.ContainsFunc(other.moves, func(n move) bool { return n.cells == s.ofCells(m.cells) }) {
			return false
		}
	}
	return true
}

// keepsFixes reports whether the moves that are at a fixed place, of a tile of
// which there may be several, stay there.
func (p *riddle) keepsFixes(s symmetry) bool {
	for i, k := range p.tiles {
		for _, m := range k.moves {
			if k.once() || m.fixes == 0 {
				continue
			}
			if s.tiles[i] != i || !slices.ContainsFunc(k.moves, func(n move) bool { return n.cells == s.ofCells(m.cells) && n.fixes == m.fixes }) {
				return false
			}
		}
	}
	return true
}

// tally counts what the random puzzles were like.
type tally struct {
	tried, solvable, symmetric, classes, fixed, kept, optional, crossings, rings, overlaps int
}

// check compares a puzzle's solutions, and then those that are kept of each
// class, with what trying finds.
func (p *riddle) check(t *testing.T, text string, count *tally) {
	t.Helper()
	want, ok := p.solve()
	if !ok {
		return
	}
	count.tried++
	tree, err := parse.File("test.puz", []byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	got, _ := p.compiledLayouts(t, tree, text, false)
	if !maps.EqualFunc(got, want, func(_, _ layout) bool { return true }) {
		t.Fatalf("%d solutions, trying finds %d\n%s", len(got), len(want), text)
	}
	if len(want) > 0 {
		kept, sizes := p.compiledLayouts(t, tree, text, true)
		p.checkClasses(t, text, want, kept, sizes)
		p.count(count, len(want), len(kept))
	}
}

// checkClasses moves each solution that is kept by every motion. The images are
// its class; all solutions must be in one, and in one only.
func (p *riddle) checkClasses(t *testing.T, text string, want, kept map[string]layout, sizes map[string]int) {
	t.Helper()
	group := p.symmetries()
	left := maps.Clone(want)
	for key, l := range kept {
		class := map[string]bool{}
		for _, s := range group {
			class[s.ofLayout(l).key()] = true
		}
		if sizes[key] != len(class) {
			t.Fatalf("the class of a solution has %d, by motions %d\n%s", sizes[key], len(class), text)
		}
		for image := range class {
			if left[image] == nil {
				t.Fatalf("an image is no solution, or two of a class are kept\n%s", text)
			}
			delete(left, image)
		}
	}
	if len(left) > 0 {
		t.Fatalf("of %d solutions in %d classes, %d have none of their class kept\n%s", len(want), len(kept), len(left), text)
	}
}

// compiledLayouts solves a puzzle, and tells the sizes of the classes if one
// solution of each is wanted.
func (p *riddle) compiledLayouts(t *testing.T, tree *ast.File, text string, upToSymmetry bool) (map[string]layout, map[string]int) {
	t.Helper()
	program, err := compile.Compile(tree, check.Importer{}, compile.Options{UpToSymmetry: upToSymmetry})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	out, sizes := map[string]layout{}, map[string]int{}
	for s := range dlx.NewSearch(program.Problem, dlx.Options{Chooser: choose.MRV{}}).Solutions(context.Background()) {
		if !program.Keeps(s) {
			continue
		}
		l := p.layoutOf(program.Decode(s))
		if out[l.key()] != nil {
			t.Fatalf("a solution is there twice\n%s", text)
		}
		out[l.key()] = l
		if upToSymmetry {
			sizes[l.key()] = program.Symmetry.OrbitSize(s)
		}
	}
	return out, sizes
}

func (p *riddle) layoutOf(placements []compile.Placement) layout {
	l := layout{}
	for _, pl := range placements {
		var cells cellSet
		for _, c := range pl.Cells {
			cells = cells.with(p.number(p.middle(point{int(c[0]), int(c[1]), int(c[2])})))
		}
		l = append(l, lay(int(pl.Piece[0]-'A'), cells))
	}
	return l
}

func (p *riddle) count(count *tally, solutions, classes int) {
	if solutions == 0 {
		return
	}
	count.solvable++
	add := func(n *int, is bool) {
		if is {
			*n++
		}
	}
	add(&count.symmetric, classes < solutions)
	add(&count.optional, p.optional != 0)
	count.classes += classes
	for _, k := range p.tiles {
		add(&count.fixed, len(k.fixes) > 0)
		add(&count.kept, k.kept != nil || k.region != 0)
	}
	add(&count.crossings, p.crossingMatters(solutions))
	p.countRings(count)
}

// crossingMatters reports whether there would be other solutions if pieces could
// cross, or could not.
func (p *riddle) crossingMatters(solutions int) bool {
	other := *p
	other.crossing = !p.crossing
	found, _ := other.solve()
	return len(found) != solutions
}

// countRings counts the tiles that come to some cells in several ways, and
// those that would lie on themselves.
func (p *riddle) countRings(count *tally) {
	for _, k := range p.tiles {
		stances := p.stances(k)
		seen := map[cellSet]bool{}
		for _, s := range stances {
			seen[s.cells] = true
		}
		if len(seen) < len(stances) {
			count.rings++
		}
		if p.overlaps(k) {
			count.overlaps++
		}
	}
}

// TestLattices: boards that are not wrapped.
func TestLattices(t *testing.T) {
	for k, g := range geometries {
		t.Run(g.name, func(t *testing.T) {
			t.Parallel()
			g.compare(t, rand.New(rand.NewPCG(11, uint64(k))), false)
		})
	}
}

// riddlesEach is the number of puzzles on each lattice.
const riddlesEach = 1000

// compare checks random puzzles, and that they were of many kinds.
func (g *geometry) compare(t *testing.T, r *rand.Rand, wrapped bool) {
	t.Helper()
	g.prepare()
	var count tally
	for count.tried < riddlesEach {
		if p, ok := g.randomRiddle(r, wrapped); ok {
			p.check(t, p.write(r), &count)
		}
	}
	t.Logf("%+v", count)
	if count.solvable < 150 || min(count.symmetric, count.fixed, count.kept, count.optional) < 40 {
		t.Error("too few puzzles with solutions, symmetries, rules and optional cells")
	}
	if g.name == "sticks" && count.crossings < 20 {
		t.Error("pieces hardly ever cross")
	}
	if wrapped && (count.rings < 40 || count.overlaps < 20) {
		t.Error("pieces hardly ever go around the board")
	}
}
