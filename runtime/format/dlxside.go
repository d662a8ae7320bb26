package format

import (
	"bytes"
	"fmt"
	"io"
	"strconv"

	"quadrille/runtime/matrix"
)

// Knuth's format has no matchings and nogoods. They stand in comments below the
// items, which begin with a bar, a blank and one of two words:
//
//	| matching rows: a b c = x y z
//	| forbid 0 3 7
//
// The name of a matching goes to the last colon of its line, which is no trouble
// because the names of items have none.

const (
	wordMatching = "matching"
	wordForbid   = "forbid"
	between      = "=" // the families of a matching
)

// sideFault tells whether the items of matchings can be told from the sign
// between the families.
func sideFault(p *matrix.Problem) error {
	for _, m := range p.Matchings() {
		for _, family := range [][]matrix.ItemID{m.Left, m.Right} {
			for _, i := range family {
				if p.Name(i) == between {
					return fmt.Errorf("item %d cannot be written: %q stands between the families of a matching; write json or yaml, or dlx with short names", i, between)
				}
			}
		}
	}
	return nil
}

// matchings writes the lines of the matchings. Nothing is written of a problem
// without primary items, where the next line with a bar could be taken for the
// items: its matchings have no left, and its options, which are never chosen, no
// nogood that could be whole.
func (d *dlxWriter) matchings() error {
	if d.p.Primary() == 0 {
		return nil
	}
	for k, m := range d.p.Matchings() {
		if fault := nameFault(m.Name); fault != "" {
			return fmt.Errorf("matching %d cannot be written: %s", k, fault)
		}
		d.out.WriteString("| " + wordMatching + " " + m.Name + ":")
		d.family(m.Left)
		d.out.WriteString(" " + between)
		d.family(m.Right)
		d.out.WriteByte('\n')
	}
	return nil
}

func (d *dlxWriter) family(items []matrix.ItemID) {
	for _, i := range items {
		d.out.WriteByte(' ')
		d.out.WriteString(d.name(i))
	}
}

// nogoods writes the lines of the nogoods, likewise.
func (d *dlxWriter) nogoods() {
	if d.p.Primary() == 0 {
		return
	}
	for _, together := range d.p.Nogoods() {
		d.out.WriteString("| " + wordForbid)
		for _, o := range together {
			d.out.WriteByte(' ')
			d.out.WriteString(strconv.Itoa(int(o)))
		}
		d.out.WriteByte('\n')
	}
}

// side reads on in a comment, from its first word, if it is a matching or a
// nogood.
func (l *lineReader) side() error {
	at := l.at
	switch l.firstWord() {
	case wordForbid:
		return l.forbid(at)
	case wordMatching:
		return l.matching(at)
	}
	return nil
}

// strayNogood is for the line in head, when it has turned out to be a comment. A
// nogood there would change the solutions and not be heard.
func (l *lineReader) strayNogood() error {
	if l.head == nil || !l.head.apart || len(l.head.words) < 2 || l.head.words[0].text != wordForbid {
		return nil
	}
	if _, fault := number([]byte(l.head.words[1].text)); fault != "" {
		return nil
	}
	return l.fault(l.head.words[0].at, "this nogood stands above the items; write it below the options that it names")
}

// firstWord reads a word, or enough of it to know that it is none of ours.
func (l *lineReader) firstWord() string {
	l.word = l.word[:0]
	for l.c != end && l.c != '\n' && !blank(l.c) && len(l.word) <= len(wordMatching) {
		l.word = append(l.word, byte(l.c))
		l.advance()
	}
	return string(l.word)
}

func (l *lineReader) forbid(at spot) error {
	err := l.eachWord(func(at spot, text []byte) error {
		n, fault := number(text)
		if fault != "" {
			return l.fault(at, "%s; a nogood is written | %s 0 3 7", fault, wordForbid)
		}
		return l.nogoodMember(at, n)
	})
	if err != nil {
		return err
	}
	return l.endNogood(at)
}

func (l *lineReader) matching(at spot) error {
	if err := l.beginMatching(at); err != nil {
		return err
	}
	where := spot{l.at.line, l.at.column + 1}
	name, err := l.matchingName(at)
	if err != nil {
		return err
	}
	side := int8(leftSide)
	err = l.eachWord(func(at spot, text []byte) error {
		if string(text) != between {
			return l.pairMember(at, text, side)
		}
		if side++; side > rightSide {
			return l.fault(at, "a second %s stands here; one stands between the families of a matching", between)
		}
		return nil
	})
	switch {
	case err != nil:
		return err
	case side == leftSide:
		return l.fault(l.at, "this matching has no %s; one stands between its families", between)
	}
	return l.endMatching(where, name)
}

// matchingName reads the blank in front of a name, the name, and the last colon
// of the line that a blank or the end of the line follows.
func (l *lineReader) matchingName(at spot) (string, error) {
	rest, err := l.in.Peek(1 + maxName + 1)
	if err != nil && err != io.EOF {
		l.scanner.err = err
		return "", l.fault(at, "")
	}
	if i := bytes.IndexByte(rest, '\n'); i >= 0 {
		rest = rest[:i]
	}
	n := len(rest) - 1
	for n >= 0 && !(rest[n] == ':' && (n+1 == len(rest) || blank(int(rest[n+1])))) {
		n--
	}
	if l.c != ' ' || n < 0 {
		return "", l.fault(at, "this matching has no name; a matching is written | %s name: items %s items", wordMatching, between)
	}
	name := string(rest[:n])
	for range n + 2 { // with the blank and the colon
		l.advance()
	}
	return name, nil
}
