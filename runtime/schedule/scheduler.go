package schedule

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
)

// scheduler lets candidates, which are engines at work on the same problem, take turns until one
// has the answer.
//
// (1) The candidate with the least time remaining leads. If the time of all is unknown, the first
// one leads. (2) Every other candidate may spend its share of the time that the leader is expected
// to need, as far as that can be foreseen. (3) A candidate that has spent its share waits. If all
// wait, the leader has a turn. (4) A turn is a fixed part of the time that a candidate has spent,
// so that turns are few.
//
// Seconds are computed as work times its price and never measured, so a problem is always searched
// in the same way.
//
// Each tuned number of this package names rows of examples/unseen.yaml and examples/fresh.yaml that
// are missed with another number: they take more than twice the best engine and 5 ms, by the prices
// of TestReplay.
type scheduler struct {
	candidates []*candidate
	leader     *candidate    // candidate with the least time remaining
	started    []*candidate  // candidates in the order of their first turns
	firstTurn  float64       // length of a first turn in seconds
	maxSeconds float64       // number of seconds after which no candidate goes on; 0 means no limit
	preprocess []*preprocess // steps still to be done, in their order
}

// errLimit is the error of a search that would exceed the limit of the scheduler.
var errLimit = errors.New("it takes longer than it may")

// preprocess is a step that may replace the problem by a smaller one, or find the answer.
type preprocess struct {
	costSeconds float64 // approximate time of the step in seconds
	// run does the step. It may add candidates, and reports whether the answer is known.
	run func(ctx context.Context) (done bool, err error)
}

// candidate is a task with the knowledge of the scheduler about it.
type candidate struct {
	Task
	name, why string
	// share returns the candidate's part of the time that the leader is expected to need.
	share func() float64
	// estimate is the expected total time in seconds before the task reports progress; 0 is
	// unknown.
	estimate float64
	// unreliable is set if the task often needs less time than its progress suggests: see
	// unreliableShare.
	unreliable bool
	// before is the progress at the begin of the last turn: the seconds spent, and the part of the
	// search done.
	lastStart struct{ spent, part float64 }
	turns     int  // number of turns so far
	stopped   bool // the task failed or was stopped
	// found is the number of solutions found, if a few are wanted. foundPart is that number divided
	// by the number wanted.
	foundCount int
	foundPart  float64
}

const (
	// turnGrowth is the length of a later turn, as a part of the seconds that the candidate has
	// spent. With a fourth six more rows are missed, such as Gray codes and Young tableaux; with
	// all of it five, such as rosters.
	turnGrowth = 1.0 / 2
	// maxForesight bounds the time that the leader is expected to need, as a multiple of the time
	// that it has spent. With 4 fourteen more rows are missed, most of them first solutions that
	// learning finds, such as Latin 26 and biplanes; with 16 four, such as exams and few givens.
	maxForesight = 8
	// unreliableShare is the part of its share that an unreliable candidate keeps, however long it
	// seems to need: states of memo recur ever more often. With all of it seven more rows are
	// missed, such as hooked Skolem 11 and planted triples 72; with none circulant colorings and
	// jobs with weights 14.
	unreliableShare = 1.0 / 4
	// preprocessPart is the part of the cost of a preprocessing step that must be spent on
	// searching before the step is done. With all of it drawn 8, drawn 29 and squares in a square
	// are missed.
	preprocessPart = 1.0 / 8
	// minProgress is the least part of a search that counts as reported progress.
	minProgress = 1e-9
)

// Progress returns the seconds spent, and the larger of two parts: of the search, and of the wanted
// solutions.
func (c *candidate) Progress() (spent, part float64) {
	spent, part = c.Task.Progress()
	return spent, max(part, c.foundPart)
}

// expected returns the total seconds that a candidate needs, if the rest goes on at the rate of its
// last turn. The average rate is worse, as short branches of a tree come first: with it seven more
// rows are missed, such as skyscrapers 7 and cubic graphs.
func (c *candidate) expected() float64 {
	spent, part := c.Progress()
	if part <= max(c.lastStart.part, minProgress) {
		if c.estimate > spent {
			return c.estimate
		}
		return math.Inf(1)
	}
	return spent + (1-part)*(spent-c.lastStart.spent)/(part-c.lastStart.part)
}

// remaining returns the seconds that a candidate still needs.
func (c *candidate) remaining() float64 {
	spent, _ := c.Progress()
	return c.expected() - spent
}

// advance gives the candidate a turn that ends when its total time reaches until, in seconds.
func (c *candidate) advance(ctx context.Context, until float64) (done bool, err error) {
	c.turns++
	c.lastStart.spent, c.lastStart.part = c.Progress()
	return c.Advance(ctx, until)
}

