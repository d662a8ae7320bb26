package ledger

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"time"

	"quadrille/runtime/search"
)

// Task is what a worker is asked to do: to walk a cube for a while, or to count once more
// what a record says of it.
type Task struct {
	Cube search.Cube
	// Time and Nodes bound the walk; 0 is no bound.
	Time  time.Duration
	Nodes int64
	// Again, if not nil, is the record that wants a second opinion.
	Again *Record
}

type taskMessage struct {
	Path  []int32         `json:"path"`
	From  int32           `json:"from,omitempty"`
	Part  float64         `json:"part"`
	Milli int64           `json:"ms,omitempty"`
	Nodes int64           `json:"nodes,omitempty"`
	Again json.RawMessage `json:"again,omitempty"`
}

// Encode writes a task as JSON.
func (t Task) Encode() []byte {
	m := taskMessage{Path: t.Cube.Path, From: t.Cube.From, Part: t.Cube.Part, Milli: t.Time.Milliseconds(),
		Nodes: t.Nodes}
	if t.Again != nil {
		bare := *t.Again
		bare.Solutions = nil
		m.Again = bare.Encode()
	}
	text, err := json.Marshal(m)
	if err != nil {
		panic(fmt.Sprintf("ledger: a task cannot be written: %v", err)) // numbers only
	}
	return text
}

// DecodeTask reads what Encode wrote.
func DecodeTask(text []byte) (Task, error) {
	var m taskMessage
	if err := json.Unmarshal(text, &m); err != nil {
		return Task{}, fmt.Errorf("it is no task: %w", err)
	}
	t := Task{Cube: search.Cube{Path: m.Path, From: m.From, Part: m.Part},
		Time: time.Duration(m.Milli) * time.Millisecond, Nodes: m.Nodes}
	if m.Again == nil {
		return t, nil
	}
	r, err := DecodeRecord(m.Again)
	t.Again = &r
	return t, err
}

// How long a worker walks before it hands in a record: so long that records are few, and
// so short that what is lost with a worker is some seconds at most. It is a part of what has
// been done, as short jobs have little to lose. While there are fewer cubes than workers the
// records are wanted soon.
const (
	minTaskTime   = 200 * time.Millisecond
	maxTaskTime   = 4 * time.Second
	timeFraction  = 200
	earlyTaskTime = 40 * time.Millisecond
)

// TaskTime returns how long the next task may take, when so much has been done, so many others
// wait, and there are so many workers.
func TaskTime(done time.Duration, waiting, workers int) time.Duration {
	usual := min(max(minTaskTime, done/timeFraction), maxTaskTime)
	switch {
	case workers <= 1 || waiting >= 4*workers:
		return usual
	case waiting >= workers:
		return usual / 2
	}
	return max(earlyTaskTime, usual/16)
}

// FollowUpTasks returns what is to be done after a record that counts: to walk what it left, and, if
// it belongs to the share that is verified, to count it again.
func (l *Ledger) FollowUpTasks(r Record, verify float64) (walks, again []Task) {
	for _, c := range l.OpenedBy(r) {
		walks = append(walks, Task{Cube: c})
	}
	if isVerified(r.Cube, verify) {
		again = []Task{{Cube: r.Cube, Again: &r}}
	}
	return walks, again
}

// isVerified reports whether the record of a cube belongs to the share that is counted again:
// for the same cube always alike, and evenly.
func isVerified(c search.Cube, share float64) bool {
	if share <= 0 {
		return false
	}
	h := fnv.New64a()
	h.Write([]byte(CubeKey(c)))
	mixed := h.Sum64() * 0x9e3779b97f4a7c15
	return float64(mixed>>11)/(1<<53) < share || share >= 1 || math.IsNaN(share)
}

// UnverifiedTasks returns the tasks to count again those records of a share that have no second
// opinion yet.
func (l *Ledger) UnverifiedTasks(share float64) (tasks []Task, err error) {
	if share <= 0 {
		return nil, nil
	}
	for r, err := range l.Records() {
		if err != nil {
			return nil, err
		}
		if isVerified(r.Cube, share) && !l.recounted[CubeKey(r.Cube)] {
			tasks = append(tasks, Task{Cube: r.Cube, Again: &r})
		}
	}
	return tasks, nil
}

// Dispatcher hands out the cubes of a ledger to the workers of one process, and books what they
// bring. Like the ledger, it is not safe for concurrent use.
type Dispatcher struct {
	ledger   *Ledger
	workers  int
	verify   float64
	tasks    []Task // the last one is the next
	recounts []Task // second opinions that are wanted
	running  int
}

// NewDispatcher makes a desk for so many workers, which counts a share of the cubes again.
func NewDispatcher(l *Ledger, workers int, verify float64) (*Dispatcher, error) {
	d := &Dispatcher{ledger: l, workers: workers, verify: verify}
	for _, c := range slices.Backward(l.OpenCubes()) {
		d.tasks = append(d.tasks, Task{Cube: c})
	}
	var err error
	d.recounts, err = l.UnverifiedTasks(verify)
	return d, err
}

// NextTask returns the next task for a worker. If there is none, there may be later, unless the
// desk is idle. Nobody checks himself, unless he is alone.
func (d *Dispatcher) NextTask(worker string) (t Task, ok bool) {
	for k, t := range d.recounts {
		if t.Again.Worker != worker || d.workers == 1 {
			d.recounts = slices.Delete(d.recounts, k, k+1)
			d.running++
			return t, true
		}
	}
	last := len(d.tasks) - 1
	if last < 0 {
		return t, false
	}
	t = d.tasks[last]
	d.tasks = d.tasks[:last]
	t.Time = TaskTime(d.ledger.total.Took, last, d.workers)
	d.running++
	return t, true
}

// IsIdle reports whether nobody is at anything: when there is no task either, there will be none.
func (d *Dispatcher) IsIdle() bool { return d.running == 0 }

// AbandonTask says that a worker has ended without a record.
func (d *Dispatcher) AbandonTask() { d.running-- }

// PostRecord books the record of a task.
func (d *Dispatcher) PostRecord(r Record) error {
	d.running--
	fate, err := d.ledger.AddRecord(r)
	switch {
	case err != nil:
		return err
	case r.Recount:
		return d.ledger.Disputed()
	case fate == RecordCounts:
		walks, again := d.ledger.FollowUpTasks(r, d.verify)
		slices.Reverse(walks)
		d.tasks, d.recounts = append(d.tasks, walks...), append(d.recounts, again...)
	}
	if len(d.tasks) == 0 && d.running == 0 {
		for _, c := range slices.Backward(d.ledger.OpenCubes()) { // below records that had waited for this one
			d.tasks = append(d.tasks, Task{Cube: c})
		}
	}
	return nil
}
