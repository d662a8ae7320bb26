package solid_test

import (
	"fmt"
	"strings"

	"quadrille/web/solid"
)

// A page that stands alone has the script, and a line that shows scenes in an element.
func Example() {
	scenes := `[{"pieces": [{"name": "A", "color": "#ffaf00", "cells": [[0, 0, 0], [0, 0, 1]]}]}]`
	page := "<main></main><script>" + solid.Script + "quadrilleSolid.show(document.querySelector('main'), " + scenes + ", {svg: true})</script>"
	fmt.Println(strings.Contains(solid.Script, "var quadrilleSolid="), len(page) < 20_000, strings.Contains(solid.Script, "</script"))
	// Output: true true false
}
