// Package ledger records the progress of a search that is done in parts, by any number of workers,
// and may be interrupted at any point.
//
// Its input is a [Job], which identifies the tree and the goal, and records; its output is totals
// and open cubes. The tree is cut into cubes. A worker walks a cube for a while and returns a
// [Record]: the solutions found, its effort, and the remaining cubes. The ledger is the list of
// records, one a line. The result is the sum over the records of a tree without open cubes.
//
// Three rules make the result exact, in spite of failing workers. (1) A cube is open if it is the root, or if the
// counted record of its parent cube lists it. (2) The first record of an open cube counts, and closes the cube. Later
// records of the cube are ignored, because a longer walk leaves other cubes. (3) A record whose cube is not open yet
// waits until the cube is open. So a cube that is walked twice, a worker that fails, and a record that comes late
// change nothing.
//
// The file holds the job on its first line, and then records. Each line begins with a checksum
// (CRC-32C). Lines are only appended. An incomplete line at the end is cut off. A damaged line in
// the middle is ignored, so its cube is open again.
//
// The package starts no goroutine and reads no clock. It must not know how a cube is walked. A
// Ledger is not safe for concurrent use.
package ledger

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/big"
	"slices"
	"time"

	"quadrille/runtime/search"
)

// JobFile is the file of a ledger, such as an [os.File]. The caller must make sure that no other
// process has it open.
type JobFile interface {
	io.ReaderAt
	io.WriterAt
	Truncate(size int64) error
	Sync() error
}

// MemoryFile is a JobFile in memory, for programs without a disk.
type MemoryFile []byte

// ReadAt implements [io.ReaderAt].
func (m MemoryFile) ReadAt(p []byte, at int64) (int, error) { return bytes.NewReader(m).ReadAt(p, at) }

// WriteAt implements [io.WriterAt]. It drops everything behind the written bytes, because a ledger
// writes only at its end.
func (m *MemoryFile) WriteAt(p []byte, at int64) (int, error) {
	*m = append((*m)[:at], p...)
	return len(p), nil
}

// Truncate cuts the file to the given size.
func (m *MemoryFile) Truncate(size int64) error { *m = (*m)[:size]; return nil }

// Sync does nothing.
func (m *MemoryFile) Sync() error { return nil }

// JobTotal is the sum of all records that count.
type JobTotal struct {
	Count       *big.Int      // number of solutions; of those that cost Cost if the job has a goal
	Cost        *int64        // least cost of the solutions counted, in a job with a goal; nil if there are none
	KnownCost   *int64        // least cost of the solutions found, which may not be counted yet; or nil
	LowerBound  *int64        // lower bound on the costs of all solutions, or nil
	Stats       search.Stats  // effort of the search
	Share       float64       // share of the tree that is done, from 0 to 1
	RecordCount int           // number of records
	WorkTime    time.Duration // total working time of all workers
}

// WorkerTotal is the sum of all records of one worker.
type WorkerTotal struct {
	RecordCount int           // number of records
	Nodes       int64         // number of search nodes
	WorkTime    time.Duration // total working time
	LastRecord  time.Time     // time of the last record
}

// Ledger records the progress of a job.
type Ledger struct {
	job            Job
	rootCube       search.Cube // cube (part of the search tree) that the ledger is about
	file           JobFile
	fileSize       int64  // number of bytes in the file
	unwrittenLines []byte // lines that are not in the file yet

	closedCubes map[string]int64       // offset in the file of the record of each closed cube, by key of the cube
	openCubes   map[string]search.Cube // cubes without a record, by key of the cube
	// waitingRecords holds, for each record that waits until its cube is open, its offset in the file, by key of the
	// cube.
	waitingRecords map[string]int64
	recountedCubes map[string]bool // cubes that were counted again, by key of the cube

	totalSoFar   JobTotal
	workerTotals map[string]WorkerTotal // totals of each worker, by name of the worker
	paceHistory  paceHistory            // speed of the work so far, for estimates of the remaining time
	fileRepairs  []string               // descriptions of what was repaired in the file

	disputeError error // error of a recount that differs from its record, or nil
}

// maxLineBytes is the largest length of a line in the file, in bytes. Only records with very many solutions are nearly
// that long.
const maxLineBytes = 1 << 28

