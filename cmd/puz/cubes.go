package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"quadrille"
	"quadrille/cmd/console"
	"quadrille/job"
	"quadrille/lang/source"
)

// The files in the folder of a batch of cubes: the packed puzzle, a file with a task on each line, and a ledger for
// each task that has begun. The ledger of the whole job is there as well.
const (
	bundleFile = "puzzle.zip"
	cubesFile  = "cubes"
	partFile   = "part-%06d"
)

// maxCubes is the largest number of cubes, which are separate parts of the search tree, in a batch.
const maxCubes = 100_000

func (p *puz) cubesCommand() *cli.Command {
	return &cli.Command{
		Name:      "cubes",
		Usage:     "cut a count into parts for a batch queue, run one of them, put them together",
		ArgsUsage: "FILE, run DIR, or merge DIR",
		Description: `The parts need nothing but the folder: each is a file of records, and a part that
was stopped goes on when it is run again.

   puz cubes FILE -n 1000 -o DIR            cuts into some 1000 parts, numbered from 0
   puz cubes run DIR --index 17             walks one of them
   puz cubes merge DIR                      prints the count, or which parts are missing

With --solutions the parts keep the solutions, and merge prints them. docs/long-runs.md
has scripts for Slurm and others.`,
		Flags: slices.Concat(console.PuzzleFlags(), console.ClassFlags(),
			console.SearchFlags("tally", "restarts", "ordered", "limit", "stats", "trace", "log", "long"),
			drawingFlags(), []cli.Flag{
				console.RangeFlag(1, maxCubes, &cli.IntFlag{Name: "n", Value: 1000,
					Usage: "cut into `N` parts or some more"}),
				&cli.BoolFlag{Name: "solutions", Usage: "keep the solutions, and not only their number"},
				&cli.IntFlag{Name: "index", Value: -1, Usage: "with run: walk the part of the number `I`",
					DefaultText: "none"},
				&cli.BoolFlag{Name: "all", Usage: "with merge: draw every solution"},
				&cli.BoolFlag{Name: "partial", Usage: "with merge: print a lower bound if parts are missing: >=91"},
			}),
		Action: p.WithTimeout(p.runCubes),
	}
}

func (p *puz) runCubes(c *cli.Context) error {
	args := c.Args()
	switch {
	case args.First() == "run" && args.Len() == 2:
		return p.runCube(c, args.Get(1))
	case args.First() == "merge" && args.Len() == 2:
		return p.mergeCubes(c, args.Get(1))
	case args.Len() != 1 || args.First() == "run" || args.First() == "merge" || c.String("output") == "":
		return errors.New("cubes wants FILE and -o DIR for the parts, or run DIR --index I, or merge DIR; see `puz " +
			"cubes --help`")
	}
	return p.cutCubes(c)
}

// cutCubes divides the search tree into cubes, and writes the folder of the batch.
func (p *puz) cutCubes(c *cli.Context) error {
	dir, n := c.String("output"), c.Int("n")
	q, s, err := p.LoadQuestion(c)
	if err != nil {
		return err
	}
	name := filepath.Join(dir, ledgerFile)
	f, unlock, err := openLedger(name)
	if err != nil {
		return err
	}
	defer unlock()
	if info, err := f.Stat(); err != nil || info.Size() > 0 {
		return fmt.Errorf("%s has a job already; name another folder", dir)
	}
	j, err := job.OpenJob(q, f, s, c.Bool("solutions"))
	if err != nil {
		return err
	}
	if err := j.CutCubes(c.Context, workerName(), n); err != nil {
		return err
	}
	bundle, err := job.BundlePuzzle(q)
	if err != nil {
		return err
	}
	var list bytes.Buffer
	open := j.Ledger.OpenCubes()
	for _, cube := range open {
		list.Write(job.Task{Cube: cube}.Encode())
		list.WriteByte('\n')
	}
	if err := p.WriteText(filepath.Join(dir, bundleFile), string(bundle)); err != nil {
		return err
	}
	if err := p.WriteText(filepath.Join(dir, cubesFile), list.String()); err != nil {
		return err
	}
	if len(open) == 0 {
		fmt.Fprintf(p.Stderr, "nothing is left to walk; `puz cubes merge %s` prints the count\n", dir)
		return nil
	}
	fmt.Fprintf(p.Stderr, "%s in %s, numbered 0 to %d; `puz cubes run %s --index I` walks one\n",
		source.Plural(len(open), "part"), dir, len(open)-1, dir)
	return nil
}

// cubeBatch is the content of the folder of a batch.
type cubeBatch struct {
	batchFolder string
	puzzle      *quadrille.Puzzle
	jobLedger   *job.Ledger
	cubeTasks   []job.Task
}

