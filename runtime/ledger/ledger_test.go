package ledger_test

import (
	"bytes"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"testing"
	"time"

	"quadrille/runtime/ledger"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/search"
)

var testJob = ledger.Job{Name: "a tree", MatrixDigest: "ab", Goal: "solve", Engine: "made up"}

// madeUpTree is an artificial search tree: a node has up to four branches, and a leaf may be a solution. The tree
// depends only on a seed and the paths.
type madeUpTree struct{ seed uint64 }

func (t madeUpTree) branchCount(path []int32) int32 {
	h := t.seed
	for _, branch := range path {
		h = matrix.MixHash(h + uint64(branch) + 1)
	}
	if len(path) < 2 {
		return 3
	}
	if len(path) > 9 {
		return 0
	}
	return int32(matrix.MixHash(h) % 4)
}

// walkCube walks a cube until it has visited a given number of nodes. It shares no code with any engine.
func (t madeUpTree) walkCube(c search.Cube, budget int) ledger.Record {
	r := ledger.Record{Cube: c, Count: new(big.Int), Engine: "made up", Worker: "w", EndTime: time.UnixMilli(7)}
	var down func(path []search.BranchStep, from int32) bool
	down = func(path []search.BranchStep, from int32) bool {
		way := make([]int32, len(path))
		for k, st := range path {
			way[k] = st.Branch - 1
		}
		if from == 0 {
			if budget == 0 {
				r.RemainingCubes = c.Remaining(path)
				return false
			}
			budget--
			r.Stats.Nodes++
		}
		of := t.branchCount(way)
		if of == 0 && len(path)%2 == 0 {
			r.Count.Add(r.Count, big.NewInt(1))
			r.Stats.Solutions++
			r.Solutions = append(r.Solutions, matrix.Solution{matrix.OptionID(len(path))})
		}
		for b := from; b < of; b++ {
			if !down(append(slices.Clip(path), search.BranchStep{Branch: b + 1, BranchCount: of}), 0) {
				return false
			}
		}
		return true
	}
	var path []search.BranchStep
	for k, branch := range c.Path {
		path = append(path, search.BranchStep{Branch: branch + 1, BranchCount: t.branchCount(c.Path[:k])})
	}
	down(path, c.FirstBranch)
	return r
}

// TestAnyOrder: the totals are right if records come twice, late, in any order, or from cubes that were cut in another
// way. A ledger that is read again has the same totals.
func TestAnyOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range matrixtest.RandomRounds(15, 2000) {
		made := madeUpTree{uint64(n) + 1}
		whole := made.walkCube(search.WholeTree, math.MaxInt)
		f := new(ledger.MemoryFile)
		l, err := ledger.OpenLedger(f, testJob)
		if err != nil {
			t.Fatal(err)
		}
		var pool []ledger.Record // records on their way
		naive := new(big.Int)
		for !l.IsDone() {
			open := l.OpenCubes()
			pool = append(pool, made.walkCube(open[r.IntN(len(open))], 1+r.IntN(20)))
			for _, c := range pool[len(pool)-1].RemainingCubes { // another worker walks ahead of the ledger
				if r.IntN(3) == 0 {
					pool = append(pool, made.walkCube(c, 1+r.IntN(20)))
				}
			}
			for range r.IntN(4) {
				k := r.IntN(len(pool))
				if _, err := l.AddRecord(pool[k]); err != nil {
					t.Fatal(err)
				}
				naive.Add(naive, pool[k].Count)
				if r.IntN(3) > 0 && len(pool) > 1 { // or it comes again
					pool = slices.Delete(pool, k, k+1)
				}
			}
		}
		if err := l.Sync(); err != nil {
			t.Fatal(err)
		}
		checkSame(t, l, whole)
		again, err := ledger.OpenLedger(f, testJob)
		if err != nil || len(again.Repairs()) > 0 {
			t.Fatal(err, again.Repairs())
		}
		checkSame(t, again, whole)
	}
}

func checkSame(t *testing.T, l *ledger.Ledger, whole ledger.Record) {
	t.Helper()
	total := l.TotalSoFar()
	if total.Count.Cmp(whole.Count) != 0 || total.Stats.Nodes != whole.Stats.Nodes || math.Abs(total.Share-1) > 1e-9 {
		t.Fatalf("%v solutions, %d nodes, %g of the tree; there are %v and %d", total.Count, total.Stats.Nodes,
			total.Share, whole.Count, whole.Stats.Nodes)
	}
	if a, err := l.Audit(); err != nil || a.OpenCubeCount > 0 || a.Count.Cmp(whole.Count) != 0 {
		t.Fatalf("the audit says %+v, %v", a, err)
	}
	var solutions []matrix.Solution
	for r, err := range l.Records() {
		if err != nil {
			t.Fatal(err)
		}
		solutions = append(solutions, r.Solutions...)
	}
	if !reflect.DeepEqual(solutions, whole.Solutions) {
		t.Fatal("the solutions are out of order")
	}
}

