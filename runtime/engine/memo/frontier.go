package memo

import (
	"context"
	"hash/maphash"
	"math/big"
	"slices"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// This file counts solutions in which the chosen cells of a set must be connected (see [search.CellSet]). Two search
// nodes with the same open items may differ in how their chosen cells are connected so far. The chosen cells form
// connected parts, and the solutions below a node depend only on the open cells that are next to each part. So a
// state holds this set of open cells for each part. Choosing a cell joins the parts next to it to one part, which
// also gets the open neighbours of the cell. A part without open neighbours is closed off: then it must be the only
// part, and no further cell may be chosen. Loops are sets of cells too; their items say how many neighbours each cell
// has.
//
// The items have a fixed order, in which few cells are at the border between decided and open ones. The search visits
// all states whose first open item is the same before those of the next item, and stores with each state the number
// of ways that lead to it. States of earlier items are freed. (S. Kawahara, T. Inoue, H. Iwashita, S. Minato,
// "Frontier-based search for enumerating all constrained subgraphs with compressed representation", 2017; Knuth's
// Simpath, The Art of Computer Programming 4A, section 7.1.4.)
//
// Options that are forced at a state are chosen at once. So more states become equal, and cells that no possible
// option chooses are left out of the sets of open cells.

// frontierSearch counts the solutions whose cells are connected, or lists them in a diagram.
type frontierSearch struct {
	*frontierCode
	options      CountOptions
	layers       []*frontierLayer // states whose first open item is at a place, by place; nil if there are none
	current      frontierState    // state whose branches are visited
	child        frontierState    // state below it
	choice       []int32          // options that lead to the child: that of the branch, and forced ones
	key          []byte           // buffer for a key
	optionCosts  []int64          // cost of each option if only the best solutions count; otherwise nil
	bestValue    int64            // value of the best solutions, if only those count
	isDiagram    bool
	layerSizes   []int64          // number of states of each place that is done, for a diagram
	branches     []frontierBranch // branches of all states, for a diagram; the first one leads to the root
	choices      []int32          // options of all branches
	branchEnds   []int64          // index behind the last branch of each state, in the order of their visits
	nodes        int64            // number of branches visited
	knownNodes   int64            // number of those that led to a known state
	states       int64            // number of states
	reportedWork int64            // work that OnWork has received
}

// frontierBranch is a branch to a state. The state is given by the place of its first open item, and its number at
// that place.
type frontierBranch struct {
	choiceEnd int64 // index behind its options in the list of all options of branches
	place     int32
	number    uint32
}

// newFrontierSearch prepares the search of a valid problem.
func newFrontierSearch(p *matrix.Problem, o CountOptions) (*frontierSearch, error) {
	c, err := newFrontierCode(p, o)
	if err != nil {
		return nil, err
	}
	f := &frontierSearch{frontierCode: c, options: o, layers: make([]*frontierLayer, len(c.places))}
	if f.optionCosts, err = wantedCosts(p, o); err != nil {
		return nil, err
	}
	for _, s := range []*frontierState{&f.current, &f.child} {
		*s = frontierState{words: make([]uint64, len(c.start.words)),
			coversLeft: make([]int32, len(c.start.coversLeft)),
			parts:      make([][]uint64, len(c.sets))}
	}
	return f, nil
}

// countFromRoot searches from the root, and returns the number of solutions; 0 if a diagram is made.
func (f *frontierSearch) countFromRoot(ctx context.Context) (*big.Int, error) {
	f.child.copyFrom(&f.start)
	ways := newCounts(f.account, f.optionCosts != nil)
	if err := ways.pushCount(1); err != nil {
		return nil, err
	}
	f.choice = f.choice[:0]
	if err := f.enterChild(0, &ways, 0); err != nil {
		return nil, err
	}
	for t := range f.order {
		layer := f.layers[t]
		for n := uint32(1); layer != nil && int(n) < len(layer.ends); n++ {
			if err := f.visitState(ctx, t, layer, n); err != nil {
				return nil, err
			}
		}
		if err := f.leaveLayer(t); err != nil {
			return nil, err
		}
	}
	last := f.layers[len(f.order)]
	if last == nil {
		return new(big.Int), nil
	}
	last.counts.setWord(0, 0)
	for n := 1; n < len(last.ends); n++ {
		if err := last.counts.addBranch(0, uint32(n), 0); err != nil {
			return nil, err
		}
	}
	if f.optionCosts != nil {
		f.bestValue = f.problem.Goal().ValueOfCost(last.counts.costs[0])
	}
	return last.counts.bigCopy(0), nil
}

// visitState visits the branches of state n of the layer at place t.
func (f *frontierSearch) visitState(ctx context.Context, t int, layer *frontierLayer, n uint32) error {
	f.unpackState(&f.current, t, layer.keys[layer.ends[n-1]:layer.ends[n]])
	f.work += int64(len(f.current.words) + len(f.places[t].varyingBits))
	for k := f.optionStarts[t]; k < f.optionStarts[t+1]; k++ {
		if !f.isPossible(k, &f.current) {
			continue
		}
		f.child.copyFrom(&f.current)
		f.chooseOption(&f.child, k)
		f.choice = append(f.choice[:0], k)
		if err := f.enterChild(t, &layer.counts, n); err != nil {
			return err
		}
		if err := f.countNode(ctx, t, float64(n)/float64(len(layer.ends))); err != nil {
			return err
		}
	}
	if !f.isDiagram {
		return nil
	}
	ends, err := reserveSpace(f.account, f.branchEnds, 1)
	f.branchEnds = append(ends, int64(len(f.branches)))
	return err
}

// enterChild adds the child state to the layer of its first open item. The ways to its parent are number k of the given
// ones. The items before place from must be covered.
func (f *frontierSearch) enterChild(from int, ways *bigCounts, k uint32) (err error) {
	t, alive := f.settleState(&f.child, from, &f.choice)
	if !alive || t == len(f.order) && !f.isSolution() {
		return nil
	}
	if f.key, err = f.packState(&f.child, t, f.key); err != nil {
		return err
	}
	n, err := f.addWays(t, f.key, ways, k)
	if err != nil || !f.isDiagram {
		return err
	}
	if f.choices, err = reserveSpace(f.account, f.choices, len(f.choice)); err != nil {
		return err
	}
	f.choices = append(f.choices, f.choice...)
	f.branches, err = reserveSpace(f.account, f.branches, 1)
	f.branches = append(f.branches, frontierBranch{int64(len(f.choices)), int32(t), n})
	return err
}

// isSolution reports whether the child, which has no open item, has cells in all sets that need any.
func (f *frontierSearch) isSolution() bool {
	for k := range f.sets {
		if f.sets[k].NeedsCell && len(f.child.parts[k]) == 0 {
			return false
		}
	}
	return true
}

// addWays adds the ways of number k of the given ones to the state of place t with a key, and returns the number of
// that state.
func (f *frontierSearch) addWays(t int, key []byte, ways *bigCounts, k uint32) (uint32, error) {
	layer := f.layers[t]
	if layer == nil {
		var err error
		if layer, err = newFrontierLayer(f.account, f.optionCosts != nil); err != nil {
			return 0, err
		}
		f.layers[t] = layer
	}
	hash := uint32(maphash.Bytes(hashSeed, key))
	n, slot := layer.findKey(key, hash)
	if f.nodes++; n != 0 {
		f.knownNodes++
	} else {
		var err error
		if n, err = layer.insertKey(key, hash, slot); err != nil {
			return 0, err
		}
		f.states++
	}
	if f.isDiagram {
		return n, nil
	}
	if err := layer.counts.copyCount(0, ways, k); err != nil {
		return 0, err
	}
	cost := int64(0)
	if f.optionCosts != nil {
		for _, o := range f.choice {
			cost += f.optionCosts[f.frontierCode.options[o].id]
		}
	}
	return n, layer.counts.addBranch(n, 0, cost)
}

// leaveLayer frees the states of a place after all of them were visited.
func (f *frontierSearch) leaveLayer(t int) error {
	size := int64(0)
	if l := f.layers[t]; l != nil {
		size = int64(len(l.ends) - 1)
		l.releaseLayer()
		f.layers[t] = nil
	}
	if !f.isDiagram {
		return nil
	}
	sizes, err := reserveSpace(f.account, f.layerSizes, 1)
	f.layerSizes = append(sizes, size)
	return err
}

// countNode counts a node, reports the progress, and returns an error if the search must end. The argument share is
// the part of the states of place t that is done, from 0 to 1.
func (f *frontierSearch) countNode(ctx context.Context, t int, share float64) error {
	f.work += int64(200 + 3*len(f.child.words) + 2*len(f.places[t].varyingBits) + 4*len(f.places[t].touchedItems))
	done := (float64(t) + share) / float64(len(f.order))
	if f.options.OnWork != nil && f.work-f.reportedWork >= wordsPerCall {
		words := f.work - f.reportedWork
		f.reportedWork = f.work
		f.options.OnWork(words, done, float64(f.knownNodes)/float64(f.nodes))
	}
	if f.options.Report != nil && f.nodes%reportEvery == 0 {
		f.options.Report(search.Progress{Share: done, Nodes: f.nodes})
	}
	if most := f.options.MaxNodes; most > 0 && f.work > most*usualNodeWork(f.problem) {
		return ErrNodes
	}
	return ctx.Err()
}

// countSolutions counts the solutions.
func (f *frontierSearch) countSolutions(ctx context.Context) (*big.Int, CountStats, error) {
	n, err := f.countFromRoot(ctx)
	usual := usualNodeWork(f.problem)
	return n, CountStats{Nodes: f.nodes, Work: (f.work + usual - 1) / usual, States: f.states,
		Bytes: f.account.peakBytes, BestValue: f.bestValue}, err
}

// buildDiagram makes the diagram of the solutions: states become nodes from the last one back.
func (f *frontierSearch) buildDiagram(ctx context.Context) (*Diagram, error) {
	f.isDiagram = true
	if _, err := f.countFromRoot(ctx); err != nil {
		return nil, err
	}
	d, err := newGrowingDiagram(f.problem, f.options.Connected, f.account, f.optionCosts)
	if err != nil {
		return nil, err
	}
	b := &frontierDiagram{frontierSearch: f, growingDiagram: d, chainNodes: map[diagramBranch]uint32{}}
	if err := b.addStates(); err != nil {
		return nil, err
	}
	return d.Diagram, d.sumCounts()
}

// frontierDiagram makes a node of a diagram from each state.
type frontierDiagram struct {
	*frontierSearch
	*growingDiagram
	nodes       []uint32                 // node of each state, in the order of their visits
	placeStarts []int64                  // index of the first state of each place
	chainNodes  map[diagramBranch]uint32 // nodes with one branch, which stand for forced options
}

// addStates adds the nodes of all states, the last one first.
func (b *frontierDiagram) addStates() error {
	if err := b.frontierSearch.account.reserveBytes(sizeOf[uint32](len(b.branchEnds)) +
		sizeOf[int64](len(b.layerSizes))); err != nil {
		return err
	}
	b.nodes, b.placeStarts = make([]uint32, len(b.branchEnds)), make([]int64, len(b.layerSizes))
	n := int64(0)
	for t, size := range b.layerSizes {
		b.placeStarts[t] = n
		n += size
	}
	var branches []diagramBranch
	for t := len(b.order) - 1; t >= 0; t-- {
		for k := b.placeStarts[t] + b.layerSizes[t] - 1; k >= b.placeStarts[t]; k-- {
			from := int64(1) // behind the branch to the root
			if k > 0 {
				from = b.branchEnds[k-1]
			}
			branches = branches[:0]
			for at := from; at < b.branchEnds[k]; at++ {
				child, err := b.chainNode(at, 1)
				if err != nil {
					return err
				}
				if child != deadResult {
					first := b.frontierCode.options[b.choices[b.frontierSearch.branches[at-1].choiceEnd]].id
					branches = append(branches, diagramBranch{int32(first), int32(child)})
				}
			}
			var err error
			if b.nodes[k], err = b.addNode(b.order[t], branches); err != nil {
				return err
			}
		}
	}
	if len(b.frontierSearch.branches) > 0 {
		root, err := b.chainNode(0, 0)
		if root != deadResult {
			b.root = int32(root)
		}
		return err
	}
	return nil
}

// chainNode returns the node behind the first options of a branch: that of its state, or one for the
// options that are forced before it.
func (b *frontierDiagram) chainNode(at int64, skipped int64) (uint32, error) {
	branch, from := b.frontierSearch.branches[at], skipped
	if at > 0 {
		from += b.frontierSearch.branches[at-1].choiceEnd
	}
	node := doneResult
	if int(branch.place) < len(b.order) {
		node = b.nodes[b.placeStarts[branch.place]+int64(branch.number)-1]
	}
	for k := branch.choiceEnd - 1; k >= from && node != deadResult; k-- {
		o := &b.frontierCode.options[b.choices[k]]
		link := diagramBranch{int32(o.id), int32(node)}
		if known, is := b.chainNodes[link]; is {
			node = known
			continue
		}
		if err := b.frontierSearch.account.reserveBytes(chainBytes); err != nil {
			return 0, err
		}
		var err error
		if node, err = b.addNode(b.order[slices.Min(o.closedBits)], []diagramBranch{link}); err != nil {
			return 0, err
		}
		b.chainNodes[link] = node
	}
	return node, nil
}

// chainBytes is the approximate size of an entry of the map of chains, in bytes.
const chainBytes = 48
