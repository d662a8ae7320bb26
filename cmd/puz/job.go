package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gofrs/flock"
	"github.com/nats-io/nats.go"
	"github.com/urfave/cli/v2"

	"quadrille"
	"quadrille/cmd/console"
	"quadrille/job"
	"quadrille/lang/source"
	"quadrille/runtime/ledger"
)

// jobFlags returns the flags for searches that continue after the process has ended.
func jobFlags() []cli.Flag {
	return console.PutInGroup("job", slices.Concat([]cli.Flag{
		&cli.StringFlag{Name: "job",
			Usage: "keep what is done in the folder `DIR`: said again, the command goes on from there"},
		&cli.StringFlag{Name: "verify",
			Usage: "with --job: count a `SHARE` of the parts again, such as 5%, by another engine and another worker"},
		&cli.IntFlag{Name: "replicas", Value: 1,
			Usage: "with --nats: keep the job's streams on `N` servers of the cluster"},
	}, natsFlags("with --job: let workers do it (puz work), who meet"))...)
}

func natsFlags(why string) []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "nats", Usage: why +
			" at the server with this `URL`, which may have a user and a password"},
		&cli.StringFlag{Name: "creds", Usage: "with --nats: the credentials of a user are in `FILE`"},
		&cli.StringFlag{Name: "nkey", Usage: "with --nats: the seed of an nkey is in `FILE`"},
		&cli.StringFlag{Name: "tls-ca", Usage: "with --nats: trust the certificate authority in `FILE`"},
		&cli.StringFlag{Name: "tls-cert", Usage: "with --nats: show the certificate in `FILE`"},
		&cli.StringFlag{Name: "tls-key", Usage: "with --nats: the key of the certificate is in `FILE`"},
	}
}

// connectNATS connects to a NATS server. It waits for a server that cannot be reached yet.
func (p *puz) connectNATS(c *cli.Context) (*nats.Conn, error) {
	o := []nats.Option{
		nats.Name("puz " + workerName()), nats.MaxReconnects(-1), nats.RetryOnFailedConnect(true),
		nats.ReconnectWait(time.Second),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				fmt.Fprintf(p.Stderr, "the server is away (%v); waiting for it\n", err)
			}
		}),
		nats.ReconnectHandler(func(nc *nats.Conn) {
			fmt.Fprintf(p.Stderr, "connected to %s\n",
				nc.ConnectedUrlRedacted())
		}),
	}
	for _, name := range []string{"creds", "nkey", "tls-ca", "tls-cert", "tls-key"} {
		if file := c.String(name); file != "" {
			f, err := console.OpenRegular(file)
			if err != nil {
				return nil, fmt.Errorf("--%s: %w", name, err)
			}
			f.Close()
		}
	}
	if file := c.String("creds"); file != "" {
		o = append(o, nats.UserCredentials(file))
	}
	if file := c.String("nkey"); file != "" {
		key, err := nats.NkeyOptionFromSeed(file)
		if err != nil {
			return nil, fmt.Errorf("--nkey %s: %w", file, err)
		}
		o = append(o, key)
	}
	if file := c.String("tls-ca"); file != "" {
		o = append(o, nats.RootCAs(file))
	}
	if c.IsSet("tls-cert") || c.IsSet("tls-key") {
		o = append(o, nats.ClientCert(c.String("tls-cert"), c.String("tls-key")))
	}
	nc, err := nats.Connect(c.String("nats"), o...)
	if err != nil {
		return nil, fmt.Errorf("--nats: %w", err)
	}
	if !nc.IsConnected() {
		fmt.Fprintln(p.Stderr, "the server cannot be reached yet; waiting for it")
	}
	return nc, nil
}

// workerName returns a name of this process that is unique among the workers of a job.
func workerName() string {
	host, err := os.Hostname()
	if err != nil {
		host = "somewhere"
	}
	return fmt.Sprintf("%s-%d", host, os.Getpid())
}

