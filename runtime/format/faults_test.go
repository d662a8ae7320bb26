package format_test

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"quadrille/runtime/format"
	"quadrille/runtime/matrix/matrixtest"
)

// jsonPair begins a dump with a primary item a and a secondary item b.
const jsonPair = `{"quadrille": 1, "items": [{"name": "a", "kind": "primary"}, {"name": "b", "kind": "secondary"}]`

// crasherDump is a dump that a fuzzer found: a matching that pairs items with none, in a last line without a line end.
const crasherDump = "l0 l1 001000000 000000000000000000\n| matching 0: l0 l1 ="

// wrongDumps are dumps with one fault each, with the place of the fault and words of its message.
var wrongDumps = []struct {
	f            format.Format
	text         string
	line, column int
	message      string
}{
	{format.DLX, "", 1, 1, "no line names the items"},
	{format.DLX, "| a comment: no more\n", 2, 1, "no line names the items"},
	{format.DLX, "a b", 1, 4, "the last line has no end"},
	{format.DLX, "a b\na", 2, 2, "the last line has no end"},
	{format.DLX, "a b a\n", 1, 5, `the item "a" stands here twice`},
	{format.DLX, "a | b | c\n", 1, 7, "a second | stands here"},
	{format.DLX, "a b:c\n", 1, 3, `the name "b:c" has a ':'`},
	{format.DLX, "a |b\n", 1, 3, "a number is missing; bounds are written 1:2|item"},
	{format.DLX, "2:1|a\n", 1, 1, "2 to 1 times is never"},
	{format.DLX, "0|a\n", 1, 1, "covered 0 times has no place"},
	{format.DLX, "x|a\n", 1, 1, `"x" is not a number`},
	{format.DLX, "-1:2|a\n", 1, 1, `"-1" is not a number`},
	{format.DLX, strings.Repeat("9", 40) + "|a\n", 1, 1, "is too large"},
	{format.DLX, "1:2|\n", 1, 1, "a name is empty"},
	{format.DLX, "a | 1:2|b\n", 1, 5, `"b" is a secondary item and has no bounds`},
	{format.DLX, "a\xff b\n", 1, 1, "is not UTF-8"},
	{format.DLX, "a\x00b\n", 1, 1, "has a control character"},
	{format.DLX, "a b\nb\na c\n", 3, 3, `no item is called "c"`},
	{format.DLX, "a b\na b\ta\n", 2, 5, `this option holds the item "a" twice`},
	{format.DLX, "a | b\na:red b\n", 2, 1, `"a" is a primary item and takes no color`},
	{format.DLX, "a | b\na b:\n", 2, 3, "a name is empty; it is a color"},
	{format.DLX, "a | b\na b:\xc3\n", 2, 3, "is not UTF-8 text; it is a color"},
	{format.DLX, strings.Repeat("x", 5000) + "\n", 1, 1, "has more than 4096 bytes"},
	{format.DLX, "| quadrille: 2 short names\n| i0 = a long name\n", 3, 1, "this line of the map"},
	{format.DLX, "| quadrille: 1 short names\n| i0 = long\ni1\n", 1, 3, "of the short names 1 are not names of items"},
	{format.DLX, "| quadrille: 1 short names\n| i0 = b\ni0 b\n", 3, 4, `"b" is called "b", as another item is`},
	{format.DLX, "| quadrille: 2 short names\n| :A = red\n| :B = red\n", 3, 1, "twice"},
	{format.DLX, "| quadrille: 999999999 short names\n", 1, 3, "more than 2004096 short names"},
	{format.DLX, "a b\na\nb\n| forbid\n", 4, 3, "this nogood has fewer than two options"},
	{format.DLX, "a b\na\nb\n| forbid 1\n", 4, 3, "this nogood has fewer than two options"},
	{format.DLX, "a b\na\nb\n| forbid 0 2\n", 4, 12, "there is no option 2 above"},
	{format.DLX, "a b\na\n| forbid 0 1\nb\n", 3, 12, "there is no option 1 above"},
	{format.DLX, "a b\na\nb\n| forbid 1 0\n", 4, 12, "option 0 stands behind option 1; the numbers of a nogood rise"},
	{format.DLX, "a b\na\nb\n| forbid 0 0\n", 4, 12, "option 0 stands behind option 0"},
	{format.DLX, "a b\na\nb\n|  forbid 0 x\n", 4, 13,
		`"x" is not a number; write digits only; a nogood is written | forbid 0 3 7`},
	{format.DLX, "a b\na\nb\n| forbid 0 -1\n", 4, 12, `"-1" is not a number`},
	{format.DLX, "a b\na\nb\n| forbid 0 99999999999\n", 4, 12, "is too large"},
	{format.DLX, "| forbid 0 1\na b\na\nb\n", 1, 3, "this nogood stands above the items"},
	{format.DLX, "| forbid 0 1\n|\n| c\na b\na\nb\n", 1, 3, "this nogood stands above the items"},
	{format.DLX, "a | b\n| matching\n", 2, 3,
		"this matching has no name; a matching is written | matching name: items = items"},
	{format.DLX, "a | b\n| matching a = b\n", 2, 3, "this matching has no name"},
	{format.DLX, "a | b\n| matching : a = b\n", 2, 12, "a name is empty; it is a matching"},
	{format.DLX, "a | b\n| matching x\x01: a = b\n", 2, 12, "has a control character; it is a matching"},
	{format.DLX, "a | b\n| matching " + strings.Repeat("x", 4097) + ": a = b\n", 2, 12, "has more than 4096 bytes"},
	{format.DLX, "a | b\n| matching m: a\n", 2, 16, "this matching has no =; one stands between its families"},
	{format.DLX, "a | b\n| matching m: a = b = b\n", 2, 21, "a second = stands here"},
	{format.DLX, "a | b\n| matching m: a = c\n", 2, 19,
		`no item is called "c"; items are declared before the matchings`},
	{format.DLX, "a | b\n| matching m: a a = b\n", 2, 17, `this matching names the item "a" twice`},
	{format.DLX, "a | b\n| matching m: a = a\n", 2, 19, `this matching names the item "a" twice`},
	{format.DLX, "a | b\n| matching m: b = a\n", 2, 15, `"b" is no primary item that is covered once`},
	{format.DLX, "0:1|a | b\n| matching m: a = b\n", 2, 15, `"a" is no primary item that is covered once`},
	{format.DLX, "a 0:2|b\n| matching m: a = b\n", 2, 19, `"b" may be covered 2 times`},
	{format.DLX, "a | b\na b\n| matching m: a = b\n", 3, 3, "a matching stands below an option"},
	{format.DLX, "a | b\n| matching m: a = b\na\n", 3, 2,
		`this option holds 1 items of the left of the matching "m" and 0 of its right`},
	{format.DLX, "a | b c\n| matching m: a = b c\na b\na b c\n", 4, 6,
		`this option holds 1 items of the left of the matching "m" and 2 of its right`},
	{format.DLX, "a | b\n| matching m: a = b\na b:red\n", 3, 8,
		`gives a color to an item of the right of the matching "m"`},
	{format.DLX, crasherDump, 2, 12, `the matching "0" has 2 items on its left and 0 on its right`},
	{format.DLX, "a a", 1, 3, `the item "a" stands here twice`},
	{format.JSON, jsonPair + `, "matchings": [{"name": "m", "right": [], "left": ["a"]}]}`, 1, 122,
		`the matching "m" has 1 items on its left and 0 on its right`},
	{format.DLX, "a | b\n" + strings.Repeat("| matching m: a = b\n", 65), 66, 15,
		`the item "a" is in more than 64 matchings`},
	{format.Dance, "a b\na\nb\n| forbid 0 1\n", 4, 1, `no item is called "|"`},
	{format.Dance, "a b\na b:c\n", 2, 3, `no item is called "b:c"`},
	{format.Dance, "a b\n| a\n", 2, 1, `no item is called "|"`},
	{format.Dance, "a b\na", 2, 2, "the last line has no end"},
	{format.CSV, "", 1, 1, "a name is empty"},
	{format.CSV, "a,b", 1, 4, "the last line has no end"},
	{format.CSV, "a,b\n1,0", 2, 4, "the last line has no end"},
	{format.CSV, "a,,b\n", 1, 3, "a name is empty"},
	{format.CSV, "a,|\n", 1, 3, "a name is empty"},
	{format.CSV, "a,|a\n", 1, 3, `the item "a" stands here twice`},
	{format.CSV, "a,\"b\n", 1, 3, "this quote has no end"},
	{format.CSV, "a,\"b", 1, 3, "this quote has no end"},
	{format.CSV, "a,\"b\"c\n", 1, 6, "a comma or the end of the line belongs behind"},
	{format.CSV, "a,b\xff\n", 1, 3, "is not UTF-8"},
	{format.CSV, "a,b\x00\n", 1, 3, "has a control character"},
	{format.CSV, "a," + strings.Repeat("x", 5000) + "\n", 1, 3, "has more than 4096 bytes"},
	{format.CSV, "a,\"" + strings.Repeat("x", 5000) + "\"\n", 1, 3, "has more than 4096 bytes"},
	{format.CSV, "a,b\n1\n", 2, 2, "this row has 1 of 2 numbers"},
	{format.CSV, "a,b\n1,\n", 2, 3, "something else stands here"},
	{format.CSV, "a,b\n1,2\n", 2, 3, "something else stands here"},
	{format.CSV, "a,b\n1,10\n", 2, 4, "behind the last of 2 numbers"},
	{format.CSV, "a,b\n1,0,0\n", 2, 4, "behind the last of 2 numbers"},
	{format.CSV, "a;b\n1;0\n", 2, 2, "behind the last of 1 numbers"},
	{format.Polyominoes, "", 1, 1, "the first line is empty"},
	{format.Polyominoes, "00 0A\n", 1, 4, `"0A" is not a cell`},
	{format.Polyominoes, "00 01 00\n", 1, 7, "the cell 00 stands here twice"},
	{format.Polyominoes, "00 01", 1, 6, "the last line has no end"},
	{format.Polyominoes, "00\nP\nP 1 1 00\n \n", 4, 2, "this line is empty"},
	{format.Polyominoes, "00\nlong\n", 2, 1, "too long"},
	{format.Polyominoes, "00\nA B A\n", 2, 5, "stands here twice"},
	{format.Polyominoes, "00\n00\n", 2, 1, "called like a cell"},
	{format.Polyominoes, "00\nA\nB 1 1 00\n", 3, 1, `the second line does not name the piece "B"`},
	{format.Polyominoes, "00\nA\nA 3 1 00\n", 3, 3, `s, the number of rotations, is "3"`},
	{format.Polyominoes, "00\nA\nA 1 1" + strings.Repeat("1", 40) + " 00\n", 3, 5, "t, the number of transpositions,"},
	{format.Polyominoes, "00\nA\nA 1 1\n", 3, 6, `the piece "A" has no cells`},
	{format.Polyominoes, "00\nA\nA 1 1 00 00\n", 3, 10, "stands here twice"},
	{format.JSON, "", 1, 1, "'{' is missing, which begins a mapping; the file ends here"},
	{format.JSON, "[]", 1, 1, "'{' is missing"},
	{format.JSON, "{}", 1, 1, "the dump has no key quadrille"},
	{format.JSON, `{"quadrille": 2}`, 1, 15, "the version is 2, and this program knows version 1"},
	{format.JSON, "{\n  \"quadrile\": 1}", 2, 3, `no key "quadrile" here; the keys are quadrille, items, options`},
	{format.JSON, `{"quadrille": 1, "quadrille": 1}`, 1, 18, "the key quadrille stands here twice"},
	{format.JSON, `{"quadrille": 1, "options": []}`, 1, 29, "the options stand before the items"},
	{format.JSON, `{"quadrille": ` + strings.Repeat("1", 40) + `}`, 1, 15, "is too large"},
	{format.JSON, `{"quadrille": -1}`, 1, 15, "is not a number"},
	{format.JSON, "{\"items\": [\n{\"name\": \"a\"}]}", 2, 1, "an item lacks the key kind"},
	{format.JSON, `{"items": [{"name": "a", "kind": "third"}]}`, 1, 21, `the kinds are primary and secondary`},
	{format.JSON, `{"items": [{"name": "a", "kind": "primary", "min": 1}]}`, 1, 21, "has only one of min and max"},
	{format.JSON, `{"items": [{"name": "a", "kind": "secondary", "min": 1, "max": 1}]}`, 1, 21,
		"is secondary and has no min and max"},
	{format.JSON, `{"items": [{"name": "a", "kind": "primary", "min": 2, "max": 1}]}`, 1, 21, "2 to 1 times is never"},
	{format.JSON, `{"items": [{"name": "\ud800x", "kind": "primary"}]}`, 1, 22, "is half a character"},
	{format.JSON, `{"items": [{"name": "\x"`, 1, 22, "a backslash stands before"},
	{format.JSON, "{\"items\": [{\"name\": \"\x01\"", 1, 22, "control character"},
	{format.JSON, "{\"items\": [{\"name\": \"\xff\"", 1, 21, "is not UTF-8"},
	{format.JSON, `{"items": [{"name": "abc`, 1, 21, "this string has no end"},
	{format.JSON, `{"items": [{"name": "a" "kind"`, 1, 25, "a comma or '}' is missing"},
	{format.JSON, `{"quadrille": 1, "items": [], "options": []} x`, 1, 46, "something stands after the end"},
	{format.JSON, `{"items": [], "options": [{"origin": "x"}]}`, 1, 27, "an option lacks the key entries"},
	{format.JSON, `{"items": [], "options": [{"entries": [{"item": "x"}]}]}`, 1, 49, `no item is called "x"`},
	{format.JSON, `{"items": [], "options": [{"entries": [{"color": "x"}]}]}`, 1, 40, "an entry lacks the key item"},
	{format.JSON, `{"matchings": []}`, 1, 15,
		"the matchings stand before the items that they name; write the key items first"},
	{format.JSON, `{"items": [], "nogoods": []}`, 1, 26,
		"the nogoods stand before the options that they name; write the key options first"},
	{format.JSON, `{"items": [], "options": [{"entries": []}], "matchings": [{"name": "m"}]}`, 1, 59,
		"a matching stands below an option"},
	{format.JSON, `{"items": [], "matchings": [{"name": "m", "left": []}]}`, 1, 29, "a matching lacks the key right"},
	{format.JSON, `{"items": [], "matchings": [{"name": "", "left": [], "right": []}]}`, 1, 38,
		"a name is empty; it is a matching"},
	{format.JSON, `{"items": [], "matchings": [{"name": "m", "left": ["a"]}]}`, 1, 52,
		`no item is called "a"; items are declared before the matchings`},
	{format.JSON, `{"items": [], "matchings": [{"up": []}]}`, 1, 30,
		`no key "up" here; the keys are name, left, right`},
	{format.JSON, jsonPair + `, "matchings": [{"name": "m", "right": ["b"], "left": ["b"]}]}`, 1, 152,
		`this matching names the item "b" twice`},
	{format.JSON, jsonPair +
		`, "matchings": [{"name": "m", "right": ["b"], "left": ["a"]}], "options": [{"entries": [{"item": "a"}]}]}`,
		1, 172, "holds 1 items of the left"},
	{format.JSON, jsonPair + `, "options": [{"entries": []}], "nogoods": [[0]]}`, 1, 141,
		"this nogood has fewer than two options"},
	{format.JSON, jsonPair + `, "options": [{"entries": []}], "nogoods": [[0, 1]]}`, 1, 145,
		"there is no option 1 above"},
	{format.JSON, jsonPair + `, "options": [{"entries": []}], "nogoods": [[0, 0]]}`, 1, 145,
		"option 0 stands behind option 0"},
	{format.JSON, jsonPair + `, "options": [{"entries": []}], "nogoods": [["a"]]}`, 1, 142, "is not a number"},
	{format.JSON, jsonPair + `, "options": [{"entries": []}], "nogoods": [0]}`, 1, 141,
		"'[' is missing, which begins a list"},
	{format.YAML, "items: []\nnogoods:\n- [0, 1]\n", 2, 1, "the nogoods stand before the options"},
	{format.YAML, "matchings: []\n", 1, 1, "the matchings stand before the items"},
	{format.YAML, "items: []\noptions:\n- {entries: []}\nnogoods:\n- [0, 1]\n", 5, 7, "there is no option 1 above"},
	{format.YAML, "items: []\noptions:\n- {entries: []}\nnogoods:\n- [0, no]\n", 5, 7, `"no" is not a number`},
	{format.YAML, "items: []\noptions:\n- {entries: []}\nnogoods:\n- []\n", 5, 3,
		"this nogood has fewer than two options"},
	{format.YAML, "items: []\noptions:\n- {entries: []}\nnogoods:\n- 0\n", 5, 3, "a list belongs here"},
	{format.YAML, "items: []\noptions:\n- {entries: []}\nmatchings:\n- {name: m}\n", 5, 3,
		"a matching stands below an option"},
	{format.YAML, "items:\n- {name: a, kind: secondary}\nmatchings:\n- {name: m, left: [a]}\n", 4, 20,
		`"a" is no primary item`},
	{format.YAML, "items: []\nmatchings:\n- {name: m, left: []}\n", 3, 3, "a matching lacks the key right"},
	{format.YAML, "items: []\nmatchings:\n- {name: \"\", left: [], right: []}\n", 3, 10, "a name is empty"},
	{format.YAML, "", 1, 1, "the dump has no key quadrille"},
	{format.YAML, "- a\n", 1, 1, `the elements of a list begin with "- "`},
	{format.YAML, "quadrille: 1\nitems: []\n", 3, 1, "the dump has no key options"},
	{format.YAML, "quadrille: 1\nitem: []\n", 2, 1, `no key "item" here; the keys are`},
	{format.YAML, "quadrille: 1\nquadrille: 1\n", 2, 1, "stands here twice"},
	{format.YAML, "quadrille: one\n", 1, 12, `"one" is not a number`},
	{format.YAML, "options:\n- {entries: []}\n", 1, 1, "the options stand before the items"},
	{format.YAML, "items:\n- {name: a, kind: primary}\n- {name: é, \"kind\": third}\n", 3, 10,
		"the kinds are primary and secondary"},
	{format.YAML, "items:\n# c\n\n- {name: ü, ü: 1}\n", 4, 14, `no key "ü" here; the keys are name`},
	{format.YAML, "items:\n- {name: &x a, kind: primary}\n", 2, 10, "no anchors"},
	{format.YAML, "items:\n- &x {name: a, kind: primary}\n- *x\n", 2, 3, "no anchors"},
	{format.YAML, "items:\n- {name: !!str a, kind: primary}\n", 2, 10, "has no tags"},
	{format.YAML, "items:\n- {name: [a], kind: primary}\n", 2, 10, "text belongs here"},
	{format.YAML, "items:\n- a\n", 2, 3, "a mapping of the keys name, kind, min, max belongs here"},
	{format.YAML, "items:\n  name: a\n", 2, 3, `the elements of a list begin with "- "`},
	{format.YAML, "items: {a: b}\n", 1, 8, "a list belongs here"},
	{format.YAML, "items:\n- {name: a\n", 2, 1, "not well-formed YAML"},
	{format.YAML, "quadrille: 1\n---\nitems: []\n", 2, 1, "a dump is one document"},
	{format.YAML, "{quadrille: 1, items: [], options: []}\n--- {}\n", 2, 1, "after the end of the dump"},
	{format.YAML, "quadrille: 1\nitems: \"\x01\"\n", 2, 9, "control character"},
	{format.YAML, "quadrille: 1\nitems: ü\u2028\n", 2, 10, "stands inside a line"},
	{format.YAML, "\r\r0", 1, 1, "stands inside a line"},
	{format.YAML, "quadrille: 1\nitems: é\xff\n", 2, 10, "is not UTF-8"},
}

