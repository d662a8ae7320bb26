package ledger

// A coordinator distributes the cubes of a job to workers on many machines. A cube is a part of the search tree. NATS
// JetStream transports the tasks and records between them.
//
// The input of a coordinator is a ledger and the bundle of a puzzle; its output is the records in that ledger. It must
// not know how a cube is walked. Only the coordinator's ledger is authoritative; the queue on the server may lack
// tasks, or hold tasks that are done. For each job there are an object store with the job and the bundle of its puzzle,
// a work queue with one task for each open cube, and a stream of records. A worker fetches a task, extends the lease of
// the task while it walks the cube, publishes a record, and only then acknowledges the task. If a worker fails in
// between, the task is delivered again. Then a cube may be walked twice, which the ledger allows. If the queue is empty
// while cubes are open, because messages were lost, the coordinator fills the queue again from the ledger.
//
// If the job has a goal, tasks hold the cost of the best solution in the ledger. When that falls, a plain message tells
// the workers, so that the walks under way cut off more. A message that is lost costs time alone.
//
// So the coordinator can be stopped and started again, on another machine too: the stream keeps all
// records until the job is removed.

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Timeouts holds the waiting times of coordinator and workers.
type Timeouts struct {
	// TaskLease is the time without a message from a worker after which the worker's task is delivered to another
	// worker.
	TaskLease time.Duration
	// QueueCheck is the time without new records after which the coordinator checks whether the queue is empty.
	QueueCheck time.Duration
}

// DefaultTimeouts suits a network of personal computers.
var DefaultTimeouts = Timeouts{TaskLease: 10 * time.Second, QueueCheck: 2 * time.Second}

const (
	natsBucketPrefix    = "puz-"
	jobObjectName       = "job"
	puzzleObjectName    = "puzzle"
	consumerName        = "workers"
	retryInterval       = 200 * time.Millisecond // time before a failed step is tried again
	maxQueuedTasks      = 4096                   // largest number of tasks that are published at once
	maxDeclinedRecounts = 50                     // number of times that a worker declines to recount its own record
	maxFetchedRecords   = 256                    // largest number of records that are fetched at once
)

// bucketName and the functions below return the names of a job's streams and subjects on the
// server.
func bucketName(id string) string       { return natsBucketPrefix + id }
func taskStreamName(id string) string   { return natsBucketPrefix + id + "-tasks" }
func recordStreamName(id string) string { return natsBucketPrefix + id + "-records" }
func recordMessageSubject(id string) string {
	return "puz." + id + ".record"
}

func knownCostSubject(id string) string { return "puz." + id + ".known" }

// taskMessageSubject returns the subject of a task. Each task has a subject of its own, so that the server refuses a
// second message for a task that is in the queue.
func taskMessageSubject(id string, t Task) string {
	kind := "walk"
	if t.RecordToRecount != nil {
		kind = "again"
	}
	return fmt.Sprintf("puz.%s.task.%s.%x", id, kind, sha256.Sum256([]byte(CubeKey(t.Cube))))
}

// Coordinator publishes the cubes of a job as tasks, and adds the records to the ledger.
type Coordinator struct {
	Ledger *Ledger
	// PuzzleBundle is the puzzle in the form that workers load.
	PuzzleBundle []byte
	// StreamReplicas is the number of servers of a cluster that keep each stream; 0 means 1.
	StreamReplicas int
	// VerifyShare is the share of the cubes that another worker counts again, from 0 to 1.
	VerifyShare float64
	// OnNewRecords, if not nil, is called after new records were added to the ledger. OnTrouble, if not nil, is called
	// with a description of a problem with the server.
	OnNewRecords func()
	OnTrouble    func(string)
	Timeouts     Timeouts

	jetStream        jetstream.JetStream // connection to the server
	unpublishedTasks []Task              // tasks that are not published yet
	openRecounts     int                 // number of recounts that are not finished
	toldCost         *int64              // cost of a solution that the workers were told last, or nil
	runError         error               // error that ended the work on the ledger
}

// RunJob distributes cubes until the job is finished or ctx is done; then the error is that of ctx.
// The data of the job stay on the server until [RemoveJob]. While the server cannot be reached,
// RunJob waits.
func (c *Coordinator) RunJob(ctx context.Context, nc *nats.Conn) error {
	js, err := jetstream.New(nc)
	if err != nil {
		return err
	}
	c.jetStream = js
	reporter := errorReporter{report: c.OnTrouble}
	for next, ready := uint64(1), false; ; {
		switch {
		case c.runError != nil:
			return c.runError
		case c.Ledger.DisputeError() != nil:
			return c.Ledger.DisputeError()
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
			ready = false // set up the streams again, because the job was removed from the server
		}
		if err != nil && ctx.Err() == nil {
			reporter.reportIfNew(nc, err)
			sleepFor(ctx, retryInterval)
		}
	}
}

