package site

import (
	"bufio"
	"fmt"
	"html"
	"html/template"
	"regexp"
	"strings"
)

// help is what a command says of itself.
type help struct {
	name, usage string
	parts       []part
}

// part is a part of a help text under a word in capitals.
type part struct {
	title string
	lines []string // without the blanks that all of them begin with
}

// manual makes the pages of the command out of what it says itself.
func (b *builder) manual() []*page {
	text, err := b.Puz("--help")
	b.note(err)
	top := readHelp(text)
	first := &page{Path: "manual/index.html", Title: "The command puz"}
	all := []*page{first}
	for _, name := range top.commands() {
		text, err := b.Puz(name, "--help")
		b.note(err)
		h := readHelp(text)
		all = append(all, &page{Path: "manual/" + name + ".html", Title: h.name, Body: h.html()})
	}
	if len(all) == 1 {
		b.note(fmt.Errorf("the command lists no commands: %q", text))
	}
	first.Body = top.html()
	return all
}

var capitals = regexp.MustCompile(`^([A-Z][A-Z ]+):$`)

// readHelp reads the help text of a command.
func readHelp(text string) help {
	var h help
	for lines := bufio.NewScanner(strings.NewReader(text)); lines.Scan(); {
		line := lines.Text()
		if m := capitals.FindStringSubmatch(line); m != nil {
			h.parts = append(h.parts, part{title: m[1]})
		} else if n := len(h.parts); n > 0 {
			h.parts[n-1].lines = append(h.parts[n-1].lines, strings.TrimPrefix(line, "   "))
		}
	}
	for k, p := range h.parts {
		if p.title == "NAME" && len(p.lines) > 0 {
			h.name, h.usage, _ = strings.Cut(p.lines[0], " - ")
			h.parts = append(h.parts[:k], h.parts[k+1:]...)
			break
		}
	}
	return h
}

// commands lists the commands that a help text names.
func (h help) commands() []string {
	var names []string
	for _, p := range h.parts {
		for _, row := range p.rows() {
			if p.title == "COMMANDS" && !strings.HasPrefix(row[0], "help") {
				names = append(names, strings.Fields(row[0])[0])
			}
		}
	}
	return names
}

var columns = regexp.MustCompile(`^(\S.*?)  +(\S.*)$`)

// rows splits the lines of a table: what is typed, and what it does.
func (p part) rows() [][2]string {
	var rows [][2]string
	for _, line := range p.lines {
		if m := columns.FindStringSubmatch(strings.TrimPrefix(line, "  ")); m != nil {
			rows = append(rows, [2]string{m[1], m[2]})
		}
	}
	return rows
}

// html shows a help text.
func (h help) html() template.HTML {
	var out strings.Builder
	fmt.Fprintf(&out, "<h1>%s</h1>\n<p>%s</p>\n", html.EscapeString(h.name), ticks(sentence(h.usage)))
	for _, p := range h.parts {
		if p.title == "USAGE" {
			fmt.Fprintf(&out, "<pre>%s</pre>\n", html.EscapeString(strings.TrimSpace(strings.Join(p.lines, "\n"))))
			continue
		}
		title := sentence(strings.ToLower(p.title))
		fmt.Fprintf(&out, "<h2 id=\"%s\">%s</h2>\n", strings.ReplaceAll(strings.ToLower(p.title), " ", "-"), strings.TrimSuffix(title, "."))
		if p.title == "DESCRIPTION" {
			out.WriteString(paragraphs(p.lines))
			continue
		}
		out.WriteString("<dl class=\"flags\">\n")
		for _, row := range p.rows() {
			term := html.EscapeString(row[0])
			if p.title == "COMMANDS" && !strings.HasPrefix(row[0], "help") {
				term = fmt.Sprintf("<a href=\"%s.html\">%s</a>", term, term)
			}
			fmt.Fprintf(&out, "<dt><code>%s</code></dt><dd>%s</dd>\n", term, ticks(row[1]))
		}
		out.WriteString("</dl>\n")
	}
	return template.HTML(out.String())
}

// sentence begins with a capital letter and ends with a full stop.
func sentence(text string) string {
	if text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + strings.TrimSuffix(text[1:], ".") + "."
}

// paragraphs tells sentences from what is typed, which is indented.
func paragraphs(lines []string) string {
	var out strings.Builder
	for at := 0; at < len(lines); {
		end := at
		for end < len(lines) && kind(lines[end]) == kind(lines[at]) {
			end++
		}
		switch kind(lines[at]) {
		case 'p':
			fmt.Fprintf(&out, "<p>%s</p>\n", ticks(strings.Join(lines[at:end], "\n")))
		case 'c':
			fmt.Fprintf(&out, "<pre>%s</pre>\n", html.EscapeString(flush(lines[at:end])))
		}
		at = end
	}
	return out.String()
}

// flush takes off the blanks that all lines begin with.
func flush(lines []string) string {
	least := len(lines[0])
	for _, line := range lines {
		least = min(least, len(line)-len(strings.TrimLeft(line, " ")))
	}
	var out []string
	for _, line := range lines {
		out = append(out, line[least:])
	}
	return strings.Join(out, "\n")
}

var ticked = regexp.MustCompile("`([^`]+)`")

// ticks shows what stands between backticks as code.
func ticks(text string) string {
	return ticked.ReplaceAllString(html.EscapeString(text), "<code>$1</code>")
}

// kind is that of a line: a paragraph, code, or neither.
func kind(line string) byte {
	switch {
	case strings.TrimSpace(line) == "":
		return ' '
	case strings.HasPrefix(line, "  "):
		return 'c'
	}
	return 'p'
}
