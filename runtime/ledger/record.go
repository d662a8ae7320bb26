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
	Path        []int32  `json:"path"`
	FirstBranch int32    `json:"from,omitempty"`
	Share       float64  `json:"part"`
	Count       *big.Int `json:"count"`
	Nodes       int64    `json:"nodes"`
	Updates     int64    `json:"updates,omitempty"`
	Mems        int64    `json:"mems,omitempty"`
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
	SharedSteps int     `json:"keep"`
	Path        []int32 `json:"path,omitempty"`
	FirstBranch int32   `json:"from,omitempty"`
	Share       float64 `json:"part"`
}

// Encode returns the record as one line of JSON, without a newline.
func (r Record) Encode() []byte {
	l := recordLine{
		Path: append([]int32{}, r.Cube.Path...), FirstBranch: r.Cube.FirstBranch, Share: r.Cube.Share,
		Count: r.Count, Nodes: r.Stats.Nodes, Updates: r.Stats.Updates, Mems: r.Stats.Mems,
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
		l.RemainingCubes = append(l.RemainingCubes, remainingCube{keep, c.Path[keep:], c.FirstBranch, c.Share})
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
		Cube:  search.Cube{Path: l.Path, FirstBranch: l.FirstBranch, Share: l.Share},
		Count: l.Count, Solutions: l.Solutions, Engine: l.Engine, Worker: l.Worker, IsRecount: l.Recount,
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
			Share: c.Share})
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
		case k > 0 && !beginsAfterCube(c, r.RemainingCubes[k-1]):
			return errors.New("the cubes that are left overlap, or are out of order")
		}
	}
	return nil
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

// CubeKey returns a string that identifies a cube by its path and first branch.
func CubeKey(c search.Cube) string {
	key := make([]byte, 0, 2*len(c.Path)+2)
	for _, branch := range c.Path {
		key = binary.AppendUvarint(key, uint64(branch))
	}
	return string(binary.AppendUvarint(key, uint64(c.FirstBranch)))
}

// cubeFromKey returns the cube with the given key, but without its share. It reverses CubeKey.
func cubeFromKey(key string) (c search.Cube) {
	for rest := []byte(key); ; {
		branch, n := binary.Uvarint(rest)
		if rest = rest[n:]; len(rest) == 0 {
			c.FirstBranch = int32(branch)
			return c
		}
		c.Path = append(c.Path, int32(branch))
	}
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
