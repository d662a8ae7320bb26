package model_test

import (
	"fmt"

	"quadrille/compile/model"
)

// for i in 1..3, j in i..3 where j != 2
func ExampleLoop_EachRound() {
	index := func(k int) model.ValueFunc {
		return func(env []int64) (int64, error) { return env[k], nil }
	}
	loop := model.Loop{
		IndexBinders: []model.IndexBinder{
			{LowestValue: model.ConstantFunc(1), HighestValue: model.ConstantFunc(3)},
			{LowestValue: index(0), HighestValue: model.ConstantFunc(3)},
		},
		Condition: func(env []int64) (int64, error) {
			if env[1] == 2 {
				return 0, nil
			}
			return 1, nil
		},
	}
	err := loop.EachRound(nil, func() error { return nil }, func(env []int64) error {
		fmt.Println(env)
		return nil
	})
	fmt.Println(err)
	// Output:
	// [1 1]
	// [1 3]
	// [2 3]
	// [3 3]
	// <nil>
}
