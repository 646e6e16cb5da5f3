// Designmanual publishes brand manuals and their design tokens as JSON,
// read-only, out of one file.
package main

import (
	"context"
	"os"

	"designmanual/api/cli"
)

func main() {
	os.Exit(cli.Run(context.Background(), os.Args[1:], os.Stdout, os.Stderr))
}
