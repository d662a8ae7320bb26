package matrixtest

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"quadrille/runtime/matrix"
)

// LangfordProblem returns the problem of putting each of the numbers 1 to n twice into a row, so
// that there are k numbers between the two copies of k.
func LangfordProblem(n int) *matrix.Problem {
	b := matrix.NewBuilder()
	number, slot := addItemFamily(b, "number ", n), addItemFamily(b, "slot ", 2*n)
	for k := range n {
		for i := 0; i+k+2 < 2*n; i++ {
			b.AddOption(plainEntries(number[k], slot[i], slot[i+k+2])...)
		}
	}
	return mustBuild(b)
}

// QueensProblem returns the problem of n queens, with ranks and files as primary items and
// diagonals as secondary ones.
func QueensProblem(n int) *matrix.Problem {
	b := matrix.NewBuilder()
	rank, file := addItemFamily(b, "rank ", n), addItemFamily(b, "file ", n)
	var diagonal [2][]matrix.ItemID
	for d := range diagonal {
		for k := range 2*n - 1 {
			diagonal[d] = append(diagonal[d], b.AddSecondary(fmt.Sprint("diagonal ", d, " ", k)))
		}
	}
	for i := range n {
		for j := range n {
			b.AddOption(plainEntries(rank[i], file[j], diagonal[0][i+j], diagonal[1][n-1-i+j])...)
		}
	}
	return mustBuild(b)
}

// addItemFamily declares n primary items, which are named name[0], name[1] and so on.
func addItemFamily(b *matrix.Builder, name string, n int) []matrix.ItemID {
	var ids []matrix.ItemID
	for k := range n {
		ids = append(ids, b.AddPrimary(fmt.Sprint(name, k), matrix.Once))
	}
	return ids
}

// plainEntries returns the entries of an option without colors.
func plainEntries(ids ...matrix.ItemID) []matrix.Entry {
	var option []matrix.Entry
	for _, i := range ids {
		option = append(option, matrix.Entry{Item: i})
	}
	return option
}

// SymmetricProblem returns a random problem of the given shape that has a symmetry. All items are
// covered once, and there are no nogoods. It adds options until a random permutation of the items
// maps the problem to itself.
func SymmetricProblem(r *rand.Rand, s ProblemShape) *matrix.Problem {
	s.HasMultiplicities, s.MaxNogoods = false, 0
	p := RandomProblem(r, s)
	to := r.Perm(p.PrimaryCount())
	for _, i := range r.Perm(p.ItemCount() - p.PrimaryCount()) {
		to = append(to, p.PrimaryCount()+i)
	}
	b := matrix.NewBuilder()
	items := copyItems(b, p, "")
	for o := range matrix.OptionID(p.OptionCount()) {
		first := p.Option(o)
		for option := first; ; {
			b.AddOption(copyEntries(b, p, items, option)...)
			option = permutedEntries(option, to)
			if slices.Equal(option, first) {
				break
			}
		}
	}
	return mustBuild(b)
}

// IndependentCopies returns the problem that consists of n independent copies of p. The problem p must
// have no nogoods.
func IndependentCopies(p *matrix.Problem, n int) *matrix.Problem {
	b := matrix.NewBuilder()
	var items [][]matrix.ItemID
	for k := range n {
		items = append(items, copyItems(b, p, fmt.Sprint(k, " ")))
	}
	for o := range matrix.OptionID(p.OptionCount()) {
		for k := range n {
			b.AddOption(copyEntries(b, p, items[k], p.Option(o))...)
		}
	}
	return mustBuild(b)
}

// WithMoreItems returns the problem p with more secondary items, which no option holds.
func WithMoreItems(p *matrix.Problem, more int) *matrix.Problem {
	b := matrix.NewBuilder()
	items := copyItems(b, p, "")
	for k := range more {
		b.AddSecondary(fmt.Sprint("more ", k))
	}
	for o := range matrix.OptionID(p.OptionCount()) {
		b.AddOption(copyEntries(b, p, items, p.Option(o))...)
	}
	for _, set := range p.Nogoods() {
		b.AddNogood(set...)
	}
	return mustBuild(b)
}

// copyItems declares the items of p again, with a prefix before their names.
func copyItems(b *matrix.Builder, p *matrix.Problem, prefix string) []matrix.ItemID {
	var items []matrix.ItemID
	for i := range matrix.ItemID(p.ItemCount()) {
		if int(i) < p.PrimaryCount() {
			items = append(items, b.AddPrimary(prefix+p.Name(i), p.Bound(i)))
		} else {
			items = append(items, b.AddSecondary(prefix+p.Name(i)))
		}
	}
	return items
}

// copyEntries returns entries of p with each item replaced by its copy.
func copyEntries(b *matrix.Builder, p *matrix.Problem, items []matrix.ItemID, entries []matrix.Entry) []matrix.Entry {
	entries = slices.Clone(entries)
	for k, e := range entries {
		entries[k].Item = items[e.Item]
		if e.Color != matrix.NoColor {
			entries[k].Color = b.AddColor(p.ColorName(e.Color))
		}
	}
	return entries
}

// permutedEntries returns the entries of an option with the items permuted, in order.
func permutedEntries(option []matrix.Entry, to []int) []matrix.Entry {
	option = slices.Clone(option)
	for k, e := range option {
		option[k].Item = matrix.ItemID(to[e.Item])
	}
	slices.SortFunc(option, func(a, b matrix.Entry) int { return int(a.Item - b.Item) })
	return option
}

// DominoProblem returns the problem of covering a board of n by n cells, except the missing ones,
// by dominoes.
func DominoProblem(n int, missing ...[2]int) *matrix.Problem {
	b := matrix.NewBuilder()
	cells := map[[2]int]matrix.ItemID{}
	for i := range n * n {
		cells[[2]int{i / n, i % n}] = -1
	}
	for _, at := range missing {
		delete(cells, at)
	}
	for i := range n * n {
		if at := [2]int{i / n, i % n}; cells[at] == -1 {
			cells[at] = b.AddPrimary(fmt.Sprint(at), matrix.Once)
		}
	}
	for i := range n * n {
		at := [2]int{i / n, i % n}
		one, here := cells[at]
		for _, next := range [][2]int{{at[0] + 1, at[1]}, {at[0], at[1] + 1}} {
			if two, there := cells[next]; here && there {
				b.AddOption(matrix.Entry{Item: one}, matrix.Entry{Item: two})
			}
		}
	}
	p, err := b.Build()
	if err != nil {
		panic(err)
	}
	return p
}