func TestWrong(t *testing.T) {
	for _, c := range wrongDumps {
		_, err := format.ReadProblem("dump", strings.NewReader(c.text), c.f, format.ReadOptions{})
		var e *format.DumpError
		if !errors.As(err, &e) {
			t.Errorf("%s %.60q: the error is %v", c.f, c.text, err)
			continue
		}
		if e.Name != "dump" || e.Line != c.line || e.Column != c.column || !strings.Contains(e.Message, c.message) {
			t.Errorf("%s %.60q: %v\nwant %d:%d: %s", c.f, c.text, e, c.line, c.column, c.message)
		}
	}
}

// readableFormats are the formats that have a reader.
func readableFormats() []format.Format {
	var out []format.Format
	for _, f := range format.Formats() {
		if f.Reads {
			out = append(out, f.Format)
		}
	}
	return out
}

// TestTruncated: a dump that is cut off inside a line, at any place, ends in an error with a place, and never in a
// panic.
func TestTruncated(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	for _, f := range []format.Format{format.DLX, format.JSON, format.YAML} {
		text := mustWrite(t, richProblem(), f, format.WriteOptions{ShortNames: true})
		for n := range len(text) - 2 {
			_, err := format.ReadProblem("dump", strings.NewReader(text[:n]), f, format.ReadOptions{})
			var e *format.DumpError
			lineEnd := n > 0 && (text[n-1] == '\n' || text[n] == '\n' && f == format.YAML)
			if !errors.As(err, &e) && !lineEnd {
				t.Errorf("%s, cut after %d bytes: %v", f, n, err)
			}
		}
	}
}

