package explain

// A short reason is a few sentences, in the words of a puzzle, that explain why it has no solution.
//
// The input is a compiled puzzle. The output is sentences, with the cells that the sentences concern. Package deduce
// finds proofs on the matrix. This file chooses the colorings to try, and names the cells and pieces.

import (
	"context"
	"slices"
	"strings"

	"quadrille/compile"
	"quadrille/compile/lattice"
	"quadrille/runtime/deduce"
	"quadrille/runtime/matrix"
)

// ReasonKind is a kind of reason. docs/why.md shows each kind of reason, and docs/hints.md each kind of step.
type ReasonKind string

// The kinds of reasons, from the easiest to understand.
const (
	NoOption ReasonKind = "no-option" // an item that must be covered has no option
	Area     ReasonKind = "area"      // the areas of the pieces do not add up to the area of the board
	Region   ReasonKind = "region"    // no sum of pieces fills a separate part of the board
	Coloring ReasonKind = "coloring"  // the pieces cannot cover the right number of cells of each color
	Crowd    ReasonKind = "crowd"     // some items need more places than there are (Hall's theorem)
	Forced   ReasonKind = "forced"    // forced moves lead to an item without options
	// items have weights whose sum is 0 in every option, but not over all items
	Weights  ReasonKind = "weights"
	Cases    ReasonKind = "cases"    // a few cases, each of which leads to an item without options
	Conflict ReasonKind = "conflict" // parts of the text contradict one another
	Searched ReasonKind = "search"   // no short reason was found, but an exhaustive search found no solution
)

// The kinds of steps toward a solution, from the easiest, and the kind of the last step.
const (
	Single     ReasonKind = "single"      // something has one option left
	Line       ReasonKind = "line"        // a rule on several cells leaves them only some symbols
	CommonPeer ReasonKind = "common-peer" // an option would leave some item without options
	Pair       ReasonKind = "pair"        // two items need two others for themselves
	AreaStep   ReasonKind = "cut-off"     // a piece would cut off an area that no pieces fill
	LoopStep   ReasonKind = "loop"        // a cell would close a loop too early, or the loop must stay together
	RuleGroup  ReasonKind = "rules"       // rules that share cells leave them only some symbols together
	Trial      ReasonKind = "trial"       // an option leads, by forced moves, to something without an option
	Ended      ReasonKind = "end"         // end of the steps: all is decided, or only a guess helps
)

// shortReason is a reason why there is no solution.
type shortReason struct {
	Kind      ReasonKind
	Sentences string // sentences, without a final line break
	// ChosenOptions holds the options of forced moves, and CellMarks the marks of cells in the picture.
	ChosenOptions    []matrix.OptionID
	CellMarks        map[lattice.Cell]string
	HighlightedCells map[lattice.Cell]bool // cells to highlight in the picture
	NewlyFilledCells map[lattice.Cell]bool // cells on which a step puts something
	TintedCells      map[lattice.Cell]bool // cells of the rule or the item on which the step rests; they are tinted
	// Certificate is a proof by weights, or nil.
	Certificate *deduce.Certificate
}

// Bounds of the searches for reasons. They count steps, so that the result does not depend on the speed of the
// machine.
const (
	colorSteps = 1 << 25 // number of entries of options that are examined for all colorings
	// colorWork bounds the steps of the search for weights of one coloring, and weightWork those of the search for
	// general weights.
	colorWork  = 1 << 22
	weightWork = 1 << 27
	maxOptions = 1 << 18 // largest number of options of a problem for which general weights are sought
	maxLeaves  = 12      // largest number of cases of a proof by cases
	maxSteps   = 12      // largest number of forced moves of a reason, if there is a better one
	maxLines   = 24      // largest number of lines of a proof by cases
)

// shortReasons finds short reasons, the easiest to understand first. It may miss some. If ctx is done, it soon
// returns the reasons found so far.
func shortReasons(ctx context.Context, p *compile.Program) ([]shortReason, error) {
	if d := p.Puzzle.Dissection; d != nil {
		return dissectionReasons(d), nil
	}
	f, err := newReasonFinder(p)
	if err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	f.findReasons(ctx)
	return f.reasons, nil
}

// reasonFinder collects the short reasons of a puzzle.
type reasonFinder struct {
	*compile.Glossary
	program                *compile.Program
	problem                *matrix.Problem
	reasons                []shortReason
	chosenByEarlierSteps   []matrix.OptionID        // visible options that steps before this one have chosen
	excludedByEarlierSteps map[matrix.OptionID]bool // visible options that steps before this one have excluded
}

// newReasonFinder returns a finder for a program. It fails if [compile.Program.Candidates] does.
func newReasonFinder(p *compile.Program) (*reasonFinder, error) {
	m, err := p.Candidates()
	if err != nil {
		return nil, err
	}
	g, err := p.NewGlossary()
	if err != nil {
		return nil, err
	}
	return &reasonFinder{Glossary: g, program: p, problem: m}, nil
}

