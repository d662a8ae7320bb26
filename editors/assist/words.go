package assist

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"sync"

	"quadrille/lang/parse"
)

//go:embed words.txt
var wordsText string

// statementWord is a word of the language, together with the keyword of the statements in which it has its meaning; ""
// stands for all statements.
type statementWord struct{ keyword, word string }

// wordMeanings returns the description of each word, in Markdown: a sentence, and an example puzzle with the word.
var wordMeanings = sync.OnceValue(func() map[statementWord]string {
	meanings := map[statementWord]string{}
	for _, entry := range strings.Split(wordsText, "\n\n")[1:] {
		head, text, _ := strings.Cut(entry, "\n")
		sentence, puzzle, _ := strings.Cut(text, "\n")
		keywords, words, isLimited := strings.Cut(head, ": ")
		if !isLimited {
			keywords, words = "", head
		}
		for _, word := range strings.Split(words, ", ") {
			for _, keyword := range strings.Split(keywords, " ") {
				meanings[statementWord{keyword, word}] = "**`" + word + "`** " + sentence + "\n\n```puz\n" +
					strings.TrimSpace(puzzle) + "\n```\n"
			}
		}
	}
	return meanings
})

// wordMeaning returns the description of a word in the statements with a keyword.
func wordMeaning(keyword, word string) string {
	meanings := wordMeanings()
	return cmp.Or(meanings[statementWord{keyword, word}], meanings[statementWord{"", word}])
}

// isRuleWordOf reports whether a word is reserved, or has a meaning in the statements with a keyword.
func isRuleWordOf(keyword, word string) bool {
	return parse.IsReserved(word) || keyword != "" && (slices.Contains(parse.RuleWords(keyword), word) ||
		slices.Contains(parse.ClauseWords(keyword), word))
}
