package quadrille_test

import (
	"errors"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"quadrille"
	"quadrille/compile"
	"quadrille/runtime/format"
)

// featureExamples has a puzzle for each feature, with its number of solutions, which is found by hand.
var featureExamples = map[string]struct{ text, solutions string }{
	"one solution of each class": {"piece I2 = 1x2\nboard b on square = 2x2\npack b with any of I2\nbreak symmetry",
		"1"},
	"connected cells": {"board b on square = 1x3\nfill b with \"01\" { connected \"1\" }", "7"},
	"connected cells that stay empty": {"piece M = 1x1\nboard b on square = 1x3\npack b with any of M " +
		"{ leave any empty  connected empty }", "7"},
	"one loop": {"board b on square = 2x5\nfill b with \"01\" { loop \"1\"  exactly " +
		"4 \"1\" on b }", "4"},
	"connected regions of more than six cells": {"table t = \"\"\"\n. . . . . . 7 . . . . . .\n\"\"\"\n" +
		"pack 1x13 with shapes at t { leave any empty }", "7"},
	"connected pieces": {"dissect 1x2 into 2 pieces forming 1x2 { shift  sizes 1  connected }", "1"},

	"packings of squares": {"piece A = 1x2\npiece B = 1x1\npiece C = 1x1\nboard b on square = 2x2\npack b " +
		"with {A, B, C}", "8"},
	"boards of other lattices": {"piece I2 on triangle = rhombus 1x1\nboard b on triangle = rhombus 1x2\npack b " +
		"with any of I2", "1"},
	"boards whose edges are joined": {"piece I2 = 1x2\nboard b on square cylinder = 1x4\npack b with any of I2", "2"},
	"optional cells": {"piece M = 1x1\npiece N = 1x1\nboard b on square = \"\"\"\n#?\n\"\"\"\npack b " +
		"with M + 0..1 of N", "3"},
	"empty cells": {"piece I2 = 1x2\nboard b on square = 1x3\npack b with I2 { leave 1 empty }", "2"},
	"empty cells of a part of the board": {
		"piece I2 = 1x2\nboard b on square = 1x3\npack b with I2 { leave 1 empty on 1x2 }", "1"},
	"pieces that are used once, or once at most": {"piece A = 1x2\npiece B = 1x1\npiece C = 1x1\nboard b on square = " +
		"1x2\npack b with 0..1 of {A, B, C}", "3"},
	"other numbers of copies": {"piece I2 = 1x2\nboard b on square = 2x2\npack b with 2 of I2", "2"},
	"choices of so many from a set": {"piece A = 1x1\npiece B = 1x1\npiece C = 1x2\nboard b on square = " +
		"1x2\npack b with 1 from {A, B, C}", "1"},
	"pieces that keep to orientations": {
		"piece A = 1x2\npiece B = 1x2\nboard b on square = 2x2\npack b with {A, B} { keep A to orientation 0 }", "2"},
	"pieces that keep to a part of the board": {"piece A = 1x1\npiece B = 1x1\nboard b on square = 1x2\npack b with " +
		"{A, B} { keep A in (0, 0) }", "1"},
	"fixed pieces": {"piece A = 1x1\npiece B = 1x1\nboard b on square = 1x2\npack b with {A, B} { fix A at " +
		"(0, 1) }", "1"},
	"sides with colors": {"tiles t = \"rrrr gggg\"\nboard b on square = 1x2\npack b with t", "0"},
	"borders with a color": {"tiles t fixed = \"grgg gggr\"\nboard b on square = 1x2\npack b with t { border \"g\" }",
		"1"},
	"colors that match those of the board": {
		"piece D = legend \"r\" cell \"g\" cell \"\"\"\nrg\n\"\"\"\nboard b on square = legend \"r\" cell \"g\" cell " +
			"\"\"\"\ngr\n\"\"\"\npack b with D { match colors }", "1"},
	"pieces that are apart": {"piece A = 1x1\npiece B = 1x1\nboard b on square = \"\"\"\n#.#\n\"\"\"\npack b " +
		"with {A, B} { apart (0, 2) }", "0"},
	"lines and corners that pieces lie across": {"piece I2 = 1x2\npack 2x3 with any of I2 { tatami }", "3"},
	"regions that are found": {"table area = \"\"\"\n2 . 1\n\"\"\"\npack 1x3 with rectangles at area",
		"1"},
	"packings that are symmetric": {"piece A = 1x1\npiece B = 1x1\nboard b on square = 1x3\npack b with A + any of B " +
		"{ symmetric half-turn }", "1"},

	"men on cells": {"board b on square = 2x2\nplace rook on b { exactly 1 on rows, columns }", "2"},
	"men that stand symmetrically": {"board b on square = 2x2\nplace rook on b { exactly 1 on rows, columns  " +
		"symmetric half-turn }", "2"},

	"Latin squares of rows and columns": {"latin 3", "12"},
	"square boxes": {"latin 4 {\ngiven \"\"\"\n1234\n3412\n....\n....\n\"\"\"\ndistinct on boxes 2x2\n}",
		"4"},
	"diagonals, regions and other boxes": {"latin 4 {\ngiven \"\"\"\n1234\n....\n....\n....\n\"\"\"\n" +
		"distinct on main diagonals\n}",
		"2"},
	"orthogonal mates":          {"latin 3 {\northogonal to \"\"\"\n123\n231\n312\n\"\"\"\n}", "6"},
	"broken swaps":              {"latin 2\nbreak swaps", "1"},
	"other boards with symbols": {"board b on square = 1x2\nfill b with \"012\" { distinct on b }", "6"},
	"rules on cells":            {"latin 2 { ascending on (0, 0) (0, 1) }", "1"},

	"words":       {"words 1x2 from \"list.txt\" { rows }", "3"},
	"dissections": {"dissect 1x2 into 2 pieces forming 1x2 { shift  sizes 1 }", "1"},
	"items and options of the core": {"items a b\nsecondary items z\noption a z:1\noption b z:1\noption b " +
		"z:2\noption a b", "2"},
	"options that count several times": {"items row 4\nitems cell[c] for c in 1..2\noption cell[c] row*(v) " +
		"for c in 1..2, v in {1, 3}", "2"},
	"best solutions": {"board b on square = 1x3\nfill b with \"012\" { never \"11\" }\n" +
		"maximize 2*\"1\" - \"2\"", "1"},
	"options that are forbidden together": {"items a b\noption a\noption b\noption a b\nforbid together a, b", "1"},
	"further statements": {"latin 2\nboard b on square = 2x2\nplace rook on b { exactly 1 " +
		"on rows, columns }", "4"},
}

