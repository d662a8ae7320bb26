package draw_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"quadrille/compile/draw"
	"quadrille/compile/lattice"
	"quadrille/runtime/matrix/matrixtest"
)

// TestColors: with colors the characters are the same. Each piece has one background and no line has any; neighbours
// differ; and colors end where their piece ends.
func TestColors(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range matrixtest.RandomRounds(30, 200) {
		p := randomPacking(r, 2+r.IntN(3), 2+r.IntN(5))
		for _, ascii := range []bool{false, true} {
			checkColors(t, p, draw.TextStyle{ASCII: ascii, Color: true})
		}
	}
	checkColors(t, drawPlan{"A.B", "A_B", "CCC"}, draw.TextStyle{Color: true})
}

// TestColorsOfAPieceWithManyNeighbours: the long piece in the middle touches sixteen others, and each of these touches
// the long piece and two others. Three colors would do.
func TestColorsOfAPieceWithManyNeighbours(t *testing.T) {
	p := drawPlan{"ABCDEFGH", "zzzzzzzz", "IJKLMNOP"}
	checkColors(t, p, draw.TextStyle{Color: true})
	last := p.picture()
	last.Pieces = append(append(last.Pieces[:8:8], last.Pieces[9:]...), last.Pieces[8])
	checkColoring(t, p, parseColors(t, draw.RenderText(last, draw.TextStyle{Color: true})))
}

func checkColors(t *testing.T, p drawPlan, style draw.TextStyle) {
	t.Helper()
	colored := parseColors(t, draw.RenderText(p.picture(), style))
	style.Color = false
	var b strings.Builder
	for _, line := range colored {
		for _, s := range line {
			b.WriteRune(s.sign)
		}
		b.WriteString("\n")
	}
	got := regexp.MustCompile(`(?m) +$`).ReplaceAllString(b.String(), "")
	if want := draw.RenderText(p.picture(), style); got != want {
		t.Fatalf("without its colors the picture is\n%swant\n%s", got, want)
	}
	checkColoring(t, p, colored)
}

// checkColoring checks the background of each character of a picture.
func checkColoring(t *testing.T, p drawPlan, colored [][]coloredSign) {
	t.Helper()
	backgrounds := map[rune]string{}
	for y, line := range colored {
		for x, s := range line {
			// A character in a cell, or on the border of two cells or four
			// that is not drawn, belongs to the piece around it.
			piece := p.pieceAt(y/2, x/4)
			drawn := strings.ContainsRune("│─┌┐└┘├┤┬┴┼|-+", s.sign)
			if drawn || piece == hole || piece == empty {
				if s.background != "" {
					t.Fatalf("%q has the background %s at (%d, %d) of the picture of %q, and should have none", s.sign,
						s.background, y, x, p)
				}
				continue
			}
			if backgrounds[piece] == "" {
				backgrounds[piece] = s.background
			}
			if s.background == "" || s.background != backgrounds[piece] {
				t.Fatalf("the piece %c has the backgrounds %q and %q in the picture of %q", piece, backgrounds[piece],
					s.background, p)
			}
		}
	}
	for row := range p {
		for column := range p[row] {
			for _, next := range []rune{p.pieceAt(row+1, column), p.pieceAt(row, column+1)} {
				here := p.pieceAt(row, column)
				if here != next && backgrounds[here] != "" && backgrounds[here] == backgrounds[next] {
					t.Errorf("the neighbours %c and %c of %q have one background, %s", here, next, p, backgrounds[here])
				}
			}
		}
	}
}

// coloredSign is a character with the background it has on a terminal.
type coloredSign struct {
	sign       rune
	background string
}

var escape = regexp.MustCompile(`^\x1b\[([0-9;]*)m`)

// parseColors plays the terminal: it follows the escapes that set and reset
// the background.
func parseColors(t *testing.T, text string) [][]coloredSign {
	t.Helper()
	var lines [][]coloredSign
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		var signs []coloredSign
		background := ""
		for line != "" {
			if e := escape.FindStringSubmatch(line); e != nil {
				background = newBackground(background, e[1])
				line = line[len(e[0]):]
				continue
			}
			sign := []rune(line)[0]
			signs = append(signs, coloredSign{sign, background})
			line = line[len(string(sign)):]
		}
		if background != "" {
			t.Fatalf("a line ends with the background %s still on: %q", background, text)
		}
		lines = append(lines, signs)
	}
	return lines
}

// newBackground is the background after an escape with these parameters.
func newBackground(old, parameters string) string {
	switch {
	case parameters == "" || parameters == "0":
		return ""
	case strings.HasPrefix(parameters, "48;5;"):
		return parameters
	}
	return old
}

