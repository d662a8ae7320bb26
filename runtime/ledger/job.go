package ledger

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Job identifies the search tree to be walked, and the goal of the search. Two jobs are the same if they are equal
// except for the name.
type Job struct {
	FormatVersion int    `json:"ledger"` // version of the file's format
	Name          string `json:"name"`   // name of the puzzle, for display
	// MatrixDigest is the digest of the matrix. PuzzleDigest is the digest of the puzzle's text; it is set only if the
	// solutions of the matrix do not correspond one to one to those of the puzzle.
	MatrixDigest string `json:"matrix"`
	PuzzleDigest string `json:"puzzle,omitempty"`
	// Goal is "count" or "solve"; or "first" if one best solution is wanted.
	Goal string `json:"goal"`
	// Optimum is "minimum" or "maximum" if only the best solutions are solutions. Then costs are values, or for a
	// maximum their negatives.
	Optimum string `json:"optimum,omitempty"`
	// Engine and the fields below determine the tree, together with the version of the program.
	Engine      string `json:"engine"`
	Chooser     string `json:"chooser,omitempty"`
	ItemOrder   string `json:"order,omitempty"`
	OptionOrder string `json:"options,omitempty"`
	Filter      string `json:"filter,omitempty"`
	Seed        uint64 `json:"seed,omitempty"`
	Program     string `json:"program"`
}

// FormatVersion is the version of the file format that this package writes.
const FormatVersion = 1

// ID returns a short identifier of a job, of letters and digits.
func (j Job) ID() string {
	j.Name = ""
	text, _ := json.Marshal(j) // strings and numbers never fail
	return fmt.Sprintf("%x", sha256.Sum256(text))[:16]
}

// ValueOfCost returns the value of a solution in a job with a goal.
func (j Job) ValueOfCost(cost int64) int64 {
	if j.Optimum == "maximum" {
		return -cost
	}
	return cost
}

// ErrOtherJob is the error of a ledger that belongs to another job. The errors that wrap it name
// the difference.
var ErrOtherJob = errors.New("it belongs to another job")

// CheckSame returns nil if the jobs are the same, and otherwise an error that names the difference.
func (j Job) CheckSame(other Job) error {
	var differ []string
	for _, f := range []struct{ what, a, b string }{
		{"the format of the ledger", fmt.Sprint(j.FormatVersion), fmt.Sprint(other.FormatVersion)},
		{"the matrix", j.MatrixDigest, other.MatrixDigest}, {"the puzzle's text", j.PuzzleDigest, other.PuzzleDigest},
		{"the goal", j.Goal, other.Goal},
		{"the best value", j.Optimum, other.Optimum}, {"the engine", j.Engine, other.Engine},
		{"the chooser", j.Chooser, other.Chooser},
		{"the order", j.ItemOrder, other.ItemOrder}, {"the order of options", j.OptionOrder, other.OptionOrder},
		{"the filter", j.Filter, other.Filter}, {"the seed", fmt.Sprint(j.Seed), fmt.Sprint(other.Seed)},
		{"the version of puz", j.Program, other.Program},
	} {
		if f.a != f.b {
			differ = append(differ, fmt.Sprintf("%s is %s there and %s here", f.what, clipValue(f.a), clipValue(f.b)))
		}
	}
	if differ == nil {
		return nil
	}
	return fmt.Errorf("%w: %s", ErrOtherJob, strings.Join(differ, "; "))
}

func clipValue(value string) string {
	if value == "" {
		return "the usual one"
	}
	if len(value) == 2*sha256.Size {
		return value[:12] + "…"
	}
	return value
}
