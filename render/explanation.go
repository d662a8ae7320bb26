package render

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"slices"
	"strings"

	"quadrille"
	"quadrille/compile/draw"
	"quadrille/lang/source"
)

// Explanation is a document of sentences with pictures, such as the steps toward a solution. HTML gives a page that can
// be read on a screen and printed, PDF gives pages of A4, and SVG gives one picture with all sentences.
type Explanation struct {
	Title            string
	ExplanationParts []ExplanationPart
}

// marksKey returns a line that explains the marks in the pictures.
func (e *Explanation) marksKey() string {
	var words []string
	say := func(text string, isShown func(draw.Picture) bool) {
		if slices.ContainsFunc(e.ExplanationParts, func(p ExplanationPart) bool { return isShown(p.Picture) }) {
			words = append(words, text)
		}
	}
	hasMark := func(isMeant func(mark string) bool) func(draw.Picture) bool {
		return func(pic draw.Picture) bool {
			for c, mark := range pic.CellMarks {
				if isMeant(mark) && !pic.GivenCells[c] && !pic.NewCells[c] && pic.IsUnfinished {
					return true
				}
			}
			return false
		}
	}
	say("A blue frame: what is new.", func(pic draw.Picture) bool { return len(pic.NewCells) > 0 })
	say("Yellow: what shows it.", func(pic draw.Picture) bool { return len(pic.ReasonCells) > 0 })
	say("×: not there.", hasMark(func(mark string) bool { return mark == draw.CrossMark }))
	say("≠: not these.", hasMark(func(mark string) bool { return strings.HasPrefix(mark, draw.NotMark) }))
	return strings.Join(words, " ")
}

