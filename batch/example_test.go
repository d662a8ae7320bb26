package batch_test

import (
	"context"
	"fmt"
	"strings"

	"quadrille"
	"quadrille/batch"
)

// Many puzzles are one question: a line of text each, and an answer for each line.
func ExampleAnswerAll() {
	lines := strings.NewReader(`.......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...
1.....3..4.....2
1.1...3..4.....2
{"text": "queens 6"}
`)
	inputs := batch.ReadInputs("puzzles", lines, quadrille.Options{})
	for answer := range batch.AnswerAll(context.Background(), inputs, quadrille.Search{Limit: 2, Threads: 2}) {
		fmt.Printf("%.84s\n", answer)
	}
	// Output:
	// 693784512487512936125963874932651487568247391741398625319475268856129743274836159	1
	// 1324423124133142	1
	// puzzles:3:3: error: 1 stands twice in this row: here and at column 1 [bad-square]; c
	// row[0] column[1] rising[1] falling[1]; row[1] column[3] rising[4] falling[2]; row[2]
}