func (p *puz) loadCubeBatch(dir string) (*cubeBatch, error) {
	f, err := console.OpenRegular(filepath.Join(dir, ledgerFile))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	l, err := job.ReadLedger(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Join(dir, ledgerFile), err)
	}
	list, err := p.ReadInput(filepath.Join(dir, cubesFile))
	if err != nil {
		return nil, err
	}
	bundle, err := p.ReadInput(filepath.Join(dir, bundleFile))
	if err != nil {
		return nil, err
	}
	puzzle, err := job.LoadBundle(bundle.Text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", bundle.Name, err)
	}
	b := &cubeBatch{batchFolder: dir, puzzle: puzzle, jobLedger: l}
	for line := range bytes.Lines(list.Text) {
		t, err := job.DecodeTask(line)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", list.Name, len(b.cubeTasks)+1, err)
		}
		b.cubeTasks = append(b.cubeTasks, t)
	}
	return b, nil
}

func (b *cubeBatch) partPath(k int) string {
	return filepath.Join(b.batchFolder, fmt.Sprintf(partFile, k))
}

// runCube searches one cube, and records the result in its ledger.
func (p *puz) runCube(c *cli.Context, dir string) error {
	if err := console.CheckSearch(c); err != nil {
		return err
	}
	b, err := p.loadCubeBatch(dir)
	if err != nil {
		return err
	}
	k := c.Int("index")
	if k < 0 || k >= len(b.cubeTasks) {
		return fmt.Errorf("--index wants a number from 0 to %d", len(b.cubeTasks)-1)
	}
	f, unlock, err := openLedger(b.partPath(k))
	if err != nil {
		return err
	}
	defer unlock()
	s := quadrille.Search{Threads: c.Int("threads"), MaxMemory: int64(c.Int("max-memory")) << 20}
	watch := p.WatchSearch(c, &s)
	j, err := job.OpenPart(b.puzzle, f, b.jobLedger.Job(), b.cubeTasks[k].Cube,
		b.jobLedger.TotalSoFar().KnownCost, s)
	if err != nil {
		return fmt.Errorf("%s: %w", b.partPath(k), err)
	}
	p.printRepairs(b.partPath(k), j.Ledger)
	err = j.Run(c.Context, workerName())
	watch.ClearLine()
	return p.reportInterrupted(c, j, console.PlainError(err))
}

// mergeCubes adds the records of all cubes to the ledger of the job. It prints the answer, or which cubes are
// missing.
func (p *puz) mergeCubes(c *cli.Context, dir string) error {
	b, err := p.loadCubeBatch(dir)
	if err != nil {
		return err
	}
	f, unlock, err := openLedger(filepath.Join(dir, ledgerFile))
	if err != nil {
		return err
	}
	defer unlock()
	whole, err := job.OpenPart(b.puzzle, f, b.jobLedger.Job(), b.jobLedger.RootCube(), nil,
		quadrille.Search{})
	if err != nil {
		return err
	}
	var missing []int
	for k, t := range b.cubeTasks {
		switch done, err := p.mergeCubePart(whole.Ledger, b.partPath(k), t, b.jobLedger.Job()); {
		case err != nil && !errors.Is(err, os.ErrNotExist):
			fmt.Fprintf(p.Stderr, "%s: %v\n", b.partPath(k), err)
			missing = append(missing, k)
		case !done:
			missing = append(missing, k)
		}
	}
	if err := whole.Ledger.Sync(); err != nil {
		return err
	}
	if len(missing) > 0 && !whole.IsDone() { // if the job is done, an earlier call has merged all records
		fmt.Fprintf(p.Stderr, "partial: %s of %d missing or not done: %s\n", source.Plural(len(missing), "part"),
			len(b.cubeTasks), numberRangesText(missing))
		return p.printCount(c, whole, console.ExitError(console.ExitStopped))
	}
	if b.jobLedger.Job().Goal == "solve" {
		return p.writeJob(c, whole, b.puzzle)
	}
	return p.printCount(c, whole, nil)
}

// mergeCubePart adds the records of a cube's ledger to that of the job, and reports whether the cube is done.
func (p *puz) mergeCubePart(whole *job.Ledger, name string, t job.Task, of job.Header) (bool, error) {
	f, err := console.OpenRegular(name)
	if err != nil {
		return false, err
	}
	defer f.Close()
	l, err := job.ReadLedgerAt(f, t.Cube)
	if err == nil {
		err = l.Job().CheckSame(of)
	}
	if err != nil {
		return false, err
	}
	p.printRepairs(name, l)
	for r, err := range l.Records() {
		if err == nil {
			_, err = whole.AddRecord(r)
		}
		if err != nil {
			return false, err
		}
	}
	return l.IsDone(), nil
}

// numberRangesText formats indices of tasks in the notation of batch queues: 0-3,7.
func numberRangesText(numbers []int) string {
	var b strings.Builder
	for k := 0; k < len(numbers); {
		end := k
		for end+1 < len(numbers) && numbers[end+1] == numbers[end]+1 {
			end++
		}
		if k > 0 {
			b.WriteByte(',')
		}
		fmt.Fprint(&b, numbers[k])
		if end > k {
			fmt.Fprintf(&b, "-%d", numbers[end])
		}
		k = end + 1
	}
	return b.String()
}
