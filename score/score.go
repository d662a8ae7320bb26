// Package score measures the symmetry of packings, and ranks solutions by it.
//
// Its input is solutions of a packing in the plane, its output is scores, a list of the best solutions, or a histogram
// of scores.
package score

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"quadrille"
	"quadrille/compile/lattice"
	"quadrille/lang/source"
)

// Score measures the symmetry of a packing (spec.md, appendix D).
type Score struct {
	// HorizontalEdges and VerticalEdges count the edges between two pieces whose images are edges between two pieces
	// too: HorizontalEdges under the left-right reflection, and VerticalEdges under the top-bottom reflection.
	HorizontalEdges int `json:"horizontal"`
	VerticalEdges   int `json:"vertical"`
	// HorizontalPieces and VerticalPieces count the pieces whose images are pieces too, under the same reflections.
	HorizontalPieces int `json:"horizontal-pieces"`
	VerticalPieces   int `json:"vertical-pieces"`
	// TurnedDegrees is the angle in degrees by which the picture is turned for this score.
	TurnedDegrees int `json:"turned"`
}

// ScoreNames returns the names that [Score.Value] accepts.
func ScoreNames() []string {
	return []string{"symmetry", "horizontal", "vertical", "horizontal-pieces", "vertical-pieces"}
}

// Value returns the number of a field by the name that it has in JSON. The name symmetry stands for the greater of the
// numbers horizontal and vertical. It returns false for other names.
func (s Score) Value(name string) (n int, ok bool) {
	switch name {
	case "symmetry":
		return max(s.HorizontalEdges, s.VerticalEdges), true
	case "horizontal":
		return s.HorizontalEdges, true
	case "vertical":
		return s.VerticalEdges, true
	case "horizontal-pieces":
		return s.HorizontalPieces, true
	case "vertical-pieces":
		return s.VerticalPieces, true
	}
	return 0, false
}

// Compare orders scores by the greater of HorizontalEdges and VerticalEdges, and then by the other number.
func (s Score) Compare(t Score) int {
	return lattice.SymmetryScore{LeftRightEdges: s.HorizontalEdges,
		TopBottomEdges: s.VerticalEdges}.Compare(lattice.SymmetryScore{LeftRightEdges: t.HorizontalEdges,
		TopBottomEdges: t.VerticalEdges})
}

// NewScorer returns a function that computes the score of a solution, for a packing in the plane.
func NewScorer(p *quadrille.Puzzle) (func(quadrille.Solution) Score, error) {
	pack := p.Program().Puzzle.Packing
	switch {
	case pack == nil:
		return nil, errors.New("symmetry compares packings, and this puzzle packs no board")
	case pack.Board.IsWrapped():
		return nil, errors.New("symmetry compares packings of boards that are not wrapped")
	}
	scorer, ok := lattice.NewSymmetryScorer(pack.Board.Lattice, pack.Board.AllCells())
	if !ok {
		return nil, errors.New("symmetry compares edges between cells of the plane; the lattice " +
			pack.Board.Lattice.Name + " has none")
	}
	return func(s quadrille.Solution) Score {
		var pieces []lattice.Shape
		for _, pl := range s.DecodePlacements() {
			if pl.StatementKind == "pack" {
				pieces = append(pieces, pl.Cells)
			}
		}
		score, turned := scorer.BestScore(pieces)
		return Score{score.LeftRightEdges, score.TopBottomEdges, score.LeftRightPieces, score.TopBottomPieces, turned}
	}, nil
}

// ScoredSolution is a solution with its number, counted from 1, and its score.
type ScoredSolution struct {
	quadrille.Solution
	Number int
	Score  Score
}

// Ranking receives solutions one by one, and ranks them by their scores.
type Ranking struct {
	// RequestedScores are the names of the requested scores.
	RequestedScores []string

	scoreOfSolution func(quadrille.Solution) Score
	// scoreConditions are the conditions that a solution must satisfy.
	scoreConditions []scoreCondition
	// rankingScore is the name of the score by which the best solutions are kept, or "".
	rankingScore string
	// bestCount is the number of best solutions to keep; those equal to the last of them are kept too.
	bestCount     int
	bestSolutions []ScoredSolution
	// histogramScores holds the names of the scores that are counted, and histogramCounts holds the number of solutions
	// for each line of the histogram.
	histogramScores []string
	histogramCounts map[string]int
}

// scoreCondition is a condition for a score, such as horizontal>=50.
type scoreCondition struct {
	scoreName, comparison string
	scoreBound            int
}

func (c scoreCondition) isSatisfied(s Score) bool {
	n, _ := s.Value(c.scoreName)
	switch c.comparison {
	case ">=":
		return n >= c.scoreBound
	case "<=":
		return n <= c.scoreBound
	}
	return n == c.scoreBound
}

