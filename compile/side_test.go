package compile_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"quadrille/compile"
	"quadrille/compile/check"
	"quadrille/compile/compiletest"
	"quadrille/lang/codes"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

// forbidTrial is a puzzle of the core with some options, one statement each, and
// sets of them that are forbidden.
type forbidTrial struct {
	options []string
	forbid  [][]int
}

func (tr *forbidTrial) text(r *rand.Rand) string {
	text := "items p[i] for i in 0..3\nsecondary items s t\n"
	for _, o := range tr.options {
		text += "option " + o + "\n"
	}
	for _, set := range tr.forbid {
		var named []string
		for _, o := range set {
			items := strings.Fields(tr.options[o])
			r.Shuffle(len(items), func(i, j int) { items[i], items[j] = items[j], items[i] })
			named = append(named, strings.Join(items, " "))
		}
		text += "forbid together " + strings.Join(named, ", ") + "\n"
	}
	return strings.ReplaceAll(text, ":red", `:"red"`)
}

func randomForbids(r *rand.Rand) *forbidTrial {
	tr := &forbidTrial{}
	for len(tr.options) < 12 {
		var items []string
		for i := range 4 {
			if r.IntN(5) < 2 {
				items = append(items, fmt.Sprintf("p[%d]", i))
			}
		}
		for _, s := range []string{"s", "s:red", "s:2", "t"} {
			if r.IntN(8) == 0 && !slices.ContainsFunc(items, func(i string) bool { return i[0] == s[0] }) {
				items = append(items, s)
			}
		}
		if o := strings.Join(items, " "); strings.Contains(o, "p") && !slices.Contains(tr.options, o) {
			tr.options = append(tr.options, o)
		}
	}
	for range r.IntN(5) {
		tr.forbid = append(tr.forbid, r.Perm(12)[:1+r.IntN(3)])
	}
	return tr
}

// TestForbidAgainstBruteForce: of the solutions without the statements those stay
// in which not all options of a statement are chosen.
func TestForbidAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 79))
	lost, kept := 0, 0
	rounds := matrixtest.RandomRounds(30, 600)
	for range rounds {
		tr := randomForbids(r)
		free := *tr
		free.forbid = nil
		want := map[string]bool{}
		for _, chosen := range coreSolutions(t, free.text(r)) {
			bad := slices.ContainsFunc(tr.forbid, func(set []int) bool {
				return !slices.ContainsFunc(set, func(o int) bool { return !slices.Contains(chosen, tr.options[o]) })
			})
			if bad {
				lost++
				continue
			}
			kept++
			want[strings.Join(chosen, "; ")] = true
		}
		text := tr.text(r)
		got := coreSolutions(t, text)
		for _, chosen := range got {
			if !want[strings.Join(chosen, "; ")] {
				t.Fatalf("%v is forbidden:\n%s", chosen, text)
			}
		}
		if len(got) != len(want) {
			t.Fatalf("%d solutions, want %d:\n%s", len(got), len(want), text)
		}
	}
	t.Logf("%d solutions are kept, %d are not", kept, lost)
	if rounds >= 60 && (6*lost < rounds || 2*kept < rounds) {
		t.Error("the test proves little")
	}
}

