package explain

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"quadrille"
	"quadrille/compile"
	"quadrille/compile/draw"
	"quadrille/lang/source"
	"quadrille/runtime/matrix"
	"quadrille/runtime/oracle"
)

// Backbone holds the options that all solutions of a puzzle have in common, and those that no solution contains.
type Backbone struct {
	// IsSolvable reports whether the puzzle has a solution. If so, Solution is one.
	Solution   quadrille.Solution
	IsSolvable bool
	// AlwaysUsed holds the options of the matrix that all solutions contain, and NeverUsed those that no solution
	// contains.
	AlwaysUsed, NeverUsed []quadrille.OptionID
	// UndeterminedCount is the number of options that some solutions contain and others do not, or that were not
	// decided before the search ended.
	UndeterminedCount int

	puzzle *quadrille.Puzzle
}

// FindBackbone finds the options that all solutions contain, without listing the solutions. Every solution counts, even
// if the text or the settings treat symmetric solutions as one. If the search ends early, the error says why, and the
// result is what is known until then.
func FindBackbone(ctx context.Context, p *quadrille.Puzzle, s quadrille.Search) (Backbone, error) {
	if p.Program().Puzzle.Dissection != nil {
		return Backbone{}, errors.New("the pieces of a dissection have no names, so nothing is the same in all of " +
			"them: `puz unique` without --backbone tells whether there is one")
	}
	p, err := WithoutEquivalence(p)
	if err != nil {
		return Backbone{}, err
	}
	b := Backbone{puzzle: p}
	q, err := NewOracle(p)
	if err != nil {
		return b, err
	}
	m, _, err := p.Matrix()
	if err != nil {
		return b, err
	}
	known, err := q.FindBackbone(ctx, oracle.Assumptions{}, func(open int) {
		if s.Progress != nil {
			at := quadrille.Progress{}
			at.Solutions, at.Share = 1, 1-float64(open)/float64(max(1, m.OptionCount()))
			s.Progress(at)
		}
	})
	b.AlwaysUsed, b.NeverUsed, b.UndeterminedCount = known.OptionsInAll, known.OptionsInNone, known.OpenCount
	b.Solution, b.IsSolvable = p.NewSolution(known.FirstSolution), known.HasSolution
	return b, err
}

// WithoutEquivalence returns the same puzzle without its equivalence of solutions, if it has one, so that every
// solution counts.
func WithoutEquivalence(p *quadrille.Puzzle) (*quadrille.Puzzle, error) {
	if p.Input().IsDump || p.Input().Options.UpTo == 0 && p.Program().Symmetry() == nil &&
		!p.Program().Puzzle.BreakSwapsSpan.IsKnown() {
		return p, nil
	}
	list, q, err := listInlinedClues(p)
	if err != nil {
		return nil, err
	}
	text, err := list.TextWithoutEquivalence()
	if err != nil {
		return nil, err
	}
	return recompileText(q, text, 0)
}

// placementsOfOptions returns the placements for which options stand. Each cell of a region that is found cell by cell
// is one placement. Empty cells, and options that only encode rules, are left out.
func (b Backbone) placementsOfOptions(options []quadrille.OptionID) (all []compile.Placement) {
	for _, o := range options {
		all = append(all, b.puzzle.Program().OptionMeaning(o)...)
	}
	return all
}

// placementText describes a placement, such as "5 at (0, 2)".
func (b Backbone) placementText(pl compile.Placement) string {
	var where []string
	for _, c := range pl.Cells {
		where = append(where, b.puzzle.Program().LatticeOf(pl).FormatCell(c))
	}
	what := pl.Name()
	if what == "" || where == nil {
		return strings.Join(pl.Items, " ")
	}
	return what + " at " + strings.Join(where, " ")
}

