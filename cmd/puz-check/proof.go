package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"math"
	"math/big"
	"slices"
	"strings"
)

// The first line of a proof, the kinds of steps (in their low two bits), and the arguments of steps of kind stepOther.
const (
	fileMagic                                                                       = "quadrille proof 4\n"
	stepBranch, stepKeptBranch, stepKnown, stepOther                                = 0, 1, 2, 3
	otherSolution, otherSplit, otherKeptSplit, otherBound, otherFree, firstSymmetry = 0, 1, 2, 3, 4, 5
)

var one = big.NewInt(1)

// residual is the problem that remains at a step of a proof. The checker computes it; no proof states it.
type residual struct {
	liveOptions   optionSet     // options that can still be chosen
	bounds        []coverBounds // remaining covers of each primary item; freeBound for a free item
	chosenOptions optionSet     // options chosen so far; only needed if there are nogoods
	chosenCost    int64         // cost of the options chosen so far; only needed if there is a goal
}

// proofReader reads a proof, and computes the hash of the bytes that it reads.
type proofReader struct {
	input                           *bufio.Reader
	fileHash                        hash.Hash
	byteCount, stepCount, keptCount int64 // numbers of bytes and steps read, and of residuals kept
	residualDepth                   int   // number of residuals on the path to the current step
	firstError                      error // first error; nil if there is none
}

// checker follows the steps of a proof.
type checker struct {
	*problem
	*proofReader
	keptHashes   [][32]byte  // SHA-256 of each kept residual
	keptTables   []table     // table of each kept residual
	itemImages   [][]int32   // for each symmetry, the image of each item
	optionImages [][]int32   // for each symmetry, the image of each option that can be chosen
	goalOfProof  *goalBound  // data about the best solutions; nil if the proof is not about these
	freeFields   []freeField // free items, see countWithFreeItems
}

// checkProof checks a proof. It returns the number that the proof shows, and a description of how it was checked.
func checkProof(p *problem, in *bufio.Reader) (result, how string, err error) {
	c := &checker{problem: p, proofReader: &proofReader{input: in, fileHash: sha256.New()}}
	n, about := c.countClaimed()
	c.expectText(fmt.Sprintf("\ncount %v\n", n))
	c.expectText(fmt.Sprintf("sha256 %x\n", c.fileHash.Sum(nil)))
	if _, err := c.input.ReadByte(); err == nil {
		c.refuseProof("something follows the end")
	}
	if c.goalOfProof != nil {
		how = "none is better, "
	}
	how = fmt.Sprintf("%sby %d steps with %d states", how, c.stepCount, c.keptCount)
	return n.String() + " " + about, how, c.firstError
}

// countClaimed reads a proof up to its number. It counts the solutions, or classes, of the proof, and describes them.
func (c *checker) countClaimed() (n *big.Int, about string) {
	c.expectText(fileMagic)
	claim := c.readLine()
	c.expectText(fmt.Sprintf("dump %x\n", c.digest))
	switch {
	case c.costSign != 0 && (claim == "claim best" || claim == "claim optimum"):
		return c.countBest(claim == "claim optimum")
	case c.costSign == 0 && claim == "claim classes":
		return c.countClasses()
	case claim != "claim count":
		c.refuseProof("there is no %q for this dump", claim)
	}
	if n = c.countAll(); n.Sign() > 0 && c.costSign != 0 {
		c.refuseProof("the dump wants the best solutions, and not all")
	}
	return n, "solutions"
}

// rootResidual returns the whole problem. Options without a primary item are left out, as they are never chosen.
func (p *problem) rootResidual() residual {
	r := residual{liveOptions: new(big.Int), bounds: p.bounds, chosenOptions: new(big.Int), chosenCost: p.baseCost}
	for i := range p.bounds {
		r.liveOptions.Or(r.liveOptions, p.optionsHolding[i])
	}
	return r
}

