// Package reason says in the words of a puzzle why it has no solution.
//
// Its input is a compiled puzzle, its output sentences with the cells that they are about.
// The packages runtime/linear and runtime/deduce find the reasons, on the matrix; this one
// knows which colors are worth a look, and what cells and pieces are called.
package reason

import (
	"context"
	"slices"
	"strings"

	"quadrille/compile"
	"quadrille/compile/lattice"
	"quadrille/runtime/deduce"
	"quadrille/runtime/linear"
	"quadrille/runtime/matrix"
)

// Kind is a kind of reason.
type Kind string

// The kinds, those that are easiest to see first.
const (
	NoOption Kind = "no-option" // nothing is there for something that must be
	Area     Kind = "area"      // the pieces do not add up to the board
	Region   Kind = "region"    // a part of the board is cut off, and no sum of pieces fills it
	Coloring Kind = "coloring"  // each piece covers colors in a way in which the board has not got them
	Crowd    Kind = "crowd"     // more things than there are places for (Hall)
	Forced   Kind = "forced"    // forced moves end where nothing is left
	Weights  Kind = "weights"   // items have weights under which every option weighs nothing, and all together something
	Cases    Kind = "cases"     // a few cases, each of which ends where nothing is left
	Conflict Kind = "conflict"  // parts of the text that cannot hold together
	Searched Kind = "search"    // nothing short was found, and all was searched
)

// Reason is a reason why there is no solution.
type Reason struct {
	Kind Kind
	Text string // sentences, without a line break at their end
	// Chosen are the options of moves that are forced, and Marks what stands on cells.
	Chosen []matrix.OptionID
	Marks  map[lattice.Cell]string
	Stars  map[lattice.Cell]bool // cells that are pointed at
	// Certificate is a proof by weights, if the reason is one.
	Certificate *linear.Certificate
}

// Bounds of what is looked for: so that the reasons do not depend on how fast a machine is.
const (
	colorSteps  = 1 << 25 // entries of options that are looked at under all colorings
	colorWork   = 1 << 22
	weightWork  = 1 << 27
	mostOptions = 1 << 18 // of which general weights are sought
	mostLeaves  = 12      // of a proof by cases
	mostSteps   = 12      // of forced moves, beside a better reason
	mostLines   = 24      // of a proof by cases
)

// Short finds short reasons, those that are easiest to see first. There may be others where
// it finds none. If ctx is done, it returns what it has found, after a moment.
func Short(ctx context.Context, p *compile.Program) ([]Reason, error) {
	if d := p.Puzzle.Dissect; d != nil {
		return dissected(d), nil
	}
	m, err := p.Candidates()
	if err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	g, err := p.Glossary()
	if err != nil {
		return nil, err
	}
	f := &finder{Glossary: g, program: p, problem: m}
	f.find(ctx)
	return f.found, nil
}

// finder looks for reasons.
type finder struct {
	*compile.Glossary
	program *compile.Program
	problem *matrix.Problem
	found   []Reason
}

func (f *finder) find(ctx context.Context) {
	chain, forced := deduce.Follow(ctx, f.problem, 1)
	if forced && len(chain.Steps) == 0 {
		f.add(f.noOption(chain.Item))
		return // whatever else there is, this is the place to look
	}
	f.boards(ctx)
	if crowd, ok := deduce.Crowd(ctx, f.problem, f.matchings(ctx)); ok {
		f.add(f.crowd(crowd))
	}
	if forced && (len(f.found) == 0 || len(chain.Steps) <= mostSteps) {
		f.add(f.proof(Forced, chain))
	}
	if len(f.found) == 0 {
		f.weights(ctx)
	}
	if len(f.found) == 0 && ctx.Err() == nil {
		if tree, ok := deduce.Follow(ctx, f.problem, mostLeaves); ok && tree.Size() <= mostLines {
			f.add(f.proof(Cases, tree))
		}
	}
}

func (f *finder) add(r Reason) { f.found = append(f.found, r) }

// isPacking reports whether options put pieces on cells.
func (f *finder) isPacking() bool { return f.program.Puzzle.Pack != nil }

// noun is what options are called.
func (f *finder) noun() string {
	if f.isPacking() {
		return "piece"
	}
	return "option"
}

// boards looks at areas, at parts of the board, and at colors.
func (f *finder) boards(ctx context.Context) {
	if !f.isPacking() {
		return
	}
	colorings := f.Colorings(colorSteps)
	for k, c := range colorings {
		if ctx.Err() != nil {
			return
		}
		if k == 1 && f.regions(ctx, 0) {
			return
		}
		if proof, ok := linear.Find(f.problem, linear.Options{Alike: c.Class, Work: colorWork, Stop: ctx.Err}); ok {
			f.add(f.coloring(c, proof))
			return
		}
		if r, ok := f.extreme(c); ok {
			f.add(r)
			return
		}
	}
	f.regions(ctx, mostSteps)
}

// regions looks for a part of the board that no sum of pieces fills, after so many steps at
// most.
func (f *finder) regions(ctx context.Context, steps int) bool {
	region, ok := deduce.Regions(ctx, f.problem, func(i matrix.ItemID) bool { _, is := f.Cell(i); return is })
	if ok = ok && len(region.Steps) <= steps; ok {
		f.add(f.region(region))
	}
	return ok
}

// weights looks for weights of any kind: by the family of items first.
func (f *finder) weights(ctx context.Context) {
	if f.problem.Options() > mostOptions {
		return
	}
	for _, alike := range [][]int{f.families(), nil} {
		if ctx.Err() != nil {
			return
		}
		if proof, ok := linear.Find(f.problem, linear.Options{Alike: alike, Work: weightWork, Stop: ctx.Err}); ok {
			f.add(f.weigh(proof, alike))
			return
		}
	}
}

// families gives the items of a family the same number: what stands before the bracket.
func (f *finder) families() []int {
	number, class := map[string]int{}, make([]int, f.problem.Items())
	for i := range class {
		family, _, indexed := strings.Cut(f.problem.Name(matrix.ItemID(i)), "[")
		if _, cell := f.Cell(matrix.ItemID(i)); cell && !indexed {
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

// matchings returns those of the problem, and others: items that each hold one of a unit, of
// which no two hold the same.
func (f *finder) matchings(ctx context.Context) []matrix.Matching {
	all, holding := slices.Clone(f.problem.Matchings()), f.problem.Holding()
	units, order := map[string][]matrix.ItemID{}, []string(nil)
	for i := range matrix.ItemID(f.problem.Items()) {
		unit, _, ok := cutLast(f.problem.Name(i))
		if _, cell := f.Cell(i); !ok || cell || int(i) < f.problem.Primary() && f.problem.Bound(i).Max != 1 {
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
		if left := f.partners(units[unit], holding); len(left) > 0 {
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

// partners returns the items, covered once, each option of which holds an item of the unit,
// without a color.
func (f *finder) partners(unit []matrix.ItemID, holding [][]matrix.OptionID) (left []matrix.ItemID) {
	holds := map[matrix.OptionID]bool{}
	for _, i := range unit {
		for _, o := range holding[i] {
			holds[o] = !slices.ContainsFunc(f.problem.Option(o), func(e matrix.Entry) bool { return e.Item == i && e.Color != matrix.NoColor })
		}
	}
	for i := range matrix.ItemID(f.problem.Primary()) {
		lost := slices.ContainsFunc(holding[i], func(o matrix.OptionID) bool { return !holds[o] })
		if !lost && f.problem.Bound(i).Min == 1 && !slices.Contains(unit, i) {
			left = append(left, i)
		}
	}
	return left
}
