package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"
)

func (p *puz) completionCommand() *cli.Command {
	return &cli.Command{
		Name:        "completion",
		Usage:       "print the completion script of a shell",
		ArgsUsage:   "bash|zsh|fish",
		Description: "   source <(puz completion bash)\n   puz completion fish > ~/.config/fish/completions/puz.fish",
		Action: func(c *cli.Context) error {
			script, err := completion(c.App, c.Args().First())
			if err != nil {
				return err
			}
			_, err = io.WriteString(p.stdout, script)
			return err
		},
	}
}

func completion(app *cli.App, shell string) (string, error) {
	switch shell {
	case "bash":
		return bashCompletion, nil
	case "zsh":
		return "autoload -U bashcompinit && bashcompinit\n" + bashCompletion, nil
	case "fish":
		return app.ToFishCompletion()
	}
	if shell == "" {
		return "", errors.New("completion wants the name of a shell: bash, zsh or fish")
	}
	return "", fmt.Errorf("completion knows bash, zsh and fish, and no %q", shell)
}

// bashCompletion asks the command itself what can follow, and the shell for
// files where the command has nothing to say.
const bashCompletion = `_puz() {
  local cur="${COMP_WORDS[COMP_CWORD]}"
  local words=("${COMP_WORDS[0]}" "${COMP_WORDS[1]}")
  [ "$COMP_CWORD" -lt 2 ] && words=("${COMP_WORDS[0]}")
  case "$cur" in -*) words+=("$cur") ;; esac
  COMPREPLY=($(compgen -W "$("${words[@]}" --generate-bash-completion 2>/dev/null)" -- "$cur"))
}
complete -o default -o bashdefault -F _puz puz
`

func (p *puz) manCommand() *cli.Command {
	return &cli.Command{
		Name:        "man",
		Usage:       "print the manual page",
		Description: "   puz man | man -l -",
		Action: func(c *cli.Context) error {
			page, err := c.App.ToManWithSection(1)
			if err != nil {
				return err
			}
			_, err = io.WriteString(p.stdout, page)
			return err
		},
	}
}
