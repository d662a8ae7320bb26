package crew

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"quadrille/runtime/ledger"
)

// Walker does tasks, one at a time.
type Walker interface {
	Walk(ctx context.Context, t ledger.Task) (ledger.Record, error)
	// Name is what records say of who has done them.
	Name() string
}

// Workers join whatever jobs a server has.
type Workers struct {
	// Threads is how many tasks they do at once; 0 stands for 1.
	Threads int
	// Open makes a walker for each thread, numbered from 1, from a job and the bundle of its
	// puzzle. Its error refuses the job.
	Open func(j ledger.Job, bundle []byte, thread int) (Walker, error)
	// Say, if not nil, is told what goes on: a line each time.
	Say      func(string)
	Patience Patience
}

// Run does tasks until ctx is done. It waits for a server that cannot be reached, and for jobs.
func (w *Workers) Run(ctx context.Context, nc *nats.Conn) error {
	js, err := jetstream.New(nc)
	if err != nil {
		return err
	}
	refused, at, said := map[string]bool{}, &joined{}, complaints{say: w.Say}
	for ctx.Err() == nil {
		ids, err := jobs(ctx, js)
		switch {
		case errors.Is(err, nats.ErrConnectionClosed):
			return errors.Join(nc.LastError(), err)
		case err != nil && ctx.Err() == nil:
			said.about(nc, err)
		}
		worked := false
		for _, id := range ids {
			if err != nil || refused[id] {
				continue
			}
			tasks, err := js.Consumer(ctx, taskStream(id), consumer)
			if err != nil || tasks.CachedInfo().NumPending+uint64(tasks.CachedInfo().NumAckPending) == 0 {
				continue // it is not ready yet, or has nothing to do
			}
			if at.id != id {
				at, refused[id] = w.join(ctx, js, id)
			}
			var working sync.WaitGroup
			for _, walker := range at.walkers {
				working.Go(func() { w.work(ctx, js, id, tasks, walker) })
				worked = true
			}
			working.Wait()
		}
		if !worked {
			sleep(ctx, pause)
		}
	}
	return ctx.Err()
}

// joined is the job that workers are at.
type joined struct {
	id      string
	walkers []Walker
}

// join loads a job. It returns true if the job is not for these workers.
func (w *Workers) join(ctx context.Context, js jetstream.JetStream, id string) (at *joined, refused bool) {
	store, err := js.ObjectStore(ctx, bucket(id))
	if err != nil {
		return &joined{}, false
	}
	said, failed := store.GetBytes(ctx, jobObject)
	bundle, err := store.GetBytes(ctx, puzzleFile)
	if failed != nil || err != nil {
		return &joined{}, false
	}
	var job ledger.Job
	if err := json.Unmarshal(said, &job); err != nil || job.ID() != id {
		w.say("job %s: what the server says of it is damaged", id)
		return &joined{}, true
	}
	at = &joined{id: id}
	for k := range max(1, w.Threads) {
		walker, err := w.Open(job, bundle, k+1)
		if err != nil {
			w.say("job %s (%s) is refused: %v", id, job.Name, err)
			return &joined{}, true
		}
		at.walkers = append(at.walkers, walker)
	}
	w.say("job %s: %s, %s by %s", id, job.Name, job.Goal, job.Engine)
	return at, false
}

func (w *Workers) say(format string, args ...any) {
	if w.Say != nil {
		w.Say(fmt.Sprintf(format, args...))
	}
}

// work does tasks of one job until there has been none for a while.
func (w *Workers) work(ctx context.Context, js jetstream.JetStream, id string, tasks jetstream.Consumer, walker Walker) {
	for idle := time.Now(); ctx.Err() == nil && time.Since(idle) < 5*w.Patience.Idle; {
		batch, err := tasks.Fetch(1, jetstream.FetchMaxWait(w.Patience.Idle))
		if err != nil {
			sleep(ctx, pause)
			continue
		}
		for m := range batch.Messages() {
			w.do(ctx, js, id, m, walker)
			idle = time.Now()
		}
		if batch.Error() != nil {
			sleep(ctx, pause)
		}
	}
}

// do does one task. It is acknowledged when its record is safe; if that is not to be, the
// task is given to somebody else.
func (w *Workers) do(ctx context.Context, js jetstream.JetStream, id string, m jetstream.Msg, walker Walker) {
	t, err := ledger.DecodeTask(m.Data())
	if err != nil {
		m.Term()
		return
	}
	if at, err := m.Metadata(); err == nil && t.Again != nil && t.Again.Worker == walker.Name() && at.NumDelivered <= mostDeclined {
		m.NakWithDelay(pause) // nobody checks himself, unless he is alone
		return
	}
	at, stop := context.WithCancel(context.Background())
	var beating sync.WaitGroup
	beating.Go(func() {
		for sleep(at, w.Patience.Task/4); at.Err() == nil; sleep(at, w.Patience.Task/4) {
			m.InProgress()
		}
	})
	r, err := walker.Walk(ctx, t)
	// A worker that is told to end hands in what it has.
	for tries := 0; err == nil; tries++ {
		sending, cancel := context.WithTimeout(context.Background(), w.Patience.Task)
		_, failed := js.Publish(sending, recordSubject(id), r.Encode())
		if failed == nil {
			m.DoubleAck(sending) // if that fails, the cube is walked twice
		}
		cancel()
		if failed == nil || ctx.Err() != nil && tries > 3 {
			break
		}
		sleep(at, pause)
	}
	stop()
	beating.Wait()
	if err != nil && ctx.Err() == nil {
		w.say("job %s: %v", id, err)
	}
}
