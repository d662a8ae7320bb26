package ledger

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"math/big"
	"slices"
	"sync"
	"time"

	"quadrille/runtime/matrix"
	"quadrille/runtime/search"
)

// Record is the result of a worker's walk through a cube, which is a part of the search tree. It is
// never changed.
type Record struct {
	Cube search.Cube
	// Count is the number of solutions found, of any size. Solutions lists these solutions if the job's goal is to
	// solve. Stats is the effort; memo reports only the nodes.
	Count     *big.Int
	Solutions []matrix.Solution
	Stats     search.Stats
	// Cost is set if the job has a goal and Count is not 0. The solutions found all cost that much, and no solution in
	// the searched part of the cube costs less.
	Cost *int64
	// KnownCost, if not nil, is the cost of a solution that was found and is not counted here, as it lies elsewhere.
	// LowerBound, if not nil, is a lower bound on the costs of all solutions of the job.
	KnownCost, LowerBound *int64
	// RemainingCubes lists the cubes that were not walked, in the order of the search.
	RemainingCubes []search.Cube
	// Engine and Worker are the names of the engine and of the worker.
	Engine, Worker string
	WalkDuration   time.Duration // duration of the walk
	EndTime        time.Time     // time of the end of the walk
	// IsRecount is set if the record is a recount of the cube of another record. Then Count is the result of another
	// engine, and the other fields about the walk are empty.
	IsRecount bool
}

// recordLine is the JSON form of a record. It leaves out the levels of the profile above the cube.
type recordLine struct {
	Path        []int32           `json:"path"`
	FirstBranch int32             `json:"from,omitempty"`
	Share       float64           `json:"part"`
	CostLimits  search.CostLimits `json:"limits,omitempty"`
	Count       *big.Int          `json:"count"`
	Cost        *int64            `json:"cost,omitempty"`
	KnownCost   *int64            `json:"known,omitempty"`
	LowerBound  *int64            `json:"bound,omitempty"`
	Nodes       int64             `json:"nodes"`
	Updates     int64             `json:"updates,omitempty"`
	Mems        int64             `json:"mems,omitempty"`
	// MatrixSolutions is the number of solutions of the matrix, if it differs from Count.
	MatrixSolutions int64             `json:"found,omitempty"`
	Profile         [][3]int64        `json:"profile,omitempty"`
	Solutions       []matrix.Solution `json:"solutions,omitempty"`
	RemainingCubes  []remainingCube   `json:"left,omitempty"`
	Engine          string            `json:"engine"`
	Worker          string            `json:"worker"`
	Seconds         float64           `json:"seconds"`
	EndMillis       int64             `json:"at"` // Unix time in milliseconds
	Recount         bool              `json:"recount,omitempty"`
}

// remainingCube is the JSON form of a remaining cube. Its path begins with the first SharedSteps steps of another path:
// that of the remaining cube before it, or, for the first one, that of the record's cube.
type remainingCube struct {
	SharedSteps int               `json:"keep"`
	Path        []int32           `json:"path,omitempty"`
	FirstBranch int32             `json:"from,omitempty"`
	Share       float64           `json:"part"`
	CostLimits  search.CostLimits `json:"limits,omitempty"`
}

// Encode returns the record as one line of JSON, without a newline.
func (r Record) Encode() []byte {
	l := recordLine{
		Path: append([]int32{}, r.Cube.Path...), FirstBranch: r.Cube.FirstBranch, Share: r.Cube.Share,
		CostLimits: r.Cube.CostLimits, Count: r.Count, Cost: r.Cost, KnownCost: r.KnownCost, LowerBound: r.LowerBound,
		Nodes: r.Stats.Nodes, Updates: r.Stats.Updates, Mems: r.Stats.Mems,
		MatrixSolutions: r.Stats.Solutions,
		Solutions:       r.Solutions, Engine: r.Engine, Worker: r.Worker, Seconds: r.WalkDuration.Seconds(),
		EndMillis: r.EndTime.UnixMilli(),
		Recount:   r.IsRecount,
	}
	if r.Count.IsInt64() && r.Count.Int64() == l.MatrixSolutions {
		l.MatrixSolutions = 0
	}
	for _, v := range r.Stats.Profile[min(len(r.Cube.Path), len(r.Stats.Profile)):] {
		l.Profile = append(l.Profile, [3]int64{v.Nodes, v.Updates, v.Solutions})
	}
	before := r.Cube.Path
	for _, c := range r.RemainingCubes {
		keep := commonPrefix(before, c.Path)
		l.RemainingCubes = append(l.RemainingCubes, remainingCube{keep, c.Path[keep:], c.FirstBranch, c.Share,
			c.CostLimits})
		before = c.Path
	}
	text, err := json.Marshal(l)
	if err != nil {
		panic(fmt.Sprintf("ledger: a record cannot be written: %v", err)) // numbers and names never fail
	}
	return text
}

