// Package proof writes certificates: files from which a program that shares no code with the engines can
// see that a problem has the number of solutions, or of classes, or the best value that is claimed.
//
// Its input is a search, step by step; its output is a file of the format "quadrille proof 4", which
// docs/proof.md defines. A [Writer] must not know how an engine works, and checks nothing: a step
// that is wrong makes a file that a checker refuses.
package proof

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"io"
	"math/big"

	"quadrille/runtime/matrix"
)

// fileMagic is the first line of a proof. Its number is the version of the format.
const fileMagic = "quadrille proof 4\n"

// The low two bits of a step are its kind, and the others its argument. The argument of a branch is
// its item, and that of a known state how many kept states ago it was kept.
const (
	stepBranch     = iota // a branch on an item
	stepKeptBranch        // a branch on an item, whose state is kept
	stepKnown             // a state that was kept before
	stepOther             // one of the steps below
)

// Arguments of stepOther. Those from otherImage on are images under a symmetry.
const (
	otherSolution  = iota // a solution
	otherSplit            // a state that falls into two parts
	otherKeptSplit        // a state that falls into two parts, and is kept
	otherBound            // a state that is cut off by its bound, or loses options by it
	otherFree             // a state whose solutions are counted by how often they cover some items
	otherImage
)

// Claim is what a proof says about its problem.
type Claim string

// The claims.
const (
	ClaimCount   Claim = "count"   // the number of solutions
	ClaimClasses Claim = "classes" // the number of classes of solutions under a group
	ClaimBest    Claim = "best"    // the best value, and the number of solutions that have it
	ClaimOptimum Claim = "optimum" // the best value
)

// Removal is an option that is in no solution, with a primary item that could not be covered any more.
type Removal struct {
	Option matrix.OptionID
	Item   matrix.ItemID
}

// Writer writes a proof as a stream. Its memory does not grow. What the claim needs comes first, then the removals
// and symmetries, and then the steps, which are those of a search from the root, depth first: the step of a state, and
// then the steps of its branches, in the order of docs/proof.md. The first error is kept until [Writer.WriteTotal].
type Writer struct {
	out      *bufio.Writer
	sum      hash.Hash       // SHA-256 of what was written; nil in a part
	removals []Removal       // removals that [Writer.WriteSymmetries] will write
	items    []matrix.ItemID // in a part: the item of the whole problem, by item; nil if the proof is whole
	dumpLine string          // third line of the proof
}

// NewWriter returns a writer of a proof about the dump with the given SHA-256.
func NewWriter(w io.Writer, claim Claim, digest []byte) *Writer {
	sum := sha256.New()
	p := &Writer{out: bufio.NewWriter(io.MultiWriter(w, sum)), sum: sum, dumpLine: fmt.Sprintf("dump %x\n", digest)}
	fmt.Fprintf(p.out, "%sclaim %s\n%s", fileMagic, claim, p.dumpLine)
	return p
}

// NewPartWriter returns a writer of a part: the steps below a state of a proof, which another writer puts into
// its place. The part knows the items of that state alone, which are in ascending order, and writes no symmetries.
func NewPartWriter(w io.Writer, items []matrix.ItemID) *Writer {
	return &Writer{out: bufio.NewWriter(w), items: items}
}

// EndPart ends a part, and returns the first error.
func (w *Writer) EndPart() error { return w.out.Flush() }

// WritePart writes the steps of a part. States that are kept in one part are not known in another.
func (w *Writer) WritePart(steps []byte) { w.out.Write(steps) }

// WriteGroup writes the group of a claim of classes. Each symmetry maps an item to its image. The counts of
// what they fix follow, each with its own removals, symmetries and steps: one for all symmetries with the same cycles.
func (w *Writer) WriteGroup(group [][]matrix.ItemID) { w.writePermutations(group) }

// WriteWeights writes the value of the best solutions, and weights of the items, in units of 1/scale. With scale 0
// there are none.
func (w *Writer) WriteWeights(value, scale int64, weights []int64) {
	fmt.Fprintf(w.out, "value %d\n", value)
	w.writeNumber(scale)
	if scale > 0 {
		for _, weight := range weights {
			w.writeNumber(weight<<1 ^ weight>>63)
		}
	}
}

