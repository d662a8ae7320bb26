package render

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"quadrille"
	"quadrille/compile/draw"
	"quadrille/compile/model"
	"quadrille/lang/source"
)

// This file collects the parts of a puzzle that are printed. It does not depend on the size and the number of pages.

// Bounds of the printed parts of a puzzle.
const (
	maxPrintedCells  = 40_000 // largest number of cells of the board and of the pieces together
	maxPrintedPieces = 500    // largest number of pieces to cut out
	maxTextLines     = 400    // largest number of lines of the text of a puzzle without a board
	maxListedWords   = 120    // largest number of words in a list from which words are put on the board
)

// puzzleParts holds the parts of a puzzle that are printed.
type puzzleParts struct {
	PrintedPuzzle
	puzzleTitle      string
	descriptionLines []string // lines of the puzzle's description
	ruleSentences    []string // rules of the puzzle, one sentence each
	textLines        []string // lines of the puzzle's text, if it has no board
	listedWords      []string // words of the list from which words are put on the board
	boardPicture     *draw.PictureBlock
	printedPieces    []printedPiece
	pieceKey         draw.PictureBlock
	hasSolidPieces   bool // whether pieces are in space, so that they are shown and not cut out
}

// printedPiece is a piece with its number of copies, and a note on that number.
type printedPiece struct {
	pieceDrawing draw.PictureBlock
	copyCount    int
	copiesNote   string
}

// collectParts returns the parts of a puzzle that are printed. The argument textWidth is the width of a page without
// its margins, in millimetres.
func collectParts(p PrintedPuzzle, o BookletOptions, textWidth float64) (*puzzleParts, error) {
	if p.Input().IsDump && !p.IsDrawable() {
		return nil, errors.New("this is a matrix, and no puzzle that people solve on paper")
	}
	m := p.Program().Puzzle
	if !p.Input().IsDump && !m.HasFillingStatement() {
		return nil, errors.New("this file asks for nothing, so there is no puzzle to print")
	}
	s := &puzzleParts{PrintedPuzzle: p, puzzleTitle: cmp.Or(p.Title(), titleOfFile(p.Input().Name))}
	if !o.WithoutRules {
		s.descriptionLines, s.ruleSentences = paragraphsOf(m.AboutText), p.Program().RulesInWords()
	}
	if m.WordPuzzle != nil && len(m.WordPuzzle.WordList) <= maxListedWords {
		s.listedWords = m.WordPuzzle.WordList
	}
	if !p.IsDrawable() {
		return s, s.readTextLines()
	}
	if n := countPrintedCells(m); n > maxPrintedCells {
		return nil, fmt.Errorf("the board and the pieces have %d cells, and paper has room for %d", n, maxPrintedCells)
	}
	blocks, _ := draw.NewPictureBlocks([]draw.Picture{p.Program().UnsolvedPicture()}, textWidth)
	s.boardPicture = &blocks[0]
	if o.WithoutPieces {
		return s, nil
	}
	return s, s.drawPieces(textWidth)
}

// titleOfFile returns the name of a file as a title, or "" for a link and for standard input.
func titleOfFile(name string) string {
	base := strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
	if base == filepath.Base(name) {
		return "Puzzle"
	}
	first, size := utf8.DecodeRuneInString(base)
	return string(unicode.ToUpper(first)) + base[size:]
}

// paragraphsOf returns the paragraphs of a description. Lines of pictures in the description are kept as they are.
func paragraphsOf(about string) (lines []string) {
	for line := range strings.Lines(strings.TrimSpace(about)) {
		if line = strings.TrimRight(line, " \r\n"); strings.Contains(strings.TrimSpace(line), "  ") ||
			strings.HasPrefix(line, " ") {
			return strings.Split(strings.TrimSpace(about), "\n")
		}
		if line == "" || len(lines) == 0 {
			lines = append(lines, "")
		}
		lines[len(lines)-1] = strings.TrimSpace(lines[len(lines)-1] + " " + line)
	}
	return lines
}

