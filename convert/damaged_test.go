package convert_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"quadrille"
	"quadrille/convert"
	"quadrille/lang/codes"
	"quadrille/lang/parse"
	"quadrille/lang/source"
	"quadrille/runtime/format"
	"quadrille/runtime/matrix/matrixtest"
)

// checkReading reads a text, and reports a fault without a place, and a text that the grammar does not know. A link
// that is written must be read as the same text.
func checkReading(t *testing.T, f format.Format, text []byte) {
	t.Helper()
	puzzle, ok, err := convert.PuzzleText(f, "link", text)
	var list source.DiagnosticList
	switch {
	case !ok:
		t.Fatalf("%s is no format", f)
	case err != nil && (!errors.As(err, &list) || !errors.Is(err, codes.BadLink) || !list[0].Span.IsKnown() ||
		list[0].Hint == ""):
		t.Fatalf("%.300q: the error has no place, code or hint: %v", text, err)
	case err != nil:
		return
	}
	if _, err := parse.File("x.puz", []byte(puzzle)); err != nil {
		t.Fatalf("%.300q: %v\n%s", text, err, puzzle)
	}
	if !convert.IsLinkFormat(f) {
		return
	}
	link, err := convert.LinkOfPuzzle(f, "x.puz", []byte(puzzle), nil)
	if err != nil && f == convert.PuzzLink {
		t.Fatalf("%.300q: %v\n%s", text, err, puzzle)
	}
	if err != nil {
		return // a rule that is said in another way, such as two rules for one clue
	}
	again, _, err := convert.PuzzleText(f, "link", []byte(link))
	if err != nil || f == convert.PuzzLink && again != puzzle {
		t.Fatalf("%.300q: the link %s is another puzzle, %v:\n%s\nin place of\n%s", text, link, err, again, puzzle)
	}
}

// TestDamagedLinks: links with damaged characters are errors with a place, or other puzzles that come back.
func TestDamagedLinks(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	links := readLines(t, "testdata/links.txt")
	const characters = "0123456789abcdefghijklmnopqrstuvwxyzABZ.-+=*$@%/!?& :_\x00ä"
	read := 0
	for k := range 600 {
		link := []byte(links[k%len(links)])
		for range 1 + r.IntN(3) {
			at := len("https://puzz.link/p?") + r.IntN(len(link)-len("https://puzz.link/p?"))
			switch c := characters[r.IntN(len(characters))]; r.IntN(4) {
			case 0:
				link[at] = c
			case 1:
				link[at] = link[len(link)-1-r.IntN(4)]
			case 2:
				link = append(link[:at], link[at+1:]...)
			default:
				link = append(link[:at], append([]byte{c}, link[at:]...)...)
			}
		}
		if _, _, err := convert.PuzzleText(convert.PuzzLink, "link", link); err == nil {
			read++
		}
		checkReading(t, convert.PuzzLink, link)
	}
	if read < 30 {
		t.Errorf("only %d of the damaged links can be read", read)
	}
}

// TestDamagedSudokus: the same for links of f-puzzles, whose text is damaged before or behind the compression.
func TestDamagedSudokus(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, rule := range fpuzzlesRules {
		text := sudokuJSON(rule.fields)
		link := convert.CompressBase64(text)
		for range 6 {
			damaged, zipped := []byte(text), []byte(link)
			damaged[r.IntN(len(text))] = `{}[]",:0123456789RC-trueX`[r.IntN(25)]
			zipped[r.IntN(len(link))] = "ABCabc0189+/=%"[r.IntN(14)]
			checkReading(t, convert.FPuzzles, damaged)
			checkReading(t, convert.FPuzzles, []byte("fpuzzles"+convert.CompressBase64(string(damaged))))
			checkReading(t, convert.FPuzzles, append([]byte("fpuzzles"), zipped...))
		}
	}
}

