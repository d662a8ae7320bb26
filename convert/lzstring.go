package convert

import (
	"errors"
	"strings"
	"unicode/utf16"
)

// base64Digits are the digits of the Base64 of lz-string, as in RFC 4648.
const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// bitReader reads numbers from Base64, whose digits hold six bits each. The bits of a digit are read from the highest
// to the lowest, and fill a number from its lowest bit up.
type bitReader struct {
	digitValues []byte // value of each digit, from 0 to 63
	bitOffset   int    // number of bits that have been read
}

// nextNumber returns a number of the given length in bits. It returns false at the end of the text.
func (b *bitReader) nextNumber(bits int) (value int, ok bool) {
	for k := range bits {
		if b.bitOffset/6 >= len(b.digitValues) {
			return 0, false
		}
		value |= int(b.digitValues[b.bitOffset/6]>>(5-b.bitOffset%6)&1) << k
		b.bitOffset++
	}
	return value, true
}

// Codes of lz-string that are no entries of the dictionary: before a new character of 8 bits, before one of 16 bits,
// and at the end.
const (
	newByte = 0
	newWord = 1
	lzEnd   = 2
)

// decompressBase64 returns the text that the function compressToBase64 of lz-string has compressed, by the method LZ78
// with the dictionary of LZW, over UTF-16. It writes at most limit units of 16 bits; an entry of the dictionary is at
// most one unit longer than a written text, so that the dictionary is bounded as well.
func decompressBase64(text []byte, limit int) ([]byte, error) {
	errDamaged := errors.New("the compressed text is damaged")
	b := &bitReader{}
	for _, c := range text {
		if c == '=' {
			break
		}
		v := strings.IndexByte(base64Digits, c)
		if v < 0 {
			return nil, errDamaged
		}
		b.digitValues = append(b.digitValues, byte(v))
	}
	dictionary := make([][]uint16, lzEnd+1)
	var out, last []uint16
	width, until := 2, 4 // length of a code in bits, and number of new entries until codes need one bit more
	grow := func() {
		if until--; until == 0 {
			until = 1 << width
			width++
		}
	}
	for first := true; ; first = false {
		bits := width
		if first {
			bits = 2
		}
		code, ok := b.nextNumber(bits)
		if !ok {
			return nil, errDamaged
		}
		if code == lzEnd {
			return []byte(string(utf16.Decode(out))), nil
		}
		if code == newByte || code == newWord {
			c, ok := b.nextNumber(8 + 8*code)
			if !ok {
				return nil, errDamaged
			}
			dictionary = append(dictionary, []uint16{uint16(c)})
			code = len(dictionary) - 1
			if first {
				width, until = 3, 4
			} else {
				grow()
			}
		}
		var entry []uint16
		switch {
		case code < len(dictionary) && dictionary[code] != nil:
			entry = dictionary[code]
		case code == len(dictionary) && last != nil:
			entry = append(append([]uint16{}, last...), last[0])
		default:
			return nil, errDamaged
		}
		if out = append(out, entry...); len(out) > limit {
			return nil, errors.New("the text is too long when it is decompressed")
		}
		if last != nil {
			dictionary = append(dictionary, append(append([]uint16{}, last...), entry[0]))
			grow()
		}
		last = entry
	}
}

// compressBase64 compresses a text as the function compressToBase64 of lz-string does.
func compressBase64(text string) string {
	var digits []byte
	bits := 0
	write := func(value, width int) {
		for k := range width {
			if bits%6 == 0 {
				digits = append(digits, 0)
			}
			digits[bits/6] |= byte(value>>k&1) << (5 - bits%6)
			bits++
		}
	}
	// dictionaryEntry is an entry that extends a shorter one, given by its index, by one unit of 16 bits. The index is
	// -1 for an entry of one unit.
	type dictionaryEntry struct {
		prefixEntry int
		lastUnit    uint16
	}
	codes := map[dictionaryEntry]int{}
	newUnits := map[int]uint16{} // by index: entries of one unit that have not been written yet
	width, until := 2, 2
	grow := func() {
		if until--; until == 0 {
			until = 1 << width
			width++
		}
	}
	emit := func(code int) {
		unit, isNew := newUnits[code]
		switch {
		case !isNew:
			write(code, width)
		case unit < 256:
			write(newByte, width)
			write(int(unit), 8)
		default:
			write(newWord, width)
			write(int(unit), 16)
		}
		if isNew {
			grow()
			delete(newUnits, code)
		}
		grow()
	}
	next, last := lzEnd+1, -1
	for _, unit := range utf16.Encode([]rune(text)) {
		single := dictionaryEntry{-1, unit}
		if _, known := codes[single]; !known {
			codes[single], newUnits[next] = next, unit
			next++
		}
		if longer, known := codes[dictionaryEntry{last, unit}]; known {
			last = longer
			continue
		}
		emit(last)
		codes[dictionaryEntry{last, unit}] = next
		next++
		last = codes[single]
	}
	if last >= 0 {
		emit(last)
	}
	write(lzEnd, width)
	write(0, 1)
	for bits%6 != 0 {
		write(0, 1)
	}
	out := make([]byte, 0, len(digits)+3)
	for _, d := range digits {
		out = append(out, base64Digits[d])
	}
	for len(out)%4 != 0 {
		out = append(out, '=')
	}
	return string(out)
}
