package ledger

import (
	"math"
	"slices"
	"time"
)

// paceHistory records how much time the parts of the tree have taken. It divides the records into at most maxPaceBlocks
// blocks of equally many records; the last block may have fewer.
type paceHistory struct {
	paceBlocks      []paceBlock
	recordsPerBlock int // number of records in a block
}

// paceBlock is the work of several successive records.
type paceBlock struct {
	// shareOfTree is the share of the tree that the records of the block have finished, from 0 to 1. workSeconds is the
	// working time of these records, in seconds.
	shareOfTree, workSeconds float64
	recordCount              int // number of records
}

const maxPaceBlocks = 64

func (h *paceHistory) addRecord(share, seconds float64) {
	last := len(h.paceBlocks) - 1
	if last < 0 || h.paceBlocks[last].recordCount >= h.recordsPerBlock {
		if len(h.paceBlocks) == maxPaceBlocks {
			for k := range maxPaceBlocks / 2 {
				h.paceBlocks[k] = h.paceBlocks[2*k].mergedBlock(h.paceBlocks[2*k+1])
			}
			h.paceBlocks = h.paceBlocks[:maxPaceBlocks/2]
			h.recordsPerBlock *= 2
		}
		h.recordsPerBlock = max(1, h.recordsPerBlock)
		h.paceBlocks = append(h.paceBlocks, paceBlock{})
		last = len(h.paceBlocks) - 1
	}
	h.paceBlocks[last] = h.paceBlocks[last].mergedBlock(paceBlock{share, seconds, 1})
}

func (b paceBlock) mergedBlock(c paceBlock) paceBlock {
	return paceBlock{b.shareOfTree + c.shareOfTree, b.workSeconds + c.workSeconds, b.recordCount + c.recordCount}
}

// TimeLeft is an estimate of the remaining time, with the ends of a range in which the remaining time probably lies.
type TimeLeft struct{ LowEnd, Estimate, HighEnd time.Duration }

// EstimateTimeLeft estimates the remaining time, if a single worker continues and the rest of the tree is like the
// finished part. The range extends two standard errors to both sides, computed by a jackknife over blocks of records.
// It also includes the estimate from the last quarter of the blocks, because trees are not uniform. EstimateTimeLeft
// returns false if there are too few records.
func (l *Ledger) EstimateTimeLeft() (TimeLeft, bool) {
	blocks := l.paceHistory.paceBlocks
	var all paceBlock
	for _, b := range blocks {
		all = all.mergedBlock(b)
	}
	rest := l.rootCube.Share - l.totalSoFar.Share
	if len(blocks) < 4 || all.shareOfTree <= 0 || rest < 0 {
		return TimeLeft{}, false
	}
	rate := all.workSeconds / all.shareOfTree
	spread, n := 0.0, float64(len(blocks))
	for _, b := range blocks {
		if others := all.shareOfTree - b.shareOfTree; others > 0 {
			d := (all.workSeconds-b.workSeconds)/others - rate
			spread += d * d * (n - 1) / n
		}
	}
	wide := 2 * math.Sqrt(spread)
	rates := []float64{max(rate-wide, rate/10), rate, rate + wide}
	var recent paceBlock
	for _, b := range blocks[len(blocks)*3/4:] {
		recent = recent.mergedBlock(b)
	}
	if recent.shareOfTree > 0 {
		rates = append(rates, recent.workSeconds/recent.shareOfTree)
	}
	span := func(rate float64) time.Duration {
		return time.Duration(min(rest*rate, 1e9) * float64(time.Second))
	}
	return TimeLeft{span(slices.Min(rates)), span(rate), span(slices.Max(rates))}, true
}

// ActiveWorkers returns the number of workers whose last record ended shortly before the latest record of any worker.
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
