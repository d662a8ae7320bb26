package stdlib

import (
	"embed"
	"fmt"
)

// listEnding follows the bare name of a word list in the name of its file.
const listEnding = ".txt"

//go:embed *.txt
var wordLists embed.FS

// ReadWords returns the standard word list with the given bare name, such as "three_letter_words", with one
// word on each line. The caller may change the bytes. For any other name the error wraps [io/fs.ErrNotExist].
func ReadWords(name string) ([]byte, error) {
	text, err := wordLists.ReadFile(name + listEnding)
	if err != nil {
		return nil, fmt.Errorf("no standard list %q: %w", name, err)
	}
	return text, nil
}

// WordLists returns the bare names of the standard word lists, sorted.
func WordLists() []string { return baseNames(wordLists, listEnding) }
