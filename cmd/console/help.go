package console

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urfave/cli/v2"
)

// Constants of help texts. Widths are in columns.
const (
	helpColumns                    = 100     // width of a text if the output is no terminal
	minHelpColumns, maxHelpColumns = 60, 120 // bounds of the width of a text on a terminal
	labelColumns                   = 22      // width of the column of flags; a longer flag takes a line of its own
	// maxUngroupedFlags is the largest number of flags in groups that the short help shows. If there are more such
	// flags, the short help shows none.
	maxUngroupedFlags                = 6
	helpFlag, shortHelpFlag, helpAll = "--help", "-h", "all"
)

// flagGroup is a set of flags that help shows under one heading. The first group has no name.
type flagGroup struct {
	groupName    string
	groupedFlags []cli.Flag
}

// groupFlags returns the groups of the flags of a command, in the order of the first flag of each.
func groupFlags(c *cli.Command) []flagGroup {
	groups := []flagGroup{{}}
	for _, f := range c.VisibleFlags() {
		name := *categoryField(f)
		at := slices.IndexFunc(groups, func(g flagGroup) bool { return g.groupName == name })
		if at < 0 {
			at, groups = len(groups), append(groups, flagGroup{groupName: name})
		}
		groups[at].groupedFlags = append(groups[at].groupedFlags, f)
	}
	return groups
}

// splitPlaceholder splits the usage text of a flag into the name of the flag's value, which stands between backticks,
// and the text without backticks.
func splitPlaceholder(usage string) (value, plain string) {
	before, rest, _ := strings.Cut(usage, "`")
	name, after, found := strings.Cut(rest, "`")
	if !found {
		return "VALUE", usage
	}
	return name, before + name + after
}

// describeFlag returns the names of a flag, the name of its value, and its usage text.
func describeFlag(f cli.Flag) (names []string, value, usage string) {
	for _, name := range f.Names() {
		names = append(names, dashedFlag(name))
	}
	doc, ok := f.(cli.DocGenerationFlag)
	if !ok {
		return names, "", ""
	}
	usage = doc.GetUsage()
	if doc.TakesValue() {
		value, usage = splitPlaceholder(usage)
		if text := doc.GetDefaultText(); text != "" {
			usage += fmt.Sprintf(" (default: %s)", strings.Trim(text, `"`))
		}
	}
	return names, value, usage
}

// flagLabel formats a flag for help texts: "--output FILE, -o FILE".
func flagLabel(names []string, value string) string {
	var labels []string
	for _, name := range names {
		labels = append(labels, strings.TrimSpace(name+" "+value))
	}
	return strings.Join(labels, ", ")
}

// helpWriter builds a help text that is at most textColumns columns wide.
type helpWriter struct {
	strings.Builder
	textColumns int
}

// beginSection begins a section with a heading.
func (w *helpWriter) beginSection(title string) {
	if w.Len() > 0 {
		w.WriteString("\n")
	}
	w.WriteString(strings.ToUpper(title) + ":\n")
}

// writeBlock writes lines unchanged.
func (w *helpWriter) writeBlock(text string) {
	for line := range strings.Lines(strings.TrimRight(text, "\n") + "\n") {
		if line != "\n" {
			line = "   " + line
		}
		w.WriteString(line)
	}
}

// writeRow writes a label in a column of the given width, and beside the label a text, which is wrapped over several
// lines.
func (w *helpWriter) writeRow(indent, width int, label, text string) {
	line := strings.Repeat(" ", indent) + fmt.Sprintf("%-*s ", width, label)
	margin := strings.Repeat(" ", indent+width+2)
	for _, word := range strings.Fields(text) {
		if utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > w.textColumns &&
			strings.TrimSpace(line) != strings.TrimSpace(label) {
			w.WriteString(line + "\n")
			line = margin[:len(margin)-1]
		}
		line += " " + word
	}
	w.WriteString(strings.TrimRight(line, " ") + "\n")
}

