package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// flagRows has every flag of the commands that end by themselves, in brackets in a
// command line, and what a user sees with it and not without it: in the exit status,
// the output and the files made. A row may go on with another command, or with a file
// to look into. Flags of serve and dev are in serverFlags.
var flagRows = []struct{ line, then, want string }{
	{"backup new.db [--db other.db]", "", `backed up other.db`},
	{"backup new.db [--json]", "", `"from": "designmanual.db"`},
	{"backup other.db [--force]", "", `^exit 0`},
	{"check doubtful.json [--strict]", "", `^exit 1`},
	{"check script.json [--allow-active-html]", "", `^exit 0`},
	{"check themes.json [--contrast AA]", "", `^exit 3`},
	{"check doubtful.json [--json]", "", `"severity": "warning"`},
	{"check acme.json [--site {SITE}]", "", `(?m)^{SITE} +ok$`},
	{"check [--site {SITE}]", "", `broken.json:1:`},
	{"check acme.json globex.json --site {SITE} [--brand acme]", "", `(?m)^{SITE} +ok$`},
	{"completion bash [--no-descriptions]", "", `__completeNoDesc`},
	{"completion fish [--no-descriptions]", "", `__completeNoDesc`},
	{"completion powershell [--no-descriptions]", "", `__completeNoDesc`},
	{"completion zsh [--no-descriptions]", "", `__completeNoDesc`},
	{"convert theme.css [--brand given]", "", `"slug": "given"`},
	{"convert theme.css [--name Given]", "", `"name": "Given"`},
	{"convert theme.css [--report report.txt]", "report.txt", `--accent: kept as`},
	{"convert theme.css [--role primary=bg]", "", `"primary": "bg"`},
	{"convert theme.css [--selector .other]", "", `#123456`},
	{"convert theme.css [--verbose]", "", `--bg: warning`},
	{"doctor [--db other.db]", "", `other.db is sound`},
	{"doctor [--json]", "", `"sound": true`},
	{"explain globex [--db other.db]", "", `^exit 0`},
	{"explain acme [--json]", "", `"token": "color.blue"`},
	{"export out [--allow-expiring]", "", `^exit 0`},
	{"export [--single page.html] acme", "page.html", `<html`},
	{"export out --allow-expiring [--db other.db]", "", `exported 1 manual`},
	{"export out --allow-expiring [--json]", "", `"manuals": 2`},
	{"export out --allow-expiring [--base-url https://x.example]", "out/api/v1/manuals/acme.json", `"url":"https://x.example"`},
	{"export out --allow-expiring --base-url https://x.example/b --db both.db [--brand acme]", "out/api/v1/manuals/acme.json", `"url":"https://x.example/b"`},
	{"healthcheck [--listen {ADDRESS}]", "", `{ADDRESS}: 200 OK`},
	{"healthcheck --listen {SECURE} [--tls]", "", `{SECURE}: 200 OK`},
	{"healthcheck [--tls]", "", `no server answers at :443`},
	{"ids acme.json [--check]", "", `^exit 3`},
	{"ids script.json [--allow-active-html]", "", `^exit 0`},
	{"ids acme.json --check [--db retitled.db]", "", `anchor speech`},
	{"ids acme.json [--json]", "", `"written": true`},
	{"import breaking.json [--accept-breaking] --db {SERVED}", "import acme.json --accept-breaking --db {SERVED}", `^exit 0`},
	{"import script.json [--allow-active-html]", "", `^exit 0`},
	{"import anchor.json [--allow-anchor-change]", "", `^exit 0`},
	{"import globex.json [--db new.db]", "list --db new.db", `(?m)^globex.guide`},
	{"import globex.json [--dry-run]", "", `nothing written`},
	{"import breaking.json [--fail-on-breaking]", "", `^exit 3`},
	{"import globex.json [--json]", "", `"brands": \[`},
	{"import breaking.json [--prune]", "", `3 removed`},
	{"import doubtful.json [--strict]", "", `^exit 1`},
	{"init made --name N --visibility public [--brand b]", "made/b.json", `"slug": "b"`},
	{"init made --brand b --visibility public [--name Given]", "made/b.json", `"name": "Given"`},
	{"init made --brand b --name N [--visibility unlisted]", "made/b.json", `"visibility": "unlisted"`},
	{"init made --brand b --name N --visibility public [--from theme.css]", "made/b.json", `#0055ff`},
	{"lint src --manual acme.json [--exclude *.css]", "", `no file was read`},
	{"lint src --manual acme.json [--fix]", "src/a.css", `var\(--color-blue\)`},
	{"lint src --manual acme.json [--json]", "", `"token": "--color-blue"`},
	{"lint src [--manual acme.json]", "", `take --color-blue`},
	{"lint src --manual acme.json [--sarif]", "", `"version": "2.1.0"`},
	{"lint used --manual released/acme.json [--from 1.0.0]", "", `is renamed; take --color-azure`},
	{"lint used --manual released/acme.json --from 1.0.0 [--to 1.0.0]", "", `^exit 0`},
	{"lint src --manual acme.json [--slug press]", "", `^exit 0`},
	{"list [--db other.db]", "", `globex.guide`},
	{"list [--json]", "", `"slug": "guide"`},
	{"pull {SITE}/api/v1/manuals/guide.json --name N [--brand given]", "", `"slug": "given"`},
	{"pull {SITE}/api/v1/manuals/acme.json [--name Given]", "", `"name": "Given"`},
	{"pull {SITE}/api/v1/manuals/acme.json [--files pulled]", "pulled/acme.json", `^exit 0\npulled.acme.json\n\{`},
	{"pull {SITE}/api/v1/manuals/lively.json [--lossy]", "", `^exit 0`},
	{"release 1.0.1 released/acme.json --slug acme.guide [--allow removed,added,renamed]", "", `wrote released`},
	{"release 1.0.0 script.json [--allow-active-html]", "", `^exit 0`},
	{"release 1.0.0 globex.json [--json]", "", `"version": "1.0.0"`},
	{"release 1.0.0 globex.json [--notes password]", "releases/globex.guide/1.0.0.json", `"notes": "correct horse"`},
	{"release 1.0.0 acme.json [--slug acme.guide]", "", `wrote releases/acme.guide/1.0.0.json`},
	{"remove acme [--brand]", "", `removed brand acme`},
	{"remove globex [--db other.db]", "", `^exit 0`},
	{"remove acme.crew [--json]", "", `"left": 3`},
	{"restore other.db [--force]", "list", `globex.guide`},
	{"restore other.db --force [--db new.db]", "list --db new.db", `globex.guide`},
	{"restore other.db --force [--json]", "", `"from": "other.db"`},
	{"share globex [--db other.db]", "", `needs no link: it is public`},
	{"share acme.crew [--draft] --json", "", `"draft": true`},
	{"share acme.crew [--expires 30d]", "", `until ({IN30})`},
	{"share acme.crew [--json]", "", `"link": `},
	{"show globex [--db other.db]", "", `"title":"Other"`},
	{"show acme [--tokens]", "", `\{"color":\{"blue":\{"\$value":"#0000ff"`},
	{"show acme [--format 2025.10]", "", `"colorSpace":"srgb"`},
	{"token create --name n [--brand acme]", "", `^exit 0`},
	{"token create --brand globex --name n [--db other.db]", "", `^exit 0`},
	{"token create --brand acme [--name n]", "", `^exit 0`},
	{"token create --brand acme --name n [--expires 20000d]", "", `valid until 208`},
	{"token create --brand acme --name n [--json]", "", `"secret": "dmt_`},
	{"token list [--db other.db]", "", `globex +build`},
	{"token list [--json]", "", `"brand": "acme"`},
	{"token new --name n [--brand acme]", "", `^exit 0`},
	{"token new --brand acme --name n [--expires 20000d]", "", `"expires": "208`},
	{"token new --brand acme --name n [--json]", "", `"declaration": `},
	{"token new --brand acme [--name given]", "", `"name": "given"`},
	{"token new --brand acme --name n [--session-key]", "", `^exit 0\n[A-Za-z0-9+/]{43}=\n$`},
	{"token revoke {OTHER} [--db other.db]", "", `^exit 0`},
	{"token revoke {TOKEN} [--json]", "", `"revoked": "20`},
	{"token rotate {OTHER} [--db other.db]", "", `^exit 0`},
	{"token rotate {TOKEN} [--json]", "", `"replaced": `},
	{"token rotate {TOKEN} [--overlap 300d]", "", `in place of \S+ valid until ({IN300})`},
	{"version [--json]", "", `"schema": 5`},
}

