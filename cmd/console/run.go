// Package console is what stands between a command and whoever runs it: how it begins and ends,
// the flags that commands share, files that appear whole or not at all, streams that lose no
// error, and the line that shows progress.
package console

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
	"quadrille/lang/source"
)

// The exit codes. A signal ends the command with 128 and its number.
const (
	ExitDone        = 0
	ExitNoSolution  = 1  // or an expectation that failed
	ExitBadInput    = 2  // or bad usage, or a stream that failed
	ExitStopped     = 3  // before its end, by time or memory
	ExitBug         = 70 // a mistake of ours was met
	ExitInterrupted = 130
	ExitUnread      = 128 + int(syscall.SIGPIPE) // nobody reads the output any more
)

// Exit is an error that only carries an exit code: what there was to say has been said.
type Exit int

func (e Exit) Error() string { return fmt.Sprintf("exit %d", int(e)) }

// Grace is how long a command that is told to end may take to hand over what it has
// found, before it begins to write a file, and graceOfFiles how long while it writes one.
// What does not listen by then, such as a read from standard input, is left behind.
const Grace, graceOfFiles = 2 * time.Second, time.Minute

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

// Run runs a command and returns its exit code. A signal or a limit of time ends its context;
// what it has found by then is written.
func Run(args []string, stdin io.Reader, stdout, stderr io.Writer, app func(*Session) *cli.App) int {
	ctx, end := context.WithCancelCause(context.Background())
	defer end(nil)
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(signals)
	// A pipe that nobody reads any more is an error of a write, and no signal: files are
	// finished before the command ends.
	signal.Ignore(syscall.SIGPIPE)
	p := &Session{
		Stdin: stdin, Stdout: &Careful{Writer: stdout}, Stderr: &Careful{Writer: Printable{Writer: stderr}},
		Terminal: stderr, begun: time.Now(), end: end,
	}
	done := make(chan int, 1)
	go func() { done <- p.run(ctx, app, args) }()
	var late <-chan time.Time // when the command has had its grace
	for waited, ended := time.Duration(0), ctx.Done(); ; {
		select {
		case code := <-done:
			p.Files.RemoveAll() // of a batch that was given up
			return code
		case s := <-signals:
			if ctx.Err() != nil { // the second one
				return p.abandon(ctx)
			}
			end(killed{s.(syscall.Signal)})
		case <-ended:
			late, ended = time.After(Grace), nil
		case <-late:
			if waited += Grace; !p.Files.Busy() || waited > graceOfFiles {
				return p.abandon(ctx)
			}
			late = time.After(Grace) // what was found is being written
		}
	}
}

// abandon leaves a command behind that does not end.
func (p *Session) abandon(ctx context.Context) int {
	p.Files.RemoveAll()
	fmt.Fprintf(p.Terminal, "puz: %v\n", context.Cause(ctx))
	return CodeOfCause(ctx)
}

// CodeOfCause returns the exit code for a context that has ended.
func CodeOfCause(ctx context.Context) int {
	var k killed
	if errors.As(context.Cause(ctx), &k) {
		return 128 + int(k.Signal)
	}
	return ExitStopped
}

// Session is one run of a command, with its streams and files.
type Session struct {
	Stdin          io.Reader
	Stdout, Stderr *Careful
	Terminal       io.Writer // standard error as it is, for the line that shows progress
	Files          Files
	input          string    // the file that was read last
	begun          time.Time // from when on --timeout counts
	end            context.CancelCauseFunc
}

// run runs the command inside a context and reports how it ended.
func (p *Session) run(ctx context.Context, app func(*Session) *cli.App, args []string) int {
	err := p.Guard(strings.Join(args[1:min(2, len(args))], ""), func() error {
		app := app(p)
		app.Setup()
		if help := app.Command("help"); help != nil {
			help.HideHelpCommand = true // the library keeps one for all runs, and would put it inside of itself
		}
		args, err := flagsFirst(app, args)
		if err == nil {
			err = app.RunContext(ctx, args)
		}
		return err
	})
	if errors.Is(err, syscall.EPIPE) {
		return ExitUnread // quietly: whoever reads has seen enough
	}
	code := p.Report(ctx, err)
	switch err := cmp.Or(p.Stdout.Err, p.Stderr.Err); {
	case errors.Is(err, syscall.EPIPE):
		return max(code, ExitUnread)
	case err != nil:
		return p.Report(ctx, fmt.Errorf("cannot write the result: %w", err))
	}
	return code
}

// Guard does something that has a name, and returns a panic in it as a [source.Bug], with the file that was read last.
func (p *Session) Guard(name string, do func() error) (err error) {
	defer source.Catch(&err, name, func() source.Span {
		if p.input == "" {
			return source.Span{}
		}
		return source.Whole(p.input)
	})
	return do()
}

// traceVariable is the variable of the environment that shows developers how a bug came about.
const traceVariable = "QUADRILLE_TRACE"

// reportBug prints a mistake of ours in a line.
func (p *Session) reportBug(b *source.Bug) int {
	with := "what was asked"
	if b.At.Known() {
		with = "this file"
	}
	fmt.Fprintf(p.Stderr, "puz: %v; please report it with %s\n", b, with)
	if os.Getenv(traceVariable) == "1" {
		fmt.Fprintln(p.Stderr, strings.ReplaceAll(b.Trace, "\t", "    "))
	}
	return ExitBug
}

// Report prints an error and returns the exit code.
func (p *Session) Report(ctx context.Context, err error) int {
	var code Exit
	var list source.List
	var bug *source.Bug
	switch {
	case err == nil:
		return ExitDone
	case errors.As(err, &bug):
		return p.reportBug(bug)
	case errors.As(err, &code):
		return int(code)
	case ctx.Err() != nil && (errors.Is(err, ctx.Err()) || errors.Is(err, context.Cause(ctx))):
		fmt.Fprintf(p.Stderr, "partial: %v\n", context.Cause(ctx))
		return CodeOfCause(ctx)
	case errors.Is(err, quadrille.ErrMemory):
		fmt.Fprintf(p.Stderr, "partial: stopped for want of memory (%v); --max-memory gives more, and another --engine may need less\n", err)
		return ExitStopped
	case errors.As(err, &list):
		source.Print(p.Stderr, list)
	default:
		fmt.Fprintf(p.Stderr, "puz: %s\n", source.Bounded(err.Error()))
	}
	return ExitBadInput
}

// Action runs a command with the clock of --timeout, which began with the command.
func (p *Session) Action(do cli.ActionFunc) cli.ActionFunc {
	return func(c *cli.Context) error {
		if d := c.Duration("timeout"); d > 0 {
			timer := time.AfterFunc(d-time.Since(p.begun), func() { p.end(timeUp(d)) })
			defer timer.Stop()
		}
		return do(c)
	}
}

// Stopped returns the error that a search ended with, after it has said how far it came.
func (p *Session) Stopped(ctx context.Context, err error, found string) error {
	switch {
	case ctx.Err() != nil:
		fmt.Fprintf(p.Stderr, "partial: %v after %s\n", context.Cause(ctx), found)
		return Exit(CodeOfCause(ctx))
	case errors.Is(err, quadrille.ErrMemory):
		return fmt.Errorf("after %s: %w", found, err)
	}
	return err
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
