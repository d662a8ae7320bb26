package main

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"quadrille/cmd/console"
	"quadrille/generate"
)

// shells lists the shells with completion. Each has a script that calls `puz completion words`.
var shells = []string{"bash", "zsh", "fish"}

//go:embed shell/puz.*
var shellScripts embed.FS

func (p *puz) completionCommand() *cli.Command {
	return &cli.Command{
		Name:      "completion",
		Usage:     "print the completion script of a shell",
		ArgsUsage: strings.Join(shells, "|"),
		Description: `The script asks the command what can follow: "puz completion words -- solve --engine l".

   source <(puz completion bash)     in ~/.bashrc
   source <(puz completion zsh)      in ~/.zshrc, behind compinit
   puz completion fish > ~/.config/fish/completions/puz.fish`,
		Action: p.runCompletion,
	}
}

func (p *puz) runCompletion(c *cli.Context) error {
	shell := c.Args().First()
	switch {
	case shell == "words":
		return p.printCompletions(c)
	case shell == "":
		return fmt.Errorf("completion wants the name of a shell: %s", strings.Join(shells, ", "))
	case !slices.Contains(shells, shell):
		return fmt.Errorf("completion knows %s, and no %q", strings.Join(shells, ", "), shell)
	}
	script, err := shellScripts.ReadFile("shell/puz." + shell)
	if err != nil {
		return err
	}
	return p.WriteText("", string(script))
}

// printCompletions prints the possible completions of the last of the given words, one in each line. A description
// follows a word after a tab.
func (p *puz) printCompletions(c *cli.Context) error {
	var text strings.Builder
	for _, w := range console.CompleteCommandLine(c.App, commandArgument, c.Args().Tail()) {
		text.WriteString(strings.TrimRight(w.Text+"\t"+w.Description, "\t") + "\n")
	}
	return p.WriteText("", text.String())
}

// argumentWords returns, for the name of each command, the words that may be its first argument, in addition to files.
// Each has a description.
var argumentWords = map[string]func() []string{
	"completion": func() []string { return shells },
	"cubes":      func() []string { return []string{"run: walk a part", "merge: put the parts together"} },
	"explain":    explainedWords,
	"make":       func() []string { return append(generate.KindNames(), latinKind) },
	"new":        firstPuzzleKinds,
	"stdlib":     stdlibNames,
}

// argumentFiles holds, by the name of the command, the pattern of the files that are its arguments. All other commands
// take puzzles.
var argumentFiles = map[string]string{"job": "/", "bench": "*.yaml", "import": "*", "conjugates": "*",
	"completion": "", "lsp": "", "man": "", "stdlib": "", "version": "", "work": ""}

// commandArgument returns the possible values of the n-th argument of a command, counted from 0.
func commandArgument(command string, n int) console.Argument {
	a := console.Argument{FilePattern: "*.puz"}
	if files, other := argumentFiles[command]; other {
		a.FilePattern = files
	}
	if words := argumentWords[command]; words != nil && n == 0 {
		a.PossibleWords = console.NewWords(words()...)
	}
	if command == "new" && n == 0 {
		a.FilePattern = ""
	}
	return a
}
