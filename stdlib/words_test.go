package stdlib_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"quadrille/stdlib"
)

func TestReadWordsMatchesFile(t *testing.T) {
	files, err := filepath.Glob("*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d lists, error %v", len(files), err)
	}
	for _, file := range files {
		onDisk, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text, err := stdlib.ReadWords(strings.TrimSuffix(file, ".txt"))
		if err != nil || string(text) != string(onDisk) {
			t.Errorf("%s: Words gives %d bytes of %d, error %v", file, len(text), len(onDisk), err)
		}
	}
}

func TestUnknownLists(t *testing.T) {
	unknown := []string{
		"", ".", "..", "four_letter_words", "Three_letter_words", "three_letter_words.txt", "./three_letter_words",
		"/three_letter_words", "../stdlib/three_letter_words", "three_letter_words/", "pentominoes",
		"three_letter_words\x00", "\xff",
	}
	for _, name := range unknown {
		if text, err := stdlib.ReadWords(name); !errors.Is(err, fs.ErrNotExist) || text != nil {
			t.Errorf("Words(%q) = %d bytes, error %v; want nothing, fs.ErrNotExist", name, len(text), err)
		}
	}
	if _, err := stdlib.ReadModule("three_letter_words"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a list of words is no module, error %v", err)
	}
}

func TestReadWordsReturnsACopy(t *testing.T) {
	wordList(t)[0] = '!'
	if wordList(t)[0] == '!' {
		t.Error("changing the bytes of a list changes what is read next")
	}
}

// TestThreeLetterWords: the paper speaks of "about 600 common three-letter
// words of English", and shows squares of these.
func TestThreeLetterWords(t *testing.T) {
	text := string(wordList(t))
	if !strings.HasSuffix(text, "\n") {
		t.Error("the last line does not end")
	}
	list := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if len(list) < 580 || len(list) > 650 {
		t.Errorf("there are %d words", len(list))
	}
	for i, word := range list {
		if len(word) != 3 || strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") != "" {
			t.Errorf("%q is not three lower-case letters", word)
		}
		if i > 0 && word <= list[i-1] {
			t.Errorf("%q stands behind %q", word, list[i-1])
		}
	}
	paper := "ate win led awl tie end aid lie " + // a square, and its columns and diagonals
		"bed oar wry bow ear dry bay wad " +
		"ohm rue bet orb hue met out bum " +
		"pea urn bay pub era any pry bra " +
		"two ion tee tit woe one toe too"
	for word := range strings.FieldsSeq(paper) {
		if !slices.Contains(list, word) {
			t.Errorf("there is no %q", word)
		}
	}
}

func wordList(t *testing.T) []byte {
	t.Helper()
	text, err := stdlib.ReadWords("three_letter_words")
	if err != nil {
		t.Fatal(err)
	}
	return text
}
