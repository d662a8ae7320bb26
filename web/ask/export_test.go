package ask

import (
	"context"
	"maps"
	"slices"
	"time"
)

// Words lists the values of [Question.Do].
func Words() []string { return slices.Sorted(maps.Keys(questionHandlers)) }

// ContextWithoutTimer returns a context with a deadline whose timer never has its turn, as in WebAssembly.
func ContextWithoutTimer(deadline time.Time) context.Context {
	return deadlineContext{context.Background(), deadline}
}

// BatchSizes returns how many solutions each answer has if so many are found before the interval is over.
func BatchSizes(solutions int) (sizes []int) {
	b := newSolutionBatch(func(a Answer) error {
		sizes = append(sizes, len(a.Solutions))
		return nil
	})
	for range solutions {
		_ = b.addSolution(Solution{}) // send has no error
		b.nextSend = time.Now().Add(time.Hour)
	}
	_ = b.sendAll()
	return sizes
}
