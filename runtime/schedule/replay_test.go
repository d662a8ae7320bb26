package schedule

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/big"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"quadrille/runtime/engine/planar"
	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
	"quadrille/runtime/symmetry"
)

// The planner is judged by records of what each engine does alone, by price, on the rows of a table of puzzles. To
// make one takes minutes; to try a share or a constant on it, a moment:
//
//	go test ./runtime/schedule -run TestRecord -args -table ../../examples/unseen.yaml -record /tmp/unseen.json
//	go test ./runtime/schedule -run TestReplay -v -args -replay /tmp/unseen.json,/tmp/fresh.json
//
// A row is missed if the planner takes more than twice the best engine and 5 ms. What it takes to find a proof is
// not counted.
var (
	replayFlag = flag.String("replay", "",
		"files of TestRecord, with commas between them, on which the planner is judged")
	whyFlag = flag.Bool("replay-all", false, "list every row, and not only those that are missed")
)

// Point is the progress of an engine at one moment: the seconds spent, the fraction of its search that is done, the
// fraction of its states that had been met before, and its numbers of nodes and solutions.
type Point struct {
	Spent, Part, Known float64
	Nodes, Found       int64
}

// Trace holds the progress of an engine that works alone. It may end before the engine is done.
type Trace struct {
	Start        float64
	Points       []Point
	Clock        float64 // seconds by the clock
	Done, Failed bool
}

func (t *Trace) last() Point { return t.Points[len(t.Points)-1] }

// Record holds all data about a row of the table of puzzles.
type Record struct {
	Name, Goal     string
	Entries        int
	Kind           problemKind
	Visitor        string
	Planar, Proves bool
	Gain           float64           // of orbits, or 0
	Traces         map[string]*Trace // by engine; by orbits under a name with a slash
}

// recorder runs a task, and records its progress.
type recorder struct {
	Task
	trace *Trace
}

func (r *recorder) advance(ctx context.Context, limit float64) {
	for !r.trace.Done && !r.trace.Failed {
		spent, _ := r.Progress()
		if spent >= limit {
			return
		}
		begin := time.Now()
		done, err := r.Advance(ctx, min(limit, spent+max(50e-6, 0.15*spent)))
		r.trace.Clock += time.Since(begin).Seconds()
		var p Point
		p.Spent, p.Part = r.Progress()
		if g, ok := r.Task.(*gatedTask); ok {
			p.Known = g.recurrence
		} else {
			n, stats := r.Result()
			p.Nodes, p.Found = stats.Nodes, n.Int64()
		}
		r.trace.Done, r.trace.Failed = done && err == nil, err != nil
		r.trace.Points = append(r.trace.Points, p)
	}
}

// DescribePrices compares the clock with the prices. For each engine, with and without colors that need support, it
// gives the geometric mean of the ratios of the seconds by the clock to the seconds by price. Traces below 2 ms are
// left out.
func DescribePrices(records []*Record) (lines []string) {
	logs := map[string][]float64{}
	for _, r := range records {
		for engine, t := range r.Traces {
			if len(t.Points) > 0 && t.last().Spent > 2e-3 {
				name := engine + []string{plainProblem: "", supportedColors: ", colors"}[r.Kind]
				logs[name] = append(logs[name], math.Log(t.Clock/t.last().Spent))
			}
		}
	}
	for name, list := range logs {
		sum := 0.0
		for _, x := range list {
			sum += x
		}
		lines = append(lines, fmt.Sprintf("%s: %.2f in %d rows", name, math.Exp(sum/float64(len(list))), len(list)))
	}
	slices.Sort(lines)
	return lines
}

