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
)

// ErrOther says that a file holds the diagram of another matrix.
var ErrOther = errors.New("the diagram belongs to another matrix")

// magic begins a file. Its number is the version of the form.
const magic = "quadrille memo 1\n"

// Write writes the diagram for [Read]. The form, version 1, is
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
// Numbers are unsigned varints, as in encoding/binary. The matrix is stood for by
// its digest.
func (d *Diagram) Write(w io.Writer) error {
	sum := sha256.New()
	out := writer{bufio.NewWriter(io.MultiWriter(w, sum))}
	out.WriteString(magic)
	out.Write(d.problem.Digest())
	out.numbers(d.Nodes())
	for n := 1; n < len(d.nodes); n++ {
		branches := d.of(int32(n))
		out.numbers(len(branches), int(d.nodes[n].item))
		for _, b := range branches {
			below := 0
			if b.child != accept {
				below = n - int(b.child)
			}
			out.numbers(int(b.option)+1, below)
		}
	}
	out.numbers(int(d.root) + 1)
	if err := out.Flush(); err != nil {
		return err
	}
	_, err := w.Write(sum.Sum(nil))
	return err
}

// writer keeps its first error, as bufio does, for Flush.
type writer struct{ *bufio.Writer }

func (w writer) numbers(all ...int) {
	for _, n := range all {
		w.Write(binary.AppendUvarint(w.AvailableBuffer(), uint64(n)))
	}
}

// Read reads a diagram that [Diagram.Write] wrote for the same matrix. What it
// returns has been checked: every way from the root is a solution, and no two are
// the same. That all solutions are there it takes from the file, which ends in a
// hash of itself. It takes at most DefaultMemory, and no more than a few hundred
// bytes for each that it reads, or stops with ErrMemory.
func Read(r io.Reader, p *matrix.Problem) (*Diagram, error) {
	e, a, err := newEngine(p, Options{})
	if err != nil {
		return nil, err
	}
	s, err := newSketch(p, a)
	if err == nil {
		err = s.read(r)
	}
	if err == nil {
		err = e.audit(s.Diagram)
	}
	if err != nil {
		return nil, fmt.Errorf("reading a diagram: %w", err)
	}
	return s.Diagram, s.sum()
}

func (s *sketch) read(from io.Reader) error {
	const most = DefaultMemory / 4 // twice that while it is copied, and as much for the diagram
	all, err := io.ReadAll(io.LimitReader(from, most))
	if err != nil {
		return err
	} else if len(all) == most {
		return ErrMemory
	} else if err := s.account.take(int64(cap(all))); err != nil {
		return err
	}
	defer s.account.release(int64(cap(all)))
	body, begins := bytes.CutPrefix(all, []byte(magic))
	if !begins || len(body) < 2*sha256.Size {
		return errors.New("it does not begin as a diagram of version 1")
	}
	last := len(all) - sha256.Size
	if sum := sha256.Sum256(all[:last]); !bytes.Equal(sum[:], all[last:]) {
		return errors.New("its hash is not that of its bytes")
	}
	r := &reader{rest: body[sha256.Size : len(body)-sha256.Size]}
	if !bytes.Equal(body[:sha256.Size], s.problem.Digest()) {
		return ErrOther
	}
	nodes := r.number("the number of nodes", math.MaxInt32-1)
	for n := int64(1); n <= nodes && r.err == nil; n++ {
		s.readNode(r, n)
	}
	s.root = int32(r.number("the root", nodes+1)) - 1
	if len(r.rest) > 0 {
		r.fail("something follows the end")
	}
	return r.err
}

// reader takes numbers from bytes until an error, and keeps that.
type reader struct {
	rest []byte
	err  error
}

func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
}

// number reads a number of at most most, or returns 0.
func (r *reader) number(what string, most int64) int64 {
	n, size := binary.Uvarint(r.rest)
	switch {
	case size <= 0:
		r.fail("%s: %w", what, io.ErrUnexpectedEOF)
	case most < 0 || n > uint64(most):
		r.fail("%s is %d, and at most %d is possible", what, n, most)
	}
	if r.err != nil {
		return 0
	}
	r.rest = r.rest[size:]
	return int64(n)
}

func (s *sketch) readNode(r *reader, n int64) {
	count := r.number("a number of branches", int64(s.problem.Options())+1)
	item := r.number("an item", int64(s.problem.Primary())-1)
	if count == 0 {
		r.fail("node %d has no branches", n)
	}
	branches := make([]branch, 0, min(count, int64(len(r.rest))))
	for ; count > 0 && r.err == nil; count-- {
		option := r.number("an option", int64(s.problem.Options())) - 1
		below := r.number("a child", n-1)
		child := n - below
		if below == 0 {
			child = accept
		}
		branches = append(branches, branch{int32(option), int32(child)})
	}
	if r.err == nil {
		r.err = s.append(matrix.ItemID(item), branches)
	}
}

