package matrix

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
)

// Digest returns a hash that identifies the problem in files: the SHA-256 of its items, bounds, options, colors,
// nogoods and goal, with ids in place of names. Names and matchings are left out, because the set of solutions does not
// depend on them.
func (p *Problem) Digest() []byte {
	sum := sha256.New()
	out := bufio.NewWriter(sum) // a write to a hash never fails
	numbers := func(all ...int) {
		for _, n := range all {
			out.Write(binary.AppendUvarint(out.AvailableBuffer(), uint64(n)))
		}
	}
	numbers(p.ItemCount(), p.PrimaryCount())
	for _, b := range p.itemBounds {
		numbers(int(b.Min), int(b.Max))
	}
	numbers(p.OptionCount())
	for o := range OptionID(p.OptionCount()) {
		numbers(len(p.Option(o)))
		for _, e := range p.Option(o) {
			numbers(int(e.Item), int(e.Color))
		}
	}
	for _, together := range p.nogoods {
		numbers(len(together))
		for _, o := range together {
			numbers(int(o))
		}
	}
	if g := p.goal; g != nil {
		numbers(1) // marks the goal: no nogood begins with 1, because each has at least two options
		if g.Maximize {
			numbers(1)
		}
		for _, v := range append(g.OptionValues, g.BaseValue) {
			numbers(int(v))
		}
	}
	out.Flush()
	return sum.Sum(nil)
}