// OpenLedger reads the ledger of a job to continue it, or begins a new ledger in an empty file. For a ledger of another
// job the error wraps [ErrOtherJob] and names the difference. [Ledger.Repairs] lists what had to be repaired in the
// file.
func OpenLedger(f JobFile, j Job) (*Ledger, error) { return OpenCubeLedger(f, j, search.WholeTree) }

// OpenCubeLedger opens a ledger for one cube (a part of the search tree) of a job, as OpenLedger
// does for the whole tree.
func OpenCubeLedger(f JobFile, j Job, root search.Cube) (*Ledger, error) {
	j.FormatVersion = FormatVersion
	l := newLedger(f, j, root)
	found, err := l.readRecords()
	switch {
	case err != nil:
		return nil, err
	case found == nil:
		return l, l.writeHeader()
	}
	return l, found.CheckSame(j)
}

// ReadLedger reads the ledger of any job. It does not change the file.
func ReadLedger(f io.ReaderAt) (*Ledger, error) { return ReadCubeLedger(f, search.WholeTree) }

// ReadCubeLedger reads a ledger for one cube (a part of the search tree) of a job, as ReadLedger
// does for the whole tree.
func ReadCubeLedger(f io.ReaderAt, root search.Cube) (*Ledger, error) {
	l := newLedger(readOnlyFile{f}, Job{}, root)
	found, err := l.readRecords()
	if err != nil {
		return nil, err
	}
	if found == nil {
		return nil, errors.New("it is empty")
	}
	l.job = *found
	return l, nil
}

// readOnlyFile is a file that cannot be changed.
type readOnlyFile struct{ io.ReaderAt }

func (readOnlyFile) WriteAt([]byte, int64) (int, error) { return 0, errors.ErrUnsupported }
func (readOnlyFile) Truncate(int64) error               { return nil }
func (readOnlyFile) Sync() error                        { return nil }

func newLedger(f JobFile, j Job, root search.Cube) *Ledger {
	return &Ledger{
		job: j, file: f, rootCube: root,
		closedCubes: map[string]int64{}, openCubes: map[string]search.Cube{CubeKey(root): root},
		waitingRecords: map[string]int64{}, recountedCubes: map[string]bool{},
		totalSoFar: JobTotal{Count: new(big.Int)}, workerTotals: map[string]WorkerTotal{},
	}
}

func (l *Ledger) writeHeader() error {
	text, err := json.Marshal(l.job)
	if err != nil {
		return err
	}
	l.unwrittenLines = addChecksum(text)
	return l.Sync()
}

// readRecords reads all records of the file. It returns the job on the first line, or nil if there
// is none.
func (l *Ledger) readRecords() (found *Job, err error) {
	in := bufio.NewReaderSize(io.NewSectionReader(l.file, 0, 1<<62), 1<<16)
	for n := 1; ; n++ {
		line, err := readLine(in)
		switch {
		case err == io.EOF && len(line) == 0:
			return found, nil
		case err == io.EOF:
			l.addRepair("line %d is torn: it is cut off", n)
			return found, l.file.Truncate(l.fileSize)
		case err != nil:
			return found, err
		}
		at := l.fileSize
		l.fileSize += int64(len(line))
		text, whole := removeChecksum(line[:len(line)-1])
		if n == 1 {
			found = new(Job)
			if !whole || json.Unmarshal(text, found) != nil {
				return nil, errors.New("line 1, which says what job it is, is damaged")
			}
			continue
		}
		r, err := DecodeRecord(text)
		if err == nil {
			err = r.checkCost(*found)
		}
		if !whole {
			err = errors.New("its checksum is wrong")
		}
		if err != nil {
			l.addRepair("line %d is damaged (%v): its cube is walked again", n, err)
			continue
		}
		if err := l.applyRecord(r, at); err != nil {
			return found, err
		}
	}
}

