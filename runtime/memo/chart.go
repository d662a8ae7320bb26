package memo

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"quadrille/runtime/matrix"
)

// chart is a diagram that is being drawn, by several threads if need be. A state gets its
// node when all of its branches are known, so that nodes come after those they lead to.
type chart struct {
	*Diagram
	account *account
	mu      sync.Mutex
}

func newChart(p *matrix.Problem, a *account) (*chart, error) {
	c := &chart{Diagram: &Diagram{problem: p, root: none}, account: a}
	return c, c.addNode(none, nil)
}

// add adds a node and returns its number.
func (c *chart) add(item matrix.ItemID, branches []branch) (uint32, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	err := c.addNode(item, branches)
	return uint32(len(c.items)) - 1, err
}

// finish completes the diagram, given the result of the root.
func (c *chart) finish(root uint32) (*Diagram, error) {
	if root != dead {
		c.root = int32(root)
	}
	return c.Diagram, c.sum(c.account)
}

// sketch holds the branches of the states that a thread has under way.
type sketch struct {
	*chart
	branches []branch
	marks    []int32 // where those of each state begin
}

// begin begins the branches of a state.
func (s *sketch) begin() { s.marks = append(s.marks, int32(len(s.branches))) }

// join adds a branch to the state under way, given the node that it leads to.
func (s *sketch) join(option int32, child uint32) error {
	branches, err := reserve(s.account, s.branches, 1)
	s.branches = append(branches, branch{option, int32(child)})
	return err
}

// drop forgets the branches of the state under way.
func (s *sketch) drop() {
	last := len(s.marks) - 1
	s.branches = s.branches[:s.marks[last]]
	s.marks = s.marks[:last]
}

// end ends the state under way, which branches on an item, and returns its node, or dead
// if no branch leads to a solution. A branch without an option comes last.
func (s *sketch) end(item matrix.ItemID) (node uint32, err error) {
	own := s.branches[s.marks[len(s.marks)-1]:]
	s.drop()
	if len(own) == 0 {
		return dead, nil
	}
	slices.SortFunc(own, func(a, b branch) int { return int(uint32(a.option)) - int(uint32(b.option)) })
	return s.add(item, own)
}

// addNode appends a node with a copy of its branches.
func (c *chart) addNode(item matrix.ItemID, branches []branch) error {
	if len(c.branches)+len(branches) >= math.MaxInt32 {
		return fmt.Errorf("%w: the diagram has too many branches", ErrMemory)
	}
	var err error
	if c.items, err = reserve(c.account, c.items, 1); err != nil {
		return err
	}
	if c.ends, err = reserve(c.account, c.ends, 1); err != nil {
		return err
	}
	if c.branches, err = reserve(c.account, c.branches, len(branches)); err != nil {
		return err
	}
	c.branches = append(c.branches, branches...)
	c.items = append(c.items, item)
	c.ends = append(c.ends, int32(len(c.branches)))
	return nil
}

// sum computes the number of solutions of every node.
func (d *Diagram) sum(a *account) error {
	d.counts = counts{account: a, width: 1}
	if err := d.counts.push(1); err != nil {
		return err
	}
	for n := int32(1); int(n) < len(d.items); n++ {
		if err := d.counts.push(0); err != nil {
			return err
		}
		for _, b := range d.of(n) {
			if err := d.counts.add(uint32(n), uint32(b.child)); err != nil {
				return err
			}
		}
	}
	return nil
}
