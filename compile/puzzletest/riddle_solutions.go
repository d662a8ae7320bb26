package puzzletest

import (
	"math/bits"
	"slices"
	"strings"
)

// laid is a piece on cells: its number, then the set of cells, in one word.
type laid uint32

func lay(tile int, cells cellSet) laid { return laid(tile)<<mostCells | laid(cells) }

// layout is a solution: the pieces on cells, sorted.
type layout []laid

// key returns a key that differs for different layouts.
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
	starting [mostCells][]laidMove // by cell: the moves whose first cell it is
	taken    cellSet
	empty    int
	steps    int // the number of boards tried so far
	stack    []laidMove
	found    map[string]layout
}

type laidMove struct {
	tile int
	move
}

// mostSolutions bounds the solutions of a puzzle, and mostSteps the boards tried for them.
const (
	mostSolutions = 400
	mostSteps     = 500_000
)

// solve returns all solutions; false if there are too many, or if trying takes too long.
func (p *riddle) solve() (map[string]layout, bool) {
	a := &attempt{riddle: p, found: map[string]layout{}}
	for i, k := range p.tiles {
		for _, m := range k.moves {
			first := bits.TrailingZeros32(uint32(m.cells))
			a.starting[first] = append(a.starting[first], laidMove{i, m})
		}
	}
	a.fill(0)
	return a.found, len(a.found) <= mostSolutions && a.steps <= mostSteps
}

// fill fills the cells from a cell on, in all ways.
func (a *attempt) fill(cell int) {
	for cell < len(a.at) && a.taken.has(cell) {
		cell++
	}
	if a.steps++; len(a.found) > mostSolutions || a.steps > mostSteps {
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
		if m.cells&a.taken == 0 && (a.allowed || !a.crosses(m)) && !a.touches(m) {
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

// crosses reports whether a move crosses one that is laid.
func (a *attempt) crosses(m laidMove) bool {
	return slices.ContainsFunc(a.stack, func(other laidMove) bool { return a.cross(m.cells, other.cells) })
}

// touches reports whether a move touches one that is laid, against a rule.
func (a *attempt) touches(m laidMove) bool {
	return slices.ContainsFunc(a.stack, func(other laidMove) bool { return a.touch(m, other) })
}

func (a *attempt) lay(m laidMove) {
	a.taken ^= m.cells
	a.stack = append(a.stack, m)
}

func (a *attempt) unlay(m laidMove) {
	a.taken ^= m.cells
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
	if !a.joins(a.taken) {
		return false
	}
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
type symmetry struct {
	cells, tiles []int
	reflects     bool
}

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

// symmetries returns the symmetries. It tries every motion with every shift that maps the first cell to a cell.
func (p *riddle) symmetries() []symmetry {
	var out []symmetry
	for _, a := range p.turns {
		if slices.ContainsFunc(p.around, func(period point) bool { return !spans(p.around, a.of(period)) }) {
			continue
		}
		for _, m := range p.middles {
			d := m.minus(p.image(a, p.middles[0]))
			if !p.isShift(d) {
				continue
			}
			if s := (symmetry{cells: p.moved(a, d), reflects: a.reflects()}); s.cells != nil && p.partners(a, &s) &&
				p.keepsFixes(s) {
				out = append(out, s)
			}
		}
	}
	return out
}

// moved returns the image of each cell; nil if one is off the field, or of another kind.
func (p *riddle) moved(a turning, d point) []int {
	var cells []int
	for i, m := range p.middles {
		j := p.number(p.image(a, m).plus(d))
		if j < 0 || p.optional.has(i) != p.optional.has(j) {
			return nil
		}
		cells = append(cells, j)
	}
	return cells
}

// partners finds an image for each tile: a tile with as many copies, the images of the orientations, and the
// images of the moves. Of several it takes the first one that is free.
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
	if p.apart.has(slices.Index(p.tiles, k)) != p.apart.has(slices.Index(p.tiles, other)) ||
		k.min != other.min || k.max != other.max || len(k.moves) != len(other.moves) ||
		len(k.facings) != len(other.facings) {
		return false
	}
	for _, facing := range k.facings {
		var middles []point
		for _, m := range facing {
			middles = append(middles, p.image(a, m))
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

// keepsFixes reports whether moves at a fixed place are mapped to moves at that place, for tiles with several
// copies.
func (p *riddle) keepsFixes(s symmetry) bool {
	for i, k := range p.tiles {
		for _, m := range k.moves {
			if k.once() || m.fixes == 0 {
				continue
			}
			if s.tiles[i] != i || !slices.ContainsFunc(k.moves,
				func(n move) bool { return n.cells == s.ofCells(m.cells) && n.fixes == m.fixes }) {
				return false
			}
		}
	}
	return true
}
