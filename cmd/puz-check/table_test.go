//go:build unix

package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"quadrille"
	"quadrille/prove"
	"quadrille/runtime/matrix/matrixtest"
)

// claimed says what is proved about a puzzle.
type claimed int

const (
	solutions  claimed = iota // of the puzzle
	candidates                // the matrix says less than the puzzle, and its own number is proved
	classes                   // by the matrix of all solutions
	best                      // the best value, and how many solutions have it
)

// tableRow is a puzzle of the examples whose number of solutions is proved, with the effort for that.
type tableRow struct {
	name, file, params string
	want               string // published number of solutions
	about              claimed
	effort             int // 0: in every test; 1: in slow tests; 2: in the slowest, which make the table
}

// tableRows is the table of docs/proof.md. QUADRILLE_SLOW=all go test ./cmd/puz-check -run TestTable -v prints it.
var tableRows = []tableRow{
	{"Scott's pentominoes", "scott.puz", "", "520", solutions, 0},
	{"Scott's, classes", "scott.puz", "up to symmetry", "65", classes, 0},
	{"6 by 10, all", "speed/pentominoes-6x10-all.puz", "", "9356", solutions, 2},
	{"6 by 10, classes", "pentominoes-6x10.puz", "", "2339", classes, 1},
	{"mutilated chessboard", "mutilated-chessboard.puz", "", "0", solutions, 0},
	{"dominoes 12 by 12", "dominoes.puz", "n=12", "53060477521960000", solutions, 1},
	{"dominoes 16 by 16", "dominoes.puz", "n=16", "2444888770250892795802079170816", solutions, 2},
	{"Y pentominoes 10 by 10", "y-pentominoes-10x10.puz", "", "350", solutions, 0},
	{"Y pentominoes 15 by 15", "slow/y-pentominoes-15x15.puz", "", "1696", solutions, 2},
	{"queens 12", "queens.puz", "n=12", "14200", solutions, 1},
	{"queens 8, classes", "queens.puz", "up to symmetry", "12", classes, 0},
	{"solid pentominoes 3 by 4 by 5, all", "slow/solid-pentominoes-3x4x5-all.puz", "", "31520", solutions, 2},
	{"solid pentominoes 3 by 4 by 5, classes", "slow/solid-pentominoes-3x4x5.puz", "", "3940", classes, 2},
	{"one-sided pentominoes 3 by 30", "slow/pentominoes-3x30-one-sided.puz", "", "184", solutions, 2},
	{"pentominoes 5 by 12, all", "speed/pentominoes-5x12-all.puz", "", "4040", solutions, 2},
	{"killer sudoku", "sudoku-variants/killer.puz", "", "1", solutions, 0},
	{"nonogram", "logic/nonogram.puz", "", "1", solutions, 0},
	{"slitherlink, candidates for the 1", "logic/slitherlink.puz", "", "", candidates, 0},
	{"corners and bars", "polyforms/corners.puz", "", "43", solutions, 0},
	{"travel, best", "plans/travel.puz", "", "", best, 1},
	{"straight trominoes, best", "polyforms/straight-trominoes.puz", "", "", best, 1},
	{"knapsack, best", "core/knapsack.puz", "", "1", best, 0},
}

// TestTable proves the numbers of the table, and gives the proofs to both checkers. It prints CPU seconds.
func TestTable(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds")
	}
	effort := 0
	if matrixtest.SlowTestsWanted() {
		effort = 1
	}
	if os.Getenv(matrixtest.SlowTests) == "all" {
		effort = 2
	}
	t.Log("| puzzle | solutions | count | proof | steps | bytes | gzip | a step | puz-check | check.py |")
	for _, r := range tableRows {
		if r.effort <= effort {
			t.Run(r.name, func(t *testing.T) { r.prove(t, effort) })
		}
	}
}

