package console

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
)

// smallHeap is up to where a process does without a garbage collector, in bytes.
const smallHeap = 64 << 20

// DelayCollection lets the garbage collector begin when the heap is no longer small, and then go on as
// ever. Most commands are over by then, and it would take a fifth of their time. Whoever sets GOGC or
// GOMEMLIMIT knows better.
func DelayCollection() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	percent := debug.SetGCPercent(-1)
	debug.SetMemoryLimit(smallHeap)
	garbage := new([16]byte) // so the first collection is heard of
	runtime.AddCleanup(garbage, func(percent int) {
		debug.SetMemoryLimit(math.MaxInt64)
		debug.SetGCPercent(percent)
	}, percent)
}
