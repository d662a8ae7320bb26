package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"sync"
	"time"

	"quadrille/web/ask"
)

// maxQuestion is the largest size of a question, and maxFile the largest size of a file that is read, both in bytes.
const (
	maxQuestion = 4 << 20 // includes the pictures of a printed sheet (solutions.js)
	maxFile     = 16 << 20
)

// serveAnswer answers a question, with each answer on a line of its own. A closed connection ends the search.
func (s *Server) serveAnswer(w http.ResponseWriter, r *http.Request) {
	var q ask.Question
	body, err := readWhole(w, r)
	if err == nil {
		err = json.Unmarshal(body, &q)
	}
	if err != nil {
		http.Error(w, "this is no question: "+err.Error(), http.StatusBadRequest)
		return
	}
	places := s.shortQuestions
	if ask.IsSearch(q.Kind) {
		places = s.searches
	}
	if !waitForPlace(r.Context(), places) {
		return
	}
	defer func() { <-places }()
	w.Header().Set("Content-Type", "application/x-ndjson")
	out := s.newAnswerStream(w)
	s.hostLimits.AnswerQuestion(r.Context(), q, func(a ask.Answer) error {
		var line bytes.Buffer
		e := json.NewEncoder(&line)
		e.SetEscapeHTML(false) // smaller by a third; the response is no HTML, so it needs no escapes
		if err := e.Encode(a); err != nil {
			return err
		}
		return out.writeLine(line.Bytes())
	})
}

// readWhole reads a request to its end. The read deadline is then removed, as only the end of the connection
// can follow.
func readWhole(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxQuestion))
	if err == nil {
		_ = http.NewResponseController(w).SetReadDeadline(time.Time{}) // a recorder in a test has no deadlines
	}
	return body, err
}

// waitForPlace waits until the channel has a free place, and occupies it. It returns false if ctx ends first.
func waitForPlace(ctx context.Context, places chan struct{}) bool {
	select {
	case places <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

// answerStream sends each answer at once. If a client does not read in time, its connection is closed.
type answerStream struct {
	mu             sync.Mutex // progress and solutions come from different goroutines
	responseWriter http.ResponseWriter
	controller     *http.ResponseController
	timeout        time.Duration
}

func (s *Server) newAnswerStream(w http.ResponseWriter) *answerStream {
	return &answerStream{responseWriter: w, controller: http.NewResponseController(w), timeout: s.writeLimit}
}

func (s *answerStream) writeLine(text []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	_ = s.controller.SetWriteDeadline(time.Now().Add(s.timeout))
	if _, err := s.responseWriter.Write(text); err != nil {
		return err
	}
	return s.controller.Flush()
}
