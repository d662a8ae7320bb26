package lsp_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/BurntSushi/toml"
)

// documentedSettings returns what docs/editors.md tells people to write for an editor, in a language.
func documentedSettings(t *testing.T, editor, language string) string {
	t.Helper()
	page, err := os.ReadFile("../../docs/editors.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(page), "\n## "+editor+"\n")
	section, _, _ = strings.Cut(section, "\n## ")
	_, text, _ := strings.Cut(section, "\n```"+language+"\n")
	text, _, found := strings.Cut(text, "```\n")
	if !found {
		t.Fatalf("docs/editors.md has no %s for %s", language, editor)
	}
	return text
}

// sessionEnvironment is the environment of an editor with a home, and with the command puz of a folder in the path.
func sessionEnvironment(home, bin string) []string {
	return append(os.Environ(), "HOME="+home, "XDG_CACHE_HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_DATA_HOME="+home,
		"XDG_STATE_HOME="+home, "XDG_RUNTIME_DIR="+home, "LC_ALL=C.UTF-8", "TERM=xterm", "QT_QPA_PLATFORM=offscreen",
		"PATH="+bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
}

// playSession runs an editor in the folder puzzles of its home. It returns what the session has written into the
// file SEEN.
func playSession(t *testing.T, home, editor string, args ...string) []byte {
	t.Helper()
	cmd, seen := exec.Command(editor, args...), filepath.Join(home, "seen.json")
	cmd.Dir = filepath.Join(home, "puzzles")
	cmd.Env = append(sessionEnvironment(home, filepath.Dir(buildPuz(t))), "SEEN="+seen)
	out, err := cmd.CombinedOutput()
	written, _ := os.ReadFile(seen)
	if err != nil {
		t.Fatalf("%v: %s\n%s", err, out, written)
	}
	return written
}

// mistaken is a puzzle whose mistake an editor hears from the server.
const mistaken = "use pentominoes\nboard tray on square = 6x10\npack tray with pentominos\n"

// watchSession runs an editor that cannot be asked what it shows, until the server that it must start by its settings
// has told it the mistake of puzzles/tray.puz.
func watchSession(t *testing.T, home, editor string, args ...string) {
	t.Helper()
	// What stands for puz in the path keeps what the server says.
	messages := filepath.Join(home, "messages")
	script := fmt.Sprintf("#!/bin/sh\n%q \"$@\" | tee %q\n", buildPuz(t), messages)
	if err := errors.Join(os.Mkdir(filepath.Join(home, "bin"), 0o777),
		os.WriteFile(filepath.Join(home, "bin", "puz"), []byte(script), 0o777)); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	cmd := exec.CommandContext(ctx, editor, args...)
	cmd.Dir = filepath.Join(home, "puzzles")
	cmd.Env = sessionEnvironment(home, filepath.Join(home, "bin"))
	cmd.WaitDelay = time.Second // what the editor has started may hold its streams
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	in, err := cmd.StdinPipe() // it stays open
	if err = errors.Join(err, cmd.Start()); err != nil {
		t.Fatal(err)
	}
	said := ""
	for ctx.Err() == nil && !strings.Contains(said, "did you mean `pentominoes`") {
		time.Sleep(20 * time.Millisecond)
		text, _ := os.ReadFile(messages)
		said = string(text)
	}
	if ctx.Err() != nil {
		t.Errorf("the server has said %q", said)
	}
	stop()
	in.Close()
	if err := cmd.Wait(); t.Failed() {
		t.Logf("%v: %s", err, out.String())
	}
}

// TestKate opens a puzzle in Kate. Debian's package kate has it, which the CI script installs.
func TestKate(t *testing.T) {
	kate, err := exec.LookPath("kate")
	if err != nil {
		t.Skip("Kate is not installed")
	}
	home := writeFiles(t, map[string]string{
		"org.kde.syntax-highlighting/syntax/quadrille.xml": documentedSettings(t, "Kate", "xml"),
		"kate/lspclient/settings.json":                     documentedSettings(t, "Kate", "json"),
		"kate/sessions/puzzles.katesession":                "[Kate Plugins]\nlspclientplugin=true\n",
		"puzzles/tray.puz":                                 mistaken,
	})
	// This is a person's answer to the question whether the server may be started.
	allowed := "[lspclient]\nAllowedServerCommandLines=" + filepath.Join(home, "bin", "puz") + " lsp\n"
	if err := errors.Join(os.WriteFile(filepath.Join(home, "katerc"), []byte(allowed), 0o666),
		os.Chmod(home, 0o700)); err != nil {
		t.Fatal(err)
	}
	watchSession(t, home, kate, "--start", "puzzles", "--block", "tray.puz")
}

// TestHelix opens a puzzle in Helix, which wants a terminal. Debian 12 has no package of it.
func TestHelix(t *testing.T) {
	settings := documentedSettings(t, "Helix", "toml")
	var languages struct {
		Language []struct {
			Name            string
			FileTypes       []string `toml:"file-types"`
			LanguageServers []string `toml:"language-servers"`
		}
		LanguageServer map[string]struct {
			Command string
			Args    []string
		} `toml:"language-server"`
	}
	if _, err := toml.Decode(settings, &languages); err != nil {
		t.Fatal(err)
	}
	server := languages.LanguageServer["puz"]
	if l := languages.Language; len(l) != 1 || !slices.Equal(l[0].FileTypes, []string{"puz"}) ||
		!slices.Equal(l[0].LanguageServers, []string{"puz"}) || server.Command != "puz" ||
		!slices.Equal(server.Args, []string{"lsp"}) {
		t.Errorf("the settings are %+v", languages)
	}
	helix, err := exec.LookPath("hx")
	if err != nil {
		t.Skip("Helix is not installed, so only its settings were read")
	}
	home := writeFiles(t, map[string]string{"helix/languages.toml": settings, "puzzles/tray.puz": mistaken})
	watchSession(t, home, "script", "--quiet", "--return", "--command", fmt.Sprintf("%q tray.puz", helix), os.DevNull)
}

// TestZed reads the settings of an extension for Zed.
func TestZed(t *testing.T) {
	var extension struct {
		LanguageServers map[string]struct{ Languages []string } `toml:"language_servers"`
	}
	if _, err := toml.Decode(documentedSettings(t, "Zed", "toml"), &extension); err != nil ||
		!slices.Equal(extension.LanguageServers["puz"].Languages, []string{"Quadrille"}) {
		t.Errorf("the settings are %+v: %v", extension, err)
	}
}
