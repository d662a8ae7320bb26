package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/urfave/cli/v2"

	"quadrille"
	"quadrille/cmd/console"
	"quadrille/compile/check"
	"quadrille/lang/format"
	"quadrille/lang/source"
)

func (p *puz) checkCommand() *cli.Command {
	return &cli.Command{
		Name:      "check",
		Usage:     "report what is wrong with puzzle files",
		ArgsUsage: "FILE…",
		Description: `Errors and warnings go to standard error; a file that is in order is
"ok" on a terminal, and otherwise nothing is printed. The answer comes within two seconds
and 256 MB: a quarter of the cells and a tenth of the items and options that solve takes are
too large to be checked, unless --max-cells, --max-items or
--max-options say more.

   puz check examples/*.puz`,
		Flags:  console.PuzzleFlags(),
		Action: p.WithTimeout(p.runCheck),
	}
}

func (p *puz) runCheck(c *cli.Context) error {
	if c.NArg() == 0 {
		return errors.New("check wants at least one FILE; see `puz check --help`")
	}
	o, err := console.PuzzleOptions(c)
	if err != nil {
		return err
	}
	o.Limits = limitsOfQuickCheck(o.Limits)
	return p.EachFile(c, func(in console.Input) error {
		q, err := p.LoadInput(c, in, o)
		if err == nil {
			source.PrintList(p.Stderr, q.Warnings())
			if len(q.Warnings()) == 0 && console.IsTerminal(p.Terminal) {
				fmt.Fprintf(p.Stderr, "%s: ok\n", in.Name)
			}
		}
		return err
	})
}

// limitsOfQuickCheck returns the limits of a quick check: those set by flags, and for the others the small limits of an
// editor. A user who raises a limit by a flag is willing to wait.
func limitsOfQuickCheck(flags quadrille.Limits) quadrille.Limits {
	look := check.EditorLimits()
	if flags.MaxShapeCells > look.MaxShapeCells || flags.MaxItems > look.MaxItems ||
		flags.MaxOptions > look.MaxOptions {
		return flags
	}
	return quadrille.Limits{
		MaxShapeCells: cmp.Or(flags.MaxShapeCells, look.MaxShapeCells), MaxItems: cmp.Or(flags.MaxItems, look.MaxItems),
		MaxOptions: cmp.Or(flags.MaxOptions, look.MaxOptions), MaxLoopRounds: look.MaxLoopRounds,
	}
}

func (p *puz) fmtCommand() *cli.Command {
	return &cli.Command{
		Name:      "fmt",
		Usage:     "print puzzle files in their canonical spelling",
		ArgsUsage: "FILE…",
		Description: `   puz fmt mine.puz             print it
   puz fmt -w *.puz             rewrite the files
   puz fmt -d *.puz             show what would change; exit 1 if anything would
   puz fmt -w --upgrade *.puz   rewrite files in an older spelling`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "w", Usage: "write the result to the file"},
			&cli.BoolFlag{Name: "d", Usage: "print a diff"},
			&cli.BoolFlag{Name: "upgrade", Usage: "rewrite older spellings of the language first"},
		},
		Action: p.runFormat,
	}
}

func (p *puz) runFormat(c *cli.Context) error {
	if c.NArg() == 0 {
		return errors.New("fmt wants at least one FILE; see `puz fmt --help`")
	}
	return p.EachFile(c, func(in console.Input) error {
		source := in.Text
		if c.Bool("upgrade") {
			source = []byte(format.UpgradeText(string(source)))
		}
		text, err := quadrille.CanonicalText(in.Name, source)
		if err != nil {
			return err
		}
		return p.writeFormatted(c, in, text)
	})
}

func (p *puz) writeFormatted(c *cli.Context, in console.Input, text string) error {
	changed := text != string(in.Text)
	if c.Bool("d") && changed {
		if _, err := p.Stdout.Write(diff.Diff(in.Name, in.Text, in.Name+" (formatted)", []byte(text))); err != nil {
			return err
		}
	}
	switch {
	case c.Bool("w") && in.IsStdin:
		return errors.New("standard input cannot be rewritten")
	case c.Bool("w") && changed:
		return p.WriteText(in.Name, text)
	case c.Bool("w"):
		return nil
	case !c.Bool("d"):
		return p.WriteText("", text)
	case changed:
		return console.ExitError(console.ExitNoSolution)
	}
	return nil
}

func (p *puz) testCommand() *cli.Command {
	return &cli.Command{
		Name:      "test",
		Usage:     "check every expectation of puzzle files",
		ArgsUsage: "PATH…",
		Description: `A PATH is a file, a folder, or a folder with all below it: examples/...
Each expectation gets a line. One with a condition such as "when n = 8" is
checked with that parameter. Warnings go to standard error, as with puz check.

   puz test examples
   puz test examples/...`,
		Flags:  slices.Concat(console.PuzzleFlags(), console.SearchFlags("ordered")),
		Action: p.WithTimeout(p.runTest),
	}
}

func (p *puz) runTest(c *cli.Context) error {
	if c.NArg() == 0 {
		return errors.New("test wants at least one PATH; see `puz test --help`")
	}
	o, err := console.PuzzleOptions(c)
	if err != nil {
		return err
	}
	s, err := p.SearchOptions(c)
	if err != nil {
		return err
	}
	files, err := puzzleFiles(c.Args().Slice())
	if err != nil {
		return err
	}
	t := &expectationTester{puz: p, commandContext: c, options: o, search: s, failedFiles: map[string]bool{}}
	for _, name := range files {
		err := p.CatchPanic(c.Command.Name, func() error { return t.testFile(name) })
		var bug *source.Bug
		if errors.As(err, &bug) {
			t.recordFailure(name, err) // the test goes on with the other files
		} else if err != nil {
			return err
		}
	}
	return t.printSummary()
}

