package main

import (
	"fmt"
	"math"
	"math/big"
	"slices"
)

// The first line of a proof, the kinds of steps (in their low two bits), and the arguments of steps of kind stepOther.
const (
	fileMagic                                                            = "quadrille proof 5\n"
	stepBranch, stepKeptBranch, stepKnown, stepOther                     = 0, 1, 2, 3
	otherSolution, otherSplit, otherKeptSplit, otherBound, firstSymmetry = 0, 1, 2, 3, 4
)

// checker follows the steps of a proof.
type checker struct {
	*problem
	*reader
	residualDepth int         // number of residuals on the path to the current step
	keptHashes    [][32]byte  // SHA-256 of each kept residual
	keptTables    []table     // table of each kept residual
	tableSizes    [2]int      // numbers of terms of the tables on the path to the current step, and of keptTables
	symmetries    []symmetry  // permutations of items and options
	goalOfProof   *goalBound  // data about the best solutions; nil if the proof is not about these
	freeFields    []freeField // free items, see freeItems
	optionCovers  []uint64    // for each option, the free items that it covers, as in a table
}

// symmetry has the image of each item, and of each option that can be chosen.
type symmetry struct{ items, options []int32 }

// checkProof checks a proof. It returns the number that the proof shows, and a description of how it was checked.
func (c *checker) checkProof() (result, how string) {
	n, about := c.countClaimed()
	c.expectLine("")
	c.expectLine(fmt.Sprint("count ", n))
	c.expectLine(fmt.Sprintf("sha256 %x", c.reader.digest.Sum(nil)))
	require(c.isAtEnd(), "something follows the end")
	if c.goalOfProof != nil {
		how = "none is better, "
	}
	return fmt.Sprint(n, " ", about), fmt.Sprintf("%sby %d steps with %d states", how, c.stepCount, c.keptCount)
}

// countClaimed reads a proof up to its number. It counts the solutions, or classes, of the proof, and describes them.
func (c *checker) countClaimed() (n *big.Int, about string) {
	c.expectLine(fileMagic[:len(fileMagic)-1])
	claim := c.readLine()
	c.expectLine(fmt.Sprintf("dump %x", c.problem.digest))
	switch {
	case c.costSign != 0 && (claim == "claim best" || claim == "claim optimum"):
		return c.countBest(claim == "claim optimum")
	case c.costSign == 0 && claim == "claim classes":
		return c.countClasses()
	}
	require(claim == "claim count", "there is no %q for this dump", claim)
	n = c.countAll()
	require(n.Sign() == 0 || c.costSign == 0, "the dump wants the best solutions, and not all")
	return n, "solutions"
}

// countAll reads the options that no solution has, the symmetries, the free items, and the steps. It returns the number
// of solutions.
func (c *checker) countAll() *big.Int {
	r := c.rootResidual()
	for range c.readNumber(len(c.options) + 1) {
		o, i := c.readNumber(len(c.options)), c.readNumber(len(c.itemNames))
		require(r.liveOptions.Bit(o) != 0, "option %d is removed twice", o)
		with := c.chooseOption(r, o)
		left := setSize(intersectSets(with.liveOptions, c.holding[i]))
		require(left < int(with.bounds[i].low), "option %d is not impossible by %s", o, c.itemNames[i])
		r.liveOptions.SetBit(r.liveOptions, o, 0)
	}
	c.readSymmetries(r, c.readNumber(math.MaxInt))
	c.freeItems(&r)
	return c.countFitting(c.countResidual(r))
}

// readSymmetries reads the images of items, and finds those of options. Equal options have images in the same order.
func (c *checker) readSymmetries(r residual, n int) {
	for range n {
		s := symmetry{make([]int32, len(c.itemNames)), make([]int32, len(c.options))}
		seen, alike := make([]bool, len(c.itemNames)), map[string][]int32{}
		for i := range s.items {
			to := c.readNumber(len(c.itemNames))
			require(!seen[to] && c.bounds[i] == c.bounds[to], "%s is no image of %s", c.itemNames[to], c.itemNames[i])
			s.items[i], seen[to] = int32(to), true
		}
		for o := range optionsInSet(r.liveOptions) {
			key := fmt.Sprint(c.options[o])
			alike[key] = append(alike[key], int32(o))
		}
		for o := range optionsInSet(r.liveOptions) {
			image := slices.Clone(c.options[o])
			for k := range image {
				image[k].item = s.items[image[k].item]
			}
			slices.SortFunc(image, compareItems)
			key := fmt.Sprint(image)
			require(len(alike[key]) > 0, "option %d has no image", o)
			s.options[o], alike[key] = alike[key][0], alike[key][1:]
		}
		c.symmetries = append(c.symmetries, s)
	}
}

// readItemSet reads primary items in ascending order. Each number of the proof is the difference to the item before.
func (c *checker) readItemSet() []bool {
	set := make([]bool, len(c.itemNames))
	for i, n := 0, c.readNumber(c.primaryCount+1); n > 0; n-- {
		i += c.readNumber(c.primaryCount - i)
		set[i] = true
	}
	return set
}

