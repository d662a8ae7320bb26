package render_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"quadrille"
	"quadrille/compile/lattice"
	"quadrille/render"
	"quadrille/runtime/matrix/matrixtest"
)

// TestSolidBurrs: of the 1,063 burrs of six notched pieces 314 come apart (Cutler 1978), 57 of them in a way that
// BurrTools stores with one move more, at the second separation.
func TestSolidBurrs(t *testing.T) {
	if !matrixtest.SlowTestsWanted() {
		t.Skip("some seconds")
	}
	text, err := os.ReadFile("../examples/slow/solid-burrs.puz")
	if err != nil {
		t.Fatal(err)
	}
	p, err := quadrille.Load("burrs.puz", text, quadrille.Options{UpTo: quadrille.Rotation})
	if err != nil {
		t.Fatal(err)
	}
	levels := map[string]int{}
	for s, err := range p.Solutions(t.Context(), quadrille.Search{}) {
		if err != nil {
			t.Fatal(err)
		}
		moves, err := render.TakeApart(t.Context(), s, nil, 100_000)
		if err != nil {
			t.Fatal(err)
		}
		if moves.IsApart() {
			levels[moves.LevelText()]++
		} else {
			levels["stuck"]++
		}
	}
	if len(levels) != 3 || levels["1.1.1.1.1"] != 257 || levels["1.2.1.1.1"] != 57 || levels["stuck"] != 1063-314 {
		t.Error(levels)
	}
}

// TestSeparationBackwards: cube by cube, no piece goes through another one while the moves are played backwards, and at
// the end each is in its place. The tunnel is the one of TestTunnel in package apart, and needs moves of several cells.
func TestSeparationBackwards(t *testing.T) {
	soma, err := os.ReadFile("../examples/soma.puz")
	if err != nil {
		t.Fatal(err)
	}
	distances := map[bool]int{}
	for _, text := range []string{string(soma), `
piece cube on cube = 1x1x1
piece block on cube = 4x4x4 - {(1, 1, 1), (1, 1, 2), (1, 2, 2), (1, 3, 2)}
board b on cube = 4x4x4 - {(1, 1, 2), (1, 2, 2), (1, 3, 2)}
pack b with {cube, block}
`} {
		p, err := quadrille.Load("t.puz", []byte(text), quadrille.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for s, err := range p.Solutions(t.Context(), quadrille.Search{Limit: 20}) {
			if err != nil {
				t.Fatal(err)
			}
			moves, err := render.TakeApart(t.Context(), s, nil, 100_000)
			if err != nil {
				t.Fatal(err)
			}
			if !moves.IsApart() {
				continue
			}
			plan := moves.Assembly()
			for _, step := range plan.AssemblySteps {
				distances[step.MoveDistance > 0]++
			}
			if err := replayAssembly(s, plan); err != nil {
				t.Fatalf("%v\n%s\n%+v", err, moves.Text(), plan.AssemblySteps)
			}
		}
	}
	if distances[true] == 0 || distances[false] == 0 {
		t.Error(distances)
	}
}

// replayAssembly plays the steps of a plan cube by cube.
func replayAssembly(s quadrille.Solution, plan render.Assembly) error {
	const far = 30
	length := func(step render.AssemblyStep) int32 {
		if step.MoveDistance > 0 {
			return int32(step.MoveDistance)
		}
		return far
	}
	placements := s.DecodePlacements()
	shifts := make([]lattice.Cell, len(placements)) // how far each piece is from its place
	moveBy := func(step render.AssemblyStep, distance int32) {
		for _, k := range step.MovingPieces {
			for axis := range step.ApproachSide {
				shifts[k][axis] += distance * step.ApproachSide[axis]
			}
		}
	}
	for _, step := range plan.AssemblySteps {
		moveBy(step, length(step))
	}
	for n, step := range plan.AssemblySteps {
		for range length(step) {
			moveBy(step, -1)
			of := map[lattice.Cell]int{}
			for _, k := range slices.Concat(step.MovingPieces, step.JoinedPieces) {
				for _, c := range placements[k].Cells {
					at := c.Plus(shifts[k])
					if other, taken := of[at]; taken {
						return fmt.Errorf("step %d: pieces %d and %d meet on %v", n+1, other, k, at)
					}
					of[at] = k
				}
			}
		}
	}
	for k, shift := range shifts {
		if shift != (lattice.Cell{}) {
			return fmt.Errorf("piece %d ends %v from its place", k, shift)
		}
	}
	return nil
}

// TestSeparationText: a cube in a bent tunnel leaves in two moves, which the text numbers and the page plays.
func TestSeparationText(t *testing.T) {
	s := firstSolution(t, `
piece cube on cube = 1x1x1
piece block on cube = 4x4x4 - {(1, 1, 1), (1, 1, 2), (1, 2, 2), (1, 3, 2)}
board b on cube = 4x4x4 - {(1, 1, 2), (1, 2, 2), (1, 3, 2)}
pack b with {cube, block}
`)
	moves, err := render.TakeApart(t.Context(), s, nil, 100_000)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(moves.Text()), "\n")
	if moves.LevelText() != "2" || len(lines) != 3 || lines[0] != "level 2" {
		t.Errorf("level %s:\n%s", moves.LevelText(), moves.Text())
	}
	for k, line := range lines[1:] {
		if !strings.HasPrefix(strings.TrimSpace(line), fmt.Sprint(k+1, ". ")) {
			t.Errorf("move %d: %s", k+1, line)
		}
	}
	plan, err := json.Marshal(moves.Assembly())
	if err != nil {
		t.Fatal(err)
	}
	var page strings.Builder
	if err := moves.HTML(&page); err != nil {
		t.Fatal(err)
	}
	packed := regexp.MustCompile(`<script type="application/gzip">([^<]*)<`).FindStringSubmatch(page.String())
	if packed == nil {
		t.Fatal("the page has no solutions")
	}
	unpacked, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(packed[1])))
	if err != nil {
		t.Fatal(err)
	}
	if scene, err := io.ReadAll(unpacked); err != nil || !bytes.Contains(scene, plan) {
		t.Errorf("%v: the page does not play %s", err, plan)
	}
}