// NewRanking returns a ranking of solutions. The text wanted lists names of scores and conditions, such as
// horizontal>=50, separated by commas. If the text best names a score, the ranking keeps only the best solutions by
// that score: as many as the argument top says, and those equal to the last of them. If histogram lists names of
// scores, the ranking only counts solutions. Each of the three texts may be empty.
func NewRanking(p *quadrille.Puzzle, wanted, best string, top int, histogram string) (*Ranking, error) {
	r := &Ranking{rankingScore: best, bestCount: top, histogramCounts: map[string]int{}}
	var err error
	if r.scoreOfSolution, err = NewScorer(p); err != nil {
		return nil, err
	}
	if histogram != "" {
		r.histogramScores = strings.Split(histogram, ",")
	}
	if wanted != "" {
		err = r.readScoreConditions(wanted)
	}
	for _, name := range append(slices.Clone(r.histogramScores), cmp.Or(best, "symmetry")) {
		err = cmp.Or(err, checkScoreName(name))
	}
	return r, err
}

func checkScoreName(name string) error {
	if names := ScoreNames(); !slices.Contains(names, name) {
		return fmt.Errorf("the scores are %s, and there is no %q", strings.Join(names, ", "), name)
	}
	return nil
}

var scoreTerm = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^([a-z-]+)(?:(>=|<=|=)([0-9]{1,9}))?$`)
})

// readScoreConditions parses a list of names of scores and conditions.
func (r *Ranking) readScoreConditions(wanted string) error {
	for _, term := range strings.Split(wanted, ",") {
		m := scoreTerm().FindStringSubmatch(strings.TrimSpace(term))
		if m == nil {
			return fmt.Errorf("scores are names, or conditions such as horizontal>=50, and not %q", term)
		}
		if err := checkScoreName(m[1]); err != nil {
			return err
		}
		r.RequestedScores = append(r.RequestedScores, m[1])
		if m[2] != "" {
			bound, _ := strconv.Atoi(m[3]) // at most nine digits
			r.scoreConditions = append(r.scoreConditions, scoreCondition{m[1], m[2], bound})
		}
	}
	return nil
}

// NeedsAllSolutions reports whether the ranking needs all solutions: because it has results only after the last
// solution, or because it drops some solutions.
func (r *Ranking) NeedsAllSolutions() bool {
	return r.rankingScore != "" || r.histogramScores != nil || len(r.scoreConditions) > 0
}

// ObserveSolution computes the score of the n-th solution, and reports whether to show the solution now. It returns
// false if the solution fails a condition, or is kept until the end.
func (r *Ranking) ObserveSolution(n int, s quadrille.Solution) (ScoredSolution, bool) {
	f := ScoredSolution{s, n, r.scoreOfSolution(s)}
	for _, c := range r.scoreConditions {
		if !c.isSatisfied(f.Score) {
			return f, false
		}
	}
	switch {
	case r.histogramScores != nil:
		row := ""
		for _, name := range r.histogramScores {
			n, _ := f.Score.Value(name)
			row += fmt.Sprintf("%4d ", n)
		}
		r.histogramCounts[row]++
	case r.rankingScore != "":
		r.keepIfAmongBest(f)
	default:
		return f, true
	}
	return f, false
}

func (r *Ranking) compareScores(a, b Score) int {
	if r.rankingScore == "symmetry" {
		return a.Compare(b)
	}
	m, _ := a.Value(r.rankingScore)
	n, _ := b.Value(r.rankingScore)
	return cmp.Compare(m, n)
}

// keepIfAmongBest keeps a solution if it is one of the best so far, or equal to the last of these.
func (r *Ranking) keepIfAmongBest(f ScoredSolution) {
	at := len(r.bestSolutions)
	for at > 0 && r.compareScores(f.Score, r.bestSolutions[at-1].Score) > 0 {
		at--
	}
	r.bestSolutions = slices.Insert(r.bestSolutions, at, f)
	for end := len(r.bestSolutions); end > r.bestCount &&
		r.compareScores(r.bestSolutions[r.bestCount-1].Score, r.bestSolutions[end-1].Score) > 0; end-- {
		r.bestSolutions = r.bestSolutions[:end-1]
	}
}

// Best returns the best solutions so far, the best first.
func (r *Ranking) Best() []ScoredSolution { return r.bestSolutions }

// Histogram returns a line for each occurring score, the highest first, with the number of solutions that have it.
func (r *Ranking) Histogram() string {
	rows := slices.Sorted(maps.Keys(r.histogramCounts))
	slices.Reverse(rows)
	for k, row := range rows {
		rows[k] = fmt.Sprintf("%s%d\n", row, r.histogramCounts[row])
	}
	return strings.Join(rows, "")
}

// Text returns the scores with the given names in words; without names, it returns horizontal and vertical.
func (s Score) Text(names ...string) string {
	var words []string
	both := len(names) == 0 || slices.Contains(names, "symmetry")
	if both || slices.Contains(names, "horizontal") {
		words = append(words, fmt.Sprintf("horizontal symmetry %d", s.HorizontalEdges))
	}
	if both || slices.Contains(names, "vertical") {
		words = append(words, fmt.Sprintf("vertical symmetry %d", s.VerticalEdges))
	}
	if slices.Contains(names, "horizontal-pieces") {
		words = append(words, source.Plural(s.HorizontalPieces, "piece")+" unchanged left to right")
	}
	if slices.Contains(names, "vertical-pieces") {
		words = append(words, source.Plural(s.VerticalPieces, "piece")+" unchanged top to bottom")
	}
	if s.TurnedDegrees != 0 {
		words = append(words, fmt.Sprintf("when turned by %d°", s.TurnedDegrees))
	}
	return strings.Join(words, ", ")
}