// TestRecords: a record that is encoded and decoded is the same. A record whose cubes do not fit together is refused.
func TestRecords(t *testing.T) {
	made := madeUpTree{5}
	for cubes := []search.Cube{search.WholeTree}; len(cubes) > 0; cubes = cubes[1:] {
		want := made.walkCube(cubes[0], 7)
		got, err := ledger.DecodeRecord(want.Encode())
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got.Encode(), want.Encode()) || got.Cube.Share != want.Cube.Share ||
			len(got.RemainingCubes) != len(want.RemainingCubes) {
			t.Fatalf("%+v became %+v", want, got)
		}
		if len(want.RemainingCubes) > 1 {
			for what, wrong := range map[string][]search.Cube{
				"itself":       {want.Cube},
				"one twice":    {want.RemainingCubes[0], want.RemainingCubes[0]},
				"out of order": {want.RemainingCubes[1], want.RemainingCubes[0]},
				"elsewhere":    {{Path: []int32{99}}, {Path: []int32{98}}},
			} {
				bad := want
				bad.RemainingCubes = wrong
				if _, err := ledger.DecodeRecord(bad.Encode()); err == nil &&
					(what != "elsewhere" || len(want.Cube.Path) > 0) {
					t.Fatalf("%s: %v may leave %v", what, want.Cube, wrong)
				}
			}
		}
		cubes = append(cubes, want.RemainingCubes...)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"path":[1,2],"part":0.5,"count":3,"nodes":9,"profile":[[1,2,3]],"left":[{"keep":2,"path":[4],"part":0.1}],"engine":"e","worker":"w","seconds":1,"at":5}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := ledger.DecodeRecord(text)
		if err != nil {
			return
		}
		again, err := ledger.DecodeRecord(r.Encode())
		if err != nil || !bytes.Equal(again.Encode(), r.Encode()) {
			t.Errorf("%s is read as %+v, and that as %+v, %v", text, r, again, err)
		}
	})
}

// TestMemory: a million records and a hundred thousand open cubes fit into 500 MB.
func TestMemory(t *testing.T) {
	if testing.Short() || !matrixtest.SlowTestsWanted() {
		t.Skip("a million records take some seconds: " + matrixtest.SlowTests + "=1 asks for them")
	}
	f := new(ledger.MemoryFile)
	l, err := ledger.OpenLedger(f, testJob)
	if err != nil {
		t.Fatal(err)
	}
	var path []int32
	for range 30 {
		path = append(path, 100)
	}
	add := func(c search.Cube, left ...search.Cube) {
		t.Helper()
		r := ledger.Record{Cube: c, RemainingCubes: left, Count: big.NewInt(1), Stats: search.Stats{Nodes: 1},
			Worker: fmt.Sprint("w", len(left)%7)}
		if fate, err := l.AddRecord(r); err != nil || fate != ledger.RecordCounts {
			t.Fatal(fate, err)
		}
	}
	// The root leaves the branches of a node far down, one after the other.
	const records, open = 1_000_000, 100_000
	add(search.WholeTree, search.Cube{Path: path, FirstBranch: 1, Share: 1})
	for n := range int32(records) {
		child := search.Cube{Path: append(slices.Clip(path), n+1), Share: 1e-7}
		add(search.Cube{Path: path, FirstBranch: n + 1}, child, search.Cube{Path: path, FirstBranch: n + 2, Share: 1})
		if n >= open {
			add(child)
		}
		if n%1000 == 0 {
			if err := l.Sync(); err != nil {
				t.Fatal(err)
			}
		}
	}
	size := int64(len((*f)))
	(*f) = nil // what the disk holds does not count
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	t.Logf("%d records, %d open cubes, %d MB on the disk: %d MB are in use", l.TotalSoFar().RecordCount,
		len(l.OpenCubes()),
		size>>20, m.HeapAlloc>>20)
	if m.HeapAlloc > 500<<20 {
		t.Errorf("%d MB are in use", m.HeapAlloc>>20)
	}
}

func Example() {
	l, err := ledger.OpenLedger(new(ledger.MemoryFile), testJob) // an *os.File, to outlast the process
	if err != nil {
		fmt.Println(err)
		return
	}
	made := madeUpTree{3}
	for !l.IsDone() {
		r := made.walkCube(l.OpenCubes()[0], 100) // what a worker does
		if _, err := l.AddRecord(r); err != nil {
			fmt.Println(err)
			return
		}
		if err := l.Sync(); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println(l.TotalSoFar().Count.Cmp(made.walkCube(search.WholeTree, math.MaxInt).Count) == 0)
	// Output: true
}
