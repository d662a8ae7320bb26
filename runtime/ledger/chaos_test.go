package ledger_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"quadrille"
	"quadrille/job"
	"quadrille/runtime/ledger"
	"quadrille/runtime/matrix/matrixtest"
)

// The processes of TestChaos run this test's binary, each in a role.
const (
	roleEnv   = "QUADRILLE_ROLE"
	folderEnv = "QUADRILLE_FOLDER"
	portEnv   = "QUADRILLE_PORT"
	// seedsEnv says how many seeds of chaos to go through.
	seedsEnv = "QUADRILLE_CHAOS"
)

func TestMain(m *testing.M) {
	role, folder := os.Getenv(roleEnv), os.Getenv(folderEnv)
	port, _ := strconv.Atoi(os.Getenv(portEnv))
	var err error
	switch role {
	case "":
		os.Exit(m.Run())
	case "server":
		err = serveNATS(port, folder)
	case "coordinator":
		err = leadJob(port, folder)
	case "worker":
		err = runWorker(port)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, role, err)
		os.Exit(1)
	}
}

// serveNATS runs a server until the process is killed.
func serveNATS(port int, folder string) error {
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: port, JetStream: true,
		StoreDir: filepath.Join(folder, "server")})
	if err != nil {
		return err
	}
	s.Start()
	s.WaitForShutdown()
	return nil
}

func dialServer(port int) (*nats.Conn, error) {
	return nats.Connect(fmt.Sprintf("nats://127.0.0.1:%d", port), nats.MaxReconnects(-1),
		nats.RetryOnFailedConnect(true), nats.ReconnectWait(50*time.Millisecond))
}

// jobOutcome is the result that the coordinator writes when the job is done.
type jobOutcome struct {
	Count   string
	Nodes   int64
	Records int
}

