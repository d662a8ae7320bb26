package lsp

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"quadrille/editors/assist"
	"quadrille/lang/source"
)

// requests are those about a document.
var requests = map[string]func(*server, *document, documentParams) (any, error){
	"textDocument/hover":                     (*server).hover,
	"textDocument/completion":                (*server).completion,
	"textDocument/definition":                (*server).definition,
	"textDocument/references":                (*server).references,
	"textDocument/documentHighlight":         (*server).highlight,
	"textDocument/prepareRename":             (*server).prepareRename,
	"textDocument/rename":                    (*server).rename,
	"textDocument/documentSymbol":            (*server).symbols,
	"textDocument/foldingRange":              (*server).folds,
	"textDocument/semanticTokens/full":       (*server).tokens,
	"textDocument/semanticTokens/full/delta": (*server).newTokens,
	"textDocument/semanticTokens/range":      (*server).tokensIn,
	"textDocument/formatting":                (*server).format,
	"textDocument/codeAction":                (*server).actions,
	"textDocument/codeLens":                  (*server).lenses,
	"textDocument/inlayHint":                 (*server).hints,
}

// at returns the offset that a request is about.
func (d *document) at(p documentParams) int { return d.lines.offset(p.Position) }

func (l *lines) edits(edits []assist.Edit) []textEdit {
	out := []textEdit{}
	for _, e := range edits {
		out = append(out, textEdit{l.span(e.Range), e.Text})
	}
	return out
}

func (d *document) change(edits []assist.Edit) workspaceEdit {
	return workspaceEdit{map[string][]textEdit{d.uri: d.lines.edits(edits)}}
}

func markdown(text string) markup { return markup{"markdown", text} }

// severities as the protocol numbers them.
var severities = map[assist.Severity]int{assist.Error: 1, assist.Warning: 2, assist.Info: 3}

func (s *server) diagnostics(d *document) (out []diagnostic) {
	out = []diagnostic{}
	defer func() {
		if met := recover(); met != nil {
			bug := source.NewBug(met, "looking at", source.Whole(d.text.Name()))
			out = []diagnostic{{Severity: severities[assist.Error], Source: "puz", Message: bug.Error()}}
		}
	}()
	for _, a := range d.text.Diagnostics() {
		out = append(out, s.diagnostic(d, a))
	}
	return out
}

func (s *server) diagnostic(d *document, a assist.Diagnostic) diagnostic {
	out := diagnostic{Range: d.lines.span(a.Range), Severity: severities[a.Severity], Code: a.Code, Source: "puz", Message: a.Summary}
	if a.Hint != "" {
		out.Message += "\n" + a.Hint
	}
	if a.Code == "unused-name" {
		out.Tags = []int{1} // editors show it faded
	}
	if a.At != nil {
		if l, ok := s.location(d, *a.At); ok {
			out.RelatedInformation = []relatedInformation{{l, "here"}}
		}
	}
	return out
}

func (s *server) hover(d *document, p documentParams) (any, error) {
	h, ok := d.text.Hover(d.at(p))
	if !ok {
		return nil, nil
	}
	return hover{markdown(h.Markdown), d.lines.span(h.Range)}, nil
}

// completionKinds as the protocol numbers them.
var completionKinds = map[string]int{
	"keyword": 14, "word": 14, "module": 9, "list": 17, "lattice": 25, "class": 20, "function": 3, "index": 6, "item": 5,
	"parameter": 21, "table": 21, "shape": 22, "board": 7, "piece": 23, "set": 13,
}

func (s *server) completion(d *document, p documentParams) (any, error) {
	items := []completionItem{}
	for k, c := range d.text.Complete(d.at(p)) {
		item := completionItem{
			Label: c.Label, Kind: completionKinds[c.Kind], Detail: c.Detail, SortText: fmt.Sprintf("%05d", k),
			TextEdit: textEdit{d.lines.span(c.Edit.Range), c.Edit.Text}, Also: d.lines.edits(c.Also),
		}
		if c.Markdown != "" {
			text := markdown(c.Markdown)
			item.Documentation = &text
		}
		items = append(items, item)
	}
	return items, nil
}

// location says where something is that may be in another file.
func (s *server) location(d *document, at assist.Location) (location, bool) {
	path, ok := pathOf(d.uri)
	text := ""
	switch {
	case at.Module != "":
		if s.options.Module == nil {
			return location{}, false
		}
		file, err := s.options.Module(at.Module)
		if err != nil {
			return location{}, false
		}
		path, text = file, assist.Module(at.Module)
	case at.File == "":
		return location{d.uri, d.lines.span(at.Range)}, true
	case !ok:
		return location{}, false
	default:
		path = filepath.Join(filepath.Dir(path), filepath.FromSlash(at.File))
		text = d.text.Beside(at.File)
	}
	return location{uriOf(path), newLines(text, s.bytes).span(at.Range)}, true
}

func (s *server) definition(d *document, p documentParams) (any, error) {
	at, ok := d.text.Definition(d.at(p))
	if !ok {
		return nil, nil
	}
	if l, ok := s.location(d, at); ok {
		return l, nil
	}
	return nil, nil
}

