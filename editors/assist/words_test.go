package assist_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"quadrille"
	"quadrille/editors/assist"
	"quadrille/lang/parse"
)

// meaning is what is said of a word: a sentence, and a puzzle.
var meaning = regexp.MustCompile("(?s)^\\*\\*`([^`]+)`\\*\\* [A-Z][^\n]*\\.\n\n```puz\n(.*\n)```\n")

// meaningAt returns the word and the puzzle of what is said of a place.
func meaningAt(text string, offset int) (word, puzzle string) {
	h, _ := assist.NewText("a.puz", text, nil).Hover(offset)
	if m := meaning.FindStringSubmatch(h.Markdown); m != nil {
		return m[1], m[2]
	}
	return "", ""
}

// TestWords: something is said of every word of the grammar, in each statement that may have it, and when it is
// completed. The puzzle beside it has the word.
func TestWords(t *testing.T) {
	for _, keyword := range slices.Concat(parse.Keywords(), parse.Connectives()) {
		if word, puzzle := meaningAt(keyword, 0); word != keyword || !hasWord(puzzle, keyword) {
			t.Errorf("of %s is said %q, and shown\n%s", keyword, word, puzzle)
		}
	}
	for _, keyword := range parse.Keywords() {
		for _, word := range slices.Concat(parse.RuleWords(keyword), parse.ClauseWords(keyword)) {
			if said, puzzle := meaningAt(keyword+" 1 "+word, len(keyword)+3); said != word || !hasWord(puzzle, word) {
				t.Errorf("of %s in %s is said %q, and shown\n%s", word, keyword, said, puzzle)
			}
		}
	}
	for _, begun := range []string{"", "board b on square ", "latin 4 {\n", "queens 8 {\n  rows "} {
		for _, c := range assist.NewText("a.puz", begun, nil).Complete(len(begun)) {
			if (c.Kind == "keyword" || c.Kind == "word") && !meaning.MatchString(c.Markdown) {
				t.Errorf("behind %q, %s is completed with %q", begun, c.Label, c.Markdown)
			}
		}
	}
}

func hasWord(puzzle, word string) bool {
	return slices.ContainsFunc(slices.Collect(parse.Tokens(puzzle)),
		func(k parse.Token) bool { return k.Text == word })
}

// TestWordPuzzles: the puzzles that are shown compile without a warning. Each has its words, and is what is shown
// there.
func TestWordPuzzles(t *testing.T) {
	page, err := os.ReadFile("words.txt")
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{"square.txt": {Data: []byte("1.\n..\n")}, "board.txt": {Data: []byte("####\n")},
		"tiles.txt": {Data: []byte("rgby brrg\n")}}
	for _, entry := range strings.Split(string(page), "\n\n")[1:] {
		lines := strings.SplitN(strings.TrimRight(entry, "\n")+"\n", "\n", 3)
		puzzle := lines[2]
		p, err := quadrille.Load("a.puz", []byte(puzzle), quadrille.Options{Files: files})
		if err != nil {
			t.Errorf("%s: %v", lines[0], err)
			continue
		}
		if _, _, err := p.Matrix(); err != nil || len(p.Warnings()) > 0 {
			t.Errorf("%s: %v %v", lines[0], err, p.Warnings())
		}
		words := strings.Split(lines[0][strings.LastIndex(lines[0], ": ")+1:], ",")
		for _, word := range words {
			word = strings.TrimSpace(word)
			if !slices.ContainsFunc(slices.Collect(parse.Tokens(puzzle)), func(k parse.Token) bool {
				said, shown := meaningAt(puzzle, k.Start)
				return k.Text == word && said == word && shown == puzzle
			}) {
				t.Errorf("%s: nothing is said of %s in\n%s", lines[0], word, puzzle)
			}
		}
	}
}
