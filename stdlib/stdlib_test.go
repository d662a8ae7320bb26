package stdlib_test

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"

	"quadrille/compile"
	"quadrille/compile/check"
	"quadrille/lang/ast"
	"quadrille/lang/format"
	"quadrille/lang/parse"
	"quadrille/stdlib"
)

// pieceModule is a module that holds all polyforms of a size.
type pieceModule struct {
	name     string
	grid     *polyGrid
	size     int
	count    int
	mirrored bool   // mirror images are pieces of their own
	rule     string // what names begin with that follow the rule of the module
}

var pieceModules = []pieceModule{
	{name: "monominoes", grid: squareGrid, size: 1, count: 1},
	{name: "dominoes", grid: squareGrid, size: 2, count: 1},
	{name: "trominoes", grid: squareGrid, size: 3, count: 2},
	{name: "tetrominoes", grid: squareGrid, size: 4, count: 5},
	{name: "pentominoes", grid: squareGrid, size: 5, count: 12},
	{name: "hexominoes", grid: squareGrid, size: 6, count: 35},
	{name: "heptominoes", grid: squareGrid, size: 7, count: 108},
	{name: "moniamonds", grid: triangleGrid, size: 1, count: 1, rule: "D1"},
	{name: "diamonds", grid: triangleGrid, size: 2, count: 1, rule: "D2"},
	{name: "triamonds", grid: triangleGrid, size: 3, count: 1, rule: "D3"},
	{name: "tetriamonds", grid: triangleGrid, size: 4, count: 3, rule: "D4"},
	{name: "pentiamonds", grid: triangleGrid, size: 5, count: 4, rule: "D5"},
	{name: "hexiamonds", grid: triangleGrid, size: 6, count: 12},
	{name: "heptiamonds", grid: triangleGrid, size: 7, count: 24, rule: "D7"},
	{name: "trihexes", grid: hexagonGrid, size: 3, count: 3, rule: "H3"},
	{name: "tetrahexes", grid: hexagonGrid, size: 4, count: 7},
	{name: "pentahexes", grid: hexagonGrid, size: 5, count: 22, rule: "H5"},
	{name: "disticks", grid: stickGrid, size: 2, count: 2},
	{name: "tristicks", grid: stickGrid, size: 3, count: 5},
	{name: "tetrasticks", grid: stickGrid, size: 4, count: 16},
	{name: "tricubes", grid: cubeGrid, size: 3, count: 2, mirrored: true},
	{name: "tetracubes", grid: cubeGrid, size: 4, count: 8, mirrored: true},
	{name: "pentacubes", grid: cubeGrid, size: 5, count: 29, mirrored: true, rule: "C5"},
	{name: "ditrigs", grid: trigGrid, size: 2, count: 3, rule: "R2"},
	{name: "tritrigs", grid: trigGrid, size: 3, count: 12, rule: "R3"},
	{name: "tritwigs", grid: twigGrid, size: 3, count: 3, rule: "W3"},
	{name: "tetratwigs", grid: twigGrid, size: 4, count: 4, rule: "W4"},
	{name: "pentatwigs", grid: twigGrid, size: 5, count: 12, rule: "W5"},
	{name: "triballs", grid: ballGrid, size: 3, count: 4, mirrored: true, rule: "B3"},
	{name: "tetraballs", grid: ballGrid, size: 4, count: 25, mirrored: true, rule: "B4"},
	{name: "triprisms", grid: prismGrid, size: 3, count: 3, mirrored: true},
	{name: "tricairos", grid: cairoGrid, size: 3, count: 5, rule: "P3"},
	{name: "tetracairos", grid: cairoGrid, size: 4, count: 17, rule: "P4"},
	{name: "dikites", grid: kiteGrid, size: 2, count: 2, rule: "K2"},
	{name: "trikites", grid: kiteGrid, size: 3, count: 4, rule: "K3"},
	{name: "tetrakites", grid: kiteGrid, size: 4, count: 10, rule: "K4"},
	{name: "didrafters", grid: drafterGrid, size: 2, count: 3, rule: "T2"},
	{name: "tridrafters", grid: drafterGrid, size: 3, count: 3, rule: "T3"},
	{name: "tetradrafters", grid: drafterGrid, size: 4, count: 9, rule: "T4"},
	{name: "pentadrafters", grid: drafterGrid, size: 5, count: 14, rule: "T5"},
}

