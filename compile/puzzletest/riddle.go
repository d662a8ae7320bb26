package puzzletest

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
)

// cellSet is a set of cells of a field, by number.
type cellSet uint32

func (s cellSet) has(i int) bool { return s>>i&1 != 0 }

func (s cellSet) with(i int) cellSet { return s | 1<<i }

// mostCells is the greatest number of cells of a field, so that everything can be tried.
const mostCells = 14

// field is a board.
type field struct {
	*geometry
	text     string
	periods  []point // in coordinates
	around   []point // the periods as shifts of middles
	at       []point // by cell: its coordinates
	middles  []point
	optional cellSet
	crossing [][2]cellSet // two opposite pairs of four sticks around a joint
	numbers  map[point]int
}

// number returns the number of the cell with a middle, up to periods; -1 if it is not on the field.
func (f *field) number(middle point) int {
	n, known := f.numbers[middle]
	if !known {
		n = slices.IndexFunc(f.middles, func(m point) bool { return spans(f.around, middle.minus(m)) })
		f.numbers[middle] = n
	}
	return n
}

// add adds cells, except for those that are equal to one on the field.
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

// findCrossings finds the crossings at the ends of each stick, by the angles of the sticks there.
func (f *field) findCrossings() {
	if !f.linear() {
		return
	}
	for _, at := range f.at {
		for _, joint := range f.corners(at) {
			angles := map[float64]int{}
			for k := range 25 {
				near := at.plus(point{k/5 - 2, k%5 - 2})
				ends := f.corners(near)
				if !slices.Contains(ends, joint) {
					continue
				}
				if n := f.number(f.middle(near)); n >= 0 {
					away := ends[0].plus(ends[1]).minus(joint.times(2))
					angles[math.Atan2(float64(away[1]), float64(away[0]))] = n
				}
			}
			var meet []int
			for _, angle := range slices.Sorted(maps.Keys(angles)) {
				meet = append(meet, angles[angle])
			}
			for i := range meet {
				for j := range i {
					for k := range j {
						for l := range k {
							x := [2]cellSet{cellSet(0).with(meet[l]).with(meet[j]),
								cellSet(0).with(meet[k]).with(meet[i])}
							if !slices.Contains(f.crossing, x) {
								f.crossing = append(f.crossing, x)
							}
						}
					}
				}
			}
		}
	}
}

// cross reports whether each of two pieces has sticks on both sides of the other at a joint. This depends only
// on the cells that they cover.
func (f *field) cross(a, b cellSet) bool {
	for _, x := range f.crossing {
		if a&x[0] == x[0] && b&x[1] == x[1] || b&x[0] == x[0] && a&x[1] == x[1] {
			return true
		}
	}
	return false
}

// randomField makes a board. It returns false if it fails.
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
	f.text = fmt.Sprintf("shape drawn on %s = \"\"\"\n%s\"\"\" & %s\nboard b on %s%s = drawn at %s\n", g.name,
		g.picture(r, figure, marks), name, g.name, wrap, g.written(by))
	f.add(cells, false)
	f.add(optional, true)
	f.findCrossings()
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

// randomMarks returns marks for the cells of a figure. Half of the small figures are unchanged. In others some
// cells are left out and some are optional. In half of these the marks are symmetric about the middle, as
// random marks hardly ever are.
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

// picture returns a picture of the marks. It has some cells off the figure, which are cut off.
func (g *geometry) picture(r *rand.Rand, figure []point, marks map[point]byte) string {
	far := greatestOf(figure)
	if g.axes == 2 {
		return g.layer(r, far[0], far[1], func(row, column int) point { return point{row, column} }, marks)
	}
	var layers []string
	for k := range far[0] + 1 {
		layers = append(layers, g.layer(r, far[1], far[2], func(row, column int) point { return point{k, row, column} },
			marks))
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
	case mark == '#' && g.linear():
		return map[bool]string{true: "#-|", false: "#-/\\"}[g.name == "sticks"][r.IntN(3)]
	}
	return mark
}

