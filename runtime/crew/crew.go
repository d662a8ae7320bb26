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

// Patience says how long things may take.
type Patience struct {
	// Task is how long a worker may be silent before its task is given to another one.
	Task time.Duration
	// Idle is how long the coordinator waits for records before it looks at the queue.
	Idle time.Duration
}

// Usual is the patience for a network of people's machines.
var Usual = Patience{Task: 10 * time.Second, Idle: 2 * time.Second}

const (
	prefix       = "puz-"
	jobObject    = "job"
	puzzleFile   = "puzzle"
	consumer     = "workers"
	pause        = 200 * time.Millisecond // before something that failed is tried again
	mostQueued   = 4096                   // tasks put into the queue at once
	mostDeclined = 50                     // times that a worker hopes that another one checks him
	mostRecords  = 256                    // fetched at once
)

// The names of a job's streams and subjects.
func bucket(id string) string       { return prefix + id }
func taskStream(id string) string   { return prefix + id + "-tasks" }
func recordStream(id string) string { return prefix + id + "-records" }
func recordSubject(id string) string {
	return "puz." + id + ".record"
}

// taskSubject has one name for each task: a second message for a cube that waits already is refused.
func taskSubject(id string, t ledger.Task) string {
	kind := "walk"
	if t.Again != nil {
		kind = "again"
	}
	return fmt.Sprintf("puz.%s.task.%s.%x", id, kind, sha256.Sum256([]byte(ledger.Key(t.Cube))))
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
	Report   func()
	Say      func(string)
	Patience Patience

	js     jetstream.JetStream
	tasks  []ledger.Task // that are not in the queue yet
	again  int           // second opinions that are under way
	failed error         // why the ledger takes no more
}

// Run works until the job is done, or ctx is: then the error is that of ctx. What the server
// has stays there until [Remove]. While the server cannot be reached Run waits for it.
func (c *Coordinator) Run(ctx context.Context, nc *nats.Conn) error {
	js, err := jetstream.New(nc)
	if err != nil {
		return err
	}
	c.js = js
	said := complaints{say: c.Say}
	for next, ready := uint64(1), false; ; {
		switch {
		case c.failed != nil:
			return c.failed
		case c.Ledger.Disputed() != nil:
			return c.Ledger.Disputed()
		case ready && c.finished():
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case ready:
			err = c.follow(ctx, &next)
		default:
			if err = c.prepare(ctx); err != nil && hopeless(err) {
				return errors.Join(nc.LastError(), err)
			}
			ready, next = err == nil, 1
		}
		if errors.Is(err, jetstream.ErrStreamNotFound) {
			ready = false // somebody has removed it
		}
		if err != nil && ctx.Err() == nil {
			said.about(nc, err)
			sleep(ctx, pause)
		}
	}
}

// complaints says of each error that is new that it keeps the work waiting.
type complaints struct {
	say  func(string)
	last string
}

func (c *complaints) about(nc *nats.Conn, err error) {
	if text := err.Error(); c.say != nil && text != c.last && nc.IsConnected() {
		c.last = text
		c.say("waiting for the server: " + text)
	}
}

// finished reports whether nothing is wanted any more.
func (c *Coordinator) finished() bool { return c.Ledger.Done() && c.again == 0 }

// hopeless reports whether trying again will not help.
func hopeless(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.Code < 500 || errors.Is(err, nats.ErrConnectionClosed) || errors.Is(err, jetstream.ErrJetStreamNotEnabled)
}

// prepare makes what is not there yet, and asks for every cube that is open.
func (c *Coordinator) prepare(ctx context.Context) error {
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
		Durable: consumer, AckPolicy: jetstream.AckExplicitPolicy, AckWait: c.Patience.Task, MaxDeliver: -1, MaxAckPending: -1, Replicas: replicas,
	}); err != nil {
		return err
	}
	if _, err := c.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: recordStream(id), Subjects: []string{recordSubject(id)}, Storage: jetstream.FileStorage, Replicas: replicas,
	}); err != nil {
		return err
	}
	store, err := c.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: bucket(id), Replicas: replicas})
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
	return c.refill(ctx)
}

