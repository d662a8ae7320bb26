package raster_test

import (
	"bytes"
	"fmt"
	"image/png"
	"strings"

	"quadrille/render/raster"
)

func ExamplePNG() {
	picture := `<svg width="40" height="20"><rect x="0" y="0" width="40" height="20" fill="#ff0000"/></svg>`
	var out bytes.Buffer
	if err := raster.PNG(&out, strings.NewReader(picture)); err != nil {
		fmt.Println(err)
	}
	img, err := png.Decode(&out)
	fmt.Println(img.Bounds(), img.At(1, 1), err)
	// Output: (0,0)-(80,40) {255 0 0 255} <nil>
}
