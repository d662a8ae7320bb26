package learn_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"quadrille/runtime/engine/learn"
	"quadrille/runtime/format"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/proof"
	"quadrille/runtime/proof/prooftest"
	"quadrille/runtime/search"
)

// proveAll returns the formula that excludes the solutions of a problem, the proof that it has no model, and the number
// of counters of the search.
func proveAll(t *testing.T, p *matrix.Problem, isHasty bool) (cnf, drat string, found []matrix.Solution, counters int) {
	t.Helper()
	variables, err := format.NewFormulaVariables(p)
	if err != nil {
		t.Fatal(err)
	}
	var steps bytes.Buffer
	w := proof.NewClauseWriter(&steps, variables.ColorVariable, variables.CounterVariable, 1<<24)
	s := mustSearch(t, p, learn.LearnOptions{Proof: w})
	if isHasty {
		s.MakeHasty()
	}
	for solution := range s.Solutions(context.Background()) {
		found = append(found, slices.Sorted(slices.Values(solution)))
	}
	if err := errors.Join(s.Err(), w.EndProof()); err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(found, slices.Compare)
	return formulaWithout(t, p, found), steps.String(), found, s.CounterCount()
}

// formulaWithout returns the formula of a problem that excludes some solutions.
func formulaWithout(t *testing.T, p *matrix.Problem, solutions []matrix.Solution) string {
	t.Helper()
	var text strings.Builder
	err := format.WriteProblem(&text, p, format.DIMACS, format.WriteOptions{ExcludedSolutions: solutions})
	if err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// proofProblems yields random problems of each kind.
func proofProblems(rounds int, yield func(*matrix.Problem)) {
	r := rand.New(rand.NewPCG(26, 11))
	b := matrix.NewBuilder() // an option without a primary item has a color of its own
	a, z := matrix.Entry{Item: b.AddPrimary("a", matrix.Once)}, b.AddSecondary("z")
	for _, color := range []string{"red", "green", "blue"} {
		colored := matrix.Entry{Item: z, Color: b.AddColor(color)}
		if color == "blue" {
			b.AddOption(colored)
		} else {
			b.AddOption(a, colored)
		}
	}
	idle, err := b.Build()
	if err != nil {
		panic(err)
	}
	yield(idle)
	for range rounds {
		yield(matrixtest.SupportedProblem(r))
		yield(countedProblem(r))
		for _, shape := range []matrixtest.ProblemShape{
			{MaxPrimary: 6, MaxOptions: 14},
			{MaxPrimary: 5, MaxSecondary: 3, MaxOptions: 14},
			{MaxPrimary: 5, MaxSecondary: 3, MaxOptions: 14, ColorCount: 3},
			{MaxPrimary: 4, MaxSecondary: 2, MaxOptions: 14, ColorCount: 2, HasMultiplicities: true},
			{MaxPrimary: 4, MaxSecondary: 2, MaxOptions: 14, HasMultiplicities: true, MaxNogoods: 5},
		} {
			yield(matrixtest.RandomProblem(r, shape))
		}
	}
}

// TestProof: the checker accepts the clauses of random problems as a proof that there are no other solutions than those
// of brute force. Where a solution is not excluded, it refuses them.
func TestProof(t *testing.T) {
	numbers := map[int]int{} // number of problems, by the number of solutions
	counted := 0             // number of counters
	proofProblems(matrixtest.RandomRounds(150, 4000), func(p *matrix.Problem) {
		all := matrixtest.BruteForce(p)
		numbers[min(2, len(all))]++
		cnf, drat, found, counters := proveAll(t, p, len(all)%2 == 0)
		counted += counters
		if !slices.EqualFunc(found, all, func(a matrix.Solution, b []matrix.OptionID) bool {
			return slices.Equal(a, b)
		}) {
			t.Fatalf("%v, and by brute force %v", found, all)
		}
		if _, _, err := prooftest.CheckRefutation(cnf, drat); err != nil {
			t.Fatalf("%v:\n%s%s", err, cnf, drat)
		}
		if len(found) > 0 {
			if _, _, err := prooftest.CheckRefutation(formulaWithout(t, p, found[1:]), drat); err == nil {
				t.Fatalf("a formula with a model is refuted:\n%s%s", formulaWithout(t, p, found[1:]), drat)
			}
		}
	})
	if least := matrixtest.RandomRounds(100, 100); numbers[0] < 2*least || numbers[1] < least || numbers[2] < 2*least ||
		counted < least/2 {
		t.Errorf("of problems with 0, 1 and more solutions there are %v; %d counters", numbers, counted)
	}
}

// randomClauses returns the problem of satisfying random clauses of three variables, whose values are colors.
func randomClauses(t *testing.T, variables, clauses int) *matrix.Problem {
	r, b := rand.New(rand.NewPCG(3, 3)), newNamedBuilder()
	var clauseItems []matrix.Entry
	for c := range clauses {
		clauseItems = append(clauseItems, b.onceItem("clause", c))
	}
	for _, clause := range clauseItems {
		chosen, forbidden := r.Perm(variables)[:3], r.IntN(8)
		for values := range 8 {
			option := []matrix.Entry{clause}
			for k, v := range chosen {
				e := b.atMostOnce("variable", v)
				e.Color = b.AddColor([]string{"false", "true"}[values>>k&1])
				option = append(option, e)
			}
			if values != forbidden {
				b.AddOption(option...)
			}
		}
	}
	return b.mustBuild(t)
}

// TestLargeProof: the checker accepts proofs that remove clauses.
func TestLargeProof(t *testing.T) {
	for name, p := range map[string]*matrix.Problem{
		"pigeons":         pigeonProblem(t, 6, 5),
		"mutilated board": matrixtest.DominoProblem(6, [2]int{0, 0}, [2]int{5, 5}),
		"clauses":         randomClauses(t, 70, 310),
		"queens":          matrixtest.QueensProblem(6),
		"squares":         latinProblem(t, "1..... .3.... ..5.2. ..3..6 5.2... ....1."),
		"counters":        coveringCode(t, 6, 5, 6),
	} {
		cnf, drat, _, _ := proveAll(t, p, true)
		if learned, removed, err := prooftest.CheckRefutation(cnf, drat); err != nil || removed == 0 {
			t.Errorf("%s: %d clauses are learned and %d removed, %v", name, learned, removed, err)
		}
	}
}

// TestDamagedProof: a proof that lacks clauses or literals is refused, nearly always: some clauses are of no use.
func TestDamagedProof(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 26))
	cnf, drat, _, _ := proveAll(t, pigeonProblem(t, 6, 5), false)
	lines := slices.Collect(strings.Lines(drat))
	const rounds = 50
	for kind, damage := range map[string]func(k int) []string{
		"without a tenth of the clauses": func(int) []string {
			return slices.DeleteFunc(slices.Clone(lines), func(string) bool { return r.IntN(10) == 0 })
		},
		"with half of a clause": func(k int) []string {
			words, damaged := strings.Fields(lines[k]), slices.Clone(lines)
			damaged[k] = strings.Join(words[:len(words)/2], " ") + " 0\n"
			return damaged
		},
		"without its second half":   func(k int) []string { return append(slices.Clone(lines[:k]), "0\n") },
		"without the empty clause":  func(int) []string { return lines[:len(lines)-1] },
		"with a removal of nothing": func(k int) []string { return slices.Insert(slices.Clone(lines), k, "d 1 2 0\n") },
	} {
		refused := 0
		for range rounds {
			if _, _, err := prooftest.CheckRefutation(cnf, strings.Join(damage(r.IntN(len(lines)/2)), "")); err != nil {
				refused++
			}
		}
		if refused < rounds*8/10 {
			t.Errorf("%s: %d of %d proofs are refused", kind, refused, rounds)
		}
	}
}

