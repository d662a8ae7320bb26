package stdlib_test

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"quadrille/lang/ast"
	"quadrille/lang/format"
	"quadrille/lang/parse"
	"quadrille/stdlib"
)

// polyominoModules are the modules that hold all free polyominoes of a size.
// The counts are sequence A000105 of the OEIS.
var polyominoModules = []struct {
	name        string
	size, count int
}{
	{"monominoes", 1, 1},
	{"dominoes", 2, 1},
	{"trominoes", 3, 2},
	{"tetrominoes", 4, 5},
	{"pentominoes", 5, 12},
	{"hexominoes", 6, 35},
}

func TestModulesAreInCanonicalSpelling(t *testing.T) {
	for _, name := range stdlib.Modules() {
		file := parsed(t, name)
		if got, want := format.File(file), file.Source.Text; got != want {
			t.Errorf("%s: puz fmt would change the module to\n%s", name, got)
		}
	}
}

func TestUnknownModules(t *testing.T) {
	unknown := []string{
		"", ".", "..", "heptominoes", "Dominoes", "dominoes.puz", "./dominoes", "/dominoes",
		"../stdlib/dominoes", `.\dominoes`, "dominoes/", "stdlib.go", "dominoes\x00", "\xff",
	}
	for _, name := range unknown {
		if text, err := stdlib.Read(name); !errors.Is(err, fs.ErrNotExist) || text != nil {
			t.Errorf("Read(%q) = %d bytes, error %v; want nothing, fs.ErrNotExist", name, len(text), err)
		}
	}
}

func TestReadReturnsACopy(t *testing.T) {
	text := read(t, "dominoes")
	text[0] = '!'
	if read(t, "dominoes")[0] == '!' {
		t.Error("changing the bytes of a module changes what is read next")
	}
}

// A puzzle may use any of the modules together, so no two may declare a name.
func TestNamesAreUnique(t *testing.T) {
	home := map[string]string{}
	for _, module := range stdlib.Modules() {
		for _, name := range declared(parsed(t, module)) {
			if first, taken := home[name]; taken {
				t.Errorf("%s declares %s, which %s has declared", module, name, first)
			}
			home[name] = module
		}
	}
}

func TestPiecesAreAllFreePolyominoes(t *testing.T) {
	for _, m := range polyominoModules {
		want := freePolyominoes(m.size)
		if len(want) != m.count {
			t.Fatalf("the test finds %d free polyominoes of %d cells, want %d", len(want), m.size, m.count)
		}
		got := map[string]string{} // the name of each free polyomino
		for _, piece := range statements[ast.Piece](parsed(t, m.name)) {
			key := cellsOf(t, piece).canonical()
			if _, ok := want[key]; !ok {
				t.Errorf("%s: %s is no polyomino of %d cells", m.name, piece.Name.Text, m.size)
			}
			if first, twice := got[key]; twice {
				t.Errorf("%s: %s and %s are one free polyomino", m.name, first, piece.Name.Text)
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
// its width and height from it.
func TestPicturesAreTight(t *testing.T) {
	for _, m := range polyominoModules {
		for _, piece := range statements[ast.Piece](parsed(t, m.name)) {
			if got, want := picture(t, piece), cellsOf(t, piece).picture(); got != want {
				t.Errorf("%s: %s is drawn as\n%s\nwant\n%s", m.name, piece.Name.Text, got, want)
			}
		}
	}
}

func TestDeclaredClasses(t *testing.T) {
	for _, m := range polyominoModules {
		for _, piece := range statements[ast.Piece](parsed(t, m.name)) {
			got, want := declaredClass(piece), cellsOf(t, piece).class()
			if got != want {
				t.Errorf("%s: %s is declared %q, but is %q", m.name, piece.Name.Text, got, want)
			}
		}
	}
}

// The set of a module has its name, and the pieces in the order of their
// declarations.
func TestSetsHoldEveryPieceOnce(t *testing.T) {
	for _, m := range polyominoModules {
		file := parsed(t, m.name)
		sets := statements[ast.SetDef](file)
		if len(sets) != 1 {
			t.Errorf("%s: %d sets, want one", m.name, len(sets))
			continue
		}
		want := "set " + m.name + " = {" + strings.Join(pieceNames(file), ", ") + "}"
		if got := file.Source.Slice(sets[0].Range()); got != want {
			t.Errorf("%s: found\n%s\nwant\n%s", m.name, got, want)
		}
	}
}

func TestPentominoesInTheOrderOfThePaper(t *testing.T) {
	if got := strings.Join(pieceNames(parsed(t, "pentominoes")), " "); got != "F I L P N T U V W X Y Z" {
		t.Errorf("the pentominoes come in the order %s", got)
	}
}

// The names of the hexominoes and their pictures follow from one rule, which
// their module states; here it is carried out.
func TestHexominoNamesFollowTheirRule(t *testing.T) {
	want := hexominoPictures()
	file := parsed(t, "hexominoes")
	for _, piece := range statements[ast.Piece](file) {
		if name := piece.Name.Text; picture(t, piece) != want[name] {
			t.Errorf("%s is drawn as\n%s\nwant\n%s", name, picture(t, piece), want[name])
		}
	}
	if got := pieceNames(file); !slices.IsSorted(got) {
		t.Errorf("the hexominoes are out of order: %v", got)
	}
}

// hexominoPictures returns the picture of each hexomino by its name.
func hexominoPictures() map[string]string {
	boxes := map[string][]string{} // the pictures for each box
	for _, p := range freePolyominoes(6) {
		box, picture := laidDown(p)
		boxes[box] = append(boxes[box], picture)
	}
	pictures := map[string]string{}
	for box, drawn := range boxes {
		for i, picture := range slices.Sorted(slices.Values(drawn)) {
			pictures[fmt.Sprintf("H%s%c", box, 'a'+i)] = picture
		}
	}
	return pictures
}

// laidDown returns the box of a polyomino that is no higher than wide, and the
// first of the pictures that fill it.
func laidDown(p polyomino) (box, picture string) {
	for _, o := range p.orientations() {
		rows, columns := o.box()
		if drawn := o.picture(); rows <= columns && (picture == "" || drawn < picture) {
			box, picture = fmt.Sprint(rows)+fmt.Sprint(columns), drawn
		}
	}
	return box, picture
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	text, err := stdlib.Read(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func parsed(t *testing.T, name string) *ast.File {
	t.Helper()
	file, err := parse.File(name+".puz", read(t, name))
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

// declared returns the names that another file gets by using this one.
func declared(file *ast.File) []string {
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

// picture returns the drawing of a piece, which is all there is to its shape.
func picture(t *testing.T, piece *ast.Piece) string {
	t.Helper()
	if len(piece.Shape.Rest) > 0 || piece.Shape.First.Atom.Picture == nil {
		t.Fatalf("%s is not a picture", piece.Name.Text)
	}
	return strings.Join(piece.Shape.First.Atom.Picture.Rows, "\n")
}

func cellsOf(t *testing.T, piece *ast.Piece) polyomino {
	t.Helper()
	return fromPicture(strings.Split(picture(t, piece), "\n"))
}

func declaredClass(piece *ast.Piece) string {
	if piece.Class == nil || piece.Class.Word == nil {
		return ""
	}
	return piece.Class.Word.Text
}
