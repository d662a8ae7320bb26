package album_test

import (
	"fmt"
	"strings"

	"quadrille/compile/album"
)

func ExampleAlbum_Write() {
	a := album.Album{Title: "Nothing but squares", Known: "2 solutions", Leaves: 2, Leaf: func(i int) (album.Leaf, error) {
		return album.Leaf{SVG: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1"/></svg>`}, nil
	}}
	var file strings.Builder
	fmt.Println(a.Write(&file), strings.Contains(file.String(), "<h1>Nothing but squares</h1>"))
	// Output: <nil> true
}
