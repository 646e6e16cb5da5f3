package cli

import (
	"bufio"
	"cmp"
	"fmt"
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
		if paths = append(paths, args[before:]...); before > 1 {
			return usageErrorf("expected at most one FOLDER, found %d", before)
		}
		if before > 0 {
			b.Folder = args[0]
		}
		if err := p.askBrand(cmd, &b); err != nil {
			return err
		}
		err := cmp.Or(checkName(b.Name), checkBrand(b.Slug), checkVisibility(string(b.Visibility)))
		if err == nil && paths == nil {
			err = start.Write(b)
		} else if err == nil {
			err = p.startFrom(b, paths)
		}
		if err != nil {
			return err
		}
		return render(p.stdout, "init", b)
	})
	cmd.Flags().Func("from", "make the manual of this `FILE` and those after it: tokens, logos, fonts, pictures, folders of them", func(path string) error {
		paths, before = append(paths, path), min(before, cmd.Flags().NArg())
		return nil
	})
	cmd.Flags().StringVar(&b.Slug, "brand", "", "the `SLUG` of the brand, the first part of its addresses")
	cmd.Flags().StringVar(&b.Name, "name", "", "the `NAME` of the brand")
	cmd.Flags().StringVar((*string)(&b.Visibility), "visibility", "", "`WHO` may read the manual: "+visibilities)
	return cmd
}

// startFrom writes a seed file of what the brand already has, and prints what became of it.
func (p *program) startFrom(b start.Brand, paths []string) error {
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
func (p *program) askBrand(cmd *cobra.Command, b *start.Brand) error {
	if b.Slug != "" && b.Name != "" && b.Visibility != "" {
		return nil
	}
	in := cmd.InOrStdin()
	if !onTerminal(in) {
		return usageErrorf("expected --brand, --name and --visibility (%s): there is no terminal to ask on", visibilities)
	}
	lines := bufio.NewScanner(in)
	ask := func(question, proposed string, check func(string) error) string { // again until the answer is right or the input ends
		for fmt.Fprint(p.stderr, question); lines.Scan(); fmt.Fprint(p.stderr, question) {
			answer := cmp.Or(strings.TrimSpace(lines.Text()), proposed)
			err := check(answer)
			if err == nil {
				return answer
			}
			fmt.Fprintln(p.stderr, err)
		}
		return ""
	}
	if b.Name == "" {
		b.Name = ask("The name of the brand: ", "", checkName)
	}
	if b.Name != "" && b.Slug == "" {
		proposed := tokenize.Slug(b.Name)
		b.Slug = ask(fmt.Sprintf("Its short name in addresses [%s]: ", proposed), proposed, checkBrand)
	}
	if b.Slug != "" && b.Visibility == "" {
		question := "Who may read it? public: everybody; unlisted: who knows the address; private: who has a link or an access token [public]: "
		b.Visibility = manual.Visibility(ask(question, string(manual.Public), checkVisibility))
	}
	return lines.Err()
}

func checkName(name string) error {
	if strings.TrimSpace(name) == "" || !oneLine(name) {
		return usageErrorf("--name: expected a name on one line, found %q", name)
	}
	return nil
}

func oneLine(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, unicode.IsControl)
}

func checkVisibility(who string) error {
	if _, err := oneOf(visibilities)(who); err != nil {
		return badValue("--visibility", err, who)
	}
	return nil
}

// errSlug is the error for what is no slug of a brand.
const errSlug = expectedError("lower-case letters, digits and hyphens inside (acme)")

func checkBrand(slug string) error {
	if !manual.Label(slug) || slug == "www" {
		return badValue("--brand", errSlug, slug)
	}
	return nil
}

func (p *program) convertCommand() *cobra.Command {
	var o convert.Options
	var roles []string
	var verbose bool
	var reportFile string
	cmd := newCommand("convert", arguments("FILE", 1, anyNumber), func(cmd *cobra.Command, names []string) (err error) {
		if cmd.Flags().Changed("brand") {
			err = checkBrand(o.Brand)
		}
		if err == nil {
			o.Roles, err = parseRoles(roles)
		}
		if err != nil {
			return err
		}
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
	cmd.Flags().StringVar(&o.Brand, "brand", "", "the `SLUG` of the brand (default: made from the name of the first file)")
	cmd.Flags().StringVar(&o.Name, "name", "", "the `NAME` of the brand (default: made from the name of the first file)")
	cmd.Flags().StringVar(&o.Selector, "selector", "", "read the rules of style sheets for `SELECTOR` as those for the whole page")
	cmd.Flags().StringArrayVar(&roles, "role", nil, "take a color for a role of themes, as `ROLE=NAME`: primary=accent")
	cmd.Flags().BoolVar(&verbose, "verbose", false, "print every value that is left out")
	cmd.Flags().StringVar(&reportFile, "report", "", "write what became of every value to `FILE`")
	return cmd
}

func parseRoles(roles []string) (map[string]string, error) {
	parsed := map[string]string{}
	for _, text := range roles {
		role, name, ok := strings.Cut(text, "=")
		if !ok || name == "" || !slices.Contains(tokenize.ThemeRoles[:], role) {
			return nil, usageErrorf("--role: expected ROLE=NAME with a role of %s, found %q", strings.Join(tokenize.ThemeRoles[:], ", "), text)
		}
		parsed[role] = name
	}
	return parsed, nil
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
