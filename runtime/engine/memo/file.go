package memo

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// ErrOtherMatrix is the error for reading a diagram that belongs to another matrix.
var ErrOtherMatrix = errors.New("the diagram belongs to another matrix")

// fileMagic is the first line of a diagram file. The number in it is the version of the format.
const fileMagic = "quadrille memo 1\n"

// WriteDiagram writes the diagram for [ReadDiagram]. The format, version 1, is
//
//	"quadrille memo 1\n"
//	the matrix it belongs to: 32 bytes
//	the number of nodes
//	for each node, from 1 on:
//		the number of branches, the item that it branches on
//		for each branch: its option + 1, or 0 if it has none;
//			how far below the node its child is, or 0 for the accepting node
//	the root: its number + 1, or 0 if there is no solution
//	the SHA-256 of all before: 32 bytes
//
// Numbers are unsigned varints, as in encoding/binary. The matrix is given by its digest; beside sets of
// cells that must be connected, by a digest of both.
func (d *Diagram) WriteDiagram(w io.Writer) error {
	sum := sha256.New()
	out := numberWriter{bufio.NewWriter(io.MultiWriter(w, sum))}
	out.WriteString(fileMagic)
	out.Write(d.digest())
	out.writeNumbers(d.NodeCount())
	for n := 1; n < len(d.nodes); n++ {
		branches := d.branchesOf(int32(n))
		out.writeNumbers(len(branches), int(d.nodes[n].item))
		for _, b := range branches {
			below := 0
			if b.child != acceptNode {
				below = n - int(b.child)
			}
			out.writeNumbers(int(b.option)+1, below)
		}
	}
	out.writeNumbers(int(d.rootNode) + 1)
	if err := out.Flush(); err != nil {
		return err
	}
	_, err := w.Write(sum.Sum(nil))
	return err
}

// digest returns a digest of the problem and of the sets of cells.
func (d *Diagram) digest() []byte {
	if len(d.connectedSets) == 0 {
		return d.problem.Digest()
	}
	sum := sha256.New()
	out := numberWriter{bufio.NewWriter(sum)}
	out.Write(d.problem.Digest())
	for _, s := range d.connectedSets {
		out.writeNumbers(len(s.NeighboursOfCell))
		for c, around := range s.NeighboursOfCell {
			out.writeNumbers(len(around), len(s.IncludingOptions[c]), len(s.ExcludingOptions[c]))
			for _, cell := range around {
				out.writeNumbers(int(cell))
			}
			for _, o := range slices.Concat(s.IncludingOptions[c], s.ExcludingOptions[c]) {
				out.writeNumbers(int(o))
			}
		}
		fmt.Fprint(out, s.GivenCells, s.NeedsCell)
	}
	out.Flush()
	return sum.Sum(nil)
}

// numberWriter writes integers as varints. The first error is kept until Flush, as in bufio.
type numberWriter struct{ *bufio.Writer }

func (w numberWriter) writeNumbers(all ...int) {
	for _, n := range all {
		w.Write(binary.AppendUvarint(w.AvailableBuffer(), uint64(n)))
	}
}

// ReadDiagram reads a diagram that [Diagram.WriteDiagram] wrote for the same matrix and the same sets of connected
// cells. It checks that every path from the root is a solution, and that no two paths are the same solution. It cannot
// check that no solution is missing, or that cells are connected; the only protection there is the hash at the end of
// the file. It uses at most DefaultMemory, and a few hundred bytes for each byte that it reads, or stops with
// ErrMemory.
func ReadDiagram(r io.Reader, p *matrix.Problem, connected []*search.CellSet) (*Diagram, error) {
	e, a, err := newMemoEngine(p, CountOptions{})
	if err != nil {
		return nil, err
	}
	s, err := newGrowingDiagram(p, connected, a, nil)
	if err == nil {
		err = s.readNodes(r)
	}
	if err == nil {
		err = e.auditDiagram(s.Diagram)
	}
	if err != nil {
		return nil, fmt.Errorf("reading a diagram: %w", err)
	}
	return s.Diagram, s.sumCounts()
}

