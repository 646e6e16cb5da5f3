package cli

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"designmanual/db/manual"
	"designmanual/seed/check"
	"designmanual/seed/source"
)

var update = flag.Bool("update", false, "write the reference texts of the program's own manual anew")

// The reference texts of the program's own manual say what the program does: the keys of
// each kind, with the example that stands below them, the commands with their flags, the
// limits.
func TestReference(t *testing.T) {
	folder := filepath.Join("..", "..", "fixtures", "designmanual")
	texts := map[string]string{"reference/commands.md": commandsText(), "reference/limits.md": limitsText()}
	for name, text := range copiedTexts(t) {
		texts["reference/"+name+".md"] = text
	}
	examples := writtenExamples(t, folder+".json")
	for _, info := range manual.Kinds {
		if examples[info.Kind] == "" {
			t.Errorf("the manual has no example of %s", info.Kind)
		}
		texts["kinds/"+anchorOf(info.Kind)+".md"] = kindText(info, examples[info.Kind])
	}
	for name, text := range texts {
		path := filepath.Join(folder, name)
		if *update {
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		written, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if string(written) != text {
			t.Errorf("%s is not what the program does (write it with go generate ./fixtures)", path)
		}
	}
}

// copiedChapters are the chapters of documents of the project that the manual has too. A chapter
// without a name is the whole document without its heading.
var copiedChapters = []struct{ name, document, chapter string }{
	{"server", "scripts/RUNNING.md", "A server"},
	{"looking-after", "scripts/RUNNING.md", "Looking after it"},
	{"container", "scripts/RUNNING.md", "In a container"},
	{"static", "scripts/RUNNING.md", "Without a server"},
	{"many-machines", "scripts/README.md", "Many machines"},
	{"measured", "api/LIMITS.md", ""},
	{"guarantees", ".github/SECURITY.md", ""},
}

// copiedTexts returns the texts of the copied chapters, without the marks of commands that a
// test runs, and with the words of links to documents in place of the links.
func copiedTexts(t *testing.T) map[string]string {
	t.Helper()
	marks, links := regexp.MustCompile(`(?m)^<!--.*-->\n`), regexp.MustCompile(`\[([^\]]+)\]\([^)#:]+(#[^)]*)?\)`)
	texts := make(map[string]string)
	for _, c := range copiedChapters {
		document, err := os.ReadFile(filepath.Join("..", "..", c.document))
		if err != nil {
			t.Fatal(err)
		}
		_, text, found := strings.Cut(string(document), "\n## "+c.chapter+"\n")
		if c.chapter == "" {
			_, text, found = strings.Cut(string(document), "\n")
		}
		if !found {
			t.Fatalf("%s has no chapter %s", c.document, c.chapter)
		}
		text, _, _ = strings.Cut(text, "\n## ")
		text = links.ReplaceAllString(marks.ReplaceAllString(text, ""), "$1")
		texts[c.name] = strings.TrimSpace(text) + "\n"
	}
	return texts
}

// anchorOf returns the anchor of a kind in the manual.
func anchorOf(kind manual.Kind) string {
	return strings.ReplaceAll(strings.ToLower(string(kind)), "_", "-")
}

// writtenExamples returns the content of the block that is the example of each kind, as it
// is written in the seed file, without the indentation around it.
func writtenExamples(t *testing.T, file string) map[manual.Kind]string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var seed struct {
		Manuals []struct {
			Sections []struct {
				Blocks []struct {
					Anchor  string
					Type    manual.Kind
					Content json.RawMessage
				}
			}
		}
	}
	if err := json.Unmarshal(data, &seed); err != nil {
		t.Fatal(err)
	}
	examples := make(map[manual.Kind]string)
	for _, section := range seed.Manuals[0].Sections {
		for _, block := range section.Blocks {
			if block.Anchor == anchorOf(block.Type)+"-example" {
				examples[block.Type] = outdented(string(block.Content))
			}
		}
	}
	return examples
}

// outdented returns a JSON object with its last line at the left edge.
func outdented(object string) string {
	last := object[strings.LastIndex(object, "\n")+1:]
	indent := last[:len(last)-len(strings.TrimLeft(last, " "))]
	return strings.ReplaceAll(object, "\n"+indent, "\n")
}

