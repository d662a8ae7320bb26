package render

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"quadrille/compile/draw"
)

// This file lays out the pages of a booklet: each puzzle gets a slot, which is a rectangle of a page. Slots are one
// below the other or in a grid. The pieces to cut out and the answers follow.

// Bounds of pages and cells. Lengths are in millimetres.
const (
	maxPrintedPages  = 3000
	minCellSize      = 2.0
	defaultCellSize  = 10.0
	maxSolidCellSize = 6.0 // smaller than for pieces to cut out, as pieces in space are only shown
)

// Sizes on paper, in millimetres.
const (
	paperMargin = 15.0
	footRoom    = 8.0 // height above the lower margin for the page number and the ruler
	titleSize   = 5.6
	smallTitle  = 4.4
	textSize    = 3.5
	lineHeight  = 1.35 // distance of two lines of text, divided by the font size
	noteSize    = 3.3
	noteHeight  = 1.2 * noteSize // height of the note below a piece
	partGap     = 5.0
	// paragraphGap is the additional distance between two paragraphs.
	paragraphGap = 0.8
	boldWidth    = 1.08 // width of bold letters, divided by the width of regular letters
	cutGap       = 1.0
	rulerLength  = 50.0
)

// typesetter lays puzzles out on pages, from top to bottom.
type typesetter struct {
	options       BookletOptions
	paperSize     [2]float64
	pages         []draw.Page
	isRulerOnPage map[int]bool // whether each page, by its index, has a ruler
}

func (t *typesetter) textWidth() float64  { return t.paperSize[0] - 2*paperMargin }
func (t *typesetter) textBottom() float64 { return t.paperSize[1] - paperMargin - footRoom }

// addPage starts a new page.
func (t *typesetter) addPage() {
	t.pages = append(t.pages, draw.Page{Width: t.paperSize[0], Height: t.paperSize[1]})
}

// addPagePart puts a part on the current page.
func (t *typesetter) addPagePart(p draw.PagePart) {
	page := &t.pages[len(t.pages)-1]
	page.PageParts = append(page.PageParts, p)
}

// pageSlot is the rectangle of a page that a puzzle may use, in millimetres from the upper left corner of the page.
type pageSlot struct{ left, top, width, bottom float64 }

// addLines writes lines of text into a slot, and moves the upper edge of the slot below the lines.
func (t *typesetter) addLines(s *pageSlot, style draw.PagePart, lines []string) {
	for _, line := range lines {
		p := style
		p.X, p.Y, p.Text = s.left, s.top+0.95*p.LetterSize, line
		t.addPagePart(p)
		s.top += lineHeight * p.LetterSize
	}
}

// placePuzzles places all puzzles on pages: in a grid, if the options ask for several on a page or if several
// successive puzzles are alike, and otherwise one below the other.
func (t *typesetter) placePuzzles(all []*puzzleParts) error {
	var room pageSlot // unused rest of the last page, if that has no grid
	isSingle := len(all) == 1
	for k := 0; k < len(all); {
		if len(t.pages) > maxPrintedPages {
			return fmt.Errorf("this booklet has more than %d pages", maxPrintedPages)
		}
		rest := all[k:]
		per := cmp.Or(t.options.PuzzlesPerPage, t.puzzlesPerGrid(rest))
		if per > 1 {
			some := rest[:min(per, len(rest))]
			t.addPage()
			if err := t.placeInGrid(some, per); err != nil {
				return err
			}
			k, room = k+len(some), pageSlot{}
			continue
		}
		// pieces are cut out of this page, so no other puzzle is placed on it
		isCut := len(rest[0].printedPieces) > 0 && !rest[0].hasSolidPieces
		isFirst := t.options.PuzzlesPerPage == 1 || isCut || room.bottom < room.top+t.heightOnOwnPage(rest[0])
		if isFirst {
			t.addPage()
			room = t.slotOfWholePage()
		}
		withRules := isFirst || !haveEqualRules(all[k-1:k+1])
		var err error
		if room, err = t.placePuzzle(rest[0], room, isSingle, withRules); err != nil {
			return fmt.Errorf("%s: %w", rest[0].Input().Name, err)
		}
		if room.top += 2 * partGap; isCut {
			room = pageSlot{}
		}
		k++
	}
	return nil
}

