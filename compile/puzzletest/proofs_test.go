package puzzletest_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"quadrille"
	"quadrille/compile/puzzletest"
	"quadrille/prove"
	"quadrille/runtime/proof/prooftest"
)

// TestProofs: of puzzles whose matrix says all, both checkers find the numbers of solutions and of classes, and the
// best values, that trying finds.
func TestProofs(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds a command")
	}
	defer prooftest.RemoveCommand()
	c := &claims{}
	overPuzzles(t, 60, 3000, c.prove)
	overPuzzles(t, 60, 3000, c.proveClasses, "pack", "place")
	_, failures := c.check(t)
	for _, failure := range failures {
		t.Error(failure)
	}
}

// prove proves the number of solutions, and how good the best are.
func (c *claims) prove(t *testing.T, p *puzzletest.Puzzle, q *quadrille.Puzzle) error {
	if err := c.add(t, q, fmt.Sprint(len(p.Solutions))); err != nil {
		return err
	}
	goal, value := randomGoal(newRandom(p), p)
	if goal == "" || len(p.Solutions) == 0 {
		return nil
	}
	best, found := bestOf(p, goal, value)
	with := *p
	with.Text += goal + "\n"
	q, err := load(&with, quadrille.Options{})
	if err != nil {
		return err
	}
	return c.add(t, q, fmt.Sprintf("%d solutions of value %d", len(found), best))
}

// proveClasses proves the number of classes, with reflections and without.
func (c *claims) proveClasses(t *testing.T, p *puzzletest.Puzzle, q *quadrille.Puzzle) error {
	if p.SymmetryGroup() == nil || !q.HasGroup() {
		return nil
	}
	for _, up := range []quadrille.UpTo{quadrille.Symmetry, quadrille.Rotation} {
		classes, err := load(p, quadrille.Options{UpTo: up})
		if err != nil {
			return err
		}
		if err := c.add(t, classes, fmt.Sprint(p.CountClasses(up == quadrille.Symmetry))); err != nil {
			return err
		}
	}
	return nil
}

// claims are proofs with what they should show.
type claims struct {
	all     []prooftest.Claim
	want    []string
	tables  int // proofs with tables, by the engine halves
	joined  int // proofs of three parts
	refused int // puzzles whose matrix does not say all
}

// add proves what a puzzle counts.
func (c *claims) add(t *testing.T, q *quadrille.Puzzle, want string) error {
	t.Helper()
	var dump, out bytes.Buffer
	err := c.writeProof(t, q, &out)
	if errors.Is(err, quadrille.ErrNotExact) {
		c.refused++
		return nil
	} else if err != nil {
		return err
	}
	whole := strings.Contains(out.String()[:40], "claim classes\n")
	for _, short := range []bool{false, true} { // as the proof has it
		dump.Reset()
		err = q.WriteMatrix(&dump, quadrille.DumpOptions{Format: quadrille.FormatDLX, ShortNames: short, Whole: whole})
		if err == nil {
			break
		}
	}
	if err != nil {
		return err
	}
	if m, _, err := q.Matrix(); err != nil || m.PrimaryCount() == 0 {
		return err // a dump without primary items cannot be checked
	}
	c.all, c.want = append(c.all, prooftest.Claim{Dump: dump.Bytes(), Proof: out.Bytes()}), append(c.want, want)
	return nil
}

// writeProof writes a proof with tables, one in parts, or if the puzzle has none of these another one.
func (c *claims) writeProof(t *testing.T, q *quadrille.Puzzle, out *bytes.Buffer) (err error) {
	if len(c.all)%2 == 0 {
		if _, err = prove.Count(t.Context(), q, out, quadrille.Search{Engine: quadrille.EngineHalves}); err == nil {
			c.tables++
			return nil
		}
	} else {
		var parts []*io.SectionReader
		for k := 3; k > 0 && err == nil; k-- {
			var part bytes.Buffer
			_, err = prove.CountPart(t.Context(), q, &part, quadrille.Search{Threads: k}, k, 3)
			parts = append(parts, io.NewSectionReader(bytes.NewReader(part.Bytes()), 0, int64(part.Len())))
		}
		if err == nil {
			c.joined++
			_, err = prove.JoinParts(q, out, parts)
			return err
		}
	}
	out.Reset()
	_, err = prove.Count(t.Context(), q, out, quadrille.Search{Threads: 1 + len(c.all)%3})
	return err
}

// check gives the proofs to the checkers. It returns how many of each claim were checked, and what went wrong.
func (c *claims) check(t *testing.T) (kinds map[string]int, failures []string) {
	t.Helper()
	kinds = map[string]int{}
	for _, checker := range prooftest.Checkers(t) {
		for n, got := range checker.Check(t, c.all) {
			if first, _, classes := strings.Cut(got, " classes"); classes {
				got = first
			}
			if got != c.want[n] {
				failures = append(failures, fmt.Sprintf("%s: %s, by trying %s, for\n%s", checker.Name, got, c.want[n],
					c.all[n].Dump))
			}
			_, claim, _ := strings.Cut(string(c.all[n].Proof[:40]), "claim ")
			kind, _, _ := strings.Cut(claim, "\n")
			kinds[kind]++
		}
	}
	t.Logf("%d proofs, by claim for all checkers %v; %d with tables, %d joined; %d without", len(c.all),
		kinds, c.tables,
		c.joined, c.refused)
	if (c.tables == 0 || c.joined == 0) && len(c.all) > 20 {
		failures = append(failures, "no proof has tables, or none has parts")
	}
	return kinds, failures
}
