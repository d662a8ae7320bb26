package memo

import (
	"math"
	"math/big"
	"math/bits"
)

// counts holds large numbers side by side, all of the same number of words, the
// lowest first. They become wider when a result does not fit.
type counts struct {
	account *account
	width   int // words of a number
	words   []big.Word
	product big.Int // room for multiply
}

func newCounts(a *account) counts { return counts{account: a, width: 1} }

// push appends the number n, which fits a word.
func (c *counts) push(n big.Word) error {
	words, err := reserve(c.account, c.words, c.width)
	if err != nil {
		return err
	}
	c.words = words[:len(words)+c.width]
	c.set(uint32(len(c.words)/c.width-1), n)
	return nil
}

// at returns the words of a number.
func (c *counts) at(n uint32) []big.Word {
	return c.words[int(n)*c.width : (int(n)+1)*c.width]
}

// view sets a big number to share the words of number n, and returns it.
func (c *counts) view(x *big.Int, n uint32) *big.Int { return x.SetBits(c.at(n)) }

// big returns a copy of a number.
func (c *counts) big(n uint32) *big.Int {
	var x big.Int
	return new(big.Int).Set(c.view(&x, n))
}

// small returns a number, or the largest int64 if it is larger than that.
func (c *counts) small(n uint32) int64 {
	var x big.Int
	if c.view(&x, n).IsInt64() {
		return x.Int64()
	}
	return math.MaxInt64
}

// set sets a number to one that fits a word.
func (c *counts) set(n uint32, to big.Word) {
	words := c.at(n)
	words[0] = to
	if c.width > 1 {
		clear(words[1:])
	}
}

// put sets a number to some words, which may be those of another width.
func (c *counts) put(n uint32, words []big.Word) error {
	if c.width == 1 && len(words) == 1 {
		c.words[n] = words[0]
		return nil
	}
	for len(words) > c.width {
		if last := len(words) - 1; words[last] == 0 {
			words = words[:last]
		} else if err := c.widen(); err != nil {
			return err
		}
	}
	to := c.at(n)
	clear(to[copy(to, words):])
	return nil
}

// add adds the number at from to the one at to, which is another.
func (c *counts) add(to, from uint32) error {
	a, b, carry := c.at(to), c.at(from), uint(0)
	for k := range a {
		var sum uint
		sum, carry = bits.Add(uint(a[k]), uint(b[k]), carry)
		a[k] = big.Word(sum)
	}
	if carry == 0 {
		return nil
	}
	err := c.widen()
	if err == nil {
		c.at(to)[c.width-1] = 1
	}
	return err
}

// multiply multiplies the number at to by the one at by.
func (c *counts) multiply(to, by uint32) error {
	var a, b big.Int
	return c.put(to, c.product.Mul(c.view(&a, to), c.view(&b, by)).Bits())
}

// widen makes every number a word longer.
func (c *counts) widen() error {
	old, width := c.words, c.width
	words, err := reserve(c.account, []big.Word(nil), cap(old)/width*(width+1))
	if err != nil {
		return err
	}
	c.words, c.width = words[:len(old)/width*(width+1)], width+1
	for n := range len(old) / width {
		copy(c.at(uint32(n)), old[n*width:(n+1)*width])
	}
	c.account.release(sizeOf[big.Word](cap(old)))
	return nil
}
