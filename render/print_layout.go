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

// How puzzles stand on the pages of a booklet: in slots, which are rectangles of a page, one below the other or in a
// grid. Pieces to cut out and answers follow.

// Bounds of pages and cells. Lengths are in millimetres.
const (
	maxPrintedPages  = 3000
	minCellSize      = 2.0
	defaultCellSize  = 10.0
	maxSolidCellSize = 6.0 // pieces in space are shown, and not cut out
)

// Sizes on paper, in millimetres.
const (
	paperMargin = 15.0
	footRoom    = 8.0 // above the lower margin, for the number of the page and the ruler
	titleSize   = 5.6
	smallTitle  = 4.4
	textSize    = 3.5
	lineHeight  = 1.35 // distance of lines, by their size
	noteSize    = 3.3
	noteHeight  = 1.2 * noteSize // of the note below a piece
	partGap     = 5.0
	// paragraphGap tells a sentence that begins from a line that goes on.
	paragraphGap = 0.8
	boldWidth    = 1.08 // of bold letters, by that of others
	cutGap       = 1.0
	rulerLength  = 50.0
)

// typesetter lays puzzles out on pages, from the top of each page to its foot.
type typesetter struct {
	options        BookletOptions
	paper          [2]float64
	pages          []draw.Page
	pagesWithRuler map[int]bool // pages with a ruler
}

func (t *typesetter) textWidth() float64  { return t.paper[0] - 2*paperMargin }
func (t *typesetter) textBottom() float64 { return t.paper[1] - paperMargin - footRoom }

// addPage begins a new page.
func (t *typesetter) addPage() {
	t.pages = append(t.pages, draw.Page{Width: t.paper[0], Height: t.paper[1]})
}

// addPart puts a part on the current page.
func (t *typesetter) addPart(p draw.PagePart) {
	page := &t.pages[len(t.pages)-1]
	page.PageParts = append(page.PageParts, p)
}

// pageSlot is the rectangle of a page that a puzzle may use, in millimetres from the upper left corner of the page.
type pageSlot struct{ x, y, width, bottom float64 }

// addLines puts lines of text into a slot, and moves its upper edge below them.
func (t *typesetter) addLines(s *pageSlot, style draw.PagePart, lines []string) {
	for _, line := range lines {
		p := style
		p.X, p.Y, p.Text = s.x, s.y+0.95*p.LetterSize, line
		t.addPart(p)
		s.y += lineHeight * p.LetterSize
	}
}

// setPuzzles puts all puzzles on pages: in a grid, if so many are asked for or several in a row are alike, and
// otherwise one below the other.
func (t *typesetter) setPuzzles(all []*puzzleParts) error {
	var room pageSlot // the rest of a page without a grid
	isSingle := len(all) == 1
	for k := 0; k < len(all); {
		if len(t.pages) > maxPrintedPages {
			return fmt.Errorf("this booklet has more than %d pages", maxPrintedPages)
		}
		rest := all[k:]
		per := cmp.Or(t.options.PerPage, t.puzzlesPerGrid(rest))
		if per > 1 {
			some := rest[:min(per, len(rest))]
			t.addPage()
			if err := t.setGrid(some, per); err != nil {
				return err
			}
			k, room = k+len(some), pageSlot{}
			continue
		}
		isCut := len(rest[0].pieces) > 0 && !rest[0].isSolid // scissors leave nothing of other puzzles on the page
		isFirst := t.options.PerPage == 1 || isCut || room.bottom < room.y+t.heightOf(rest[0])
		if isFirst {
			t.addPage()
			room = t.wholePage()
		}
		withRules := isFirst || !equalRules(all[k-1:k+1])
		var err error
		if room, err = t.setPuzzle(rest[0], room, isSingle, withRules); err != nil {
			return fmt.Errorf("%s: %w", rest[0].Input().Name, err)
		}
		if room.y += 2 * partGap; isCut {
			room = pageSlot{}
		}
		k++
	}
	return nil
}

