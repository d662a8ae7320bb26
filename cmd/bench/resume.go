package bench

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"

	"quadrille"
)

// keptRow is a row that was run to its end, as a line of JSON.
type keptRow struct {
	Key string `json:"key"` // what was run
	rowTally
}

// readKept reads the rows that have been run before. A line that was cut off when a run was killed is none.
func (t *publishedTable) readKept() error {
	if t.Keep == nil {
		return nil
	}
	t.keptTallies = map[string]rowTally{}
	lines := bufio.NewReader(t.Keep)
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		switch {
		case err == io.EOF && len(line) > 0:
			_, err = t.Keep.Write([]byte("\n"))
			return err
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
		var k keptRow
		switch err := json.Unmarshal(line, &k); {
		case err == nil && k.Key != "":
			t.keptTallies[k.Key] = k.rowTally
		case n == 1:
			return errors.New("--resume: the file does not hold rows that have been run: name another one")
		}
	}
}

// keepRow writes down a row that is done.
func (t *publishedTable) keepRow(key string, all rowTally) error {
	if t.Keep == nil || !all.Exact {
		return nil
	}
	line, err := json.Marshal(keptRow{key, all})
	if err == nil {
		_, err = t.Keep.Write(append(line, '\n'))
	}
	return err
}

// rowKey says what a row runs: how it searches, and the matrices of its puzzles. What was published about it, and what
// it is called, may change.
func (r Row) rowKey(threads int, puzzles []*quadrille.Puzzle) (string, error) {
	r.Name, r.Published, r.Differs, r.Slow, r.Timeout, r.Threads = "", publishedFigures{}, "", false, 0,
		ThreadCounts{threads}
	settings, err := json.Marshal(r)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	h.Write(settings)
	for _, q := range puzzles {
		m, _, err := q.Matrix()
		if err != nil {
			return "", err
		}
		h.Write(m.Digest())
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
