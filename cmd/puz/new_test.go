package main

import (
	"regexp"
	"strings"
	"testing"

	"quadrille/cmd/console"
)

// TestSuggestedRules: each rule that a comment of a first puzzle suggests holds with fewer digits given.
func TestSuggestedRules(t *testing.T) {
	t.Chdir(t.TempDir())
	tried, digits := 0, regexp.MustCompile(`(?m)^    [1-9.]{9}$`)
	for _, kind := range console.NewWords(firstPuzzleKinds()...) {
		text := runPuz("new", kind.Text).out
		before, rest, _ := strings.Cut(text, "more rules can stand here: ")
		rules, after, _ := strings.Cut(rest, ".\n")
		for rule := range strings.SplitSeq(rules, ", ") {
			text := before + "\n" + rule + "\n" + after
			writeTestFile(t, "a.puz", digits.ReplaceAllString(text, "    ........."))
			if got := runPuz("check", "a.puz"); rule != "" && got.code != console.ExitSuccess {
				t.Errorf("%s with `%s`: %s", kind.Text, rule, got.all())
			} else if rule != "" {
				tried++
			}
		}
	}
	if tried < 3 {
		t.Errorf("only %d rules were tried", tried)
	}
}

// suggestedEdits holds what the comments of the first puzzles suggest: some words of a comment, the text of the puzzle
// that somebody would change, and what it becomes. A text that is "" stands for the end of the file.
var suggestedEdits = []struct{ kind, comment, before, after string }{
	{"cover", "items slot[i] for i in 1..9, option slot[i] slot[i+1] for i in 1..8", "",
		"items slot[i] for i in 1..9\noption slot[i] slot[i+1] for i in 1..8\n"},
	{"dissection", "-D d=3 asks for three pieces", "param d = 2", "param d = 3"},
	{"latin", `{ given """ … """ } behind latin n`, "latin n\n",
		"latin n {\n  given \"\"\"\n    1...\n    ....\n    ....\n    ...2\n  \"\"\"\n}\n"},
	{"loop", `exactly 3 "1" on 1x1 at (0, 2)`, "  loop \"1\"\n", "  loop \"1\"\n  exactly 3 \"1\" on 1x1 at (0, 2)\n"},
	{"packing", "Make the board 6x10, 5x12 or 4x15", "3x20", "6x10"},
	{"packing", "6x10, 5x12 or 4x15", "3x20", "5x12"},
	{"packing", "6x10, 5x12 or 4x15", "3x20", "4x15"},
	{"packing", "8x8 - 2x2 at (3, 3)", "3x20", "8x8 - 2x2 at (3, 3)"},
	{"packing", `"any of" uses a piece as often as you like`, "with pentominoes", "with any of pentominoes"},
	{"packing", `"2..5 of" two to five times`, "with pentominoes", "with 2..5 of I + any of L"},
	{"pieces", "2..5 of", "8 of corner", "2..5 of corner {\n  leave any empty\n}"},
	{"pieces", "any of", "8 of corner", "any of corner"},
	{"queens", "-D n=10", "param n = 8", "param n = 10"},
	{"solid", "board box on cube = 2x3x4", "pack soma_cube with soma",
		"board box on cube = 2x3x4\npack box with any of soma"},
	{"sudoku", "distinct on main diagonals", "distinct on boxes 3x3", "distinct on main diagonals"},
	{"sudoku", "apart knight, apart king", "  distinct on boxes 3x3\n",
		"  distinct on boxes 3x3\n  apart knight\n  apart king\n"},
	{"words", `from "mine.txt"`, "from three_letter_words", `from "mine.txt"`},
}

// TestSuggestedEdits: whatever the comments of a first puzzle suggest can be written, and nothing is wrong with it.
func TestSuggestedEdits(t *testing.T) {
	t.Chdir(t.TempDir())
	writeTestFile(t, "mine.txt", "cat\nace\ntee\ncar\n")
	given := regexp.MustCompile(`(?m)^    [1-9.]{9}$`)
	for _, e := range suggestedEdits {
		text := runPuz("new", e.kind).out
		if !strings.Contains(text, e.comment) || !strings.Contains(text, e.before) {
			t.Errorf("%s does not say %q, or has no %q", e.kind, e.comment, e.before)
			continue
		}
		edited := strings.Replace(text, e.before, e.after, 1)
		if e.before == "" {
			edited = text + e.after
		}
		writeTestFile(t, "a.puz", given.ReplaceAllString(edited, "    ........."))
		if got := runPuz("check", "a.puz"); got.code != console.ExitSuccess || got.all() != "" {
			t.Errorf("%s with %q: %s", e.kind, e.after, got.all())
		}
	}
}

// TestFirstPuzzles: the first puzzle of each kind is short, says what it is, has a solution that is drawn, and as many
// as it expects: published numbers, and of those that were made for it what loops over everything find.
func TestFirstPuzzles(t *testing.T) {
	t.Chdir(t.TempDir())
	published := map[string]string{"packing": "8", "sudoku": "1", "queens": "92", "latin": "576", "cover": "1",
		"dissection": "3", "loop": "213", "solid": "11520", "words": "427", "pieces": "32"}
	kinds := console.NewWords(firstPuzzleKinds()...)
	if len(kinds) < 12 {
		t.Errorf("there are only %d kinds", len(kinds))
	}
	for _, kind := range kinds {
		file := kind.Text + ".puz"
		if got := runPuz("new", kind.Text, file); got.code != console.ExitSuccess || kind.Description == "" {
			t.Errorf("puz new %s, %q: %s", kind.Text, kind.Description, got.errors)
		}
		text := runPuz("new", kind.Text).out
		if lines := strings.Count(text, "\n"); lines > 25 || !strings.Contains(text, "\n// ") {
			t.Errorf("%s has %d lines, or no comment", file, lines)
		}
		if got := runPuz("solve", file, "--limit", "1"); got.code != console.ExitSuccess ||
			!strings.Contains(got.out, "solution 1") {
			t.Errorf("puz solve %s: %s", file, got.all())
		}
		if got := runPuz("test", file); got.code != console.ExitSuccess || !strings.HasPrefix(got.out, "ok ") {
			t.Errorf("puz test %s: %s", file, got.all())
		}
		if want := published[kind.Text]; want != "" && runPuz("count", file).out != want+"\n" {
			t.Errorf("puz count %s prints %s, want %s", file, runPuz("count", file).out, want)
		}
	}
}
