package dense

import (
	"math"
	"math/bits"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// codeMask is a set of the bits by which the second phase tests options.
type codeMask = search.BitSet

const wordBits, maskBits = 64, search.MaxBits // number of bits of a word, and of a codeMask

// MaxItemsOfSecondPhase is the largest number of primary items of a problem with a second phase.
const MaxItemsOfSecondPhase = maskBits

// optionCodes represents the options by bits, for the second phase and the filter. The chosen options set bits. An
// option is compatible with them if none of the bits for which it is tested is set. Each primary item has a bit, in the
// order of the sequence. The further bits are assigned as follows. A secondary item without colors has one bit. A
// secondary item with colors has a bit for each color, and at least two: an option that gives it a color is tested for
// the bit of that color, and sets the bits of all other colors; an option that holds it without a color is tested for
// all of these bits, and sets all. A nogood of two options has one bit.
type optionCodes struct {
	// for each option, the bits for which it is tested, and the bits that it sets when it is chosen
	testedBits, bitsToSet []codeMask
	bitCount              int32 // number of bits in use
	hasColors             bool  // some option is tested for other bits than it sets
}

// newOptionCodes returns the codes of all options, or nil if they need more bits than a mask has.
func newOptionCodes(in *rankedProblem, t *optionTable, place []int32) *optionCodes {
	n := len(in.options)
	c := &optionCodes{bitCount: int32(len(place))}
	if c.bitCount > maskBits {
		return nil
	}
	c.testedBits, c.bitsToSet = make([]codeMask, n), make([]codeMask, n)
	for o, option := range in.options {
		for _, r := range option.items {
			c.addSharedBit(int32(o), place[r])
		}
	}
	for _, wants := range in.secondaryUses {
		if !c.encodeSecondaryItem(wants) {
			return nil
		}
	}
	for _, pair := range t.pairNogoods {
		if c.bitCount == maskBits {
			return nil
		}
		c.addSharedBit(pair[0], c.bitCount)
		c.addSharedBit(pair[1], c.bitCount)
		c.bitCount++
	}
	return c
}

// addSharedBit adds bit k to the bits for which option o is tested, and to those that it sets.
func (c *optionCodes) addSharedBit(o, k int32) {
	c.testedBits[o] = c.testedBits[o].Union(search.BitSetOf(k))
	c.bitsToSet[o] = c.bitsToSet[o].Union(search.BitSetOf(k))
}

// encodeSecondaryItem assigns bits to a secondary item. It returns false if a mask has too few bits.
func (c *optionCodes) encodeSecondaryItem(uses []secondaryUse) bool {
	if len(uses) < 2 {
		return true
	}
	colors := map[matrix.Color]int32{}
	for _, w := range uses {
		if _, ok := colors[w.color]; !ok && w.color != matrix.NoColor {
			colors[w.color] = int32(len(colors))
		}
	}
	n := int32(1)
	if len(colors) > 0 {
		n, c.hasColors = int32(max(2, len(colors))), true
	}
	next := c.bitCount
	if c.bitCount += n; c.bitCount > maskBits {
		return false
	}
	for _, w := range uses {
		own, given := colors[w.color]
		for k := range n {
			switch {
			case !given:
				c.addSharedBit(w.option, next+k)
			case own == k:
				c.testedBits[w.option] = c.testedBits[w.option].Union(search.BitSetOf(next + k))
			default:
				c.bitsToSet[w.option] = c.bitsToSet[w.option].Union(search.BitSetOf(next + k))
			}
		}
	}
	return true
}

// secondPhase is the state of the second phase. It branches on the open items in the sequence, and
// tries the options whose first item is the first open one. These are all options of the item,
// because the items before it are covered. Only options that were live when the phase began are
// tested; the test of their codes decides whether they are compatible with the options chosen
// since.
//
// A node of the second phase costs much less time than a node of the first, but there are more nodes. The second phase
// saves time when few items are open, or when they form a narrow board.
type secondPhase struct {
	secondPhaseLevel int            // level at which the phase began, or noLevel
	candidates       []testedOption // options that were live when the phase began, sorted by first item
	// candidateRanges holds, for each place in the sequence, the range in candidates of the options whose first item is
	// the item at that place.
	candidateRanges []indexRange
}

// testedOption is an option together with its test mask, so that the two are side by side in memory.
type testedOption struct {
	testedBits codeMask
	option     int32
}

// noLevel marks that the second phase has not begun.
const noLevel = math.MaxInt

// beginSecondPhase begins the second phase at a node of the first phase. Options are sorted by their first item, so the
// options with the same first item are consecutive.
func (s *BitSearch) beginSecondPhase(level int) {
	f, frame := &s.secondPhase, &s.frames[level]
	f.secondPhaseLevel, f.candidates = level, f.candidates[:0]
	clear(f.candidateRanges)
	for _, k := range frame.liveWords {
		for w := frame.liveOptions[k]; w != 0; w &= w - 1 {
			o := k*wordBits + int32(bits.TrailingZeros64(w))
			r := &f.candidateRanges[s.firstItemPlaces[o]]
			if r.end == 0 {
				r.first = int32(len(f.candidates))
			}
			f.candidates = append(f.candidates, testedOption{s.testedBits[o], o})
			r.end = int32(len(f.candidates))
		}
	}
}

// openCandidates returns the candidates whose first item is the first open item. It returns none if no item is open.
func (s *BitSearch) openCandidates(used codeMask) []testedOption {
	place := used.FirstFree()
	if place >= len(s.candidateRanges) {
		return nil
	}
	r := s.candidateRanges[place]
	return s.secondPhase.candidates[r.first:r.end]
}

// walkSecondPhase visits the nodes below a node that has been counted. It returns false to end the run.
func (s *BitSearch) walkSecondPhase(level int, used codeMask) bool {
	if used.FirstFree() >= len(s.candidateRanges) {
		return s.visitSolution(level)
	}
	return s.tryCandidates(level, used, s.openCandidates(used))
}

// tryCandidates tries the given options at a node that is counted already. It returns false to end
// the run. It repeats the code of walkSecondPhase, because most nodes are dead ends and cost less
// than a call.
func (s *BitSearch) tryCandidates(level int, used codeMask, options []testedOption) bool {
	for k := range options {
		c := &options[k]
		if c.testedBits.Intersects(used) {
			continue
		}
		s.chosenOptions[level] = c.option
		next := used.Union(c.testedBits)
		if s.hasExtraTests {
			var ok bool
			if next, ok = s.tryCandidate(level, used, c); !ok {
				continue
			}
		}
		if !s.countNode(level + 1) {
			return false
		}
		if place := next.FirstFree(); place >= len(s.candidateRanges) {
			if !s.visitSolution(level + 1) {
				return false
			}
		} else if r := s.candidateRanges[place]; r.first != r.end && !s.tryCandidates(level+1, next,
			s.secondPhase.candidates[r.first:r.end]) {
			return false
		}
	}
	return true
}

// tryCandidate chooses an option, and returns the bits used after that. It returns false if the
// option is not compatible with those chosen before.
func (s *BitSearch) tryCandidate(level int, used codeMask, c *testedOption) (next codeMask, ok bool) {
	if c.testedBits.Intersects(used) {
		return used, false
	}
	s.chosenOptions[level] = c.option
	return used.Union(s.bitsToSet[c.option]), s.largerNogoods == nil ||
		!s.largerNogoods.isNogoodCompleted(s.chosenOptions[:level+1])
}

// descendSecondPhase follows the rest of the path to the cube (a part of the search tree) from the node where the
// second phase began, and then searches the cube.
func (s *BitSearch) descendSecondPhase(level int) {
	used, path := s.frames[level].usedBits, s.currentCube.Path
	for ; level < len(path); level++ {
		options, next := s.candidatesFrom(level, used, path[level])
		if path[level] < 0 || len(options) == 0 {
			return
		}
		s.chosenOptions[level], used = options[0].option, next
	}
	if s.requestedFork != nil {
		for _, c := range s.openCandidates(used) {
			if _, ok := s.tryCandidate(level, used, &c); ok {
				s.recordBranch(level, c.option)
			}
		}
	} else if s.currentCube.FirstBranch > 0 {
		options, _ := s.candidatesFrom(level, used, s.currentCube.FirstBranch)
		s.tryCandidates(level, used, options)
	} else if s.countNode(level) {
		s.walkSecondPhase(level, used)
	}
}

// candidatesFrom returns the options of a node from the branch with index n on, and the bits in use after the option of
// that branch is chosen.
func (s *BitSearch) candidatesFrom(level int, used codeMask, n int32) (options []testedOption, next codeMask) {
	options = s.openCandidates(used)
	for k := range options {
		if after, ok := s.tryCandidate(level, used, &options[k]); ok {
			if n <= 0 {
				return options[k:], after
			}
			n--
		}
	}
	return nil, used
}

// secondPhasePath appends the branches from the node where the second phase began to the current
// one.
func (s *BitSearch) secondPhasePath(path []search.BranchStep, level int) []search.BranchStep {
	used := s.frames[s.secondPhase.secondPhaseLevel].usedBits
	for k := s.secondPhase.secondPhaseLevel; k < level; k++ {
		chosen, below := s.chosenOptions[k], used
		step := search.BranchStep{Option: s.optionIDs[chosen]}
		options := s.openCandidates(used)
		for x := range options {
			next, ok := s.tryCandidate(k, used, &options[x])
			if !ok {
				continue
			}
			step.BranchCount++
			if options[x].option == chosen {
				step.Branch, below = step.BranchCount, next
			}
		}
		s.chosenOptions[k], used = chosen, below
		path = append(path, step)
	}
	return path
}
