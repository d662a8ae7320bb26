// Package assist answers questions of editors about the text of a puzzle: its errors, the meaning of a place in it,
// and what can be typed there.
//
// Its input is a named text, and the folder beside it as an [fs.FS]; its output is plain values. Places are offsets in
// bytes. The package knows nothing of protocols, editors or the operating system, so that both the language server and
// the page in the browser can use it.
//
// A [PuzzleText] computes its results once and in stages: the tokens, the syntax tree, what the names and statements
// mean, and last the items and options. Only the last stage may take long.
package assist

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"quadrille/compile"
	"quadrille/compile/check"
	"quadrille/lang/ast"
	"quadrille/lang/format"
	"quadrille/lang/parse"
	"quadrille/lang/source"
)

// Range is a half-open range of bytes of a text.
type Range struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// Edit replaces a range by a text.
type Edit struct {
	Range
	Text string `json:"text"`
}

// PuzzleText is one version of the text of a puzzle, with the results computed from it. The text does not change, and
// several goroutines may use it.
type PuzzleText struct {
	fileName, puzzleText string
	folderFiles          fs.FS

	tokens          func() []parse.Token
	parseResult     func() parseResult
	checkedAnalysis func() check.Analysis
	lowerResult     func() lowerResult

	statements  func() []textStatement
	nameUses    func() []nameUse
	kindsByName func() map[string]string

	knownScope  atomic.Pointer[nameScope] // names in scope; until they are computed, the names of an earlier version
	knownTree   atomic.Pointer[ast.File]  // syntax tree; until it is computed, that of an earlier version
	knownTokens atomic.Pointer[tokenList] // tokens; until they are computed, those of an earlier version

	// knownStatements holds the parsed statements by their spelling; until they are computed, those of an earlier
	// version.
	knownStatements atomic.Pointer[map[string]*parsedStatement]
	// knownFiles holds the used files by their content; until they are read, those of an earlier version.
	knownFiles atomic.Pointer[map[string]*PuzzleText]

	editCount int         // number of edits since the whole text was last parsed
	isLowered atomic.Bool // whether the items and options have been made
	isStopped atomic.Bool // whether StopWork has been called
}

// tokenList holds the tokens of a text.
type tokenList struct {
	scannedText   string
	scannedTokens []parse.Token
}

type parseResult struct {
	file *ast.File
	errs source.DiagnosticList
}

type lowerResult struct {
	program       *compile.Program      // program with its items and options; nil if there are errors
	errs          source.DiagnosticList // errors and warnings
	internalError error                 // bug that ended the computation, or nil
}

// NewText returns a text, about which nothing is computed yet. The argument files is the folder of the puzzle; nil
// stands for an empty folder.
func NewText(name, text string, files fs.FS) *PuzzleText {
	t := &PuzzleText{fileName: name, puzzleText: text, folderFiles: files}
	t.tokens = sync.OnceValue(t.scanTokens)
	t.parseResult = sync.OnceValue(t.parseText)
	t.checkedAnalysis = sync.OnceValue(func() check.Analysis {
		learned := t.checkText()
		if !t.isStopped.Load() {
			t.knownScope.Store(&nameScope{namesInScope: learned.VisibleNames})
		}
		return learned
	})
	t.lowerResult = sync.OnceValue(func() lowerResult {
		defer t.isLowered.Store(true)
		return t.lowerText()
	})
	t.statements = sync.OnceValue(t.splitStatements)
	t.nameUses = sync.OnceValue(t.findUsedNames)
	t.kindsByName = sync.OnceValue(t.findKinds)
	return t
}

// AfterEdit returns a new PuzzleText for the edited text. Statements that did not change are not parsed again. Until
// the names of the new version are computed, completion uses the names of the earlier version. So a word can be
// completed while it is typed, however large the file is.
func (t *PuzzleText) AfterEdit(text string) *PuzzleText {
	after := NewText(t.fileName, text, t.folderFiles)
	after.knownScope.Store(t.knownScope.Load())
	after.knownStatements.Store(t.knownStatements.Load())
	after.knownFiles.Store(t.knownFiles.Load())
	if after.editCount = t.editCount + 1; after.editCount == maxEdits {
		after.editCount = 0
		return after
	}
	after.knownTree.Store(t.knownTree.Load())
	after.knownTokens.Store(t.knownTokens.Load())
	return after
}

// StopWork makes all computations for the text end early. Results after that are not valid.
func (t *PuzzleText) StopWork() { t.isStopped.Store(true) }

var errStopped = errors.New("nobody asks any more")

