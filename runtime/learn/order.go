package learn

// order is a heap of options by activity, the highest on top: how often an option was
// met in conflicts, with recent ones weighing more. Every option without a value
// is in it; others may be.
type order struct {
	activity []float64
	step     float64 // by how much an activity rises now
	growth   float64 // of the step, after each conflict
	heap     []int32
	place    []int32 // of each option in the heap, or -1
}

// When an activity exceeds tooActive all are scaled down.
const tooActive = 1e100

func newOrder(options int) order {
	h := order{
		activity: make([]float64, options),
		step:     1,
		heap:     make([]int32, 0, options),
		place:    make([]int32, options),
	}
	for o := range h.place {
		h.place[o] = -1
	}
	return h
}

// raise counts a meeting of an option.
func (h *order) raise(o int32) {
	h.activity[o] += h.step
	if h.place[o] >= 0 {
		h.up(h.place[o])
	}
}

// age makes what was met before weigh less.
func (h *order) age() {
	h.step *= h.growth
	if h.step > tooActive {
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

// pop removes the option of highest activity.
func (h *order) pop() int32 {
	top := h.heap[0]
	last := h.heap[len(h.heap)-1]
	h.heap = h.heap[:len(h.heap)-1]
	h.place[top] = -1
	if len(h.heap) > 0 {
		h.heap[0], h.place[last] = last, 0
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
