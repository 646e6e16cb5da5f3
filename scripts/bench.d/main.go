// Command bench compares the server with what one would take instead, and the
// server of many manuals with that of few: it builds and starts each side,
// gives them the same requests in turn, and prints ratios out of the same
// minutes. See scripts/bench, which installs what it needs.
//
// It must never leave something of the server out (every header, check and
// limit is on), compare answers that are not the same, or make up a side that
// could not be had.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"syscall"
)

const usage = `usage: scripts/bench [scale [N…]] [--quick] [--json FILE] [--must] [--rounds N] [--seconds N]

Compares the server with a bare net/http server, nginx, Caddy, PocketBase,
Express and json-server, and prints what go test -bench says of its parts.

scale makes N manuals of 20 KB for each N (1000 10000 100000) and measures
import, start, memory, file and reading by Zipf's law, that beside a bare
server which has the same answers in memory (2 GB of it for 100000).

--quick    a small run, to see that all of it works: its figures say nothing
--json     writes the figures to FILE too
--must     ends with status 1 where a figure is below what it must be
--rounds   how often each case is run on each side, in turn (5; scale 11)
--seconds  how long each time (2)
`

// Settings are what the command line asks for.
type settings struct {
	quick, must bool
	json        string
	rounds      int
	seconds     int
	counts      []int // of manuals, for scale
}

func main() {
	// Whatever ends the run, be it that nobody reads what it prints, ends
	// what it has started.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGPIPE)
	defer stop()
	err := run(ctx, os.Args[1:])
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Print(usage)
	case err != nil:
		fmt.Fprintln(os.Stderr, "bench:", err)
		stop()
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	scale := len(args) > 0 && args[0] == "scale"
	if scale {
		args = args[1:]
	}
	rounds := usualRounds
	if scale {
		rounds = scaleRounds
	}
	s, err := parse(args, rounds)
	if err != nil {
		return err
	}
	if s.counts != nil && !scale {
		return errors.New("numbers of manuals are for scale")
	}
	folder, err := os.MkdirTemp("", "bench-")
	if err != nil {
		return fmt.Errorf("making a folder: %w", err)
	}
	defer os.RemoveAll(folder)
	// Workers of other programs that are started as root are not root.
	if err := os.Chmod(folder, 0o755); err != nil {
		return fmt.Errorf("opening the folder: %w", err)
	}
	w := &workshop{folder: folder, settings: s, cores: runtime.NumCPU()}
	w.packages = sync.OnceValue(func() error { return w.npm(ctx) })
	defer w.stop()
	r := &report{Machine: machineOf(ctx), Quick: s.quick}
	r.Machine.print()
	if scale {
		err = w.scale(ctx, r)
	} else {
		err = w.compare(ctx, r)
	}
	if err != nil {
		return err
	}
	if err := r.write(s.json); err != nil {
		return err
	}
	return r.judge(s.must)
}

// How often each case is run on each side. What is read seldom is read from
// further away, in time that depends on who else uses the machine: such
// readings differ more.
const usualRounds, scaleRounds = 5, 11

// parse reads flags and, between them, numbers of manuals. Rounds are so many
// where no flag says another number.
func parse(args []string, rounds int) (settings, error) {
	s := settings{}
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.Usage = func() {}
	flags.BoolVar(&s.quick, "quick", false, "")
	flags.BoolVar(&s.must, "must", false, "")
	flags.StringVar(&s.json, "json", "", "")
	flags.IntVar(&s.rounds, "rounds", 0, "")
	flags.IntVar(&s.seconds, "seconds", 0, "")
	for {
		if err := flags.Parse(args); err != nil {
			return s, fmt.Errorf("reading the command line: %w", err)
		}
		if flags.NArg() == 0 {
			break
		}
		n, err := strconv.Atoi(flags.Arg(0))
		if err != nil || n < 1 {
			return s, fmt.Errorf("expected a number of manuals, found %q", flags.Arg(0))
		}
		s.counts = append(s.counts, n)
		args = flags.Args()[1:]
	}
	if s.rounds < 0 || s.seconds < 0 {
		return s, errors.New("expected a number of rounds and of seconds")
	}
	seconds := 2
	if s.quick {
		rounds, seconds = 1, 1
	}
	s.rounds, s.seconds = cmp.Or(s.rounds, rounds), cmp.Or(s.seconds, seconds)
	return s, nil
}

// A workshop is where sides are built, and the processes that run.
type workshop struct {
	settings

	folder    string
	cores     int
	processes []*process
	packages  func() error // installs what comes out of npm, once
}

// path returns the path of a file in the workshop.
func (w *workshop) path(elements ...string) string {
	return filepath.Join(append([]string{w.folder}, elements...)...)
}

// stop ends all processes that still run, the last one first.
func (w *workshop) stop() {
	for i := len(w.processes) - 1; i >= 0; i-- {
		w.processes[i].stop()
	}
	w.processes = nil
}
