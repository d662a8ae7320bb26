// Decisions take the option of the highest activity (M. Moskewicz and others, "Chaff",
// 2001; N. Eén and N. Sörensson, "An extensible SAT-solver", 2003). It gets the value
// that it had last (K. Pipatsrisawat and A. Darwiche, "A lightweight component caching
// scheme for satisfiability solvers", 2007), or that it had in the longest trail without
// a conflict (A. Biere and others, "CaDiCaL, Kissat, Paracooba, Plingeling and
// Treengeling entering the SAT competition 2020").

package learn

// activityHeap is a heap of options by activity, the highest on top: how often an option was
// met in conflicts, with recent ones weighing more. Every option without a value
// is in it; others may be.
type activityHeap struct {
	activity  []float64
	increment float64 // by how much an activity rises now
	heap      []int32
	place     []int32 // of each option in the heap, or -1
}

// When an activity exceeds tooActive all are scaled down.
const maxActivity = 1e100

// activityDecay is what an activity is worth after one more conflict.
const activityDecay = .9

// raiseActivity counts a meeting of some options, and makes what was met before weigh less.
func (h *activityHeap) raiseActivity(options []int32) {
	for _, o := range options {
		h.activity[o] += h.increment
		if h.place[o] >= 0 {
			h.siftUp(h.place[o])
		}
	}
	if h.increment /= activityDecay; h.increment > maxActivity {
		for o := range h.activity {
			h.activity[o] /= maxActivity
		}
		h.increment /= maxActivity
	}
}

// pushOption adds an option unless it is in the heap.
func (h *activityHeap) pushOption(o int32) {
	if h.place[o] < 0 {
		h.place[o] = int32(len(h.heap))
		h.heap = append(h.heap, o)
		h.siftUp(h.place[o])
	}
}

func (h *activityHeap) popOption() int32 {
	top := h.heap[0]
	last := len(h.heap) - 1
	h.setPlace(0, h.heap[last])
	h.heap, h.place[top] = h.heap[:last], -1
	if last > 0 {
		h.siftDown(0)
	}
	return top
}

func (h *activityHeap) siftUp(at int32) {
	o := h.heap[at]
	for at > 0 {
		above := (at - 1) / 2
		if h.activity[h.heap[above]] >= h.activity[o] {
			break
		}
		h.setPlace(at, h.heap[above])
		at = above
	}
	h.setPlace(at, o)
}

func (h *activityHeap) siftDown(at int32) {
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
		h.setPlace(at, h.heap[below])
		at = below
	}
	h.setPlace(at, o)
}

func (h *activityHeap) setPlace(at, o int32) { h.heap[at], h.place[o] = o, at }

// savedPhases remembers literals for the options that are decided.
type savedPhases struct {
	saved        []literal // the last value of each option
	target       []literal // in the longest trail without a conflict since the targets were forgotten, or noPhase
	targetLength int       // the length of that trail
}

const noPhase literal = 1<<32 - 1

// forgetTarget makes room for other targets, so that the search is not caught where
// there is no solution.
func (p *savedPhases) forgetTarget() {
	for o := range p.target {
		p.target[o] = noPhase
	}
	p.targetLength = 0
}

// saveTarget notes the values of the trail without its last level, which is in
// conflict, if it is the longest.
func (s *clauseSolver) saveTarget() {
	if length := int(s.cuts[s.currentLevel()-1]); length > s.targetLength {
		s.targetLength = length
		for _, l := range s.literals[:length] {
			s.target[l.optionOf()] = l
		}
	}
}
