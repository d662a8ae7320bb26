package memo

import (
	"crypto/sha256"

	"quadrille/runtime/matrix"
)

// Branching says how the item is chosen on which a node branches.
type Branching = branchingRule

// The ways to choose an item.
const (
	AutoBranching  = autoBranching
	FixedBranching = fixedBranching
	NearBranching  = nearBranching
	MRVBranching   = mrvBranching
)

// String returns the name of the branching in lower case.
func (b branchingRule) String() string { return [...]string{"auto", "fixed", "near", "mrv"}[b] }

// WithBranching returns the options with a way to branch.
func (o CountOptions) WithBranching(b Branching) CountOptions {
	o.branchingRule = b
	return o
}

// Branching returns the way to branch.
func (o CountOptions) Branching() Branching { return o.branchingRule }

// BranchCount returns the number of branches of all nodes together.
func (d *Diagram) BranchCount() int { return len(d.branches) }

// UnsealFile returns what is in a file between its head and its hash.
func UnsealFile(file []byte) []byte {
	return file[len(fileMagic)+sha256.Size : len(file)-sha256.Size]
}

// SealFile makes a file for p of what is between its head and its hash.
func SealFile(p *matrix.Problem, body []byte) []byte {
	file := append([]byte(fileMagic), p.Digest()...)
	file = append(file, body...)
	sum := sha256.Sum256(file)
	return append(file, sum[:]...)
}