func (t *PuzzleText) stopError() error {
	if t.isStopped.Load() {
		return errStopped
	}
	return nil
}

// maxEdits is the number of edits after which the whole text is parsed again. Until then, unchanged statements keep
// earlier versions of the text in memory.
const maxEdits = 50

func (t *PuzzleText) scanTokens() []parse.Token {
	before := t.knownTokens.Load()
	if before == nil {
		before = &tokenList{}
	}
	tokens := parse.Retokenize(before.scannedTokens, before.scannedText, t.puzzleText)
	t.knownTokens.Store(&tokenList{t.puzzleText, tokens})
	return tokens
}

// IsLowered reports whether the items and options have been made. After that no result takes long.
func (t *PuzzleText) IsLowered() bool { return t.isLowered.Load() }

// nameScope holds the names in scope, and their pictures, each drawn at first use.
type nameScope struct {
	namesInScope []check.NameInfo
	pictures     sync.Map // picture of each name, by the index of the name in namesInScope
}

func (s *nameScope) pictureOfNamed(n int) string {
	if p, drawn := s.pictures.Load(n); drawn {
		return p.(string)
	}
	p := fencedBlock(drawNamed(s.namesInScope[n]))
	s.pictures.Store(n, p)
	return p
}

// currentScope returns the names in scope, or those of an earlier version before they are computed.
func (t *PuzzleText) currentScope() *nameScope {
	if known := t.knownScope.Load(); known != nil {
		return known
	}
	return &nameScope{namesInScope: t.checkedAnalysis().VisibleNames}
}

// Name returns the name of the text.
func (t *PuzzleText) Name() string { return t.fileName }

// String returns the text.
func (t *PuzzleText) String() string { return t.puzzleText }

func (t *PuzzleText) parseText() (p parseResult) {
	var err error
	p.file, err = parse.Reparse(t.knownTree.Load(), t.fileName, []byte(t.puzzleText))
	t.knownTree.Store(p.file)
	errors.As(err, &p.errs)
	return p
}

// CheckLimits returns the limits of an editor's check, which runs after each pause in typing.
func CheckLimits() check.Limits { return check.EditorLimits() }

func (t *PuzzleText) checkText() check.Analysis {
	p := t.parseResult()
	return check.AnalyzeFile(p.file, t.newImporter(),
		check.FileOptions{Limits: CheckLimits(), IsIncomplete: p.errs != nil,
			CheckStop: t.stopError})
}

func (t *PuzzleText) lowerText() (l lowerResult) {
	learned, p := t.checkedAnalysis(), t.parseResult()
	if learned.Puzzle == nil || p.errs != nil {
		return l
	}
	program, err := compile.LowerPuzzle(learned.Puzzle, compile.ProgramOptions{Limits: CheckLimits(),
		CheckStop: t.stopError})
	switch {
	case err != nil:
		errors.As(err, &l.errs)
		l.internalError = bugOf(err)
	case learned.Err == nil:
		l.program = program
		l.errs = append(l.errs, program.Warnings...)
	}
	return l
}

// Format returns the text in its canonical spelling, or the error in the text that prevents that.
func (t *PuzzleText) Format() (string, error) {
	if p := t.parseResult(); p.errs != nil {
		return "", p.errs
	}
	return format.FormatFile(t.parseResult().file), nil
}

// findNamed returns what a name of the file stands for, if the function ofKind accepts its kind.
func (t *PuzzleText) findNamed(name string, ofKind func(kind string) bool) (check.NameInfo, bool) {
	scope := t.checkedAnalysis().VisibleNames
	i, _ := slices.BinarySearchFunc(scope, name, func(n check.NameInfo,
		name string) int {
		return strings.Compare(n.Name, name)
	})
	for ; i < len(scope) && scope[i].Name == name; i++ {
		if ofKind(scope[i].Kind) {
			return scope[i], true
		}
	}
	return check.NameInfo{}, false
}

// tokenAt returns the index of the token that contains an offset or ends there, or else of the next token. At the
// border of two adjacent tokens it returns the second token, unless that is a sign.
func (t *PuzzleText) tokenAt(offset int) int {
	tokens := t.tokens()
	i, _ := slices.BinarySearchFunc(tokens, offset, func(k parse.Token, offset int) int { return k.End - offset - 1 })
	if i > 0 && tokens[i-1].End == offset && (i == len(tokens) || tokens[i].Start > offset ||
		tokens[i].Kind == parse.Operator) {
		return i - 1
	}
	return i
}

func toRange(r source.Range) Range { return Range{r.Start, r.End} }

func (r Range) containsOffset(offset int) bool { return r.Start <= offset && offset <= r.End }