// TestFailingReader: an error of the io.Reader is returned, wherever in the dump it occurs.
func TestFailingReader(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	failure := errors.New("the disk is gone")
	for f, text := range map[format.Format]string{
		format.DLX:         mustWrite(t, richProblem(), format.DLX, format.WriteOptions{ShortNames: true}),
		format.Dance:       mustWrite(t, plainProblem(), format.Dance, format.WriteOptions{}),
		format.CSV:         mustWrite(t, plainProblem(), format.CSV, format.WriteOptions{}),
		format.Polyominoes: threeByThree + "P 4 2 00 10 01 11 02\n",
		format.JSON:        mustWrite(t, richProblem(), format.JSON, format.WriteOptions{}),
		format.YAML:        mustWrite(t, richProblem(), format.YAML, format.WriteOptions{}),
	} {
		for n := range len(text) + 1 {
			r := io.MultiReader(strings.NewReader(text[:n]), iotest.ErrReader(failure))
			if _, err := format.ReadProblem("dump", r, f, format.ReadOptions{}); !errors.Is(err, failure) {
				t.Errorf("%s after %q: %v", f, text[:n], err)
			}
		}
	}
}

// TestLimits: exceeding a limit is an error with the place where that happens.
func TestLimits(t *testing.T) {
	for f, text := range map[format.Format]string{
		format.DLX:   "a b | c\na\nb c:x\n",
		format.Dance: "a b | c\na\nb c\n",
		format.CSV:   "a,b,|c\n1,0,0\n0,1,1\n",
		format.JSON:  `{"items": [{"name": "a", "kind": "primary"}, {"name": "b", "kind": "primary"}, {"name": "c", "kind": "secondary"}], "options": [{"entries": [{"item": "a"}]}, {"entries": [{"item": "b"}, {"item": "c"}]}], "quadrille": 1}`,
		format.YAML: "quadrille: 1\nitems: [{name: a, kind: primary}, {name: b, kind: primary}, {name: c, kind: " +
			"secondary}]\noptions: [{entries: [{item: a}]}, {entries: [{item: b}, {item: c}]}]\n",
	} {
		for want, how := range map[string]format.ReadOptions{
			"":                    {MaxItems: 3, MaxOptions: 2, MaxEntries: 3},
			"more than 2 items":   {MaxItems: 2},
			"more than 1 options": {MaxOptions: 1},
			"hold more than 2 it": {MaxEntries: 2},
		} {
			_, err := format.ReadProblem("dump", strings.NewReader(text), f, how)
			var e *format.DumpError
			if want == "" && err != nil || want != "" && (!errors.As(err, &e) || !strings.Contains(e.Message, want)) {
				t.Errorf("%s: %v, want %q", f, err, want)
			}
		}
	}
}

