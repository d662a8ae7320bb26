package serve_test

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"quadrille"
	"quadrille/lang/source"
	"quadrille/web/serve"
)

// breaking is a folder that breaks, as a mistake of ours would, at a file beside the puzzle.
type breaking struct{ fstest.MapFS }

func (b breaking) Stat(name string) (fs.FileInfo, error) {
	if name != "a.puz" {
		panic("a mistake of ours")
	}
	return b.MapFS.Stat(name)
}

// TestLookSaysABug: it is said like what is wrong with the puzzle, and the next look can come.
func TestLookSaysABug(t *testing.T) {
	var b strings.Builder
	files := breaking{fstest.MapFS{"a.puz": {Data: []byte("\nuse \"there.puz\"\n")}}}
	if err := (serve.PuzzleReport{Name: "a.puz"}).Write(t.Context(), &b, files); err != nil ||
		!strings.Contains(b.String(), "a bug of ours: checking a.puz:2: a mistake of ours") {
		t.Errorf("%q, %v", b.String(), err)
	}
}

// TestLookSaysABugOfASearch: a chooser that is none breaks at the first node.
func TestLookSaysABugOfASearch(t *testing.T) {
	var b strings.Builder
	files := fstest.MapFS{"a.puz": {Data: []byte("queens 8\n")}}
	look := serve.PuzzleReport{Name: "a.puz", TimeLimit: time.Hour,
		Search: quadrille.Search{Engine: "links", Chooser: struct{ quadrille.Chooser }{}}}
	if err := look.Write(t.Context(), &b, files); err != nil ||
		!strings.Contains(b.String(), "a bug of ours: looking at a.puz: ") {
		t.Errorf("%q, %v", b.String(), err)
	}
}

// TestFollowReturnsABug: a look that breaks ends it by an error.
func TestFollowReturnsABug(t *testing.T) {
	err := serve.WatchFolder(t.Context(), t.TempDir(),
		func(context.Context, fs.FS) error { panic("a mistake of ours") })
	var bug *source.Bug
	if !errors.As(err, &bug) {
		t.Errorf("the error is %v", err)
	}
}
