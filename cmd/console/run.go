// Package console is the frame of a command line program: its start and its end, flags that several commands share,
// output files that appear complete or not at all, output streams that report every error, and the display of
// progress.
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

// The exit codes. After a signal the code is 128 plus the number of the signal.
const (
	ExitSuccess     = 0
	ExitNoSolution  = 1  // there is no solution, or an expectation failed
	ExitBadInput    = 2  // the input or the usage is wrong, or a stream had an error
	ExitStopped     = 3  // a search was stopped before its end, by a limit of time or memory
	ExitBug         = 70 // a bug of this program
	ExitInterrupted = 130
	ExitClosedPipe  = 128 + int(syscall.SIGPIPE) // the reader of the output has closed it
)

// ExitError is the exit code of a command, as an error whose message is already printed.
type ExitError int

func (e ExitError) Error() string { return fmt.Sprintf("exit %d", int(e)) }

// ExitTimeout is the time that a command has to end after a signal or its time limit, so that it can write the results
// found so far. If the command is writing a file then, it has the longer fileTimeout. After that time the program exits
// even if the command still runs, for example because it waits for standard input.
const ExitTimeout, fileTimeout = 2 * time.Second, time.Minute

// signalError is the cause of a context that a signal has cancelled.
type signalError struct{ syscall.Signal }

func (k signalError) Error() string {
	if k.Signal == syscall.SIGINT {
		return "interrupted"
	}
	return "stopped by a signal (" + k.Signal.String() + ")"
}

// timeLimitError is the cause of a context that has exceeded the time limit of the command.
type timeLimitError time.Duration

func (t timeLimitError) Error() string {
	return "stopped by the time limit of " + time.Duration(t).String()
}

// RunCommand runs a command and returns its exit code. A signal or a time limit cancels the context of the command,
// which still writes the results found by then.
func RunCommand(args []string, stdin io.Reader, stdout, stderr io.Writer, app func(*Session) *cli.App) int {
	ctx, end := context.WithCancelCause(context.Background())
	defer end(nil)
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(signals)
	// If the reader of a pipe has closed it, writing returns an error in place of a signal, so that files are
	// completed before the command ends.
	signal.Ignore(syscall.SIGPIPE)
	p := &Session{
		Stdin: stdin, Stdout: &StickyErrorWriter{Writer: stdout},
		Stderr:   &StickyErrorWriter{Writer: EscapingWriter{Writer: stderr}},
		Terminal: stderr, startTime: time.Now(), cancelCommand: end,
	}
	done := make(chan int, 1)
	go func() { done <- p.runInContext(ctx, app, args) }()
	var late <-chan time.Time // fires when the time in which the command must end is over
	for waited, ended := time.Duration(0), ctx.Done(); ; {
		select {
		case code := <-done:
			p.Files.RemoveIncomplete() // removes the files of a batch that was not committed
			return code
		case s := <-signals:
			if ctx.Err() != nil { // a second signal ends the program at once
				return p.abandonCommand(ctx)
			}
			end(signalError{s.(syscall.Signal)})
		case <-ended:
			late, ended = time.After(ExitTimeout), nil
		case <-late:
			if waited += ExitTimeout; !p.Files.IsWriting() || waited > fileTimeout {
				return p.abandonCommand(ctx)
			}
			late = time.After(ExitTimeout) // the results found so far are being written
		}
	}
}

// abandonCommand reports why a command had to end, if the command has not ended in time. It returns the exit code.
func (p *Session) abandonCommand(ctx context.Context) int {
	p.Files.RemoveIncomplete()
	fmt.Fprintf(p.Terminal, "puz: %v\n", context.Cause(ctx))
	return ExitCodeOf(ctx)
}

// ExitCodeOf returns the exit code for a context that has been cancelled.
func ExitCodeOf(ctx context.Context) int {
	var k signalError
	if errors.As(context.Cause(ctx), &k) {
		return 128 + int(k.Signal)
	}
	return ExitStopped
}

// Session is one run of a command, with its streams and output files.
type Session struct {
	Stdin          io.Reader
	Stdout, Stderr *StickyErrorWriter
	Terminal       io.Writer // standard error without escaping, for the display of progress
	Files          Files
	lastInputName  string    // name of the file that the command read last, for bug reports
	startTime      time.Time // start of the command, from which --timeout counts
	cancelCommand  context.CancelCauseFunc
}

// runInContext runs the command in a context and returns its exit code.
func (p *Session) runInContext(ctx context.Context, app func(*Session) *cli.App, args []string) int {
	err := p.CatchPanic(strings.Join(args[1:min(2, len(args))], ""), func() error {
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
		return ExitClosedPipe // there is no message, because the reader of the output wants no more
	}
	code := p.ReportError(ctx, err)
	switch err := cmp.Or(p.Stdout.Err, p.Stderr.Err); {
	case errors.Is(err, syscall.EPIPE):
		return max(code, ExitClosedPipe)
	case err != nil:
		return p.ReportError(ctx, fmt.Errorf("cannot write the result: %w", err))
	}
	return code
}

// CatchPanic calls the function do, and returns its error. If do panics, the error is a [source.Bug], with the given
// name of the activity and the file that was read last.
func (p *Session) CatchPanic(name string, do func() error) (err error) {
	defer source.CatchBug(&err, name, func() source.Span {
		if p.lastInputName == "" {
			return source.Span{}
		}
		return source.WholeFile(p.lastInputName)
	})
	return do()
}

// traceVariable is the name of the environment variable that makes a bug report contain the stack trace.
const traceVariable = "QUADRILLE_TRACE"

// reportBug prints a bug in one line, and returns the exit code.
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

// ReportError prints an error, and returns its exit code.
func (p *Session) ReportError(ctx context.Context, err error) int {
	var code ExitError
	var list source.DiagnosticList
	var bug *source.Bug
	switch {
	case err == nil:
		return ExitSuccess
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
		fmt.Fprintf(p.Stderr, "puz: %s\n", source.BoundMessage(err.Error()))
	}
	return ExitBadInput
}

// WithTimeout wraps the action of a command so that --timeout limits its time. The time limit counts from the start of
// the command.
func (p *Session) WithTimeout(do cli.ActionFunc) cli.ActionFunc {
	return func(c *cli.Context) error {
		if d := c.Duration("timeout"); d > 0 {
			timer := time.AfterFunc(d-time.Since(p.startTime), func() { p.cancelCommand(timeLimitError(d)) })
			defer timer.Stop()
		}
		return do(c)
	}
}

// StoppedError returns the error of a search that was stopped. It first prints the text found, which says what the
// search has found.
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

// moveFlagsFirst moves the flags of a command in front of its arguments, because the command line library treats a flag
// after the first argument as an argument.
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

// splitArgs separates flags, with their values, from arguments. All words after "--" are arguments, and so is the
// word "-".
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