// NewRecord runs each engine until the first one is done. The others end when they have spent 2.5 times as much and 10
// ms.
func NewRecord(ctx context.Context, name, goal string, p *matrix.Problem, r Request) *Record {
	visits, _ := fastestVisitor(p)
	rec := &Record{Name: name, Goal: goal, Entries: p.EntryCount(), Kind: problemKindOf(p, nil), Visitor: visits,
		Proves: provesInfeasible(p),
		Traces: map[string]*Trace{}}
	rec.Planar = p.ItemCount() >= minDeterminantItems && planar.CheckFit(p) == nil
	w := newRequestedProblem(p, r)
	var all []*recorder
	add := func(name string, t Task) {
		start, _ := t.Progress()
		rec.Traces[name] = &Trace{Start: start}
		all = append(all, &recorder{t, rec.Traces[name]})
	}
	for _, e := range []string{Dense, Sparse, Restarts, Memo, Halves, Learn, Links} {
		if e == Halves && r.Goal != CountOnly || e == Restarts && r.Goal != FewSolutions || e != Links &&
			findEngine(e).engineRole.checkFit(p) != nil {
			continue
		}
		var out taskOutput
		if n := 0; r.Goal != CountOnly {
			out.onSolution = func(matrix.Solution) bool {
				n++
				return r.Goal == AllSolutions ||
					n < max(1, r.WantedCount)
			}
		}
		add(e, w.newTask(e, out))
	}
	if r.Goal == CountOnly {
		if o := findOrbitSplit(p, symmetry.FindGroupWithin(ctx, p, maxSymmetries, 1<<26)); o != nil {
			rec.Gain = o.optionsPerOrbit
			for _, e := range []string{Dense, Sparse} {
				if rec.Traces[e] != nil {
					t := newCubeTask(p, r, e, taskOutput{})
					t.spentSeconds = 0
					t.restartWithParts(o.problemParts)
					add(e+"/orbits", t)
				}
			}
		}
	}
	const longest = 2.0
	best := math.Inf(1)
	for limit := 1e-3; math.IsInf(best, 1) && limit <= longest; limit *= 1.5 {
		for _, x := range all {
			if x.advance(ctx, limit); x.trace.Done {
				best = min(best, x.trace.last().Spent)
			}
		}
	}
	for _, x := range all {
		if !math.IsInf(best, 1) {
			x.advance(ctx, 2.5*best+10e-3)
		}
		x.Close()
	}
	return rec
}

// replayTask is a task that makes the recorded progress of an engine.
type replayTask struct {
	alone, orbits *Trace
	trace         *Trace
	before, at    float64 // spent before the trace, and in it
	first         func(matrix.Solution) bool
	untimed       bool // it tells no part
}

// point returns the progress of the task. After the end of its trace the engine is assumed to continue at the same
// rate.
func (t *replayTask) point() Point {
	i, _ := slices.BinarySearchFunc(t.trace.Points, t.at+1e-12, func(p Point, s float64) int {
		if p.Spent <= s {
			return -1
		}
		return 1
	})
	if i == 0 {
		return Point{}
	}
	p := t.trace.Points[i-1]
	if i == len(t.trace.Points) {
		p.Part = min(1, p.Part*t.at/p.Spent)
		return p
	}
	if q := t.trace.Points[i]; p.Part > 1e-6 {
		f := (t.at - p.Spent) / (q.Spent - p.Spent)
		p.Part += f * (q.Part - p.Part)
		p.Nodes += int64(f * float64(q.Nodes-p.Nodes))
	}
	return p
}

func (t *replayTask) Advance(_ context.Context, until float64) (done bool, err error) {
	end := math.Inf(1)
	if n := len(t.trace.Points); n > 0 {
		if last := t.trace.last(); t.trace.Done || t.trace.Failed {
			end = last.Spent
		} else if last.Part > 0.01 {
			end = last.Spent / last.Part
		}
	}
	if t.at = min(end, max(t.at, until-t.before)); t.at < end {
		return false, nil
	}
	if t.trace.Failed {
		return false, errors.New("it fails")
	}
	if t.first != nil {
		t.first(nil)
	}
	return true, nil
}

func (t *replayTask) Progress() (spent, part float64) {
	if t.untimed {
		return t.before + t.at, 0
	}
	return t.before + t.at, t.point().Part
}

func (t *replayTask) Close()                  {}
func (t *replayTask) readRecurrence() float64 { return t.point().Known }
func (t *replayTask) Result() (*big.Int, search.Stats) {
	p := t.point()
	return big.NewInt(p.Found), search.Stats{Nodes: p.Nodes}
}

// replayVisitor is a replayed engine that can restart with one option of each orbit.
type replayVisitor struct{ *replayTask }

func (t replayVisitor) restartWithParts([]orbitPart) {
	t.before += t.at
	t.trace, t.at = t.orbits, t.orbits.Start
}

// replaySubject is the problem of a recorded row.
type replaySubject struct {
	*Record
	goal  Goal
	spent float64 // on preprocessing
}

func (r *replaySubject) problemKind() problemKind { return r.Kind }

func (r *replaySubject) checkFit(engine string) error {
	if r.Traces[engine] == nil {
		return errors.New("it was not recorded")
	}
	return nil
}

