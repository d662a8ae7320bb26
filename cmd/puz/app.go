package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"github.com/urfave/cli/v2"

	"quadrille/lang/source"
)

// Exit codes.
const (
	exitDone        = 0
	exitNoSolution  = 1 // or an expectation that failed
	exitBadInput    = 2 // or bad usage
	exitLimit       = 3
	exitInterrupted = 130
)

// exit is an error that only carries an exit code: what there was to say has
// been said.
type exit int

func (e exit) Error() string { return fmt.Sprintf("exit %d", int(e)) }

// run runs the command and returns its exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	app := newApp(stdin, stdout, stderr)
	return report(app.RunContext(ctx, flagsFirst(app, args)), stderr)
}

func newApp(stdin io.Reader, stdout, stderr io.Writer) *cli.App {
	p := &puz{stdin: stdin, stdout: stdout, stderr: stderr}
	return &cli.App{
		Name:                   "puz",
		Usage:                  "solve puzzles written in a few lines of text",
		UsageText:              "puz COMMAND [FLAGS] FILE",
		Description:            appDescription,
		Reader:                 stdin,
		Writer:                 stdout,
		ErrWriter:              stderr,
		EnableBashCompletion:   true,
		UseShortOptionHandling: false,
		HideVersion:            true,
		Suggest:                true,
		Commands:               p.commands(),
		// Errors are reported by run; the library must not end the process.
		ExitErrHandler: func(*cli.Context, error) {},
		OnUsageError:   usageError,
		Action: func(c *cli.Context) error {
			if c.Args().Present() {
				return fmt.Errorf("there is no command `%s`; `puz help` lists them", c.Args().First())
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

Exit codes: 0 done; 1 no solution, or an expectation failed; 2 bad input or
usage; 3 stopped by a limit; 130 interrupted. Results go to standard output,
everything else to standard error.`

// puz is the command with its streams.
type puz struct {
	stdin          io.Reader
	stdout, stderr io.Writer
}

func (p *puz) commands() []*cli.Command {
	all := []*cli.Command{
		p.solveCommand(), p.countCommand(), p.compileCommand(), p.checkCommand(), p.fmtCommand(),
		p.testCommand(), p.explainCommand(), p.stdlibCommand(), p.completionCommand(), p.manCommand(),
	}
	for _, c := range all {
		c.OnUsageError = usageError
	}
	return all
}

// usageError shortens what the library says: the full help would hide it.
func usageError(c *cli.Context, err error, _ bool) error {
	return fmt.Errorf("%w; see `puz %s --help`", err, c.Command.Name)
}

// report prints an error and returns the exit code.
func report(err error, stderr io.Writer) int {
	var code exit
	var list source.List
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &code):
		return int(code)
	case errors.As(err, &list):
		source.Print(stderr, list)
	default:
		fmt.Fprintf(stderr, "puz: %v\n", err)
	}
	return exitBadInput
}

// flagsFirst moves the flags of a command in front of its arguments. The
// library would take flags behind the first argument for arguments.
func flagsFirst(app *cli.App, args []string) []string {
	if len(args) < 2 {
		return args
	}
	c := app.Command(args[1])
	if c == nil {
		return args
	}
	takesValue := map[string]bool{}
	for _, f := range c.Flags {
		_, isBool := f.(*cli.BoolFlag)
		for _, name := range f.Names() {
			takesValue[name] = !isBool
		}
	}
	flags, rest := split(args[2:], takesValue)
	return append(append(append([]string{}, args[:2]...), flags...), rest...)
}

// split tells flags with their values from arguments. After "--" all are
// arguments; "-" is an argument.
func split(args []string, takesValue map[string]bool) (flags, rest []string) {
	for i := 0; i < len(args); i++ {
		a := args[i]
		name, _, hasValue := strings.Cut(strings.TrimLeft(a, "-"), "=")
		switch {
		case a == "--":
			return flags, append(append(rest, a), args[i+1:]...)
		case a == "-" || !strings.HasPrefix(a, "-"):
			rest = append(rest, a)
		case takesValue[name] && !hasValue && i+1 < len(args):
			flags = append(flags, a, args[i+1])
			i++
		default:
			flags = append(flags, a)
		}
	}
	return flags, rest
}