// TestExportsSayAll: each puzzle is written in each format, read again by whoever reads it, and has as many solutions;
// or a sentence names what the format cannot say.
func TestExportsSayAll(t *testing.T) {
	for _, f := range compile.Features() {
		example, ok := featureExamples[f.Name]
		if !ok {
			t.Errorf("%s have no example", f.Name)
			continue
		}
		p := loadPuzzle(t, example.text,
			quadrille.Options{Files: fstest.MapFS{"list.txt": {Data: []byte("if\nin\non\nthe\n")}}})
		if !f.IsUsed(p.Program()) {
			t.Errorf("the example has no %s", f.Name)
		}
		if got := countAll(t, p); got != example.solutions {
			t.Errorf("%s: the example has %s solutions, want %s", f.Name, got, example.solutions)
		}
		refused := 0
		for _, info := range quadrille.Formats() {
			if !info.Writes && !info.HoldsBoards {
				continue
			}
			var out strings.Builder
			if err := p.WriteMatrix(&out, quadrille.DumpOptions{Format: info.Format}); err != nil {
				refused++
				checkRefusal(t, f, info, err)
				continue
			}
			if got := solutionsOf(t, info.Format, out.String()); got != example.solutions {
				t.Errorf("%s: as %s it has %s solutions, want %s\n%s", f.Name, info.Format, got, example.solutions,
					&out)
			}
		}
		t.Logf("%s: %d formats refuse", f.Name, refused)
	}
	for name := range featureExamples {
		if !slices.ContainsFunc(compile.Features(), func(f compile.Feature) bool { return f.Name == name }) {
			t.Errorf("there is no feature %s", name)
		}
	}
}

