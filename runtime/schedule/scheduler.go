package schedule

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
)

// scheduler lets candidates take turns until one has the answer. A candidate is an engine that is working on the
// problem; all candidates work on the same problem.
//
// (1) The candidate with the least expected remaining time is the leader. If the remaining time of all candidates is
// unknown, the first candidate is the leader. (2) Every other candidate may spend its share of the time that the leader
// is expected to need, within the bound maxForesight. (3) A candidate that has spent its share waits. If all others
// wait, the leader has a turn. (4) The length of a turn is proportional to the time that the candidate has spent so
// far, so that there are few turns.
//
// Seconds are not measured, but computed as amounts of work times their prices. So the search of a problem always takes
// the same course.
//
// The comment of each tuned number of this package names rows of examples/unseen.yaml and examples/fresh.yaml that
// are missed with another number. A row is missed if the scheduler takes more than twice as long as the best engine,
// and 5 ms longer, by the prices of TestReplay.
type scheduler struct {
	candidates        []*candidate
	leader            *candidate        // candidate with the least expected remaining time
	startedCandidates []*candidate      // candidates in the order of their first turns
	firstTurnSeconds  float64           // length of the first turn of a candidate, in seconds
	maxSeconds        float64           // limit of the seconds of each candidate; 0 means no limit
	preprocessSteps   []*preprocessStep // preprocessing steps that are not done yet, in order
}

// errTimeLimit is the error of a search that would exceed the time limit of the scheduler.
var errTimeLimit = errors.New("it takes longer than it may")

// preprocessStep is a step that may find the answer, or replace the problem by a smaller one.
type preprocessStep struct {
	costSeconds float64 // approximate time of the step, in seconds
	// runStep executes the step. It may add candidates. The result done is true if the answer is known afterwards.
	runStep func(ctx context.Context) (done bool, err error)
}

// candidate is the task of one engine, with the data that the scheduler keeps about it.
type candidate struct {
	Task
	name, why string // name of the engine; reason for its choice, in words
	// timeShare returns the time that the candidate may spend, as a factor of the time that the leader is expected to
	// need.
	timeShare func() float64
	// estimatedSeconds is the expected total time, in seconds, while the task has reported no progress; 0 means
	// unknown.
	estimatedSeconds float64
	// isUnreliable is set if the task often needs less time than its progress suggests; see unreliableShare.
	isUnreliable bool
	// turnStart is the progress when the last turn began: the seconds spent, and the fraction of the search that was
	// done, from 0 to 1.
	turnStart     struct{ spent, part float64 }
	turnCount     int     // number of turns so far
	isStopped     bool    // whether the task failed or was stopped
	foundCount    int     // number of solutions found, for the goal FewSolutions
	foundFraction float64 // number of solutions found, divided by the number of solutions wanted
}

const (
	// turnGrowth is the length of a turn after the first one, divided by the seconds that the candidate has spent. With
	// 1/4 four more rows are missed, such as planted triples 96; with 1 four others, such as rosters.
	turnGrowth = 1.0 / 2
	// maxForesight bounds the time that the leader is expected to need, as a multiple of the time that it has spent.
	// With 4 sixteen more rows are missed, most of them first solutions that learn finds, such as biplanes and block
	// designs 9; with 16 the first solutions of fresh.yaml take a tenth longer in the mean.
	maxForesight = 8
	// unreliableShare is the fraction of its share that an unreliable candidate may spend, however long it seems to
	// need. (Memo is unreliable, because its states recur more and more often.) With 1 three more rows are missed, such
	// as starters 8; with 0 six, such as circulant colorings and two stars.
	unreliableShare = 1.0 / 4
	// preprocessPart is the fraction of the cost of a preprocessing step that must be spent on searching before the
	// step is done. With 1 the row drawn 8 is missed.
	preprocessPart = 1.0 / 8
	// minProgress is the smallest fraction of a search, from 0 to 1, that counts as reported progress.
	minProgress = 1e-9
)

// Progress returns the seconds spent, and the fraction of the work that is done, from 0 to 1: the larger of the
// fraction of the search that is done and the fraction of the wanted solutions that are found.
func (c *candidate) Progress() (spent, part float64) {
	spent, part = c.Task.Progress()
	return spent, max(part, c.foundFraction)
}

// expectedSeconds returns the total seconds that a candidate needs if its progress continues at the rate of its last
// turn. The average rate is a worse estimate, because small branches of a tree come first: with it four more rows are
// missed, such as rosters and difference sets 6.
func (c *candidate) expectedSeconds() float64 {
	spent, part := c.Progress()
	if part <= max(c.turnStart.part, minProgress) {
		if c.estimatedSeconds > spent {
			return c.estimatedSeconds
		}
		return math.Inf(1)
	}
	return spent + (1-part)*(spent-c.turnStart.spent)/(part-c.turnStart.part)
}

// remainingSeconds returns the seconds that a candidate still needs.
func (c *candidate) remainingSeconds() float64 {
	spent, _ := c.Progress()
	return c.expectedSeconds() - spent
}

