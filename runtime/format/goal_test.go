package format_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"quadrille/runtime/format"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

// withGoal gives a problem a random goal.
func withGoal(t *testing.T, r *rand.Rand, p *matrix.Problem) *matrix.Problem {
	t.Helper()
	g := &matrix.Goal{Maximize: r.IntN(2) == 0, BaseValue: int64(r.IntN(9)) - 4}
	for o := range matrix.OptionID(p.OptionCount()) {
		g.OptionValues = append(g.OptionValues, r.Int64N(11)-5)
		if len(p.Option(o)) == 0 {
			g.OptionValues[o] = 0 // dlx has no place for it, and it is never chosen
		}
	}
	if r.IntN(5) == 0 && p.OptionCount() > 0 && len(p.Option(0)) > 0 {
		g.OptionValues[0] = 1 << 60
	}
	with, err := p.WithGoal(g)
	if err != nil {
		t.Fatal(err)
	}
	return with
}

var goalShape = matrixtest.ProblemShape{MaxPrimary: 4, MaxSecondary: 3, MaxOptions: 8, ColorCount: 2,
	HasMultiplicities: true, MaxNogoods: 2}

// A goal survives a round trip through the formats that can be read, in any sequence.
func TestRoundTripGoals(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	for _, p := range randomProblems(300, goalShape) {
		p = withGoal(t, r, p)
		roundTrip(t, p)
		for _, f := range []format.Format{format.DLX, format.JSON, format.YAML} {
			text := mustWrite(t, p, f, format.WriteOptions{ShortNames: r.IntN(2) == 0})
			if q := mustRead(t, text, f); !reflect.DeepEqual(p.Goal(), q.Goal()) &&
				(f != format.DLX || p.PrimaryCount() > 0) {
				t.Fatalf("%s: %v became %v\n%s", f, p.Goal(), q.Goal(), text)
			}
		}
		for _, f := range []format.Format{format.Dance, format.CSV, format.DIMACS} {
			var out strings.Builder
			if err := format.WriteProblem(&out, p, f, format.WriteOptions{}); err == nil {
				t.Errorf("%s says what is best:\n%s", f, out.String())
			}
		}
	}
}

var (
	opbObjective = regexp.MustCompile(`\* (?:minimize|maximize): the value is (-?\d+) (more than|less) the objective\nmin:((?: [+-]\d+ x\d+)*) ;\n`)
	lpObjective  = regexp.MustCompile(`(?s)(?:\\ the value is (-?\d+) more than the objective\n)?(Minimize|Maximize)\n +obj:(.*)\nSubject To\n`)
	linearTerm   = regexp.MustCompile(`([+-]?\d+) x(\d+)`)
)

// The objectives of opb and lp give the value of each solution.
func TestLinearGoals(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 5))
	for _, p := range randomProblems(100, goalShape) {
		p = withGoal(t, r, p)
		opb := opbObjective.FindStringSubmatch(mustWrite(t, p, format.OPB, format.WriteOptions{}))
		lp := lpObjective.FindStringSubmatch(mustWrite(t, p, format.LP, format.WriteOptions{}))
		if opb == nil || lp == nil || (lp[2] == "Maximize") != p.Goal().Maximize ||
			(opb[2] == "less") != p.Goal().Maximize {
			t.Fatalf("%q %q", opb, lp)
		}
		for _, s := range matrixtest.BruteForce(p) {
			want := p.Goal().BaseValue
			for _, o := range s {
				want += p.Goal().OptionValues[o]
			}
			sign := 1
			if p.Goal().Maximize {
				sign = -1
			}
			if got := sign*objective(t, opb[3], s) + mustAtoi(t, opb[1]); int64(got) != want {
				t.Errorf("opb: the value is %d, not %d: %q", got, want, opb)
			}
			base := 0
			if lp[1] != "" {
				base = mustAtoi(t, lp[1])
			}
			if got := objective(t, lp[3], s) + base; int64(got) != want {
				t.Errorf("lp: the value is %d, not %d: %q", got, want, lp)
			}
		}
	}
}

// objective returns the sum of the terms of the chosen options.
func objective(t *testing.T, terms string, chosen []matrix.OptionID) (sum int) {
	for _, m := range linearTerm.FindAllStringSubmatch(terms, -1) {
		if slices.Contains(chosen, matrix.OptionID(mustAtoi(t, m[2])-1)) {
			sum += mustAtoi(t, strings.TrimPrefix(m[1], "+"))
		}
	}
	return sum
}

// Files for Knuth's program DLX5 may have a cost behind any item of an option, and have no goal.
func TestCostsOfDLX5(t *testing.T) {
	p := mustRead(t, "| three items\na b c | z\na b|5\na|1 z:red|3\nb c\n", format.DLX)
	if want := (&matrix.Goal{OptionValues: []int64{5, 4, 0}}); !reflect.DeepEqual(p.Goal(), want) {
		t.Errorf("%v, want %v", p.Goal(), want)
	}
	if got := mustWrite(t, p, format.DLX,
		format.WriteOptions{}); got != "a b c | z\n| minimize 0\na b|5\na z:red|4\nb c\n" {
		t.Error(got)
	}
}

func TestFaultyGoals(t *testing.T) {
	for _, test := range []struct {
		format     format.Format
		text, want string
	}{
		{format.DLX, "a\n| minimize 0\n| maximize 0\na|3\n", "3:3: what is best is said once, above the options"},
		{format.DLX, "a\na\n| maximize 0\n", "3:3: what is best is said once"},
		{format.DLX, "a b\na|9223372036854775807 b|1\n", "2:23: the values of this option add up"},
		{format.DLX, "a b\na|4611686018427387904\nb|4611686018427387904\n", "add up to more than"},
		{format.DLX, "a\na|x\n", "no item is called"},
		{format.JSON,
			`{"quadrille": 1, "items": [{"name": "a", "kind": "primary"}], "options": [{"entries": [], "value": 3}]}`,
			"a value stands here, and no goal"},
		{format.JSON, `{"quadrille": 1, "items": [], "goal": {"best": "most", "base": 0}, "options": []}`,
			`the best value is "most"`},
		{format.YAML, "quadrille: 1\nitems: []\ngoal: {best: minimum, base: 1.5}\noptions: []\n",
			`"1.5" is no whole number`},
		{format.YAML, "quadrille: 1\nitems: []\ngoal: {best: minimum}\noptions: []\n", "the goal lacks the key base"},
	} {
		_, err := format.ReadProblem("x", strings.NewReader(test.text), test.format, format.ReadOptions{})
		if err == nil || !strings.Contains(fmt.Sprint(err), test.want) {
			t.Errorf("%q: %v, want %s", test.text, err, test.want)
		}
	}
}
