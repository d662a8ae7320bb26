package stdlib

import (
	"embed"
	"fmt"
)

// listEnding follows the bare name of a list of words in the name of its file.
const listEnding = ".txt"

//go:embed *.txt
var wordLists embed.FS

// ReadWords returns the standard list of words with the given bare name, such as
// "three_letter_words": one word a line. The caller may change the bytes. For
// any other name the error wraps [io/fs.ErrNotExist].
func ReadWords(name string) ([]byte, error) {
	text, err := wordLists.ReadFile(name + listEnding)
	if err != nil {
		return nil, fmt.Errorf("no standard list %q: %w", name, err)
	}
	return text, nil
}

// WordLists returns the bare names of the standard lists of words, sorted.
func WordLists() []string { return baseNames(wordLists, listEnding) }
