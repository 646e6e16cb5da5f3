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
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"sync/atomic"
	"time"

	"designmanual/scripts/torture.d/lab"
)

// A yard is where a part works.
type yard struct {
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

func main() {
	y := new(yard)
	parts := map[string]func(context.Context) (string, error){
		"kill": y.kill, "power": y.power, "faults": y.faults, "full": y.full, "rot": y.rot,
	}
	flag.StringVar(&y.program, "program", os.Getenv("DESIGNMANUAL"), "the binary under torture")
	flag.StringVar(&y.folder, "folder", "", "a folder for all that is written")
	flag.StringVar(&y.mounted, "mounted", "", "where a file system is to be mounted")
	flag.StringVar(&y.device, "device", "", "what it is on")
	flag.StringVar(&y.system, "system", "", "of what type it is")
	flag.IntVar(&y.manuals, "manuals", 3, "how many manuals a brand has, at most three")
	flag.IntVar(&y.rounds, "rounds", 10, "how often harm is done")
	start := flag.Uint64("seed", uint64(time.Now().UnixNano()), "what the random choices follow from")
	flag.Parse()
	part := parts[flag.Arg(0)]
	if part == nil || y.folder == "" {
		flag.Usage()
		os.Exit(2)
	}
	y.random = rand.New(rand.NewPCG(*start, 0))
	os.Exit(lab.Run(func(ctx context.Context) (said string, err error) {
		if err = y.learn(ctx); err == nil {
			said, err = part(ctx)
		}
		if err != nil {
			err = fmt.Errorf("%w (--seed %d)", err, *start)
		}
		return said, err
	}))
}
