package dlx

import (
	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// replayer follows a search from node to node, and repeats its moves on links of its own to record
// them.
type replayer struct {
	links
	search   *LinkSearch
	film     Film // recording so far
	compared []ComparedChooser
	// movesToUndo lists the moves forward that are not undone yet, in order.
	movesToUndo         []Move
	replayPath          []replayedNode // nodes on the path to the current one
	filterCalled        bool           // the filter has been called at this node
	maxMoves, maxVisits int            // largest numbers of moves and of visits in the film
	tooLong             bool           // the search exceeded one of these numbers
	stop                func()         // ends the search
}

// replayedNode is a node on the path to the current one.
type replayedNode struct {
	visit       int   // index of the visit in the film, the recording of the search
	startMark   int   // length of movesToUndo when the node was reached
	branchMark  int   // length of movesToUndo before the current branch
	undoMark    int   // length of the part of the search's undo list that has been repeated
	item        int32 // header of the item on which the node branches
	coveredOnce bool  // the item is covered for the last time
}

func newReplayer(s *LinkSearch, moves, visits int, compared []ComparedChooser) *replayer {
	c := &replayer{links: newLinks(s.problem, s.options.Order, s.options.OptionOrder), search: s, compared: compared,
		maxMoves: moves, maxVisits: visits}
	c.film = Film{Problem: s.problem, ItemOrder: s.options.Order, OptionOrder: s.options.OptionOrder}
	if c.film.ItemOrder == nil {
		c.film.ItemOrder = identityOrder[matrix.ItemID](s.problem.PrimaryCount())
	}
	if c.film.OptionOrder == nil {
		c.film.OptionOrder = identityOrder[matrix.OptionID](s.problem.OptionCount())
	}
	return c
}

func identityOrder[T ~int32](n int) []T {
	list := make([]T, n)
	for k := range list {
		list[k] = T(k)
	}
	return list
}

// filmedChooser wraps the chooser of a search. Each call brings the replayer to the node.
type filmedChooser struct {
	*replayer
	chooser Chooser
}

// Choose implements [Chooser].
func (f filmedChooser) Choose(v View) matrix.ItemID {
	f.replayNode(v.Level())
	f.filterCalled = false
	i := f.chooser.Choose(v)
	f.replayChoice(v, i)
	return i
}

// filmedFilter wraps the filter of a search. Each call brings the replayer to the node, before the
// chooser does, and records the nodes that it prunes.
type filmedFilter struct {
	*replayer
	filter Filter
}

// Prune implements [Filter].
func (f filmedFilter) Prune(n *Node) bool {
	f.replayNode(n.Level())
	possible := f.filter.Prune(n)
	f.replayPruning()
	f.markReady()
	if !possible {
		f.filterCalled = false
		f.film.Visits[f.currentNode().visit].Pruned = true
	}
	return possible
}

// Mems implements [CountingFilter].
func (f filmedFilter) Mems() int64 {
	if inner, ok := f.filter.(CountingFilter); ok {
		return inner.Mems()
	}
	return 0
}

// Counts implements [CountingFilter].
func (f filmedFilter) Counts() []search.FilterCount {
	if inner, ok := f.filter.(CountingFilter); ok {
		return inner.Counts()
	}
	return nil
}

// markReady records that the current node branches next.
func (c *replayer) markReady() { c.film.Visits[c.currentNode().visit].ReadyMove = len(c.film.Moves) }

func (c *replayer) currentNode() *replayedNode { return &c.replayPath[len(c.replayPath)-1] }

// recordMove makes a move forward and records it.
func (c *replayer) recordMove(v Verb, operand int32) {
	c.applyMove(v, operand)
	m := Move(operand)*Move(verbCount) + Move(v)
	c.movesToUndo = append(c.movesToUndo, m)
	c.appendMove(m)
}

func (c *replayer) appendMove(m Move) {
	if len(c.film.Moves) == c.maxMoves || len(c.film.Visits) > c.maxVisits {
		c.tooLong = true
		c.stop()
		return
	}
	c.film.Moves = append(c.film.Moves, m)
}

// undoMoves undoes and records the moves since mark, the last first.
func (c *replayer) undoMoves(mark int) {
	for len(c.movesToUndo) > mark {
		m := c.movesToUndo[len(c.movesToUndo)-1]
		c.movesToUndo = c.movesToUndo[:len(c.movesToUndo)-1]
		v, _ := m.Verb()
		c.revertMove(v, int32(m.Operand()))
		c.appendMove(^m)
	}
}

func (c *replayer) applyMove(v Verb, operand int32) {
	switch v {
	case Deactivate:
		c.deactivate(operand)
	case Unlink:
		c.unlink(operand)
	case Mark:
		c.nodes[operand].color = purified
	case Count:
		c.headers[operand].coversLeft--
	}
}

func (c *replayer) revertMove(v Verb, operand int32) {
	switch v {
	case Deactivate:
		c.reactivate(operand)
	case Unlink:
		c.relink(operand)
	case Mark:
		c.nodes[operand].color = c.problemColor(operand)
	case Count:
		c.headers[operand].coversLeft++
	}
}

// problemColor returns the color that a node has in the problem.
func (c *replayer) problemColor(x int32) int32 {
	o := c.optionAt(x)
	return int32(c.search.problem.Option(o)[x-c.firstNodes[o]].Color)
}

// replayNode repeats the moves from the last node to the current one at a level: back to its
// parent, and along a branch.
func (c *replayer) replayNode(level int) {
	if c.filterCalled {
		return
	}
	c.filterCalled = true
	parent, option, undone := -1, matrix.OptionID(-1), 0
	if level > 0 {
		c.backToLevel(level)
		from := c.currentNode()
		c.undoMoves(from.branchMark)
		parent, undone = from.visit, from.undoMark
		if x := c.replayBranch(from, c.search.path[level-1].chosenIndex); x >= 0 {
			option = c.optionAt(x)
		}
	}
	c.replayPath = append(c.replayPath, replayedNode{visit: len(c.film.Visits), startMark: len(c.movesToUndo),
		undoMark: undone})
	c.film.Visits = append(c.film.Visits, Visit{Parent: parent, Option: option, Item: -1, StartMove: len(c.film.Moves)})
	c.recordMove(BeginVisit, int32(c.currentNode().visit))
	c.replayPruning() // the options that a nogood rules out
	c.markReady()
}

// backToLevel goes back until the path has level nodes.
func (c *replayer) backToLevel(level int) {
	for len(c.replayPath) > level {
		c.undoMoves(c.currentNode().startMark)
		c.replayPath = c.replayPath[:len(c.replayPath)-1]
	}
}

// replayBranch goes along the branch that the search is in. It returns a node of the chosen option,
// or a negative number if there is none.
func (c *replayer) replayBranch(from *replayedNode, at int32) int32 {
	if at < 0 {
		if !from.coveredOnce {
			c.recordMove(Deactivate, from.item)
		}
		return -1
	}
	x := c.search.chosenNodes[at]
	if !from.coveredOnce {
		c.tweak(x)
		from.branchMark = len(c.movesToUndo)
	}
	c.commitOthers(x)
	c.recordMove(ChooseNode, x)
	return x
}

// replayChoice begins to branch on item i.
func (c *replayer) replayChoice(v View, i matrix.ItemID) {
	from, head := c.currentNode(), int32(i)+1
	visit := &c.film.Visits[from.visit]
	visit.Item, visit.Branches = i, v.Branches(i)
	for _, r := range c.compared {
		visit.ComparedChoices = append(visit.ComparedChoices, r.Chooser.Choose(v))
	}
	from.item = head
	c.recordMove(Count, head)
	if from.coveredOnce = c.headers[head].coversLeft == 0; from.coveredOnce {
		c.cover(head)
	}
	from.branchMark = len(c.movesToUndo)
}

// replaySolution arrives at a node where no item is active.
func (c *replayer) replaySolution() {
	c.replayNode(len(c.search.path))
	c.filterCalled = false
	c.film.Visits[c.currentNode().visit].Solution = true
}

// replayPruning repeats what a filter or a nogood has done since the last call.
func (c *replayer) replayPruning() {
	from := c.currentNode()
	for ; from.undoMark < len(c.search.undoList); from.undoMark++ {
		if x := c.search.undoList[from.undoMark]; x >= 0 {
			c.prune(x)
		} else {
			c.commit(^x)
			c.commitOthers(^x)
			c.recordMove(ChooseNode, ^x)
		}
	}
}

// The following methods repeat the operations of [links] with the same names, in the same order of steps, and record
// each step.

func (c *replayer) cover(i int32) {
	c.recordMove(Cover, i)
	c.recordMove(Deactivate, i)
	for x := c.nodes[i].down; x != i; x = c.nodes[x].down {
		c.hide(x)
	}
	c.recordMove(EndGroup, i)
}

func (c *replayer) hide(x int32) {
	c.recordMove(Hide, x)
	c.hides++
	for q := x + 1; q != x; q++ {
		if c.nodes[q].item < 0 {
			if q = c.nodes[q].up; q == x {
				break
			}
		}
		if c.nodes[q].color == purified {
			c.purified++
			continue
		}
		c.recordMove(Unlink, q)
	}
	c.recordMove(EndGroup, x)
}

func (c *replayer) commit(x int32) {
	c.commits++
	n := &c.nodes[x]
	switch {
	case n.color == purified:
	case n.color != 0:
		c.purify(x)
	default:
		c.recordMove(Count, n.item)
		if c.headers[n.item].coversLeft == 0 {
			c.cover(n.item)
		}
	}
}

func (c *replayer) commitOthers(x int32) {
	for q := x + 1; q != x; q++ {
		if c.nodes[q].item < 0 {
			if q = c.nodes[q].up; q == x {
				return
			}
		}
		c.commit(q)
	}
}

func (c *replayer) purify(x int32) {
	c.recordMove(Purify, x)
	i, color := c.nodes[x].item, c.nodes[x].color
	for q := c.nodes[i].down; q != i; q = c.nodes[q].down {
		if c.nodes[q].color == color {
			c.recordMove(Mark, q)
		} else {
			c.hide(q)
		}
	}
	c.recordMove(EndGroup, x)
}

func (c *replayer) tweak(x int32) {
	c.recordMove(Tweak, x)
	c.hide(x)
	c.recordMove(Unlink, x)
	c.recordMove(EndGroup, x)
}

func (c *replayer) prune(x int32) {
	c.recordMove(Prune, x)
	for q := x; c.nodes[q].item >= 0; q++ {
		c.recordMove(Unlink, q)
	}
	c.recordMove(EndGroup, x)
}
