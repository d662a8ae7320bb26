package console

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// WordFlag is a flag whose values are words of a list. Its usage lists them, shells complete them, and where no
// other value is allowed it refuses the rest.
type WordFlag struct {
	*cli.StringFlag
	Words []Word
}

// Word is what can stand at a place of a command line, with a few words on it for shells that show them.
type Word struct{ Text, About string }

// NewWords makes words of lines such as "links: dancing links"; what stands behind the colon may be missing.
func NewWords(lines ...string) []Word {
	words := make([]Word, len(lines))
	for i, line := range lines {
		words[i].Text, words[i].About, _ = strings.Cut(line, ": ")
	}
	return words
}

// wordTexts returns words without what is said on them.
func wordTexts(words []Word) (texts []string) {
	for _, w := range words {
		texts = append(texts, w.Text)
	}
	return texts
}

// OneOf returns a flag that takes one of some words, each with a few on it behind a colon, and no other value.
func OneOf(f *cli.StringFlag, lines ...string) WordFlag {
	w := SuggestedBy(f, lines...)
	f.Action = func(_ *cli.Context, said string) error {
		if slices.ContainsFunc(w.Words, func(known Word) bool { return known.Text == said }) {
			return nil
		}
		texts := wordTexts(w.Words)
		last := len(texts) - 1
		return fmt.Errorf("--%s knows %s and %s, and no %q", f.Name, strings.Join(texts[:last], ", "), texts[last], said)
	}
	return w
}

// SuggestedBy returns a flag that takes words, or what begins with them; its command checks them.
func SuggestedBy(f *cli.StringFlag, lines ...string) WordFlag {
	w := WordFlag{f, NewWords(lines...)}
	list := ": " + strings.Join(wordTexts(w.Words), ", ")
	before, after, found := strings.Cut(f.Usage, "; ")
	if f.Usage = before + list; found {
		f.Usage += "; " + after
	}
	return w
}

// Between returns a flag that takes numbers from one to another, and no others.
func Between(least, most int, f *cli.IntFlag) cli.Flag {
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

// InGroup puts flags into a group that has a name. What is in no group stands first in help, and groups are shown
// by --help all.
func InGroup(name string, flags ...cli.Flag) []cli.Flag {
	for _, f := range flags {
		if group := groupOf(f); *group == "" {
			*group = name
		}
	}
	return flags
}

// groupOf is the place of a flag for the name of its group. The types of the library have the same field, and no
// common method that sets it.
func groupOf(f cli.Flag) *string {
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
	return new(string) // in no group
}
