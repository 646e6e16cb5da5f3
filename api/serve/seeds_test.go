package serve

import (
	"context"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"designmanual/db"
	"designmanual/seed"
	"designmanual/seed/source"
)

// nobody is a [Reporter] that tells nothing.
type nobody struct{}

func (nobody) Serving(Running)                                 {}
func (nobody) Imported(context.Context, Running, *seed.Report) {}
func (nobody) Refused(error, bool)                             {}

// What is gone from the seed files stays. With Prune it stays for a minute, and as long as there
// is a seed file left; what came from elsewhere stays anyway. It is told as long as anything of it is served.
func TestWhatIsGone(t *testing.T) {
	const one, two = `{"slug":"one","title":"One","primary":true,"visibility":"public"}`, `,{"slug":"two","title":"Two","visibility":"public"}`
	acme := func(manuals string) string {
		return `{"brand":{"slug":"acme","name":"Acme"},"manuals":[` + manuals + `]}`
	}
	const other = `{"brand":{"slug":"other","name":"Other"},"manuals":[{"slug":"guide","title":"Guide","visibility":"public"}]}`
	for _, row := range []struct {
		name          string
		prune         bool
		after         map[string]string // what is in the files then
		early, lately string            // the manuals before a minute is over, and after it
		told          string            // what is told to be gone after it, without the folder
	}{
		{"kept", false, map[string]string{"acme.json": acme(one)}, "acme.one acme.two elsewhere.guide other.guide", "acme.one acme.two elsewhere.guide other.guide", "acme.json has acme.two; other.json went with other.guide"},
		{"a manual", true, map[string]string{"acme.json": acme(one), "other.json": other}, "acme.one acme.two elsewhere.guide other.guide", "acme.one elsewhere.guide other.guide", ""},
		{"a file", true, map[string]string{"acme.json": acme(one + two)}, "acme.one acme.two elsewhere.guide other.guide", "acme.one acme.two elsewhere.guide", ""},
		{"a file that has another name", false, map[string]string{"renamed.json": acme(one + two), "other.json": other}, "acme.one acme.two elsewhere.guide other.guide", "acme.one acme.two elsewhere.guide other.guide", ""},
		{"all files", true, nil, "acme.one acme.two elsewhere.guide other.guide", "acme.one acme.two elsewhere.guide other.guide", "."},
	} {
		t.Run(row.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				folder := t.TempDir()
				put := func(files map[string]string) {
					for _, name := range []string{"acme.json", "other.json", "renamed.json"} {
						_ = os.Remove(filepath.Join(folder, name))
						if files[name] == "" {
							continue
						}
						if err := os.WriteFile(filepath.Join(folder, name), []byte(files[name]), 0o600); err != nil {
							t.Fatal(err)
						}
					}
				}
				store, err := db.Open(filepath.Join(t.TempDir(), "designmanual.db"))
				if err != nil {
					t.Fatal(err)
				}
				defer store.Close()
				elsewhere := source.Source{Name: "elsewhere.json", Path: "/elsewhere.json", Data: []byte(strings.ReplaceAll(other, "other", "elsewhere"))}
				if _, err := seed.Import(t.Context(), store, []source.Source{elsewhere}, seed.Options{}); err != nil {
					t.Fatal(err)
				}
				listener, err := net.Listen("tcp", "127.0.0.1:0")
				if err != nil {
					t.Fatal(err)
				}
				defer listener.Close()
				log := slog.New(slog.DiscardHandler)
				s := &server{Options: Options{Seeds: []string{folder}, Watch: true, Prune: row.prune, Log: log, Reporter: nobody{}}, db: store, listener: listener}
				s.watcher = source.NewWatcher(nil)
				imported := func() string {
					if err := s.importSeeds(t.Context(), source.NewWatcher(s.Seeds), func() bool { return false }); err != nil {
						t.Fatal(err)
					}
					var names []string
					for b := range store.Index().Brands() {
						for m := range b.Manuals() {
							names = append(names, b.Slug+"."+m.Slug)
						}
					}
					return strings.Join(names, " ")
				}
				put(map[string]string{"acme.json": acme(one + two), "other.json": other})
				imported()
				put(row.after)
				imported()
				time.Sleep(pruneAfter - time.Second)
				if found := imported(); found != row.early {
					t.Errorf("before a minute is over: %s, want %s", found, row.early)
				}
				time.Sleep(2 * time.Second)
				if found := imported(); found != row.lately {
					t.Errorf("after a minute: %s, want %s", found, row.lately)
				}
				var told []string
				for _, gap := range s.vanished() {
					name, _ := filepath.Rel(folder, gap.Path)
					if manual, ok := strings.CutPrefix(gap.Reason, "it has no manual "); ok {
						name += " has " + strings.TrimSuffix(manual, " any more")
					}
					if manual, ok := strings.CutPrefix(gap.Reason, "the file is gone, and with it the manual "); ok {
						name += " went with " + manual
					}
					told = append(told, name)
				}
				if found := strings.Join(told, "; "); found != row.told {
					t.Errorf("told to be gone: %s, want %s", found, row.told)
				}
			})
		})
	}
}
