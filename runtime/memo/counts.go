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

// widen makes every number a word longer.
func (c *counts) widen() error {
	n := cap(c.words) / c.width
	wider := counts{account: c.account, width: c.width + 1}
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
