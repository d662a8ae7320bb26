package generate

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"quadrille"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/schedule"
)

// These tests know the genres by their rules as people say them, and try all boards of a small size. They read the
// tables of a puzzle that was made, and nothing of the rules that its text has.

// tableOf returns the words of a table of the text, row by row; nil if there is none.
func tableOf(text, name string) (rows [][]string) {
	_, table, some := strings.Cut(text, "table "+name+" = \"\"\"\n")
	if !some {
		return nil
	}
	table, _, _ = strings.Cut(table, `"""`)
	for line := range strings.Lines(table) {
		if words := strings.Fields(line); words != nil {
			rows = append(rows, words)
		}
	}
	return rows
}

// numberOf returns the number that a word says.
func numberOf(word string) int {
	n, err := strconv.Atoi(word)
	if err != nil {
		return -1
	}
	return n
}

// besides returns the cells that share a side with a cell.
func besides(n int, p point) (all []point) {
	for _, d := range []point{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
		if q := (point{p.y + d.y, p.x + d.x}); q.y >= 0 && q.x >= 0 && q.y < n && q.x < n {
			all = append(all, q)
		}
	}
	return all
}

// parts returns the connected parts into which the cells with a value fall.
func parts(board [][]int, value int) (all [][]point) {
	n, seen := len(board), map[point]bool{}
	for y := range n {
		for x := range n {
			if board[y][x] != value || seen[point{y, x}] {
				continue
			}
			part := []point{{y, x}}
			seen[part[0]] = true
			for k := 0; k < len(part); k++ {
				for _, q := range besides(n, part[k]) {
					if board[q.y][q.x] == value && !seen[q] {
						seen[q] = true
						part = append(part, q)
					}
				}
			}
			all = append(all, part)
		}
	}
	return all
}

// blackApart reports whether no two black cells share a side and the white ones are connected.
func blackApart(board [][]int) bool {
	for _, part := range parts(board, 1) {
		if len(part) > 1 {
			return false
		}
	}
	return len(parts(board, 0)) <= 1
}

// countBoards counts the boards for which the function holds returns true.
func countBoards(boards [][][]int, holds func(board [][]int) bool) (n int) {
	for _, board := range boards {
		if holds(board) {
			n++
		}
	}
	return n
}

// solveMasyu counts the loops that pass all circles as they must.
func solveMasyu(text string) (n int) {
	pearl := tableOf(text, "pearl")
loops:
	for _, loop := range pointLoops(len(pearl)) {
		passed, size := 0, len(loop)
		turns := func(k int) bool {
			a, b := loop[(k+size-1)%size], loop[(k+1)%size]
			return a.y != b.y && a.x != b.x
		}
		for k, p := range loop {
			before, behind := turns((k+size-1)%size), turns((k+1)%size)
			switch pearl[p.y][p.x] {
			case "W":
				if turns(k) || !before && !behind {
					continue loops
				}
				passed++
			case "B":
				if !turns(k) || before || behind {
					continue loops
				}
				passed++
			}
		}
		if circles := strings.Count(text[strings.Index(text, "table"):strings.Index(text, "param")], "W") +
			strings.Count(text[strings.Index(text, "table"):strings.Index(text, "param")], "B"); passed == circles {
			n++
		}
	}
	return n
}

// solveAkari counts the ways to put lamps.
func solveAkari(text string) int {
	wall := tableOf(text, "wall")
	size := len(wall)
	// seen are the cells that a lamp lights besides its own.
	seen := func(p point) (all []point) {
		for _, d := range []point{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
			for q := (point{p.y + d.y, p.x + d.x}); q.y >= 0 && q.x >= 0 && q.y < size && q.x < size &&
				wall[q.y][q.x] == "."; q = (point{q.y + d.y, q.x + d.x}) {
				all = append(all, q)
			}
		}
		return all
	}
	return countBoards(binaryBoards(size, size), func(board [][]int) bool {
		for y := range size {
			for x := range size {
				p, lamps := point{y, x}, 0
				if wall[y][x] != "." {
					for _, q := range besides(size, p) {
						lamps += board[q.y][q.x]
					}
					if board[y][x] == 1 || wall[y][x] != "#" && wall[y][x] != strconv.Itoa(lamps) {
						return false
					}
					continue
				}
				for _, q := range seen(p) {
					lamps += board[q.y][q.x]
				}
				if board[y][x] == 1 && lamps > 0 || board[y][x] == 0 && lamps == 0 {
					return false
				}
			}
		}
		return true
	})
}

