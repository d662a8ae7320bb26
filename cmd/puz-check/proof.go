package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"math"
	"math/big"
	"math/bits"
	"slices"
)

// The first line of a proof, the kinds of a step, in its low two bits, and the arguments of the last kind.
const (
	magic                                                    = "quadrille proof 2\n"
	stepBranch, stepKeptBranch, stepKnown, stepOther         = 0, 1, 2, 3
	otherSolution, otherSplit, otherKeptSplit, firstSymmetry = 0, 1, 2, 3
)

// residual is what is left of the problem at a step: the options that can still be chosen, as bits,
// and how often each primary item is still to be covered. A proof states neither.
type residual struct {
	live []uint64
	need []bound
}

// checker follows the steps of a proof.
type checker struct {
	*problem
	in           *bufio.Reader
	sum          hash.Hash
	bytes, steps int64      // numbers of those that were read
	depth        int        // number of residuals on the path
	chosen       []bool     // by option
	kept         [][32]byte // SHA-256 of the kept residuals
	counts       []*big.Int // numbers of their solutions
	itemImages   [][]int32  // image of each item under a symmetry
	optionImages [][]int32  // image of each option
	err          error      // the first thing that is wrong
}

// checkProof returns the number of solutions that a proof shows, and how it does.
func checkProof(p *problem, in *bufio.Reader) (number, how string, err error) {
	c := &checker{problem: p, in: in, sum: sha256.New(), chosen: make([]bool, len(p.options))}
	c.expect(fmt.Sprintf("%sclaim count\ndump %x\n", magic, p.digest))
	for n := c.number(math.MaxInt); n > 0 && c.err == nil; n-- {
		c.readSymmetry()
	}
	n := c.count(c.root())
	c.expect(fmt.Sprintf("\ncount %v\n", n))
	c.expect(fmt.Sprintf("sha256 %x\n", c.sum.Sum(nil)))
	if _, err := c.in.ReadByte(); err == nil {
		c.fail("something follows the end")
	}
	return n.String(), fmt.Sprintf("by %d steps with %d states", c.steps, len(c.kept)), c.err
}

// root returns the whole problem. An option without a primary item is never chosen.
func (c *checker) root() residual {
	r := residual{make([]uint64, (len(c.options)+63)/64), c.bounds}
	for i := range c.bounds {
		for _, w := range c.uses[i][0] {
			r.live[w.index] |= w.bits
		}
	}
	return r
}

// fail keeps the first thing that is wrong, with its place, and returns 0.
func (c *checker) fail(format string, args ...any) *big.Int {
	if c.err == nil {
		c.err = refuse("step %d, byte %d: %s", c.steps, c.bytes, fmt.Sprintf(format, args...))
	}
	return new(big.Int)
}

// ReadByte makes a checker an io.ByteReader whose bytes are hashed.
func (c *checker) ReadByte() (byte, error) {
	b, err := c.in.ReadByte()
	c.bytes++
	c.sum.Write([]byte{b})
	return b, err
}

// number reads a varint that is below a bound.
func (c *checker) number(below int) int {
	n, err := binary.ReadUvarint(c)
	if err != nil || n >= uint64(below) {
		c.fail("here must be a number below %d", below)
		return 0
	}
	return int(n)
}

// expect reads a text, which must be the one that is given.
func (c *checker) expect(want string) {
	for k := range len(want) {
		if b, err := c.ReadByte(); c.err == nil && (err != nil || b != want[k]) {
			c.fail("here must be %q", want)
		}
	}
}

// readSymmetry reads the image of each item, and finds that of each option. Of options that are alike
// the first has the first image.
func (c *checker) readSymmetry() {
	items, options := make([]int32, len(c.names)), make([]int32, len(c.options))
	seen, alike := make([]bool, len(c.names)), map[string][]int32{}
	for i := range items {
		to, last := c.number(len(c.names)), len(c.bounds)
		if seen[to] || (i < last) != (to < last) || len(c.forbids) > 0 {
			c.fail("%s cannot be the image of %s", c.names[to], c.names[i])
		}
		items[i], seen[to] = int32(to), true
	}
	for o, option := range c.options {
		alike[fmt.Sprint(option)] = append(alike[fmt.Sprint(option)], int32(o))
	}
	for o, option := range c.options {
		image := slices.Clone(option)
		for k := range image {
			image[k].item = items[image[k].item]
		}
		slices.SortFunc(image, byItem)
		key := fmt.Sprint(image)
		if len(alike[key]) == 0 {
			c.fail("option %d has no image", o)
			return
		}
		options[o], alike[key] = alike[key][0], alike[key][1:]
	}
	c.itemImages, c.optionImages = append(c.itemImages, items), append(c.optionImages, options)
}