// randomShift returns a small shift of the lattice.
func (g *geometry) randomShift(r *rand.Rand) point {
	for {
		var d point
		for k := range g.axes {
			d[k] = r.IntN(5) - 2
		}
		d = g.nextShift(d)
		if _, ok := g.shift(d); ok {
			return d
		}
	}
}

// tile is a piece with its rules.
type tile struct {
	name, sides string
	drawn       []point // in coordinates
	min, max    int     // copies; max < 0 for any number
	facings     [][]point
	region      cellSet // cells that a `keep` rule allows, 0 for all
	view        string  // that region as a part of the board, or empty
	kept        []int   // orientations that a `keep` rule allows, nil for all
	fixes       []fixture
	moves       []move // moves that the rules allow
}

// fixture is a fixed place.
type fixture struct {
	at     point // in coordinates
	facing int   // number of the orientation; negative for any
}

// move is a piece at a place.
type move struct {
	cells cellSet
	fixes uint32 // set of the fixtures that it satisfies, by number
}

// stance is a way for a piece to reach a place. On a wrapped board there may be several.
type stance struct {
	move
	facing int
	corner point // in coordinates
}

func (k *tile) once() bool { return k.min == 1 && k.max == 1 }

// orient computes the orientations of a tile, in order.
func (k *tile) orient(g *geometry) {
	seen := map[string]bool{}
	for _, a := range g.turns {
		if k.sides == "fixed" && a != still || k.sides == "one-sided" && a.reflects() && !g.ownMirrorImage(k.drawn) {
			continue
		}
		facing := g.faced(k.drawn, a)
		if key := fmt.Sprint(facing); !seen[key] {
			seen[key] = true
			k.facings = append(k.facings, facing)
		}
	}
}

// ownMirrorImage reports whether a shape lies in a plane, so that the reflection in it keeps the shape; the
// same holds for balls.
func (g *geometry) ownMirrorImage(shape []point) bool {
	var steps [][]int
	for _, at := range shape {
		d := g.middle(at).minus(g.middle(shape[0]))
		steps = append(steps, d[:])
	}
	for i := range steps {
		for j := range i {
			for k := range j {
				if determinant([][]int{steps[i], steps[j], steps[k]}) != 0 {
					return false
				}
			}
		}
	}
	return g.name == "balls"
}

// faced turns cells and returns their middles, shifted so that equal shapes give equal lists.
func (g *geometry) faced(cells []point, a turning) []point {
	var out []point
	for _, at := range cells {
		out = append(out, g.image(a, g.middle(at)))
	}
	return g.settled(out)
}

// settled shifts middles so that the first is as near to the origin as possible.
func (g *geometry) settled(middles []point) []point {
	slices.SortFunc(middles, func(p, q point) int { return slices.Compare(p[:], q[:]) })
	home, n := middles[0], g.step()
	for k, v := range home {
		home[k] = v - (v%n+n)%n
	}
	if g.name == "balls" {
		home = middles[0]
	}
	if g.name == "twigs" { // (2, 2) is a shift, but (2, 0) is none
		k := (middles[0][0] - home[0]) / 2
		home = home.plus(point{2 * k, 2*k - n})
		for middles[0][1]-home[1] >= n {
			home[1] += n
		}
	}
	for i := range middles {
		middles[i] = middles[i].minus(home)
	}
	return middles
}

// stances returns each orientation with its first cell on each cell of the field.
func (f *field) stances(k *tile) []stance {
	var out []stance
	for facing, middles := range k.facings {
		for _, m := range f.middles {
			d := m.minus(middles[0])
			if !f.isShift(d) {
				continue
			}
			if cells, ok := f.covered(middles, d); ok {
				out = append(out, stance{move{cells: cells}, facing, f.cornerOf(middles, d)})
			}
		}
	}
	return out
}

// covered returns the set of cells with shifted middles; false if one is off the field or covered twice.
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

// settle computes the moves that the rules allow: cells are a move if some stance obeys all rules.
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
	tiles   []*tile
	leave   [2]int  // range for the number of empty cells
	allowed bool    // whether pieces may cross
	near    [][]int // by cell: those that are not of different pieces; nil if no rule says so
	apart   cellSet // the numbers of the pieces of that rule; 0 for all
	joined  bool    // whether the cells that stay empty are in one part
}

