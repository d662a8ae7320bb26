package memo

import (
	"crypto/sha256"

	"quadrille/runtime/matrix"
)

// Branching says how the item is chosen on which a node branches.
type Branching = branching

// The ways to choose an item.
const (
	Auto  = auto
	Fixed = fixed
	Near  = near
	MRV   = mrv
)

// String returns the name of the branching in lower case.
func (b branching) String() string { return [...]string{"auto", "fixed", "near", "mrv"}[b] }

// By returns the options with a way to branch.
func (o Options) By(b Branching) Options {
	o.branching = b
	return o
}

// Branching returns the way to branch.
func (o Options) Branching() Branching { return o.branching }

// Branches returns the number of branches of all nodes together.
func (d *Diagram) Branches() int { return len(d.branches) }

// Unsealed returns what is in a file between its head and its hash.
func Unsealed(file []byte) []byte {
	return file[len(magic)+sha256.Size : len(file)-sha256.Size]
}

// Sealed makes a file for p of what is between its head and its hash.
func Sealed(p *matrix.Problem, body []byte) []byte {
	file := append([]byte(magic), p.Digest()...)
	file = append(file, body...)
	sum := sha256.Sum256(file)
	return append(file, sum[:]...)
}
