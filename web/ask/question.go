package ask

import (
	"quadrille"
	"quadrille/play"
	"quadrille/render"
	"quadrille/runtime/matrix"
)

// Question is what a page wants to know.
type Question struct {
	// Do is a key of questionHandlers.
	Do string `json:"do"`
	// Text is the puzzle, and Name the path of its file from the folder of the host. The
	// name says from where the text may use other files, and stands in diagnostics.
	Text string `json:"text"`
	Name string `json:"name,omitempty"`
	// Params replaces the values of parameters.
	Params map[string]int64 `json:"params,omitempty"`
	// UpTo says which solutions count as one: "symmetry", "rotation", or "" for none.
	UpTo string `json:"upTo,omitempty"`
	// Engine is the engine to search with; "" leaves it to the planner.
	Engine string `json:"engine,omitempty"`
	// At is a place in the text, for hover and complete, and Code a kind of mistake, for
	// explain.
	At   int    `json:"at,omitempty"`
	Code string `json:"code,omitempty"`
	// Pictures are documents of SVG that were sent, for paper.
	Pictures []string `json:"pictures,omitempty"`
	// Solutions are to be drawn, for draw: numbers and options, as they came.
	Solutions []Solution `json:"solutions,omitempty"`
	// Moves are what has been put on the board by hand, for try, and Hint asks for a next step as well.
	Moves []play.Move `json:"moves,omitempty"`
	Hint  bool        `json:"hint,omitempty"`
	// Drawn asks solve for a drawing of each solution, and not only of the first one.
	Drawn bool `json:"drawn,omitempty"`
	// Limit bounds what is sent: solutions, or options of the matrix.
	Limit int `json:"limit,omitempty"`
	// Seconds and Bytes bound a search. The host may set less.
	Seconds float64 `json:"seconds,omitempty"`
	Bytes   int64   `json:"bytes,omitempty"`
}

// Answer is a part of what a page is told. One field is set. The last answer to every
// question is an End.
type Answer struct {
	Checked   *CheckResult     `json:"checked,omitempty"`
	Hover     *Hover           `json:"hover,omitempty"`
	Words     []CompletionWord `json:"words,omitempty"`
	Formatted *string          `json:"formatted,omitempty"`
	Page      *string          `json:"page,omitempty"` // Markdown
	About     *TextOverview    `json:"about,omitempty"`
	Drawing   *Drawing         `json:"drawing,omitempty"`
	Solutions []Solution       `json:"solutions,omitempty"`
	Progress  *SearchProgress  `json:"progress,omitempty"`
	Count     *SolutionCount   `json:"count,omitempty"`
	Verdict   *Verdict         `json:"verdict,omitempty"`
	Matrix    *Matrix          `json:"matrix,omitempty"`
	Film      *string          `json:"film,omitempty"` // a page in one file
	Finding   *Finding         `json:"finding,omitempty"`
	Paper     []byte           `json:"paper,omitempty"` // a document of PDF
	Game      *play.Board      `json:"game,omitempty"`
	Judged    *play.Verdict    `json:"judged,omitempty"`
	Step      *play.Step       `json:"step,omitempty"`
	End       *End             `json:"end,omitempty"`
}

// Range is a run of characters of the text, counted in UTF-16 code units, as pages count
// them.
type Range struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// CheckResult is what is wrong with a text, or odd about it.
type CheckResult struct {
	Diagnostics []Diagnostic `json:"diagnostics"`
}

// Diagnostic is something that is wrong with a text, or odd about it.
type Diagnostic struct {
	Range
	Severity string `json:"severity"` // error, warning or info
	Code     string `json:"code"`
	Summary  string `json:"summary"`
	Hint     string `json:"hint,omitempty"`
	Fixes    []Fix  `json:"fixes,omitempty"`
}

// Fix mends a text.
type Fix struct {
	Title string `json:"title"`
	Edits []Edit `json:"edits"`
}

// Edit puts a text in the place of a range.
type Edit struct {
	Range
	Text string `json:"text"`
}

// Hover tells in Markdown what stands at a place.
type Hover struct {
	Range
	Markdown string `json:"markdown"`
}

