package memo

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io"
	"math"

	"quadrille/runtime/matrix"
)

// ErrOther says that a file holds the diagram of another matrix.
var ErrOther = errors.New("the diagram belongs to another matrix")

// Read reads a diagram that [Diagram.Write] wrote for the same matrix. What it
// returns has been checked: every way from the root is a solution, and no two are
// the same. That all solutions are there it takes from the file, which ends in a
// hash of itself. It takes at most DefaultMemory, and no more than a few hundred
// bytes for each that it reads, or stops with ErrMemory.
func Read(r io.Reader, p *matrix.Problem) (*Diagram, error) {
	j, err := newJob(p, Options{})
	if err != nil {
		return nil, err
	}
	s, err := j.searcher()
	if err != nil {
		return nil, err
	}
	c, err := newChart(p, j.account)
	if err != nil {
		return nil, err
	}
	if err := newReader(r).chart(c); err != nil {
		return nil, fmt.Errorf("reading a diagram: %w", err)
	}
	if err := s.audit(j, c.Diagram); err != nil {
		return nil, fmt.Errorf("reading a diagram: %w", err)
	}
	return c.Diagram, c.sum(c.account)
}

// reader reads until an error, and keeps that. It hashes what it reads.
type reader struct {
	r   *bufio.Reader
	sum hash.Hash
	one [1]byte
	err error
}

func newReader(r io.Reader) *reader {
	return &reader{r: bufio.NewReader(r), sum: sha256.New()}
}

// ReadByte is what encoding/binary wants.
func (r *reader) ReadByte() (byte, error) {
	b, err := r.r.ReadByte()
	if err == nil {
		r.one[0] = b
		_, err = r.sum.Write(r.one[:])
	}
	return b, err
}

func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
}

// number reads a number of at most most.
func (r *reader) number(what string, most int64) int64 {
	if r.err != nil {
		return 0
	}
	n, err := binary.ReadUvarint(r)
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		r.fail("%s: %w", what, err)
		return 0
	}
	if n > uint64(max(0, most)) {
		r.fail("%s is %d, and at most %d is possible", what, n, most)
		return 0
	}
	return int64(n)
}

// bytes reads so many bytes, which are hashed.
func (r *reader) bytes(what string, n int) []byte {
	b := make([]byte, n)
	if r.err != nil {
		return b
	}
	if _, err := io.ReadFull(r.r, b); err != nil {
		r.fail("%s: %w", what, err)
	}
	r.sum.Write(b)
	return b
}

// chart reads a file.
func (r *reader) chart(c *chart) error {
	if got := r.bytes("the first line", len(magic)); r.err == nil && string(got) != magic {
		return errors.New("it does not begin as a diagram of version 1")
	}
	if got := r.bytes("the matrix", sha256.Size); r.err == nil && !bytes.Equal(got, fingerprint(c.problem)) {
		return ErrOther
	}
	most := int64(math.MaxInt32 - 1)
	if c.problem.Primary() == 0 {
		most = 0 // there is nothing to branch on
	}
	nodes := r.number("the number of nodes", most)
	into := &sketch{chart: c}
	for n := int64(1); n <= nodes && r.err == nil; n++ {
		r.node(into, n)
	}
	c.root = int32(r.number("the root", nodes+1)) - 1
	want := r.sum.Sum(nil)
	if got := r.bytes("the hash", sha256.Size); r.err == nil && !bytes.Equal(got, want) {
		r.fail("its hash is not that of its bytes")
	}
	if _, err := r.r.ReadByte(); r.err == nil && err != io.EOF {
		r.fail("something follows the end")
	}
	return r.err
}

// node reads node n with its branches.
func (r *reader) node(s *sketch, n int64) {
	count := r.number("a number of branches", int64(s.problem.Options())+1)
	item := r.number("an item", int64(s.problem.Primary())-1)
	s.branches = s.branches[:0]
	for range count {
		option := r.number("an option", int64(s.problem.Options())) - 1
		below := r.number("a child", n-1)
		child := n - below
		if below == 0 {
			child = accept
		}
		if r.err == nil {
			r.err = s.join(int32(option), uint32(child))
		}
		if r.err != nil {
			return
		}
	}
	if r.err == nil && count == 0 {
		r.fail("node %d has no branches", n)
	}
	if r.err == nil {
		r.err = s.addNode(matrix.ItemID(item), s.branches)
	}
}
