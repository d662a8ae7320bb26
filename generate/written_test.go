package generate

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"quadrille/runtime/matrix/matrixtest"
)

// writtenClue is a clue read from the text of a puzzle that was made: a test of a filled board, row by row.
type writtenClue func(board [][]int) bool

// quotedTexts returns the texts behind a word of a rule, split at a separator.
func quotedTexts(text, word, separator string) []string {
	found := regexp.MustCompile(word + ` "([^"]*)"`).FindStringSubmatch(text)
	if found == nil {
		return nil
	}
	return strings.Split(found[1], separator)
}

// lineOf returns the symbols of a row, or of a column.
func lineOf(board [][]int, k int, column bool) (line []int) {
	if !column {
		return board[k]
	}
	for _, row := range board {
		line = append(line, row[k])
	}
	return line
}

// readRuns reads the clues of a nonogram. A line is compared as text: its dark runs, split at the blanks.
func readRuns(text string) (clues []writtenClue) {
	for _, word := range []string{"rows", "columns"} {
		for k, want := range quotedTexts(text, word, ", ") {
			clues = append(clues, func(board [][]int) bool {
				dark := ""
				for _, v := range lineOf(board, k, word == "columns") {
					dark += map[int]string{0: " ", 1: "#"}[v]
				}
				var runs []string
				for _, run := range strings.Fields(dark) {
					runs = append(runs, strconv.Itoa(len(run)))
				}
				if runs == nil {
					runs = []string{"0"}
				}
				return strings.Join(runs, " ") == want
			})
		}
	}
	return clues
}

// tableRows returns the numbers of the table of clues.
func tableRows(text string) (rows [][]int) {
	_, table, _ := strings.Cut(text, `table clue = """`)
	table, _, _ = strings.Cut(table, `"""`)
	for line := range strings.Lines(strings.TrimSpace(table)) {
		var row []int
		for field := range strings.FieldsSeq(line) {
			n, _ := strconv.Atoi(field)
			row = append(row, n)
		}
		rows = append(rows, row)
	}
	return rows
}

// readCounts reads the clues of a minesweeper.
func readCounts(text string) (clues []writtenClue) {
	for r, row := range tableRows(text) {
		for c, want := range row {
			if want < 0 {
				continue
			}
			clues = append(clues, func(board [][]int) bool {
				mines := 0
				for y := max(0, r-1); y < min(len(board), r+2); y++ {
					for x := max(0, c-1); x < min(len(board[y]), c+2); x++ {
						mines += board[y][x]
					}
				}
				return board[r][c] == 0 && mines == want
			})
		}
	}
	return clues
}

// readSigns reads the clues of a futoshiki.
func readSigns(text string) (clues []writtenClue) {
	for _, m := range regexp.MustCompile(`ascending on \((\d), (\d)\) \((\d), (\d)\)`).FindAllStringSubmatch(text, -1) {
		at := func(k int) int { return int(m[k][0] - '0') }
		clues = append(clues, func(board [][]int) bool { return board[at(1)][at(2)] < board[at(3)][at(4)] })
	}
	return clues
}

// readViews reads the clues of skyscrapers.
func readViews(text string) (clues []writtenClue) {
	for _, edge := range []string{"top", "bottom", "left", "right"} {
		for k, want := range quotedTexts(text, edge, ", ") {
			if want == "." {
				continue
			}
			clues = append(clues, func(board [][]int) bool {
				line := lineOf(board, k, edge == "top" || edge == "bottom")
				seen := 0
				for i := range line {
					hidden := false
					for j := range line {
						before := j < i
						if edge == "bottom" || edge == "right" {
							before = j > i
						}
						hidden = hidden || before && line[j] > line[i]
					}
					if !hidden {
						seen++
					}
				}
				return strconv.Itoa(seen) == want
			})
		}
	}
	return clues
}

