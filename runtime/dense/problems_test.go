package dense_test

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

// problemShapes are the kinds of random problems.
var problemShapes = map[string]matrixtest.ProblemShape{
	"plain":      {Primary: 6, Options: 12},
	"secondary":  {Primary: 4, Secondary: 4, Options: 12},
	"colors":     {Primary: 4, Secondary: 4, Options: 12, Colors: 3},
	"one color":  {Primary: 4, Secondary: 4, Options: 12, Colors: 1},
	"bounds":     {Primary: 4, Options: 11, Bounds: true},
	"nogoods":    {Primary: 5, Options: 12, Nogoods: 5},
	"everything": {Primary: 4, Secondary: 3, Options: 12, Colors: 2, Bounds: true, Nogoods: 4},
}

// fitsEngine reports whether the engine takes a problem, by its bounds.
func fitsEngine(p *matrix.Problem) bool {
	for i := range matrix.ItemID(p.PrimaryCount()) {
		if b := p.Bound(i); b.Min > 1 || b.Max > 1 {
			return false
		}
	}
	return true
}

// randomProblems returns so many random problems of a shape, less those that do not fit.
func randomProblems(r *rand.Rand, shape string, rounds int) []*matrix.Problem {
	var problems []*matrix.Problem
	for range rounds {
		if p := matrixtest.RandomProblem(r, problemShapes[shape]); fitsEngine(p) {
			problems = append(problems, p)
		}
	}
	return problems
}

// namedBuilder makes problems of items by name.
type namedBuilder struct {
	*matrix.Builder
	items map[string]matrix.ItemID
}

func newNamedBuilder(primary ...string) *namedBuilder {
	b := &namedBuilder{matrix.NewBuilder(), map[string]matrix.ItemID{}}
	for _, name := range primary {
		b.items[name] = b.AddPrimary(name, matrix.Once)
	}
	return b
}

// optionNamed adds an option. Items that are not known are secondary.
func (b *namedBuilder) optionNamed(names ...string) {
	var entries []matrix.Entry
	for _, name := range names {
		if _, ok := b.items[name]; !ok {
			b.items[name] = b.AddSecondary(name)
		}
		entries = append(entries, matrix.Entry{Item: b.items[name]})
	}
	b.AddOption(entries...)
}

func (b *namedBuilder) mustBuild() *matrix.Problem {
	p, err := b.Build()
	if err != nil {
		panic(err) // the builder was used as it should be
	}
	return p
}

type boardCell struct{ x, y int }

// pentominoes by the letters of their shapes.
var pentominoes = map[string][]boardCell{
	"F": {{0, 1}, {0, 2}, {1, 0}, {1, 1}, {2, 1}}, "I": {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}},
	"L": {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {3, 1}}, "P": {{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 0}},
	"N": {{0, 1}, {1, 1}, {2, 0}, {2, 1}, {3, 0}}, "T": {{0, 0}, {0, 1}, {0, 2}, {1, 1}, {2, 1}},
	"U": {{0, 0}, {0, 2}, {1, 0}, {1, 1}, {1, 2}}, "V": {{0, 0}, {1, 0}, {2, 0}, {2, 1}, {2, 2}},
	"W": {{0, 0}, {1, 0}, {1, 1}, {2, 1}, {2, 2}}, "X": {{0, 1}, {1, 0}, {1, 1}, {1, 2}, {2, 1}},
	"Y": {{0, 1}, {1, 0}, {1, 1}, {2, 1}, {3, 1}}, "Z": {{0, 0}, {0, 1}, {1, 1}, {2, 1}, {2, 2}},
}

func (c boardCell) itemName() string { return fmt.Sprintf("%d,%d", c.x, c.y) }

// pieceOrientations returns the rotations and reflections of a shape, each once.
func pieceOrientations(shape []boardCell) [][]boardCell {
	var out [][]boardCell
	for k := range 8 {
		turned := make([]boardCell, len(shape))
		least := boardCell{99, 99}
		for i, c := range shape {
			for range k % 4 {
				c = boardCell{c.y, -c.x}
			}
			if k >= 4 {
				c.y = -c.y
			}
			turned[i], least = c, boardCell{min(least.x, c.x), min(least.y, c.y)}
		}
		for i := range turned {
			turned[i] = boardCell{turned[i].x - least.x, turned[i].y - least.y}
		}
		slices.SortFunc(turned, func(a, b boardCell) int { return 100*(a.x-b.x) + a.y - b.y })
		if !slices.ContainsFunc(out, func(o []boardCell) bool { return slices.Equal(o, turned) }) {
			out = append(out, turned)
		}
	}
	return out
}

// packingProblem is the problem to pack each of the shapes once into n by m cells, of which
// hole is none; those of the shape few lie within a quarter.
func packingProblem(n, m int, hole func(boardCell) bool, shapes map[string][]boardCell, few string) *matrix.Problem {
	inside := func(c boardCell) bool { return c.x < n && c.y < m && !(hole != nil && hole(c)) }
	var items []string
	for at := range n * m {
		if c := (boardCell{at / m, at % m}); inside(c) {
			items = append(items, c.itemName())
		}
	}
	pieces := []string{}
	for name := range shapes {
		pieces = append(pieces, name)
	}
	slices.Sort(pieces)
	b := newNamedBuilder(append(items, pieces...)...)
	for _, name := range pieces {
		for _, shape := range pieceOrientations(shapes[name]) {
			for at := range n * m {
				option := []string{name}
				for _, c := range shape {
					if c = (boardCell{c.x + at/m, c.y + at%m}); inside(c) {
						option = append(option, c.itemName())
					}
				}
				if len(option) == len(shape)+1 && (name != few || 2*(at/m+1) < n && 2*(at%m+1) < m) {
					b.optionNamed(option...)
				}
			}
		}
	}
	return b.mustBuild()
}

