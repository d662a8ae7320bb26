// Package explain explains properties of a puzzle: why it has no solution ([Reasons]), whether it has only one and
// which clues are needed for that ([CheckUniqueness]), and what all solutions have in common ([FindBackbone]).
//
// Its input is a [quadrille.Puzzle]. Its output is text, pictures and JSON for each answer. It does not know how a
// program writes these to files or displays them.
package explain

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"quadrille"
	"quadrille/compile/draw"
	"quadrille/compile/lattice"
	"quadrille/lang/source"
	"quadrille/runtime/deduce"
	"quadrille/runtime/matrix"
)

// Reason is a reason why a puzzle has no solution.
type Reason struct {
	// Kind is the kind of the reason: no-option, area, region, coloring, crowd, forced, weights, cases, conflict or
	// search, from the easiest to understand to the hardest. docs/why.md shows each kind.
	Kind ReasonKind
	// Sentences explains the reason in sentences, on several lines if there are steps.
	Sentences string
	// TextSpans are the places in the text that the reason is about.
	TextSpans []source.Span

	puzzle      *quadrille.Puzzle
	shortReason shortReason
}

// ErrSolvable is the error of [Reasons] if the puzzle has a solution.
var ErrSolvable = errors.New("there is a solution")

// Reasons yields reasons why the puzzle has no solution; or, if it has a goal and a solution, why no solution is
// better. Short reasons come first, the easiest to understand before others, and then a conflict of clues. If there are
// no such reasons, the puzzle is searched as by [quadrille.Puzzle.First], and the reason states the effort of this
// search. The last pair may be an error with a zero Reason: [ErrSolvable], or the error that ended the search.
func Reasons(ctx context.Context, p *quadrille.Puzzle, s quadrille.Search) iter.Seq2[Reason, error] {
	return func(yield func(Reason, error) bool) {
		if best, err := optimalityReason(ctx, p, s); err != nil || best.Kind != "" {
			yield(best, err)
			return
		}
		short, err := shortReasons(ctx, p.Program())
		if err != nil {
			yield(Reason{}, err)
			return
		}
		for _, r := range short {
			if !yield(Reason{Kind: r.Kind, Sentences: r.Sentences, puzzle: p, shortReason: r}, nil) {
				return
			}
		}
		var last Reason
		if len(short) == 0 {
			if last, err = exhaustiveSearchReason(ctx, p, s); err != nil {
				yield(Reason{}, err)
				return
			}
		}
		if clash, ok := findConflict(ctx, p); ok {
			yield(clash, nil)
		} else if len(short) == 0 {
			yield(last, nil)
		}
	}
}

// optimalityReason returns the reason why no solution of a puzzle with a goal has a better value. It returns the zero
// Reason if the puzzle has no goal or no solution.
func optimalityReason(ctx context.Context, p *quadrille.Puzzle, s quadrille.Search) (Reason, error) {
	if !p.HasGoal() {
		return Reason{}, nil
	}
	effort := &quadrille.Effort{}
	s.Effort = effort
	if _, err := p.First(ctx, s); errors.Is(err, quadrille.ErrNoSolution) {
		return Reason{}, nil
	} else if err != nil {
		return Reason{}, err
	}
	o := effort.Optimum
	words := fmt.Sprintf("The %s is %d. Why none is better has no short reason: links have searched everything there "+
		"is, %s.", o.Kind, o.Value, source.Plural(int(effort.Nodes), "node"))
	if o.ByWeights {
		words = fmt.Sprintf("The %s is %d, and none is better: items can weigh so much that no option is worth more "+
			"than its items weigh, and all that is covered weighs %d.", o.Kind, o.Value, o.Value)
		return Reason{Kind: Weights, Sentences: words, puzzle: p}, nil
	}
	return Reason{Kind: Searched, Sentences: words, puzzle: p}, nil
}

// exhaustiveSearchReason searches the whole puzzle. If there is no solution, the result of this search is the reason.
func exhaustiveSearchReason(ctx context.Context, p *quadrille.Puzzle, s quadrille.Search) (Reason, error) {
	effort := &quadrille.Effort{}
	s.Effort = effort
	switch _, err := p.First(ctx, s); {
	case err == nil:
		return Reason{}, ErrSolvable
	case !errors.Is(err, quadrille.ErrNoSolution):
		return Reason{}, err
	}
	words := fmt.Sprintf("No short reason was found. The engine %s has searched everything there is, %s, and there is "+
		"no solution.",
		effort.Engine, source.Plural(int(effort.Nodes), "node"))
	return Reason{Kind: Searched, Sentences: words, puzzle: p}, nil
}

// Certificate returns the proof by weights, if the reason has one.
func (r Reason) Certificate() (Certificate, bool) {
	if r.shortReason.Certificate == nil {
		return Certificate{}, false
	}
	m, _, err := r.puzzle.Matrix()
	return Certificate{*r.shortReason.Certificate, m}, err == nil
}

// Certificate is a proof by weights of the items of a matrix that there is no solution. In every option, the sum of the
// weights of its items is 0 modulo the modulus, or at most 0 if the modulus is 0. The sum over all items, each weight
// times the number of times its item must be covered, violates that condition. The method Check verifies both facts.
type Certificate struct {
	deduce.Certificate
	problem *matrix.Problem
}

// Check returns an error if the certificate is no proof.
func (c Certificate) Check() error { return c.Certificate.CheckProof(c.problem) }

