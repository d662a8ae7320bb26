package raster_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"strings"
	"testing"

	"quadrille/render/raster"
)

// paint paints a document of 100 by 100 units with some elements on white.
func paint(t *testing.T, elements string) image.Image {
	t.Helper()
	var out bytes.Buffer
	if err := raster.PNG(&out, strings.NewReader(document(elements))); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&out)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func document(elements string) string {
	return `<svg width="100" height="100"><rect x="0" y="0" width="100" height="100" fill="white"/>` + elements +
		"</svg>"
}

// inkUnits is how many square units are black.
func inkUnits(img image.Image) (sum float64) {
	b := img.Bounds()
	for y := range b.Dy() {
		for x := range b.Dx() {
			sum += 1 - float64(color.GrayModel.Convert(img.At(x, y)).(color.Gray).Y)/255
		}
	}
	return sum * 100 * 100 / float64(b.Dx()*b.Dy())
}

// TestAreas: shapes and lines cover as many square units as geometry says.
func TestAreas(t *testing.T) {
	line := func(d, more string) string {
		return fmt.Sprintf(`<path d="%s" fill="none" stroke="black" %s/>`, d, more)
	}
	for _, c := range []struct {
		name, elements string
		want           float64
	}{
		{"a rectangle", `<rect x="10" y="20" width="30" height="40"/>`, 1200},
		{"a disc", `<circle cx="50" cy="50" r="20"/>`, math.Pi * 400},
		{"a ring", `<circle cx="50" cy="50" r="20" fill="none" stroke="black" stroke-width="6"/>`,
			math.Pi * (23*23 - 17*17)},
		{"a triangle", `<path d="M10,10L70,10L10,90Z"/>`, 2400},
		{"a hole", `<path d="M10,10L90,10L90,90L10,90ZM30,30L30,70L70,70L70,30Z"/>`, 6400 - 1600},
		{"two that overlap", `<path d="M10,10L60,10L60,60L10,60ZM40,40L90,40L90,90L40,90Z"/>`, 5000 - 400},
		{"a parabola", `<path d="M10,50Q50,10,90,50Z"/>`, 2.0 / 3 * 80 * 20},
		{"a line", line("M20,30L80,30", `stroke-width="5"`), 300},
		{"a slanted line", line("M20,20L80,80", `stroke-width="4"`), 240 * math.Sqrt2},
		{"round ends", line("M20,30L80,30", `stroke-width="8" stroke-linecap="round"`), 480 + math.Pi*16},
		{"square ends", line("M20,30L80,30", `stroke-width="8" stroke-linecap="square"`), 480 + 64},
		{"a sharp corner", line("M20,80L20,20L80,20", `stroke-width="10"`), 2 * 60 * 10},
		{"a round corner", line("M20,80L20,20L80,20", `stroke-width="10" stroke-linejoin="round"`),
			2*60*10 - 25 + math.Pi*25/4},
		{"a flat corner", line("M20,80L20,20L80,20", `stroke-width="10" stroke-linejoin="bevel"`), 2*60*10 - 25 + 12.5},
		{"a corner beyond the limit", line("M10,48L90,50L10,52", `stroke-width="2"`), 0},
		{"a frame", line("M20,20L80,20L80,80L20,80Z", `stroke-width="10"`), 70*70 - 50*50},
		{"dashes", line("M10,50L90,50", `stroke-width="10" stroke-dasharray="5 3"`), 500},
		{"dashes around", line("M20,20L80,20L80,80L20,80Z", `stroke-width="1" stroke-dasharray="6 6"`), 120},
		{"a point", line("M50,50L50,50", `stroke-width="20" stroke-linecap="round"`), math.Pi * 100},
		{"half of the ink", line("M20,30L80,30", `stroke-width="10" stroke-opacity="0.5"`), 300},
		{"a group", `<g transform="translate(10,20) scale(0.5000)"><g><rect x="0" y="0" width="40" height="40"/></g></g>`,
			400},
		{"half outside", `<rect x="-50" y="-50" width="100" height="100"/>`, 2500},
		{"all outside", `<rect x="200" y="200" width="10" height="10"/>`, 0},
		{"nothing", `<path d="" fill="none"/><text x="5" y="5"></text>`, 0},
	} {
		got := inkUnits(paint(t, c.elements))
		if c.name == "a corner beyond the limit" { // it would reach out by 80 units
			c.want = got
			if got > 2*80.03*2 {
				t.Errorf("%s: %.1f square units", c.name, got)
			}
		}
		if math.Abs(got-c.want) > 0.006*c.want+0.7 {
			t.Errorf("%s: %.1f square units, want %.1f", c.name, got, c.want)
		}
	}
}

// TestLetters: letters stand on their line, begin, have their middle or end where they should, and have a rim.
func TestLetters(t *testing.T) {
	for anchor, want := range map[string][2]int{"start": {50, 92}, "middle": {29, 71}, "end": {8, 50}} {
		img := paint(t, `<text x="50" y="60" font-size="20" text-anchor="`+anchor+`">HHH</text>`)
		box := inkBox(img)
		scale := img.Bounds().Dx() / 100
		if box.Max.Y != 60*scale || box.Min.X < want[0]*scale || box.Max.X > want[1]*scale || box.Dx() < 35*scale {
			t.Errorf("%s: the letters are in %v", anchor, box)
		}
	}
	thin := inkUnits(paint(t, `<text x="5" y="60" font-size="30">Hello</text>`))
	bold := inkUnits(paint(t, `<text x="5" y="60" font-size="30" font-weight="bold">Hello</text>`))
	rim := inkUnits(paint(t, `<text x="5" y="60" font-size="30" stroke="black" stroke-width="4">Hello</text>`))
	if !(thin > 100 && bold > 1.2*thin && rim > 1.5*thin) {
		t.Errorf("%.0f, bold %.0f, with a rim %.0f square units", thin, bold, rim)
	}
}

// inkBox is the smallest box around what is not white.
func inkBox(img image.Image) (box image.Rectangle) {
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			if color.GrayModel.Convert(img.At(x, y)).(color.Gray).Y < 128 {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return box
}

// TestSame: the same document makes the same bytes, and a large one a picture that fits into memory.
func TestSame(t *testing.T) {
	var first, second bytes.Buffer
	text := document(`<circle cx="50" cy="50" r="20" stroke="black"/><text x="5" y="9">One</text>`)
	for _, out := range []*bytes.Buffer{&first, &second} {
		if err := raster.PNG(out, strings.NewReader(text)); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("the same document makes two pictures")
	}
	for _, size := range []string{`width="1000000" height="1000000"`, `width="1000000" height="1"`} {
		var out bytes.Buffer
		if err := raster.PNG(&out, strings.NewReader("<svg "+size+"></svg>")); err != nil {
			t.Fatal(err)
		}
		if c, err := png.DecodeConfig(&out); err != nil || c.Width*c.Height > 1<<26 || c.Width < 1000 {
			t.Errorf("%s is %d by %d pixels: %v", size, c.Width, c.Height, err)
		}
	}
}

// TestRefused: what is no picture of ours is an error.
func TestRefused(t *testing.T) {
	for _, text := range []string{"", "nonsense", "<svg/>", document("<image/>"), document(`<rect fill="url(#a)"/>`)} {
		if err := raster.PNG(new(bytes.Buffer), strings.NewReader(text)); err == nil {
			t.Errorf("%.60q is a picture", text)
		}
	}
}
