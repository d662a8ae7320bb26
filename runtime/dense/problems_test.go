package dense_test

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

// shapes are the kinds of random problems.
var shapes = map[string]matrixtest.Shape{
	"plain":      {Primary: 6, Options: 12},
	"secondary":  {Primary: 4, Secondary: 4, Options: 12},
	"colors":     {Primary: 4, Secondary: 4, Options: 12, Colors: 3},
	"one color":  {Primary: 4, Secondary: 4, Options: 12, Colors: 1},
	"bounds":     {Primary: 4, Options: 11, Bounds: true},
	"nogoods":    {Primary: 5, Options: 12, Nogoods: 5},
	"everything": {Primary: 4, Secondary: 3, Options: 12, Colors: 2, Bounds: true, Nogoods: 4},
}

// fits reports whether the engine takes a problem, by its bounds.
func fits(p *matrix.Problem) bool {
	for i := range matrix.ItemID(p.Primary()) {
		if b := p.Bound(i); b.Min > 1 || b.Max > 1 {
			return false
		}
	}
	return true
}

// random returns so many random problems of a shape, less those that do not fit.
func random(r *rand.Rand, shape string, rounds int) []*matrix.Problem {
	var problems []*matrix.Problem
	for range rounds {
		if p := matrixtest.Random(r, shapes[shape]); fits(p) {
			problems = append(problems, p)
		}
	}
	return problems
}

// builder makes problems of items by name.
type builder struct {
	*matrix.Builder
	items map[string]matrix.ItemID
}

func newBuilder(primary ...string) *builder {
	b := &builder{matrix.NewBuilder(), map[string]matrix.ItemID{}}
	for _, name := range primary {
		b.items[name] = b.Primary(name, matrix.Once)
	}
	return b
}

// option adds an option. Items that are not known are secondary.
func (b *builder) option(names ...string) {
	var entries []matrix.Entry
	for _, name := range names {
		if _, ok := b.items[name]; !ok {
			b.items[name] = b.Secondary(name)
		}
		entries = append(entries, matrix.Entry{Item: b.items[name]})
	}
	b.Option(entries...)
}

func (b *builder) built() *matrix.Problem {
	p, err := b.Build()
	if err != nil {
		panic(err) // the builder was used as it should be
	}
	return p
}

type cell struct{ x, y int }

// pentominoes by the letters of their shapes.
var pentominoes = map[string][]cell{
	"F": {{0, 1}, {0, 2}, {1, 0}, {1, 1}, {2, 1}}, "I": {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}},
	"L": {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {3, 1}}, "P": {{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 0}},
	"N": {{0, 1}, {1, 1}, {2, 0}, {2, 1}, {3, 0}}, "T": {{0, 0}, {0, 1}, {0, 2}, {1, 1}, {2, 1}},
	"U": {{0, 0}, {0, 2}, {1, 0}, {1, 1}, {1, 2}}, "V": {{0, 0}, {1, 0}, {2, 0}, {2, 1}, {2, 2}},
	"W": {{0, 0}, {1, 0}, {1, 1}, {2, 1}, {2, 2}}, "X": {{0, 1}, {1, 0}, {1, 1}, {1, 2}, {2, 1}},
	"Y": {{0, 1}, {1, 0}, {1, 1}, {2, 1}, {3, 1}}, "Z": {{0, 0}, {0, 1}, {1, 1}, {2, 1}, {2, 2}},
}

func (c cell) name() string { return fmt.Sprintf("%d,%d", c.x, c.y) }

// orientations returns the rotations and reflections of a shape, each once.
func orientations(shape []cell) [][]cell {
	var out [][]cell
	for k := range 8 {
		turned := make([]cell, len(shape))
		least := cell{99, 99}
		for i, c := range shape {
			for range k % 4 {
				c = cell{c.y, -c.x}
			}
			if k >= 4 {
				c.y = -c.y
			}
			turned[i], least = c, cell{min(least.x, c.x), min(least.y, c.y)}
		}
		for i := range turned {
			turned[i] = cell{turned[i].x - least.x, turned[i].y - least.y}
		}
		slices.SortFunc(turned, func(a, b cell) int { return 100*(a.x-b.x) + a.y - b.y })
		if !slices.ContainsFunc(out, func(o []cell) bool { return slices.Equal(o, turned) }) {
			out = append(out, turned)
		}
	}
	return out
}

// pack is the problem to pack each of the shapes once into n by m cells, of which
// hole is none; those of the shape few lie within a quarter.
func pack(n, m int, hole func(cell) bool, shapes map[string][]cell, few string) *matrix.Problem {
	inside := func(c cell) bool { return c.x < n && c.y < m && !(hole != nil && hole(c)) }
	var items []string
	for at := range n * m {
		if c := (cell{at / m, at % m}); inside(c) {
			items = append(items, c.name())
		}
	}
	pieces := []string{}
	for name := range shapes {
		pieces = append(pieces, name)
	}
	slices.Sort(pieces)
	b := newBuilder(append(items, pieces...)...)
	for _, name := range pieces {
		for _, shape := range orientations(shapes[name]) {
			for at := range n * m {
				option := []string{name}
				for _, c := range shape {
					if c = (cell{c.x + at/m, c.y + at%m}); inside(c) {
						option = append(option, c.name())
					}
				}
				if len(option) == len(shape)+1 && (name != few || 2*(at/m+1) < n && 2*(at%m+1) < m) {
					b.option(option...)
				}
			}
		}
	}
	return b.built()
}

