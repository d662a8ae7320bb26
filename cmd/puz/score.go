package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/urfave/cli/v2"

	"quadrille"
	"quadrille/cmd/console"
	"quadrille/score"
)

func scoreFlags() []cli.Flag {
	return console.PutInGroup("score",
		console.SuggestWordsFlag(&cli.StringFlag{Name: "score",
			Usage: "print `SCORES` with each solution, or leave out those that a condition such as horizontal>=50 " +
				"forbids"}, score.ScoreNames()...),
		console.SuggestWordsFlag(&cli.StringFlag{Name: "best",
			Usage: "print the solutions that are best by `SCORE` alone; symmetry is the greater of horizontal and " +
				"vertical, and then the other"}, score.ScoreNames()...),
		console.RangeFlag(1, math.MaxInt, &cli.IntFlag{Name: "top", Value: 1,
			Usage: "with --best, the `N` best, and those as good as the last of them"}),
		console.SuggestWordsFlag(&cli.StringFlag{Name: "histogram",
			Usage: "print no solutions, but how many have the same `SCORES`"}, score.ScoreNames()...))
}

// scoreRanking ranks solutions as the score flags say. A nil scoreRanking passes all solutions on.
type scoreRanking struct{ *score.Ranking }

// newScoreRanking returns the ranking that the flags ask for, or nil if they ask for none.
func newScoreRanking(c *cli.Context, q *quadrille.Puzzle) (*scoreRanking, error) {
	said := slices.DeleteFunc([]string{"best", "score", "histogram"}, func(flag string) bool { return !c.IsSet(flag) })
	switch {
	case c.IsSet("top") && !c.IsSet("best"):
		return nil, errors.New("--top goes with --best")
	case len(said) == 0:
		return nil, nil
	case c.IsSet("best") && c.IsSet("histogram"):
		return nil, errors.New("--best prints solutions, and --histogram none")
	}
	r, err := score.NewRanking(q, c.String("score"), c.String("best"), c.Int("top"), c.String("histogram"))
	if err != nil {
		return nil, fmt.Errorf("--%s: %w", said[0], err)
	}
	return &scoreRanking{r}, nil
}

// needsOnlyFew reports whether the first few solutions are enough for display.
func (j *scoreRanking) needsOnlyFew() bool { return j == nil || !j.NeedsAllSolutions() }

// scoreSolution adds the score to a solution, and reports whether the solution is to be written at once.
func (j *scoreRanking) scoreSolution(f *foundSolution) bool {
	if j == nil {
		return true
	}
	scored, now := j.ObserveSolution(f.solutionNumber, f.Solution)
	f.solutionScore, f.scoreNames = &scored.Score, j.RequestedScores
	return now
}

// writeBest writes the results that are known only after the search: the best solutions, or a histogram.
func (j *scoreRanking) writeBest(w io.Writer, write func(foundSolution) error) error {
	if j == nil {
		return nil
	}
	for _, s := range j.Best() {
		if err := write(foundSolution{Solution: s.Solution, solutionNumber: s.Number, solutionScore: &s.Score,
			scoreNames: j.RequestedScores}); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, j.Histogram())
	return err
}

// scoresText returns the scores of a solution in words.
func (f foundSolution) scoresText() string {
	if f.solutionScore == nil {
		return ""
	}
	return ": " + f.solutionScore.Text(f.scoreNames...)
}
