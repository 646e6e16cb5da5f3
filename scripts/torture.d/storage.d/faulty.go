//go:build linux

package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"

	"designmanual/scripts/torture.d/lab"
)

// judge reads the trace and holds what an import said against the version
// found: acknowledged is done, and anything else is old or new. A call that
// failed was not to be passed over.
func judge(s scene, f *fault, log, store string, out []byte, failed error, found int) (traced, error) {
	seen, err := readTrace(log, store)
	if err != nil {
		return seen, err
	}
	seen.whole = failed == nil
	switch done := acknowledged(out) || failed == nil; {
	case f == nil && failed != nil:
		return seen, failed
	case done && found != s.after:
		return seen, lab.Broken("success was reported, and the store holds version %d", found)
	case failed == nil && len(seen.struck) > 0:
		return seen, lab.Broken("a call failed, and success was reported: %s", out)
	}
	return seen, oneOf(found, s.before, s.after)
}

// importFaulty imports without a server.
func (y *yard) importFaulty(ctx context.Context, s scene, store, log string, f *fault) (traced, error) {
	said, err := os.Create(store + ".said") // a file, since strace knows files by their names
	if err != nil {
		return traced{}, err
	}
	defer said.Close()
	var args []string
	if f != nil && f.storeOnly {
		args = []string{"-P", store, "-P", said.Name()}
	}
	args = append(args, y.program, "import", "--db", store, y.versions[s.after].seeds)
	process := exec.CommandContext(ctx, "strace", strace(log, f, args...)...)
	process.Env, process.Stdout = environment(), said
	failed := process.Run()
	out, err := os.ReadFile(said.Name())
	if err != nil {
		return traced{}, err
	}
	found, err := y.inspect(ctx, store)
	if err != nil {
		return traced{}, err
	}
	return judge(s, f, log, store, out, failed, found)
}

// serveFaulty imports through the socket of a server, whose calls on the
// store fail meanwhile. It must go on serving, before the fault is gone and
// after, and take the import again then.
func (y *yard) serveFaulty(ctx context.Context, s scene, store, log string, f *fault) (traced, error) {
	server, err := y.serve(ctx, store)
	if err != nil {
		return traced{}, lab.Broken("%v", err)
	}
	defer server.Kill()
	if _, err := y.holds(ctx, server); err != nil { // every document is verified
		return traced{}, err
	}
	detach, err := attach(ctx, server.PID(), log, store, f)
	if err != nil {
		return traced{}, err
	}
	out, failed := y.command(ctx, "import", "--db", store, y.versions[s.after].seeds).Output()
	killed := f != nil && strings.HasPrefix(f.effect, "signal=") && failed != nil
	found := absent
	if !killed {
		found, err = y.holds(ctx, server)
	}
	if err := errors.Join(err, detach()); err != nil {
		return traced{}, lab.Broken("while the calls fail: %v", err)
	}
	if killed {
		server.Kill()
		if found, err = y.inspect(ctx, store); err != nil {
			return traced{}, err
		}
	}
	seen, err := judge(s, f, log, store, out, failed, found)
	if err != nil || killed {
		return seen, err
	}
	if f != nil && f.call == "fdatasync" && !f.onward && len(seen.struck) > 0 && !seen.again {
		// The kernel takes what it could not write for written from then on,
		// and the next sync succeeds without it.
		return seen, lab.Broken("after a failed fdatasync the pages that say what counts are not written again")
	}
	return seen, y.recovers(ctx, server, store, s)
}

// recovers imports again, with no fault any more.
func (y *yard) recovers(ctx context.Context, server *server, store string, s scene) error {
	if server.ended() {
		return lab.Broken("the server has ended: %s", server.Log)
	}
	if out, err := y.command(ctx, "import", "--db", store, y.versions[s.after].seeds).CombinedOutput(); err != nil {
		return lab.Broken("the server does not import again: %s", out)
	}
	served, err := y.holds(ctx, server)
	if err != nil {
		return err
	}
	if err := oneOf(served, s.after); err != nil {
		return err
	}
	if err := server.Stop(); err != nil {
		return err
	}
	found, err := y.inspect(ctx, store)
	if err != nil {
		return err
	}
	return oneOf(found, s.after)
}