// scottProblem is the chessboard without its four cells in the middle.
func scottProblem() *matrix.Problem {
	middle := func(k int) bool { return k == 3 || k == 4 }
	return packingProblem(8, 8, func(c boardCell) bool { return middle(c.x) && middle(c.y) }, pentominoes, "")
}

// yPackingProblem is the problem to fill n by m cells with pentominoes of the shape Y.
func yPackingProblem(n, m int) *matrix.Problem {
	b := newNamedBuilder()
	for at := range n * m {
		name := boardCell{at / m, at % m}.itemName()
		b.items[name] = b.AddPrimary(name, matrix.Once)
	}
	placeAll(b, "", pentominoes["Y"], n, m, func(c boardCell) bool { return c.x < n && c.y < m })
	return b.mustBuild()
}

// dominoRow fill a row of n cells.
func dominoRow(n int) *matrix.Problem {
	b := newNamedBuilder(numberedNames("c", n)...)
	for k := range n - 1 {
		b.optionNamed(fmt.Sprint("c", k), fmt.Sprint("c", k+1))
	}
	return b.mustBuild()
}

// randomBoard is a random problem to fill cells with polyominoes. The pieces may be
// there once, or as often as wanted, or both; some may be left out, and some cells
// may stay empty.
func randomBoard(r *rand.Rand) *matrix.Problem {
	n, m := 3+r.IntN(2), 4+r.IntN(3)
	hole := func(c boardCell) bool { return (c.x*7+c.y*5+n)%11 == m%3 }
	b := newNamedBuilder()
	inside := func(c boardCell) bool { return c.x >= 0 && c.x < n && c.y < m && !hole(c) }
	for at := range n * m {
		if c := (boardCell{at / m, at % m}); inside(c) && r.IntN(20) > 0 {
			b.items[c.itemName()] = b.AddPrimary(c.itemName(), matrix.Once)
		}
	}
	kinds := 3 + r.IntN(5)
	for k := range kinds {
		piece := fmt.Sprint("piece", k)
		if s := r.IntN(4); s == 0 {
			b.items[piece] = b.AddPrimary(piece, matrix.Bound{Min: 0, Max: 1})
		} else if s > 1 {
			b.items[piece] = b.AddPrimary(piece, matrix.Once)
		} else if r.IntN(2) == 0 {
			piece = ""
		}
		placeAll(b, piece, randomAnimal(r, 2+r.IntN(4)), n, m, inside)
	}
	return b.mustBuild()
}

// randomAnimal grows a shape.
func randomAnimal(r *rand.Rand, size int) []boardCell {
	shape := []boardCell{{0, 0}}
	for len(shape) < size {
		c := shape[r.IntN(len(shape))]
		next := []boardCell{{c.x + 1, c.y}, {c.x, c.y + 1}, {c.x - 1, c.y}, {c.x, c.y - 1}}[r.IntN(4)]
		if !slices.Contains(shape, next) {
			shape = append(shape, next)
		}
	}
	return shape
}

func placeAll(b *namedBuilder, piece string, shape []boardCell, n, m int, inside func(boardCell) bool) {
	for _, turned := range pieceOrientations(shape) {
		for at := range n * m {
			var option []string
			for _, c := range turned {
				if c = (boardCell{c.x + at/m, c.y + at%m}); inside(c) {
					option = append(option, c.itemName())
				}
			}
			if len(option) < len(shape) {
				continue
			}
			if piece != "" {
				option = append(option, piece)
			}
			b.optionNamed(option...)
		}
	}
}

// randomGroups is a random problem with so many primary items, in groups. A group is
// covered in one way, and a few of them in two, or by an option that reaches over to
// the next one.
func randomGroups(r *rand.Rand, primary int) *matrix.Problem {
	b := newNamedBuilder(numberedNames("i", primary)...)
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
	return b.mustBuild()
}

// addItems adds an option for items and some secondary ones, with colors or
// without.
func addItems(b *namedBuilder, r *rand.Rand, numbers []int) {
	var entries []matrix.Entry
	for _, k := range slices.Compact(slices.Sorted(slices.Values(numbers))) {
		entries = append(entries, matrix.Entry{Item: b.items[fmt.Sprint("i", k)]})
	}
	if r.IntN(8) == 0 {
		name := fmt.Sprint("s", r.IntN(20))
		if _, ok := b.items[name]; !ok {
			b.items[name] = b.AddSecondary(name)
		}
		entries = append(entries, matrix.Entry{Item: b.items[name], Color: matrix.Color(r.IntN(4))})
	}
	b.AddOption(entries...)
}

// numberedNames numbers the items of one kind.
func numberedNames(kind string, n int) []string {
	var out []string
	for k := range n {
		out = append(out, fmt.Sprint(kind, k))
	}
	return out
}
