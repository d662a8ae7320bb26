package console

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
)

// smallHeap is the size of the heap, in bytes, up to which the process runs without garbage collection.
const smallHeap = 64 << 20

// DelayGarbageCollection disables garbage collection until the heap exceeds smallHeap. Most commands end before that,
// and garbage collection would take a fifth of their time. It does nothing if GOGC or GOMEMLIMIT is set.
func DelayGarbageCollection() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	percent := debug.SetGCPercent(-1)
	debug.SetMemoryLimit(smallHeap)
	garbage := new([16]byte) // its cleanup runs after the first collection
	runtime.AddCleanup(garbage, func(percent int) {
		debug.SetMemoryLimit(math.MaxInt64)
		debug.SetGCPercent(percent)
	}, percent)
}