// heightOf returns the height of a puzzle that has a page for itself.
func (t *typesetter) heightOf(s *puzzleParts) float64 {
	trial := &typesetter{options: t.options, paper: t.paper, pagesWithRuler: map[int]bool{}}
	trial.addPage()
	rest, err := trial.setPuzzle(s, t.wholePage(), false, true)
	if err != nil || len(trial.pages) > 1 {
		return t.paper[1]
	}
	return rest.y - paperMargin
}

// wholePage returns the slot of a puzzle that has a page for itself.
func (t *typesetter) wholePage() pageSlot {
	return pageSlot{paperMargin, paperMargin, t.textWidth(), t.textBottom()}
}

// puzzlesPerGrid returns the number of puzzles on a page, if the next ones have the same rules, boards of the same
// size, and nothing else: as many as there is room for with cells of the usual width. Otherwise it returns 1.
func (t *typesetter) puzzlesPerGrid(all []*puzzleParts) int {
	alike := 0
	for _, s := range all[:min(len(all), maxInGrid)] {
		if s.board == nil || len(s.pieces)+len(s.words) > 0 || !equalRules([]*puzzleParts{all[0], s}) ||
			s.board.Width != all[0].board.Width || s.board.Height != all[0].board.Height {
			break
		}
		alike++
	}
	for per := alike; per > 1; per-- {
		g := t.newGrid(all[:per], per)
		room := g.slot(0)
		room.y += all[0].headHeight(room.width, false) + 1.5
		if defaultCellSize*fitScale(*all[0].board, room) >= cmp.Or(t.options.CellSize, defaultCellSize) {
			return per
		}
	}
	return 1
}

// maxInGrid is the number of puzzles on a page, unless more are asked for.
const maxInGrid = 12

// fitScale returns the scale at which a block fits into a slot.
func fitScale(b draw.Block, s pageSlot) float64 { return min(s.width/b.Width, (s.bottom-s.y)/b.Height) }

// headHeight returns the height of the title and the rules of a puzzle.
func (s *puzzleParts) headHeight(width float64, withRules bool) float64 {
	room := lineHeight*smallTitle*float64(len(s.titleLines(smallTitle, width))) + 1.5
	if withRules {
		room += s.rulesHeight(width)
	}
	return room
}

// rulesHeight returns the height of the description and of the rules, which are one paragraph.
func (s *puzzleParts) rulesHeight(width float64) (height float64) {
	for _, lines := range s.ruleLines(width, true) {
		height += lineHeight*textSize*float64(len(lines)) + paragraphGap
	}
	return height
}

// ruleLines returns the lines of the description and of the rules, which are one paragraph or have one each.
func (s *puzzleParts) ruleLines(width float64, joined bool) (paragraphs [][]string) {
	for _, paragraph := range s.description {
		paragraphs = append(paragraphs, draw.WrapText(paragraph, textSize, width))
	}
	sentences := s.rules
	if joined {
		sentences = []string{strings.Join(s.rules, " ")}
	}
	for _, sentence := range sentences {
		paragraphs = append(paragraphs, draw.WrapText(sentence, textSize, width))
	}
	return paragraphs
}

// addRules puts the description and the rules into a slot.
func (t *typesetter) addRules(s *puzzleParts, room *pageSlot, joined bool) {
	for _, lines := range s.ruleLines(room.width, joined) {
		t.addLines(room, draw.PagePart{LetterSize: textSize}, lines)
		room.y += paragraphGap
	}
}

// equalRules reports whether all puzzles have the same rules, which are then said once.
func equalRules(all []*puzzleParts) bool {
	return !slices.ContainsFunc(all, func(s *puzzleParts) bool {
		return !slices.Equal(s.rules, all[0].rules) || !slices.Equal(s.description, all[0].description)
	})
}

// slotGrid is an arrangement of equal slots on a page, in columns and rows.
type slotGrid struct {
	columns       int
	firstRow      float64
	gap           float64 // distance of slots
	width, height float64 // of a slot with its gap
	isShared      bool    // whether the puzzles have the same rules, which stand above the grid
}