func (s *growingDiagram) readNodes(from io.Reader) error {
	const most = DefaultMemory / 4 // the rest of the memory is for copies of growing lists and for the diagram
	all, err := io.ReadAll(io.LimitReader(from, most))
	if err != nil {
		return err
	} else if len(all) == most {
		return ErrMemory
	} else if err := s.account.reserveBytes(int64(cap(all))); err != nil {
		return err
	}
	defer s.account.releaseBytes(int64(cap(all)))
	body, begins := bytes.CutPrefix(all, []byte(fileMagic))
	if !begins || len(body) < 2*sha256.Size {
		return errors.New("it does not begin as a diagram of version 1")
	}
	last := len(all) - sha256.Size
	if sum := sha256.Sum256(all[:last]); !bytes.Equal(sum[:], all[last:]) {
		return errors.New("its hash is not that of its bytes")
	}
	r := &numberReader{unread: body[sha256.Size : len(body)-sha256.Size]}
	if !bytes.Equal(body[:sha256.Size], s.digest()) {
		return ErrOtherMatrix
	}
	nodes := r.readNumber("the number of nodes", math.MaxInt32-1)
	for n := int64(1); n <= nodes && r.err == nil; n++ {
		s.readNode(r, n)
	}
	s.rootNode = int32(r.readNumber("the root", nodes+1)) - 1
	if len(r.unread) > 0 {
		r.failWith("something follows the end")
	}
	return r.err
}

// numberReader reads varints up to the first error, and keeps that error.
type numberReader struct {
	unread []byte
	err    error
}

func (r *numberReader) failWith(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
}

// readNumber reads a number from 0 to most. It returns 0 after an error.
func (r *numberReader) readNumber(what string, limit int64) int64 {
	n, size := binary.Uvarint(r.unread)
	switch {
	case size <= 0:
		r.failWith("%s: %w", what, io.ErrUnexpectedEOF)
	case limit < 0 || n > uint64(limit):
		r.failWith("%s is %d, and at most %d is possible", what, n, limit)
	}
	if r.err != nil {
		return 0
	}
	r.unread = r.unread[size:]
	return int64(n)
}

func (s *growingDiagram) readNode(r *numberReader, n int64) {
	count := r.readNumber("a number of branches", int64(s.problem.OptionCount())+1)
	item := r.readNumber("an item", int64(s.problem.PrimaryCount())-1)
	if count == 0 {
		r.failWith("node %d has no branches", n)
	}
	branches := make([]diagramBranch, 0, min(count, int64(len(r.unread))))
	for ; count > 0 && r.err == nil; count-- {
		option := r.readNumber("an option", int64(s.problem.OptionCount())) - 1
		below := r.readNumber("a child", n-1)
		child := n - below
		if below == 0 {
			child = acceptNode
		}
		branches = append(branches, diagramBranch{int32(option), int32(child)})
	}
	if r.err == nil {
		r.err = s.appendNode(matrix.ItemID(item), branches)
	}
}

// diagramAudit checks three conditions: every path from a node to the accepting one can be part of a solution, no two
// paths from a node have the same options, and the paths from the root cover every item as often as its bounds demand.
//
// Two paths that begin with different branches of a node have different options. If the node branches on an item that
// is covered once, the paths cover this item by different options. Otherwise, the paths contain different first
// options of the item: below an option of the item there are only later options of it, and none below the branch
// without an option.
type diagramAudit[K stateWords] struct {
	*bitCode[K]
	codeIndexOf       []int32 // for each option of the problem, its index in the bitCode, or noIndex
	diagram           *Diagram
	coveredItems      []K // for each node: the items to be covered once that every path from the node covers
	usedSecondaryBits []K // for each node: the uses of secondary items on any path from the node
	// coverRanges holds, at index n*len(multiples)+m, how often the paths from node n cover the multiple with index m.
	coverRanges []coverRange
}

// coverRange is the least and the largest number of times that paths from a node cover an item, and the first option
// that covers it on any of these paths.
type coverRange struct{ minCovers, maxCovers, firstOption int32 }

func (c *bitCode[K]) auditDiagram(d *Diagram) error {
	a, n := &diagramAudit[K]{bitCode: c, diagram: d}, len(d.nodes)
	err := c.account.reserveBytes(sizeOf[K](2*n) + sizeOf[coverRange](n*len(c.multiples)) +
		sizeOf[int32](c.problem.OptionCount()))
	if err != nil {
		return err
	}
	a.codeIndexOf = slices.Repeat([]int32{noIndex}, c.problem.OptionCount())
	for k, o := range c.optionIDs {
		a.codeIndexOf[o] = int32(k)
	}
	a.coveredItems, a.usedSecondaryBits, a.coverRanges = make([]K, n), make([]K, n),
		make([]coverRange, n*len(c.multiples))
	for m := range c.multiples {
		a.coverRanges[m] = coverRange{firstOption: math.MaxInt32}
	}
	for n := range d.nodes[1:] {
		if err := a.checkNode(int32(n) + 1); err != nil {
			return fmt.Errorf("node %d: %w", n+1, err)
		}
	}
	return a.checkRoot()
}

