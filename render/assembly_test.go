package render_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"quadrille"
	"quadrille/render"
	"quadrille/runtime/matrix/matrixtest"
)

// assemblies counts the solutions of an example up to rotation, those that straight moves put
// together, and those in which each piece moves by itself.
func assemblies(t *testing.T, name string, limit int) (all, possible, single int) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	p := loadPuzzle(t, string(text), quadrille.Options{UpTo: quadrille.Rotation})
	for s, err := range p.Solutions(t.Context(), quadrille.Search{Limit: limit}) {
		if err != nil {
			t.Fatal(err)
		}
		plan, err := render.PlanAssembly(s)
		if err != nil {
			t.Fatal(err)
		}
		all++
		if len(plan.StuckGroups) > 0 {
			continue
		}
		possible++
		most := 1
		for _, step := range plan.AssemblySteps {
			most = max(most, len(step.MovingPieces))
		}
		if most == 1 {
			single++
		}
	}
	return all, possible, single
}

// TestAssemblies: every Soma cube can be built by hand, piece by piece.
func TestAssemblies(t *testing.T) {
	if testing.Short() {
		t.Skip("half a second")
	}
	if all, possible, single := assemblies(t, "../examples/soma.puz", 0); all != 480 || possible != 480 ||
		single != 480 {
		t.Errorf("of %d Soma cubes %d can be put together, %d piece by piece; all 480 can", all, possible, single)
	}
}

// TestBurrs: BurrTools takes 314 of the 1,063 packings of solid burrs apart, 257 of these by
// one straight move for each of five separations, and in 57 each of these frees a single
// piece (its example SolidSixPieceBurrs).
func TestBurrs(t *testing.T) {
	if !matrixtest.SlowTestsWanted() {
		t.Skip("some seconds")
	}
	if all, possible, single := assemblies(t, "../examples/slow/solid-burrs.puz", 0); all != 1063 || possible != 257 ||
		single != 57 {
		t.Errorf("of %d burrs %d can be put together, %d piece by piece; want 257 and 57 of 1063", all, possible,
			single)
	}
}

// TestBedlam: thirteen pieces go into the first Bedlam cubes one by one.
func TestBedlam(t *testing.T) {
	if !matrixtest.SlowTestsWanted() {
		t.Skip("some seconds")
	}
	if all, possible, _ := assemblies(t, "../examples/slow/bedlam.puz", 100); all != 100 || possible != 100 {
		t.Errorf("of %d Bedlam cubes %d can be put together", all, possible)
	}
}

// firstSolution returns a solution of a puzzle.
func firstSolution(t *testing.T, text string) quadrille.Solution {
	t.Helper()
	s, err := loadPuzzle(t, text, quadrille.Options{}).First(t.Context(), quadrille.Search{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestNothingToAssemble: what is no packing of cubes in space says so.
func TestNothingToAssemble(t *testing.T) {
	for text, want := range map[string]string{
		"queens 4": "packs none",
		"use dominoes\nboard b on square = 2x2\npack b with any of I2":                               "packs none",
		"piece c on cube = \"\"\"\n  #\n\"\"\"\nboard b on cube torus = 2x2x2\npack b with any of c": "edges are joined",
	} {
		s := firstSolution(t, text)
		if _, err := render.PlanAssembly(s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
		if _, err := render.NewScene(s); err == nil {
			t.Errorf("%s has a scene", text)
		}
	}
}

// TestScene: what a viewer gets has all cells of the board, once, and the plan.
func TestScene(t *testing.T) {
	scene, err := render.NewScene(firstSolution(t, "use soma\npack soma_cube with soma"))
	if err != nil {
		t.Fatal(err)
	}
	cells, colors := map[[3]int32]bool{}, map[string]bool{}
	for _, p := range scene.Pieces {
		colors[p.Color] = true
		for _, c := range p.CellPositions {
			cells[[3]int32(c)] = true
		}
	}
	if len(scene.Pieces) != 7 || len(cells) != 27 || len(colors) < 4 || len(scene.AssemblyPlan.AssemblySteps) != 6 {
		t.Errorf("%d pieces with %d cells and %d colors, %d steps", len(scene.Pieces), len(cells), len(colors),
			len(scene.AssemblyPlan.AssemblySteps))
	}
	text, err := json.Marshal(scene)
	if want := `"assembly":{"steps":[{"pieces":[`; err != nil || !strings.Contains(string(text), want) {
		t.Errorf("%s has no %s", text, want)
	}
}
