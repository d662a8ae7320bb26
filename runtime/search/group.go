package search

import (
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// Group runs functions on goroutines. It catches a panic of a function, which would otherwise end
// the program, and raises it again in Wait. The zero value is ready to use.
type Group struct {
	// HaltOthers, if not nil, is called after a panic, and must make the other functions return. Several
	// goroutines may call it.
	HaltOthers func()

	runningFunctions sync.WaitGroup        // counts the functions that have not returned
	firstPanic       atomic.Pointer[Panic] // first panic, if there was one
}

// Go runs a function on a new goroutine.
func (g *Group) Go(f func()) { g.runningFunctions.Go(func() { g.Do(f) }) }

// Do runs a function on this goroutine. It records a panic of the function and then returns normally.
func (g *Group) Do(f func()) {
	defer func() {
		if recovered := recover(); recovered != nil {
			g.RecordPanic(recovered)
		}
	}()
	f()
}

// RecordPanic records the value of a panic that the caller has recovered.
func (g *Group) RecordPanic(value any) {
	p, known := value.(*Panic)
	if !known {
		p = &Panic{value, string(debug.Stack())}
	}
	g.firstPanic.CompareAndSwap(nil, p)
	if g.HaltOthers != nil {
		g.HaltOthers()
	}
}

// WaitQuietly waits until all functions have returned. Unlike Wait, it does not raise a panic again.
func (g *Group) WaitQuietly() { g.runningFunctions.Wait() }

// Wait waits until all functions have returned. If one of them has panicked, it panics with the
// first [Panic].
func (g *Group) Wait() {
	g.runningFunctions.Wait()
	if p := g.firstPanic.Load(); p != nil {
		panic(p)
	}
}

// Panic is the panic of a function on another goroutine.
type Panic struct {
	panicValue any    // value of the panic
	stackTrace string // stack of the goroutine at the panic
}

// Error returns the value of the panic as text.
func (p *Panic) Error() string { return fmt.Sprint(p.panicValue) }

// Unwrap returns the value of the panic if it is an error, or nil.
func (p *Panic) Unwrap() error {
	err, _ := p.panicValue.(error)
	return err
}

// Trace returns the stack of the goroutine at the panic.
func (p *Panic) Trace() string { return p.stackTrace }