// heightOnOwnPage returns the height of a puzzle that has a page for itself.
func (t *typesetter) heightOnOwnPage(s *puzzleParts) float64 {
	trial := &typesetter{options: t.options, paperSize: t.paperSize, isRulerOnPage: map[int]bool{}}
	trial.addPage()
	rest, err := trial.placePuzzle(s, t.slotOfWholePage(), false, true)
	if err != nil || len(trial.pages) > 1 {
		return t.paperSize[1]
	}
	return rest.top - paperMargin
}

// slotOfWholePage returns the slot of a puzzle that has a page for itself.
func (t *typesetter) slotOfWholePage() pageSlot {
	return pageSlot{paperMargin, paperMargin, t.textWidth(), t.textBottom()}
}

// puzzlesPerGrid returns the number of puzzles on a page. If the next puzzles have the same rules and boards of the
// same size, and no further parts, it is the number of puzzles that fit with cells of the usual width. Otherwise it is
// 1.
func (t *typesetter) puzzlesPerGrid(all []*puzzleParts) int {
	alike := 0
	for _, s := range all[:min(len(all), maxInGrid)] {
		if s.boardPicture == nil || len(s.printedPieces)+len(s.listedWords) > 0 ||
			!haveEqualRules([]*puzzleParts{all[0], s}) ||
			s.boardPicture.Width != all[0].boardPicture.Width || s.boardPicture.Height != all[0].boardPicture.Height {
			break
		}
		alike++
	}
	for per := alike; per > 1; per-- {
		g := t.newSlotGrid(all[:per], per)
		room := g.slotOfPuzzle(0)
		room.top += all[0].headingHeight(room.width, false) + 1.5
		if defaultCellSize*scaleToFit(*all[0].boardPicture, room) >= cmp.Or(t.options.CellSize, defaultCellSize) {
			return per
		}
	}
	return 1
}

// maxInGrid is the largest number of puzzles on a page, unless the options ask for more.
const maxInGrid = 12

// scaleToFit returns the scale at which a block fits into a slot.
func scaleToFit(b draw.PictureBlock, s pageSlot) float64 {
	return min(s.width/b.Width, (s.bottom-s.top)/b.Height)
}

// headingHeight returns the height of the title and the rules of a puzzle.
func (s *puzzleParts) headingHeight(width float64, withRules bool) float64 {
	room := lineHeight*smallTitle*float64(len(s.titleLines(smallTitle, width))) + 1.5
	if withRules {
		room += s.heightOfRules(width)
	}
	return room
}

// heightOfRules returns the height of the description and of the rules, if all rules are one paragraph.
func (s *puzzleParts) heightOfRules(width float64) (height float64) {
	for _, lines := range s.ruleLines(width, true) {
		height += lineHeight*textSize*float64(len(lines)) + paragraphGap
	}
	return height
}

// ruleLines returns the lines of the description and of the rules. If joined is true, all rules are one paragraph;
// otherwise each rule is a paragraph.
func (s *puzzleParts) ruleLines(width float64, joined bool) (paragraphs [][]string) {
	for _, paragraph := range s.descriptionLines {
		paragraphs = append(paragraphs, draw.WrapText(paragraph, textSize, width))
	}
	sentences := s.ruleSentences
	if joined {
		sentences = []string{strings.Join(s.ruleSentences, " ")}
	}
	for _, sentence := range sentences {
		paragraphs = append(paragraphs, draw.WrapText(sentence, textSize, width))
	}
	return paragraphs
}

// addRules writes the description and the rules into a slot.
func (t *typesetter) addRules(s *puzzleParts, room *pageSlot, joined bool) {
	for _, lines := range s.ruleLines(room.width, joined) {
		t.addLines(room, draw.PagePart{LetterSize: textSize}, lines)
		room.top += paragraphGap
	}
}

// haveEqualRules reports whether all puzzles have the same rules, so that the rules can be written once for all.
func haveEqualRules(all []*puzzleParts) bool {
	return !slices.ContainsFunc(all, func(s *puzzleParts) bool {
		return !slices.Equal(s.ruleSentences, all[0].ruleSentences) ||
			!slices.Equal(s.descriptionLines, all[0].descriptionLines)
	})
}

