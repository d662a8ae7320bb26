package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"quadrille/compile"
	"quadrille/compile/reduce"
	"quadrille/runtime/matrix"
	"quadrille/runtime/plan"
)

// variant is an engine on a number of threads.
type variant struct {
	engine  string
	threads int
}

// String names a variant as people and programs see it.
func (v variant) String() string {
	if v.threads == 1 {
		return v.engine
	}
	return fmt.Sprintf("%s ×%d", v.engine, v.threads)
}

// enginesInOrder lists the engines as people compare them: links first, auto last.
func enginesInOrder() []string {
	names := slices.DeleteFunc(plan.Names(), func(name string) bool { return name == plan.Auto })
	return append(names, plan.Auto)
}

// baseline is what ratios are to.
var baseline = variant{plan.Links, 1}

// lap is one run of a variant on all problems of a row.
type lap struct {
	time      time.Duration
	nodes     int64
	solutions *big.Int
	took      string
	failed    string // why there is no result, or empty
}

// Words for why a lap has no result, beside the errors of engines.
const (
	timeUp       = "timeout"
	noSolution   = "a solution that is none: " // and what is wrong with it
	wasInterrupt = "interrupted"
)

// contender is a variant with its laps on a row.
type contender struct {
	variant
	laps   []lap
	spent  time.Duration
	failed string // why it has no result, or empty
}

// contest is a row on which variants have run side by side.
type contest struct {
	row        *benchRow
	programs   []*compile.Program
	compiled   time.Duration
	contenders []*contender
}

// speed runs engines side by side.
func (p *puz) speed(c *cli.Context, f *benchFile, rows []benchRow, skipped int) error {
	if err := f.speedFlags(c); err != nil {
		return err
	}
	out, err := newSpeedTable(p, c, f, rows)
	if err != nil {
		return err
	}
	for i := range rows {
		contest, err := p.newContest(&rows[i], f, c.Int("threads"))
		if err != nil {
			return fmt.Errorf("row %s: %w", rows[i].Name, err)
		}
		contest.run(c.Context, f)
		if c.Context.Err() != nil {
			break
		}
		if err := out.add(contest); err != nil {
			return err
		}
		contest.programs = nil // a thousand of them are large
	}
	return out.end(c, skipped)
}

// speedFlags lets flags override the file.
func (f *benchFile) speedFlags(c *cli.Context) error {
	if !c.IsSet("repeat") {
		return nil
	}
	if f.Repeat = c.Int("repeat"); f.Repeat < 1 || f.Repeat > mostRepeats {
		return fmt.Errorf("--repeat wants a number from 1 to %d", mostRepeats)
	}
	return nil
}

// newContest compiles a row. Engines get the same problems.
func (p *puz) newContest(row *benchRow, f *benchFile, threads int) (*contest, error) {
	start := time.Now()
	names, texts, err := p.puzzlesOf(row)
	if err != nil {
		return nil, err
	}
	t := &contest{row: row, contenders: row.contenders(f, threads)}
	for i, text := range texts {
		o := compile.Options{Params: row.Params, UpToSymmetry: row.UpToSymmetry}
		program, err := compile.Text(names[i], []byte(text), importer, o)
		if err != nil {
			return nil, err
		}
		t.programs = append(t.programs, program)
	}
	t.compiled = time.Since(start)
	return t, nil
}

// puzzlesOf reads the puzzle of a row, or its squares.
func (p *puz) puzzlesOf(row *benchRow) (names, texts []string, err error) {
	in, err := p.read(row.Puzzle + row.Squares)
	if err != nil {
		return nil, nil, err
	}
	if row.Puzzle != "" {
		return []string{in.name}, []string{string(in.text)}, nil
	}
	texts, err = puzzlesOfSquares(in, row.Rules)
	for i := range texts {
		names = append(names, fmt.Sprintf("%s, square %d", in.name, i+1))
	}
	return names, texts, err
}

// contenders are the engines of a row on each number of threads. Memo knows one only.
func (r *benchRow) contenders(f *benchFile, threads int) (all []*contender) {
	engines, counts := r.Engines, r.Threads
	if len(engines) == 0 {
		engines = f.Engines
	}
	if counts.only() == 0 {
		counts = threadList{threads}
	}
	for _, n := range counts {
		for _, e := range engines {
			if n == 1 || e != plan.Memo {
				all = append(all, &contender{variant: variant{e, n}})
			}
		}
	}
	return all
}

// run lets the contenders run by turns, so that whatever else the machine does meets
// all of them alike.
func (t *contest) run(ctx context.Context, f *benchFile) {
	for range f.Repeat {
		for _, v := range t.contenders {
			if ctx.Err() != nil {
				return
			}
			if v.failed != "" || len(v.laps) > 0 && f.patience() > 0 && v.spent >= f.patience() {
				continue
			}
			runtime.GC()
			v.add(t.lap(ctx, v.variant, time.Duration(cmp.Or(t.row.Timeout, f.Timeout))))
		}
	}
	for _, v := range t.contenders {
		slices.SortStableFunc(v.laps, func(a, b lap) int { return cmp.Compare(a.time, b.time) })
	}
}

