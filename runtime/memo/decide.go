package memo

import (
	"context"
	"errors"
	"math"
)

// method is how a search goes.
type method struct {
	branching Branching
	divide    look
	budget    int64 // how many nodes may be visited, if it is not 0
	threads   int
}

// look says at which nodes it is looked whether the state falls apart.
type look int8

const (
	atRoot look = iota
	nowAndThen
	everywhere
)

// surelyFew bounds the states with which Auto takes a fixed order at once.
const surelyFew = 1 << 22

// trialNodes is how many nodes Auto tries each branching with, and quickNodes how many
// are visited before anything is prepared for more. A trial gets no more than an eighth
// of what is allowed in all.
const (
	trialNodes = 1 << 15
	quickNodes = 1 << 13
	trialPart  = 8
	// cheap is how many nodes of a fixed order take as long as one of another branching,
	// or less.
	cheap = 4
)

// atMost returns a budget that is within a larger one, if that is not 0.
func atMost(budget, most int64) int64 {
	if most > 0 {
		return min(budget, most)
	}
	return budget
}

// decide returns the method that suits the options. If a trial came to an end, its
// outcome has a count.
func (j *job) decide(ctx context.Context, s searcher, o Options) (method, outcome, error) {
	m := method{branching: o.Branching, divide: everywhere, threads: 1}
	switch {
	case o.Branching != Auto:
		return m, outcome{}, s.mirror(ctx, j)
	case o.Order != nil:
		m.branching = Fixed
		return m, outcome{}, nil
	case len(j.layout.several) == 0 && stateBound(j.problem, j.layout.order) <= surelyFew:
		m.branching = Fixed
		return m, outcome{}, nil
	}
	m.divide, m.branching, m.budget = atRoot, Near, atMost(quickNodes, o.MaxNodes)
	found, err := s.search(ctx, j, m, nil)
	if !errors.Is(err, ErrNodes) || m.budget == o.MaxNodes {
		return m, found, err
	}
	if err := s.mirror(ctx, j); err != nil {
		return m, outcome{}, err
	}
	return j.trial(ctx, s, atMost(trialNodes, (o.MaxNodes+trialPart-1)/trialPart))
}

// trial searches a little with each branching, and returns the one that came
// furthest. Fixed, whose nodes take a quarter of the time of others, if that, is
// allowed so many more.
func (j *job) trial(ctx context.Context, s searcher, budget int64) (best method, found outcome, err error) {
	far, divide := math.Inf(-1), atRoot
	for _, b := range []Branching{Near, MRV, Fixed} {
		if b == Fixed && len(j.layout.several) > 0 {
			continue
		}
		m := method{branching: b, divide: nowAndThen, budget: budget, threads: 1}
		found, err := s.search(ctx, j, m, nil)
		if !errors.Is(err, ErrNodes) {
			return m, found, err
		}
		if b == Fixed {
			found.share *= cheap
		}
		if found.apart {
			divide = everywhere
		}
		if found.share > far {
			best, far = method{branching: b, threads: 1}, found.share
		}
	}
	best.divide = divide
	return best, outcome{}, nil
}