// solveTents counts the ways to put a tent beside each tree.
func solveTents(text string) (n int) {
	tree := tableOf(text, "tree")
	size := len(tree)
	top, left := tableOf(text, "top"), tableOf(text, "left")
	var trees, tents []point
	for y, row := range tree {
		for x, word := range row {
			if word != "." {
				trees = append(trees, point{y, x})
			}
		}
	}
	isRight := func() bool {
		row, column := make([]int, size), make([]int, size)
		for i, p := range tents {
			row[p.y]++
			column[p.x]++
			if tree[p.y][p.x] != "." {
				return false
			}
			for _, q := range tents[:i] {
				if max(p.y-q.y, q.y-p.y) < 2 && max(p.x-q.x, q.x-p.x) < 2 {
					return false
				}
			}
		}
		for k := range size {
			if top != nil && numberOf(top[0][k]) >= 0 && numberOf(top[0][k]) != column[k] ||
				left != nil && numberOf(left[0][k]) >= 0 && numberOf(left[0][k]) != row[k] {
				return false
			}
		}
		return true
	}
	var pitch func()
	pitch = func() {
		if len(tents) == len(trees) {
			if isRight() {
				n++
			}
			return
		}
		for _, p := range besides(size, trees[len(tents)]) {
			tents = append(tents, p)
			pitch()
			tents = tents[:len(tents)-1]
		}
	}
	pitch()
	return n
}

// solveNurikabe counts the ways to blacken cells.
func solveNurikabe(text string) int {
	island := tableOf(text, "island")
	size := len(island)
	return countBoards(binaryBoards(size, size), func(board [][]int) bool {
		for y := range size - 1 {
			for x := range size - 1 {
				if board[y][x]+board[y][x+1]+board[y+1][x]+board[y+1][x+1] == 4 {
					return false
				}
			}
		}
		numbers := 0
		for _, part := range parts(board, 0) {
			found := 0
			for _, p := range part {
				if v := numberOf(island[p.y][p.x]); v >= 0 {
					found++
					if v != len(part) {
						return false
					}
				}
			}
			if numbers += found; found != 1 {
				return false
			}
		}
		all := 0
		for _, row := range island {
			for _, word := range row {
				if word != "." {
					all++
				}
			}
		}
		return numbers == all && len(parts(board, 1)) <= 1
	})
}

// solveShikaku counts the ways to cut a board into rectangles with one number each.
func solveShikaku(text string) int { return len(divisions(tableOf(text, "area"))) }

// divisions lists the ways to cut a board into rectangles with one number each: for each cell the number of its
// rectangle, in the order of their first cells.
func divisions(area [][]string) (all [][]int) {
	size := len(area)
	owner := make([]int, size*size)
	var cut func(cell, rectangle int)
	cut = func(cell, rectangle int) {
		for cell < len(owner) && owner[cell] > 0 {
			cell++
		}
		if cell == len(owner) {
			all = append(all, slices.Clone(owner))
			return
		}
		for h := 1; h <= size-cell/size; h++ {
			for w := 1; w <= size-cell%size; w++ {
				free, numbers, sum := true, 0, 0
				for i := range h * w {
					k := cell + i/w*size + i%w
					free = free && owner[k] == 0
					if v := numberOf(area[k/size][k%size]); v >= 0 {
						numbers, sum = numbers+1, v
					}
				}
				if !free || numbers != 1 || sum != h*w {
					continue
				}
				for i := range h * w {
					owner[cell+i/w*size+i%w] = rectangle
				}
				cut(cell, rectangle+1)
				for i := range h * w {
					owner[cell+i/w*size+i%w] = 0
				}
			}
		}
	}
	cut(0, 1)
	return all
}

