package format_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"quadrille/runtime/format"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

// cnfFormula is a CNF as any solver reads it.
type cnfFormula struct {
	variables int
	clauses   [][]int
}

func parseDIMACS(t *testing.T, text string) cnfFormula {
	t.Helper()
	var f cnfFormula
	want := -1
	var clause []int
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "c") {
			continue
		}
		if strings.HasPrefix(line, "p") {
			if _, err := fmt.Sscanf(line, "p cnf %d %d", &f.variables, &want); err != nil {
				t.Fatal(err)
			}
			continue
		}
		for _, word := range strings.Fields(line) {
			l, err := strconv.Atoi(word)
			if err != nil || l > f.variables || -l > f.variables {
				t.Fatalf("literal %s of %d variables: %v", word, f.variables, err)
			}
			if l == 0 {
				f.clauses = append(f.clauses, clause)
				clause = nil
				continue
			}
			clause = append(clause, l)
		}
	}
	if len(clause) > 0 || len(f.clauses) != want {
		t.Fatalf("%d clauses, the header says %d", len(f.clauses), want)
	}
	return f
}

// countModels counts the models that extend an assignment, by branching on the first free variable of a clause that is
// not satisfied. The assignment holds 1, -1 or 0 (free) for each variable.
func (f cnfFormula) countModels(values []int8) int {
	values = slices.Clone(values)
	for {
		unit, open := 0, 0
		for _, c := range f.clauses {
			free, n, sat := 0, 0, false
			for _, l := range c {
				switch v := values[max(l, -l)]; {
				case v == 0:
					free, n = l, n+1
				case (v > 0) == (l > 0):
					sat = true
				}
			}
			switch {
			case sat:
			case n == 0:
				return 0
			case n == 1:
				unit = free
			default:
				open = free
			}
		}
		switch {
		case unit != 0:
			assignLiteral(values, unit)
		case open != 0:
			yes, no := slices.Clone(values), slices.Clone(values)
			assignLiteral(yes, open)
			assignLiteral(no, -open)
			return f.countModels(yes) + f.countModels(no)
		default:
			free := 0
			for _, v := range values[1:] {
				if v == 0 {
					free++
				}
			}
			return 1 << free
		}
	}
}

func assignLiteral(values []int8, literal int) {
	values[max(literal, -literal)] = 1
	if literal < 0 {
		values[-literal] = -1
	}
}

// problemShapes are shapes of random problems for the formats of constraints. There are few options, so that all
// subsets can be tried. Some items have many options, so that every encoding is used.
var problemShapes = []matrixtest.ProblemShape{
	{MaxPrimary: 3, MaxSecondary: 3, MaxOptions: 8, ColorCount: 2, HasMultiplicities: true},
	{MaxPrimary: 2, MaxSecondary: 2, MaxOptions: 10, ColorCount: 3, HasMultiplicities: true},
	{MaxPrimary: 4, MaxSecondary: 1, MaxOptions: 9},
	{MaxPrimary: 1, MaxOptions: 11, HasMultiplicities: true},
	{MaxPrimary: 1, MaxOptions: 11},
	{MaxSecondary: 2, MaxOptions: 4},
	{MaxPrimary: 3, MaxSecondary: 2, MaxOptions: 9, ColorCount: 2, HasMultiplicities: true, MaxNogoods: 5},
	{MaxPrimary: 1, MaxOptions: 9, HasMultiplicities: true, MaxNogoods: 6},
	{MaxSecondary: 2, MaxOptions: 5, MaxNogoods: 2},
}

// denseProblem is a problem of one or two items, both of which every option holds.
func denseProblem(options int, bound matrix.Bound) *matrix.Problem {
	b := matrix.NewBuilder()
	x := b.AddPrimary("x", bound)
	y := b.AddPrimary("y", matrix.Bound{Min: 0, Max: int32(options) + 1})
	z := b.AddSecondary("z")
	for k := range options {
		option := []matrix.Entry{{Item: y}}
		if k != 3 {
			option = append(option, matrix.Entry{Item: x})
		}
		if k%2 == 0 {
			option = append(option, matrix.Entry{Item: z})
		} else {
			option = append(option, matrix.Entry{Item: z, Color: b.AddColor(fmt.Sprint(k % 3))})
		}
		b.AddOption(option...)
	}
	return mustBuild(b)
}

// smallProblems are the problems with which constraints are tested.
func smallProblems() []*matrix.Problem {
	var out []*matrix.Problem
	for _, s := range problemShapes {
		out = append(out, randomProblems(60, s)...)
	}
	for n := range int32(10) {
		for low := range int32(4) {
			for high := max(1, low); high < 6; high++ {
				out = append(out, denseProblem(int(n), matrix.Bound{Min: low, Max: high}))
			}
		}
	}
	r := rand.New(rand.NewPCG(7, 9))
	for range matrixtest.RandomRounds(10, 60) {
		out = append(out, randomMatched(r))
	}
	return append(out, plainProblem(), richProblem())
}

