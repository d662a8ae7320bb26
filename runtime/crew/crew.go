// Package crew lets workers on many machines walk the cubes of a job. NATS JetStream carries
// tasks and records between them.
//
// The ledger of the coordinator is the truth, and what is under way is only a hint. For each
// job there are: an object store with the job and the bundle of its puzzle; a work queue of
// tasks, one message for each cube that is open; and a stream of records. A worker
// takes a task, says now and then that it is at it, hands in a record, and only then
// acknowledges the task. Whoever dies in between has done nothing, or the cube
// is walked twice, which the ledger does not mind. If the queue is empty while cubes are
// open, because messages were lost, it is filled again from the ledger.
//
// So the coordinator may be killed and started again, on another machine too: the
// stream keeps all records until the job is removed.
package crew

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"quadrille/runtime/ledger"
)

// Timeouts says how long things may take.
type Timeouts struct {
	// Task is how long a worker may be silent before its task is given to another one.
	Task time.Duration
	// Idle is how long the coordinator waits for records before it looks at the queue.
	Idle time.Duration
}

// DefaultTimeouts is the patience for a network of people's machines.
var DefaultTimeouts = Timeouts{Task: 10 * time.Second, Idle: 2 * time.Second}

const (
	bucketPrefix = "puz-"
	jobObject    = "job"
	puzzleFile   = "puzzle"
	consumerName = "workers"
	retryDelay   = 200 * time.Millisecond // before something that failed is tried again
	maxQueued    = 4096                   // tasks put into the queue at once
	maxDeclined  = 50                     // times that a worker hopes that another one checks him
	maxFetched   = 256                    // fetched at once
)

// The names of a job's streams and subjects.
func bucketName(id string) string   { return bucketPrefix + id }
func taskStream(id string) string   { return bucketPrefix + id + "-tasks" }
func recordStream(id string) string { return bucketPrefix + id + "-records" }
func recordSubject(id string) string {
	return "puz." + id + ".record"
}

// taskSubject has one name for each task: a second message for a cube that waits already is refused.
func taskSubject(id string, t ledger.Task) string {
	kind := "walk"
	if t.Again != nil {
		kind = "again"
	}
	return fmt.Sprintf("puz.%s.task.%s.%x", id, kind, sha256.Sum256([]byte(ledger.CubeKey(t.Cube))))
}

// Coordinator hands out the cubes of a job and books the records.
type Coordinator struct {
	Ledger *ledger.Ledger
	// Bundle is the puzzle, as workers load it.
	Bundle []byte
	// Replicas is on how many servers of a cluster each stream is kept; 0 stands for 1.
	Replicas int
	// Verify is the share of the cubes that are counted again by another worker.
	Verify float64
	// Report, if not nil, is called when records have come, and Say is told what is wrong with
	// the server.
	Report    func()
	OnTrouble func(string)
	Timeouts  Timeouts

	js       jetstream.JetStream
	tasks    []ledger.Task // that are not in the queue yet
	recounts int           // second opinions that are under way
	failure  error         // why the ledger takes no more
}

// RunJob works until the job is done, or ctx is: then the error is that of ctx. What the server
// has stays there until [RemoveJob]. While the server cannot be reached Run waits for it.
func (c *Coordinator) RunJob(ctx context.Context, nc *nats.Conn) error {
	js, err := jetstream.New(nc)
	if err != nil {
		return err
	}
	c.js = js
	said := errorReporter{report: c.OnTrouble}
	for next, ready := uint64(1), false; ; {
		switch {
		case c.failure != nil:
			return c.failure
		case c.Ledger.Disputed() != nil:
			return c.Ledger.Disputed()
		case ready && c.isFinished():
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case ready:
			err = c.followRecords(ctx, &next)
		default:
			if err = c.prepareServer(ctx); err != nil && isPermanent(err) {
				return errors.Join(nc.LastError(), err)
			}
			ready, next = err == nil, 1
		}
		if errors.Is(err, jetstream.ErrStreamNotFound) {
			ready = false // somebody has removed it
		}
		if err != nil && ctx.Err() == nil {
			said.reportOnce(nc, err)
			sleepFor(ctx, retryDelay)
		}
	}
}

