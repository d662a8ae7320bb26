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
// connected parts, and the solutions below a node depend only on the open cells that are next to each part. So a state
// holds, for each part, the set of these open cells. Choosing a cell joins the parts next to the cell to one part,
// which also gets the open neighbours of the cell. A part without open neighbours cannot grow: then it must be the only
// part, and no further cell may be chosen. Loops are sets of cells too; the items of a loop say how many neighbours
// each cell has.
//
// The items have a fixed order, in which few cells are at the border between decided and open ones. The search visits
// all states whose first open item is the same before those of the next item, and stores with each state the number
// of ways that lead to it. States of earlier items are freed. (S. Kawahara, T. Inoue, H. Iwashita, S. Minato,
// "Frontier-based search for enumerating all constrained subgraphs with compressed representation", 2017; Knuth's
// Simpath, The Art of Computer Programming 4A, section 7.1.4.)
//
// Options that are forced at a state are chosen at once. So more states become equal, and cells that no possible
// option chooses are left out of the sets of open cells.

// frontierSearch counts the solutions in which sets of cells are connected, or represents them by a diagram.
type frontierSearch struct {
	*frontierCode
	settings     CountOptions
	layers       []*frontierLayer // for each place: the states whose first open item is there; nil if there are none
	currentState frontierState    // state whose branches are being visited
	childState   frontierState    // state to which the current branch leads
	// options that lead to the child: the option of the branch, and the options that are forced after it
	branchChoices []int32
	keyBuffer     []byte  // buffer for the key of a state
	optionCosts   []int64 // cost of each option if only the best solutions count; otherwise nil
	bestValue     int64   // value of the best solutions, if only those count
	isDiagram     bool
	layerSizes    []int64          // for a diagram: for each place that has been visited, the number of its states
	branches      []frontierBranch // for a diagram: branches of all states; the first one leads to the root
	allChoices    []int32          // options of all branches
	// for each state, in the order of visits, the index after its last branch
	branchEnds      []int64
	visitedBranches int64 // number of branches visited
	knownBranches   int64 // number of branches that led to a known state
	stateCount      int64 // number of different states
	reportedWork    int64 // work that OnWork has received
}

// frontierBranch is a branch to a state. The state is given by the place of its first open item, and by its id among
// the states of that place.
type frontierBranch struct {
	choiceEnd   int64 // index after the last option of the branch in the list of all options of branches
	statePlace  int32
	stateNumber uint32 // id of the state among the states of that place, from 1 on
}

// newFrontierSearch prepares the search of a valid problem.
func newFrontierSearch(p *matrix.Problem, o CountOptions) (*frontierSearch, error) {
	c, err := newFrontierCode(p, o)
	if err != nil {
		return nil, err
	}
	f := &frontierSearch{frontierCode: c, settings: o, layers: make([]*frontierLayer, len(c.places))}
	if f.optionCosts, err = costsIfBestOnly(p, o); err != nil {
		return nil, err
	}
	for _, s := range []*frontierState{&f.currentState, &f.childState} {
		*s = frontierState{words: make([]uint64, len(c.rootState.words)),
			coversLeft:     make([]int32, len(c.rootState.coversLeft)),
			partNeighbours: make([][]uint64, len(c.connectedSets))}
	}
	return f, nil
}

// countFromRoot searches from the root, and returns the number of solutions; 0 if a diagram is made.
func (f *frontierSearch) countFromRoot(ctx context.Context) (*big.Int, error) {
	f.childState.copyFrom(&f.rootState)
	ways := newBigCounts(f.account, f.optionCosts != nil)
	if err := ways.pushCount(1); err != nil {
		return nil, err
	}
	f.branchChoices = f.branchChoices[:0]
	if err := f.addChildToLayer(0, &ways, 0); err != nil {
		return nil, err
	}
	for t := range f.itemOrder {
		layer := f.layers[t]
		for n := uint32(1); layer != nil && int(n) < len(layer.keyEnds); n++ {
			if err := f.visitState(ctx, t, layer, n); err != nil {
				return nil, err
			}
		}
		if err := f.freeLayer(t); err != nil {
			return nil, err
		}
	}
	last := f.layers[len(f.itemOrder)]
	if last == nil {
		return new(big.Int), nil
	}
	last.wayCounts.setWord(0, 0)
	for n := 1; n < len(last.keyEnds); n++ {
		if err := last.wayCounts.addBranch(0, uint32(n), 0); err != nil {
			return nil, err
		}
	}
	if f.optionCosts != nil {
		f.bestValue = f.problem.Goal().ValueOfCost(last.wayCounts.costs[0])
	}
	return last.wayCounts.copyAsBigInt(0), nil
}