// newGrid returns the grid of a page for so many puzzles.
func (t *typesetter) newGrid(some []*puzzleParts, per int) slotGrid {
	g := slotGrid{firstRow: paperMargin, gap: 2 * partGap, isShared: len(some) > 1 && equalRules(some)}
	if g.isShared {
		if height := some[0].rulesHeight(t.textWidth()); height > 0 {
			g.firstRow += height + partGap
		}
	}
	g.columns = chooseGrid(per, t.textWidth(), t.textBottom()-g.firstRow)
	down := (per + g.columns - 1) / g.columns
	g.width, g.height = (t.textWidth()+g.gap)/float64(g.columns), (t.textBottom()-g.firstRow+g.gap)/float64(down)
	return g
}

// slot returns the slot of a puzzle.
func (g slotGrid) slot(k int) pageSlot {
	x, y := paperMargin+float64(k%g.columns)*g.width, g.firstRow+float64(k/g.columns)*g.height
	return pageSlot{x, y, g.width - g.gap, y + g.height - g.gap}
}

// setGrid puts some puzzles on the current page, in a grid for so many.
func (t *typesetter) setGrid(some []*puzzleParts, per int) error {
	g := t.newGrid(some, per)
	if width := g.slot(0).width; width < minSlotWidth {
		return fmt.Errorf("%s: it does not fit on the paper: it would be %.1f mm wide; %s", some[0].Input().Name,
			max(0, width), wayToFit)
	}
	if head := t.wholePage(); g.isShared {
		t.addRules(some[0], &head, true)
	}
	page := len(t.pages)
	for k, s := range some {
		if len(t.pages) > page { // pieces of the puzzle before have filled the page
			t.addPage()
			page = len(t.pages)
		}
		if _, err := t.setPuzzle(s, g.slot(k), false, !g.isShared); err != nil {
			return fmt.Errorf("%s: %w", s.Input().Name, err)
		}
	}
	return nil
}

