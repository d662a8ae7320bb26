package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"time"

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

// grace is how long an interrupted command may take to hand over what it has
// found. What does not listen by then, such as a read from standard input, is
// left behind.
const grace = 2 * time.Second

// run runs the command and returns its exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	done := make(chan int, 1)
	go func() { done <- runApp(ctx, args, stdin, stdout, stderr) }()
	select {
	case code := <-done:
		return code
	case <-ctx.Done():
	}
	select {
	case code := <-done:
		return code
	case <-time.After(grace):
		fmt.Fprintln(stderr, "puz: interrupted")
		return exitInterrupted
	}
}

func runApp(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	out := &careful{Writer: stdout}
	app := newApp(stdin, out, stderr)
	args, err := flagsFirst(app, args)
	if err == nil {
		err = app.RunContext(ctx, args)
	}
	if out.err != nil {
		return report(fmt.Errorf("cannot write the result: %w", out.err), stderr)
	}
	return report(err, stderr)
}

// careful remembers the first error of a writer, so that no result is lost
// without a word.
type careful struct {
	io.Writer
	err error
}

func (c *careful) Write(p []byte) (int, error) {
	n, err := c.Writer.Write(p)
	if c.err == nil {
		c.err = err
	}
	return n, err
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
		p.solveCommand(), p.countCommand(), p.sampleCommand(), p.estimateCommand(), p.benchCommand(), p.dissectCommand(), p.importCommand(), p.makeCommand(), p.conjugatesCommand(), p.compileCommand(), p.checkCommand(), p.fmtCommand(),
		p.testCommand(), p.explainCommand(), p.stdlibCommand(), p.completionCommand(), p.manCommand(),
	}
	for _, c := range all {
		c.OnUsageError = usageError
		c.HideHelpCommand = true // a file may be called help
		for _, f := range c.Flags {
			if b, ok := f.(*cli.BoolFlag); ok {
				b.DisableDefaultText = true // "default: false" says nothing
			}
		}
	}
	return all
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

// usageError shortens what the library says: the full help would hide it.
func usageError(c *cli.Context, err error, _ bool) error {
	command := "puz"
	if name := c.Command.Name; name != "" && name != "puz" {
		command += " " + name
	}
	text := strings.NewReplacer(" -", " --", "---", "--").Replace(err.Error())
	return fmt.Errorf("%s; see `%s --help`", strings.TrimSuffix(text, ": parse error"), command)
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
func flagsFirst(app *cli.App, args []string) ([]string, error) {
	if len(args) < 2 || args[len(args)-1] == "--generate-bash-completion" {
		return args, nil
	}
	c := app.Command(args[1])
	if c == nil {
		return args, nil
	}
	takesValue := map[string]bool{}
	for _, f := range c.Flags {
		_, isBool := f.(*cli.BoolFlag)
		for _, name := range f.Names() {
			takesValue[name] = !isBool
		}
	}
	flags, rest, err := split(args[2:], takesValue)
	if slices.Contains(flags, "--help") || slices.Contains(flags, "-h") {
		return []string{args[0], args[1], "--help"}, nil
	}
	return slices.Concat(args[:2], flags, []string{"--"}, rest), err
}

// split tells flags with their values from arguments. After "--" all are
// arguments; "-" is an argument.
func split(args []string, takesValue map[string]bool) (flags, rest []string, err error) {
	for i := 0; i < len(args); i++ {
		a := args[i]
		name, _, hasValue := strings.Cut(strings.TrimLeft(a, "-"), "=")
		switch {
		case a == "--":
			return flags, append(rest, args[i+1:]...), nil
		case a == "-" || !strings.HasPrefix(a, "-"):
			rest = append(rest, a)
		case strings.HasPrefix(a, "-D") && len(a) > 2 && a[2] != '=' && takesValue["D"]:
			flags = append(flags, "-D", a[2:])
		case takesValue[name] && !hasValue && i+1 == len(args):
			return nil, nil, fmt.Errorf("flag needs an argument: %s", a)
		case takesValue[name] && !hasValue:
			flags = append(flags, a, args[i+1])
			i++
		default:
			flags = append(flags, a)
		}
	}
	return flags, rest, nil
}
