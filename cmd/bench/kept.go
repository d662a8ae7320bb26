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

// kept is a row that was run to its end, as a line of JSON.
type kept struct {
	Key string `json:"key"` // what was run
	tally
}

// read reads the rows that have been run before. A line that was cut off when a run was killed is none.
func (t *table) read() error {
	if t.Keep == nil {
		return nil
	}
	t.kept = map[string]tally{}
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
		var k kept
		switch err := json.Unmarshal(line, &k); {
		case err == nil && k.Key != "":
			t.kept[k.Key] = k.tally
		case n == 1:
			return errors.New("--resume: the file does not hold rows that have been run: name another one")
		}
	}
}

// keep writes down a row that is done.
func (t *table) keep(key string, all tally) error {
	if t.Keep == nil || !all.Exact {
		return nil
	}
	line, err := json.Marshal(kept{key, all})
	if err == nil {
		_, err = t.Keep.Write(append(line, '\n'))
	}
	return err
}

// key says what a row runs: how it searches, and the matrices of its puzzles. What was published about it, and what it
// is called, may change.
func (r Row) key(threads int, puzzles []*quadrille.Puzzle) (string, error) {
	r.Name, r.Published, r.Differs, r.Slow, r.Timeout, r.Threads = "", published{}, "", false, 0, Threads{threads}
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