// slotGrid is an arrangement of equal slots on a page, in columns and rows.
type slotGrid struct {
	columnCount    int
	topOfFirstRow  float64
	slotDistance   float64 // distance between neighbouring slots
	width, height  float64 // width and height of a slot, including the distance to the next
	rulesAreShared bool    // whether the puzzles have the same rules, which are written above the grid
}

// newSlotGrid returns the grid of a page that has as many slots as the argument per says.
func (t *typesetter) newSlotGrid(some []*puzzleParts, per int) slotGrid {
	g := slotGrid{topOfFirstRow: paperMargin, slotDistance: 2 * partGap,
		rulesAreShared: len(some) > 1 && haveEqualRules(some)}
	if g.rulesAreShared {
		if height := some[0].heightOfRules(t.textWidth()); height > 0 {
			g.topOfFirstRow += height + partGap
		}
	}
	g.columnCount = chooseGridColumns(per, t.textWidth(), t.textBottom()-g.topOfFirstRow)
	down := (per + g.columnCount - 1) / g.columnCount
	g.width, g.height = (t.textWidth()+g.slotDistance)/float64(g.columnCount),
		(t.textBottom()-g.topOfFirstRow+g.slotDistance)/float64(down)
	return g
}

// slotOfPuzzle returns the slot of the puzzle with index k on the page.
func (g slotGrid) slotOfPuzzle(k int) pageSlot {
	x, y := paperMargin+float64(k%g.columnCount)*g.width, g.topOfFirstRow+float64(k/g.columnCount)*g.height
	return pageSlot{x, y, g.width - g.slotDistance, y + g.height - g.slotDistance}
}

// placeInGrid places some puzzles on the current page, in a grid with as many slots as the argument per says.
func (t *typesetter) placeInGrid(some []*puzzleParts, per int) error {
	g := t.newSlotGrid(some, per)
	if width := g.slotOfPuzzle(0).width; width < minSlotWidth {
		return fmt.Errorf("%s: it does not fit on the paper: it would be %.1f mm wide; %s", some[0].Input().Name,
			max(0, width), wayToFit)
	}
	if head := t.slotOfWholePage(); g.rulesAreShared {
		t.addRules(some[0], &head, true)
	}
	page := len(t.pages)
	for k, s := range some {
		if len(t.pages) > page { // the pieces of the previous puzzle have started a new page
			t.addPage()
			page = len(t.pages)
		}
		if _, err := t.placePuzzle(s, g.slotOfPuzzle(k), false, !g.rulesAreShared); err != nil {
			return fmt.Errorf("%s: %w", s.Input().Name, err)
		}
	}
	return nil
}

// chooseGridColumns returns the number of columns of a grid with count squares that makes the squares largest.
func chooseGridColumns(count int, width, height float64) (best int) {
	side := func(across int) float64 {
		down := (count + across - 1) / across
		return min(width/float64(across), height/float64(down)-2*smallTitle)
	}
	best = 1
	for across := 2; across <= count; across++ {
		if side(across) > side(best) {
			best = across
		}
	}
	return best
}

// placePuzzle places a puzzle in a slot. Pieces and text that do not fit there continue on the next pages. It returns
// the unused rest of the slot, or of the last page.
func (t *typesetter) placePuzzle(s *puzzleParts, room pageSlot, alone, withRules bool) (pageSlot, error) {
	size := smallTitle
	if alone {
		size = titleSize
	}
	if s.TitleNote != "" {
		t.addPagePart(draw.PagePart{X: room.left + room.width, Y: room.top + 0.95*size, LetterSize: noteSize,
			Text:       s.TitleNote,
			TextAnchor: "end"})
	}
	noteRoom := min(room.width/2, noteSize*0.6*float64(utf8.RuneCountInString(s.TitleNote)+2))
	t.addLines(&room, draw.PagePart{LetterSize: size, IsBold: true}, s.titleLines(size, room.width-noteRoom))
	room.top += 1.5
	if withRules {
		t.addRules(s, &room, !alone)
	}
	room.top += 1.5
	if s.boardPicture == nil {
		return t.placeTypewriterText(s.textLines, room), nil
	}
	scale, err := t.boardScale(s, room)
	if err != nil {
		return room, err
	}
	t.addPagePart(draw.PagePart{X: room.left + (room.width-scale*s.boardPicture.Width)/2, Y: room.top,
		PictureBlock: s.boardPicture,
		BlockScale:   scale})
	room.top += scale * s.boardPicture.Height
	if len(s.listedWords)+len(s.printedPieces) > 0 {
		room.top += partGap
	}
	t.placeWordList(s.listedWords, &room)
	return t.placePieces(s, room, scale), nil
}

