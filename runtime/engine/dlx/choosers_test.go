package dlx_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

var chooserSpecs = []string{
	"mrv", "mrv:ties=organ-pipe", "mrv:ties=degree", "mrv:ties=random", "first", "sharp",
	"weighted", "weighted:decay=0.9", "domwdeg", "domwdeg:decay=0.5", "random",
	"phase:level=2", "phase:before=first,after=mrv,level=1",
}

// No chooser and no order changes the set of solutions.
func TestChoosersAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	shape := matrixtest.ProblemShape{MaxPrimary: 5, MaxSecondary: 3, MaxOptions: 12, ColorCount: 2,
		HasMultiplicities: true}
	solvable, rounds := 0, matrixtest.RandomRounds(150, 300)
	for range rounds {
		p := matrixtest.RandomProblem(r, shape)
		want := matrixtest.BruteForce(p)
		if len(want) > 0 {
			solvable++
		}
		for _, spec := range chooserSpecs {
			o := dlx.SearchOptions{Chooser: mustChooser(t, spec, p)}
			order := dlx.ItemOrderNames()[r.IntN(4)]
			options := dlx.OptionOrderNames()[r.IntN(3)]
			var err error
			if o.ItemOrder, err = dlx.ItemOrder(order, p, 5); err != nil {
				t.Fatal(err)
			}
			if o.OptionOrder, err = dlx.OptionOrder(options, p, 5); err != nil {
				t.Fatal(err)
			}
			if got := allSolutions(t, p, o); !reflect.DeepEqual(got, want) {
				t.Fatalf("%s, order %s, options %s: found %v, brute force %v", spec, order, options, got, want)
			}
		}
	}
	if solvable < rounds/6 {
		t.Errorf("only %d problems had a solution: the test proves little", solvable)
	}
}

func mustChooser(t testing.TB, spec string, p *matrix.Problem) dlx.Chooser {
	t.Helper()
	c, err := dlx.NewChooser(spec, p, 3)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func allSolutions(t *testing.T, p *matrix.Problem, o dlx.SearchOptions) [][]matrix.OptionID {
	t.Helper()
	got := [][]matrix.OptionID{}
	for s := range dlx.NewSearch(p, o).Solutions(context.Background()) {
		if err := p.Verify(s); err != nil {
			t.Fatal(err)
		}
		got = append(got, append([]matrix.OptionID{}, slices.Sorted(slices.Values(s))...))
	}
	slices.SortFunc(got, slices.Compare)
	if len(got) == 0 {
		return nil
	}
	return got
}

// Each chooser chooses as its name says, at the root of a problem in which the items a to d have 3, 2, 2 and 4 options.
func TestChoices(t *testing.T) {
	p := fromText(t, "a[0] b[0] b[1] #c", "a[0]", "a[0] b[0]", "a[0] b[1] #c", "b[0] #c", "b[1] #c", "#c")
	for spec, want := range map[string]string{
		"mrv": "b[0]", "first": "a[0]", "sharp:family=a": "a[0]", "sharp": "b[0]", "weighted": "b[0]",
		"domwdeg":         "b[0]",
		"mrv:ties=degree": "b[1]", "phase:level=1": "b[0]", "phase:level=0": "a[0]", "mrv:ties=organ-pipe": "b[1]",
	} {
		seen := &firstChoice{inner: mustChooser(t, spec, p)}
		for range dlx.NewSearch(p, dlx.SearchOptions{Chooser: seen}).Solutions(context.Background()) {
		}
		if got := p.Name(seen.first); got != want {
			t.Errorf("%s chooses %s, want %s", spec, got, want)
		}
	}
}

// firstChoice records the first choice of a chooser.
type firstChoice struct {
	inner dlx.Chooser
	first matrix.ItemID
	done  bool
}

func (n *firstChoice) Choose(v dlx.View) matrix.ItemID {
	i := n.inner.Choose(v)
	if !n.done {
		n.first, n.done = i, true
	}
	return i
}

// fromText makes a problem from text: a line of items, then a line for each option.
func fromText(t *testing.T, items string, options ...string) *matrix.Problem {
	t.Helper()
	b := matrix.NewBuilder()
	ids := map[string]matrix.ItemID{}
	for name := range strings.FieldsSeq(items) {
		ids[name] = b.AddPrimary(name, matrix.Once)
	}
	for _, o := range options {
		var entries []matrix.Entry
		for name := range strings.FieldsSeq(o) {
			entries = append(entries, matrix.Entry{Item: ids[name]})
		}
		b.AddOption(entries...)
	}
	p, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A learning chooser counts the items that lost their last option, and its counts can be given to another chooser.
func TestTallies(t *testing.T) {
	p := fromText(t, "a b c", "a b", "a c", "b c") // no solution: two of three items cannot be shared
	c := mustChooser(t, "weighted", p).(*dlx.FailureLearner)
	for range dlx.NewSearch(p, dlx.SearchOptions{Chooser: c}).Solutions(context.Background()) {
	}
	got := c.FailureCounts()
	if sum := got[0] + got[1] + got[2]; sum != 2 {
		t.Errorf("the tallies are %v; two branches fail", got)
	}
	next := mustChooser(t, "weighted", p).(*dlx.FailureLearner)
	next.SetFailureCounts(got)
	if !slices.Equal(next.FailureCounts(), got) {
		t.Errorf("given %v, it has %v", got, next.FailureCounts())
	}
}

func TestBadSpecs(t *testing.T) {
	p := fromText(t, "a", "a")
	for _, spec := range []string{
		"best", "mrv:ties=best", "mrv:decay=1", "mrv:ties", "mrv:ties=first,ties=degree", "weighted:decay=0",
		"weighted:decay=2",
		"weighted:decay=NaN", "weighted:decay=x", "phase", "phase:level=-1", "phase:level=1,before=weighted",
		"phase:level=1,after=phase",
		"first:x=1", ":", "mrv:=",
	} {
		if c, err := dlx.NewChooser(spec, p, 0); err == nil && spec != ":" {
			t.Errorf("%q makes a chooser: %T", spec, c)
		}
	}
	for _, order := range []string{"best", "list", "list:b", "list:a;a", "degree:a"} {
		if _, err := dlx.ItemOrder(order, p, 0); err == nil {
			t.Errorf("%q is an order", order)
		}
	}
	if _, err := dlx.OptionOrder("best", p, 0); err == nil {
		t.Error("there is an option order called best")
	}
}

// The order list begins with the named items, and contains all items.
func TestListOrder(t *testing.T) {
	p := fromText(t, "a b c d", "a b c d")
	got, err := dlx.ItemOrder("list:c;a", p, 0)
	if want := []matrix.ItemID{2, 0, 1, 3}; err != nil || !slices.Equal(got, want) {
		t.Errorf("the order is %v, %v; want %v", got, err, want)
	}
}

// Options whose items have few options come first.
func TestRareFirst(t *testing.T) {
	p := fromText(t, "a b c", "a", "a", "a b", "c")
	got, err := dlx.OptionOrder("rare", p, 0)
	if want := []matrix.OptionID{2, 3, 0, 1}; err != nil || !slices.Equal(got, want) {
		t.Errorf("the order is %v, %v; want %v", got, err, want)
	}
}