// errorReporter reports errors that delay the work. It does not report the same error twice in a row.
type errorReporter struct {
	report      func(string)
	lastMessage string
}

func (c *errorReporter) reportIfNew(nc *nats.Conn, err error) {
	if text := err.Error(); c.report != nil && text != c.lastMessage && nc.IsConnected() {
		c.lastMessage = text
		c.report("waiting for the server: " + text)
	}
}

// isFinished reports whether all cubes are walked and all recounts are made.
func (c *Coordinator) isFinished() bool { return c.Ledger.IsDone() && c.openRecounts == 0 }

// isPermanent reports whether a step that failed with this error would fail again.
func isPermanent(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.Code < 500 || errors.Is(err, nats.ErrConnectionClosed) ||
		errors.Is(err, jetstream.ErrJetStreamNotEnabled)
}

// prepareServer creates the missing streams and stores, and publishes a task for every open cube.
func (c *Coordinator) prepareServer(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	id, replicas := c.Ledger.Job().ID(), max(1, c.StreamReplicas)
	if _, err := c.jetStream.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: taskStreamName(id), Subjects: []string{"puz." + id + ".task.>"}, Retention: jetstream.WorkQueuePolicy,
		MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true,
		MaxMsgs: -1, Storage: jetstream.FileStorage, Replicas: replicas,
	}); err != nil {
		return err
	}
	if _, err := c.jetStream.CreateOrUpdateConsumer(ctx, taskStreamName(id), jetstream.ConsumerConfig{
		Durable: consumerName, AckPolicy: jetstream.AckExplicitPolicy, AckWait: c.Timeouts.TaskLease, MaxDeliver: -1,
		MaxAckPending: -1, Replicas: replicas,
	}); err != nil {
		return err
	}
	if _, err := c.jetStream.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: recordStreamName(id), Subjects: []string{recordMessageSubject(id)}, Storage: jetstream.FileStorage,
		Replicas: replicas,
	}); err != nil {
		return err
	}
	store, err := c.jetStream.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: bucketName(id),
		Replicas: replicas})
	if err != nil {
		return err
	}
	if _, err := store.PutBytes(ctx, puzzleObjectName, c.PuzzleBundle); err != nil {
		return err
	}
	job, err := json.Marshal(c.Ledger.Job())
	if err != nil {
		return err
	}
	if _, err := store.PutBytes(ctx, jobObjectName, job); err != nil { // from here on workers can join
		return err
	}
	return c.refillQueue(ctx)
}

// refillQueue publishes a task for every open cube and every missing recount.
func (c *Coordinator) refillQueue(ctx context.Context) error {
	again, err := c.Ledger.UnverifiedTasks(c.VerifyShare)
	if err != nil {
		return err
	}
	c.unpublishedTasks, c.openRecounts = nil, len(again)
	for _, cube := range c.Ledger.OpenCubes() {
		c.unpublishedTasks = append(c.unpublishedTasks, Task{Cube: cube})
	}
	c.unpublishedTasks = append(again, c.unpublishedTasks...)
	return c.publishTasks(ctx)
}