// visitState visits the branches of the state with id n of a layer, whose first open item is at place t.
func (f *frontierSearch) visitState(ctx context.Context, t int, layer *frontierLayer, n uint32) error {
	f.unpackState(&f.currentState, t, layer.keys[layer.keyEnds[n-1]:layer.keyEnds[n]])
	f.memoryWords += int64(len(f.currentState.words) + len(f.places[t].varyingBits))
	for k := f.optionStarts[t]; k < f.optionStarts[t+1]; k++ {
		if !f.isPossible(k, &f.currentState) {
			continue
		}
		f.childState.copyFrom(&f.currentState)
		f.chooseOption(&f.childState, k)
		f.branchChoices = append(f.branchChoices[:0], k)
		if err := f.addChildToLayer(t, &layer.wayCounts, n); err != nil {
			return err
		}
		if err := f.countNode(ctx, t, float64(n)/float64(len(layer.keyEnds))); err != nil {
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

// addChildToLayer adds the child state to the layer of its first open item. The number of ways that lead to the child
// is the number at index k of the list ways. The items before place from must be covered.
func (f *frontierSearch) addChildToLayer(from int, ways *bigCounts, k uint32) (err error) {
	t, alive := f.canonicalizeState(&f.childState, from, &f.branchChoices)
	if !alive || t == len(f.itemOrder) && !f.isSolution() {
		return nil
	}
	if f.keyBuffer, err = f.packState(&f.childState, t, f.keyBuffer); err != nil {
		return err
	}
	n, err := f.addWays(t, f.keyBuffer, ways, k)
	if err != nil || !f.isDiagram {
		return err
	}
	if f.allChoices, err = reserveSpace(f.account, f.allChoices, len(f.branchChoices)); err != nil {
		return err
	}
	f.allChoices = append(f.allChoices, f.branchChoices...)
	f.branches, err = reserveSpace(f.account, f.branches, 1)
	f.branches = append(f.branches, frontierBranch{int64(len(f.allChoices)), int32(t), n})
	return err
}

// isSolution reports whether the child, in which no item is open, has a chosen cell in each set that must not be empty.
func (f *frontierSearch) isSolution() bool {
	for k := range f.connectedSets {
		if f.connectedSets[k].NeedsCell && len(f.childState.partNeighbours[k]) == 0 {
			return false
		}
	}
	return true
}

// addWays adds the number at index k of the list ways to the number of ways of the state with the given key at place t.
// It returns the id of that state.
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
	if f.visitedBranches++; n != 0 {
		f.knownBranches++
	} else {
		var err error
		if n, err = layer.insertKey(key, hash, slot); err != nil {
			return 0, err
		}
		f.stateCount++
	}
	if f.isDiagram {
		return n, nil
	}
	if err := layer.wayCounts.copyCount(0, ways, k); err != nil {
		return 0, err
	}
	cost := int64(0)
	if f.optionCosts != nil {
		for _, o := range f.branchChoices {
			cost += f.optionCosts[f.frontierCode.options[o].id]
		}
	}
	return n, layer.wayCounts.addBranch(n, 0, cost)
}

// freeLayer frees the states of a place after all of them have been visited.
func (f *frontierSearch) freeLayer(t int) error {
	size := int64(0)
	if l := f.layers[t]; l != nil {
		size = int64(len(l.keyEnds) - 1)
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

// countNode counts a node, reports the progress, and returns an error if the search must end. The argument share is the
// visited part of the states of place t, from 0 to 1.
func (f *frontierSearch) countNode(ctx context.Context, t int, share float64) error {
	f.memoryWords += int64(200 + 3*len(f.childState.words) + 2*len(f.places[t].varyingBits) +
		4*len(f.places[t].touchedItems))
	done := (float64(t) + share) / float64(len(f.itemOrder))
	if f.settings.OnWork != nil && f.memoryWords-f.reportedWork >= wordsPerReport {
		words := f.memoryWords - f.reportedWork
		f.reportedWork = f.memoryWords
		f.settings.OnWork(words, done, float64(f.knownBranches)/float64(f.visitedBranches))
	}
	if f.settings.Report != nil && f.visitedBranches%reportEvery == 0 {
		f.settings.Report(search.Progress{Share: done, Nodes: f.visitedBranches})
	}
	if most := f.settings.MaxNodes; most > 0 && f.memoryWords > most*typicalNodeWork(f.problem) {
		return ErrTooManyNodes
	}
	return ctx.Err()
}

// countSolutions returns the number of solutions and the effort of the search.
func (f *frontierSearch) countSolutions(ctx context.Context) (*big.Int, CountStats, error) {
	n, err := f.countFromRoot(ctx)
	usual := typicalNodeWork(f.problem)
	return n, CountStats{Nodes: f.visitedBranches, Work: (f.memoryWords + usual - 1) / usual, States: f.stateCount,
		Bytes: f.account.peakBytes, BestValue: f.bestValue}, err
}

// buildDiagram makes the diagram of the solutions. It makes a node from each state, from the last state to the first.
func (f *frontierSearch) buildDiagram(ctx context.Context) (*Diagram, error) {
	f.isDiagram = true
	if _, err := f.countFromRoot(ctx); err != nil {
		return nil, err
	}
	d, err := newGrowingDiagram(f.problem, f.settings.ConnectedSets, f.account, f.optionCosts)
	if err != nil {
		return nil, err
	}
	b := &frontierDiagram{frontierSearch: f, growingDiagram: d, chainNodes: map[diagramBranch]uint32{}}
	if err := b.addNodesOfStates(); err != nil {
		return nil, err
	}
	return d.Diagram, d.sumCounts()
}

// frontierDiagram is the construction of a diagram from the states of a frontier search.
type frontierDiagram struct {
	*frontierSearch
	*growingDiagram
	nodeOfState       []uint32                 // for each state, in the order of visits, its node in the diagram
	firstStateOfPlace []int64                  // for each place, the index of its first state in the order of visits
	chainNodes        map[diagramBranch]uint32 // nodes with one branch, which stand for forced options
}

// addNodesOfStates adds the nodes of all states, the last one first.
func (b *frontierDiagram) addNodesOfStates() error {
	if err := b.frontierSearch.account.reserveBytes(sizeOf[uint32](len(b.branchEnds)) +
		sizeOf[int64](len(b.layerSizes))); err != nil {
		return err
	}
	b.nodeOfState, b.firstStateOfPlace = make([]uint32, len(b.branchEnds)), make([]int64, len(b.layerSizes))
	n := int64(0)
	for t, size := range b.layerSizes {
		b.firstStateOfPlace[t] = n
		n += size
	}
	var branches []diagramBranch
	for t := len(b.itemOrder) - 1; t >= 0; t-- {
		for k := b.firstStateOfPlace[t] + b.layerSizes[t] - 1; k >= b.firstStateOfPlace[t]; k-- {
			from := int64(1) // branch 0 leads to the root
			if k > 0 {
				from = b.branchEnds[k-1]
			}
			branches = branches[:0]
			for at := from; at < b.branchEnds[k]; at++ {
				child, err := b.nodeAfterChoices(at, 1)
				if err != nil {
					return err
				}
				if child != deadResult {
					first := b.frontierCode.options[b.allChoices[b.frontierSearch.branches[at-1].choiceEnd]].id
					branches = append(branches, diagramBranch{int32(first), int32(child)})
				}
			}
			var err error
			if b.nodeOfState[k], err = b.addNode(b.itemOrder[t], branches); err != nil {
				return err
			}
		}
	}
	if len(b.frontierSearch.branches) > 0 {
		root, err := b.nodeAfterChoices(0, 0)
		if root != deadResult {
			b.rootNode = int32(root)
		}
		return err
	}
	return nil
}

// nodeAfterChoices returns the diagram node that is reached after the first options of the branch at an index, as many
// as skipped says. It is the node of the branch's state, or a node with one branch for the next forced option.
func (b *frontierDiagram) nodeAfterChoices(at int64, skipped int64) (uint32, error) {
	branch, from := b.frontierSearch.branches[at], skipped
	if at > 0 {
		from += b.frontierSearch.branches[at-1].choiceEnd
	}
	node := doneResult
	if int(branch.statePlace) < len(b.itemOrder) {
		node = b.nodeOfState[b.firstStateOfPlace[branch.statePlace]+int64(branch.stateNumber)-1]
	}
	for k := branch.choiceEnd - 1; k >= from && node != deadResult; k-- {
		o := &b.frontierCode.options[b.allChoices[k]]
		link := diagramBranch{int32(o.id), int32(node)}
		if known, is := b.chainNodes[link]; is {
			node = known
			continue
		}
		if err := b.frontierSearch.account.reserveBytes(chainNodeBytes); err != nil {
			return 0, err
		}
		var err error
		if node, err = b.addNode(b.itemOrder[slices.Min(o.clearedBits)], []diagramBranch{link}); err != nil {
			return 0, err
		}
		b.chainNodes[link] = node
	}
	return node, nil
}

// chainNodeBytes is the approximate size of an entry of chainNodes, in bytes.
const chainNodeBytes = 48