// refill asks for whatever the ledger wants.
func (c *Coordinator) refill(ctx context.Context) error {
	again, err := c.Ledger.Unverified(c.Verify)
	if err != nil {
		return err
	}
	c.tasks, c.again = nil, len(again)
	for _, cube := range c.Ledger.Open() {
		c.tasks = append(c.tasks, ledger.Task{Cube: cube})
	}
	c.tasks = append(again, c.tasks...)
	return c.publish(ctx)
}

// publish puts tasks into the queue, mostQueued at once. Those that are there already are
// refused, and that is as well.
func (c *Coordinator) publish(ctx context.Context) error {
	n := min(mostQueued, len(c.tasks))
	id, workers := c.Ledger.Job().ID(), max(2, c.Ledger.Pace())
	var sent []jetstream.PubAckFuture
	for _, t := range c.tasks[:n] {
		t.Time = ledger.Slice(c.Ledger.Total().Took, len(c.tasks), workers)
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

// follow books records as they come, until there is nothing more to wait for, or something
// fails.
func (c *Coordinator) follow(ctx context.Context, next *uint64) error {
	records, err := c.js.OrderedConsumer(ctx, recordStream(c.Ledger.Job().ID()), jetstream.OrderedConsumerConfig{
		DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: *next, InactiveThreshold: time.Minute,
	})
	if err != nil {
		return err
	}
	messages, err := records.Messages(jetstream.PullMaxMessages(mostRecords))
	if err != nil {
		return err
	}
	came, ended := make(chan jetstream.Msg, mostRecords), make(chan error, 1)
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
	for c.failed == nil && !c.finished() {
		n := 0
		select {
		case m := <-came:
			c.book(m, next)
			for n = 1; len(came) > 0 && n < mostRecords; n++ {
				c.book(<-came, next)
			}
		case <-time.After(c.Patience.Idle):
		case err := <-ended:
			ended <- err
			return err
		case <-ctx.Done():
			return nil
		}
		if err := c.Ledger.Sync(); c.failed == nil {
			c.failed = err
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
		return c.publish(ctx)
	}
	stream, err := c.js.Stream(ctx, taskStream(c.Ledger.Job().ID()))
	if err != nil {
		return err
	}
	if stream.CachedInfo().State.Msgs > 0 {
		return c.publish(ctx)
	}
	return c.refill(ctx)
}

// book takes a record, and asks for what follows from it.
func (c *Coordinator) book(m jetstream.Msg, next *uint64) {
	if at, err := m.Metadata(); err == nil {
		*next = at.Sequence.Stream + 1
	}
	r, err := ledger.Decode(m.Data())
	if err != nil || c.failed != nil {
		return // it is as if it had not come
	}
	before := c.Ledger.Recounted()
	fate, err := c.Ledger.Add(r)
	switch {
	case err != nil:
		c.failed = err
	case r.Recount:
		c.again -= c.Ledger.Recounted() - before
		c.failed = c.Ledger.Disputed()
	case fate == ledger.Counts:
		walks, again := c.Ledger.Asks(r, c.Verify)
		c.tasks = slices.Concat(c.tasks, walks, again)
		c.again += len(again)
	}
}

// Remove takes a job off the server, with all its records.
func Remove(ctx context.Context, nc *nats.Conn, j ledger.Job) error {
	js, err := jetstream.New(nc)
	if err != nil {
		return err
	}
	id := j.ID()
	err = errors.Join(js.DeleteObjectStore(ctx, bucket(id)), js.DeleteStream(ctx, taskStream(id)), js.DeleteStream(ctx, recordStream(id)))
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return nil
	}
	return err
}

// sleep waits, or not if ctx is done.
func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// jobs lists the ids of the jobs on a server.
func jobs(ctx context.Context, js jetstream.JetStream) (ids []string, err error) {
	names := js.ObjectStoreNames(ctx)
	for name := range names.Name() {
		if id, ok := strings.CutPrefix(name, prefix); ok {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids, names.Error()
}
