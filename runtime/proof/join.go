package proof

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math/big"
)

// PartClaim returns the claim of one of several parts of a proof. The argument number is the index of the part, counted
// from 1. A part has the format of a proof: its steps stand between head and total. The steps of all parts, one after
// the other, are those of the proof. The first part contains the removals and the symmetries.
func PartClaim(number, parts int) Claim { return Claim(fmt.Sprintf("part %d of %d", number, parts)) }

// ErrPart is wrapped by errors for a file that is no part of the proof, or not one of the parts that are expected.
var ErrPart = errors.New("no part of this proof")

// sealLineBytes is the size of the last line of a proof.
const sealLineBytes = len("sha256 \n") + 2*sha256.Size

// maxTotalBytes bounds the length, in bytes, of the total of a part.
const maxTotalBytes = 1 << 20

// JoinParts writes the steps of all parts of a proof, which may be given in any order, and returns the sum of their
// totals. The parts must be about the same dump as the proof.
func (w *Writer) JoinParts(parts []*io.SectionReader) (*big.Int, error) {
	sum, inOrder := new(big.Int), make([]*io.SectionReader, len(parts))
	for _, r := range parts {
		number, of, steps, count, err := w.readPart(r)
		switch {
		case err != nil:
			return nil, err
		case of != len(parts):
			return nil, fmt.Errorf("%w: there are %d parts, and a file is part %d of %d", ErrPart, len(parts), number,
				of)
		case inOrder[number-1] != nil:
			return nil, fmt.Errorf("%w: part %d is there twice", ErrPart, number)
		}
		inOrder[number-1] = steps
		sum.Add(sum, count)
	}
	for _, steps := range inOrder {
		if _, err := io.Copy(w.buffered, steps); err != nil {
			return nil, err
		}
	}
	return sum, nil
}

// readPart returns the index of a part, the number of parts, the steps of the part, and its number of solutions.
func (w *Writer) readPart(r *io.SectionReader) (number, of int, steps *io.SectionReader, count *big.Int, err error) {
	in := bufio.NewReader(io.NewSectionReader(r, 0, r.Size()))
	head := ""
	for range 3 {
		line, _ := in.ReadString('\n')
		head += line
	}
	n, _ := fmt.Sscanf(head, fileMagic+"claim part %d of %d\n", &number, &of)
	if n != 2 || number < 1 || number > of || head != fmt.Sprintf("%sclaim %s\n%s", fileMagic, PartClaim(number, of),
		w.dumpLine) {
		return 0, 0, nil, nil, fmt.Errorf("%w: its first lines are not those of a part about the same dump", ErrPart)
	}
	end := make([]byte, min(r.Size(), int64(sealLineBytes)+maxTotalBytes))
	sum := sha256.New()
	_, err = r.ReadAt(end, r.Size()-int64(len(end)))
	if err == nil || err == io.EOF {
		_, err = io.Copy(sum, io.NewSectionReader(r, 0, max(0, r.Size()-int64(sealLineBytes))))
	}
	total := bytes.LastIndex(end, []byte("\ncount "))
	count, isNumber := new(big.Int), false
	if total >= 0 {
		line, seal, _ := bytes.Cut(end[total+len("\ncount "):], []byte("\n"))
		_, isNumber = count.SetString(string(line), 10)
		isNumber = isNumber && string(seal) == fmt.Sprintf("sha256 %x\n", sum.Sum(nil))
	}
	if err == nil && !isNumber {
		err = fmt.Errorf("%w: part %d is cut, or not as it was written", ErrPart, number)
	}
	size := r.Size() - int64(len(end)) + int64(total) - int64(len(head))
	return number, of, io.NewSectionReader(r, int64(len(head)), size), count, err
}
