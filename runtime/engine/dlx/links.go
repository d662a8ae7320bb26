package dlx

import "quadrille/runtime/matrix"

// node is an item in an option, the header of an item's list, or a spacer between two options.
//
// The nodes of an option stand side by side in memory, between two spacers. The links up and down join the nodes of an
// item to a circle, with the item's header. A spacer has a negative item. Its up link is the first node of the option
// before it, and its down link the last node of the option after it, so that a walk through the nodes of an option can
// start at any node.
type node struct {
	up, down int32 // previous and next node in the circle of the item
	item     int32 // index of the header, or ^option for the spacer after an option
	color    int32 // color that the option gives to the item, 0 for none; purified while the item has that color
}

// purified is the color of a node whose item was given the color of that node. The option of the node is compatible and
// stays in the list.
const purified = -1

// header is the state of an item in the search. The links left and right join the active primary items to a circle,
// which begins and ends at header 0, the root. Secondary items are never in this circle.
type header struct {
	left, right int32 // previous and next header in the circle of active items
	listLen     int32 // number of options in the list of the item
	coversLeft  int32 // number of times that the item may still be covered
	maxMinusMin int32 // maximum of the item's multiplicity minus its minimum
}

const root = 0 // root is the index of the header at which the circle of active items begins.

// linkEffort counts the forward operations on the links. Each of them is undone later, and undoing is not counted.
type linkEffort struct {
	updates       int64 // number of removals from a doubly linked list
	hides         int64 // number of options taken out of their lists; each takes several removals
	covers        int64 // number of items taken out of the circle of active items
	commits       int64 // number of items that were committed because an option was chosen
	purifiedSkips int64 // number of nodes that stayed in their lists because they have the color of their item
}

// memEstimate estimates the number of accesses to memory, in words of 64 bits, as Knuth's programs count them. It
// counts the accesses to the lists, without those of a chooser. The two links of a node are one word, its item is
// another, and the links and the length of a header are one word each. The removal of a node takes six accesses: it
// reads the node's item and links, writes the links of both neighbours, and reads and writes the length.
func (e *linkEffort) memEstimate() int64 {
	removed := e.updates - e.covers
	forward := 6*removed + // in hide
		3*e.hides + // the next option of the list, and the spacer with its way back
		4*e.covers + // the links of the item and its neighbours, and its list
		3*e.commits + // the item, and its bound read and written
		e.purifiedSkips
	return 2 * forward
}

// links is the dancing links structure. Every operation has a reverse, which restores the links
// exactly if the reverses are called in reverse order.
type links struct {
	nodes        []node   // headers first: nodes[i] is the list head of headers[i]
	headers      []header // headers[0] is the root; item i is at i+1
	firstNodes   []int32  // first node of each option
	removedNodes []int32  // first node of each option that was removed from the lists, in the order of removal
	linkEffort
}

func newLinks(p *matrix.Problem, order []matrix.ItemID, optionOrder []matrix.OptionID) links {
	l := links{
		nodes:   make([]node, 1+p.ItemCount(), 1+p.ItemCount()+p.EntryCount()+p.OptionCount()+1),
		headers: make([]header, 1+p.ItemCount()),
	}
	l.linkItems(p, order)
	l.linkOptions(p, optionOrder)
	return l
}

// linkItems makes the circle of primary items, in the given order.
func (l *links) linkItems(p *matrix.Problem, order []matrix.ItemID) {
	for i := range l.headers {
		at := int32(i)
		l.headers[i] = header{left: at, right: at, coversLeft: 1}
		l.nodes[i] = node{up: at, down: at, item: at}
	}
	for k := range matrix.ItemID(p.PrimaryCount()) {
		id := k
		if order != nil {
			id = order[k]
		}
		b, at, last := p.Bound(id), int32(id)+1, l.headers[root].left
		l.headers[at] = header{left: last, right: root, coversLeft: b.Max, maxMinusMin: b.Max - b.Min}
		l.headers[last].right = at
		l.headers[root].left = at
	}
}

// linkOptions appends the nodes of every option, each to the end of its item's list,
// in the given order.
func (l *links) linkOptions(p *matrix.Problem, order []matrix.OptionID) {
	l.firstNodes = make([]int32, p.OptionCount())
	spacer := int32(len(l.nodes))
	l.nodes = append(l.nodes, node{item: -1})
	for k := range matrix.OptionID(p.OptionCount()) {
		o := k
		if order != nil {
			o = order[k]
		}
		l.firstNodes[o] = spacer + 1
		for _, e := range p.Option(o) {
			at, head := int32(len(l.nodes)), int32(e.Item)+1
			last := l.nodes[head].up
			l.nodes = append(l.nodes, node{up: last, down: head, item: head, color: int32(e.Color)})
			l.nodes[last].down, l.nodes[head].up = at, at
			l.headers[head].listLen++
		}
		end := int32(len(l.nodes))
		l.nodes[spacer].down = end - 1
		l.nodes = append(l.nodes, node{up: spacer + 1, item: ^int32(o)})
		spacer = end
	}
}

// optionAt returns the option that node x belongs to.
func (l *links) optionAt(x int32) matrix.OptionID {
	for l.nodes[x].item >= 0 {
		x++
	}
	return matrix.OptionID(^l.nodes[x].item)
}

// hide takes the other nodes of x's option out of their lists.
func (l *links) hide(x int32) {
	nodes, headers, removed := l.nodes, l.headers, int64(0)
	for q := x + 1; q != x; {
		n := &nodes[q]
		if n.item < 0 {
			q = n.up
			continue
		}
		if n.color != purified {
			nodes[n.up].down = n.down
			nodes[n.down].up = n.up
			headers[n.item].listLen--
			removed++
		} else {
			l.purifiedSkips++
		}
		q++
	}
	l.updates += removed
	l.hides++
	l.removedNodes = append(l.removedNodes, x)
}

