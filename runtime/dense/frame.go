package dense

import (
	"math"
	"math/bits"
	"slices"
)

// frame is the state of the search at a level of the first phase. A level has
// its own, so that nothing is undone.
type frame struct {
	// live has the options that can still be chosen. Words that are not in the
	// list of the frame above are zero at any time.
	live []uint64
	list []int32  // the words of live that are not zero, in order
	open []uint64 // the items that are not covered, by rank
	// used and far are what the options chosen have set, in the codes of the second
	// phase.
	used, far mask
	// branches are the options of the item that is branched on, in the order in
	// which they are tried, and tried numbers the one that is being tried.
	branches []int32
	tried    int32
	hint     int32 // the item that was best here the last time
}

// newFrame makes room for the longest lists.
func (t *table) newFrame() frame {
	room := roomFor[uint64](max(t.words, smallWords) + t.itemWords)
	return frame{
		live:     room[t.itemWords:][:t.words],
		list:     roomFor[int32](t.words),
		open:     room[:t.itemWords:t.itemWords],
		branches: roomFor[int32](t.longest)[:0],
	}
}

// root sets up the frame of the root, where every option is live.
func (s *Search) root() {
	s.frames[0] = s.newFrame()
	f := &s.frames[0]
	for o := range s.id {
		set(f.live, int32(o))
	}
	for r := range s.rows {
		set(f.open, int32(r))
	}
	for k := range f.list {
		f.list[k] = int32(k)
	}
}

// advance sets up the frame below a level for the choice of an option.
func (s *Search) advance(level int, o int32) {
	f, child := &s.frames[level], &s.frames[level+1]
	if child.live == nil {
		*child = s.newFrame()
	}
	s.chosen[level] = o
	s.choice(f, child, o)
	if s.nogoods != nil {
		s.nogoods.remove(child, s.chosen[:level+1])
	}
}

// choice makes a frame what another one is after the choice of an option, but for
// nogoods of three options and more.
func (s *Search) choice(f, child *frame, o int32) {
	child.list = child.list[:s.narrow(f, child, s.row(o))]
	held := s.held[int(o)*s.itemWords:]
	open := child.open
	held = held[:len(open)]
	for k, w := range f.open {
		open[k] = w &^ held[k]
	}
	if s.codes != nil {
		child.used = f.used.with(s.codes.sets.near[o])
		if s.codes.wide {
			child.far = f.far.with(s.codes.sets.far[o])
		}
	}
}

// narrow keeps the live options that are compatible with the one chosen, and
// returns the number of words that are not zero.
func (s *Search) narrow(f, child *frame, row []uint64) int {
	from, to, list := f.live, child.live, child.list[:cap(child.list)]
	row, to, list = row[:len(from)], to[:len(from)], list[:len(from)]
	n := 0
	for _, k := range f.list {
		w := from[k] & row[k]
		to[k] = w
		list[n] = k
		n += int((w | -w) >> (wordBits - 1)) // one if there is any
	}
	return n
}

// sweep restores the zeros below a level.
func (s *Search) sweep(level int) {
	below := s.frames[level+1].live
	if below == nil {
		return
	}
	for _, k := range s.frames[level].list {
		below[k] = 0
	}
}

// choose returns the open item with the fewest live options, the first one in
// rank among equals, or none if an item has no option left.
//
// An item is out as soon as it is seen to have more options than the best so
// far, and the word that showed it is looked at first the next time. The item
// that was best at this level before tells how few there will be.
func (s *Search) choose(f *frame) int32 {
	if s.options.First {
		return first(f.open)
	}
	if s.small != nil {
		return s.chooseSmall(f)
	}
	limit, best := int32(math.MaxInt32), none
	if h := f.hint; f.open[h/wordBits]>>(h%wordBits)&1 == 1 {
		limit = s.count(f, h)
	}
	live := f.live
	for k, w := range f.open {
		for ; w != 0; w &= w - 1 {
			i := int32(k*wordBits + bits.TrailingZeros64(w))
			n := s.countTo(live, i, limit)
			if n > limit {
				continue
			}
			f.hint = i
			if n == 0 {
				return none
			}
			best, limit = i, n-1
		}
	}
	return best
}

// none is no item.
const none int32 = -1

// chooseSmall is choose for a small table, whose rows are as short as can be.
func (s *Search) chooseSmall(f *frame) int32 {
	limit, best := math.MaxInt, none
	live := (*smallRow)(f.live[:smallWords])
	for k, w := range f.open {
		for ; w != 0; w &= w - 1 {
			i := int32(k*wordBits + bits.TrailingZeros64(w))
			r := &s.small[i]
			n := bits.OnesCount64(live[0]&r[0]) + bits.OnesCount64(live[1]&r[1]) +
				bits.OnesCount64(live[2]&r[2]) + bits.OnesCount64(live[3]&r[3])
			if n > limit {
				continue
			}
			if n == 0 {
				return none
			}
			best, limit = i, n-1
		}
	}
	return best
}

// countTo returns the number of live options of an item, or some number above the
// limit if it is above.
func (s *Search) countTo(live []uint64, i, limit int32) int32 {
	r := s.rows[i]
	spots := s.spots[r.from:r.to]
	n := int32(0)
	for x := range spots {
		n += int32(bits.OnesCount64(live[spots[x].word] & spots[x].mask))
		if n > limit {
			if x > 0 {
				spots[0], spots[x] = spots[x], spots[0]
			}
			break
		}
	}
	return n
}

// count returns the number of live options of an item.
func (s *Search) count(f *frame, i int32) int32 {
	n := int32(0)
	for _, p := range s.spots[s.rows[i].from:s.rows[i].to] {
		n += int32(bits.OnesCount64(f.live[p.word] & p.mask))
	}
	return n
}

// collect lists the live options of an item in the order in which they are tried.
func (s *Search) collect(f *frame, i int32) {
	f.branches = f.branches[:0]
	for _, p := range s.spots[s.rows[i].from:s.rows[i].to] {
		for w := f.live[p.word] & p.mask; w != 0; w &= w - 1 {
			f.branches = append(f.branches, p.word*wordBits+int32(bits.TrailingZeros64(w)))
		}
	}
	s.sort(f.branches)
}

// few is a number of options that are sorted by insertion.
const few = 24

func (s *Search) sort(options []int32) {
	tried := s.tried
	if len(options) > few {
		slices.SortFunc(options, func(a, b int32) int { return int(tried[a] - tried[b]) })
		return
	}
	for k := 1; k < len(options); k++ {
		o := options[k]
		j := k
		for ; j > 0 && tried[options[j-1]] > tried[o]; j-- {
			options[j] = options[j-1]
		}
		options[j] = o
	}
}
