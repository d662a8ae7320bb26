package codes_test

import (
	"fmt"
	"strings"

	"quadrille/lang/codes"
)

func ExamplePage() {
	page, ok := codes.Page(codes.EmptyShape)
	title, _, _ := strings.Cut(page, "\n")
	fmt.Println(ok, title)

	_, ok = codes.Page("no-such-code")
	fmt.Println(ok)
	// Output:
	// true # empty-shape: a shape without cells
	// false
}