// TestDamagedFiles: the same for files, which are cut off, and whose bytes are changed, repeated and left out.
func TestDamagedFiles(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	files := []struct {
		format format.Format
		text   string
	}{
		{convert.IPuz, mergers},
		{convert.IPuz, ipuzSudoku(ipuzSudokus["calcudoku"].kinds, ipuzSudokus["calcudoku"].fields)},
		{convert.IPuz, ipuzSudoku(ipuzSudokus["jigsaw"].kinds, ipuzSudokus["jigsaw"].fields)}, {convert.Non, dancer},
		{convert.Grid, barredSudoku}, {convert.Grid, sectionSudoku}, {convert.BurrTools, somaBurr()},
		{convert.BurrTools, twoProblems}, {convert.BurrTools, burrText(2, 2, `<pair piece="0" result="0"/>`,
			"2 2 2 #1__#2_#__+ 0..2", "2 2 2 #1__+__+1#_")}, {convert.Pieces, drawnPieces},
		{convert.Pieces, listedPieces},
		{convert.Pieces, cutSquare},
	}
	signs := []string{"9999999999", "[", "{", "}", "]", `"`, "-1", "\x00", "zz", "null", "\xff", "#", "<", "1e9", " "}
	for k := range matrixtest.RandomRounds(300, 3000) {
		file := files[k%len(files)]
		text := []byte(file.text)
		at := r.IntN(len(text))
		end := min(len(text), at+1+r.IntN(30))
		switch r.IntN(5) {
		case 0:
			text = text[:at]
		case 1:
			text[at] = byte(r.IntN(256))
		case 2:
			text = slices.Concat(text[:end], bytes.Repeat(text[at:end], 1+r.IntN(100)), text[end:])
		case 3:
			text = slices.Insert(text, at, []byte(signs[r.IntN(len(signs))])...)
		default:
			text = slices.Delete(text, at, end)
		}
		checkReading(t, file.format, text)
	}
}

// TestDamagedPuzzles: the texts of links with a word changed have no link, or one that is read as the same text.
func TestDamagedPuzzles(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	others := []string{".", "#", "0", "1", "9", "-1", "77", "100000", "A", "Z9", "t1-2-3", "room", "\"\"\"", ""}
	words := regexp.MustCompile(`[^\s]+`)
	written := 0
	for _, link := range readLines(t, "testdata/links.txt") {
		text, _, err := convert.PuzzleText(convert.PuzzLink, "link", []byte(link))
		if err != nil {
			t.Fatal(err)
		}
		places := words.FindAllStringIndex(text, -1)
		for range matrixtest.RandomRounds(3, 50) {
			at := places[r.IntN(len(places))]
			damaged := []byte(text[:at[0]] + others[r.IntN(len(others))] + text[at[1]:])
			again, err := convert.LinkOfPuzzle(convert.PuzzLink, "x.puz", damaged, nil)
			if err != nil {
				continue
			}
			written++
			puzzle, _, err := convert.PuzzleText(convert.PuzzLink, "link", []byte(again))
			if err != nil || canonicalText(t, puzzle) != canonicalText(t, string(damaged)) {
				t.Errorf("the link %s is another puzzle, %v:\n%s\nin place of\n%s", again, err, puzzle, damaged)
			}
		}
	}
	if written == 0 {
		t.Error("no link was written")
	}
}

