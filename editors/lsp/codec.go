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

// maxMessageBytes bounds the size of a message; a larger one is an error of the editor.
const maxMessageBytes = 64 << 20

// limitedCodec reads and writes messages behind a header with their length, as the codec of the
// library does, but refuses messages that are too large.
type limitedCodec struct {
	jsonrpc2.VSCodeObjectCodec
	broken error // reason for the end of the connection; valid after it
}

// ReadObject implements [jsonrpc2.ObjectCodec]. An invalid message becomes a notification with
// unreadableMethod, so that the server answers it, and reads the messages behind it.
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

// unreadableMethod is the method of the notification that stands for an invalid message.
const unreadableMethod = "$/unreadable"

// readMessage reads the text of a message.
func readMessage(r *bufio.Reader) ([]byte, error) {
	length := -1
	for {
		line, err := r.ReadSlice('\n') // at most the size of the buffer
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