// SetRemovals sets the options that are removed before the search whose steps come next. The search must
// not know them.
func (w *Writer) SetRemovals(list []Removal) { w.removals = list }

// WriteSymmetries writes what precedes the steps of a search. Each symmetry maps an item to its image, and is a
// permutation of the items that keeps options and colors.
func (w *Writer) WriteSymmetries(symmetries [][]matrix.ItemID) {
	if w.items != nil {
		return
	}
	w.writeNumber(int64(len(w.removals)))
	for _, r := range w.removals {
		w.writeNumber(int64(r.Option))
		w.writeNumber(int64(r.Item))
	}
	w.removals = nil
	w.writePermutations(symmetries)
}

func (w *Writer) writePermutations(list [][]matrix.ItemID) {
	w.writeNumber(int64(len(list)))
	for _, image := range list {
		for _, i := range image {
			w.writeNumber(int64(i))
		}
	}
}

// WriteBranch writes the step of a state that branches on an item. A state that is kept can be known
// later: it gets the next number, from 1 on, once the steps of its branches are written.
func (w *Writer) WriteBranch(i matrix.ItemID, kept bool) {
	kind := stepBranch
	if kept {
		kind = stepKeptBranch
	}
	w.writeStep(kind, int64(w.wholeItem(i)))
}

// wholeItem returns the number of an item in the whole problem.
func (w *Writer) wholeItem(i matrix.ItemID) matrix.ItemID {
	if w.items != nil {
		return w.items[i]
	}
	return i
}

// WriteKnown writes the step of a state that equals the one kept the given number of states ago: 1
// is the one kept last.
func (w *Writer) WriteKnown(ago int64) { w.writeStep(stepKnown, ago) }

// WriteSolution writes the step of a state in which nothing is left to be covered.
func (w *Writer) WriteSolution() { w.writeStep(stepOther, otherSolution) }

// WriteBound writes the step of a state whose bound cuts it off. Or it removes options, and the step of what is
// left follows.
func (w *Writer) WriteBound() { w.writeStep(stepOther, otherBound) }

// WriteSymmetricImage writes that the step that follows is that of the image of the state under a symmetry,
// by its number in the head, from 0 on.
func (w *Writer) WriteSymmetricImage(symmetry int) {
	w.writeStep(stepOther, otherImage+int64(symmetry))
}

// WriteSplit writes the step of a state that falls into two parts: the open items in the list, which
// is in ascending order, and the others. The steps of the first part follow, and, if it has a solution,
// those of the second.
func (w *Writer) WriteSplit(items []matrix.ItemID, kept bool) {
	what := int64(otherSplit)
	if kept {
		what = otherKeptSplit
	}
	w.writeItems(what, items)
}

// WriteFree writes the step of a state of which some primary items become free: below it, options do not depend on
// these items, and a checker keeps the numbers of solutions by how often they cover each. The items are in ascending
// order, and each option has another primary item.
func (w *Writer) WriteFree(items []matrix.ItemID) { w.writeItems(otherFree, items) }

// writeItems writes a step with a list of items, each less the one before.
func (w *Writer) writeItems(what int64, items []matrix.ItemID) {
	w.writeStep(stepOther, what)
	w.writeNumber(int64(len(items)))
	last := matrix.ItemID(0)
	for _, i := range items {
		i = w.wholeItem(i)
		w.writeNumber(int64(i - last))
		last = i
	}
}

// WriteTotal ends the proof with the number of solutions, and returns the first error.
func (w *Writer) WriteTotal(count *big.Int) error {
	fmt.Fprintf(w.out, "\ncount %v\n", count)
	if err := w.out.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(w.out, "sha256 %x\n", w.sum.Sum(nil))
	return w.out.Flush()
}

func (w *Writer) writeStep(kind int, argument int64) {
	w.writeNumber(argument<<2 | int64(kind))
}

func (w *Writer) writeNumber(n int64) {
	w.out.Write(binary.AppendUvarint(w.out.AvailableBuffer(), uint64(n)))
}