// wayToFit is the hint if a puzzle does not fit.
const wayToFit = "fewer puzzles on a page or a larger --paper may help"

// boardScale returns the scale at which a board is drawn, such that its pieces fit on a page at the same scale.
func (t *typesetter) boardScale(s *puzzleParts, room pageSlot) (float64, error) {
	fits := scaleToFit(*s.boardPicture, room)
	if !s.hasSolidPieces {
		for _, k := range s.printedPieces {
			fits = min(fits, scaleToFit(k.pieceDrawing, t.slotOfWholePage()))
		}
	}
	fits = max(0, math.Floor(10*defaultCellSize*fits)/10) // in millimetres
	cell := cmp.Or(t.options.CellSize, min(defaultCellSize, fits))
	switch {
	case fits < minCellSize:
		return 0, fmt.Errorf("it does not fit on the paper: cells would have %.1f mm, and %g are readable; %s", fits,
			minCellSize, wayToFit)
	case cell > fits:
		return 0, fmt.Errorf("it does not fit on the paper with cells of %g mm: --cell %g does", cell, fits)
	}
	return cell / defaultCellSize, nil
}

// placeWordList lists words in columns.
func (t *typesetter) placeWordList(words []string, room *pageSlot) {
	if len(words) == 0 {
		return
	}
	lines := draw.WrapText(strings.Join(words, ", "), textSize, room.width)
	t.addLines(room, draw.PagePart{LetterSize: textSize}, lines)
	room.top += partGap
}

// placePieces places pieces in rows in the rest of a slot, and then on additional pages. The result is the unused rest
// of the last page.
func (t *typesetter) placePieces(s *puzzleParts, room pageSlot, scale float64) pageSlot {
	if len(s.printedPieces) == 0 {
		return room
	}
	rows := &pieceRows{typesetter: t, parts: s, scale: scale, piecesNoun: "pieces to cut out", remainingSlot: room}
	if s.hasSolidPieces {
		rows.piecesNoun, rows.scale = "pieces", min(scale, maxSolidCellSize/defaultCellSize)
	}
	for _, k := range s.printedPieces {
		for n := range k.copyCount {
			if n > 0 {
				k.copiesNote = ""
			}
			rows.addPiece(k)
		}
	}
	if s.pieceKey.Height > 0 {
		// the key of shortened names has a row of its own
		rows.lastRowRight = rows.remainingSlot.left + rows.remainingSlot.width
		rows.addPiece(printedPiece{pieceDrawing: s.pieceKey})
	}
	rows.remainingSlot.top += rows.lastRowHeight
	return rows.remainingSlot
}

// pieceRows is an arrangement of pieces in rows, below a heading on each page.
type pieceRows struct {
	*typesetter
	parts      *puzzleParts
	scale      float64
	piecesNoun string // word for the pieces in the heading: pieces, or another noun
	// whether the board is on an earlier page, so that the heading includes the title of the puzzle
	isOnLaterPage               bool
	hasHeading                  bool     // whether the heading is already on the page
	remainingSlot               pageSlot // unused rest of the page, from the upper edge of the last row down
	lastRowRight, lastRowHeight float64  // right edge and height of the last row
}

