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

// ExitError is an error that only carries an exit code: what there was to say has been said.
type ExitError int

func (e ExitError) Error() string { return fmt.Sprintf("exit %d", int(e)) }

// ExitTimeout is how long a command that is told to end may take to hand over what it has
// found, before it begins to write a file, and graceOfFiles how long while it writes one.
// What does not listen by then, such as a read from standard input, is left behind.
const ExitTimeout, fileTimeout = 2 * time.Second, time.Minute

// signalError is the cause of a context that a signal has ended, and timeUp of one whose time
// is up.
type signalError struct{ syscall.Signal }

func (k signalError) Error() string {
	if k.Signal == syscall.SIGINT {
		return "interrupted"
	}
	return "stopped by a signal (" + k.Signal.String() + ")"
}

type timeLimitError time.Duration

func (t timeLimitError) Error() string {
	return "stopped by the time limit of " + time.Duration(t).String()
}

// RunCommand runs a command and returns its exit code. A signal or a limit of time ends its context;
// what it has found by then is written.
func RunCommand(args []string, stdin io.Reader, stdout, stderr io.Writer, app func(*Session) *cli.App) int {
	ctx, end := context.WithCancelCause(context.Background())
	defer end(nil)
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(signals)
	// A pipe that nobody reads any more is an error of a write, and no signal: files are
	// finished before the command ends.
	signal.Ignore(syscall.SIGPIPE)
	p := &Session{
		Stdin: stdin, Stdout: &StickyErrorWriter{Writer: stdout},
		Stderr:   &StickyErrorWriter{Writer: EscapingWriter{Writer: stderr}},
		Terminal: stderr, started: time.Now(), cancel: end,
	}
	done := make(chan int, 1)
	go func() { done <- p.runInContext(ctx, app, args) }()
	var late <-chan time.Time // when the command has had its grace
	for waited, ended := time.Duration(0), ctx.Done(); ; {
		select {
		case code := <-done:
			p.Files.RemoveAll() // of a batch that was given up
			return code
		case s := <-signals:
			if ctx.Err() != nil { // the second one
				return p.abandonCommand(ctx)
			}
			end(signalError{s.(syscall.Signal)})
		case <-ended:
			late, ended = time.After(ExitTimeout), nil
		case <-late:
			if waited += ExitTimeout; !p.Files.IsWriting() || waited > fileTimeout {
				return p.abandonCommand(ctx)
			}
			late = time.After(ExitTimeout) // what was found is being written
		}
	}
}

// abandonCommand leaves a command behind that does not end.
func (p *Session) abandonCommand(ctx context.Context) int {
	p.Files.RemoveAll()
	fmt.Fprintf(p.Terminal, "puz: %v\n", context.Cause(ctx))
	return ExitCodeOf(ctx)
}

// ExitCodeOf returns the exit code for a context that has ended.
func ExitCodeOf(ctx context.Context) int {
	var k signalError
	if errors.As(context.Cause(ctx), &k) {
		return 128 + int(k.Signal)
	}
	return ExitStopped
}

// Session is one run of a command, with its streams and files.
type Session struct {
	Stdin          io.Reader
	Stdout, Stderr *StickyErrorWriter
	Terminal       io.Writer // standard error as it is, for the line that shows progress
	Files          Files
	input          string    // the file that was read last
	started        time.Time // from when on --timeout counts
	cancel         context.CancelCauseFunc
}

// runInContext runs the command inside a context and reports how it ended.
func (p *Session) runInContext(ctx context.Context, app func(*Session) *cli.App, args []string) int {
	err := p.Guard(strings.Join(args[1:min(2, len(args))], ""), func() error {
		app := app(p)
		app.Setup()
		if help := p.findHelp(app, args[1:]); help != "" {
			return p.WriteText("", help)
		}
		args, err := moveFlagsFirst(app, args)
		if err == nil {
			err = app.RunContext(ctx, args)
		}
		return err
	})
	if errors.Is(err, syscall.EPIPE) {
		return ExitUnread // quietly: whoever reads has seen enough
	}
	code := p.ReportError(ctx, err)
	switch err := cmp.Or(p.Stdout.Err, p.Stderr.Err); {
	case errors.Is(err, syscall.EPIPE):
		return max(code, ExitUnread)
	case err != nil:
		return p.ReportError(ctx, fmt.Errorf("cannot write the result: %w", err))
	}
	return code
}