// errorReporter says of each error that is new that it keeps the work waiting.
type errorReporter struct {
	report func(string)
	last   string
}

func (c *errorReporter) reportOnce(nc *nats.Conn, err error) {
	if text := err.Error(); c.report != nil && text != c.last && nc.IsConnected() {
		c.last = text
		c.report("waiting for the server: " + text)
	}
}

// isFinished reports whether nothing is wanted any more.
func (c *Coordinator) isFinished() bool { return c.Ledger.Done() && c.recounts == 0 }

// isPermanent reports whether trying again will not help.
func isPermanent(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.Code < 500 || errors.Is(err, nats.ErrConnectionClosed) ||
		errors.Is(err, jetstream.ErrJetStreamNotEnabled)
}

// prepareServer makes what is not there yet, and asks for every cube that is open.
func (c *Coordinator) prepareServer(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	id, replicas := c.Ledger.Job().ID(), max(1, c.Replicas)
	if _, err := c.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: taskStream(id), Subjects: []string{"puz." + id + ".task.>"}, Retention: jetstream.WorkQueuePolicy,
		MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true,
		MaxMsgs: -1, Storage: jetstream.FileStorage, Replicas: replicas,
	}); err != nil {
		return err
	}
	if _, err := c.js.CreateOrUpdateConsumer(ctx, taskStream(id), jetstream.ConsumerConfig{
		Durable: consumerName, AckPolicy: jetstream.AckExplicitPolicy, AckWait: c.Timeouts.Task, MaxDeliver: -1,
		MaxAckPending: -1, Replicas: replicas,
	}); err != nil {
		return err
	}
	if _, err := c.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: recordStream(id), Subjects: []string{recordSubject(id)}, Storage: jetstream.FileStorage,
		Replicas: replicas,
	}); err != nil {
		return err
	}
	store, err := c.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: bucketName(id),
		Replicas: replicas})
	if err != nil {
		return err
	}
	if _, err := store.PutBytes(ctx, puzzleFile, c.Bundle); err != nil {
		return err
	}
	job, err := json.Marshal(c.Ledger.Job())
	if err != nil {
		return err
	}
	if _, err := store.PutBytes(ctx, jobObject, job); err != nil { // now workers may come
		return err
	}
	return c.refillQueue(ctx)
}

// refillQueue asks for whatever the ledger wants.
func (c *Coordinator) refillQueue(ctx context.Context) error {
	again, err := c.Ledger.UnverifiedTasks(c.Verify)
	if err != nil {
		return err
	}
	c.tasks, c.recounts = nil, len(again)
	for _, cube := range c.Ledger.OpenCubes() {
		c.tasks = append(c.tasks, ledger.Task{Cube: cube})
	}
	c.tasks = append(again, c.tasks...)
	return c.publishTasks(ctx)
}

