package lower_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"quadrille/compile/check"
	"quadrille/compile/lower"
	"quadrille/lang/parse"
	"quadrille/lang/source"
	"quadrille/runtime/engine/staged"
	"quadrille/runtime/format"
	"quadrille/stdlib"
)

var update = flag.Bool("update", false, "write what puzzles lower to into testdata")

// TestGolden compares what a puzzle lowers to, stage by stage, with an archive: an
// archive for each statement and rule. `go test ./compile/lower -update` writes them
// anew; what changes is then to be read.
func TestGolden(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) < 30 {
		t.Fatalf("there are %d archives: %v", len(names), err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			got := &txtar.Archive{Comment: a.Comment}
			texts := map[string][]byte{}
			for _, f := range a.Files {
				if strings.HasSuffix(f.Name, ".puz") || strings.HasSuffix(f.Name, ".txt") {
					got.Files, texts[f.Name] = append(got.Files, f), f.Data
				}
			}
			for _, s := range lowered(t, texts) {
				got.Files = append(got.Files, txtar.File{Name: s.name, Data: []byte(s.text)})
			}
			if *update {
				if err := os.WriteFile(name, txtar.Format(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if text, want := string(txtar.Format(got)), string(txtar.Format(a)); text != want {
				t.Errorf("it lowers to\n%s\nand the archive says\n%s", text, want)
			}
		})
	}
}

// stage is a section of an archive: what a stage of lowering gives.
type stage struct{ name, text string }

// lowered lowers the file puzzle.puz.
func lowered(t *testing.T, texts map[string][]byte) (stages []stage) {
	add := func(name, text string) {
		if text != "" {
			stages = append(stages, stage{name, strings.TrimRight(text, "\n") + "\n"})
		}
	}
	f, err := parse.File("puzzle.puz", texts["puzzle.puz"])
	if err != nil {
		t.Fatal(err)
	}
	imp := check.Importer{ReadModule: stdlib.ReadModule, ReadFile: func(_, path string) (string, []byte, error) {
		return path,
			texts[path], nil
	}}
	m, err := check.CheckFile(f, imp, check.FileOptions{})
	if err != nil {
		t.Fatal(err)
	}
	limits := check.DefaultLimits()
	r, err := lower.LowerPuzzle(m, lower.PuzzleOptions{
		Equivalence: m.Equivalence, BreakSwaps: m.BreakSwapsSpan.IsKnown(),
		MaxItems: limits.MaxItems, MaxOptions: limits.MaxOptions, MaxSteps: limits.MaxLoopRounds,
	})
	if err == nil && r.StagedDissection != nil {
		add("stages", stagesText(r.StagedDissection))
	}
	if err == nil {
		err = r.Matrix()
	}
	var list source.DiagnosticList
	if errors.As(err, &list) {
		add("errors", list.Error())
		return stages
	}
	var made, dump, origins strings.Builder
	for _, s := range r.StatementSizes {
		fmt.Fprintf(&made, "%d items, %d options: %s\n", s.ItemCount, s.OptionCount,
			strings.Fields(s.Span.File.TextOf(s.Span.Range))[0])
	}
	if err := format.WriteProblem(&dump, r.CandidateProblem, format.DLX, format.WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	for o := range r.OptionOrigins {
		fmt.Fprintln(&origins, originText(&r.OptionOrigins[o]))
	}
	add("made", made.String())
	add("dlx", dump.String())
	add("origins", origins.String())
	if r.SymmetryGroup != nil {
		add("symmetry", r.SymmetryGroup.String())
	}
	if len(r.Warnings) > 0 {
		add("warnings", r.Warnings.Error())
	}
	return stages
}

func originText(o *lower.Origin) string {
	switch {
	case o.Piece != nil:
		return fmt.Sprint(o.Piece.Name, " ", o.Orientation, " by ", o.ShiftOrCell, ": ", o.Cells())
	case o.LeavesCellEmpty:
		return fmt.Sprint("empty ", o.Cells())
	case o.Chessman != "":
		return fmt.Sprint(o.Chessman, " ", o.Cells())
	case o.MovesCell:
		return fmt.Sprint("piece ", o.DissectionPieceNumber, " moves ", o.ShiftOrCell)
	case o.DissectionPieceNumber > 0:
		return fmt.Sprint("piece ", o.DissectionPieceNumber)
	case o.OptionStatement != nil:
		return "option"
	}
	return fmt.Sprint(o.Letters, " ", o.Cells())
}

// stagesText lists the solutions of a dissection as parts.
func stagesText(s *lower.StagedDissection) string {
	text := fmt.Sprintf("%d shifts, %d motions\n", s.Problem.ShiftCount, s.Problem.MotionCount)
	for found := range staged.NewDissectionSearch(s.Problem).Dissections(context.Background()) {
		for _, part := range s.PiecesOfDissection(found) {
			text += fmt.Sprint(part.Mapping, ": ", part.SourceCells, " to ", part.TargetCells, "; ")
		}
		text += "\n"
	}
	return text
}
