package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// The names of the sides that others are compared with.
const (
	floor = "bare net/http"
	ours  = "designmanual"
)

// roomier is the most that our server sets GOGC to by itself, which it does
// with few manuals. The floor is asked with it too.
const roomier = "400"

// gzipSuffix is what the name of a compressed file ends in.
const gzipSuffix = ".gz"

// highRate is a limit that counts every request and is never reached.
const highRate = "1000000000-M"

// sizes are the bytes of the generated manuals, by their slug.
var sizes = []struct {
	slug string
	size int
}{{"m2", 2_000}, {"m8", 8_000}, {"m60", 60_000}, {"m200", 200_000}}

// build compiles a program of this repository.
func (w *workshop) build(ctx context.Context, name, source string) error {
	_, err := output(ctx, []string{"CGO_ENABLED=0"}, "go", "build", "-trimpath", "-ldflags=-s -w", "-o", w.path(name), source)
	return err
}

// ourServer starts the server with the example manuals and the generated
// ones, all of it on, and returns it with an access token.
func (w *workshop) ourServer(ctx context.Context) (s *side, secret string, err error) {
	if err := w.build(ctx, ours, "."); err != nil {
		return nil, "", err
	}
	var manuals []string
	for i, m := range sizes {
		manuals = append(manuals, manualOf(i, m.size, m.slug, i == 0))
	}
	if err := os.WriteFile(w.path("bench.json"), []byte(brandOf("bench", manuals)), 0o600); err != nil {
		return nil, "", fmt.Errorf("writing a seed file: %w", err)
	}
	database := w.path("bench.db")
	if _, err := output(ctx, nil, w.path(ours), "import", "--db", database, "fixtures", w.path("bench.json")); err != nil {
		return nil, "", err
	}
	if secret, err = output(ctx, nil, w.path(ours), "token", "create", "--db", database, "--brand", "bench", "--name", "bench"); err != nil {
		return nil, "", err
	}
	s = &side{Name: ours, GOGC: cmp.Or(os.Getenv("GOGC"), "its own, to "+roomier), files: true, Version: runtime.Version()}
	s.locate = func(c comparison) (string, []string, bool) { return c.body.path, nil, true }
	if s.address, err = freeAddress(); err != nil {
		return nil, "", err
	}
	s.process, err = w.start(ctx, s.address, nil, w.serve(database, s.address)...)
	return s, secret, err
}

// serve returns the command that serves a database, its limits counting.
func (w *workshop) serve(database, address string) []string {
	return []string{w.path(ours), "serve", "--db", database, "--listen", address, "--rate", highRate, "--token-rate", highRate}
}

// take fills the bodies with what our server answers, and writes them to
// files for the other sides.
func (w *workshop) take(ctx context.Context, s *side, bodies []*body) error {
	for _, b := range bodies {
		path := w.path("files", filepath.FromSlash(b.path))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return fmt.Errorf("making a folder: %w", err)
		}
		for _, into := range []struct {
			fields []string
			bytes  *[]byte
			suffix string
		}{
			{nil, &b.identity, ""},
			{[]string{"Accept-Encoding: gzip"}, &b.gzip, gzipSuffix},
		} {
			response, raw, err := s.get(ctx, question{path: b.path, fields: into.fields})
			if err != nil {
				return err
			}
			if response.StatusCode != 200 {
				return fmt.Errorf("reading %s: %s", b.path, response.Status)
			}
			*into.bytes = raw
			if err := os.WriteFile(path+into.suffix, raw, 0o644); err != nil {
				return fmt.Errorf("writing a body: %w", err)
			}
		}
	}
	return nil
}

// bareServer starts the floor, and bareRoomier the same with as much room for
// garbage as our server gives itself.
func (w *workshop) bareServer(ctx context.Context) (*side, error) {
	if err := w.build(ctx, "bare", "./scripts/bench.d/bare"); err != nil {
		return nil, err
	}
	return w.bare(ctx, &side{Name: floor, GOGC: gogc(), files: true})
}

func (w *workshop) bareRoomier(ctx context.Context) (*side, error) {
	return w.bare(ctx, &side{Name: floor + ", roomier", GOGC: roomier})
}

func (w *workshop) bare(ctx context.Context, s *side) (*side, error) {
	s.Version = runtime.Version()
	s.locate = func(c comparison) (string, []string, bool) {
		if c.answer == compressed {
			return c.body.path + gzipSuffix, nil, true
		}
		return c.body.path, nil, true
	}
	s.constant = true
	var err error
	if s.address, err = freeAddress(); err != nil {
		return nil, err
	}
	s.process, err = w.start(ctx, s.address, []string{"GOGC=" + s.GOGC}, w.path("bare"), "-listen", s.address, "-folder", w.path("files"))
	return s, err
}
