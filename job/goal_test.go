package job_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"quadrille"
	"quadrille/job"
	"quadrille/runtime/ledger"
	"quadrille/runtime/matrix"
	"quadrille/runtime/matrix/matrixtest"
)

// randomGoalProblem returns a random problem with a goal: coverings with least and greatest numbers of covers, colors
// that join items, nogoods; values may be negative and often tie.
func randomGoalProblem(t *testing.T, r *rand.Rand) *matrix.Problem {
	t.Helper()
	p := matrixtest.RandomProblem(r, matrixtest.ProblemShape{MaxPrimary: 7, MaxSecondary: 3, MaxOptions: 13,
		ColorCount: r.IntN(3), HasMultiplicities: r.IntN(2) == 0, MaxNogoods: r.IntN(2)})
	g := (*matrix.Goal)(nil)
	switch r.IntN(4) {
	case 0:
		p = matrixtest.SupportedProblem(r)
	case 1, 2:
		p = randomCovering(t, r)
		g = &matrix.Goal{}
		for range p.OptionCount() {
			g.OptionValues = append(g.OptionValues, 1+r.Int64N(8))
		}
	}
	if g == nil {
		g = matrixtest.RandomGoal(r, p)
	}
	p, err := p.WithGoal(g)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// randomCovering returns a problem of items that must be covered at least once. Its solutions are many, so a limit of
// cost cuts off much.
func randomCovering(t *testing.T, r *rand.Rand) *matrix.Problem {
	t.Helper()
	b := matrix.NewBuilder()
	items := 5 + r.IntN(5)
	for i := range items {
		b.AddPrimary(fmt.Sprint(i), matrix.Bound{Min: 1, Max: 20})
	}
	for range 9 + r.IntN(5) {
		var entries []matrix.Entry
		for _, i := range r.Perm(items)[:2+r.IntN(3)] {
			entries = append(entries, matrix.Entry{Item: matrix.ItemID(i)})
		}
		b.AddOption(entries...)
	}
	p, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// chaoticRun is a run of a job whose workers die, hear late of better solutions, and walk cubes twice, and whose file
// is damaged.
type chaoticRun struct {
	random   *rand.Rand
	puzzle   *quadrille.Puzzle
	settings quadrille.Search
	solving  bool
	file     *ledger.MemoryFile
	job      *job.Job
	workers  []*job.Worker
	pool     []ledger.Record // records on their way
	crashes  int
	records  int
}

// open opens the job, with new workers.
func (c *chaoticRun) open(t *testing.T) {
	t.Helper()
	var err error
	if c.job, err = job.OpenJob(c.puzzle, c.file, c.settings, c.solving); err != nil {
		t.Fatal(err)
	}
	c.workers = nil
	for k := range 3 {
		w, err := job.NewWorker(c.puzzle, c.job.Ledger.Job(), fmt.Sprint(k), 0)
		if err != nil {
			t.Fatal(err)
		}
		c.workers = append(c.workers, w)
	}
}

// walk walks a few nodes of an open cube, and now and then of a cube that is left, before the ledger knows of it.
func (c *chaoticRun) walk(t *testing.T) {
	r := c.random
	open := c.job.Ledger.OpenCubes()
	for todo := open[r.IntN(len(open))]; ; {
		task := job.Task{Cube: todo, NodeLimit: 1 + r.Int64N(6)}
		if r.IntN(3) > 0 {
			task.KnownCost = c.job.Ledger.TotalSoFar().KnownCost
		}
		task, err := job.DecodeTask(task.Encode())
		if err != nil {
			t.Fatal(err)
		}
		record, err := c.workers[r.IntN(len(c.workers))].Walk(t.Context(), task)
		if err != nil {
			t.Fatal(err)
		}
		if record, err = ledger.DecodeRecord(record.Encode()); err != nil {
			t.Fatal(err)
		}
		c.records++
		if r.IntN(8) > 0 { // else it is lost
			c.pool = append(c.pool, record)
		}
		if len(record.RemainingCubes) == 0 || r.IntN(3) > 0 {
			return
		}
		todo = record.RemainingCubes[r.IntN(len(record.RemainingCubes))]
	}
}

// deliver adds some records to the ledger.
func (c *chaoticRun) deliver(t *testing.T) {
	for range c.random.IntN(3) {
		if len(c.pool) == 0 {
			return
		}
		k := c.random.IntN(len(c.pool))
		if _, err := c.job.Ledger.AddRecord(c.pool[k]); err != nil {
			t.Fatal(err)
		}
		if c.random.IntN(3) > 0 { // else it comes again
			c.pool = slices.Delete(c.pool, k, k+1)
		}
	}
}

// crash loses the workers and what is not on the disk, and often damages the file behind its first line.
func (c *chaoticRun) crash(t *testing.T) {
	if c.random.IntN(4) > 0 {
		if err := c.job.Ledger.Sync(); err != nil {
			t.Fatal(err)
		}
	}
	first := bytes.IndexByte(*c.file, '\n') + 1
	if rest := (*c.file)[first:]; len(rest) > 0 && c.random.IntN(2) == 0 {
		*c.file = slices.Concat((*c.file)[:first], crashTest(c.random, rest))
	}
	if c.random.IntN(2) == 0 {
		c.pool = nil
	}
	c.crashes++
	c.open(t)
}

// TestGoalJobs compares jobs with brute force. Cubes are walked a few nodes at a time, with limits of different age, by
// workers that die; records get lost, come twice and too early; the ledger is damaged and opened again.
func TestGoalJobs(t *testing.T) {
	crashes, records, ties, negative := 0, 0, 0, 0
	rounds := matrixtest.RandomRounds(60, 5000)
	for seed := range uint64(rounds) {
		r := rand.New(rand.NewPCG(seed, 77))
		p := randomGoalProblem(t, r)
		want := matrixtest.BestSolutions(p, matrixtest.BruteForce(p))
		if len(want) > 1 {
			ties++
		}
		if len(want) > 0 && p.Goal().ValueOf(want[0]) < 0 {
			negative++
		}
		for _, question := range []string{"count", "solve", "first"} {
			c := &chaoticRun{random: r, puzzle: quadrille.FromMatrix(p), solving: question != "count",
				file: new(ledger.MemoryFile)}
			if question == "first" {
				c.settings.Limit = 1
			}
			if seed%3 == 0 {
				c.settings.Choose = "mrv"
			}
			c.open(t)
			for !c.job.IsDone() {
				c.walk(t)
				if c.deliver(t); r.IntN(12) == 0 && c.crashes < 20 {
					c.crash(t)
				}
			}
			if err := checkBest(c.job, p, question, want); err != nil {
				t.Fatalf("seed %d, %s: %v", seed, question, err)
			}
			crashes, records = crashes+c.crashes, records+c.records
		}
	}
	if least := rounds / 10; crashes < least || records < 20*least || ties < least ||
		negative < least {
		t.Errorf("only %d crashes, %d records, %d problems with ties, %d with negative values", crashes, records, ties,
			negative)
	}
}

// TestGoalJobsAtOnce compares jobs that run undisturbed with brute force. They first look for a good solution, and most
// of these small problems are solved then.
func TestGoalJobsAtOnce(t *testing.T) {
	for seed := range uint64(matrixtest.RandomRounds(150, 10_000)) {
		r := rand.New(rand.NewPCG(seed, 78))
		p := randomGoalProblem(t, r)
		want := matrixtest.BestSolutions(p, matrixtest.BruteForce(p))
		for _, question := range []string{"count", "solve", "first"} {
			s := quadrille.Search{Threads: 1 + r.IntN(3)}
			if question == "first" {
				s.Limit = 1
			}
			j := finishJob(t, quadrille.FromMatrix(p), new(ledger.MemoryFile), s, question != "count")
			if err := checkBest(j, p, question, want); err != nil {
				t.Fatalf("seed %d, %s: %v", seed, question, err)
			}
		}
	}
}

// TestGoalJobOfManySolutions: memo counts the best solutions of a job that are too many to visit.
func TestGoalJobOfManySolutions(t *testing.T) {
	// Of each pair one option is taken. All cost the same.
	b := matrix.NewBuilder()
	g := &matrix.Goal{}
	for k := range 60 {
		i := b.AddPrimary(fmt.Sprint(k), matrix.Once)
		b.AddOption(matrix.Entry{Item: i})
		b.AddOption(matrix.Entry{Item: i})
		g.OptionValues = append(g.OptionValues, -3, -3)
	}
	p, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	if p, err = p.WithGoal(g); err != nil {
		t.Fatal(err)
	}
	j := finishJob(t, quadrille.FromMatrix(p), new(ledger.MemoryFile), quadrille.Search{}, false)
	if o := j.Optimum(); o.Value != -180 || !o.Proved || j.Count().String() != "1152921504606846976" { // 2^60
		t.Errorf("%v, %v ways", o, j.Count())
	}
}

// checkBest compares the answer of a job that is done with all best solutions.
func checkBest(j *job.Job, p *matrix.Problem, question string, want [][]matrix.OptionID) error {
	o := j.Optimum()
	if !o.Proved || o.Found != (len(want) > 0) || o.Found && o.Value != p.Goal().ValueOf(want[0]) {
		return fmt.Errorf("the optimum is %v, and the best solutions are %v", o, want)
	}
	if n, exact := j.Count().Exact(); question != "first" && (!exact || n.Int64() != int64(len(want))) {
		return fmt.Errorf("%v best solutions, and there are %d", j.Count(), len(want))
	}
	if a, err := j.Ledger.Audit(); err != nil || a.Count.Cmp(j.Ledger.TotalSoFar().Count) != 0 || a.OpenCubeCount > 0 {
		return fmt.Errorf("the audit says %+v, %v", a, err)
	}
	if question == "count" {
		return nil
	}
	var got [][]matrix.OptionID
	for s, err := range j.Solutions() {
		if err != nil {
			return err
		}
		got = append(got, slices.Sorted(slices.Values(s.Options())))
	}
	slices.SortFunc(got, slices.Compare)
	isFirst := func(s []matrix.OptionID) bool { return slices.Equal(s, got[0]) }
	if question == "first" && (len(got) != min(1, len(want)) || len(got) > 0 && !slices.ContainsFunc(want, isFirst)) ||
		question == "solve" && !slices.EqualFunc(got, want, slices.Equal) {
		return fmt.Errorf("the best solutions are %v, not %v", got, want)
	}
	return nil
}
