package ask

import (
	"quadrille"
	"quadrille/play"
	"quadrille/render"
	"quadrille/runtime/matrix"
)

// Question is a request that the page sends about a puzzle. Kind decides which of the other fields are used.
type Question struct {
	// Kind is the kind of question, a key of questionHandlers.
	Kind string `json:"do"`
	// Text is the text of the puzzle, and Name the path of its file from the folder of the host. The name determines in
	// which folder the text may use files, and it is part of diagnostics.
	Text string `json:"text"`
	Name string `json:"name,omitempty"`
	// Params holds new values of the text's parameters, by name.
	Params map[string]int64 `json:"params,omitempty"`
	// Equivalence says which solutions count as one: "symmetry", "rotation", or "" for none.
	Equivalence string `json:"upTo,omitempty"`
	// Engine is the name of the engine; "" leaves the choice to the planner.
	Engine string `json:"engine,omitempty"`
	// Offset is an offset in the text in UTF-16 code units, for questions of the kinds hover and complete. Code is the
	// code of a diagnostic, for the kind explain.
	Offset int    `json:"at,omitempty"`
	Code   string `json:"code,omitempty"`
	// Pictures are SVG documents that were sent before, for questions of the kind paper.
	Pictures []string `json:"pictures,omitempty"`
	// Solutions are the solutions to draw, for questions of the kind draw. They have their numbers and options, as they
	// were sent before.
	Solutions []Solution `json:"solutions,omitempty"`
	// Moves are the pieces and symbols that a person has put on the board, for questions of the kind try. WantsHint
	// asks for the next step as well.
	Moves     []play.Move `json:"moves,omitempty"`
	WantsHint bool        `json:"hint,omitempty"`
	// DrawAll asks for a drawing of each solution and not only of the first one, for questions of the kind solve.
	DrawAll bool `json:"drawn,omitempty"`
	// MaxCount is the largest number of solutions to send, or of options of the matrix.
	MaxCount int `json:"limit,omitempty"`
	// MaxSeconds and MaxBytes bound the time and the memory of a search. The bounds of the host apply as well.
	MaxSeconds float64 `json:"seconds,omitempty"`
	MaxBytes   int64   `json:"bytes,omitempty"`
}

// Answer is one part of the answer to a question. Exactly one field is set. The last part is always an End.
type Answer struct {
	Checked     *CheckResult     `json:"checked,omitempty"`
	Hover       *Hover           `json:"hover,omitempty"`
	Completions []CompletionWord `json:"words,omitempty"`
	Formatted   *string          `json:"formatted,omitempty"`
	CodePage    *string          `json:"page,omitempty"` // page in Markdown
	Overview    *TextOverview    `json:"about,omitempty"`
	Drawing     *Drawing         `json:"drawing,omitempty"`
	Solutions   []Solution       `json:"solutions,omitempty"`
	Progress    *SearchProgress  `json:"progress,omitempty"`
	Count       *SolutionCount   `json:"count,omitempty"`
	Verdict     *Verdict         `json:"verdict,omitempty"`
	Matrix      *Matrix          `json:"matrix,omitempty"`
	Film        *string          `json:"film,omitempty"` // HTML page in one file
	Finding     *Finding         `json:"finding,omitempty"`
	PDF         []byte           `json:"paper,omitempty"` // PDF document
	Game        *play.Board      `json:"game,omitempty"`
	MoveVerdict *play.Verdict    `json:"judged,omitempty"`
	Step        *play.Step       `json:"step,omitempty"`
	End         *End             `json:"end,omitempty"`
}

// Range is a range of the text in UTF-16 code units, in which JavaScript counts.
type Range struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// CheckResult holds all errors and warnings about a text.
type CheckResult struct {
	Diagnostics []Diagnostic `json:"diagnostics"`
}

// Diagnostic is an error or a warning about a range of a text.
type Diagnostic struct {
	Range
	Severity string `json:"severity"` // error, warning or info
	Code     string `json:"code"`
	Summary  string `json:"summary"`
	Hint     string `json:"hint,omitempty"`
	Fixes    []Fix  `json:"fixes,omitempty"`
}

// Fix is a set of edits that corrects the cause of a diagnostic.
type Fix struct {
	Title string `json:"title"`
	Edits []Edit `json:"edits"`
}

// Edit replaces a range by a text.
type Edit struct {
	Range
	NewText string `json:"text"`
}

// Hover is the description of the word at a range, in Markdown.
type Hover struct {
	Range
	Markdown string `json:"markdown"`
}

