package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"iter"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"strings"
)

// The first line of a proof, the kinds of steps (in their low two bits), and the arguments of steps of kind stepOther.
const (
	fileMagic                                                            = "quadrille proof 3\n"
	stepBranch, stepKeptBranch, stepKnown, stepOther                     = 0, 1, 2, 3
	otherSolution, otherSplit, otherKeptSplit, otherBound, firstSymmetry = 0, 1, 2, 3, 4
)

// residual is the problem that remains at a step. A proof does not state it; the checker computes it.
type residual struct {
	live   []uint64 // options that can still be chosen, as bits
	bounds []bound  // number of times that an item is still to be covered, by primary item
	chosen []int32  // options that were chosen before; only needed if there are nogoods
	cost   int64    // cost of what was chosen; only needed if there is a goal
}

// proofReader reads a proof, and hashes what it reads.
type proofReader struct {
	input                           *bufio.Reader
	fileHash                        hash.Hash
	byteCount, stepCount, keptCount int64 // numbers of bytes and steps that were read, and of states that were kept
	depth                           int   // number of residuals on the path
	err                             error // first error
}

// checker follows the steps of a proof.
type checker struct {
	*problem
	*proofReader
	keptHashes   [][32]byte // SHA-256 of the kept residuals
	keptCounts   []*big.Int // numbers of their solutions
	itemImages   [][]int32  // image of each item under a symmetry
	optionImages [][]int32  // image of each option that can be chosen
	goal         *goalBound // what the best solutions cost, if those are proved
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
	if c.goal != nil {
		how = "none is better, "
	}
	return n.String() + " " + about, fmt.Sprintf("%sby %d steps with %d states", how, c.stepCount, c.keptCount), c.err
}

// countClaimed reads a proof up to its number. It counts what the proof claims, and says what that is.
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

// rootResidual returns the whole problem. An option without a primary item is never chosen.
func (p *problem) rootResidual() residual {
	r := residual{live: make([]uint64, (len(p.options)+63)/64), bounds: p.bounds, cost: p.baseCost}
	for i := range p.bounds {
		for _, w := range p.optionsByUse[i][0] {
			r.live[w.index] |= w.bits
		}
	}
	return r
}

// countAll reads the options that no solution has, the symmetries of the others, and the steps.
func (c *checker) countAll() *big.Int {
	r := c.rootResidual()
	for n := c.readNumber(len(c.options) + 1); n > 0 && c.err == nil; n-- {
		o, i := c.readNumber(len(c.options)), c.readNumber(len(c.bounds))
		if c.err != nil || !r.isLive(o) {
			return c.refuseProof("option %d is removed twice", o)
		} else if with := c.chooseOption(r, o); with.countOptions(c.optionsByUse[i][0]) >= int(with.bounds[i].low) {
			return c.refuseProof("option %d is not impossible by %s", o, c.names[i])
		}
		r.removeOption(o)
	}
	for n := c.readNumber(math.MaxInt); n > 0 && c.err == nil; n-- {
		c.readSymmetry(r)
	}
	return c.countResidual(r)
}

// refuseProof records an error, with its place, if there is none so far. It returns 0.
func (r *proofReader) refuseProof(format string, args ...any) *big.Int {
	if r.err == nil {
		r.err = refusef("step %d, byte %d: %s", r.stepCount, r.byteCount, fmt.Sprintf(format, args...))
	}
	return new(big.Int)
}

// ReadByte makes a reader an io.ByteReader whose bytes are hashed.
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

// expectText reads a text, which must be the one that is given.
func (r *proofReader) expectText(want string) {
	for k := range len(want) {
		if b, err := r.ReadByte(); r.err == nil && (err != nil || b != want[k]) {
			r.refuseProof("here must be %q", want)
		}
	}
}