// kindText describes a kind in Markdown: what it is for, its keys, and an example.
func kindText(info manual.KindInfo, example string) string {
	text := info.Help + "\n\n| key | form | what it holds |\n| --- | --- | --- |\n" + fieldRows(info.Fields, "")
	if len(info.Groups) > 0 {
		text += "\nIts tokens are in the group `" + strings.Join(info.Groups, "`, `") + "`."
		text = strings.ReplaceAll(text, "the group `…`", "the group that the title of the block names") + "\n"
	}
	return text + "\nWritten:\n\n```json\n" + example + "\n```\n\nShown:\n"
}

// fieldRows describes fields and those in them, a row each. The keys that every token may
// have stand in a text of their own.
func fieldRows(fields []manual.Field, above string) string {
	rows := ""
	for _, f := range fields {
		if above != "" && slices.Contains(manual.TokenKeys, f.Name) {
			continue
		}
		name := above + f.Name
		if f.Form == manual.List {
			name += "[]"
		}
		rows += fmt.Sprintf("| `%s` | %s | %s |\n", name, formOf(f), f.Help)
		if f.Name != "modes" {
			rows += fieldRows(f.Fields, name+".")
		}
	}
	return rows
}

// formOf says what a value of a field is, and whether it must be there.
func formOf(f manual.Field) string {
	form := string(f.Type)
	if f.Note != "" {
		form = f.Note
	} else if f.Words != nil {
		form = "`" + strings.Join(f.Words, "`, `") + "`"
	} else if f.Form == manual.List {
		form = "list"
	} else if f.Form == manual.Map || form == "" {
		form = "object"
	}
	if f.Required {
		return "**required**: " + form
	}
	return form
}

// commandsText describes all commands in Markdown, with their flags.
func commandsText() string {
	text := "`designmanual COMMAND --help` says the same, with examples. A flag can also be set by an environment variable: " +
		"`DESIGNMANUAL_BASE_URL` for `--base-url`. The exit status is 0 for done, 1 for refused or failed, 2 for wrong usage, and 3 where a flag asks for it.\n"
	root := newRoot(&program{stdout: io.Discard, stderr: io.Discard})
	var describe func(cmd *cobra.Command)
	describe = func(cmd *cobra.Command) {
		for _, sub := range cmd.Commands() {
			if sub.Hidden || sub.Name() == "completion" {
				continue
			}
			text += "\n### " + strings.TrimPrefix(sub.UseLine(), "designmanual ") + "\n\n" + sub.Short + ".\n"
			if flags := flagTable(sub); flags != "" {
				text += "\n| flag | what it does |\n| --- | --- |\n" + flags
			}
			describe(sub)
		}
	}
	describe(root)
	return text
}

// flagTable describes the flags of a command, a row each.
func flagTable(cmd *cobra.Command) string {
	rows := ""
	cmd.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Name == "help" {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		name := "--" + f.Name
		if value != "" {
			name += " " + value
		}
		if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "[]" {
			usage += " (default " + f.DefValue + ")"
		}
		rows += fmt.Sprintf("| `%s` | %s |\n", name, strings.ReplaceAll(usage, "|", "\\|"))
	})
	return rows
}

// limitsText is a table of the limits, from the constants of the program.
func limitsText() string {
	text := "What is over a limit is refused with its place, and nothing changes.\n\n| what | at most |\n| --- | --- |\n"
	for _, row := range []struct{ what, most string }{
		{"a seed file", fmt.Sprintf("%d MiB, %d manuals", source.MaxFileBytes>>20, check.MaxManuals)},
		{"a manual", fmt.Sprintf("%d values, %d sections and blocks", check.MaxValues, check.MaxParts)},
		{"tokens of a manual", fmt.Sprintf("%d; a tint and a layer of a shadow count as one", check.MaxTokens)},
		{"a text", fmt.Sprintf("%d KiB; a name, title, id or anchor %d KiB", source.MaxTextBytes>>10, check.MaxNameBytes>>10)},
		{"a shadow", fmt.Sprintf("%d layers", check.MaxLayers)},
		{"a file beside the seed file", fmt.Sprintf("%d MiB; %d GiB for a manual", source.MaxAssetBytes>>20, check.MaxManualBytes>>30)},
		{"a share link", fmt.Sprintf("%d days", int(manual.MaxShareTime.Hours())/24)},
	} {
		text += "| " + row.what + " | " + row.most + " |\n"
	}
	return text
}