// countAll reads the options that no solution has, the symmetries, and the steps. It returns the number of solutions.
func (c *checker) countAll() *big.Int {
	r := c.rootResidual()
	for n := c.readNumber(len(c.options) + 1); n > 0 && c.firstError == nil; n-- {
		o, i := c.readNumber(len(c.options)), c.readNumber(len(c.bounds))
		if c.firstError != nil || r.liveOptions.Bit(o) == 0 {
			c.refuseProof("option %d is removed twice", o)
		} else if with := c.chooseOption(r, o); setSize(
			intersectSets(with.liveOptions, c.optionsHolding[i])) >= int(with.bounds[i].low) {
			c.refuseProof("option %d is not impossible by %s", o, c.itemNames[i])
		}
		r.liveOptions.SetBit(r.liveOptions, o, 0)
	}
	for n := c.readNumber(math.MaxInt); n > 0 && c.firstError == nil; n-- {
		c.readSymmetry(r)
	}
	n := new(big.Int)
	for _, e := range c.countResidual(r) { // there is one entry, or none
		n.Set(e.solutionCount)
	}
	return n
}

// refuseProof records an error, with its place, if there is none so far. It returns the table of no solutions.
func (r *proofReader) refuseProof(format string, args ...any) table {
	if r.firstError == nil {
		r.firstError = refusef("step %d, byte %d: %s", r.stepCount, r.byteCount, fmt.Sprintf(format, args...))
	}
	return nil
}

// ReadByte implements [io.ByteReader]. The byte enters the hash.
func (r *proofReader) ReadByte() (byte, error) {
	b, err := r.input.ReadByte()
	r.byteCount++
	r.fileHash.Write([]byte{b})
	return b, err
}

// readLine reads the rest of a line of at most 80 bytes.
func (r *proofReader) readLine() string {
	var text strings.Builder
	for b, err := r.ReadByte(); err == nil && b != '\n' && text.Len() < 80; b, err = r.ReadByte() {
		text.WriteByte(b)
	}
	return text.String()
}

// readNumber reads a varint that is below a bound.
func (r *proofReader) readNumber(limit int) int {
	n, err := binary.ReadUvarint(r)
	if err != nil || n >= uint64(limit) {
		r.refuseProof("here must be a number below %d", limit)
		return 0
	}
	return int(n)
}

// expectText reads a text, which must be equal to the wanted text.
func (r *proofReader) expectText(want string) {
	for k := range len(want) {
		if b, err := r.ReadByte(); r.firstError == nil && (err != nil || b != want[k]) {
			r.refuseProof("here must be %q", want)
		}
	}
}

// readItemSet reads primary items in ascending order. Each number of the proof is the difference to the item before.
func (c *checker) readItemSet() (in []bool) {
	in = make([]bool, len(c.bounds))
	for i, n := 0, c.readNumber(len(c.bounds)+1); n > 0; n-- {
		i += c.readNumber(len(c.bounds) - i)
		in[i] = true
	}
	return in
}

// readSymmetry reads the images of items, and finds those of options. Equal options have images in the same order.
func (c *checker) readSymmetry(r residual) {
	items, options := make([]int32, len(c.itemNames)), make([]int32, len(c.options))
	seen, alike := make([]bool, len(c.itemNames)), map[string][]int32{}
	for i := range items {
		to, last := c.readNumber(len(c.itemNames)), len(c.bounds)
		if seen[to] || (i < last) != (to < last) || len(c.nogoodsWith) != 0 {
			c.refuseProof("%s cannot be the image of %s", c.itemNames[to], c.itemNames[i])
		}
		items[i], seen[to] = int32(to), true
	}
	for o := range optionsInSet(r.liveOptions) {
		key := fmt.Sprint(c.options[o])
		alike[key] = append(alike[key], int32(o))
	}
	for o := range optionsInSet(r.liveOptions) {
		image := slices.Clone(c.options[o])
		for k := range image {
			image[k].item = items[image[k].item]
		}
		slices.SortFunc(image, compareItems)
		key := fmt.Sprint(image)
		if len(alike[key]) == 0 {
			c.refuseProof("option %d has no image", o)
			return
		}
		options[o], alike[key] = alike[key][0], alike[key][1:]
	}
	c.itemImages, c.optionImages = append(c.itemImages, items), append(c.optionImages, options)
}

