package memo_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"quadrille/runtime/engine/memo"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/search"
	"quadrille/runtime/search/enginetest"
	"quadrille/runtime/symmetry"
)

// TestMemory counts with half, a quarter and so on of the memory that a count took, down to nothing, on one thread and
// on three. Each of these counts is refused with ErrMemory. The memory that a count on one thread reports is enough for
// another one.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	p := matrixtest.PentominoProblem(5, 12, false)
	for _, b := range []memo.Branching{memo.FixedBranching, memo.NearBranching, memo.MRVBranching} {
		o := memo.CountOptions{MaxMemory: 1 << 26}.WithBranching(b)
		if b == memo.FixedBranching {
			p = matrixtest.DominoBoard(10, 10)
		}
		_, stats, err := memo.CountSolutions(context.Background(), p, o)
		if err != nil {
			t.Fatal(err)
		}
		o.MaxMemory = stats.Bytes
		if _, _, err := memo.CountSolutions(context.Background(), p, o); err != nil {
			t.Errorf("%v took %d bytes, and they are not enough: %v", b, stats.Bytes, err)
		}
		for o.MaxMemory = stats.Bytes - 1; o.MaxMemory > 0; o.MaxMemory /= 2 {
			o.Threads = 1
			if _, _, err := memo.CountSolutions(context.Background(), p, o); !errors.Is(err, memo.ErrMemory) {
				t.Errorf("%v with %d bytes of %d: %v", b, o.MaxMemory, stats.Bytes, err)
			}
			for _, o.Threads = range []int{1, 3} {
				if _, err := memo.BuildDiagram(context.Background(), p, o); !errors.Is(err, memo.ErrMemory) {
					t.Errorf("a diagram by %v on %d threads with %d bytes: %v", b, o.Threads, o.MaxMemory, err)
				}
			}
		}
	}
}

// TestNoListBeforeRefusal: a problem whose lists do not fit into the memory is refused before the lists are made. So
// the program allocates hardly more than is allowed. The lists are those for an order of the items, and those of how
// often items can still be covered, by place.
func TestNoListBeforeRefusal(t *testing.T) {
	single, counted := matrix.NewBuilder(), matrix.NewBuilder()
	for _, i := range addFamily(single, "", 4000) {
		single.AddOption(entriesOf(i)...)
	}
	for k := range 2000 {
		once := counted.AddPrimary(fmt.Sprint("once", k), matrix.Once)
		often := counted.AddPrimary(fmt.Sprint("often", k), matrix.Bound{Min: 0, Max: 2})
		counted.AddOption(entriesOf(once, often)...)
		counted.AddOption(entriesOf(once)...)
	}
	set := &search.CellSet{NeighboursOfCell: [][]int32{{1}, {0}}, IncludingOptions: [][]matrix.OptionID{{0}, {2}},
		ExcludingOptions: [][]matrix.OptionID{{1}, {3}}, GivenCells: make([]bool, 2)}
	for name, c := range map[string]struct {
		problem *matrix.Problem
		options memo.CountOptions
		most    uint64 // largest number of bytes that may be allocated
	}{
		"order": {mustBuild(single), memo.CountOptions{MaxMemory: 1 << 17}, 1 << 18},
		"covers by place": {mustBuild(counted), memo.CountOptions{MaxMemory: 1 << 22,
			ConnectedSets: []*search.CellSet{set}}, 1 << 23},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, _, err := memo.CountSolutions(context.Background(), c.problem, c.options)
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; !errors.Is(err, memo.ErrMemory) || n > c.most {
			t.Errorf("%s: %d bytes allocated, and %d are allowed; %v", name, n, c.options.MaxMemory, err)
		}
	}
}

