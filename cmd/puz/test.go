package main

import (
	"errors"
	"fmt"
	"maps"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"quadrille/compile"
	"quadrille/compile/model"
	"quadrille/runtime/plan"
)

func (p *puz) testCommand() *cli.Command {
	return &cli.Command{
		Name:      "test",
		Usage:     "check every expectation of puzzle files",
		ArgsUsage: "PATH…",
		Description: `A PATH is a file, a folder, or a folder with all below it: examples/...
Each expectation gets a line. One with a condition such as "when n = 8" is
checked with that parameter.

   puz test examples
   puz test examples/...`,
		Flags:  append(commonFlags(), searchFlags()...),
		Action: p.configured(p.test),
	}
}

func (p *puz) test(c *cli.Context) error {
	if c.NArg() == 0 {
		return errors.New("test wants at least one PATH; see `puz test --help`")
	}
	o, err := compileOptions(c)
	if err != nil {
		return err
	}
	files, err := puzzleFiles(c.Args().Slice())
	if err != nil {
		return err
	}
	if err := checkSearchFlags(c); err != nil {
		return err
	}
	t := &tester{puz: p, cli: c, options: o, broken: map[string]bool{}}
	for _, name := range files {
		if err := t.file(name); err != nil {
			return err
		}
	}
	return t.summary()
}

// summary prints the totals and returns the error with the exit code.
func (t *tester) summary() error {
	fmt.Fprintf(t.puz.stderr, "%d expectations met, %d failed, %d not applicable", t.met, t.failed, t.skipped)
	if t.undecided > 0 {
		fmt.Fprintf(t.puz.stderr, ", %d undecided", t.undecided)
	}
	if n := len(t.broken); n > 0 {
		fmt.Fprintf(t.puz.stderr, ", %s with errors", plural(n, "file"))
	}
	fmt.Fprintln(t.puz.stderr)
	switch {
	case t.cli.Context.Err() != nil:
		fmt.Fprintln(t.puz.stderr, "partial: interrupted")
		return exit(exitInterrupted)
	case len(t.broken) > 0:
		return exit(exitBadInput)
	case t.failed > 0:
		return exit(exitNoSolution)
	case t.undecided > 0:
		return exit(exitLimit)
	}
	return nil
}

// puzzleFiles lists the files that the paths name.
func puzzleFiles(paths []string) ([]string, error) {
	var files []string
	for _, path := range paths {
		folder, below := strings.CutSuffix(path, "/...")
		info, err := os.Stat(folder)
		switch {
		case err != nil:
			return nil, plain(err)
		case !info.IsDir():
			files = append(files, folder)
			continue
		}
		real, err := filepath.EvalSymlinks(folder)
		if err != nil {
			return nil, plain(err)
		}
		found, err := inFolder(real, below)
		if err == nil && len(found) == 0 {
			return nil, fmt.Errorf("there is no .puz file in %s", folder)
		}
		if err != nil {
			return nil, plain(err)
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
	puz                  *puz
	cli                  *cli.Context
	options              compile.Options
	met, failed, skipped int
	undecided            int             // stopped by a limit
	broken               map[string]bool // files that do not compile
}

// file checks the expectations of one file.
func (t *tester) file(name string) error {
	in, err := t.puz.read(name)
	if err != nil {
		return err
	}
	program, err := compile.Text(in.name, in.text, importer, t.options)
	if err != nil {
		t.broken[in.name] = true
		report(err, t.puz.stderr)
		return nil
	}
	for i := range program.Puzzle.Expects {
		if t.cli.Context.Err() != nil {
			return nil
		}
		if err := t.expectation(in, &program.Puzzle.Expects[i], i); err != nil {
			return err
		}
	}
	return nil
}

// expectation checks the i-th expectation of a file, with the parameters that
// its condition asks for.
func (t *tester) expectation(in input, e *model.Expect, i int) error {
	o := t.options
	o.Params = maps.Clone(o.Params)
	for name, v := range e.Given {
		if _, set := o.Params[name]; !set {
			o.Params[name] = v
		}
	}
	o.UpToSymmetry, o.UpToSwaps = e.UpToSymmetry, e.UpToSwaps
	program, err := compile.Text(in.name, in.text, importer, o)
	if err != nil {
		t.broken[in.name] = true
		report(err, t.puz.stderr)
		return nil
	}
	e = &program.Puzzle.Expects[i]
	if !e.Applies {
		t.skipped++
		return t.line("skip", e, "its condition is not met", 0)
	}
	return t.count(program, e)
}

// count counts solutions until the expectation is decided.
func (t *tester) count(program *compile.Program, e *model.Expect) error {
	start := time.Now()
	goal := plan.Count
	if e.High == nil || e.High.Cmp(big.NewInt(1)) <= 0 {
		goal = plan.One // it is decided by a solution or two
	}
	s, err := t.puz.newSearch(t.cli, program, goal)
	if err != nil {
		return err
	}
	decided := func(found *big.Int) bool {
		return e.High == nil && found.Cmp(e.Low) >= 0 || e.High != nil && found.Cmp(e.High) > 0
	}
	var found *big.Int
	ok := false
	if s.plan != nil && s.plan.Name == plan.Memo { // others stop when it is decided
		if found, ok, err = s.countAtOnce(t.cli.Context); err != nil {
			return err
		}
	}
	if !ok {
		found = new(big.Int)
		for range s.solutions(t.cli.Context) {
			if found.SetInt64(int64(s.found)); decided(found) {
				break
			}
		}
	}
	if err := t.verdict(e, s, found, decided(found), time.Since(start)); err != nil {
		return err
	}
	return s.finish(t.puz, t.cli.String("stats"))
}

// verdict prints whether an expectation is met.
func (t *tester) verdict(e *model.Expect, s *searching, found *big.Int, decided bool, took time.Duration) error {
	switch {
	case s.ended != complete && !decided:
		t.undecided++
		return t.line("stop", e, fmt.Sprintf("undecided after %s", solutionCount(s.found)), took)
	case e.High != nil && found.Cmp(e.High) > 0:
		t.failed++
		return t.line("FAIL", e, fmt.Sprintf("there are more: at least %d", found), took)
	case found.Cmp(e.Low) < 0:
		t.failed++
		return t.line("FAIL", e, fmt.Sprintf("there are only %d", found), took)
	}
	t.met++
	return t.line("ok", e, "", took)
}

// line prints the outcome of an expectation.
func (t *tester) line(outcome string, e *model.Expect, remark string, took time.Duration) error {
	at := e.Span.File.Position(e.Span.Start)
	text := strings.Join(strings.Fields(e.Span.File.Slice(e.Span.Range)), " ")
	if remark != "" {
		text += ": " + remark
	}
	_, err := fmt.Fprintf(t.puz.stdout, "%-4s %s:%d: %s (%.2fs)\n", outcome, e.Span.File.Name, at.Line, text, took.Seconds())
	return err
}
