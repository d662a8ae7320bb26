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

// Task is an order to a worker: to walk a cube (a part of the search tree), or to count the cube of
// a record again.
type Task struct {
	Cube search.Cube
	// TimeLimit and NodeLimit bound the walk; 0 means no bound.
	TimeLimit time.Duration
	NodeLimit int64
	// KnownCost, if not nil, is the cost of the best solution that the ledger knows. The walk looks for none that cost
	// more.
	KnownCost *int64
	// RecordToRecount, if not nil, is the record to be checked by a recount.
	RecordToRecount *Record
}

// taskMessage is the JSON form of a task.
type taskMessage struct {
	Path            []int32           `json:"path"`
	FirstBranch     int32             `json:"from,omitempty"`
	Share           float64           `json:"part"`
	CostLimits      search.CostLimits `json:"limits,omitempty"`
	KnownCost       *int64            `json:"known,omitempty"`
	TimeMillis      int64             `json:"ms,omitempty"`
	Nodes           int64             `json:"nodes,omitempty"`
	RecountedRecord json.RawMessage   `json:"again,omitempty"`
}

// Encode returns a task as JSON.
func (t Task) Encode() []byte {
	m := taskMessage{Path: t.Cube.Path, FirstBranch: t.Cube.FirstBranch, Share: t.Cube.Share,
		CostLimits: t.Cube.CostLimits, KnownCost: t.KnownCost, TimeMillis: t.TimeLimit.Milliseconds(),
		Nodes: t.NodeLimit}
	if t.RecordToRecount != nil {
		bare := *t.RecordToRecount
		bare.Solutions = nil
		m.RecountedRecord = bare.Encode()
	}
	text, err := json.Marshal(m)
	if err != nil {
		panic(fmt.Sprintf("ledger: a task cannot be written: %v", err)) // numbers never fail
	}
	return text
}

// DecodeTask parses the result of Encode.
func DecodeTask(text []byte) (Task, error) {
	var m taskMessage
	if err := json.Unmarshal(text, &m); err != nil {
		return Task{}, fmt.Errorf("it is no task: %w", err)
	}
	t := Task{Cube: search.Cube{Path: m.Path, FirstBranch: m.FirstBranch, Share: m.Share, CostLimits: m.CostLimits},
		KnownCost: m.KnownCost, TimeLimit: time.Duration(m.TimeMillis) * time.Millisecond, NodeLimit: m.Nodes}
	if m.RecountedRecord == nil {
		return t, nil
	}
	r, err := DecodeRecord(m.RecountedRecord)
	t.RecordToRecount = &r
	return t, err
}

// Time limits of tasks. The limit is the total working time so far divided by taskTimeDivisor, within the bounds
// minTaskTime and maxTaskTime. A long limit makes few records; a short limit loses little work if a worker fails.
const (
	minTaskTime     = 200 * time.Millisecond
	maxTaskTime     = 4 * time.Second
	taskTimeDivisor = 200
	earlyTaskTime   = 40 * time.Millisecond // limit while there are fewer cubes than workers
)

// NextTaskTime returns the time limit of the next task, given the total working time so far, the number of waiting
// tasks, and the number of workers.
func NextTaskTime(done time.Duration, waiting, workers int) time.Duration {
	usual := min(max(minTaskTime, done/taskTimeDivisor), maxTaskTime)
	switch {
	case workers <= 1 || waiting >= 4*workers:
		return usual
	case waiting >= workers:
		return usual / 2
	}
	return max(earlyTaskTime, usual/16)
}

// FollowUpTasks returns the tasks that follow from a record that counts: walks of its remaining cubes, and a recount if
// its cube is chosen for one. The argument verify is the share of the cubes that are counted again, from 0 to 1.
func (l *Ledger) FollowUpTasks(r Record, verify float64) (walks, recounts []Task) {
	for _, c := range l.OpenCubesOf(r) {
		walks = append(walks, Task{Cube: c})
	}
	if isChosenForRecount(r.Cube, verify) {
		recounts = []Task{{Cube: r.Cube, RecordToRecount: &r}}
	}
	return walks, recounts
}

