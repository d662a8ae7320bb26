package dlx

import (
	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// replayer follows a search from node to node, and records its moves. It has links of its own, on which it repeats the
// operations of the search; each change of these links is a move.
type replayer struct {
	links
	recordedSearch   *LinkSearch
	film             Film // recording so far
	comparedChoosers []ComparedChooser
	// movesToUndo lists the forward moves that are not undone yet, in order.
	movesToUndo         []Move
	replayPath          []replayedNode // nodes on the path to the current one
	wasFilterCalled     bool           // whether the current node has been recorded already, when its filter was called
	maxMoves, maxVisits int            // largest number of moves, and of visits, that may be recorded
	exceedsBounds       bool           // whether the search exceeded maxMoves or maxVisits
	stopSearch          func()         // ends the search
}

// replayedNode is a node on the path from the root to the node that is recorded now.
type replayedNode struct {
	visitIndex  int   // index of the node in Film.Visits
	startMark   int   // length of movesToUndo before the node was recorded
	branchMark  int   // length of movesToUndo before the current branch
	undoMark    int   // number of entries of the search's undo list that have been repeated at the node
	item        int32 // header of the item on which the node branches
	isLastCover bool  // whether the item is covered for the last time
}

func newReplayer(s *LinkSearch, moves, visits int, compared []ComparedChooser) *replayer {
	c := &replayer{links: newLinks(s.problem, s.settings.ItemOrder, s.settings.OptionOrder), recordedSearch: s,
		comparedChoosers: compared,
		maxMoves:         moves, maxVisits: visits}
	c.film = Film{Problem: s.problem, ItemOrder: s.settings.ItemOrder, OptionOrder: s.settings.OptionOrder}
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

// filmedChooser wraps the chooser of a search. Each call records the moves up to the current node.
type filmedChooser struct {
	*replayer
	chooser Chooser
}

// Choose implements [Chooser].
func (f filmedChooser) Choose(v View) matrix.ItemID {
	f.replayNode(v.Level())
	f.wasFilterCalled = false
	i := f.chooser.Choose(v)
	f.replayChoice(v, i)
	return i
}

// filmedFilter wraps the filter of a search. Each call records the moves up to the current node, and whether the filter
// prunes it.
type filmedFilter struct {
	*replayer
	filter Filter
}

// Prune implements [Filter].
func (f filmedFilter) Prune(n *Node) bool {
	f.replayNode(n.Level())
	possible := f.filter.Prune(n)
	f.replayPruning()
	f.recordReadyMove()
	if !possible {
		f.wasFilterCalled = false
		f.film.Visits[f.currentNode().visitIndex].IsPruned = true
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

// recordReadyMove records that the current node is ready to branch.
func (c *replayer) recordReadyMove() {
	c.film.Visits[c.currentNode().visitIndex].ReadyMove = len(c.film.Moves)
}

func (c *replayer) currentNode() *replayedNode { return &c.replayPath[len(c.replayPath)-1] }

// recordMove makes a forward move and records it.
func (c *replayer) recordMove(v MoveKind, operand int32) {
	c.applyMove(v, operand)
	m := Move(operand)*Move(moveKindCount) + Move(v)
	c.movesToUndo = append(c.movesToUndo, m)
	c.appendMove(m)
}

func (c *replayer) appendMove(m Move) {
	if len(c.film.Moves) == c.maxMoves || len(c.film.Visits) > c.maxVisits {
		c.exceedsBounds = true
		c.stopSearch()
		return
	}
	c.film.Moves = append(c.film.Moves, m)
}

// undoMoves undoes, in reverse order, the moves after the first mark entries of movesToUndo. It records the reverse
// moves.
func (c *replayer) undoMoves(mark int) {
	for len(c.movesToUndo) > mark {
		m := c.movesToUndo[len(c.movesToUndo)-1]
		c.movesToUndo = c.movesToUndo[:len(c.movesToUndo)-1]
		v, _ := m.Kind()
		c.revertMove(v, int32(m.Operand()))
		c.appendMove(^m)
	}
}

func (c *replayer) applyMove(v MoveKind, operand int32) {
	switch v {
	case DeactivateItem:
		c.deactivate(operand)
	case UnlinkNode:
		c.unlink(operand)
	case MarkNode:
		c.nodes[operand].color = purified
	case LowerCoverBound:
		c.headers[operand].coversLeft--
	}
}

func (c *replayer) revertMove(v MoveKind, operand int32) {
	switch v {
	case DeactivateItem:
		c.reactivate(operand)
	case UnlinkNode:
		c.relink(operand)
	case MarkNode:
		c.nodes[operand].color = c.problemColor(operand)
	case LowerCoverBound:
		c.headers[operand].coversLeft++
	}
}

// problemColor returns the color that the problem gives to link node x, which may be marked as purified in the links.
func (c *replayer) problemColor(x int32) int32 {
	o := c.optionAt(x)
	return int32(c.recordedSearch.problem.Option(o)[x-c.firstNodes[o]].Color)
}

// replayNode repeats the moves from the last recorded node to the current one, which is at the given level. These lead
// back to the parent of the current node, and along a branch.
func (c *replayer) replayNode(level int) {
	if c.wasFilterCalled {
		return
	}
	c.wasFilterCalled = true
	parent, option, undone := -1, matrix.OptionID(-1), 0
	if level > 0 {
		c.backToLevel(level)
		from := c.currentNode()
		c.undoMoves(from.branchMark)
		parent, undone = from.visitIndex, from.undoMark
		if x := c.replayBranch(from, c.recordedSearch.branchPath[level-1].chosenIndex); x >= 0 {
			option = c.optionAt(x)
		}
	}
	c.replayPath = append(c.replayPath, replayedNode{visitIndex: len(c.film.Visits), startMark: len(c.movesToUndo),
		undoMark: undone})
	// record the visit before the removals of options that a nogood excludes
	c.film.Visits = append(c.film.Visits, Visit{Parent: parent, Option: option, Item: -1, StartMove: len(c.film.Moves)})
	c.recordMove(BeginVisit, int32(c.currentNode().visitIndex))
	c.replayPruning() // the options that a nogood rules out
	c.recordReadyMove()
}

// backToLevel goes back until the path has as many nodes as the argument level says.
func (c *replayer) backToLevel(level int) {
	for len(c.replayPath) > level {
		c.undoMoves(c.currentNode().startMark)
		c.replayPath = c.replayPath[:len(c.replayPath)-1]
	}
}

// replayBranch repeats the branch that the search tries now. The argument at is the index of the branch's option in
// chosenNodes, or negative. It returns a node of the chosen option, or a negative number if the branch has no option.
func (c *replayer) replayBranch(from *replayedNode, at int32) int32 {
	if at < 0 {
		if !from.isLastCover {
			c.recordMove(DeactivateItem, from.item)
		}
		return -1
	}
	x := c.recordedSearch.chosenNodes[at]
	if !from.isLastCover {
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
	visit := &c.film.Visits[from.visitIndex]
	visit.Item, visit.Branches = i, v.Branches(i)
	for _, r := range c.comparedChoosers {
		visit.ComparedChoices = append(visit.ComparedChoices, r.Chooser.Choose(v))
	}
	from.item = head
	c.recordMove(LowerCoverBound, head)
	if from.isLastCover = c.headers[head].coversLeft == 0; from.isLastCover {
		c.cover(head)
	}
	from.branchMark = len(c.movesToUndo)
}

// replaySolution records a node at which no item is active.
func (c *replayer) replaySolution() {
	c.replayNode(len(c.recordedSearch.branchPath))
	c.wasFilterCalled = false
	c.film.Visits[c.currentNode().visitIndex].IsSolution = true
}

// replayPruning repeats what a filter or a nogood has changed since the last call.
func (c *replayer) replayPruning() {
	from := c.currentNode()
	for ; from.undoMark < len(c.recordedSearch.undoList); from.undoMark++ {
		if x := c.recordedSearch.undoList[from.undoMark]; x >= 0 {
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
	c.recordMove(BeginCover, i)
	c.recordMove(DeactivateItem, i)
	for x := c.nodes[i].down; x != i; x = c.nodes[x].down {
		c.hide(x)
	}
	c.recordMove(EndGroup, i)
}

func (c *replayer) hide(x int32) {
	c.recordMove(BeginHide, x)
	c.hides++
	for q := x + 1; q != x; q++ {
		if c.nodes[q].item < 0 {
			if q = c.nodes[q].up; q == x {
				break
			}
		}
		if c.nodes[q].color == purified {
			c.purifiedSkips++
			continue
		}
		c.recordMove(UnlinkNode, q)
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
		c.recordMove(LowerCoverBound, n.item)
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
	c.recordMove(BeginPurify, x)
	i, color := c.nodes[x].item, c.nodes[x].color
	for q := c.nodes[i].down; q != i; q = c.nodes[q].down {
		if c.nodes[q].color == color {
			c.recordMove(MarkNode, q)
		} else {
			c.hide(q)
		}
	}
	c.recordMove(EndGroup, x)
}

func (c *replayer) tweak(x int32) {
	c.recordMove(BeginTweak, x)
	c.hide(x)
	c.recordMove(UnlinkNode, x)
	c.recordMove(EndGroup, x)
}

func (c *replayer) prune(x int32) {
	c.recordMove(BeginPrune, x)
	for q := x; c.nodes[q].item >= 0; q++ {
		c.recordMove(UnlinkNode, q)
	}
	c.recordMove(EndGroup, x)
}
