// Package proof writes certificates: files from which a program that shares no code with the engines can
// see that a problem has the number of solutions, or of classes, or the best value that is claimed.
//
// Its input is a search, step by step; its output is a file of the format "quadrille proof 5", which
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

// fileMagic is the first line of a proof. The number in it is the version of the format.
const fileMagic = "quadrille proof 5\n"

// The low two bits of a step are the kind of the step, and the other bits its argument. The argument of a branch is its
// item. The argument of a known state is 1 if the equal state was kept last, 2 for the one kept before that, and so on.
const (
	stepBranch     = iota // branch on an item
	stepKeptBranch        // branch on an item; the state is kept, so that later steps may refer to it
	stepKnown             // state that equals a kept state
	stepOther             // one of the steps below
)

// Arguments of stepOther. The argument otherImage+k is the image under the symmetry with index k.
const (
	otherSolution  = iota // a solution
	otherSplit            // a state that falls into two parts
	otherKeptSplit        // a state that falls into two parts, and is kept
	otherBound            // a state that is cut off by its bound, or loses options by it
	otherImage
)

// Claim is the kind of statement that a proof proves about its problem.
type Claim string

// The claims.
const (
	ClaimCount   Claim = "count"   // the number of solutions
	ClaimClasses Claim = "classes" // the number of classes of solutions under a group
	ClaimBest    Claim = "best"    // the best value, and the number of solutions that have it
	ClaimOptimum Claim = "optimum" // the best value
)

// Removal is an option that is in no solution, with a primary item that could not be covered if the option were chosen.
type Removal struct {
	Option matrix.OptionID
	Item   matrix.ItemID
}

// Writer writes a proof as a stream, so its memory does not grow. The data of the claim come first, then the head of a
// tree with its removals, symmetries and free items, and then the steps of a search from the root, depth first. The
// step of a state is followed by the steps of its branches, in the order of docs/proof.md. The first error is kept
// until [Writer.WriteTotal].
type Writer struct {
	buffered *bufio.Writer
	fileHash hash.Hash // SHA-256 of what was written; nil in a part
	removals []Removal // removals that [Writer.WriteSymmetries] has still to write
	// in a part: for each item of the part, its id in the whole problem; nil in a whole proof
	wholeItems []matrix.ItemID
	dumpLine   string // third line of the proof
}

// NewWriter returns a writer of a proof about the dump with the given SHA-256.
func NewWriter(w io.Writer, claim Claim, digest []byte) *Writer {
	sum := sha256.New()
	p := &Writer{buffered: bufio.NewWriter(io.MultiWriter(w, sum)), fileHash: sum,
		dumpLine: fmt.Sprintf("dump %x\n", digest)}
	fmt.Fprintf(p.buffered, "%sclaim %s\n%s", fileMagic, claim, p.dumpLine)
	return p
}

// NewPartWriter returns a writer of a part, which consists of the steps below one state of a proof. Another writer
// inserts the part there. The part has only the items of that state, in ascending order, and writes no symmetries.
func NewPartWriter(w io.Writer, items []matrix.ItemID) *Writer {
	return &Writer{buffered: bufio.NewWriter(w), wholeItems: items}
}

// NewDraft returns a writer of the removals, symmetries and steps of one search. If the search ends well,
// [Writer.WritePart] inserts what the draft wrote to its stream.
func (w *Writer) NewDraft(to io.Writer) *Writer {
	return &Writer{buffered: bufio.NewWriter(to), removals: w.removals}
}

// EndPart ends a part or a draft, and returns the first error.
func (w *Writer) EndPart() error { return w.buffered.Flush() }

// WritePart inserts what a part or a draft wrote. States that are kept in one part are not known in another.
func (w *Writer) WritePart(steps []byte) { w.buffered.Write(steps) }

// WriteGroup writes the group of a claim about classes. Each symmetry is given by the image of each item. Then the
// caller writes counts of the solutions that symmetries fix: one count for all symmetries with the same cycles. Each
// count has its own removals, symmetries and steps.
func (w *Writer) WriteGroup(group [][]matrix.ItemID) { w.writePermutations(group) }