// checkRefusal: formats of matrices with all features refuse nothing but what no matrix says, and the sentence names
// what is lost.
func checkRefusal(t *testing.T, f compile.Feature, info quadrille.FormatInfo, err error) {
	t.Helper()
	whole := slices.Contains([]string{"dlx", "json", "yaml", "dimacs", "opb", "lp"}, string(info.Format))
	ofPuzzles := slices.Contains([]string{"polyominoes", "latin", "sudoku"}, string(info.Format))
	switch {
	case errors.Is(err, quadrille.ErrNotExact) == f.InItems, errors.Is(err, quadrille.ErrUnsupported) != f.InItems:
		t.Errorf("%s: %s has no error of its kind: %v", f.Name, info.Format, err)
	case !f.InItems && strings.Contains(err.Error(), f.Name):
	case ofPuzzles && !slices.Contains(f.Formats, info.Format) && strings.Contains(err.Error(), "no "+f.Name) &&
		strings.Contains(err.Error(), "; write dlx"):
	case !ofPuzzles && !whole && strings.Contains(err.Error(),
		"; write dlx, json or yaml, or for other solvers dimacs"):
	case f.Name == "best solutions" && strings.Contains(err.Error(),
		"; write dlx, json or yaml, or for other solvers opb or lp"):
	default:
		t.Errorf("%s: %s says: %v", f.Name, info.Format, err)
	}
}

// solutionsOf counts the solutions of a dump: by its reader, or with none of the code that wrote it.
func solutionsOf(t *testing.T, format quadrille.Format, text string) string {
	t.Helper()
	var s linearConstraints
	switch format {
	case "dimacs":
		s = readCNF(t, text)
	case "opb":
		s = readOPB(t, text)
	case "lp":
		s = readLP(t, text)
	default:
		return countAll(t, loadAs(t, format, text))
	}
	return strconv.Itoa(s.countBest())
}

// countBest counts the models of the least cost, which is a number from -99 to 99.
func (s linearConstraints) countBest() (n int) {
	for most := -99; n == 0 && most < 100; most++ {
		within := s
		if negated := map[int]int{}; s.costs != nil {
			for v, cost := range s.costs {
				negated[v] = -cost
			}
			within.rows = append(slices.Clip(s.rows), linearConstraint{negated, -most})
		}
		if n = within.countModels(make([]int, 1+s.variables), 1); s.costs == nil {
			break
		}
	}
	return n
}

// linearConstraints are constraints on variables that are 0 or 1, numbered from 1.
type linearConstraints struct {
	variables int
	rows      []linearConstraint
	costs     map[int]int // by variable; nil if no model is better than another
}

// linearConstraint is a sum of variables, each with a factor, that is at least so much.
type linearConstraint struct {
	factors map[int]int
	least   int
}

// countModels counts the values of the variables from a number on that keep all sums.
func (s linearConstraints) countModels(value []int, next int) (n int) {
	for _, row := range s.rows {
		most := 0
		for v, factor := range row.factors {
			if v < next {
				most += factor * value[v]
			} else {
				most += max(0, factor)
			}
		}
		if most < row.least {
			return 0
		}
	}
	if next > s.variables {
		return 1
	}
	for value[next] = range 2 {
		n += s.countModels(value, next+1)
	}
	return n
}

// addConstraint adds a row by its relation.
func (s *linearConstraints) addConstraint(t *testing.T, factors map[int]int, relation string, bound int) {
	t.Helper()
	negated := map[int]int{}
	for v, factor := range factors {
		s.variables, negated[v] = max(s.variables, v), -factor
	}
	switch relation {
	case ">=":
		s.rows = append(s.rows, linearConstraint{factors, bound})
	case "<=":
		s.rows = append(s.rows, linearConstraint{negated, -bound})
	case "=":
		s.rows = append(s.rows, linearConstraint{factors, bound}, linearConstraint{negated, -bound})
	default:
		t.Fatalf("the relation %q", relation)
	}
}

func readCNF(t *testing.T, text string) (s linearConstraints) {
	factors, least := map[int]int{}, 1
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if words[0] == "c" || words[0] == "p" {
			if words[0] == "p" {
				s.variables = mustAtoi(t, words[2])
			}
			continue
		}
		for _, w := range words {
			switch l := mustAtoi(t, w); {
			case l > 0:
				factors[l]++
			case l < 0:
				factors[-l]--
				least--
			default:
				s.addConstraint(t, factors, ">=", least)
				factors, least = map[int]int{}, 1
			}
		}
	}
	return s
}

