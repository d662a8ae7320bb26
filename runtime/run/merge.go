package run

import (
	"context"
	"iter"
	"slices"
	"sync"

	"quadrille/runtime/matrix"
)

// Merge runs searches at once, each on a goroutine, and hands over what they find,
// in no particular order. It returns when all of them have ended: with the error of
// ctx if that is done, and nil if they were complete or yield wanted no more.
func Merge(ctx context.Context, searches []func(context.Context) iter.Seq[matrix.Solution], yield func(matrix.Solution) bool) error {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	found := make(chan matrix.Solution, 256)
	var running sync.WaitGroup
	for _, solutions := range searches {
		running.Go(func() {
			for solution := range solutions(inner) {
				select {
				case found <- slices.Clone(solution):
				case <-inner.Done():
					return
				}
			}
		})
	}
	go func() {
		running.Wait()
		close(found)
	}()
	wanted := true
	for solution := range found {
		if wanted && !yield(solution) {
			wanted = false
			cancel() // and drain what is on its way
		}
	}
	if wanted {
		return ctx.Err()
	}
	return nil
}
