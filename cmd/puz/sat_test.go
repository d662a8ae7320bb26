package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"quadrille"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

// TestSAT gives the CNF of a puzzle to a real SAT solver. What it finds must be a
// solution; of a puzzle without one it must find nothing. The solver is minisat,
// a package of Debian's, which the CI script installs.
func TestSAT(t *testing.T) {
	if testing.Short() {
		t.Skip("a second or more")
	}
	minisat, err := exec.LookPath("minisat")
	if err != nil {
		t.Skip("minisat is not installed, so no SAT solver has read the CNF")
	}
	for name, solvable := range map[string]bool{
		"scott.puz": true, "sudoku/01.puz": true, "tetrasticks-welded.puz": true, "word-square.puz": true,
		"bishops.puz": true, "langford.puz": true, "latin-no-mate.puz": false,
	} {
		t.Run(name, func(t *testing.T) {
			if (name == "scott.puz" || name == "word-square.puz") && !matrixtest.SlowTestsWanted() {
				t.Skip("minisat takes seconds for it: " + matrixtest.SlowTests + "=1 asks for it")
			}
			puzzle := filepath.Join("../../examples", name)
			dir := t.TempDir()
			cnf, model := filepath.Join(dir, "cnf"), filepath.Join(dir, "model")
			if out := runPuz("compile", puzzle, "--to", "dimacs", "-o", cnf).all(); out != "" {
				t.Fatal(out)
			}
			// The exit code of minisat is 10 or 20, for yes and no.
			said, _ := exec.Command(minisat, "-verb=0", cnf, model).Output()
			if got := !strings.Contains(string(said), "UNSATISFIABLE"); got != solvable {
				t.Fatalf("minisat says %s", said)
			}
			if solvable {
				checkModel(t, puzzle, model)
			}
		})
	}
}

// checkModel verifies the options that a model chooses: variable k is option k-1.
func checkModel(t *testing.T, puzzle, model string) {
	t.Helper()
	text, err := os.ReadFile(puzzle)
	if err != nil {
		t.Fatal(err)
	}
	q, err := quadrille.Load(puzzle, text, quadrille.Options{Files: os.DirFS(filepath.Dir(puzzle))})
	if err != nil {
		t.Fatal(err)
	}
	values, err := os.ReadFile(model)
	if err != nil {
		t.Fatal(err)
	}
	problem, _, err := q.Matrix()
	if err != nil {
		t.Fatal(err)
	}
	var solution matrix.Solution
	for _, word := range strings.Fields(string(values))[1:] { // after SAT
		v, err := strconv.Atoi(word)
		if err != nil {
			t.Fatal(err)
		}
		if v > 0 && v <= problem.OptionCount() {
			solution = append(solution, matrix.OptionID(v-1))
		}
	}
	if err := problem.Verify(solution); err != nil {
		t.Error(err)
	}
}