// A flagWorld is a folder with seed files and databases that every command of flagRows
// gets a copy of, and the servers that they ask.
type flagWorld struct {
	template string
	commands map[string]*cobra.Command // by name
	words    map[string]string         // that stand in braces in rows
	entered  string                    // the files of the current copy, as they were when it was made
}

// newFlagWorld makes the template.
func newFlagWorld(t *testing.T) *flagWorld {
	t.Helper()
	w := &flagWorld{template: t.TempDir(), commands: make(map[string]*cobra.Command), words: make(map[string]string)}
	archive, err := txtar.ParseFile("testdata/flags.txtar")
	if err == nil {
		err = txtar.Write(archive, w.template)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(w.template)
	run(t, exitDone, "import", "acme.json")
	run(t, exitDone, "import", "globex.json", "--db", "other.db")
	run(t, exitDone, "import", "acme.json", "globex.json", "--db", "both.db")
	acme, err := os.ReadFile("acme.json")
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, "speech.json", bytes.Replace(acme, []byte("Words"), []byte("Speech"), 1))
	run(t, exitDone, "import", "speech.json", "--db", "retitled.db")
	if err := os.Mkdir("released", 0o700); err != nil {
		t.Fatal(err)
	}
	writeFile(t, "released/acme.json", acme)
	run(t, exitDone, "release", "1.0.0", "released/acme.json", "--slug", "acme.guide")
	writeFile(t, "released/acme.json", bytes.Replace(acme, []byte("Blue"), []byte("Azure"), 1))
	for word, of := range map[string][]string{"TOKEN": {"acme", "designmanual.db"}, "OTHER": {"globex", "other.db"}} {
		out, _ := run(t, exitDone, "token", "create", "--brand", of[0], "--name", "build", "--db", of[1], "--json")
		var created struct{ ID, Secret string }
		if err := json.Unmarshal([]byte(out), &created); err != nil {
			t.Fatal(err)
		}
		w.words[word], w.words[word+" SECRET"] = created.ID, created.Secret
	}
	stored := newServer(t, "--base-url", "http://stored.example:81")
	stored.address()
	stored.end()
	for _, days := range []int{30, 300} {
		end := time.Now().UTC().Add(time.Duration(days) * 24 * time.Hour)
		w.words[fmt.Sprint("IN", days)] = end.Format(time.DateOnly) + "|" + end.Add(time.Minute).Format(time.DateOnly)
	}
	var add func(*cobra.Command)
	add = func(cmd *cobra.Command) {
		w.commands[strings.TrimSpace(strings.TrimPrefix(cmd.CommandPath(), "designmanual"))] = cmd
		for _, sub := range cmd.Commands() {
			add(sub)
		}
	}
	add(newRoot(&program{stdout: io.Discard, stderr: io.Discard}))
	return w
}

