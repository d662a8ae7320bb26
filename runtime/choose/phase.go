package choose

import (
	"errors"
	"strconv"

	"quadrille/runtime/dlx"
	"quadrille/runtime/matrix"
)

// Phase uses one chooser at the levels before Level, and another one from there
// on, when few choices are left.
type Phase struct {
	Before, After dlx.Chooser
	Level         int
}

// Choose implements [dlx.Chooser].
func (c *Phase) Choose(v dlx.View) matrix.ItemID {
	if v.Level() < c.Level {
		return c.Before.Choose(v)
	}
	return c.After.Choose(v)
}

func newPhase(a *arguments, p *matrix.Problem) (dlx.Chooser, error) {
	level, err := strconv.Atoi(a.take("level", ""))
	if err != nil || level < 0 {
		return nil, errors.New("level is a number, 0 or more, and must be given")
	}
	before, err := New(a.take("before", Default), p, a.seed)
	if err != nil {
		return nil, err
	}
	after, err := New(a.take("after", "first"), p, a.seed)
	if err != nil {
		return nil, err
	}
	for _, inner := range []dlx.Chooser{before, after} {
		if _, learns := inner.(Learner); learns {
			return nil, errors.New("choosers that learn have no phases")
		}
	}
	return &Phase{Before: before, After: after, Level: level}, nil
}
