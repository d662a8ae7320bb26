package proof_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/engine/memo"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/proof"
)

// readProof returns a proof of the number of solutions, made by memo or by links.
func readProof(t *testing.T, p *matrix.Problem, byLinks bool) *proof.Tree {
	t.Helper()
	var file bytes.Buffer
	w := proof.NewWriter(&file, proof.ClaimCount, make([]byte, 32))
	var n *big.Int
	var err error
	if byLinks {
		n, err = dlx.CountWithProof(context.Background(), p, w, nil)
	} else {
		n, _, err = memo.CountSolutions(context.Background(), p, memo.CountOptions{Proof: w})
	}
	if err == nil {
		err = w.WriteTotal(n)
	}
	if err != nil {
		t.Fatal(err)
	}
	tree, err := proof.Read(p, make([]byte, 32), &file, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// writeCPOG returns a formula and its CPOG.
func writeCPOG(t *testing.T, p *matrix.Problem, byLinks bool) (cnf, cpog string) {
	t.Helper()
	var a, b bytes.Buffer
	if err := proof.WriteCPOG(&a, &b, p, readProof(t, p, byLinks), 1<<20); err != nil {
		t.Fatal(err)
	}
	return a.String(), b.String()
}

// proofProblems yields random problems of each kind, with their solutions by brute force.
func proofProblems(rounds int, yield func(*matrix.Problem, [][]matrix.OptionID)) {
	r := rand.New(rand.NewPCG(44, 3))
	for _, shape := range []matrixtest.ProblemShape{
		{MaxPrimary: 6, MaxOptions: 14},
		{MaxPrimary: 5, MaxSecondary: 3, MaxOptions: 14},
		{MaxPrimary: 5, MaxSecondary: 3, MaxOptions: 14, ColorCount: 3},
		{MaxPrimary: 5, MaxSecondary: 2, MaxOptions: 12, ColorCount: 2, HasMultiplicities: true},
		{MaxPrimary: 5, MaxSecondary: 2, MaxOptions: 12, HasMultiplicities: true, MaxNogoods: 3},
	} {
		for range rounds {
			p := matrixtest.RandomProblem(r, shape)
			yield(p, matrixtest.BruteForce(p))
		}
	}
}

// TestCPOG: the checker of this test accepts the CPOG of random problems, and finds the number of solutions that brute
// force finds.
func TestCPOG(t *testing.T) {
	solvable := 0
	check := func(p *matrix.Problem, want string) {
		for _, byLinks := range []bool{false, true} {
			if !byLinks && len(p.Nogoods()) > 0 {
				continue // memo refuses nogoods
			}
			cnf, cpog := writeCPOG(t, p, byLinks)
			if n, err := countModels(cnf, cpog); err != nil || n.String() != want {
				t.Fatalf("%v models and %v, want %s:\n%s%s", n, err, want, cnf, cpog)
			}
		}
	}
	proofProblems(matrixtest.RandomRounds(40, 2000), func(p *matrix.Problem, all [][]matrix.OptionID) {
		check(p, fmt.Sprint(len(all)))
		solvable += min(1, len(all))
	})
	if solvable < matrixtest.RandomRounds(30, 1000) {
		t.Errorf("only %d problems have a solution", solvable)
	}
	check(matrixtest.LangfordProblem(7), "52")
	check(matrixtest.QueensProblem(6), "4")
	check(matrixtest.LatinProblem(4, true), "4")
	// Copies side by side are symmetric and fall apart, so that the proof has images and splits.
	check(matrixtest.IndependentCopies(matrixtest.DominoBoard(2, 3), 3), "27")
	check(matrixtest.DominoProblem(6, [2]int{0, 0}, [2]int{5, 5}), "0")
}

// TestDominoesCPOG: the number of domino coverings of a board of 6 by 8, found by Kasteleyn, and by Temperley and
// Fisher.
func TestDominoesCPOG(t *testing.T) {
	cnf, cpog := writeCPOG(t, matrixtest.DominoBoard(6, 8), false)
	if n, err := countModels(cnf, cpog); err != nil || n.String() != "167089" {
		t.Errorf("%v models and %v", n, err)
	}
}

// TestFormula: the models of the formula are the solutions of brute force.
func TestFormula(t *testing.T) {
	proofProblems(matrixtest.RandomRounds(20, 400), func(p *matrix.Problem, all [][]matrix.OptionID) {
		cnf, _ := writeCPOG(t, p, true)
		c := &cpogChecker{clauses: map[int][]int{}}
		c.readFormula(cnf)
		var models [][]matrix.OptionID
		for set := range 1 << p.OptionCount() {
			isTrue := func(l int) bool { return (set>>(max(l, -l)-1)&1 == 1) == (l > 0) }
			good := true
			for _, clause := range c.clauses {
				good = good && slices.ContainsFunc(clause, isTrue)
			}
			if good {
				models = append(models, nil)
				for o := range p.OptionCount() {
					if set>>o&1 == 1 {
						models[len(models)-1] = append(models[len(models)-1], matrix.OptionID(o))
					}
				}
			}
		}
		slices.SortFunc(models, slices.Compare)
		slices.SortFunc(all, slices.Compare)
		if !slices.EqualFunc(models, all, slices.Equal) {
			t.Fatalf("%v, want %v\n%s", models, all, cnf)
		}
	})
}

// TestDamagedCPOG: without a lemma, a hint or a literal, a CPOG is refused, or the number of models is still right.
func TestDamagedCPOG(t *testing.T) {
	cnf, cpog := writeCPOG(t, matrixtest.LangfordProblem(4), false)
	lines := slices.Collect(strings.Lines(cpog))
	refused := map[string]int{}
	r := rand.New(rand.NewPCG(1, 8))
	const rounds = 40
	for range rounds {
		for kind, damage := range map[string]func([]string){
			"line":   func(words []string) { clear(words) },
			"number": func(words []string) { words[r.IntN(len(words))] = "" },
		} {
			k := r.IntN(len(lines))
			for strings.HasPrefix(lines[k], "D") { // to keep a clause is no fault
				k = r.IntN(len(lines))
			}
			words := strings.Fields(lines[k])
			damage(words)
			damaged := slices.Clone(lines)
			damaged[k] = strings.TrimSpace(strings.Join(words, " ")) + "\n"
			if damaged[k] == "\n" {
				damaged = slices.Delete(damaged, k, k+1)
			}
			n, err := countModels(cnf, strings.Join(damaged, ""))
			if err != nil {
				refused[kind]++
			} else if n.String() != "2" {
				t.Errorf("%s in place of %s: %v models", damaged[k], lines[k], n)
			}
		}
	}
	if refused["line"] < rounds*9/10 || refused["number"] < rounds*9/10 {
		t.Errorf("of %d each, only these are refused: %v", rounds, refused)
	}
}

// TestLimits: what exceeds a limit ends in an error.
func TestLimits(t *testing.T) {
	p := matrixtest.LangfordProblem(7)
	tree := readProof(t, p, false)
	if err := proof.WriteCPOG(new(bytes.Buffer), new(bytes.Buffer), p, tree, 1000); !errors.Is(err, proof.ErrTooLarge) {
		t.Error(err)
	}
	b := matrix.NewBuilder()
	x := b.AddPrimary("x", matrix.Bound{Min: 0, Max: 9})
	for range 60 {
		b.AddOption(matrix.Entry{Item: x})
	}
	many, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	err = proof.WriteCPOG(new(bytes.Buffer), new(bytes.Buffer), many, tree, 1000)
	if err == nil || !strings.Contains(err.Error(), "the item x has 60 options") {
		t.Error(err)
	}
	// The steps of another problem fit no residual.
	err = proof.WriteCPOG(new(bytes.Buffer), new(bytes.Buffer), matrixtest.LangfordProblem(8), tree, 1<<20)
	if err == nil {
		t.Error("the proof of another problem is taken")
	}
}