// CompletionWord could stand at a place. Its edit puts it there.
type CompletionWord struct {
	Edit
	Label    string `json:"label"`
	Kind     string `json:"kind"`
	Detail   string `json:"detail,omitempty"`
	Markdown string `json:"markdown,omitempty"`
}

// TextOverview is what a text is that has a meaning.
type TextOverview struct {
	Title string `json:"title,omitempty"`
	// Text has a line for the board, for each piece, and for the matrix.
	Text         string            `json:"text"`
	Params       []quadrille.Param `json:"params"`
	Expectations []Expectation     `json:"expectations"`
	Drawable     bool              `json:"drawable"`  // solutions have pictures
	Symmetric    bool              `json:"symmetric"` // symmetries are known, so UpTo may be asked for
}

// Expectation is what a text says about the number of its solutions.
type Expectation struct {
	Line int    `json:"line"`
	Text string `json:"text"`
}

// Solution is a solution. Of a search the first one is drawn; the others are drawn when a page asks for it.
type Solution struct {
	Number int `json:"number"` // from 1
	// Options are those of the matrix that are chosen; none for a dissection that was found in stages.
	Options []matrix.OptionID `json:"options,omitempty"`
	// SolutionViews is nil for a solution that is not drawn.
	*SolutionViews
}

// SolutionViews is how a solution is shown.
type SolutionViews struct {
	SVG  string `json:"svg,omitempty"`
	Text string `json:"text"`
	// Lattice names the lattice of the cells of Placements.
	Lattice    string                `json:"lattice"`
	Placements []quadrille.Placement `json:"placements"`
	// Scene is what a viewer of solids shows of a packing with cubes.
	Scene *render.Scene `json:"scene,omitempty"`
}

// SearchProgress says how far a search has come.
type SearchProgress struct {
	Share     float64 `json:"share"` // an estimate, from 0 to 1
	Solutions int64   `json:"solutions"`
	Nodes     int64   `json:"nodes"`
	Level     int     `json:"level"`
}

// SolutionCount is a number of solutions. Exact tells it from a lower bound.
type SolutionCount struct {
	Number string `json:"number"` // decimal, of any size
	Exact  bool   `json:"exact"`
	Group  string `json:"group,omitempty"` // the symmetries under which solutions count as one
}

// Verdict is what has come of an expectation: "met", "failed", "not applicable" or
// "undecided".
type Verdict struct {
	Expectation
	Outcome string `json:"outcome"`
	Found   string `json:"found,omitempty"`
}

// Finding is what was found out about the solutions: why there is none, or what makes the one the only one.
type Finding struct {
	Words string `json:"words"`          // one or several lines
	None  bool   `json:"none,omitempty"` // there is no solution, and it may be asked why
	Lines []int  `json:"lines,omitempty"`
	SVG   string `json:"svg,omitempty"`
}

// Drawing is a picture of a board or a piece, and a line about it; or of a board with moves on it.
type Drawing struct {
	Name  string `json:"name"`
	About string `json:"about"`
	SVG   string `json:"svg"`
	Text  string `json:"text"`
}

// Matrix tells the size of a matrix, and its first options.
type Matrix struct {
	Primary   int         `json:"primary"`
	Secondary int         `json:"secondary"`
	Options   int         `json:"options"`
	Entries   int         `json:"entries"`
	Items     []string    `json:"items"`
	Rows      []OptionRow `json:"rows"`
	// Lowering says in a table what each statement became.
	Lowering string `json:"lowering"`
}

// OptionRow is an option: its items, and what it stands for.
type OptionRow struct {
	Items  []string `json:"items"`
	Origin string   `json:"origin,omitempty"`
}

// End is the last answer to a question.
type End struct {
	// Reason is why it is the last: "done", "limit" where more was not wanted and there
	// may be more, "time", "memory", "stopped", or "error".
	Reason string `json:"reason"`
	// Error says in words what went wrong.
	Error   string            `json:"error,omitempty"`
	HasMore bool              `json:"more,omitempty"` // there are more solutions, for certain
	Seconds float64           `json:"seconds"`
	Effort  *quadrille.Effort `json:"effort,omitempty"` // of a search
}