func TestModulesAreInCanonicalSpelling(t *testing.T) {
	for _, name := range stdlib.Modules() {
		file := parseModule(t, name)
		if got, want := format.FormatFile(file), file.Source.Text; got != want {
			t.Errorf("%s: puz fmt would change the module to\n%s", name, got)
		}
	}
}

func TestUnknownModules(t *testing.T) {
	unknown := []string{
		"", ".", "..", "octominoes", "Dominoes", "dominoes.puz", "./dominoes", "/dominoes",
		"../stdlib/dominoes", `.\dominoes`, "dominoes/", "stdlib.go", "dominoes\x00", "\xff",
	}
	for _, name := range unknown {
		if text, err := stdlib.ReadModule(name); !errors.Is(err, fs.ErrNotExist) || text != nil {
			t.Errorf("Read(%q) = %d bytes, error %v; want nothing, fs.ErrNotExist", name, len(text), err)
		}
	}
}

func TestReadModuleReturnsACopy(t *testing.T) {
	text := readModule(t, "dominoes")
	text[0] = '!'
	if readModule(t, "dominoes")[0] == '!' {
		t.Error("changing the bytes of a module changes what is read next")
	}
}

// A puzzle may use any of the modules for its lattice together, so no two may
// declare a name. The letters of pentominoes and tetrasticks are so well known
// that both have them.
func TestNamesAreUnique(t *testing.T) {
	home := map[string]string{}
	for _, module := range stdlib.Modules() {
		file := parseModule(t, module)
		lattices := map[string]string{} // of pieces
		for _, piece := range statements[ast.Piece](file) {
			if piece.LatticeName != nil {
				lattices[piece.Name.Text] = piece.LatticeName.Text + " "
			}
		}
		for _, name := range declaredNames(file) {
			key := lattices[name] + name
			if first, taken := home[key]; taken {
				t.Errorf("%s declares %s, which %s has declared", module, name, first)
			}
			home[key] = module
		}
	}
}

// The counts of the table are those of the OEIS: A000105 for squares, A000577
// for triangles, A000228 for hexagons, A019988 for sticks, A159867 for trigs, A197459 for twigs, A000162 for cubes,
// A057786 for kites, A197462 for drafters, A159866 for
// the pentagons of Cairo, A038174 for balls.
func TestPiecesAreAllPolyforms(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	for _, m := range pieceModules {
		canonical := m.grid.freeForm
		if m.mirrored {
			canonical = m.grid.oneSided
		}
		want := m.grid.growPolyforms(m.size, canonical)
		if len(want) != m.count {
			t.Fatalf("the test finds %d %s, want %d", len(want), m.name, m.count)
		}
		got := map[string]string{} // the name of each polyform
		for _, piece := range statements[ast.Piece](parseModule(t, m.name)) {
			key := m.grid.drawPolyform(canonical(cellsOf(t, m.grid, piece)))
			if _, ok := want[key]; !ok {
				t.Errorf("%s: %s is none of them", m.name, piece.Name.Text)
			}
			if first, twice := got[key]; twice {
				t.Errorf("%s: %s and %s are alike", m.name, first, piece.Name.Text)
			}
			got[key] = piece.Name.Text
		}
		for key := range want {
			if got[key] == "" {
				t.Errorf("%s: no piece is\n%s", m.name, key)
			}
		}
	}
}

// A picture has no empty row or column at its edges, so that a reader can take
// its width and height from it. Only a triangle that points down may need one.
func TestPicturesAreTight(t *testing.T) {
	for _, m := range pieceModules {
		for _, piece := range statements[ast.Piece](parseModule(t, m.name)) {
			if got, want := pieceDrawing(t, piece), m.grid.drawPolyform(cellsOf(t, m.grid, piece)); got != want {
				t.Errorf("%s: %s is drawn as\n%s\nwant\n%s", m.name, piece.Name.Text, got, want)
			}
		}
	}
}

