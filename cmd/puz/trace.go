package main

import (
	"fmt"
	"io"
	"strings"

	"quadrille/runtime/dlx"
	"quadrille/runtime/matrix"
)

// tracer prints what a chooser does at the first levels: for people who write
// choosers.
type tracer struct {
	inner dlx.Chooser
	depth int
	out   io.Writer
}

// Choose implements [dlx.Chooser].
func (t *tracer) Choose(v dlx.View) matrix.ItemID {
	i := t.inner.Choose(v)
	if v.Level() >= t.depth {
		return i
	}
	indent := strings.Repeat("  ", v.Level())
	if chosen := v.Chosen(); len(chosen) > 0 {
		fmt.Fprintf(t.out, "%s%s\n", indent, strings.Join(v.Problem().OptionItems(chosen[len(chosen)-1]), " "))
	}
	name := v.Problem().Name(i)
	if v.Branches(i) == 0 {
		fmt.Fprintf(t.out, "%slevel %d: %s cannot be covered any more\n", indent, v.Level(), name)
		return i
	}
	active := 0
	for k := v.First(); k >= 0; k = v.Next(k) {
		active++
	}
	fmt.Fprintf(t.out, "%slevel %d: %s, 1 of %d items, has %d branches\n", indent, v.Level(), name, active, v.Branches(i))
	return i
}
