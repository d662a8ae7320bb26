package puzzletest

import (
	"context"
	"maps"
	"math/rand/v2"
	"testing"

	"quadrille/compile"
	"quadrille/compile/check"
	"quadrille/compile/compiletest"
	"quadrille/lang/ast"
	"quadrille/lang/parse"
	"quadrille/runtime/engine/dlx"
	"quadrille/runtime/matrix/matrixtest"
)

// tally counts what the random puzzles were like.
type tally struct {
	tried, solvable, symmetric, classes, fixed, kept, optional, crossings, rings, overlaps int
}

// check compares a puzzle's solutions, and then those that are kept of each
// class, with what trying finds.
func (p *packing) check(t *testing.T, text string, count *tally) {
	t.Helper()
	want, ok := p.solvePacking()
	if !ok {
		return
	}
	count.tried++
	tree, err := parse.File("test.puz", []byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	got := p.compiledLayouts(t, tree, text, false)
	if !maps.EqualFunc(got, want, func(_, _ pieceLayout) bool { return true }) {
		t.Fatalf("%d solutions, trying finds %d\n%s", len(got), len(want), text)
	}
	if len(want) > 0 {
		kept := want
		if !p.requiresEmptyConnected { // the symmetry of such a puzzle is not known
			kept = p.compiledLayouts(t, tree, text, true)
			p.checkClasses(t, text, want, kept)
		}
		p.count(count, len(want), len(kept))
	}
}

// checkClasses moves each solution that is kept by every motion. The images are
// its class; all solutions must be in one, and in one only.
func (p *packing) checkClasses(t *testing.T, text string, want, kept map[string]pieceLayout) {
	t.Helper()
	group := p.findSymmetries()
	left := maps.Clone(want)
	for _, l := range kept {
		class := map[string]bool{}
		for _, s := range group {
			class[s.imageOfLayout(l).layoutKey()] = true
		}
		for image := range class {
			if left[image] == nil {
				t.Fatalf("an image is no solution, or two of a class are kept\n%s", text)
			}
			delete(left, image)
		}
	}
	if len(left) > 0 {
		t.Fatalf("of %d solutions in %d classes, %d have none of their class kept\n%s", len(want), len(kept), len(left),
			text)
	}
}

// compiledLayouts solves a puzzle.
func (p *packing) compiledLayouts(t *testing.T, tree *ast.File, text string, upToSymmetry bool) map[string]pieceLayout {
	t.Helper()
	program, err := compile.CompileTree(tree, check.Importer{},
		compile.ProgramOptions{Equivalence: compiletest.SymmetryClasses(upToSymmetry)})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	out := map[string]pieceLayout{}
	for s := range dlx.NewSearch(compiletest.PuzzleMatrix(t, program),
		dlx.SearchOptions{Chooser: dlx.MRV{}}).Solutions(context.Background()) {
		if !program.IsSolution(s) {
			continue
		}
		l := p.layoutOf(program.Decode(s))
		if out[l.layoutKey()] != nil {
			t.Fatalf("a solution is there twice\n%s", text)
		}
		out[l.layoutKey()] = l
	}
	return out
}

func (p *packing) layoutOf(placements []compile.Placement) pieceLayout {
	l := pieceLayout{}
	for _, pl := range placements {
		var cells cellSet
		for _, c := range pl.Cells {
			cells = cells.withCell(p.numberAtMiddle(p.cellMiddle(point{int(c[0]), int(c[1]), int(c[2])})))
		}
		l = append(l, encodeLaidPiece(int(pl.PieceName[0]-'A'), cells))
	}
	return l
}

func (p *packing) count(count *tally, solutions, classes int) {
	if solutions == 0 {
		return
	}
	count.solvable++
	add := func(n *int, is bool) {
		if is {
			*n++
		}
	}
	add(&count.symmetric, classes < solutions)
	add(&count.optional, p.optionalCells != 0)
	count.classes += classes
	for _, k := range p.pieces {
		add(&count.fixed, len(k.fixedPlaces) > 0)
		add(&count.kept, k.allowedOrientations != nil || k.allowedCells != 0)
	}
	add(&count.crossings, p.crossingMatters(solutions))
	p.countRings(count)
}

// crossingMatters reports whether there would be other solutions if pieces could
// cross, or could not.
func (p *packing) crossingMatters(solutions int) bool {
	other := *p
	other.allowsCrossing = !p.allowsCrossing
	found, _ := other.solvePacking()
	return len(found) != solutions
}

// countRings counts the tiles that reach some cells in several ways, and the tiles that would overlap themselves.
func (p *packing) countRings(count *tally) {
	for _, k := range p.pieces {
		stances := p.allPieceWays(k)
		seen := map[cellSet]bool{}
		for _, s := range stances {
			seen[s.coveredCells] = true
		}
		if len(seen) < len(stances) {
			count.rings++
		}
		if p.overlapsItself(k) {
			count.overlaps++
		}
	}
}

// TestLattices: boards that are not wrapped.
func TestLattices(t *testing.T) { compareLattices(t, 13, false) }

// TestWrapped: toruses, cylinders and boards with skew periods.
func TestWrapped(t *testing.T) { compareLattices(t, 12, true) }

// compareLattices checks random puzzles on every lattice, or on every fourth one with -short.
func compareLattices(t *testing.T, seed uint64, wrapped bool) {
	for k, g := range allGeometries {
		if testing.Short() && k%4 > 0 {
			continue
		}
		t.Run(g.name, func(t *testing.T) {
			t.Parallel()
			g.compare(t, rand.New(rand.NewPCG(seed, uint64(k))), wrapped)
		})
	}
}

// riddlesEach is the number of puzzles on each lattice where all are asked for. There are twelve lattices,
// each with boards that are wrapped and boards that are not.
const riddlesEach = 400

// compare checks random puzzles, and that they were of many kinds.
func (g *geometry) compare(t *testing.T, r *rand.Rand, wrapped bool) {
	t.Helper()
	g.buildCellTables()
	var count tally
	rounds := matrixtest.RandomRounds(12, riddlesEach)
	for count.tried < rounds {
		if p, ok := g.randomPackingOn(r, wrapped); ok {
			p.check(t, p.writePackingText(r), &count)
		}
	}
	t.Logf("%+v", count)
	few := min(count.symmetric, count.fixed, count.kept, count.optional)
	if count.solvable < scaled(40, rounds, riddlesEach) || few < scaled(6, rounds, riddlesEach) {
		t.Error("too few puzzles with solutions, symmetries, rules and optional cells")
	}
	if (g.name == "sticks" || g.name == "trigs") && count.crossings < scaled(5, rounds, riddlesEach) {
		t.Error("pieces hardly ever cross")
	}
	rings, overlaps := 16, 8
	if g.shiftPeriod > 1 { // few pieces are as long as the least shift
		rings, overlaps = 1, 0
	}
	if wrapped && (count.rings < scaled(rings, rounds, riddlesEach) ||
		count.overlaps < scaled(overlaps, rounds, riddlesEach)) {
		t.Error("pieces hardly ever go around the board")
	}
}

// scaled returns how often something must be met in fewer rounds, if it is met `least` times in all rounds: half as
// often for each round.
func scaled(least, rounds, all int) int {
	if rounds == all {
		return least
	}
	return least * rounds / all / 2
}
