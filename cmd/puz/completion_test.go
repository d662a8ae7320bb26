package main

import (
	"context"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"quadrille"
	"quadrille/generate"
	"quadrille/lang/codes"
)

// completionCase is a command line up to the cursor, with words that a shell must offer there, and words that it must
// not offer.
type completionCase struct {
	line        string
	want, other []string
}

// completionCases are tried in each shell. The folder has the files one.puz and two.txt and the folder more.
func completionCases() []completionCase {
	return []completionCase{
		{"puz so", []string{"solve"}, []string{"count"}},
		{"puz solve --engine ", quadrille.EngineNames(), []string{"one.puz"}},
		{"puz solve --engine=pl", []string{"planar"}, []string{"dense"}},
		{"puz count one.puz --choose w", []string{"weighted"}, []string{"mrv"}},
		{"puz solve --filter ", quadrille.FilterNames(), nil},
		{"puz solve --format ", []string{"text", "svg", "json", "none"}, []string{"one.puz"}},
		{"puz compile --to ", []string{"dlx", "dimacs", "lp"}, []string{"dots"}},
		{"puz solve --up-to-", []string{"--up-to-symmetry", "--up-to-rotation"}, []string{"--limit"}},
		{"puz solve ", []string{"one.puz", "more/"}, []string{"two.txt", "dense"}},
		{"puz solve -o ", []string{"one.puz", "two.txt"}, nil},
		{"puz make ", append(generate.KindNames(), "latin", "one.puz"), []string{"two.txt"}},
		{"puz make sudoku --difficulty ", generate.Difficulties(), nil},
		{"puz explain wrong-c", []string{"wrong-class"}, []string{"across-lite"}},
		{"puz explain ", []string{"engines", "across-lite", "unknown-name", "one.puz"}, nil},
		{"puz new ", []string{"packing", "sudoku", "loop"}, []string{"two.txt"}},
		{"puz stdlib pentom", []string{"pentominoes"}, []string{"dominoes "}},
		{"puz job ", []string{"more/"}, []string{"one.puz"}},
		{"puz completion ", []string{"bash", "zsh", "fish"}, nil},
		{"puz help ", []string{"solve", "version"}, nil},
		{"puz solve --help ", []string{"all"}, nil},
	}
}

// shellCompleters run a shell and return what it offers for each line, line by line.
var shellCompleters = map[string]func(t *testing.T, lines []string) []string{
	"bash": completeInBash, "zsh": completeInZsh, "fish": completeInFish,
}

// TestCompletion: the shells themselves, with the script that the command prints, offer what the tables of the code
// have.
func TestCompletion(t *testing.T) {
	if testing.Short() {
		t.Skip("a second or more")
	}
	cases := completionCases()
	var lines []string
	for _, c := range cases {
		lines = append(lines, c.line)
	}
	for _, shell := range shells {
		t.Run(shell, func(t *testing.T) {
			if _, err := exec.LookPath(shell); err != nil {
				if os.Getenv("CI") != "" {
					t.Fatal(err)
				}
				t.Skip(shell + " is not installed, so it has not completed anything")
			}
			t.Chdir(t.TempDir())
			writeTestFile(t, "one.puz", dominoes)
			writeTestFile(t, "two.txt", "")
			if err := os.Mkdir("more", 0o755); err != nil {
				t.Fatal(err)
			}
			writeTestFile(t, "puz."+shell, runPuz("completion", shell).out)
			for i, offered := range shellCompleters[shell](t, lines) {
				for _, word := range cases[i].want {
					if !strings.Contains(offered, word) {
						t.Errorf("%q: %s does not offer %s, but %q", lines[i], shell, word, offered)
					}
				}
				for _, word := range cases[i].other {
					if shell == "fish" && word == "two.txt" {
						continue // it lists the files that fit first, and then others
					}
					if strings.Contains(offered, word) {
						t.Errorf("%q: %s offers %s: %q", lines[i], shell, word, offered)
					}
				}
			}
		})
	}
}

