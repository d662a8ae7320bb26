package explain

// Short reasons say in the words of a puzzle why it has no solution.
//
// Its input is a compiled puzzle, its output sentences with the cells that they are about.
// Package deduce finds the reasons, on the matrix; this file
// knows which colors are worth a look, and what cells and pieces are called.

import (
	"context"
	"slices"
	"strings"

	"quadrille/compile"
	"quadrille/compile/lattice"
	"quadrille/runtime/deduce"
	"quadrille/runtime/matrix"
)

// reasonKind is a kind of reason.
type reasonKind string

// The kinds, those that are easiest to see first.
const (
	NoOption reasonKind = "no-option" // nothing is there for something that must be
	Area     reasonKind = "area"      // the pieces do not add up to the board
	Region   reasonKind = "region"    // a part of the board is cut off, and no sum of pieces fills it
	Coloring reasonKind = "coloring"  // each piece covers colors in a way in which the board has not got them
	Crowd    reasonKind = "crowd"     // more things than there are places for (Hall)
	Forced   reasonKind = "forced"    // forced moves end where nothing is left
	// items have weights under which every option weighs nothing, and all together something
	Weights  reasonKind = "weights"
	Cases    reasonKind = "cases"    // a few cases, each of which ends where nothing is left
	Conflict reasonKind = "conflict" // parts of the text that cannot hold together
	Searched reasonKind = "search"   // nothing short was found, and all was searched
)

// shortReason is a reason why there is no solution.
type shortReason struct {
	Kind reasonKind
	Text string // sentences, without a line break at their end
	// Chosen are the options of moves that are forced, and Marks what stands on cells.
	Chosen []matrix.OptionID
	Marks  map[lattice.Cell]string
	Stars  map[lattice.Cell]bool // cells that are pointed at
	// Certificate is a proof by weights, if the reason is one.
	Certificate *deduce.Certificate
}

// Bounds of what is looked for: so that the reasons do not depend on how fast a machine is.
const (
	colorSteps = 1 << 25 // entries of options that are looked at under all colorings
	colorWork  = 1 << 22
	weightWork = 1 << 27
	maxOptions = 1 << 18 // of which general weights are sought
	maxLeaves  = 12      // of a proof by cases
	maxSteps   = 12      // of forced moves, beside a better reason
	maxLines   = 24      // of a proof by cases
)

// shortReasons finds short reasons, those that are easiest to see first. There may be others where
// it finds none. If ctx is done, it returns what it has found, after a moment.
func shortReasons(ctx context.Context, p *compile.Program) ([]shortReason, error) {
	if d := p.Puzzle.Dissection; d != nil {
		return dissectionReasons(d), nil
	}
	m, err := p.Candidates()
	if err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	g, err := p.NewGlossary()
	if err != nil {
		return nil, err
	}
	f := &reasonFinder{Glossary: g, program: p, problem: m}
	f.findReasons(ctx)
	return f.found, nil
}

// reasonFinder looks for reasons.
type reasonFinder struct {
	*compile.Glossary
	program *compile.Program
	problem *matrix.Problem
	found   []shortReason
}

func (f *reasonFinder) findReasons(ctx context.Context) {
	chain, forced := deduce.FindProof(ctx, f.problem, 1)
	if forced && len(chain.Steps) == 0 {
		f.addReason(f.noOptionReason(chain.Item))
		return // whatever else there is, this is the place to look
	}
	f.checkBoards(ctx)
	if crowd, ok := deduce.FindHallViolation(ctx, f.problem, f.unitMatchings(ctx)); ok {
		f.addReason(f.hallReason(crowd))
	}
	if forced && (len(f.found) == 0 || len(chain.Steps) <= maxSteps) {
		f.addReason(f.proofReason(Forced, chain))
	}
	if len(f.found) == 0 {
		f.findWeights(ctx)
	}
	if len(f.found) == 0 && ctx.Err() == nil {
		if tree, ok := deduce.FindProof(ctx, f.problem, maxLeaves); ok && tree.StepCount() <= maxLines {
			f.addReason(f.proofReason(Cases, tree))
		}
	}
}

func (f *reasonFinder) addReason(r shortReason) { f.found = append(f.found, r) }

// isPacking reports whether options put pieces on cells.
func (f *reasonFinder) isPacking() bool { return f.program.Puzzle.Packing != nil }

// optionNoun is what options are called.
func (f *reasonFinder) optionNoun() string {
	if f.isPacking() {
		return "piece"
	}
	return "option"
}