// commandHelp returns the help text of a command: its usage line, its description, and its flags. Flags in groups are
// left out if they are many, unless the argument all is true.
func commandHelp(c *cli.Command, all bool, columns int) string {
	w := helpWriter{textColumns: columns}
	w.beginSection("name")
	w.writeBlock("puz " + strings.Join(c.Names(), ", puz ") + " - " + c.Usage)
	w.beginSection("usage")
	w.writeBlock(usageLine(c))
	if c.Description != "" {
		w.beginSection("description")
		w.writeBlock(c.Description)
	}
	groups := groupFlags(c)
	more := -len(groups[0].groupedFlags)
	for _, g := range groups {
		more += len(g.groupedFlags)
	}
	if all = all || more <= maxUngroupedFlags; !all {
		groups = groups[:1]
	}
	for _, g := range groups {
		w.beginSection(strings.TrimSpace(g.groupName + " options"))
		for _, f := range g.groupedFlags {
			names, value, usage := describeFlag(f)
			w.writeRow(3, labelColumns, flagLabel(names, value), usage)
		}
		if g.groupName == "" {
			w.writeRow(3, labelColumns, helpFlag+", "+shortHelpFlag, "show help")
		}
	}
	if !all {
		w.writeRow(3, labelColumns, helpFlag+" "+helpAll, fmt.Sprintf("show %d more flags", more))
	}
	return w.String()
}

// aliasUsage describes another name of a command.
func aliasUsage(c *cli.Command) string { return "another name of " + c.Name }

// usageLine returns the usage line of a command, with its flags and arguments.
func usageLine(c *cli.Command) string {
	line := "puz " + c.Name
	if len(c.VisibleFlags()) > 0 {
		line += " [FLAGS]"
	}
	return strings.TrimSpace(line + " " + c.ArgsUsage)
}

// appHelp returns the help text of the program. It lists the first group of commands before the other groups.
func appHelp(app *cli.App, columns int) string {
	w := helpWriter{textColumns: columns}
	w.beginSection("name")
	w.writeBlock(app.Name + " - " + app.Usage)
	w.beginSection("usage")
	w.writeBlock(app.UsageText)
	w.beginSection("description")
	w.writeBlock(app.Description)
	group := ""
	for k, c := range app.Commands {
		switch {
		case k == 0:
			w.beginSection("commands")
		case group == app.Commands[0].Category && c.Category != group:
			w.beginSection("more commands")
		}
		if c.Category != group && c.Category != app.Commands[0].Category {
			w.WriteString("   " + c.Category + ":\n")
		}
		w.writeRow(5, 10, c.Name, c.Usage)
		for _, alias := range c.Aliases {
			w.writeRow(5, 10, alias, aliasUsage(c))
		}
		group = c.Category
	}
	w.beginSection("options")
	w.writeRow(3, labelColumns, helpFlag+", "+shortHelpFlag, "show help; `puz COMMAND --help` tells of a command")
	return w.String()
}

// findHelp returns the help text that a command line asks for, or "" if the command line asks for no help. It
// recognizes `puz`, `puz --help`, `puz help COMMAND` and `puz COMMAND … --help`. If the word `all` follows, the help
// text contains every flag.
func (p *Session) findHelp(app *cli.App, args []string) string {
	columns := helpColumns
	if n := terminalColumns(p.Stdout); n > 0 {
		columns = min(max(n, minHelpColumns), maxHelpColumns)
	}
	asks := func(word string) bool { return word == helpFlag || word == shortHelpFlag }
	switch {
	case len(args) == 0 || asks(args[0]) || args[0] == "help" && len(args) == 1:
		return appHelp(app, columns)
	case args[0] == "help":
		if c := app.Command(args[1]); c != nil {
			return commandHelp(c, len(args) > 2 && args[2] == helpAll, columns)
		}
		return ""
	}
	c := app.Command(args[0])
	if c == nil {
		return ""
	}
	flags, _, _ := splitArgs(args[1:], flagsWithValue(c))
	if !slices.ContainsFunc(flags, asks) {
		return ""
	}
	at := slices.IndexFunc(args, asks)
	return commandHelp(c, cmp.Or(args[min(at+1, len(args)-1)], "") == helpAll, columns)
}

// flagsWithValue returns, for the name of each flag of a command, whether the flag takes a value.
func flagsWithValue(c *cli.Command) map[string]bool {
	takesValue := map[string]bool{}
	for _, f := range c.Flags {
		_, isBool := f.(*cli.BoolFlag)
		for _, name := range f.Names() {
			takesValue[name] = !isBool
		}
	}
	return takesValue
}