// countResidual reads the step of a residual and the steps below it, and returns the table of the residual's solutions.
func (c *checker) countResidual(r residual) (t table) {
	c.stepCount, c.residualDepth = c.stepCount+1, c.residualDepth+1
	defer func() { c.residualDepth-- }()
	step := c.readNumber(math.MaxInt)
	kind, arg, key := step&3, step>>2, [32]byte{}
	if kind == stepOther {
		kind, arg = stepOther+min(arg, firstSymmetry), max(0, arg-firstSymmetry)
	}
	keeps := kind == stepKeptBranch || kind == stepOther+otherKeptSplit
	if keeps || kind == stepKnown {
		key = c.hashResidual(r)
	}
	switch {
	case c.firstError != nil || c.residualDepth > 4*(len(c.options)+len(c.itemNames)+1):
		return c.refuseProof("the proof makes no progress")
	case kind == stepOther+otherSolution && (r.liveOptions.Sign() != 0 || r.needsOptions()):
		return c.refuseProof("this is no solution, as an item is open")
	case kind == stepOther+otherSolution:
		return c.countSolution(r.chosenCost)
	case kind == stepOther+otherBound:
		return c.countWithinLimit(r)
	case kind > stepKeptBranch && (len(c.nogoodsWith) != 0 || c.goalOfProof != nil):
		return c.refuseProof("with nogoods or a goal, states are not compared")
	case kind == stepKnown && (arg == 0 || arg > len(c.keptHashes) || c.keptHashes[len(c.keptHashes)-arg] != key):
		return c.refuseProof("the state kept %d states ago is another one", arg)
	case kind == stepKnown:
		return c.keptTables[len(c.keptHashes)-arg]
	case kind >= stepOther+otherFree && c.freeFields != nil:
		return c.refuseProof("items are free already")
	case kind == stepOther+otherFree:
		return c.countWithFreeItems(r)
	case kind == stepOther+firstSymmetry && arg >= len(c.itemImages):
		return c.refuseProof("there is no symmetry %d", arg)
	case kind == stepOther+firstSymmetry:
		return c.countByImage(r, arg)
	case kind > stepOther:
		t = c.countAsProduct(r)
	case arg >= len(c.bounds) || r.bounds[arg] == freeBound:
		return c.refuseProof("item %d is free, or not primary", arg)
	default:
		t = c.countBranches(r, arg)
	}
	if keeps {
		c.keptHashes, c.keptTables, c.keptCount = append(c.keptHashes, key), append(c.keptTables, t), c.keptCount+1
	}
	return t
}

// hashResidual returns the SHA-256 of a residual. An item that needs no option and has none left counts as covered.
func (c *checker) hashResidual(r residual) [32]byte {
	text := make([]byte, 0, 2*len(r.bounds)+len(c.options)/8+1)
	for i, b := range r.bounds {
		if b.low = max(0, b.low); b.low == 0 && b.high > 0 &&
			intersectSets(r.liveOptions, c.optionsHolding[i]).Sign() == 0 {
			b.high = 0
		}
		text = binary.AppendUvarint(binary.AppendUvarint(text, uint64(b.low)), uint64(b.high))
	}
	return sha256.Sum256(append(text, r.liveOptions.Bytes()...))
}

// needsOptions reports whether some item must still be covered.
func (r residual) needsOptions() bool {
	return slices.ContainsFunc(r.bounds, func(b coverBounds) bool { return b.low > 0 })
}