// checkBoards looks at areas, at parts of the board, and at colors.
func (f *reasonFinder) checkBoards(ctx context.Context) {
	if !f.isPacking() {
		return
	}
	colorings := f.BoardColorings(colorSteps)
	for k, c := range colorings {
		if ctx.Err() != nil {
			return
		}
		if k == 1 && f.findRegion(ctx, 0) {
			return
		}
		if proof, ok := deduce.FindCertificate(f.problem, deduce.ProofOptions{Alike: c.Class, Work: colorWork,
			Stop: ctx.Err}); ok {
			f.addReason(f.coloringReason(c, proof))
			return
		}
		if r, ok := f.extremeReason(c); ok {
			f.addReason(r)
			return
		}
	}
	f.findRegion(ctx, maxSteps)
}

// findRegion looks for a part of the board that no sum of pieces fills, after so many steps at
// most.
func (f *reasonFinder) findRegion(ctx context.Context, steps int) bool {
	region, ok := deduce.FindRegion(ctx, f.problem, func(i matrix.ItemID) bool { _, is := f.ItemCell(i); return is })
	if ok = ok && len(region.Steps) <= steps; ok {
		f.addReason(f.regionReason(region))
	}
	return ok
}

// findWeights looks for weights of any kind: by the family of items first.
func (f *reasonFinder) findWeights(ctx context.Context) {
	if f.problem.OptionCount() > maxOptions {
		return
	}
	for _, alike := range [][]int{f.itemFamilies(), nil} {
		if ctx.Err() != nil {
			return
		}
		if proof, ok := deduce.FindCertificate(f.problem, deduce.ProofOptions{Alike: alike, Work: weightWork,
			Stop: ctx.Err}); ok {
			f.addReason(f.weightReason(proof, alike))
			return
		}
	}
}

// itemFamilies gives the items of a family the same number: what stands before the bracket.
func (f *reasonFinder) itemFamilies() []int {
	number, class := map[string]int{}, make([]int, f.problem.ItemCount())
	for i := range class {
		family, _, indexed := strings.Cut(f.problem.Name(matrix.ItemID(i)), "[")
		if _, cell := f.ItemCell(matrix.ItemID(i)); cell && !indexed {
			family = ""
		}
		n, known := number[family]
		if !known {
			n = len(number)
			number[family] = n
		}
		class[i] = n
	}
	return class
}

// unitMatchings returns those of the problem, and others: items that each hold one of a unit, of
// which no two hold the same.
func (f *reasonFinder) unitMatchings(ctx context.Context) []matrix.Matching {
	all, holding := slices.Clone(f.problem.Matchings()), f.problem.OptionsByItem()
	units, order := map[string][]matrix.ItemID{}, []string(nil)
	for i := range matrix.ItemID(f.problem.ItemCount()) {
		unit, _, ok := cutLast(f.problem.Name(i))
		if _, cell := f.ItemCell(i); !ok || cell || int(i) < f.problem.PrimaryCount() && f.problem.Bound(i).Max != 1 {
			continue
		}
		if units[unit] == nil {
			order = append(order, unit)
		}
		units[unit] = append(units[unit], i)
	}
	for _, unit := range order {
		if ctx.Err() != nil {
			break
		}
		if left := f.unitPartners(units[unit], holding); len(left) > 0 {
			all = append(all, matrix.Matching{Name: unit, Left: left, Right: units[unit]})
		}
	}
	return all
}

// cutLast cuts a name before its last index: row[2,5] into row[2 and 5].
func cutLast(name string) (unit, index string, ok bool) {
	at := strings.LastIndexAny(name, ",[")
	if at < 0 || !strings.HasSuffix(name, "]") {
		return "", "", false
	}
	return name[:at], name[at+1:], true
}

// unitPartners returns the items, covered once, each option of which holds an item of the unit,
// without a color.
func (f *reasonFinder) unitPartners(unit []matrix.ItemID, holding [][]matrix.OptionID) (left []matrix.ItemID) {
	holds := map[matrix.OptionID]bool{}
	for _, i := range unit {
		for _, o := range holding[i] {
			holds[o] = !slices.ContainsFunc(f.problem.Option(o),
				func(e matrix.Entry) bool { return e.Item == i && e.Color != matrix.NoColor })
		}
	}
	for i := range matrix.ItemID(f.problem.PrimaryCount()) {
		lost := slices.ContainsFunc(holding[i], func(o matrix.OptionID) bool { return !holds[o] })
		if !lost && f.problem.Bound(i).Min == 1 && !slices.Contains(unit, i) {
			left = append(left, i)
		}
	}
	return left
}