// leadJob coordinates the job in a folder.
func leadJob(port int, folder string) error {
	p, err := scottPuzzle()
	if err != nil {
		return err
	}
	f, err := os.OpenFile(filepath.Join(folder, "ledger"), os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	j, err := job.OpenJob(p, f, quadrille.Search{Engine: "dense"}, false)
	if err != nil {
		return err
	}
	bundle, err := job.BundlePuzzle(p)
	if err != nil {
		return err
	}
	nc, err := dialServer(port)
	if err != nil {
		return err
	}
	c := ledger.Coordinator{Ledger: j.Ledger, PuzzleBundle: bundle, Timeouts: quickTimeouts}
	if err := c.RunJob(context.Background(), nc); err != nil {
		return err
	}
	t := j.Ledger.TotalSoFar()
	text, err := json.Marshal(jobOutcome{j.Count().String(), t.Stats.Nodes, t.RecordCount})
	if err != nil {
		return err
	}
	beside := filepath.Join(folder, "beside")
	return errors.Join(os.WriteFile(beside, text, 0o666), os.Rename(beside, filepath.Join(folder, "outcome")))
}

func scottPuzzle() (*quadrille.Puzzle, error) {
	text, err := os.ReadFile("../../examples/scott.puz")
	if err != nil {
		return nil, err
	}
	return quadrille.Load("scott.puz", text, quadrille.Options{})
}

// slowWalker walks a cube in such small steps that its work can be interrupted.
type slowWalker struct{ ledger.TaskWalker }

func (w slowWalker) Walk(ctx context.Context, t ledger.Task) (ledger.Record, error) {
	t.NodeLimit = 8000
	time.Sleep(10 * time.Millisecond)
	return w.TaskWalker.Walk(ctx, t)
}

// runWorker runs a worker until the process is killed.
func runWorker(port int) error {
	nc, err := dialServer(port)
	if err != nil {
		return err
	}
	load := openPuzzle(strconv.Itoa(os.Getpid()))
	w := ledger.Workers{Timeouts: quickTimeouts, NewWalker: func(j ledger.Job, bundle []byte,
		thread int) (ledger.TaskWalker,
		error) {
		one, err := load(j, bundle, thread)
		return slowWalker{one}, err
	}}
	return w.RunWorkers(context.Background(), nc)
}

// testProcess is a process that is started again when it is killed.
type testProcess struct {
	role   string
	folder string
	port   int
	cmd    *exec.Cmd
	ended  chan struct{}
}

func (a *testProcess) startProcess(t *testing.T) {
	a.cmd = exec.Command(os.Args[0])
	a.cmd.Env = append(os.Environ(), roleEnv+"="+a.role, folderEnv+"="+a.folder, fmt.Sprintf("%s=%d", portEnv, a.port))
	a.cmd.Stderr = os.Stderr
	if err := a.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	a.ended = make(chan struct{})
	go func() { a.cmd.Wait(); close(a.ended) }()
}

func (a *testProcess) killProcess() {
	a.cmd.Process.Kill()
	<-a.ended
}

// freePort returns a port without a listener.
func freePort(t *testing.T) int {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// TestChaos: four workers, a coordinator and a server are processes. Every half second one of them is killed, or is
// stopped for a while so that its messages come late. The count and the number of nodes must always be those of one
// thread. The plain sum of all records that arrive would be wrong.
func TestChaos(t *testing.T) {
	if !matrixtest.SlowTestsWanted() && os.Getenv(seedsEnv) == "" {
		t.Skip("chaos takes ten seconds a seed: " + matrixtest.SlowTests + "=1 asks for three")
	}
	seeds := 3
	if n, err := strconv.Atoi(os.Getenv(seedsEnv)); err == nil {
		seeds = n
	}
	p, err := scottPuzzle()
	if err != nil {
		t.Fatal(err)
	}
	one := quadrille.Search{Engine: "dense", Effort: new(quadrille.Effort)}
	for _, err := range p.Solutions(t.Context(), one) {
		if err != nil {
			t.Fatal(err)
		}
	}
	naive, kills := 0, 0
	for seed := range seeds {
		got, arrived, killed := runChaos(t, uint64(seed))
		if got.Count != "520" || got.Nodes != one.Effort.Nodes {
			t.Errorf("seed %d: %s solutions, %d nodes; one thread has 520, %d", seed, got.Count, got.Nodes,
				one.Effort.Nodes)
		}
		if arrived.Cmp(big.NewInt(520)) != 0 {
			naive++
		}
		kills += killed
	}
	t.Logf("%d seeds, %d kills: the ledger was right every time; adding up what arrives was wrong %d times", seeds,
		kills, naive)
	if seeds >= 10 && naive == 0 {
		t.Error("nothing ever arrived twice, so this is no test")
	}
}

// runChaos runs the job with one random seed. It returns the outcome, and the sum of all counts that arrived.
func runChaos(t *testing.T, seed uint64) (got jobOutcome, arrived *big.Int, kills int) {
	r := rand.New(rand.NewPCG(seed, 15))
	folder, port := t.TempDir(), freePort(t)
	broker := &testProcess{role: "server", folder: folder, port: port}
	leader := &testProcess{role: "coordinator", folder: folder, port: port}
	actors := []*testProcess{broker, leader}
	for range 4 {
		actors = append(actors, &testProcess{role: "worker", folder: folder, port: port})
	}
	for _, a := range actors {
		a.startProcess(t)
	}
	var waking sync.WaitGroup
	defer func() {
		waking.Wait()
		for _, a := range actors {
			a.killProcess()
		}
	}()
	for begun := time.Now(); ; {
		select {
		case <-leader.ended:
			text, err := os.ReadFile(filepath.Join(folder, "outcome"))
			if err != nil {
				t.Fatalf("seed %d: the coordinator ended without an outcome", seed)
			}
			if err := json.Unmarshal(text, &got); err != nil {
				t.Fatal(err)
			}
			return got, sumOfRecords(t, port), kills
		case <-time.After(500 * time.Millisecond):
		}
		if time.Since(begun) > 20*time.Minute {
			t.Fatalf("seed %d: no end after %d kills", seed, kills)
		}
		if time.Since(begun) > time.Minute {
			continue // on a slow machine it may come to an end now
		}
		a := actors[r.IntN(len(actors))]
		kills++
		if a.role == "worker" && r.IntN(3) == 0 {
			// It sleeps until its task has been given to another one.
			process := a.cmd.Process
			process.Signal(syscall.SIGSTOP)
			waking.Go(func() {
				time.Sleep(2 * quickTimeouts.TaskLease)
				process.Signal(syscall.SIGCONT)
			})
			continue
		}
		a.killProcess()
		select {
		case <-leader.ended:
			if _, err := os.Stat(filepath.Join(folder, "outcome")); err == nil {
				if a != leader {
					a.startProcess(t) // the server is asked once more
				}
				continue // it was done
			}
		default:
		}
		a.startProcess(t)
	}
}

// sumOfRecords returns the sum of all records that have come, as a coordinator without a ledger would compute it.
func sumOfRecords(t *testing.T, port int) *big.Int {
	nc, err := dialServer(port)
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	sum := new(big.Int)
	for name := range js.StreamNames(ctx, jetstream.WithStreamListSubject("puz.*.record")).Name() {
		s, err := js.Stream(ctx, name)
		if err != nil {
			t.Fatal(err)
		}
		for n := uint64(1); n <= s.CachedInfo().State.LastSeq; n++ {
			m, err := s.GetMsg(ctx, n)
			if err != nil {
				t.Fatal(err)
			}
			r, err := ledger.DecodeRecord(m.Data)
			if err != nil {
				t.Fatal(err)
			}
			sum.Add(sum, r.Count)
		}
	}
	return sum
}