func TestDeclaredLattices(t *testing.T) {
	for _, m := range pieceModules {
		for _, piece := range statements[ast.Piece](parseModule(t, m.name)) {
			got := "square"
			if piece.LatticeName != nil {
				got = piece.LatticeName.Text
			}
			if got != m.grid.name {
				t.Errorf("%s: %s is on the lattice %s, want %s", m.name, piece.Name.Text, got, m.grid.name)
			}
		}
	}
}

func TestDeclaredClasses(t *testing.T) {
	for _, m := range pieceModules {
		for _, piece := range statements[ast.Piece](parseModule(t, m.name)) {
			got, want := declaredClass(piece), m.grid.symmetryClass(cellsOf(t, m.grid, piece))
			if got != want {
				t.Errorf("%s: %s is declared %q, but is %q", m.name, piece.Name.Text, got, want)
			}
		}
	}
}

// In space a piece that differs from its mirror image is one-sided. In the
// plane every piece is free.
func TestSides(t *testing.T) {
	for _, m := range pieceModules {
		for _, piece := range statements[ast.Piece](parseModule(t, m.name)) {
			want := m.mirrored && !m.grid.likeItsMirrorImage(cellsOf(t, m.grid, piece))
			if got := piece.Sides != nil && piece.Sides.Word == "one-sided"; got != want {
				t.Errorf("%s: %s is declared one-sided: %v, want %v", m.name, piece.Name.Text, got, want)
			}
		}
	}
}

// The first set of a module has its name, and the pieces in the order of their
// declarations.
func TestSetsHoldEveryPieceOnce(t *testing.T) {
	for _, m := range pieceModules {
		file := parseModule(t, m.name)
		want := "{" + strings.Join(pieceNames(file), ", ") + "}"
		if got := setTexts(file)[m.name]; got != want {
			t.Errorf("%s: found\n%s\nwant\n%s", m.name, got, want)
		}
	}
}

// The other sets of the modules, and how many pieces they have.
func TestOtherSets(t *testing.T) {
	known := map[string]string{}
	for _, m := range pieceModules {
		for name, set := range setTexts(parseModule(t, m.name)) {
			if name != m.name {
				known[name] = set
			}
		}
	}
	welded, unwelded := splitByWelding(t)
	want := map[string]string{
		"one_sided_hexiamonds":           "one-sided hexiamonds",
		"one_sided_tetrasticks":          "one-sided tetrasticks",
		"welded_tetrasticks":             "{" + strings.Join(welded, ", ") + "}",
		"unwelded_tetrasticks":           "tetrasticks - welded_tetrasticks",
		"one_sided_welded_tetrasticks":   "one-sided welded_tetrasticks",
		"one_sided_unwelded_tetrasticks": "one-sided unwelded_tetrasticks",
		"nonplanar_pentacubes":           "{" + strings.Join(nonplanarPieces(t), ", ") + "}",
	}
	if !maps.Equal(known, want) {
		t.Errorf("the sets are\n%v\nwant\n%v", known, want)
	}
	for _, c := range []struct {
		what      string
		got, want int
	}{
		{"one-sided hexiamonds", countSides(t, "hexiamonds", nil), 19},
		{"one-sided tetrasticks", countSides(t, "tetrasticks", nil), 25},
		{"one-sided welded tetrasticks", countSides(t, "tetrasticks", welded), 10},
		{"one-sided unwelded tetrasticks", countSides(t, "tetrasticks", unwelded), 15},
		{"nonplanar pentacubes", len(nonplanarPieces(t)), 17},
	} {
		if c.got != c.want {
			t.Errorf("there are %d %s, want %d", c.got, c.what, c.want)
		}
	}
}

// splitByWelding returns the tetrasticks with a joint of three or more sticks, and the other tetrasticks.
func splitByWelding(t *testing.T) (welded, unwelded []string) {
	for _, piece := range statements[ast.Piece](parseModule(t, "tetrasticks")) {
		meeting, most := map[picturePlace]int{}, 0
		for _, stick := range cellsOf(t, stickGrid, piece) {
			for _, joint := range stickEnds(stick) {
				meeting[joint]++
				most = max(most, meeting[joint])
			}
		}
		if most >= 3 {
			welded = append(welded, piece.Name.Text)
		} else {
			unwelded = append(unwelded, piece.Name.Text)
		}
	}
	return welded, unwelded
}

