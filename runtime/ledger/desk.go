package ledger

import "slices"

// Desk hands out the cubes of a ledger to the workers of one process, and books what they
// bring. Like the ledger, it is not safe for concurrent use.
type Desk struct {
	ledger  *Ledger
	workers int
	verify  float64
	tasks   []Task // the last one is the next
	again   []Task // second opinions that are wanted
	running int
}

// NewDesk makes a desk for so many workers, which counts a share of the cubes again.
func NewDesk(l *Ledger, workers int, verify float64) (*Desk, error) {
	d := &Desk{ledger: l, workers: workers, verify: verify}
	for _, c := range slices.Backward(l.Open()) {
		d.tasks = append(d.tasks, Task{Cube: c})
	}
	var err error
	d.again, err = l.Unverified(verify)
	return d, err
}

// Take returns the next task for a worker. If there is none, there may be later, unless the
// desk is idle. Nobody checks himself, unless he is alone.
func (d *Desk) Take(worker string) (t Task, ok bool) {
	for k, t := range d.again {
		if t.Again.Worker != worker || d.workers == 1 {
			d.again = slices.Delete(d.again, k, k+1)
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
	t.Time = Slice(d.ledger.total.Took, last, d.workers)
	d.running++
	return t, true
}

// Idle reports whether nobody is at anything: when there is no task either, there will be none.
func (d *Desk) Idle() bool { return d.running == 0 }

// Fail says that a worker has ended without a record.
func (d *Desk) Fail() { d.running-- }

// Enter books the record of a task.
func (d *Desk) Enter(r Record) error {
	d.running--
	fate, err := d.ledger.Add(r)
	switch {
	case err != nil:
		return err
	case r.Recount:
		return d.ledger.Disputed()
	case fate == Counts:
		walks, again := d.ledger.Asks(r, d.verify)
		slices.Reverse(walks)
		d.tasks, d.again = append(d.tasks, walks...), append(d.again, again...)
	}
	if len(d.tasks) == 0 && d.running == 0 {
		for _, c := range slices.Backward(d.ledger.Open()) { // below records that had waited for this one
			d.tasks = append(d.tasks, Task{Cube: c})
		}
	}
	return nil
}
