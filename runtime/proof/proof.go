// Package proof writes certificates of counts: files from which a program that shares no code with
// the engines can see that a problem has the number of solutions that is claimed.
//
// Its input is a search, step by step; its output is a file of the format "quadrille proof 2", which
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
const fileMagic = "quadrille proof 2\n"

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
	otherImage
)

// Writer writes a proof as a stream. Its memory does not grow. The steps are those of a search from
// the root, depth first: first the step of a state, and then the steps of its branches, in the order
// of docs/proof.md. The first error is kept until [Writer.WriteTotal].
type Writer struct {
	out    *bufio.Writer
	sum    hash.Hash
	digest []byte
	steps  int64
}

// NewWriter returns a writer of a proof about the dump with the given SHA-256.
func NewWriter(w io.Writer, digest []byte) *Writer {
	sum := sha256.New()
	return &Writer{out: bufio.NewWriter(io.MultiWriter(w, sum)), sum: sum, digest: digest}
}

// WriteHead writes what precedes the steps. Each symmetry maps an item to its image, and is a
// permutation of the items that keeps bounds, options and colors.
func (w *Writer) WriteHead(symmetries [][]matrix.ItemID) {
	fmt.Fprintf(w.out, "%sclaim count\ndump %x\n", fileMagic, w.digest)
	w.writeNumber(int64(len(symmetries)))
	for _, image := range symmetries {
		for _, i := range image {
			w.writeNumber(int64(i))
		}
	}
}

// WriteBranch writes the step of a state that branches on an item. A state that is kept can be known
// later: it gets the next number, from 1 on, once the steps of its branches are written.
func (w *Writer) WriteBranch(i matrix.ItemID, kept bool) {
	if kept {
		w.writeStep(stepKeptBranch, int64(i))
		return
	}
	w.writeStep(stepBranch, int64(i))
}

// WriteKnown writes the step of a state that equals the one kept the given number of states ago: 1
// is the one kept last.
func (w *Writer) WriteKnown(ago int64) { w.writeStep(stepKnown, ago) }

// WriteSolution writes the step of a state in which nothing is left to be covered.
func (w *Writer) WriteSolution() { w.writeStep(stepOther, otherSolution) }

// WriteImage writes that the step that follows is that of the image of the state under a symmetry,
// by its number in the head, from 0 on.
func (w *Writer) WriteImage(symmetry int) { w.writeStep(stepOther, otherImage+int64(symmetry)) }

// WriteSplit writes the step of a state that falls into two parts: the open items in the list, which
// is in ascending order, and the others. The steps of the first part follow, and, if it has a solution,
// those of the second.
func (w *Writer) WriteSplit(items []matrix.ItemID, kept bool) {
	what := int64(otherSplit)
	if kept {
		what = otherKeptSplit
	}
	w.writeStep(stepOther, what)
	w.writeNumber(int64(len(items)))
	last := matrix.ItemID(0)
	for _, i := range items {
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

// StepCount returns the number of steps that were written.
func (w *Writer) StepCount() int64 { return w.steps }

func (w *Writer) writeStep(kind int, argument int64) {
	w.steps++
	w.writeNumber(argument<<2 | int64(kind))
}

func (w *Writer) writeNumber(n int64) {
	w.out.Write(binary.AppendUvarint(w.out.AvailableBuffer(), uint64(n)))
}