// String returns the modulus, or the statement that the sums of options are at most 0. Then a line for each item with a
// weight follows, and the total.
func (c Certificate) String() string {
	var b strings.Builder
	if c.AtMostZero {
		b.WriteString("at most 0\n")
	} else {
		fmt.Fprintf(&b, "modulus %d\n", c.Modulus)
	}
	for i, w := range c.Weights {
		if w != 0 {
			fmt.Fprintf(&b, "%s %d\n", source.EscapeText(c.problem.Name(matrix.ItemID(i))), w)
		}
	}
	fmt.Fprintf(&b, "total %v\n", c.TotalWeight(c.problem))
	return b.String()
}

// MarshalJSON returns the modulus, and the weights by the names of the items.
func (c Certificate) MarshalJSON() ([]byte, error) {
	type item struct {
		ItemName string `json:"item"`
		Weight   int64  `json:"weight"`
	}
	weights := []item{}
	for i, w := range c.Weights {
		if w != 0 {
			weights = append(weights, item{c.problem.Name(matrix.ItemID(i)), w})
		}
	}
	return json.Marshal(struct {
		Modulus     int64  `json:"modulus"`
		AtMostZero  bool   `json:"atMost,omitempty"`
		Weights     []item `json:"weights"`
		TotalWeight string `json:"total"`
	}{c.Modulus, c.AtMostZero, weights, c.TotalWeight(c.problem).String()})
}

// Picture returns a picture of the cells that the reason is about. It returns false if there are none.
func (r Reason) Picture() (draw.Picture, bool) {
	if len(r.shortReason.CellMarks)+len(r.shortReason.ChosenOptions)+len(r.shortReason.HighlightedCells)+
		len(r.shortReason.TintedCells) == 0 {
		return draw.Picture{}, false
	}
	pic, ok := r.puzzle.Program().DrawChosen(r.shortReason.ChosenOptions)
	if !ok {
		return pic, false
	}
	r.shortReason.addMarksTo(&pic)
	pic.Title = strings.ReplaceAll(r.Sentences, "\n", " ")
	return pic, true
}

// MarkPicture marks, in a picture of the same board, what the step places or excludes, and the cells that the reason of
// the step uses.
func (s *DeducedStep) MarkPicture(pic *draw.Picture) { s.addMarksTo(pic) }

// addMarksTo marks the cells of the reason in a picture.
func (r *shortReason) addMarksTo(pic *draw.Picture) {
	for c, mark := range r.CellMarks {
		pic.CellMarks[c] = mark
	}
	pic.HighlightedCells, pic.NewCells, pic.ReasonCells = r.HighlightedCells, r.NewlyFilledCells, r.TintedCells
}

// Text returns the sentences, the places in the text of the puzzle, and a picture of the cells that the reason is
// about.
func (r Reason) Text(style quadrille.TextStyle) string {
	var b strings.Builder
	b.WriteString(r.Sentences + "\n")
	source.PrintExcerpts(&b, r.TextSpans)
	if pic, ok := r.Picture(); ok {
		b.WriteString(draw.RenderText(pic, style))
		b.WriteString(r.markLegend())
	}
	return b.String()
}

// markLegend returns a line that explains the marks in the picture, or "" if the sentences explain them.
func (r Reason) markLegend() string {
	for _, mark := range r.shortReason.CellMarks {
		if mark == endMark && !strings.Contains(r.Sentences, " "+endMark) {
			return endMark + " marks the cells in question.\n"
		}
	}
	switch {
	case len(r.shortReason.HighlightedCells) > 0:
		return "* marks the clues that clash.\n"
	case len(r.shortReason.NewlyFilledCells) > 0:
		return "* marks what is new.\n"
	}
	return ""
}

// String returns the text without colors.
func (r Reason) String() string { return r.Text(quadrille.TextStyle{}) }

// SVG draws the cells of the reason, or returns [quadrille.ErrNothingToDraw].
func (r Reason) SVG(w io.Writer) error {
	pic, ok := r.Picture()
	if !ok {
		return quadrille.ErrNothingToDraw
	}
	return draw.WriteSVG(w, pic)
}

// MarshalJSON returns the reason as an object, with the cells that have each mark, and the certificate.
func (r Reason) MarshalJSON() ([]byte, error) {
	type place struct {
		File string `json:"file"`
		Line int    `json:"line"`
		Text string `json:"text"`
	}
	out := struct {
		Kind        ReasonKind            `json:"kind"`
		Sentences   string                `json:"words"`
		CellsByMark map[string][][]int32  `json:"marks,omitempty"`
		Placements  []quadrille.Placement `json:"placements,omitempty"`
		TextPlaces  []place               `json:"places,omitempty"`
		Certificate *Certificate          `json:"certificate,omitempty"`
	}{Kind: r.Kind, Sentences: r.Sentences, CellsByMark: map[string][][]int32{}}
	var cells []lattice.Cell
	for c := range r.shortReason.CellMarks {
		cells = append(cells, c)
	}
	for _, c := range lattice.NewShape(cells) {
		mark := r.shortReason.CellMarks[c]
		out.CellsByMark[mark] = append(out.CellsByMark[mark], lattice.CellCoordinates([]lattice.Cell{c},
			len(r.puzzle.Program().Lattice().AxisNames))...)
	}
	if len(r.shortReason.ChosenOptions) > 0 {
		out.Placements = r.puzzle.NewSolution(r.shortReason.ChosenOptions).Placements()
	}
	for _, s := range r.TextSpans {
		out.TextPlaces = append(out.TextPlaces, place{s.File.Name, s.File.Position(s.Start).Line,
			s.File.TextOf(s.Range)})
	}
	if c, ok := r.Certificate(); ok {
		out.Certificate = &c
	}
	return json.Marshal(out)
}
