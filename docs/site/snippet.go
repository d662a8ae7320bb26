package site

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"html"
	"html/template"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"

	"quadrille"
	"quadrille/lang/parse"
)

// fenceRenderer renders the fenced code blocks of a page.
type fenceRenderer struct {
	*siteBuilder
	currentPage *sitePage
}

func (f fenceRenderer) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindFencedCodeBlock, func(w util.BufWriter, source []byte, n ast.Node,
		entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		info := ""
		if i := n.(*ast.FencedCodeBlock).Info; i != nil {
			info = string(i.Value(source))
		}
		_, err := w.WriteString(string(f.renderFence(strings.Fields(info), string(n.Lines().Value(source)))))
		return ast.WalkSkipChildren, err
	})
}

// renderFence renders a fenced block. The words after the backticks are the language. For a puzzle, the word `picture`
// may follow, which asks for a drawing of the first solution, and then values of parameters.
func (f fenceRenderer) renderFence(words []string, text string) template.HTML {
	kind := append(words, "")[0]
	switch kind {
	case "puz":
		out := f.snippetHTML(f.currentPage, text)
		if len(words) > 1 && words[1] == "picture" {
			out += f.figureHTML(text, words[2:])
		}
		return out
	case "console":
		return "<pre class=\"console\">" + sessionHTML(text) + "</pre>\n"
	}
	return template.HTML("<pre class=\"" + html.EscapeString(kind) + "\">" + html.EscapeString(text) + "</pre>\n")
}

// frameSigns are the characters from which pictures in text are made. Lines that contain them are not wrapped.
const frameSigns = "│─┌┐└┘├┤┬┴┼"

// sessionHTML renders a terminal session. Lines that a user types, and lines that may be wrapped, get their own HTML
// classes.
func sessionHTML(text string) template.HTML {
	var out strings.Builder
	for line := range strings.Lines(text) {
		escaped := html.EscapeString(strings.TrimSuffix(line, "\n"))
		switch {
		case strings.HasPrefix(line, "$ "):
			escaped = "<b>" + escaped + "</b>"
		case !strings.ContainsAny(line, frameSigns):
			escaped = "<span>" + escaped + "</span>"
		}
		out.WriteString(escaped + "\n")
	}
	return template.HTML(out.String())
}

var fileLinePattern = regexp.MustCompile(`^// (\S+\.puz)\n`)

// splitFileName splits a text into the file name in its first line, and the rest.
func splitFileName(text string) (name, rest string) {
	if m := fileLinePattern.FindStringSubmatch(text); m != nil {
		return m[1], text[len(m[0]):]
	}
	return "", text
}

// readsFilesPattern matches snippets that use other files.
var readsFilesPattern = regexp.MustCompile(`\b(use|from) "`)

// snippetHTML renders a puzzle, with its name and a link to the playground.
func (b *siteBuilder) snippetHTML(p *sitePage, text string) template.HTML {
	name, rest := splitFileName(text)
	bar := "<span>" + html.EscapeString(name) + "</span>"
	if b.PlaygroundPath != "" && !readsFilesPattern.MatchString(text) {
		bar += fmt.Sprintf(` <a class="play" href="%s%s#code=%s">open in the playground</a>`, p.Root(),
			b.PlaygroundPath,
			b.playgroundCode(text))
	}
	return template.HTML("<div class=\"puzzle\"><div class=\"bar\">"+bar+"</div><pre class=\"puz\">") +
		highlightText(rest) + "</pre></div>\n"
}

// playgroundCode compresses a text into the code that follows `#code=` in a link to the playground.
func (b *siteBuilder) playgroundCode(text string) string {
	var out bytes.Buffer
	b.compressor.Reset(&out)
	b.compressor.Write([]byte(text)) // a write to a buffer never fails
	b.compressor.Close()
	return base64.RawURLEncoding.EncodeToString(out.Bytes())
}

// highlightText colors the keywords, numbers, quoted texts and comments of a puzzle.
func highlightText(text string) template.HTML {
	var out strings.Builder
	at := 0
	for start, word := range parse.Words(text) {
		writeBetween(&out, text[at:start])
		at = start + len(word)
		switch first := word[0]; {
		case parse.IsReserved(word):
			writeMarkedWord(&out, "k", word)
		case first == '"':
			writeMarkedWord(&out, "s", word)
		case '0' <= first && first <= '9':
			writeMarkedWord(&out, "n", word)
		default:
			out.WriteString(html.EscapeString(word))
		}
	}
	writeBetween(&out, text[at:])
	return template.HTML(out.String())
}

// writeBetween writes the text between two words: blanks and comments.
func writeBetween(out *strings.Builder, text string) {
	for line := range strings.Lines(text) {
		if blanks, comment, ok := strings.Cut(line, "//"); ok {
			out.WriteString(blanks)
			writeMarkedWord(out, "c", "//"+strings.TrimSuffix(comment, "\n"))
			line = line[len(strings.TrimSuffix(line, "\n")):]
		}
		out.WriteString(line)
	}
}

func writeMarkedWord(out *strings.Builder, class, word string) {
	fmt.Fprintf(out, `<span class="%s">%s</span>`, class, html.EscapeString(word))
}

// snippetTimeout is the time limit of the search for the first solution of a snippet.
const snippetTimeout = time.Minute

// figureHTML draws the first solution of a snippet.
func (f fenceRenderer) figureHTML(text string, words []string) template.HTML {
	name, _ := splitFileName(text)
	o := quadrille.Options{Params: map[string]int64{}}
	for _, word := range words {
		param, value, _ := strings.Cut(word, "=")
		n, err := strconv.ParseInt(value, 10, 64)
		f.addError(err)
		o.Params[param] = n
	}
	p, err := quadrille.Load(name, []byte(text), o)
	var svg []byte
	if err == nil {
		svg, err = f.drawFirst(p)
	}
	if err != nil {
		f.addError(fmt.Errorf("%s: %s: %w", f.currentPage.Source, name, err))
		return ""
	}
	file := "pictures/" + strings.TrimSuffix(f.currentPage.Path, ".html") + "-" + strings.TrimSuffix(name, ".puz") +
		".svg"
	f.builtFiles[file] = svg
	alt := "the first solution of " + name
	return template.HTML(fmt.Sprintf("<figure><img src=\"%s%s\" alt=\"%s\" loading=\"lazy\" /></figure>\n",
		f.currentPage.Root(), file, html.EscapeString(alt)))
}

// drawFirst draws the first solution of a puzzle.
func (b *siteBuilder) drawFirst(p *quadrille.Puzzle) ([]byte, error) {
	ctx, cancel := context.WithTimeout(b.ctx, snippetTimeout)
	defer cancel()
	var svg bytes.Buffer
	switch s, err := p.First(ctx, quadrille.Search{}); {
	case err != nil:
		return nil, fmt.Errorf("there is no picture: %w", err)
	case !p.IsDrawable():
		return nil, errors.New("there is no picture: its solutions are items and options")
	default:
		err = s.SVG(&svg)
		return svg.Bytes(), err
	}
}