// add takes a lap, and gives up if it has failed.
func (v *contender) add(l lap) {
	if l.failed != "" {
		v.failed, v.laps = l.failed, nil
		return
	}
	v.laps = append(v.laps, l)
	v.spent += l.time
}

// lap runs a variant once on all problems, within a time.
func (t *contest) lap(ctx context.Context, v variant, timeout time.Duration) lap {
	l := lap{solutions: new(big.Int)}
	var took []string
	for _, program := range t.programs {
		left := timeout - l.time
		if timeout == 0 {
			left = 0
		}
		one := t.row.time(ctx, program, v, left)
		l.time += one.time
		l.nodes += one.nodes
		l.solutions.Add(l.solutions, one.solutions)
		if !slices.Contains(took, one.took) {
			took = append(took, one.took)
		}
		if l.failed = one.failed; l.failed == "" && timeout > 0 && l.time >= timeout {
			l.failed = timeUp
		}
		if l.failed != "" {
			break
		}
	}
	l.took = strings.Join(took, ", ")
	return l
}

// time takes the time of one search, from the matrix on: what the planner and the
// engine prepare is in it.
func (r *benchRow) time(ctx context.Context, program *compile.Program, v variant, timeout time.Duration) lap {
	s := &searching{
		program: program, reduced: reduce.Problem(program.Problem, 0),
		timeout: timeout, whole: program.Symmetry == nil,
	}
	start := time.Now()
	n, one, err := r.result(ctx, s, v)
	l := lap{time: time.Since(start), solutions: n}
	switch {
	case err != nil:
		l.failed = err.Error()
	case s.ended == byTimeout:
		l.failed = timeUp
	case s.ended == byInterrupt:
		l.failed = wasInterrupt
	case s.ended == byMemory:
		l.failed = s.failure.Error()
	case one != nil && program.Problem.Verify(one) != nil:
		l.failed = noSolution + program.Problem.Verify(one).Error()
	}
	if s.plan != nil {
		l.nodes, l.took = s.engine.Stats().Nodes, s.plan.Took()
	}
	return l
}

// result searches for what the row wants: a number of solutions, and the one that
// was found if one was wanted.
func (r *benchRow) result(ctx context.Context, s *searching, v variant) (n *big.Int, one matrix.Solution, err error) {
	words := r.settings()
	words.engine, words.threads = v.engine, v.threads
	request := words.request(s.program.Puzzle.Search)
	if request.Goal = goals[r.Goal]; request.Goal == plan.Count && !s.whole {
		request.Goal = plan.All
	}
	if s.plan, err = plan.New(s.reduced.Problem, request); err != nil {
		return new(big.Int), nil, err
	}
	s.engine = s.plan
	if request.Goal == plan.Count {
		n, err = s.count(ctx)
		return n, nil, err
	}
	if request.Goal == plan.One {
		s.limit = 1
	}
	for found := range s.solutions(ctx) {
		if s.limit == 1 {
			one = slices.Clone(found)
		}
	}
	return big.NewInt(int64(s.found)), one, nil
}

// median is the time in the middle, and representative the lap that has it, or the
// longer of two.
func (v *contender) median() time.Duration {
	n := len(v.laps)
	return (v.laps[(n-1)/2].time + v.laps[n/2].time) / 2
}

func (v *contender) representative() *lap { return &v.laps[len(v.laps)/2] }

// spread is the ratio of the longest lap to the shortest.
func (v *contender) spread() float64 {
	return float64(v.laps[len(v.laps)-1].time) / float64(max(v.laps[0].time, 1))
}

// label names a contender and, for auto, the engine that it took.
func (v *contender) label() string {
	if v.engine != plan.Auto || len(v.laps) == 0 {
		return v.String()
	}
	took := v.representative().took
	if strings.Contains(took, ",") {
		took = "mixed"
	}
	return fmt.Sprintf("%s (%s)", v.variant, took)
}

// find returns the contender of a variant that has a result, or nil.
func (t *contest) find(v variant) *contender {
	for _, c := range t.contenders {
		if c.variant == v && c.failed == "" && len(c.laps) > 0 {
			return c
		}
	}
	return nil
}

// wrong says where the contenders disagree, with one another or with what was
// published, or find what is no solution.
func (t *contest) wrong() error {
	var want *big.Int
	by := "published"
	if n := t.row.Published.Solutions; n != nil {
		want = big.NewInt(*n)
	}
	var errs []error
	for _, v := range t.contenders {
		if strings.HasPrefix(v.failed, noSolution) {
			errs = append(errs, fmt.Errorf("%s: %s has %s", t.row.Name, v.variant, v.failed))
		}
		for _, l := range v.laps {
			if want == nil {
				want, by = l.solutions, v.String()
			}
			if l.solutions.Cmp(want) != 0 {
				errs = append(errs, fmt.Errorf("%s: %s finds %v solutions, and not %v (%s)", t.row.Name, v.variant, l.solutions, want, by))
				break
			}
		}
	}
	return errors.Join(errs...)
}
