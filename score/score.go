// Package score says how nearly symmetric packings are, and sorts solutions by that.
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

// Score says how nearly symmetric a packing is (spec.md, section 9).
type Score struct {
	// Horizontal and Vertical count edges between pieces that are such edges in the
	// left-right and the top-bottom reflection.
	Horizontal int `json:"horizontal"`
	Vertical   int `json:"vertical"`
	// HorizontalPieces and VerticalPieces count the pieces that these reflections leave as
	// they are, or exchange.
	HorizontalPieces int `json:"horizontal-pieces"`
	VerticalPieces   int `json:"vertical-pieces"`
	// Turned is the angle in degrees by which the picture is turned to have this score.
	Turned int `json:"turned"`
}

// ScoreNames lists the names for [Score.Value].
func ScoreNames() []string {
	return []string{"symmetry", "horizontal", "vertical", "horizontal-pieces", "vertical-pieces"}
}

// Value returns one of the numbers by its name, that of its field in JSON; of symmetry, the
// greater one of horizontal and vertical. It returns false for other names.
func (s Score) Value(name string) (n int, ok bool) {
	switch name {
	case "symmetry":
		return max(s.Horizontal, s.Vertical), true
	case "horizontal":
		return s.Horizontal, true
	case "vertical":
		return s.Vertical, true
	case "horizontal-pieces":
		return s.HorizontalPieces, true
	case "vertical-pieces":
		return s.VerticalPieces, true
	}
	return 0, false
}

// Compare orders scores: the greater of the two numbers counts first, then the other one.
func (s Score) Compare(t Score) int {
	return lattice.SymmetryScore{Horizontal: s.Horizontal,
		Vertical: s.Vertical}.Compare(lattice.SymmetryScore{Horizontal: t.Horizontal, Vertical: t.Vertical})
}

// NewScorer returns the function that scores the solutions of a packing of a board in the
// plane.
func NewScorer(p *quadrille.Puzzle) (func(quadrille.Solution) Score, error) {
	pack := p.Program().Puzzle.Packing
	switch {
	case pack == nil:
		return nil, errors.New("symmetry compares packings, and this puzzle packs no board")
	case pack.Board.IsWrapped():
		return nil, errors.New("symmetry compares packings of boards that are not wrapped")
	}
	scorer, ok := lattice.NewScorer(pack.Board.Lattice, pack.Board.AllCells())
	if !ok {
		return nil, errors.New("symmetry compares edges between cells of the plane; the lattice " +
			pack.Board.Lattice.Name + " has none")
	}
	return func(s quadrille.Solution) Score {
		var pieces []lattice.Shape
		for _, pl := range s.DecodePlacements() {
			pieces = append(pieces, pl.Cells)
		}
		score, turned := scorer.BestScore(pieces)
		return Score{score.Horizontal, score.Vertical, score.HorizontalPieces, score.VerticalPieces, turned}
	}, nil
}

// ScoredSolution is a solution with its number, counted from 1, and its score.
type ScoredSolution struct {
	quadrille.Solution
	Number int
	Score  Score
}

// Ranking looks at solutions one by one and sorts them by their scores.
type Ranking struct {
	// Names are the scores that were asked for.
	Names []string

	score      func(quadrille.Solution) Score
	conditions []scoreCondition
	by         string
	top        int
	best       []ScoredSolution
	histogram  []string
	counts     map[string]int
}

// scoreCondition is a bound of a score.
type scoreCondition struct {
	name, sign string
	bound      int
}

func (c scoreCondition) isSatisfied(s Score) bool {
	n, _ := s.Value(c.name)
	switch c.sign {
	case ">=":
		return n >= c.bound
	case "<=":
		return n <= c.bound
	}
	return n == c.bound
}