// readDots reads the clues of a kropki.
func readDots(text string) (clues []writtenClue) {
	_, picture, some := strings.Cut(text, "marks \"\"\"\n")
	if !some {
		return nil
	}
	picture, _, _ = strings.Cut(picture, `"""`)
	for y, line := range strings.Split(picture, "\n") {
		line = strings.TrimPrefix(line, "    ") // the depth of what stands in braces
		for x, mark := range line {
			if mark != 'o' && mark != '*' {
				continue
			}
			clues = append(clues, func(board [][]int) bool {
				a, b := board[y/2][x/2], board[(y+1)/2][(x+1)/2]
				if mark == 'o' {
					return a-b == 1 || b-a == 1
				}
				return a == 2*b || b == 2*a
			})
		}
	}
	return clues
}

// readPaths reads the lines of thermometers or arrows, each as its cells in order.
func readPaths(word string, holds func(numbers []int) bool) func(text string) (clues []writtenClue) {
	return func(text string) (clues []writtenClue) {
		for _, m := range regexp.MustCompile(word+` on ((\(\d, \d\) ?)+)`).FindAllStringSubmatch(text, -1) {
			cells := regexp.MustCompile(`\d`).FindAllString(m[1], -1)
			clues = append(clues, func(board [][]int) bool {
				var numbers []int
				for k := 0; k < len(cells); k += 2 {
					numbers = append(numbers, board[cells[k][0]-'0'][cells[k+1][0]-'0'])
				}
				return holds(numbers)
			})
		}
		return clues
	}
}

// readGivens reads the symbols that a puzzle gives, digits.
func readGivens(text string) (clues []writtenClue) {
	_, picture, some := strings.Cut(text, `given """`)
	if !some {
		return nil
	}
	picture, _, _ = strings.Cut(picture, `"""`)
	for r, row := range strings.Fields(picture) {
		for c, symbol := range row {
			if symbol != '.' {
				clues = append(clues, func(board [][]int) bool { return board[r][c] == int(symbol-'0') })
			}
		}
	}
	return clues
}

// binaryBoards are all boards of two symbols.
func binaryBoards(height, width int) (all [][][]int) {
	for bits := range 1 << (height * width) {
		board := make([][]int, height)
		for k := range height * width {
			board[k/width] = append(board[k/width], bits>>k&1)
		}
		all = append(all, board)
	}
	return all
}

// latinBoards are all Latin squares of order 4, found by trying rows.
func latinBoards() (all [][][]int) {
	var rows [][]int
	for n := range 256 {
		row := []int{n&3 + 1, n>>2&3 + 1, n>>4&3 + 1, n>>6&3 + 1}
		if 1<<row[0]|1<<row[1]|1<<row[2]|1<<row[3] == 30 {
			rows = append(rows, row)
		}
	}
	var extend func(board [][]int)
	extend = func(board [][]int) {
		if len(board) == 4 {
			all = append(all, append([][]int(nil), board...))
			return
		}
	next:
		for _, row := range rows {
			for _, other := range board {
				for c := range row {
					if row[c] == other[c] {
						continue next
					}
				}
			}
			extend(append(board, row))
		}
	}
	extend(nil)
	return all
}

// keeping returns the number of boards that satisfy all clues except the one with index but, or all clues if but is
// negative.
func keeping(boards [][][]int, clues []writtenClue, but int) (n int) {
boards:
	for _, board := range boards {
		for k, holds := range clues {
			if k != but && !holds(board) {
				continue boards
			}
		}
		n++
	}
	return n
}