// parseShare parses a fraction such as 5% or 0.05.
func parseShare(text string) (float64, error) {
	digits, percent := strings.CutSuffix(text, "%")
	v, err := strconv.ParseFloat(digits, 64)
	if percent {
		v /= 100
	}
	if text == "" {
		return 0, nil
	}
	if err != nil || !(v >= 0 && v <= 1) {
		return 0, fmt.Errorf("--verify wants a share from 0%% to 100%%, and got %q", text)
	}
	return v, nil
}

// ledgerFile is the name of the ledger, the record of a job's progress, in the folder of the job.
const ledgerFile = "ledger"

// openJob opens the job in the folder of --job, and locks it against other processes.
func (p *puz) openJob(c *cli.Context, q *quadrille.Puzzle, s quadrille.Search, solving bool) (j *job.Job,
	closeJob func(), err error) {
	verify, err := parseShare(c.String("verify"))
	if err != nil {
		return nil, nil, err
	}
	if err := refuseFlags(c, "--job walks the whole tree in parts, and", "zdd", "best", "tally", "trace", "log",
		"proof", "score", "histogram"); err != nil {
		return nil, nil, err
	}
	if q.HasGoal() {
		err = refuseFlags(c, "--job drops parts that are worse than the best solution so far, and", "verify")
	} else {
		err = refuseFlags(c, "--job walks the whole tree in parts, and", "limit")
	}
	if err != nil {
		return nil, nil, err
	}
	dir := c.String("job")
	name := filepath.Join(dir, ledgerFile)
	f, unlock, err := openLedger(name)
	if err != nil {
		return nil, nil, err
	}
	j, err = job.OpenJob(q, f, s, solving)
	if err != nil {
		info, failed := f.Stat()
		unlock()
		// A job that never began leaves nothing behind; a folder with other files stays.
		if failed == nil && info.Size() == 0 {
			err = errors.Join(fmt.Errorf("%s: %w", name, err), os.Remove(name), os.Remove(name+".lock"))
			os.Remove(dir)
			return nil, nil, err
		}
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	j.VerifyShare = verify
	p.printRepairs(name, j.Ledger)
	if t := j.Ledger.TotalSoFar(); t.RecordCount > 0 && !j.IsDone() {
		best := ""
		if q.HasGoal() {
			best = ", " + j.Optimum().String()
		}
		fmt.Fprintf(p.Stderr, "going on from %s: %.1f%% is done%s\n", dir, 100*t.Share, best)
	}
	release := p.Files.DelayExit()
	return j, func() { unlock(); release() }, nil
}

// printRepairs prints which damaged records of a ledger were dropped.
func (p *puz) printRepairs(name string, l *job.Ledger) {
	for _, mend := range l.Repairs() {
		fmt.Fprintf(p.Stderr, "%s: %s\n", name, mend)
	}
}

// openLedger opens a ledger for this process alone. It creates the folder if necessary.
func openLedger(name string) (*os.File, func(), error) {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return nil, nil, console.PlainError(err)
	}
	lock := flock.New(name + ".lock")
	switch ours, err := lock.TryLock(); {
	case err != nil:
		return nil, nil, console.PlainError(err)
	case !ours:
		return nil, nil, fmt.Errorf("%s is in use by another puz; wait for it, or end it", name)
	}
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is no regular file", name)
	} else if errors.Is(err, os.ErrNotExist) {
		err = nil
	}
	var f *os.File
	if err == nil {
		f, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	}
	if err != nil {
		lock.Unlock()
		return nil, nil, console.PlainError(err)
	}
	return f, func() { f.Close(); lock.Unlock() }, nil
}

