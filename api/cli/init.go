package cli

import (
	"bufio"
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"
	"golang.org/x/term"
	"golang.org/x/text/unicode/norm"

	"designmanual/db/manual"
	"designmanual/seed"
	"designmanual/tokenize"
)

// What a new brand begins with.
//
//go:embed start/seed.json
var startSeed string

//go:embed start/logo.svg
var startLogo []byte

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
		if strings.TrimSpace(name) == "" || strings.ContainsFunc(name, unicode.IsControl) {
			return usageErrorf("--name: expected a name on one line, found %q", name)
		}
		if err := checkBrand(brand); err != nil {
			return err
		}
		return p.writeStart(folder, brand, name)
	})
	cmd.Flags().StringVar(&brand, "brand", "", "the `SLUG` of the brand, the first part of its addresses")
	cmd.Flags().StringVar(&name, "name", "", "the `NAME` of the brand")
	return cmd
}

// askBrand asks for what the flags do not say.
func (p *program) askBrand(cmd *cobra.Command, brand, name *string) error {
	if *brand != "" && *name != "" {
		return nil
	}
	in, ok := cmd.InOrStdin().(*os.File)
	if !ok || !term.IsTerminal(int(in.Fd())) {
		return usageErrorf("expected --brand and --name: there is no terminal to ask on")
	}
	lines := bufio.NewReader(in)
	ask := func(answer *string, question string) error {
		fmt.Fprint(p.stderr, question)
		line, err := lines.ReadString('\n')
		*answer = strings.TrimSpace(line)
		if errors.Is(err, io.EOF) {
			err = nil
		}
		return err
	}
	if *name == "" {
		if err := ask(name, "The name of the brand: "); err != nil || *name == "" {
			return err
		}
	}
	if *brand != "" {
		return nil
	}
	proposed := slugOf(*name)
	err := ask(brand, fmt.Sprintf("Its short name in addresses [%s]: ", proposed))
	*brand = cmp.Or(*brand, proposed)
	return err
}

// slugOf makes a slug of a name: its letters without their marks, as far as
// host names have them.
func slugOf(name string) string {
	ascii := strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII {
			return -1
		}
		return r
	}, norm.NFKD.String(name))
	return tokenize.Name(ascii, "brand")
}

// checkBrand holds the value of --brand to be a slug.
func checkBrand(slug string) error {
	if !manual.Label(slug) || slug == "www" {
		return usageErrorf("--brand: expected lower-case letters, digits and hyphens inside (acme), found %q", slug)
	}
	return nil
}

// writeStart writes the files, and says how to go on.
func (p *program) writeStart(folder, brand, name string) error {
	quoted, err := jsontext.AppendQuote(nil, name)
	if err != nil {
		return err
	}
	text := strings.NewReplacer("{{brand}}", brand, "{{name}}", string(quoted[1:len(quoted)-1])).Replace(startSeed)
	out, err := openNewFolder(folder)
	if err != nil {
		return err
	}
	defer out.close()
	for _, f := range []struct {
		name string
		data []byte
	}{{brand + ".json", []byte(text)}, {seed.SchemaName, seed.Schema()}, {"logo.svg", startLogo}} {
		if err := out.write(f.name, f.data); err != nil {
			return err
		}
	}
	out.complete = true
	path := filepath.Join(folder, brand+".json")
	_, err = fmt.Fprintf(p.stdout, "%s\n\nLook at it while you change it:\n  designmanual dev %s\n\nPublish it:\n  designmanual import %[2]s\n", path, quoteArgument(path))
	return err
}

// quoteArgument writes a path so that a shell takes it as one word.
func quoteArgument(path string) string {
	if strings.ContainsFunc(path, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("/\\._-:", r)
	}) {
		return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
	}
	return path
}
