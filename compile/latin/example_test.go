package latin_test

import (
	"fmt"

	"quadrille/compile/latin"
)

// All faults of a text are reported together.
func ExampleReadSquare() {
	_, err := latin.ReadSquare("square.txt", "12.\n2?\n3.3\n")
	fmt.Println(err)
	// Output:
	// square.txt:2:2: error: '?' stands for nothing [bad-square]
	// square.txt:2:3: error: this line has only 2 of 3 characters [bad-square]
	// square.txt:3:3: error: 3 stands twice in this row: here and at column 1 [bad-square]
}

// The rows of rvc are the rows; its columns are the values.
func ExampleSquare_Conjugate() {
	s, err := latin.ReadSquare("square", "314.\n2..1\n..1.\n..23\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(s.Conjugate(latin.RVC))
	// Output:
	// 2.13
	// 41..
	// 3...
	// .34.
}

func ExamplePunchBalancedHoles() {
	s := latin.PunchBalancedHoles(latin.RandomSquare(6, seed(1)), 14, seed(2))
	d := s.Graph().Degrees()
	fmt.Println(s.CountHoles(), "holes; in rows", d.RowDegrees, "and in columns", d.ColumnDegrees)
	// Output:
	// 14 holes; in rows [2 2 3 2 2 3] and in columns [2 3 2 2 3 2]
}