// replaceBlanksInParentheses replaces the blanks inside parentheses by the given blank, at which no line is broken, so
// that (0, 2) counts as one word.
func replaceBlanksInParentheses(text, blank string) string {
	var b strings.Builder
	depth := 0
	for _, r := range text {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case r == ' ' && depth > 0:
			b.WriteString(blank)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// ExplanationPart is a part of an explanation.
type ExplanationPart struct {
	// PartNumber is the number written before the sentences; 0 means none.
	PartNumber int
	Sentences  string
	// Picture shows what the sentences are about. A picture without a board is not drawn.
	Picture draw.Picture
}

// Sizes of an explanation on paper, in millimetres.
const (
	explanationWidth    = 210.0 // width of a page: that of A4 paper
	explanationHeight   = 297.0
	explanationGap      = 8.0   // distance between two columns, and between two rows
	maxPictureHeight    = 120.0 // largest height of a picture, so that the page has room for sentences
	minExplainedCell    = 4.5   // smallest size of a cell if there is more than one column
	largestInColumns    = 7.0   // largest size of a cell if there is more than one column
	narrowestSentence   = 90.0
	maxExplanationParts = 2000
)

// explanationBlocks holds the pictures of an explanation.
type explanationBlocks struct {
	*Explanation
	partPictures       []*draw.PictureBlock // picture of each part, or nil
	pieceKey           draw.PictureBlock    // key to the shortened names of pieces
	largestPictureSize draw.PictureBlock    // blank block, as wide as the widest picture and as high as the highest
}

func (e *Explanation) drawPictureBlocks() (explanationBlocks, error) {
	if len(e.ExplanationParts) > maxExplanationParts {
		return explanationBlocks{}, fmt.Errorf("an explanation has at most %d parts, and this one %d",
			maxExplanationParts,
			len(e.ExplanationParts))
	}
	b := explanationBlocks{Explanation: e, partPictures: make([]*draw.PictureBlock, len(e.ExplanationParts))}
	var pictures []draw.Picture
	var drawn []int
	for k, part := range e.ExplanationParts {
		if len(part.Picture.BoardCells) > 0 {
			pictures, drawn = append(pictures, part.Picture), append(drawn, k)
		}
	}
	var all []draw.PictureBlock
	if len(pictures) == 1 {
		all = []draw.PictureBlock{draw.NewDetailedPictureBlock(pictures[0])}
	} else {
		all, b.pieceKey = draw.NewPictureBlocks(pictures, explanationWidth-2*paperMargin)
	}
	for i, k := range drawn {
		b.partPictures[k] = &all[i]
		b.largestPictureSize.Width, b.largestPictureSize.Height = max(b.largestPictureSize.Width, all[i].Width),
			max(b.largestPictureSize.Height, all[i].Height)
	}
	return b, nil
}

// HTML writes the explanation as a page, with its sentences as text.
func (e *Explanation) HTML(w io.Writer) error {
	b, err := e.drawPictureBlocks()
	if err != nil {
		return err
	}
	var out bytes.Buffer
	title := html.EscapeString(source.EscapeText(e.Title))
	// least width of a column in rem: two for each square of the widest picture, from 14 to 40
	column := min(40, max(14, b.largestPictureSize.Width/10*2))
	fmt.Fprintf(&out, explanationHead, scriptDigest(explanationCSS(column)), title, explanationCSS(column), title)
	if key := e.marksKey(); key != "" {
		fmt.Fprintf(&out, "<p>%s</p>\n", key)
	}
	if err := writeImage(&out, &b.pieceKey); err != nil {
		return err
	}
	out.WriteString("<ol>\n")
	for k, part := range e.ExplanationParts {
		number := ""
		if part.PartNumber > 0 {
			number = fmt.Sprintf("<b>%d.</b> ", part.PartNumber)
		}
		fmt.Fprintf(&out, "<li><p>%s%s</p>", number, sentencesAsHTML(part.Sentences))
		if b.partPictures[k] != nil {
			if err := writeImage(&out, b.partPictures[k]); err != nil {
				return err
			}
		}
		out.WriteString("</li>\n")
	}
	out.WriteString("</ol>\n</body>\n</html>\n")
	_, err = out.WriteTo(w)
	return err
}

// sentencesAsHTML returns sentences as HTML that keeps their line breaks.
func sentencesAsHTML(words string) string {
	text := html.EscapeString(strings.TrimSuffix(escapeText(words), "\n"))
	return strings.ReplaceAll(replaceBlanksInParentheses(text, "&nbsp;"), "\n", "<br>")
}

// writeImage writes a block as an HTML element. It writes nothing for an empty block.
func writeImage(out *bytes.Buffer, b *draw.PictureBlock) error {
	if b.Height == 0 {
		return nil
	}
	var svg bytes.Buffer
	if err := b.SVG(&svg); err != nil {
		return err
	}
	fmt.Fprintf(out, "<img alt=\"%s\" src=\"data:image/svg+xml;base64,%s\">", html.EscapeString(b.Description()),
		base64.StdEncoding.EncodeToString(svg.Bytes()))
	return nil
}

const explanationHead = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src '%s'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>%s</title>
<style>%s</style>
</head>
<body>
<h1>%s</h1>
`

// explanationCSS returns the style sheet of a page. The argument column is the least width of a column, in rem.
func explanationCSS(column float64) string {
	return fmt.Sprintf(`
:root { color-scheme: light dark; --ink: #1d1d1f; --ground: #fafaf8; --line: #c9c9c4; }
@media (prefers-color-scheme: dark) { :root { --ink: #ececec; --ground: #1b1b1e; --line: #4a4a50; } }
body { margin: 0 auto; max-width: 72rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground); }
h1 { margin: 0 0 .5rem; font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; }
ol { list-style: none; margin: 1rem 0; padding: 0; display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%%, %.0frem), 1fr)); }
li { display: flex; flex-direction: column; gap: .5rem; padding: .75rem; border: 1px solid var(--line); border-radius: .5rem; }
p { margin: 0; overflow-wrap: anywhere; }
img { display: block; margin: auto auto 0; max-width: 100%%; height: auto; border-radius: .25rem; }
@media screen and (prefers-color-scheme: dark) { img { filter: brightness(.92); } }
@media print {
  :root { color-scheme: light; --ink: black; --ground: white; --line: #bbb; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  ol { grid-template-columns: repeat(%d, 1fr); gap: 4mm; }
  li { break-inside: avoid; padding: 2mm; }
}
`, column, min(3, max(1, int(40/column))))
}

// PDF writes the explanation as pages of A4.
func (e *Explanation) PDF(w io.Writer) error {
	pages, err := e.layOutPages(explanationWidth, explanationHeight)
	if err != nil {
		return err
	}
	return writePagesPDF(w, pages)
}

// SVG writes the explanation as one picture, as high as it needs to be. It returns [quadrille.ErrNothingToDraw]
// if no part has a picture.
func (e *Explanation) SVG(w io.Writer) error {
	if !slices.ContainsFunc(e.ExplanationParts, func(p ExplanationPart) bool { return len(p.Picture.BoardCells) > 0 }) {
		return quadrille.ErrNothingToDraw
	}
	width := explanationWidth
	if len(e.ExplanationParts) == 1 {
		b, err := e.drawPictureBlocks()
		if err != nil {
			return err
		}
		width = min(width, 2*paperMargin+max(narrowestSentence, b.largestPictureSize.Width))
	}
	pages, err := e.layOutPages(width, 0)
	if err != nil {
		return err
	}
	return pages[0].SVG(w)
}

// layOutPages places the parts in rows on pages of a size. If the height is 0, there is one page, as high as the parts
// need.
func (e *Explanation) layOutPages(width, height float64) ([]draw.Page, error) {
	b, err := e.drawPictureBlocks()
	if err != nil {
		return nil, err
	}
	t := &typesetter{paperSize: [2]float64{width, height}, isRulerOnPage: map[int]bool{}}
	if height == 0 {
		t.paperSize[1] = 1e9 // an unlimited height, so that there is only one page
	}
	across, scale := b.chooseColumns(t.textWidth())
	t.addPage()
	room := t.slotOfWholePage()
	t.addLines(&room, draw.PagePart{LetterSize: smallTitle, IsBold: true}, draw.WrapText(e.Title, boldWidth*smallTitle,
		room.width))
	room.top += 1
	t.addLines(&room, draw.PagePart{LetterSize: noteSize}, draw.WrapText(e.marksKey(), noteSize, room.width))
	if b.pieceKey.Height > 0 {
		t.addPagePart(draw.PagePart{X: room.left, Y: room.top, PictureBlock: &b.pieceKey, BlockScale: 1})
		room.top += b.pieceKey.Height
	}
	room.top += partGap
	for row := range slices.Chunk(numbersBelow(len(e.ExplanationParts)), across) {
		if length := b.rowHeight(row, across, scale, room.width); room.top+length > room.bottom &&
			room.top > paperMargin {
			t.addPage()
			room = t.slotOfWholePage()
		}
		b.placeRow(t, &room, row, across, scale)
	}
	if height == 0 {
		t.paperSize[1] = room.top - explanationGap + paperMargin
		t.pages[0].Height = t.paperSize[1]
	}
	t.addPageFeet(cmp.Or(e.Title, "Explanation"))
	return t.pages, nil
}

func numbersBelow(n int) (all []int) {
	for k := range n {
		all = append(all, k)
	}
	return all
}

// chooseColumns returns the number of parts in a row, and the scale of pictures.
func (b *explanationBlocks) chooseColumns(width float64) (across int, scale float64) {
	if b.largestPictureSize.Width == 0 {
		return 1, 1
	}
	for across = min(3, len(b.ExplanationParts)); across > 1; across-- {
		scale = min(largestInColumns/defaultCellSize, columnWidth(across, width)/b.largestPictureSize.Width,
			maxPictureHeight/b.largestPictureSize.Height)
		if scale*defaultCellSize >= minExplainedCell {
			return across, scale
		}
	}
	return 1, min(1, width/b.largestPictureSize.Width, maxPictureHeight/b.largestPictureSize.Height)
}

func columnWidth(across int, width float64) float64 {
	return (width+explanationGap)/float64(across) - explanationGap
}

// partLines returns the lines of the sentences of part k, and their indent, which leaves room for the number of the
// part.
func (b *explanationBlocks) partLines(k int, width float64) (lines []string, indent float64) {
	if b.ExplanationParts[k].PartNumber > 0 {
		indent = textSize * 0.62 * float64(len(fmt.Sprint(b.ExplanationParts[k].PartNumber))+1)
	}
	for line := range strings.Lines(b.ExplanationParts[k].Sentences) {
		const joint = "\u2800" // in place of a blank at which no line may be broken
		for _, wrapped := range draw.WrapText(replaceBlanksInParentheses(line, joint), textSize, width-indent) {
			lines = append(lines, strings.ReplaceAll(wrapped, joint, " "))
		}
	}
	return lines, indent
}

// rowHeight returns the height of a row of parts, which are given by their indices.
func (b *explanationBlocks) rowHeight(row []int, across int, scale, width float64) float64 {
	text, picture := 0.0, 0.0
	for _, k := range row {
		lines, _ := b.partLines(k, columnWidth(across, width))
		text = max(text, lineHeight*textSize*float64(len(lines)))
		if b.partPictures[k] != nil {
			picture = max(picture, scale*b.partPictures[k].Height)
		}
	}
	return text + picture
}

// placeRow places a row of parts on the page: their sentences, and below these their pictures, all starting at the same
// height.
func (b *explanationBlocks) placeRow(t *typesetter, room *pageSlot, row []int, across int, scale float64) {
	width, top := columnWidth(across, room.width), room.top
	slots := make([]pageSlot, len(row))
	for i, k := range row {
		slot := pageSlot{room.left + float64(i)*(width+explanationGap), top, width, room.bottom}
		lines, indent := b.partLines(k, width)
		if indent > 0 {
			t.addPagePart(draw.PagePart{X: slot.left, Y: top + 0.95*textSize, LetterSize: textSize, IsBold: true,
				Text: fmt.Sprintf("%d.", b.ExplanationParts[k].PartNumber)})
		}
		slot.left += indent
		t.addLines(&slot, draw.PagePart{LetterSize: textSize}, lines)
		slot.left -= indent
		slots[i] = slot
		room.top = max(room.top, slot.top)
	}
	bottom := room.top
	for i, k := range row {
		if block := b.partPictures[k]; block != nil {
			x := slots[i].left + (width-scale*block.Width)/2
			if across == 1 {
				x = slots[i].left
			}
			t.addPagePart(draw.PagePart{X: x, Y: room.top, PictureBlock: block, BlockScale: scale})
			bottom = max(bottom, room.top+scale*block.Height)
		}
	}
	room.top = bottom + explanationGap
	if across == 1 && bottom == slots[0].top { // the part has no picture
		room.top = bottom + paragraphGap
	}
}
