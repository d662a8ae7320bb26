package convert_test

import (
	"testing"

	"quadrille/convert"
	"quadrille/runtime/format"
)

// fuzzFormat fuzzes the reader of a format.
func fuzzFormat(f *testing.F, to format.Format, seeds ...string) {
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) { checkReading(t, to, text) })
}

func FuzzPuzzLink(f *testing.F) {
	fuzzFormat(f, convert.PuzzLink, readLines(f, "testdata/links.txt")...)
}

func FuzzFPuzzles(f *testing.F) {
	var seeds []string
	for _, rule := range fpuzzlesRules {
		seeds = append(seeds, sudokuJSON(rule.fields), "fpuzzles"+convert.CompressBase64(sudokuJSON(rule.fields)))
	}
	fuzzFormat(f, convert.FPuzzles, seeds...)
}

func FuzzIPuz(f *testing.F) {
	seeds := []string{mergers}
	for _, test := range ipuzSudokus {
		seeds = append(seeds, ipuzSudoku(test.kinds, test.fields))
	}
	fuzzFormat(f, convert.IPuz, seeds...)
}

func FuzzNon(f *testing.F) { fuzzFormat(f, convert.Non, dancer) }

func FuzzGrid(f *testing.F) { fuzzFormat(f, convert.Grid, barredSudoku, sectionSudoku) }

func FuzzBurrTools(f *testing.F) { fuzzFormat(f, convert.BurrTools, somaBurr(), twoProblems) }

func FuzzPieces(f *testing.F) { fuzzFormat(f, convert.Pieces, drawnPieces, listedPieces, cutSquare) }
