//go:build linux

// Command network is what the parts of scripts/torture have in common that
// come over the network: it serves manuals of its own making with the program
// under torture, plays the clients that mean it harm, and looks meanwhile
// whether everyone else is served as ever.
//
//	network [--program FILE] [--number N] --folder FOLDER PART
//
// PART is one of theirs, and N how many clients or rounds it has. It ends with
// status 0 where every promise was kept, with 1 where one was broken, with 2
// where it could not find out. It never asks another address than the
// loopback, and it never changes a file outside of its folder.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// A lab is where a part works.
type lab struct {
	program string // the binary under torture
	folder  string // for all that is written
	number  int
	time    time.Duration
	address string // of a server, for the probe
}

// errBroken is what the error for a promise that was not kept wraps.
var errBroken = errors.New("BROKEN")

func broken(format string, args ...any) error {
	return fmt.Errorf("%w: %w", errBroken, fmt.Errorf(format, args...))
}

func main() { os.Exit(run()) }

func run() int {
	l := new(lab)
	parts := map[string]func(context.Context) (string, error){
		"slow": l.slow, "probe": l.probe, "descriptors": l.descriptors, "timing": l.timing, "flood": l.flood, "words": l.words, "drift": l.drift,
	}
	flag.StringVar(&l.program, "program", os.Getenv("DESIGNMANUAL"), "the binary under torture")
	flag.StringVar(&l.folder, "folder", "", "a folder for all that is written")
	flag.IntVar(&l.number, "number", 100, "how many clients or rounds there are")
	flag.DurationVar(&l.time, "time", 10*time.Second, "how long a part lasts that has no other end")
	flag.StringVar(&l.address, "address", "", "the server that the probe asks")
	flag.Parse()
	part := parts[flag.Arg(0)]
	if part == nil {
		flag.Usage()
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	said, err := part(ctx)
	if err != nil {
		fmt.Println(err)
		if errors.Is(err, errBroken) {
			return 1
		}
		return 2
	}
	fmt.Println(said)
	return 0
}
