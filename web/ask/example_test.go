package ask_test

import (
	"context"
	"fmt"

	"quadrille/web/ask"
)

func ExampleHost_AnswerQuestion() {
	const text = `use tetrominoes
board b on square = 4x4
pack b with 4 of O4
`
	ask.Host{}.AnswerQuestion(context.Background(), ask.Question{Kind: "solve", Text: text}, func(a ask.Answer) error {
		switch {
		case a.Solutions != nil:
			fmt.Print(a.Solutions[0].Text) // the first one is drawn
		case a.End != nil:
			fmt.Println(a.End.Reason)
		}
		return nil
	})
	// Output:
	// ┌───────┬───────┐
	// │ O4    │ O4    │
	// │       │       │
	// │       │       │
	// ├───────┼───────┤
	// │ O4    │ O4    │
	// │       │       │
	// │       │       │
	// └───────┴───────┘
	// done
}