// DecodeRecord parses the result of Encode. It returns an error if the cubes of the record do not
// fit together.
func DecodeRecord(text []byte) (Record, error) {
	var l recordLine
	if err := json.Unmarshal(text, &l); err != nil {
		return Record{}, fmt.Errorf("it is no record: %w", err)
	}
	r := Record{
		Cube:  search.Cube{Path: l.Path, FirstBranch: l.FirstBranch, Share: l.Share, CostLimits: l.CostLimits},
		Count: l.Count, Cost: l.Cost, KnownCost: l.KnownCost, LowerBound: l.LowerBound,
		Solutions: l.Solutions, Engine: l.Engine, Worker: l.Worker, IsRecount: l.Recount,
		WalkDuration: time.Duration(l.Seconds * float64(time.Second)), EndTime: time.UnixMilli(l.EndMillis),
		Stats: search.Stats{Nodes: l.Nodes, Updates: l.Updates, Mems: l.Mems, Solutions: l.MatrixSolutions},
	}
	if r.Count == nil || r.Count.Sign() < 0 && !r.IsRecount {
		return r, errors.New("it has no count")
	}
	if l.MatrixSolutions == 0 && r.Count.IsInt64() {
		r.Stats.Solutions = r.Count.Int64()
	}
	if len(l.Profile) > 0 {
		r.Stats.Profile = make([]search.ProfileLevel, len(l.Path), len(l.Path)+len(l.Profile))
		for _, v := range l.Profile {
			r.Stats.Profile = append(r.Stats.Profile, search.ProfileLevel{Nodes: v[0], Updates: v[1], Solutions: v[2]})
		}
	}
	before := r.Cube.Path
	for _, c := range l.RemainingCubes {
		if c.SharedSteps < 0 || c.SharedSteps > len(before) {
			return r, errors.New("a cube that is left has no path")
		}
		before = slices.Concat(before[:c.SharedSteps], c.Path)
		r.RemainingCubes = append(r.RemainingCubes, search.Cube{Path: before, FirstBranch: c.FirstBranch,
			Share: c.Share, CostLimits: c.CostLimits})
	}
	return r, r.checkCubes()
}

// checkCubes checks that the remaining cubes are proper parts of the record's cube, in the order of the search,
// without overlap.
func (r Record) checkCubes() error {
	for k, c := range r.RemainingCubes {
		switch {
		case !isProperPartOfCube(c, r.Cube):
			return errors.New("a cube that is left is no part of the one that was walked")
		case !beginsWithLimits(c.CostLimits, r.Cube):
			return errors.New("a cube that is left has limits of cost that lead elsewhere")
		case k > 0 && !beginsAfterCube(c, r.RemainingCubes[k-1]):
			return errors.New("the cubes that are left overlap, or are out of order")
		}
	}
	return nil
}

// checkCost checks that the solutions of a record have a cost if, and only if, the job has a goal.
func (r Record) checkCost(j Job) error {
	if hasCost := j.Optimum != "" && r.Count.Sign() > 0; hasCost != (r.Cost != nil) {
		return errors.New("its solutions have no cost, or one without a goal")
	}
	return nil
}

// beginsWithLimits reports whether limits of cost agree with those of a cube on the path to that cube.
func beginsWithLimits(limits search.CostLimits, cube search.Cube) bool {
	level := len(cube.Path)
	if cube.FirstBranch > 0 {
		level++
	}
	return slices.Equal(limits.Above(level), cube.CostLimits)
}

// isProperPartOfCube reports whether c is a proper part of the cube whole.
func isProperPartOfCube(c, whole search.Cube) bool {
	n := len(whole.Path)
	switch {
	case len(c.Path) < n || commonPrefix(c.Path, whole.Path) < n:
		return false
	case len(c.Path) == n:
		return c.FirstBranch > whole.FirstBranch
	}
	return c.Path[n] >= whole.FirstBranch
}

// beginsAfterCube reports whether all of cube c comes after all of the cube given by the argument before, in the order
// of the search.
func beginsAfterCube(c, before search.Cube) bool {
	switch n := commonPrefix(c.Path, before.Path); {
	case n == len(before.Path):
		return false
	case n == len(c.Path):
		return c.FirstBranch > before.Path[n]
	default:
		return c.Path[n] > before.Path[n]
	}
}

func commonPrefix(a, b []int32) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// CubeKey returns a string that identifies a cube by its path, its first branch and its limits of cost. The same path
// with other limits may lead elsewhere.
func CubeKey(c search.Cube) string {
	key := binary.AppendUvarint(make([]byte, 0, 2*len(c.Path)+3), uint64(len(c.Path)))
	for _, branch := range c.Path {
		key = binary.AppendUvarint(key, uint64(branch))
	}
	key = binary.AppendUvarint(key, uint64(c.FirstBranch))
	for _, limit := range c.CostLimits {
		key = binary.AppendVarint(binary.AppendUvarint(key, uint64(limit.Level)), limit.Cost)
	}
	return string(key)
}

// startOfKey returns the path to the start of the cube with the given key.
func startOfKey(key string) []int32 {
	rest := []byte(key)
	next := func() int32 {
		branch, n := binary.Uvarint(rest)
		rest = rest[n:]
		return int32(branch)
	}
	path := make([]int32, next())
	for k := range path {
		path[k] = next()
	}
	return pathOfFirstNode(search.Cube{Path: path, FirstBranch: next()})
}

// pathOfFirstNode returns the path to the start of a cube: to the cube's node, or to its first branch if the node is
// not part of the cube. The order of these paths is the order of the search.
func pathOfFirstNode(c search.Cube) []int32 {
	if c.FirstBranch == 0 {
		return c.Path
	}
	return append(slices.Clip(c.Path), c.FirstBranch)
}

// castagnoliTable returns the table for the checksums of lines. A line of the file is a checksum, a
// blank, and JSON.
var castagnoliTable = sync.OnceValue(func() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) })

const checksumDigits = 8

func addChecksum(text []byte) []byte {
	return fmt.Appendf(nil, "%0*x %s\n", checksumDigits, crc32.Checksum(text, castagnoliTable()), text)
}

// removeChecksum returns the text of a line, and whether its checksum is right. It reverses addChecksum.
func removeChecksum(line []byte) ([]byte, bool) {
	sum, text, ok := bytes.Cut(line, []byte(" "))
	return text, ok && string(sum) == fmt.Sprintf("%0*x", checksumDigits, crc32.Checksum(text, castagnoliTable()))
}