// publishTasks publishes tasks, at most maxQueuedTasks at once. The server refuses tasks that are
// already in the queue, which is no error.
func (c *Coordinator) publishTasks(ctx context.Context) error {
	n := min(maxQueuedTasks, len(c.unpublishedTasks))
	id, workers := c.Ledger.Job().ID(), max(2, c.Ledger.ActiveWorkers())
	var sent []jetstream.PubAckFuture
	for _, t := range c.unpublishedTasks[:n] {
		t.KnownCost = c.Ledger.totalSoFar.KnownCost
		t.TimeLimit = NextTaskTime(c.Ledger.TotalSoFar().WorkTime, len(c.unpublishedTasks), workers)
		f, err := c.jetStream.PublishAsync(taskMessageSubject(id, t), t.Encode())
		if err != nil {
			return err
		}
		sent = append(sent, f)
	}
	c.unpublishedTasks = slices.Delete(c.unpublishedTasks, 0, n)
	for _, f := range sent {
		select {
		case <-f.Ok():
		case err := <-f.Err():
			var api *jetstream.APIError
			if !errors.As(err, &api) {
				return err // tasks that were not published are added again when the queue is empty
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// followRecords adds records to the ledger as they come, until the job is finished or a step fails.
func (c *Coordinator) followRecords(ctx context.Context, next *uint64) error {
	records, err := c.jetStream.OrderedConsumer(ctx, recordStreamName(c.Ledger.Job().ID()),
		jetstream.OrderedConsumerConfig{
			DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: *next, InactiveThreshold: time.Minute,
		})
	if err != nil {
		return err
	}
	messages, err := records.Messages(jetstream.PullMaxMessages(maxFetchedRecords))
	if err != nil {
		return err
	}
	came, ended := make(chan jetstream.Msg, maxFetchedRecords), make(chan error, 1)
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
		for { // messages that are not acknowledged here are delivered again at the next call
			select {
			case <-came:
			case <-ended:
				return
			}
		}
	}()
	for c.runError == nil && !c.isFinished() {
		n := 0
		select {
		case m := <-came:
			c.handleRecord(m, next)
			for n = 1; len(came) > 0 && n < maxFetchedRecords; n++ {
				c.handleRecord(<-came, next)
			}
		case <-time.After(c.Timeouts.QueueCheck):
		case err := <-ended:
			ended <- err
			return err
		case <-ctx.Done():
			return nil
		}
		if err := c.Ledger.Sync(); c.runError == nil {
			c.runError = err
		}
		c.tellKnownCost()
		if n > 0 && c.OnNewRecords != nil {
			c.OnNewRecords()
		}
		if err := c.keepQueueFilled(ctx, n); err != nil {
			return err
		}
	}
	return nil
}

// tellKnownCost tells the workers the cost of the best solution, if it has fallen. The ledger on the disk has that
// solution: otherwise a crash could lose it while workers leave out others that cost as much.
func (c *Coordinator) tellKnownCost() {
	if known := c.Ledger.totalSoFar.KnownCost; known != nil && c.runError == nil &&
		(c.toldCost == nil || *known < *c.toldCost) {
		c.toldCost = known
		c.jetStream.Conn().Publish(knownCostSubject(c.Ledger.Job().ID()), strconv.AppendInt(nil, *known, 10))
	}
}

// keepQueueFilled publishes the tasks that are not published yet. If there were no new records and the queue is
// empty, it refills the queue from the ledger.
func (c *Coordinator) keepQueueFilled(ctx context.Context, newRecords int) error {
	if newRecords > 0 {
		return c.publishTasks(ctx)
	}
	stream, err := c.jetStream.Stream(ctx, taskStreamName(c.Ledger.Job().ID()))
	if err != nil {
		return err
	}
	if stream.CachedInfo().State.Msgs > 0 {
		return c.publishTasks(ctx)
	}
	return c.refillQueue(ctx)
}

// handleRecord adds the record in a message to the ledger, and adds the tasks that follow from it to the list of
// tasks. The argument next receives the sequence number of the message after this one.
func (c *Coordinator) handleRecord(m jetstream.Msg, next *uint64) {
	if at, err := m.Metadata(); err == nil {
		*next = at.Sequence.Stream + 1
	}
	r, err := DecodeRecord(m.Data())
	if err != nil || c.runError != nil {
		return // an invalid record is ignored
	}
	before := c.Ledger.RecountedRecords()
	status, err := c.Ledger.AddRecord(r)
	switch {
	case err != nil:
		c.runError = err
	case r.IsRecount:
		c.openRecounts -= c.Ledger.RecountedRecords() - before
		c.runError = c.Ledger.DisputeError()
	case status == RecordCounts:
		walks, again := c.Ledger.FollowUpTasks(r, c.VerifyShare)
		c.unpublishedTasks = slices.Concat(c.unpublishedTasks, walks, again)
		c.openRecounts += len(again)
	}
}

// RemoveJob removes a job from the server, with all its records.
func RemoveJob(ctx context.Context, nc *nats.Conn, j Job) error {
	js, err := jetstream.New(nc)
	if err != nil {
		return err
	}
	id := j.ID()
	err = errors.Join(js.DeleteObjectStore(ctx, bucketName(id)), js.DeleteStream(ctx, taskStreamName(id)),
		js.DeleteStream(ctx, recordStreamName(id)))
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return nil
	}
	return err
}

// sleepFor waits for the duration d, or until ctx is done.
func sleepFor(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// jobIDs returns the ids of the jobs on a server.
func jobIDs(ctx context.Context, js jetstream.JetStream) (ids []string, err error) {
	names := js.ObjectStoreNames(ctx)
	for name := range names.Name() {
		if id, ok := strings.CutPrefix(name, natsBucketPrefix); ok {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids, names.Error()
}
