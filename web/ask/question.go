package ask

import (
	"quadrille"
)

// Question is what a page wants to know.
type Question struct {
	// Do is one of the words of [Words].
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
	// At is a place in the text, for hover and complete.
	At int `json:"at,omitempty"`
	// Limit bounds what is sent: solutions, or options of the matrix.
	Limit int `json:"limit,omitempty"`
	// Seconds and Bytes bound a search. The host may set less.
	Seconds float64 `json:"seconds,omitempty"`
	Bytes   int64   `json:"bytes,omitempty"`
}

// Answer is a part of what a page is told. One field is set. The last answer to every
// question is an End.
type Answer struct {
	Checked   *Checked  `json:"checked,omitempty"`
	Hover     *Hover    `json:"hover,omitempty"`
	Words     []Word    `json:"words,omitempty"`
	Formatted *string   `json:"formatted,omitempty"`
	Solution  *Solution `json:"solution,omitempty"`
	Progress  *Progress `json:"progress,omitempty"`
	Count     *Count    `json:"count,omitempty"`
	Verdict   *Verdict  `json:"verdict,omitempty"`
	Drawing   *Drawing  `json:"drawing,omitempty"`
	Matrix    *Matrix   `json:"matrix,omitempty"`
	End       *End      `json:"end,omitempty"`
}

// Checked is what a text is, and what is wrong with it.
type Checked struct {
	Diagnostics []Diagnostic `json:"diagnostics"`
	// The rest is known where there is no error.
	Title string `json:"title,omitempty"`
	// About has a line for the board, for each piece, and for the matrix.
	About        string            `json:"about,omitempty"`
	Params       []quadrille.Param `json:"params"`
	Expectations []Expectation     `json:"expectations"`
	Drawable     bool              `json:"drawable"`  // solutions have pictures
	Symmetric    bool              `json:"symmetric"` // symmetries are known, so UpTo may be asked for
}

// Diagnostic is something that is wrong with a text, or odd about it. Places are counted
// in UTF-16 code units, as pages count them.
type Diagnostic struct {
	From     int    `json:"from"`
	To       int    `json:"to"`
	Severity string `json:"severity"` // error or warning
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

// Edit puts a text in place of what stands between two places.
type Edit struct {
	From int    `json:"from"`
	To   int    `json:"to"`
	Text string `json:"text"`
}

// Expectation is what a text says about the number of its solutions.
type Expectation struct {
	Line int    `json:"line"`
	Text string `json:"text"`
}

// Hover tells what stands at a place, in Markdown.
type Hover struct {
	From int    `json:"from"`
	To   int    `json:"to"`
	Text string `json:"text"`
}

// Word could stand at a place, in place of what stands from From to there.
type Word struct {
	From   int    `json:"from"`
	Text   string `json:"text"`
	Kind   string `json:"kind"`
	Detail string `json:"detail,omitempty"`
	Info   string `json:"info,omitempty"` // Markdown
}

// Solution is a solution with its pictures.
type Solution struct {
	Number int    `json:"number"` // from 1
	SVG    string `json:"svg,omitempty"`
	Text   string `json:"text"`
	// Lattice names the lattice of the cells of Placements.
	Lattice    string                `json:"lattice"`
	Placements []quadrille.Placement `json:"placements"`
}

// Progress says how far a search has come.
type Progress struct {
	Share     float64 `json:"share"` // an estimate, from 0 to 1
	Solutions int64   `json:"solutions"`
	Nodes     int64   `json:"nodes"`
	Level     int     `json:"level"`
}

// Count is a number of solutions. Exact tells it from a lower bound.
type Count struct {
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

// Drawing is a picture of a board or a piece, and a line about it.
type Drawing struct {
	Name  string `json:"name"`
	About string `json:"about"`
	SVG   string `json:"svg"`
	Text  string `json:"text"`
}

// Matrix tells the size of a matrix, and its first options.
type Matrix struct {
	Primary   int      `json:"primary"`
	Secondary int      `json:"secondary"`
	Options   int      `json:"options"`
	Entries   int      `json:"entries"`
	Items     []string `json:"items"`
	Rows      []Row    `json:"rows"`
	// Lowering says in a table what each statement became.
	Lowering string `json:"lowering"`
}

// Row is an option: its items, and what it stands for.
type Row struct {
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
	More    bool              `json:"more,omitempty"` // there are more solutions, for certain
	Seconds float64           `json:"seconds"`
	Effort  *quadrille.Effort `json:"effort,omitempty"` // of a search
}
