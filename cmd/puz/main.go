// Command puz solves, counts, checks and explains puzzles written in the
// language Quadrille.
package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"quadrille/cmd/console"
	"quadrille/lang/source"
)

func main() {
	console.DelayCollection()
	os.Exit(runMain(os.Args, os.Stdin, os.Stdout, os.Stderr))
}

// runMain runs the command and returns its exit code.
func runMain(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return console.RunCommand(args, stdin, stdout, stderr,
		func(s *console.Session) *cli.App { return (&puz{s}).newApp() })
}

// puz is the command with its streams.
type puz struct{ *console.Session }

func (p *puz) newApp() *cli.App {
	groups := p.commandGroups()
	return &cli.App{
		Name:                  "puz",
		Usage:                 "solve puzzles written in a few lines of text",
		UsageText:             "puz COMMAND [FLAGS] FILE",
		Description:           appDescription,
		Version:               versionText(),
		Reader:                p.Stdin,
		Writer:                p.Stdout,
		ErrWriter:             p.Stderr,
		EnableBashCompletion:  true,
		HideVersion:           true, // as a flag in the lists; `puz version` says it
		Suggest:               true,
		Commands:              allCommands(groups),
		CustomAppHelpTemplate: helpTemplate(groups),
		// Errors are reported by run; the library must not end the process.
		ExitErrHandler: func(*cli.Context, error) {},
		OnUsageError:   console.UsageError,
		Action: func(c *cli.Context) error {
			if c.Args().Present() {
				return unknownCommand(c)
			}
			return cli.ShowAppHelp(c)
		},
	}
}

const appDescription = `A puzzle is a text file: a board, the pieces, and what must hold.
The language is described in spec.md; "puz stdlib" lists ready pieces.

   puz solve examples/scott.puz            draw the solutions
   puz count examples/scott.puz            print their exact number
   puz count --up-to-symmetry FILE         count turned and mirrored ones once
   puz solve -D n=12 examples/queens.puz   set a parameter
   puz solve --format json FILE | jq .     solutions for programs
   puz compile --to dlx FILE -o OUT        the exact cover matrix
   puz explain wrong-class                 what an error means

Exit codes: 0 done, also when a limit that was asked for is reached; 1 no solution, or
an expectation failed; 2 bad input or usage; 3 stopped before the end by time or memory;
70 a bug of ours, told in one line, and with QUADRILLE_TRACE=1 by a trace; 128 and the
number of a signal, 130 for Ctrl-C. Results go to standard output, everything else to
standard error.`

// commandGroup is what people want of some commands.
type commandGroup struct {
	name     string
	commands []*cli.Command
}

func (p *puz) commandGroups() []commandGroup {
	return []commandGroup{
		{"Solve", []*cli.Command{p.solveCommand(), p.countCommand(), p.whyCommand(), p.uniqueCommand(),
			p.sampleCommand(), p.dissectCommand()}},
		{"Make", []*cli.Command{p.makeCommand(), p.checkCommand(), p.fmtCommand(), p.testCommand(), p.lspCommand()}},
		{"Look", []*cli.Command{p.serveCommand(), p.watchCommand(), p.explainCommand(), p.stdlibCommand(),
			p.piecesCommand()}},
		{"Run long", []*cli.Command{p.jobCommand(), p.workCommand(), p.cubesCommand()}},
		{"Exchange", []*cli.Command{p.compileCommand(), p.importCommand(), p.conjugatesCommand()}},
		{"Study", []*cli.Command{p.estimateCommand(), p.benchCommand()}},
		{"The command itself", []*cli.Command{p.completionCommand(), p.manCommand(), p.versionCommand()}},
	}
}

func allCommands(groups []commandGroup) (all []*cli.Command) {
	for _, g := range groups {
		all = append(all, g.commands...)
	}
	for _, c := range all {
		c.OnUsageError = console.UsageError
		c.HideHelpCommand = true // a file may be called help
		for _, f := range c.Flags {
			if b, ok := f.(*cli.BoolFlag); ok {
				b.DisableDefaultText = true // "default: false" says nothing
			}
		}
	}
	return all
}

// helpTemplate is that of the library with the commands in our groups: its own would be in the
// order of the alphabet.
func helpTemplate(groups []commandGroup) string {
	var text strings.Builder
	for _, g := range groups {
		fmt.Fprintf(&text, "\n   %s:\n", g.name)
		for _, c := range g.commands {
			fmt.Fprintf(&text, "     %-10s  %s\n", c.Name, c.Usage)
		}
	}
	return strings.Replace(cli.AppHelpTemplate, `{{template "visibleCommandCategoryTemplate" .}}`, strings.TrimSuffix(text.String(), "\n"), 1)
}

func unknownCommand(c *cli.Context) error {
	arg := c.Args().First()
	var names []string
	for _, command := range c.App.Commands {
		names = append(names, command.Name)
	}
	hint := source.DidYouMean(arg, names)
	switch {
	case strings.HasSuffix(arg, ".puz"):
		hint = fmt.Sprintf("did you mean `puz solve %s`?", arg)
	case hint == "":
		hint = "`puz help` lists them"
	}
	return fmt.Errorf("there is no command `%s`; %s", arg, hint)
}