// run lets the candidates take turns, and returns the one that has the answer, or the leader with
// an error. It returns nil if preprocessing has the answer. It closes all candidates.
func (s *scheduler) run(ctx context.Context) (*candidate, error) {
	defer func() {
		for _, c := range s.candidates {
			c.Close()
		}
	}()
	for {
		c, until := s.nextTurn()
		switch {
		case c == nil:
			return s.leader, errors.New("no engine can tell")
		case s.maxSeconds > 0 && s.totalSpent() >= s.maxSeconds:
			return s.leader, errLimit
		case c.turns == 0:
			s.started = append(s.started, c)
		}
		done, err := c.advance(ctx, until)
		switch {
		case err != nil && ctx.Err() != nil:
			return s.leader, ctx.Err()
		case err == nil && done:
			return c, nil
		case err != nil && len(s.running()) == 1:
			return c, err
		case err != nil:
			c.stopped = true
			c.Close()
		}
		if done, err := s.preprocessNow(ctx); done || err != nil {
			return nil, err
		}
	}
}

// preprocessNow does the next steps of preprocessing, if part of their cost was spent and the
// leader needs more time than they take.
func (s *scheduler) preprocessNow(ctx context.Context) (done bool, err error) {
	for len(s.preprocess) > 0 && !done && err == nil {
		step := s.preprocess[0]
		s.chooseLeader()
		if min(s.totalSpent()/preprocessPart, s.leader.remaining()) < step.costSeconds {
			break
		}
		s.preprocess = s.preprocess[1:]
		done, err = step.run(ctx)
	}
	return done, err
}

// nextTurn returns the candidate that has the next turn, and the total seconds at which that turn
// ends.
func (s *scheduler) nextTurn() (*candidate, float64) {
	running := s.chooseLeader()
	if len(running) == 0 {
		return nil, 0
	}
	turn := func(c *candidate, most float64) (*candidate, float64) {
		spent, _ := c.Progress()
		return c, max(spent+s.firstTurn, min(most, spent*(1+turnGrowth)))
	}
	for _, c := range running {
		if c == s.leader {
			continue
		}
		need, _ := c.Progress()
		if c.turns == 0 {
			need += s.firstTurn
		}
		if may := s.allowance(c); need < may {
			return turn(c, may)
		}
	}
	return turn(s.leader, math.Inf(1))
}

// allowance returns the total seconds that a candidate may spend while another one leads.
func (s *scheduler) allowance(c *candidate) float64 {
	led, _ := s.leader.Progress()
	may := c.share() * min(s.leader.expected(), maxForesight*led)
	if own := c.expected(); c.unreliable && !math.IsInf(own, 1) {
		may *= max(unreliableShare, min(1, s.leader.expected()/own))
	}
	return may
}

// chooseLeader updates the leader, and returns all candidates that are not out.
func (s *scheduler) chooseLeader() []*candidate {
	running := s.running()
	if len(running) > 0 {
		s.leader = slices.MinFunc(running, func(a, b *candidate) int { return cmp.Compare(a.remaining(), b.remaining()) })
	}
	return running
}

func (s *scheduler) running() []*candidate {
	return slices.DeleteFunc(slices.Clone(s.candidates), func(c *candidate) bool { return c.stopped })
}

// totalSpent returns the sum of the seconds of all candidates that have started.
func (s *scheduler) totalSpent() (sum float64) {
	for _, c := range s.started {
		spent, _ := c.Progress()
		sum += spent
	}
	return sum
}

// stopOthers ends all candidates except c, and keeps new ones from starting.
func (s *scheduler) stopOthers(c *candidate) {
	s.preprocess = nil
	for _, other := range s.candidates {
		if other != c && !other.stopped {
			other.stopped = true
			other.Close()
		}
	}
}

// Turns is the work of one engine in all its turns.
type Turns struct {
	Engine string `json:"engine"` // name of the engine
	Turns  int    `json:"turns"`  // number of turns
	// Seconds is the time of the work by the table of prices. Share is the part of the search that
	// is done, from 0 to 1, as far as the engine reports it.
	Seconds float64 `json:"seconds"`
	Share   float64 `json:"share"`
}

// String describes the turns in words.
func (t Turns) String() string {
	share := ""
	if t.Share > minProgress {
		share = fmt.Sprintf(", %.3g%% done", 100*t.Share)
	}
	return fmt.Sprintf("%s (%d, %.3g ms%s)", t.Engine, t.Turns, 1e3*t.Seconds, share)
}

// turnsTaken returns the work of all candidates that had a turn.
func (s *scheduler) turnsTaken() (list []Turns) {
	for _, c := range s.started {
		spent, part := c.Progress()
		list = append(list, Turns{c.name, c.turns, spent, part})
	}
	return list
}
