package cli

import (
	"bufio"
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/template"
	"unicode"

	"github.com/spf13/cobra"
	"golang.org/x/term"
	"golang.org/x/text/unicode/norm"

	"designmanual/db/manual"
	"designmanual/seed"
	"designmanual/tokenize"
)

// start holds what a new brand begins with.
//
//go:embed start
var start embed.FS

// A newBrand is what `init` must know.
type newBrand struct {
	Brand, Name string
}

func (p *program) initCommand() *cobra.Command {
	var b newBrand
	cmd := &cobra.Command{
		Use:   "init [FOLDER]",
		Short: "Write a seed file for a new brand",
		Long: `Writes a seed file that shows every kind of block, the JSON Schema for your editor, and a logo
to replace. It asks for the brand on a terminal, or takes --brand and --name. Without FOLDER it
writes into the current folder. If one of the files exists, nothing is written.`,
		Example: `  designmanual init seeds
  designmanual init seeds --brand acme --name Acme`,
		Args: arguments("FOLDER", 0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			folder := "."
			if len(args) > 0 {
				folder = args[0]
			}
			if b.Brand == "" || b.Name == "" {
				if err := p.askBrand(cmd, &b); err != nil {
					return wrongUsage(cmd, err)
				}
			}
			if err := b.check(); err != nil {
				return wrongUsage(cmd, err)
			}
			return p.writeStart(folder, b)
		},
	}
	cmd.Flags().StringVar(&b.Brand, "brand", "", "the `SLUG` of the brand, the first part of its addresses")
	cmd.Flags().StringVar(&b.Name, "name", "", "the `NAME` of the brand")
	return cmd
}

// askBrand asks for what the flags do not say.
func (p *program) askBrand(cmd *cobra.Command, b *newBrand) error {
	in, ok := cmd.InOrStdin().(*os.File)
	if !ok || !term.IsTerminal(int(in.Fd())) {
		return errors.New("expected --brand and --name: there is no terminal to ask on")
	}
	lines := bufio.NewReader(in)
	ask := func(question string) (string, error) {
		fmt.Fprint(p.stderr, question)
		line, err := lines.ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return "", err
		}
		return strings.TrimSpace(line), nil
	}
	var err error
	if b.Name == "" {
		if b.Name, err = ask("The name of the brand: "); err != nil {
			return err
		}
	}
	if b.Brand != "" || b.Name == "" {
		return nil
	}
	proposed := slugOf(b.Name)
	if b.Brand, err = ask(fmt.Sprintf("Its short name in addresses [%s]: ", proposed)); b.Brand == "" {
		b.Brand = proposed
	}
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

func (b *newBrand) check() error {
	switch {
	case strings.TrimSpace(b.Name) == "" || strings.ContainsFunc(b.Name, unicode.IsControl):
		return fmt.Errorf("--name: expected a name on one line, found %q", b.Name)
	}
	return checkBrand(b.Brand)
}

// checkBrand holds the value of --brand to be a slug.
func checkBrand(slug string) error {
	if !manual.Label(slug) || slug == "www" {
		return fmt.Errorf("--brand: expected lower-case letters, digits and hyphens inside (acme), found %q", slug)
	}
	return nil
}

// writeStart writes the files, and says how to go on.
func (p *program) writeStart(folder string, b newBrand) error {
	text, err := b.seedFile()
	if err != nil {
		return err
	}
	logo, err := start.ReadFile("start/logo.svg")
	if err != nil {
		return err
	}
	out, err := openNewFolder(folder)
	if err != nil {
		return err
	}
	defer out.close()
	for _, f := range []struct {
		name string
		data []byte
	}{{b.Brand + ".json", text}, {seed.SchemaName, seed.Schema()}, {"logo.svg", logo}} {
		if err := out.write(f.name, f.data); err != nil {
			return err
		}
	}
	out.complete = true
	path := filepath.Join(folder, b.Brand+".json")
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

// seedFile fills the brand into the seed file.
func (b *newBrand) seedFile() ([]byte, error) {
	quoted := func(text string) (string, error) {
		var out bytes.Buffer
		e := json.NewEncoder(&out)
		e.SetEscapeHTML(false)
		err := e.Encode(text)
		return strings.TrimSpace(out.String()), err
	}
	t, err := template.New("seed.json").Funcs(template.FuncMap{"json": quoted}).ParseFS(start, "start/seed.json")
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	if err := t.Execute(&text, b); err != nil {
		return nil, err
	}
	return text.Bytes(), nil
}
