package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"designmanual/api/admin"
	"designmanual/db"
)

// A copied is what backup and restore print: what the copy holds.
type copied struct {
	From    string `json:"from"`
	To      string `json:"to"`
	Brands  int    `json:"brands"`
	Manuals int    `json:"manuals"`
	Tokens  int    `json:"tokens"` // access tokens
}

func (p *program) backupCommand() *cobra.Command {
	var force bool
	cmd := &cobra.Command{
		Use:   "backup FILE",
		Short: "Copy the database, also while a server uses it",
		Long: `Writes a copy of the database as it is at one moment. The copy is a database file itself, is
verified before it gets its name, and only its owner may read it.`,
		Example: `  designmanual backup backups/monday.db
  designmanual doctor --db backups/monday.db`,
		Args: oneArgument("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			client, err := p.dial(false)
			if err != nil {
				return err
			}
			defer client.Close()
			if err := regularFile(args[0]); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("no backup was made: %w", err)
			}
			ctx, stop := untilStopped(cmd)
			defer stop()
			index, err := db.Install(ctx, args[0], force, func(w io.Writer) error { return client.Backup(ctx, w) })
			switch {
			case errors.Is(err, fs.ErrExist):
				return fmt.Errorf("%s is there already; --force replaces it", args[0])
			case errors.Is(err, db.ErrLocked):
				return fmt.Errorf("%s is a database in use by a process, and stays: name another file", args[0])
			case errors.Is(err, db.ErrUnsound):
				return fmt.Errorf("no backup was made: %w; `designmanual doctor` says what is wrong with the database", err)
			case err != nil:
				return fmt.Errorf("no backup was made: %w", err)
			}
			return p.printCopied("backed up", newCopied(p.database, args[0], index))
		},
	}
	cmd.Flags().BoolVar(&force, "force", false, "replace FILE if it exists")
	p.jsonFlag(cmd, "what the copy holds")
	p.databaseFlag(cmd)
	return cmd
}

func (p *program) restoreCommand() *cobra.Command {
	var force bool
	cmd := &cobra.Command{
		Use:   "restore FILE",
		Short: "Put a backup in the place of the database",
		Long: `Verifies a backup and copies it to where the database is. A database that exists is only
replaced with --force, and never while a server uses it. A damaged backup is refused, and
nothing changes.`,
		Example: "  designmanual restore backups/monday.db --force",
		Args:    oneArgument("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, stop := untilStopped(cmd)
			defer stop()
			return p.restore(ctx, args[0], force)
		},
	}
	cmd.Flags().BoolVar(&force, "force", false, "replace the database if it exists")
	p.jsonFlag(cmd, "what was restored")
	p.databaseFlag(cmd)
	return cmd
}

func (p *program) restore(ctx context.Context, from string, force bool) error {
	if err := errors.Join(regularFile(from), p.checkDatabase(true)); err != nil {
		return fmt.Errorf("nothing was restored: %w", err)
	}
	if sameFile(from, p.database) {
		return fmt.Errorf("%s is the database itself, not a backup of it", from)
	}
	switch server, err := p.findServer(); {
	case err != nil:
		return err
	case server != "":
		return fmt.Errorf("%s is being served: %s: stop it first", p.database, server)
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
	return p.printCopied("restored", newCopied(from, p.database, index))
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

func newCopied(from, to string, index *db.Index) copied {
	c := copied{From: filepath.ToSlash(from), To: filepath.ToSlash(to)}
	c.Brands, c.Manuals, c.Tokens = admin.Counts(index)
	return c
}

func (p *program) printCopied(did string, c copied) error {
	if p.json {
		return printJSON(p.stdout, c)
	}
	_, err := fmt.Fprintf(p.stdout, "%s %s to %s: %s\n", did, c.From, c.To, holdings(c.Brands, c.Manuals, c.Tokens))
	return err
}

// holdings says in words what a database holds.
func holdings(brands, manuals, tokens int) string {
	return fmt.Sprintf("%s, %s, %s", counted(brands, "brand"), counted(manuals, "manual"), counted(tokens, "access token"))
}
