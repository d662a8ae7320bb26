package puzzletest_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"quadrille"
	"quadrille/audit"
	"quadrille/compile/puzzletest"
	"quadrille/runtime/matrix/matrixtest"
	"quadrille/runtime/proof/prooftest"
)

// A campaign tries random puzzles and matrices for as long as the first of these variables says, such as 1h. With the
// second it keeps its figures in a file, and goes on from there when it is started again:
//
//	export QUADRILLE_CAMPAIGN=1h QUADRILLE_CAMPAIGN_FILE=figures.json
//	go test ./compile/puzzletest -run TestCampaign -v -timeout 2h
const campaignTime, campaignFile = "QUADRILLE_CAMPAIGN", "QUADRILLE_CAMPAIGN_FILE"

// campaign is what a campaign has done.
type campaign struct {
	First    uint64         `json:"first"` // seed of the first round
	Next     uint64         `json:"next"`  // seed of the next round
	Seconds  float64        `json:"seconds"`
	Puzzles  int            `json:"puzzles"`
	Solvable int            `json:"solvable"` // puzzles with solutions
	Refused  int            `json:"refused"`  // puzzles that are refused with an error, and have no solutions
	Kinds    map[string]int `json:"kinds"`    // puzzles with a statement or a rule
	Matrices int            `json:"matrices"`
	Counts   map[string]int `json:"counts"`   // counts of each engine that were compared with trying everything
	Formats  map[string]int `json:"formats"`  // dumps that were read again and counted
	Jobs     int            `json:"jobs"`     // jobs that were cut into cubes
	Proofs   map[string]int `json:"proofs"`   // proofs that a checker accepted, by claim
	Audits   int            `json:"audits"`   // puzzles that were lowered twice
	Failures []string       `json:"failures"` // what went wrong, with the seed or the dump
	proving  *claims
}

// maxFailures bounds the failures after which a campaign ends, and proofBatch the proofs that are checked together.
const maxFailures, proofBatch = 20, 150

// TestCampaign: random puzzles of all statements, and matrices of all kinds, agree with brute force: by each engine,
// on threads, cut into cubes, written in each format, and with proofs that both checkers accept.
func TestCampaign(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds a command")
	}
	defer prooftest.RemoveCommand()
	c := &campaign{Kinds: map[string]int{}, Counts: map[string]int{}, Formats: map[string]int{},
		Proofs:  map[string]int{},
		proving: &claims{}}
	text, err := os.ReadFile(os.Getenv(campaignFile))
	if err == nil {
		err = json.Unmarshal(text, c)
	}
	if os.Getenv(campaignFile) != "" && err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	before := len(c.Failures)
	text = c.run(t)
	t.Logf("%s", text)
	for _, failure := range c.Failures[before:] {
		t.Error(failure)
	}
}

// run goes on with a campaign until its time is over; without a time, it makes a few rounds, which are always the same.
// It returns the figures.
func (c *campaign) run(t *testing.T) (text []byte) {
	start := time.Now()
	rounds, left, before := 8, time.Duration(math.MaxInt64), c.Seconds
	if text := os.Getenv(campaignTime); text != "" {
		var err error
		if left, err = time.ParseDuration(text); err != nil {
			t.Fatal(err)
		}
		rounds = math.MaxInt
		if c.Next == 0 { // of the day
			c.First = uint64(start.Unix()/86400) << 24
			c.Next = c.First
		}
	}
	t.Logf("from seed %d, for %v", c.Next, left)
	for n := 0; n < rounds && time.Since(start) < left && len(c.Failures) < maxFailures; n++ {
		c.tryPuzzle(t, c.Next)
		c.tryMatrix(t, c.Next)
		c.Next++
		if len(c.proving.all) > proofBatch {
			c.keep(t, start, before)
		}
	}
	return c.keep(t, start, before)
}

// keep checks the proofs that were collected, and writes the figures to the file, whole or not at all.
func (c *campaign) keep(t *testing.T, start time.Time, before float64) []byte {
	c.checkProofs(t)
	c.Seconds = before + time.Since(start).Seconds()
	text, err := json.MarshalIndent(c, "", "  ")
	if name := os.Getenv(campaignFile); err == nil && name != "" {
		if err = os.WriteFile(name+".new", append(text, '\n'), 0o666); err == nil {
			err = os.Rename(name+".new", name)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// note keeps a failure with its seed.
func (c *campaign) note(seed uint64, what string, err error) {
	if err != nil {
		c.Failures = append(c.Failures, fmt.Sprintf("%s of seed %d: %v", what, seed, err))
	}
}

// tryPuzzle makes all checks of a puzzle.
func (c *campaign) tryPuzzle(t *testing.T, seed uint64) {
	s := &survey{t: t, seen: c.Kinds}
	p := puzzletest.RandomPuzzle(seed)
	s.countPuzzle(p)
	for _, each := range []struct {
		what  string
		check check
	}{
		{"solutions", checkSolutions},
		{"engines", checkEngines(c.Counts)},
		{"jobs", checkJobs(&c.Jobs)},
		{"formats", checkExports(c.Formats)},
		{"audit", c.audit},
		{"classes", c.proving.proveClasses},
		{"proof", c.proving.prove},
	} {
		s.each = each.check
		c.note(seed, "puzzle, "+each.what, s.look(p))
	}
	c.Puzzles += s.tried
	c.Solvable += s.solvable
	c.Refused += min(1, s.refused)
}

// audit lowers a puzzle a second time.
func (c *campaign) audit(t *testing.T, p *puzzletest.Puzzle, q *quadrille.Puzzle) error {
	r, err := audit.ComparePuzzle(q)
	if errors.Is(err, audit.ErrUnknown) {
		return nil
	} else if err == nil && len(r.Differences) > 0 {
		err = errors.New(r.Differences[0])
	}
	c.Audits++
	return err
}

// matrixShapes are kinds of matrices that brute force can solve.
var matrixShapes = []matrixtest.ProblemShape{
	{MaxPrimary: 6, MaxOptions: 14},
	{MaxPrimary: 5, MaxSecondary: 4, MaxOptions: 12},
	{MaxPrimary: 5, MaxSecondary: 4, MaxOptions: 12, ColorCount: 3},
	{MaxPrimary: 5, MaxSecondary: 2, MaxOptions: 12, HasMultiplicities: true},
	{MaxPrimary: 4, MaxSecondary: 3, MaxOptions: 12, ColorCount: 2, HasMultiplicities: true, MaxNogoods: 2},
}

// tryMatrix makes the checks of a random matrix that need no text.
func (c *campaign) tryMatrix(t *testing.T, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 5))
	m := matrixtest.RandomProblem(r, matrixShapes[r.IntN(len(matrixShapes))])
	c.Matrices++
	p := &puzzletest.Puzzle{Text: fmt.Sprint(seed), Solutions: make([]string, len(matrixtest.BruteForce(m)))}
	q := quadrille.FromMatrix(m)
	c.note(seed, "matrix, engines", checkEngines(c.Counts)(t, p, q))
	c.note(seed, "matrix, formats", checkExports(c.Formats)(t, p, q))
	c.note(seed, "matrix, proof", c.proving.add(t, q, fmt.Sprint(len(p.Solutions))))
}

// checkProofs gives the proofs that were collected to both checkers.
func (c *campaign) checkProofs(t *testing.T) {
	kinds, failures := c.proving.check(t)
	for claim, n := range kinds {
		c.Proofs[claim] += n
	}
	c.Failures = append(c.Failures, failures...)
	c.proving = &claims{}
}
