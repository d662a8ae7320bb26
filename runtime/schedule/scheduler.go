package schedule

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
)

// scheduler lets candidates work on one question by turns, until one has the answer.
//
// (1) The candidate with the least time remaining leads, and the first of those whose time is unknown if it is for all.
// (2) Any other one may spend its share of what the leader is expected to need, as far as that can be foreseen. (3) A
// candidate that may not spend more waits, and if all wait, the leader has a turn. (4) A turn is a fixed part of all
// that a candidate has spent, so that turns are few.
//
// Seconds are work times its price, and no clock is asked: a problem is always searched in the same way.
//
// Each tuned number of this package names rows of examples/unseen.yaml and examples/fresh.yaml that are missed with
// another one: they take more than twice the best engine and 5 ms, by the prices of TestReplay.
type scheduler struct {
	candidates []*candidate
	leader     *candidate
	started    []*candidate // in the order in which they had their first turn
	firstTurn  float64      // length of a first turn in seconds
	limit      float64      // seconds after which no candidate goes on; 0 is none
	preprocess []*preprocess
}

// errLimit says that the limit of a scheduler was met.
var errLimit = errors.New("it takes longer than it may")

// preprocess is a step that may replace the problem by a smaller one, or answer at once.
type preprocess struct {
	cost float64 // in seconds, about
	// run does it. It may add candidates, and returns whether the answer is known.
	run func(ctx context.Context) (done bool, err error)
}

// candidate is a task with what the scheduler knows of it.
type candidate struct {
	Task
	name, why string
	// share is the part of what the leader is expected to need that the candidate may spend.
	share func() float64
	// estimate is the total of its seconds that is expected before it tells how far it is; 0 is unknown.
	estimate float64
	// unreliable says that it often needs less than it seems to: see unreliableShare.
	unreliable bool
	// before is its progress when its last turn began: the seconds that were spent, and the part that was done.
	before struct{ spent, part float64 }
	turns  int
	out    bool // it has failed, or was stopped
	// found are the solutions that it has found where some are wanted, and foundPart is their part of those.
	found     int
	foundPart float64
}

const (
	// turnGrowth is the length of a later turn, as a part of what the candidate has spent. With a fourth six more rows
	// are missed, such as Gray codes and Young tableaux; with all of it five, such as rosters.
	turnGrowth = 1.0 / 2
	// maxForesight is how many times what the leader has spent it is expected to need at most. With 4 fourteen more rows
	// are missed, most of them first solutions that learning finds, such as Latin 26 and biplanes; with 16 four, such as
	// exams and few givens.
	maxForesight = 8
	// unreliableShare is the part of its share that an unreliable candidate keeps, however long it seems to need: memo
	// meets states again ever more often. With all of it seven more rows are missed, such as hooked Skolem 11 and planted
	// triples 72; with none circulant colorings and jobs with weights 14.
	unreliableShare = 1.0 / 4
	// preprocessPart is the part of its cost that must be spent before a step of preprocessing. With all of it drawn 8,
	// drawn 29 and squares in a square are missed.
	preprocessPart = 1.0 / 8
	// minProgress is the least part that says that a candidate tells how far it is.
	minProgress = 1e-9
)

// Progress returns the seconds that were spent, and the part that is done, of the search or of the wanted solutions.
func (c *candidate) Progress() (spent, part float64) {
	spent, part = c.Task.Progress()
	return spent, max(part, c.foundPart)
}

// expected returns the seconds that a candidate needs in all, if the rest goes on as its last turn did: short branches
// of a tree come first. From the average of all turns seven more rows are missed, such as skyscrapers 7 and
// cubic graphs.
func (c *candidate) expected() float64 {
	spent, part := c.Progress()
	if part <= max(c.before.part, minProgress) {
		if c.estimate > spent {
			return c.estimate
		}
		return math.Inf(1)
	}
	return spent + (1-part)*(spent-c.before.spent)/(part-c.before.part)
}