func readOPB(t *testing.T, text string) (s linearConstraints) {
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if words[0] == "*" {
			if words[1] == "#variable=" {
				s.variables = mustAtoi(t, words[2])
			}
			continue
		}
		if words[0] == "min:" {
			s.costs = map[int]int{}
			for k := 1; words[k] != ";"; k += 2 {
				s.costs[mustAtoi(t, words[k+1][1:])] += mustAtoi(t, words[k])
			}
			continue
		}
		factors, k := map[int]int{}, 0
		for ; words[k] != ">=" && words[k] != "="; k += 2 {
			factors[mustAtoi(t, words[k+1][1:])] += mustAtoi(t, words[k])
		}
		s.addConstraint(t, factors, words[k], mustAtoi(t, words[k+1]))
	}
	return s
}

func readLP(t *testing.T, text string) (s linearConstraints) {
	head, text, _ := strings.Cut(text, "Subject To\n")
	_, objective, _ := strings.Cut(head, "obj:")
	for k, word := range strings.Fields(objective) {
		if cost := 0; k%2 == 0 {
			if cost = mustAtoi(t, word); strings.Contains(head, "Maximize") {
				cost = -cost
			}
			if s.costs == nil {
				s.costs = map[int]int{}
			}
			s.costs[mustAtoi(t, strings.Fields(objective)[k+1][1:])] += cost
		}
	}
	text, names, _ := strings.Cut(text, "Binary\n")
	for _, name := range strings.Fields(names) {
		if name != "End" {
			s.variables = max(s.variables, mustAtoi(t, name[1:]))
		}
	}
	factors, sign := map[int]int{}, 1
	words := strings.Fields(text)
	for k := 0; k < len(words); k++ {
		switch w := words[k]; {
		case w == "+":
			sign = 1
		case w == "-":
			sign = -1
		case w[0] == 'x':
			factors[mustAtoi(t, w[1:])] += sign
			sign = 1
		case strings.ContainsAny(w, "<>="):
			s.addConstraint(t, factors, w, mustAtoi(t, words[k+1]))
			factors, k = map[int]int{}, k+1
		}
	}
	return s
}

func mustAtoi(t *testing.T, word string) int {
	t.Helper()
	n, err := strconv.Atoi(word)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestFormatsPage: the tables of docs/formats.md are those of the code.
func TestFormatsPage(t *testing.T) {
	page, err := os.ReadFile("docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	ofPuzzles := []format.Format{"polyominoes", "latin", "sudoku"}
	var ofMatrices []format.Format
	for _, info := range quadrille.Formats() {
		if info.Writes && !slices.Contains(ofPuzzles, info.Format) {
			ofMatrices = append(ofMatrices, info.Format)
		}
	}
	yes := map[bool]string{true: "yes", false: "–"}
	row := func(first string, cells ...string) string {
		return "| " + first + " | " + strings.Join(cells, " | ") + " |\n"
	}
	header := func(first string, formats []format.Format) string {
		var cells []string
		for _, f := range formats {
			cells = append(cells, string(f))
		}
		return row(first, cells...) + strings.Repeat("|---", len(formats)+1) + "|\n"
	}
	matrices := header("a matrix with", ofMatrices)
	for _, f := range format.MatrixFeatures() {
		var cells []string
		for _, info := range quadrille.Formats() {
			if slices.Contains(ofMatrices, info.Format) {
				cells = append(cells, yes[info.Supports(f)])
			}
		}
		matrices += row(string(f), cells...)
	}
	puzzles := header("a puzzle with", append([]format.Format{"matrices"}, ofPuzzles...))
	for _, f := range compile.Features() {
		cells := []string{map[bool]string{true: "as items", false: "–"}[f.InItems]}
		for _, to := range ofPuzzles {
			cells = append(cells, yes[slices.Contains(f.Formats, to)])
		}
		puzzles += row(f.Name, cells...)
	}
	for _, table := range []string{matrices, puzzles} {
		if !strings.Contains(string(page), table) {
			t.Errorf("docs/formats.md has not this table:\n%s", table)
		}
	}
}