// scott is the chessboard without its four cells in the middle.
func scott() *matrix.Problem {
	middle := func(k int) bool { return k == 3 || k == 4 }
	return pack(8, 8, func(c cell) bool { return middle(c.x) && middle(c.y) }, pentominoes, "")
}

// packY is the problem to fill n by m cells with pentominoes of the shape Y.
func packY(n, m int) *matrix.Problem {
	b := newBuilder()
	for at := range n * m {
		name := cell{at / m, at % m}.name()
		b.items[name] = b.Primary(name, matrix.Once)
	}
	placeAll(b, "", pentominoes["Y"], n, m, func(c cell) bool { return c.x < n && c.y < m })
	return b.built()
}

// dominoes fill a row of n cells.
func dominoes(n int) *matrix.Problem {
	b := newBuilder(names("c", n)...)
	for k := range n - 1 {
		b.option(fmt.Sprint("c", k), fmt.Sprint("c", k+1))
	}
	return b.built()
}

// board is a random problem to fill cells with polyominoes. The pieces may be
// there once, or as often as wanted, or both; some may be left out, and some cells
// may stay empty.
func board(r *rand.Rand) *matrix.Problem {
	n, m := 3+r.IntN(2), 4+r.IntN(3)
	hole := func(c cell) bool { return (c.x*7+c.y*5+n)%11 == m%3 }
	b := newBuilder()
	inside := func(c cell) bool { return c.x >= 0 && c.x < n && c.y < m && !hole(c) }
	for at := range n * m {
		if c := (cell{at / m, at % m}); inside(c) && r.IntN(20) > 0 {
			b.items[c.name()] = b.Primary(c.name(), matrix.Once)
		}
	}
	kinds := 3 + r.IntN(5)
	for k := range kinds {
		piece := fmt.Sprint("piece", k)
		if s := r.IntN(4); s == 0 {
			b.items[piece] = b.Primary(piece, matrix.Bound{Min: 0, Max: 1})
		} else if s > 1 {
			b.items[piece] = b.Primary(piece, matrix.Once)
		} else if r.IntN(2) == 0 {
			piece = ""
		}
		placeAll(b, piece, animal(r, 2+r.IntN(4)), n, m, inside)
	}
	return b.built()
}

// animal grows a shape.
func animal(r *rand.Rand, size int) []cell {
	shape := []cell{{0, 0}}
	for len(shape) < size {
		c := shape[r.IntN(len(shape))]
		next := []cell{{c.x + 1, c.y}, {c.x, c.y + 1}, {c.x - 1, c.y}, {c.x, c.y - 1}}[r.IntN(4)]
		if !slices.Contains(shape, next) {
			shape = append(shape, next)
		}
	}
	return shape
}

func placeAll(b *builder, piece string, shape []cell, n, m int, inside func(cell) bool) {
	for _, turned := range orientations(shape) {
		for at := range n * m {
			var option []string
			for _, c := range turned {
				if c = (cell{c.x + at/m, c.y + at%m}); inside(c) {
					option = append(option, c.name())
				}
			}
			if len(option) < len(shape) {
				continue
			}
			if piece != "" {
				option = append(option, piece)
			}
			b.option(option...)
		}
	}
}

// scattered is a random problem with so many primary items, in groups. A group is
// covered in one way, and a few of them in two, or by an option that reaches over to
// the next one.
func scattered(r *rand.Rand, primary int) *matrix.Problem {
	b := newBuilder(names("i", primary)...)
	order := r.Perm(primary)
	for from := 0; from < primary; from += 6 {
		group := order[from:min(from+6, primary)]
		for range 1 + r.IntN(5)/4 {
			cut := 1 + r.IntN(len(group))
			addItems(b, r, group[:cut])
			if cut < len(group) {
				addItems(b, r, group[cut:])
			}
		}
		if r.IntN(5) == 0 {
			next := order[min(from+6, primary-1)]
			addItems(b, r, append(slices.Clone(group[r.IntN(len(group)):]), next))
		}
	}
	return b.built()
}

// addItems adds an option for items and some secondary ones, with colors or
// without.
func addItems(b *builder, r *rand.Rand, numbers []int) {
	var entries []matrix.Entry
	for _, k := range slices.Compact(slices.Sorted(slices.Values(numbers))) {
		entries = append(entries, matrix.Entry{Item: b.items[fmt.Sprint("i", k)]})
	}
	if r.IntN(8) == 0 {
		name := fmt.Sprint("s", r.IntN(20))
		if _, ok := b.items[name]; !ok {
			b.items[name] = b.Secondary(name)
		}
		entries = append(entries, matrix.Entry{Item: b.items[name], Color: matrix.Color(r.IntN(4))})
	}
	b.Option(entries...)
}

// names numbers the items of one kind.
func names(kind string, n int) []string {
	var out []string
	for k := range n {
		out = append(out, fmt.Sprint(kind, k))
	}
	return out
}
