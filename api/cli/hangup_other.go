//go:build !unix

package cli

import "os"

// hangups returns where nothing ever arrives: the system has no such signal.
func hangups() (signals <-chan os.Signal, ignore func()) { return nil, func() {} }