// readTextLines sets textLines to the text of a puzzle without a board.
func (s *puzzleParts) readTextLines() error {
	text := strings.ReplaceAll(strings.TrimRight(string(s.Input().Text), "\n"), "\t", "    ")
	if s.textLines = strings.Split(text, "\n"); len(s.textLines) > maxTextLines {
		return fmt.Errorf("%w, and its text has %d lines; %d are printed at most", quadrille.ErrNothingToDraw,
			len(s.textLines),
			maxTextLines)
	}
	for k, line := range s.textLines {
		s.textLines[k] = source.EscapeText(line)
	}
	return nil
}

// countPrintedCells returns how many cells of a puzzle are drawn: on the board and in pieces.
func countPrintedCells(m *model.Puzzle) (n int) {
	if m.Packing != nil {
		n = len(m.Packing.Board.Cells) + len(m.Packing.Board.OptionalCells)
		for _, k := range m.Packing.Pieces {
			n += len(k.Shape)
		}
	}
	if m.Chessmen != nil {
		n += len(m.Chessmen.Board.Cells)
	}
	if m.Filling != nil {
		n += len(m.Filling.Board.Cells)
	}
	if m.WordPuzzle != nil {
		n += m.WordPuzzle.Rows * m.WordPuzzle.Columns
	}
	if m.Dissection != nil {
		n += 2 * len(m.Dissection.SourceShape)
	}
	return n
}

// maxCopiesOf returns the largest number of copies of a piece in a solution, and a note if solutions may have fewer
// copies.
func maxCopiesOf(k *model.PackedPiece, b *model.Board) (copies int, note string) {
	switch n := k.Copies; {
	case k.PieceChoice != nil:
		return 1, ""
	case n.Max == model.Unlimited && n.Min > 0:
		return len(b.AllCells()) / len(k.Shape), fmt.Sprintf("at least %d", n.Min)
	case n.Max == model.Unlimited:
		return len(b.AllCells()) / len(k.Shape), "as many as fit"
	case n.Min != n.Max:
		return n.Max, fmt.Sprintf("%d to %d", n.Min, n.Max)
	default:
		return n.Max, ""
	}
}

// drawPieces draws the pieces whose places on the board are not fixed.
func (s *puzzleParts) drawPieces(keyWidth float64) error {
	pack := s.Program().Puzzle.Packing
	if pack == nil {
		return nil
	}
	fixed := map[string]int{}
	for _, pl := range s.Program().FixedPlacements() {
		fixed[pl.PieceName]++
	}
	var pictures []draw.Picture
	count := 0
	s.hasSolidPieces = pack.Board.Lattice.IsSolid()
	for _, k := range pack.Pieces {
		if k.FoundRegion != nil {
			continue // the shape of the piece is the answer, so it is not printed
		}
		copies, about := maxCopiesOf(k, pack.Board)
		if copies -= fixed[k.Name]; copies <= 0 {
			continue
		}
		if s.hasSolidPieces && about == "" && copies > 1 {
			about = fmt.Sprintf("%d times", copies)
		}
		if s.hasSolidPieces {
			copies = 1
		}
		if count += copies; count > maxPrintedPieces {
			continue
		}
		pictures = append(pictures, s.Program().PiecePicture(k))
		s.printedPieces = append(s.printedPieces, printedPiece{copyCount: copies, copiesNote: about})
	}
	if count > maxPrintedPieces {
		return fmt.Errorf("there are %d pieces to cut out, and %d are printed at most; `--pieces none` leaves them out",
			count, maxPrintedPieces)
	}
	if len(pictures) == 0 {
		return nil
	}
	blocks, key := draw.NewPictureBlocks(pictures, keyWidth)
	s.pieceKey = key
	for k, b := range blocks {
		s.printedPieces[k].pieceDrawing = b
	}
	return nil
}

// answerLines returns the lines of an answer that has no picture: the tables that the puzzle shows, or the options of
// the solution.
func answerLines(s quadrille.Solution) (lines []string) {
	for _, table := range s.Tables() {
		lines = append(lines, strings.Split(strings.TrimRight(table.Text(), "\n"), "\n")...)
	}
	if lines == nil {
		for _, row := range s.OptionItems() {
			lines = append(lines, source.EscapeText(strings.Join(row, " ")))
		}
	}
	return lines
}