// prove proves the number of a row, and prints the row.
func (r tableRow) prove(t *testing.T, effort int) {
	p := r.load(t)
	folder := t.TempDir()
	dump, file := filepath.Join(folder, "dump"), filepath.Join(folder, "proof")
	writeTo(t, dump, func(w io.Writer) error {
		return p.WriteMatrix(w, quadrille.DumpOptions{Format: quadrille.FormatDLX, Whole: r.about == classes})
	})
	var counted, proved quadrille.Number
	var err error
	countTime := cpuSeconds(t, func() { counted, err = p.Count(context.Background(), quadrille.Search{}) })
	if err != nil {
		t.Fatal(err)
	}
	proofTime := cpuSeconds(t, func() {
		writeTo(t, file, func(w io.Writer) (err error) {
			proved, err = prove.Count(context.Background(), p, w, quadrille.Search{MaxMemory: 6 << 30})
			return err
		})
	})
	if counted.String() != proved.String() || r.want != "" && proved.String() != r.want {
		t.Errorf("%v solutions are proved, %v are counted, and %s are published", proved, counted, r.want)
	}
	var out bytes.Buffer
	code := 0
	checkTime := cpuSeconds(t, func() { code = runMain([]string{dump, file}, &out, &out) })
	if code != 0 || !strings.Contains(out.String(), fmt.Sprintf(" has %v %s", proved, []string{"solutions,",
		"solutions,", "classes of solutions", "solutions of value"}[r.about])) {
		t.Fatalf("exit %d: %s", code, &out)
	}
	steps := 0
	fmt.Sscanf(out.String()[strings.Index(out.String(), " by "):], " by %d", &steps)
	size, packed := packedSize(t, file)
	t.Logf("| %s | %v | %.2f s | %.2f s | %d | %d | %d | %.2f | %.2f s | %s |", r.name, proved, countTime, proofTime,
		steps, size,
		packed, float64(packed)/float64(steps), checkTime, pythonTime(t, effort, steps, dump, file))
}

// load returns the puzzle, or its matrix as a dump if its candidates are wanted.
func (r tableRow) load(t *testing.T) *quadrille.Puzzle {
	t.Helper()
	o := quadrille.Options{}
	if n := 0; r.params == "up to symmetry" {
		o.UpTo = quadrille.Symmetry
	} else if _, err := fmt.Sscanf(r.params, "n=%d", &n); err == nil {
		o.Params = map[string]int64{"n": int64(n)}
	}
	p, err := quadrille.LoadFile(filepath.Join("../../examples", r.file), o)
	if err == nil && r.about == candidates {
		var dump bytes.Buffer
		if err = p.WriteMatrix(&dump, quadrille.DumpOptions{Format: quadrille.FormatDLX,
			Candidates: true}); err == nil {
			p, err = quadrille.Load("candidates.dlx", dump.Bytes(), quadrille.Options{})
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func writeTo(t *testing.T, name string, write func(io.Writer) error) {
	t.Helper()
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	if err := write(w); err != nil {
		t.Fatal(err)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
}

// cpuSeconds returns the CPU time that a function takes, with that of the garbage collector.
func cpuSeconds(t *testing.T, f func()) float64 {
	t.Helper()
	used := func() float64 {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			t.Fatal(err)
		}
		return float64(u.Utime.Sec+u.Stime.Sec) + float64(u.Utime.Usec+u.Stime.Usec)/1e6
	}
	before := used()
	f()
	return used() - before
}

// packedSize returns the size of a file, and the size after compression with gzip.
func packedSize(t *testing.T, name string) (size, packed int) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	z.Write(text)
	z.Close()
	return len(text), out.Len()
}

// pythonTime checks a proof by docs/proof/check.py, and returns the CPU time, or a dash without Python, or if
// the proof is too long for a usual test.
func pythonTime(t *testing.T, effort, steps int, dump, file string) string {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil || steps > []int{50_000, 100_000, 2_000_000}[effort] {
		return "–"
	}
	python := exec.Command("python3", "-B", "../../docs/proof/check.py", dump, file)
	if out, err := python.CombinedOutput(); err != nil {
		t.Errorf("check.py: %v: %s", err, out)
	}
	return fmt.Sprintf("%.1f s", (python.ProcessState.UserTime() + python.ProcessState.SystemTime()).Seconds())
}
