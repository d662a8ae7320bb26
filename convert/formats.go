// Package convert reads puzzles in other formats than the language: squares, shapes of dots, and the links and files of
// other programs. It also writes links and files for other programs.
//
// Its input is a text and its output a text; nothing is fetched. Links of pzpr (puzz.link) are a table: each row is a
// genre of puzzles, with the encoding of its links and a template of the equivalent text. Only a text that results from
// such a template can be written as a link; for any other text, nothing shows that a link would express all of it.
// Links of f-puzzles and SudokuPad hold lists of rules on a sudoku, and each kind of rule has a line in a table of its
// own.
//
// If the language cannot express a part of a link or file, the error names that part. Whether the resulting text is a
// valid puzzle is checked by package compile, which this package does not import.
package convert

import (
	"path/filepath"
	"slices"

	"quadrille/compile/latin"
	"quadrille/runtime/format"
)

// The formats of puzzles, in addition to the formats of matrices in package format.
const (
	Puz    format.Format = "puz"  // the language Quadrille
	Dots   format.Format = "dots" // a shape to be dissected, drawn with asterisks and periods
	Latin                = latin.SquareFormat
	Sudoku               = latin.LineFormat
)

// Formats lists all formats but the language itself: the formats of matrices, of squares, of shapes and of other
// programs.
func Formats() []format.FormatInfo {
	dots := format.FormatInfo{Format: Dots, Description: "a shape to be cut from a square", Reads: true}
	return slices.Concat(format.Formats(), latin.Formats(), []format.FormatInfo{dots}, foreignFormats())
}

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
	if foreign, known := detectForeign(name, text); known {
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
		return readForeign(f, name, text)
	}
	return puzzle, true, err
}