func (r *replaySubject) newTask(engine string, out taskOutput) Task {
	t := &replayTask{alone: r.Traces[engine], orbits: r.Traces[engine+"/orbits"], at: r.Traces[engine].Start,
		untimed: engine == Memo && r.goal != CountOnly}
	if t.trace = t.alone; r.goal == FewSolutions {
		t.first = out.onSolution
	}
	if engine == Dense || engine == Sparse {
		return replayVisitor{t}
	}
	return t
}

func (r *replaySubject) estimateSeconds(engine string, by Task) float64 {
	if engine != Dense {
		return 0
	}
	return r.Traces[engine].Start + estimateNodes(by)*findEngine(Dense).workPrice.nodeSeconds
}

func (r *replaySubject) splitByOrbits(context.Context, int) *orbitSplit {
	r.spent += symmetrySeconds / 2 * float64(r.Entries)
	if r.Gain == 0 {
		return nil
	}
	return &orbitSplit{optionsPerOrbit: r.Gain, problemParts: []orbitPart{{nil, 1}}}
}

func (r *replaySubject) fastestVisitor() (name, why string) { return r.Visitor, "" }
func (r *replaySubject) entryCount() int                    { return r.Entries }
func (r *replaySubject) startSeconds(engine string) float64 { return r.Traces[engine].Start }
func (r *replaySubject) provesInfeasible() bool             { return r.Proves }
func (r *replaySubject) countByDeterminant(context.Context) (*big.Int, search.Stats, error) {
	return nil, search.Stats{}, nil
}

// best returns the seconds and the name of the engine that is fastest alone, among the engines that people would name
// for the goal.
func (r *Record) best() (seconds float64, name string) {
	seconds = math.Inf(1)
	for e, t := range r.Traces {
		apt := e != Restarts && !strings.Contains(e, "/") && (r.Goal != "one" || e != Memo) &&
			(r.Goal == "one" || e != Learn)
		if apt && t.Done && t.last().Spent < seconds {
			seconds, name = t.last().Spent, e
		}
	}
	return seconds, name
}

// replayed is the result of the planner on a row.
type replayed struct {
	factor float64 // of the best engine, with half a millisecond for each
	missed bool
	text   string
}

func (r *Record) replay() replayed {
	best, name := r.best()
	s := &replaySubject{Record: r, goal: map[string]Goal{"count": CountOnly, "all": AllSolutions,
		"one": FewSolutions}[r.Goal]}
	a := &autoEngine{request: Request{Goal: s.goal}, plan: &Plan{}, firstTurnSeconds: firstTurnSeconds,
		maxYieldedWords: maxYieldedWords, problemView: s}
	a.maxSeconds = 1000 * best
	if s.goal == CountOnly {
		a.Count(context.Background())
	} else {
		for range a.Solutions(context.Background()) {
			break
		}
	}
	spent := a.totalSpent() + s.spent
	return replayed{
		factor: (spent + 0.5e-3) / (best + 0.5e-3), missed: spent > 2*best+5e-3,
		text: fmt.Sprintf("%s: %.3g ms, %s %.3g ms; %v", r.Name, 1e3*spent, name, 1e3*best, a.plan.WorkByEngine),
	}
}

// TestReplay measures the planner on records.
func TestReplay(t *testing.T) {
	if *replayFlag == "" {
		t.Skip("no records are named")
	}
	for _, name := range strings.Split(*replayFlag, ",") {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		rows := map[string][]replayed{}
		for lines := json.NewDecoder(bufio.NewReader(f)); lines.More(); {
			var r Record
			if err := lines.Decode(&r); err != nil {
				t.Fatal(err)
			}
			if best, _ := r.best(); !math.IsInf(best, 1) && !r.Planar {
				rows[r.Goal] = append(rows[r.Goal], r.replay())
			}
		}
		for _, goal := range []string{"count", "one", "all"} {
			judge(t, name+", "+goal, rows[goal])
		}
	}
}

func judge(t *testing.T, name string, rows []replayed) {
	if len(rows) == 0 {
		return
	}
	slices.SortFunc(rows, func(a, b replayed) int { return int(math.Copysign(1, a.factor-b.factor)) })
	missed, n, logs := 0, len(rows), 0.0
	for _, r := range rows {
		logs += math.Log(r.factor)
		if r.missed {
			missed++
		}
		if r.missed || *whyFlag {
			t.Log(r.text)
		}
	}
	t.Logf("%s: %d of %d rows are missed, geometric mean %.2f, median %.2f, ninth decile %.2f, worst %.2f", name,
		missed, n, math.Exp(logs/float64(n)), rows[n/2].factor, rows[n*9/10].factor, rows[n-1].factor)
}
