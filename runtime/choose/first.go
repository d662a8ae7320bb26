package choose

import (
	"quadrille/runtime/dlx"
	"quadrille/runtime/matrix"
)

// First chooses the first active item in the list.
type First struct{}

// Choose implements [dlx.Chooser].
func (First) Choose(v dlx.View) matrix.ItemID { return v.First() }

func newFirst(*arguments, *matrix.Problem) (dlx.Chooser, error) { return First{}, nil }