// chooseGrid returns the number of slots side by side in which squares are largest.
func chooseGrid(count int, width, height float64) (best int) {
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

// setPuzzle puts a puzzle into a slot. What does not fit there, pieces and text, goes on over the next pages. It
// returns the rest of the slot, or of the last page.
func (t *typesetter) setPuzzle(s *puzzleParts, room pageSlot, alone, withRules bool) (pageSlot, error) {
	size := smallTitle
	if alone {
		size = titleSize
	}
	if s.TitleNote != "" {
		t.addPart(draw.PagePart{X: room.x + room.width, Y: room.y + 0.95*size, LetterSize: noteSize, Text: s.TitleNote,
			TextAnchor: "end"})
	}
	noteRoom := min(room.width/2, noteSize*0.6*float64(utf8.RuneCountInString(s.TitleNote)+2))
	t.addLines(&room, draw.PagePart{LetterSize: size, IsBold: true}, s.titleLines(size, room.width-noteRoom))
	room.y += 1.5
	if withRules {
		t.addRules(s, &room, !alone)
	}
	room.y += 1.5
	if s.board == nil {
		return t.setText(s.lines, room), nil
	}
	scale, err := t.boardScale(s, room)
	if err != nil {
		return room, err
	}
	t.addPart(draw.PagePart{X: room.x + (room.width-scale*s.board.Width)/2, Y: room.y, Block: s.board,
		BlockScale: scale})
	room.y += scale * s.board.Height
	if len(s.words)+len(s.pieces) > 0 {
		room.y += partGap
	}
	t.setWords(s.words, &room)
	return t.setPieces(s, room, scale), nil
}

// wayToFit is the hint to those whose puzzle does not fit.
const wayToFit = "fewer puzzles on a page or a larger --paper may help"

// boardScale returns the scale of a board. Its pieces fit on a page at the same scale.
func (t *typesetter) boardScale(s *puzzleParts, room pageSlot) (float64, error) {
	fits := fitScale(*s.board, room)
	if !s.isSolid {
		for _, k := range s.pieces {
			fits = min(fits, fitScale(k.block, t.wholePage()))
		}
	}
	fits = max(0, math.Floor(10*defaultCellSize*fits)/10) // millimetres
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

// setWords lists words in columns.
func (t *typesetter) setWords(words []string, room *pageSlot) {
	if len(words) == 0 {
		return
	}
	lines := draw.WrapText(strings.Join(words, ", "), textSize, room.width)
	t.addLines(room, draw.PagePart{LetterSize: textSize}, lines)
	room.y += partGap
}

// setPieces puts pieces side by side into the rest of a slot, and then on pages of their own. It returns the rest of
// the last page.
func (t *typesetter) setPieces(s *puzzleParts, room pageSlot, scale float64) pageSlot {
	if len(s.pieces) == 0 {
		return room
	}
	rows := &pieceRows{typesetter: t, parts: s, scale: scale, noun: "pieces to cut out", room: room}
	if s.isSolid {
		rows.noun, rows.scale = "pieces", min(scale, maxSolidCellSize/defaultCellSize)
	}
	for _, k := range s.pieces {
		for n := range k.copies {
			if n > 0 {
				k.note = ""
			}
			rows.addPiece(k)
		}
	}
	if s.key.Height > 0 {
		rows.x = rows.room.x + rows.room.width // the key has a row of its own
		rows.addPiece(printedPiece{block: s.key})
	}
	rows.room.y += rows.height
	return rows.room
}

// pieceRows is an arrangement of pieces in rows, below a heading on each page.
type pieceRows struct {
	*typesetter
	parts       *puzzleParts
	scale       float64
	noun        string   // what the heading calls the pieces
	isContinued bool     // whether the board is on an earlier page, so that the heading has the title of the puzzle too
	isBegun     bool     // whether the heading stands on the page
	room        pageSlot // the rest of the page, from the upper edge of the last row on
	x, height   float64  // right end and height of the last row
}

// addPiece puts a piece at the end of the last row, or else into a new row, or on a new page.
func (r *pieceRows) addPiece(k printedPiece) {
	scale := r.scale
	if r.parts.isSolid {
		scale = min(scale, fitScale(k.block, r.wholePage()))
	}
	width, height := scale*k.block.Width, scale*k.block.Height
	if k.note != "" {
		height += noteHeight
		width = max(width, 0.6*noteSize*float64(len(k.note)))
	}
	if r.isBegun && r.x+width > r.room.x+r.room.width {
		r.x, r.room.y, r.height = r.room.x, r.room.y+r.height+cutGap, 0
	}
	if r.isBegun && r.room.y+height > r.room.bottom ||
		!r.isBegun && (r.room.y+lineHeight*textSize+height > r.room.bottom || width > r.room.width) {
		r.addPage()
		r.room, r.isBegun, r.isContinued = r.wholePage(), false, true
	}
	if !r.isBegun {
		r.beginRows()
	}
	r.addPart(draw.PagePart{X: r.x, Y: r.room.y, Block: &k.block, BlockScale: scale})
	if k.note != "" {
		r.addPart(draw.PagePart{X: r.x + width/2, Y: r.room.y + height - 0.3*noteSize, LetterSize: noteSize,
			Text:       k.note,
			TextAnchor: "middle"})
	}
	r.x, r.height = r.x+width+cutGap, max(r.height, height)
}

// beginRows puts the heading on the page, and asks for a ruler if pieces are to be cut out.
func (r *pieceRows) beginRows() {
	heading := strings.ToUpper(r.noun[:1]) + r.noun[1:]
	if r.isContinued {
		heading = r.parts.title + ": " + r.noun
	}
	r.addLines(&r.room, draw.PagePart{LetterSize: textSize, IsBold: true}, []string{heading})
	r.x, r.height, r.isBegun = r.room.x, 0, true
	if !r.parts.isSolid {
		r.pagesWithRuler[len(r.pages)-1] = true
	}
}

// setText puts a text in the letters of a typewriter into a slot, and then on pages of its own. Lines that are too long
// go on below, a bit further in. It returns the rest of the last page.
func (t *typesetter) setText(lines []string, room pageSlot) pageSlot {
	longest := 1
	for _, line := range lines {
		longest = max(longest, utf8.RuneCountInString(line))
	}
	size := min(textSize, max(minLetterSize, room.width/(typewriterWidth*float64(longest))))
	fits := int(room.width / (typewriterWidth * size))
	for _, whole := range lines {
		for line, rest := cutLine(whole, fits); ; line, rest = cutLine(continuationIndent+rest, fits) {
			if room.y+lineHeight*size > room.bottom {
				t.addPage()
				room = t.wholePage()
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
	minLetterSize = 2.4 // size of the smallest letters of a text, in millimetres
	// typewriterWidth is the width of a letter, by its size: a little more than the fonts have.
	typewriterWidth    = 0.61
	continuationIndent = "    "
	// minSlotWidth has room for a letter of a line that goes on, in millimetres.
	minSlotWidth = float64(len(continuationIndent)+1) * typewriterWidth * minLetterSize
)

// cutLine splits a line after so many letters at most, at a blank if there is one.
func cutLine(line string, maxLetters int) (first, rest string) {
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

// Answers are small: so many fit on a page, with cells of half the usual width at most.
const (
	answersAcross, answersDown = 3, 4
	answerScale                = 0.6
)

// setAnswers puts the answers on pages at the end: pictures side by side, and then those that are texts.
func (t *typesetter) setAnswers(all []*puzzleParts) {
	var pictures, texts []*puzzleParts
	for _, s := range all {
		switch {
		case s.Answer != nil && s.board == nil:
			texts = append(texts, s)
		case s.Answer != nil || s.Unsolvable:
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
		g := slotGrid{columns: across, firstRow: room.y, gap: partGap,
			width: (t.textWidth() + partGap) / float64(across)}
		g.height = min((t.textBottom()-room.y)/float64(down), g.width+partGap)
		for k, s := range some {
			t.setAnswer(s, g.slot(k))
		}
	}
	var room pageSlot
	for k, s := range texts {
		if k == 0 || room.y+3*lineHeight*textSize > room.bottom {
			room = t.addAnswerPage(title)
		}
		t.addLines(&room, draw.PagePart{LetterSize: textSize, IsBold: true}, s.titleLines(textSize, room.width))
		room = t.setText(answerLines(*s.Answer), room)
		room.y += partGap
	}
	for page := first; page < len(t.pages); page++ {
		for k := range t.pages[page].PageParts {
			t.pages[page].PageParts[k].IsFlipped = t.options.AnswersFlipped
		}
	}
}

// addAnswerPage begins a page with answers, and returns the rest of it.
func (t *typesetter) addAnswerPage(title string) pageSlot {
	t.addPage()
	room := t.wholePage()
	t.addLines(&room, draw.PagePart{LetterSize: titleSize, IsBold: true}, []string{title})
	room.y += 2
	return room
}

// titleLines returns the title in lines of bold letters of a size.
func (s *puzzleParts) titleLines(size, width float64) []string {
	return draw.WrapText(s.title, boldWidth*size, width)
}

// setAnswer puts the picture of an answer into a slot.
func (t *typesetter) setAnswer(s *puzzleParts, room pageSlot) {
	t.addLines(&room, draw.PagePart{LetterSize: textSize, IsBold: true}, s.titleLines(textSize, room.width))
	if s.Unsolvable {
		t.addLines(&room, draw.PagePart{LetterSize: textSize}, []string{"There is no solution."})
		return
	}
	blocks, _ := draw.NewBlocks([]draw.Picture{pictureOf(*s.Answer)}, room.width)
	t.addPart(draw.PagePart{X: room.x, Y: room.y, Block: &blocks[0],
		BlockScale: min(answerScale, fitScale(blocks[0], room))})
}

// setFeet puts the number of the page at the foot of each page, and a ruler where one is needed.
func (t *typesetter) setFeet(title string) {
	y := t.paper[1] - paperMargin
	for k := range t.pages {
		page := &t.pages[k]
		page.Title = title
		if len(t.pages) > 1 {
			page.PageParts = append(page.PageParts, draw.PagePart{X: t.paper[0] / 2, Y: y, LetterSize: noteSize,
				TextAnchor: "middle",
				Text:       fmt.Sprintf("%d / %d", k+1, len(t.pages))})
		}
		if !t.pagesWithRuler[k] {
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
