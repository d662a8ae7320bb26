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

// The first line of a proof, the kinds of a step, in its low two bits, and the arguments of the last kind.
const (
	magic                                                                = "quadrille proof 3\n"
	stepBranch, stepKeptBranch, stepKnown, stepOther                     = 0, 1, 2, 3
	otherSolution, otherSplit, otherKeptSplit, otherBound, firstSymmetry = 0, 1, 2, 3, 4
)

// residual is what is left of the problem at a step: the options that can still be chosen, as bits,
// and how often each primary item is still to be covered. A proof states neither.
type residual struct {
	live []uint64
	need []bound
}

// reader reads a proof, and hashes what it reads.
type reader struct {
	in                  *bufio.Reader
	sum                 hash.Hash
	bytes, steps, state int64 // numbers of bytes and steps that were read, and of states that were kept
	depth               int   // number of residuals on the path
	err                 error // the first thing that is wrong
}

// checker follows the steps of a proof.
type checker struct {
	*problem
	*reader
	chosen       []bool     // by option
	kept         [][32]byte // SHA-256 of the kept residuals
	counts       []*big.Int // numbers of their solutions
	itemImages   [][]int32  // image of each item under a symmetry
	optionImages [][]int32  // image of each option that can be chosen
	aim          *aim       // what the best solutions cost, if those are proved
}

func newChecker(p *problem, r *reader) *checker {
	return &checker{problem: p, reader: r, chosen: make([]bool, len(p.options))}
}

