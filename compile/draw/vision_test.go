package draw_test

import (
	"fmt"
	"image/color"
	"math"
	"testing"
)

// visions are matrices on linear red, green and blue that say what is seen
// without the cones for red, green or blue: Machado, Oliveira and Fernandes, A
// Physiologically-based Model for Simulation of Color Vision Deficiency, 2009,
// severity 1.0.
var visions = map[string][3][3]float64{
	"normal": {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protan": {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"deutan": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"tritan": {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// TestEverybodySeesTheColors: black letters have a contrast of 4.5 to 1 to every color, as WCAG 2 asks for. With any
// kind of color vision two colors differ in CIELAB, where a distance of 2 or 3 can just be noticed. They also differ in
// lightness alone, all that a printer without colors leaves, where 1 can be noticed. The first dozen differ by 11.5 and
// by 3.
func TestEverybodySeesTheColors(t *testing.T) {
	_, fills := paletteInUse(t)
	for i, a := range fills {
		if contrast := (luminance(linear(t, a)) + 0.05) / 0.05; contrast < 4.5 {
			t.Errorf("black on %s has a contrast of %.1f", a, contrast)
		}
		for k, b := range fills[:i] {
			apart, lighter := 5.5, 1.0
			if i < 12 && k < 12 {
				apart, lighter = 11.5, 3
			}
			for name, vision := range visions {
				if d := distance(lab(see(vision, linear(t, a))), lab(see(vision, linear(t, b)))); d < apart {
					t.Errorf("with %s vision %s and %s differ by %.1f", name, a, b, d)
				}
			}
			if d := math.Abs(lab(linear(t, a))[0] - lab(linear(t, b))[0]); d < lighter {
				t.Errorf("without colors %s and %s differ by %.1f", a, b, d)
			}
		}
	}
}

type triple [3]float64

// linear returns the linear parts of a color of sRGB.
func linear(t *testing.T, hex string) triple {
	t.Helper()
	var c color.RGBA
	if _, err := fmt.Sscanf(hex, "#%02x%02x%02x", &c.R, &c.G, &c.B); err != nil {
		t.Fatal(err)
	}
	var out triple
	for k, v := range []uint8{c.R, c.G, c.B} {
		out[k] = float64(v) / 255
		if out[k] <= 0.04045 {
			out[k] /= 12.92
		} else {
			out[k] = math.Pow((out[k]+0.055)/1.055, 2.4)
		}
	}
	return out
}

func luminance(c triple) float64 { return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2] }

func see(vision [3][3]float64, c triple) triple {
	var out triple
	for i, row := range vision {
		for k, v := range row {
			out[i] += v * c[k]
		}
		out[i] = min(1, max(0, out[i]))
	}
	return out
}

// lab returns the coordinates in CIELAB, for the white of sRGB.
func lab(c triple) triple {
	f := func(v float64) float64 {
		if v > 0.008856 {
			return math.Cbrt(v)
		}
		return 7.787*v + 16.0/116
	}
	x := f((0.4124*c[0] + 0.3576*c[1] + 0.1805*c[2]) / 0.9505)
	y := f(luminance(c))
	z := f((0.0193*c[0] + 0.1192*c[1] + 0.9505*c[2]) / 1.089)
	return triple{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

func distance(a, b triple) float64 {
	return math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
}
