// Package pdf writes pictures as pages of PDF: lines stay lines, and letters are letters that can be
// searched for and copied, at any size.
//
// Its input is documents of SVG as package svg reads them. It knows nothing of puzzles. What it writes is little: a page is a
// list of operators, and a document a list of objects with the fonts that are needed. The libraries that write PDF
// begin with tables, line breaks and photographs, and know neither pictures of lines nor letters with a rim.
package pdf

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"

	"quadrille/render/svg"
)

// PointsPerUnit is how many points of PDF, of which 72 are an inch, one unit of a picture takes: four units are a
// millimetre, so that a square of a board has a side of ten.
const PointsPerUnit = 72 / 25.4 / 4

// maxPageSide is the longest side of a page that every reader of PDF can show. Larger pictures are made smaller.
const maxPageSide = 14400

// The first objects have these numbers.
const (
	catalog = iota + 1
	pageTree
	info
	resources
	firstFree
)

// Document is a document in the making. Its first error is kept.
type Document struct {
	w       io.Writer
	written int64
	offsets []int64 // of the objects, by their numbers from 1; 0 for those to come
	pages   []int   // the numbers of their objects
	title   string  // of the first page
	faces   [2]*pdfFont
	err     error
}

// NewDocument begins a document.
func NewDocument(w io.Writer) *Document {
	d := &Document{w: w, offsets: make([]int64, firstFree-1),
		faces: [2]*pdfFont{newFont("GoRegular", goregular.TTF), newFont("GoBold", gobold.TTF)}}
	d.writeFormat("%%PDF-1.7\n%%\xe2\xe3\xcf\xd3\n") // the second line says that there are bytes above 127
	return d
}

// AddPage adds a page with a picture, which is as large as the picture.
func (d *Document) AddPage(picture io.Reader) error {
	if d.err != nil {
		return d.err
	}
	s := pageContent{faces: d.faces}
	title, err := svg.Read(picture, &s)
	if d.err = err; err != nil {
		return err
	}
	if len(d.pages) == 0 {
		d.title = title
	}
	page := d.newNumber()
	d.pages = append(d.pages, page)
	content := d.addStream("", s.content.Bytes())
	d.writeObject(page, "<</Type/Page/Parent %d 0 R/MediaBox[0 0 %s %s]/Resources %d 0 R/Contents %d 0 R>>",
		pageTree, formatNumber(s.width), formatNumber(s.height), resources, content)
	return d.err
}

// Close writes what all pages share, and where everything is. A document has a page at least.
func (d *Document) Close() error {
	fonts := ""
	for i, f := range d.faces {
		if len(f.used) > 0 {
			fonts += fmt.Sprintf("/F%d %d 0 R", i, d.writeFont(f))
		}
	}
	d.writeObject(resources, "<</Font<<%s>>/ExtGState<<%s>>>>", fonts, opacityStates())
	d.writeObject(info, "<</Title<FEFF%s>/Producer(Quadrille)>>", hexDigits(utf16.Encode([]rune(d.title))))
	var kids strings.Builder
	for _, page := range d.pages {
		fmt.Fprintf(&kids, "%d 0 R ", page)
	}
	d.writeObject(pageTree, "<</Type/Pages/Count %d/Kids[%s]>>", len(d.pages), kids.String())
	d.writeObject(catalog, "<</Type/Catalog/Pages %d 0 R/Lang(en)/ViewerPreferences<</DisplayDocTitle true>>>>",
		pageTree)
	table := d.written
	d.writeFormat("xref\n0 %d\n0000000000 65535 f \n", len(d.offsets)+1)
	for _, at := range d.offsets {
		d.writeFormat("%010d 00000 n \n", at)
	}
	d.writeFormat("trailer\n<</Size %d/Root %d 0 R/Info %d 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(d.offsets)+1, catalog,
		info, table)
	return d.err
}

func (d *Document) writeFormat(format string, args ...any) {
	if d.err == nil {
		var n int
		n, d.err = fmt.Fprintf(d.w, format, args...)
		d.written += int64(n)
	}
}

// newNumber returns the number of a new object.
func (d *Document) newNumber() int {
	d.offsets = append(d.offsets, 0)
	return len(d.offsets)
}

// writeObject writes an object.
func (d *Document) writeObject(number int, format string, args ...any) {
	d.offsets[number-1] = d.written
	d.writeFormat("%d 0 obj\n"+format+"\nendobj\n", append([]any{number}, args...)...)
}

// addObject writes a new object, and returns its number.
func (d *Document) addObject(format string, args ...any) int {
	n := d.newNumber()
	d.writeObject(n, format, args...)
	return n
}

// addStream writes a new object that holds bytes, packed.
func (d *Document) addStream(attributes string, data []byte) int {
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	z.Write(data) // into memory, where nothing fails
	z.Close()
	return d.addObject("<<%s/Filter/FlateDecode/Length %d>>\nstream\n%s\nendstream", attributes, packed.Len(),
		packed.Bytes())
}

// hexDigits writes numbers as four digits each.
func hexDigits(numbers []uint16) string {
	var b strings.Builder
	for _, n := range numbers {
		fmt.Fprintf(&b, "%04X", n)
	}
	return b.String()
}