// checkProof returns what a proof shows, and how it does.
func checkProof(p *problem, in *bufio.Reader) (result, how string, err error) {
	c := newChecker(p, &reader{in: in, sum: sha256.New()})
	c.expect(magic)
	claim := c.line()
	c.expect(fmt.Sprintf("dump %x\n", p.digest))
	n, about := new(big.Int), "solutions"
	switch {
	case p.sign != 0 && (claim == "claim best" || claim == "claim optimum"):
		n, about, how = c.countBest(claim == "claim optimum")
	case p.sign == 0 && claim == "claim classes":
		n, about = c.countClasses()
	case claim == "claim count":
		if n = c.countAll(c.root()); n.Sign() > 0 && p.sign != 0 {
			c.fail("the dump wants the best solutions, and not all")
		}
	default:
		c.fail("there is no %q for this dump", claim)
	}
	c.expect(fmt.Sprintf("\ncount %v\n", n))
	c.expect(fmt.Sprintf("sha256 %x\n", c.sum.Sum(nil)))
	if _, err := c.in.ReadByte(); err == nil {
		c.fail("something follows the end")
	}
	return n.String() + " " + about, fmt.Sprintf("%sby %d steps with %d states", how, c.steps, c.state), c.err
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

// countAll reads the options that no solution has, the symmetries of the others, and the steps.
func (c *checker) countAll(r residual) *big.Int {
	for n := c.number(len(c.options) + 1); n > 0 && c.err == nil; n-- {
		o, i := c.number(len(c.options)), c.number(len(c.bounds))
		if c.err != nil || !r.has(o) {
			return c.fail("option %d is removed twice", o)
		} else if with := c.choose(r, o); with.countOptions(c.uses[i][0]) >= int(with.need[i].low) {
			return c.fail("option %d is not impossible by %s", o, c.names[i])
		}
		r = r.without(o)
	}
	for n := c.number(math.MaxInt); n > 0 && c.err == nil; n-- {
		c.readSymmetry(r)
	}
	return c.count(r)
}

// fail keeps the first thing that is wrong, with its place, and returns 0.
func (r *reader) fail(format string, args ...any) *big.Int {
	if r.err == nil {
		r.err = refuse("step %d, byte %d: %s", r.steps, r.bytes, fmt.Sprintf(format, args...))
	}
	return new(big.Int)
}

// ReadByte makes a reader an io.ByteReader whose bytes are hashed.
func (r *reader) ReadByte() (byte, error) {
	b, err := r.in.ReadByte()
	r.bytes++
	r.sum.Write([]byte{b})
	return b, err
}

// line reads the rest of a line of at most 80 bytes.
func (r *reader) line() string {
	var text strings.Builder
	for b, err := r.ReadByte(); err == nil && b != '\n' && text.Len() < 80; b, err = r.ReadByte() {
		text.WriteByte(b)
	}
	return text.String()
}

// number reads a varint that is below a bound.
func (r *reader) number(below int) int {
	n, err := binary.ReadUvarint(r)
	if err != nil || n >= uint64(below) {
		r.fail("here must be a number below %d", below)
		return 0
	}
	return int(n)
}

// expect reads a text, which must be the one that is given.
func (r *reader) expect(want string) {
	for k := range len(want) {
		if b, err := r.ReadByte(); r.err == nil && (err != nil || b != want[k]) {
			r.fail("here must be %q", want)
		}
	}
}

// readSymmetry reads the image of each item, and finds that of each option of a residual. Of options that are
// alike the first has the first image.
func (c *checker) readSymmetry(r residual) {
	items, options := make([]int32, len(c.names)), make([]int32, len(c.options))
	seen, alike := make([]bool, len(c.names)), map[string][]int32{}
	for i := range items {
		to, last := c.number(len(c.names)), len(c.bounds)
		if seen[to] || (i < last) != (to < last) || len(c.forbids) > 0 {
			c.fail("%s cannot be the image of %s", c.names[to], c.names[i])
		}
		items[i], seen[to] = int32(to), true
	}
	for o := range r.options() {
		key := fmt.Sprint(c.options[o])
		alike[key] = append(alike[key], int32(o))
	}
	for o := range r.options() {
		image := slices.Clone(c.options[o])
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
	case (len(c.forbids) > 0 || c.aim != nil) && (kind == stepKnown || kind == stepOther && arg != otherSolution &&
		arg != otherBound):
		return c.fail("with nogoods or a goal, states are not compared")
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
		return c.countSolution()
	case arg == otherBound:
		return c.countBelow(r)
	case arg >= firstSymmetry+len(c.itemImages):
		return c.fail("there is no symmetry %d", arg-firstSymmetry)
	case arg >= firstSymmetry:
		return c.countImage(r, arg-firstSymmetry)
	default:
		n = c.countSplit(r)
	}
	if keeps {
		c.kept, c.counts, c.state = append(c.kept, key), append(c.counts, n), c.state+1
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

// has reports whether an option can still be chosen.
func (r residual) has(o int) bool { return r.live[o/64]>>(o%64)&1 != 0 }

// options yields the options that can still be chosen, in ascending order.
func (r residual) options() iter.Seq[int] {
	all := make(mask, len(r.live))
	for k, set := range r.live {
		all[k].index, all[k].bits = int32(k), set
	}
	return r.optionsOf(all)
}

// optionsOf yields the options of a mask that can still be chosen, in ascending order.
func (r residual) optionsOf(m mask) iter.Seq[int] {
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
	return !slices.ContainsFunc(r.need, func(b bound) bool { return b.low > 0 }) &&
		!slices.ContainsFunc(r.live, func(w uint64) bool { return w != 0 })
}

func (r residual) clone() residual { return residual{slices.Clone(r.live), slices.Clone(r.need)} }

// without returns a residual without an option.
func (r residual) without(o int) residual {
	r = r.clone()
	r.live[o/64] &^= 1 << (o % 64)
	return r
}

// countBranches counts solutions by their first option of item i: each option that enough others
// follow, and last none, if the item needs none.
func (c *checker) countBranches(r residual, i int) *big.Int {
	sum, rest := new(big.Int), r.clone()
	tries := r.countOptions(c.uses[i][0]) - max(0, int(r.need[i].low)-1)
	for o := range r.optionsOf(c.uses[i][0]) {
		if tries--; tries < 0 || c.err != nil {
			break
		}
		next := c.choose(rest, o)
		rest.live[o/64] &^= 1 << (o % 64)
		c.chosen[o] = true
		sum.Add(sum, c.count(next))
		c.chosen[o] = false
	}
	if r.need[i].low <= 0 && c.err == nil {
		rest.need[i] = bound{}
		sum.Add(sum, c.count(rest))
	}
	return sum
}

// choose returns the residual of another once an option is chosen.
func (c *checker) choose(r residual, o int) residual {
	r = r.without(o)
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
		unchosen := slices.DeleteFunc(slices.Clone(together), func(p int32) bool { return c.chosen[p] || int(p) == o })
		if len(unchosen) == 1 {
			r.live[unchosen[0]/64] &^= 1 << (unchosen[0] % 64)
		}
	}
	return r
}

// countImage counts the solutions of the image of a residual, which has as many.
func (c *checker) countImage(r residual, n int) *big.Int {
	image := residual{make([]uint64, len(r.live)), make([]bound, len(r.need))}
	for o := range r.options() {
		to := c.optionImages[n][o]
		image.live[to/64] |= 1 << (to % 64)
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
	for o := range r.options() {
		own := side[c.options[o][0].item] // the first is primary
		for _, e := range c.options[o] {
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
