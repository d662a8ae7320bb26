package pdf_test

import (
	"bytes"
	"compress/zlib"
	"io"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"

	"quadrille/compile/draw"
	"quadrille/compile/lattice"
	"quadrille/render/pdf"
)

// picture draws a square with a letter.
func picture(t *testing.T, label string) io.Reader {
	t.Helper()
	var svg bytes.Buffer
	cells := lattice.Shape{{0, 0}}
	if err := draw.WriteSVG(&svg, draw.Picture{Lattice: lattice.Square, BoardCells: cells,
		Pieces: []draw.LabeledPiece{{Label: label, Cells: cells}}, Title: "A " + label}); err != nil {
		t.Fatal(err)
	}
	return &svg
}

func document(t *testing.T, pages ...io.Reader) string {
	t.Helper()
	var b bytes.Buffer
	d := pdf.NewDocument(&b)
	for _, page := range pages {
		if err := d.AddPage(page); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestObjects: the table at the end says of each object where it is, and each stream can be unpacked.
func TestObjects(t *testing.T) {
	pdf := document(t, picture(t, "Ä"), picture(t, "ψ"))
	at, err := strconv.Atoi(regexp.MustCompile(`startxref\n(\d+)\n%%EOF\n$`).FindStringSubmatch(pdf)[1])
	if err != nil || !strings.HasPrefix(pdf[at:], "xref\n") {
		t.Fatalf("the table is not at %d: %v", at, err)
	}
	for i, entry := range strings.Split(pdf[at:strings.Index(pdf, "trailer")], "\n")[3:] {
		if entry == "" {
			continue
		}
		offset, err := strconv.Atoi(strings.TrimLeft(entry[:10], "0"))
		if begin := strconv.Itoa(i+1) + " 0 obj\n"; err != nil || len(entry) != 19 ||
			!strings.HasPrefix(pdf[offset:], begin) {
			t.Errorf("%q is not where object %d is", entry, i+1)
		}
	}
	all := streams(t, pdf)
	if len(all) != 4 || !strings.Contains(all[0], " re\nf\n") || !strings.Contains(all[0], "Tj\nET\n") {
		t.Errorf("%d streams; the first is %q", len(all), all[0])
	}
	if n := strings.Count(pdf, "/Type/Page/"); n != 2 || !strings.Contains(pdf, "/Title<FEFF0041002000C4>") {
		t.Errorf("%d pages, and no title", n)
	}
}

// streams unpacks all streams of a document.
func streams(t *testing.T, pdf string) (all []string) {
	t.Helper()
	for _, found := range regexp.MustCompile(`/Length (\d+)>>\nstream\n`).FindAllStringSubmatchIndex(pdf, -1) {
		size, _ := strconv.Atoi(pdf[found[2]:found[3]])
		z, err := zlib.NewReader(strings.NewReader(pdf[found[1] : found[1]+size]))
		if err != nil || !strings.HasPrefix(pdf[found[1]+size:], "\nendstream") {
			t.Fatal("a stream has another length: ", err)
		}
		text, err := io.ReadAll(z)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, string(text))
	}
	return all
}

// TestFont: the part of the font that a document holds has the letters of its texts, drawn as in the font, accents
// too, and no others.
func TestFont(t *testing.T) {
	part, err := sfnt.Parse([]byte(streams(t, document(t, picture(t, "Äψ")))[1]))
	if err != nil {
		t.Fatal(err)
	}
	whole, err := sfnt.Parse(goregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	var buf sfnt.Buffer
	for r, want := range map[rune]bool{'Ä': true, 'ψ': true, 'Z': false} {
		n, _ := whole.GlyphIndex(&buf, r)
		a, err := whole.LoadGlyph(&buf, n, 1000, nil)
		a = append(sfnt.Segments{}, a...) // the next one takes its place
		b, wrong := part.LoadGlyph(&buf, n, 1000, nil)
		if err != nil || wrong != nil || len(a) == 0 || reflect.DeepEqual(a, append(sfnt.Segments{}, b...)) != want {
			t.Errorf("%c: %d lines and curves, and %d in the font: %v, %v", r, len(b), len(a), err, wrong)
		}
	}
}

// TestRefused: what is no picture of ours is an error, and no document.
func TestRefused(t *testing.T) {
	const begin = `<svg width="10" height="10">`
	for _, svg := range []string{
		"", "nonsense", "<svg/>", begin, `<svg width="1e9" height="1"></svg>`, `<svg width="NaN" height="1"></svg>`,
		`<svg width="-1" height="1"></svg>`,
		begin + "<image/></svg>", begin + "<svg/></svg>", "<g/>", begin + `<g transform="rotate(3)"/></svg>`, begin +
			`<path d="M1"/></svg>`,
		begin + `<path d="C1,2"/></svg>`, begin + `<path d="M1,x"/></svg>`, begin + `<rect fill="url(#a)"/></svg>`,
		begin + `<circle r="Inf"/></svg>`,
		begin + `<path d="M1,2L3,4" stroke="red"/></svg>`, begin +
			`<path stroke="black" stroke-dasharray="a"/></svg>`, begin + `<text font-size="a">x</text></svg>`,
		begin + strings.Repeat("<g>", 1000) + strings.Repeat("</g>", 1000) + "</svg>",
	} {
		d := pdf.NewDocument(io.Discard)
		if err := d.AddPage(strings.NewReader(svg)); err == nil || d.Close() == nil {
			t.Errorf("%.60q is a picture", svg)
		}
	}
}
