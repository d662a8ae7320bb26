package main

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"quadrille"
	"quadrille/runtime/ledger"
	"quadrille/runtime/matrix/matrixtest"
)

// TestKill: a count that is killed again and again, by a signal that no program hears, ends
// with the number and the nodes of one that is not.
func TestKill(t *testing.T) {
	if testing.Short() {
		t.Skip("kills take some seconds")
	}
	dir := t.TempDir()
	board, solutions, longest, engines := "4x15", "1472", 200*time.Millisecond, []string{"dense"}
	if matrixtest.SlowTestsWanted() {
		board, solutions, longest, engines = "6x10", "9356", time.Second, []string{"dense", "sparse"}
	}
	writeTestFile(t, filepath.Join(dir, "board.puz"), "use pentominoes\nboard b on square = "+board+
		"\npack b with pentominoes\n")
	r := rand.New(rand.NewPCG(9, 356))
	for _, engine := range engines {
		count := func(more ...string) *exec.Cmd {
			c := exec.Command("puz", append([]string{"count", "board.puz", "--engine", engine, "--stats", "json"},
				more...)...)
			c.Dir = dir
			return c
		}
		_, want := runCounting(t, count("--threads", "2"))
		kills, lost := matrixtest.RandomRounds(2, 20), time.Duration(0)
		for range kills {
			c := count("--job", engine)
			begun := time.Now()
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Duration(float64(longest) * r.Float64()))
			c.Process.Kill()
			c.Wait()
			lost = max(lost, sinceLast(t, filepath.Join(dir, engine, ledgerFile), begun))
		}
		n, got := runCounting(t, count("--job", engine))
		if n != solutions || got != want {
			t.Errorf("%s: %s solutions, %d nodes; uninterrupted it has %d nodes", engine, n, got, want)
		}
		t.Logf("%s: killed %d times, at most %v of work were lost at once", engine, kills, lost.Round(time.Millisecond))
	}
}

// TestKillBest: a job for the best solutions that is killed again and again ends with the number that is published.
func TestKillBest(t *testing.T) {
	if testing.Short() {
		t.Skip("kills take some seconds")
	}
	dir := t.TempDir()
	// Queens that hold or see each cell of 8 by 8: five are enough, in 4860 ways (OEIS A075458, A103315).
	writeTestFile(t, filepath.Join(dir, "queens.puz"), `
items men any
items seen[r,c] at least 1 for r in 1..8, c in 1..8
option men {seen[i,j] for i in 1..8, j in 1..8 where i = r or j = c or abs(i - r) = abs(j - c)} for r in 1..8, c in 1..8
minimize men
`)
	count := func() *exec.Cmd {
		c := exec.Command("puz", "count", "queens.puz", "--job", "job", "--threads", "2", "--stats", "json")
		c.Dir = dir
		return c
	}
	r := rand.New(rand.NewPCG(8, 4860))
	for range matrixtest.RandomRounds(4, 40) {
		c := count()
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(float64(time.Second) * r.Float64()))
		c.Process.Kill()
		c.Wait()
	}
	if n, _ := runCounting(t, count()); n != "4860" {
		t.Errorf("%s best solutions", n)
	}
}

// runCounting runs a count, and returns what it prints and its nodes.
func runCounting(t *testing.T, c *exec.Cmd) (n string, nodes int64) {
	t.Helper()
	var said strings.Builder
	c.Stderr = &said
	out, err := c.Output()
	if err != nil {
		t.Fatal(err, said.String())
	}
	var e quadrille.Effort
	text := said.String()
	if err := json.NewDecoder(strings.NewReader(text[strings.Index(text, "{"):])).Decode(&e); err != nil {
		t.Fatal(err, text)
	}
	return strings.TrimSpace(string(out)), e.Nodes
}

// sinceLast returns how long ago the last record was kept, or the run has begun.
func sinceLast(t *testing.T, name string, begun time.Time) time.Duration {
	now := time.Now()
	f, err := os.Open(name)
	if err != nil {
		return now.Sub(begun) // it was killed before there was a file
	}
	defer f.Close()
	l, err := ledger.ReadLedger(f)
	if err != nil {
		return now.Sub(begun)
	}
	for _, w := range l.TotalsByWorker() {
		if w.LastRecord.After(begun) {
			begun = w.LastRecord
		}
	}
	return now.Sub(begun)
}
