package console

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// Argument is what a command takes where no flag stands: words, files that a pattern such as *.puz names, or both.
// The pattern "/" is for folders.
type Argument struct {
	Words []Word
	Files string
}

// FileMark begins what Complete returns where the shell is to complete the names of files: their pattern stands
// behind it.
const FileMark = ":"

// Complete returns what can stand for the last of some words of a command line, which may be empty; the words
// before it follow the name of the program. argument says what the n-th argument of a command may be, from 0.
// Bash cuts words at "=", other shells do not.
func Complete(app *cli.App, argument func(command string, n int) Argument, words []string) []Word {
	if len(words) == 0 {
		return nil
	}
	before, typed := words[:len(words)-1], words[len(words)-1]
	if len(before) == 0 || before[0] == "help" {
		return withPrefix(commandWords(app, len(before) == 0), "", typed)
	}
	c := app.Command(before[0])
	if c == nil {
		return nil
	}
	before = before[1:]
	if n := len(before); n > 0 && typed == "=" {
		typed = ""
	} else if n > 1 && before[n-1] == "=" {
		before = before[:n-1]
	}
	takesValue := flagsWithValue(c)
	_, rest, missing := splitArgs(before, takesValue)
	name, value, joined := strings.Cut(typed, "=")
	onlyArguments := slices.Contains(before, "--")
	switch {
	case missing != nil:
		return flagValues(c, before[len(before)-1], "", typed)
	case onlyArguments || !strings.HasPrefix(typed, "-"):
		if n := len(before); n > 0 && (before[n-1] == helpFlag || before[n-1] == shortHelpFlag) {
			return withPrefix(NewWords(helpAll+": every flag"), "", typed)
		}
		a := argument(c.Name, len(rest))
		return append(withPrefix(a.Words, "", typed), fileWords(a.Files)...)
	case joined:
		return flagValues(c, name, name+"=", value)
	}
	return withPrefix(flagWords(c), "", typed)
}

// withPrefix returns the words that begin with what was typed, each behind a text that stands already.
func withPrefix(words []Word, stands, typed string) (fitting []Word) {
	for _, w := range words {
		if strings.HasPrefix(w.Text, typed) {
			fitting = append(fitting, Word{stands + w.Text, w.About})
		}
	}
	return fitting
}

// commandWords lists the commands, with help where it can stand.
func commandWords(app *cli.App, withHelp bool) (words []Word) {
	for _, c := range app.Commands {
		words = append(words, Word{c.Name, c.Usage})
	}
	if withHelp {
		words = append(words, Word{"help", "show help"})
	}
	return words
}

// flagWords lists the flags of a command, those that help shows first before the others.
func flagWords(c *cli.Command) (words []Word) {
	for _, g := range groupFlags(c) {
		for _, f := range g.flags {
			names, _, usage := describeFlag(f)
			for _, name := range names {
				words = append(words, Word{name, usage})
			}
		}
	}
	return append(words, Word{helpFlag, "show help"})
}

// flagValues lists the values of a flag: its words, or files where it takes one.
func flagValues(c *cli.Command, name, stands, typed string) []Word {
	name = strings.TrimLeft(name, "-")
	for _, f := range c.Flags {
		if !slices.Contains(f.Names(), name) {
			continue
		}
		if w, ok := f.(WordFlag); ok {
			return withPrefix(w.Words, stands, typed)
		}
		_, value, _ := describeFlag(f)
		return fileWords(map[string]string{"FILE": "*", "DIR": "/", "FOLDER": "/"}[value])
	}
	return nil
}

// fileWords asks the shell for files, unless the pattern is "".
func fileWords(pattern string) []Word {
	if pattern == "" {
		return nil
	}
	return []Word{{Text: FileMark + pattern}}
}
