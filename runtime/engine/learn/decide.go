// A decision takes the open option of the highest activity (M. Moskewicz and others, "Chaff", 2001; N. Eén and N.
// Sörensson, "An extensible SAT-solver", 2003). It gives the option the last value that the option had (K.
// Pipatsrisawat and A. Darwiche, "A lightweight component caching scheme for satisfiability solvers", 2007), or the
// value that it had in the longest trail without a conflict (A. Biere and others, "CaDiCaL, Kissat, Paracooba,
// Plingeling and Treengeling entering the SAT competition 2020").

package learn

// activityHeap is a binary heap of options, the option with the highest activity on top. The activity of an option is
// the number of conflicts in which it occurred, weighted so that recent conflicts count more. Every option without a
// value is in the heap; options with a value may be.
type activityHeap struct {
	activity          []float64 // weighted number of conflicts in which each option occurred
	activityIncrement float64   // number that the next conflict adds to an activity
	heap              []int32   // the heap, which holds options
	heapIndex         []int32   // index in the heap of each option, or -1
}

// maxActivity is the increment above which all activities are scaled down.
const maxActivity = 1e100

// activityDecay is the factor by which earlier activity loses weight with each conflict.
const activityDecay = .9

// raiseActivity raises the activity of the options of a conflict, and lowers the weight of earlier
// conflicts.
func (h *activityHeap) raiseActivity(options []int32) {
	for _, o := range options {
		h.activity[o] += h.activityIncrement
		if h.heapIndex[o] >= 0 {
			h.siftUp(h.heapIndex[o])
		}
	}
	if h.activityIncrement /= activityDecay; h.activityIncrement > maxActivity {
		for o := range h.activity {
			h.activity[o] /= maxActivity
		}
		h.activityIncrement /= maxActivity
	}
}

// pushOption adds an option to the heap unless it is there.
func (h *activityHeap) pushOption(o int32) {
	if h.heapIndex[o] < 0 {
		h.heapIndex[o] = int32(len(h.heap))
		h.heap = append(h.heap, o)
		h.siftUp(h.heapIndex[o])
	}
}

func (h *activityHeap) popOption() int32 {
	top := h.heap[0]
	last := len(h.heap) - 1
	h.setHeapIndex(0, h.heap[last])
	h.heap, h.heapIndex[top] = h.heap[:last], -1
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
		h.setHeapIndex(at, h.heap[above])
		at = above
	}
	h.setHeapIndex(at, o)
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
		h.setHeapIndex(at, h.heap[below])
		at = below
	}
	h.setHeapIndex(at, o)
}

func (h *activityHeap) setHeapIndex(index, o int32) { h.heap[index], h.heapIndex[o] = o, index }

// savedPhases holds the value (phase) that a decision gives to each option.
type savedPhases struct {
	savedValues  []literal // last value of each option
	targetValues []literal // value of each option in the longest trail without a conflict since forgetTarget
	targetLength int       // length of the longest trail without a conflict since forgetTarget
}

// noSavedValue means that no value is saved.
const noSavedValue literal = 1<<32 - 1

// forgetTarget removes the target values, so that the search does not stay in a part of the tree without solutions.
func (p *savedPhases) forgetTarget() {
	for o := range p.targetValues {
		p.targetValues[o] = noSavedValue
	}
	p.targetLength = 0
}

// saveTarget saves the values of the trail, without its last level, as target values if the trail is the longest so
// far. The last level is left out because it contains a conflict.
func (s *clauseSolver) saveTarget() {
	if length := int(s.levelStarts[s.currentLevel()-1]); length > s.targetLength {
		s.targetLength = length
		for _, l := range s.trueLiterals[:length] {
			s.targetValues[l.option()] = l
		}
	}
}
