package gallery_test

import (
	"context"
	"fmt"
	"strings"
	"time"

	"quadrille/web/gallery"
)

func ExampleList() {
	e := gallery.List()[0]
	fmt.Printf("%s: %s (%s)\n", e.Name, e.Title, e.Group)
	err := e.Draw(context.Background(), time.Minute)
	fmt.Println(strings.Contains(e.SVG, "<svg"), err)
	// Output:
	// scott.puz: Scott's pentominoes (First steps)
	// true <nil>
}