// failingWriter is a full disk.
type failingWriter struct{}

var errFull = errors.New("full")

func (failingWriter) Write([]byte) (int, error) { return 0, errFull }

// TestProofErrors: a proof that is too large, or that cannot be written, ends the search. No proof says that cells are
// connected.
func TestProofErrors(t *testing.T) {
	p := pigeonProblem(t, 13, 12) // takes minutes to its end
	for want, w := range map[error]*proof.ClauseWriter{
		proof.ErrTooLarge: proof.NewClauseWriter(io.Discard, nil, nil, 1000),
		errFull:           proof.NewClauseWriter(failingWriter{}, nil, nil, 1<<30),
	} {
		s := mustSearch(t, p, learn.LearnOptions{Proof: w})
		for range s.Solutions(context.Background()) {
			t.Error("a solution")
		}
		if !errors.Is(s.Err(), want) || !errors.Is(w.EndProof(), want) {
			t.Errorf("%v and %v, want %v", s.Err(), w.EndProof(), want)
		}
	}
	_, err := learn.NewClauseSearch(p, learn.LearnOptions{ConnectedSets: []*search.CellSet{{}},
		Proof: proof.NewClauseWriter(io.Discard, nil, nil, 1000)})
	if err == nil {
		t.Error("a proof with connected cells")
	}
}
