package site

import (
	"bufio"
	"fmt"
	"html"
	"html/template"
	"regexp"
	"slices"
	"strings"

	"quadrille/lang/codes"
)

// commandHelp is the parsed help text of a command.
type commandHelp struct {
	commandName, usageLine string
	helpParts              []helpPart
}

// helpPart is a part of a help text below a heading in capitals.
type helpPart struct {
	heading   string
	helpLines []string // lines of the part, without their common indentation
}

// manualPages returns the pages of the manual, made from the help texts of the command.
func (b *siteBuilder) manualPages() []*sitePage {
	text, err := b.RunPuz("--help")
	b.addError(err)
	top := parseHelp(text)
	first := &sitePage{Path: "manual/index.html", Title: "The command puz"}
	all := []*sitePage{first}
	for _, name := range top.commandNames() {
		text, err := b.RunPuz(name, "--help", "all")
		b.addError(err)
		h := parseHelp(text)
		all = append(all, &sitePage{Path: "manual/" + name + ".html", Title: h.commandName, Body: h.helpHTML()})
	}
	if len(all) == 1 {
		b.addError(fmt.Errorf("the command lists no commands: %q", text))
	}
	first.Body = top.helpHTML()
	return all
}

var titlePattern = regexp.MustCompile(`^([A-Z][A-Z ]+):$`)

// parseHelp parses the help text of a command.
func parseHelp(text string) commandHelp {
	var h commandHelp
	for lines := bufio.NewScanner(strings.NewReader(text)); lines.Scan(); {
		line := lines.Text()
		if m := titlePattern.FindStringSubmatch(line); m != nil {
			h.helpParts = append(h.helpParts, helpPart{heading: m[1]})
		} else if n := len(h.helpParts); n > 0 {
			h.helpParts[n-1].helpLines = append(h.helpParts[n-1].helpLines, strings.TrimPrefix(line, "   "))
		}
	}
	for k, p := range h.helpParts {
		if p.heading == "NAME" && len(p.helpLines) > 0 {
			h.commandName, h.usageLine, _ = strings.Cut(p.helpLines[0], " - ")
			h.helpParts = append(h.helpParts[:k], h.helpParts[k+1:]...)
			break
		}
	}
	return h
}

// commandNames lists the commands that a help text names.
func (h commandHelp) commandNames() []string {
	var names []string
	for _, p := range h.helpParts {
		for _, row := range p.tableRows() {
			if p.listsCommands() {
				names = append(names, strings.Fields(row[0])[0])
			}
		}
	}
	return names
}

// minContinuation is the least number of additional blanks with which a line begins that continues a row of a table.
const minContinuation = 8

var rowPattern = regexp.MustCompile(`^(\S.*?)  +(\S.*)$`)

// listsCommands reports whether each row of this part of the help text is a command.
func (p helpPart) listsCommands() bool { return strings.HasSuffix(p.heading, "COMMANDS") }

// tableRows splits the lines of a table into two columns: the text to type, and the meaning, which may continue on
// further lines.
func (p helpPart) tableRows() [][2]string {
	var rows [][2]string
	for _, line := range p.helpLines {
		if m := rowPattern.FindStringSubmatch(strings.TrimPrefix(line, "  ")); m != nil {
			rows = append(rows, [2]string{m[1], m[2]})
		} else if rest := strings.TrimLeft(line, " "); len(rows) > 0 && len(line)-len(rest) > minContinuation {
			rows[len(rows)-1][1] += " " + rest
		}
	}
	return rows
}

// helpHTML returns a help text as HTML.
func (h commandHelp) helpHTML() template.HTML {
	var out strings.Builder
	fmt.Fprintf(&out, "<h1>%s</h1>\n<p>%s</p>\n", html.EscapeString(h.commandName),
		renderBackticks(asSentence(h.usageLine)))
	for _, p := range h.helpParts {
		if p.heading == "USAGE" {
			fmt.Fprintf(&out, "<pre>%s</pre>\n", html.EscapeString(strings.TrimSpace(strings.Join(p.helpLines, "\n"))))
			continue
		}
		title := asSentence(strings.ToLower(p.heading))
		fmt.Fprintf(&out, "<h2 id=\"%s\">%s</h2>\n", strings.ReplaceAll(strings.ToLower(p.heading), " ", "-"),
			strings.TrimSuffix(title, "."))
		if p.heading == "DESCRIPTION" {
			out.WriteString(formatParagraphs(p.helpLines))
			continue
		}
		out.WriteString("<dl class=\"flags\">\n")
		for _, row := range p.tableRows() {
			term := html.EscapeString(row[0])
			if p.listsCommands() {
				term = fmt.Sprintf("<a href=\"%s.html\">%s</a>", term, term)
			}
			fmt.Fprintf(&out, "<dt><code>%s</code></dt><dd>%s</dd>\n", term, renderBackticks(row[1]))
		}
		out.WriteString("</dl>\n")
	}
	return template.HTML(out.String())
}

// asSentence returns the text with a capital letter at the beginning and a full stop at the end.
func asSentence(text string) string {
	if text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + strings.TrimSuffix(text[1:], ".") + "."
}

// formatParagraphs returns lines as HTML: sentences as paragraphs, and indented lines as code.
func formatParagraphs(lines []string) string {
	var out strings.Builder
	for at := 0; at < len(lines); {
		end := at
		for end < len(lines) && lineKind(lines[end]) == lineKind(lines[at]) {
			end++
		}
		switch lineKind(lines[at]) {
		case 'p':
			fmt.Fprintf(&out, "<p>%s</p>\n", renderBackticks(strings.Join(lines[at:end], "\n")))
		case 'c':
			fmt.Fprintf(&out, "<pre>%s</pre>\n", html.EscapeString(removeCommonIndent(lines[at:end])))
		}
		at = end
	}
	return out.String()
}

// removeCommonIndent removes the common indentation of lines.
func removeCommonIndent(lines []string) string {
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

var tickedPattern = regexp.MustCompile("`([^`]+)`")

// renderBackticks returns a text as HTML, with code elements for the parts between backticks.
func renderBackticks(text string) string {
	return tickedPattern.ReplaceAllString(html.EscapeString(text), "<code>$1</code>")
}

// lineKind returns the kind of a line: 'p' for a paragraph, 'c' for code, or a blank for an empty line.
func lineKind(line string) byte {
	switch {
	case strings.TrimSpace(line) == "":
		return ' '
	case strings.HasPrefix(line, "  "):
		return 'c'
	}
	return 'p'
}

// codePages returns a page for each diagnostic code, and a page that lists them.
func (b *siteBuilder) codePages() []*sitePage {
	list := &sitePage{Path: "codes/index.html", Title: "Messages"}
	all := []*sitePage{list}
	var rows strings.Builder
	rows.WriteString("<h1>Messages</h1>\n<p>Each error and each warning has a code, which stands in brackets behind " +
		"it: <code>puz explain wrong-class</code> prints its page.</p>\n<ul class=\"codes\">\n")
	for _, code := range codes.AllCodes() {
		text, _ := codes.CodePage(code)
		name, title, _ := strings.Cut(markdownTitle([]byte(text)), ": ")
		all = append(all, &sitePage{Path: "codes/" + name + ".html", Title: name, markdown: []byte(text)})
		fmt.Fprintf(&rows, "<li><a href=\"%s.html\"><code>%s</code></a> %s</li>\n", name, name,
			html.EscapeString(title))
	}
	list.Body = template.HTML(rows.String() + "</ul>\n")
	return slices.Clip(all)
}