// TestShikakuRepairs: numbers that move exclude a second way to cut the board, and keep the drawn one.
func TestShikakuRepairs(t *testing.T) {
	b, r := &genreBoard{rows: 4, cols: 4, neighboursOfCell: rectangleNeighbours(4, 4)}, seed(47)
	repaired := 0
	for range 40 {
		d := drawShikaku(b, r)
		if d == nil {
			continue
		}
		cuts := func() [][]int {
			var area [][]string
			for _, row := range d.numberGrids["area"] {
				var words []string
				for _, v := range row {
					words = append(words, map[bool]string{true: strconv.Itoa(v), false: "."}[v > 0])
				}
				area = append(area, words)
			}
			return divisions(area)
		}
		// the regions that were drawn, in the order of their first cells
		drawn, number := []int(nil), map[int]int{}
		for _, region := range d.solutionCells {
			if number[region] == 0 {
				number[region] = len(number) + 1
			}
			drawn = append(drawn, number[region])
		}
		isDrawn := func(cut []int) bool { return slices.Equal(cut, drawn) }
		all := cuts()
		if !slices.ContainsFunc(all, isDrawn) {
			t.Fatalf("%v is no solution of %v", drawn, d.numberGrids["area"])
		}
		others := slices.DeleteFunc(all, isDrawn)
		if len(others) == 0 || !d.repairDraft(others[0], r) {
			continue
		}
		repaired++
		if now := cuts(); !slices.ContainsFunc(now, isDrawn) ||
			slices.ContainsFunc(now, func(cut []int) bool { return slices.Equal(cut, others[0]) }) {
			t.Fatalf("%v keeps %v, or loses %v", d.numberGrids["area"], others[0], drawn)
		}
	}
	if repaired < 5 {
		t.Errorf("%d boards were repaired", repaired)
	}
}

// solveStarBattle counts the ways to put a star into each row, column and region.
func solveStarBattle(text string) (n int) {
	_, picture, _ := strings.Cut(text, "regions \"\"\"\n")
	picture, _, _ = strings.Cut(picture, `"""`)
	region := strings.Fields(picture)
	columns := []int{}
	var put func()
	put = func() {
		row := len(columns)
		if row == len(region) {
			n++
			return
		}
		for x := range region {
			fits := true
			for y, other := range columns {
				fits = fits && x != other && region[y][other] != region[row][x] &&
					(y < row-1 || x-other > 1 || other-x > 1)
			}
			if fits {
				columns = append(columns, x)
				put()
				columns = columns[:row]
			}
		}
	}
	put()
	return n
}

// solveHeyawake counts the ways to blacken cells.
func solveHeyawake(text string) int {
	room := tableOf(text, "room")
	size := len(room)
	number := map[string]int{}
	for _, row := range tableOf(text, "number") {
		number[row[0]] = numberOf(row[1])
	}
	return countBoards(binaryBoards(size, size), func(board [][]int) bool {
		black := map[string]int{}
		for y, row := range room {
			for x, name := range row {
				black[name] += board[y][x]
			}
		}
		for name, n := range number {
			if black[name] != n {
				return false
			}
		}
		for k := range size {
			for _, down := range []bool{false, true} {
				rooms := ""
				for i := range size {
					p := point{k, i}
					if down {
						p = point{i, k}
					}
					if name := room[p.y][p.x]; board[p.y][p.x] == 1 {
						rooms = ""
					} else if !strings.HasSuffix(rooms, name) {
						rooms += name
					}
					if len(rooms) > 2 {
						return false
					}
				}
			}
		}
		return blackApart(board)
	})
}

// solveHitori counts the ways to blacken cells.
func solveHitori(text string) int {
	clue := tableOf(text, "clue")
	size := len(clue)
	return countBoards(binaryBoards(size, size), func(board [][]int) bool {
		for k := range size {
			row, column := map[string]bool{}, map[string]bool{}
			for i := range size {
				if board[k][i] == 0 && row[clue[k][i]] || board[i][k] == 0 && column[clue[i][k]] {
					return false
				}
				row[clue[k][i]] = row[clue[k][i]] || board[k][i] == 0
				column[clue[i][k]] = column[clue[i][k]] || board[i][k] == 0
			}
		}
		return blackApart(board)
	})
}

