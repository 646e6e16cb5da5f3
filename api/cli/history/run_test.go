package history

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/anishathalye/porcupine"
	"golang.org/x/crypto/bcrypt"
)

const patience = 5 * time.Minute // for the judge

// A plan is what a run does, round by round.
type plan []round

// A round is some changes at the same time, while readers read, and how it ends.
type round struct {
	changes []change
	ending  string // "", kill, restart or restore
	after   int    // reads before a kill; the changes go on meanwhile
}

// A run is one run of a plan.
type run struct {
	*server
	passwords [mostLinks + 1]string // their hashes; the first is not used
	began     time.Time

	mu      sync.Mutex
	history []porcupine.Operation
	bodies  map[string]string // what a body names, by its entity tag
	faults  []string          // what no model is needed to see
	imports int               // how many imports have begun
	last    int               // the import of the last file that a page has named
	secrets [mostTokens]string
	ids     [mostTokens]string
	sharing [mostLinks]string // links
	cookies [mostLinks]string
	backups [mostBackups]bool // those that are made
	begun   map[string]bool   // what has a number of its own and has begun
	reads   int               // of this round
	enough  chan struct{}     // closed when a round has had the reads after which it ends
	after   int
}

// newRun starts a server, whose first state has all manuals, a token and a link.
func newRun(folder string) (*run, error) {
	s, err := newServer(folder)
	if err != nil {
		return nil, err
	}
	r := &run{server: s, began: time.Now(), bodies: make(map[string]string), begun: make(map[string]bool)}
	for i := range r.passwords {
		hash, err := bcrypt.GenerateFromPassword([]byte(fmt.Sprint("password ", i)), bcrypt.MinCost)
		if err != nil {
			return nil, err
		}
		r.passwords[i] = string(hash)
	}
	r.change(change{kind: "import", extra: true, slug: "extra", press: true, password: 1})
	r.change(change{kind: "create"})
	r.change(change{kind: "share"})
	return r, nil
}

// do runs a plan, and returns what is wrong with what the readers saw.
func (p plan) do(folder string) (*run, error) {
	r, err := newRun(folder)
	if err != nil {
		return nil, err
	}
	for _, round := range p {
		if err := r.round(round); err != nil {
			return nil, err
		}
	}
	if err := r.end(syscall.SIGTERM); err != nil {
		return nil, err
	}
	if len(r.faults) > 0 {
		return r, fmt.Errorf("%s", strings.Join(r.faults, "\n"))
	}
	return r, judge(r.history)
}

// isSound says whether some order of the operations is as the model says.
func isSound(history []porcupine.Operation) bool {
	return porcupine.CheckOperationsTimeout(model, history, patience) == porcupine.Ok
}

// judge returns an error with what cannot be explained if a history is not sound.
func judge(history []porcupine.Operation) error {
	if isSound(history) { // what explains an error takes a second to find
		return nil
	}
	result, info := porcupine.CheckOperationsVerbose(model, history, patience)
	var longest []porcupine.Operation
	for _, one := range info.PartialLinearizationsOperations()[0] {
		if len(one) > len(longest) {
			longest = one
		}
	}
	var text strings.Builder
	fmt.Fprintf(&text, "%s: no order explains more than %d of %d operations, the last of them:\n", result, len(longest), len(history))
	explained := make(map[string]bool)
	for i, one := range longest {
		explained[describe(one)] = true
		if i >= len(longest)-12 {
		}
	}
	text.WriteString("the first of the others:\n")
	others := 0
	for _, one := range history {
		if !explained[describe(one)] && others < 12 {
			others++
		}
	}
	return fmt.Errorf("%s", &text)
}

func describe(one porcupine.Operation) string {
	return fmt.Sprintf("%9.3f to %9.3f ms, client %d: %+v: %+v", float64(one.Call)/1e6, float64(one.Return)/1e6, one.ClientId, one.Input, one.Output)
}

// record adds an operation that has just ended to the history.
func (r *run) record(client int, call time.Duration, input, output any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.history = append(r.history, porcupine.Operation{ClientId: client, Input: input, Call: int64(call), Output: output, Return: int64(time.Since(r.began))})
}

func (r *run) fault(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.faults = append(r.faults, fmt.Sprintf(format, args...))
}

// round makes the changes of a round while readers read, ends it, and lets every reader read
// everything once.
func (r *run) round(of round) error {
	r.mu.Lock()
	r.reads, r.after, r.enough = 0, of.after, make(chan struct{})
	r.mu.Unlock()
	var changes, readers sync.WaitGroup
	for _, c := range of.changes {
		changes.Go(func() { r.change(c) })
	}
	changed := make(chan struct{})
	go func() {
		changes.Wait()
		close(changed)
	}()
	all := r.readers()
	for _, one := range all {
		readers.Go(func() { one.beside(changed) })
	}
	if of.ending == "kill" {
		select {
		case <-r.enough:
		case <-changed:
		}
		if err := r.again(syscall.SIGKILL, -1); err != nil {
			return err
		}
	}
	<-changed
	readers.Wait()
	if of.ending == "restart" || of.ending == "restore" {
		number := -1
		for i, made := range r.backups {
			if made && of.ending == "restore" {
				number = i
			}
		}
		if err := r.again(syscall.SIGTERM, number); err != nil {
			return err
		}
	}
	for _, one := range all {
		readers.Go(one.everything)
	}
	readers.Wait()
	return nil
}