func (f *reasonFinder) findReasons(ctx context.Context) {
	chain, forced := deduce.FindProof(ctx, f.problem, 1)
	if forced && len(chain.Steps) == 0 {
		f.addReason(f.noOptionReason(chain.FailedItem))
		return // no other kind of reason is easier to understand
	}
	f.findBoardReasons(ctx)
	if crowd, ok := deduce.FindHallViolation(ctx, f.problem, f.unitMatchings(ctx)); ok {
		f.addReason(f.hallViolationReason(crowd))
	}
	if forced && (len(f.reasons) == 0 || len(chain.Steps) <= maxSteps) {
		f.addReason(f.proofReason(Forced, chain))
	}
	if len(f.reasons) == 0 {
		f.findWeightProof(ctx)
	}
	if len(f.reasons) == 0 && ctx.Err() == nil {
		if tree, ok := deduce.FindProof(ctx, f.problem, maxLeaves); ok && tree.StepCount() <= maxLines {
			f.addReason(f.proofReason(Cases, tree))
		}
	}
}

func (f *reasonFinder) addReason(r shortReason) { f.reasons = append(f.reasons, r) }

// isPacking reports whether options place pieces on cells.
func (f *reasonFinder) isPacking() bool { return f.program.Puzzle.Packing != nil }

// optionNoun returns the noun for an option.
func (f *reasonFinder) optionNoun() string {
	if f.isPacking() {
		return "piece"
	}
	return "option"
}

// findBoardReasons looks for reasons about areas, separate parts of the board, and colors.
func (f *reasonFinder) findBoardReasons(ctx context.Context) {
	if !f.isPacking() {
		return
	}
	colorings := f.BoardColorings(colorSteps)
	for k, c := range colorings {
		if ctx.Err() != nil {
			return
		}
		if k == 1 && f.findUnfillableRegion(ctx, 0) {
			return
		}
		if proof, ok := deduce.FindCertificate(f.problem, deduce.ProofOptions{WeightClasses: c.ItemClass,
			MaxWork:    colorWork,
			ShouldStop: ctx.Err}); ok {
			f.addReason(f.coloringReason(c, proof))
			return
		}
		if r, ok := f.extremeColorReason(c); ok {
			f.addReason(r)
			return
		}
	}
	f.findUnfillableRegion(ctx, maxSteps)
}

// findUnfillableRegion looks for a part of the board that no sum of pieces fills. The number of its steps is bounded.
func (f *reasonFinder) findUnfillableRegion(ctx context.Context, steps int) bool {
	region, ok := deduce.FindRegion(ctx, f.problem, func(i matrix.ItemID) bool { _, is := f.ItemCell(i); return is })
	if ok = ok && len(region.Steps) <= steps; ok {
		f.addReason(f.regionReason(region))
	}
	return ok
}

// findWeightProof looks for a proof by weights of items. It first tries equal weights within each family of items.
func (f *reasonFinder) findWeightProof(ctx context.Context) {
	if f.problem.OptionCount() > maxOptions {
		return
	}
	for _, classes := range [][]int{f.itemFamilies(), nil} {
		if ctx.Err() != nil {
			return
		}
		if proof, ok := deduce.FindCertificate(f.problem, deduce.ProofOptions{WeightClasses: classes,
			MaxWork:    weightWork,
			ShouldStop: ctx.Err}); ok {
			f.addReason(f.weightReason(proof, classes))
			return
		}
	}
}

// itemFamilies returns, for each item, the index of its family. Items are in the same family if their names agree
// before the bracket.
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

// unitMatchings returns the matchings of the problem, and other matchings that follow from its options. Such a matching
// is between the items of a unit, whose names agree up to the last index, and items that occur only in options with an
// item of that unit.
func (f *reasonFinder) unitMatchings(ctx context.Context) []matrix.Matching {
	all, holding := slices.Clone(f.problem.Matchings()), f.problem.OptionsByItem()
	units, order := map[string][]matrix.ItemID{}, []string(nil)
	for i := range matrix.ItemID(f.problem.ItemCount()) {
		unit, _, ok := splitLastIndex(f.problem.Name(i))
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
			all = append(all, matrix.Matching{Name: unit, LeftItems: left, RightItems: units[unit]})
		}
	}
	return all
}

// splitLastIndex splits a name before its last index: "row[2,5]" into "row[2" and "5]".
func splitLastIndex(name string) (unit, index string, ok bool) {
	at := strings.LastIndexAny(name, ",[")
	if at < 0 || !strings.HasSuffix(name, "]") {
		return "", "", false
	}
	return name[:at], name[at+1:], true
}

// unitPartners returns the items that can be matched with the items of a unit. These are the primary items that are
// covered exactly once, if each of their options holds an item of the unit without a color.
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
