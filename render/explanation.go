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

// Explanation is a document of sentences with pictures, such as the steps toward a solution. As HTML it is a page that
// can be read on a screen and printed; as PDF it has pages of A4; as SVG it is one picture with all sentences.
type Explanation struct {
	Title string
	Parts []ExplanationPart
}

// key says what the marks in the pictures mean.
func (e *Explanation) key() string {
	var words []string
	say := func(text string, isShown func(draw.Picture) bool) {
		if slices.ContainsFunc(e.Parts, func(p ExplanationPart) bool { return isShown(p.Picture) }) {
			words = append(words, text)
		}
	}
	hasMark := func(isMeant func(mark string) bool) func(draw.Picture) bool {
		return func(pic draw.Picture) bool {
			for c, mark := range pic.CellMarks {
				if isMeant(mark) && !pic.GivenCells[c] && !pic.NewCells[c] && pic.Unfinished {
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

// keepTogether puts another blank into parentheses, where a line must not break: (0, 2) is one word.
func keepTogether(text, blank string) string {
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
	// Number stands in front of the words, unless it is 0.
	Number int
	Words  string
	// Picture is what the words are about. A picture without a board is not drawn.
	Picture draw.Picture
}

// Sizes of an explanation on paper, in millimetres.
const (
	explanationWidth    = 210.0 // of a page, that of A4
	explanationHeight   = 297.0
	explanationGap      = 8.0   // between two columns, and between two rows
	maxPictureHeight    = 120.0 // so that sentences have room on the page
	minExplainedCell    = 4.5   // with more than one column
	largestInColumns    = 7.0   // size of a cell with more than one column
	narrowestSentence   = 90.0
	maxExplanationParts = 2000
)

// explanationBlocks holds the pictures of an explanation.
type explanationBlocks struct {
	*Explanation
	blocks []*draw.Block // by part; nil if it has no picture
	key    draw.Block    // explains short names of pieces
	widest draw.Block    // as wide and as high as any of them
}

func (e *Explanation) drawBlocks() (explanationBlocks, error) {
	if len(e.Parts) > maxExplanationParts {
		return explanationBlocks{}, fmt.Errorf("an explanation has at most %d parts, and this one %d",
			maxExplanationParts,
			len(e.Parts))
	}
	b := explanationBlocks{Explanation: e, blocks: make([]*draw.Block, len(e.Parts))}
	var pictures []draw.Picture
	var drawn []int
	for k, part := range e.Parts {
		if len(part.Picture.Board) > 0 {
			pictures, drawn = append(pictures, part.Picture), append(drawn, k)
		}
	}
	var all []draw.Block
	if len(pictures) == 1 {
		all = []draw.Block{draw.NewDetailedBlock(pictures[0])}
	} else {
		all, b.key = draw.NewBlocks(pictures, explanationWidth-2*paperMargin)
	}
	for i, k := range drawn {
		b.blocks[k] = &all[i]
		b.widest.Width, b.widest.Height = max(b.widest.Width, all[i].Width), max(b.widest.Height, all[i].Height)
	}
	return b, nil
}

// HTML writes the explanation as a page, with its sentences as text.
func (e *Explanation) HTML(w io.Writer) error {
	b, err := e.drawBlocks()
	if err != nil {
		return err
	}
	var out bytes.Buffer
	title := html.EscapeString(source.EscapeText(e.Title))
	// squares are at most as wide as a finger, and at least as wide as their columns allow
	column := min(40, max(14, b.widest.Width/10*2))
	fmt.Fprintf(&out, explanationHead, scriptDigest(explanationStyle(column)), title, explanationStyle(column), title)
	if key := e.key(); key != "" {
		fmt.Fprintf(&out, "<p>%s</p>\n", key)
	}
	if err := writeImage(&out, &b.key); err != nil {
		return err
	}
	out.WriteString("<ol>\n")
	for k, part := range e.Parts {
		number := ""
		if part.Number > 0 {
			number = fmt.Sprintf("<b>%d.</b> ", part.Number)
		}
		fmt.Fprintf(&out, "<li><p>%s%s</p>", number, wordsAsHTML(part.Words))
		if b.blocks[k] != nil {
			if err := writeImage(&out, b.blocks[k]); err != nil {
				return err
			}
		}
		out.WriteString("</li>\n")
	}
	out.WriteString("</ol>\n</body>\n</html>\n")
	_, err = out.WriteTo(w)
	return err
}

// wordsAsHTML returns words as text of HTML, with their lines.
func wordsAsHTML(words string) string {
	text := html.EscapeString(strings.TrimSuffix(escapeText(words), "\n"))
	return strings.ReplaceAll(keepTogether(text, "&nbsp;"), "\n", "<br>")
}

// writeImage writes a block as an element of HTML; nothing if it is empty.
func writeImage(out *bytes.Buffer, b *draw.Block) error {
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

// explanationStyle returns the style of a page. A column is at least so many letters wide.
func explanationStyle(column float64) string {
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
	pages, err := e.layOut(explanationWidth, explanationHeight)
	if err != nil {
		return err
	}
	return writePagesPDF(w, pages)
}

// SVG writes the explanation as one picture, as high as it needs to be. It returns [quadrille.ErrNothingToDraw] if no
// part has a picture.
func (e *Explanation) SVG(w io.Writer) error {
	if !slices.ContainsFunc(e.Parts, func(p ExplanationPart) bool { return len(p.Picture.Board) > 0 }) {
		return quadrille.ErrNothingToDraw
	}
	width := explanationWidth
	if len(e.Parts) == 1 {
		b, err := e.drawBlocks()
		if err != nil {
			return err
		}
		width = min(width, 2*paperMargin+max(narrowestSentence, b.widest.Width))
	}
	pages, err := e.layOut(width, 0)
	if err != nil {
		return err
	}
	return pages[0].SVG(w)
}

// layOut puts the parts on pages of a size, in rows. If the height is 0 there is one page, as high as it needs to be.
func (e *Explanation) layOut(width, height float64) ([]draw.Page, error) {
	b, err := e.drawBlocks()
	if err != nil {
		return nil, err
	}
	t := &typesetter{paper: [2]float64{width, height}, pagesWithRuler: map[int]bool{}}
	if height == 0 {
		t.paper[1] = 1e9 // no page is so high
	}
	across, scale := b.chooseColumns(t.textWidth())
	t.addPage()
	room := t.wholePage()
	t.addLines(&room, draw.PagePart{LetterSize: smallTitle, IsBold: true}, draw.WrapText(e.Title, boldWidth*smallTitle,
		room.width))
	room.y += 1
	t.addLines(&room, draw.PagePart{LetterSize: noteSize}, draw.WrapText(e.key(), noteSize, room.width))
	if b.key.Height > 0 {
		t.addPart(draw.PagePart{X: room.x, Y: room.y, Block: &b.key, BlockScale: 1})
		room.y += b.key.Height
	}
	room.y += partGap
	for row := range slices.Chunk(indices(len(e.Parts)), across) {
		if length := b.rowHeight(row, across, scale, room.width); room.y+length > room.bottom && room.y > paperMargin {
			t.addPage()
			room = t.wholePage()
		}
		b.setRow(t, &room, row, across, scale)
	}
	if height == 0 {
		t.paper[1] = room.y - explanationGap + paperMargin
		t.pages[0].Height = t.paper[1]
	}
	t.setFeet(cmp.Or(e.Title, "Explanation"))
	return t.pages, nil
}

func indices(n int) (all []int) {
	for k := range n {
		all = append(all, k)
	}
	return all
}

// chooseColumns returns the number of parts side by side, and the scale of pictures.
func (b *explanationBlocks) chooseColumns(width float64) (across int, scale float64) {
	if b.widest.Width == 0 {
		return 1, 1
	}
	for across = min(3, len(b.Parts)); across > 1; across-- {
		scale = min(largestInColumns/defaultCellSize, columnWidth(across, width)/b.widest.Width,
			maxPictureHeight/b.widest.Height)
		if scale*defaultCellSize >= minExplainedCell {
			return across, scale
		}
	}
	return 1, min(1, width/b.widest.Width, maxPictureHeight/b.widest.Height)
}

func columnWidth(across int, width float64) float64 {
	return (width+explanationGap)/float64(across) - explanationGap
}

// partLines returns the words of a part in lines, and how far they stand behind the number.
func (b *explanationBlocks) partLines(k int, width float64) (lines []string, indent float64) {
	if b.Parts[k].Number > 0 {
		indent = textSize * 0.62 * float64(len(fmt.Sprint(b.Parts[k].Number))+1)
	}
	for line := range strings.Lines(b.Parts[k].Words) {
		const joint = "\u2800" // a blank at which no line is wrapped
		for _, wrapped := range draw.WrapText(keepTogether(line, joint), textSize, width-indent) {
			lines = append(lines, strings.ReplaceAll(wrapped, joint, " "))
		}
	}
	return lines, indent
}

// rowHeight returns the height of a row of parts.
func (b *explanationBlocks) rowHeight(row []int, across int, scale, width float64) float64 {
	text, picture := 0.0, 0.0
	for _, k := range row {
		lines, _ := b.partLines(k, columnWidth(across, width))
		text = max(text, lineHeight*textSize*float64(len(lines)))
		if b.blocks[k] != nil {
			picture = max(picture, scale*b.blocks[k].Height)
		}
	}
	return text + picture
}

// setRow puts a row of parts on the page: their words, and below them their pictures at one height.
func (b *explanationBlocks) setRow(t *typesetter, room *pageSlot, row []int, across int, scale float64) {
	width, top := columnWidth(across, room.width), room.y
	slots := make([]pageSlot, len(row))
	for i, k := range row {
		slot := pageSlot{room.x + float64(i)*(width+explanationGap), top, width, room.bottom}
		lines, indent := b.partLines(k, width)
		if indent > 0 {
			t.addPart(draw.PagePart{X: slot.x, Y: top + 0.95*textSize, LetterSize: textSize, IsBold: true,
				Text: fmt.Sprintf("%d.", b.Parts[k].Number)})
		}
		slot.x += indent
		t.addLines(&slot, draw.PagePart{LetterSize: textSize}, lines)
		slot.x -= indent
		slots[i] = slot
		room.y = max(room.y, slot.y)
	}
	bottom := room.y
	for i, k := range row {
		if block := b.blocks[k]; block != nil {
			x := slots[i].x + (width-scale*block.Width)/2
			if across == 1 {
				x = slots[i].x
			}
			t.addPart(draw.PagePart{X: x, Y: room.y, Block: block, BlockScale: scale})
			bottom = max(bottom, room.y+scale*block.Height)
		}
	}
	room.y = bottom + explanationGap
	if across == 1 && bottom == slots[0].y { // a sentence alone
		room.y = bottom + paragraphGap
	}
}
