package dense_test

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

// namedBuilder builds problems whose items are given by name.
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

// optionNamed adds an option. An item that was not declared becomes secondary.
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

// randomBoard is a random problem of filling cells with polyominoes. Each piece may be used once, or any number of
// times. Some pieces may be left out, and some cells may stay empty.
func randomBoard(r *rand.Rand) *matrix.Problem {
	n, m := 3+r.IntN(2), 4+r.IntN(3)
	hole := func(c matrixtest.Cell) bool { return (c[1]*7+c[2]*5+n)%11 == m%3 }
	b := newNamedBuilder()
	for at := range n * m {
		if c := (matrixtest.Cell{0, at / m, at % m}); !hole(c) && r.IntN(20) > 0 {
			b.items[fmt.Sprint(c)] = b.AddPrimary(fmt.Sprint(c), matrix.Once)
		}
	}
	for k := range 3 + r.IntN(5) {
		piece := []string{fmt.Sprint("piece", k)}
		if s := r.IntN(4); s == 0 {
			b.items[piece[0]] = b.AddPrimary(piece[0], matrix.Bound{Min: 0, Max: 1})
		} else if s > 1 {
			b.items[piece[0]] = b.AddPrimary(piece[0], matrix.Once)
		} else if r.IntN(2) == 0 {
			piece = nil
		}
		for _, place := range matrixtest.Placements(randomAnimal(r, 2+r.IntN(4)), matrixtest.Cell{1, n, m}) {
			if option := slices.Clone(piece); !slices.ContainsFunc(place, hole) {
				for _, c := range place {
					option = append(option, fmt.Sprint(c))
				}
				b.optionNamed(option...)
			}
		}
	}
	return b.mustBuild()
}

// randomAnimal returns a random polyomino, grown cell by cell.
func randomAnimal(r *rand.Rand, size int) []matrixtest.Cell {
	shape := []matrixtest.Cell{{}}
	for len(shape) < size {
		next := shape[r.IntN(len(shape))]
		next[1+r.IntN(2)] += 1 - 2*r.IntN(2)
		if !slices.Contains(shape, next) {
			shape = append(shape, next)
		}
	}
	return shape
}

// randomGroups is a random problem with the given number of primary items, which are divided into groups. Most groups
// are covered in one way. A few are covered in two ways, or by an option that also covers items of the next group.
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