// checkRoot checks that every path from the root covers each item as often as its bounds require.
func (a *diagramAudit[K]) checkRoot() error {
	n := a.diagram.rootNode
	if n == noIndex {
		return nil
	}
	if a.coveredItems[n] != a.onceBits {
		return errors.New("the solutions do not cover all items")
	}
	for m, s := range a.coverRangesOf(n) {
		most := int32(a.multiples[m].maxCount)
		if a.hasHopelessItem || s.maxCovers > most || s.minCovers < most-int32(a.multiples[m].maxMinusMin) {
			return fmt.Errorf("the solutions cover item %d %d to %d times", a.multiples[m].item, s.minCovers,
				s.maxCovers)
		}
	}
	return nil
}

func (a *diagramAudit[K]) coverRangesOf(n int32) []coverRange {
	return a.coverRanges[int(n)*len(a.multiples):][:len(a.multiples)]
}

// checkNode checks a node. Its children have been checked before.
func (a *diagramAudit[K]) checkNode(n int32) error {
	// m: index of the multiple on which the node branches, or -1; last: option of the branch before, in the problem
	m, last := a.multipleOf[a.diagram.nodes[n].item], int32(noIndex)
	for k, b := range a.diagram.branchesOf(n) {
		o := int32(noIndex)
		if b.option != leaveItem {
			o = a.codeIndexOf[b.option]
			if o == noIndex || b.option <= last {
				return fmt.Errorf("option %d is useless or out of order", b.option)
			}
			last = b.option
		} else if m < 0 || k != len(a.diagram.branchesOf(n))-1 {
			return errors.New("a branch has no option")
		}
		if err := a.checkBranch(n, k == 0, o, b.child, m); err != nil {
			return fmt.Errorf("option %d: %w", b.option, err)
		}
	}
	return nil
}

// checkBranch checks that option o, or none, is compatible with all paths below a branch of node n. It adds the items
// of the branch and of these paths to the covered items of node n. If m is not negative, node n branches on the
// multiple with that index. Otherwise it branches on an item that is covered once.
func (a *diagramAudit[K]) checkBranch(n int32, first bool, o, child int32, m int) error {
	covered, used := a.coveredItems[child], a.usedSecondaryBits[child]
	if m >= 0 && (a.coverRangesOf(child)[m].firstOption <= o ||
		o == noIndex && a.coverRangesOf(child)[m].maxCovers > 0) {
		return errors.New("below it are options that were tried before")
	}
	if o != noIndex {
		if !hasBit(&a.requiredBits[o], a.bitOfItem[a.diagram.nodes[n].item]) {
			return errors.New("it does not hold the item that is branched on")
		}
		if haveCommonBit(&covered, &a.requiredBits[o]) || haveCommonBit(&used, &a.clearedBits[o]) {
			return errors.New("it disagrees with options below")
		}
		for k := 0; k < len(covered); k++ {
			covered[k] |= a.requiredBits[o][k] & a.onceBits[k]
			used[k] |= a.requiredBits[o][k] & a.secondaryBits[k]
		}
	}
	if first {
		a.coveredItems[n] = covered
	} else if a.coveredItems[n] != covered {
		return errors.New("it leads to other items than the branches before")
	}
	addBits(&a.usedSecondaryBits[n], &used)
	for m, s := range a.coverRangesOf(child) {
		if o != noIndex && hasBit(&a.requiredBits[o], a.multiples[m].openBit) {
			s = coverRange{s.minCovers + 1, s.maxCovers + 1, min(s.firstOption, o)}
		}
		if to := &a.coverRangesOf(n)[m]; first {
			*to = s
		} else {
			*to = coverRange{min(to.minCovers, s.minCovers), max(to.maxCovers, s.maxCovers),
				min(to.firstOption, s.firstOption)}
		}
	}
	return nil
}
