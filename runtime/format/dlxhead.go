package format

// Above the line of items, dlx has comments. One of them may be the line of
// items of a problem that has only secondary ones, and some may be a map of
// short names.

// secondaryLine is a line that begins with a bar: a comment, or the items of a
// problem without primary items. What follows decides it.
type secondaryLine struct {
	words []word
	names map[string]struct{}
	valid bool // it may be a line of items
	apart bool // a blank stands behind its bar
}

func (s *secondaryLine) has(name []byte) bool {
	_, ok := s.names[string(name)]
	return ok
}

// add notes a word. The first words are kept in any case, to know the title of
// a map of short names by.
func (s *secondaryLine) add(at spot, text []byte, most int) {
	if s.valid && (s.has(text) || nameFault(text) != "" || dlxFault(string(text)) != "" || len(s.words) == most) {
		s.valid, s.names = false, nil
		s.words = s.words[:min(len(s.words), mapTitleWords)]
	}
	if s.valid || len(s.words) < mapTitleWords {
		s.words = append(s.words, word{string(text), at})
	}
	if s.valid {
		s.names[string(text)] = struct{}{}
	}
}

// reset returns an empty line, which may be valid or not. It is s if that is
// cheap: dumps may have very many comments, and very long ones.
func (s *secondaryLine) reset(valid bool) *secondaryLine {
	const cheap = 64
	if s == nil || s.names == nil || len(s.names) > cheap {
		return &secondaryLine{names: map[string]struct{}{}, valid: valid, apart: valid}
	}
	clear(s.names)
	s.words, s.valid, s.apart = s.words[:0], valid, valid
	return s
}

// bar reads a line above the items that begins with a bar.
func (l *lineReader) bar() error {
	l.advance()
	apart := blank(l.c) || l.c == '\n'
	alone := true
	stray := l.strayNogood() // if another line of words follows
	err := l.eachWord(func(at spot, text []byte) error {
		if alone {
			alone, l.lone = false, 0
			l.head = l.head.reset(apart)
		}
		l.head.add(at, text, l.how.Items)
		return nil
	})
	switch {
	case l.scanner.err != nil:
		return err
	case !alone && stray != nil:
		return stray
	case err != nil: // a word without end is no fault of a comment
		l.head = l.head.reset(false)
		l.skipLine()
	case alone && l.lone == l.how.Options:
		return l.fault(l.at, "there are more than %d options, which is the limit for a dump", l.how.Options)
	case alone:
		l.lone++
	}
	if err := l.endLine(); err != nil || alone {
		return err
	}
	if n, ok := mapTitle(l.head.words); ok {
		at := l.head.words[0].at
		l.head = nil
		return l.readMap(n, at)
	}
	return nil
}

// takeHead declares the items of a problem without primary items, and the
// options without items that came before the first other option.
func (l *lineReader) takeHead() error {
	for _, w := range l.head.words {
		if err := l.declareItem(w.at, []byte(w.text), true); err != nil {
			return err
		}
	}
	if err := l.checkMap(); err != nil {
		return err
	}
	l.head = nil
	return l.empties(l.lone)
}

// fitsHead tells whether the line at hand is an option of the items in head.
// It returns the words that it read to find out; if it is an option, these
// are all.
func (l *lineReader) fitsHead() (held []word, option bool, err error) {
	if l.head == nil || !l.head.valid {
		return nil, false, nil
	}
	for {
		at, ok, err := l.next()
		if err != nil || !ok {
			return held, err == nil, err
		}
		held = append(held, word{string(l.word), at})
		name, _, _ := cutColor(l.word)
		if !l.head.has(name) || len(held) > len(l.head.words) {
			return held, false, nil
		}
	}
}

// noLine is for dumps in which every line is blank or begins with a bar. A
// blank line alone is the empty problem.
func (l *lineReader) noLine(blanks bool) error {
	switch {
	case l.scanner.err != nil:
		return l.fault(l.at, "")
	case l.head != nil && l.head.valid:
		return l.takeHead()
	case l.head == nil && (blanks || l.lone > 0):
		return l.empties(l.lone)
	default:
		return l.fault(l.at, "no line names the items; the first line does")
	}
}

// empties adds options without items.
func (l *lineReader) empties(n int) error {
	for range n {
		if _, err := l.endOption(l.at); err != nil {
			return err
		}
	}
	return nil
}

// checkMap is for the end of the line of items.
func (l *lineReader) checkMap() error {
	if l.short == nil {
		return nil
	}
	if unused := len(l.short.items) - l.short.used; unused > 0 {
		return l.fault(l.short.at, "of the short names %d are not names of items; mend the map, or take it out with its first line", unused)
	}
	return nil
}

// longName returns the name of an item that options call key.
func (l *lineReader) longName(at spot, key string) (string, error) {
	if l.short == nil {
		return key, nil
	}
	long, ok := l.short.items[key]
	if ok {
		l.short.used++
	} else {
		long = key
	}
	if _, taken := l.short.longs[long]; taken {
		return "", l.fault(at, "the item %s is called %s, as another item is; names of items differ", quote(key), quote(long))
	}
	l.short.longs[long] = struct{}{}
	return long, nil
}