// countResidual reads the step of a residual and the steps below it, and returns the table of the residual's solutions.
func (c *checker) countResidual(r residual) (t table) {
	c.stepCount, c.residualDepth = c.stepCount+1, c.residualDepth+1
	termsBefore, levelBytes := c.tableSizes[0], 16*len(c.itemNames)+len(c.options)/4
	require(c.residualDepth <= min(4*(len(c.options)+len(c.itemNames)+1), 1<<30/levelBytes), "steps are too deep")
	step := c.readNumber(math.MaxInt)
	kind, arg, key := step&3, step>>2, [32]byte{}
	if kind == stepOther {
		kind, arg = stepOther+min(arg, firstSymmetry), arg-firstSymmetry
	}
	require(c.goalOfProof == nil || kind == stepBranch || kind == stepOther+otherSolution ||
		kind == stepOther+otherBound, "with a goal, states are neither compared nor split")
	isKept := kind == stepKeptBranch || kind == stepOther+otherKeptSplit
	if isKept || kind == stepKnown {
		key = c.hashResidual(r)
	}
	switch kind {
	case stepBranch, stepKeptBranch:
		require(arg < len(c.itemNames), "there is no item %d", arg)
		t = c.countBranches(r, arg)
	case stepKnown:
		n := len(c.keptHashes)
		require(0 < arg && arg <= n && c.keptHashes[n-arg] == key, "the state kept %d states ago is another one", arg)
		t = c.keptTables[n-arg]
	case stepOther + otherSolution:
		require(r.liveOptions.Sign() == 0 && !r.needsOptions(), "this is no solution, as an item is open")
		t = c.countSolution(r.chosenCost)
	case stepOther + otherSplit, stepOther + otherKeptSplit:
		t = c.countAsProduct(r)
	case stepOther + otherBound:
		t = c.countWithinLimit(r)
	default:
		t = c.countByImage(r, arg)
	}
	if isKept {
		c.keptHashes, c.keptTables, c.keptCount = append(c.keptHashes, key), append(c.keptTables, t), c.keptCount+1
		c.tableSizes[1] += len(t)
	}
	c.residualDepth, c.tableSizes[0] = c.residualDepth-1, termsBefore
	return t
}

// countBranches counts the solutions of a residual by branching on item i: first with each of its options after which
// enough options are left for the item, and then, if the item need not be covered, with none of its options.
func (c *checker) countBranches(r residual, i int) table {
	sum, choices := tableSum{}, intersectSets(r.liveOptions, c.holding[i])
	left := setSize(choices)
	for o := range optionsInSet(choices) {
		if left < int(r.bounds[i].low) {
			break
		}
		r.liveOptions = new(big.Int).SetBit(r.liveOptions, o, 0)
		c.addProduct(sum, table{{c.optionCovers[o], 0, 1}}, c.countResidual(c.chooseOption(r, o)))
		left--
	}
	if r.bounds[i].low <= 0 {
		r.bounds = slices.Clone(r.bounds)
		r.bounds[i] = coverBounds{}
		c.addProduct(sum, oneSolution, c.countResidual(r))
	}
	return sum.toTable()
}

// countByImage counts the solutions of the image of a residual under symmetry n, which are as many as the residual's.
func (c *checker) countByImage(r residual, n int) table {
	require(n < len(c.symmetries), "there is no symmetry %d", n)
	image := residual{liveOptions: new(big.Int), bounds: make([]coverBounds, len(r.bounds))}
	for o := range optionsInSet(r.liveOptions) {
		image.liveOptions.SetBit(image.liveOptions, int(c.symmetries[n].options[o]), 1)
	}
	for i, b := range r.bounds {
		image.bounds[c.symmetries[n].items[i]] = b
	}
	return c.countResidual(image)
}

// countAsProduct reads a set of primary items that splits the residual into two parts: the options with these items,
// and the other options. It returns the product of the counts of both parts.
func (c *checker) countAsProduct(r residual) table {
	parts := [2]residual{{new(big.Int), slices.Clone(r.bounds), 0}, {new(big.Int), slices.Clone(r.bounds), 0}}
	isFirst, first, second := c.readItemSet(), parts[0].liveOptions, parts[1].liveOptions
	for i := range isFirst {
		if isFirst[i] {
			first.Or(first, intersectSets(r.liveOptions, c.holding[i]))
		}
	}
	second.AndNot(r.liveOptions, first)
	for i, options := range c.holding {
		own, other := 1, 0
		if isFirst[i] || i >= c.primaryCount && haveCommonOption(first, options) {
			own, other = 0, 1
		}
		require(!haveCommonOption(parts[other].liveOptions, options), "both parts have options with %s", c.itemNames[i])
		parts[other].bounds[i], parts[own].bounds[i] = coverBounds{}, r.bounds[i]
	}
	product := tableSum{}
	if t := c.countResidual(parts[0]); len(t) > 0 {
		c.tableSizes[0] += len(t)
		c.addProduct(product, t, c.countResidual(parts[1]))
	}
	return product.toTable()
}
