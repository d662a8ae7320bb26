package memo

import (
	"math"
	"math/bits"
)

// expand visits the branches of a state, whose possible options are on the stack from
// at on. It returns the bit of the item that it branches on.
func (w *walker[K]) expand(s *K, at int) (bit int) {
	w.begin()
	if w.fixed {
		bit = first(s)
		w.path[len(w.path)-1].of = w.file[bit+1] - w.file[bit]
		w.each(s, at, bit)
		return bit
	}
	if !w.makeRoom() {
		return 0
	}
	if from := w.fallApart(s, at); from < len(w.components) {
		w.multiply(s, at, from)
		return 0
	}
	if len(w.path) == 1 {
		bit = w.rootBit(s, w.liveOf(at))
	} else {
		bit = w.pick(s, w.liveOf(at))
	}
	w.path[len(w.path)-1].of = w.tries(s, bit, w.liveOf(at))
	w.each(s, at, bit)
	if m := w.multipleAt(bit); m >= 0 && w.err == nil && w.mayLeave(s, m) {
		w.path[len(w.path)-1].option = leave
		child := w.child(s)
		w.abandon(child, m)
		w.join(leave, w.visit(s, child, at))
	}
	return bit
}

// each visits the branches of a state whose options hold the item of a bit: a thread
// begins with some branch and ends with those before it.
func (w *walker[K]) each(s *K, at, bit int) {
	of := w.path[len(w.path)-1].of
	first := int32(int(of) * w.thread / w.threads)
	for _, part := range [2][2]int32{{first, of}, {0, first}} {
		if w.fixed {
			w.filed(s, w.file[bit]+part[0], w.file[bit]+part[1])
		} else {
			w.alive(s, at, bit, part[0], part[1])
		}
	}
}

func (w *walker[K]) filed(s *K, from, to int32) {
	level := len(w.path) - 1
	w.effort.work += int64(to-from) * 2
	for o := from; o < to && w.err == nil; o++ {
		w.path[level].tried++
		w.path[level].option = int32(w.option[o])
		if within(&w.need[o], s) {
			child := w.child(s)
			remove(child, &w.clear[o])
			w.join(int32(w.option[o]), w.visit(s, child, 0))
		}
	}
}

// alive visits branches from to to-1 of a state.
func (w *walker[K]) alive(s *K, at, bit int, from, to int32) {
	h, m, t, level := &w.holder[bit], w.multipleAt(bit), int32(0), len(w.path)-1
	for k, set := range h.words {
		for set &= w.live[at+h.from+k]; set != 0 && t < to && w.err == nil; set &= set - 1 {
			if t++; t <= from {
				continue
			}
			o := int32((h.from+k)<<6 + bits.TrailingZeros64(set))
			w.path[level].tried++
			w.path[level].option = int32(w.option[o])
			child := w.child(s)
			w.choose(child, o)
			if m >= 0 {
				w.moveOn(child, m, o)
			}
			w.join(int32(w.option[o]), w.visit(s, child, at))
		}
	}
}

// tries returns how many options of an item are tried: all that are possible, but of
// a multiple that needs more than one those that enough others follow.
func (w *walker[K]) tries(s *K, bit int, live []uint64) int32 {
	n := w.options(bit, live, math.MaxInt)
	if m := w.multipleAt(bit); m >= 0 && !w.mayLeave(s, m) {
		n -= w.needs(s, m) - 1
	}
	return int32(n)
}

// child makes a copy of the state of the current node in the place of its child.
func (w *walker[K]) child(s *K) *K {
	c := &w.states[len(w.path)]
	*c = *s
	return c
}

// join adds the result of a branch to that of the state.
func (w *walker[K]) join(option int32, result uint32) {
	if result == dead || w.err != nil {
		return
	}
	if w.sketch == nil {
		level := uint32(len(w.path))
		w.err = w.counts.add(level-1, level)
		return
	}
	branches, err := reserve(w.account, w.branches, 1)
	w.branches, w.err = append(branches, branch{option, int32(result)}), err
}
