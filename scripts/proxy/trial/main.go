package trial

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
)

// Main is the main function of a program that tries the files of
// scripts/proxy: it runs a trial until that ends or is told to, and ends with
// status 1 where it fails.
func Main(run func(context.Context, *Trial) error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := within(ctx, run)
	stop()
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

func within(ctx context.Context, run func(context.Context, *Trial) error) error {
	t, err := New(ctx, filepath.Join("scripts", "proxy"))
	if err != nil {
		return err
	}
	defer t.Close()
	return run(ctx, t)
}
