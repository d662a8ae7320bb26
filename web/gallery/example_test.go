package gallery_test

import (
	"context"
	"fmt"
	"strings"
	"time"

	"quadrille/web/gallery"
)

func ExampleListEntries() {
	e := gallery.ListEntries()[0]
	fmt.Printf("%s: %s (%s)\n", e.Name, e.Title, e.Group)
	err := e.DrawPicture(context.Background(), time.Minute)
	fmt.Println(strings.Contains(e.SVG, "<svg"), err)
	// Output:
	// scott.puz: Scott's pentominoes (First steps)
	// true <nil>
}