// TestTrialWithoutMemory: if the memory is enough for one branching rule, and not for the trial of another one, the
// count goes on with the first. The pieces have four cells and the board has 78, so there is no solution.
func TestTrialWithoutMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("half a second or more")
	}
	const rows, columns = 6, 13
	b := matrix.NewBuilder()
	cells := addFamily(b, "", rows*columns)
	for k, piece := range matrixtest.ParsePieces("###/#..", "##/##") {
		copies := b.AddPrimary(fmt.Sprint("copies", k), matrix.Bound{Min: 0, Max: 100})
		for _, place := range matrixtest.Placements(piece, matrixtest.Cell{1, rows, columns}) {
			option := []matrix.ItemID{copies}
			for _, c := range place {
				option = append(option, cells[c[1]*columns+c[2]])
			}
			b.AddOption(entriesOf(option...)...)
		}
	}
	p := mustBuild(b)
	const trial = 1 << 15 // nodes of a trial
	_, near, err := memo.CountSolutions(context.Background(), p, memo.CountOptions{}.WithBranching(memo.NearBranching))
	_, mrv, err2 := memo.CountSolutions(context.Background(), p,
		memo.CountOptions{MaxNodes: trial}.WithBranching(memo.MRVBranching))
	if err != nil || !errors.Is(err2, memo.ErrTooManyNodes) || near.Work <= trial || near.Bytes >= mrv.Bytes {
		t.Fatalf("the test proves nothing: %+v, %v; a trial %+v, %v", near, err, mrv, err2)
	}
	n, _, err := memo.CountSolutions(context.Background(), p, memo.CountOptions{MaxMemory: near.Bytes})
	if err != nil || n.Sign() != 0 {
		t.Errorf("%v solutions, %v", n, err)
	}
}

// TestCancelled cancels before the start and, from the first report, on the way.
func TestCancelled(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	p := matrixtest.QueensProblem(12)
	for _, b := range allBranchings {
		ctx, cancel := context.WithCancel(context.Background())
		reports := 0
		o := memo.CountOptions{Report: func(r search.Progress) {
			if r.Share < 0 || r.Share > 1 || r.Nodes == 0 {
				t.Errorf("progress %+v", r)
			}
			reports++
			cancel()
			time.Sleep(time.Millisecond) // the word takes a moment to reach the search
		}}.WithBranching(b)
		if n, _, err := memo.CountSolutions(ctx, p, o); !errors.Is(err, context.Canceled) || n != nil {
			t.Errorf("%v counts %v, %v", b, n, err)
		}
		if reports == 0 {
			t.Errorf("%v reports nothing before it is cancelled", b)
		}
		if d, err := memo.BuildDiagram(ctx, p, o); !errors.Is(err, context.Canceled) || d != nil {
			t.Errorf("%v builds %v, %v", b, d, err)
		}
	}
}

