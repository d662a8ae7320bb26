package search_test

import (
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"quadrille/runtime/search"
)

// TestGroup: the first panic stops the other functions. Wait raises it again, with its error and its stack trace.
func TestGroup(t *testing.T) {
	mistake := errors.New("a mistake of ours")
	var stop atomic.Bool
	g := search.Group{HaltOthers: func() { stop.Store(true) }}
	for range 3 {
		g.Go(func() {
			for !stop.Load() {
			}
		})
	}
	g.Go(func() { breakOff(mistake) })
	g.WaitQuietly()
	defer func() {
		p, ok := recover().(*search.Panic)
		if !ok || !errors.Is(p, mistake) || p.Error() != mistake.Error() || !strings.Contains(p.Trace(), "breakOff") {
			t.Errorf("the panic is %v", p)
		}
	}()
	g.Wait()
	t.Error("Wait returns as if all was well")
}

func breakOff(err error) { panic(err) }

// TestGroupWithoutAPanic: the zero value is ready to use, and Wait does not panic.
func TestGroupWithoutAPanic(t *testing.T) {
	var g search.Group
	n := 0
	g.Go(func() { n++ })
	g.Wait()
	if n != 1 {
		t.Errorf("it ran %d times", n)
	}
}