func (s *server) references(d *document, p documentParams) (any, error) {
	out := []location{}
	w := s.workspace(d)
	found := w.References(w.name, d.at(p))
	for _, name := range slices.Sorted(maps.Keys(found)) {
		uri, lines := w.file(name)
		for _, r := range found[name] {
			out = append(out, location{uri, lines.span(r)})
		}
	}
	declared, ok := d.text.Definition(d.at(p))
	if l, known := s.location(d, declared); ok && known {
		out = slices.DeleteFunc(out, func(o location) bool { return o == l })
		if p.Context.IncludeDeclaration {
			out = slices.Insert(out, 0, l)
		}
	}
	return out, nil
}

func (s *server) highlight(d *document, p documentParams) (any, error) {
	out := []map[string]Range{}
	for _, r := range d.text.References(d.at(p)) {
		out = append(out, map[string]Range{"range": d.lines.span(r)})
	}
	return out, nil
}

func (s *server) prepareRename(d *document, p documentParams) (any, error) {
	w := s.workspace(d)
	r, err := w.Renamable(w.name, d.at(p))
	if err != nil {
		return nil, err
	}
	return d.lines.span(r), nil
}

func (s *server) rename(d *document, p documentParams) (any, error) {
	w := s.workspace(d)
	edits, err := w.Rename(w.name, d.at(p), p.NewName)
	if err != nil {
		return nil, err
	}
	out := workspaceEdit{map[string][]textEdit{}}
	for name, list := range edits {
		uri, lines := w.file(name)
		out.Changes[uri] = lines.edits(list)
	}
	return out, nil
}

// symbolKinds as the protocol numbers them; what is no declaration is an event.
var symbolKinds = map[string]int{"parameter": 14, "table": 18, "shape": 23, "board": 5, "piece": 22, "set": 10, "item": 8, "use": 2, "puzzle": 15}

func (s *server) symbols(d *document, _ documentParams) (any, error) {
	out := []documentSymbol{}
	for _, a := range d.text.Outline() {
		kind, known := symbolKinds[a.Kind]
		if !known {
			kind = 24
		}
		out = append(out, documentSymbol{a.Name, a.Detail, kind, d.lines.span(a.Range), d.lines.span(a.At)})
	}
	return out, nil
}

func (s *server) folds(d *document, _ documentParams) (any, error) {
	out := []foldingRange{}
	for _, f := range d.text.Folds() {
		r := d.lines.span(f.Range)
		fold := foldingRange{StartLine: r.Start.Line, EndLine: r.End.Line}
		if f.Comment {
			fold.Kind = "comment"
		}
		out = append(out, fold)
	}
	return out, nil
}

// format replaces the lines that change, so that the cursor stays where it is elsewhere.
func (s *server) format(d *document, _ documentParams) (any, error) {
	before := d.text.String()
	after, err := d.text.Format()
	if err != nil || after == before {
		return []textEdit{}, nil // what is wrong is shown already
	}
	head := commonLines(before, after)
	before, after = before[head:], after[head:]
	tail := commonTail(before, after)
	e := assist.Edit{Range: assist.Range{Start: head, End: head + len(before) - tail}, Text: after[:len(after)-tail]}
	return d.lines.edits([]assist.Edit{e}), nil
}

// commonLines returns how many bytes two texts have in common, in whole lines.
func commonLines(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return strings.LastIndexByte(a[:n], '\n') + 1
}

// commonTail is the same from the end.
func commonTail(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	tail := a[len(a)-n:]
	if i := strings.IndexByte(tail, '\n'); i >= 0 {
		return len(tail) - i - 1
	}
	return 0
}

func (s *server) actions(d *document, p documentParams) (any, error) {
	at := d.lines.offsets(p.Range)
	out := []codeAction{}
	for _, a := range d.text.Diagnostics() {
		if a.End < at.Start || at.End < a.Start {
			continue
		}
		for k, f := range a.Fixes {
			out = append(out, codeAction{f.Title, "quickfix", []diagnostic{s.diagnostic(d, a)}, k == 0, d.change(f.Edits)})
		}
	}
	return out, nil
}

func (s *server) lenses(d *document, _ documentParams) (any, error) {
	out := []codeLens{}
	s.mu.Lock()
	empty := s.empty[d.uri] == d
	s.mu.Unlock()
	for _, l := range d.text.Lenses(empty) {
		r := d.lines.span(l.Range)
		out = append(out, codeLens{r, command{l.Ask, commandPrefix + l.Ask, []any{d.uri, r.Start.Line}}})
	}
	return out, nil
}

func (s *server) hints(d *document, p documentParams) (any, error) {
	all := d.text.Hints()
	if d.text.Whole() { // or else the editor asks again when it is
		all = append(all, d.text.Counts()...)
	}
	within := d.lines.offsets(p.Range)
	out := []inlayHint{}
	for _, h := range all {
		if within.Start <= h.Offset && h.Offset <= within.End {
			out = append(out, inlayHint{d.lines.position(h.Offset), h.Label, h.Detail, true})
		}
	}
	return out, nil
}
