package memo

import (
	"math/big"
	"math/bits"
)

// counts holds large numbers side by side, all of the same number of words, the
// lowest first. They are made wider when a sum does not fit.
type counts struct {
	account *account
	width   int // words of a number
	words   []uint64
	product []uint64 // twice the width, while two numbers are multiplied
}

func newCounts(a *account) counts {
	return counts{account: a, width: 1, product: make([]uint64, 2)}
}

// push appends the number n.
func (c *counts) push(n uint64) error {
	words, err := reserve(c.account, c.words, c.width)
	if err != nil {
		return err
	}
	at := len(words)
	c.words = words[:at+c.width]
	clear(c.words[at:])
	c.words[at] = n
	return nil
}

// add adds the number at from to the one at to, which is another.
func (c *counts) add(to, from uint32) error {
	if c.width == 1 {
		sum, carry := bits.Add64(c.words[to], c.words[from], 0)
		if carry == 0 {
			c.words[to] = sum
			return nil
		}
	} else if c.addWide(to, from) {
		return nil
	}
	if err := c.widen(); err != nil {
		return err
	}
	c.addWide(to, from)
	return nil
}

// addWide reports whether the sum fits. If it does not, it changes nothing.
func (c *counts) addWide(to, from uint32) bool {
	a, b := c.at(to), c.at(from)
	carry := uint64(0)
	for k := range a {
		a[k], carry = bits.Add64(a[k], b[k], carry)
	}
	if carry == 0 {
		return true
	}
	carry = 0
	for k := range a {
		a[k], carry = bits.Sub64(a[k], b[k], carry)
	}
	return false
}

// multiply multiplies the number at to by the one at by.
func (c *counts) multiply(to, by uint32) error {
	for !c.multiplied(to, by) {
		if err := c.widen(); err != nil {
			return err
		}
	}
	return nil
}

// multiplied reports whether the product fits. If it does not, nothing is changed.
func (c *counts) multiplied(to, by uint32) bool {
	a, b := c.at(to), c.at(by)
	product := c.product[:2*c.width]
	clear(product)
	for i, x := range a {
		carry := uint64(0)
		for j, y := range b {
			high, low := bits.Mul64(x, y)
			var more uint64
			low, more = bits.Add64(low, carry, 0)
			high += more
			product[i+j], more = bits.Add64(product[i+j], low, 0)
			carry = high + more
		}
		product[i+c.width] = carry
	}
	for _, w := range product[c.width:] {
		if w != 0 {
			return false
		}
	}
	copy(a, product)
	return true
}

// copyFrom sets the number at to to one of other counts.
func (c *counts) copyFrom(to uint32, other *counts, from uint32) error {
	if c.width == 1 && other.width == 1 {
		c.words[to] = other.words[from]
		return nil
	}
	source := other.at(from)
	for len(source) > c.width && source[len(source)-1] == 0 {
		source = source[:len(source)-1]
	}
	for len(source) > c.width {
		if err := c.widen(); err != nil {
			return err
		}
	}
	words := c.at(to)
	clear(words[copy(words, source):])
	return nil
}

// set sets a number to a small one.
func (c *counts) set(n uint32, to uint64) {
	words := c.at(n)
	clear(words)
	words[0] = to
}

// zero reports whether a number is 0.
func (c *counts) zero(n uint32) bool {
	for _, w := range c.at(n) {
		if w != 0 {
			return false
		}
	}
	return true
}

// widen makes every number a word longer.
func (c *counts) widen() error {
	n := cap(c.words) / c.width
	wider := counts{account: c.account, width: c.width + 1, product: make([]uint64, 2*(c.width+1))}
	words, err := reserve(c.account, wider.words, n*wider.width)
	if err != nil {
		return err
	}
	wider.words = words[:len(c.words)/c.width*wider.width]
	for n := range len(c.words) / c.width {
		copy(wider.words[n*wider.width:], c.words[n*c.width:(n+1)*c.width])
	}
	c.account.release(sizeOf[uint64](cap(c.words)))
	*c = wider
	return nil
}

// at returns the words of a number.
func (c *counts) at(n uint32) []uint64 {
	return c.words[int(n)*c.width : (int(n)+1)*c.width]
}

// big returns a number.
func (c *counts) big(n uint32) *big.Int { return toBig(c.at(n)) }

// small returns a number, or the largest int64 if it is larger than that.
func (c *counts) small(n uint32) int64 {
	words := c.at(n)
	for _, w := range words[1:] {
		if w != 0 {
			return 1<<63 - 1
		}
	}
	return int64(min(words[0], 1<<63-1))
}

func toBig(words []uint64) *big.Int {
	n := new(big.Int)
	for k := len(words) - 1; k >= 0; k-- {
		n.Lsh(n, 64)
		n.Or(n, new(big.Int).SetUint64(words[k]))
	}
	return n
}
