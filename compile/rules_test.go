package compile_test

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"quadrille/compile"
	"quadrille/compile/compiletest"
	"quadrille/compile/lattice"
	"quadrille/lang/parse"
	"quadrille/runtime/format"
)

// ruleSamples has a rule for each spelling in the first tables of spec.md that is not a rule as it stands. A and B are
// cells of the board, K is a column of it, S a step. C and E are clues for rows and columns.
// G is a picture with a symbol, M one without marks, P shows regions, and Q a cage.
var ruleSamples = map[string]string{
	"fix X at (r, c)": "fix X at A", "keep X in s": "keep X in A", "leave 1 empty on s": "leave 1 empty on A",
	"exactly 1 on …": "exactly 1 on A",
	`given """…"""`:  "given G", `regions """…"""`: "regions P", "boxes 2x3": "boxes 1x2",
	`orthogonal to """…"""`: "orthogonal to P", "distinct on …": "distinct on A B", "sum 12 on …": "sum 5 on A B",
	"product 12 on …": "product 2 on A B", "difference 1 on …": "difference 1 on A B",
	"quotient 2 on …": "quotient 2 on A B", "distinct sum 12 on …": "distinct sum 5 on A B",
	`sum "…" on regions """…"""`: `sum "a 3" on regions Q`, "ascending": "ascending on A B",
	"differ": "differ 1 on A B", "arrow": "arrow on A B", "same on …": "same on A B",
	"same sum on …": "same sum on A, B", "consecutive on …": "consecutive on A",
	`matches "…" on …`: `matches ".*" on A B`,
	`never "…" on …`:   `never "11" on A B`, `marks """…"""`: "marks M", `every "o"`: `marks M every "o"`,
	"sees": "sees left C", "runs": "runs rows C", "sandwich": "sandwich rows C", "firstsum": "firstsum top E",
	"numbered": "numbered left C", `count "1" rows "…"`: `count "1" rows C`, `exactly 2 "1" on …`: `exactly 1 "1" on A`,
	"apart {F, X}": "apart {X}",
	"s":            "A", "s everywhere": "A everywhere", "around (r, c)": "around A",
	"around (r, c) king":   "around A king",
	"column 0":             "column K",
	"around (r, c) knight": "around (-1, -2) knight", "rays (r, c)": "rays A", "ray (r, c) (0, 1)": "ray A S",
}

// statementSamples has a statement for each column of the tables: before the rule, and before words behind `on`.
var statementSamples = map[string][2]string{
	"pack": {"pack b with any of X ", "leave at most 1 empty on "}, "place": {"place rook on b ", "at most 1 on "},
	"queens": {"queens on b ", "at most 1 on "}, "latin": {"latin 2 ", `at most 1 "1" on `},
	"fill": {`fill b with "1234" `, `at most 1 "1" on `},
}

// latticeGroups are the words of the tables for several lattices.
var latticeGroups = map[string]string{
	"all":    "square, triangle, hexagon, cube, sticks, trigs, twigs, tetrakis, kite, drafter, cairo, balls, prism",
	"plane":  "square, triangle, hexagon, sticks, trigs, twigs, tetrakis, kite, drafter, cairo",
	"areas":  "square, triangle, hexagon, tetrakis, kite, drafter, cairo",
	"sticks": "sticks, trigs, twigs", "+": "square", "–": "",
}

// TestRuleTable goes through the first tables of spec.md: a rule compiles in the statements and on the lattices, and
// on boards with joined edges, for which the tables have it, and in no others.
func TestRuleTable(t *testing.T) {
	text, err := os.ReadFile("../spec.md")
	if err != nil {
		t.Fatal(err)
	}
	_, tables, _ := strings.Cut(string(text), "## Which rule stands where\n")
	tables, _, _ = strings.Cut(tables, "\n## ")
	begins, columns := map[string]bool{}, []string(nil)
	for line := range strings.Lines(tables) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), " | ")
		switch {
		case len(cells) != 8 || strings.HasPrefix(line, "|--"):
		case !strings.Contains(cells[0], "`"):
			columns = cells
		default:
			name, _, _ := strings.Cut(cells[0], "` behind ")
			for _, m := range regexp.MustCompile("`([^`]+)`?").FindAllStringSubmatch(name, -1) {
				begins[strings.Fields(m[1])[0]] = true
				t.Run(m[1], func(t *testing.T) {
					checkRuleRow(t, m[1], strings.Contains(name, "` of "), columns, cells)
				})
			}
		}
	}
	for _, statement := range columns[1:6] {
		for _, word := range parse.RuleWords(strings.Trim(statement, "` ")) {
			if !begins[word] && !slices.Contains([]string{"at", "any", "none"}, word) { // they count, as `exactly` does
				t.Errorf("the tables lack %s of %s", word, statement)
			}
		}
	}
}

