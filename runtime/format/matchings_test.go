package format_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"quadrille/runtime/format"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

// randomMatched returns a random problem with matchings and nogoods. Its left items are paired with one or two
// families, and it has other items.
func randomMatched(r *rand.Rand) *matrix.Problem {
	b := matrix.NewBuilder()
	n := 1 + r.IntN(3)
	var left []matrix.ItemID
	for k := range n {
		left = append(left, b.AddPrimary(fmt.Sprint("l", k), matrix.Once))
	}
	rights := make([][]matrix.ItemID, 1+r.IntN(2))
	for m := range rights {
		rights[m] = rightFamily(r, b, n, fmt.Sprint("r", m))
	}
	other, z := b.AddPrimary("other", matrix.Bound{Min: 0, Max: 2}), b.AddSecondary("z")
	for range r.IntN(9) {
		var option []matrix.Entry
		if r.IntN(6) > 0 {
			option = append(option, matrix.Entry{Item: left[r.IntN(n)]})
			for _, right := range rights {
				option = append(option, matrix.Entry{Item: right[r.IntN(len(right))]})
			}
		}
		if r.IntN(3) == 0 {
			option = append(option, matrix.Entry{Item: other})
		}
		if r.IntN(3) == 0 {
			option = append(option, matrix.Entry{Item: z, Color: b.AddColor(fmt.Sprint(r.IntN(2)))})
		}
		b.AddOption(option...)
	}
	for m, right := range rights {
		b.AddMatching(matchingNames[r.IntN(len(matchingNames))]+fmt.Sprint(m), left, right)
	}
	for range r.IntN(3) {
		if o := b.OptionCount(); o > 3 {
			b.AddNogood(0, matrix.OptionID(1+r.IntN(o-1)), matrix.OptionID(1+r.IntN(o-1)))
		}
	}
	return mustBuild(b)
}

// matchingNames are beginnings of names, some of which are difficult for dlx.
var matchingNames = []string{"rows", "row 1: ", ":", ": = a", " ", `"`, "é:", "a = b", "| forbid 0 1 ", "#", "- "}

// rightFamily declares n or n+1 items of one kind.
func rightFamily(r *rand.Rand, b *matrix.Builder, n int, name string) (items []matrix.ItemID) {
	kind := r.IntN(3)
	for k := range n + r.IntN(2) {
		switch name := fmt.Sprint(name, "_", k); kind {
		case 0:
			items = append(items, b.AddPrimary(name, matrix.Once))
		case 1:
			items = append(items, b.AddPrimary(name, matrix.Bound{Min: 0, Max: 1}))
		default:
			items = append(items, b.AddSecondary(name))
		}
	}
	return items
}

// forbiddingProblem is a problem of one item and two options, which a nogood forbids together.
func forbiddingProblem(name string) *matrix.Problem {
	b := matrix.NewBuilder()
	i := b.AddPrimary(name, matrix.Once)
	b.AddNogood(b.AddOption(matrix.Entry{Item: i}), b.AddOption(matrix.Entry{Item: i}))
	return mustBuild(b)
}

// matchingProblem is a problem of two items and a matching of them.
func matchingProblem(item, name string) *matrix.Problem {
	b := matrix.NewBuilder()
	left, right := b.AddPrimary(item, matrix.Once), b.AddSecondary("slot")
	b.AddMatching(name, []matrix.ItemID{left}, []matrix.ItemID{right})
	return mustBuild(b)
}

// TestRoundTripSides: matchings and nogoods survive a round trip through each format that keeps them, and the
// solutions, found by brute force, stay the same.
func TestRoundTripSides(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 6))
	matchings, nogoods, solvable := 0, 0, 0
	rounds := matrixtest.RandomRounds(100, 600)
	for range rounds {
		p := randomMatched(r)
		roundTrip(t, p)
		want := bruteSolutions(p)
		for _, f := range []format.Format{format.DLX, format.JSON, format.YAML} {
			q := mustRead(t, mustWrite(t, p, f, format.WriteOptions{}), f)
			if got := bruteSolutions(q); !equalSets(got, want) {
				t.Fatalf("%s: %v, want %v", f, got, want)
			}
		}
		matchings += len(p.Matchings())
		nogoods += len(p.Nogoods())
		solvable += min(1, len(want))
	}
	if matchings < rounds || nogoods < rounds/2 || solvable < rounds/6 {
		t.Errorf("%d matchings and %d nogoods, %d problems had a solution", matchings, nogoods, solvable)
	}
}