// workOnJob works on a job until it is done or the command ends, either with the threads of this process, or as the
// coordinator of other workers.
func (p *puz) workOnJob(c *cli.Context, q *quadrille.Puzzle, j *job.Job) error {
	if !c.IsSet("nats") || j.IsDone() && j.VerifyShare == 0 {
		return console.PlainError(j.Run(c.Context, workerName()))
	}
	bundle, err := job.BundlePuzzle(q)
	if err != nil {
		return err
	}
	nc, err := p.connectNATS(c)
	if err != nil {
		return err
	}
	defer nc.Close()
	fmt.Fprintf(p.Stderr, "job %s is open; `puz work --nats %s` joins it\n", j.Ledger.Job().ID(),
		redactURL(c.String("nats")))
	coordinator := ledger.Coordinator{
		Ledger: j.Ledger, PuzzleBundle: bundle, StreamReplicas: c.Int("replicas"), VerifyShare: j.VerifyShare,
		OnNewRecords: j.ReportProgress,
		Timeouts:     ledger.DefaultTimeouts,
		OnTrouble:    func(line string) { fmt.Fprintln(p.Stderr, line) },
	}
	if err := coordinator.RunJob(c.Context, nc); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), console.ExitTimeout)
	defer cancel()
	if err := ledger.RemoveJob(ctx, nc, j.Ledger.Job()); err != nil {
		fmt.Fprintf(p.Stderr, "the job is done, and still on the server: %v\n", err)
	}
	return nil
}

// redactURL replaces the user name and the password in a URL by an ellipsis.
func redactURL(url string) string {
	if at := strings.LastIndex(url, "@"); at >= 0 {
		scheme, _, _ := strings.Cut(url, "://")
		return scheme + "://…" + url[at:]
	}
	return url
}

// runJob works on the job of a command, and prints how much is done if it ends early. After that it calls the function
// then with the error that ended the work, while the ledger is still open.
func (p *puz) runJob(c *cli.Context, solving bool, then func(*job.Job, *quadrille.Puzzle, error) error) error {
	q, s, err := p.LoadQuestion(c)
	if err != nil {
		return err
	}
	p.printGroup(q)
	watch := p.WatchSearch(c, &s)
	j, closeJob, err := p.openJob(c, q, s, solving)
	if err != nil {
		return err
	}
	defer closeJob()
	err = p.workOnJob(c, q, j)
	watch.ClearLine()
	effort := j.Effort()
	if failed := console.PrintEffort(p.Stderr, c.String("stats"), &effort); failed != nil {
		return failed
	}
	return then(j, q, p.reportInterrupted(c, j, err))
}

// reportInterrupted prints how much of a job was done when the command was stopped.
func (p *puz) reportInterrupted(c *cli.Context, j *job.Job, err error) error {
	if err == nil || c.Context.Err() == nil {
		return err
	}
	effort := j.Effort()
	fmt.Fprintf(p.Stderr, "partial: %v after %s; %.1f%% is done and kept: say the same again to go on\n",
		context.Cause(c.Context), console.DescribeFound(j.Count().SolutionsText(), &effort),
		100*j.Ledger.TotalSoFar().Share/j.Ledger.RootCube().Share)
	return console.ExitError(console.ExitCodeOf(c.Context))
}

// countJob counts the solutions of a job in its folder.
func (p *puz) countJob(c *cli.Context) error {
	return p.runJob(c, false, func(j *job.Job, _ *quadrille.Puzzle, err error) error {
		return p.printCount(c, j, err)
	})
}

// printCount prints the count of a job. The error err ended the job, or is nil.
func (p *puz) printCount(c *cli.Context, j *job.Job, err error) error {
	n := j.Count()
	found, exact := n.Exact()
	if exact && err == nil || c.Bool("partial") {
		fmt.Fprintln(p.Stdout, n)
	}
	if o := j.Optimum(); o != nil && o.Proved && o.Found {
		fmt.Fprintln(p.Stderr, o)
	}
	if err == nil && found.Sign() == 0 {
		err = p.exitWithoutSolution(c)
	}
	return err
}

// solveJob finds all solutions of a job in its folder, and writes them once it is done.
func (p *puz) solveJob(c *cli.Context) error {
	if _, err := p.newSolutionOutput(c, p.Stdout); err != nil {
		return err // refuses bad flags before a search of hours
	}
	return p.runJob(c, true, func(j *job.Job, q *quadrille.Puzzle, err error) error {
		if err != nil {
			return err
		}
		return p.writeJob(c, j, q)
	})
}