// addPiece places a piece at the end of the last row. If the piece does not fit there, it begins a new row or a new
// page.
func (r *pieceRows) addPiece(k printedPiece) {
	scale := r.scale
	if r.parts.hasSolidPieces {
		scale = min(scale, scaleToFit(k.pieceDrawing, r.slotOfWholePage()))
	}
	width, height := scale*k.pieceDrawing.Width, scale*k.pieceDrawing.Height
	if k.copiesNote != "" {
		height += noteHeight
		width = max(width, 0.6*noteSize*float64(len(k.copiesNote)))
	}
	if r.hasHeading && r.lastRowRight+width > r.remainingSlot.left+r.remainingSlot.width {
		r.lastRowRight, r.remainingSlot.top, r.lastRowHeight = r.remainingSlot.left,
			r.remainingSlot.top+r.lastRowHeight+cutGap, 0
	}
	if r.hasHeading && r.remainingSlot.top+height > r.remainingSlot.bottom ||
		!r.hasHeading && (r.remainingSlot.top+lineHeight*textSize+height > r.remainingSlot.bottom ||
			width > r.remainingSlot.width) {
		r.addPage()
		r.remainingSlot, r.hasHeading, r.isOnLaterPage = r.slotOfWholePage(), false, true
	}
	if !r.hasHeading {
		r.beginPieceRows()
	}
	r.addPagePart(draw.PagePart{X: r.lastRowRight, Y: r.remainingSlot.top, PictureBlock: &k.pieceDrawing,
		BlockScale: scale})
	if k.copiesNote != "" {
		r.addPagePart(draw.PagePart{X: r.lastRowRight + width/2, Y: r.remainingSlot.top + height - 0.3*noteSize,
			LetterSize: noteSize,
			Text:       k.copiesNote,
			TextAnchor: "middle"})
	}
	r.lastRowRight, r.lastRowHeight = r.lastRowRight+width+cutGap, max(r.lastRowHeight, height)
}

// beginPieceRows writes the heading on the page, and requests a ruler if pieces are to be cut out.
func (r *pieceRows) beginPieceRows() {
	heading := strings.ToUpper(r.piecesNoun[:1]) + r.piecesNoun[1:]
	if r.isOnLaterPage {
		heading = r.parts.puzzleTitle + ": " + r.piecesNoun
	}
	r.addLines(&r.remainingSlot, draw.PagePart{LetterSize: textSize, IsBold: true}, []string{heading})
	r.lastRowRight, r.lastRowHeight, r.hasHeading = r.remainingSlot.left, 0, true
	if !r.parts.hasSolidPieces {
		r.isRulerOnPage[len(r.pages)-1] = true
	}
}

// placeTypewriterText writes a text in a monospaced font into a slot, and then on additional pages. A line that is too
// long continues on the next line, with an indent. It returns the unused rest of the last page.
func (t *typesetter) placeTypewriterText(lines []string, room pageSlot) pageSlot {
	longest := 1
	for _, line := range lines {
		longest = max(longest, utf8.RuneCountInString(line))
	}
	size := min(textSize, max(minLetterSize, room.width/(typewriterWidth*float64(longest))))
	fits := int(room.width / (typewriterWidth * size))
	for _, whole := range lines {
		for line, rest := splitLine(whole, fits); ; line, rest = splitLine(continuationIndent+rest, fits) {
			if room.top+lineHeight*size > room.bottom {
				t.addPage()
				room = t.slotOfWholePage()
			}
			t.addLines(&room, draw.PagePart{LetterSize: size, IsMonospaced: true}, []string{line})
			if rest == "" {
				break
			}
		}
	}
	return room
}

const (
	minLetterSize = 2.4 // smallest font size of a text, in millimetres
	// typewriterWidth is the width of a typewriter letter, divided by the font size. It is slightly more than the width
	// in the Go font.
	typewriterWidth    = 0.61
	continuationIndent = "    "
	// minSlotWidth is the least width of a slot, in millimetres: a continued line has room for one letter.
	minSlotWidth = float64(len(continuationIndent)+1) * typewriterWidth * minLetterSize
)

// splitLine splits a line after at most maxLetters letters, at a blank if one of these is a blank.
func splitLine(line string, maxLetters int) (first, rest string) {
	letters := []rune(line)
	if len(letters) <= maxLetters {
		return line, ""
	}
	at := maxLetters
	for k := maxLetters; k > len(continuationIndent); k-- {
		if letters[k] == ' ' {
			at = k
			break
		}
	}
	return string(letters[:at]), strings.TrimLeft(string(letters[at:]), " ")
}

// Answers are small. A page has at most answersAcross times answersDown answers, with cells of at most answerScale
// times the usual width.
const (
	answersAcross, answersDown = 3, 4
	answerScale                = 0.6
)

