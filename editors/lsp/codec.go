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

// mostBytes bounds a message: an editor that sends more is broken.
const mostBytes = 64 << 20

// codec reads and writes messages behind a header with their length, as the library does, and reads
// none that is too large.
type codec struct{ jsonrpc2.VSCodeObjectCodec }

// ReadObject implements [jsonrpc2.ObjectCodec].
func (codec) ReadObject(r *bufio.Reader, v any) error {
	length := -1
	for {
		line, err := r.ReadSlice('\n') // no longer than the buffer
		if err != nil {
			return err
		}
		name, value, _ := strings.Cut(strings.TrimSpace(string(line)), ":")
		if name == "" {
			break
		}
		if strings.EqualFold(name, "Content-Length") {
			if length, err = strconv.Atoi(strings.TrimSpace(value)); err != nil {
				return err
			}
		}
	}
	if length < 0 || length > mostBytes {
		return fmt.Errorf("a message has no length, or is larger than %d MB", mostBytes>>20)
	}
	message := make([]byte, length)
	if _, err := io.ReadFull(r, message); err != nil {
		return err
	}
	return json.Unmarshal(message, v)
}