// countBranches counts the solutions of a residual by branching on item i: first with each of its options after which
// enough options are left for the item, and then, if the item need not be covered, with none of its options.
func (c *checker) countBranches(r residual, i int) (sum table) {
	choices := intersectSets(r.liveOptions, c.optionsHolding[i])
	tries := setSize(choices) - max(0, int(r.bounds[i].low)-1)
	for o := range optionsInSet(choices) {
		if tries--; tries < 0 || c.firstError != nil {
			break
		}
		r.liveOptions = new(big.Int).SetBit(r.liveOptions, o, 0)
		sum = append(sum, c.multiplyTables(table{{c.coversOfOption(o), one}}, c.countResidual(c.chooseOption(r, o)))...)
	}
	if r.bounds[i].low <= 0 && c.firstError == nil {
		r.bounds = slices.Clone(r.bounds)
		r.bounds[i] = coverBounds{}
		sum = append(sum, c.countResidual(r)...)
	}
	return sum.mergeEqualEntries()
}

// chooseOption returns the residual after a choice of option o in the residual r.
func (p *problem) chooseOption(r residual, o int) residual {
	r.liveOptions, r.bounds = new(big.Int).SetBit(r.liveOptions, o, 0), slices.Clone(r.bounds)
	r.chosenCost += p.optionCosts[o]
	for _, e := range p.options[o] {
		gone := p.optionsHolding[e.item]
		if i := int(e.item); i < len(p.bounds) && r.bounds[i] == freeBound {
			continue
		} else if i < len(p.bounds) {
			if r.bounds[i] = (coverBounds{r.bounds[i].low - 1, r.bounds[i].high - 1}); r.bounds[i].high > 0 {
				continue
			}
		} else if e.color != 0 {
			gone = subtractSet(gone, p.optionsWithEntry[e])
		}
		r.liveOptions.AndNot(r.liveOptions, gone)
	}
	if len(p.nogoodsWith) != 0 {
		r.chosenOptions = new(big.Int).SetBit(r.chosenOptions, o, 1)
	}
	for _, together := range p.nogoodsWith[o] {
		if left := subtractSet(together, r.chosenOptions); setSize(left) == 1 {
			r.liveOptions.AndNot(r.liveOptions, left)
		}
	}
	return r
}

// countByImage counts the solutions of the image of a residual under symmetry n, which are as many as the residual's.
func (c *checker) countByImage(r residual, n int) table {
	image := residual{liveOptions: new(big.Int), bounds: make([]coverBounds, len(r.bounds)),
		chosenOptions: r.chosenOptions}
	for o := range optionsInSet(r.liveOptions) {
		image.liveOptions.SetBit(image.liveOptions, int(c.optionImages[n][o]), 1)
	}
	for i, b := range r.bounds {
		image.bounds[c.itemImages[n][i]] = b
	}
	return c.countResidual(image)
}

// countAsProduct reads a set of items that splits the residual into two parts: the options with these items, and the
// other options. It returns the product of the counts of both parts. Only free items may occur in both parts.
func (c *checker) countAsProduct(r residual) table {
	side := make([]int, len(c.itemNames)) // part of each item, 1 or 2; 0 for a secondary item that has not occurred
	parts := [3]residual{1: r, 2: r}
	for n := 1; n <= 2; n++ {
		parts[n].liveOptions, parts[n].bounds = new(big.Int), slices.Clone(r.bounds)
	}
	for i, first := range c.readItemSet() {
		if side[i] = 2; first {
			side[i] = 1
		}
		if r.bounds[i] != freeBound {
			parts[3-side[i]].bounds[i] = coverBounds{}
		}
	}
	for o := range optionsInSet(r.liveOptions) {
		own := 0
		for _, e := range c.options[o] {
			if int(e.item) < len(c.bounds) && r.bounds[e.item] == freeBound {
				continue
			} else if own == 0 {
				own = side[e.item] // the first item of an option that is not free is primary
			} else if side[e.item] == 0 {
				side[e.item] = own
			}
			if side[e.item] != own {
				return c.refuseProof("both parts have options with %s", c.itemNames[e.item])
			}
		}
		parts[own].liveOptions.SetBit(parts[own].liveOptions, o, 1)
	}
	product := c.countResidual(parts[1])
	if len(product) > 0 && c.firstError == nil {
		product = c.multiplyTables(product, c.countResidual(parts[2]))
	}
	return product
}
