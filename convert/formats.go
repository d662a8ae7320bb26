package convert

import (
	"path/filepath"

	"quadrille/compile"
	"quadrille/compile/latin"
	"quadrille/runtime/format"
)

// The formats of puzzles that stand beside those of package format.
const (
	Puz    format.Format = "puz"    // the language
	Latin  format.Format = "latin"  // n lines of n characters
	Sudoku format.Format = "sudoku" // all cells in one line
	Dots   format.Format = "dots"   // a shape for a dissection
)

// Formats lists the formats of dumps, squares and shapes.
func Formats() []format.FormatInfo {
	return append(format.Formats(),
		format.FormatInfo{Format: Latin, About: "a partial Latin square: n lines of n characters, a dot for each hole",
			Reads: true, Writes: true},
		format.FormatInfo{Format: Sudoku, About: "a sudoku: all cells in one line", Reads: true, Writes: true},
		format.FormatInfo{Format: Dots, About: "a shape to be cut from a square", Reads: true})
}

// DetectFormat returns the format of a text: by the extension of its name, or else by its content. A text that
// looks like no other format is a puzzle.
func DetectFormat(name string, text []byte) format.Format {
	byName, known := format.FormatByExtension(name)
	switch extension := filepath.Ext(name); {
	case extension == ".puz":
		return Puz
	case extension == ".dots":
		return Dots
	case known:
		return byName
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

// PuzzleText returns the puzzle that a text in a format of puzzles stands for. It returns false for a dump of a matrix.
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
		return "", false, nil
	}
	return puzzle, true, err
}

// SourceText returns a program of a matrix as text of the language: the board that the matrix was read of, if there is
// one and the language can say it, or else items and options.
func SourceText(p *compile.Program, board *Board) (string, error) {
	if board != nil {
		if text, ok := PackingPuzzle(board.pieces); ok {
			return text, nil
		}
	}
	m, err := p.Candidates()
	if err != nil {
		return "", err
	}
	return CorePuzzle(m), nil
}
