package main

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"hash"
	"io"
	"strings"
)

// refusal is the error of a file that is not accepted. It is the value of the panics of [require].
type refusal struct {
	error
	exitCode int
}

// require panics with a [refusal] unless the condition holds.
func require(condition bool, format string, args ...any) {
	if !condition {
		panic(refusal{fmt.Errorf(format, args...), 1})
	}
}

// reader reads a file, and computes the hash of what it reads.
type reader struct {
	input                           *bufio.Reader
	digest                          hash.Hash // SHA-256
	lineCount, byteCount, stepCount int       // numbers of lines, of bytes of numbers, and of steps read
	keptCount                       int       // number of residuals kept
}

// readFrom calls a function that reads a file. If that refuses the file, the error is a [refusal] with the place.
func readFrom(in io.Reader, read func(*reader)) (err error) {
	r := &reader{input: bufio.NewReaderSize(in, 1<<16), digest: sha256.New()}
	defer func() {
		switch wrong := recover().(type) {
		case nil:
		case refusal:
			place := fmt.Sprintf("line %d", r.lineCount)
			if r.stepCount > 0 {
				place = fmt.Sprintf("step %d, byte %d of the numbers", r.stepCount, r.byteCount)
			}
			err = refusal{fmt.Errorf("%s: %w", place, wrong), wrong.exitCode}
		default:
			panic(wrong)
		}
	}()
	read(r)
	return nil
}

// isAtEnd reports whether the file ends here.
func (r *reader) isAtEnd() bool {
	_, err := r.input.Peek(1)
	require(err == nil || err == io.EOF, "%v", err)
	return err == io.EOF
}

// readLine reads a line.
func (r *reader) readLine() string {
	line, err := r.input.ReadString('\n')
	io.WriteString(r.digest, line)
	r.lineCount++
	require(err == nil, "the file ends here")
	return strings.TrimSuffix(line, "\n")
}

// readWords reads a line and returns its words, which are separated by ASCII blanks.
func (r *reader) readWords() []string {
	return strings.FieldsFunc(r.readLine(), func(c rune) bool { return strings.ContainsRune(" \t\r\v\f", c) })
}

// expectLine reads a line, which must be equal to the wanted one.
func (r *reader) expectLine(want string) {
	require(r.readLine() == want, "here must be %q", want)
}

// readNumber reads a varint of at most nine bytes that is below a bound.
func (r *reader) readNumber(limit int) (n int) {
	for shift := 0; ; shift += 7 {
		b, err := r.input.ReadByte()
		r.byteCount++
		r.digest.Write([]byte{b})
		n |= int(b&127) << shift
		require(err == nil && shift < 63 && (b > 127 || n < limit), "here must be a number below %d", limit)
		if b < 128 {
			return n
		}
	}
}
