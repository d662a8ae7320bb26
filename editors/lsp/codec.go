package lsp

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/sourcegraph/jsonrpc2"
)

// maxMessageBytes bounds a message: an editor that sends more is broken.
const maxMessageBytes = 64 << 20

// limitedCodec reads and writes messages behind a header with their length, as the library does, and reads
// none that is too large.
type limitedCodec struct {
	jsonrpc2.VSCodeObjectCodec
	broken error // why there are no more messages; known when the connection has ended
}

// ReadObject implements [jsonrpc2.ObjectCodec]. A message that makes no sense has an end all the same: the server hears
// of it, and of those behind it.
func (c *limitedCodec) ReadObject(r *bufio.Reader, v any) error {
	message, err := readMessage(r)
	if err != nil {
		if err != io.EOF {
			c.broken = fmt.Errorf("what the editor sends is no message: %w", err)
		}
		return err
	}
	if err := json.Unmarshal(message, v); err != nil {
		why, _ := json.Marshal(err.Error())
		return json.Unmarshal(fmt.Appendf(nil, `{"method":"%s","params":%s}`, unreadableMethod, why), v)
	}
	return nil
}

// unreadableMethod is the method of a notification that stands for a message that makes no sense.
const unreadableMethod = "$/unreadable"

// readMessage reads the text of a message.
func readMessage(r *bufio.Reader) ([]byte, error) {
	length := -1
	for {
		line, err := r.ReadSlice('\n') // no longer than the buffer
		if err != nil {
			return nil, err
		}
		name, value, _ := strings.Cut(strings.TrimSpace(string(line)), ":")
		if name == "" {
			break
		}
		if strings.EqualFold(name, "Content-Length") {
			if length, err = strconv.Atoi(strings.TrimSpace(value)); err != nil {
				return nil, err
			}
		}
	}
	if length < 0 || length > maxMessageBytes {
		return nil, fmt.Errorf("it has no length, or is larger than %d MB", maxMessageBytes>>20)
	}
	message := make([]byte, length)
	_, err := io.ReadFull(r, message)
	return message, err
}