func (g *geometry) randomRiddle(r *rand.Rand, wrapped bool) (*riddle, bool) {
	f, ok := g.randomField(r, wrapped)
	if !ok {
		return nil, false
	}
	p := &riddle{field: f, allowed: f.linear() && r.IntN(4) == 0}
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
	if len(p.at) > 0 && r.IntN(4) == 0 {
		p.near = p.neighbours()
		if r.IntN(2) == 0 {
			p.apart = cellSet(1 + r.IntN(1<<len(p.tiles)-1))
		}
	}
	p.joined = p.leave[1] > 1 && r.IntN(3) == 0
	return p, true
}

// joins reports whether the cells that stay empty beside taken ones may be as they are.
func (p *riddle) joins(taken cellSet) bool {
	if !p.joined {
		return true
	}
	part, parts := make([]int, len(p.at)), 0
	for i := range p.at {
		if part[i] = -1; !taken.has(i) {
			part[i] = i
			parts++
		}
	}
	for i, near := range p.neighbours() {
		for _, j := range near {
			from, to := part[i], part[j]
			if from < 0 || to < 0 || from == to {
				continue
			}
			parts--
			for k := range part {
				if part[k] == from {
					part[k] = to
				}
			}
		}
	}
	return parts <= 1
}

// touch reports whether two pieces on cells break the rule that they are apart.
func (p *riddle) touch(a, b laidMove) bool {
	if p.near == nil || p.apart != 0 && !(p.apart.has(a.tile) && p.apart.has(b.tile)) {
		return false
	}
	for i := range p.at {
		if a.cells.has(i) && slices.ContainsFunc(p.near[i], b.cells.has) {
			return true
		}
	}
	return false
}

func randomCopies(r *rand.Rand) (least, most int) {
	if r.IntN(3) == 0 {
		return 0, -1
	}
	least = r.IntN(3)
	return least, max(1, least+r.IntN(3))
}

// randomShape returns a shape of one to four cells, usually connected. Many shapes of sticks begin with two in
// a line, since those can cross.
func (g *geometry) randomShape(r *rand.Rand) []point {
	near := g.window(map[int]int{2: 3, 3: 1}[g.axes])
	n, loose := 1+r.IntN(4), r.IntN(4) == 0
	shape := []point{near[r.IntN(len(near))]}
	if g.linear() && g.period == 0 && r.IntN(2) == 0 {
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

// imitate makes a tile an image of another one, so that motions may exchange them.
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
	if text, cells := f.portion(r); r.IntN(8) == 0 && len(cells) > 0 {
		k.view = text
		for _, i := range cells {
			k.region = k.region.with(i)
		}
	} else if r.IntN(6) == 0 {
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

// write returns the text of the puzzle.
func (p *riddle) write(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString(p.text)
	var set, rules []string
	for _, k := range p.tiles {
		fmt.Fprintf(&b, "piece %s on %s %s = %s\n", k.name, p.name, k.sides, p.allWritten(k.drawn))
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
	if p.joined {
		rules = append(rules, "connected empty")
	}
	if p.near != nil {
		var of []string
		for i, k := range p.tiles {
			if p.apart.has(i) {
				of = append(of, k.name)
			}
		}
		rules = append(rules, "apart"+map[bool]string{true: " {" + strings.Join(of, ", ") + "}"}[p.apart != 0])
	}
	if p.allowed {
		rules = append(rules, "allow crossing")
	}
	fmt.Fprintf(&b, "pack b with %s {\n%s\n}\n", strings.Join(set, " + "), strings.Join(rules, "\n"))
	return b.String()
}

func (p *riddle) rulesOf(r *rand.Rand, k *tile) (rules []string) {
	if k.view != "" {
		rules = append(rules, fmt.Sprintf("keep %s in %s", k.name, k.view))
	} else if k.region != 0 {
		var cells []point
		for i, at := range p.at {
			if k.region.has(i) {
				cells = append(cells, p.elsewhere(r, at))
			}
		}
		rules = append(rules, fmt.Sprintf("keep %s in %s", k.name, p.allWritten(cells)))
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
