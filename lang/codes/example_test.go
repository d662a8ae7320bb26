package codes_test

import (
	"fmt"
	"strings"

	"quadrille/lang/codes"
)

func ExampleCodePage() {
	page, ok := codes.CodePage(codes.EmptyShape)
	title, _, _ := strings.Cut(page, "\n")
	fmt.Println(ok, title)

	_, ok = codes.CodePage("no-such-code")
	fmt.Println(ok)
	// Output:
	// true # empty-shape: a shape without cells
	// false
}
