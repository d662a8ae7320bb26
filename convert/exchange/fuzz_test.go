package exchange_test

import (
	"testing"

	"quadrille/convert/exchange"
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
	fuzzFormat(f, exchange.PuzzLink, readLines(f, "testdata/links.txt")...)
}

func FuzzFPuzzles(f *testing.F) {
	var seeds []string
	for _, rule := range fpuzzlesRules {
		seeds = append(seeds, sudokuJSON(rule.fields), "fpuzzles"+exchange.CompressBase64(sudokuJSON(rule.fields)))
	}
	fuzzFormat(f, exchange.FPuzzles, seeds...)
}

func FuzzIPuz(f *testing.F) {
	seeds := []string{mergers}
	for _, test := range ipuzSudokus {
		seeds = append(seeds, ipuzSudoku(test.kinds, test.fields))
	}
	fuzzFormat(f, exchange.IPuz, seeds...)
}

func FuzzNon(f *testing.F) { fuzzFormat(f, exchange.Non, dancer) }

func FuzzGrid(f *testing.F) { fuzzFormat(f, exchange.Grid, barredSudoku, sectionSudoku) }

func FuzzBurrTools(f *testing.F) { fuzzFormat(f, exchange.BurrTools, somaBurr(), twoProblems) }

func FuzzPieces(f *testing.F) { fuzzFormat(f, exchange.Pieces, drawnPieces, listedPieces, cutSquare) }
