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
	for _, kind := range console.NewWords(firstKinds()...) {
		text := runPuz("new", kind.Text).out
		before, rest, _ := strings.Cut(text, "more rules can stand here: ")
		rules, after, _ := strings.Cut(rest, ".\n")
		for rule := range strings.SplitSeq(rules, ", ") {
			text := before + "\n" + rule + "\n" + after
			writeTestFile(t, "a.puz", digits.ReplaceAllString(text, "    ........."))
			if got := runPuz("check", "a.puz"); rule != "" && got.code != console.ExitDone {
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

// TestFirstPuzzles: the first puzzle of each kind is short, says what it is, has a solution that is drawn, and as many
// as it expects: published numbers, and of those that were made for it what loops over everything find.
func TestFirstPuzzles(t *testing.T) {
	t.Chdir(t.TempDir())
	published := map[string]string{"packing": "8", "sudoku": "1", "queens": "92", "latin": "576", "cover": "1",
		"dissection": "3", "loop": "213", "solid": "11520", "words": "427", "pieces": "32"}
	kinds := console.NewWords(firstKinds()...)
	if len(kinds) < 12 {
		t.Errorf("there are only %d kinds", len(kinds))
	}
	for _, kind := range kinds {
		file := kind.Text + ".puz"
		if got := runPuz("new", kind.Text, file); got.code != console.ExitDone || kind.About == "" {
			t.Errorf("puz new %s, %q: %s", kind.Text, kind.About, got.errors)
		}
		text := runPuz("new", kind.Text).out
		if lines := strings.Count(text, "\n"); lines > 25 || !strings.Contains(text, "\n// ") {
			t.Errorf("%s has %d lines, or no comment", file, lines)
		}
		if got := runPuz("solve", file, "--limit", "1"); got.code != console.ExitDone ||
			!strings.Contains(got.out, "solution 1") {
			t.Errorf("puz solve %s: %s", file, got.all())
		}
		if got := runPuz("test", file); got.code != console.ExitDone || !strings.HasPrefix(got.out, "ok ") {
			t.Errorf("puz test %s: %s", file, got.all())
		}
		if want := published[kind.Text]; want != "" && runPuz("count", file).out != want+"\n" {
			t.Errorf("puz count %s prints %s, want %s", file, runPuz("count", file).out, want)
		}
	}
}
