package pdf

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf16"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// pdfFont is a font of a document. The document embeds the glyphs that its texts use, so that texts look the same
// everywhere. The Go fonts have the letters of Latin, Greek and Cyrillic. Other characters are shown as a box, but
// can be copied.
type pdfFont struct {
	fontName    string
	fontData    []byte
	parsedFont  *sfnt.Font
	unitSize    fixed.Int26_6        // font size at which one unit of the font has length one
	usedGlyphs  map[uint16]fontGlyph // glyphs that texts use, by their index in the font
	glyphBuffer sfnt.Buffer
}

// fontGlyph is a glyph of a font, with the character that it shows.
type fontGlyph struct {
	letter rune
	width  int // width in thousandths of the font size
}

func newFont(name string, file []byte) *pdfFont {
	f, err := sfnt.Parse(file)
	if err != nil {
		panic(err) // the fonts are embedded in the program
	}
	return &pdfFont{fontName: name, fontData: file, parsedFont: f, unitSize: fixed.Int26_6(f.UnitsPerEm()),
		usedGlyphs: map[uint16]fontGlyph{}}
}

// inThousandthsOfSize converts a length from units of the font to thousandths of the font size.
func (f *pdfFont) inThousandthsOfSize(v fixed.Int26_6) int { return int(v) * 1000 / int(f.unitSize) }

// shapeText returns the glyph indices of a text, and its width at font size 1.
func (f *pdfFont) shapeText(text string) (glyphs []uint16, width float64) {
	for _, r := range text {
		n, _ := f.parsedFont.GlyphIndex(&f.glyphBuffer, r) // index 0, a box, if the font lacks the character
		advance, _ := f.parsedFont.GlyphAdvance(&f.glyphBuffer, n, f.unitSize, font.HintingNone)
		g := fontGlyph{r, f.inThousandthsOfSize(advance)}
		f.usedGlyphs[uint16(n)] = g
		glyphs, width = append(glyphs, uint16(n)), width+float64(g.width)/1000
	}
	return glyphs, width
}

// writeFont writes a font, and returns the PDF object number of the font. Texts refer to glyphs by their index. A table
// in the object maps the indices to letters.
func (d *Document) writeFont(f *pdfFont) int {
	used := slices.Sorted(maps.Keys(f.usedGlyphs))
	var widths, letters strings.Builder
	for _, n := range used {
		fmt.Fprintf(&widths, "%d[%d]", n, f.usedGlyphs[n].width)
		fmt.Fprintf(&letters, "1 beginbfchar\n<%04X><%s>\nendbfchar\n", n,
			hexDigits(utf16.Encode([]rune{f.usedGlyphs[n].letter})))
	}
	name := "QUADRI+" + f.fontName // a prefix of six letters marks a subset of a font
	box, _ := f.parsedFont.Bounds(&f.glyphBuffer, f.unitSize, font.HintingNone)
	metrics, _ := f.parsedFont.Metrics(&f.glyphBuffer, f.unitSize, font.HintingNone)
	part := f.subsetFont(used)
	file := d.addStream(fmt.Sprintf("/Length1 %d", len(part)), part)
	descriptor := d.addObject("<</Type/FontDescriptor/FontName/%s/Flags 4/FontBBox[%d %d %d %d]/ItalicAngle 0/Ascent "+
		"%d/Descent %d/CapHeight %d/StemV 80/FontFile2 %d 0 R>>",
		name, f.inThousandthsOfSize(box.Min.X), -f.inThousandthsOfSize(box.Max.Y), f.inThousandthsOfSize(box.Max.X),
		-f.inThousandthsOfSize(box.Min.Y),
		f.inThousandthsOfSize(metrics.Ascent), -f.inThousandthsOfSize(metrics.Descent),
		f.inThousandthsOfSize(metrics.CapHeight), file)
	inner := d.addObject("<</Type/Font/Subtype/CIDFontType2/BaseFont/%s"+
		"/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"+
		"/FontDescriptor %d 0 R/CIDToGIDMap/Identity/W[%s]>>",
		name, descriptor, widths.String())
	meaning := d.addStream("", []byte(meaningHead+letters.String()+"endcmap\nend end\n"))
	return d.addObject("<</Type/Font/Subtype/Type0/BaseFont/%s/Encoding/Identity-H/DescendantFonts[%d 0 R]/ToUnicode "+
		"%d 0 R>>", name, inner, meaning)
}

