package puzzletest_test

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"quadrille"
	"quadrille/compile/puzzletest"
	"quadrille/lang/source"
)

// promise is what a rule says of the whole puzzle, as the table of spec.md names it.
type promise struct {
	name string
	// used reports whether a random puzzle makes the promise.
	used func(*puzzletest.Puzzle) bool
}

var promises = []promise{
	{"`symmetric`", says("symmetric")},
	{"`connected`, `loop`", says(`connected "`, `loop "`)},
	{"`break symmetry`", func(p *puzzletest.Puzzle) bool { return len(p.SymmetryGroup()) > 1 }},
	{"`break swaps`", func(*puzzletest.Puzzle) bool { return false }},
	{"edges joined", says(" cylinder =", " torus =", " wrap (")},
	{"edges flipped", says(" mobius =", " klein =", " projective =")},
	{"`apart` in `pack`", hasKind("pieces apart")},
	{"colors", hasKind("match colors", "tiles")},
	{"`n from`", hasKind("from")},
	{"`leave … on`", hasKind("empty part")},
	{"core", hasKind("core")},
	{"another statement", func(p *puzzletest.Puzzle) bool {
		statements := 0
		for _, kind := range []string{"pack", "place", "fill", "latin", "words", "dissect"} {
			if slices.Contains(p.StatementKinds, kind) {
				statements++
			}
		}
		return statements > 1
	}},
}

func says(words ...string) func(*puzzletest.Puzzle) bool {
	return func(p *puzzletest.Puzzle) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(p.Text, w) })
	}
}

func hasKind(kinds ...string) func(*puzzletest.Puzzle) bool {
	return func(p *puzzletest.Puzzle) bool {
		return slices.ContainsFunc(kinds, func(k string) bool { return slices.Contains(p.StatementKinds, k) })
	}
}

// refusedPairs has a puzzle for each pair that is refused, by the names of the two.
var refusedPairs = map[[2]string]string{
	{"`symmetric`", "`break symmetry`"}: `piece A = 1x1 board b on square = 2x2 pack b with 4 of A {
		 symmetric half-turn } break symmetry`,
	{"`symmetric`", "`break swaps`"}:            "latin 2 { symmetric half-turn } break swaps",
	{"`symmetric`", "edges joined"}:             `board b on square torus = 2x2 fill b with "01" { symmetric half-turn }`,
	{"`symmetric`", "edges flipped"}:            `board b on square klein = 2x2 fill b with "01" { symmetric half-turn }`,
	{"`symmetric`", "colors"}:                   `tiles t = "rggg" board b on square = 2x2 pack b with t { symmetric half-turn }`,
	{"`connected`, `loop`", "`break symmetry`"}: `board b on square = 2x2 fill b with "01" { connected "1" } break symmetry`,
	{"`connected`, `loop`", "`break swaps`"}:    `latin 2 { connected "1" } break swaps`,
	{"`break symmetry`", "`break swaps`"}:       "latin 2 break symmetry break swaps",
	{"`break symmetry`", "edges flipped"}: "piece A = 1x1 board b on square mobius = 2x2 pack b with 4 of A " +
		"break symmetry",
	{"`break symmetry`", "`leave … on`"}: `piece A = 1x1 board b on square = 2x2 pack b with 3 of A {
		leave 1 empty on 1x2 } break symmetry`,
	{"`break symmetry`", "core"}:              "queens 4 items a option a break symmetry",
	{"`break symmetry`", "another statement"}: "queens 4 latin 2 break symmetry",
	{"edges flipped", "colors"}:               `tiles t free = "rggg" board b on square mobius = 2x2 pack b with 4 of t`,
}

// handPairs has puzzles for the pairs that stand together and are in no random puzzle, with their numbers of
// solutions, worked out by hand.
var handPairs = map[[2]string]struct {
	text      string
	solutions string
}{
	// Both halves are a domino, or two single cells, which are neighbours.
	{"`symmetric`", "`apart` in `pack`"}: {`piece A = 1x1 piece B = 1x2 board b on square = 1x5 - (0, 2)
		pack b with any of A + any of B { apart (0, 1) symmetric half-turn }`, "1"},
	// The long piece, or M between two single cells.
	{"`symmetric`", "`n from`"}: {`piece C = 1x1 piece M = 1x1 piece I = 1x3 board b on square = 1x3
		pack b with any of C + 1 from {M, I} { symmetric half-turn }`, "2"},
	{"`break swaps`", "core"}: {"latin 2 break swaps items a option a row[0,1] option a", "1"},
	// One row is a ring: of the 16 ways the two with opposite cells alone are in two parts.
	{"`connected`, `loop`", "edges flipped"}: {`board b on square mobius = 1x4 fill b with "01" { connected "1" }`,
		"14"},
	// Cells 0 and 2, 1 and 3, which are alike, and 0 and 3.
	{"`break symmetry`", "`apart` in `pack`"}: {`piece A = 1x1 board b on square = 1x4
		pack b with 2 of A { apart (0, 1) leave 2 empty } break symmetry`, "2"},
	{"`break symmetry`", "colors"}: {`piece A = legend "r" cell """
		r
		""" piece B = 1x2 board b on square = legend "r" cell "g" cell """
		rgr
		""" pack b with A + B { match colors } break symmetry`, "1"},
	// One cell at an end or in the middle, or two.
	{"`break symmetry`", "`n from`"}: {`piece A = 1x1 piece B = 1x2 board b on square = 1x3
		pack b with 1 from {A, B} { leave 0..3 empty } break symmetry`, "3"},
	{"edges joined", "`leave … on`"}: {`piece B = 1x2 board b on square cylinder = 1x3
		pack b with any of B { leave 1 empty on 1x2 }`, "2"},
	{"edges flipped", "`leave … on`"}: {`piece B = 1x2 board b on square mobius = 1x3
		pack b with any of B { leave 1 empty on 1x2 }`, "2"},
	// Both ends are covered, and the cell between them is or is not.
	{"`symmetric`", "`leave … on`"}: {`piece A = 1x1 board b on square = 1x3
		pack b with any of A { symmetric half-turn leave 0..1 empty on 1x1 at (0, 1) }`, "2"},
	// The two squares of order 2 and two ways of the rook; one square is left of the two.
	{"`break swaps`", "another statement"}: {`latin 2 break swaps
		board b on square = 1x2 place rook on b { exactly 1 on all }`, "2"},
}