// placeAnswers places the answers on pages at the end: first pictures in rows, and then the answers that are texts.
func (t *typesetter) placeAnswers(all []*puzzleParts) {
	var pictures, texts []*puzzleParts
	for _, s := range all {
		switch {
		case s.Answer != nil && s.boardPicture == nil:
			texts = append(texts, s)
		case s.Answer != nil || s.HasNoAnswer:
			pictures = append(pictures, s)
		}
	}
	title, first := "Answers", len(t.pages)
	if len(pictures)+len(texts) == 1 {
		title = "Answer"
	}
	for some := range slices.Chunk(pictures, answersAcross*answersDown) {
		room := t.addAnswerPage(title)
		across := min(len(some), answersAcross)
		down := (len(some) + across - 1) / across
		g := slotGrid{columnCount: across, topOfFirstRow: room.top, slotDistance: partGap,
			width: (t.textWidth() + partGap) / float64(across)}
		g.height = min((t.textBottom()-room.top)/float64(down), g.width+partGap)
		for k, s := range some {
			t.placeAnswer(s, g.slotOfPuzzle(k))
		}
	}
	var room pageSlot
	for k, s := range texts {
		if k == 0 || room.top+3*lineHeight*textSize > room.bottom {
			room = t.addAnswerPage(title)
		}
		t.addLines(&room, draw.PagePart{LetterSize: textSize, IsBold: true}, s.titleLines(textSize, room.width))
		room = t.placeTypewriterText(answerLines(*s.Answer), room)
		room.top += partGap
	}
	for page := first; page < len(t.pages); page++ {
		for k := range t.pages[page].PageParts {
			t.pages[page].PageParts[k].IsFlipped = t.options.AnswersFlipped
		}
	}
}

// addAnswerPage starts a page with answers, and returns the slot below its heading.
func (t *typesetter) addAnswerPage(title string) pageSlot {
	t.addPage()
	room := t.slotOfWholePage()
	t.addLines(&room, draw.PagePart{LetterSize: titleSize, IsBold: true}, []string{title})
	room.top += 2
	return room
}

// titleLines returns the title of a puzzle, wrapped into lines of bold letters with a font size.
func (s *puzzleParts) titleLines(size, width float64) []string {
	return draw.WrapText(s.puzzleTitle, boldWidth*size, width)
}

// placeAnswer places the picture of an answer in a slot.
func (t *typesetter) placeAnswer(s *puzzleParts, room pageSlot) {
	t.addLines(&room, draw.PagePart{LetterSize: textSize, IsBold: true}, s.titleLines(textSize, room.width))
	if s.HasNoAnswer {
		t.addLines(&room, draw.PagePart{LetterSize: textSize}, []string{"There is no solution."})
		return
	}
	blocks, _ := draw.NewPictureBlocks([]draw.Picture{solutionPicture(*s.Answer)}, room.width)
	t.addPagePart(draw.PagePart{X: room.left, Y: room.top, PictureBlock: &blocks[0],
		BlockScale: min(answerScale, scaleToFit(blocks[0], room))})
}

// addPageFeet writes the page number at the foot of each page, and draws a ruler where one is needed.
func (t *typesetter) addPageFeet(title string) {
	y := t.paperSize[1] - paperMargin
	for k := range t.pages {
		page := &t.pages[k]
		page.Title = title
		if len(t.pages) > 1 {
			page.PageParts = append(page.PageParts, draw.PagePart{X: t.paperSize[0] / 2, Y: y, LetterSize: noteSize,
				TextAnchor: "middle",
				Text:       fmt.Sprintf("%d / %d", k+1, len(t.pages))})
		}
		if !t.isRulerOnPage[k] {
			continue
		}
		for _, line := range [][4]float64{{0, 0, rulerLength, 0}, {0, -1.5, 0, 1.5},
			{rulerLength, -1.5, rulerLength, 1.5}} {
			page.PageParts = append(page.PageParts, draw.PagePart{X: paperMargin + line[0], Y: y + line[1],
				LineEnd: &[2]float64{paperMargin + line[2], y + line[3]}})
		}
		page.PageParts = append(page.PageParts, draw.PagePart{X: paperMargin + rulerLength/2, Y: y - 1.2,
			LetterSize: noteSize,
			TextAnchor: "middle", Text: fmt.Sprintf("%g mm", rulerLength)})
	}
}
