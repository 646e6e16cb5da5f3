// Designmanual publishes brand manuals from a single database file: pages for
// people, JSON for programs, and design tokens for builds.
package main

import (
	"context"
	"os"

	"designmanual/api/cli"
)

func main() {
	os.Exit(cli.Run(context.Background(), os.Args[1:], os.Stdout, os.Stderr))
}
