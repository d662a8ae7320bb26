package console

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// WordFlag is a flag whose values are words. Its usage text lists the words, and shells can complete them.
type WordFlag struct {
	*cli.StringFlag
	PossibleWords []Word
}

// Word is a possible word of a command line (Text), with a short description (Description) that some shells display.
type Word struct{ Text, Description string }

// NewWords parses lines such as "links: dancing links" into words with descriptions. The colon and the description
// may be missing.
func NewWords(lines ...string) []Word {
	words := make([]Word, len(lines))
	for i, line := range lines {
		words[i].Text, words[i].Description, _ = strings.Cut(line, ": ")
	}
	return words
}

// wordTexts returns the texts of words, without their descriptions.
func wordTexts(words []Word) (texts []string) {
	for _, w := range words {
		texts = append(texts, w.Text)
	}
	return texts
}

// OneOfFlag returns a flag that takes one of some words, and refuses other values. The lines have the form that
// NewWords parses.
func OneOfFlag(f *cli.StringFlag, lines ...string) WordFlag {
	w := SuggestWordsFlag(f, lines...)
	f.Action = func(_ *cli.Context, said string) error {
		if slices.ContainsFunc(w.PossibleWords, func(known Word) bool { return known.Text == said }) {
			return nil
		}
		texts := wordTexts(w.PossibleWords)
		last := len(texts) - 1
		return fmt.Errorf("--%s knows %s and %s, and no %q", f.Name, strings.Join(texts[:last], ", "), texts[last],
			said)
	}
	return w
}

// SuggestWordsFlag returns a flag that suggests some words and accepts other values. The command itself checks the
// value. The lines have the form that NewWords parses.
func SuggestWordsFlag(f *cli.StringFlag, lines ...string) WordFlag {
	w := WordFlag{f, NewWords(lines...)}
	list := ": " + strings.Join(wordTexts(w.PossibleWords), ", ")
	before, after, found := strings.Cut(f.Usage, "; ")
	if f.Usage = before + list; found {
		f.Usage += "; " + after
	}
	return w
}

// RangeFlag returns a flag for a number from least to most, which refuses other numbers.
func RangeFlag(least, most int, f *cli.IntFlag) cli.Flag {
	f.Action = func(_ *cli.Context, n int) error {
		switch {
		case n >= least && n <= most:
			return nil
		case most == math.MaxInt:
			return fmt.Errorf("%s wants a number from %d on", dashedFlag(f.Name), least)
		}
		return fmt.Errorf("%s wants a number from %d to %d", dashedFlag(f.Name), least, most)
	}
	return f
}

// PutInGroup puts flags into a named group. Flags without a group come first in the help text, and --help all shows the
// groups.
func PutInGroup(name string, flags ...cli.Flag) []cli.Flag {
	for _, f := range flags {
		if group := categoryField(f); *group == "" {
			*group = name
		}
	}
	return flags
}

// categoryField returns the address of a flag's field Category, which holds the name of its group. All types of flags
// in the library have this field, and no common method sets it.
func categoryField(f cli.Flag) *string {
	switch f := f.(type) {
	case WordFlag:
		return &f.Category
	case *cli.StringFlag:
		return &f.Category
	case *cli.BoolFlag:
		return &f.Category
	case *cli.IntFlag:
		return &f.Category
	case *cli.Int64Flag:
		return &f.Category
	case *cli.Uint64Flag:
		return &f.Category
	case *cli.Float64Flag:
		return &f.Category
	case *cli.DurationFlag:
		return &f.Category
	}
	return new(string) // flags of other types have no groups
}