// Text describes what all solutions have in common, with a picture, and how many placements no solution uses.
func (b Backbone) Text(style quadrille.TextStyle) string {
	if !b.IsSolvable {
		return map[bool]string{true: "no solution\n",
			false: "no solution was found, and there may be some\n"}[b.UndeterminedCount == 0]
	}
	always, never := b.puzzle.Program().OptionMeanings(b.AlwaysUsed), b.placementsOfOptions(b.NeverUsed)
	text := fmt.Sprintf("in all solutions: %s\n", source.Plural(len(always), "placement"))
	if pic := b.drawBackbone(); len(always) > 0 && b.puzzle.IsDrawable() || len(pic.CellMarks) > 0 {
		text += draw.RenderText(pic, style)
	}
	text += b.placementsText(always) + fmt.Sprintf("in none: %d of %s\n", len(never),
		source.Plural(len(b.placementsOfOptions(b.allOptions())), "placement")) + b.neverUsedText(never)
	if b.UndeterminedCount > 0 {
		text += fmt.Sprintf("not decided: %s\n", source.Plural(b.UndeterminedCount, "option"))
	}
	return text
}

// allOptions returns all options of the matrix.
func (b Backbone) allOptions() (all []quadrille.OptionID) {
	m, _, err := b.puzzle.Matrix()
	for o := range quadrille.OptionID(m.OptionCount()) {
		if err == nil {
			all = append(all, o)
		}
	}
	return all
}

func (b Backbone) placementsText(placements []compile.Placement) (text string) {
	for k, pl := range placements {
		if k == maxNamedPerKind {
			return text + "  …\n"
		}
		text += "  " + source.EscapeText(b.placementText(pl)) + "\n"
	}
	return text
}

// neverUsedText lists the given placements, which no solution uses, if they are few. Otherwise it returns their number
// by kind.
func (b Backbone) neverUsedText(placements []compile.Placement) (text string) {
	if len(placements) <= maxNamedPerKind/4 {
		return b.placementsText(placements)
	}
	var kinds []string
	out, all := map[string]int{}, map[string]int{}
	kind := func(pl compile.Placement) string { return pl.Name() }
	for _, pl := range b.placementsOfOptions(b.allOptions()) {
		if k := kind(pl); all[k] == 0 {
			kinds = append(kinds, k)
		}
		all[kind(pl)]++
	}
	for _, pl := range placements {
		out[kind(pl)]++
	}
	if len(kinds) > maxNamedPerKind {
		return ""
	}
	for _, k := range kinds {
		if k != "" {
			text += fmt.Sprintf("  %s: %d of %d\n", source.EscapeText(k), out[k], all[k])
		}
	}
	return text
}

// drawBackbone draws what all solutions have in common. On a board for chessmen a cross marks each cell that has no
// chessman in any solution.
func (b Backbone) drawBackbone() draw.Picture {
	program := b.puzzle.Program()
	pic := program.Picture(program.Decode(matrix.Solution(b.AlwaysUsed)))
	if program.Puzzle.Chessmen != nil && program.Puzzle.Packing == nil {
		for _, pl := range b.placementsOfOptions(b.NeverUsed) {
			if len(pl.Cells) == 1 && pl.PieceName != "" {
				pic.CellMarks[pl.Cells[0]] = "x"
			}
		}
	}
	return pic
}

// SVG draws what all solutions have in common, or returns [quadrille.ErrNothingToDraw].
func (b Backbone) SVG(w io.Writer) error {
	if b.puzzle == nil || !b.puzzle.IsDrawable() {
		return quadrille.ErrNothingToDraw
	}
	return draw.WriteSVG(w, b.drawBackbone())
}

// MarshalJSON returns the backbone as an object. An option is written as the list of its items.
func (b Backbone) MarshalJSON() ([]byte, error) {
	rows := func(options []quadrille.OptionID) [][]string { return b.puzzle.NewSolution(options).OptionItems() }
	placements := func(options []quadrille.OptionID) []quadrille.Placement {
		return slices.Clip(b.puzzle.NewSolution(options).Placements())
	}
	out := struct {
		IsSolvable        bool                  `json:"solvable"`
		AlwaysUsed        []quadrille.Placement `json:"always"`
		NeverUsed         [][]string            `json:"never"`
		UndeterminedCount int                   `json:"open"`
	}{IsSolvable: b.IsSolvable, NeverUsed: append([][]string{}, rows(b.NeverUsed)...),
		AlwaysUsed:        []quadrille.Placement{},
		UndeterminedCount: b.UndeterminedCount}
	if b.IsSolvable {
		out.AlwaysUsed = append(out.AlwaysUsed, placements(b.AlwaysUsed)...)
	}
	return json.Marshal(out)
}
