package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"designmanual/api"
	"designmanual/api/serve"
	"designmanual/api/site"
	"designmanual/db"
	"designmanual/seed"
)

func (p *program) exportCommand() *cobra.Command {
	var o site.Options
	cmd := newCommand("export", arguments("FOLDER", 1, 1), func(cmd *cobra.Command, args []string) error {
		ctx, stop := signalContext(cmd)
		defer stop()
		o.Now = time.Now()
		report, err := p.export(ctx, args[0], o)
		if err != nil {
			return fmt.Errorf("exporting: %w", err)
		}
		if report.Manuals == 0 {
			fmt.Fprintln(p.stderr, "No manual is public, so none was exported.")
		}
		return p.print("export", struct {
			site.Report
			Folder string `json:"-"`
		}{report, filepath.ToSlash(args[0])})
	})
	cmd.Flags().BoolVar(&o.AllowExpiring, "allow-expiring", false, "export manuals with an end date too")
	p.storeFlags(cmd, "the counts")
	return cmd
}

// export writes the site from a temporary copy of the database, so that all of it
// is of one moment, whether or not a server is running.
func (p *program) export(ctx context.Context, folder string, o site.Options) (report site.Report, err error) {
	client, err := p.dial(false)
	if err != nil {
		return report, err
	}
	defer client.Close()
	temporary, err := os.MkdirTemp("", "designmanual-")
	if err != nil {
		return report, err
	}
	defer os.RemoveAll(temporary)
	copied := filepath.Join(temporary, "export.db")
	file, err := os.OpenFile(copied, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return report, err
	}
	if err := errors.Join(client.Backup(ctx, file), file.Close()); err != nil {
		return report, err
	}
	store, err := db.Open(copied)
	if err != nil {
		return report, err
	}
	defer store.Close()
	if err := seed.Complete(ctx, store); err != nil { // as serve does at its start
		return report, err
	}
	public := api.New(store, api.Options{Pages: serve.Pages(store, false)})
	public.SetReady(true)
	return site.Write(ctx, folder, public, store.Index(), o)
}
