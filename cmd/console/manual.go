package console

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"
)

// ManualPage returns the manual page of a program, in the macros of man(7). The page has the description, and the
// groups of commands, with the flags of each command. In a description, lines that begin with blanks are examples and
// are not wrapped.
func ManualPage(app *cli.App, documentation string) string {
	var w strings.Builder
	fmt.Fprintf(&w, ".TH %s 1\n.SH NAME\n%s \\- %s\n.SH SYNOPSIS\n.B %s\n", app.Name, app.Name,
		escapeRoff(app.Usage), escapeRoff(app.UsageText))
	w.WriteString(".SH DESCRIPTION\n")
	writeProse(&w, app.Description)
	group := ""
	for _, c := range app.Commands {
		if c.Category != group {
			group = c.Category
			fmt.Fprintf(&w, ".SH %s\n", escapeRoff(strings.ToUpper(group)+" COMMANDS"))
		}
		fmt.Fprintf(&w, ".SS puz %s\n%s\n.PP\n.B %s\n", c.Name, escapeRoff(asSentence(c.Usage)),
			escapeRoff(usageLine(c)))
		for _, alias := range c.Aliases {
			fmt.Fprintf(&w, ".PP\n.B puz %s\nis %s.\n", alias, aliasUsage(c))
		}
		if c.Description != "" {
			w.WriteString(".PP\n")
			writeProse(&w, c.Description)
		}
		for _, g := range groupFlags(c) {
			if g.groupName != "" {
				fmt.Fprintf(&w, ".PP\n%s:\n", escapeRoff(g.groupName+" options"))
			}
			for _, f := range g.groupedFlags {
				writeFlag(&w, f)
			}
		}
	}
	fmt.Fprintf(&w, ".SH SEE ALSO\n%s\n", escapeRoff(documentation))
	return w.String()
}

// writeFlag writes a flag as a labeled paragraph.
func writeFlag(w *strings.Builder, f cli.Flag) {
	names, value, usage := describeFlag(f)
	var labels []string
	for _, name := range names {
		label := `\fB` + escapeRoff(name) + `\fR`
		if value != "" {
			label += ` \fI` + escapeRoff(value) + `\fR`
		}
		labels = append(labels, label)
	}
	fmt.Fprintf(w, ".TP\n%s\n%s\n", strings.Join(labels, ", "), escapeRoff(asSentence(usage)))
}

// writeProse writes the paragraphs of a text, and its examples between .EX and .EE.
func writeProse(w *strings.Builder, text string) {
	inExample, blank := false, false
	for line := range strings.Lines(strings.TrimRight(text, "\n")) {
		line = strings.TrimRight(line, "\n")
		isExample := strings.HasPrefix(line, "   ")
		switch {
		case line == "":
			blank = true
			continue
		case isExample && !inExample:
			w.WriteString(".PP\n.RS 4\n.EX\n")
		case !isExample && inExample:
			w.WriteString(".EE\n.RE\n.PP\n")
		case blank && inExample:
			w.WriteString("\n")
		case blank:
			w.WriteString(".PP\n")
		}
		inExample, blank = isExample, false
		fmt.Fprintln(w, escapeRoff(strings.TrimPrefix(line, "   ")))
	}
	if inExample {
		w.WriteString(".EE\n.RE\n")
	}
}

// escapeRoff escapes the characters of a line that have a special meaning in roff, the language of manual pages.
// Hyphens and quotes remain plain, so that they can be copied.
func escapeRoff(line string) string {
	line = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`).Replace(line)
	if strings.HasPrefix(line, ".") {
		line = `\&` + line
	}
	return line
}

// asSentence returns a usage text with a capital letter at the start and a full stop at the end.
func asSentence(usage string) string {
	if usage == "" {
		return ""
	}
	return strings.ToUpper(usage[:1]) + usage[1:] + "."
}
