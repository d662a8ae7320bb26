package convert

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"

	"quadrille/runtime/format"
)

// The formats of other programs.
const (
	PuzzLink  format.Format = "puzz.link" // an address of pzpr
	FPuzzles  format.Format = "fpuzzles"  // a link to f-puzzles or SudokuPad, or the JSON that it holds
	IPuz      format.Format = "ipuz"      // a crossword or a sudoku as JSON
	Non       format.Format = "non"       // a nonogram, by clues for rows and columns
	Grid      format.Format = "grid"      // a sudoku, in lines with bars and comments
	BurrTools format.Format = "burrtools" // a packing of cubes, balls or prisms
	Pieces    format.Format = "pieces"    // drawings of pieces, or lists of their cells
)

// foreignFormats lists the formats of other programs.
func foreignFormats() []format.FormatInfo {
	return []format.FormatInfo{
		{Format: PuzzLink, Description: "a link to puzz.link, pzv.jp or another page of pzpr", Reads: true,
			IsPuzzleLink: true},
		{Format: FPuzzles, Description: "a link to f-puzzles or SudokuPad", Reads: true, IsPuzzleLink: true},
		{Format: IPuz, Description: "a crossword or a sudoku (.ipuz)", Reads: true, IsPuzzleLink: true},
		{Format: Non, Description: "a nonogram: lines of clues (.non)", Reads: true},
		{Format: Grid, Description: "a sudoku in lines, with bars and comments (.sdk, .sdm, .ss)", Reads: true},
		{Format: BurrTools, Description: "a packing of cubes, balls or prisms for BurrTools (.xmpuzzle)", Reads: true},
		{Format: Pieces, Description: "pieces drawn with # or letters, or listed by cells; only with --from",
			Reads: true},
	}
}

// extensions holds the format that belongs to each extension of file names.
var extensions = map[string]format.Format{
	".ipuz": IPuz, ".non": Non, ".sdk": Grid, ".sdm": Grid, ".ss": Grid, ".sud": Grid, ".xmpuzzle": BurrTools,
}

// headBytes is the number of bytes at the start of a text from which its format is recognized.
const headBytes = 512

// detectForeign returns the format of another program that a text has: by the extension of its name, or else by its
// content.
func detectForeign(name string, text []byte) (format.Format, bool) {
	if f, known := extensions[strings.ToLower(filepath.Ext(name))]; known {
		return f, true
	}
	head := string(bytes.TrimSpace(text[:min(len(text), headBytes)]))
	switch {
	case strings.HasPrefix(head, "\x1f\x8b"), strings.HasPrefix(head, "<?xml") && strings.Contains(head, "<puzzle"):
		return BurrTools, true
	case isPzpr(head):
		return PuzzLink, true
	case isIpuz(string(bytes.TrimSpace(text[:min(len(text), headBytes*8)]))):
		return IPuz, true
	case isFPuzzles(head):
		return FPuzzles, true
	case isNonFormat(text):
		return Non, true
	case isSudokuGrid(text):
		return Grid, true
	}
	return "", false
}

// readForeign converts a text in a format of another program to the language. The error is a list of diagnostics. It
// returns false for a format that is not of another program.
func readForeign(f format.Format, name string, text []byte) (puzzle string, ok bool, err error) {
	readers := map[format.Format]func(*textReader) (string, error){
		PuzzLink: pzprPuzzle, FPuzzles: fpuzzlesPuzzle, IPuz: ipuzPuzzle, Non: nonPuzzle, Grid: sudokuGridPuzzle,
		BurrTools: burrPuzzle, Pieces: piecesPuzzle,
	}
	read, ok := readers[f]
	if !ok {
		return "", false, nil
	}
	if IsLinkFormat(f) {
		text = bytes.TrimSpace(text)
	}
	r, err := newTextReader(name, bytes.TrimPrefix(text, []byte("\ufeff")))
	if err != nil {
		return "", true, err
	}
	puzzle, err = read(r)
	return puzzle, true, err
}

// IsLinkFormat reports whether [LinkOfPuzzle] can write a format. Each is a link, or a text about as short as one.
func IsLinkFormat(f format.Format) bool {
	return slices.ContainsFunc(foreignFormats(), func(i format.FormatInfo) bool {
		return i.Format == f &&
			i.IsPuzzleLink
	})
}

// LinkOfPuzzle returns a text of the language as a link or a file, with a line break. The error wraps
// [format.ErrUnsupported] if the format cannot express it. The function solve, which may be nil, is called for formats
// that contain the solution.
func LinkOfPuzzle(f format.Format, name string, text []byte, solve SolveFunc) (string, error) {
	switch f {
	case FPuzzles:
		return fpuzzlesLink(name, text)
	case IPuz:
		return ipuzFile(name, text, solve)
	}
	if link, ok := linkOfText(name, text); ok {
		return link + "\n", nil
	}
	return "", format.Unsupported("the format puzz.link has puzzles in the form that `puz import` gives to its links, "+
		"and this is none: titles, comments and expectations may differ, rules and tables may not; the genres are %s",
		strings.Join(genreNames(), ", "))
}
