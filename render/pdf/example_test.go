package pdf_test

import (
	"bytes"
	"fmt"
	"strings"

	"quadrille/render/pdf"
)

func ExampleDocument() {
	var file bytes.Buffer
	d := pdf.NewDocument(&file)
	for _, radius := range []int{10, 20} {
		svg := fmt.Sprintf(`<svg width="40" height="40"><circle cx="20" cy="20" r="%d" fill="#ff8800"/></svg>`, radius)
		if err := d.AddPage(strings.NewReader(svg)); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(d.Close(), strings.Count(file.String(), "/Type/Page/"), "pages")
	// Output: <nil> 2 pages
}