// coreSolutions returns the options of each solution, sorted.
func coreSolutions(t *testing.T, text string) (out [][]string) {
	t.Helper()
	p, err := compile.CompileText("test.puz", []byte(text), check.Importer{}, compile.ProgramOptions{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for s := range compiletest.AllSolutions(t, p) {
		var chosen []string
		for _, pl := range p.Decode(s) {
			chosen = append(chosen, strings.Join(pl.Items, " "))
		}
		slices.Sort(chosen)
		out = append(out, chosen)
	}
	return out
}

// TestForbid: what cannot be told from solutions of the core.
func TestForbid(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       int
		nogoods    int
	}{
		{"an option alone is left out", "items a b\noption a\noption b\noption a b\nforbid together a b", 1, 0},
		{"with it go its nogoods", "items a b\noption a\noption b\noption a b\nforbid together a\nforbid together a, b",
			1, 0},
		{"options that are alike are all meant",
			"items a b\noption a for i in 1..3\noption b for i in 1..2\noption a b\nforbid together a, b", 1, 6},
		{"and all left out", "items a b\noption a for i in 1..3\noption b\noption a b\nforbid together a", 1, 0},
		{"items that do not exist are left out",
			"items a[i] for i in 1..3\noption a[i] a[i+1]? for i in 1..3\noption a[1]\nforbid together a[i] a[i+1]? " +
				"for i in {3}", 1, 0},
		{"by indices", "items row[r] column[r] for r in 0..3\noption row[r] column[c] for r in 0..3, c in 0..3\n" +
			"forbid together row[r] column[c], row[s] column[d] for r in 0..3, s in r+1..3, c in 0..3, d in " +
			"{c-(s-r), " +
			"c+s-r} where d >= 0 and d <= 3", 2, 28},
		{"placements of pieces",
			"piece I2 = 1x2\nboard b on square = 2x2\npack b with any of I2\nforbid together b[0,0] b[0,1]", 1, 0},
		{"a piece with an item",
			"piece I2 = 1x2\nboard b on square = 2x2\npack b with 2 of I2\nforbid together I2 b[0,0] b[0,1], I2 " +
				"b[1,0] b[1,1]", 1, 1},
		{"beside a Latin square", "latin 2\nitems a\noption a for i in 1..3\nforbid together a\nbreak swaps", 0, 1},
	} {
		p := compiletest.CompilePuzzle(t, c.text, false)
		if got := compiletest.CountSolutions(t, p); got != c.want ||
			len(compiletest.PuzzleMatrix(t, p).Nogoods()) != c.nogoods {
			t.Errorf("%s: %d solutions and %d nogoods, want %d and %d\n%s", c.name, got,
				len(compiletest.PuzzleMatrix(t, p).Nogoods()), c.want, c.nogoods, c.text)
		}
	}
}

// TestForbidWarnsOfWhatIsLeft: an item can lose its last option.
func TestForbidWarnsOfWhatIsLeft(t *testing.T) {
	p := compiletest.CompilePuzzle(t, "items a b\noption a\noption b\nforbid together a", false)
	if len(p.Warnings) != 1 || p.Warnings[0].Code != codes.ItemWithoutOptions {
		t.Errorf("the warnings are %v", p.Warnings)
	}
	if p.StatementSizes()[1].OptionCount+p.StatementSizes()[2].OptionCount != 1 {
		t.Errorf("the statements make %+v", p.StatementSizes())
	}
}

// TestMatching: the families in words.
func TestMatching(t *testing.T) {
	const rooks = "param n = 3\nitems row[r] for r in 1..n\nsecondary items column[c] for c in 0..n\noption row[r] " +
		"column[c] for r in 1..n, c in 0..n\n"
	const latin = "param n = 2\nitems cell[i,j] row[i,j] column[i,j] for i in 0..n-1, j in 0..n-1\n" +
		"option cell[i,j] row[i,v] column[j,v] for i in 0..n-1, j in 0..n-1, v in 0..n-1\n"
	for _, c := range []struct {
		text string
		want []string
	}{
		{rooks + "matching {row[r] for r in 1..n} with {column[c] for c in 0..n}",
			[]string{"row with column: row[1] row[2] row[3] = column[0] column[1] column[2] column[3]"}},
		{rooks + "matching row[1] row[2] row[3] with {column[c]? for c in -5..9 where c != 99}",
			[]string{"row with column: row[1] row[2] row[3] = column[0] column[1] column[2] column[3]"}},
		{latin + "matching {cell[i,j] for j in 0..n-1} with {row[i,v] for v in 0..n-1} for i in 0..n-1", []string{
			"cell with row 0: cell[0,0] cell[0,1] = row[0,0] row[0,1]",
			"cell with row 1: cell[1,0] cell[1,1] = row[1,0] row[1,1]"}},
		{latin + "matching {row[i,v] for i in 0..n-1} with {column[j,v] for j in 0..n-1} for v in 0..n-1 where v > 0",
			[]string{"row with column 1: row[0,1] row[1,1] = column[0,1] column[1,1]"}},
		{"items a[1]\noption a[1]\nmatching {b[i]? for i in 1..3} with {a[i] for i in 1..0}\nitems b[7]\noption b[7]",
			nil},
		{"items a b c\noption a c\noption b c\nmatching a b with c", nil},
		{"items a b c\noption a b\noption a c\nmatching a with b c", []string{"a with b+c: a = b c"}},
		{"items a b c\noption a b\noption a c\nmatching a with b c\nforbid together a b",
			[]string{"a with b+c: a = b c"}},
	} {
		p := compiletest.CompilePuzzle(t, c.text, false)
		var got []string
		for _, m := range compiletest.PuzzleMatrix(t, p).Matchings() {
			got = append(got, m.Name+": "+namesOf(compiletest.PuzzleMatrix(t, p), m.LeftItems)+" = "+
				namesOf(compiletest.PuzzleMatrix(t, p), m.RightItems))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s\nhas the matchings\n%q, want\n%q", c.text, got, c.want)
		}
	}
}

func namesOf(m *matrix.Problem, items []matrix.ItemID) string {
	var names []string
	for _, i := range items {
		names = append(names, m.Name(i))
	}
	return strings.Join(names, " ")
}

// TestMatchingsChangeNothing: what is random pairs no families, and then that is an
// error; otherwise the solutions are those without it.
func TestMatchingsChangeNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 8))
	right, wrong := 0, 0
	rounds := matrixtest.RandomRounds(100, 2000)
	for range rounds {
		text := "items p[i] for i in 0..3\nsecondary items q[i] for i in 0..3\n"
		for range 2 + r.IntN(6) {
			o := fmt.Sprintf("p[%d] q[%d]", r.IntN(4), r.IntN(4))
			if r.IntN(10) == 0 {
				o = o[:len("p[0]")]
			}
			text += "option " + o + "\n"
		}
		var sides [2][]string
		for k, family := range []string{"p", "q"} {
			for _, i := range r.Perm(4)[:1+r.IntN(4)] {
				sides[k] = append(sides[k], fmt.Sprintf("%s[%d]", family, i))
			}
		}
		m := "matching " + strings.Join(sides[0], " ") + " with " + strings.Join(sides[1], " ") + "\n"
		_, err := compile.CompileText("test.puz", []byte(text+m), check.Importer{}, compile.ProgramOptions{})
		paired := true
		for line := range strings.Lines(text) {
			items, is := strings.CutPrefix(strings.TrimSpace(line), "option ")
			held := [2]int{}
			for k := range sides {
				for _, i := range strings.Fields(items) {
					if slices.Contains(sides[k], i) {
						held[k]++
					}
				}
			}
			paired = paired && (!is || held[0] == held[1])
		}
		if paired != (err == nil) || !paired && !compiletest.HasCode(err, codes.BadMatching) {
			t.Fatalf("families are paired: %t; the error is %v\n%s", paired, err, text+m)
		}
		if !paired {
			wrong++
			continue
		}
		right++
		if got, want := len(coreSolutions(t, text+m)), len(coreSolutions(t, text)); got != want {
			t.Fatalf("%d solutions, and %d without the matching\n%s", got, want, text+m)
		}
	}
	t.Logf("%d families are paired, %d are not", right, wrong)
	if rounds >= 200 && (20*right < rounds || 20*wrong < rounds) {
		t.Error("the test proves little")
	}
}
