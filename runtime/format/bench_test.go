package format_test

import (
	"bytes"
	"fmt"
	"io"
	"testing"

	"quadrille/runtime/format"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

// dominoProblem is the problem of covering a board of n by n squares with dominoes. It has about 2n² options.
func dominoProblem(n int) *matrix.Problem {
	b := matrix.NewBuilder()
	for at := range n * n {
		b.AddPrimary(fmt.Sprintf("%d,%d", at/n, at%n), matrix.Once)
	}
	for at := range n * n {
		for k, d := range []int{1, n} {
			if k == 0 && at%n == n-1 || at+d >= n*n {
				continue
			}
			b.AddOption(matrix.Entry{Item: matrix.ItemID(at)}, matrix.Entry{Item: matrix.ItemID(at + d)})
		}
	}
	return mustBuild(b)
}

// TestLarge writes and reads a matrix of millions of options, or of thousands if slow tests are turned off.
func TestLarge(t *testing.T) {
	p := dominoProblem(matrixtest.RandomRounds(20, 500))
	for _, f := range format.Formats() {
		if !f.Writes || f.Format == format.CSV {
			continue
		}
		r, w := io.Pipe()
		go func() { w.CloseWithError(format.WriteProblem(w, p, f.Format, format.WriteOptions{})) }()
		if f.Reads && f.Format != format.YAML {
			q, err := format.ReadProblem("dump", r, f.Format, format.ReadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if d := compareProblems(p, q); d != "" {
				t.Errorf("%s: %s", f.Format, d)
			}
		}
		if _, err := io.Copy(io.Discard, r); err != nil {
			t.Errorf("%s: %v", f.Format, err)
		}
	}
}

func BenchmarkWrite(b *testing.B) {
	p := dominoProblem(100)
	for _, f := range format.Formats() {
		if !f.Writes || f.Format == format.CSV { // which is of 10,000 by 20,000 here
			continue
		}
		b.Run(string(f.Format), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := format.WriteProblem(io.Discard, p, f.Format, format.WriteOptions{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkRead(b *testing.B) {
	p := dominoProblem(100)
	for _, f := range format.Formats() {
		if !f.Reads || !f.Writes {
			continue
		}
		b.Run(string(f.Format), func(b *testing.B) {
			text := []byte(mustWrite(b, p, f.Format, format.WriteOptions{}))
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, err := format.ReadProblem("dump", bytes.NewReader(text), f.Format,
					format.ReadOptions{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
