package memo

import (
	"fmt"
	"reflect"
	"sync"
)

// account keeps the books of what is allocated, for all threads.
type account struct {
	mu                sync.Mutex
	used, peak, limit int64
}

func newAccount(limit int64) *account {
	if limit <= 0 {
		limit = DefaultMemory
	}
	return &account{limit: limit}
}

// take books bytes that are about to be allocated.
func (a *account) take(bytes int64) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if bytes > a.limit-a.used {
		return fmt.Errorf("%w: %d bytes are in use, %d more are wanted, and %d are allowed", ErrMemory, a.used, bytes, a.limit)
	}
	a.used += bytes
	a.peak = max(a.peak, a.used)
	return nil
}

// release books bytes that nobody refers to any more.
func (a *account) release(bytes int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.used -= bytes
}

// inUse returns how many bytes are in use.
func (a *account) inUse() int64 {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.used
}

// reset books that only so many bytes are in use any more.
func (a *account) reset(used int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.used = used
}

// reserve returns s with room for n more elements. While it is copied, the old
// and the new one both count.
func reserve[T any](a *account, s []T, n int) ([]T, error) {
	if len(s)+n <= cap(s) {
		return s, nil
	}
	room := max(len(s)+n, cap(s)*2, 64)
	if err := a.take(sizeOf[T](room)); err != nil {
		return s, err
	}
	grown := make([]T, len(s), room)
	copy(grown, s)
	a.release(sizeOf[T](cap(s)))
	return grown, nil
}

// sizeOf returns the bytes of n elements.
func sizeOf[T any](n int) int64 {
	return int64(n) * int64(reflect.TypeFor[T]().Size())
}
