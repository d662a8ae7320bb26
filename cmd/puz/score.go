package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"quadrille"
	"quadrille/lang/source"
)

func scoreFlags() []cli.Flag {
	names := strings.Join(quadrille.ScoreNames(), ", ")
	return []cli.Flag{
		&cli.StringFlag{Name: "score", Usage: "print `SCORES` with each solution, or leave out those that a condition such as horizontal>=50 forbids: " + names},
		&cli.StringFlag{Name: "best", Usage: "print the solutions that are best by `SCORE` alone; symmetry is the greater of horizontal and vertical, and then the other"},
		&cli.IntFlag{Name: "top", Value: 1, Usage: "with --best, the `N` best, and those as good as the last of them"},
		&cli.StringFlag{Name: "histogram", Usage: "print no solutions, but how many have the same `SCORES`"},
	}
}

// judge scores solutions, leaves some out, and keeps the best or counts. Nil lets all pass.
type judge struct {
	score      func(quadrille.Solution) quadrille.Score
	conditions []condition
	shown      []string
	best       string
	top        int
	kept       []found
	histogram  []string
	counts     map[string]int
}

// condition is a bound of a score.
type condition struct {
	name, sign string
	bound      int
}

func (c condition) holds(s quadrille.Score) bool {
	n, _ := s.Value(c.name)
	switch c.sign {
	case ">=":
		return n >= c.bound
	case "<=":
		return n <= c.bound
	}
	return n == c.bound
}

// judgeOf reads the flags, and returns nil if no scores are wanted.
func judgeOf(c *cli.Context, q *quadrille.Puzzle) (*judge, error) {
	j := &judge{best: c.String("best"), top: c.Int("top"), counts: map[string]int{}}
	if c.IsSet("histogram") {
		j.histogram = strings.Split(c.String("histogram"), ",")
	}
	switch {
	case !c.IsSet("score") && !c.IsSet("best") && !c.IsSet("histogram"):
		return nil, nil
	case c.IsSet("best") && c.IsSet("histogram"):
		return nil, errors.New("--best prints solutions, and --histogram none")
	case j.top < 1:
		return nil, errors.New("--top wants a number from 1 on")
	}
	if c.IsSet("score") {
		if err := j.read(c.String("score")); err != nil {
			return nil, err
		}
	}
	if c.IsSet("best") && !slices.Contains(quadrille.ScoreNames(), j.best) {
		return nil, unknownScore("best", j.best)
	}
	for _, name := range j.histogram {
		if !slices.Contains(quadrille.ScoreNames(), name) {
			return nil, unknownScore("histogram", name)
		}
	}
	var err error
	if j.score, err = q.Scorer(); err != nil {
		return nil, fmt.Errorf("--%s %w", flagOfScores(c), err)
	}
	return j, nil
}

func flagOfScores(c *cli.Context) string {
	flags := []string{"best", "score", "histogram"}
	return flags[slices.IndexFunc(flags, c.IsSet)]
}

func unknownScore(flag, name string) error {
	return fmt.Errorf("--%s knows %s, and no %q", flag, strings.Join(quadrille.ScoreNames(), ", "), name)
}

var scoreTerm = regexp.MustCompile(`^([a-z-]+)(?:(>=|<=|=)([0-9]{1,9}))?$`)

// read reads scores to be shown, and conditions.
func (j *judge) read(text string) error {
	for _, term := range strings.Split(text, ",") {
		m := scoreTerm.FindStringSubmatch(strings.TrimSpace(term))
		if m == nil {
			return fmt.Errorf("--score wants names, or conditions such as horizontal>=50, and not %q", term)
		}
		if !slices.Contains(quadrille.ScoreNames(), m[1]) {
			return unknownScore("score", m[1])
		}
		j.shown = append(j.shown, m[1])
		if m[2] != "" {
			bound, _ := strconv.Atoi(m[3]) // nine digits
			j.conditions = append(j.conditions, condition{m[1], m[2], bound})
		}
	}
	return nil
}

// wantsFew reports whether the first solutions are enough to look at.
func (j *judge) wantsFew() bool {
	return j == nil || j.best == "" && len(j.conditions) == 0 && j.histogram == nil
}

// passes scores a solution and reports whether it is to be written now.
func (j *judge) passes(f *found) bool {
	if j == nil {
		return true
	}
	score := j.score(f.Solution)
	f.score, f.shown = &score, j.shown
	for _, c := range j.conditions {
		if !c.holds(score) {
			return false
		}
	}
	switch {
	case j.histogram != nil:
		var row []string
		for _, name := range j.histogram {
			n, _ := score.Value(name)
			row = append(row, fmt.Sprintf("%4d", n))
		}
		j.counts[strings.Join(row, " ")]++
	case j.best != "":
		j.keep(*f)
	default:
		return true
	}
	return false
}

// compare orders scores by what --best names.
func (j *judge) compare(a, b *quadrille.Score) int {
	if j.best == "symmetry" {
		return a.Compare(*b)
	}
	m, _ := a.Value(j.best)
	n, _ := b.Value(j.best)
	return cmp.Compare(m, n)
}

// keep keeps a solution if it is one of the best so far, or as good as the last of them.
func (j *judge) keep(f found) {
	at := len(j.kept)
	for at > 0 && j.compare(f.score, j.kept[at-1].score) > 0 {
		at--
	}
	j.kept = slices.Insert(j.kept, at, f)
	for end := len(j.kept); end > j.top && j.compare(j.kept[j.top-1].score, j.kept[end-1].score) > 0; end-- {
		j.kept = j.kept[:end-1]
	}
}

// finish writes what had to wait for the end of the search.
func (j *judge) finish(w io.Writer, write func(found) error) error {
	if j == nil {
		return nil
	}
	for _, f := range j.kept {
		if err := write(f); err != nil {
			return err
		}
	}
	rows := slices.Sorted(maps.Keys(j.counts))
	slices.Reverse(rows)
	for _, row := range rows {
		if _, err := fmt.Fprintf(w, "%s %d\n", row, j.counts[row]); err != nil {
			return err
		}
	}
	return nil
}

// scores says the scores of a solution in words.
func (f found) scores() string {
	if f.score == nil {
		return ""
	}
	var words []string
	both := len(f.shown) == 0 || slices.Contains(f.shown, "symmetry")
	if both || slices.Contains(f.shown, "horizontal") {
		words = append(words, fmt.Sprintf("horizontal symmetry %d", f.score.Horizontal))
	}
	if both || slices.Contains(f.shown, "vertical") {
		words = append(words, fmt.Sprintf("vertical symmetry %d", f.score.Vertical))
	}
	if slices.Contains(f.shown, "horizontal-pieces") {
		words = append(words, source.Plural(f.score.HorizontalPieces, "piece")+" unchanged left to right")
	}
	if slices.Contains(f.shown, "vertical-pieces") {
		words = append(words, source.Plural(f.score.VerticalPieces, "piece")+" unchanged top to bottom")
	}
	if f.score.Turned != 0 {
		words = append(words, fmt.Sprintf("when turned by %d°", f.score.Turned))
	}
	return ": " + strings.Join(words, ", ")
}
