package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/spf13/cobra"

	"designmanual/api/admin"
	"designmanual/db"
)

func (p *program) backupCommand() *cobra.Command {
	var force bool
	cmd := newCommand("backup", arguments("FILE", 1, 1), func(cmd *cobra.Command, args []string) error {
		ctx, stop := untilStopped(cmd)
		defer stop()
		return p.backup(ctx, args[0], force)
	})
	cmd.Flags().BoolVar(&force, "force", false, "replace FILE if it exists")
	p.storeFlags(cmd, "what the copy holds")
	return cmd
}

func (p *program) backup(ctx context.Context, to string, force bool) error {
	client, err := p.dial(false)
	if err != nil {
		return err
	}
	defer client.Close()
	if err := regularFile(to); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("no backup was made: %w", err)
	}
	if !folderExists(to) {
		return fmt.Errorf("no backup was made: the folder %s: %w", filepath.Dir(to), syscall.ENOENT)
	}
	index, err := db.Install(ctx, to, force, func(w io.Writer) error { return client.Backup(ctx, w) })
	switch {
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("%s is there already; --force replaces it", to)
	case errors.Is(err, db.ErrLocked):
		return fmt.Errorf("%s is a database in use by a process, and stays: name another file", to)
	case errors.Is(err, db.ErrUnsound):
		return fmt.Errorf("no backup was made: %w; `designmanual doctor` says what is wrong with the database", err)
	case err != nil:
		return fmt.Errorf("no backup was made: %w", err)
	}
	return p.printCopied("backed up", p.database, to, index)
}

func (p *program) restoreCommand() *cobra.Command {
	var force bool
	cmd := newCommand("restore", arguments("FILE", 1, 1), func(cmd *cobra.Command, args []string) error {
		ctx, stop := untilStopped(cmd)
		defer stop()
		return p.restore(ctx, args[0], force)
	})
	cmd.Flags().BoolVar(&force, "force", false, "replace the database if it exists")
	p.storeFlags(cmd, "what was restored")
	return cmd
}

func (p *program) restore(ctx context.Context, from string, force bool) error {
	if err := errors.Join(regularFile(from), p.checkDatabase(true)); err != nil {
		return fmt.Errorf("nothing was restored: %w", err)
	}
	if sameFile(from, p.database) {
		return fmt.Errorf("%s is the database itself, not a backup of it", from)
	}
	if err := p.served("%s is being served: %s: stop it first"); err != nil {
		return err
	}
	index, err := db.Restore(ctx, p.database, from, force)
	switch {
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("%s is there already; --force replaces it", p.database)
	case errors.Is(err, db.ErrUnsound):
		return fmt.Errorf("%s is refused: %w; nothing was changed (`designmanual doctor --db %s` says what is wrong with it)", from, err, from)
	case err != nil:
		return fmt.Errorf("nothing was restored: %w", err)
	}
	return p.printCopied("restored", from, p.database, index)
}

// sameFile tells whether two paths lead to one file.
func sameFile(a, b string) bool {
	first, err := os.Stat(a)
	if err != nil {
		return false
	}
	second, err := os.Stat(b)
	return err == nil && os.SameFile(first, second)
}

// printCopied prints what a copy of a database holds.
func (p *program) printCopied(did, from, to string, index *db.Index) error {
	from, to = filepath.ToSlash(from), filepath.ToSlash(to)
	holds := admin.Count(index)
	return p.print(struct {
		From string `json:"from"`
		To   string `json:"to"`
		admin.Counts
	}{from, to, holds}, fmt.Sprintf("%s %s to %s: %s\n", did, from, to, contents(holds)))
}

// contents says in words what a database holds.
func contents(c admin.Counts) string {
	return fmt.Sprintf("%s, %s, %s", counted(c.Brands, "brand"), counted(c.Manuals, "manual"), counted(c.Tokens, "access token"))
}
