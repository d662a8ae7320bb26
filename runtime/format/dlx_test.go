package format_test

import (
	"errors"
	"os"
	"testing"

	"quadrille/runtime/format"
	"quadrille/runtime/matrix"
)

func problem(primary bool) *matrix.Problem {
	b := matrix.NewBuilder()
	z := b.Secondary("z")
	if primary {
		a := b.Primary("a", matrix.Once)
		c := b.Primary("c", matrix.Bound{Min: 0, Max: 3})
		b.Option(matrix.Entry{Item: a}, matrix.Entry{Item: z, Color: b.Color("red")})
		b.Option(matrix.Entry{Item: c}, matrix.Entry{Item: z})
	}
	b.Option(matrix.Entry{Item: z})
	p, err := b.Build()
	if err != nil {
		panic(err)
	}
	return p
}

func ExampleWrite() {
	if err := format.Write(os.Stdout, problem(true), format.DLX, format.Writing{}); err != nil {
		panic(err)
	}
	// Output:
	// a 0:3|c | z
	// a z:red
	// c z
	// z
}

// A problem without primary items begins with the bar.
func ExampleWrite_secondaryOnly() {
	if err := format.Write(os.Stdout, problem(false), format.DLX, format.Writing{}); err != nil {
		panic(err)
	}
	// Output:
	// | z
	// z
}

type full struct{}

var errFull = errors.New("full")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestWriteError(t *testing.T) {
	if err := format.Write(full{}, problem(true), format.DLX, format.Writing{}); !errors.Is(err, errFull) {
		t.Errorf("the error is %v", err)
	}
}
