package console

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/urfave/cli/v2"

	"quadrille/lang/source"
)

// The patterns of the error messages about flags of the command line library.
var (
	unknownFlag = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^flag provided but not defined: -(.+)$`)
	})
	badValue = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^invalid (?:boolean )?value ("(?s:.*)") for (?:flag )?-([^:]+)`)
	})
)

// UsageError replaces an error message of the command line library about flags by a clearer one. The library itself
// would print the full help text too, in which the message is hard to find.
func UsageError(c *cli.Context, err error, _ bool) error {
	command := strings.TrimSuffix("puz "+c.Command.Name, " puz")
	text := err.Error()
	if m := unknownFlag().FindStringSubmatch(text); m != nil {
		text = fmt.Sprintf("there is no flag %s", dashedFlag(m[1]))
		var names []string
		for _, f := range c.Command.Flags {
			names = append(names, f.Names()[0])
		}
		if hint := source.DidYouMean(m[1], names); hint != "" && len(m[1]) > 1 {
			return fmt.Errorf("%s; %s", text, strings.Replace(hint, "`", "`--", 1))
		}
	}
	if m := badValue().FindStringSubmatch(text); m != nil {
		text = fmt.Sprintf("%s wants %s, and not %s", dashedFlag(m[2]), acceptedValues(c.Command.Flags, m[2]), m[1])
	}
	return fmt.Errorf("%s; see `%s --help`", text, strings.TrimSpace(command))
}

// dashedFlag returns the name of a flag with its dashes: -o, --output.
func dashedFlag(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// acceptedValues describes the values that a flag takes.
func acceptedValues(flags []cli.Flag, name string) string {
	for _, f := range flags {
		if f.Names()[0] != name {
			continue
		}
		switch f.(type) {
		case *cli.DurationFlag:
			return "a time such as 90s or 5m"
		case *cli.BoolFlag:
			return "true or false"
		case *cli.Uint64Flag:
			return "a number that is not negative"
		}
	}
	return "a number"
}