// nonplanarPieces returns the pentacubes of more than one layer: no pentacube that can lie flat is drawn in several
// layers.
func nonplanarPieces(t *testing.T) []string {
	var names []string
	for _, piece := range statements[ast.Piece](parseModule(t, "pentacubes")) {
		if cubeGrid.boxOf(cellsOf(t, cubeGrid, piece))[0] > 1 {
			names = append(names, piece.Name.Text)
		}
	}
	return names
}

// countSides counts pieces of a module, the named ones or all. A piece that differs from its mirror image counts twice.
func countSides(t *testing.T, module string, names []string) int {
	n := 0
	m := pieceModules[slices.IndexFunc(pieceModules, func(m pieceModule) bool { return m.name == module })]
	for _, piece := range statements[ast.Piece](parseModule(t, module)) {
		if names == nil || slices.Contains(names, piece.Name.Text) {
			n++
			if !m.grid.likeItsMirrorImage(cellsOf(t, m.grid, piece)) {
				n++
			}
		}
	}
	return n
}

func TestPentominoesInTheOrderOfThePaper(t *testing.T) {
	if got := strings.Join(pieceNames(parseModule(t, "pentominoes")), " "); got != "F I L P N T U V W X Y Z" {
		t.Errorf("the pentominoes come in the order %s", got)
	}
}

func TestTetrasticksInTheOrderOfThePaper(t *testing.T) {
	got := strings.Join(pieceNames(parseModule(t, "tetrasticks")), " ")
	if got != "F H I J L N O P R T U V W X Y Z" {
		t.Errorf("the tetrasticks come in the order %s", got)
	}
}

// The five that a square of tetrasticks can do without have an odd number of
// sticks in each direction.
func TestTetrasticksWithAnExcess(t *testing.T) {
	var got []string
	for _, piece := range statements[ast.Piece](parseModule(t, "tetrasticks")) {
		across := 0
		for _, stick := range cellsOf(t, stickGrid, piece) {
			across += stick[2] % 2
		}
		if across%2 == 1 {
			got = append(got, piece.Name.Text)
		}
	}
	if strings.Join(got, " ") != "H J L N Y" {
		t.Errorf("an excess have %v", got)
	}
}

// The names of the hexominoes and heptominoes and their pictures follow from one rule, which
// their modules state; here it is carried out.
func TestNamesByBoxesFollowTheirRule(t *testing.T) {
	for module, want := range map[string]map[string]string{"hexominoes": picturesByBoxes("H", 6),
		"heptominoes": picturesByBoxes("S", 7)} {
		file := parseModule(t, module)
		for _, piece := range statements[ast.Piece](file) {
			if name := piece.Name.Text; pieceDrawing(t, piece) != want[name] {
				t.Errorf("%s is drawn as\n%s\nwant\n%s", name, pieceDrawing(t, piece), want[name])
			}
		}
		if got := pieceNames(file); !slices.IsSorted(got) {
			t.Errorf("the %s are out of order: %v", module, got)
		}
	}
}

// picturesByBoxes returns the picture of each polyomino of a size by its name.
func picturesByBoxes(letter string, size int) map[string]string {
	boxes := map[string][]string{} // the pictures for each box
	for _, p := range squareGrid.growPolyforms(size, squareGrid.freeForm) {
		box := squareGrid.boxOf(p)
		name := fmt.Sprintf("%s%d%d", letter, box[1], box[2])
		boxes[name] = append(boxes[name], squareGrid.drawPolyform(p))
	}
	pictures := map[string]string{}
	for box, drawn := range boxes {
		for i, picture := range slices.Sorted(slices.Values(drawn)) {
			if i < 26 {
				pictures[fmt.Sprintf("%s%c", box, 'a'+i)] = picture
			} else {
				pictures[fmt.Sprintf("%sz%c", box, 'a'+i-26)] = picture
			}
		}
	}
	return pictures
}

