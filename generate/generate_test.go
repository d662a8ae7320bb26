package generate_test

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"quadrille/batch"
	"quadrille/generate"

	"quadrille"
)

// kindPuzzle loads the rules of a kind of puzzle.
func kindPuzzle(t testing.TB, name string) *quadrille.Puzzle {
	t.Helper()
	text, _, ok := generate.RulesOfKind(name)
	if !ok {
		t.Fatalf("there is no %s", name)
	}
	p, err := quadrille.Load(name+".puz", []byte(text), quadrille.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestMake: of each kind three puzzles are made, whose expectation is met; their texts mean the same when they are
// loaded, also from a line of JSON; and a grade is that of the text.
func TestMake(t *testing.T) {
	for _, name := range generate.KindNames() {
		if name == "killer" || testing.Short() && name != "queens" {
			continue // TestKiller looks at small killers; large ones can take an engine long
		}
		_, recipe, _ := generate.RulesOfKind(name)
		n, lines := 0, ""
		for made, err := range generate.MakePuzzles(t.Context(), kindPuzzle(t, name), recipe, 5) {
			if n++; n > 3 {
				break
			}
			if err != nil {
				t.Fatal(name, err)
			}
			checkMade(t, made)
			line, err := made.Format("json", n)
			if err != nil {
				t.Fatal(err)
			}
			lines += line
		}
		for a := range batch.AnswerAll(t.Context(), batch.ReadInputs("lines", strings.NewReader(lines),
			quadrille.Options{}), quadrille.Search{}) {
			if a.Err != nil || a.String() != "1" {
				t.Errorf("%s: %v solutions, %v", a.Name, a, a.Err)
			}
		}
	}
}

func checkMade(t *testing.T, made generate.MadePuzzle) {
	t.Helper()
	p, err := quadrille.Load("made.puz", []byte(made.Text), quadrille.Options{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := quadrille.CanonicalText("made.puz", []byte(made.Text))
	isSame := text == made.Text
	if isLink(p) { // a text that goes back into a link has the line breaks of its template
		isSame = slices.Equal(strings.Fields(text), strings.Fields(made.Text))
	}
	if err != nil || !isSame {
		t.Errorf("%v; the canonical spelling is\n%s and not\n%s", err, text, made.Text)
	}
	for _, q := range []*quadrille.Puzzle{p, made.Puzzle} {
		if len(q.Expectations()) != 1 {
			t.Fatalf("%d expectations", len(q.Expectations()))
		}
		if v, err := q.Check(t.Context(), q.Expectations()[0], quadrille.Search{Engine: "sparse"}); err != nil ||
			v.Outcome != quadrille.Passed {
			t.Errorf("%v, %v:\n%s", v, err, made.Text)
		}
	}
	if g, err := generate.GradePuzzle(t.Context(), p); err != nil || g.String() != made.Grade.String() {
		t.Errorf("graded %v, and then %v, %v", made.Grade, g, err)
	}
}

// isLink reports whether a puzzle goes back into a link to puzz.link.
func isLink(p *quadrille.Puzzle) bool {
	return p.WriteMatrix(io.Discard, quadrille.DumpOptions{Format: quadrille.FormatPuzzLink}) == nil
}

// TestMakeNothing: what cannot be made, and how it cannot be written, is said.
func TestMakeNothing(t *testing.T) {
	core, err := quadrille.Load("core.puz", []byte("items a\noption a"), quadrille.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range generate.MakePuzzles(t.Context(), core, generate.Recipe{}, 1) {
		if err == nil {
			t.Error("a puzzle is made of the core")
		}
	}
}

// TestMadeFormatLine: a line is read as a sudoku, so the rules of nothing else fit on one.
func TestMadeFormatLine(t *testing.T) {
	rules := map[string]string{
		"king":      "latin 9 {\n  distinct on boxes 3x3\n  apart king\n}\n",
		"diagonals": "latin 4 {\n  distinct on boxes 2x2\n  distinct on main diagonals\n}\n",
		"flat":      "latin 6 {\n  distinct on boxes 2x3\n}\n",
		"fill":      "board b on square = 3x3\nfill b with \"01\" {\n  connected \"1\"\n}\n",
	}
	recipes := map[string]generate.Recipe{}
	for _, name := range generate.KindNames() {
		rules[name], recipes[name], _ = generate.RulesOfKind(name)
	}
	for name, text := range rules {
		p, err := quadrille.Load(name+".puz", []byte(text), quadrille.Options{})
		if err != nil {
			t.Fatal(name, err)
		}
		for made, err := range generate.MakePuzzles(t.Context(), p, recipes[name], 1) {
			if err != nil {
				t.Fatal(name, err)
			}
			if line, err := made.Format("line", 1); (err == nil) != (name == "sudoku") {
				t.Errorf("%s is written as %q, %v", name, line, err)
			}
			break
		}
	}
}

// A puzzle is made of rules: here queens, of which some are given.
func ExampleMakePuzzles() {
	p, err := quadrille.Load("queens.puz", []byte("queens 6"), quadrille.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for made, err := range generate.MakePuzzles(context.Background(), p, generate.Recipe{}, 1) {
		fmt.Println(made.Text, err)
		fmt.Println(made.ClueCount, made.Grade)
		break
	}
	// Output:
	// // One solution. 1 clue, none can be left out.
	// // expert: needs 2 trials, 4 common peers
	// queens 6 {
	//   exactly 1 on (0, 1)
	// }
	// expect unique
	//  <nil>
	// 1 expert: needs 2 trials, 4 common peers
}
