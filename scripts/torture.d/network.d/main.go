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
	"flag"
	"os"
	"time"

	"designmanual/scripts/torture.d/lab"
)

// A yard is where a part works.
type yard struct {
	program string // the binary under torture
	folder  string // for all that is written
	number  int
	time    time.Duration
	address string // of a server, for the probe
}

func main() {
	y := new(yard)
	parts := map[string]func(context.Context) (string, error){
		"slow": y.slow, "probe": y.probe, "descriptors": y.descriptors, "timing": y.timing, "flood": y.flood, "words": y.words, "drift": y.drift,
	}
	flag.StringVar(&y.program, "program", os.Getenv("DESIGNMANUAL"), "the binary under torture")
	flag.StringVar(&y.folder, "folder", "", "a folder for all that is written")
	flag.IntVar(&y.number, "number", 100, "how many clients or rounds there are")
	flag.DurationVar(&y.time, "time", 10*time.Second, "how long a part lasts that has no other end")
	flag.StringVar(&y.address, "address", "", "the server that the probe asks")
	flag.Parse()
	part := parts[flag.Arg(0)]
	if part == nil {
		flag.Usage()
		os.Exit(2)
	}
	os.Exit(lab.Run(part))
}
