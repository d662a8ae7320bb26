package site_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var (
	coverageRow = regexp.MustCompile(`(?m)^\| ([^|]+) \| (\d+) lines? \| (?:[^|\n]*: )?\[(?:recipe|example)\]\(([^)#]+)#?([^)]*)\)`)
	uncounted   = regexp.MustCompile(`^(//.*|puz 1|(puzzle|about|expect) .*|\}?)$`)
)

// TestCoverage counts the lines of the puzzles that the pages of coverage link to.
func TestCoverage(t *testing.T) {
	rows := coverageRow.FindAllStringSubmatch(readPage(t, "coverage.md")+readPage(t, "coverage-puzzlink.md")+
		readPage(t, "coverage-janko.md"), -1)
	for _, row := range rows {
		genre, place, anchor := row[1], row[3], row[4]
		text, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(place)))
		if err != nil {
			t.Error(err)
			continue
		}
		if n := countLines(recipePuzzle(string(text), anchor)); strconv.Itoa(n) != row[2] {
			t.Errorf("%s: coverage.md says %s lines, and %s#%s has %d", genre, row[2], place, anchor, n)
		}
	}
	if len(rows) < 50 {
		t.Errorf("only %d rows were counted", len(rows))
	}
}

// recipePuzzle is the first puzzle below the heading of a page that has this anchor, or the whole text if there is
// none.
func recipePuzzle(text, anchor string) string {
	if anchor == "" {
		return text
	}
	for _, recipe := range strings.Split(text, "\n## ")[1:] {
		heading, rest, _ := strings.Cut(recipe, "\n")
		name := strings.NewReplacer(" ", "-", "'", "").Replace(strings.ToLower(heading))
		if _, puzzle, found := strings.Cut(rest, "```puz"); found && name == anchor {
			_, puzzle, _ = strings.Cut(puzzle, "\n")
			puzzle, _, _ = strings.Cut(puzzle, "```")
			return puzzle
		}
	}
	return ""
}

// countLines counts the lines of a puzzle without comments, titles, expectations, braces alone, and what pictures and
// tables hold.
func countLines(puzzle string) int {
	count, inside := 0, false
	for line := range strings.Lines(puzzle) {
		line = strings.TrimSpace(line)
		opens := strings.Count(line, `"""`) == 1
		switch {
		case inside:
			inside = !opens
		case !uncounted.MatchString(line):
			count++
			fallthrough
		default:
			inside = opens
		}
	}
	return count
}
