package ledger

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// TaskWalker performs tasks for one worker, one at a time.
type TaskWalker interface {
	Walk(ctx context.Context, t Task) (Record, error)
	// LowerKnownCost tells the worker the cost of a solution that the ledger has. It is called while Walk runs.
	LowerKnownCost(cost int64)
	// Name is the name of the worker in records.
	Name() string
}

// Workers performs the tasks of all jobs on a server.
type Workers struct {
	// Threads is the number of tasks that are performed at once; 0 means 1.
	Threads int
	// NewWalker returns a walker for one thread of a job. The argument thread is the index of the thread, counted from
	// 1, and bundle holds the puzzle of the job. If NewWalker returns an error, the job is refused.
	NewWalker func(j Job, bundle []byte, thread int) (TaskWalker, error)
	// OnMessage, if not nil, is called with progress messages of one line each.
	OnMessage func(string)
	Timeouts  Timeouts
}

// RunWorkers performs tasks until ctx is done. It waits while the server cannot be reached, and
// while there are no jobs.
func (w *Workers) RunWorkers(ctx context.Context, nc *nats.Conn) error {
	js, err := jetstream.New(nc)
	if err != nil {
		return err
	}
	refused, at, reporter := map[string]bool{}, &joinedJob{}, errorReporter{report: w.OnMessage}
	for ctx.Err() == nil {
		ids, err := jobIDs(ctx, js)
		switch {
		case errors.Is(err, nats.ErrConnectionClosed):
			return errors.Join(nc.LastError(), err)
		case err != nil && ctx.Err() == nil:
			reporter.reportIfNew(nc, err)
		}
		worked := false
		for _, id := range ids {
			if err != nil || refused[id] {
				continue
			}
			tasks, err := js.Consumer(ctx, taskStreamName(id), consumerName)
			if err != nil || tasks.CachedInfo().NumPending+uint64(tasks.CachedInfo().NumAckPending) == 0 {
				continue // the job is not set up yet, or its queue is empty
			}
			if at.id != id {
				at, refused[id] = w.joinJob(ctx, js, id)
			}
			stop := at.followKnownCost(js)
			var working sync.WaitGroup
			for _, walker := range at.threadWalkers {
				working.Go(func() { w.workOnJob(ctx, js, id, tasks, walker) })
				worked = true
			}
			working.Wait()
			stop()
		}
		if !worked {
			sleepFor(ctx, retryInterval)
		}
	}
	return ctx.Err()
}

// joinedJob is the job whose tasks the workers perform.
type joinedJob struct {
	id            string
	threadWalkers []TaskWalker // one walker per thread
}

// followKnownCost passes the costs of solutions that the coordinator tells on to the walkers, until stop is called.
func (j *joinedJob) followKnownCost(js jetstream.JetStream) (stop func()) {
	costs, err := js.Conn().Subscribe(knownCostSubject(j.id), func(m *nats.Msg) {
		if cost, err := strconv.ParseInt(string(m.Data), 10, 64); err == nil {
			for _, walker := range j.threadWalkers {
				walker.LowerKnownCost(cost)
			}
		}
	})
	if err != nil {
		return func() {} // tasks tell the cost as well
	}
	return func() { costs.Unsubscribe() }
}

// joinJob loads a job from the server. The result refused is true if [Workers.NewWalker] refuses the job.
func (w *Workers) joinJob(ctx context.Context, js jetstream.JetStream, id string) (at *joinedJob, refused bool) {
	store, err := js.ObjectStore(ctx, bucketName(id))
	if err != nil {
		return &joinedJob{}, false
	}
	encoded, failed := store.GetBytes(ctx, jobObjectName)
	bundle, err := store.GetBytes(ctx, puzzleObjectName)
	if failed != nil || err != nil {
		return &joinedJob{}, false
	}
	var job Job
	if err := json.Unmarshal(encoded, &job); err != nil || job.ID() != id {
		w.sendMessage("job %s: what the server says of it is damaged", id)
		return &joinedJob{}, true
	}
	at = &joinedJob{id: id}
	for k := range max(1, w.Threads) {
		walker, err := w.NewWalker(job, bundle, k+1)
		if err != nil {
			w.sendMessage("job %s (%s) is refused: %v", id, job.Name, err)
			return &joinedJob{}, true
		}
		at.threadWalkers = append(at.threadWalkers, walker)
	}
	w.sendMessage("job %s: %s, %s by %s", id, job.Name, job.Goal, job.Engine)
	return at, false
}

func (w *Workers) sendMessage(format string, args ...any) {
	if w.OnMessage != nil {
		w.OnMessage(fmt.Sprintf(format, args...))
	}
}

// workOnJob performs tasks of one job until no task has come for a while.
func (w *Workers) workOnJob(ctx context.Context, js jetstream.JetStream, id string, tasks jetstream.Consumer,
	walker TaskWalker) {
	for idle := time.Now(); ctx.Err() == nil && time.Since(idle) < 5*w.Timeouts.QueueCheck; {
		batch, err := tasks.Fetch(1, jetstream.FetchMaxWait(w.Timeouts.QueueCheck))
		if err != nil {
			sleepFor(ctx, retryInterval)
			continue
		}
		for m := range batch.Messages() {
			w.performTask(ctx, js, id, m, walker)
			idle = time.Now()
		}
		if batch.Error() != nil {
			sleepFor(ctx, retryInterval)
		}
	}
}

// performTask performs the task that a message holds. It acknowledges the message only after the record of the task is
// stored. If the record cannot be stored, the server delivers the task again.
func (w *Workers) performTask(ctx context.Context, js jetstream.JetStream, id string, m jetstream.Msg,
	walker TaskWalker) {
	t, err := DecodeTask(m.Data())
	if err != nil {
		m.Term()
		return
	}
	if at, err := m.Metadata(); err == nil && t.RecordToRecount != nil && t.RecordToRecount.Worker == walker.Name() &&
		at.NumDelivered <= maxDeclinedRecounts {
		m.NakWithDelay(retryInterval) // leaves the recount of its own record to another worker, if there is one
		return
	}
	at, stop := context.WithCancel(context.Background())
	var beating sync.WaitGroup
	beating.Go(func() {
		for sleepFor(at, w.Timeouts.TaskLease/4); at.Err() == nil; sleepFor(at, w.Timeouts.TaskLease/4) {
			m.InProgress()
		}
	})
	r, err := walker.Walk(ctx, t)
	// A worker that is cancelled still publishes the record of its work so far.
	for tries := 0; err == nil; tries++ {
		sending, cancel := context.WithTimeout(context.Background(), w.Timeouts.TaskLease)
		_, failed := js.Publish(sending, recordMessageSubject(id), r.Encode())
		if failed == nil {
			m.DoubleAck(sending) // if the acknowledgment fails, the cube is walked a second time
		}
		cancel()
		if failed == nil || ctx.Err() != nil && tries > 3 {
			break
		}
		sleepFor(at, retryInterval)
	}
	stop()
	beating.Wait()
	if err != nil && ctx.Err() == nil {
		w.sendMessage("job %s: %v", id, err)
	}
}
