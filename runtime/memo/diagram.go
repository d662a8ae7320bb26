package memo

import (
	"errors"
	"iter"
	"math/big"
	"math/bits"
	"math/rand/v2"

	"quadrille/runtime/matrix"
)

// accept is the node at which a solution is complete; none stands for no node,
// no item and no solution.
const (
	accept = 0
	none   = -1
)

// branch leads from a node to another: with an option, or with leave.
type branch struct {
	option, child int32
}

// Diagram holds all solutions of a problem. It is a directed graph without
// cycles: a node branches on an item and has a branch for each option that it is
// covered with in a solution, in ascending order of the options; an item that need not be covered again has a branch without an
// option, the last one. The ways from the root to the accepting node are the
// solutions, each of them once.
//
// A diagram does not change, and several goroutines may ask it at once.
type Diagram struct {
	problem  *matrix.Problem
	items    []matrix.ItemID // what each node branches on; node 0 is the accepting one
	ends     []int32         // the branches of node n are branches[ends[n-1]:ends[n]]
	branches []branch
	root     int32
	counts   counts // of the solutions of each node
}

// of returns the branches of a node, which lead to nodes of lower numbers.
func (d *Diagram) of(n int32) []branch {
	if n == accept {
		return nil
	}
	return d.branches[d.ends[n-1]:d.ends[n]]
}

// Nodes returns the number of nodes, the accepting one aside.
func (d *Diagram) Nodes() int { return len(d.items) - 1 }

// Branches returns the number of branches of all nodes together.
func (d *Diagram) Branches() int { return len(d.branches) }

// Count returns the number of solutions.
func (d *Diagram) Count() *big.Int {
	if d.root == none {
		return new(big.Int)
	}
	return d.counts.big(uint32(d.root))
}

// Solutions yields every solution once. A solution is borrowed: it is
// overwritten by the next step.
func (d *Diagram) Solutions() iter.Seq[matrix.Solution] {
	return func(yield func(matrix.Solution) bool) {
		if d.root != none {
			d.walk(d.root, matrix.Solution{}, yield)
		}
	}
}

// walk yields what is below a node, behind the options on the way to it.
func (d *Diagram) walk(n int32, way matrix.Solution, yield func(matrix.Solution) bool) bool {
	if n == accept {
		return yield(way)
	}
	for _, b := range d.of(n) {
		next := way
		if b.option != leave {
			next = append(way, matrix.OptionID(b.option))
		}
		if !d.walk(b.child, next, yield) {
			return false
		}
	}
	return true
}

// ErrRange says that there is no solution of the number asked for.
var ErrRange = errors.New("there is no solution of that number")

// Kth returns solution k, counted from 0 in the order of Solutions, or ErrRange.
// It takes a step for each branch on the way.
func (d *Diagram) Kth(k *big.Int) (matrix.Solution, error) {
	if k.Sign() < 0 || k.Cmp(d.Count()) >= 0 {
		return nil, ErrRange
	}
	rest := fromBig(k, d.counts.width)
	return d.kth(rest), nil
}

// kth descends to a solution that there is. It changes rest, the number of
// solutions to be passed by.
func (d *Diagram) kth(rest []uint64) matrix.Solution {
	s := matrix.Solution{}
	for n := d.root; n != accept; {
		for _, b := range d.of(n) {
			count := d.counts.at(uint32(b.child))
			if !less(rest, count) {
				subtract(rest, count)
				continue
			}
			if b.option != leave {
				s = append(s, matrix.OptionID(b.option))
			}
			n = b.child
			break
		}
	}
	return s
}

// Sample returns a random solution, each with the same probability, or nil if
// there is none.
func (d *Diagram) Sample(r *rand.Rand) matrix.Solution {
	if d.root == none {
		return nil
	}
	count := d.counts.at(uint32(d.root))
	return d.kth(below(r, count))
}

// below returns a random number less than n, which is positive: it draws as many
// bits as n has, again and again until it is less.
func below(r *rand.Rand, n []uint64) []uint64 {
	top := len(n) - 1
	for top > 0 && n[top] == 0 {
		top--
	}
	mask := ^uint64(0) >> bits.LeadingZeros64(n[top])
	drawn := make([]uint64, len(n))
	for {
		for k := range top + 1 {
			drawn[k] = r.Uint64()
		}
		drawn[top] &= mask
		if less(drawn, n) {
			return drawn
		}
	}
}

func less(a, b []uint64) bool {
	for k := len(a) - 1; k >= 0; k-- {
		if a[k] != b[k] {
			return a[k] < b[k]
		}
	}
	return false
}

func subtract(a, b []uint64) {
	borrow := uint64(0)
	for k := range a {
		a[k], borrow = bits.Sub64(a[k], b[k], borrow)
	}
}

// fromBig returns a number that fits as so many words.
func fromBig(n *big.Int, width int) []uint64 {
	words := make([]uint64, width)
	low, rest := new(big.Int), new(big.Int).Set(n)
	mask := new(big.Int).SetUint64(1<<64 - 1)
	for k := range words {
		words[k] = low.And(rest, mask).Uint64()
		rest.Rsh(rest, 64)
	}
	return words
}

// Extreme returns a solution whose options have the lowest, or the highest, sum
// of weights, the first of these in the order of Solutions, and that sum, added
// from the last option on. It returns nil if there is no solution. It takes 12
// bytes a node.
func (d *Diagram) Extreme(weight func(matrix.OptionID) float64, lowest bool) (matrix.Solution, float64) {
	if d.root == none {
		return nil, 0
	}
	best, by := make([]float64, len(d.items)), make([]int32, len(d.items))
	for n := int32(1); int(n) < len(d.items); n++ {
		for k, b := range d.of(n) {
			total := best[b.child]
			if b.option != leave {
				total += weight(matrix.OptionID(b.option))
			}
			if k == 0 || lowest && total < best[n] || !lowest && total > best[n] {
				best[n], by[n] = total, int32(k)
			}
		}
	}
	s := matrix.Solution{}
	for n := d.root; n != accept; {
		b := d.of(n)[by[n]]
		if b.option != leave {
			s = append(s, matrix.OptionID(b.option))
		}
		n = b.child
	}
	return s, best[d.root]
}
