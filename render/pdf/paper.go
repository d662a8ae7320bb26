// Package pdf writes pictures as pages of PDF. Lines remain vectors, and letters are text that can be searched for
// and copied.
//
// Its input is SVG documents as package svg reads them. It knows nothing of puzzles. It uses only a small part of PDF:
// a page is a list of operators, and a document a list of objects with the fonts used. It does not use a library, as
// the libraries that write PDF are made for tables, line breaks and photographs, and lack vector pictures and outlined
// letters.
package pdf

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"

	"quadrille/render/svg"
)

// PointsPerUnit is the number of points per unit of a picture. An inch has 72 points, and a millimetre on paper has
// four units of a picture. So a square of a board has a side of ten millimetres.
const PointsPerUnit = 72 / 25.4 / 4

// maxPageSide is the longest side, in points, of a page that every PDF reader can display. Larger pictures are scaled
// down.
const maxPageSide = 14400

// The object numbers that every document uses.
const (
	catalog = iota + 1
	pageTree
	documentInfo
	resources
	firstFreeNumber
)

// Document is a PDF document to which pages are added. It keeps the first error of writing.
type Document struct {
	output io.Writer
	// writtenBytes is the number of bytes written so far.
	writtenBytes   int64
	objectOffsets  []int64 // offset of each object in bytes; the index is its number - 1; 0 if not yet written
	pageObjects    []int   // object number of each page
	firstPageTitle string  // title of the first page
	// fonts holds the regular, the bold and the typewriter font, in this order.
	fonts      [3]*pdfFont
	firstError error
}

// NewDocument starts a document that is written to w.
func NewDocument(w io.Writer) *Document {
	d := &Document{output: w, objectOffsets: make([]int64, firstFreeNumber-1),
		fonts: [3]*pdfFont{newFont("GoRegular", goregular.TTF), newFont("GoBold", gobold.TTF),
			newFont("GoMono", gomono.TTF)}}
	d.writeFormat("%%PDF-1.7\n%%\xe2\xe3\xcf\xd3\n") // the second line tells that the file has bytes above 127
	return d
}

// AddPage adds a page with a picture in SVG. The page has the size of the picture.
func (d *Document) AddPage(picture io.Reader) error {
	if d.firstError != nil {
		return d.firstError
	}
	s := pageContent{fonts: d.fonts}
	title, err := svg.Read(picture, &s)
	if d.firstError = err; err != nil {
		return err
	}
	if len(d.pageObjects) == 0 {
		d.firstPageTitle = title
	}
	page := d.reserveNumber()
	d.pageObjects = append(d.pageObjects, page)
	content := d.addStream("", s.operatorText.Bytes())
	d.writeObject(page, "<</Type/Page/Parent %d 0 R/MediaBox[0 0 %s %s]/Resources %d 0 R/Contents %d 0 R>>",
		pageTree, formatNumber(s.width), formatNumber(s.height), resources, content)
	return d.firstError
}

// Close writes the objects that all pages share, and the table of offsets. The document must have a page.
func (d *Document) Close() error {
	fonts := ""
	for i, f := range d.fonts {
		if len(f.usedGlyphs) > 0 {
			fonts += fmt.Sprintf("/F%d %d 0 R", i, d.writeFont(f))
		}
	}
	d.writeObject(resources, "<</Font<<%s>>/ExtGState<<%s>>>>", fonts, opacityStates())
	d.writeObject(documentInfo, "<</Title<FEFF%s>/Producer(Quadrille)>>",
		hexDigits(utf16.Encode([]rune(d.firstPageTitle))))
	var kids strings.Builder
	for _, page := range d.pageObjects {
		fmt.Fprintf(&kids, "%d 0 R ", page)
	}
	d.writeObject(pageTree, "<</Type/Pages/Count %d/Kids[%s]>>", len(d.pageObjects), kids.String())
	d.writeObject(catalog, "<</Type/Catalog/Pages %d 0 R/Lang(en)/ViewerPreferences<</DisplayDocTitle true>>>>",
		pageTree)
	table := d.writtenBytes
	d.writeFormat("xref\n0 %d\n0000000000 65535 f \n", len(d.objectOffsets)+1)
	for _, at := range d.objectOffsets {
		d.writeFormat("%010d 00000 n \n", at)
	}
	d.writeFormat("trailer\n<</Size %d/Root %d 0 R/Info %d 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(d.objectOffsets)+1,
		catalog,
		documentInfo, table)
	return d.firstError
}

func (d *Document) writeFormat(format string, args ...any) {
	if d.firstError == nil {
		var n int
		n, d.firstError = fmt.Fprintf(d.output, format, args...)
		d.writtenBytes += int64(n)
	}
}

// reserveNumber returns the object number for a new object, which is written later.
func (d *Document) reserveNumber() int {
	d.objectOffsets = append(d.objectOffsets, 0)
	return len(d.objectOffsets)
}

// writeObject writes the object with the given object number. Its content is formatted as by package fmt.
func (d *Document) writeObject(number int, format string, args ...any) {
	d.objectOffsets[number-1] = d.writtenBytes
	d.writeFormat("%d 0 obj\n"+format+"\nendobj\n", append([]any{number}, args...)...)
}

// addObject writes a new object, and returns its object number.
func (d *Document) addObject(format string, args ...any) int {
	n := d.reserveNumber()
	d.writeObject(n, format, args...)
	return n
}

// addStream writes a new object with compressed bytes, and returns its object number.
func (d *Document) addStream(attributes string, data []byte) int {
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	z.Write(data) // a write to memory never fails
	z.Close()
	return d.addObject("<<%s/Filter/FlateDecode/Length %d>>\nstream\n%s\nendstream", attributes, packed.Len(),
		packed.Bytes())
}

// hexDigits formats numbers as four hexadecimal digits each.
func hexDigits(numbers []uint16) string {
	var b strings.Builder
	for _, n := range numbers {
		fmt.Fprintf(&b, "%04X", n)
	}
	return b.String()
}
