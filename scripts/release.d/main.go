// Release.d makes what scripts/release puts beside the programs and what no
// tool of every machine makes the same each time: a bill of materials of a
// program, and a zip archive.
//
//	release.d sbom PROGRAM          writes CycloneDX 1.6, as JSON, to standard output
//	release.d zip FILE FOLDER TIME  packs a folder; all files are of the TIME, in Unix seconds
//
// The same program or folder gives the same bytes. Nothing is asked of the
// network.
package main

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"time"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "release.d: "+err.Error())
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 2 && args[0] == "sbom":
		return writeBill(os.Stdout, args[1])
	case len(args) == 4 && args[0] == "zip":
		seconds, err := strconv.ParseInt(args[3], 10, 64)
		if err != nil {
			return fmt.Errorf("expected a time in Unix seconds: %w", err)
		}
		return pack(args[1], args[2], time.Unix(seconds, 0).UTC())
	}
	return errors.New("expected sbom PROGRAM, or zip FILE FOLDER TIME")
}
