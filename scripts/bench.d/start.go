package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// importFolder imports a folder as an administrator does, on all processors.
// It returns how long that took and the most memory that it held, in bytes.
func (w *workshop) importFolder(ctx context.Context, s *stock, folder string) (time.Duration, int64, error) {
	command := exec.CommandContext(ctx, w.path(ours), "import", "--db", s.database, folder)
	begun := time.Now()
	if _, err := command.Output(); err != nil {
		var failed *exec.ExitError
		if errors.As(err, &failed) {
			err = fmt.Errorf("%w: %s", err, failed.Stderr)
		}
		return 0, 0, fmt.Errorf("importing: %w", err)
	}
	took := time.Since(begun)
	usage, ok := command.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		return took, 0, nil
	}
	return took, usage.Maxrss << 10, nil
}

// starts measures the time from exec to the first answer.
func (w *workshop) starts(ctx context.Context, s *stock) error {
	for range starts {
		if err := dropCaches(); err == nil {
			cold, err := w.startOnce(ctx, s)
			if err != nil {
				return err
			}
			s.StartCold = append(s.StartCold, cold.Seconds())
		}
		// The file is in the page cache once it has been read.
		if _, err := output(ctx, nil, "dd", "bs=1M", "status=none", "of=/dev/null", "if="+s.database); err != nil {
			return err
		}
		warm, err := w.startOnce(ctx, s)
		if err != nil {
			return err
		}
		s.StartWarm = append(s.StartWarm, warm.Seconds())
	}
	return nil
}

// dropCaches empties the page cache, which root alone may.
func dropCaches() error {
	syscall.Sync()
	if err := os.WriteFile("/proc/sys/vm/drop_caches", []byte("3"), 0o200); err != nil {
		return fmt.Errorf("emptying the page cache: %w", err)
	}
	return nil
}

// startOnce starts a server, on all processors, waits for its first 200, and
// stops it.
func (w *workshop) startOnce(ctx context.Context, s *stock) (time.Duration, error) {
	address, err := freeAddress()
	if err != nil {
		return 0, err
	}
	begun := time.Now()
	p, err := w.launch(ctx, everywhere, nil, w.serve(s.database, address)...)
	if err != nil {
		return 0, err
	}
	defer p.stop()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	for time.Since(begun) < time.Minute {
		response, err := client.Get("http://" + address + s.first)
		if err == nil {
			response.Body.Close()
			if response.StatusCode == http.StatusOK {
				return time.Since(begun), nil
			}
		}
		select {
		case <-p.ended:
			return 0, fmt.Errorf("the server ended: %s", p.output)
		case <-ctx.Done():
			return 0, ctx.Err()
		case <-time.After(500 * time.Microsecond):
		}
	}
	return 0, errors.New("no answer in a minute")
}

// memory starts the server that is read from, and measures what it holds
// after the start and after every manual has been read.
func (w *workshop) memory(ctx context.Context, s *stock) error {
	s.server = &side{Name: fmt.Sprintf("%d manuals", s.Manuals), GOGC: gogc()}
	var err error
	if s.server.address, err = freeAddress(); err != nil {
		return err
	}
	if s.server.process, err = w.start(ctx, s.server.address, nil, w.serve(s.database, s.server.address)...); err != nil {
		return err
	}
	_, raw, err := s.server.get(ctx, question{path: s.first})
	if err != nil {
		return err
	}
	s.ManualBytes = len(raw)
	if s.AnonymousStart, err = s.server.process.settled(); err != nil {
		return err
	}
	every, err := w.zipf(ctx, s.source(), "-once")
	if err != nil {
		return err
	}
	if every.Requests != int64(s.Manuals) {
		return fmt.Errorf("%d manuals were read", every.Requests)
	}
	s.ReadEveryManual = every.Seconds
	s.AnonymousRead, err = s.server.process.settled()
	return err
}