// checkRuleRow checks a line of the tables for one of the rules in it. Where lines of the same name stand apart for
// some statements, the others are not looked at.
func checkRuleRow(t *testing.T, rule string, isPart bool, columns, cells []string) {
	sample, whole := ruleSamples[rule], strings.TrimSpace(columns[0]) == "rule"
	if sample == "" {
		sample = rule
	}
	for k, column := range columns[1:6] {
		verdict := strings.Trim(strings.TrimSpace(cells[k+1]), "`")
		statement := strings.Trim(column, "` ")
		if isPart && verdict == "–" {
			continue
		}
		var wanted []string
		for _, word := range strings.Split(verdict, ", ") {
			if group, known := latticeGroups[word]; known {
				word = group
			}
			wanted = append(wanted, strings.Split(word, ", ")...)
		}
		text := statementSamples[statement][0] + "{ " + sample + " }"
		if !whole {
			text = statementSamples[statement][0] + "{ " + statementSamples[statement][1] + sample + " }"
		}
		for _, name := range lattice.Names() {
			stands := slices.Contains(wanted, name)
			if statement == "latin" && name != "square" {
				continue
			}
			plain := checkStands(t, name, "", text, stands)
			if !stands || statement == "latin" {
				continue
			}
			for k, wrap := range []string{" torus", " klein"} {
				if wrap == " torus" && name == "twigs" || wrap == " klein" && name != "square" {
					continue // their edges are not joined by a word
				}
				verdict := strings.TrimSpace(cells[6+k])
				joined := checkStands(t, name, wrap, text, verdict != "–" && (wrap == " torus" || statement != "queens"))
				if verdict == "drawn" && name == "square" && plain != joined && statement != "queens" {
					t.Errorf("%s on joined edges gives\n%s\nand not, as on the board that is drawn,\n%s", text, joined, plain)
				}
			}
		}
	}
}

// checkStands compiles a statement on a small board of a lattice, and returns its matrix.
func checkStands(t *testing.T, name, wrap, statement string, want bool) string {
	t.Helper()
	l, _ := lattice.ByName(name)
	shape := "2x2"
	switch {
	case name == "prism" && wrap == "":
		shape = "hexagon 1x1"
	case l.IsSolid():
		shape = "1x2x2"
	case name == "triangle" && wrap == "": // it has all symmetries
		shape = "hexagon 1"
	}
	board := "board b on " + name + wrap + " = " + shape + "\n"
	read := compiletest.CompilePuzzle(t, board+"place man on b", false)
	grid := read.Puzzle.Chessmen.Board.NewGrid()
	_, last := lattice.Shape(grid.Cells).BoundingBox()
	row, column := len(l.AxisNames)-2, len(l.AxisNames)-1
	picture := func(mark func(number int) string) string {
		lines := "\"\"\"\n"
		for r := range last[row] + 1 {
			for c := range last[column] + 1 {
				cell := lattice.Cell{}
				cell[row], cell[column] = r, c
				lines += mark(slices.Index(grid.Cells, cell))
			}
			lines += "\n"
		}
		return lines + "\"\"\""
	}
	marked := func(chars string) func(int) string {
		return func(number int) string {
			if number >= 0 && number < len(chars) {
				return chars[number : number+1]
			}
			return "."
		}
	}
	least, _ := lattice.Shape(grid.Cells).BoundingBox()
	clues := func(axis int) string { return "1" + strings.Repeat(",.", int(last[axis]-least[axis])) }
	text := regexp.MustCompile(`\b[ABCEGKMPQS]\b`).ReplaceAllStringFunc(statement, func(letter string) string {
		switch letter {
		case "A":
			return l.FormatCell(grid.Cells[0])
		case "B":
			return l.FormatCell(grid.Cells[1])
		case "C":
			return `"` + clues(row) + `"`
		case "E":
			return `"` + clues(column) + `"`
		case "G":
			return picture(marked("1"))
		case "K":
			return strconv.Itoa(int(grid.Cells[0][column]))
		case "M":
			return "\"\"\"\n...\n...\n\"\"\""
		case "Q":
			return picture(marked("aa"))
		case "S":
			return strings.Repeat("(0, 0, 1)", column-1) + strings.Repeat("(0, 1)", 2-column)
		}
		if strings.Contains(statement, "latin") {
			return "\"\"\"\n12\n21\n\"\"\""
		}
		return picture(func(number int) string {
			if number < 0 {
				return "."
			}
			return string(rune('一' + number))
		})
	})
	switch {
	case strings.Contains(text, "match colors"):
		board += "piece X on " + name + " = legend \"r\" cell " + picture(marked("r")) + "\n"
	case strings.Contains(text, "border"):
		board += "tiles X on " + name + " = \"" + strings.Repeat("r", len(l.CellsAcrossSides(l.FirstCell()))) + "\"\n"
	default:
		board += "piece X on " + name + " = " + l.FormatCell(grid.Cells[0]) + "\n"
	}
	p, err := compile.CompileText("rule.puz", []byte(board+text), specImporter, compile.ProgramOptions{})
	if (err == nil) != want {
		t.Errorf("it stands: want %t, and it gives %v\n%s%s", want, err, board, text)
	}
	if err != nil {
		return ""
	}
	var dump strings.Builder
	if err := format.WriteProblem(&dump, compiletest.PuzzleMatrix(t, p), format.DLX, format.WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	return dump.String()
}