// NewRanking begins one. Wanted has names of scores and conditions, such as horizontal>=50, with
// commas between them. With best, the name of a score, the top best are kept, and those as good as the
// last of them. With histogram, names with commas, solutions are only counted. Each may be
// empty.
func NewRanking(p *quadrille.Puzzle, wanted, best string, top int, histogram string) (*Ranking, error) {
	r := &Ranking{by: best, top: top, counts: map[string]int{}}
	var err error
	if r.score, err = NewScorer(p); err != nil {
		return nil, err
	}
	if histogram != "" {
		r.histogram = strings.Split(histogram, ",")
	}
	if wanted != "" {
		err = r.readWanted(wanted)
	}
	for _, name := range append(slices.Clone(r.histogram), cmp.Or(best, "symmetry")) {
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

// readWanted reads scores that are wanted, and conditions.
func (r *Ranking) readWanted(wanted string) error {
	for _, term := range strings.Split(wanted, ",") {
		m := scoreTerm().FindStringSubmatch(strings.TrimSpace(term))
		if m == nil {
			return fmt.Errorf("scores are names, or conditions such as horizontal>=50, and not %q", term)
		}
		if err := checkScoreName(m[1]); err != nil {
			return err
		}
		r.Names = append(r.Names, m[1])
		if m[2] != "" {
			bound, _ := strconv.Atoi(m[3]) // nine digits
			r.conditions = append(r.conditions, scoreCondition{m[1], m[2], bound})
		}
	}
	return nil
}

// NeedsAll reports whether the ranking says nothing before it has seen all solutions, or leaves
// some out.
func (r *Ranking) NeedsAll() bool { return r.by != "" || r.histogram != nil || len(r.conditions) > 0 }

// Observe scores the n-th solution, and reports whether it is wanted now: not one that breaks a
// condition, or has to wait for the others.
func (r *Ranking) Observe(n int, s quadrille.Solution) (ScoredSolution, bool) {
	f := ScoredSolution{s, n, r.score(s)}
	for _, c := range r.conditions {
		if !c.isSatisfied(f.Score) {
			return f, false
		}
	}
	switch {
	case r.histogram != nil:
		row := ""
		for _, name := range r.histogram {
			n, _ := f.Score.Value(name)
			row += fmt.Sprintf("%4d ", n)
		}
		r.counts[row]++
	case r.by != "":
		r.keepBest(f)
	default:
		return f, true
	}
	return f, false
}

func (r *Ranking) compareScores(a, b Score) int {
	if r.by == "symmetry" {
		return a.Compare(b)
	}
	m, _ := a.Value(r.by)
	n, _ := b.Value(r.by)
	return cmp.Compare(m, n)
}

// keepBest keeps a solution if it is one of the best so far, or as good as the last of them.
func (r *Ranking) keepBest(f ScoredSolution) {
	at := len(r.best)
	for at > 0 && r.compareScores(f.Score, r.best[at-1].Score) > 0 {
		at--
	}
	r.best = slices.Insert(r.best, at, f)
	for end := len(r.best); end > r.top && r.compareScores(r.best[r.top-1].Score, r.best[end-1].Score) > 0; end-- {
		r.best = r.best[:end-1]
	}
}

// Best returns the best solutions seen.
func (r *Ranking) Best() []ScoredSolution { return r.best }

// Histogram writes how many solutions have which scores, the highest first, a line each.
func (r *Ranking) Histogram() string {
	rows := slices.Sorted(maps.Keys(r.counts))
	slices.Reverse(rows)
	for k, row := range rows {
		rows[k] = fmt.Sprintf("%s%d\n", row, r.counts[row])
	}
	return strings.Join(rows, "")
}

// Text says the scores that were asked for, or both symmetries, in words.
func (s Score) Text(names ...string) string {
	var words []string
	both := len(names) == 0 || slices.Contains(names, "symmetry")
	if both || slices.Contains(names, "horizontal") {
		words = append(words, fmt.Sprintf("horizontal symmetry %d", s.Horizontal))
	}
	if both || slices.Contains(names, "vertical") {
		words = append(words, fmt.Sprintf("vertical symmetry %d", s.Vertical))
	}
	if slices.Contains(names, "horizontal-pieces") {
		words = append(words, source.Plural(s.HorizontalPieces, "piece")+" unchanged left to right")
	}
	if slices.Contains(names, "vertical-pieces") {
		words = append(words, source.Plural(s.VerticalPieces, "piece")+" unchanged top to bottom")
	}
	if s.Turned != 0 {
		words = append(words, fmt.Sprintf("when turned by %d°", s.Turned))
	}
	return strings.Join(words, ", ")
}
