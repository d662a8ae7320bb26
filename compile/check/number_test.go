package check_test

import (
	"fmt"
	"testing"

	"quadrille/compile/check"
	"quadrille/lang/parse"
)

func TestNumbers(t *testing.T) {
	for text, want := range map[string]int64{
		"-7 / 2": -4, "-7 % 2": 1, "7 / -2": -4, "7 % -2": -1, "-7 / -2": 3, "-7 % -2": -1, "6 / -2": -3, "6 % -2": 0,
		"5 / -1": -5, "5 % -1": 0, "0 / 3": 0, "2 + 3*4": 14, "(2 + 3)*4": 20, "10 - 3 - 2": 5, "100 / 10 / 2": 5,
		"-2*3": -6, "abs(-3)": 3, "abs(3)": 3, "min(4, 2, 3)": 2, "max(4, 2, 9, 3)": 9, "12_000": 12000,
		"9223372036854775807": 9223372036854775807, "-9223372036854775807 - 1": -9223372036854775808,
		"4611686018427387904*-2": -9223372036854775808,
	} {
		f, err := parse.File("test.puz", []byte("param n = "+text))
		if err != nil {
			t.Fatal(err)
		}
		p, err := check.File(f, check.Importer{}, check.Options{})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := p.Params[0].Value; got != want {
			t.Errorf("%s is %d, want %d", text, got, want)
		}
	}
}

// TestConditions: a family is declared for the values that meet a condition.
func TestConditions(t *testing.T) {
	for text, want := range map[string]bool{
		"1 < 2": true, "2 < 2": false, "2 <= 2": true, "3 > 2": true, "3 >= 4": false, "3 = 3": true, "3 != 3": false,
		"not 1 = 2": true, "1 = 1 or 1 / 0 = 1": true, "1 = 2 and 1 / 0 = 1": false,
		"1 = 1 or 1 = 1 and 1 = 2": true, "(1 = 1 or 1 = 1) and 1 = 2": false, "not 1 = 2 and 1 = 2": false,
	} {
		f, err := parse.File("test.puz", []byte(fmt.Sprintf("items a\noption a\nexpect unique when %s", text)))
		if err != nil {
			t.Fatal(err)
		}
		p, err := check.File(f, check.Importer{}, check.Options{})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := p.Expects[0].Applies; got != want {
			t.Errorf("%s is %v", text, got)
		}
	}
}
