package explain

import (
	"context"
	"iter"
	"slices"
	"strings"

	"quadrille"
	"quadrille/compile"
	"quadrille/compile/draw"
	"quadrille/compile/lattice"
	"quadrille/lang/source"
	"quadrille/runtime/deduce"
	"quadrille/runtime/matrix"
)

// Steps yields the steps by which a person can solve a puzzle: at each one, the easiest technique that shows
// something. Its words tell what must be or cannot be, and why; its picture has all that is known by then, and marks
// the cells for which something is excluded. With trials, an option that forced moves refute is excluded as well. The
// last one, of the kind [Ended], tells how far the steps lead. All steps hold for every solution.
func Steps(ctx context.Context, p *quadrille.Puzzle, trials bool) iter.Seq2[Reason, error] {
	return func(yield func(Reason, error) bool) {
		p, err := AllSolutions(p)
		if err != nil {
			yield(Reason{}, err)
			return
		}
		d, err := NewDeduction(p.Program())
		if err != nil {
			yield(Reason{}, err)
			return
		}
		if trials {
			d.Hardest = deduce.Expert
		}
		for step := range d.Steps(ctx, nil, nil) {
			if !yield(Reason{Kind: step.Kind, Words: step.Text, puzzle: p, short: step.shortReason}, nil) {
				return
			}
		}
		if err := ctx.Err(); err != nil {
			yield(Reason{}, err)
		}
	}
}

// Deduction finds steps in a compiled puzzle.
type Deduction struct {
	// Hardest is the hardest technique to use: deduce.Hard, or deduce.Expert for trials as well.
	Hardest deduce.Level
	finder  *reasonFinder
}

// NewDeduction returns a deduction for a program. The error is that of [compile.Program.Candidates].
func NewDeduction(p *compile.Program) (*Deduction, error) {
	f, err := newReasonFinder(p)
	if err != nil {
		return nil, err
	}
	return &Deduction{Hardest: deduce.Hard, finder: f}, nil
}

// DeducedStep is one step, with the visible options that it decides.
type DeducedStep struct {
	shortReason
	// Put are the options that the step shows to be in all solutions, and Excluded those that it shows to be in none.
	Put, Excluded []matrix.OptionID
}

// Steps yields the steps that follow once some options are chosen and others banned.
func (d *Deduction) Steps(ctx context.Context, chosen, banned []matrix.OptionID) iter.Seq[DeducedStep] {
	return func(yield func(DeducedStep) bool) {
		f := d.finder
		part, ids := f.problem.Subproblem(chosen, banned)
		known := slices.Clone(chosen)
		f.isOut = map[matrix.OptionID]bool{}
		for _, o := range banned {
			f.isOut[o] = true
		}
		steps, ending := deduce.SolveBySteps(ctx, part,
			deduce.StepOrder{Rank: f.itemRank, RankCount: 2, Line: f.RuleNumber,
				Hardest: d.Hardest})
		for s := range steps {
			put, excluded := f.visibleOutcome(s, ids)
			if len(put)+len(excluded) > 0 {
				step := DeducedStep{f.stepReason(s, put, excluded), put, excluded}
				step.Chosen = slices.Concat(known, put)
				if !yield(step) {
					return
				}
			}
			known = append(known, put...)
		}
		if ctx.Err() == nil {
			last := DeducedStep{shortReason: shortReason{Kind: Ended, Text: f.endingText(ending()), Chosen: known}}
			yield(last)
		}
	}
}

// itemRank is the rank of an item by which people look at it: cells come first.
func (f *reasonFinder) itemRank(i matrix.ItemID) int {
	if _, isCell := f.ItemCell(i); isCell {
		return 0
	}
	return 1
}

// visibleOutcome returns the options that a step chooses and excludes, as far as they show in a picture, in the
// numbering of the whole problem. Options that are excluded only by a visible choice are left out of these, as people
// see that.
func (f *reasonFinder) visibleOutcome(s deduce.Step, ids []matrix.OptionID) (put, excluded []matrix.OptionID) {
	for _, o := range s.Chosen {
		if f.IsVisibleOption(ids[o]) {
			put = append(put, ids[o])
		}
	}
	for k, o := range s.Excluded {
		if !f.IsVisibleOption(ids[o]) {
			continue
		}
		f.isOut[ids[o]] = true
		if by := s.ExcludedBy[k]; by < 0 || !f.IsVisibleOption(ids[by]) {
			excluded = append(excluded, ids[o])
		}
	}
	return put, excluded
}

// stepReason describes a step.
func (f *reasonFinder) stepReason(s deduce.Step, put, excluded []matrix.OptionID) shortReason {
	r := shortReason{Marks: map[lattice.Cell]string{}}
	var decided lattice.Shape
	for _, o := range put {
		decided = decided.Union(lattice.NewShape(f.OptionCells(o)))
	}
	// what follows from where something is put is left out
	excluded = slices.DeleteFunc(slices.Clone(excluded), func(o matrix.OptionID) bool {
		cells := lattice.NewShape(f.OptionCells(o))
		return len(decided) > 0 && len(cells.Subtract(decided)) == 0
	})
	for _, o := range excluded {
		for _, c := range f.OptionCells(o) {
			r.Marks[c] = draw.CrossMark
		}
	}
	var why string
	first := f.NoOptionsLeftText(s.Items[0], s.Level == deduce.Easy)
	switch {
	case s.IsLine:
		r.Kind, why = Line, f.ItemText(s.Items[0])+" can be kept in no other way"
	case s.Level == deduce.Easy:
		r.Kind, why = Single, first
		if len(decided) == 1 {
			why = strings.Replace(first, " on the cell "+f.program.Lattice().FormatCell(decided[0]), " there", 1)
		}
	case s.Level == deduce.Medium:
		r.Kind, why = CommonPeer, "else "+first
	case s.Level == deduce.Hard:
		r.Kind, why = Pair, f.itemsText(s.Items[:2])+" need "+f.itemsText(s.Items[2:])+" for themselves"
	default:
		r.Kind, why = Trial, "else forced moves go on until "+first
	}
	text := f.outcomeText(put, excluded) + ", as " + why
	r.Text = asSentence(text)
	return r
}

