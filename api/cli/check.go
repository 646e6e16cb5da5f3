package cli

import (
	"context"
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"designmanual/api/files"
	"designmanual/api/site"
	"designmanual/db/manual"
	"designmanual/seed"
	"designmanual/seed/assign"
	"designmanual/seed/check"
	"designmanual/seed/source"
)

func (p *program) checkCommand() *cobra.Command {
	var o seed.Options
	var base manual.Site
	var home string
	cmd := newCommand("check", arguments("PATH", 0, anyNumber), func(cmd *cobra.Command, paths []string) error {
		if base.Host != "" {
			base.Home = home
			if len(paths) == 0 {
				paths = []string{"."}
			}
			return p.checkSite(cmd.Context(), base, source.ReadPaths(paths), o)
		}
		if home != "" {
			return usageErrorf("--brand needs --site: it says who is at home there")
		}
		if len(paths) == 0 {
			return arguments("PATH", 1, anyNumber)(cmd, paths)
		}
		return p.checkFiles(source.ReadPaths(paths), o, cmd.Flags().Changed("contrast"))
	})
	allowFlags(cmd, &o)
	parsedFlag(
		cmd, new(string), "contrast", "", oneOf("AA"),
		"exit with 3 if a theme's text has less contrast than this `LEVEL` of WCAG: AA",
	)
	parsedFlag(
		cmd, &base, "site", "", manual.ParseSite,
		"look from outside at the server with this base `URL`; exit with 3 if anything is wrong",
	)
	cmd.Flags().StringVar(&home, "brand", "", "the `SLUG` of the brand at home at --site, if there are several")
	p.jsonFlag(cmd, "all problems, errors and warnings,")
	return cmd
}

// checkFiles checks files and prints the result: all problems, the errors last; with --json as an
// array.
func (p *program) checkFiles(sources []source.Source, o seed.Options, contrast bool) error {
	report, err := seed.Check(sources, o)
	var problems seed.Problems
	if errors.As(err, &problems) && !o.Strict { // with Strict they include the warnings
		if p.json {
			return append(problems, report.Warnings...)
		}
		printProblems(p.stderr, report.Warnings)
	}
	if err != nil {
		return err
	}
	var lowContrast seed.Problems
	if contrast {
		lowContrast = report.LowContrast
	}
	if err := p.printChecked(report, lowContrast); err != nil {
		return err
	}
	return failIfFound(len(lowContrast) > 0)
}

// printChecked prints what a check has found in files without errors.
func (p *program) printChecked(report *seed.Report, lowContrast seed.Problems) error {
	if p.json {
		return printJSON(p.stdout, append(append(seed.Problems{}, report.Warnings...), lowContrast...))
	}
	err := p.printReport(report)
	printProblems(p.stderr, lowContrast)
	return err
}

// checkSite requests the addresses that the open manuals of seed files have below a
// base URL, and prints what it finds. If something is wrong it returns errFoundByFlag.
func (p *program) checkSite(ctx context.Context, base manual.Site, sources []source.Source, o seed.Options) error {
	found, err := site.Look(ctx, base, sources, o)
	if err != nil {
		return homeError("site", err)
	}
	if err := p.print("site", found); err != nil {
		return err
	}
	return failIfFound(site.IsWrong(found))
}

// homeError makes an error about the brand at home at the base URL of a flag one of usage.
func homeError(flag string, err error) error {
	if errors.As(err, new(manual.NoHomeError)) {
		return usageErrorf("--%s: %w", flag, err)
	}
	return err
}

func (p *program) schemaCommand() *cobra.Command {
	return newCommand("schema", noArguments, func(*cobra.Command, []string) error {
		_, err := p.stdout.Write(check.Schema())
		return err
	})
}

func (p *program) idsCommand() *cobra.Command {
	var onlyCheck bool
	o := seed.Options{DryRun: true, Missing: true}
	cmd := newCommand("ids", arguments("PATH", 1, anyNumber), func(cmd *cobra.Command, paths []string) error {
		sources := source.ReadPaths(paths)
		check := seed.Check // what the next import would make: into an empty database, or into this one
		if cmd.Flags().Changed("db") {
			client, err := p.openDatabase()
			if err != nil {
				return err
			}
			defer client.Close()
			check = func(sources []seed.Source, o seed.Options) (*seed.Report, error) {
				return client.Import(cmd.Context(), sources, o)
			}
		}
		report, err := check(sources, o)
		if err != nil {
			return err
		}
		missing := append([]assign.Insertion{}, report.Missing...)
		for _, s := range sources {
			here := slices.DeleteFunc(slices.Clone(missing), func(i assign.Insertion) bool { return i.File != s.Name })
			if len(here) == 0 || onlyCheck {
				continue
			}
			if err := files.Replace(s.Name, s.Data, assign.Insert(s.Data, here)); err != nil {
				return err
			}
		}
		err = p.print("ids", struct {
			Written bool               `json:"written"`
			Missing []assign.Insertion `json:"missing"`
		}{!onlyCheck, missing})
		if err != nil {
			return err
		}
		return failIfFound(onlyCheck && len(missing) > 0)
	})
	cmd.Flags().BoolVar(&onlyCheck, "check", false, "write nothing; exit with 3 if ids or anchors are missing")
	activeFlag(cmd, &o)
	p.databaseFlags(cmd, "what is missing")
	return cmd
}