// TestDIMACS: there is one model for each solution and no other model, whether or not the models are restricted to the
// variables of options.
func TestDIMACS(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	for n, p := range smallProblems() {
		text := mustWrite(t, p, format.DIMACS, format.WriteOptions{})
		f := parseDIMACS(t, text)
		var got [][]matrix.OptionID
		for subset := range 1 << p.OptionCount() {
			values := make([]int8, f.variables+1)
			chosen := []matrix.OptionID{}
			for o := range p.OptionCount() {
				assignLiteral(values, -o-1)
				if subset>>o&1 == 1 {
					assignLiteral(values, o+1)
					chosen = append(chosen, matrix.OptionID(o))
				}
			}
			switch models := f.countModels(values); {
			case models > 1:
				t.Fatalf("problem %d: %d models of one choice of options\n%s", n, models, text)
			case models == 1:
				got = append(got, chosen)
			}
		}
		if want := bruteSolutions(p); !equalSets(got, want) {
			t.Fatalf("problem %d: %v, want %v\n%s", n, got, want, text)
		}
	}
}

// bruteSolutions returns the solutions that brute force finds.
func bruteSolutions(p *matrix.Problem) [][]matrix.OptionID { return matrixtest.BruteForce(p) }

func equalSets(a, b [][]matrix.OptionID) bool {
	slices.SortFunc(a, slices.Compare)
	return slices.EqualFunc(a, b, slices.Equal)
}

// TestDIMACSUnsatisfiable: an item without options, to be covered once or 2 to 3 times, makes a formula without models.
func TestDIMACSUnsatisfiable(t *testing.T) {
	for _, bound := range []matrix.Bound{matrix.Once, {Min: 2, Max: 3}} {
		b := matrix.NewBuilder()
		b.AddPrimary("x", bound)
		f := parseDIMACS(t, mustWrite(t, mustBuild(b), format.DIMACS, format.WriteOptions{}))
		if n := f.countModels(make([]int8, f.variables+1)); n != 0 {
			t.Errorf("%v: %d models", bound, n)
		}
	}
}

// TestDIMACSTooLarge: a formula with more variables than solvers can read is refused early.
func TestDIMACSTooLarge(t *testing.T) {
	b := matrix.NewBuilder()
	x := b.AddPrimary("x", matrix.Bound{Min: 1 << 16, Max: 1 << 16})
	for range 1 << 17 {
		b.AddOption(matrix.Entry{Item: x})
	}
	err := format.WriteProblem(new(bytes.Buffer), mustBuild(b), format.DIMACS, format.WriteOptions{})
	if err == nil || !strings.Contains(err.Error(), "write opb") {
		t.Error(err)
	}
}

// satSolver runs a formula through an installed solver, and returns the model that the solver prints. It skips the test
// if no solver is installed.
func satSolver(t *testing.T, cnf string) string {
	t.Helper()
	file := t.TempDir() + "/formula.cnf"
	if err := os.WriteFile(file, []byte(cnf), 0o666); err != nil {
		t.Fatal(err)
	}
	// Their exit codes are answers, not faults.
	if solver, err := exec.LookPath("cadical"); err == nil {
		out, _ := exec.Command(solver, "-q", file).Output()
		return string(out)
	}
	solver, err := exec.LookPath("minisat")
	if err != nil {
		t.Skip("neither cadical nor minisat is installed; they are Debian packages")
	}
	out, _ := exec.Command(solver, file, file+".model").CombinedOutput()
	model, err := os.ReadFile(file + ".model")
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(model)
}

// TestSATSolver: a real solver finds a solution of Scott's problem, and none
// TestSATSolver gives the CNF of random problems to a SAT solver: its models are solutions, and it
// finds none where brute force finds none.
func TestSATSolver(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts another program")
	}
	solvable := 0
	problems := randomProblems(160, matrixtest.ProblemShape{MaxPrimary: 6, MaxSecondary: 3, MaxOptions: 12,
		ColorCount:        2,
		HasMultiplicities: true, MaxNogoods: 2})
	for _, p := range problems {
		model := satSolver(t, mustWrite(t, p, format.DIMACS, format.WriteOptions{}))
		if strings.Contains(model, "UNSAT") {
			if found := matrixtest.BruteForce(p); len(found) > 0 {
				t.Errorf("the solver finds no solution of\n%s\nwhich has %v",
					mustWrite(t, p, format.DLX, format.WriteOptions{}), found[0])
			}
			continue
		}
		solvable++
		var solution matrix.Solution
		for word := range strings.FieldsSeq(model) {
			if l, err := strconv.Atoi(word); err == nil && l > 0 && l <= p.OptionCount() {
				solution = append(solution, matrix.OptionID(l-1))
			}
		}
		if err := p.Verify(solution); err != nil {
			t.Errorf("%v: the model %s of\n%s", err, model, mustWrite(t, p, format.DLX, format.WriteOptions{}))
		}
	}
	if solvable == 0 || solvable == len(problems) {
		t.Errorf("%d of %d problems have a solution", solvable, len(problems))
	}
}
