package ask

import (
	"strings"

	"quadrille/play"
	"quadrille/render"
)

// sendGame sends all data that a page needs so that a person can solve the puzzle by hand, with pictures of the pieces.
func (a *questionRun) sendGame() error {
	p, err := a.loadPuzzle()
	if err != nil {
		return err
	}
	g, err := play.NewGame(p)
	if err != nil {
		return err
	}
	board := g.Board()
	if err := a.sendAnswer(Answer{Game: &board}); err != nil {
		return err
	}
	for _, d := range render.Drawings(p)[1:] { // the first drawing is the board
		if err := a.sendDrawing(d); err != nil {
			return err
		}
	}
	return nil
}

// sendMoveVerdict draws the board with the moves of a person. It then sends whether the moves are right, and the next
// step if the question asks for a hint.
func (a *questionRun) sendMoveVerdict() error {
	p, err := a.loadPuzzle()
	if err != nil {
		return err
	}
	g, err := play.NewGame(p)
	if err != nil {
		return err
	}
	drawn := &Drawing{}
	var svg strings.Builder
	if err := g.SVG(&svg, a.Moves); err != nil {
		return err
	}
	if drawn.Text, err = g.Text(a.Moves); err != nil {
		return err
	}
	drawn.SVG = svg.String()
	if err := a.sendAnswer(Answer{Drawing: drawn}); err != nil {
		return err
	}
	verdict, err := g.JudgeMoves(a.ctx, a.Moves)
	if err != nil {
		return err
	}
	if err := a.sendAnswer(Answer{MoveVerdict: &verdict}); err != nil || !a.WantsHint || verdict.State != play.Open {
		return err
	}
	step, err := g.NextStep(a.ctx, a.Moves)
	if err != nil {
		return err
	}
	return a.sendAnswer(Answer{Step: &step})
}