// writeJob writes the solutions of a job that is done.
func (p *puz) writeJob(c *cli.Context, j *job.Job, q *quadrille.Puzzle) error {
	n, few := 0, !c.IsSet("output") && isForPeople(c) && !c.Bool("all")
	rest := func() quadrille.Completeness {
		if n > 0 && q.HasGoal() && c.IsSet("limit") {
			return quadrille.CompletenessUnknown
		}
		if j.Count().AtLeast().Cmp(big.NewInt(int64(n))) > 0 {
			return quadrille.Incomplete
		}
		return quadrille.Complete
	}
	write := func(w io.Writer) error {
		out, err := p.newSolutionOutput(c, w)
		if err != nil {
			return err
		}
		for solution, err := range j.Solutions() {
			if few && n == defaultPictures {
				break
			}
			n++
			if err == nil {
				err = out.writeSolution(foundSolution{Solution: solution, solutionNumber: n})
			}
			if err != nil {
				return err
			}
		}
		return out.finishOutput(completenessText(n, false, rest(), q))
	}
	err := error(nil)
	if writesItsOwnFiles(c) || !c.IsSet("output") {
		err = write(p.Stdout)
	} else {
		err = p.Write(c.String("output"), write)
	}
	if err != nil {
		return err
	}
	if o := j.Optimum(); o != nil && o.Found {
		fmt.Fprintln(p.Stderr, o)
	}
	return p.printCompleteness(c, n, few && rest() == quadrille.Incomplete, rest(), q)
}

func (p *puz) jobCommand() *cli.Command {
	return &cli.Command{
		Name:      "job",
		Usage:     "tell how far a job is that count or solve keeps in a folder",
		ArgsUsage: "DIR",
		Description: `A line for each figure, and one for each worker. The time left is what one gets if
the rest of the tree is like what is done, with its range.

   puz count examples/slow/pentominoes-3x30-one-sided.puz --job night     Ctrl-C, and say it again
   puz job night
   puz job night --audit     checks the whole tree of records, without searching

If the puzzle says minimize or maximize, the best value so far stands there with a bound.

A job walks its whole tree once. A plain count may do with less where the matrix is
symmetric; --up-to-symmetry helps both.`,
		Flags: []cli.Flag{&cli.BoolFlag{Name: "audit",
			Usage: "read every record again, and check that they fit together and add up"}},
		Action: p.WithTimeout(p.printJobState),
	}
}