// unhide reverses hide.
func (l *links) unhide(x int32) {
	l.removedNodes = l.removedNodes[:len(l.removedNodes)-1]
	nodes, headers := l.nodes, l.headers
	for q := x - 1; q != x; {
		n := &nodes[q]
		if n.item < 0 {
			q = n.down
			continue
		}
		if n.color != purified {
			nodes[n.up].down = q
			nodes[n.down].up = q
			headers[n.item].listLen++
		}
		q--
	}
}

// deactivate removes item i from the circle of active items. A secondary item is linked only to itself, so nothing
// changes, but the update is counted, as Knuth's paper counts it.
func (l *links) deactivate(i int32) {
	h := l.headers[i]
	l.headers[h.left].right = h.right
	l.headers[h.right].left = h.left
	l.updates++
	l.covers++
}

// reactivate reverses deactivate.
func (l *links) reactivate(i int32) {
	h := l.headers[i]
	l.headers[h.left].right = i
	l.headers[h.right].left = i
}

// cover deactivates item i and hides every option that holds it.
func (l *links) cover(i int32) {
	l.deactivate(i)
	for x := l.nodes[i].down; x != i; x = l.nodes[x].down {
		l.hide(x)
	}
}

// uncover reverses cover.
func (l *links) uncover(i int32) {
	for x := l.nodes[i].up; x != i; x = l.nodes[x].up {
		l.unhide(x)
	}
	l.reactivate(i)
}

// commit updates the item of node x when the option of x is chosen. It covers or purifies the item, or only lowers the
// bound of a multiple item that may be covered again.
func (l *links) commit(x int32) {
	l.commits++
	n := &l.nodes[x]
	if n.color != 0 {
		if n.color != purified {
			l.purify(x)
		}
		return
	}
	h := &l.headers[n.item]
	if h.coversLeft--; h.coversLeft == 0 {
		l.cover(n.item)
	}
}

// uncommit reverses commit.
func (l *links) uncommit(x int32) {
	n := &l.nodes[x]
	if n.color != 0 {
		if n.color != purified {
			l.unpurify(x)
		}
		return
	}
	h := &l.headers[n.item]
	if h.coversLeft++; h.coversLeft == 1 {
		l.uncover(n.item)
	}
}

// commitOthers commits all items of the option of node x except x's own.
func (l *links) commitOthers(x int32) {
	for q := x + 1; q != x; q++ {
		if l.nodes[q].item < 0 {
			if q = l.nodes[q].up; q == x {
				return
			}
		}
		l.commit(q)
	}
}

// uncommitOthers reverses commitOthers.
func (l *links) uncommitOthers(x int32) {
	for q := x - 1; q != x; q-- {
		if l.nodes[q].item < 0 {
			if q = l.nodes[q].down; q == x {
				return
			}
		}
		l.uncommit(q)
	}
}

// purify gives the item of node x the color of x: it hides the options that give it another color, and marks the nodes
// with the same color as purified.
func (l *links) purify(x int32) {
	i, color := l.nodes[x].item, l.nodes[x].color
	for q := l.nodes[i].down; q != i; q = l.nodes[q].down {
		if l.nodes[q].color == color {
			l.nodes[q].color = purified
		} else {
			l.hide(q)
		}
	}
}

// unpurify reverses purify.
func (l *links) unpurify(x int32) {
	i, color := l.nodes[x].item, l.nodes[x].color
	for q := l.nodes[i].up; q != i; q = l.nodes[q].up {
		if l.nodes[q].color == purified {
			l.nodes[q].color = color
		} else {
			l.unhide(q)
		}
	}
}

// unlink takes node x out of its list.
func (l *links) unlink(x int32) {
	n := &l.nodes[x]
	l.nodes[n.up].down = n.down
	l.nodes[n.down].up = n.up
	l.headers[n.item].listLen--
	l.updates++
}

// relink reverses unlink.
func (l *links) relink(x int32) {
	n := &l.nodes[x]
	l.nodes[n.up].down = x
	l.nodes[n.down].up = x
	l.headers[n.item].listLen++
}

// tweak removes the option of node x from the lists of all its items, including the item of x. The option is about to
// be chosen, or has been tried.
func (l *links) tweak(x int32) {
	l.hide(x)
	l.unlink(x)
}

// untweak reverses tweak.
func (l *links) untweak(x int32) {
	l.relink(x)
	l.unhide(x)
}

// prune takes the option that begins at node x out of the lists of all its items,
// whatever their color.
func (l *links) prune(x int32) {
	for q := x; l.nodes[q].item >= 0; q++ {
		l.unlink(q)
	}
	l.removedNodes = append(l.removedNodes, x)
}

// unprune reverses prune.
func (l *links) unprune(x int32) {
	l.removedNodes = l.removedNodes[:len(l.removedNodes)-1]
	for q := l.nodes[x-1].down; q >= x; q-- { // from the last node, to which the spacer points
		l.relink(q)
	}
}

// isAlive reports whether the option that begins at node x can still be chosen: all its nodes are
// in their lists, and all its items may be covered again. A removed node still points to its
// neighbours, but its neighbours do not point back.
func (l *links) isAlive(x int32) bool {
	for q := x; l.nodes[q].item >= 0; q++ {
		n := &l.nodes[q]
		if l.nodes[n.up].down != q || l.nodes[n.down].up != q || l.headers[n.item].coversLeft == 0 {
			return false
		}
	}
	return l.nodes[x].item >= 0 // an option without items is never chosen
}