// readLine reads up to the end of a line, which has at most about maxLineBytes bytes.
func readLine(in *bufio.Reader) (line []byte, err error) {
	for {
		part, err := in.ReadSlice('\n')
		line = append(line, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
		if len(line) > maxLineBytes {
			return nil, errors.New("a line is too long for a ledger")
		}
	}
}

func (l *Ledger) addRepair(format string, args ...any) {
	l.fileRepairs = append(l.fileRepairs, fmt.Sprintf(format, args...))
}

// Repairs describes what was incomplete or damaged in the file when the ledger was opened, and how
// it was repaired.
func (l *Ledger) Repairs() []string { return l.fileRepairs }

// Job returns the job.
func (l *Ledger) Job() Job { return l.job }

// RootCube returns the cube of the whole ledger.
func (l *Ledger) RootCube() search.Cube { return l.rootCube }

// RecordStatus is the status of a record in the ledger.
type RecordStatus int

// The statuses of a record.
const (
	RecordCounts RecordStatus = iota // the record is the first one of its open cube, and part of the totals
	RecordWaits                      // the cube of the record is not open yet
	RecordLate                       // another record of the same cube came first
)

// AddRecord adds a record. The record is on the disk after the next [Ledger.Sync].
func (l *Ledger) AddRecord(r Record) (RecordStatus, error) {
	if err := cmp.Or(r.checkCubes(), r.checkCost(l.job)); err != nil {
		return RecordLate, fmt.Errorf("the record of worker %s is wrong: %w", r.Worker, err)
	}
	status := l.statusOf(CubeKey(r.Cube))
	if status == RecordLate && !r.IsRecount {
		return RecordLate, nil
	}
	at := l.fileSize + int64(len(l.unwrittenLines))
	l.unwrittenLines = append(l.unwrittenLines, addChecksum(r.Encode())...)
	return status, l.applyRecord(r, at)
}

// statusOf returns the status that a new record of a cube gets. The cube is given by its key.
func (l *Ledger) statusOf(key string) RecordStatus {
	_, closed := l.closedCubes[key]
	_, aside := l.waitingRecords[key]
	switch {
	case l.isCubeOpen(key):
		return RecordCounts
	case closed || aside:
		return RecordLate
	}
	return RecordWaits
}

// Sync writes the new records to the file, and waits until they are on the disk.
func (l *Ledger) Sync() error {
	if len(l.unwrittenLines) == 0 {
		return nil
	}
	if _, err := l.file.WriteAt(l.unwrittenLines, l.fileSize); err != nil {
		return errors.Join(err, l.file.Truncate(l.fileSize))
	}
	l.fileSize += int64(len(l.unwrittenLines))
	l.unwrittenLines = l.unwrittenLines[:0]
	return l.file.Sync()
}

// applyRecord applies a record, which is at an offset in the file: the record counts, waits or is late. If the record
// counts, waiting records of the cubes that it lists are applied too.
func (l *Ledger) applyRecord(r Record, at int64) error {
	if r.IsRecount {
		return l.compareCounts(r)
	}
	switch key := CubeKey(r.Cube); l.statusOf(key) {
	case RecordLate:
		return nil
	case RecordWaits:
		l.waitingRecords[key] = at
		return nil
	}
	l.countRecord(r, at)
	for left := r.RemainingCubes; len(left) > 0; left = left[1:] {
		key := CubeKey(left[0])
		waited, ok := l.waitingRecords[key]
		if !ok {
			continue
		}
		child, err := l.recordAt(waited)
		if err != nil {
			return err
		}
		delete(l.waitingRecords, key)
		l.countRecord(child, waited)
		left = slices.Concat(left, child.RemainingCubes)
	}
	return nil
}

// compareCounts compares a recount with the record that counts for the same cube.
func (l *Ledger) compareCounts(recount Record) error {
	at, ok := l.closedCubes[CubeKey(recount.Cube)]
	if !ok {
		return nil
	}
	first, err := l.recordAt(at)
	if err != nil {
		return err
	}
	l.recountedCubes[CubeKey(recount.Cube)] = true
	if first.Count.Cmp(recount.Count) != 0 && l.disputeError == nil {
		l.disputeError = fmt.Errorf("%w: of the cube %v worker %s counted %v with %s, and worker %s counts %v with %s",
			ErrDisputed, first.Cube.Path, first.Worker, first.Count, first.Engine, recount.Worker, recount.Count,
			recount.Engine)
	}
	return nil
}

// ErrDisputed is the error for a record whose count differs from that of a recount. The errors that wrap it name the
// record.
var ErrDisputed = errors.New("two counts differ")

// DisputeError returns an error if the count of some recount differs from that of its record; otherwise it returns nil.
func (l *Ledger) DisputeError() error { return l.disputeError }

// countRecord closes a cube with its record, and opens the cubes that the record lists.
func (l *Ledger) countRecord(r Record, at int64) {
	key := CubeKey(r.Cube)
	r.Cube = l.openCubes[key] // the same cube, with the share that the record of its parent states
	delete(l.openCubes, key)
	l.closedCubes[key] = at
	l.addToTotals(r)
	for _, c := range r.RemainingCubes {
		l.openCubes[CubeKey(c)] = c
	}
}

func (l *Ledger) isCubeOpen(key string) bool { _, ok := l.openCubes[key]; return ok }

func (l *Ledger) addToTotals(r Record) {
	share := r.Cube.Share
	for _, c := range r.RemainingCubes {
		share -= c.Share
	}
	l.totalSoFar.addSolutions(r)
	l.totalSoFar.Stats.AddStats(r.Stats)
	l.totalSoFar.Share += share
	l.totalSoFar.RecordCount++
	l.totalSoFar.WorkTime += r.WalkDuration
	w := l.workerTotals[r.Worker]
	w.RecordCount++
	w.Nodes += r.Stats.Nodes
	w.WorkTime += r.WalkDuration
	if r.EndTime.After(w.LastRecord) {
		w.LastRecord = r.EndTime
	}
	l.workerTotals[r.Worker] = w
	l.paceHistory.addRecord(share, r.WalkDuration.Seconds())
}

// addSolutions adds the solutions of a record, or replaces the solutions so far if those of the record cost less.
func (t *JobTotal) addSolutions(r Record) {
	if r.Cost != nil && (t.Cost == nil || *r.Cost < *t.Cost) {
		t.Cost = r.Cost
		t.Count.SetInt64(0)
	}
	if r.Cost == nil || *r.Cost == *t.Cost {
		t.Count.Add(t.Count, r.Count)
	}
	for _, cost := range []*int64{r.Cost, r.KnownCost} {
		if cost != nil && (t.KnownCost == nil || *cost < *t.KnownCost) {
			t.KnownCost = cost
		}
	}
	if r.LowerBound != nil {
		t.LowerBound = r.LowerBound
	}
}

func (l *Ledger) recordAt(at int64) (Record, error) {
	written, waiting := io.NewSectionReader(l.file, at, max(0, l.fileSize-at)),
		bytes.NewReader(l.unwrittenLines[max(0, at-l.fileSize):])
	line, err := readLine(bufio.NewReader(io.MultiReader(written, waiting)))
	if err != nil {
		return Record{}, err
	}
	text, whole := removeChecksum(bytes.TrimSuffix(line, []byte("\n")))
	if !whole {
		return Record{}, fmt.Errorf("the record at byte %d has changed since it was read", at)
	}
	return DecodeRecord(text)
}

// IsDone reports whether the whole tree has been walked.
func (l *Ledger) IsDone() bool { return len(l.openCubes) == 0 }

// TotalSoFar returns the totals so far. They must not be changed.
func (l *Ledger) TotalSoFar() JobTotal { return l.totalSoFar }

// TotalsByWorker returns the totals of each worker, by name.
func (l *Ledger) TotalsByWorker() map[string]WorkerTotal { return l.workerTotals }

// OpenCubes returns the open cubes, in the order of the search.
func (l *Ledger) OpenCubes() []search.Cube {
	cubes := make([]search.Cube, 0, len(l.openCubes))
	for _, c := range l.openCubes {
		cubes = append(cubes, c)
	}
	slices.SortFunc(cubes, func(a, b search.Cube) int { return slices.Compare(pathOfFirstNode(a), pathOfFirstNode(b)) })
	return cubes
}

// OpenCubesOf returns the remaining cubes of a record that are still open.
func (l *Ledger) OpenCubesOf(r Record) []search.Cube {
	return slices.DeleteFunc(slices.Clone(r.RemainingCubes),
		func(c search.Cube) bool { return !l.isCubeOpen(CubeKey(c)) })
}

// RecountedRecords returns the number of records whose cubes were counted again.
func (l *Ledger) RecountedRecords() int { return len(l.recountedCubes) }

// Records yields the records that count, in the order of the search. If a record cannot be read, it
// yields an error last.
func (l *Ledger) Records() iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		type place struct {
			start []int32
			at    int64
		}
		places := make([]place, 0, len(l.closedCubes))
		for key, at := range l.closedCubes {
			places = append(places, place{startOfKey(key), at})
		}
		slices.SortFunc(places, func(a, b place) int { return slices.Compare(a.start, b.start) })
		for _, p := range places {
			r, err := l.recordAt(p.at)
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}
