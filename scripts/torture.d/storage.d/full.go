//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"designmanual/scripts/torture.d/lab"
)

// promptly is how long an import may take to be refused for want of room.
const promptly = 2 * time.Second

// full fills the small file system that three stores are to be on, one of
// them served: reads go on, every import is refused, promptly and with the
// reason, nothing is left of it, and it works once there is room.
func (y *yard) full(ctx context.Context) (string, error) {
	const small, large = 0, 4
	served, lone, fresh := filepath.Join(y.mounted, "served.db"), filepath.Join(y.mounted, "lone.db"), filepath.Join(y.mounted, "fresh.db")
	for _, store := range []string{served, lone} {
		if out, err := y.command(ctx, "import", "--db", store, y.versions[small].seeds).CombinedOutput(); err != nil {
			return "", fmt.Errorf("%w: %s", err, out)
		}
	}
	s, err := y.serve(ctx, served)
	if err != nil {
		return "", err
	}
	defer s.Kill()
	if err := fill(filepath.Join(y.mounted, "filler")); err != nil {
		return "", err
	}
	done := y.keepReading(ctx, s)
	for range y.rounds {
		for _, store := range []string{served, lone, fresh} {
			if err := y.refusedForRoom(ctx, store, y.versions[large].seeds); err != nil {
				return "", err
			}
		}
	}
	if left, err := filepath.Glob(filepath.Join(y.mounted, "*fresh.db*")); err != nil || len(left) > 0 {
		return "", lab.Broken("left of an import that was refused: %v %v", left, err)
	}
	if err := y.unchanged(ctx, s, lone, small); err != nil {
		return "", err
	}
	if err := os.Remove(filepath.Join(y.mounted, "filler")); err != nil {
		return "", err
	}
	for _, store := range []string{served, lone, fresh} {
		if out, err := y.command(ctx, "import", "--db", store, y.versions[large].seeds).CombinedOutput(); err != nil {
			return "", lab.Broken("%s: the import does not work with room again: %s", filepath.Base(store), out)
		}
	}
	reads, err := done()
	if err != nil {
		return "", err
	}
	if err := y.unchanged(ctx, s, lone, large); err != nil {
		return "", err
	}
	return fmt.Sprintf("%d imports refused on a full disk, none later than %v; %d readings of all documents went on meanwhile; with room again it worked", 3*y.rounds, promptly, reads), s.Stop()
}

// unchanged is broken where the server or the store that nobody serves is of
// another version.
func (y *yard) unchanged(ctx context.Context, s *server, lone string, v int) error {
	serves, err := y.holds(ctx, s)
	if err != nil {
		return err
	}
	found, err := y.inspect(ctx, lone)
	if err != nil {
		return err
	}
	return errors.Join(oneOf(serves, v), oneOf(found, v))
}

// refusedForRoom imports where there is no room.
func (y *yard) refusedForRoom(ctx context.Context, store, seeds string) error {
	began := time.Now()
	out, err := y.command(ctx, "import", "--db", store, seeds).CombinedOutput()
	took := time.Since(began)
	switch {
	case err == nil:
		return lab.Broken("%s: an import on a full disk is reported as done: %s", filepath.Base(store), out)
	case took > promptly:
		return lab.Broken("%s: it took %v to refuse an import", filepath.Base(store), took)
	case !strings.Contains(string(out), "no space left on device"):
		return lab.Broken("%s: the reason is not clear: %s", filepath.Base(store), out)
	}
	return nil
}

// keepReading reads everything from a server again and again, and returns
// what ends it and says how often that was.
func (y *yard) keepReading(ctx context.Context, s *server) (done func() (int, error)) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan error, 1)
	reads := 0
	go func() {
		defer close(ended)
		for ctx.Err() == nil {
			for _, k := range y.versions[0].public() {
				got, err := s.read(ctx, k, reads%2 == 1, "")
				if ctx.Err() != nil {
					return
				}
				if err == nil && got.status != 200 {
					err = lab.Broken("a reader is answered %d: %s", got.status, got.body)
				}
				if err != nil {
					ended <- err
					return
				}
			}
			reads++
		}
	}()
	return func() (int, error) {
		cancel()
		err := <-ended
		if err == nil && reads == 0 {
			err = errors.New("nothing was read")
		}
		return reads, err
	}
}

// fill writes a file until there is no room for another byte.
func fill(path string) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	for size := 1 << 20; size > 0; size /= 2 {
		for err = nil; err == nil; {
			_, err = file.Write(make([]byte, size))
		}
		if !errors.Is(err, syscall.ENOSPC) {
			return err
		}
	}
	if err := file.Sync(); !errors.Is(err, syscall.ENOSPC) {
		return err
	}
	return nil
}