// isChosenForRecount reports whether a cube is counted again, if the given share of all cubes is, from 0 to 1. The
// answer depends on a hash of the cube alone.
func isChosenForRecount(c search.Cube, share float64) bool {
	if share <= 0 {
		return false
	}
	h := fnv.New64a()
	h.Write([]byte(CubeKey(c)))
	mixed := h.Sum64() * 0x9e3779b97f4a7c15
	return float64(mixed>>11)/(1<<53) < share || share >= 1 || math.IsNaN(share)
}

// UnverifiedTasks returns the recounts that are still missing, if the given share of the records must be counted again.
func (l *Ledger) UnverifiedTasks(share float64) (tasks []Task, err error) {
	if share <= 0 {
		return nil, nil
	}
	for r, err := range l.Records() {
		if err != nil {
			return nil, err
		}
		if isChosenForRecount(r.Cube, share) && !l.recountedCubes[CubeKey(r.Cube)] {
			tasks = append(tasks, Task{Cube: r.Cube, RecordToRecount: &r})
		}
	}
	return tasks, nil
}

// Dispatcher distributes the cubes of a ledger to the workers of one process, and adds their records to the ledger.
// Like the ledger, it is not safe for concurrent use.
type Dispatcher struct {
	ledger          *Ledger // ledger that receives the records
	workerCount     int     // number of workers
	verifyShare     float64 // share of the cubes that are counted again, from 0 to 1
	waitingTasks    []Task  // stack of tasks; the last one is the next
	waitingRecounts []Task  // recounts that no worker has started
	runningTasks    int     // number of tasks that workers have started and not finished
}

// NewDispatcher returns a dispatcher for a number of workers. The argument verify is the share, from
// 0 to 1, of the cubes (parts of the search tree) that are counted a second time as a check.
func NewDispatcher(l *Ledger, workers int, verify float64) (*Dispatcher, error) {
	d := &Dispatcher{ledger: l, workerCount: workers, verifyShare: verify}
	for _, c := range slices.Backward(l.OpenCubes()) {
		d.waitingTasks = append(d.waitingTasks, Task{Cube: c})
	}
	var err error
	d.waitingRecounts, err = l.UnverifiedTasks(verify)
	return d, err
}

// NextTask returns the next task for a worker, and whether there is one. If not, there may be one
// later, unless the dispatcher is idle. A worker gets no recount of its own record, unless it is
// the only worker.
func (d *Dispatcher) NextTask(worker string) (t Task, ok bool) {
	for k, t := range d.waitingRecounts {
		if t.RecordToRecount.Worker != worker || d.workerCount == 1 {
			d.waitingRecounts = slices.Delete(d.waitingRecounts, k, k+1)
			d.runningTasks++
			return t, true
		}
	}
	last := len(d.waitingTasks) - 1
	if last < 0 {
		return t, false
	}
	t = d.waitingTasks[last]
	d.waitingTasks = d.waitingTasks[:last]
	t.KnownCost = d.ledger.totalSoFar.KnownCost
	t.TimeLimit = NextTaskTime(d.ledger.totalSoFar.WorkTime, last, d.workerCount)
	d.runningTasks++
	return t, true
}

// IsIdle reports whether no task is in progress. If NextTask has no task either, the job is finished.
func (d *Dispatcher) IsIdle() bool { return d.runningTasks == 0 }

// AbandonTask records that a task has ended without a record.
func (d *Dispatcher) AbandonTask() { d.runningTasks-- }

// PostRecord adds the record of a task to the ledger, and adds the tasks that follow from it to the
// stack.
func (d *Dispatcher) PostRecord(r Record) error {
	d.runningTasks--
	status, err := d.ledger.AddRecord(r)
	switch {
	case err != nil:
		return err
	case r.IsRecount:
		return d.ledger.DisputeError()
	case status == RecordCounts:
		walks, again := d.ledger.FollowUpTasks(r, d.verifyShare)
		slices.Reverse(walks)
		d.waitingTasks, d.waitingRecounts = append(d.waitingTasks, walks...), append(d.waitingRecounts, again...)
	}
	if len(d.waitingTasks) == 0 && d.runningTasks == 0 {
		for _, c := range slices.Backward(d.ledger.OpenCubes()) { // includes the cubes of records that were waiting
			d.waitingTasks = append(d.waitingTasks, Task{Cube: c})
		}
	}
	return nil
}
