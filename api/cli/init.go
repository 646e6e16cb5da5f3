package cli

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"designmanual/api/start"
	"designmanual/db/manual"
	"designmanual/seed/convert"
	"designmanual/tokenize"
)

func (p *program) initCommand() *cobra.Command {
	b := start.Brand{Folder: "."}
	var paths []string
	before := anyNumber // arguments before --from; those after it belong to it
	cmd := newCommand("init", arguments("FOLDER", 0, anyNumber), func(cmd *cobra.Command, args []string) error {
		before = min(before, len(args))
		paths = append(paths, args[before:]...)
		if before > 1 {
			return usageErrorf("expected at most one FOLDER, found %d", before)
		}
		if before > 0 {
			b.Folder = args[0]
		}
		if err := p.askBrand(cmd.InOrStdin(), &b); err != nil {
			return err
		}
		if err := p.writeFirst(b, paths); err != nil {
			return err
		}
		return render(p.stdout, "init", b)
	})
	cmd.Flags().Func(
		"from", "make the manual of this `FILE` and those after it: tokens, logos, fonts, pictures, folders of them",
		func(path string) error {
			paths, before = append(paths, path), min(before, cmd.Flags().NArg())
			return nil
		})
	parsedFlag(cmd, &b.Slug, "brand", "", brandSlug, "the `SLUG` of the brand, the first part of its addresses")
	parsedFlag(cmd, &b.Name, "name", "", nameOnLine, "the `NAME` of the brand")
	parsedFlag(
		cmd, (*string)(&b.Visibility), "visibility", "", oneOf(visibilities),
		"`WHO` may read the manual: "+visibilities,
	)
	return cmd
}

// writeFirst writes an example as the seed file of a brand or, with paths, one of what the brand
// already has, and prints what became of that.
func (p *program) writeFirst(b start.Brand, paths []string) error {
	if paths == nil {
		return start.Write(b)
	}
	report, notes, err := start.From(b, paths)
	if report != nil {
		if err := p.printConverted(report, false, ""); err != nil {
			return err
		}
	}
	for _, note := range notes {
		fmt.Fprintln(p.stderr, note)
	}
	return err
}

// visibilities are those of a manual without a password.
const visibilities = "public, unlisted or private"

// askBrand asks on the terminal for what no flag says.
func (p *program) askBrand(in io.Reader, b *start.Brand) error {
	lines := bufio.NewScanner(in)
	// again until the answer is right or the input ends
	ask := func(question, proposed string, parse func(string) (string, error)) string {
		for fmt.Fprint(p.stderr, question); lines.Scan(); fmt.Fprint(p.stderr, question) {
			text := cmp.Or(strings.TrimSpace(lines.Text()), proposed)
			answer, err := parse(text)
			if err != nil {
				fmt.Fprintln(p.stderr, describeFound(err, text))
				continue
			}
			return answer
		}
		return ""
	}
	if b.Name == "" && onTerminal(in) {
		b.Name = ask("The name of the brand: ", "", nameOnLine)
	}
	if b.Slug == "" && onTerminal(in) {
		proposed := tokenize.Slug(b.Name)
		b.Slug = ask(fmt.Sprintf("Its short name in addresses [%s]: ", proposed), proposed, brandSlug)
	}
	if b.Visibility == "" && onTerminal(in) {
		question := "Who may read it? public: everybody; unlisted: who knows the address; private: who has a link " +
			"or an access token [public]: "
		b.Visibility = manual.Visibility(ask(question, string(manual.Public), oneOf(visibilities)))
	}
	if b.Name == "" || b.Slug == "" || b.Visibility == "" {
		return usageErrorf(
			"--brand, --name and --visibility (%s) are needed where no terminal can be asked", visibilities,
		)
	}
	return nil
}

// nameOnLine parses the name of a brand or of an access token.
func nameOnLine(name string) (string, error) {
	if strings.TrimSpace(name) == "" || !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl) {
		return "", expectedError("a name on one line")
	}
	if manual.HideSecrets(name) != name {
		return "", errors.New("expected a name, found the secret of an access token")
	}
	return name, nil
}

// brandSlug parses the slug of a brand.
func brandSlug(slug string) (string, error) {
	if !manual.IsLabel(slug) || slug == "www" {
		return "", expectedError("lower-case letters, digits and hyphens inside (acme)")
	}
	return slug, nil
}

func (p *program) convertCommand() *cobra.Command {
	o := convert.Options{Roles: make(map[string]string)}
	var verbose bool
	var reportFile string
	cmd := newCommand("convert", arguments("FILE", 1, anyNumber), func(_ *cobra.Command, names []string) error {
		files, err := start.ReadTokens(names)
		if err != nil {
			return err
		}
		text, report, err := start.Convert(files, o)
		if report != nil {
			if err := p.printConverted(report, verbose, reportFile); err != nil {
				return err
			}
		}
		if err != nil {
			return err
		}
		_, err = p.stdout.Write(text)
		return err
	})
	parsedFlag(
		cmd, &o.Brand, "brand", "", brandSlug,
		"the `SLUG` of the brand (default: made from the name of the first file)",
	)
	cmd.Flags().StringVar(
		&o.Name, "name", "", "the `NAME` of the brand (default: made from the name of the first file)",
	)
	cmd.Flags().StringVar(
		&o.Selector, "selector", "", "read the rules of style sheets for `SELECTOR` as those for the whole page",
	)
	cmd.Flags().Func(
		"role", "take a color for a role of themes, as `ROLE=NAME`: primary=accent", func(text string) error {
			role, name, _ := strings.Cut(text, "=")
			if name == "" || !slices.Contains(tokenize.ThemeRoles[:], role) {
				return expectedError("ROLE=NAME with a role of " + strings.Join(tokenize.ThemeRoles[:], ", "))
			}
			o.Roles[role] = name
			return nil
		})
	cmd.Flags().BoolVar(&verbose, "verbose", false, "print every value that is left out")
	cmd.Flags().StringVar(&reportFile, "report", "", "write what became of every value to `FILE`")
	return cmd
}

// printConverted prints notes and summary, and the values left out if verbose, and
// writes every value to a file if one is named.
func (p *program) printConverted(report *convert.Report, verbose bool, file string) error {
	var all strings.Builder
	for _, e := range report.Entries {
		fmt.Fprintln(&all, e)
		if verbose && e.Token == "" {
			fmt.Fprintln(p.stderr, e)
		}
	}
	for _, note := range report.Notes {
		fmt.Fprintln(p.stderr, note)
	}
	fmt.Fprintln(p.stderr, report.Summary())
	if file == "" {
		return nil
	}
	return os.WriteFile(file, []byte(all.String()), 0o644)
}
