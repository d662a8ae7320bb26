package serve_test

import (
	"context"
	"fmt"
	"os"
	"testing/fstest"
	"time"

	"quadrille/web/serve"
)

func ExamplePuzzleReport_Write() {
	files := fstest.MapFS{"mine.puz": {Data: []byte(`
piece I = 1x2
board b on square = 2x3
pack b with any of I
expect 3 solutions
`)}}
	look := serve.PuzzleReport{Name: "mine.puz", TimeLimit: time.Minute}
	if err := look.Write(context.Background(), os.Stdout, files); err != nil {
		fmt.Println(err)
	}
	// Output:
	// ┌───────┬───┐
	// │ I     │ I │
	// ├───────┤   │
	// │ I     │   │
	// └───────┴───┘
	//
	// 3 solutions
	// ok   mine.puz:5: expect 3 solutions
}
