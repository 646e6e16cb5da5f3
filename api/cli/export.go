package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"designmanual/api"
	"designmanual/api/admin"
	"designmanual/api/files"
	"designmanual/api/serve"
	"designmanual/api/site"
	"designmanual/db"
	"designmanual/db/manual"
)

func (p *program) exportCommand() *cobra.Command {
	var o site.Options
	var base manual.Site
	var home, single string
	cmd := newCommand("export", arguments("FOLDER", 1, 1), interruptible(func(cmd *cobra.Command, args []string) error {
		o.Now = time.Now()
		base.Home = home
		if home != "" && base.Host == "" {
			return usageErrorf("--brand needs --base-url: it says who is at home there")
		}
		if single != "" {
			if err := p.exportSingle(cmd.Context(), single, args[0]); err != nil {
				return fmt.Errorf("exporting: %w", err)
			}
			return nil
		}
		result, err := p.export(cmd.Context(), args[0], base, o)
		if err != nil {
			return fmt.Errorf("exporting: %w", homeError("base-url", err))
		}
		if result.Manuals == 0 {
			fmt.Fprintln(p.stderr, "No manual is public, so none was exported.")
		}
		return p.print("export", struct {
			site.Result
			Folder string `json:"-"`
		}{result, filepath.ToSlash(args[0])})
	}))
	parsedFlag(
		cmd, &base, "base-url", "", manual.ParseSite, "make a site for that `URL` alone: FOLDER is what stands there",
	)
	cmd.Flags().StringVar(&home, "brand", "", "the `SLUG` of the brand at home there, if there are several")
	cmd.Flags().BoolVar(&o.AllowExpiring, "allow-expiring", false, "export manuals with an end date too")
	cmd.Flags().StringVar(
		&single, "single", "", "write the page of one manual as one HTML `FILE`; its slug stands in place of FOLDER",
	)
	cmd.MarkFlagsMutuallyExclusive("single", "base-url")
	p.databaseFlags(cmd, "the counts")
	return cmd
}

// export writes the site from a temporary copy of the database, so that all of it
// is of one moment, whether or not a server is running. If base is not zero, the copy
// is rendered for that base URL.
func (p *program) export(
	ctx context.Context, folder string, base manual.Site, o site.Options,
) (site.Result, error) {
	store, done, err := p.copyStore(ctx)
	var result site.Result
	if err != nil {
		return result, err
	}
	defer done()
	var leftOut []string
	if base != (manual.Site{}) {
		if err := site.SetHome(ctx, store, base, true); err != nil {
			return result, err
		}
		o.AtBase = store.Index().Home() != nil
		if o.AtBase {
			if leftOut, err = site.LeaveOut(ctx, store, o.Now); err != nil {
				return result, err
			}
		}
	}
	public := api.New(store, api.Options{Pages: serve.Pages(store, false)})
	public.SetReady(true)
	result, err = site.Write(ctx, folder, public, store.Index(), o)
	result.LeftOut = leftOut
	return result, err
}

// copyStore returns a temporary copy of the database, and what removes it.
func (p *program) copyStore(ctx context.Context) (store *db.DB, done func(), err error) {
	client, err := p.openDatabase()
	if err != nil {
		return nil, nil, err
	}
	defer client.Close()
	temporary, err := files.MakeTemporaryFolder()
	if err != nil {
		return nil, nil, err
	}
	copied := filepath.Join(temporary, "export.db")
	_, err = db.Install(ctx, copied, false, checkBoltPages, func(w io.Writer) error { return client.Backup(ctx, w) })
	if err != nil {
		os.RemoveAll(temporary)
		return nil, nil, err
	}
	opened, err := db.Open(copied)
	if err != nil {
		os.RemoveAll(temporary)
		return nil, nil, err
	}
	return opened, func() {
		opened.Close()
		os.RemoveAll(temporary)
	}, nil
}

// exportSingle writes the page of a manual, whoever may read it, as one file.
func (p *program) exportSingle(ctx context.Context, file, slug string) error {
	store, done, err := p.copyStore(ctx)
	if err != nil {
		return err
	}
	defer done()
	m, err := admin.FindManual(store.Index(), slug)
	if err != nil {
		return err
	}
	body, err := site.Single(store, store.Index(), m)
	if err != nil {
		return err
	}
	if err := os.WriteFile(file, body, 0o644); err != nil {
		return err
	}
	return p.print("export single", singleReport{filepath.ToSlash(file), m.Name(), len(body)})
}

// A singleReport says what export --single has written.
type singleReport struct {
	File   string `json:"file"`
	Manual string `json:"manual"`
	Bytes  int    `json:"bytes"`
}
