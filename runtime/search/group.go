package search

import (
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// Group runs functions on goroutines. A panic in one of them is caught, because it would end the
// program, and is raised again by Wait. The zero value is ready.
type Group struct {
	// Halt, if not nil, is called after a panic, and must make the other functions end. Several
	// goroutines may call it.
	Halt func()

	running sync.WaitGroup
	first   atomic.Pointer[Panic]
}

// Go runs a function on a new goroutine.
func (g *Group) Go(do func()) { g.running.Go(func() { g.Do(do) }) }

// Do runs a function on this goroutine. After a panic of the function it returns as well.
func (g *Group) Do(do func()) {
	defer func() {
		if recovered := recover(); recovered != nil {
			g.Panicked(recovered)
		}
	}()
	do()
}

// Panicked records a panic that a goroutine of the group has caught itself.
func (g *Group) Panicked(met any) {
	p, known := met.(*Panic)
	if !known {
		p = &Panic{met, string(debug.Stack())}
	}
	g.first.CompareAndSwap(nil, p)
	if g.Halt != nil {
		g.Halt()
	}
}

// Ended waits until all functions have ended. It leaves a panic to Wait.
func (g *Group) Ended() { g.running.Wait() }

// Wait waits until all functions have ended. It panics with the first [Panic] of them, if there was
// one.
func (g *Group) Wait() {
	g.running.Wait()
	if p := g.first.Load(); p != nil {
		panic(p)
	}
}

// Panic is a panic of another goroutine.
type Panic struct {
	met   any
	trace string
}

// Error returns the value of the panic as text.
func (p *Panic) Error() string { return fmt.Sprint(p.met) }

// Unwrap returns the value of the panic if it is an error, or nil.
func (p *Panic) Unwrap() error {
	err, _ := p.met.(error)
	return err
}

// Trace returns the stack of the goroutine at the panic.
func (p *Panic) Trace() string { return p.trace }
