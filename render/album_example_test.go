package render

import (
	"fmt"
	"strings"
)

func Example_albumFile() {
	a := albumFile{PageTitle: "Nothing but squares", KnownCount: "2 solutions"}
	for range 2 {
		page := albumPage{
			SVG: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1"/></svg>`,
		}
		if err := a.AddPage(page); err != nil {
			fmt.Println(err)
		}
	}
	var file strings.Builder
	fmt.Println(a.WriteHTML(&file), strings.Contains(file.String(), "<h1>Nothing but squares</h1>"))
	// Output: <nil> true
}
