package model

// ValueFunc computes a value from the values of the indices around it. A
// condition is 1 or 0. The error is a *source.Diagnostic.
type ValueFunc func(env []int64) (int64, error)

// Constant returns a function with a constant value.
func Constant(v int64) ValueFunc {
	return func([]int64) (int64, error) { return v, nil }
}

// Loop runs over the values of its indices, the last one fastest.
type Loop struct {
	Binders []Binder
	Where   ValueFunc // nil if there is no condition
	Inside  *Loop     // nil, or a loop that runs in each round
}

// Binder is one index with its values: from Low to High, or those of the list Each; or the indices of cells.
type Binder struct {
	Low, High ValueFunc
	Each      []ValueFunc
	Width     int       // number of indices of a cell, or 0
	Cells     [][]int64 // the values of the indices, cell by cell
}

// indexCount is the number of indices.
func (b *Binder) indexCount() int { return max(1, b.Width) }

// EachRound calls visit once for each round, with the values of the indices after those of the enclosing loop,
// outer. Each step of each index first calls tick, whose error ends the loop.
func (l *Loop) EachRound(outer []int64, tick func() error, visit func(env []int64) error) error {
	n := len(outer)
	for k := range l.Binders {
		n += l.Binders[k].indexCount()
	}
	env := make([]int64, n)
	copy(env, outer)
	return l.eachRound(0, env, len(outer), tick, visit)
}

func (l *Loop) eachRound(binder int, env []int64, depth int, tick func() error, visit func([]int64) error) error {
	if binder == len(l.Binders) {
		if l.Where != nil {
			if holds, err := l.Where(env); err != nil || holds == 0 {
				return err
			}
		}
		if l.Inside != nil {
			return l.Inside.EachRound(env, tick, visit)
		}
		return visit(env)
	}
	b := &l.Binders[binder]
	if b.Width > 0 {
		for _, cell := range b.Cells {
			if err := tick(); err != nil {
				return err
			}
			copy(env[depth:], cell)
			if err := l.eachRound(binder+1, env, depth+b.Width, tick, visit); err != nil {
				return err
			}
		}
		return nil
	}
	return b.eachValue(env, func(v int64) error {
		if err := tick(); err != nil {
			return err
		}
		env[depth] = v
		return l.eachRound(binder+1, env, depth+1, tick, visit)
	})
}

// eachValue calls next with each value of an index.
func (b *Binder) eachValue(env []int64, next func(int64) error) error {
	for _, x := range b.Each {
		v, err := x(env)
		if err == nil {
			err = next(v)
		}
		if err != nil {
			return err
		}
	}
	if b.Each != nil {
		return nil
	}
	low, err := b.Low(env)
	if err != nil {
		return err
	}
	high, err := b.High(env)
	for v := low; err == nil && v <= high; v++ {
		err = next(v)
		if v == high {
			break // the greatest number has no successor
		}
	}
	return err
}
