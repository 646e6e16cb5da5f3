package cli

import (
	"bufio"
	"cmp"
	_ "embed"
	"fmt"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"designmanual/db/manual"
	"designmanual/seed/check"
	"designmanual/tokenize"
)

// The files that init writes.
//
//go:embed start/seed.json
var starterSeed string

//go:embed start/logo.svg
var starterLogo []byte

// A starter is the brand that init writes a seed file for.
type starter struct {
	Brand, Name string
	Visibility  manual.Visibility
	Path        string // of the seed file
}

func (p *program) initCommand() *cobra.Command {
	var s starter
	from := &fromFlag{}
	cmd := newCommand("init", arguments("FOLDER", 0, anyNumber), func(cmd *cobra.Command, args []string) error {
		folder := "."
		args, paths := from.split(args)
		if len(args) > 1 {
			return usageErrorf("expected at most one FOLDER, found %d", len(args))
		}
		if len(args) > 0 {
			folder = args[0]
		}
		if err := p.askBrand(cmd, &s); err != nil {
			return err
		}
		if err := cmp.Or(checkName(s.Name), checkBrand(s.Brand), checkVisibility(string(s.Visibility))); err != nil {
			return err
		}
		s.Path = filepath.Join(folder, s.Brand+".json")
		if paths != nil {
			return p.writeFrom(folder, paths, s)
		}
		return p.writeStarter(folder, s)
	})
	from.flags = cmd.Flags()
	cmd.Flags().Var(from, "from", "make the manual of this `FILE` and those after it: tokens, logos, fonts, pictures, folders of them")
	cmd.Flags().StringVar(&s.Brand, "brand", "", "the `SLUG` of the brand, the first part of its addresses")
	cmd.Flags().StringVar(&s.Name, "name", "", "the `NAME` of the brand")
	cmd.Flags().StringVar((*string)(&s.Visibility), "visibility", "", "`WHO` may read the manual: "+visibilities)
	return cmd
}

// visibilities are those of a manual without a password.
const visibilities = "public, unlisted or private"

// askBrand asks on the terminal for what no flag says.
func (p *program) askBrand(cmd *cobra.Command, s *starter) error {
	if s.Brand != "" && s.Name != "" && s.Visibility != "" {
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
	if s.Name == "" {
		s.Name = ask("The name of the brand: ", "", checkName)
	}
	if s.Name != "" && s.Brand == "" {
		proposed := tokenize.Slug(s.Name)
		s.Brand = ask(fmt.Sprintf("Its short name in addresses [%s]: ", proposed), proposed, checkBrand)
	}
	if s.Brand != "" && s.Visibility == "" {
		question := "Who may read it? public: everybody; unlisted: who knows the address; private: who has a link or an access token [public]: "
		s.Visibility = manual.Visibility(ask(question, string(manual.Public), checkVisibility))
	}
	return lines.Err()
}

// checkName returns an error unless the value of --name is a name.
func checkName(name string) error {
	if strings.TrimSpace(name) == "" || !oneLine(name) {
		return usageErrorf("--name: expected a name on one line, found %q", name)
	}
	return nil
}

func checkVisibility(who string) error {
	if _, err := oneOf(visibilities)(who); err != nil {
		return badValue("--visibility", err, who)
	}
	return nil
}

// errSlug is the error for what is no slug of a brand.
const errSlug = expectedError("lower-case letters, digits and hyphens inside (acme)")

// checkBrand returns an error unless the value of --brand is a slug.
func checkBrand(slug string) error {
	if !manual.Label(slug) || slug == "www" {
		return badValue("--brand", errSlug, slug)
	}
	return nil
}

// writeStarter writes the files of a new brand and prints the next steps. The schema
// and the logo of another brand in the folder stay.
func (p *program) writeStarter(folder string, s starter) error {
	quoted, err := jsontext.AppendQuote(nil, s.Name)
	if err != nil {
		return err
	}
	out, err := openOutputFolder(folder)
	if err != nil {
		return err
	}
	defer out.close()
	logo := "logo.svg"
	if out.has(logo) {
		logo = s.Brand + "-logo.svg"
	}
	text := strings.NewReplacer("{{brand}}", s.Brand, "{{name}}", string(quoted[1:len(quoted)-1]), "{{visibility}}", string(s.Visibility), "{{logo}}", logo).Replace(starterSeed)
	if err := out.write(s.Brand+".json", []byte(text)); err != nil {
		return err
	}
	for name, data := range map[string][]byte{check.SchemaName: check.Schema(), logo: starterLogo} {
		if out.has(name) {
			continue
		}
		if err := out.write(name, data); err != nil {
			return err
		}
	}
	out.complete = true
	return render(p.stdout, "init", s)
}

// quoteArgument quotes a path for a shell if it needs that.
func quoteArgument(path string) string {
	if strings.ContainsFunc(path, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("/\\._-:", r)
	}) {
		return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
	}
	return path
}