// TestWrittenClues: of all boards one alone keeps the clues of a puzzle that is made, and more do without any of them.
func TestWrittenClues(t *testing.T) {
	binary, square := binaryBoards(4, 4), latinBoards()
	if len(square) != 576 {
		t.Fatalf("%d Latin squares of order 4, and there are 576", len(square))
	}
	for _, test := range []struct {
		style, text string
		boards      [][][]int
		read        func(string) []writtenClue
	}{
		{"runs", "board b on square = 4x4\nfill b with \"_#\"\n", binary, readRuns},
		{"counts", "board b on square = 4x4\nfill b with \"_*\"\n", binary, readCounts},
		{"signs", "latin 4\n", square, readSigns},
		{"views", "latin 4\n", square, readViews},
		{"dots", "latin 4\n", square, readDots},
		{"thermometers", "latin 4\n", square, readPaths("ascending", func(n []int) bool {
			return n[0] < n[1] && n[1] < n[2] && (len(n) < 4 || n[2] < n[3])
		})},
		{"arrows", "latin 4\n", square, readPaths("arrow", func(n []int) bool {
			return len(n) == 3 && n[0] == n[1]+n[2] || len(n) == 4 && n[0] == n[1]+n[2]+n[3]
		})},
	} {
		t.Run(test.style, func(t *testing.T) {
			m, r := maker(t, test.text, Recipe{ClueStyle: test.style}), seed(11)
			styled := 0
			for range matrixtest.RandomRounds(5, 200) {
				puzzle := made(t, m, r)
				own := test.read(puzzle.Text)
				clues := append(own, readGivens(puzzle.Text)...)
				if styled += len(own); len(clues) != puzzle.ClueCount {
					t.Fatalf("%d clues are read, and %d were made:\n%s", len(clues), puzzle.ClueCount, puzzle.Text)
				}
				cells := regexp.MustCompile(`\(\d, \d\)`).FindAllString(puzzle.Text, -1)
				if test.style != "signs" && len(cells) > 8 {
					t.Fatalf("paths cover more than half of 16 cells in\n%s", puzzle.Text)
				}
				if n := keeping(test.boards, clues, -1); n != 1 {
					t.Fatalf("%d boards keep the clues of\n%s", n, puzzle.Text)
				}
				for k := range clues {
					if !clueStyles[test.style].keepsAllClues && keeping(test.boards, clues, k) == 1 {
						t.Fatalf("clue %d is not needed in\n%s", k+1, puzzle.Text)
					}
				}
			}
			if styled == 0 && !testing.Short() {
				t.Error("no clue of the style")
			}
		})
	}
}

// point is a point of a lattice.
type point struct{ y, x int }

// pointLoops are the single loops along the lines between points, each as its points in order.
func pointLoops(size int) (all [][]point) {
	var path []point
	taken := map[point]bool{}
	var walk func(at point)
	walk = func(at point) {
		for _, d := range []point{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
			next := point{at.y + d.y, at.x + d.x}
			if next.y < 0 || next.x < 0 || next.y >= size || next.x >= size {
				continue
			}
			if next == path[0] && len(path) > 3 && (path[1].y < path[len(path)-1].y ||
				path[1].x > path[len(path)-1].x) {
				all = append(all, append([]point(nil), path...))
			}
			// a loop begins at its topmost point, the leftmost of those
			if taken[next] || next.y < path[0].y || next.y == path[0].y && next.x < path[0].x {
				continue
			}
			taken[next] = true
			path = append(path, next)
			walk(next)
			path = path[:len(path)-1]
			delete(taken, next)
		}
	}
	for y := range size {
		for x := range size {
			start := point{y, x}
			path, taken = []point{start}, map[point]bool{start: true}
			walk(start)
		}
	}
	return all
}

// sideLoops are the single loops along the sides of squares, 3 by 3: for each the numbers of sides taken of each
// square. There are 213 (OEIS A140517).
func sideLoops() (all [][]int) {
	const size = 3
	for _, path := range pointLoops(size + 1) {
		counts := make([]int, size*size)
		for k, from := range path {
			to := path[(k+1)%len(path)]
			for y := range size {
				for x := range size {
					inside := func(p point) bool { return p.y >= y && p.y <= y+1 && p.x >= x && p.x <= x+1 }
					if inside(from) && inside(to) {
						counts[y*size+x]++
					}
				}
			}
		}
		all = append(all, counts)
	}
	return all
}

