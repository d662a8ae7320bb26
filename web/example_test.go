package web_test

import (
	"bytes"
	"fmt"
	"io/fs"

	"quadrille/web"
)

func ExampleServerIndex() {
	page := web.ServerIndex()
	fmt.Println(bytes.Contains(page, []byte(`name="backend" content="server"`)))
	script, err := fs.Stat(web.Files, "main.js")
	fmt.Println(script.Mode().IsRegular(), err)
	// Output:
	// true
	// true <nil>
}
