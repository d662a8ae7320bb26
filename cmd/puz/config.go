package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"
	"gopkg.in/yaml.v3"
)

// configured runs a command after it has taken the settings of the file that
// --config names. A key is the long name of a flag of the command; params
// holds parameters by name. Flags on the command line win.
func (p *puz) configured(action cli.ActionFunc) cli.ActionFunc {
	return func(c *cli.Context) error {
		if name := c.String("config"); name != "" {
			if err := p.applyConfig(c, name); err != nil {
				return err
			}
		}
		return action(c)
	}
}

func (p *puz) applyConfig(c *cli.Context, name string) error {
	in, err := p.read(name)
	if err != nil {
		return err
	}
	var root yaml.Node
	if err := yaml.Unmarshal(in.text, &root); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if len(root.Content) == 0 {
		return nil
	}
	settings := root.Content[0]
	if settings.Kind != yaml.MappingNode {
		return fmt.Errorf("%s:%d: settings are written `key: value`, one a line", name, settings.Line)
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(settings.Content); i += 2 {
		key, value := settings.Content[i], settings.Content[i+1]
		if seen[key.Value] {
			return fmt.Errorf("%s:%d: the setting %q is there twice", name, key.Line, key.Value)
		}
		seen[key.Value] = true
		if err := applySetting(c, key.Value, value); err != nil {
			return fmt.Errorf("%s:%d: %w", name, key.Line, err)
		}
	}
	return nil
}

func applySetting(c *cli.Context, key string, value *yaml.Node) error {
	if key == "params" {
		return applyParams(c, value)
	}
	known := slices.ContainsFunc(c.Command.Flags, func(f cli.Flag) bool { return f.Names()[0] == key })
	switch {
	case !known || key == "config" || key == "D":
		return fmt.Errorf("`puz %s` has no setting %q", c.Command.Name, key)
	case value.Kind != yaml.ScalarNode:
		return fmt.Errorf("the setting %q takes one value", key)
	case c.IsSet(key):
		return nil
	}
	if err := c.Set(key, value.Value); err != nil {
		return fmt.Errorf("the setting %q cannot be %q", key, value.Value)
	}
	return nil
}

func applyParams(c *cli.Context, value *yaml.Node) error {
	var params map[string]int64
	if err := value.Decode(&params); err != nil {
		return errors.New("params are written `name: number`")
	}
	given := map[string]bool{}
	for _, d := range c.StringSlice("D") {
		name, _, _ := strings.Cut(d, "=")
		given[name] = true
	}
	for name, v := range params {
		if given[name] {
			continue
		}
		if err := c.Set("D", name+"="+strconv.FormatInt(v, 10)); err != nil {
			return err
		}
	}
	return nil
}