// TestSlitherlink: of the 213 loops of 3 by 3 squares one alone keeps the numbers of a slitherlink that is made.
func TestSlitherlink(t *testing.T) {
	loops := sideLoops()
	if len(loops) != 213 {
		t.Fatalf("%d loops, and there are 213", len(loops))
	}
	keep := func(want []int, but int) (n int) {
	loops:
		for _, counts := range loops {
			for k, v := range want {
				if k != but && v >= 0 && v != counts[k] {
					continue loops
				}
			}
			n++
		}
		return n
	}
	m, r := maker(t, "board b on sticks = 3x3\nfill b with \"01\" {\n  loop \"1\"\n}\n", Recipe{ClueStyle: "sides"}),
		seed(5)
	for range matrixtest.RandomRounds(5, 200) {
		puzzle := made(t, m, r)
		var want []int
		for _, row := range tableRows(puzzle.Text) {
			want = append(want, row...)
		}
		if n := keep(want, -1); n != 1 {
			t.Fatalf("%d loops keep the numbers of\n%s", n, puzzle.Text)
		}
		for k, v := range want {
			if v >= 0 && keep(want, k) == 1 {
				t.Fatalf("number %d is not needed in\n%s", k+1, puzzle.Text)
			}
		}
	}
}

// TestLoopGrade: the grade of three by three numbers knows whether one of the 213 loops keeps them, several or none.
func TestLoopGrade(t *testing.T) {
	loops, r, graded := sideLoops(), seed(7), map[int]int{}
	around := slices.DeleteFunc(slices.Clone(loops), func(counts []int) bool { return !slices.Contains(counts, 4) })
	for range matrixtest.RandomRounds(60, 2000) {
		want := slices.Clone(loops[r.IntN(len(loops))])
		if r.IntN(3) == 0 { // two loops around a square each, which no rule on few cells tells from one loop
			want = slices.Clone(around[r.IntN(len(around))])
			for k, n := range around[r.IntN(len(around))] {
				want[k] = min(want[k]+n, 4)
			}
		}
		for k := range want {
			switch r.IntN(8) {
			case 0:
				want[k] = min(want[k]+1, 4)
			case 1, 2:
				want[k] = -1
			}
		}
		solutions := 0
		for _, counts := range loops {
			if !slices.ContainsFunc([]int{0, 1, 2, 3, 4, 5, 6, 7, 8},
				func(k int) bool { return want[k] >= 0 && want[k] != counts[k] }) {
				solutions++
			}
		}
		text := "board b on sticks = 3x3\nfill b with \"01\" {\n  loop \"1\"\n"
		for k, v := range want {
			if v >= 0 {
				text += fmt.Sprintf("  exactly %d \"1\" on 1x1 at (%d, %d)\n", v, k/3*2, k%3*2)
			}
		}
		p, err := compiled([]byte(text + "}\n"))
		if err != nil {
			t.Fatal(err)
		}
		g, err := gradeProgram(context.Background(), p)
		if err != nil || g.IsIncomplete || g.Solutions != min(solutions, 2) {
			t.Fatalf("%d solutions, error %v, and %d are kept by\n%s", g.Solutions, err, solutions, text)
		}
		if graded[g.Solutions]++; (g.LevelText() == "") != (solutions != 1) {
			t.Errorf("%d solutions have the grade %s", solutions, g)
		}
	}
	if graded[0]*graded[1]*graded[2] == 0 {
		t.Errorf("solutions and their numbers: %v", graded)
	}
}

// TestPicture: the picture is the solution, and one that others share the clues of is refused with the cells that
// differ.
func TestPicture(t *testing.T) {
	picture := ".#.#.\n#####\n#####\n.###.\n..#..\n"
	rules, err := PictureRules(picture)
	if err != nil {
		t.Fatal(err)
	}
	m := maker(t, rules, Recipe{ClueStyle: "runs", SolutionPicture: picture})
	puzzle := made(t, m, rand.New(rand.NewPCG(1, 1)))
	if !strings.Contains(puzzle.Text, `rows "1 1, 5, 5, 3, 1"`) ||
		!strings.Contains(puzzle.Text, `columns "2, 4, 4, 4, 2"`) {
		t.Error(puzzle.Text)
	}
	for _, test := range []struct{ rules, picture, want string }{
		{"board b on square = 2x2\nfill b with \"_#\"\n", "#.\n.#\n", "??\n??"},
		{"board b on square = 2x2\nfill b with \"_#\"\n", "#..#\n", "the board has no cell (0, 3)"},
		{"latin 4\n", "#\n", "two symbols, and here are 4"},
	} {
		m, err := newPuzzleMaker(context.Background(), "rules.puz", []byte(test.rules), nil, loaded,
			Recipe{ClueStyle: "runs", SolutionPicture: test.picture})
		if err == nil {
			_, err = m.MakePuzzle(context.Background(), seed(1))
		}
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: %v", test.picture, err)
		}
	}
	for _, picture := range []string{"", "\n", strings.Repeat("#", maxPicture+1), strings.Repeat("#\n", maxPicture+1)} {
		if rules, err := PictureRules(picture); err == nil {
			t.Errorf("%.20q has rules: %s", picture, fmt.Sprintf("%.80s", rules))
		}
	}
}

