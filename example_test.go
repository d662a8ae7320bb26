package quadrille_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"strings"
	"time"

	"quadrille"
	"quadrille/lang/codes"
	"quadrille/runtime/matrix"
)

// tray has three packings: three upright dominoes, or one on the left or on the right of
// two that lie.
const tray = `
	use dominoes
	board tray on square = 2x3
	pack tray with any of I2
`

// Solve a puzzle in five lines.
func Example() {
	p, err := quadrille.Load("tray.puz", []byte(tray), quadrille.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for s, err := range p.Solutions(context.Background(), quadrille.Search{Limit: 1}) {
		if err != nil {
			fmt.Println(err)
		}
		fmt.Print(s)
	}
	// Output:
	// ┌───┬───┬───┐
	// │ I2│ I2│ I2│
	// │   │   │   │
	// │   │   │   │
	// └───┴───┴───┘
}

// Count all solutions, and then one of each class under the symmetries of the board.
func ExamplePuzzle_Count() {
	text, _ := os.ReadFile("examples/scott.puz")
	p, _ := quadrille.Load("scott.puz", text, quadrille.Options{})
	fmt.Println(p.Count(context.Background(), quadrille.Search{}))
	classes, _ := p.Recompile(quadrille.Options{UpTo: quadrille.Symmetry})
	fmt.Println(classes.Count(context.Background(), quadrille.Search{Threads: 2}))
	// Output:
	// 520 <nil>
	// 65 <nil>
}

// fewestChooser is a chooser: any type with this method. It does what the chooser mrv does.
type fewestChooser struct{}

func (fewestChooser) Choose(v quadrille.View) quadrille.ItemID {
	best, least := quadrille.ItemID(-1), int32(0)
	for i := v.First(); i >= 0; i = v.Next(i) {
		if n := v.Branches(i); best < 0 || n < least {
			best, least = i, n
		}
	}
	return best
}

// A chooser of one's own works on any puzzle.
func ExampleChooser() {
	text, _ := os.ReadFile("examples/scott-x23.puz")
	p, _ := quadrille.Load("scott-x23.puz", text, quadrille.Options{})
	var effort quadrille.Effort
	n, err := p.Count(context.Background(), quadrille.Search{Chooser: fewestChooser{}, Effort: &effort})
	fmt.Println(n, err, effort.Nodes, "nodes by", effort.Engine)
	// Output: 19 <nil> 10422 nodes by links
}

// islandFilter is a filter that knows that pieces have five cells: if open cells that are cut
// off from the others are no multiple of five, there is no solution below.
type islandFilter struct{}

func (islandFilter) Prune(n *quadrille.Node) bool {
	open := map[[2]int]bool{}
	for i := n.First(); i >= 0; i = n.Next(i) {
		var cell [2]int
		if _, err := fmt.Sscanf(n.Problem().Name(i), "%d,%d", &cell[0], &cell[1]); err == nil {
			open[cell] = true
		}
	}
	for cell := range open {
		if drawingSize(open, cell)%5 != 0 {
			return false
		}
	}
	return true
}

// drawingSize counts a cell and those that it leads to, and takes them away.
func drawingSize(open map[[2]int]bool, cell [2]int) int {
	if !open[cell] {
		return 0
	}
	delete(open, cell)
	r, c := cell[0], cell[1]
	return 1 + drawingSize(open, [2]int{r - 1, c}) + drawingSize(open, [2]int{r + 1, c}) +
		drawingSize(open, [2]int{r, c - 1}) + drawingSize(open, [2]int{r, c + 1})
}

// A filter of one's own. Without it the search has 10,422 nodes.
func ExampleFilter() {
	text, _ := os.ReadFile("examples/scott-x23.puz")
	p, _ := quadrille.Load("scott-x23.puz", text, quadrille.Options{})
	var effort quadrille.Effort
	s := quadrille.Search{NewFilter: func() quadrille.Filter { return islandFilter{} }, Effort: &effort}
	n, err := p.Count(context.Background(), s)
	fmt.Println(n, err, effort.Nodes < 10422)
	// Output: 19 <nil> true
}

// A matrix needs no language: here two of three rooks that do not attack one another.
func ExampleFromMatrix() {
	b := matrix.NewBuilder()
	rows := []matrix.ItemID{b.AddPrimary("row a", matrix.Once), b.AddPrimary("row b", matrix.Once)}
	columns := []matrix.ItemID{b.AddSecondary("column a"), b.AddSecondary("column b")}
	for _, r := range rows {
		for _, c := range columns {
			b.AddOption(matrix.Entry{Item: r}, matrix.Entry{Item: c})
		}
	}
	m, err := b.Build()
	if err != nil {
		fmt.Println(err)
		return
	}
	for s := range quadrille.FromMatrix(m).Solutions(context.Background(), quadrille.Search{}) {
		fmt.Println(s.OptionItems())
	}
	// Output:
	// [[row a column a] [row b column b]]
	// [[row a column b] [row b column a]]
}

// The picture of a solution is SVG.
func ExampleSolution_SVG() {
	p, _ := quadrille.Load("tray.puz", []byte(tray), quadrille.Options{})
	s, _ := p.First(context.Background(), quadrille.Search{})
	var picture strings.Builder
	err := s.SVG(&picture)
	fmt.Println(strings.Contains(picture.String(), "<svg"), err)
	// Output: true <nil>
}

// A context ends a search. What was counted is a lower bound and says so.
func ExampleNumber() {
	text, _ := os.ReadFile("examples/queens.puz")
	p, _ := quadrille.Load("queens.puz", text, quadrille.Options{Params: map[string]int64{"n": 20}})
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	n, err := p.Count(ctx, quadrille.Search{})
	_, exact := n.Exact()
	fmt.Println(exact, err)
	// Output: false context deadline exceeded
}

// All solutions in a diagram: their number, and some of them at random.
func ExamplePuzzle_Diagram() {
	text, _ := os.ReadFile("examples/dominoes.puz")
	p, _ := quadrille.Load("dominoes.puz", text, quadrille.Options{Params: map[string]int64{"n": 12}})
	d, err := p.Diagram(context.Background(), quadrille.Search{})
	if err != nil {
		fmt.Println(err)
		return
	}
	s, ok := d.SampleSolution(rand.New(rand.NewPCG(1, 1)))
	fmt.Println(d.Count(), ok, len(s.Placements()))
	// Output: 53060477521960000 true 72
}

// Diagnostics have places and hints.
func ExampleLoad() {
	_, err := quadrille.Load("tray.puz", []byte("use dominoes board tray on square = 2x3\npack trey with I3"),
		quadrille.Options{})
	if list, ok := err.(quadrille.Diagnostics); ok {
		for _, d := range list {
			at := d.Span.File.Position(d.Span.Start)
			fmt.Printf("%d:%d: %s; %s\n", at.Line, at.Column, d.Summary, d.Hint)
		}
	}
	// Output:
	// 2:6: there is no board called `trey`; did you mean `tray`?
	// 2:16: there is no piece or set called `I3`; did you mean `I2`?
}

// A puzzle in a file may use others beside it.
func ExampleLoadFile() {
	p, err := quadrille.LoadFile("examples/queens.puz", quadrille.Options{Params: map[string]int64{"n": 6}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Count(context.Background(), quadrille.Search{}))
	_, err = quadrille.LoadFile("examples/latin-swaps-overlapping.puz", quadrille.Options{}) // it reads another file
	fmt.Println(err)
	_, err = quadrille.LoadFile("examples/kings.puz", quadrille.Options{})
	fmt.Println(errors.Is(err, fs.ErrNotExist))
	// Output:
	// 4 <nil>
	// <nil>
	// true
}

// A dump is written for other solvers.
func ExamplePuzzle_WriteMatrix() {
	p, _ := quadrille.Load("pair.puz", []byte("items a b\noption a b\noption a\noption b"), quadrille.Options{})
	if err := p.WriteMatrix(os.Stdout, quadrille.DumpOptions{Format: "dlx"}); err != nil {
		fmt.Fprintln(io.Discard, err)
	}
	// Output:
	// a b
	// a b
	// a
	// b
}

// Expectations are what a file says of the number of its solutions.
func ExamplePuzzle_Check() {
	p, _ := quadrille.Load("tray.puz", []byte(tray+"expect 3 solutions\nexpect unique up to symmetry"),
		quadrille.Options{})
	for _, e := range p.Expectations() {
		v, err := p.Check(context.Background(), e, quadrille.Search{})
		fmt.Println(e.Text, v.Outcome == quadrille.Passed, v, err)
	}
	// Output:
	// expect 3 solutions true  <nil>
	// expect unique up to symmetry false there are more: at least 2 <nil>
}

// The first solution, with what is on each cell.
func ExamplePuzzle_First() {
	p, _ := quadrille.Load("square.txt", []byte("1.\n.."), quadrille.Options{})
	s, err := p.First(context.Background(), quadrille.Search{})
	for _, pl := range s.Placements() {
		fmt.Print(pl.Cells, pl.Letters, " ")
	}
	fmt.Println(err)
	// Output: [[0 0]] [1] [[0 1]] [2] [[1 0]] [2] [[1 1]] [1] <nil>
}

// Random probes tell how large a search tree is before anyone waits for it.
func ExamplePuzzle_Estimate() {
	text, _ := os.ReadFile("examples/queens.puz")
	p, _ := quadrille.Load("queens.puz", text, quadrille.Options{})
	e, err := p.Estimate(context.Background(), quadrille.Search{}, 1000)
	fmt.Println(e.Nodes.LowerEnd < 1049 && 1049 < e.Nodes.UpperEnd, err) // as many as there are
	// Output: true <nil>
}

// What is wrong with a text has places, codes and hints.
func ExampleDiagnostics() {
	_, err := quadrille.Load("a.puz", []byte("use pentominoes\npack bix with pentominoes\n"), quadrille.Options{})
	var list quadrille.Diagnostics
	if errors.As(err, &list) {
		for _, d := range list {
			fmt.Println(d.Span, d.Summary)
		}
	}
	fmt.Println(errors.Is(err, codes.UnknownName), errors.Is(err, quadrille.ErrTooLarge))
	// Output:
	// a.puz:2:6 there is no board called `bix`
	// true false
}

// The goal of a puzzle has a best value. Its solutions are the ones that have it.
func ExamplePuzzle_FindOptimum() {
	p, err := quadrille.Load("kings.puz", []byte(`
		board b on square = 4x4
		place king on b { at most 1 on 2x2 everywhere }
		maximize men
	`), quadrille.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	optimum, best, err := p.FindOptimum(context.Background(), quadrille.Search{})
	fmt.Println(optimum, err)
	value, _ := best.Value()
	fmt.Println(value, len(best.Placements()))
	n, err := p.Count(context.Background(), quadrille.Search{})
	fmt.Println(n, err)
	// Output:
	// maximum 4 <nil>
	// 4 4
	// 79 <nil>
}
