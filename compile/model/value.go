package model

import "strconv"

// A value of an index or an expression is a number or a word. Both are an int64: words are numbered from
// valueOfFirstWord on, in the order in which they first stand in the text. A number in that range would be read as a
// word.

// valueOfFirstWord is the value of the first word. It is far from the numbers that puzzles use. There are at most
// maxWords words, so few numbers are lost as values.
const (
	valueOfFirstWord = -0x5000_0000_0000_0000
	maxWords         = 1 << 24
)

// IsWordValue reports whether a value is a word and not a number.
func IsWordValue(v int64) bool { return v >= valueOfFirstWord && v < valueOfFirstWord+maxWords }

// Vocabulary holds the words of a puzzle, in the order in which they first stand in the text.
type Vocabulary struct {
	wordTexts  []string
	wordValues map[string]int64
}

// WordValue returns the value of a word, and whether the vocabulary has this word.
func (w *Vocabulary) WordValue(text string) (int64, bool) {
	v, known := w.wordValues[text]
	return v, known
}

// AddWord returns the value of a word. A word that the vocabulary does not have is added to it.
func (w *Vocabulary) AddWord(text string) int64 {
	if v, known := w.wordValues[text]; known {
		return v
	}
	if w.wordValues == nil {
		w.wordValues = map[string]int64{}
	}
	v := int64(valueOfFirstWord + len(w.wordTexts))
	w.wordTexts, w.wordValues[text] = append(w.wordTexts, text), v
	return v
}

// WordTexts returns all words in the order of their values.
func (w *Vocabulary) WordTexts() []string { return w.wordTexts }

// AppendValueText appends a value, as it is written in a puzzle, to a buffer.
func (w *Vocabulary) AppendValueText(to []byte, v int64) []byte {
	if w != nil && v >= valueOfFirstWord && v < valueOfFirstWord+int64(len(w.wordTexts)) {
		return append(to, w.wordTexts[v-valueOfFirstWord]...)
	}
	return strconv.AppendInt(to, v, 10)
}

// ValueText returns a value as it is written in a puzzle.
func (w *Vocabulary) ValueText(v int64) string { return string(w.AppendValueText(nil, v)) }
