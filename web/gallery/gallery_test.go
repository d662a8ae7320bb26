package gallery_test

import (
	"context"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"quadrille/web/gallery"
)

// TestAllIsThere: every file of a puzzle is in the gallery once, but for the rows that only a bench has, with a title
// and a group.
func TestAllIsThere(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	listed := map[string]gallery.Entry{}
	for _, e := range gallery.ListEntries() {
		if _, again := listed[e.Name]; again {
			t.Errorf("%s is listed twice", e.Name)
		}
		if e.Title == "" || e.Group == "" || e.Text == "" {
			t.Errorf("%s has the title %q in the group %q", e.Name, e.Title, e.Group)
		}
		listed[e.Name] = e
	}
	for folder, prefix := range map[string]string{"../../examples": "", "../../stdlib": "stdlib"} {
		err := fs.WalkDir(os.DirFS(folder), ".", func(name string, e fs.DirEntry, err error) error {
			if name == "speed/unseen" || name == "speed/fresh" || name == "speed/cells" {
				return fs.SkipDir // rows of a bench, most of them drawn at random
			}
			if err != nil || path.Ext(name) != ".puz" {
				return err
			}
			text, err := os.ReadFile(path.Join(folder, name))
			if got := listed[path.Join(prefix, name)]; got.Text != string(text) {
				t.Errorf("%s is not in the gallery as it is", name)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestPictures: what has a board is drawn, solved if that is quick; what has none is listed; of a
// module the pieces are drawn.
func TestPictures(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	for _, e := range gallery.ListEntries() {
		want := map[string]string{
			"scott.puz": "<title>Scott", "langford.puz": "", "stdlib/tetrominoes.puz": ">S4<",
			"stdlib/chess.puz": "<svg", "sudoku-4x4.puz": "<svg",
		}
		part, wanted := want[e.Name]
		if !wanted {
			continue
		}
		if err := e.DrawPicture(context.Background(), time.Minute); err != nil {
			t.Errorf("%s: %v", e.Name, err)
		}
		if (part == "") != (e.SVG == "") || !strings.Contains(e.SVG, part) || (part == "") != (e.TextPicture != "") {
			t.Errorf("%s is drawn as %q, and listed as %q", e.Name, e.SVG, e.TextPicture)
		}
	}
}

// TestEntryExpects: an entry says what its text expects, as it is written there, and whether its picture shows
// a solution.
func TestEntryExpects(t *testing.T) {
	e := gallery.NewEntry("three.puz", "// Too small.\nqueens 3\nexpect  none // by hand\nexpect 0\n  solutions up "+
		"to symmetry\n")
	if want := []string{"none", "0 solutions up to symmetry"}; !slices.Equal(e.Expectations, want) {
		t.Errorf("it expects %q and not %q", e.Expectations, want)
	}
	if err := e.DrawFrom(context.Background(), fstest.MapFS{}, time.Minute); err != nil || !e.ShowsUnsolved ||
		e.SVG == "" {
		t.Errorf("three queens are drawn as if they were placed: %v, %q", err, e.SVG)
	}
}
