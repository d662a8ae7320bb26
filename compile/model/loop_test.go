package model_test

import (
	"fmt"
	"testing"

	"quadrille/compile/model"
)

// TestRunInside: a loop inside another loop sees the indices of that loop, and these keep their values.
func TestRunInside(t *testing.T) {
	first := func(env []int64) (int64, error) { return env[0], nil }
	inner := model.Loop{IndexBinders: []model.IndexBinder{{LowestValue: first, HighestValue: model.ConstantFunc(3)},
		{ListValues: []model.ValueFunc{first, model.ConstantFunc(9)}}}}
	text := ""
	for outer := int64(2); outer <= 4; outer++ {
		err := inner.EachRound([]int64{outer, -1}, func() error { return nil }, func(env []int64) error {
			text += fmt.Sprint(env)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	const want = "[2 -1 2 2][2 -1 2 9][2 -1 3 2][2 -1 3 9][3 -1 3 3][3 -1 3 9]"
	if text != want {
		t.Errorf("the rounds are %s, want %s", text, want)
	}
}