// remaining returns the seconds that are still to come.
func (c *candidate) remaining() float64 {
	spent, _ := c.Progress()
	return c.expected() - spent
}

// advance gives a candidate a turn.
func (c *candidate) advance(ctx context.Context, until float64) (done bool, err error) {
	c.turns++
	c.before.spent, c.before.part = c.Progress()
	return c.Advance(ctx, until)
}

// run returns the candidate that has the answer, or with an error the leader; nil if preprocessing has the answer.
// It closes all candidates.
func (s *scheduler) run(ctx context.Context) (*candidate, error) {
	defer func() {
		for _, c := range s.candidates {
			c.Close()
		}
	}()
	for {
		c, until := s.next()
		switch {
		case c == nil:
			return s.leader, errors.New("no engine can tell")
		case s.limit > 0 && s.spent() >= s.limit:
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
			c.out = true
			c.Close()
		}
		if done, err := s.preprocessNow(ctx); done || err != nil {
			return nil, err
		}
	}
}

// preprocessNow does the next steps of preprocessing, if part of their cost was spent and the leader needs more.
func (s *scheduler) preprocessNow(ctx context.Context) (done bool, err error) {
	for len(s.preprocess) > 0 && !done && err == nil {
		step := s.preprocess[0]
		s.chooseLeader()
		if min(s.spent()/preprocessPart, s.leader.remaining()) < step.cost {
			break
		}
		s.preprocess = s.preprocess[1:]
		done, err = step.run(ctx)
	}
	return done, err
}

// next returns the candidate whose turn it is, and until when.
func (s *scheduler) next() (*candidate, float64) {
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

// allowance returns the seconds that a candidate may spend while another one leads.
func (s *scheduler) allowance(c *candidate) float64 {
	led, _ := s.leader.Progress()
	may := c.share() * min(s.leader.expected(), maxForesight*led)
	if own := c.expected(); c.unreliable && !math.IsInf(own, 1) {
		may *= max(unreliableShare, min(1, s.leader.expected()/own))
	}
	return may
}

// chooseLeader also returns all candidates that are not out.
func (s *scheduler) chooseLeader() []*candidate {
	running := s.running()
	if len(running) > 0 {
		s.leader = slices.MinFunc(running, func(a, b *candidate) int { return cmp.Compare(a.remaining(), b.remaining()) })
	}
	return running
}

func (s *scheduler) running() []*candidate {
	return slices.DeleteFunc(slices.Clone(s.candidates), func(c *candidate) bool { return c.out })
}

// spent returns the seconds of all candidates that have started.
func (s *scheduler) spent() (sum float64) {
	for _, c := range s.started {
		spent, _ := c.Progress()
		sum += spent
	}
	return sum
}

// stopOthers ends all candidates but one, and lets no more of them begin.
func (s *scheduler) stopOthers(c *candidate) {
	s.preprocess = nil
	for _, other := range s.candidates {
		if other != c && !other.out {
			other.out = true
			other.Close()
		}
	}
}

// Turns says what an engine has done in its turns.
type Turns struct {
	Engine string `json:"engine"`
	Turns  int    `json:"turns"`
	// Seconds are what its work takes by a list of prices, and Share is how much of its search is
	// done, as far as it can tell.
	Seconds float64 `json:"seconds"`
	Share   float64 `json:"share"`
}

// String says it in words.
func (t Turns) String() string {
	share := ""
	if t.Share > minProgress {
		share = fmt.Sprintf(", %.3g%% done", 100*t.Share)
	}
	return fmt.Sprintf("%s (%d, %.3g ms%s)", t.Engine, t.Turns, 1e3*t.Seconds, share)
}

// turnsTaken lists those who had a turn.
func (s *scheduler) turnsTaken() (list []Turns) {
	for _, c := range s.started {
		spent, part := c.Progress()
		list = append(list, Turns{c.name, c.turns, spent, part})
	}
	return list
}