// enter makes a copy of the template the current folder.
func (w *flagWorld) enter(t *testing.T) {
	t.Helper()
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS(w.template)); err != nil {
		t.Fatal(err)
	}
	t.Chdir(folder)
	w.entered = stateOf(t)
}

// stateOf describes the files in the current folder.
func stateOf(t *testing.T) (state string) {
	t.Helper()
	err := filepath.Walk(".", func(path string, info os.FileInfo, err error) error {
		if err == nil {
			state += fmt.Sprintln(path, info.Mode(), info.Size(), info.ModTime())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return state
}

// expand replaces the words in braces.
func (w *flagWorld) expand(text string, quote func(string) string) string {
	return regexp.MustCompile(`\{[A-Z0-9 ]+[A-Z]\}|\{IN\d+\}`).ReplaceAllStringFunc(text, func(word string) string {
		word = w.words[strings.Trim(word, "{}")]
		if strings.Contains(word, "|") { // alternatives
			return word
		}
		return quote(word)
	})
}

// command returns the command of a command line.
func (w *flagWorld) command(args []string) *cobra.Command {
	if len(args) > 1 && w.commands[args[0]+" "+args[1]] != nil {
		return w.commands[args[0]+" "+args[1]]
	}
	if len(args) > 0 && w.commands[args[0]] != nil {
		return w.commands[args[0]]
	}
	return w.commands[""]
}

// variable returns the environment variable of a flag, and the value that it takes for
// the flag in a command line.
func variable(args []string) (name, value string) {
	if value = "true"; len(args) > 1 {
		value = args[1]
	}
	return environmentName(strings.TrimPrefix(args[0], "--")), value
}

// result runs a command line in a copy of the template and returns the exit status and
// the output, and then that of another command, or the content of a file.
func (w *flagWorld) result(t *testing.T, args []string, then string) string {
	t.Helper()
	if stateOf(t) != w.entered {
		w.enter(t)
	}
	input, err := os.Open("password")
	if err != nil {
		t.Fatal(err)
	}
	defer input.Close()
	terminal := os.Stdin
	os.Stdin = input
	defer func() { os.Stdin = terminal }()
	var out bytes.Buffer
	fmt.Fprintf(&out, "exit %d\n", Run(t.Context(), args, &out, &out))
	text := out.String()
	if at := strings.LastIndex(text, "exit "); at > 0 {
		text = text[at:] + text[:at]
	}
	switch more := strings.Fields(then); {
	case then == "":
	case w.command(more) != w.commands[""]:
		out.Reset()
		Run(t.Context(), more, &out, &out)
		text += out.String()
	default:
		data, _ := os.ReadFile(then) // which may not be there
		text += string(data)
	}
	return text
}

// TestFlags checks that every flag of every command does something, and so does its
// environment variable.
func TestFlags(t *testing.T) {
	w := newFlagWorld(t)
	seen := make(map[string]bool) // by command and flag
	t.Run("commands", func(t *testing.T) { w.checkCommands(t, seen) })
	t.Run("servers", func(t *testing.T) { w.checkServers(t, seen) })
	for _, cmd := range w.commands {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if name := cmd.CommandPath() + " --" + f.Name; f.Name != "help" && !seen[name] {
				t.Errorf("no row shows what %s does", name)
			}
		})
	}
}

func (w *flagWorld) checkCommands(t *testing.T, seen map[string]bool) {
	w.startServers(t)
	all := t // of which the current folder is, over several rows
	for _, row := range flagRows {
		before, rest, _ := strings.Cut(w.expand(row.line, strings.Clone), "[")
		flag, after, found := strings.Cut(rest, "]")
		if !found {
			t.Fatalf("%s has no flag in brackets", row.line)
		}
		without := append(strings.Fields(before), strings.Fields(after)...)
		given := strings.Fields(flag)
		cmd := w.command(without)
		known := cmd.Flags().Lookup(strings.TrimPrefix(given[0], "--"))
		seen[cmd.CommandPath()+" "+given[0]] = true
		want := regexp.MustCompile(w.expand(row.want, regexp.QuoteMeta))
		t.Run(row.line, func(t *testing.T) {
			then := w.expand(row.then, strings.Clone)
			if got := w.result(all, without, then); want.MatchString(got) {
				t.Errorf("without the flag: %s", got)
			}
			if got := w.result(all, append(append(strings.Fields(before), given...), strings.Fields(after)...), then); !want.MatchString(got) {
				t.Errorf("with the flag, want %s: %s", want, got)
			}
			name, value := variable(given)
			t.Setenv(name, value)
			if got := w.result(all, without, then); want.MatchString(got) != readsEnvironment(cmd, known) {
				t.Errorf("with the variable: %s", got)
			}
		})
	}
}

// startServers starts the servers that commands of flagRows ask.
func (w *flagWorld) startServers(t *testing.T) {
	t.Helper()
	w.enter(t)
	writeOwn(t, ".")
	address, secure := freeAddress(t), freeAddress(t)
	_, port, _ := strings.Cut(address, ":")
	served, err := filepath.Abs("served.db")
	if err != nil {
		t.Fatal(err)
	}
	w.words["SITE"], w.words["ADDRESS"], w.words["SECURE"], w.words["SERVED"] = "http://localhost:"+port, address, secure, served
	newServer(t, "--listen", address, "--base-url", w.words["SITE"], "--brand", "acme", "--seed", "acme.json", "--seed", "lively.json", "--allow-active-html", "--db", "site.db").address()
	newServer(t, "--listen", secure, "--base-url", "https://"+secureHost, "--http-listen", "off", "--tls", "--tls-cert", "cert.pem", "--tls-key", "key.pem", "--db", "secure.db").address()
	newServer(t, "--seed", "acme.json", "--fail-on-breaking", "--db", served).address()
}