// paletteInUse draws as many kinds as there are colors, and returns the backgrounds of a
// terminal and the fills of SVG, piece by piece.
func paletteInUse(t *testing.T) (terminal []int, fills []string) {
	t.Helper()
	p := draw.Picture{Lattice: lattice.Square, BoardCells: lattice.Rectangle(1, kinds)}
	for i, c := range p.BoardCells {
		p.Pieces = append(p.Pieces, draw.LabeledPiece{Label: string(rune('A' + i)), Cells: lattice.Shape{c}})
	}
	for _, s := range parseColors(t, draw.RenderText(p, draw.TextStyle{Color: true}))[1] {
		if s.sign >= 'A' && s.sign <= 'Z' {
			n, _ := strconv.Atoi(strings.TrimPrefix(s.background, "48;5;"))
			terminal = append(terminal, n)
		}
	}
	for _, e := range read(t, document(t, p)) {
		if e.name == "g" && slices.Contains(e.groups, "piece") {
			fills = append(fills, e.attributes["fill"])
		}
	}
	for i, c := range p.PieceColors() {
		if c.String() != fills[i] {
			t.Errorf("piece %d has the color %s, and in SVG %s", i, c, fills[i])
		}
	}
	if len(terminal) != kinds || len(fills) != kinds {
		t.Fatalf("%d colors of a terminal and %d of SVG for %d pieces", len(terminal), len(fills), kinds)
	}
	return terminal, fills
}

// kinds is the number of kinds of pieces that have a color of their own.
const kinds = 24

// TestPalette: the colors of SVG are those of a terminal, and all are different.
func TestPalette(t *testing.T) {
	terminal, fills := paletteInUse(t)
	seen := map[int]bool{}
	for i, n := range terminal {
		if n < 16 || n > 231 || seen[n] {
			t.Fatalf("color %d is not of the cube of a terminal with 256 colors, or is there twice", n)
		}
		seen[n] = true
		levels := []int{0, 95, 135, 175, 215, 255} // of xterm
		want := fmt.Sprintf("#%02x%02x%02x", levels[(n-16)/36], levels[(n-16)/6%6], levels[(n-16)%6])
		if fills[i] != want {
			t.Errorf("the color %d of a terminal is %s, and SVG has %s", n, want, fills[i])
		}
	}
}

// TestOneColorAPiece: in every picture of a puzzle, on a sheet as well, a piece has one color,
// whatever lies beside it and in whatever order the pieces come.
func TestOneColorAPiece(t *testing.T) {
	var all []draw.PieceKind
	for i := range 12 {
		all = append(all, draw.PieceKind{Label: string(rune('L' - i))})
	}
	color := map[string]string{}
	check := func(where, label, fill string) {
		t.Helper()
		if color[label] == "" {
			color[label] = fill
		}
		if fill != color[label] {
			t.Fatalf("%s: the piece %s is %s, and was %s", where, label, fill, color[label])
		}
	}
	r := rand.New(rand.NewPCG(8, 9))
	var pictures []draw.Picture
	for seed := range uint64(20) {
		p := packing(boards()[0], seed)
		p.PieceKinds = all
		p.Pieces = p.Pieces[:min(12, len(p.Pieces))]
		r.Shuffle(len(p.Pieces), func(i, j int) { p.Pieces[i], p.Pieces[j] = p.Pieces[j], p.Pieces[i] })
		pictures = append(pictures, p)
		for _, line := range parseColors(t, draw.RenderText(p, draw.TextStyle{Color: true})) {
			for _, s := range line {
				if s.sign >= 'A' && s.sign <= 'Z' {
					n, _ := strconv.Atoi(strings.TrimPrefix(s.background, "48;5;"))
					check("text", string(s.sign), draw.Color(n).String())
				}
			}
		}
	}
	for _, e := range read(t, sheet(t, pictures)) {
		if label, ok := strings.CutPrefix(e.attributes["class"], "piece piece-"); ok {
			check("sheet", label, e.attributes["fill"])
		}
	}
	if len(color) != 12 {
		t.Errorf("%d pieces were seen", len(color))
	}
	seen := map[string]bool{}
	for _, fill := range color {
		seen[fill] = true
	}
	if len(seen) != 12 {
		t.Errorf("twelve pieces have %d colors", len(seen))
	}
}

