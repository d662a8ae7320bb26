package memo

import (
	"fmt"
	"math"
	"slices"

	"quadrille/runtime/matrix"
)

// chart draws a diagram while the search goes on. A state gets its node when all
// of its branches are known, so that nodes come after those they lead to.
type chart struct {
	*Diagram
	account *account
	node    []int32  // of each state: the accepting node for state done, or none
	pending []branch // of the states under way
	marks   []int32  // where those of each state under way begin
}

func newChart(p *matrix.Problem, a *account) (*chart, error) {
	c := &chart{Diagram: &Diagram{problem: p, root: none}, account: a, node: []int32{accept}}
	return c, c.addNode(none, nil)
}

// begin begins the branches of a state.
func (c *chart) begin() { c.marks = append(c.marks, int32(len(c.pending))) }

// join adds a branch to the state under way, if it leads to a solution.
func (c *chart) join(option int32, result uint32) error {
	child := int32(accept)
	if result != done {
		child = c.node[result]
	}
	if child == none {
		return nil
	}
	pending, err := reserve(c.account, c.pending, 1)
	if err != nil {
		return err
	}
	c.pending = append(pending, branch{option, child})
	return nil
}

// end makes the node of the state under way, which branches on an item and is the
// next one to be known. A branch without an option comes last.
func (c *chart) end(item matrix.ItemID) error {
	mark := c.marks[len(c.marks)-1]
	c.marks = c.marks[:len(c.marks)-1]
	node, err := reserve(c.account, c.node, 1)
	if err != nil {
		return err
	}
	if int(mark) == len(c.pending) {
		c.node = append(node, none)
		return nil
	}
	slices.SortFunc(c.pending[mark:], func(a, b branch) int { return int(uint32(a.option)) - int(uint32(b.option)) })
	if err := c.addNode(item, c.pending[mark:]); err != nil {
		return err
	}
	c.pending = c.pending[:mark]
	c.node = append(node, int32(len(c.items))-1)
	return nil
}

// finish completes the diagram, given the state of the root.
func (c *chart) finish(root uint32) (*Diagram, error) {
	switch root {
	case dead:
	case done:
		c.root = accept
	default:
		c.root = c.node[root]
	}
	return c.Diagram, c.sum(c.account)
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
