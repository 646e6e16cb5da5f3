//go:build linux

package main

import (
	"context"
	"debug/buildinfo"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"designmanual/scripts/torture.d/lab"
)

const (
	looks         = 5 // at a server that is left alone, the first before it has had all its work once
	readers       = 4
	mayGrow       = 3 // goroutines and descriptors more than before: what happens to be there
	mayGrowMemory = 24 << 20
	dataRace      = "DATA RACE"
	settling      = 3 * time.Second // for what is idle to end
)

// drift has a server work on all that it does, for a time, and looks five
// times meanwhile, when it is left alone, whether it has got more of anything.
// The memory of a program with the race detector is for the most part that of
// the detector, which keeps some for each address that was ever in use and
// gives none back: what such a server holds is judged without it.
func (y *yard) drift(ctx context.Context) (string, error) {
	metrics, err := freeAddress()
	if err != nil {
		return "", err
	}
	s, err := y.serve(ctx, "--rate", "off", "--token-rate", "off", "--metrics-listen", metrics)
	if err != nil {
		return "", err
	}
	defer s.Kill()
	work := &work{yard: y, server: s}
	var seen [looks]holding
	for n := range seen {
		if err := work.during(ctx, y.time/looks); err != nil {
			return "", err
		}
		if seen[n], err = s.holds(ctx, metrics); err != nil {
			return "", err
		}
	}
	if err := s.Stop(); err != nil {
		return "", err
	}
	if strings.Contains(s.Log.Whole(), dataRace) {
		return "", lab.Broken("the race detector has found one: %s", s.Log.Whole())
	}
	raced, err := hasRaceDetector(y.program)
	if err != nil {
		return "", err
	}
	first, last := seen[1], seen[looks-1]
	if last.goroutines > first.goroutines+mayGrow || last.descriptors > first.descriptors+mayGrow ||
		!raced && last.memory > first.memory*5/4+mayGrowMemory {
		return "", lab.Broken("the server drifts: %v", seen)
	}
	return fmt.Sprintf("%d requests, %d imports, backups and changes of tokens in %v: from %v to %v", work.requests.Load(), work.changes.Load(), y.time, first, last), nil
}

// hasRaceDetector tells whether a program was built with the race detector.
func hasRaceDetector(program string) (bool, error) {
	built, err := buildinfo.ReadFile(program)
	if err != nil {
		return false, err
	}
	return slices.Contains(built.Settings, debug.BuildSetting{Key: "-race", Value: "true"}), nil
}

// A holding is what a server has.
type holding struct{ goroutines, descriptors, memory int }

func (h holding) String() string {
	return fmt.Sprintf("%d goroutines, %d descriptors, %d MiB", h.goroutines, h.descriptors, h.memory>>20)
}

var goroutines = regexp.MustCompile(`(?m)^go_goroutines (\d+)$`)

// holds returns what a server that is left alone has. Connections that have
// just been closed are waited for.
func (s *server) holds(ctx context.Context, metrics string) (least holding, err error) {
	for end := time.Now().Add(settling); time.Now().Before(end); {
		if err := wait(ctx, settling/10); err != nil {
			return least, err
		}
		c, err := dial(ctx, metrics)
		if err != nil {
			return least, lab.Broken("no figures: %v: %s", err, s.Log)
		}
		a, err := c.ask(http.MethodGet, metrics, "/metrics", "")
		c.c.Close()
		found := goroutines.FindStringSubmatch(a.body)
		if err != nil || found == nil {
			return least, fmt.Errorf("no number of goroutines among the figures: %w", err)
		}
		var now holding
		if now.goroutines, err = strconv.Atoi(found[1]); err != nil {
			return least, err
		}
		if now.descriptors, err = s.descriptors(); err != nil {
			return least, err
		}
		if now.memory, err = s.memory(); err != nil {
			return least, err
		}
		if least.goroutines == 0 || now.goroutines+now.descriptors < least.goroutines+least.descriptors {
			least = now
		}
	}
	return least, nil
}

// work is what a server does all day.
type work struct {
	yard              *yard
	server            *server
	requests, changes atomic.Int64
}

// during works for a time; nothing of it goes on afterwards.
func (w *work) during(ctx context.Context, d time.Duration) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	end := time.Now().Add(d)
	var all sync.WaitGroup
	until := func(one func(ctx context.Context, n int) error) {
		all.Go(func() {
			for n := 0; time.Now().Before(end) && ctx.Err() == nil; n++ {
				if err := one(ctx, n); err != nil {
					cancel(err)
				}
			}
		})
	}
	for range readers {
		until(w.read)
	}
	until(w.administer)
	all.Wait()
	return context.Cause(ctx)
}

// read asks a few times over one connection.
func (w *work) read(ctx context.Context, n int) error {
	c, err := dial(ctx, w.server.Address)
	if err != nil {
		return lab.Broken("no connection: %v: %s", err, w.server.Log)
	}
	defer c.c.Close()
	for _, q := range []struct {
		host, path, fields string
		status             int
	}{
		{site, "/api/v1/manuals/birch.json", "", 200},
		{site, "/api/v1/manuals/birch.json", "Accept-Encoding: gzip\r\n", 200},
		{site, "/api/v1/manuals/birch/tokens.json", "If-None-Match: *\r\n", 304},
		{site, "/api/v1/manuals/birch.vault.json", "", 404},
		{site, "/api/v1/manuals/birch.json", "Authorization: Bearer dmt_x\r\n", 401},
		{site, "/api/v1/manuals/birch.large.json", "", 200},
		{"birch." + site, "/", "", 200},
		{"birch." + site, "/gated", "", 200},
		{site, "/", "", 200},
	} {
		a, err := c.ask(http.MethodGet, q.host, q.path, q.fields)
		if err != nil || a.status != q.status {
			return lab.Broken("%s%s is answered with %d, not with %d: %v: %s", q.host, q.path, a.status, q.status, err, w.server.Log)
		}
		w.requests.Add(1)
	}
	return wait(ctx, 5*time.Millisecond)
}

// administer changes the manuals, makes a backup, and changes a token.
func (w *work) administer(ctx context.Context, n int) error {
	folder := filepath.Dir(w.server.store)
	seeds, copied := filepath.Join(folder, "seeds"), filepath.Join(folder, "backup.db")
	path := filepath.Join(seeds, "alder.json")
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	changed := regexp.MustCompile(`"name":"[^"]*"`).ReplaceAllString(string(text), fmt.Sprintf(`"name":"Blue %d"`, n))
	if err := os.WriteFile(path, []byte(changed), 0o600); err != nil {
		return err
	}
	if err := os.RemoveAll(copied); err != nil {
		return err
	}
	var id string
	for _, command := range [][]string{
		{"import", path},
		{"backup", copied},
		{"token", "create", "--brand", "birch", "--name", "drift"},
		{"token", "list", "--json"},
		{"token", "revoke", "?"},
		{"doctor"},
	} {
		if command[len(command)-1] == "?" {
			command[len(command)-1] = id
		}
		out, err := w.yard.run(ctx, append(command, "--db", w.server.store)...)
		if err != nil {
			return lab.Broken("%v: %w", command, err)
		}
		if ids := tokenID.FindAllString(out, -1); ids != nil {
			id = ids[len(ids)-1]
		}
		w.changes.Add(1)
	}
	return nil
}

var tokenID = regexp.MustCompile(`tok_[0-9A-Za-z]+`)

// freeAddress returns an address of the loopback that nobody listens on.
func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}
