package memo

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"io"

	"quadrille/runtime/matrix"
)

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
// the SHA-256 of its items, bounds, options and colors by number; their names do
// not count.
func (d *Diagram) Write(w io.Writer) error {
	buffered := bufio.NewWriter(w)
	sum := sha256.New()
	out := writer{w: io.MultiWriter(buffered, sum)}
	out.bytes([]byte(magic))
	out.bytes(fingerprint(d.problem))
	out.number(int64(d.Nodes()))
	for n := int32(1); int(n) < len(d.items); n++ {
		out.node(n, d.items[n], d.of(n))
	}
	out.number(int64(d.root) + 1)
	out.bytes(sum.Sum(nil))
	if out.err != nil {
		return out.err
	}
	return buffered.Flush()
}

// writer writes until an error, and keeps that.
type writer struct {
	w   io.Writer
	buf [binary.MaxVarintLen64]byte
	err error
}

func (w *writer) bytes(b []byte) {
	if w.err == nil {
		_, w.err = w.w.Write(b)
	}
}

func (w *writer) number(n int64) {
	w.bytes(w.buf[:binary.PutUvarint(w.buf[:], uint64(n))])
}

func (w *writer) node(n int32, item matrix.ItemID, branches []branch) {
	w.number(int64(len(branches)))
	w.number(int64(item))
	for _, b := range branches {
		w.number(int64(b.option) + 1)
		if b.child == accept {
			w.number(0)
		} else {
			w.number(int64(n - b.child))
		}
	}
}

// fingerprint returns what a file says of its matrix.
func fingerprint(p *matrix.Problem) []byte {
	sum := sha256.New()
	buffered := bufio.NewWriter(sum)
	w := writer{w: buffered}
	w.number(int64(p.Items()))
	w.number(int64(p.Primary()))
	for i := range matrix.ItemID(p.Primary()) {
		b := p.Bound(i)
		w.number(int64(b.Min))
		w.number(int64(b.Max))
	}
	w.number(int64(p.Options()))
	for o := range matrix.OptionID(p.Options()) {
		w.number(int64(len(p.Option(o))))
		for _, e := range p.Option(o) {
			w.number(int64(e.Item))
			w.number(int64(e.Color))
		}
	}
	return finish(buffered, sum)
}

// finish returns the hash of what was written; a hash takes everything.
func finish(w *bufio.Writer, h hash.Hash) []byte {
	if err := w.Flush(); err != nil {
		return nil
	}
	return h.Sum(nil)
}
