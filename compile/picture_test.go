package compile_test

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"quadrille/compile"
	"quadrille/compile/check"
	"quadrille/compile/compiletest"
	"quadrille/compile/draw"
	"quadrille/compile/lattice"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/stdlib"
)

// firstPicture compiles a puzzle and draws its first solution.
func firstPicture(t *testing.T, text string, imp check.Importer) (*compile.Program, draw.Picture) {
	t.Helper()
	p, err := compile.CompileText("test.puz", []byte(text), imp, compile.ProgramOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for s := range compiletest.AllSolutions(t, p) {
		return p, p.Picture(p.Decode(s))
	}
	t.Fatalf("no solution:\n%s", text)
	return nil, draw.Picture{}
}

// TestPictureOfPacking: the pieces lie on the board, on different cells, and
// cover it but for the cells left empty, on every lattice. On a wrapped board
// their cells are those of the board.
func TestPictureOfPacking(t *testing.T) {
	for _, c := range []struct {
		text   string
		on     *lattice.Lattice
		pieces string
		empty  int
	}{
		{"puzzle \"A box\"\npiece A = 1x2\npiece B = 1x1\nboard b on square = 2x2\npack b with A + 2 of B",
			lattice.Square, "A B B", 0},
		{"puzzle \"A box\"\npiece A = 1x2\nboard b on square torus = 1x3\npack b with any of A { leave 1 empty }",
			lattice.Square, "A", 1},
		{"puzzle \"A box\"\npiece A = 1x2\npiece B = 1x1\nboard b on square = \"\"\"\n#?\n\"\"\"\npack b with B",
			lattice.Square, "B", 1},
		{"puzzle \"A box\"\npiece A on triangle = 1x2\nboard b on triangle = hexagon 1\npack b with 3 of A",
			lattice.Triangle, "A A A", 0},
		{"puzzle \"A box\"\npiece A on hexagon = triangle 2\nboard b on hexagon = triangle 2\npack b with A",
			lattice.Hexagon, "A", 0},
		{"puzzle \"A box\"\npiece A = 2x2\nboard b on cube = 2x2x2\npack b with 2 of A", lattice.Cube, "A A", 0},
		{"puzzle \"A box\"\npiece A on sticks = 1x1\nboard b on sticks = 1x1\npack b with A", lattice.Sticks, "A", 0},
	} {
		p, pic := firstPicture(t, c.text, check.Importer{})
		if !p.IsDrawable() || p.Lattice() != c.on || pic.Lattice != c.on || pic.Title != "A box" || pic.IsCheckered ||
			pic.DrawsPlainRegions || pic.CellMarks != nil {
			t.Errorf("%s\nis drawn on %v as %+v", c.text, p.Lattice().Name, pic)
		}
		var labels []string
		covered := map[lattice.Cell]bool{}
		for _, piece := range pic.Pieces {
			labels = append(labels, piece.Label)
			for _, cell := range piece.Cells {
				if covered[cell] || !pic.BoardCells.HasCell(cell) {
					t.Errorf("%s\nputs two pieces on %v, or one off the board", c.text, cell)
				}
				covered[cell] = true
			}
		}
		if slices.Sort(labels); strings.Join(labels, " ") != c.pieces || len(pic.BoardCells)-len(covered) != c.empty {
			t.Errorf("%s\nhas the pieces %v on %d of %d cells", c.text, labels, len(covered), len(pic.BoardCells))
		}
	}
}

// TestPictureOfMen: men are marked by their initial on a chessboard.
func TestPictureOfMen(t *testing.T) {
	for _, c := range []struct {
		text  string
		marks map[lattice.Cell]string
		cells int
	}{
		{"queens 1", map[lattice.Cell]string{{0, 0}: "Q"}, 1},
		{"board b on square = \"\"\"\n#.#\n.##\n\"\"\"\n" +
			"place rook on b { exactly 1 on rows exactly 1 on (0, 2), (1, 1) }",
			map[lattice.Cell]string{{0, 2}: "R", {1, 1}: "R"}, 4},
		{"board b on hexagon = 2x2\nplace écu on b { exactly 1 on all exactly 1 on (1, 0) }",
			map[lattice.Cell]string{{1, 0}: "É"}, 4},
		{"board b on cube = 2x1x1\nplace X on b { exactly 1 on all none on (0, 0, 0) }",
			map[lattice.Cell]string{{1, 0, 0}: "X"}, 2},
		{"board b on square torus = 2x2\nplace man on b { exactly 0 on all }", map[lattice.Cell]string{}, 4},
	} {
		p, pic := firstPicture(t, c.text, check.Importer{})
		if !maps.Equal(pic.CellMarks, c.marks) || len(pic.BoardCells) != c.cells {
			t.Errorf("%s\nhas the marks %v on %d cells", c.text, pic.CellMarks, len(pic.BoardCells))
		}
		if !p.IsDrawable() || !pic.IsCheckered || pic.DrawsPlainRegions || pic.Pieces != nil ||
			pic.Lattice != p.Lattice() {
			t.Errorf("%s\nis drawn as %+v", c.text, pic)
		}
	}
}

// TestPictureOfLatin: all cells have their symbols, those given are told apart,
// and the first regions are seen.
func TestPictureOfLatin(t *testing.T) {
	p, pic := firstPicture(t, `latin 4 with "abcd" { distinct on main diagonals distinct on boxes 2x2 given """
		abcd
		cd..
		d...
		.a.c
	""" }`, check.Importer{})
	checkGrid(t, p, pic, "abcd cdab dcba badc", "1111 1100 1000 0101", "AABB AABB CCDD CCDD")

	p, pic = firstPicture(t, "latin 2 { given \"\"\"\n12\n21\n\"\"\" }", check.Importer{})
	checkGrid(t, p, pic, "12 21", "11 11", "AA AA")

	p, pic = firstPicture(t,
		"latin 3 { distinct on regions \"\"\"\nxyz\nzxy\nyzx\n\"\"\" "+
			"distinct on boxes 1x3 given \"\"\"\n123\n2..\n...\n\"\"\" }",
		check.Importer{})
	checkGrid(t, p, pic, "123 231 312", "111 100 000", "ABC CAB BCA")
}

// TestPictureOfWords: cells that no line speaks of stay empty.
func TestPictureOfWords(t *testing.T) {
	p, pic := firstPicture(t, "words 3x3 from \"list.txt\" { main diagonals given \"\"\"\n...\n.b.\ny..\n\"\"\" }",
		importing("abc\nyby\n"))
	checkGrid(t, p, pic, "a.y .b. y.c", "000 010 100", "AAA AAA AAA")

	p, pic = firstPicture(t, "words 1x2 from \"list.txt\" { rows }", importing("abc\nbb\n"))
	checkGrid(t, p, pic, "bb", "00", "AA")
}

func importing(text string) check.Importer {
	return check.Importer{ReadFile: func(_, path string) (string, []byte, error) { return path, []byte(text), nil }}
}

// checkGrid compares a grid with three pictures of it: its marks, where they
// are given, and its regions by letters in the order of the pieces.
func checkGrid(t *testing.T, p *compile.Program, pic draw.Picture, marks, given, regions string) {
	t.Helper()
	show := func(mark func(lattice.Cell) string) string {
		var text strings.Builder
		for i, cell := range pic.BoardCells {
			if i > 0 && cell[1] == 0 {
				text.WriteString(" ")
			}
			text.WriteString(mark(cell))
		}
		return text.String()
	}
	gotMarks := show(func(c lattice.Cell) string {
		if mark := pic.CellMarks[c]; mark != "" {
			return mark
		}
		return "."
	})
	gotGiven := show(func(c lattice.Cell) string { return map[bool]string{true: "1", false: "0"}[pic.GivenCells[c]] })
	gotRegions := show(func(c lattice.Cell) string {
		text := ""
		for i, piece := range pic.Pieces {
			if piece.Cells.HasCell(c) {
				text += fmt.Sprintf("%c", 'A'+i)
			}
		}
		return text
	})
	if gotMarks != marks || gotGiven != given || gotRegions != regions {
		t.Errorf("the grid is %q, given %q, with the regions %q; want %q, %q, %q", gotMarks, gotGiven, gotRegions,
			marks, given, regions)
	}
	if !p.IsDrawable() || !pic.DrawsPlainRegions || pic.IsCheckered || pic.Lattice != lattice.Square ||
		p.Lattice() != lattice.Square {
		t.Errorf("a grid is drawn as %+v", pic)
	}
}

// TestCoreIsNotDrawn: options by themselves are not about a board.
func TestCoreIsNotDrawn(t *testing.T) {
	p, pic := firstPicture(t, "items a\noption a", check.Importer{})
	if p.IsDrawable() || len(pic.BoardCells) > 0 || len(pic.Pieces) > 0 {
		t.Errorf("the core is drawn as %+v", pic)
	}
	// Beside a packing its options have no cells.
	p, pic = firstPicture(t, "piece A = 1x2\nboard b on square = 1x2\npack b with A\nitems a\noption a",
		check.Importer{})
	if !p.IsDrawable() || len(pic.Pieces) != 1 || pic.Pieces[0].Label != "A" {
		t.Errorf("a packing with options of the core is drawn as %+v", pic)
	}
}

// TestScottScores: Figure 1 of Knuth's "Dancing links" (2000) is a solution with
// the symmetry scores 36 and 30. No solution has more, and only those of one
// class, which has eight, have as much.
func TestScottScores(t *testing.T) {
	if !matrixtest.SlowTestsWanted() {
		t.Skip("a slow test: " + matrixtest.SlowTests)
	}
	text, err := os.ReadFile("../examples/scott.puz")
	if err != nil {
		t.Fatal(err)
	}
	p, err := compile.CompileText("scott.puz", text, check.Importer{ReadModule: stdlib.ReadModule},
		compile.ProgramOptions{})
	if err != nil {
		t.Fatal(err)
	}
	scorer, ok := lattice.NewSymmetryScorer(lattice.Square, p.Puzzle.Packing.Board.AllCells())
	if !ok {
		t.Fatal("there are no scores")
	}
	var best [2]int
	found, mostly := 0, map[[2]int]int{}
	for s := range compiletest.AllSolutions(t, p) {
		found++
		var pieces []lattice.Shape
		for _, pl := range p.Decode(s) {
			pieces = append(pieces, pl.Cells)
		}
		score, degrees := scorer.BestScore(pieces)
		h, v := scoreOnPaper(pieces)
		if score.LeftRightEdges != h || score.TopBottomEdges != v || degrees != 0 {
			t.Fatalf("the score %v when turned by %d°, and on paper %d and %d:\n%v", score, degrees, h, v, pieces)
		}
		own := [2]int{max(h, v), min(h, v)}
		if slices.Compare(own[:], best[:]) > 0 {
			best = own
		}
		mostly[own]++
	}
	if found != 520 || best != [2]int{36, 30} || mostly[best] != 8 {
		t.Errorf("of %d solutions %d have the best score %v", found, mostly[best], best)
	}
}

// scoreOnPaper counts the edges of a packing of the chessboard in its letters:
// an edge is a line between two cells of different pieces.
func scoreOnPaper(pieces []lattice.Shape) (horizontal, vertical int) {
	var owner [8][8]int
	for i, piece := range pieces {
		for _, c := range piece {
			owner[c[0]][c[1]] = i + 1
		}
	}
	edge := func(r, c, down, right int) bool {
		a, b := owner[r][c], owner[r+down][c+right]
		return a > 0 && b > 0 && a != b
	}
	for r := range 8 {
		for c := range 8 {
			if c < 7 && edge(r, c, 0, 1) {
				horizontal += one(edge(r, 6-c, 0, 1))
				vertical += one(edge(7-r, c, 0, 1))
			}
			if r < 7 && edge(r, c, 1, 0) {
				horizontal += one(edge(r, 7-c, 1, 0))
				vertical += one(edge(6-r, c, 1, 0))
			}
		}
	}
	return horizontal, vertical
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}

// TestColorsOfSolutions: in all solutions of a puzzle a piece has one color, and different pieces
// have different ones.
func TestColorsOfSolutions(t *testing.T) {
	if testing.Short() {
		t.Skip("a tenth of a second or more")
	}
	p, err := compile.CompileText("test.puz",
		[]byte("use pentominoes\nboard b on square = 3x20\npack b with pentominoes"),
		check.Importer{ReadModule: stdlib.ReadModule}, compile.ProgramOptions{})
	if err != nil {
		t.Fatal(err)
	}
	colors, pictures := map[string]draw.Color{}, 0
	for s := range compiletest.AllSolutions(t, p) {
		pic := p.Picture(p.Decode(s))
		pictures++
		for i, c := range pic.PieceColors() {
			label := pic.Pieces[i].Label
			if was, known := colors[label]; known && was != c {
				t.Fatalf("%s has the color %s, and had %s", label, c, was)
			}
			colors[label] = c
		}
	}
	if pictures != 8 || len(colors) != 12 {
		t.Errorf("%d pictures show %d pieces", pictures, len(colors))
	}
	seen := map[draw.Color]bool{}
	for _, c := range colors {
		seen[c] = true
	}
	if len(seen) != 12 {
		t.Errorf("twelve pieces have %d colors", len(seen))
	}
}

// TestKinds: a picture knows all pieces of its puzzle, those that it does not show as well, and
// of which there may be many copies.
func TestKinds(t *testing.T) {
	for text, want := range map[string][]draw.PieceKind{
		"piece A = 1x1\npiece B = 1x2\nboard b on square = 1x3\npack b with any of A + B": {{Label: "A",
			ManyCopies: true}, {Label: "B"}},
		"piece A = 1x1\npiece B = 1x1\nboard b on square = 1x1\npack b with 0..1 of A + 0..1 of B": {{Label: "A"},
			{Label: "B"}},
		"queens 4": nil,
		"shape jaws = \"\"\"\n ****\n *..*\n .***\n\"\"\"\ndissect square 3 into 2 pieces forming jaws": {{Label: "1"},
			{Label: "2"}},
	} {
		_, pic := firstPicture(t, text, check.Importer{ReadModule: stdlib.ReadModule})
		if !slices.Equal(pic.PieceKinds, want) {
			t.Errorf("%s\nhas the kinds %v, want %v", text, pic.PieceKinds, want)
		}
	}
}

// TestWrappedPictures: the picture of a wrapped board knows which cells are the same cell.
func TestWrappedPictures(t *testing.T) {
	for _, way := range []string{"", "torus", "cylinder", "mobius", "klein", "projective"} {
		_, pic := firstPicture(t, "piece A = 1x1\nboard b on square "+way+" = 2x3\npack b with any of A",
			check.Importer{})
		if (pic.WrappedGrid != nil) != (way != "") {
			t.Errorf("%s: the picture has the grid %v", way, pic.WrappedGrid)
		}
	}
}

// TestTilesAgree: where two tiles meet, the picture has the same color on both sides, and at the border the color of
// the border.
func TestTilesAgree(t *testing.T) {
	for _, text := range []string{
		"tiles t = \"xabx xxab bxxa axxb bxxa aabb\"\nboard b on square = 2x2\npack b with any of t { border \"x\" }",
		"tiles t on triangle = \"xab xxa bxx aab\"\nboard b on triangle = triangle 2\npack b with any of t { border " +
			"\"x\" }",
		"tiles t on hexagon free = \"xxxxaa xxaaxa aaaaxx\"\nboard b on hexagon = triangle 2\npack b with any of t { " +
			"border \"x\" }",
	} {
		p := compiletest.CompilePuzzle(t, text, false)
		found := 0
		for s := range compiletest.AllSolutions(t, p) {
			found++
			pic := p.Picture(p.Decode(s))
			on := map[[2]lattice.Cell]rune{}
			for _, mark := range pic.PaintMarks {
				on[[2]lattice.Cell{mark.Cell, mark.AdjacentCell}] = mark.Color
			}
			for side, color := range on {
				beyond, inside := on[[2]lattice.Cell{side[1], side[0]}]
				if inside && beyond != color || !inside && color != 'x' {
					t.Fatalf("%s: the side %v is %c, and beyond is %c", text, side, color, beyond)
				}
			}
		}
		if found == 0 {
			t.Errorf("no solution: %s", text)
		}
	}
}

// TestNumbersOfCrosswords: the numbers are those of newspapers, found in the picture of the blocks alone: a cell has a
// number if a block or the rim is on its left and a cell on its right, or a block above and a cell below. The corner
// cell of the first grid begins no word.
func TestNumbersOfCrosswords(t *testing.T) {
	for _, grid := range []string{".#..|....|#...|..#.", "...#|....|....|#...", "##..|....|....", "....|....",
		"#.#|...|#.#"} {
		rows := strings.Split(grid, "|")
		isCell := func(r, c int) bool {
			return r >= 0 && c >= 0 && r < len(rows) && c < len(rows[0]) && rows[r][c] == '.'
		}
		var want []string
		n := 0
		for r, row := range rows {
			for c := range row {
				switch {
				case !strings.Contains(grid, "#"):
				case !isCell(r, c):
					want = append(want, fmt.Sprint("block ", r, c))
				case !isCell(r, c-1) && isCell(r, c+1), !isCell(r-1, c) && isCell(r+1, c):
					n++
					want = append(want, fmt.Sprint("entry ", r, c, n))
				}
			}
		}
		p := compiletest.CompilePuzzle(t, fmt.Sprintf("list w = {aa, aaa, aaaa, aaaaa}\nwords %dx%d from w { given "+
			"\"\"\"\n%s\n\"\"\" }", len(rows), len(rows[0]), strings.Join(rows, "\n")), false)
		var got []string
		for _, s := range p.UnsolvedPicture().RuleSigns {
			at := fmt.Sprint(s.SignKind, " ", s.Cells[0][0], s.Cells[0][1])
			if s.SignKind == "entry" {
				at += " " + s.Text
			}
			got = append(got, at)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s has %q, want %q", grid, got, want)
		}
	}
}
