package quadrille_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"quadrille"
	"quadrille/lang/codes"
)

// TestErrors: each error of the door that a caller may want to tell from others is found by errors.Is, in what is
// returned and in what wraps that, and is none of the other errors.
func TestErrors(t *testing.T) {
	all := []error{quadrille.ErrNoSolution, quadrille.ErrTooLarge, quadrille.ErrMemory, quadrille.ErrUnfit,
		quadrille.ErrNotExact, quadrille.ErrUnsupported, quadrille.ErrNothingToDraw, quadrille.ErrOtherPuzzle,
		fs.ErrNotExist, context.Canceled, codes.UnknownName}
	ctx := t.Context()
	canceled, cancel := context.WithCancel(ctx)
	cancel()
	load := func(text string) *quadrille.Puzzle { return loadPuzzle(t, text, quadrille.Options{}) }
	search := func(text string, s quadrille.Search) error {
		_, err := load(text).Count(ctx, s)
		return err
	}
	read := func(text string, o quadrille.Options) error {
		_, err := quadrille.Load("puzzle", []byte(text), o)
		return err
	}
	small := quadrille.Limits{MaxItems: 3}
	const matrix, swaps = "items a b\noption a b\noption a\noption b\n", "latin 4\nbreak swaps\n"
	const classes = "piece I2 = 1x2\nboard b on square = 2x2\npack b with any of I2\nbreak symmetry\n"
	const connected = "board b on square = 1x3\nfill b with \"01\" { connected \"1\" }\n"
	for name, c := range map[string]struct{ err, want error }{
		"no solution":      {secondSolution(load("queens 3").First(ctx, quadrille.Search{})), quadrille.ErrNoSolution},
		"large puzzle":     {read("queens 9", quadrille.Options{Limits: small}), quadrille.ErrTooLarge},
		"large dump":       {read("a b c d\na b c d\n", quadrille.Options{Limits: small}), quadrille.ErrTooLarge},
		"wrong name":       {read("queens m", quadrille.Options{}), codes.UnknownName},
		"memory":           {search("queens 12", quadrille.Search{Engine: "memo", MaxMemory: 1}), quadrille.ErrMemory},
		"memo of nogoods":  {search(swaps, quadrille.Search{Engine: "memo"}), quadrille.ErrUnfit},
		"planar of queens": {search("queens 4", quadrille.Search{Engine: "planar"}), quadrille.ErrUnfit},
		"stages of queens": {search("queens 4", quadrille.Search{Engine: "staged"}), quadrille.ErrUnfit},
		"no diagram":       {diagramError(ctx, load(swaps)), quadrille.ErrUnfit},
		"inexact diagram":  {diagramError(ctx, load(classes)), quadrille.ErrNotExact},
		"inexact dump":     {dumpError(load(connected), quadrille.FormatDLX), quadrille.ErrNotExact},
		"colors in dance": {dumpError(load("items a\nsecondary items z\noption a z:\"red\""), "dance"),
			quadrille.ErrUnsupported},
		"queens as sudoku":  {dumpError(load("queens 4"), quadrille.FormatSudoku), quadrille.ErrUnsupported},
		"picture of a core": {firstOf(t, load(matrix)).SVG(io.Discard), quadrille.ErrNothingToDraw},
		"missing file":      {secondSolution(quadrille.LoadFile("missing.puz", quadrille.Options{})), fs.ErrNotExist},
		"missing square":    {read(`latin from "x.txt"`, quadrille.Options{}), fs.ErrNotExist},
		"missing module":    {read(`use "x.puz"`, quadrille.Options{Files: fstest.MapFS{}}), fs.ErrNotExist},
		"canceled":          {secondSolution(load("queens 20").Count(canceled, quadrille.Search{})), context.Canceled},
		"other diagram":     {otherDiagram(ctx, load("queens 4"), load("queens 5")), quadrille.ErrOtherPuzzle},
	} {
		for _, e := range all {
			if got := errors.Is(fmt.Errorf("wrapped: %w", c.err), e); got != (e == c.want) {
				t.Errorf("%s: errors.Is(%v, %v) is %v", name, c.err, e, got)
			}
		}
	}
}

func diagramError(ctx context.Context, p *quadrille.Puzzle) error {
	return secondSolution(p.Diagram(ctx, quadrille.Search{}))
}

func dumpError(p *quadrille.Puzzle, f quadrille.Format) error {
	return p.WriteMatrix(io.Discard, quadrille.DumpOptions{Format: f})
}

func firstOf(t *testing.T, p *quadrille.Puzzle) quadrille.Solution {
	t.Helper()
	s, err := p.First(t.Context(), quadrille.Search{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// otherDiagram reads the diagram of one puzzle for another one.
func otherDiagram(ctx context.Context, one, other *quadrille.Puzzle) error {
	d, err := one.Diagram(ctx, quadrille.Search{})
	if err != nil {
		return err
	}
	var file strings.Builder
	if err := d.Write(&file); err != nil {
		return err
	}
	return secondSolution(other.ReadDiagram(strings.NewReader(file.String())))
}

// TestBugIsFound: a panic while a puzzle is compiled is a Bug that errors.As finds.
func TestBugIsFound(t *testing.T) {
	_, err := quadrille.Load("broken.puz", []byte(`use "list.puz"`), quadrille.Options{Files: brokenFolder{}})
	var bug *quadrille.Bug
	if !errors.As(err, &bug) || !strings.Contains(bug.Error(), "a mistake of ours") {
		t.Errorf("no bug is found in: %v", err)
	}
	_, err = quadrille.Load("whole.puz", []byte(`use "list.puz"`), quadrille.Options{Files: fstest.MapFS{}})
	if errors.As(err, &bug) {
		t.Errorf("a missing file is no bug: %v", err)
	}
}