// audit checks that every way from every node to the accepting one can be a part
// of a solution, that no two ways from a node have the same options, and that the
// ways from the root cover every item as often as they should.
//
// Two ways that begin with different branches differ: if the node branches on an
// item that is covered once, they cover it with different options; otherwise,
// below an option of the node's item there are only later ones of them, and
// none below the branch without an option.
type audit[K words] struct {
	*code[K]
	number  []int32 // of each option of the problem, its number here, or none
	diagram *Diagram
	covered []K    // of each node, the items that are covered once: the same on all ways
	used    []K    // of each node, the uses of secondary items on any way
	spans   []span // of node n and multiple m at n*len(multiples)+m
}

// span says how often the ways from a node cover an item, and the first option that
// does.
type span struct{ least, most, first int32 }

func (c *code[K]) audit(d *Diagram) error {
	a, n := &audit[K]{code: c, diagram: d}, len(d.nodes)
	err := c.account.take(sizeOf[K](2*n) + sizeOf[span](n*len(c.multiples)) + sizeOf[int32](c.problem.Options()))
	if err != nil {
		return err
	}
	a.number = slices.Repeat([]int32{none}, c.problem.Options())
	for k, o := range c.option {
		a.number[o] = int32(k)
	}
	a.covered, a.used, a.spans = make([]K, n), make([]K, n), make([]span, n*len(c.multiples))
	for m := range c.multiples {
		a.spans[m] = span{first: math.MaxInt32}
	}
	for n := range d.nodes[1:] {
		if err := a.node(int32(n) + 1); err != nil {
			return fmt.Errorf("node %d: %w", n+1, err)
		}
	}
	return a.root()
}

// root checks what the ways from the root cover.
func (a *audit[K]) root() error {
	n := a.diagram.root
	if n == none {
		return nil
	}
	if a.covered[n] != a.once {
		return errors.New("the solutions do not cover all items")
	}
	for m, s := range a.spansOf(n) {
		most := int32(a.multiples[m].max)
		if a.hopeless || s.most > most || s.least < most-int32(a.multiples[m].slack) {
			return fmt.Errorf("the solutions cover item %d %d to %d times", a.multiples[m].item, s.least, s.most)
		}
	}
	return nil
}

func (a *audit[K]) spansOf(n int32) []span {
	return a.spans[int(n)*len(a.multiples):][:len(a.multiples)]
}

// node checks a node, whose children have been checked.
func (a *audit[K]) node(n int32) error {
	m, last := a.multipleOf[a.diagram.nodes[n].item], int32(none) // the last option's number in the problem
	for k, b := range a.diagram.of(n) {
		o := int32(none)
		if b.option != leave {
			o = a.number[b.option]
			if o == none || b.option <= last {
				return fmt.Errorf("option %d is useless or out of order", b.option)
			}
			last = b.option
		} else if m < 0 || k != len(a.diagram.of(n))-1 {
			return errors.New("a branch has no option")
		}
		if err := a.branch(n, k == 0, o, b.child, m); err != nil {
			return fmt.Errorf("option %d: %w", b.option, err)
		}
	}
	return nil
}

// branch checks that option o, or none, goes with all that is below, and merges
// what its ways cover into that of the node, which branches on an item: on multiple m,
// if it is one.
func (a *audit[K]) branch(n int32, first bool, o, child int32, m int) error {
	covered, used := a.covered[child], a.used[child]
	if m >= 0 && (a.spansOf(child)[m].first <= o || o == none && a.spansOf(child)[m].most > 0) {
		return errors.New("below it are options that were tried before")
	}
	if o != none {
		if !has(&a.need[o], a.bit[a.diagram.nodes[n].item]) {
			return errors.New("it does not hold the item that is branched on")
		}
		if intersect(&covered, &a.need[o]) || intersect(&used, &a.clear[o]) {
			return errors.New("it disagrees with options below")
		}
		for k := 0; k < len(covered); k++ {
			covered[k] |= a.need[o][k] & a.once[k]
			used[k] |= a.need[o][k] & a.rest[k]
		}
	}
	if first {
		a.covered[n] = covered
	} else if a.covered[n] != covered {
		return errors.New("it leads to other items than the branches before")
	}
	add(&a.used[n], &used)
	for m, s := range a.spansOf(child) {
		if o != none && has(&a.need[o], a.multiples[m].bit) {
			s = span{s.least + 1, s.most + 1, min(s.first, o)}
		}
		if to := &a.spansOf(n)[m]; first {
			*to = s
		} else {
			*to = span{min(to.least, s.least), max(to.most, s.most), min(to.first, s.first)}
		}
	}
	return nil
}
