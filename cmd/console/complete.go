package console

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// Argument says which words or files are possible for an argument of a command that is not a flag.
type Argument struct {
	PossibleWords []Word // possible words for the argument
	// pattern of the names of possible files, such as *.puz; "/" stands for folders, "" for no files
	FilePattern string
}

// FileMark begins a result of CompleteCommandLine that asks the shell to complete file names. The pattern of the names
// follows.
const FileMark = ":"

// CompleteCommandLine returns the possible completions of the last of the given words of a command line, which may be
// empty. The first word is the one after the name of the program. The function argument describes the n-th argument of
// a command, counted from 0. Bash splits words at "=", other shells do not.
func CompleteCommandLine(app *cli.App, argument func(command string, n int) Argument, words []string) []Word {
	if len(words) == 0 {
		return nil
	}
	before, typed := words[:len(words)-1], words[len(words)-1]
	if len(before) == 0 || before[0] == "help" {
		return completionsOf(commandWords(app, len(before) == 0), "", typed)
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
			return completionsOf(NewWords(helpAll+": every flag"), "", typed)
		}
		a := argument(c.Name, len(rest))
		return append(completionsOf(a.PossibleWords, "", typed), fileWords(a.FilePattern)...)
	case joined:
		return flagValues(c, name, name+"=", value)
	}
	return completionsOf(flagWords(c), "", typed)
}

// completionsOf returns the words that begin with the typed text. The prefix is put before each of them.
func completionsOf(words []Word, prefix, typed string) (fitting []Word) {
	for _, w := range words {
		if strings.HasPrefix(w.Text, typed) {
			fitting = append(fitting, Word{prefix + w.Text, w.Description})
		}
	}
	return fitting
}

// commandWords lists the names of the commands, and "help" if withHelp is true.
func commandWords(app *cli.App, withHelp bool) (words []Word) {
	for _, c := range app.Commands {
		words = append(words, Word{c.Name, c.Usage})
		for _, alias := range c.Aliases {
			words = append(words, Word{alias, aliasUsage(c)})
		}
	}
	if withHelp {
		words = append(words, Word{"help", "show help"})
	}
	return words
}

// flagWords lists the flags of a command, beginning with those in the short help.
func flagWords(c *cli.Command) (words []Word) {
	for _, g := range groupFlags(c) {
		for _, f := range g.groupedFlags {
			names, _, usage := describeFlag(f)
			for _, name := range names {
				words = append(words, Word{name, usage})
			}
		}
	}
	return append(words, Word{helpFlag, "show help"})
}

// flagValues lists the possible values of a flag that begin with the typed text: its words, or a request for file names
// if the flag takes a file.
func flagValues(c *cli.Command, name, prefix, typed string) []Word {
	name = strings.TrimLeft(name, "-")
	for _, f := range c.Flags {
		if !slices.Contains(f.Names(), name) {
			continue
		}
		if w, ok := f.(WordFlag); ok {
			return completionsOf(w.PossibleWords, prefix, typed)
		}
		_, value, _ := describeFlag(f)
		return fileWords(map[string]string{"FILE": "*", "DIR": "/", "FOLDER": "/"}[value])
	}
	return nil
}

// fileWords returns a request to the shell to complete file names that match a pattern. It returns nil for the pattern
// "".
func fileWords(pattern string) []Word {
	if pattern == "" {
		return nil
	}
	return []Word{{Text: FileMark + pattern}}
}