// canonicalText returns the canonical form of a puzzle without its title.
func canonicalText(t *testing.T, text string) string {
	t.Helper()
	canonical, err := quadrille.CanonicalText("x.puz", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	_, core, _ := strings.Cut(canonical, "\n")
	return core
}

// TestLargeParameters: no grid is made for the sizes that parameters seem to say.
func TestLargeParameters(t *testing.T) {
	text := "param bottom = 20000\nparam right = 20000\ntable arrow = \"\"\"\n  0 0 1 0 1\n\"\"\"\n"
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if link, err := convert.LinkOfPuzzle(convert.PuzzLink, "x.puz", []byte(text), nil); err == nil {
		t.Errorf("the link is %s", link)
	}
	runtime.ReadMemStats(&after)
	if grown := (after.TotalAlloc - before.TotalAlloc) >> 20; grown > 256 {
		t.Errorf("%d MB are taken", grown)
	}
}

// TestHostileTexts: texts that are made to take much memory or time are errors, and little memory is taken.
func TestHostileTexts(t *testing.T) {
	zeros := strings.Repeat("0", 10<<20)
	deep := strings.Repeat("[", 400_000)
	var bomb bytes.Buffer
	zip := gzip.NewWriter(&bomb)
	for range 100 {
		fmt.Fprint(zip, strings.Repeat(" ", 1<<20))
	}
	if err := zip.Close(); err != nil {
		t.Fatal(err)
	}
	tests := map[string]struct {
		format format.Format
		text   string
	}{
		"long link":          {convert.PuzzLink, "https://puzz.link/p?slither/5/5/" + zeros},
		"long link of JSON":  {convert.FPuzzles, "https://www.f-puzzles.com/?load=" + zeros},
		"large board":        {convert.PuzzLink, "https://puzz.link/p?slither/1000000000/1000000000/cbcb"},
		"wide board":         {convert.PuzzLink, "https://puzz.link/p?heyawake/250/250/cbcb"},
		"huge number":        {convert.PuzzLink, "https://puzz.link/p?slither/99999999999999999999/5/cbcb"},
		"no board":           {convert.PuzzLink, "https://puzz.link/p?slither/0/0/"},
		"no address":         {convert.PuzzLink, "https://puzz.link/"},
		"stars":              {convert.PuzzLink, "https://puzz.link/p?starbattle/6/6/1000000000/4ilbhgdnmhou"},
		"file in an address": {convert.PuzzLink, "https://puzz.link/p?pzprv3/slither/5/5/"},
		"LZ bomb": {convert.FPuzzles, "fpuzzles" +
			convert.CompressBase64(`{"size":9,"title":"`+strings.Repeat("a", 5<<20)+
				`","grid":[]}`)},
		"deep JSON":      {convert.FPuzzles, `{"size":4,"grid":` + deep + `}`},
		"large sudoku":   {convert.FPuzzles, `{"size":1000000000,"grid":[[]]}`},
		"no sudoku":      {convert.FPuzzles, `{"size":0,"grid":[]}`},
		"long crossword": {convert.IPuz, `{"kind":["http://ipuz.org/crossword"],"puzzle":[[` + zeros + `]]}`},
		"deep crossword": {convert.IPuz, `{"kind":["http://ipuz.org/crossword"],"puzzle":` + deep + `}`},
		"deep cell": {convert.IPuz, `{"kind":["http://ipuz.org/crossword"],"puzzle":[[` +
			strings.Repeat(`{"cell":`, 90_000) +
			`0` + strings.Repeat("}", 90_000) + `]]}`},
		"many cells": {convert.IPuz, `{"kind":["http://ipuz.org/crossword"],"puzzle":[[` +
			strings.Repeat("0,", 400_000) +
			`0]]}`},
		"many rows": {convert.IPuz, `{"kind":["http://ipuz.org/sudoku"],"puzzle":[` + strings.Repeat("[0],", 200_000) +
			`[0]]}`},
		"wide rect":  {convert.IPuz, `{"kind":["http://ipuz.org/sudoku"],"puzzle":[[0]],"zones":[{"rect":[0,0,1e9,1e9]}]}`},
		"many kinds": {convert.IPuz, `{"kind":[` + strings.Repeat(`"http://ipuz.org/sudoku",`, 40_000) + `""]}`},
		"short name": {convert.FPuzzles, "https://sudokupad.app/abcdef"},
		"gzip bomb":  {convert.BurrTools, bomb.String()},
		"large burr": {convert.BurrTools, `<?xml version="1.0"?><puzzle version="2"><gridType type="0"/><shapes>` +
			`<voxel x="100000" y="100000" z="100000" type="0">#</voxel></shapes><problems><problem>` +
			`<shapes><shape id="0" count="1"/></shapes><result id="0"/></problem></problems></puzzle>`},
		"many pieces": {convert.BurrTools, `<?xml version="1.0"?><puzzle version="2"><gridType type="0"/><shapes>` +
			`<voxel x="1" y="1" z="1" type="0">#</voxel></shapes><problems><problem>` +
			`<shapes><shape id="0" count="1000000000"/></shapes><result id="0"/></problem></problems></puzzle>`},
		"large nonogram": {convert.Non, "width 1000000000\nheight 1000000000\nrows\n1\ncolumns\n1\n"},
		"long grid":      {convert.Grid, zeros},
		"many sudokus":   {convert.Grid, strings.Repeat(zeros[:81]+"\n", 1000)},
		"no cells":       {convert.Grid, "|-+\n"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, _, err := convert.PuzzleText(test.format, "link", []byte(test.text))
			runtime.ReadMemStats(&after)
			if !errors.Is(err, codes.BadLink) {
				t.Errorf("the error is %v", err)
			}
			if grown := (after.TotalAlloc - before.TotalAlloc) >> 20; grown > 256 {
				t.Errorf("%d MB are taken", grown)
			}
			checkReading(t, test.format, []byte(test.text))
		})
	}
}
