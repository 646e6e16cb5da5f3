//go:build linux

// Command storage is what the parts of scripts/torture have in common that
// harm a store: it makes versions of two brands, imports one after the other
// with the program under torture, does harm meanwhile, and holds every
// document of what is left against the versions. The store must be in one of
// them as a whole: the last one acknowledged, or the one on its way.
//
//	storage [flags] PART
//
// PART is one of theirs. It ends with status 0 where every promise was kept,
// with 1 where one was broken, with 2 where it could not find out. It never
// serves on another address than the loopback, and never changes a file
// outside of its folder and its file system.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

// A lab is where a part works.
type lab struct {
	program  string // the binary under torture
	folder   string // for all that it writes, the stores of some parts apart
	mounted  string // where a file system of the part's own is to be
	device   string // what it is on
	system   string // and of what type it is
	manuals  int    // of each brand
	rounds   int
	random   *rand.Rand
	versions []version
	missed   atomic.Int64 // calls that a fault was to be put into, and never was
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
		"kill": l.kill, "power": l.power, "faults": l.faults, "full": l.full, "rot": l.rot,
	}
	flag.StringVar(&l.program, "program", os.Getenv("DESIGNMANUAL"), "the binary under torture")
	flag.StringVar(&l.folder, "folder", "", "a folder for all that is written")
	flag.StringVar(&l.mounted, "mounted", "", "where a file system is to be mounted")
	flag.StringVar(&l.device, "device", "", "what it is on")
	flag.StringVar(&l.system, "system", "", "of what type it is")
	flag.IntVar(&l.manuals, "manuals", 3, "how many manuals a brand has, at most three")
	flag.IntVar(&l.rounds, "rounds", 10, "how often harm is done")
	start := flag.Uint64("seed", uint64(time.Now().UnixNano()), "what the random choices follow from")
	flag.Parse()
	part := parts[flag.Arg(0)]
	if part == nil || l.folder == "" {
		flag.Usage()
		return 2
	}
	l.random = rand.New(rand.NewPCG(*start, 0))
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := l.learn(ctx)
	var said string
	if err == nil {
		said, err = part(ctx)
	}
	if err != nil {
		fmt.Printf("%s (--seed %d)\n", strings.ReplaceAll(strings.TrimSpace(err.Error()), "\n", "; "), *start)
		if errors.Is(err, errBroken) {
			return 1
		}
		return 2
	}
	fmt.Println(said)
	return 0
}
