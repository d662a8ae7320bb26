package console

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// TestDelayCollection: garbage of some megabytes is left alone, more of it is collected, and from then on
// the collector is as before.
func TestDelayCollection(t *testing.T) {
	t.Setenv("GOGC", "")
	t.Setenv("GOMEMLIMIT", "")
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1))
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	runtime.GC()
	collections := func() uint32 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.NumGC
	}
	before := collections()
	DelayGarbageCollection()
	var garbage []byte
	for range 16 {
		garbage = make([]byte, 1<<20)
	}
	if n := collections(); n != before {
		t.Errorf("%d collections of 16 MB", n-before)
	}
	restored := func() bool {
		percent := debug.SetGCPercent(-1)
		debug.SetGCPercent(percent)
		return percent == 100
	}
	for !restored() { // or the test does not end
		garbage = make([]byte, 1<<20)
		time.Sleep(time.Millisecond)
	}
	if collections() == before {
		t.Error("nothing was collected")
	}
	_ = garbage
}
