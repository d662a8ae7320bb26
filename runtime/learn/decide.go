// Decisions take the option of the highest activity (M. Moskewicz and others, "Chaff",
// 2001; N. Eén and N. Sörensson, "An extensible SAT-solver", 2003). It gets the value
// that it had last (K. Pipatsrisawat and A. Darwiche, "A lightweight component caching
// scheme for satisfiability solvers", 2007), or that it had in the longest trail without
// a conflict (A. Biere and others, "CaDiCaL, Kissat, Paracooba, Plingeling and
// Treengeling entering the SAT competition 2020").

package learn

// order is a heap of options by activity, the highest on top: how often an option was
// met in conflicts, with recent ones weighing more. Every option without a value
// is in it; others may be.
type order struct {
	activity []float64
	step     float64 // by how much an activity rises now
	heap     []int32
	place    []int32 // of each option in the heap, or -1
}

// When an activity exceeds tooActive all are scaled down.
const tooActive = 1e100

// decay is what an activity is worth after one more conflict.
const decay = .9

// raise counts a meeting of some options, and makes what was met before weigh less.
func (h *order) raise(options []int32) {
	for _, o := range options {
		h.activity[o] += h.step
		if h.place[o] >= 0 {
			h.up(h.place[o])
		}
	}
	if h.step /= decay; h.step > tooActive {
		for o := range h.activity {
			h.activity[o] /= tooActive
		}
		h.step /= tooActive
	}
}

// put adds an option unless it is in the heap.
func (h *order) put(o int32) {
	if h.place[o] < 0 {
		h.place[o] = int32(len(h.heap))
		h.heap = append(h.heap, o)
		h.up(h.place[o])
	}
}

func (h *order) pop() int32 {
	top := h.heap[0]
	last := len(h.heap) - 1
	h.set(0, h.heap[last])
	h.heap, h.place[top] = h.heap[:last], -1
	if last > 0 {
		h.down(0)
	}
	return top
}

func (h *order) up(at int32) {
	o := h.heap[at]
	for at > 0 {
		above := (at - 1) / 2
		if h.activity[h.heap[above]] >= h.activity[o] {
			break
		}
		h.set(at, h.heap[above])
		at = above
	}
	h.set(at, o)
}

func (h *order) down(at int32) {
	o := h.heap[at]
	for {
		below := 2*at + 1
		if int(below) >= len(h.heap) {
			break
		}
		if other := below + 1; int(other) < len(h.heap) && h.activity[h.heap[other]] > h.activity[h.heap[below]] {
			below = other
		}
		if h.activity[o] >= h.activity[h.heap[below]] {
			break
		}
		h.set(at, h.heap[below])
		at = below
	}
	h.set(at, o)
}

func (h *order) set(at, o int32) { h.heap[at], h.place[o] = o, at }

// phases remembers literals for the options that are decided.
type phases struct {
	saved  []literal // the last value of each option
	target []literal // in the longest trail without a conflict since the targets were forgotten, or noPhase
	long   int       // the length of that trail
}

const noPhase literal = 1<<32 - 1

// forgetTarget makes room for other targets, so that the search is not caught where
// there is no solution.
func (p *phases) forgetTarget() {
	for o := range p.target {
		p.target[o] = noPhase
	}
	p.long = 0
}

// keepTarget notes the values of the trail without its last level, which is in
// conflict, if it is the longest.
func (s *solver) keepTarget() {
	if length := int(s.cuts[s.level()-1]); length > s.long {
		s.long = length
		for _, l := range s.literals[:length] {
			s.target[l.option()] = l
		}
	}
}
