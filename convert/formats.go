package convert

import (
	"path/filepath"
	"slices"

	"quadrille/compile/latin"
	"quadrille/convert/exchange"
	"quadrille/runtime/format"
)

// The formats of puzzles, in addition to the formats of matrices in package format.
const (
	Puz    format.Format = "puz"  // the language Quadrille
	Dots   format.Format = "dots" // a shape to be dissected, drawn with asterisks and periods
	Latin                = latin.SquareFormat
	Sudoku               = latin.LineFormat
)

// The formats of other programs, which package exchange reads.
const (
	PuzzLink  = exchange.PuzzLink
	FPuzzles  = exchange.FPuzzles
	IPuz      = exchange.IPuz
	Non       = exchange.Non
	Grid      = exchange.Grid
	BurrTools = exchange.BurrTools
	Pieces    = exchange.Pieces
)

// Formats lists all formats but the language itself: those of matrices, of squares, of shapes and of other programs.
func Formats() []format.FormatInfo {
	dots := format.FormatInfo{Format: Dots, Description: "a shape to be cut from a square", Reads: true}
	return slices.Concat(format.Formats(), latin.Formats(), []format.FormatInfo{dots}, exchange.Formats())
}

// IsLink reports whether a format is one of links that hold a puzzle.
func IsLink(f format.Format) bool { return exchange.IsLink(f) }

// DetectFormat returns the format of a text: by the extension of its name, or else by its content. A text that looks
// like no other format is taken for the language.
func DetectFormat(name string, text []byte) format.Format {
	byName, known := format.FormatByExtension(name)
	switch extension := filepath.Ext(name); {
	case extension == ".puz":
		return Puz
	case extension == ".dots":
		return Dots
	case known:
		return byName
	}
	if foreign, known := exchange.DetectFormat(name, text); known {
		return foreign
	}
	switch {
	case latin.IsSquare(text):
		return Latin
	case latin.IsSudoku(text):
		return Sudoku
	case IsDots(text):
		return Dots
	}
	if detected, isDump := format.DetectFormat(text[:min(len(text), format.HeadBytes)]); isDump {
		return detected
	}
	return Puz
}

// The numbers of grids for [GenreText] that are none.
const (
	NoEntry = exchange.NoEntry
	Unknown = exchange.Unknown
)

// GenreText returns the text of a puzzle of a genre of puzz.link: see [exchange.GenreText].
func GenreText(genre string, rows, cols int, grids map[string][][]int) (string, error) {
	return exchange.GenreText(genre, rows, cols, grids)
}

// PuzzleText converts a text in a format of puzzles to the language. It returns false for a matrix file.
func PuzzleText(f format.Format, name string, text []byte) (puzzle string, ok bool, err error) {
	switch f {
	case Puz:
		return string(text), true, nil
	case Latin:
		square, err := latin.ReadSquare(name, string(text))
		if err != nil {
			return "", true, err
		}
		return square.PuzzleText(), true, nil
	case Sudoku:
		puzzle, err = latin.SudokuPuzzle(name, string(text))
	case Dots:
		puzzle, err = DotsPuzzle(name, text)
	default:
		return exchange.PuzzleText(f, name, text)
	}
	return puzzle, true, err
}
