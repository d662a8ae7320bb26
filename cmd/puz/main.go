// Command puz solves, counts, checks and explains puzzles written in the
// language Quadrille.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"

	"quadrille"
	"quadrille/cmd/console"
	"quadrille/lang/source"
)

func main() {
	os.Exit(run(os.Args, os.Stdin, os.Stdout, os.Stderr))
}

// Exit codes. A signal ends the command with 128 and its number.
const (
	exitDone        = 0
	exitNoSolution  = 1 // or an expectation that failed
	exitBadInput    = 2 // or bad usage, or a stream that failed
	exitStopped     = 3 // before its end, by time or memory
	exitInterrupted = 130
)

// exit is an error that only carries an exit code: what there was to say has
// been said.
type exit int

func (e exit) Error() string { return fmt.Sprintf("exit %d", int(e)) }

// grace is how long a command that is told to end may take to hand over what it has
// found, before it begins to write a file, and graceOfFiles how long while it writes one.
// What does not listen by then, such as a read from standard input, is left behind.
const grace, graceOfFiles = 2 * time.Second, time.Minute

// killed is the cause of a context that a signal has ended, and timeUp of one whose time
// is up.
type killed struct{ syscall.Signal }

func (k killed) Error() string {
	if k.Signal == syscall.SIGINT {
		return "interrupted"
	}
	return "stopped by a signal (" + k.Signal.String() + ")"
}

type timeUp time.Duration

func (t timeUp) Error() string { return "stopped by the time limit of " + time.Duration(t).String() }

// run runs the command and returns its exit code.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, end := context.WithCancelCause(context.Background())
	defer end(nil)
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(signals)
	// A pipe that nobody reads any more is an error of a write, and no signal: files are
	// finished before the command ends.
	signal.Ignore(syscall.SIGPIPE)
	p := &puz{
		stdin: stdin, stdout: &console.Careful{Writer: stdout}, terminal: stderr, begun: time.Now(), end: end,
	}
	p.stderr = &console.Careful{Writer: console.Printable{Writer: stderr}}
	done := make(chan int, 1)
	go func() { done <- p.run(ctx, args) }()
	var late <-chan time.Time // when the command has had its grace
	for waited, ended := time.Duration(0), ctx.Done(); ; {
		select {
		case code := <-done:
			return code
		case s := <-signals:
			if ctx.Err() != nil { // the second one
				return p.abandon(ctx)
			}
			end(killed{s.(syscall.Signal)})
		case <-ended:
			late, ended = time.After(grace), nil
		case <-late:
			if waited += grace; !p.files.Busy() || waited > graceOfFiles {
				return p.abandon(ctx)
			}
			late = time.After(grace) // what was found is being written
		}
	}
}

// abandon leaves a command behind that does not end.
func (p *puz) abandon(ctx context.Context) int {
	p.files.RemoveAll()
	fmt.Fprintf(p.terminal, "puz: %v\n", context.Cause(ctx))
	return codeOfCause(ctx)
}

// codeOfCause returns the exit code for a context that has ended.
func codeOfCause(ctx context.Context) int {
	var k killed
	if errors.As(context.Cause(ctx), &k) {
		return 128 + int(k.Signal)
	}
	return exitStopped
}

// puz is the command with its streams.
type puz struct {
	stdin          io.Reader
	stdout, stderr *console.Careful
	terminal       io.Writer // standard error as it is, for the line that shows progress
	begun          time.Time // from when on --timeout counts
	end            context.CancelCauseFunc
	files          console.Files
}

// run runs the command inside a context and reports how it ended.
func (p *puz) run(ctx context.Context, args []string) int {
	app := p.app()
	args, err := flagsFirst(app, args)
	if err == nil {
		err = app.RunContext(ctx, args)
	}
	if errors.Is(err, syscall.EPIPE) {
		return exitBadInput // quietly: whoever reads has seen enough
	}
	code := p.report(ctx, err)
	switch err := cmp.Or(p.stdout.Err, p.stderr.Err); {
	case errors.Is(err, syscall.EPIPE):
		return max(code, exitBadInput)
	case err != nil:
		return p.report(ctx, fmt.Errorf("cannot write the result: %w", err))
	}
	return code
}

func (p *puz) app() *cli.App {
	return &cli.App{
		Name:                 "puz",
		Usage:                "solve puzzles written in a few lines of text",
		UsageText:            "puz COMMAND [FLAGS] FILE",
		Description:          appDescription,
		Version:              quadrille.Version(),
		Reader:               p.stdin,
		Writer:               p.stdout,
		ErrWriter:            p.stderr,
		EnableBashCompletion: true,
		HideVersion:          true, // as a flag in the lists; `puz version` says it
		Suggest:              true,
		Commands:             p.commands(),
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

Exit codes: 0 done, also when a limit that was asked for is reached; 1 no solution, or
an expectation failed; 2 bad input or usage; 3 stopped before the end by time or memory;
128 and the number of a signal, 130 for Ctrl-C. Results go to standard output, everything
else to standard error.`

func (p *puz) commands() []*cli.Command {
	all := []*cli.Command{
		p.solveCommand(), p.countCommand(), p.jobCommand(), p.workCommand(), p.cubesCommand(), p.sampleCommand(), p.estimateCommand(), p.benchCommand(), p.dissectCommand(),
		p.importCommand(), p.makeCommand(), p.piecesCommand(), p.conjugatesCommand(), p.compileCommand(), p.checkCommand(), p.fmtCommand(),
		p.testCommand(), p.watchCommand(), p.serveCommand(), p.explainCommand(), p.stdlibCommand(), p.lspCommand(), p.completionCommand(), p.manCommand(), p.versionCommand(),
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
func (p *puz) report(ctx context.Context, err error) int {
	var code exit
	var list source.List
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &code):
		return int(code)
	case ctx.Err() != nil && (errors.Is(err, ctx.Err()) || errors.Is(err, context.Cause(ctx))):
		fmt.Fprintf(p.stderr, "partial: %v\n", context.Cause(ctx))
		return codeOfCause(ctx)
	case errors.Is(err, quadrille.ErrMemory):
		fmt.Fprintf(p.stderr, "partial: stopped for want of memory (%v); --max-memory gives more, and another --engine may need less\n", err)
		return exitStopped
	case errors.As(err, &list):
		source.Print(p.stderr, list)
	default:
		fmt.Fprintf(p.stderr, "puz: %v\n", err)
	}
	return exitBadInput
}

// flagsFirst moves the flags of a command in front of its arguments. The
// library would take flags behind the first argument for arguments.
func flagsFirst(app *cli.App, args []string) ([]string, error) {
	if len(args) < 2 || args[len(args)-1] == "--generate-bash-completion" {
		return args, nil
	}
	if args[1] == "--version" || args[1] == "-version" {
		return []string{args[0], "version"}, nil
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
