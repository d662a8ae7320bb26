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

// fences renders the fenced blocks of a page.
type fences struct {
	*builder
	page *page
}

func (f fences) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindFencedCodeBlock, func(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		info := ""
		if i := n.(*ast.FencedCodeBlock).Info; i != nil {
			info = string(i.Value(source))
		}
		_, err := w.WriteString(string(f.fence(strings.Fields(info), string(n.Lines().Value(source)))))
		return ast.WalkSkipChildren, err
	})
}

// fence renders a block. The words behind the backticks are its kind and, of a puzzle,
// `picture`, if its first solution is to be shown, with values of parameters.
func (f fences) fence(words []string, text string) template.HTML {
	kind := append(words, "")[0]
	switch kind {
	case "puz":
		out := f.snippet(f.page, text)
		if len(words) > 1 && words[1] == "picture" {
			out += f.figure(text, words[2:])
		}
		return out
	case "console":
		return "<pre class=\"console\">" + session(text) + "</pre>\n"
	}
	return template.HTML("<pre class=\"" + html.EscapeString(kind) + "\">" + html.EscapeString(text) + "</pre>\n")
}

// frames are the characters that pictures in text are made of. Their lines are not folded.
const frames = "│─┌┐└┘├┤┬┴┼"

// session marks what is typed, and what may be folded.
func session(text string) template.HTML {
	var out strings.Builder
	for line := range strings.Lines(text) {
		escaped := html.EscapeString(strings.TrimSuffix(line, "\n"))
		switch {
		case strings.HasPrefix(line, "$ "):
			escaped = "<b>" + escaped + "</b>"
		case !strings.ContainsAny(line, frames):
			escaped = "<span>" + escaped + "</span>"
		}
		out.WriteString(escaped + "\n")
	}
	return template.HTML(out.String())
}

var fileLine = regexp.MustCompile(`^// (\S+\.puz)\n`)

// split takes the line that names the file of a snippet off its text.
func split(text string) (name, rest string) {
	if m := fileLine.FindStringSubmatch(text); m != nil {
		return m[1], text[len(m[0]):]
	}
	return "", text
}

// readsFiles tells snippets that need more than their text.
var readsFiles = regexp.MustCompile(`\b(use|from) "`)

// snippet shows a puzzle, with its name and the way to the playground.
func (b *builder) snippet(p *page, text string) template.HTML {
	name, rest := split(text)
	bar := "<span>" + html.EscapeString(name) + "</span>"
	if b.Playground != "" && !readsFiles.MatchString(text) {
		bar += fmt.Sprintf(` <a class="play" href="%s%s#code=%s">open in the playground</a>`, p.Root(), b.Playground, b.share(text))
	}
	return template.HTML("<div class=\"puzzle\"><div class=\"bar\">"+bar+"</div><pre class=\"puz\">") + highlight(rest) + "</pre></div>\n"
}

// share packs a text into what stands behind `#code=`.
func (b *builder) share(text string) string {
	var out bytes.Buffer
	b.packer.Reset(&out)
	b.packer.Write([]byte(text)) // a buffer takes everything
	b.packer.Close()
	return base64.RawURLEncoding.EncodeToString(out.Bytes())
}

// highlight colors keywords, numbers, texts and comments.
func highlight(text string) template.HTML {
	var out strings.Builder
	at := 0
	for start, word := range parse.Words(text) {
		between(&out, text[at:start])
		at = start + len(word)
		switch first := word[0]; {
		case parse.Reserved(word):
			mark(&out, "k", word)
		case first == '"':
			mark(&out, "s", word)
		case '0' <= first && first <= '9':
			mark(&out, "n", word)
		default:
			out.WriteString(html.EscapeString(word))
		}
	}
	between(&out, text[at:])
	return template.HTML(out.String())
}

// between writes what stands between two words: blanks and comments.
func between(out *strings.Builder, text string) {
	for line := range strings.Lines(text) {
		if blanks, comment, ok := strings.Cut(line, "//"); ok {
			out.WriteString(blanks)
			mark(out, "c", "//"+strings.TrimSuffix(comment, "\n"))
			line = line[len(strings.TrimSuffix(line, "\n")):]
		}
		out.WriteString(line)
	}
}

func mark(out *strings.Builder, class, word string) {
	fmt.Fprintf(out, `<span class="%s">%s</span>`, class, html.EscapeString(word))
}

// snippetPatience is how long the first solution of a snippet may take.
const snippetPatience = time.Minute

// figure draws the first solution of a snippet.
func (f fences) figure(text string, words []string) template.HTML {
	name, _ := split(text)
	o := quadrille.Options{Params: map[string]int64{}}
	for _, word := range words {
		param, value, _ := strings.Cut(word, "=")
		n, err := strconv.ParseInt(value, 10, 64)
		f.note(err)
		o.Params[param] = n
	}
	p, err := quadrille.Load(name, []byte(text), o)
	var drawn drawing
	if err == nil {
		drawn = f.draw(p, snippetPatience)
	}
	if err == nil && drawn.svg == nil {
		err = fmt.Errorf("there is no picture: %s", drawn.why)
	}
	if err != nil {
		f.note(fmt.Errorf("%s: %s: %w", f.page.Source, name, err))
		return ""
	}
	file := "pictures/" + strings.TrimSuffix(f.page.Path, ".html") + "-" + strings.TrimSuffix(name, ".puz") + ".svg"
	f.files[file] = drawn.svg
	alt := "the first solution of " + name
	return template.HTML(fmt.Sprintf("<figure><img src=\"%s%s\" alt=\"%s\" loading=\"lazy\" /></figure>\n", f.page.Root(), file, html.EscapeString(alt)))
}

// drawing is the first solution of a puzzle: as a picture, as text, or why there is none.
type drawing struct {
	svg       []byte
	text, why string
}

// draw finds the first solution of a puzzle.
func (b *builder) draw(p *quadrille.Puzzle, patience time.Duration) (out drawing) {
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	switch s, err := p.First(ctx, quadrille.Search{}); {
	case errors.Is(err, quadrille.ErrNone):
		out.why = "There is no solution."
	case err != nil:
		out.why = fmt.Sprintf("The first solution takes longer than %v.", patience)
	case p.Drawable():
		var svg bytes.Buffer
		b.note(quadrille.SVG(&svg, s))
		out.svg = svg.Bytes()
	default:
		out.text = s.String()
	}
	return out
}