// Guard does something that has a name, and returns a panic in it as a [source.Bug], with the file that was read last.
func (p *Session) Guard(name string, do func() error) (err error) {
	defer source.CatchBug(&err, name, func() source.Span {
		if p.input == "" {
			return source.Span{}
		}
		return source.WholeFile(p.input)
	})
	return do()
}

// traceVariable is the variable of the environment that shows developers how a bug came about.
const traceVariable = "QUADRILLE_TRACE"

// reportBug prints a mistake of ours in a line.
func (p *Session) reportBug(b *source.Bug) int {
	with := "what was asked"
	if b.At.IsKnown() {
		with = "this file"
	}
	fmt.Fprintf(p.Stderr, "puz: %v; please report it with %s\n", b, with)
	if os.Getenv(traceVariable) == "1" {
		fmt.Fprintln(p.Stderr, strings.ReplaceAll(b.Trace, "\t", "    "))
	}
	return ExitBug
}

// ReportError prints an error and returns the exit code.
func (p *Session) ReportError(ctx context.Context, err error) int {
	var code ExitError
	var list source.DiagnosticList
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
		return ExitCodeOf(ctx)
	case errors.Is(err, quadrille.ErrMemory):
		fmt.Fprintf(p.Stderr,
			"partial: stopped for want of memory (%v); --max-memory gives more, and another --engine may need less\n",
			err)
		return ExitStopped
	case errors.As(err, &list):
		source.PrintList(p.Stderr, list)
	default:
		fmt.Fprintf(p.Stderr, "puz: %s\n", source.Bounded(err.Error()))
	}
	return ExitBadInput
}

// WithTimeout runs a command with the clock of --timeout, which began with the command.
func (p *Session) WithTimeout(do cli.ActionFunc) cli.ActionFunc {
	return func(c *cli.Context) error {
		if d := c.Duration("timeout"); d > 0 {
			timer := time.AfterFunc(d-time.Since(p.started), func() { p.cancel(timeLimitError(d)) })
			defer timer.Stop()
		}
		return do(c)
	}
}

// StoppedError returns the error that a search ended with, after it has said how far it came.
func (p *Session) StoppedError(ctx context.Context, err error, found string) error {
	switch {
	case ctx.Err() != nil:
		fmt.Fprintf(p.Stderr, "partial: %v after %s\n", context.Cause(ctx), found)
		return ExitError(ExitCodeOf(ctx))
	case errors.Is(err, quadrille.ErrMemory):
		return fmt.Errorf("after %s: %w", found, err)
	}
	return err
}

// moveFlagsFirst moves the flags of a command in front of its arguments. The
// library would take flags behind the first argument for arguments.
func moveFlagsFirst(app *cli.App, args []string) ([]string, error) {
	switch {
	case len(args) < 2:
		return args, nil
	case args[1] == "--version" || args[1] == "-version":
		return []string{args[0], "version"}, nil
	}
	c := app.Command(args[1])
	if c == nil {
		return args, nil
	}
	flags, rest, err := splitArgs(args[2:], flagsWithValue(c))
	return slices.Concat(args[:2], flags, []string{"--"}, rest), err
}

// splitArgs tells flags with their values from arguments. After "--" all are
// arguments; "-" is an argument.
func splitArgs(args []string, takesValue map[string]bool) (flags, rest []string, err error) {
	for i := 0; i < len(args); i++ {
		a := args[i]
		name, _, hasValue := strings.Cut(strings.TrimLeft(a, "-"), "=")
		switch {
		case a == "--":
			return flags, append(rest, args[i+1:]...), nil
		case a == "-" || !strings.HasPrefix(a, "-"):
			rest = append(rest, a)
		case strings.HasPrefix(a, "-D") && len(a) > 2 && a[2] != '=' && takesValue[paramFlag]:
			flags = append(flags, "-"+paramFlag, a[2:])
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