// So do the names of other large sets: as many letters as there are free
// pieces, in the order of their pictures, and a prime for the second of two
// mirror images.
func TestNamesFollowTheirRule(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	for _, m := range pieceModules {
		if m.rule == "" {
			continue
		}
		var want []string
		free := slices.SortedFunc(maps.Values(m.grid.growPolyforms(m.size, m.grid.freeForm)),
			m.grid.compareOrientations)
		for i, p := range free {
			name := m.rule
			if len(free) > 1 {
				name += string(rune('a' + i))
			}
			want = append(want, name+"\n"+m.grid.drawPolyform(p))
			if m.mirrored && !m.grid.likeItsMirrorImage(p) {
				want = append(want, name+"'\n"+m.grid.drawPolyform(m.grid.oneSided(m.grid.imagesOf(p,
					m.grid.mirrored)[0])))
			}
		}
		var got []string
		for _, piece := range statements[ast.Piece](parseModule(t, m.name)) {
			got = append(got, piece.Name.Text+"\n"+pieceDrawing(t, piece))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: found\n%s\nwant\n%s", m.name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// O'Beirne's board is made of small hexagons, each a shift of the middle one by
// at most two steps to a neighbour.
func TestHoneycombHexagon(t *testing.T) {
	middle := []picturePlace{{0, 4, 6}, {0, 4, 7}, {0, 4, 8}, {0, 5, 6}, {0, 5, 7}, {0, 5, 8}}
	var cells []latticePoint
	for i := -2; i <= 2; i++ {
		for j := max(-2, -2-i); j <= min(2, 2-i); j++ {
			for _, at := range middle {
				cells = append(cells, triangleGrid.cell(picturePlace{0, at[1] + 2*i + j, at[2] + 3*j}))
			}
		}
	}
	for _, board := range statements[ast.Board](parseModule(t, "boards")) {
		if board.Name.Text != "honeycomb_hexagon" {
			continue
		}
		got := triangleGrid.fromPicture(board.Shape.FirstTerm.Atom.Picture.Rows)
		if want := triangleGrid.newPolyform(cells); len(got) != 114 || !slices.Equal(got, want) {
			t.Errorf("the board has %d cells:\n%s\nwant\n%s", len(got), triangleGrid.drawPolyform(got),
				triangleGrid.drawPolyform(want))
		}
	}
}

func TestSizesOfBoards(t *testing.T) {
	sizes := map[string]int{
		"chessboard": 64, "holey_chessboard": 60, "mutilated_chessboard": 62, "cornerless_chessboard": 60,
		"rhombus6": 72, "honeycomb_hexagon": 114, "honeycomb19": 19, "aztec_diamond": 40, "aztec_sticks": 100,
		"greek_cross": 45, "soma_cube": 27,
	}
	cellOf := map[string]string{"triangle": "(0, 0)", "sticks": " (0, 1)", "cube": "1x1x1"}
	for _, module := range stdlib.Modules() {
		for _, board := range statements[ast.Board](parseModule(t, module)) {
			name, on := board.Name.Text, board.LatticeName.Text
			text := fmt.Sprintf("use %s\npiece cell on %s = %s\npack %s with any of cell\n", module, on,
				cmp.Or(cellOf[on], "1x1"), name)
			p, err := compile.CompileText(name, []byte(text), check.Importer{ReadModule: stdlib.ReadModule},
				compile.ProgramOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if got := len(p.Puzzle.Packing.Board.Cells); got != sizes[name] {
				t.Errorf("%s: %s has %d cells, want %d", module, name, got, sizes[name])
			}
		}
	}
}

// Every module is a file without errors, with all that it uses.
func TestModulesCheck(t *testing.T) {
	for _, name := range stdlib.Modules() {
		if _, err := check.CheckFile(parseModule(t, name), check.Importer{ReadModule: stdlib.ReadModule},
			check.FileOptions{}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func readModule(t *testing.T, name string) []byte {
	t.Helper()
	text, err := stdlib.ReadModule(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func parseModule(t *testing.T, name string) *ast.File {
	t.Helper()
	file, err := parse.File(name+".puz", readModule(t, name))
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// statements returns the statements of one kind.
func statements[S any](file *ast.File) []*S {
	var found []*S
	for _, s := range file.Statements {
		if s, ok := any(s).(*S); ok {
			found = append(found, s)
		}
	}
	return found
}

// declaredNames returns the names that another file gets by using this one.
func declaredNames(file *ast.File) []string {
	found := pieceNames(file)
	for _, s := range statements[ast.SetDef](file) {
		found = append(found, s.Name.Text)
	}
	for _, s := range statements[ast.ShapeDef](file) {
		found = append(found, s.Name.Text)
	}
	for _, s := range statements[ast.Board](file) {
		found = append(found, s.Name.Text)
	}
	return found
}

func pieceNames(file *ast.File) []string {
	var found []string
	for _, piece := range statements[ast.Piece](file) {
		found = append(found, piece.Name.Text)
	}
	return found
}

// pieceDrawing returns the drawing of a piece, which is all there is to its shape.
func pieceDrawing(t *testing.T, piece *ast.Piece) string {
	t.Helper()
	if len(piece.Shape.OtherTerms) > 0 || piece.Shape.FirstTerm.Atom.Picture == nil {
		t.Fatalf("%s is not a picture", piece.Name.Text)
	}
	return strings.Join(piece.Shape.FirstTerm.Atom.Picture.Rows, "\n")
}

func cellsOf(t *testing.T, g *polyGrid, piece *ast.Piece) polyform {
	t.Helper()
	return g.fromPicture(strings.Split(pieceDrawing(t, piece), "\n"))
}

// setTexts returns the sets of a file by their names, as they are written.
func setTexts(file *ast.File) map[string]string {
	found := map[string]string{}
	for _, s := range statements[ast.SetDef](file) {
		_, text, _ := strings.Cut(file.Source.TextOf(s.Range()), " = ")
		found[s.Name.Text] = text
	}
	return found
}

func declaredClass(piece *ast.Piece) string {
	if piece.SymmetryClass == nil {
		return ""
	}
	return piece.SymmetryClass.Text
}

// TestPolyaboloes: the modules hold as many pieces as there are free polyaboloes (OEIS A006074),
// of as many quarters as halves have, no two of which are images of each other; the tans
// have 64 quarters, those of a square of 4 by 4.
func TestPolyaboloes(t *testing.T) {
	for name, want := range map[string][2]int{"diaboloes": {3, 4}, "triaboloes": {4, 6}, "tetraboloes": {14, 8},
		"tangram": {5, 64}} {
		seen, quarters, pieces := map[string]bool{}, 0, 0
		for _, s := range parseModule(t, name).Statements {
			p, ok := s.(*ast.Piece)
			if !ok {
				continue
			}
			pieces++
			shape := map[[2]int]bool{} // from the middle of the square at the corner
			for r, row := range p.Shape.FirstTerm.Atom.Picture.Rows {
				for c, mark := range row {
					if mark == '#' {
						shape[[2]int{2*r - 2, 2*c - 2}] = true
					}
				}
			}
			if name != "tangram" && len(shape) != want[1] {
				t.Errorf("%s of %s has %d quarters", p.Name.Text, name, len(shape))
			}
			copies := 1
			if name == "tangram" && (p.Name.Text == "L" || p.Name.Text == "S") {
				copies = 2
			}
			quarters += copies * len(shape)
			var texts []string
			for k := range 8 {
				turned := make([][2]int, 0, len(shape))
				least := [2]int{1 << 20, 1 << 20}
				for q := range shape {
					if k >= 4 {
						q[1] = -q[1]
					}
					for range k % 4 {
						q = [2]int{q[1], -q[0]}
					}
					turned = append(turned, q)
					least = [2]int{min(least[0], q[0]), min(least[1], q[1])}
				}
				for i := range turned { // by squares, six half steps wide
					turned[i][0] -= (least[0] + 600002) / 6 * 6
					turned[i][1] -= (least[1] + 600002) / 6 * 6
				}
				slices.SortFunc(turned, func(a, b [2]int) int { return cmp.Or(a[0]-b[0], a[1]-b[1]) })
				texts = append(texts, fmt.Sprint(turned))
			}
			if least := slices.Min(texts); seen[least] {
				t.Errorf("%s of %s is an image of another piece", p.Name.Text, name)
			} else {
				seen[least] = true
			}
		}
		if pieces != want[0] || name == "tangram" && quarters != want[1] {
			t.Errorf("%s has %d pieces with %d quarters", name, pieces, quarters)
		}
	}
}
