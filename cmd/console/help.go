package console

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urfave/cli/v2"
)

// Help has lines of helpColumns at most, or as many as a terminal has within bounds. Labels of flags take
// labelColumns, and longer ones more.
const (
	helpColumns                      = 100
	minHelpColumns, maxHelpColumns   = 60, 120
	labelColumns, flagsShownAnyway   = 22, 6
	helpFlag, shortHelpFlag, helpAll = "--help", "-h", "all"
)

// flagGroup is flags that help shows below one heading; the first group has no name.
type flagGroup struct {
	name  string
	flags []cli.Flag
}

// groupFlags sorts the flags of a command by their groups, in the order in which these are first met.
func groupFlags(c *cli.Command) []flagGroup {
	groups := []flagGroup{{}}
	for _, f := range c.VisibleFlags() {
		name := *groupOf(f)
		at := slices.IndexFunc(groups, func(g flagGroup) bool { return g.name == name })
		if at < 0 {
			at, groups = len(groups), append(groups, flagGroup{name: name})
		}
		groups[at].flags = append(groups[at].flags, f)
	}
	return groups
}

// cutPlaceholder returns the name in a usage of what a flag takes, which stands between backticks, and the usage
// without these.
func cutPlaceholder(usage string) (value, plain string) {
	before, rest, _ := strings.Cut(usage, "`")
	name, after, found := strings.Cut(rest, "`")
	if !found {
		return "VALUE", usage
	}
	return name, before + name + after
}

// describeFlag returns the names of a flag, what it takes, and what it does.
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
		value, usage = cutPlaceholder(usage)
		if text := doc.GetDefaultText(); text != "" {
			usage += fmt.Sprintf(" (default: %s)", strings.Trim(text, `"`))
		}
	}
	return names, value, usage
}

// flagLabel is how help writes a flag: "--output FILE, -o FILE".
func flagLabel(names []string, value string) string {
	var labels []string
	for _, name := range names {
		labels = append(labels, strings.TrimSpace(name+" "+value))
	}
	return strings.Join(labels, ", ")
}

// helpWriter is a help text in the making.
type helpWriter struct {
	strings.Builder
	columns int
}

// section begins a part with a heading.
func (w *helpWriter) section(title string) {
	if w.Len() > 0 {
		w.WriteString("\n")
	}
	w.WriteString(strings.ToUpper(title) + ":\n")
}

// block writes lines as they are.
func (w *helpWriter) block(text string) {
	for line := range strings.Lines(strings.TrimRight(text, "\n") + "\n") {
		if line != "\n" {
			line = "   " + line
		}
		w.WriteString(line)
	}
}

// row writes a label and, beside it, a text in as many lines as it takes.
func (w *helpWriter) row(indent, width int, label, text string) {
	line := strings.Repeat(" ", indent) + fmt.Sprintf("%-*s ", width, label)
	margin := strings.Repeat(" ", indent+width+2)
	for _, word := range strings.Fields(text) {
		if utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > w.columns &&
			strings.TrimSpace(line) != strings.TrimSpace(label) {
			w.WriteString(line + "\n")
			line = margin[:len(margin)-1]
		}
		line += " " + word
	}
	w.WriteString(strings.TrimRight(line, " ") + "\n")
}

// commandHelp is the help of a command: how it is said, what it does, and its flags. Those in groups are left out
// where they are many, unless all are wanted.
func commandHelp(c *cli.Command, all bool, columns int) string {
	w := helpWriter{columns: columns}
	w.section("name")
	w.block("puz " + c.Name + " - " + c.Usage)
	w.section("usage")
	w.block(usageLine(c))
	if c.Description != "" {
		w.section("description")
		w.block(c.Description)
	}
	groups := groupFlags(c)
	more := -len(groups[0].flags)
	for _, g := range groups {
		more += len(g.flags)
	}
	if all = all || more <= flagsShownAnyway; !all {
		groups = groups[:1]
	}
	for _, g := range groups {
		w.section(strings.TrimSpace(g.name + " options"))
		for _, f := range g.flags {
			names, value, usage := describeFlag(f)
			w.row(3, labelColumns, flagLabel(names, value), usage)
		}
		if g.name == "" {
			w.row(3, labelColumns, helpFlag+", "+shortHelpFlag, "show help")
		}
	}
	if !all {
		w.row(3, labelColumns, helpFlag+" "+helpAll, fmt.Sprintf("show %d more flags", more))
	}
	return w.String()
}

// usageLine is how a command is said.
func usageLine(c *cli.Command) string {
	line := "puz " + c.Name
	if len(c.VisibleFlags()) > 0 {
		line += " [FLAGS]"
	}
	return strings.TrimSpace(line + " " + c.ArgsUsage)
}

// appHelp is the help of the program. Its commands have two tiers: the first group, and the others.
func appHelp(app *cli.App, columns int) string {
	w := helpWriter{columns: columns}
	w.section("name")
	w.block(app.Name + " - " + app.Usage)
	w.section("usage")
	w.block(app.UsageText)
	w.section("description")
	w.block(app.Description)
	group := ""
	for k, c := range app.Commands {
		switch {
		case k == 0:
			w.section("commands")
		case group == app.Commands[0].Category && c.Category != group:
			w.section("more commands")
		}
		if c.Category != group && c.Category != app.Commands[0].Category {
			w.WriteString("   " + c.Category + ":\n")
		}
		w.row(5, 10, c.Name, c.Usage)
		group = c.Category
	}
	w.section("options")
	w.row(3, labelColumns, helpFlag+", "+shortHelpFlag, "show help; `puz COMMAND --help` tells of a command")
	return w.String()
}

// findHelp returns the help that a command line asks for, "" if it asks for none: `puz`, `puz --help`,
// `puz help COMMAND`, `puz COMMAND … --help`, and with `all` behind it every flag.
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

// flagsWithValue tells by name which flags of a command take a value.
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
