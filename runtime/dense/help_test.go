package dense_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"quadrille/runtime/dense"
	"quadrille/runtime/matrix"
)

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

func names(family string, n int) []string {
	var out []string
	for k := range n {
		out = append(out, fmt.Sprint(family, k))
	}
	return out
}

// queens has ranks and files as primary items, and diagonals as secondary ones.
func queens(n int) *matrix.Problem {
	b := newBuilder(slices.Concat(names("R", n), names("F", n))...)
	for i := range n {
		for j := range n {
			b.option(fmt.Sprint("R", i), fmt.Sprint("F", j), fmt.Sprint("A", i+j), fmt.Sprint("B", n-1-i+j))
		}
	}
	return b.built()
}

// langford pairs the numbers 1 to n.
func langford(n int) *matrix.Problem {
	b := newBuilder(slices.Concat(names("number", n+1)[1:], names("slot", 2*n))...)
	for k := 1; k <= n; k++ {
		for i := range 2*n - k - 1 {
			b.option(fmt.Sprint("number", k), fmt.Sprint("slot", i), fmt.Sprint("slot", i+k+1))
		}
	}
	return b.built()
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

func newSearch(t testing.TB, p *matrix.Problem, o dense.Options) *dense.Search {
	t.Helper()
	s, err := dense.NewSearch(p, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// all returns the solutions in the order in which they are found, each of them
// verified, with sorted options.
func all(t testing.TB, p *matrix.Problem, s *dense.Search) [][]matrix.OptionID {
	t.Helper()
	var got [][]matrix.OptionID
	for solution := range s.Solutions(context.Background()) {
		if err := p.Verify(solution); err != nil {
			t.Fatal(err)
		}
		got = append(got, append([]matrix.OptionID{}, slices.Sorted(slices.Values(solution))...))
	}
	return got
}

func count(s *dense.Search) (n int64) {
	for range s.Solutions(context.Background()) {
		n++
	}
	return n
}

// ways are options that must not change what is found.
func ways() []dense.Options {
	var out []dense.Options
	for _, o := range []dense.Options{{}, {First: true}, {Switch: 1}, {Switch: 3}, {Switch: 1000}, {Switch: dense.Auto}, {Switch: dense.Probe}} {
		out = append(out, o)
		o.Regions = true
		out = append(out, o)
	}
	return out
}