func TestUnfit(t *testing.T) {
	forbidden := matrix.NewBuilder()
	x := forbidden.AddPrimary("x", matrix.Bound{Min: 1, Max: 2})
	forbidden.AddOption(entriesOf(x)...)
	forbidden.AddOption(entriesOf(x)...)
	forbidden.AddNogood(0, 1)

	items := matrix.NewBuilder()
	addFamily(items, "", 5000)

	colors := matrix.NewBuilder()
	y, z := colors.AddPrimary("y", matrix.Once), colors.AddSecondary("z")
	for c := range 5000 {
		colors.AddOption(matrix.Entry{Item: y}, matrix.Entry{Item: z, Color: colors.AddColor(fmt.Sprint("c", c))})
	}

	deep := matrix.NewBuilder()
	x = deep.AddPrimary("x", matrix.Bound{Min: 0, Max: 1 << 30})
	for range 100_000 {
		deep.AddOption(entriesOf(x)...)
	}
	for name, b := range map[string]*matrix.Builder{"nogoods": forbidden, "items": items, "colors": colors,
		"deep": deep} {
		if _, _, err := memo.CountSolutions(context.Background(), mustBuild(b), memo.CountOptions{}); !errors.Is(err,
			memo.ErrUnfit) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestOptions(t *testing.T) {
	p := matrixtest.DominoBoard(2, 2)
	for name, o := range map[string]memo.CountOptions{
		"short":   {ItemOrder: []matrix.ItemID{0, 1, 2}},
		"twice":   {ItemOrder: []matrix.ItemID{0, 1, 2, 2}},
		"unknown": {ItemOrder: []matrix.ItemID{0, 1, 2, 4}},
	} {
		if _, err := memo.BuildDiagram(context.Background(), p, o); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestFrontierOrder: where cells are connected, the search follows the given order, and a board has fewer states row by
// row along its short side than along its long side. A problem with too many bits is refused.
func TestFrontierOrder(t *testing.T) {
	const rows, columns = 3, 8
	var edges [][2]int
	along := make([]matrix.ItemID, 0, rows*columns) // along the long side
	for c := range rows * columns {
		if along = append(along, matrix.ItemID(c)); c%columns < columns-1 {
			edges = append(edges, [2]int{c, c + 1})
		}
		if c+columns < rows*columns {
			edges = append(edges, [2]int{c, c + columns})
		}
	}
	p, set := enginetest.CellProblem(edges, rows*columns)
	var across []matrix.ItemID
	for c := range columns {
		for r := range rows {
			across = append(across, matrix.ItemID(r*columns+c))
		}
	}
	var states []int64
	for _, order := range [][]matrix.ItemID{across, along} {
		_, stats, err := memo.CountSolutions(context.Background(), p, memo.CountOptions{ItemOrder: order,
			ConnectedSets: []*search.CellSet{set}})
		if err != nil {
			t.Fatal(err)
		}
		states = append(states, stats.States)
	}
	if states[0]*2 > states[1] {
		t.Errorf("%d states across, and %d along", states[0], states[1])
	}

	large := matrix.NewBuilder()
	for c := range rows * columns {
		item := large.AddPrimary(fmt.Sprint("cell", c), matrix.Once)
		large.AddOption(entriesOf(item)...)
		large.AddOption(entriesOf(item)...)
	}
	more := addFamily(large, "more", 1<<17)
	for _, i := range more {
		large.AddOption(entriesOf(i)...)
	}
	if _, _, err := memo.CountSolutions(context.Background(), mustBuild(large), memo.CountOptions{
		ConnectedSets: []*search.CellSet{set}, MaxMemory: 1 << 30, MaxNodes: 1000}); !errors.Is(err, memo.ErrUnfit) {
		t.Errorf("more than %d bits: %v", 1<<17, err)
	}
}

// TestItemsBehindTheirCells: each cell has an item that is decided together with it, by a common option or by the color
// of a secondary item. These items come behind their cells in the order. So there are a few states for each cell, and
// not one for each set of cells. A given cell connects all cells, so each set of them has solutions: an item that its
// cell does not cover can be covered in two ways, and any other item in two ways of each color.
func TestItemsBehindTheirCells(t *testing.T) {
	const cells = 12
	for _, byColor := range []bool{false, true} {
		b := matrix.NewBuilder()
		of, other := addFamily(b, "cell", cells), addFamily(b, "other", cells)
		s := &search.CellSet{NeighboursOfCell: make([][]int32, cells+1),
			IncludingOptions: make([][]matrix.OptionID, cells+1), ExcludingOptions: make([][]matrix.OptionID, cells+1),
			GivenCells: append(make([]bool, cells), true)}
		yes, no := b.AddColor("yes"), b.AddColor("no")
		for c := range cells {
			s.NeighboursOfCell[c] = []int32{cells}
			s.NeighboursOfCell[cells] = append(s.NeighboursOfCell[cells], int32(c))
			first := matrix.OptionID(b.OptionCount())
			s.IncludingOptions[c], s.ExcludingOptions[c] = []matrix.OptionID{first}, []matrix.OptionID{first + 1}
			if byColor {
				in := b.AddSecondary(fmt.Sprint("in", c))
				for _, i := range []matrix.ItemID{of[c], other[c], other[c]} {
					b.AddOption(matrix.Entry{Item: i}, matrix.Entry{Item: in, Color: yes})
					b.AddOption(matrix.Entry{Item: i}, matrix.Entry{Item: in, Color: no})
				}
				continue
			}
			b.AddOption(entriesOf(of[c], other[c])...)
			b.AddOption(entriesOf(of[c])...)
			b.AddOption(entriesOf(other[c])...)
			b.AddOption(entriesOf(other[c])...)
		}
		ways := int64(3)
		if byColor {
			ways = 4
		}
		n, stats, err := memo.CountSolutions(context.Background(), mustBuild(b), memo.CountOptions{
			ConnectedSets: []*search.CellSet{s}})
		if err != nil || n.Cmp(new(big.Int).Exp(big.NewInt(ways), big.NewInt(cells), nil)) != 0 ||
			stats.States > 4*cells {
			t.Errorf("by color %v: %v solutions, %d states; %v", byColor, n, stats.States, err)
		}
	}
}

// TestNoSymmetry: the search for symmetries changes nothing in a problem that has none.
func TestNoSymmetry(t *testing.T) {
	r, tried := rand.New(rand.NewPCG(47, 1)), 0
	for range 200 {
		p := matrixtest.RandomProblem(r, matrixtest.ProblemShape{MaxPrimary: 12, MaxOptions: 60})
		if len(symmetry.FindGroup(context.Background(), p, 48)) > 1 {
			continue
		}
		tried++
		for _, b := range allBranchings {
			_, with, err := memo.CountSolutions(context.Background(), p, memo.CountOptions{}.WithBranching(b))
			_, without, err2 := memo.CountSolutions(context.Background(), p,
				memo.CountOptions{NoSymmetries: true}.WithBranching(b))
			if err != nil || err2 != nil || with.Nodes != without.Nodes || with.States != without.States {
				t.Fatalf("%v: %+v if symmetries are looked for, and %+v; %v, %v", b, with, without, err, err2)
			}
		}
	}
	if tried < 50 {
		t.Errorf("%d problems have no symmetry", tried)
	}
}

// TestParts: the number of states of two boards side by side is the sum of the numbers of the two boards, and not the
// product.
func TestParts(t *testing.T) {
	one, two := matrixtest.YProblem(5, 10), matrix.NewBuilder()
	cells := addFamily(two, "", 100)
	for o := range matrix.OptionID(one.OptionCount()) {
		for k := range 2 {
			var option []matrix.ItemID
			for _, e := range one.Option(o) {
				option = append(option, cells[2*int(e.Item)+k])
			}
			two.AddOption(entriesOf(option...)...)
		}
	}
	both := mustBuild(two)
	for _, b := range allBranchings {
		_, single, err1 := memo.CountSolutions(context.Background(), one, memo.CountOptions{}.WithBranching(b))
		n, double, err2 := memo.CountSolutions(context.Background(), both, memo.CountOptions{}.WithBranching(b))
		if err1 != nil || err2 != nil || n.Int64() != 100 || double.States > 2*single.States {
			t.Errorf("%v: %v, %v, %v; %d states for one board and %d for two", b, n, err1, err2, single.States,
				double.States)
		}
	}
}

// TestUselessSecondary: a secondary item on which nothing depends any more makes no difference: there are as many
// states as without that item.
func TestUselessSecondary(t *testing.T) {
	with, without := matrix.NewBuilder(), matrix.NewBuilder()
	for _, b := range []*matrix.Builder{with, without} {
		x := addFamily(b, "", 10)
		var s matrix.ItemID
		if b == with {
			s = b.AddSecondary("s")
		}
		for k, i := range x {
			for n := range 3 {
				option := entriesOf(i)
				if b == with && k < 2 {
					option = append(option, matrix.Entry{Item: s, Color: b.AddColor(fmt.Sprint(n))})
				}
				b.AddOption(option...)
			}
		}
	}
	p, q := mustBuild(with), mustBuild(without)
	for _, b := range allBranchings {
		_, more, err1 := memo.CountSolutions(context.Background(), p, memo.CountOptions{}.WithBranching(b))
		_, less, err2 := memo.CountSolutions(context.Background(), q, memo.CountOptions{}.WithBranching(b))
		if err1 != nil || err2 != nil || more.States > less.States+2 {
			t.Errorf("%v: %d states with it, %v, and %d without, %v", b, more.States, err1, less.States, err2)
		}
	}
}

// TestAllocations counts a problem of a thousand nodes and one of a hundred times as many. The second count allocates
// no more than its tables need to grow.
func TestAllocations(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	for _, b := range []memo.Branching{memo.FixedBranching, memo.NearBranching} {
		var nodes []int64
		var allocations []float64
		for _, n := range []int{7, 11} {
			p := matrixtest.QueensProblem(n)
			allocations = append(allocations, testing.AllocsPerRun(1, func() {
				_, stats, err := memo.CountSolutions(context.Background(), p, memo.CountOptions{}.WithBranching(b))
				if err != nil {
					t.Error(err)
				}
				nodes = append(nodes, stats.Nodes)
			}))
		}
		more := allocations[1] - allocations[0]
		if more > float64(nodes[len(nodes)-1])/50 {
			t.Errorf("%v: %v allocations more for %v nodes", b, more, nodes)
		}
	}
}

// antiknightProblem is the problem of Latin squares of order n with two given rows, in which no two cells a knight's
// move apart are equal. There is a secondary item for each pair of such cells and each value.
func antiknightProblem(n int) *matrix.Problem {
	b := matrix.NewBuilder()
	place, row, column := addFamily(b, "place ", n*n), addFamily(b, "row ", n*n), addFamily(b, "column ", n*n)
	jumps := [][2]int{{1, 2}, {1, -2}, {2, 1}, {2, -1}}
	pairs := map[[4]int]matrix.ItemID{}
	for cell := range n * n * n * len(jumps) {
		i, j, value, k := cell/len(jumps)/n/n, cell/len(jumps)/n%n, cell/len(jumps)%n, cell%len(jumps)
		if to := j + jumps[k][1]; i+jumps[k][0] < n && to >= 0 && to < n {
			pairs[[4]int{i, j, value, k}] = b.AddSecondary(fmt.Sprint("pair ", cell))
		}
	}
	for cell := range n * n * n {
		i, j, value := cell/n/n, cell/n%n, cell%n
		if i < 2 && value != (j+3*i)%n {
			continue
		}
		option := entriesOf(place[i*n+j], row[i*n+value], column[j*n+value])
		for k, jump := range jumps {
			for _, at := range [][4]int{{i, j, value, k}, {i - jump[0], j - jump[1], value, k}} {
				if pair, ok := pairs[at]; ok {
					option = append(option, matrix.Entry{Item: pair})
				}
			}
		}
		b.AddOption(option...)
	}
	return mustBuild(b)
}

// TestUsualNodes: a node of a packing takes about as much work as the usual node, which is the unit of the bound.
func TestUsualNodes(t *testing.T) {
	if testing.Short() {
		t.Skip("a quarter of a second or more")
	}
	_, stats, err := memo.CountSolutions(context.Background(), matrixtest.PentominoProblem(5, 12, true),
		memo.CountOptions{})
	if err != nil || 2*stats.Work < stats.Nodes || stats.Work > 2*stats.Nodes {
		t.Errorf("%+v, %v", stats, err)
	}
}

// TestWork: a node with a long state counts as several nodes, because it takes as much time.
func TestWork(t *testing.T) {
	if testing.Short() {
		t.Skip("half a second or more")
	}
	p := antiknightProblem(8)
	for _, b := range []memo.Branching{memo.NearBranching, memo.MRVBranching} {
		for threads := 1; threads < 3; threads++ {
			_, stats, err := memo.CountSolutions(context.Background(), p,
				memo.CountOptions{MaxNodes: 6000, Threads: threads}.WithBranching(b))
			most := int64(3000)
			if threads > 1 {
				most = 4500 // which states are done when the bound is met is a matter of chance
			}
			if !errors.Is(err, memo.ErrTooManyNodes) || stats.Nodes > most {
				t.Errorf("%v on %d threads: %+v, %v", b, threads, stats, err)
			}
		}
	}
}
