package ledger

import (
	"math"
	"slices"
	"time"
)

// history tells how the work that a share of the tree takes has changed: in blocks of as
// many records each, of which there are never more than mostBlocks.
type history struct {
	blocks []block
	per    int // records in a block
}

type block struct {
	share, seconds float64
	records        int
}

const mostBlocks = 64

func (h *history) add(share, seconds float64) {
	last := len(h.blocks) - 1
	if last < 0 || h.blocks[last].records >= h.per {
		if len(h.blocks) == mostBlocks {
			for k := range mostBlocks / 2 {
				h.blocks[k] = h.blocks[2*k].with(h.blocks[2*k+1])
			}
			h.blocks = h.blocks[:mostBlocks/2]
			h.per *= 2
		}
		h.per = max(1, h.per)
		h.blocks = append(h.blocks, block{})
		last = len(h.blocks) - 1
	}
	h.blocks[last] = h.blocks[last].with(block{share, seconds, 1})
}

func (b block) with(c block) block {
	return block{b.share + c.share, b.seconds + c.seconds, b.records + c.records}
}

// Span is a time that is not known exactly.
type Span struct{ Least, Likely, Most time.Duration }

// Left says how much work is left, if the rest of the tree is like what is done: the time of
// one worker. The range is two standard errors wide (a jackknife over blocks of
// records), and reaches to what the last quarter of the blocks says, for trees are not
// alike everywhere. It returns false while there is too little to go by.
func (l *Ledger) Left() (Span, bool) {
	blocks := l.history.blocks
	var all block
	for _, b := range blocks {
		all = all.with(b)
	}
	rest := l.root.Part - l.total.Share
	if len(blocks) < 4 || all.share <= 0 || rest < 0 {
		return Span{}, false
	}
	rate := all.seconds / all.share
	spread, n := 0.0, float64(len(blocks))
	for _, b := range blocks {
		if others := all.share - b.share; others > 0 {
			d := (all.seconds-b.seconds)/others - rate
			spread += d * d * (n - 1) / n
		}
	}
	wide := 2 * math.Sqrt(spread)
	rates := []float64{max(rate-wide, rate/10), rate, rate + wide}
	var recent block
	for _, b := range blocks[len(blocks)*3/4:] {
		recent = recent.with(b)
	}
	if recent.share > 0 {
		rates = append(rates, recent.seconds/recent.share)
	}
	span := func(rate float64) time.Duration {
		return time.Duration(min(rest*rate, 1e9) * float64(time.Second))
	}
	return Span{span(slices.Min(rates)), span(rate), span(slices.Max(rates))}, true
}

// Pace returns how many workers are at it: those whose last record came not long before the
// last one of all.
func (l *Ledger) Pace() int {
	var last time.Time
	for _, w := range l.workers {
		if w.Last.After(last) {
			last = w.Last
		}
	}
	n := 0
	for _, w := range l.workers {
		if last.Sub(w.Last) < 4*mostSlice {
			n++
		}
	}
	return n
}
