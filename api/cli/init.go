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
	"golang.org/x/text/unicode/norm"

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

func (p *program) initCommand() *cobra.Command {
	var brand, name string
	cmd := newCommand("init", arguments("FOLDER", 0, 1), func(cmd *cobra.Command, args []string) error {
		folder := "."
		if len(args) > 0 {
			folder = args[0]
		}
		if err := p.askBrand(cmd, &brand, &name); err != nil {
			return err
		}
		if strings.TrimSpace(name) == "" || !oneLine(name) {
			return usageErrorf("--name: expected a name on one line, found %q", name)
		}
		if err := checkBrand(brand); err != nil {
			return err
		}
		return p.writeStarter(folder, brand, name)
	})
	cmd.Flags().StringVar(&brand, "brand", "", "the `SLUG` of the brand, the first part of its addresses")
	cmd.Flags().StringVar(&name, "name", "", "the `NAME` of the brand")
	return cmd
}

// askBrand asks on the terminal for a brand or a name without a flag.
func (p *program) askBrand(cmd *cobra.Command, brand, name *string) error {
	if *brand != "" && *name != "" {
		return nil
	}
	in := cmd.InOrStdin()
	if !onTerminal(in) {
		return usageErrorf("expected --brand and --name: there is no terminal to ask on")
	}
	lines := bufio.NewScanner(in)
	ask := func(question string) string {
		fmt.Fprint(p.stderr, question)
		lines.Scan()
		return strings.TrimSpace(lines.Text())
	}
	if *name == "" {
		*name = ask("The name of the brand: ")
	}
	if *name != "" && *brand == "" {
		proposed := slugOf(*name)
		*brand = cmp.Or(ask(fmt.Sprintf("Its short name in addresses [%s]: ", proposed)), proposed)
	}
	return lines.Err()
}

// slugOf makes a slug from a name: accents are removed, and letters that are not
// allowed in host names are left out.
func slugOf(name string) string {
	ascii := strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII {
			return -1
		}
		return r
	}, norm.NFKD.String(name))
	return tokenize.Name(ascii, "brand")
}

// checkBrand returns an error unless the value of --brand is a slug.
func checkBrand(slug string) error {
	if !manual.Label(slug) || slug == "www" {
		return usageErrorf("--brand: expected lower-case letters, digits and hyphens inside (acme), found %q", slug)
	}
	return nil
}

// writeStarter writes the files of a new brand and prints the next steps.
func (p *program) writeStarter(folder, brand, name string) error {
	quoted, err := jsontext.AppendQuote(nil, name)
	if err != nil {
		return err
	}
	text := strings.NewReplacer("{{brand}}", brand, "{{name}}", string(quoted[1:len(quoted)-1])).Replace(starterSeed)
	out, err := openOutputFolder(folder)
	if err != nil {
		return err
	}
	defer out.close()
	for _, f := range []struct {
		name string
		data []byte
	}{{brand + ".json", []byte(text)}, {check.SchemaName, check.Schema()}, {"logo.svg", starterLogo}} {
		if err := out.write(f.name, f.data); err != nil {
			return err
		}
	}
	out.complete = true
	path := filepath.Join(folder, brand+".json")
	return render(p.stdout, "init", path)
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