// runShell runs a script in a shell, and returns what it prints between lines that say END.
func runShell(t *testing.T, shell string, args ...string) []string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*patienceOfTests) // it starts puz for each line
	defer cancel()
	c := exec.CommandContext(ctx, shell, args...)
	c.Env = append(os.Environ(), "HOME="+t.TempDir(), "TERM=dumb")
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s: %v; it printed %q", shell, err, out)
	}
	return strings.Split(string(out), "END\n")
}

// completeInBash calls the function that bash calls, with words cut at = as bash cuts them.
func completeInBash(t *testing.T, lines []string) []string {
	script := "source ./puz.bash\n"
	for _, line := range lines {
		words := strings.Split(strings.ReplaceAll(line, "=", " = "), " ")
		for i, word := range words {
			words[i] = "'" + word + "'"
		}
		script += "COMP_WORDS=(" + strings.Join(words, " ") + "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _puz\n" +
			`for word in "${COMPREPLY[@]}"; do [ -d "$word" ] && word+=/; echo "$word "; done; echo END` + "\n"
	}
	return runShell(t, "bash", "--norc", "-c", script)[:len(lines)]
}

// completeInFish asks fish what it would complete.
func completeInFish(t *testing.T, lines []string) []string {
	script := "source ./puz.fish\n"
	for _, line := range lines {
		script += "for word in (complete -C '" + line + "')\n echo (string split -- \\t $word)[1]' '\nend\necho END\n"
	}
	return runShell(t, "fish", "--no-config", "-c", script)[:len(lines)]
}

// zshSession drives an interactive zsh on a terminal of its own: it types each line and a tab, and then a key that
// prints a mark and empties the line.
const zshSession = `
zmodload zsh/zpty
zpty z 'zsh -f -i'
zpty -w z 'PS1=; stty rows 300 cols 200; unsetopt list_ambiguous; LISTMAX=10000'
zpty -w z 'autoload -Uz compinit; compinit -u -D; source ./puz.zsh'
zpty -w z 'mark() { BUFFER=; zle -I; print MA''RK }; zle -N mark; bindkey ^G mark; print REA''DY'
zpty -r -m z seen '*READY*'
while IFS= read -r line; do
  zpty -w -n z "$line"$'\t\a'
  zpty -r -m z seen '*MARK*'
  print -r -- "${${seen//[$'\r\a']/}#$line}"
  print END
done <lines
`

func completeInZsh(t *testing.T, lines []string) []string {
	writeTestFile(t, "lines", strings.Join(lines, "\n")+"\n")
	return runShell(t, "zsh", "-f", "-c", zshSession)[:len(lines)]
}

// TestCompletionKnowsAll: whatever a table of the code holds is offered, and every command and flag.
func TestCompletionKnowsAll(t *testing.T) {
	offered := func(words ...string) (texts []string) {
		for line := range strings.Lines(runPuz(append([]string{"completion", "words", "--"}, words...)...).out) {
			text, _, _ := strings.Cut(strings.TrimSpace(line), "\t")
			texts = append(texts, text)
		}
		return texts
	}
	for _, c := range allCommands(new(puz).commandGroups()) {
		if !slices.Contains(offered(""), c.Name) {
			t.Errorf("%s is not offered", c.Name)
		}
		for _, f := range c.VisibleFlags() {
			for _, name := range f.Names() {
				if dashed := "-" + name; !slices.Contains(offered(c.Name, "-"), dashed) &&
					!slices.Contains(offered(c.Name, "-"), "-"+dashed) {
					t.Errorf("%s: %s is not offered", c.Name, dashed)
				}
			}
		}
	}
	for _, code := range codes.AllCodes() {
		if !slices.Contains(offered("explain", ""), string(code)) {
			t.Errorf("explain does not offer %s", code)
		}
	}
}
