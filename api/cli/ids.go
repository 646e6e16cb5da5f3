package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"designmanual/seed"
	"designmanual/seed/plan"
	"designmanual/seed/source"
)

func (p *program) idsCommand() *cobra.Command {
	var onlyCheck bool
	o := seed.Options{DryRun: true, Missing: true}
	cmd := newCommand("ids", arguments("FILE", 1, anyNumber), func(cmd *cobra.Command, paths []string) error {
		sources := source.ReadPaths(paths)
		missing, err := p.missingIDs(cmd.Context(), sources, o, cmd.Flags().Changed("db"))
		if err != nil {
			return err
		}
		if !onlyCheck {
			if err := insertAll(sources, missing); err != nil {
				return err
			}
		}
		if err := p.print("ids", struct {
			Written bool             `json:"written"`
			Missing []plan.Insertion `json:"missing"`
		}{!onlyCheck, missing}); err != nil {
			return err
		}
		if onlyCheck && len(missing) > 0 {
			return errFlag
		}
		return nil
	})
	cmd.Flags().BoolVar(&onlyCheck, "check", false, "write nothing; exit with 3 if ids or anchors are missing")
	cmd.Flags().BoolVar(&o.AllowActiveHTML, "allow-active-html", false, "allow scripts, event handlers and javascript: addresses in content")
	p.storeFlags(cmd, "what is missing")
	return cmd
}

// missingIDs returns the ids and anchors that files lack, as the next import would
// make them: into the database, or into an empty one.
func (p *program) missingIDs(ctx context.Context, sources []source.Source, o seed.Options, stored bool) ([]plan.Insertion, error) {
	var report *seed.Report
	var err error
	if stored {
		client, dialErr := p.dial(false)
		if dialErr != nil {
			return nil, dialErr
		}
		defer client.Close()
		report, err = client.Import(ctx, sources, o)
	} else {
		report, err = seed.Check(sources, o)
	}
	if err != nil {
		return nil, err
	}
	return slices.Concat([]plan.Insertion{}, report.Missing), nil
}

// insertAll writes insertions into their files, which are replaced whole.
func insertAll(sources []source.Source, missing []plan.Insertion) error {
	byFile := make(map[string][]plan.Insertion)
	for _, i := range missing {
		byFile[i.File] = append(byFile[i.File], i)
	}
	for _, s := range sources {
		if insertions := byFile[s.Name]; insertions != nil {
			if err := replaceFile(s.Name, s.Data, plan.Insert(s.Data, insertions)); err != nil {
				return fmt.Errorf("%s: %w", s.Name, err)
			}
		}
	}
	return nil
}

// replaceFile writes a file anew, unless it is not the one that was read.
func replaceFile(name string, before, after []byte) error {
	path, err := filepath.EvalSymlinks(name)
	if err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() || !bytes.Equal(data, before) {
		return errors.New("the file has changed while it was read, and is left as it is")
	}
	temporary, err := os.CreateTemp(filepath.Dir(path), ".designmanual-*")
	if err != nil {
		return err
	}
	defer os.Remove(temporary.Name())
	if _, err = temporary.Write(after); err == nil {
		err = temporary.Chmod(info.Mode().Perm())
	}
	if closeErr := temporary.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return err
	}
	return os.Rename(temporary.Name(), path)
}