// again ends the server, restores a backup if it has a number, and starts the server.
func (r *run) again(signal os.Signal, backup int) error {
	if err := r.end(signal); err != nil {
		return err
	}
	if backup >= 0 {
		call := time.Since(r.began)
		if _, stderr, ok := command("restore", "--db", r.database, "--force", r.backup(backup)); !ok {
			return fmt.Errorf("restore: %s", stderr)
		}
		r.record(0, call, change{kind: "restore", number: backup}, done)
	}
	return r.start()
}

func (r *run) backup(number int) string {
	return filepath.Join(r.folder, fmt.Sprintf("backup%d.db", number))
}

// change makes a change by a command, and records it. A change whose number is used, and the
// revocation of a token that was not made, are no changes.
func (r *run) change(c change) {
	if c.kind == "import" {
		r.mu.Lock()
		r.imports++
		c.number = r.imports
		r.mu.Unlock()
	}
	args := r.arguments(c)
	if args == nil {
		return
	}
	leave := r.enter()
	call := time.Since(r.began)
	stdout, stderr, ok := command(args...)
	undisturbed := leave()
	switch {
	case ok:
		r.keep(c, stdout, stderr)
		r.record(1, call, c, done)
	case !undisturbed && (c.kind == "import" || c.kind == "revoke" || c.kind == "create"):
		r.record(1, call, c, unknown)
	case !undisturbed: // no backup and no link: nothing to ask for
	case c.kind == "import" || c.kind == "backup" || c.kind == "create":
		r.fault("%q: %s", args, stderr)
	default:
		r.record(1, call, c, refused)
	}
}

// arguments returns the command line of a change.
func (r *run) arguments(c change) []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	once := fmt.Sprint(c.kind, c.number)
	if c.kind != "revoke" && r.begun[once] {
		return nil
	}
	r.begun[once] = true
	switch c.kind {
	case "import":
		path, err := r.write(c)
		if err != nil {
			r.faults = append(r.faults, err.Error())
			return nil
		}
		args := []string{"import", "--db", r.database, path}
		if c.prune {
			args = append(args, "--prune")
		}
		return args
	case "backup":
		return []string{"backup", "--db", r.database, r.backup(c.number)}
	case "create":
		return []string{"token", "create", "--db", r.database, "--brand", "acme", "--name", fmt.Sprint("token ", c.number)}
	case "revoke":
		if r.ids[c.number] == "" {
			return nil
		}
		return []string{"token", "revoke", "--db", r.database, r.ids[c.number]}
	case "share":
		return []string{"share", "--db", r.database, "acme.press"}
	}
	panic("no change is called " + c.kind)
}

var tokenID = regexp.MustCompile(`tok_[a-z0-9]+`)

// keep keeps what a command has made for later.
func (r *run) keep(c change, stdout, stderr string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch c.kind {
	case "backup":
		r.backups[c.number] = true
	case "create":
		r.secrets[c.number], r.ids[c.number] = strings.TrimSpace(stdout), tokenID.FindString(stderr)
	case "share":
		r.sharing[c.number] = strings.TrimSpace(stdout)
	}
}

// write writes the seed file of an import, and the file that it names, into a folder of
// their own.
func (r *run) write(c change) (string, error) {
	folder := filepath.Join(r.folder, fmt.Sprint("import", c.number))
	if err := os.Mkdir(folder, 0o700); err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(folder, "note.txt"), fmt.Append(nil, "file ", c.number), 0o600); err != nil {
		return "", err
	}
	manual := func(id, slug, name, color string, more map[string]any) map[string]any {
		m := map[string]any{
			"id": id, "slug": slug, "title": fmt.Sprint(name, " ", c.number), "visibility": "public", "updatedAt": updated(c.number),
			"sections": []any{map[string]any{"id": "s", "anchor": "s", "title": "Color", "blocks": []any{
				map[string]any{"id": "c", "anchor": "c", "type": "COLORS", "content": map[string]any{"colors": []any{map[string]any{"name": fmt.Sprint(color, " ", c.number), "hex": "#112233"}}}},
				map[string]any{"id": "d", "anchor": "d", "type": "DOWNLOADS", "content": map[string]any{"files": []any{map[string]any{"name": "Note", "url": "note.txt"}}}},
			}}},
		}
		for key, value := range more {
			m[key] = value
		}
		return m
	}
	manuals := []any{manual("m1", "guide", "Guide", "ink", map[string]any{"primary": true})}
	if c.extra {
		more := map[string]any{}
		if c.ended {
			more["expiresAt"] = "2026-01-01T00:00:00Z"
		}
		manuals = append(manuals, manual("m2", c.slug, "Extra", "sand", more))
	}
	if c.press {
		manuals = append(manuals, manual("m3", "press", "Press", "rust", map[string]any{"visibility": "password", "password": r.passwords[c.password]}))
	}
	text, err := json.Marshal(map[string]any{"brand": map[string]any{"slug": "acme", "name": "Acme"}, "manuals": manuals})
	if err != nil {
		return "", err
	}
	return folder, os.WriteFile(filepath.Join(folder, "acme.json"), text, 0o600)
}

// firstUpdate is the time of the import 0: one second for each import after it.
var firstUpdate = time.Date(2026, 5, 4, 9, 30, 0, 0, time.UTC)

func updated(number int) string {
	return firstUpdate.Add(time.Duration(number) * time.Second).Format(time.RFC3339)
}
