// Package batch asks the same of many puzzles, a line of text each: [ReadInputs] reads them, and [AnswerAll] answers on
// several threads, in order.
package batch

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/big"
	"strings"

	"quadrille"
	"quadrille/compile/latin"
	"quadrille/lang/source"
	"quadrille/runtime/schedule"
	"quadrille/runtime/search"
)

// Answer is what a batch has found of one puzzle.
type Answer struct {
	Name, Place string // those of the input
	// Solution is the first one as [quadrille.Solution.LineText] writes it, or "" if there is none, or if
	// solutions were only counted.
	Solution string
	// Number is that of the solutions found.
	Number quadrille.Number
	Err    error
	limit  int
	inLine bool // the name has the number of the only line
}

// AnswerAll asks the same of many puzzles, on [quadrille.Search.Threads] threads, each puzzle on one of
// them. The answers come in the order of the inputs, and what is wrong with one does not end
// the others. Of each puzzle it finds [quadrille.Search.Limit] solutions at most; if that is 0, it
// counts all of them and shows none. The loop ends early if ctx does. Nothing is told of the progress or the effort.
//
// The inputs may go on for ever, for only some are read ahead. That is done by another
// goroutine, which ends at its next input once the loop has been left.
func AnswerAll(ctx context.Context, inputs iter.Seq[Input], s quadrille.Search) iter.Seq[Answer] {
	threads := min(max(s.Threads, 1), quadrille.MaxThreads)
	s.Threads, s.Ordered, s.Progress, s.Effort, s.Tallies = 1, false, nil, nil, nil
	return func(yield func(Answer) bool) {
		ctx, end := context.WithCancel(ctx)
		var reading search.Group
		answers, free := mapInOrder(ctx, inputs, &reading, threads,
			func(in Input) Answer { return in.answerInput(ctx, s) })
		defer func() {
			end()
			for range threads {
				free <- struct{}{} // nobody works any more
			}
		}()
		for {
			select {
			case next, more := <-answers:
				if !more {
					reading.Wait()
					return
				}
				if a := <-next; a.Err != nil && ctx.Err() != nil || !yield(a) {
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}
}

// readAhead is how many answers may wait for each thread, so that a hard puzzle does not keep
// those waiting that work at others.
const readAhead = 64

// mapInOrder does the same with each input in goroutines, so many at a time, and returns where
// the answers will come one after the other. Whoever works holds a place in free. The inputs are read in a group of
// their own.
func mapInOrder[A, B any](ctx context.Context, inputs iter.Seq[A], reading *search.Group, threads int,
	do func(A) B) (answers chan chan B, free chan struct{}) {
	answers, free = make(chan chan B, readAhead*threads), make(chan struct{}, threads)
	reading.Go(func() {
		defer close(answers)
		for in := range inputs {
			answer := make(chan B, 1)
			select {
			case free <- struct{}{}:
			case <-ctx.Done():
				return
			}
			select {
			case answers <- answer:
			case <-ctx.Done():
				<-free
				return
			}
			go func() {
				answer <- do(in)
				<-free
			}()
		}
	})
	return answers, free
}

// answerInput finds the answer to one input.
func (in Input) answerInput(ctx context.Context, s quadrille.Search) (a Answer) {
	defer source.CatchBug(&a.Err, "answering for", func() source.Span { return source.WholeFile(in.Name) })
	a = Answer{Name: in.Name, Place: in.Place, Err: in.Err, limit: s.Limit, inLine: in.inLine}
	if a.Err != nil || a.answerSudoku(in, s) {
		return a
	}
	in.Options.Stop = ctx.Err
	var p *quadrille.Puzzle
	if p, a.Err = quadrille.Load(in.Name, in.Text, in.Options); a.Err != nil {
		return a
	}
	if s.Limit == 0 {
		a.Number, a.Err = p.Count(ctx, s)
		return a
	}
	found := 0
	for solution, err := range p.Solutions(ctx, s) {
		if a.Err = err; err != nil {
			break
		}
		if found++; found == 1 {
			a.Solution = solution.LineText()
		}
	}
	a.Number = quadrille.NewNumber(big.NewInt(int64(found)), a.Err == nil && found < s.Limit)
	return a
}

// maxGuesses is how many guesses a sudoku may take that needs no matrix. Nearly all take
// less than a hundred.
const maxGuesses = 10_000

// answerSudoku answers for a sudoku of 81 characters, unless it is asked in a special way, or
// there is something wrong with it, or it is very hard. It makes no matrix, and takes a
// hundredth of the time.
func (a *Answer) answerSudoku(in Input, s quadrille.Search) bool {
	if in.Options.Format != sudokuFormat || len(in.Options.Params) > 0 || in.Options.UpTo != 0 || !usesPlanner(s) {
		return false
	}
	limit := s.Limit
	if limit == 0 {
		limit = math.MaxInt
	}
	g, ok := parseSudoku(in.Text)
	if !ok {
		return false
	}
	found, ended := solveSudokuWithin(g, limit, maxGuesses)
	if !ended {
		return false
	}
	if found.Count == 0 {
		_, a.Err = latin.ReadSudoku(in.Name, string(in.Text)) // clues that contradict each other
	} else if s.Limit > 0 {
		a.Solution = found.First.String()
	}
	a.Number = quadrille.NewNumber(big.NewInt(int64(found.Count)), found.Count < limit)
	return true
}

// usesPlanner reports whether a search leaves it to the planner how to search.
func usesPlanner(s quadrille.Search) bool {
	return (s.Engine == "" || s.Engine == schedule.Auto) && s.Choose == "" && s.Order == "" && s.OptionOrder == "" &&
		s.FilterBy == "" &&
		s.Restarts == 0 && s.Chooser == nil && s.NewFilter == nil && s.Tracer == nil
}

// WithoutSolution returns the answer without the solution, as if solutions were only counted.
func (a Answer) WithoutSolution() Answer {
	a.Solution, a.limit = "", 0
	return a
}

// String writes the answer in a line: the solution, and the number of those found if more
// than one was wanted, behind a tab; or the number alone, if solutions were counted; or what
// is wrong.
func (a Answer) String() string {
	solution := cmp.Or(a.Solution, "no solution")
	switch {
	case a.Err != nil:
		return source.EscapeText(a.faultText())
	case a.limit == 0:
		return a.Number.String()
	case a.limit == 1:
		return source.EscapeText(solution)
	}
	return source.EscapeText(solution) + "\t" + a.Number.String()
}

// faultText says in a line where something is wrong, and the first thing that is.
func (a Answer) faultText() string {
	text := a.Name + ": error: " + strings.TrimPrefix(a.Err.Error(), a.Name+": ")
	var list quadrille.Diagnostics
	if errors.As(a.Err, &list) && len(list) > 0 {
		text = list[0].Error()
		if rest, ok := strings.CutPrefix(text, a.Name+":1:"); ok && a.inLine {
			text = a.Name + ":" + rest
		}
		if list[0].Hint != "" {
			text += "; " + list[0].Hint
		}
		if len(list) > 1 {
			text += fmt.Sprintf(" (and %d more)", len(list)-1)
		}
	}
	if a.Place != "" {
		return a.Place + ": " + text
	}
	return text
}

// MarshalJSON writes the answer as an object: solution, and how many were found, and whether
// that is the exact number of all; or the error.
func (a Answer) MarshalJSON() ([]byte, error) {
	if a.Err != nil {
		return json.Marshal(struct {
			Name  string `json:"name"`
			Place string `json:"place,omitempty"`
			Error string `json:"error"`
		}{a.Name, a.Place, a.faultText()})
	}
	_, exact := a.Number.Exact()
	return json.Marshal(struct {
		Name      string   `json:"name"`
		Place     string   `json:"place,omitempty"`
		Solution  string   `json:"solution,omitempty"`
		Solutions *big.Int `json:"solutions"`
		Exact     bool     `json:"exact"`
	}{a.Name, a.Place, a.Solution, a.Number.AtLeast(), exact})
}
