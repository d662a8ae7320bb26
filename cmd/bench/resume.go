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

// keptRow is the result of a row whose search was complete, as a line of JSON in the file of results.
type keptRow struct {
	RowKey string `json:"key"` // text that identifies what the row runs, as rowKey returns it
	rowTally
}

// readKeptResults reads the results of earlier runs. It ignores an incomplete last line, which a killed run leaves.
func (t *publishedTable) readKeptResults() error {
	if t.KeptResults == nil {
		return nil
	}
	t.keptTallies = map[string]rowTally{}
	lines := bufio.NewReader(t.KeptResults)
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		switch {
		case err == io.EOF && len(line) > 0:
			_, err = t.KeptResults.Write([]byte("\n"))
			return err
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
		var k keptRow
		switch err := json.Unmarshal(line, &k); {
		case err == nil && k.RowKey != "":
			t.keptTallies[k.RowKey] = k.rowTally
		case n == 1:
			return errors.New("--resume: the file does not hold rows that have been run: name another one")
		}
	}
}

// appendKeptResult appends the result of a row to the file of results.
func (t *publishedTable) appendKeptResult(key string, all rowTally) error {
	if t.KeptResults == nil || !all.Exact {
		return nil
	}
	line, err := json.Marshal(keptRow{key, all})
	if err == nil {
		_, err = t.KeptResults.Write(append(line, '\n'))
	}
	return err
}

// rowKey identifies what a row runs: the settings of the search, and the matrices of the puzzles. The key does not
// depend on the name and the published figures of the row.
func (r Row) rowKey(threads int, puzzles []*quadrille.Puzzle) (string, error) {
	r.RowName, r.PublishedFigures, r.WhyDiffers, r.IsSlow, r.Timeout, r.Threads = "", publishedFigures{}, "", false, 0,
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