// solveBinary counts the boards that have half of each symbol in each line, no three alike side by side, and no two
// equal rows or columns. Without what is given there are 72 of 4 by 4 (OEIS A253316).
func solveBinary(text string) int {
	given := readGivens(text)
	return countBoards(binaryBoards(4, 4), func(board [][]int) bool {
		for k := range 4 {
			for _, column := range []bool{false, true} {
				line := lineOf(board, k, column)
				a, b, c, d := line[0], line[1], line[2], line[3]
				if a+b+c+d != 2 || a == b && b == c || b == c && c == d {
					return false
				}
				for other := range k {
					before := lineOf(board, other, column)
					if before[0] == a && before[1] == b && before[2] == c && before[3] == d {
						return false
					}
				}
			}
		}
		for _, holds := range given {
			if !holds(board) {
				return false
			}
		}
		return true
	})
}

// genreSolvers are the solvers by the names of kinds, with a small size for them, and one for other engines.
var genreSolvers = []struct {
	kind       string
	solve      func(text string) int
	small, big int
}{
	{"masyu", solveMasyu, 5, 6},
	{"akari", solveAkari, 4, 7},
	{"tents", solveTents, 5, 7},
	{"nurikabe", solveNurikabe, 4, 5},
	{"shikaku", solveShikaku, 6, 8},
	{"starbattle", solveStarBattle, 6, 8},
	{"heyawake", solveHeyawake, 4, 6},
	{"hitori", solveHitori, 4, 6},
	{"binary", solveBinary, 4, 6},
}

// sized returns the rules of a kind for a board of n by n cells, and its recipe.
func sized(kind string, n int) (string, Recipe) {
	text, r, _ := RulesOfKind(kind)
	return regexp.MustCompile(`param n = \d+`).ReplaceAllString(text, "param n = "+strconv.Itoa(n)), r
}

// TestGenres: of all boards one alone keeps the rules of a puzzle that is made.
func TestGenres(t *testing.T) {
	if n := solveBinary(""); n != 72 {
		t.Errorf("%d binary squares of 4 by 4, and there are 72", n)
	}
	for _, test := range genreSolvers {
		t.Run(test.kind, func(t *testing.T) {
			text, recipe := sized(test.kind, test.small)
			m, r := maker(t, text, recipe), seed(9)
			for range matrixtest.RandomRounds(2, 100) {
				puzzle := made(t, m, r)
				if n := test.solve(puzzle.Text); n != 1 {
					t.Fatalf("%d solutions:\n%s", n, puzzle.Text)
				}
			}
		})
	}
}

// TestGenreClues: without any one clue that could be left out there are more solutions.
func TestGenreClues(t *testing.T) {
	for _, test := range []struct {
		kind, table, without string
		n                    int
	}{{"masyu", "pearl", ".", 5}, {"akari", "wall", "#", 5}, {"tents", "top", ".", 8}, {"tents", "left", ".", 8}} {
		text, recipe := sized(test.kind, test.n)
		m, r, some := maker(t, text, recipe), seed(4), false
		for range matrixtest.RandomRounds(2, 50) {
			puzzle := made(t, m, r)
			head, table, _ := strings.Cut(puzzle.Text, "table "+test.table+" = \"\"\"\n")
			table, tail, _ := strings.Cut(table, `"""`)
			for _, at := range regexp.MustCompile(`[0-9WB]+`).FindAllStringIndex(table, -1) {
				rest := table[:at[0]] + test.without + table[at[1]:]
				if !regexp.MustCompile(`[0-9]`).MatchString(rest) &&
					(!strings.Contains(rest, "W") || !strings.Contains(rest, "B")) {
					continue // the rules of the text speak of clues of this kind
				}
				less := head + "table " + test.table + " = \"\"\"\n" + rest + `"""` + tail
				if some = true; count(t, less, schedule.Sparse) < 2 {
					t.Fatalf("%s without a clue has one solution:\n%s", test.kind, less)
				}
			}
		}
		if !some && !testing.Short() {
			t.Errorf("%s: no clue", test.kind)
		}
	}
}

