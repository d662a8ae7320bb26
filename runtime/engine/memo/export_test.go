package memo

import (
	"crypto/sha256"

	"quadrille/runtime/matrix"
)

// Branching is the rule that chooses the item on which a node branches.
type Branching = branchingRule

// The branching rules.
const (
	AutoBranching  = autoBranching
	FixedBranching = fixedBranching
	NearBranching  = nearBranching
	MRVBranching   = mrvBranching
)

// String returns the name of the branching rule in lower case.
func (b branchingRule) String() string { return [...]string{"auto", "fixed", "near", "mrv"}[b] }

// WithBranching returns the options with the given branching rule.
func (o CountOptions) WithBranching(b Branching) CountOptions {
	o.branchingRule = b
	return o
}

// Branching returns the branching rule of the options.
func (o CountOptions) Branching() Branching { return o.branchingRule }

// BranchCount returns the number of branches of all nodes together.
func (d *Diagram) BranchCount() int { return len(d.branches) }

// UnsealFile returns the part of a diagram file between its head and its hash.
func UnsealFile(file []byte) []byte {
	return file[len(fileMagic)+sha256.Size : len(file)-sha256.Size]
}

// SealFile makes a diagram file for p from a part between head and hash, with the right head and hash.
func SealFile(p *matrix.Problem, body []byte) []byte {
	file := append([]byte(fileMagic), p.Digest()...)
	file = append(file, body...)
	sum := sha256.Sum256(file)
	return append(file, sum[:]...)
}