// TestPairs goes through the table of spec.md: two promises that stand beside one another hold in random puzzles
// with both, by what trying everything finds; two that do not are refused with the code that is said there.
func TestPairs(t *testing.T) {
	text, err := os.ReadFile("../../spec.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "What goes with what\n")
	verdicts := map[[2]string]string{}
	for line := range strings.Lines(table) {
		if strings.HasPrefix(line, "## ") {
			break
		}
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		row := strings.TrimSpace(cells[0])
		if len(cells) != len(promises)+1 || row == "" || row == "---" {
			continue
		}
		for k, verdict := range cells[1:] {
			if verdict = strings.TrimSpace(verdict); verdict != "" {
				verdicts[[2]string{row, promises[k].name}] = verdict
			}
		}
	}
	for i, one := range promises {
		for _, other := range promises[i+1:] {
			pair := [2]string{one.name, other.name}
			t.Run(one.name+" and "+other.name, func(t *testing.T) {
				switch verdict := verdicts[pair]; verdict {
				case "+":
					checkPair(t, one, other)
				case "–":
				case "":
					t.Error("spec.md does not say what becomes of them")
				default:
					checkRefusal(t, pair, strings.Trim(verdict, "`"))
				}
			})
		}
	}
}

func checkPair(t *testing.T, one, other promise) {
	if hand, ok := handPairs[[2]string{one.name, other.name}]; ok {
		q, err := quadrille.Load("pair.puz", []byte(hand.text), quadrille.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if n, err := q.Count(t.Context(), quadrille.Search{}); err != nil || n.String() != hand.solutions {
			t.Errorf("%s\nhas %v solutions (%v), want %s", hand.text, n, err, hand.solutions)
		}
		return
	}
	p, found := findPair(one, other)
	if !found {
		t.Fatal("no random puzzle has both")
	}
	q, err := load(p, quadrille.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, p.Text)
	}
	got, err := listed(t, q, quadrille.Search{})
	if err == nil {
		err = sameSolutions(got, p.Solutions)
	}
	if err == nil && len(p.SymmetryGroup()) > 1 {
		err = checkClasses(t, p, q)
	}
	if err != nil {
		t.Errorf("%v\n%s%s", err, p.Text, files(p))
	}
}

// pairKinds has kinds of statements that make the promises of a pair, where these are not clear from the pair.
var pairKinds = map[string][]string{
	"`symmetric`": {"fill", "place"}, "`connected`, `loop`": {"fill", "place"}, "`break symmetry`": {"pack"},
	"edges joined": {"place", "fill", "pack"}, "edges flipped": {"pack"}, "`apart` in `pack`": {"pack"},
	"colors": {"pack"}, "`n from`": {"pack"}, "`leave … on`": {"pack"}, "core": {"core"},
	"another statement": {"place", "fill"},
}

// findPair returns a random puzzle with solutions that makes two promises and is not refused for its numbers.
func findPair(one, other promise) (*puzzletest.Puzzle, bool) {
	var kinds []string
	for _, kind := range puzzletest.StatementKinds {
		if slices.Contains(pairKinds[one.name], kind) || slices.Contains(pairKinds[other.name], kind) {
			kinds = append(kinds, kind)
		}
	}
	isWanted := func(p *puzzletest.Puzzle) bool { return one.used(p) && other.used(p) }
	for seed := range uint64(pairTries) {
		p := puzzletest.RandomPuzzleWith(seed, kinds, isWanted)
		if p == nil || len(p.Solutions) == 0 {
			continue
		}
		if _, err := load(p, quadrille.Options{}); err == nil || !isRefused(err) {
			return p, true
		}
	}
	return nil, false
}

// pairTries bounds the random puzzles that are tried for a pair.
const pairTries = 10

func checkRefusal(t *testing.T, pair [2]string, code string) {
	text, ok := refusedPairs[pair]
	if !ok {
		t.Fatal("no puzzle shows that they are refused")
	}
	var faults quadrille.Diagnostics
	if _, err := quadrille.Load("pair.puz", []byte(text), quadrille.Options{}); !errors.As(err, &faults) ||
		!slices.ContainsFunc(faults, func(d *source.Diagnostic) bool { return string(d.Code) == code }) {
		t.Errorf("%s\ngives %v, want %s", text, err, code)
	}
}