// count reads the step of a residual and the steps below it, and returns the number of solutions.
func (c *checker) count(r residual) (n *big.Int) {
	c.steps, c.depth = c.steps+1, c.depth+1
	defer func() { c.depth-- }()
	step := c.number(math.MaxInt)
	kind, arg, key := step&3, step>>2, [32]byte{}
	keeps := kind == stepKeptBranch || kind == stepOther && arg == otherKeptSplit
	if keeps || kind == stepKnown {
		key = c.hash(r)
	}
	switch {
	case c.err != nil || c.depth > 4*(len(c.options)+len(c.names)+1):
		return c.fail("the proof makes no progress")
	case len(c.forbids) > 0 && (kind == stepKnown || kind == stepOther && arg != otherSolution):
		return c.fail("with nogoods, states are not compared")
	case kind == stepKnown && (arg == 0 || arg > len(c.kept) || c.kept[len(c.kept)-arg] != key):
		return c.fail("the state kept %d states ago is another one", arg)
	case kind == stepKnown:
		return c.counts[len(c.kept)-arg]
	case kind != stepOther && arg >= len(c.bounds):
		return c.fail("item %d is not primary", arg)
	case kind != stepOther:
		n = c.countBranches(r, arg)
	case arg == otherSolution && !r.isCovered():
		return c.fail("this is no solution, as an item is open")
	case arg == otherSolution:
		return big.NewInt(1)
	case arg >= firstSymmetry+len(c.itemImages):
		return c.fail("there is no symmetry %d", arg-firstSymmetry)
	case arg >= firstSymmetry:
		return c.countImage(r, arg-firstSymmetry)
	default:
		n = c.countSplit(r)
	}
	if keeps {
		c.kept, c.counts = append(c.kept, key), append(c.counts, n)
	}
	return n
}

// hash returns the SHA-256 of a residual. An item that needs no option and has none counts as closed.
func (c *checker) hash(r residual) [32]byte {
	text := make([]byte, 0, 2*len(r.need)+8*len(r.live))
	for i, b := range r.need {
		if b.low = max(0, b.low); b.low == 0 && r.countOptions(c.uses[i][0]) == 0 {
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
func (r residual) countOptions(m mask) (n int) {
	for _, w := range m {
		n += bits.OnesCount64(r.live[w.index] & w.bits)
	}
	return n
}

// isCovered reports whether no item needs an option, and none is left.
func (r residual) isCovered() bool {
	return !slices.ContainsFunc(r.need, func(b bound) bool { return b.low > 0 }) &&
		!slices.ContainsFunc(r.live, func(w uint64) bool { return w != 0 })
}

func (r residual) clone() residual { return residual{slices.Clone(r.live), slices.Clone(r.need)} }

// countBranches counts solutions by their first option of item i: each option that enough others
// follow, and last none, if the item needs none.
func (c *checker) countBranches(r residual, i int) *big.Int {
	sum, rest := new(big.Int), r.clone()
	tries := r.countOptions(c.uses[i][0]) - max(0, int(r.need[i].low)-1)
	for _, w := range c.uses[i][0] {
		for set := r.live[w.index] & w.bits; set != 0 && tries > 0 && c.err == nil; set &= set - 1 {
			o := int(w.index)*64 + bits.TrailingZeros64(set)
			tries--
			rest.live[o/64] &^= 1 << (o % 64)
			c.chosen[o] = true
			sum.Add(sum, c.count(c.choose(rest, o)))
			c.chosen[o] = false
		}
	}
	if r.need[i].low <= 0 && c.err == nil {
		rest.need[i] = bound{}
		sum.Add(sum, c.count(rest))
	}
	return sum
}

// choose returns the residual of another once an option is chosen.
func (c *checker) choose(r residual, o int) residual {
	r = r.clone()
	for _, e := range c.options[o] {
		if i := int(e.item); i < len(c.bounds) {
			if r.need[i] = (bound{r.need[i].low - 1, r.need[i].high - 1}); r.need[i].high > 0 {
				continue
			}
		}
		for color, m := range c.uses[e.item] {
			for _, w := range m {
				if color == 0 || color != e.color {
					r.live[w.index] &^= w.bits
				}
			}
		}
	}
	for _, together := range c.forbids[o] {
		unchosen := slices.DeleteFunc(slices.Clone(together), func(o int32) bool { return c.chosen[o] })
		if len(unchosen) == 1 {
			r.live[unchosen[0]/64] &^= 1 << (unchosen[0] % 64)
		}
	}
	return r
}

// countImage counts the solutions of the image of a residual, which has as many.
func (c *checker) countImage(r residual, n int) *big.Int {
	image := residual{make([]uint64, len(r.live)), make([]bound, len(r.need))}
	for o, to := range c.optionImages[n] {
		image.live[to/64] |= r.live[o/64] >> (o % 64) & 1 << (to % 64)
	}
	for i, b := range r.need {
		image.need[c.itemImages[n][i]] = b
	}
	return c.count(image)
}

// countSplit reads some items, in ascending order, and counts the solutions as a product: by the
// options of these items, and by the others. No item of one part may be in the other.
func (c *checker) countSplit(r residual) *big.Int {
	side := make([]int, len(c.names)) // 1 or 2; 0 for a secondary item that no option before holds
	for i, n := 0, c.number(len(c.bounds)+1); n > 0; n-- {
		i += c.number(len(c.bounds) - i)
		side[i] = 1
	}
	parts := [3]residual{1: r.clone(), 2: r.clone()}
	for i := range c.bounds {
		side[i] = 2 - side[i]
		parts[3-side[i]].need[i] = bound{}
	}
	for o, option := range c.options {
		if r.live[o/64]>>(o%64)&1 == 0 {
			continue
		}
		own := side[option[0].item] // the first is primary
		for _, e := range option {
			if side[e.item] == 0 {
				side[e.item] = own
			} else if side[e.item] != own {
				return c.fail("both parts have options with %s", c.names[e.item])
			}
		}
		parts[3-own].live[o/64] &^= 1 << (o % 64)
	}
	product := c.count(parts[1])
	if product.Sign() > 0 && c.err == nil {
		product = new(big.Int).Mul(product, c.count(parts[2]))
	}
	return product
}