// publishTasks puts tasks into the queue, mostQueued at once. Those that are there already are
// refused, and that is as well.
func (c *Coordinator) publishTasks(ctx context.Context) error {
	n := min(maxQueued, len(c.tasks))
	id, workers := c.Ledger.Job().ID(), max(2, c.Ledger.ActiveWorkers())
	var sent []jetstream.PubAckFuture
	for _, t := range c.tasks[:n] {
		t.Time = ledger.TaskTime(c.Ledger.Total().Took, len(c.tasks), workers)
		f, err := c.js.PublishAsync(taskSubject(id, t), t.Encode())
		if err != nil {
			return err
		}
		sent = append(sent, f)
	}
	c.tasks = slices.Delete(c.tasks, 0, n)
	for _, f := range sent {
		select {
		case <-f.Ok():
		case err := <-f.Err():
			var api *jetstream.APIError
			if !errors.As(err, &api) {
				return err // the rest is found out when the queue is idle
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// followRecords books records as they come, until there is nothing more to wait for, or something
// fails.
func (c *Coordinator) followRecords(ctx context.Context, next *uint64) error {
	records, err := c.js.OrderedConsumer(ctx, recordStream(c.Ledger.Job().ID()), jetstream.OrderedConsumerConfig{
		DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: *next, InactiveThreshold: time.Minute,
	})
	if err != nil {
		return err
	}
	messages, err := records.Messages(jetstream.PullMaxMessages(maxFetched))
	if err != nil {
		return err
	}
	came, ended := make(chan jetstream.Msg, maxFetched), make(chan error, 1)
	go func() {
		for {
			m, err := messages.Next()
			if err != nil {
				ended <- err
				return
			}
			came <- m
		}
	}()
	defer func() {
		messages.Stop()
		for { // what has come meanwhile comes again, if there is a next time
			select {
			case <-came:
			case <-ended:
				return
			}
		}
	}()
	for c.failure == nil && !c.isFinished() {
		n := 0
		select {
		case m := <-came:
			c.handleRecord(m, next)
			for n = 1; len(came) > 0 && n < maxFetched; n++ {
				c.handleRecord(<-came, next)
			}
		case <-time.After(c.Timeouts.Idle):
		case err := <-ended:
			ended <- err
			return err
		case <-ctx.Done():
			return nil
		}
		if err := c.Ledger.Sync(); c.failure == nil {
			c.failure = err
		}
		if n > 0 && c.Report != nil {
			c.Report()
		}
		if err := c.keepBusy(ctx, n); err != nil {
			return err
		}
	}
	return nil
}

// keepBusy sees to it that the queue has what is open.
func (c *Coordinator) keepBusy(ctx context.Context, came int) error {
	if came > 0 {
		return c.publishTasks(ctx)
	}
	stream, err := c.js.Stream(ctx, taskStream(c.Ledger.Job().ID()))
	if err != nil {
		return err
	}
	if stream.CachedInfo().State.Msgs > 0 {
		return c.publishTasks(ctx)
	}
	return c.refillQueue(ctx)
}

// handleRecord takes a record, and asks for what follows from it.
func (c *Coordinator) handleRecord(m jetstream.Msg, next *uint64) {
	if at, err := m.Metadata(); err == nil {
		*next = at.Sequence.Stream + 1
	}
	r, err := ledger.DecodeRecord(m.Data())
	if err != nil || c.failure != nil {
		return // it is as if it had not come
	}
	before := c.Ledger.RecountedRecords()
	fate, err := c.Ledger.AddRecord(r)
	switch {
	case err != nil:
		c.failure = err
	case r.Recount:
		c.recounts -= c.Ledger.RecountedRecords() - before
		c.failure = c.Ledger.Disputed()
	case fate == ledger.RecordCounts:
		walks, again := c.Ledger.FollowUpTasks(r, c.Verify)
		c.tasks = slices.Concat(c.tasks, walks, again)
		c.recounts += len(again)
	}
}

// RemoveJob takes a job off the server, with all its records.
func RemoveJob(ctx context.Context, nc *nats.Conn, j ledger.Job) error {
	js, err := jetstream.New(nc)
	if err != nil {
		return err
	}
	id := j.ID()
	err = errors.Join(js.DeleteObjectStore(ctx, bucketName(id)), js.DeleteStream(ctx, taskStream(id)),
		js.DeleteStream(ctx, recordStream(id)))
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return nil
	}
	return err
}

// sleepFor waits, or not if ctx is done.
func sleepFor(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// jobIDs lists the ids of the jobs on a server.
func jobIDs(ctx context.Context, js jetstream.JetStream) (ids []string, err error) {
	names := js.ObjectStoreNames(ctx)
	for name := range names.Name() {
		if id, ok := strings.CutPrefix(name, bucketPrefix); ok {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids, names.Error()
}
