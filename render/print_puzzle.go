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

// What is printed of a puzzle, whatever the size and the number of pages.

// Bounds of what is printed of a puzzle.
const (
	maxPrintedCells  = 40_000 // cells with those of the pieces
	maxPrintedPieces = 500    // pieces to cut out
	maxTextLines     = 400    // lines of the text of a puzzle without a board
	maxListedWords   = 120    // words of its list
)

// puzzleParts holds the parts of a puzzle that are printed.
type puzzleParts struct {
	PrintedPuzzle
	title       string
	description []string // lines of the description
	rules       []string // sentences
	lines       []string // lines of the text, if there is no board
	words       []string // words of its list
	board       *draw.Block
	pieces      []printedPiece
	key         draw.Block
	isSolid     bool // whether pieces are shown, and not cut out
}

// printedPiece is a piece with its number of copies.
type printedPiece struct {
	block  draw.Block
	copies int
	note   string
}

// collectParts returns the parts of a puzzle that are printed. In millimetres, textWidth is the width of a page without
// its margins.
func collectParts(p PrintedPuzzle, o BookletOptions, textWidth float64) (*puzzleParts, error) {
	if p.Input().IsDump && !p.IsDrawable() {
		return nil, errors.New("this is a matrix, and no puzzle that people solve on paper")
	}
	m := p.Program().Puzzle
	if !p.Input().IsDump && !m.HasQuestion() {
		return nil, errors.New("this file asks for nothing, so there is no puzzle to print")
	}
	s := &puzzleParts{PrintedPuzzle: p, title: cmp.Or(p.Title(), titleOfFile(p.Input().Name))}
	if !o.WithoutRules {
		s.description, s.rules = aboutLines(m.AboutText), p.Program().RulesInWords()
	}
	if m.WordPuzzle != nil && len(m.WordPuzzle.WordList) <= maxListedWords {
		s.words = m.WordPuzzle.WordList
	}
	if !p.IsDrawable() {
		return s, s.readText()
	}
	if n := countPrintedCells(m); n > maxPrintedCells {
		return nil, fmt.Errorf("the board and the pieces have %d cells, and paper has room for %d", n, maxPrintedCells)
	}
	blocks, _ := draw.NewBlocks([]draw.Picture{p.Program().UnsolvedPicture()}, textWidth)
	s.board = &blocks[0]
	if o.WithoutPieces {
		return s, nil
	}
	return s, s.drawPieces(textWidth)
}

// titleOfFile returns the name of a file as a title. A link and standard input have none.
func titleOfFile(name string) string {
	base := strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
	if base == filepath.Base(name) {
		return "Puzzle"
	}
	first, size := utf8.DecodeRuneInString(base)
	return string(unicode.ToUpper(first)) + base[size:]
}

// aboutLines returns the paragraphs of a description. The lines of a picture stay.
func aboutLines(about string) (lines []string) {
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

// readText takes the text of a puzzle without a board.
func (s *puzzleParts) readText() error {
	text := strings.ReplaceAll(strings.TrimRight(string(s.Input().Text), "\n"), "\t", "    ")
	if s.lines = strings.Split(text, "\n"); len(s.lines) > maxTextLines {
		return fmt.Errorf("%w, and its text has %d lines; %d are printed at most", quadrille.ErrNothingToDraw,
			len(s.lines),
			maxTextLines)
	}
	for k, line := range s.lines {
		s.lines[k] = source.EscapeText(line)
	}
	return nil
}

// countPrintedCells returns the number of cells that are drawn of a puzzle.
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

// copiesOf returns the number of copies of a piece that a solution has at most, and a note if it may have fewer.
func copiesOf(k *model.PackedPiece, b *model.Board) (copies int, note string) {
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

// drawPieces draws the pieces that are not fixed on the board.
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
	s.isSolid = pack.Board.Lattice.IsSolid()
	for _, k := range pack.Pieces {
		if k.FoundRegion != nil {
			continue // its shape is what the puzzle asks for
		}
		copies, about := copiesOf(k, pack.Board)
		if copies -= fixed[k.Name]; copies <= 0 {
			continue
		}
		if s.isSolid && about == "" && copies > 1 {
			about = fmt.Sprintf("%d times", copies)
		}
		if s.isSolid {
			copies = 1
		}
		if count += copies; count > maxPrintedPieces {
			continue
		}
		pictures = append(pictures, s.Program().PiecePicture(k))
		s.pieces = append(s.pieces, printedPiece{copies: copies, note: about})
	}
	if count > maxPrintedPieces {
		return fmt.Errorf("there are %d pieces to cut out, and %d are printed at most; `--pieces none` leaves them out",
			count, maxPrintedPieces)
	}
	if len(pictures) == 0 {
		return nil
	}
	blocks, key := draw.NewBlocks(pictures, keyWidth)
	s.key = key
	for k, b := range blocks {
		s.pieces[k].block = b
	}
	return nil
}

// answerLines returns an answer in lines: what the puzzle shows, or its options.
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
