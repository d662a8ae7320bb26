package lsp_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// testClient is an editor that follows a script. It writes and reads message headers by itself, so that it shares no
// code with the server.
type testClient struct {
	t       testing.TB
	in      io.WriteCloser
	writing sync.Mutex
	mu      sync.Mutex
	silent  bool // it answers nothing
	number  int
	waiting map[string]chan clientReply
	said    map[string][]json.RawMessage // parameters of notifications, by method
	heard   chan struct{}                // something was said
	ended   chan struct{}                // the server has closed its stream
}

type clientReply struct {
	Result json.RawMessage
	Error  *struct {
		Code    int
		Message string
	}
}

// patience is how long a test waits for an event that must come, even on a slow machine.
const patience = 8 * time.Minute

func newClient(t testing.TB, in io.WriteCloser, out io.Reader) *testClient {
	c := &testClient{t: t, in: in, waiting: map[string]chan clientReply{}, said: map[string][]json.RawMessage{},
		heard: make(chan struct{}, 1), ended: make(chan struct{})}
	go c.readMessages(bufio.NewReader(out))
	return c
}

// readMessages reads messages until there are no more.
func (c *testClient) readMessages(r *bufio.Reader) {
	defer close(c.ended)
	for {
		header, err := r.ReadString('\n')
		if err != nil {
			return
		}
		length, err := strconv.Atoi(strings.TrimSpace(strings.TrimPrefix(header, "Content-Length:")))
		if err != nil {
			c.t.Errorf("a message begins with %q", header)
			return
		}
		if blank, _ := r.ReadString('\n'); blank != "\r\n" {
			c.t.Errorf("a header ends with %q", blank)
			return
		}
		body := make([]byte, length)
		if _, err := io.ReadFull(r, body); err != nil {
			return
		}
		var m struct {
			ID     json.RawMessage
			Method string
			Params json.RawMessage
			clientReply
		}
		if err := json.Unmarshal(body, &m); err != nil {
			c.t.Errorf("%q: %v", body, err)
			return
		}
		c.takeReply(m.ID, m.Method, m.Params, m.clientReply)
	}
}

// takeReply passes a message on; a request of the server gets an empty answer.
func (c *testClient) takeReply(id json.RawMessage, method string, params json.RawMessage, r clientReply) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case method == "":
		c.waiting[string(id)] <- r
	default:
		if id != nil && !c.silent {
			go c.writeMessage(map[string]any{"id": id, "result": nil})
		}
		c.said[method] = append(c.said[method], params)
		select {
		case c.heard <- struct{}{}:
		default:
		}
	}
}

func (c *testClient) writeMessage(message map[string]any) {
	message["jsonrpc"] = "2.0"
	body, err := json.Marshal(message)
	if err != nil {
		c.t.Error(err)
	}
	c.sendMessage(string(body))
}

func (c *testClient) sendMessage(message string) {
	c.writing.Lock()
	defer c.writing.Unlock()
	fmt.Fprintf(c.in, "Content-Length: %d\r\n\r\n%s", len(message), message)
}

func (c *testClient) notifyServer(method string, params any) {
	c.writeMessage(map[string]any{"method": method, "params": params})
}

// beginRequest sends a request and returns its id and a channel for the answer.
func (c *testClient) beginRequest(method string, params any) (int, chan clientReply) {
	c.mu.Lock()
	c.number++
	n, answer := c.number, make(chan clientReply, 1)
	c.waiting[strconv.Itoa(n)] = answer
	c.mu.Unlock()
	c.writeMessage(map[string]any{"id": n, "method": method, "params": params})
	return n, answer
}

func (c *testClient) waitReply(answer chan clientReply) clientReply {
	c.t.Helper()
	select {
	case r := <-answer:
		return r
	case <-time.After(patience):
		c.t.Fatal("there is no answer")
	}
	return clientReply{}
}

// askServer sends a request and reads its answer into result.
func (c *testClient) askServer(method string, params, result any) {
	c.t.Helper()
	_, answer := c.beginRequest(method, params)
	r := c.waitReply(answer)
	if r.Error != nil {
		c.t.Fatalf("%s: %s", method, r.Error.Message)
	}
	if result != nil {
		if err := json.Unmarshal(r.Result, result); err != nil {
			c.t.Fatalf("%s: %s: %v", method, r.Result, err)
		}
	}
}

// askRefused sends a request that must be refused, and returns the code and the message of the error.
func (c *testClient) askRefused(method string, params any) (code int, why string) {
	c.t.Helper()
	_, answer := c.beginRequest(method, params)
	r := c.waitReply(answer)
	if r.Error == nil {
		c.t.Fatalf("%s is answered: %s", method, r.Result)
	}
	return r.Error.Code, r.Error.Message
}

// waitUntil waits until what the server has said by a method satisfies a test.
func (c *testClient) waitUntil(method string, enough func(params json.RawMessage) bool) {
	c.t.Helper()
	for deadline := time.After(patience); ; {
		c.mu.Lock()
		for _, p := range c.said[method] {
			if enough(p) {
				c.mu.Unlock()
				return
			}
		}
		c.mu.Unlock()
		select {
		case <-c.heard:
		case <-deadline:
			c.t.Fatalf("nothing of the kind comes by %s: %s", method, c.said[method])
		}
	}
}

// The shapes of answers, as far as the tests read them.
type (
	position struct{ Line, Character int }
	span     struct{ Start, End position }
	problem  struct {
		Range    span
		Severity int
		Code     string
		Message  string
	}
	edit struct {
		Range   span
		NewText string
	}
	place struct {
		URI   string
		Range span
	}
)

// waitDiagnostics waits for what the server says is wrong with a version of a document.
func (c *testClient) waitDiagnostics(uri string, version int) (found []problem) {
	c.t.Helper()
	c.waitUntil("textDocument/publishDiagnostics", func(params json.RawMessage) bool {
		var p struct {
			URI         string
			Version     int
			Diagnostics []problem
		}
		if err := json.Unmarshal(params, &p); err != nil {
			c.t.Fatal(err)
		}
		found = p.Diagnostics
		return p.URI == uri && p.Version == version
	})
	return found
}

type jsonObject = map[string]any

func positionAt(line, character int) jsonObject {
	return jsonObject{"line": line, "character": character}
}

func documentObject(uri string, more ...jsonObject) jsonObject {
	out := jsonObject{"textDocument": jsonObject{"uri": uri}}
	for _, m := range more {
		for k, v := range m {
			out[k] = v
		}
	}
	return out
}

func (c *testClient) openText(uri, text string) {
	c.notifyServer("textDocument/didOpen", jsonObject{"textDocument": jsonObject{"uri": uri, "languageId": "puz",
		"version": 1, "text": text}})
}

// changeText replaces a range, or the whole text if there is none.
func (c *testClient) changeText(uri string, version int, changes ...jsonObject) {
	c.notifyServer("textDocument/didChange", jsonObject{"textDocument": jsonObject{"uri": uri, "version": version},
		"contentChanges": changes})
}