// readSums reads the regions of the rules of a kakuro: their cells, as numbers, and their sums.
func readSums(text string, n int) (regions [][]int, sums []int) {
	for _, rule := range strings.Split(text, "distinct sum ")[1:] {
		parts := strings.SplitN(rule, `"`, 3)
		fields := strings.Fields(parts[1])
		_, picture, _ := strings.Cut(rule, `"""`)
		picture, _, _ = strings.Cut(picture, `"""`)
		for k := 0; k < len(fields); k += 2 {
			var cells []int
			for row, line := range strings.Fields(picture) {
				for column, name := range line {
					if string(name) == fields[k] {
						cells = append(cells, row*n+column)
					}
				}
			}
			sum, _ := strconv.Atoi(fields[k+1])
			regions, sums = append(regions, cells), append(sums, sum)
		}
	}
	return regions, sums
}

// countKakuro counts the fillings with digits of the cells that occur in regions, up to 2: in each region they differ
// and have its sum.
func countKakuro(n int, regions [][]int, sums []int, given map[int]int) (count int) {
	of := make([][]int, n*n)
	for k, cells := range regions {
		for _, cell := range cells {
			of[cell] = append(of[cell], k)
		}
	}
	digits, left := make([]int, n*n), make([]int, len(regions))
	for k := range regions {
		left[k] = len(regions[k])
	}
	rest := append([]int(nil), sums...)
	var fill func(cell int)
	fill = func(cell int) {
		for cell < n*n && of[cell] == nil {
			cell++
		}
		if cell == n*n || count > 1 {
			if cell == n*n {
				count++
			}
			return
		}
		for v := 1; v <= 9; v++ {
			fits := given[cell] == 0 || given[cell] == v
			for _, k := range of[cell] {
				for _, other := range regions[k] {
					fits = fits && (other >= cell || digits[other] != v)
				}
				fits = fits && rest[k] >= v && (left[k] > 1 || rest[k] == v)
			}
			if !fits {
				continue
			}
			digits[cell] = v
			for _, k := range of[cell] {
				rest[k], left[k] = rest[k]-v, left[k]-1
			}
			fill(cell + 1)
			for _, k := range of[cell] {
				rest[k], left[k] = rest[k]+v, left[k]+1
			}
		}
	}
	fill(0)
	return count
}

// TestKakuro: the sums of a kakuro that is made, and the digits given, have one filling. Every run of a line is a
// region.
func TestKakuro(t *testing.T) {
	const n = 5
	text, recipe, _ := RulesOfKind("kakuro")
	m, r := maker(t, strings.Replace(text, "n = 7", "n = 5", 1), recipe), seed(3)
	for range matrixtest.RandomRounds(4, 200) {
		puzzle := made(t, m, r)
		regions, sums := readSums(puzzle.Text, n)
		given := map[int]int{}
		if _, picture, some := strings.Cut(puzzle.Text, `given """`); some {
			picture, _, _ = strings.Cut(picture, `"""`)
			for row, line := range strings.Fields(picture) {
				for column, digit := range line {
					if digit != '.' {
						given[row*n+column] = int(digit - '0')
					}
				}
			}
		}
		if count := countKakuro(n, regions, sums, given); count != 1 || len(regions)+len(given) != puzzle.ClueCount {
			t.Fatalf("%d fillings, %d regions, %d given:\n%s", count, len(regions), len(given), puzzle.Text)
		}
		for _, cells := range regions {
			if len(cells) < 2 {
				t.Fatalf("a region of %d cells:\n%s", len(cells), puzzle.Text)
			}
		}
	}
}