// takeTurn gives the candidate a turn, which ends when the seconds that it has spent in total reach until.
func (c *candidate) takeTurn(ctx context.Context, until float64) (done bool, err error) {
	c.turnCount++
	c.turnStart.spent, c.turnStart.part = c.Progress()
	return c.Advance(ctx, until)
}

// runCandidates lets the candidates take turns. It returns the candidate that has the answer, nil if preprocessing has
// found the answer, or the leader with an error. It closes all candidates.
func (s *scheduler) runCandidates(ctx context.Context) (*candidate, error) {
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
			return s.leader, errTimeLimit
		case c.turnCount == 0:
			s.startedCandidates = append(s.startedCandidates, c)
		}
		done, err := c.takeTurn(ctx, until)
		switch {
		case err != nil && ctx.Err() != nil:
			return s.leader, ctx.Err()
		case err == nil && done:
			return c, nil
		case err != nil && len(s.activeCandidates()) == 1:
			return c, err
		case err != nil:
			c.isStopped = true
			c.Close()
		}
		if done, err := s.runPreprocessing(ctx); done || err != nil {
			return nil, err
		}
	}
}

// runPreprocessing executes the next preprocessing steps, while the search has spent preprocessPart of the cost of the
// next step and the leader needs more time than the step.
func (s *scheduler) runPreprocessing(ctx context.Context) (done bool, err error) {
	for len(s.preprocessSteps) > 0 && !done && err == nil {
		step := s.preprocessSteps[0]
		s.chooseLeader()
		if min(s.totalSpent()/preprocessPart, s.leader.remainingSeconds()) < step.costSeconds {
			break
		}
		s.preprocessSteps = s.preprocessSteps[1:]
		done, err = step.runStep(ctx)
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
		return c, max(spent+s.firstTurnSeconds, min(most, spent*(1+turnGrowth)))
	}
	for _, c := range running {
		if c == s.leader {
			continue
		}
		need, _ := c.Progress()
		if c.turnCount == 0 {
			need += s.firstTurnSeconds
		}
		if may := s.allowedSeconds(c); need < may {
			return turn(c, may)
		}
	}
	return turn(s.leader, math.Inf(1))
}

// allowedSeconds returns the total seconds that a candidate may spend while another one leads.
func (s *scheduler) allowedSeconds(c *candidate) float64 {
	led, _ := s.leader.Progress()
	may := c.timeShare() * min(s.leader.expectedSeconds(), maxForesight*led)
	if own := c.expectedSeconds(); c.isUnreliable && !math.IsInf(own, 1) {
		may *= max(unreliableShare, min(1, s.leader.expectedSeconds()/own))
	}
	return may
}

// chooseLeader updates the leader, and returns all candidates that are not stopped.
func (s *scheduler) chooseLeader() []*candidate {
	running := s.activeCandidates()
	if len(running) > 0 {
		s.leader = slices.MinFunc(running, func(a, b *candidate) int {
			return cmp.Compare(a.remainingSeconds(),
				b.remainingSeconds())
		})
	}
	return running
}

func (s *scheduler) activeCandidates() []*candidate {
	return slices.DeleteFunc(slices.Clone(s.candidates), func(c *candidate) bool { return c.isStopped })
}

// totalSpent returns the sum of the seconds of all candidates that have started.
func (s *scheduler) totalSpent() (sum float64) {
	for _, c := range s.startedCandidates {
		spent, _ := c.Progress()
		sum += spent
	}
	return sum
}

// stopOthers closes all candidates except c, and keeps new ones from starting.
func (s *scheduler) stopOthers(c *candidate) {
	s.preprocessSteps = nil
	for _, other := range s.candidates {
		if other != c && !other.isStopped {
			other.isStopped = true
			other.Close()
		}
	}
}

// EngineWork is the work of one engine, summed over its turns.
type EngineWork struct {
	Engine    string `json:"engine"` // name of the engine that did the work
	TurnCount int    `json:"turns"`  // number of turns
	// Seconds is the time of the work, computed from the table of prices. DoneShare is the fraction of the search that
	// is done, from 0 to 1; it is 0 if the engine does not report it.
	Seconds   float64 `json:"seconds"`
	DoneShare float64 `json:"share"`
}

// String describes the turns in words.
func (t EngineWork) String() string {
	share := ""
	if t.DoneShare > minProgress {
		share = fmt.Sprintf(", %.3g%% done", 100*t.DoneShare)
	}
	return fmt.Sprintf("%s (%d, %.3g ms%s)", t.Engine, t.TurnCount, 1e3*t.Seconds, share)
}

// turnsTaken returns the work of each candidate that had a turn.
func (s *scheduler) turnsTaken() (list []EngineWork) {
	for _, c := range s.startedCandidates {
		spent, part := c.Progress()
		list = append(list, EngineWork{c.name, c.turnCount, spent, part})
	}
	return list
}
