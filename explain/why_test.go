package explain_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quadrille"
	"quadrille/compile/lattice"
	"quadrille/explain"
	"quadrille/runtime/matrix/matrixtest"
)

// TestWhy: 41 puzzles without a solution, half of them from the literature, each with the
// kind of its true reason and some words of it in its first line. Why names it first.
// Certificates are added up once more, from the dump of the matrix.
func TestWhy(t *testing.T) {
	files, err := filepath.Glob("testdata/why/*.puz")
	if err != nil || len(files) != 41 {
		t.Fatalf("there are %d puzzles, error %v", len(files), err)
	}
	named, weighed := 0, 0
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		first, rest, _ := strings.Cut(string(text), "\n")
		kind, words, _ := strings.Cut(strings.TrimPrefix(first, "// why: "), " ")
		if !strings.HasPrefix(rest, "// source: ") {
			t.Errorf("%s says nothing of its source", name)
		}
		q, err := quadrille.Load(name, text, quadrille.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var reasons []explain.Reason
		for r, err := range explain.Reasons(context.Background(), q, quadrille.Search{}) {
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			reasons = append(reasons, r)
			if c, ok := r.Certificate(); ok {
				checkCertificate(t, name, q, c)
				weighed++
			}
		}
		if string(reasons[0].Kind) == kind && strings.Contains(strings.ToLower(reasons[0].Sentences), words) {
			named++
		} else {
			t.Errorf("%s: the reason is %s (%s), and it is said to be %s: %s", name, kind, words, reasons[0].Kind,
				reasons[0].Sentences)
		}
	}
	t.Logf("%d of %d reasons named, %d certificates added up", named, len(files), weighed)
}

// checkCertificate checks a certificate with what is written of it, and of the matrix, in JSON.
func checkCertificate(t *testing.T, name string, q *quadrille.Puzzle, c explain.Certificate) {
	t.Helper()
	var proof struct {
		Modulus int64
		AtMost  bool
		Weights []struct {
			Item   string
			Weight int64
		}
	}
	var dump struct {
		Items []struct {
			Name, Kind string
			Min, Max   *int64
		}
		Options []struct{ Entries []struct{ Item string } }
	}
	var written bytes.Buffer
	if err := q.WriteMatrix(&written, quadrille.DumpOptions{Format: "json"}); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(json.Unmarshal(text, &proof), json.Unmarshal(written.Bytes(), &dump)); err != nil {
		t.Fatal(err)
	}
	fail := func(sum int64) bool { // where it should be 0, or at most 0
		return sum > 0 && proof.AtMost || !proof.AtMost && sum != 0 && (proof.Modulus == 0 || sum%proof.Modulus != 0)
	}
	weights := map[string]int64{}
	for _, w := range proof.Weights {
		weights[w.Item] = w.Weight
	}
	for _, o := range dump.Options {
		sum := int64(0)
		for _, e := range o.Entries {
			sum += weights[e.Item]
		}
		if fail(sum) {
			t.Fatalf("%s: %v weighs %d modulo %d", name, o, sum, proof.Modulus)
		}
	}
	total, items := int64(0), 0
	for _, i := range dump.Items {
		if weights[i.Name] == 0 {
			continue
		}
		items++
		least, most := int64(1), int64(1)
		if i.Min != nil {
			least, most = *i.Min, *i.Max
		}
		if i.Kind != "primary" || least != most {
			t.Fatalf("%s: %s weighs something, and nobody knows how often it is covered", name, i.Name)
		}
		total += weights[i.Name] * least
	}
	if !fail(total) || items != len(proof.Weights) {
		t.Fatalf("%s: all %d items weigh %d modulo %d", name, items, total, proof.Modulus)
	}
}

// TestWhySymbolsOfACage: of 1 to 4 two that differ have the product 6 in one way. Steps name symbols and cells, and no
// item of the matrix.
func TestWhySymbolsOfACage(t *testing.T) {
	p, err := quadrille.Load("cages.puz", []byte(`latin 4 {
  product "a 6 b 16" sum "c 5 d 5 g 3" difference "e 1 h 2" quotient "f 2" on regions """
    aabb
    ccdb
    eedf
    ghhf
  """
}`), quadrille.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for r, err := range explain.Reasons(t.Context(), p, quadrille.Search{}) {
		if err != nil {
			t.Fatal(err)
		}
		if r.Kind == "forced" && !strings.Contains(r.Sentences,
			" 2 and 3 for the product 6 of the cage a on (0, 0) (0, 1),") ||
			strings.Contains(r.Sentences, "rule[") {
			t.Error(r.Sentences)
		}
	}
}

// TestWhyIsNeverWrong: of random matrices, those with a reason have no solution, and the
// others have one.
func TestWhyIsNeverWrong(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 6))
	shapes := []matrixtest.ProblemShape{
		{MaxPrimary: 7, MaxOptions: 12},
		{MaxPrimary: 5, MaxSecondary: 3, MaxOptions: 11, ColorCount: 2},
		{MaxPrimary: 5, MaxSecondary: 2, MaxOptions: 10, HasMultiplicities: true},
		{MaxPrimary: 5, MaxOptions: 11, MaxNogoods: 4},
	}
	kinds := map[string]int{}
	for n := range matrixtest.RandomRounds(500, 10_000) {
		p := matrixtest.RandomProblem(r, shapes[n%len(shapes)])
		none := len(matrixtest.BruteForce(p)) == 0
		for reason, err := range explain.Reasons(context.Background(), quadrille.FromMatrix(p), quadrille.Search{}) {
			switch {
			case errors.Is(err, explain.ErrSolvable):
				reason.Kind = "solvable"
			case err != nil:
				t.Fatal(err)
			}
			if none == (reason.Kind == "solvable") {
				t.Fatalf("problem %d: %s, and brute force says that there is none: %v", n, reason.Kind, none)
			}
			kinds[string(reason.Kind)]++
		}
	}
	t.Log(kinds)
}

