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

// maxMessageBytes is the size of the largest message that is read. A larger message is an error of the editor.
const maxMessageBytes = 64 << 20

// limitedCodec reads and writes messages after a header with their length. It works as the codec of the library
// jsonrpc2, except that it refuses messages that are too large.
type limitedCodec struct {
	jsonrpc2.VSCodeObjectCodec
	endReason error // reason why the connection ended; valid after its end
}

// ReadObject implements [jsonrpc2.ObjectCodec]. An invalid message becomes a notification with unreadableMethod, so
// that the server can reply with an error and read further messages.
func (c *limitedCodec) ReadObject(r *bufio.Reader, v any) error {
	message, err := readMessage(r)
	if err != nil {
		if err != io.EOF {
			c.endReason = fmt.Errorf("what the editor sends is no message: %w", err)
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

// readMessage reads the header and the text of a message.
func readMessage(r *bufio.Reader) ([]byte, error) {
	length := -1
	for {
		line, err := r.ReadSlice('\n') // ReadSlice fails if the line exceeds the buffer
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
