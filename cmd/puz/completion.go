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

// shells are those that complete the command, each by a script that asks `puz completion words`.
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

// printCompletions prints what can stand for the last of the words that follow, a word a line with a few on it
// behind a tab.
func (p *puz) printCompletions(c *cli.Context) error {
	var text strings.Builder
	for _, w := range console.Complete(c.App, commandArgument, c.Args().Tail()) {
		text.WriteString(strings.TrimRight(w.Text+"\t"+w.About, "\t") + "\n")
	}
	return p.WriteText("", text.String())
}

// firstWords are what the first argument of a command may be if it is no file, each with a few words on it.
var firstWords = map[string]func() []string{
	"completion": func() []string { return shells },
	"cubes":      func() []string { return []string{"run: walk a part", "merge: put the parts together"} },
	"explain":    explainedWords,
	"make":       func() []string { return append(generate.Kinds(), latinKind) },
	"new":        firstKinds,
	"stdlib":     stdlibNames,
}

// argumentFiles has the patterns of the files that commands take; the others take puzzles.
var argumentFiles = map[string]string{"job": "/", "bench": "*.yaml", "import": "*", "conjugates": "*",
	"completion": "", "lsp": "", "man": "", "stdlib": "", "version": "", "work": ""}

// commandArgument says what the n-th argument of a command may be.
func commandArgument(command string, n int) console.Argument {
	a := console.Argument{Files: "*.puz"}
	if files, other := argumentFiles[command]; other {
		a.Files = files
	}
	if words := firstWords[command]; words != nil && n == 0 {
		a.Words = console.NewWords(words()...)
	}
	if command == "new" && n == 0 {
		a.Files = ""
	}
	return a
}
