// Command build writes the playground, a folder of static files that any file server can serve.
//
//	go run ./web/build              # into web/site
//	go run ./web/build -o DIR
//	go run ./web/build -bundle      # makes web/page/dist and render/page/solid.js anew, after npm ci in web/page
//	go run ./web/build -npm DIR     # the npm package, for npm pack
//
// The bundled page is committed, in web/page/dist. So Node is needed only to change the page itself, and not to build
// the command puz or the playground.
package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"quadrille/render"
	"quadrille/web"
	"quadrille/web/gallery"
)

func main() {
	log.SetFlags(0)
	out := flag.String("o", "web/site", "write the site into `DIR`")
	again := flag.Bool("bundle", false, "only make web/page/dist anew; this needs Node")
	npm := flag.String("npm", "", "write the npm package into `DIR` in place of the site")
	flag.Parse()
	err := errors.New("it takes no arguments; see -help")
	switch {
	case flag.NArg() > 0:
	case *again:
		err = errors.Join(bundlePage("web/page", "web/page/dist"), inlineViewer("web/page", "render/page/solid.js"))
	case *npm != "":
		err = writePackage("web", *npm)
	default:
		err = writeSite(*out, func(gallery.Entry) time.Duration { return pictureTime })
	}
	if err != nil {
		log.Fatal("build: ", err)
	}
}

// writeSite writes the playground into a folder. The function within returns the time limit for drawing the picture of
// a gallery entry.
func writeSite(out string, within func(gallery.Entry) time.Duration) error {
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	for name, write := range map[string]func(file string) error{
		"quadrille.wasm": compileWasm, "wasm_exec.js": copyGoSupport,
		"gallery.json": func(file string) error { return writeGallery(file, within) },
		"solid.js":     func(file string) error { return os.WriteFile(file, render.SolidViewer(), 0o644) },
	} {
		if err := write(filepath.Join(out, name)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if err := copyPage(out); err != nil {
		return err
	}
	return compressFiles(out)
}

// copyPage copies the page. It inserts the size of the WebAssembly file, so that the page can display how much of that
// file is loaded.
func copyPage(out string) error {
	engine, err := os.Stat(filepath.Join(out, "quadrille.wasm"))
	if err != nil {
		return err
	}
	index := web.EngineIndex(engine.Size())

	return fs.WalkDir(web.Files, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := fs.ReadFile(web.Files, name)
		if err != nil {
			return err
		}
		if name == "index.html" {
			text = index
		}
		return os.WriteFile(filepath.Join(out, name), text, 0o644)
	})
}

// minCompressed is the size, in bytes, of the smallest file that is compressed. Smaller files fit one network packet.
const minCompressed = 1500

// compressFiles writes a gzip file beside each file of a folder. A server can send the gzip file in place of the
// original: nginx with gzip_static, for example, or Caddy with precompressed.
func compressFiles(folder string) error {
	files, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, f := range files {
		name := filepath.Join(folder, f.Name())
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if len(text) < minCompressed || filepath.Ext(name) == ".gz" {
			continue
		}
		var packed bytes.Buffer
		w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
		if err != nil {
			return err
		}
		if _, err := w.Write(text); err != nil {
			return err
		}
		if err := w.Close(); err != nil {
			return err
		}
		if err := os.WriteFile(name+".gz", packed.Bytes(), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// compileWasm compiles Quadrille to a WebAssembly file.
func compileWasm(file string) error {
	build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", file, "quadrille/web/wasm")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	return runCommand(build)
}

// copyGoSupport copies the script of the Go release that loads WebAssembly in a page.
func copyGoSupport(file string) error {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o644)
}

// pictureTime is the time limit of the search for a solution to draw. If no solution is found in time, only the board
// is drawn.
const pictureTime = 3 * time.Second

// writeGallery writes the gallery. The function within returns the time limit for drawing the picture of an entry.
func writeGallery(file string, within func(gallery.Entry) time.Duration) error {
	entries := gallery.ListEntries()
	errs := make([]error, len(entries))
	var drawing sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		drawing.Go(func() {
			for i := range next {
				errs[i] = entries[i].DrawPicture(context.Background(), within(entries[i]))
			}
		})
	}
	for i := range entries {
		next <- i
	}
	close(next)
	drawing.Wait()
	if err := errors.Join(errs...); err != nil {
		return err
	}
	text, err := json.Marshal(entries)
	if err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o644)
}

// runCommand runs a command. Its error contains the output of the command.
func runCommand(c *exec.Cmd) error {
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", filepath.Base(c.Path), err, out)
	}
	return nil
}
