package technique_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	su "quadrille/compile/sudoku"

	"slices"
	"testing"
	"time"

	"quadrille/runtime/choose"
	"quadrille/runtime/dlx"
	"quadrille/runtime/matrix"
	"quadrille/runtime/technique"
)

func sudoku() *matrix.Problem {
	b := matrix.NewBuilder()
	var cell [81]matrix.ItemID
	var in [3][9][9]matrix.ItemID
	for i := range cell {
		cell[i] = b.Primary(fmt.Sprint("cell ", i), matrix.Once)
	}
	for kind, name := range []string{"row", "column", "box"} {
		for u := range 9 {
			for d := range 9 {
				in[kind][u][d] = b.Primary(fmt.Sprint(name, " ", u, " ", d), matrix.Once)
			}
		}
	}
	for i := range 81 {
		for d := range 9 {
			box := i/27*3 + i%9/3
			b.Option(matrix.Entry{Item: cell[i]}, matrix.Entry{Item: in[0][i/9][d]},
				matrix.Entry{Item: in[1][i%9][d]}, matrix.Entry{Item: in[2][box][d]})
		}
	}
	p, err := b.Build()
	if err != nil {
		panic(err)
	}
	return p
}

func TestX(t *testing.T) {
	text, _ := os.ReadFile("../../examples/speed/sudokus.txt")
	p := sudoku()
	s := technique.New(p, func(i matrix.ItemID) int {
		if i < 81 {
			return 0
		}
		return 1
	})
	begin := time.Now()
	var grades []technique.Grade
	var nodes []int64
	n := map[technique.Technique]int{}
	_ = text
	var lines []string
	rng := rand.New(rand.NewPCG(5, 1))
	for range 400 {
		lines = append(lines, su.Minimal(su.Random(rng), rng).String())
	}
	var givens [][]matrix.OptionID
	for _, line := range lines {
		var given []matrix.OptionID
		for i, c := range line {
			if c != '.' {
				given = append(given, matrix.OptionID(i*9+int(c-'1')))
			}
		}
		givens = append(givens, given)
		g, err := s.Grade(context.Background(), given, nil)
		if err != nil || g.Solutions != 1 {
			t.Fatal(g, err)
		}
		n[g.Hardest()]++
		grades = append(grades, g)
	}
	fmt.Println(n, time.Since(begin)/time.Duration(len(lines)))
	for _, given := range givens {
		part, _ := p.Below(given, nil)
		l := dlx.NewSearch(part, dlx.Options{Chooser: choose.MRV{}})
		for range l.Solutions(context.Background()) {
		}
		nodes = append(nodes, l.Stats().Nodes)
	}
	a := ranks(len(lines), func(i, j int) int { return grades[i].Compare(grades[j]) })
	b := ranks(len(lines), func(i, j int) int { return int(nodes[i] - nodes[j]) })
	fmt.Println("spearman", pearson(a, b))
	for _, w := range [][5]int{{0, 1, 1, 1, 10}, {1, 1, 1, 1, 10}, {0, 1, 2, 4, 10}, {0, 1, 2, 8, 30}, {0, 1, 5, 20, 100}, {0, 0, 0, 1, 5}, {0, 0, 1, 10, 50}, {0, 1, 3, 10, 0}, {1, 5, 10, 20, 0}, {0, 1, 1, 2, 0}} {
		sc := func(g technique.Grade) int {
			return w[0]*(g.Singles[0]+g.Singles[1]) + w[1]*g.Peers + w[2]*g.Pairs + w[3]*g.Trials + w[4]*g.Nodes
		}
		a := ranks(len(lines), func(i, j int) int { return sc(grades[i]) - sc(grades[j]) })
		fmt.Println("spearman", w, pearson(a, b))
	}
	level := map[technique.Technique][]int{}
	for i := range grades {
		level[grades[i].Hardest()] = append(level[grades[i].Hardest()], int(nodes[i]))
	}
	for k, v := range level {
		slices.Sort(v)
		fmt.Println(k, len(v), v[len(v)/10], v[len(v)/2], v[len(v)*9/10])
	}
	for k := range 20 {
		fmt.Println(grades[k], nodes[k])
	}
}

func ranks(n int, cmp func(i, j int) int) []float64 {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, cmp)
	r := make([]float64, n)
	for i := 0; i < n; {
		j := i
		for j < n && cmp(order[i], order[j]) == 0 {
			j++
		}
		for k := i; k < j; k++ {
			r[order[k]] = float64(i+j-1) / 2
		}
		i = j
	}
	return r
}

func pearson(a, b []float64) float64 {
	m := float64(len(a)-1) / 2
	var ab, aa, bb float64
	for i := range a {
		ab += (a[i] - m) * (b[i] - m)
		aa += (a[i] - m) * (a[i] - m)
		bb += (b[i] - m) * (b[i] - m)
	}
	return ab / sqrt(aa*bb)
}
func sqrt(x float64) float64 {
	z := x
	for range 60 {
		z = (z + x/z) / 2
	}
	return z
}