// outcomeText tells what a step puts, what remains for the cells for which it excludes the most, and what it excludes
// elsewhere.
func (f *reasonFinder) outcomeText(put, excluded []matrix.OptionID) string {
	var parts []string
	if len(put) > 0 {
		parts = append(parts, f.optionsText(put))
	}
	left, rest := f.remainingText(excluded)
	if parts = append(parts, left...); len(rest) > 0 {
		parts = append(parts, f.exclusionText(rest))
	}
	return source.JoinWords(parts)
}

// remainingText returns, for each cell of a filling for which a step excludes at least as many symbols as it leaves,
// the symbols left: "only 7 or 9 on (0, 1)". The other excluded options are returned as well.
func (f *reasonFinder) remainingText(excluded []matrix.OptionID) (texts []string, rest []matrix.OptionID) {
	if f.program.Puzzle.Filling == nil {
		return nil, excluded
	}
	byCell := map[lattice.Cell][]matrix.OptionID{}
	var cells []lattice.Cell
	for _, o := range excluded {
		if at := f.OptionCells(o); len(at) == 1 {
			byCell[at[0]] = append(byCell[at[0]], o)
			cells = append(cells, at[0])
		} else {
			rest = append(rest, o)
		}
	}
	for _, c := range lattice.NewShape(cells) {
		var symbols []string
		for _, o := range f.OptionsOnCell(c) {
			if symbol := f.OptionSubject(o); symbol != "" && !f.isOut[o] {
				symbols = append(symbols, symbol)
			}
		}
		if n := len(symbols); n == 0 || n > len(byCell[c]) || n > maxNamedOptions {
			rest = append(rest, byCell[c]...)
			continue
		}
		texts = append(texts, "only "+strings.Join(symbols, " or ")+" on "+f.program.Lattice().FormatCell(c))
	}
	return texts, rest
}

// exclusionText lists excluded options. Symbols on one cell stand together, and cells without the same symbols as well.
func (f *reasonFinder) exclusionText(options []matrix.OptionID) string {
	symbols, cells := map[string]string{}, map[string]string{}
	var order, texts []string
	for _, o := range slices.Sorted(slices.Values(options)) {
		what, where := f.subjectOnCell(o)
		if where == "" {
			return "not " + f.optionsText(options)
		}
		if symbols[where] == "" {
			order = append(order, where)
			symbols[where] = what
		} else {
			symbols[where] += " or " + what
		}
	}
	for _, where := range order {
		if what := symbols[where]; cells[what] == "" {
			texts = append(texts, what)
			cells[what] = where
		} else {
			cells[what] += " " + where
		}
	}
	for k, what := range texts {
		texts[k] = "not " + what + " on " + cells[what]
	}
	return source.JoinWords(texts)
}

// maxNamedOptions is the number of options that a step names before it counts the others.
const maxNamedOptions = 6

// optionsText lists options. Cells with the same symbol stand together.
func (f *reasonFinder) optionsText(options []matrix.OptionID) string {
	var words []string
	group := map[string]int{} // index in words of the options on one cell, by what they put there
	for k, o := range slices.Sorted(slices.Values(options)) {
		what, where := f.subjectOnCell(o)
		at, known := group[what]
		switch {
		case where != "" && known:
			words[at] += " " + where
		case len(words) == maxNamedOptions:
			return source.JoinWords(append(words, source.Plural(len(options)-k, "other")))
		default:
			if where != "" {
				group[what] = len(words)
			}
			words = append(words, f.OptionText(o))
		}
	}
	return source.JoinWords(words)
}

// subjectOnCell returns what an option puts on a single cell, and the cell in words; "" if it puts nothing there, or
// something on several cells.
func (f *reasonFinder) subjectOnCell(o matrix.OptionID) (what, where string) {
	what, cells := f.OptionSubject(o), f.OptionCells(o)
	if what == "" || len(cells) != 1 {
		return "", ""
	}
	return what, f.program.Lattice().FormatCell(cells[0])
}

// endingText describes how far the steps lead.
func (f *reasonFinder) endingText(e deduce.Ending) string {
	switch extra := f.program.ConstraintsBeyondMatrix(); {
	case e == deduce.Impossible:
		return "Now something has no option left: there is no solution, and `puz why` says why."
	case e == deduce.Solved && extra == "":
		return "All is decided: this is the only solution."
	case e == deduce.Solved:
		return "All is decided, if it keeps the rule on " + extra + "."
	case extra != "":
		return "From here on only trial helps: no technique here knows of " + extra + "."
	}
	return "From here on only trial helps."
}