// CompletionWord is a word that can be inserted at a place, with the edit that inserts it.
type CompletionWord struct {
	Edit
	Label    string `json:"label"`
	Kind     string `json:"kind"`
	Detail   string `json:"detail,omitempty"`
	Markdown string `json:"markdown,omitempty"`
}

// TextOverview is a summary of a puzzle whose text has no errors.
type TextOverview struct {
	Title string `json:"title,omitempty"`
	// Text has a line for the board, one for each piece, and one for the matrix.
	Text         string            `json:"text"`
	Params       []quadrille.Param `json:"params"`
	Expectations []Expectation     `json:"expectations"`
	IsDrawable   bool              `json:"drawable"` // whether solutions can be drawn
	// whether the symmetries of the puzzle are known, so that Question.Equivalence can be used
	HasKnownSymmetry bool `json:"symmetric"`
}

// Expectation is what the text of a puzzle claims about the number of its solutions.
type Expectation struct {
	Line int    `json:"line"`
	Text string `json:"text"`
}

// Solution is one solution. A search sends drawings only for the first one; the page requests the drawings of the
// others.
type Solution struct {
	Number int `json:"number"` // number of the solution, counted from 1
	// Options are the chosen options of the matrix. A dissection that was found in stages has none.
	Options []matrix.OptionID `json:"options,omitempty"`
	// SolutionViews holds the drawings; nil if the solution is not drawn.
	*SolutionViews
}

// SolutionViews holds the representations of a solution.
type SolutionViews struct {
	SVG  string `json:"svg,omitempty"`
	Text string `json:"text"`
	// Lattice is the name of the lattice of the cells in Placements.
	Lattice    string                `json:"lattice"`
	Placements []quadrille.Placement `json:"placements"`
	// Scene is the input of the viewer of solids, for a packing in space.
	Scene *render.SolutionScene `json:"scene,omitempty"`
}

// SearchProgress is a report on a running search.
type SearchProgress struct {
	DoneShare     float64 `json:"share"` // estimated fraction of the search that is done, from 0 to 1
	SolutionCount int64   `json:"solutions"`
	NodeCount     int64   `json:"nodes"`
	SearchLevel   int     `json:"level"`
}

// SolutionCount is a number of solutions. IsExact is false if it is a lower bound.
type SolutionCount struct {
	Number       string `json:"number"` // decimal, of any size
	IsExact      bool   `json:"exact"`
	SymmetryName string `json:"group,omitempty"` // name of the symmetries under which solutions count as one, or ""
}

// Verdict is the outcome of an expectation: "met", "failed", "not applicable" or "undecided".
type Verdict struct {
	Expectation
	Outcome   string `json:"outcome"`
	FoundText string `json:"found,omitempty"`
}

// Finding is the result of a question about the solutions: why there is none, or why there is only one.
type Finding struct {
	Sentences  string `json:"words"`          // the result in sentences, in one or several lines
	NoSolution bool   `json:"none,omitempty"` // whether there is no solution, so that the page can ask why
	// Lines holds the line numbers, from 1, of the parts of the text that the finding is about.
	Lines []int  `json:"lines,omitempty"`
	SVG   string `json:"svg,omitempty"`
}

// Drawing is a picture of a board or a piece, with a description in one line, or a picture of a board with moves on it.
type Drawing struct {
	Name        string `json:"name"`
	Description string `json:"about"`
	SVG         string `json:"svg"`
	Text        string `json:"text"`
}

// Matrix holds the numbers of items, options and entries of a matrix, and its first options.
type Matrix struct {
	PrimaryCount   int         `json:"primary"`
	SecondaryCount int         `json:"secondary"`
	OptionCount    int         `json:"options"`
	EntryCount     int         `json:"entries"`
	ItemNames      []string    `json:"items"`
	OptionRows     []OptionRow `json:"rows"`
	// LoweringTable is a table of the items and options into which each statement was compiled.
	LoweringTable string `json:"lowering"`
}

// OptionRow is one option: the names of its items, and what the option stands for.
type OptionRow struct {
	ItemNames []string `json:"items"`
	Origin    string   `json:"origin,omitempty"`
}

// End is the last answer to a question.
type End struct {
	// Reason is the reason why the answers end: "done", "limit" if there may be more solutions than requested,
	// "time", "memory", "stopped", or "error".
	Reason string `json:"reason"`
	// Error is a description of the error, if there was one.
	Error   string            `json:"error,omitempty"`
	HasMore bool              `json:"more,omitempty"` // whether there are certainly more solutions
	Seconds float64           `json:"seconds"`
	Effort  *quadrille.Effort `json:"effort,omitempty"` // work of the search, or nil
}
