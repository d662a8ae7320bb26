package main

import (
	"cmp"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/urfave/cli/v2"

	"quadrille/cmd/console"
)

// The values that the linker sets in a release: the version without the prefix v, the commit, its date, and the
// address of the project. They are empty in other builds, which use the values stamped by the go command.
//
//	go build -ldflags "-X main.version=1.0.0 -X main.commit=… -X main.date=2026-11-25 -X main.home=…" ./cmd/puz
var version, commit, date, home string

func (p *puz) versionCommand() *cli.Command {
	return &cli.Command{
		Name:        "version",
		Usage:       "print the version, the commit and its date",
		Description: "   puz version\n   puz --version",
		Action: func(*cli.Context) error {
			return p.WriteText("", "puz "+versionText()+"\n"+documentationPlace()+"\n")
		},
	}
}

// versionText returns the version, the commit and its date, as far as they are known, and the version of Go: "1.0.0,
// commit 0123456789ab of 2026-11-25 (go1.26.8)".
func versionText() string { return describeBuild(buildInfo()) }

// buildInfo returns the information that the go command has stamped into the program.
func buildInfo() *debug.BuildInfo {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info
	}
	return &debug.BuildInfo{}
}

// documentationPlace returns where to find the documentation: the address of the project, or else the source folder.
func documentationPlace() string {
	const page = "docs/README.md"
	if address := homepageURL(buildInfo()); address != "" {
		return address + "/blob/HEAD/" + page
	}
	return page + " in the clone that puz was built from"
}

// homepageURL returns the address of the project: the address that the linker has set, or else the one that follows
// from the path of a published module.
func homepageURL(info *debug.BuildInfo) string {
	host, _, _ := strings.Cut(info.Main.Path, "/")
	if home == "" && strings.Contains(host, ".") {
		return "https://" + info.Main.Path
	}
	return home
}

// describeBuild describes the version. Values that the linker set take precedence over those of the go command.
func describeBuild(info *debug.BuildInfo) string {
	stamp := map[string]string{}
	for _, s := range info.Settings {
		stamp[s.Key] = s.Value
	}
	hash := cmp.Or(commit, stamp["vcs.revision"])
	day, _, _ := strings.Cut(cmp.Or(date, stamp["vcs.time"]), "T")
	text := cmp.Or(version, releaseOfVersion(info.Main.Version), "devel")
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

// releaseOfVersion returns the release for which a module version stands. It returns "" for a checkout, for which the
// go command makes up a pseudo-version.
func releaseOfVersion(moduleVersion string) string {
	number := strings.TrimPrefix(moduleVersion, "v")
	if strings.ContainsAny(number, "-+(") {
		return ""
	}
	return number
}

func (p *puz) manCommand() *cli.Command {
	return &cli.Command{
		Name:        "man",
		Usage:       "print the manual page",
		Description: "   puz man | man -l -",
		Action: func(c *cli.Context) error {
			return p.WriteText("",
				console.ManualPage(c.App, documentationPlace()))
		},
	}
}