// WriteWeights writes the value of the best solutions, and the weights of the items in units of 1/scale. If scale is 0,
// there are no weights.
func (w *Writer) WriteWeights(value, scale int64, weights []int64) {
	fmt.Fprintf(w.buffered, "value %d\n", value)
	w.writeNumber(scale)
	if scale > 0 {
		for _, weight := range weights {
			w.buffered.Write(binary.AppendVarint(w.buffered.AvailableBuffer(), weight))
		}
	}
}

// SetRemovals sets the options that are removed before the search whose steps come next. That search must run without
// these options.
func (w *Writer) SetRemovals(list []Removal) { w.removals = list }

// WriteSymmetries writes the removals and symmetries that precede the steps of a search without free items. Each
// symmetry is given by the image of each item, and maps options to options with the same colors.
func (w *Writer) WriteSymmetries(symmetries [][]matrix.ItemID) { w.writeTreeHead(symmetries, nil) }

// WriteFree writes the removals that precede the steps of a search in which some primary items are free: options do not
// depend on these items. Instead, a checker stores the number of solutions for each combination of how often these
// items are covered. The items are in ascending order, and each option has another primary item.
func (w *Writer) WriteFree(items []matrix.ItemID) { w.writeTreeHead(nil, items) }

func (w *Writer) writeTreeHead(symmetries [][]matrix.ItemID, free []matrix.ItemID) {
	if w.wholeItems != nil {
		return
	}
	w.writeNumber(int64(len(w.removals)))
	for _, r := range w.removals {
		w.writeNumber(int64(r.Option))
		w.writeNumber(int64(r.Item))
	}
	w.removals = nil
	w.writePermutations(symmetries)
	w.writeItems(free)
}

func (w *Writer) writePermutations(list [][]matrix.ItemID) {
	w.writeNumber(int64(len(list)))
	for _, image := range list {
		for _, i := range image {
			w.writeNumber(int64(i))
		}
	}
}

// WriteBranch writes the step of a state that branches on an item. If the state is kept, later steps may refer to it:
// it gets the next index, counted from 1, after the steps of its branches.
func (w *Writer) WriteBranch(i matrix.ItemID, kept bool) {
	kind := stepBranch
	if kept {
		kind = stepKeptBranch
	}
	w.writeStep(kind, int64(w.wholeItem(i)))
}

// wholeItem returns the id of an item in the whole problem.
func (w *Writer) wholeItem(i matrix.ItemID) matrix.ItemID {
	if w.wholeItems != nil {
		return w.wholeItems[i]
	}
	return i
}

// WriteKnown writes the step of a state that equals a kept state. The argument ago is 1 for the state that was kept
// last, 2 for the one before, and so on.
func (w *Writer) WriteKnown(ago int64) { w.writeStep(stepKnown, ago) }

// WriteSolution writes the step of a state in which nothing is left to be covered.
func (w *Writer) WriteSolution() { w.writeStep(stepOther, otherSolution) }

// WriteBound writes the step of a state that is cut off by its bound, or that loses options by the bound. In the second
// case the step of the remaining state follows.
func (w *Writer) WriteBound() { w.writeStep(stepOther, otherBound) }

// WriteSymmetricImage writes that the next step is that of the image of the state under a symmetry. The argument is the
// index of the symmetry, counted from 0, in the head of the proof.
func (w *Writer) WriteSymmetricImage(symmetry int) {
	w.writeStep(stepOther, otherImage+int64(symmetry))
}

// WriteSplit writes the step of a state that is divided into two parts: the open items in the list, in ascending order,
// and the others. The steps of the first part follow, and, if it has a solution, those of the second.
func (w *Writer) WriteSplit(items []matrix.ItemID, kept bool) {
	what := int64(otherSplit)
	if kept {
		what = otherKeptSplit
	}
	w.writeStep(stepOther, what)
	w.writeItems(items)
}

// writeItems writes a list of items in ascending order. Each item is written as its difference from the item before.
func (w *Writer) writeItems(items []matrix.ItemID) {
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
	fmt.Fprintf(w.buffered, "\ncount %v\n", count)
	if err := w.buffered.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(w.buffered, "sha256 %x\n", w.fileHash.Sum(nil))
	return w.buffered.Flush()
}

func (w *Writer) writeStep(kind int, argument int64) {
	w.writeNumber(argument<<2 | int64(kind))
}

func (w *Writer) writeNumber(n int64) {
	w.buffered.Write(binary.AppendUvarint(w.buffered.AvailableBuffer(), uint64(n)))
}