// TestLeftOut: a format without matchings writes the problem without its matchings.
func TestLeftOut(t *testing.T) {
	without := matrix.NewBuilder()
	without.AddPrimary("a", matrix.Once)
	without.AddSecondary("slot")
	p, q := matchingProblem("a", "m"), mustBuild(without)
	for _, f := range format.Formats() {
		if !f.Writes {
			continue
		}
		keeps := f.Format == format.DLX || f.Format == format.JSON || f.Format == format.YAML
		same := mustWrite(t, p, f.Format, format.WriteOptions{}) == mustWrite(t, q, f.Format, format.WriteOptions{})
		if same == keeps {
			t.Errorf("%s keeps matchings: %v, and the dumps are the same: %v", f.Format, keeps, same)
		}
	}
}

// TestShortSign: an item with the name = gets another name if there are matchings.
func TestShortSign(t *testing.T) {
	p := matchingProblem("=", "m")
	text := mustWrite(t, p, format.DLX, format.WriteOptions{ShortNames: true})
	if d := compareProblems(p, mustRead(t, text, format.DLX)); d != "" {
		t.Errorf("%s\n%s", d, text)
	}
}

// TestComments: a line that only resembles a matching, nogood or goal is a comment of dlx.
func TestComments(t *testing.T) {
	for _, comment := range []string{
		"|forbid 0 1", "|matching m: a = b", "| Forbid 0 1", "| forbidden 0 1", "| forbid: 0 1", "| matchings",
		"| match m",
		"| no forbid 0 1", "|| forbid 0 1", "| " + strings.Repeat("x", 20000),
	} {
		p := mustRead(t, "a b\na\n"+comment+"\nb\n", format.DLX)
		if p.OptionCount() != 2 || len(p.Nogoods()) > 0 || len(p.Matchings()) > 0 {
			t.Errorf("%.40q is no comment", comment)
		}
	}
	for _, comment := range []string{"| forbid all", "| forbid", "|forbid 0 1", "| matching m: a = b",
		"| a\n| forbid it 0"} {
		p := mustRead(t, comment+"\na b\na\n", format.DLX)
		if p.PrimaryCount() != 2 || p.OptionCount() != 1 || len(p.Matchings()) > 0 {
			t.Errorf("%.40q is no comment above the items", comment)
		}
	}
	p := mustRead(t, "| forbid 0 1\n0 1\n", format.DLX) // a line of items
	if p.ItemCount() != 3 || p.OptionCount() != 1 {
		t.Errorf("%d items and %d options", p.ItemCount(), p.OptionCount())
	}
}

// TestSideLimits: matchings and nogoods have limits, too.
func TestSideLimits(t *testing.T) {
	for f, text := range map[format.Format]string{
		format.DLX: "a | b\n| matching m: a = b\n| matching n: =\na b\na b\n| forbid 0 1\n| forbid 0 1\n| " +
			"forbid 0 1\n",
		format.JSON: jsonPair +
			`, "matchings": [{"name": "m", "left": ["a"], "right": ["b"]}, {"name": "n", "left": [], "right": []}], "options": [{"entries": [{"item": "a"}, {"item": "b"}]}, {"entries": [{"item": "a"}, {"item": "b"}]}], "nogoods": [[0, 1], [0, 1], [0, 1]]}`,
		format.YAML: "quadrille: 1\nitems: [{name: a, kind: primary}, {name: b, kind: secondary}]\nmatchings:\n- " +
			"{name: m, left: [a], right: [b]}\n- {name: n, left: [], right: []}\n" +
			"options:\n- entries: [{item: a}, {item: b}]\n- entries: [{item: a}, {item: b}]\nnogoods:\n- [0, 1]\n- " +
			"[0, 1]\n- [0, 1]\n",
	} {
		for want, how := range map[string]format.ReadOptions{
			"":                                   {MaxItems: 2, MaxOptions: 3, MaxEntries: 6},
			"there are more than 2 nogoods":      {MaxOptions: 2},
			"the nogoods name more than 5":       {MaxEntries: 5},
			"the matchings name more than 1 ite": {MaxEntries: 1},
		} {
			_, err := format.ReadProblem("dump", strings.NewReader(text), f, how)
			var e *format.DumpError
			if want == "" && err != nil || want != "" && (!errors.As(err, &e) || !strings.Contains(e.Message, want)) {
				t.Errorf("%s: %v, want %q", f, err, want)
			}
		}
	}
	many := "a\n" + strings.Repeat("| matching m: =\n", 3)
	if _, err := format.ReadProblem("dump", strings.NewReader(many), format.DLX,
		format.ReadOptions{MaxItems: 2}); err == nil || !strings.Contains(err.Error(),
		"dump:4:3: there are more than 2 matchings") {
		t.Error(err)
	}
}
