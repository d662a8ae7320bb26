package format_test

import (
	"errors"
	"os"
	"testing"

	"quadrille/runtime/format"
	"quadrille/runtime/matrix"
)

func coloredProblem(primary bool) *matrix.Problem {
	b := matrix.NewBuilder()
	z := b.AddSecondary("z")
	if primary {
		a := b.AddPrimary("a", matrix.Once)
		c := b.AddPrimary("c", matrix.Bound{Min: 0, Max: 3})
		b.AddOption(matrix.Entry{Item: a}, matrix.Entry{Item: z, Color: b.AddColor("red")})
		b.AddOption(matrix.Entry{Item: c}, matrix.Entry{Item: z})
	}
	b.AddOption(matrix.Entry{Item: z})
	p, err := b.Build()
	if err != nil {
		panic(err)
	}
	return p
}

func ExampleWriteProblem() {
	if err := format.WriteProblem(os.Stdout, coloredProblem(true), format.DLX, format.WriteOptions{}); err != nil {
		panic(err)
	}
	// Output:
	// a 0:3|c | z
	// a z:red
	// c z
	// z
}

// A problem without primary items begins with the bar.
func ExampleWriteProblem_secondaryOnly() {
	if err := format.WriteProblem(os.Stdout, coloredProblem(false), format.DLX, format.WriteOptions{}); err != nil {
		panic(err)
	}
	// Output:
	// | z
	// z
}

type fullWriter struct{}

var errFull = errors.New("full")

func (fullWriter) Write([]byte) (int, error) { return 0, errFull }

func TestWriteError(t *testing.T) {
	if err := format.WriteProblem(fullWriter{}, coloredProblem(true), format.DLX,
		format.WriteOptions{}); !errors.Is(err, errFull) {
		t.Errorf("the error is %v", err)
	}
}