// puzzleFiles returns the paths of the puzzles that the given paths name: files, and the puzzles in folders.
func puzzleFiles(paths []string) ([]string, error) {
	var files []string
	for _, path := range paths {
		folder, below := strings.CutSuffix(path, "/...")
		info, err := os.Stat(folder)
		switch {
		case err != nil:
			return nil, console.PlainError(err)
		case !info.IsDir():
			files = append(files, folder)
			continue
		}
		real, err := filepath.EvalSymlinks(folder)
		if err != nil {
			return nil, console.PlainError(err)
		}
		found, err := filesInFolder(real, below)
		if err == nil && len(found) == 0 {
			return nil, fmt.Errorf("there is no .puz file in %s", folder)
		}
		if err != nil {
			return nil, console.PlainError(err)
		}
		files = append(files, found...)
	}
	return files, nil
}

func filesInFolder(folder string, below bool) (files []string, err error) {
	err = filepath.WalkDir(folder, func(path string, d os.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != folder && !below:
			return filepath.SkipDir
		case !d.IsDir() && filepath.Ext(path) == ".puz":
			files = append(files, path)
		}
		return nil
	})
	return files, err
}

// expectationTester checks the expectations of puzzles, and counts the outcomes.
type expectationTester struct {
	puz            *puz
	commandContext *cli.Context
	options        quadrille.Options
	search         quadrille.Search
	outcomeCounts  [4]int          // number of expectations with each Outcome
	failedFiles    map[string]bool // paths of files that do not compile
	worstExitCode  int             // exit code of the worst error among these files
}

// testFile checks the expectations of one file, and prints their outcomes.
func (t *expectationTester) testFile(name string) error {
	in, err := t.puz.ReadInput(name)
	if err != nil {
		return err
	}
	q, err := t.puz.LoadInput(t.commandContext, in, t.options)
	if err != nil {
		t.recordFailure(in.Name, err)
		return nil
	}
	source.PrintList(t.puz.Stderr, q.Warnings())
	for _, e := range q.Expectations() {
		if t.commandContext.Context.Err() != nil {
			return nil
		}
		if err := t.testExpectation(q, e); err != nil {
			return err
		}
	}
	return nil
}

// recordFailure records a file that does not compile.
func (t *expectationTester) recordFailure(name string, err error) {
	t.failedFiles[name] = true
	t.worstExitCode = max(t.worstExitCode, t.puz.ReportError(t.commandContext.Context, err))
}

// testExpectation checks one expectation, and prints its outcome.
func (t *expectationTester) testExpectation(q *quadrille.Puzzle, e quadrille.Expectation) error {
	start, s := time.Now(), t.search
	var err error
	if s.Tallies, err = t.puz.readTally(t.commandContext.String("tally"), q); err != nil {
		return err
	}
	watch := t.puz.WatchSearch(t.commandContext, &s)
	verdict, err := q.Check(t.commandContext.Context, e, s)
	watch.ClearLine()
	var wrong source.DiagnosticList
	switch {
	case errors.As(err, &wrong):
		t.recordFailure(e.File, err)
		return nil
	case err != nil && t.commandContext.Context.Err() == nil && !errors.Is(err, quadrille.ErrMemory):
		return err
	}
	t.outcomeCounts[verdict.Outcome]++
	_, err = fmt.Fprintf(t.puz.Stdout, "%s (%.2fs)\n", verdict.LineText(e), time.Since(start).Seconds())
	return errors.Join(err, console.PrintEffort(t.puz.Stderr, t.commandContext.String("stats"), s.Effort),
		t.puz.writeTally(t.commandContext.String("tally"), q, s.Tallies, nil))
}

// printSummary prints the totals, and returns the error that carries the exit code.
func (t *expectationTester) printSummary() error {
	fmt.Fprintf(t.puz.Stderr, "%s met, %d failed, %d not applicable",
		source.Plural(t.outcomeCounts[quadrille.Passed], "expectation"), t.outcomeCounts[quadrille.Failed],
		t.outcomeCounts[quadrille.NotApplicable])
	undecided := t.outcomeCounts[quadrille.Undecided]
	if undecided > 0 {
		fmt.Fprintf(t.puz.Stderr, ", %d undecided", undecided)
	}
	if n := len(t.failedFiles); n > 0 {
		fmt.Fprintf(t.puz.Stderr, ", %s with errors", source.Plural(n, "file"))
	}
	fmt.Fprintln(t.puz.Stderr)
	ctx := t.commandContext.Context
	switch {
	case ctx.Err() != nil:
		fmt.Fprintf(t.puz.Stderr, "partial: %v\n", context.Cause(ctx))
		return console.ExitError(console.ExitCodeOf(ctx))
	case len(t.failedFiles) > 0:
		return console.ExitError(t.worstExitCode)
	case t.outcomeCounts[quadrille.Failed] > 0:
		return console.ExitError(console.ExitNoSolution)
	case undecided > 0:
		return console.ExitError(console.ExitStopped)
	}
	return nil
}