// endlessText is a text that repeats until it has a given number of bytes.
func endlessText(head, body string, size int64) io.Reader {
	return io.LimitReader(io.MultiReader(strings.NewReader(head), &repeatReader{text: body}), size)
}

type repeatReader struct {
	text string
	at   int
}

func (r *repeatReader) Read(b []byte) (int, error) {
	n := 0
	for n < len(b) {
		k := copy(b[n:], r.text[r.at:])
		r.at = (r.at + k) % len(r.text)
		n += k
	}
	return n, nil
}

// optionNumbers is a text of words that are all different.
type optionNumbers struct {
	n    int
	form string
	rest []byte
}

func (r *optionNumbers) Read(b []byte) (int, error) {
	for len(r.rest) < len(b) {
		r.rest = fmt.Appendf(r.rest, r.form, r.n)
		r.n++
	}
	k := copy(b, r.rest)
	r.rest = r.rest[k:]
	return k, nil
}

// TestBombs: very large wrong dumps end in an error, and do not fill the memory.
func TestBombs(t *testing.T) {
	if testing.Short() {
		t.Skip("a second or more")
	}
	size, small, how := int64(1<<18), int64(1<<17), format.ReadOptions{MaxItems: 10_000, MaxOptions: 10_000,
		MaxEntries: 50_000}
	if matrixtest.SlowTestsWanted() { // a fifth of what the usual limits let through
		size, small, how = 20<<20, 8<<20, format.ReadOptions{MaxItems: 400_000, MaxOptions: 1_000_000,
			MaxEntries: 10_000_000}
	}
	bombs := map[string]func() io.Reader{
		"one word":       func() io.Reader { return endlessText("", "x", size) },
		"blanks":         func() io.Reader { return endlessText("", " ", size) },
		"a comment":      func() io.Reader { return endlessText("| ", "word ", size) },
		"a long comment": func() io.Reader { return endlessText("| ", "x", size) },
		"zeros":          func() io.Reader { return endlessText("", "\x00", small) },
		"bars":           func() io.Reader { return endlessText("", "|\n", size) },
		"bars after":     func() io.Reader { return endlessText("a\n", "|\n", size) },
		"braces":         func() io.Reader { return endlessText("", "{", small) },
		"brackets":       func() io.Reader { return endlessText("{\"items\": ", "[", small) },
		"objects":        func() io.Reader { return endlessText("", "{\"items\":", small) },
		"a string":       func() io.Reader { return endlessText("{\"", "x", small) },
		"a number":       func() io.Reader { return endlessText("{\"quadrille\": ", "1", small) },
		"spaces":         func() io.Reader { return endlessText("{", " \n", size) },
		"yaml brackets":  func() io.Reader { return endlessText("items: ", "[", small) },
		"yaml dashes":    func() io.Reader { return endlessText("items:\n", "- ", small) },
		"yaml lines":     func() io.Reader { return endlessText("items:\n", "- - -\n", small) },
		"yaml comments":  func() io.Reader { return endlessText("items:\n", "# x\n", small) },
		"yaml mappings":  func() io.Reader { return endlessText("items: ", "{a: ", small) },
		"yaml keys":      func() io.Reader { return endlessText("items: ", "? ", small) },
		"yaml aliases":   func() io.Reader { return endlessText("items:\n- &a [x]\n", "- [*a, *a, *a, *a]\n", small) },
		"yaml text":      func() io.Reader { return endlessText("items: |\n", " text\n", small) },
		"yaml quoted":    func() io.Reader { return endlessText("items: \"", "text\n ", small) },
		"yaml indented":  func() io.Reader { return endlessText("items:\n", " a:\n", small) },
		"cells":          func() io.Reader { return endlessText("", "00 ", small) },
		"board blanks":   func() io.Reader { return endlessText("00", " ", small) },
		"piece blanks":   func() io.Reader { return endlessText("00\nA\nA 1 1", " ", small) },
		"pieces":         func() io.Reader { return endlessText("00\nA\n", "A 4 2 00\n", small) },
		"names":          func() io.Reader { return io.LimitReader(&optionNumbers{form: "%d "}, size) },
		"secondary names": func() io.Reader {
			return io.MultiReader(strings.NewReader("| "), io.LimitReader(&optionNumbers{form: "%d "}, size))
		},
		"colors": func() io.Reader {
			return io.MultiReader(strings.NewReader("a | b\n"), io.LimitReader(&optionNumbers{form: "a b:%d\n"}, size))
		},
		"options":  func() io.Reader { return endlessText("a\n", "a\n", size) },
		"nogoods":  func() io.Reader { return endlessText("a\na\na\n", "| forbid 0 1\n", size) },
		"a nogood": func() io.Reader { return endlessText("a\na\na\n| forbid", " 1", size) },
		"json nogoods": func() io.Reader {
			return endlessText(`{"items": [{"name": "a", "kind": "primary"}], "options": [{"entries": []}, {"entries": []}], "nogoods": [[0, 1]`, ", [0, 1]", size)
		},
		"matchings":        func() io.Reader { return endlessText("a\n", "| matching m: =\n", size) },
		"matching's name":  func() io.Reader { return endlessText("a\n| matching ", "x", size) },
		"matching's items": func() io.Reader { return endlessText("a\n| matching m: ", "a ", size) },
		"the map": func() io.Reader {
			return io.MultiReader(strings.NewReader("| quadrille: 2000000 short names\n"),
				io.LimitReader(&optionNumbers{form: "| i%d = x\n"}, size))
		},
	}
	for name, bomb := range bombs {
		for _, f := range readableFormats() {
			t.Run(fmt.Sprint(name, "/", f), func(t *testing.T) {
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				p, err := format.ReadProblem("bomb", bomb(), f, how)
				runtime.ReadMemStats(&after)
				var e *format.DumpError
				if !errors.As(err, &e) && (err != nil || p.ItemCount() > 1 || p.OptionCount() > 0) {
					t.Errorf("the error is %v", err)
				}
				// What is allocated in all depends neither on cores nor on the collector.
				if mb := (after.TotalAlloc - before.TotalAlloc) >> 20; mb > 128+20*uint64(size)>>20 {
					t.Errorf("%d MB are allocated for %d MB of input", mb, size>>20)
				}
			})
		}
	}
}
