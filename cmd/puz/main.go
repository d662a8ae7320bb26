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
	console.DelayGarbageCollection()
	os.Exit(runMain(os.Args, os.Stdin, os.Stdout, os.Stderr))
}

// runMain runs the command and returns its exit code.
func runMain(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return console.RunCommand(args, stdin, stdout, stderr,
		func(s *console.Session) *cli.App { return (&puz{s}).newApp() })
}

// puz implements the commands of the program. Its Session holds the streams and files.
type puz struct{ *console.Session }

func (p *puz) newApp() *cli.App {
	return &cli.App{
		Name:            "puz",
		Usage:           "solve puzzles written in a few lines of text",
		UsageText:       "puz COMMAND [FLAGS] FILE",
		Description:     appDescription(),
		Version:         versionText(),
		Reader:          p.Stdin,
		Writer:          p.Stdout,
		ErrWriter:       p.Stderr,
		HideHelp:        true, // package console prints the help texts
		HideHelpCommand: true,
		HideVersion:     true, // `puz version` prints it
		Suggest:         true,
		Commands:        allCommands(p.commandGroups()),
		// The function main reports errors; the library must not end the process.
		ExitErrHandler: func(*cli.Context, error) {},
		OnUsageError:   console.UsageError,
		Action:         unknownCommand,
	}
}

// appDescription returns the description of the program in its help text.
func appDescription() string {
	return `A puzzle is a text file: a board, the pieces, and what must hold. Begin with a file
that "puz new" writes, or with an example; "puz stdlib" lists ready pieces.

   puz new sudoku first.puz                a first puzzle, to be changed
   puz solve examples/scott.puz            draw the solutions
   puz count examples/scott.puz            print their exact number
   puz count --up-to-symmetry FILE         count turned and mirrored ones once
   puz solve -D n=12 examples/queens.puz   set a parameter
   puz solve --format json FILE | jq .     solutions for programs
   puz compile --to dlx FILE -o OUT        the exact cover matrix
   puz explain wrong-class                 what an error means

Exit codes: 0 done, also when a limit that was asked for is reached; 1 no solution, or
an expectation failed; 2 bad input or usage; 3 stopped before the end by time or memory;
70 a bug of ours (set QUADRILLE_TRACE=1 for a trace); 128 and the number of a signal, so
130 for Ctrl-C. Results go to standard output, everything else to standard error.

Documentation: ` + documentationPlace() + `;
without it: "puz man" has every command, "puz explain codes" every message.`
}

// commandGroup is a group of commands that help shows together, with its name.
type commandGroup struct {
	groupName string
	commands  []*cli.Command
}

// commandGroups returns the commands by groups: first the commands that most people need.
func (p *puz) commandGroups() []commandGroup {
	return []commandGroup{
		{"Common", []*cli.Command{p.newCommand(), p.solveCommand(), p.countCommand(), p.checkCommand(),
			p.serveCommand(), p.explainCommand(), p.whyCommand(), p.hintCommand(), p.makeCommand(),
			p.printCommand()}},
		{"Solve", []*cli.Command{p.uniqueCommand(), p.sampleCommand(), p.dissectCommand(), p.apartCommand()}},
		{"Write", []*cli.Command{p.fmtCommand(), p.testCommand(), p.watchCommand(), p.lspCommand(),
			p.stdlibCommand(), p.piecesCommand()}},
		{"Run long", []*cli.Command{p.jobCommand(), p.workCommand(), p.cubesCommand()}},
		{"Exchange", []*cli.Command{p.compileCommand(), p.importCommand(), p.conjugatesCommand()}},
		{"Study", []*cli.Command{p.estimateCommand(), p.benchCommand(), p.auditCommand(),
			p.proofCommand()}},
		{"The command itself", []*cli.Command{p.completionCommand(), p.manCommand(), p.versionCommand()}},
	}
}

func allCommands(groups []commandGroup) (all []*cli.Command) {
	for _, g := range groups {
		for _, c := range g.commands {
			// commands have no subcommand help, as a file may have that name
			c.Category, c.OnUsageError, c.HideHelp = g.groupName, console.UsageError, true
			all = append(all, c)
		}
	}
	return all
}

func unknownCommand(c *cli.Context) error {
	arg := c.Args().First()
	if arg == "help" {
		arg = c.Args().Get(1)
	}
	var names []string
	for _, command := range c.App.Commands {
		names = append(names, command.Names()...)
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