// TestCopies: neighbouring copies of a piece have different colors, and no two kinds share a color.
func TestCopies(t *testing.T) {
	for _, b := range boards() {
		for seed := range uint64(5) {
			p := packing(b, seed)
			p.PieceKinds = []draw.PieceKind{{Label: "even", ManyCopies: true}, {Label: "odd", ManyCopies: true}}
			for i := range p.Pieces {
				p.Pieces[i].Label = p.PieceKinds[i%2].Label
			}
			colors, owner := p.PieceColors(), map[draw.Color]string{}
			for i, piece := range p.Pieces {
				if other := owner[colors[i]]; other != "" && other != piece.Label {
					t.Fatalf("both kinds have the color %s", colors[i])
				}
				owner[colors[i]] = piece.Label
			}
			for _, pair := range touching(p) {
				if colors[pair[0]] == colors[pair[1]] {
					t.Fatalf("%s: pieces %d and %d touch and have one color", b.lattice.Name, pair[0], pair[1])
				}
			}
		}
	}
}

// TestNeighboursDiffer: on every lattice the labels of neighbouring pieces have
// different backgrounds.
func TestNeighboursDiffer(t *testing.T) {
	for _, board := range boards() {
		for seed := range uint64(matrixtest.RandomRounds(5, 20)) {
			p := packing(board, seed)
			backgrounds := map[string]string{}
			for _, line := range parseColors(t, draw.RenderText(p, draw.TextStyle{Color: true})) {
				for _, s := range line {
					if s.background != "" && s.sign >= 'A' {
						backgrounds[string(s.sign)] = s.background
					}
				}
			}
			for _, pair := range touching(p) {
				a, b := backgrounds[p.Pieces[pair[0]].Label], backgrounds[p.Pieces[pair[1]].Label]
				if a == "" || a == b {
					t.Fatalf("%s: pieces %d and %d touch and have the colors %q and %q", p.Lattice.Name, pair[0],
						pair[1], a, b)
				}
			}
		}
	}
}

// touching lists the pairs of pieces with neighbouring cells.
func touching(p draw.Picture) [][2]int {
	var pairs [][2]int
	for i, a := range p.Pieces {
		for k, b := range p.Pieces[:i] {
			if slices.ContainsFunc(a.Cells, func(c lattice.Cell) bool {
				return slices.ContainsFunc(p.Lattice.Neighbours(c), b.Cells.HasCell)
			}) {
				pairs = append(pairs, [2]int{i, k})
			}
		}
	}
	return pairs
}

// TestGivenIsBold: only given marks are bold, in text with colors and in SVG.
func TestGivenIsBold(t *testing.T) {
	p := draw.Picture{
		Lattice: lattice.Square, BoardCells: lattice.Rectangle(1, 3), DrawsPlainRegions: true,
		Pieces:     []draw.LabeledPiece{{Label: "row", Cells: lattice.Rectangle(1, 3)}},
		CellMarks:  map[lattice.Cell]string{{0, 0}: "1", {0, 1}: "2", {0, 2}: "3"},
		GivenCells: map[lattice.Cell]bool{{0, 1}: true},
	}
	if got := strings.Split(draw.RenderText(p, draw.TextStyle{Color: true}),
		"\n")[1]; got != "│ 1   \x1b[1m2\x1b[0m   3 │" {
		t.Errorf("the line is %q", got)
	}
	if text := draw.RenderText(p, draw.TextStyle{}); strings.Contains(text, "\x1b") {
		t.Errorf("without colors there are escapes: %q", text)
	}
	bold := regexp.MustCompile(`<text [^>]*bold[^>]*>([^<]*)<`).FindAllStringSubmatch(document(t, p), -1)
	if len(bold) != 1 || bold[0][1] != "2" {
		t.Errorf("bold in SVG is %q", bold)
	}
}

// randomPacking fills a rectangle of at most 24 cells, as many as there are colors, with
// connected pieces of up to five.
func randomPacking(r *rand.Rand, rows, columns int) drawPlan {
	table := make([][]byte, rows)
	for i := range table {
		table[i] = []byte(strings.Repeat(".", columns))
	}
	letter := byte('A')
	for row := range rows {
		for column := range columns {
			if table[row][column] == '.' {
				grow(r, table, row, column, letter)
				letter++
			}
		}
	}
	p := make(drawPlan, rows)
	for i := range p {
		p[i] = string(table[i])
	}
	return p
}

// grow lets a piece wander over free cells.
func grow(r *rand.Rand, table [][]byte, row, column int, letter byte) {
	for range 5 {
		table[row][column] = letter
		next := [][2]int{{row - 1, column}, {row, column - 1}, {row, column + 1}, {row + 1, column}}[r.IntN(4)]
		inside := next[0] >= 0 && next[0] < len(table) && next[1] >= 0 && next[1] < len(table[0])
		if inside && table[next[0]][next[1]] == '.' {
			row, column = next[0], next[1]
		}
	}
}
