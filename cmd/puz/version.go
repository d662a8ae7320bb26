package main

import (
	"cmp"
	"io"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/urfave/cli/v2"
)

// What the linker writes into a release: its version without a v, the commit, and the commit's date. They are
// empty in other builds, which know what the go command stamped into them.
//
//	go build -ldflags "-X main.version=1.0.0 -X main.commit=… -X main.date=2026-11-25" ./cmd/puz
var version, commit, date string

func (p *puz) versionCommand() *cli.Command {
	return &cli.Command{
		Name:        "version",
		Usage:       "print the version, the commit and its date",
		Description: "   puz version\n   puz --version",
		Action: func(*cli.Context) error {
			_, err := io.WriteString(p.Stdout, "puz "+versionText()+"\n")
			return err
		},
	}
}

// versionText is the version, the commit and its date, as far as the build knows, and the version of Go:
// "1.0.0, commit 0123456789ab of 2026-11-25 (go1.26.8)".
func versionText() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return describeBuild(info)
}

// describeBuild prefers what the linker wrote to what the go command stamped.
func describeBuild(info *debug.BuildInfo) string {
	stamp := map[string]string{}
	for _, s := range info.Settings {
		stamp[s.Key] = s.Value
	}
	hash := cmp.Or(commit, stamp["vcs.revision"])
	day, _, _ := strings.Cut(cmp.Or(date, stamp["vcs.time"]), "T")
	text := cmp.Or(version, releaseOf(info.Main.Version), "devel")
	if hash != "" {
		text += ", commit " + hash[:min(12, len(hash))]
	}
	if day != "" {
		text += " of " + day
	}
	if commit == "" && stamp["vcs.modified"] == "true" {
		text += ", changed since"
	}
	return text + " (" + runtime.Version() + ")"
}

// releaseOf is the release that a module's version names; "" for a checkout, of which the go command makes up a
// pseudo-version.
func releaseOf(moduleVersion string) string {
	number := strings.TrimPrefix(moduleVersion, "v")
	if strings.ContainsAny(number, "-+(") {
		return ""
	}
	return number
}