func (p *puz) printJobState(c *cli.Context) error {
	if c.NArg() != 1 {
		return fmt.Errorf("job wants one DIR, and got %d; see `puz job --help`", c.NArg())
	}
	dir := c.Args().First()
	f, err := console.OpenRegular(filepath.Join(dir, ledgerFile))
	if err != nil {
		return err
	}
	defer f.Close()
	l, err := job.ReadLedger(f)
	if err != nil {
		return fmt.Errorf("%s: %w", filepath.Join(dir, ledgerFile), err)
	}
	p.printRepairs(filepath.Join(dir, ledgerFile), l)
	optimum, job, t := job.OptimumOf(l), l.Job(), l.TotalSoFar()
	row := func(what, format string, args ...any) {
		fmt.Fprintf(p.Stdout, "%-10s %s\n", what, source.EscapeText(fmt.Sprintf(format, args...)))
	}
	row("job", "%s", job.ID())
	row("puzzle", "%s", job.Name)
	row("goal", "%s by %s", job.Goal, job.Engine)
	row("done", "%.3f%%", 100*min(1, t.Share))
	if optimum != nil {
		row("best", "%v", optimum)
	}
	switch {
	case l.IsDone() && job.Goal != "first":
		row("solutions", "%v", t.Count)
	case optimum == nil:
		row("solutions", ">=%v", t.Count)
	case t.Cost != nil:
		row("solutions", ">=%v of the value %d", t.Count, job.ValueOfCost(*t.Cost))
	}
	row("nodes", "%d", t.Stats.Nodes)
	row("records", "%d", t.RecordCount)
	row("open", "%s", source.Plural(len(l.OpenCubes()), "cube"))
	row("work", "%v of one worker, %.0f nodes a second", t.WorkTime.Round(time.Second),
		float64(t.Stats.Nodes)/max(t.WorkTime.Seconds(), 1e-3))
	if left, ok := l.EstimateTimeLeft(); ok && !l.IsDone() {
		pace := time.Duration(max(1, l.ActiveWorkers()))
		row("left", "%s (%s to %s) with %s", console.RoundTime(left.Estimate/pace), console.RoundTime(left.LowEnd/pace),
			console.RoundTime(left.HighEnd/pace), source.Plural(l.ActiveWorkers(), "worker"))
	}
	if n := l.RecountedRecords(); n > 0 {
		row("verified", "%s", source.Plural(n, "record"))
	}
	workers := l.TotalsByWorker()
	for _, name := range slices.Sorted(maps.Keys(workers)) {
		w := workers[name]
		row("worker", "%s: %s, %d nodes in %v, last at %s", name, source.Plural(w.RecordCount, "record"), w.Nodes,
			w.WorkTime.Round(time.Millisecond), w.LastRecord.UTC().Format(time.DateTime))
	}
	if err := l.DisputeError(); err != nil {
		return err
	}
	if !c.Bool("audit") {
		return nil
	}
	a, err := l.Audit()
	if err != nil {
		return fmt.Errorf("the audit failed: %w", err)
	}
	row("audit", "%s make %v solutions and %d nodes; %d are not used, %d cubes are open, %.3f%% is done",
		source.Plural(a.CountedRecords, "record"), a.Count, a.Nodes, a.UnusedRecords, a.OpenCubeCount,
		100*min(1, a.Share))
	return nil
}

func (p *puz) workCommand() *cli.Command {
	return &cli.Command{
		Name:      "work",
		Usage:     "work on the jobs that a NATS server has, until it is told to end",
		ArgsUsage: " ",
		Description: `A worker knows nothing but the server: the puzzle comes from there. Any number of
them may join at any time, and leave at any time.

   nats-server -js                                                   on some machine
   puz count FILE --job DIR --nats nats://thathost:4222              on another
   puz work --nats nats://thathost:4222 --threads 8                  on all others`,
		Flags: slices.Concat(natsFlags("do the jobs"), []cli.Flag{
			console.ThreadsFlag(1, "do `N` tasks at once"),
			console.MemoryFlag(2048, "let the tables of all threads together grow to `N` megabytes"),
			console.TimeoutFlag(),
		}),
		Action: p.WithTimeout(p.runWork),
	}
}

func (p *puz) runWork(c *cli.Context) error {
	switch {
	case c.NArg() > 0:
		return errors.New("work wants no FILE: the puzzle comes from the server")
	case !c.IsSet("nats"):
		return errors.New("work wants --nats URL")
	}
	if err := console.CheckSearch(c); err != nil {
		return err
	}
	nc, err := p.connectNATS(c)
	if err != nil {
		return err
	}
	defer nc.Close()
	threads := c.Int("threads")
	workers := ledger.Workers{
		Threads: threads, Timeouts: ledger.DefaultTimeouts, OnMessage: func(line string) {
			fmt.Fprintln(p.Stderr,
				line)
		},
		NewWalker: func(j job.Header, bundle []byte, thread int) (ledger.TaskWalker, error) {
			q, err := job.LoadBundle(bundle)
			if err != nil {
				return nil, err
			}
			return job.NewWorker(q, j, fmt.Sprintf("%s/%d", workerName(), thread),
				int64(c.Int("max-memory"))<<20/int64(threads))
		},
	}
	err = workers.RunWorkers(c.Context, nc)
	if c.Context.Err() != nil {
		return console.ExitError(console.ExitCodeOf(c.Context))
	}
	return err
}
