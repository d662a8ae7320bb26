package check_test

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"testing"

	"quadrille/compile/check"
	"quadrille/lang/codes"
	"quadrille/lang/parse"
	"quadrille/lang/source"
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
		p, err := check.CheckFile(f, check.Importer{}, check.FileOptions{})
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
		p, err := check.CheckFile(f, check.Importer{}, check.FileOptions{})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := p.Expectations[0].ConditionHolds; got != want {
			t.Errorf("%s is %v", text, got)
		}
	}
}

// TestArithmetic compares the arithmetic with that of math/big, where it overflows too.
func TestArithmetic(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	edges := []int64{0, 1, -1, 2, -2, 3, -7, 10, math.MaxInt32, math.MinInt32, 3037000500, -3037000500,
		math.MaxInt64 / 2,
		math.MinInt64 / 2, math.MaxInt64 - 1, math.MaxInt64, math.MinInt64 + 1, math.MinInt64}
	for _, a := range edges {
		for _, b := range edges {
			for _, op := range []string{"+", "-", "*", "/", "%"} {
				f, err := parse.File("test.puz", []byte("param a = 0\nparam b = 0\nparam n = a "+op+" b"))
				if err != nil {
					t.Fatal(err)
				}
				p, err := check.CheckFile(f, check.Importer{},
					check.FileOptions{ParamValues: map[string]int64{"a": a, "b": b}})
				got := ""
				var list source.DiagnosticList
				if errors.As(err, &list) && len(list) == 1 {
					got = string(list[0].Code)
				} else if err == nil {
					got = fmt.Sprint(p.Params[2].Value)
				}
				if want := bigResult(op, a, b); got != want {
					t.Errorf("%d %s %d is %s, want %s", a, op, b, got, want)
				}
			}
		}
	}
}

// bigResult is a number, or the code of the error in its place.
func bigResult(op string, a, b int64) string {
	x, y, z := big.NewInt(a), big.NewInt(b), new(big.Int)
	if b == 0 && (op == "/" || op == "%") {
		return string(codes.DivisionByZero)
	}
	switch op {
	case "+":
		z.Add(x, y)
	case "-":
		z.Sub(x, y)
	case "*":
		z.Mul(x, y)
	default:
		quotient, remainder := z.DivMod(x, y, new(big.Int)) // rounds so that the remainder is not negative
		if b < 0 && remainder.Sign() > 0 {
			quotient.Sub(quotient, big.NewInt(1))
			remainder.Add(remainder, y)
		}
		if z = quotient; op == "%" {
			z = remainder
		}
	}
	if !z.IsInt64() {
		return string(codes.BadNumber)
	}
	return z.String()
}
