package ledger

import (
	"math"
	"slices"
	"time"
)

// paceHistory records how long parts of the tree have taken. It divides the records into at most maxPaceBlocks
// blocks, with the same number of records each.
type paceHistory struct {
	blocks          []paceBlock
	recordsPerBlock int // number of records in a block
}

// paceBlock is the work of some successive records.
type paceBlock struct {
	share, seconds float64 // share of the tree that these records have done, from 0 to 1; their working time in seconds
	records        int     // number of records
}

const maxPaceBlocks = 64

func (h *paceHistory) addRecord(share, seconds float64) {
	last := len(h.blocks) - 1
	if last < 0 || h.blocks[last].records >= h.recordsPerBlock {
		if len(h.blocks) == maxPaceBlocks {
			for k := range maxPaceBlocks / 2 {
				h.blocks[k] = h.blocks[2*k].mergeWith(h.blocks[2*k+1])
			}
			h.blocks = h.blocks[:maxPaceBlocks/2]
			h.recordsPerBlock *= 2
		}
		h.recordsPerBlock = max(1, h.recordsPerBlock)
		h.blocks = append(h.blocks, paceBlock{})
		last = len(h.blocks) - 1
	}
	h.blocks[last] = h.blocks[last].mergeWith(paceBlock{share, seconds, 1})
}

func (b paceBlock) mergeWith(c paceBlock) paceBlock {
	return paceBlock{b.share + c.share, b.seconds + c.seconds, b.records + c.records}
}

// TimeLeft is an estimate of the remaining time, with the ends of a range in which the remaining time probably lies.
type TimeLeft struct{ LowEnd, Estimate, HighEnd time.Duration }

// EstimateTimeLeft estimates the remaining time if a single worker goes on and the rest of the tree is like the part
// that is done. The range extends two standard errors to both sides, which is computed by a jackknife over blocks of
// records. It also includes the estimate from the last quarter of the blocks, because trees are not uniform.
// EstimateTimeLeft returns false while there are too few records.
func (l *Ledger) EstimateTimeLeft() (TimeLeft, bool) {
	blocks := l.paceHistory.blocks
	var all paceBlock
	for _, b := range blocks {
		all = all.mergeWith(b)
	}
	rest := l.root.Share - l.total.Share
	if len(blocks) < 4 || all.share <= 0 || rest < 0 {
		return TimeLeft{}, false
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
	var recent paceBlock
	for _, b := range blocks[len(blocks)*3/4:] {
		recent = recent.mergeWith(b)
	}
	if recent.share > 0 {
		rates = append(rates, recent.seconds/recent.share)
	}
	span := func(rate float64) time.Duration {
		return time.Duration(min(rest*rate, 1e9) * float64(time.Second))
	}
	return TimeLeft{span(slices.Min(rates)), span(rate), span(slices.Max(rates))}, true
}

// ActiveWorkers returns the number of workers whose last record ended shortly before the last record of all workers.
func (l *Ledger) ActiveWorkers() int {
	var last time.Time
	for _, w := range l.workerTotals {
		if w.LastRecord.After(last) {
			last = w.LastRecord
		}
	}
	n := 0
	for _, w := range l.workerTotals {
		if last.Sub(w.LastRecord) < 4*maxTaskTime {
			n++
		}
	}
	return n
}
