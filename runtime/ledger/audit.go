package ledger

import (
	"errors"
	"fmt"
	"math/big"

	"quadrille/runtime/search"
)

// AuditResult holds the totals that an audit computes from the records.
type AuditResult struct {
	Count          *big.Int // number of solutions; of those that cost Cost if the job has a goal
	Cost           *int64   // least cost of the solutions, in a job with a goal; nil if there are none
	Nodes          int64    // number of search nodes
	CountedRecords int      // number of records that count
	// UnusedRecords is the number of records that do not count, because they are late or no counted record lists their
	// cube (a part of the search tree).
	UnusedRecords int
	OpenCubeCount int     // number of cubes without a record
	Share         float64 // share of the tree that is done, from 0 to 1
}

// Audit reads all records again, from the root of the tree down, and computes the totals from them. It does not use the
// totals that the ledger keeps. An error names a record that contradicts itself or its cube.
func (l *Ledger) Audit() (AuditResult, error) {
	sum := JobTotal{Count: new(big.Int)}
	a := AuditResult{Count: sum.Count}
	for todo := []search.Cube{l.rootCube}; len(todo) > 0; {
		c := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		at, ok := l.closedCubes[CubeKey(c)]
		if !ok {
			a.OpenCubeCount++
			continue
		}
		r, err := l.recordAt(at)
		if err == nil {
			err = r.checkPlausible(l.job.Goal != "count", c)
		}
		if err != nil {
			return a, fmt.Errorf("the record at byte %d, of worker %s: %w", at, r.Worker, err)
		}
		a.CountedRecords++
		sum.addSolutions(r)
		a.Cost = sum.Cost
		a.Nodes += r.Stats.Nodes
		a.Share += c.Share
		for _, left := range r.RemainingCubes {
			a.Share -= left.Share
		}
		todo = append(todo, r.RemainingCubes...)
	}
	a.UnusedRecords = len(l.closedCubes) + len(l.waitingRecords) - a.CountedRecords
	if a.Count.Cmp(l.totalSoFar.Count) != 0 || !equalCosts(a.Cost, l.totalSoFar.Cost) ||
		a.Nodes != l.totalSoFar.Stats.Nodes || a.OpenCubeCount != len(l.openCubes) {
		return a, fmt.Errorf("the records make %v and %d nodes, and %v and %d were booked", a.Count, a.Nodes,
			l.totalSoFar.Count, l.totalSoFar.Stats.Nodes)
	}
	return a, nil
}

// equalCosts reports whether two costs are the same, or both are unknown.
func equalCosts(a, b *int64) bool { return a == b || a != nil && b != nil && *a == *b }

// checkPlausible checks the fields of a record against each other and against its cube, without a
// search.
func (r Record) checkPlausible(solving bool, c search.Cube) error {
	nodes, found, left := int64(0), int64(0), 0.0
	for _, v := range r.Stats.Profile {
		nodes += v.Nodes
		found += v.Solutions
	}
	for _, c := range r.RemainingCubes {
		left += c.Share
	}
	switch {
	case CubeKey(r.Cube) != CubeKey(c):
		return errors.New("it is of another cube")
	case r.Stats.Profile != nil && (nodes != r.Stats.Nodes || found != r.Stats.Solutions):
		return errors.New("its levels do not add up")
	case left > c.Share*(1+1e-9):
		return errors.New("it leaves more than there was")
	case solving && (!r.Count.IsInt64() || int(r.Count.Int64()) != len(r.Solutions)):
		return errors.New("its solutions are not as many as it says")
	}
	return r.checkCubes()
}
