//go:build !unix

package cli

import "context"

// onHangup waits until ctx is done, where the system has no such signal.
func onHangup(ctx context.Context, _ func()) { <-ctx.Done() }
