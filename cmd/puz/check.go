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
	"quadrille/lang/source"
)

func (p *puz) checkCommand() *cli.Command {
	return &cli.Command{
		Name:      "check",
		Usage:     "report what is wrong with puzzle files",
		ArgsUsage: "FILE…",
		Description: `Errors and warnings go to standard error; nothing is printed about a file
that is in order. The answer comes within two seconds and 256 MB: a quarter of the cells and a tenth of
the items and options that solve takes are too large to be checked, unless --max-cells, --max-items or
--max-options say more.

   puz check examples/*.puz`,
		Flags:  console.PuzzleFlags(),
		Action: p.Action(p.check),
	}
}

func (p *puz) check(c *cli.Context) error {
	if c.NArg() == 0 {
		return errors.New("check wants at least one FILE; see `puz check --help`")
	}
	o, err := console.Options(c)
	if err != nil {
		return err
	}
	o.Limits = lookLimits(o.Limits)
	return p.EachFile(c, func(in console.Input) error {
		q, err := p.Load(c, in, o)
		if err == nil {
			source.Print(p.Stderr, q.Warnings())
		}
		return err
	})
}

// lookLimits are those of flags, and for the others those of a look. Who raises one wants to wait.
func lookLimits(flags quadrille.Limits) quadrille.Limits {
	look := quadrille.LookLimits()
	if flags.Cells > look.Cells || flags.Items > look.Items || flags.Options > look.Options {
		return flags
	}
	return quadrille.Limits{
		Cells: cmp.Or(flags.Cells, look.Cells), Items: cmp.Or(flags.Items, look.Items),
		Options: cmp.Or(flags.Options, look.Options), Steps: look.Steps,
	}
}

func (p *puz) fmtCommand() *cli.Command {
	return &cli.Command{
		Name:      "fmt",
		Usage:     "print puzzle files in their canonical spelling",
		ArgsUsage: "FILE…",
		Description: `   puz fmt mine.puz         print it
   puz fmt -w *.puz         rewrite the files
   puz fmt -d *.puz         show what would change; exit 1 if anything would`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "w", Usage: "write the result to the file"},
			&cli.BoolFlag{Name: "d", Usage: "print a diff"},
		},
		Action: p.fmt,
	}
}

func (p *puz) fmt(c *cli.Context) error {
	if c.NArg() == 0 {
		return errors.New("fmt wants at least one FILE; see `puz fmt --help`")
	}
	return p.EachFile(c, func(in console.Input) error {
		text, err := quadrille.Format(in.Name, in.Text)
		if err != nil {
			return err
		}
		return p.formatted(c, in, text)
	})
}

func (p *puz) formatted(c *cli.Context, in console.Input, text string) error {
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
		return console.Exit(console.ExitNoSolution)
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
		Action: p.Action(p.test),
	}
}

func (p *puz) test(c *cli.Context) error {
	if c.NArg() == 0 {
		return errors.New("test wants at least one PATH; see `puz test --help`")
	}
	o, err := console.Options(c)
	if err != nil {
		return err
	}
	s, err := p.Search(c)
	if err != nil {
		return err
	}
	files, err := puzzleFiles(c.Args().Slice())
	if err != nil {
		return err
	}
	t := &tester{puz: p, cli: c, options: o, search: s, broken: map[string]bool{}}
	for _, name := range files {
		err := p.Guard(c.Command.Name, func() error { return t.file(name) })
		var bug *source.Bug
		if errors.As(err, &bug) {
			t.failed(name, err) // and the other files are tested
		} else if err != nil {
			return err
		}
	}
	return t.summary()
}