// readSymmetry reads the images of items and finds those of options. Of equal options the first has the first image.
func (c *checker) readSymmetry(r residual) {
	items, options := make([]int32, len(c.names)), make([]int32, len(c.options))
	seen, alike := make([]bool, len(c.names)), map[string][]int32{}
	for i := range items {
		to, last := c.readNumber(len(c.names)), len(c.bounds)
		if seen[to] || (i < last) != (to < last) || len(c.nogoodsWith) > 0 {
			c.refuseProof("%s cannot be the image of %s", c.names[to], c.names[i])
		}
		items[i], seen[to] = int32(to), true
	}
	for o := range r.eachOption() {
		key := fmt.Sprint(c.options[o])
		alike[key] = append(alike[key], int32(o))
	}
	for o := range r.eachOption() {
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

// countResidual reads the step of a residual and the steps below it, and returns the number of solutions.
func (c *checker) countResidual(r residual) (n *big.Int) {
	c.stepCount, c.depth = c.stepCount+1, c.depth+1
	defer func() { c.depth-- }()
	step := c.readNumber(math.MaxInt)
	kind, arg, key := step&3, step>>2, [32]byte{}
	keeps := kind == stepKeptBranch || kind == stepOther && arg == otherKeptSplit
	if keeps || kind == stepKnown {
		key = c.hashResidual(r)
	}
	switch {
	case c.err != nil || c.depth > 4*(len(c.options)+len(c.names)+1):
		return c.refuseProof("the proof makes no progress")
	case (len(c.nogoodsWith) > 0 || c.goal != nil) && (kind == stepKnown || kind == stepOther && arg != otherSolution &&
		arg != otherBound):
		return c.refuseProof("with nogoods or a goal, states are not compared")
	case kind == stepKnown && (arg == 0 || arg > len(c.keptHashes) || c.keptHashes[len(c.keptHashes)-arg] != key):
		return c.refuseProof("the state kept %d states ago is another one", arg)
	case kind == stepKnown:
		return c.keptCounts[len(c.keptHashes)-arg]
	case kind != stepOther && arg >= len(c.bounds):
		return c.refuseProof("item %d is not primary", arg)
	case kind != stepOther:
		n = c.countBranches(r, arg)
	case arg == otherSolution && !r.isCovered():
		return c.refuseProof("this is no solution, as an item is open")
	case arg == otherSolution:
		return c.countSolution(r.cost)
	case arg == otherBound:
		return c.countBelow(r)
	case arg >= firstSymmetry+len(c.itemImages):
		return c.refuseProof("there is no symmetry %d", arg-firstSymmetry)
	case arg >= firstSymmetry:
		return c.countImage(r, arg-firstSymmetry)
	default:
		n = c.countSplit(r)
	}
	if keeps {
		c.keptHashes, c.keptCounts, c.keptCount = append(c.keptHashes, key), append(c.keptCounts, n), c.keptCount+1
	}
	return n
}

// hashResidual returns the SHA-256 of a residual. An item that needs no option and has none counts as closed.
func (c *checker) hashResidual(r residual) [32]byte {
	text := make([]byte, 0, 2*len(r.bounds)+8*len(r.live))
	for i, b := range r.bounds {
		if b.low = max(0, b.low); b.low == 0 && r.countOptions(c.optionsByUse[i][0]) == 0 {
			b.high = 0
		}
		text = binary.AppendUvarint(binary.AppendUvarint(text, uint64(b.low)), uint64(b.high))
	}
	for _, w := range r.live {
		text = binary.LittleEndian.AppendUint64(text, w)
	}
	return sha256.Sum256(text)
}

// countOptions returns the number of options of a mask that can still be chosen.
func (r residual) countOptions(m optionSet) (n int) {
	for _, w := range m {
		n += bits.OnesCount64(r.live[w.index] & w.bits)
	}
	return n
}

// isLive reports whether an option can still be chosen.
func (r residual) isLive(o int) bool { return r.live[o/64]>>(o%64)&1 != 0 }

// eachOption yields the options that can still be chosen, in ascending order.
func (r residual) eachOption() iter.Seq[int] {
	all := make(optionSet, len(r.live))
	for k, set := range r.live {
		all[k].index, all[k].bits = int32(k), set
	}
	return r.eachOptionIn(all)
}

// eachOptionIn yields the options of a mask that can still be chosen, in ascending order.
func (r residual) eachOptionIn(m optionSet) iter.Seq[int] {
	return func(yield func(int) bool) {
		for _, w := range m {
			for set := r.live[w.index] & w.bits; set != 0; set &= set - 1 {
				if !yield(int(w.index)*64 + bits.TrailingZeros64(set)) {
					return
				}
			}
		}
	}
}

// isCovered reports whether no item needs an option, and none is left.
func (r residual) isCovered() bool {
	return !slices.ContainsFunc(r.bounds, func(b bound) bool { return b.low > 0 }) &&
		!slices.ContainsFunc(r.live, func(w uint64) bool { return w != 0 })
}

// clone returns a residual whose options and bounds can be changed.
func (r residual) clone() residual {
	r.live, r.bounds = slices.Clone(r.live), slices.Clone(r.bounds)
	return r
}

// removeOption removes an option from those that can still be chosen.
func (r residual) removeOption(o int) { r.live[o/64] &^= 1 << (o % 64) }

// countBranches counts the solutions of a residual by branching on item i: for each of its options that enough others
// follow, and at last for none of its options if the item need not be covered.
func (c *checker) countBranches(r residual, i int) *big.Int {
	sum, rest := new(big.Int), r.clone()
	tries := r.countOptions(c.optionsByUse[i][0]) - max(0, int(r.bounds[i].low)-1)
	for o := range r.eachOptionIn(c.optionsByUse[i][0]) {
		if tries--; tries < 0 || c.err != nil {
			break
		}
		next := c.chooseOption(rest, o)
		rest.removeOption(o)
		sum.Add(sum, c.countResidual(next))
	}
	if r.bounds[i].low <= 0 && c.err == nil {
		rest.bounds[i] = bound{}
		sum.Add(sum, c.countResidual(rest))
	}
	return sum
}

// chooseOption returns the residual of another once an option is chosen.
func (p *problem) chooseOption(r residual, o int) residual {
	r = r.clone()
	r.removeOption(o)
	r.chosen, r.cost = append(slices.Clip(r.chosen), int32(o)), r.cost+p.costs[o]
	for _, e := range p.options[o] {
		if i := int(e.item); i < len(p.bounds) {
			if r.bounds[i] = (bound{r.bounds[i].low - 1, r.bounds[i].high - 1}); r.bounds[i].high > 0 {
				continue
			}
		}
		for color, m := range p.optionsByUse[e.item] {
			for _, w := range m {
				if color == 0 || color != e.color {
					r.live[w.index] &^= w.bits
				}
			}
		}
	}
	for _, together := range p.nogoodsWith[o] {
		isChosen := func(other int32) bool { return slices.Contains(r.chosen, other) }
		if unchosen := slices.DeleteFunc(slices.Clone(together), isChosen); len(unchosen) == 1 {
			r.removeOption(int(unchosen[0]))
		}
	}
	return r
}

// countImage counts the solutions of the image of a residual under a symmetry; the residual has as many solutions.
func (c *checker) countImage(r residual, n int) *big.Int {
	image := residual{live: make([]uint64, len(r.live)), bounds: make([]bound, len(r.bounds))}
	for o := range r.eachOption() {
		to := c.optionImages[n][o]
		image.live[to/64] |= 1 << (to % 64)
	}
	for i, b := range r.bounds {
		image.bounds[c.itemImages[n][i]] = b
	}
	return c.countResidual(image)
}

// countSplit reads some items, in ascending order, and counts the solutions as a product: by the options of these
// items, and by the others. No item of one part may be in the other.
func (c *checker) countSplit(r residual) *big.Int {
	side := make([]int, len(c.names)) // 1 or 2; 0 for a secondary item that no option before holds
	for i, n := 0, c.readNumber(len(c.bounds)+1); n > 0; n-- {
		i += c.readNumber(len(c.bounds) - i)
		side[i] = 1
	}
	parts := [3]residual{1: r.clone(), 2: r.clone()}
	for i := range c.bounds {
		side[i] = 2 - side[i]
		parts[3-side[i]].bounds[i] = bound{}
	}
	for o := range r.eachOption() {
		own := side[c.options[o][0].item] // the first is primary
		for _, e := range c.options[o] {
			if side[e.item] == 0 {
				side[e.item] = own
			} else if side[e.item] != own {
				return c.refuseProof("both parts have options with %s", c.names[e.item])
			}
		}
		parts[3-own].removeOption(o)
	}
	product := c.countResidual(parts[1])
	if product.Sign() > 0 && c.err == nil {
		product = new(big.Int).Mul(product, c.countResidual(parts[2]))
	}
	return product
}