const meaningHead = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo <</Registry(Adobe)/Ordering(UCS)/Supplement 0>> def
/CMapName /Adobe-Identity-UCS def /CMapType 2 def
1 begincodespacerange <0000><FFFF> endcodespacerange
`

// keptTables are the tables of a font that its subset keeps. Only programs other than PDF readers need "cmap", which
// maps character codes to glyphs, and "post".
var keptTables = []string{"cmap", "cvt ", "fpgm", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "post", "prep"}

// subsetFont returns the font with the outlines of the used glyphs only. Glyphs keep their indices.
func (f *pdfFont) subsetFont(used []uint16) []byte {
	tables := fontTables(f.fontData)
	tables["glyf"], tables["loca"] = glyphOutlines(tables, used)
	// version 3 of this table has no glyph names
	tables["post"] = append([]byte{0, 3, 0, 0}, tables["post"][4:32]...)
	// the fields for a binary search among the tables are right for 8 to 15 tables
	file := slices.Concat(f.fontData[:4], []byte{0, byte(len(keptTables)), 0, 128, 0, 3, 0,
		byte(16*len(keptTables) - 128)})
	var rest []byte
	at := len(file) + 16*len(keptTables)
	for _, tag := range keptTables {
		table := append(slices.Clone(tables[tag]), make([]byte, -len(tables[tag])&3)...)
		file = append(file, tag...)
		for _, n := range []uint32{tableChecksum(table), uint32(at + len(rest)), uint32(len(tables[tag]))} {
			file = binary.BigEndian.AppendUint32(file, n)
		}
		rest = append(rest, table...)
	}
	return append(file, rest...)
}

// fontTables returns the tables of a font by their names.
func fontTables(file []byte) map[string][]byte {
	all := map[string][]byte{}
	for k := range int(binary.BigEndian.Uint16(file[4:])) {
		entry := file[12+16*k:]
		from, size := binary.BigEndian.Uint32(entry[8:]), binary.BigEndian.Uint32(entry[12:])
		all[string(entry[:4])] = file[from : from+size]
	}
	return all
}

// tableChecksum returns the checksum of a table, whose length is a multiple of four bytes.
func tableChecksum(table []byte) (sum uint32) {
	for ; len(table) > 0; table = table[4:] {
		sum += binary.BigEndian.Uint32(table)
	}
	return sum
}

// glyphOutlines returns the outlines of the used glyphs and of the box, and the offset of each outline. The outlines of
// other glyphs are empty. The Go fonts have no composite glyphs. As the font says, an offset has four bytes, or is
// halved and has two bytes.
func glyphOutlines(tables map[string][]byte, used []uint16) (glyf, loca []byte) {
	isLong := tables["head"][offsetFormat] == 1
	place := func(n int) int {
		if isLong {
			return int(binary.BigEndian.Uint32(tables["loca"][4*n:]))
		}
		return 2 * int(binary.BigEndian.Uint16(tables["loca"][2*n:]))
	}
	record := func() {
		if isLong {
			loca = binary.BigEndian.AppendUint32(loca, uint32(len(glyf)))
			return
		}
		loca = binary.BigEndian.AppendUint16(loca, uint16(len(glyf)/2))
	}
	for n := range int(binary.BigEndian.Uint16(tables["maxp"][4:])) {
		record()
		if n == 0 || slices.Contains(used, uint16(n)) {
			glyf = append(glyf, tables["glyf"][place(n):place(n+1)]...)
		}
	}
	record()
	return glyf, loca
}

// offsetFormat is the place, in the table "head", of the byte that tells how long the offsets of outlines are.
const offsetFormat = 51