// puzzleFiles lists the files that the paths name.
func puzzleFiles(paths []string) ([]string, error) {
	var files []string
	for _, path := range paths {
		folder, below := strings.CutSuffix(path, "/...")
		info, err := os.Stat(folder)
		switch {
		case err != nil:
			return nil, console.Plain(err)
		case !info.IsDir():
			files = append(files, folder)
			continue
		}
		real, err := filepath.EvalSymlinks(folder)
		if err != nil {
			return nil, console.Plain(err)
		}
		found, err := inFolder(real, below)
		if err == nil && len(found) == 0 {
			return nil, fmt.Errorf("there is no .puz file in %s", folder)
		}
		if err != nil {
			return nil, console.Plain(err)
		}
		files = append(files, found...)
	}
	return files, nil
}

func inFolder(folder string, below bool) (files []string, err error) {
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

type tester struct {
	puz     *puz
	cli     *cli.Context
	options quadrille.Options
	search  quadrille.Search
	counts  [4]int          // by outcome
	broken  map[string]bool // files that do not compile
	worst   int             // the exit code of these
}

// file checks the expectations of one file.
func (t *tester) file(name string) error {
	in, err := t.puz.Read(name)
	if err != nil {
		return err
	}
	q, err := t.puz.Load(t.cli, in, t.options)
	if err != nil {
		t.failed(in.Name, err)
		return nil
	}
	source.Print(t.puz.Stderr, q.Warnings())
	for _, e := range q.Expectations() {
		if t.cli.Context.Err() != nil {
			return nil
		}
		if err := t.expectation(q, e); err != nil {
			return err
		}
	}
	return nil
}

// failed notes a file that does not compile.
func (t *tester) failed(name string, err error) {
	t.broken[name] = true
	t.worst = max(t.worst, t.puz.Report(t.cli.Context, err))
}

// expectation checks one and prints what has come of it.
func (t *tester) expectation(q *quadrille.Puzzle, e quadrille.Expectation) error {
	start, s := time.Now(), t.search
	var err error
	if s.Tallies, err = t.puz.readTally(t.cli.String("tally"), q); err != nil {
		return err
	}
	watch := t.puz.Watch(t.cli, &s)
	verdict, err := q.Check(t.cli.Context, e, s)
	watch.Clear()
	var wrong source.List
	switch {
	case errors.As(err, &wrong):
		t.failed(e.File, err)
		return nil
	case err != nil && t.cli.Context.Err() == nil && !errors.Is(err, quadrille.ErrMemory):
		return err
	}
	t.counts[verdict.Outcome]++
	_, err = fmt.Fprintf(t.puz.Stdout, "%s (%.2fs)\n", verdict.Line(e), time.Since(start).Seconds())
	return errors.Join(err, console.PrintEffort(t.puz.Stderr, t.cli.String("stats"), s.Effort), t.puz.writeTally(t.cli.String("tally"), q, s.Tallies, nil))
}

// summary prints the totals and returns the error with the exit code.
func (t *tester) summary() error {
	fmt.Fprintf(t.puz.Stderr, "%s met, %d failed, %d not applicable", source.Plural(t.counts[quadrille.Met], "expectation"), t.counts[quadrille.Failed], t.counts[quadrille.NotApplicable])
	undecided := t.counts[quadrille.Undecided]
	if undecided > 0 {
		fmt.Fprintf(t.puz.Stderr, ", %d undecided", undecided)
	}
	if n := len(t.broken); n > 0 {
		fmt.Fprintf(t.puz.Stderr, ", %s with errors", source.Plural(n, "file"))
	}
	fmt.Fprintln(t.puz.Stderr)
	ctx := t.cli.Context
	switch {
	case ctx.Err() != nil:
		fmt.Fprintf(t.puz.Stderr, "partial: %v\n", context.Cause(ctx))
		return console.Exit(console.CodeOfCause(ctx))
	case len(t.broken) > 0:
		return console.Exit(t.worst)
	case t.counts[quadrille.Failed] > 0:
		return console.Exit(console.ExitNoSolution)
	case undecided > 0:
		return console.Exit(console.ExitStopped)
	}
	return nil
}
