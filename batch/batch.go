// Package batch solves or counts many puzzles, each of them a file or a line of text.
//
// [ReadInputs] reads the puzzles, and [AnswerAll] answers them on several threads, in order.
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

// Answer is the result for one puzzle of a batch.
type Answer struct {
	Name, Place string // name and place of the puzzle, as in its [Input]
	// Solution is the first solution in one line, in the form of [quadrille.Solution.LineText]. It is "" if there is
	// no solution, or if solutions were only counted.
	Solution string
	// Number is the number of solutions found.
	Number quadrille.Number
	Err    error
	// largest number of solutions to find; 0 means that all were counted
	solutionLimit int
	hasLineNumber bool // whether Name contains a line number, as the puzzle is one line of a file
}

// AnswerAll searches each puzzle on one of [quadrille.Search.Threads] threads. The answers come in the order of the
// inputs. An error in one puzzle does not end the others. It finds at most [quadrille.Search.Limit] solutions of each
// puzzle; with limit 0 it counts all of them and returns none. The loop ends early if ctx ends. Progress and effort are
// not reported.
//
// The sequence of inputs may be infinite, because only some of them are read ahead. A separate goroutine reads them.
// After the loop has ended, that goroutine ends at its next input.
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
				free <- struct{}{} // waits until all goroutines have ended their work
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

// readAhead is the number of finished answers per thread that may wait for an earlier one. It is large enough that a
// hard puzzle does not stop the other threads.
const readAhead = 64

// mapInOrder applies a function to each input, on a limited number of goroutines. It returns a channel of the results
// in the order of the inputs. The channel free has an element for each goroutine that works. A goroutine of the group
// reading reads the inputs.
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

// answerInput returns the answer to one input.
func (in Input) answerInput(ctx context.Context, s quadrille.Search) (a Answer) {
	defer source.CatchBug(&a.Err, "answering for", func() source.Span { return source.WholeFile(in.Name) })
	a = Answer{Name: in.Name, Place: in.Place, Err: in.Err, solutionLimit: s.Limit, hasLineNumber: in.hasLineNumber}
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

// maxGuesses is the largest number of guesses for a sudoku that is solved without a matrix. Nearly all sudokus need
// less than a hundred.
const maxGuesses = 10_000

// answerSudoku answers a sudoku of 81 characters without a matrix, in a hundredth of the time that the search of a
// matrix takes. It returns false if the sudoku needs a matrix: if the search has special settings, or if the sudoku has
// an error or is very hard.
func (a *Answer) answerSudoku(in Input, s quadrille.Search) bool {
	if in.Options.Format != sudokuFormat || len(in.Options.Params) > 0 || in.Options.UpTo != 0 || !needsPlanner(s) {
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
	if found.CompletionCount == 0 {
		_, a.Err = latin.ReadSudoku(in.Name, string(in.Text)) // the clues of the sudoku contradict one another
	} else if s.Limit > 0 {
		a.Solution = found.FirstCompletion.String()
	}
	a.Number = quadrille.NewNumber(big.NewInt(int64(found.CompletionCount)), found.CompletionCount < limit)
	return true
}

// needsPlanner reports whether the search settings leave the choice of the engine to the planner.
func needsPlanner(s quadrille.Search) bool {
	return (s.Engine == "" || s.Engine == schedule.Auto) && s.Choose == "" && s.Order == "" && s.OptionOrder == "" &&
		s.FilterBy == "" &&
		s.Restarts == 0 && s.Chooser == nil && s.NewFilter == nil && s.Tracer == nil
}

// WithoutSolution returns the answer as if solutions had only been counted.
func (a Answer) WithoutSolution() Answer {
	a.Solution, a.solutionLimit = "", 0
	return a
}

// String returns the answer in a line. It is the solution, followed by a tab and the number of solutions if more than
// one was requested. If solutions were only counted, it is the number alone. If there was an error, it is the text of
// the error.
func (a Answer) String() string {
	solution := cmp.Or(a.Solution, "no solution")
	switch {
	case a.Err != nil:
		return source.EscapeText(a.errorText())
	case a.solutionLimit == 0:
		return a.Number.String()
	case a.solutionLimit == 1:
		return source.EscapeText(solution)
	}
	return source.EscapeText(solution) + "\t" + a.Number.String()
}

// errorText returns the error in one line, with its place and the first diagnostic.
func (a Answer) errorText() string {
	text := a.Name + ": error: " + strings.TrimPrefix(a.Err.Error(), a.Name+": ")
	var list quadrille.Diagnostics
	if errors.As(a.Err, &list) && len(list) > 0 {
		text = list[0].Error()
		if rest, ok := strings.CutPrefix(text, a.Name+":1:"); ok && a.hasLineNumber {
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

// MarshalJSON returns the answer as an object, with the solution, the number found, and whether the number is exact;
// or, if there was an error, with the error.
func (a Answer) MarshalJSON() ([]byte, error) {
	if a.Err != nil {
		return json.Marshal(struct {
			Name  string `json:"name"`
			Place string `json:"place,omitempty"`
			Error string `json:"error"`
		}{a.Name, a.Place, a.errorText()})
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
