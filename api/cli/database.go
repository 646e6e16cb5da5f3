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

// dial connects to the store of --db. With create, a missing database is made.
func (p *program) dial(create bool) (*admin.Client, error) {
	if err := p.checkDatabase(create); err != nil {
		return nil, err
	}
	client, err := admin.Dial(p.database, create)
	if err == nil {
		client.Waiting = func(other string) {
			fmt.Fprintf(p.stderr, "designmanual: the server is busy with %s; this command waits for the end of it\n", other)
		}
	}
	return client, err
}

// checkDatabase returns an error if --db is no regular file, or if create is set
// and its folder does not exist.
func (p *program) checkDatabase(create bool) error {
	if p.database == "" {
		return usageErrorf("--db: expected a file, found nothing")
	}
	err := checkRegularFile(p.database)
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if create && !parentExists(p.database) {
		return fmt.Errorf("the folder %s for the database does not exist: make it first, or choose another file with --db", filepath.Dir(p.database))
	}
	return nil
}

// parentExists reports whether the folder of a file exists.
func parentExists(path string) bool {
	_, err := os.Stat(filepath.Dir(path))
	return !errors.Is(err, fs.ErrNotExist)
}

// checkRegularFile returns an error unless path is a regular file: opening a pipe
// may wait forever, and a device may have no end. The error wraps
// [fs.ErrNotExist] if nothing is there.
func checkRegularFile(path string) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return err
	case info.IsDir():
		return fmt.Errorf("expected a file, found the folder %s", path)
	case !info.Mode().IsRegular():
		return fmt.Errorf("expected a file, found a pipe, a socket or a device: %s", path)
	}
	return nil
}

func (p *program) backupCommand() *cobra.Command {
	return p.copyCommand("backup", "replace FILE if it exists", "what the copy holds", p.backup)
}

func (p *program) restoreCommand() *cobra.Command {
	return p.copyCommand("restore", "replace the database if it exists", "what was restored", p.restore)
}

// copyCommand returns a command that copies the database to or from a file.
func (p *program) copyCommand(name, force, result string, copy func(ctx context.Context, file string, force bool) error) *cobra.Command {
	var forced bool
	cmd := newCommand(name, arguments("FILE", 1, 1), func(cmd *cobra.Command, args []string) error {
		ctx, stop := signalContext(cmd)
		defer stop()
		return copy(ctx, args[0], forced)
	})
	cmd.Flags().BoolVar(&forced, "force", false, force)
	p.storeFlags(cmd, result)
	return cmd
}

func (p *program) backup(ctx context.Context, to string, force bool) error {
	client, err := p.dial(false)
	if err != nil {
		return err
	}
	defer client.Close()
	if err := checkRegularFile(to); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("no backup was made: %w", err)
	}
	if !parentExists(to) {
		return fmt.Errorf("no backup was made: the folder %s: %w", filepath.Dir(to), syscall.ENOENT)
	}
	index, err := db.Install(ctx, to, force, func(w io.Writer) error { return client.Backup(ctx, w) })
	switch {
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("%s is there already; --force replaces it", to)
	case errors.Is(err, db.ErrLocked):
		return fmt.Errorf("%s is a database in use by a process, and stays: name another file", to)
	case errors.Is(err, db.ErrInvalidCopy):
		return fmt.Errorf("no backup was made: %w; `designmanual doctor` says what is wrong with the database", err)
	case err != nil:
		return fmt.Errorf("no backup was made: %w", err)
	}
	return p.printCopied("backup", p.database, to, index)
}

func (p *program) restore(ctx context.Context, from string, force bool) error {
	if err := errors.Join(checkRegularFile(from), p.checkDatabase(true)); err != nil {
		return fmt.Errorf("nothing was restored: %w", err)
	}
	backup, _ := os.Stat(from)
	database, _ := os.Stat(p.database) // nil if it does not exist
	if os.SameFile(backup, database) {
		return fmt.Errorf("%s is the database itself, not a backup of it", from)
	}
	if err := admin.Unserved(p.database); err != nil {
		return err
	}
	index, err := db.Restore(ctx, p.database, from, force)
	switch {
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("%s is there already; --force replaces it", p.database)
	case errors.Is(err, db.ErrInvalidCopy):
		return fmt.Errorf("%s is refused: %w; nothing was changed (`designmanual doctor --db %s` says what is wrong with it)", from, err, from)
	case err != nil:
		return fmt.Errorf("nothing was restored: %w", err)
	}
	return p.printCopied("restore", from, p.database, index)
}

// printCopied prints what a copy of a database holds.
func (p *program) printCopied(command, from, to string, index *db.Index) error {
	return p.print(command, struct {
		From string `json:"from"`
		To   string `json:"to"`
		admin.Counts
	}{filepath.ToSlash(from), filepath.ToSlash(to), admin.Count(index)})
}

func (p *program) migrateCommand() *cobra.Command {
	cmd := newCommand("migrate", noArguments, func(cmd *cobra.Command, _ []string) error {
		if err := admin.Unserved(p.database); err != nil {
			return err
		}
		ctx, stop := signalContext(cmd)
		defer stop()
		return p.migrate(ctx)
	})
	p.databaseFlag(cmd)
	return cmd
}

// migrate migrates the database to the schema of this program and prints on
// standard error where the copy of the older one is.
func (p *program) migrate(ctx context.Context) error {
	if err := p.checkDatabase(false); err != nil {
		return err
	}
	copied, err := db.Migrate(ctx, p.database)
	switch {
	case err != nil:
		return err
	case copied == "":
		fmt.Fprintf(p.stderr, "%s has the schema of this version already\n", p.database)
	default:
		fmt.Fprintf(p.stderr, "migrated %s; the older one is kept as %s\n", p.database, copied)
	}
	return nil
}

func (p *program) doctorCommand() *cobra.Command {
	cmd := newCommand("doctor", noArguments, func(cmd *cobra.Command, _ []string) error {
		diagnosis, err := callStore(p, cmd, admin.Verify, admin.None{})
		if errors.Is(err, db.ErrDamaged) { // too damaged to open
			diagnosis, err = admin.Unopened(err), nil
		}
		if err == nil {
			err = p.print("doctor", struct {
				admin.Diagnosis
				Database string `json:"-"`
			}{diagnosis, p.database})
		}
		if err == nil && !diagnosis.Sound {
			err = errPrinted
		}
		return err
	})
	p.storeFlags(cmd, "the findings")
	return cmd
}