// TestGenrePattern: the circles and the walls with numbers have the symmetry that is wanted.
func TestGenrePattern(t *testing.T) {
	for _, test := range []struct{ kind, table string }{{"masyu", "pearl"}, {"akari", "wall"}} {
		text, recipe := sized(test.kind, 6)
		recipe.CluePattern = "half-turn"
		m, r := maker(t, text, recipe), seed(2)
		for range matrixtest.RandomRounds(2, 50) {
			puzzle := made(t, m, r)
			rows := tableOf(puzzle.Text, test.table)
			for y, row := range rows {
				for x, word := range row {
					if other := rows[5-y][5-x]; (word == ".") != (other == ".") || (word == "#") != (other == "#") {
						t.Fatalf("(%d, %d) has no partner:\n%s", y, x, puzzle.Text)
					}
				}
			}
			if n := count(t, puzzle.Text, schedule.Sparse); n != 1 {
				t.Fatalf("%d solutions:\n%s", n, puzzle.Text)
			}
		}
	}
}

// TestGenreRefused: what a genre cannot be made with is said.
func TestGenreRefused(t *testing.T) {
	for _, test := range []struct {
		recipe Recipe
		n      int
		want   string
	}{
		{Recipe{GenreName: "masyu"}, 2, "3 to 11 rows"},
		{Recipe{GenreName: "masyu"}, 100, "3 to 11 rows"},
		{Recipe{GenreName: "mahjong"}, 8, "the genres are akari"},
		{Recipe{GenreName: "tents", CluePattern: "half-turn"}, 8, "a pattern is for clues on cells"},
		{Recipe{GenreName: "masyu", CluePattern: "sixfold"}, 8, "patterns are"},
		{Recipe{GenreName: "hitori", ClueStyle: "views"}, 8, "clues of its own"},
		{Recipe{GenreName: "hitori", MinimizeClues: true}, 8, "the fewest clues"},
	} {
		_, err := newPuzzleMaker(context.Background(), "rules.puz", []byte(boardRulesText(test.n)), nil, loaded,
			test.recipe)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: %v", test.recipe, err)
		}
	}
}

// TestGenreLink: what is made of a genre goes back into a link.
func TestGenreLink(t *testing.T) {
	for _, kind := range GenreNames() {
		text, recipe := sized(kind, 5)
		puzzle := made(t, maker(t, text, recipe), seed(1))
		p, err := loaded([]byte(puzzle.Text))
		if err != nil {
			t.Fatal(err)
		}
		var link strings.Builder
		if err := p.WriteMatrix(&link, quadrille.DumpOptions{Format: "puzz.link"}); err != nil {
			t.Errorf("%s: %v\n%s", kind, err, puzzle.Text)
		}
	}
}

// TestManyMade: of a thousand puzzles of each of eleven kinds each has one solution, as an engine says that does not
// take part in the making. Run it with QUADRILLE_SLOW=all: that takes a quarter of an hour. Each kind is cut into ten
// parts, which may run on their own.
func TestManyMade(t *testing.T) {
	if !matrixtest.SlowTestsWanted() {
		t.Skip("a slow test")
	}
	type kind struct {
		name, text string
		recipe     Recipe
	}
	kinds := []kind{
		{"thermo", "latin 6 {\n  distinct on boxes 2x3\n}\n", Recipe{ClueStyle: "thermometers"}},
		{"arrow", "latin 6 {\n  distinct on boxes 2x3\n}\n", Recipe{ClueStyle: "arrows"}},
	}
	for _, g := range genreSolvers {
		text, recipe := sized(g.kind, g.big)
		kinds = append(kinds, kind{g.kind, text, recipe})
	}
	const parts = 10
	for _, k := range kinds {
		for part := range uint64(parts) {
			t.Run(fmt.Sprint(k.name, "/", part), func(t *testing.T) {
				m, r := maker(t, k.text, k.recipe), seed(1000+part)
				unique, rounds := 0, matrixtest.RandomRounds(1, 1000/parts)
				for range rounds {
					puzzle := made(t, m, r)
					if n := count(t, puzzle.Text, schedule.Memo); n != 1 {
						t.Fatalf("%d solutions:\n%s", n, puzzle.Text)
					}
					unique++
				}
				t.Logf("%d made, %d unique", rounds, unique)
			})
		}
	}
}