// TestWhyDissections: of random shapes, those that are said not to be cut into so few pieces have no dissection, as a
// search finds, and the others have one if the search is not the reason.
func TestWhyDissections(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	r, kinds := rand.New(rand.NewPCG(18, 9)), map[string]int{}
	shape := func() string { // five of nine cells
		rows := [3]string{}
		for k, n := range r.Perm(9) {
			rows[k/3] += string("*****...."[n])
		}
		return "\"\"\"\n" + strings.Join(rows[:], "\n") + "\n\"\"\""
	}
	for range matrixtest.RandomRounds(40, 1_000) {
		text := fmt.Sprintf("shape a = %s\nshape b = %s\ndissect a into %d pieces forming b {\n  %s\n%s}", shape(),
			shape(), 2+r.IntN(2),
			[]string{"shift", "rotate", "flip"}[r.IntN(3)], []string{"", "  connected\n",
				"  sizes 1..2\n"}[r.IntN(3)])
		q, err := quadrille.Load("cut.puz", []byte(text), quadrille.Options{})
		if err != nil {
			t.Fatal(err)
		}
		_, none := q.First(context.Background(), quadrille.Search{Engine: "links"})
		for reason, err := range explain.Reasons(context.Background(), q, quadrille.Search{}) {
			if kinds[string(reason.Kind)]++; errors.Is(none, quadrille.ErrNoSolution) != (err == nil) {
				t.Fatalf("%s\nhas a solution: %v; %s, %v", text, none, reason.Sentences, err)
			}
		}
	}
	if t.Log(kinds); kinds["area"] == 0 || kinds[""] == 0 {
		t.Errorf("%v: the test proves little", kinds)
	}
}

// A puzzle without a solution says why.
func ExampleReasons() {
	text := `use tetrominoes  board b on square = 4x5  pack b with tetrominoes`
	p, err := quadrille.Load("five.puz", []byte(text), quadrille.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for r, err := range explain.Reasons(context.Background(), p, quadrille.Search{}) {
		fmt.Println(r.Kind, err)
		fmt.Print(r)
		c, _ := r.Certificate()
		fmt.Println(c.Modulus, c.Check())
	}
	// Output:
	// coloring <nil>
	// Color the cells like a chessboard, by row + column. An odd number of cells marked # is under the piece T4, and an even number under every other piece. So together they cover an odd number; there are 10.
	// ┌───┬───┬───┬───┬───┐
	// │ · │ # │ · │ # │ · │
	// ├───┼───┼───┼───┼───┤
	// │ # │ · │ # │ · │ # │
	// ├───┼───┼───┼───┼───┤
	// │ · │ # │ · │ # │ · │
	// ├───┼───┼───┼───┼───┤
	// │ # │ · │ # │ · │ # │
	// └───┴───┴───┴───┴───┘
	// 2 <nil>
}

// TestMarksOfPair: the corner and its neighbour see 3, 4, 5 and 6 below them, so they have 1 and 2 for themselves, and
// the other cells of the row cannot have these, as their marks say.
func TestMarksOfPair(t *testing.T) {
	p := loadPuzzle(t,
		"latin 6 {\n  given \"\"\"\n    ......\n    34....\n    43....\n    56....\n    65....\n    ......\n"+
			"  \"\"\"\n}", quadrille.Options{})
	for r, err := range explain.Steps(t.Context(), p, false) {
		if err != nil {
			t.Fatal(err)
		}
		pic, ok := r.Picture()
		if r.Kind != explain.Pair || !ok {
			t.Fatalf("the first step is of the kind %s: %s", r.Kind, r.Sentences)
		}
		want := map[lattice.Cell]string{}
		for c := int32(2); c < 6; c++ {
			want[lattice.Cell{0, c}] = "≠12"
		}
		for c, mark := range pic.CellMarks {
			if !pic.GivenCells[c] && want[c] != mark {
				t.Errorf("%v has the mark %s", c, mark)
			}
			delete(want, c)
		}
		if len(want) > 0 {
			t.Errorf("no marks on %v", want)
		}
		break
	}
}
