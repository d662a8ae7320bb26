package model

// ValueFunc computes the value of an expression. Its argument env holds the values of the indices of all loops around
// the expression, the outermost loop first. A condition has the value 1 if it holds and 0 if not. The error is a
// *source.Diagnostic.
type ValueFunc func(env []int64) (int64, error)

// ConstantFunc returns a function with a constant value.
func ConstantFunc(v int64) ValueFunc {
	return func([]int64) (int64, error) { return v, nil }
}

// Loop is the `for` clause of a declaration or rule. It runs over all combinations of the values of its indices; the
// last index changes fastest.
type Loop struct {
	IndexBinders []IndexBinder
	Condition    ValueFunc // condition that a round must meet; nil if there is none
	InnerLoop    *Loop     // loop that runs inside each round of this loop, or nil
}

// IndexBinder gives values to one index: the numbers from LowestValue to HighestValue, or the elements of ListValues if
// that list is not nil. If IndicesPerRound is not 0, the binder gives values to that many indices at once: the elements
// of one list of RoundValues, such as the coordinates of a cell.
type IndexBinder struct {
	LowestValue, HighestValue ValueFunc
	ListValues                []ValueFunc
	// number of indices that each element of RoundValues sets; 0 if RoundValues is not used
	IndicesPerRound int
	RoundValues     [][]int64 // for each round of the loop, the values of these indices
}

// indexCount returns the number of indices that the binder sets.
func (b *IndexBinder) indexCount() int { return max(1, b.IndicesPerRound) }

// EachRound calls visit once for each round, with the values of all indices: first those of the enclosing loops
// (outer), then those of l and its inner loops. Each step of each index first calls tick, whose error ends the loop.
func (l *Loop) EachRound(outer []int64, tick func() error, visit func(env []int64) error) error {
	n := len(outer)
	for k := range l.IndexBinders {
		n += l.IndexBinders[k].indexCount()
	}
	env := make([]int64, n)
	copy(env, outer)
	return l.eachRound(0, env, len(outer), tick, visit)
}

func (l *Loop) eachRound(binder int, env []int64, depth int, tick func() error, visit func([]int64) error) error {
	if binder == len(l.IndexBinders) {
		if l.Condition != nil {
			if holds, err := l.Condition(env); err != nil || holds == 0 {
				return err
			}
		}
		if l.InnerLoop != nil {
			return l.InnerLoop.EachRound(env, tick, visit)
		}
		return visit(env)
	}
	b := &l.IndexBinders[binder]
	if b.IndicesPerRound > 0 {
		for _, cell := range b.RoundValues {
			if err := tick(); err != nil {
				return err
			}
			copy(env[depth:], cell)
			if err := l.eachRound(binder+1, env, depth+b.IndicesPerRound, tick, visit); err != nil {
				return err
			}
		}
		return nil
	}
	return b.eachIndexValue(env, func(v int64) error {
		if err := tick(); err != nil {
			return err
		}
		env[depth] = v
		return l.eachRound(binder+1, env, depth+1, tick, visit)
	})
}

// eachIndexValue calls next with each value of an index; env holds the values of the indices before it.
func (b *IndexBinder) eachIndexValue(env []int64, next func(int64) error) error {
	for _, x := range b.ListValues {
		v, err := x(env)
		if err == nil {
			err = next(v)
		}
		if err != nil {
			return err
		}
	}
	if b.ListValues != nil {
		return nil
	}
	low, err := b.LowestValue(env)
	if err != nil {
		return err
	}
	high, err := b.HighestValue(env)
	for v := low; err == nil && v <= high; v++ {
		err = next(v)
		if v == high {
			break // ends the loop at the greatest int64, which has no successor
		}
	}
	return err
}
