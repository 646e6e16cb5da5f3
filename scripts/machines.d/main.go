// Command machines.d is what scripts/machines runs, with a folder that has the
// program in it: three servers on one repository behind a cache, and what may
// happen to them, under load.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"time"
)

// site is the host of the manuals.
const site = "manuals.example.com"

// within is how long a change may take to be served by all.
const within = 20 * time.Second

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "expected a folder")
		os.Exit(2)
	}
	f := &fleet{folder: os.Args[1]}
	err := f.run()
	f.close()
	if err != nil {
		fmt.Fprintln(os.Stderr, "machines:", err)
		os.Exit(1)
	}
}

// A fleet is the servers, the cache before them and the repository that they
// have their seed files from.
type fleet struct {
	folder  string
	servers []*server
	cache   *process
	address string // of the cache
	secret  string // of an access token that the seed files declare
	stop    chan struct{}
	syncing sync.WaitGroup
}

func (f *fleet) path(parts ...string) string {
	return filepath.Join(append([]string{f.folder}, parts...)...)
}

func (f *fleet) run() error {
	if err := f.createRepository(); err != nil {
		return fmt.Errorf("making the repository: %w", err)
	}
	f.stop = make(chan struct{})
	for range 3 {
		if err := f.addServer(); err != nil {
			return err
		}
	}
	if err := f.startCache(); err != nil {
		return err
	}
	load := f.startLoad()
	for _, step := range []struct {
		name string
		do   func() error
	}{
		{"all serve the same", f.sameDigest},
		{"a change is pushed", func() error { return f.push(`"#0F2A43",`, `"#0F2A44",`) }},
		{"one is killed and started again", func() error { return f.servers[0].restart(syscall.SIGKILL) }},
		{"all serve the same", f.sameDigest},
		{"one is upgraded", func() error { return f.servers[1].restart(syscall.SIGTERM) }},
		{"a change is pushed", func() error { return f.push(`"#0F2A44",`, `"#0F2A43",`) }},
		{"an empty one is added", f.addServer},
		{"all serve the same", f.sameDigest},
		{"a token is withdrawn", f.withdraw},
	} {
		began := time.Now()
		if err := step.do(); err != nil {
			return fmt.Errorf("%s: %w", step.name, err)
		}
		fmt.Printf("%-34s %5.1f s\n", step.name, time.Since(began).Seconds())
		if step.name == "an empty one is added" {
			load.tokenEnds() // the next push takes it away
		}
	}
	answered, failed := load.end()
	if failed != nil {
		return fmt.Errorf("of %d requests: %w", answered, failed)
	}
	fmt.Printf("%d requests, none failed\n", answered)
	return nil
}

// createRepository makes a repository of the example manuals with an access
// token, and a checkout that changes are made in.
func (f *fleet) createRepository() error {
	var declared bytes.Buffer
	command := exec.Command(f.path("designmanual"), "token", "new", "--brand", "ternholm", "--name", "load")
	command.Stderr = &declared
	secret, err := command.Output()
	if err != nil {
		return fmt.Errorf("%w: %s", err, declared.Bytes())
	}
	f.secret = strings.TrimSpace(string(secret))
	object := declared.Bytes()[bytes.IndexByte(declared.Bytes(), '{') : bytes.LastIndexByte(declared.Bytes(), '}')+1]
	if !json.Valid(object) {
		return fmt.Errorf("expected the JSON of a token, found %s", object)
	}
	work := f.path("work")
	if err := git("", "init", "--quiet", "--bare", "--initial-branch=main", f.path("origin")); err != nil {
		return err
	}
	if err := git("", "clone", "--quiet", f.path("origin"), work); err != nil {
		return err
	}
	if err := os.CopyFS(work, os.DirFS("fixtures")); err != nil {
		return err
	}
	if err := os.RemoveAll(filepath.Join(work, "invalid")); err != nil {
		return err
	}
	if err := replace(filepath.Join(work, "ternholm.json"), `"name": "Ternholm Ferries" }`, `"name": "Ternholm Ferries", "access": [`+string(object)+`] }`); err != nil {
		return err
	}
	if err := os.Remove(filepath.Join(work, "aoi.json")); err != nil { // its times are those of an import
		return err
	}
	return f.commit()
}

// commit pushes what has changed in the checkout.
func (f *fleet) commit() error {
	work := f.path("work")
	return errors.Join(
		git(work, "add", "--all"),
		git(work, "-c", "user.name=machines", "-c", "user.email=machines@localhost", "commit", "--quiet", "--message=change"),
		git(work, "push", "--quiet", "origin", "HEAD:main"))
}

// push changes a seed file and waits until all servers serve it.
func (f *fleet) push(from, to string) error {
	before, err := f.servers[0].digest()
	if err != nil {
		return err
	}
	if err := replace(f.path("work", "ternholm.json"), from, to); err != nil {
		return err
	}
	if err := f.commit(); err != nil {
		return err
	}
	return f.until(func() (bool, error) {
		now, err := f.servers[0].digest()
		return now != before && f.sameNow(), err
	})
}

// withdraw takes the access token out of the seed files and waits until every
// server refuses it.
func (f *fleet) withdraw() error {
	name := f.path("work", "ternholm.json")
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if err := os.WriteFile(name, regexp.MustCompile(`(?s), "access": \[.*?\] \}`).ReplaceAll(text, []byte(" }")), 0o600); err != nil {
		return err
	}
	if err := f.commit(); err != nil {
		return err
	}
	return f.until(func() (bool, error) {
		for _, s := range f.servers {
			if status, err := get("http://"+s.address+"/api/v1/manuals/ternholm.crew.json", site, f.secret); status != http.StatusUnauthorized {
				return false, err
			}
		}
		return true, nil
	})
}

// sameDigest waits until all servers serve the same.
func (f *fleet) sameDigest() error {
	return f.until(func() (bool, error) { return f.sameNow(), nil })
}

func (f *fleet) sameNow() bool {
	first, err := f.servers[0].digest()
	for _, s := range f.servers[1:] {
		other, otherErr := s.digest()
		if err != nil || otherErr != nil || first != other {
			return false
		}
	}
	return true
}

func (f *fleet) until(done func() (bool, error)) error {
	var err error
	for end := time.Now().Add(within); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		var is bool
		if is, err = done(); is {
			return nil
		}
	}
	return fmt.Errorf("not within %v: %w", within, err)
}

func (f *fleet) close() {
	if f.stop != nil {
		close(f.stop)
		f.syncing.Wait()
	}
	for _, s := range f.servers {
		s.process.end(syscall.SIGTERM)
	}
	if f.cache != nil {
		f.cache.end(syscall.SIGTERM)
	}
}

// startCache starts Varnish with the file that the project has for it, before
// the servers that there are.
func (f *fleet) startCache() error {
	text, err := os.ReadFile("scripts/proxy/varnish.vcl")
	if err != nil {
		return err
	}
	var backends, directors string
	for i, s := range f.servers {
		host, port, _ := strings.Cut(s.address, ":")
		backends += fmt.Sprintf("backend s%d { .host = %q; .port = %q; .connect_timeout = 1s; .probe = ready; }\n", i, host, port)
		directors += fmt.Sprintf("\tservers.add_backend(s%d);\n", i)
	}
	vcl := regexp.MustCompile(`(?m)^(# )?backend .*\n`).ReplaceAllString(string(text), "")
	vcl = regexp.MustCompile(`(?m)^\t(# )?servers\.add_backend.*\n`).ReplaceAllString(vcl, "")
	vcl = strings.Replace(vcl, "sub vcl_init {", backends+"\nsub vcl_init {", 1)
	vcl = strings.Replace(vcl, "servers.reconfigure();", strings.TrimSpace(directors)+"\n\tservers.reconfigure();", 1)
	name := f.path("varnish.vcl")
	if err := os.WriteFile(name, []byte(vcl), 0o600); err != nil {
		return err
	}
	if f.address, err = freeAddress(); err != nil {
		return err
	}
	if f.cache, err = start(f.path("varnish.log"), "varnishd", "-F", "-n", f.path("varnish"), "-f", name, "-a", f.address, "-s", "malloc,64m", "-j", "none"); err != nil {
		return err
	}
	return f.until(func() (bool, error) {
		status, err := get("http://"+f.address+"/api/v1/manuals/ternholm.json", site, "")
		return status == http.StatusOK, err
	})
}

// replace replaces the first occurrence of a text in a file.
func replace(name, from, to string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if !bytes.Contains(text, []byte(from)) {
		return fmt.Errorf("%s has no %s", name, from)
	}
	return os.WriteFile(name, bytes.Replace(text, []byte(from), []byte(to), 1), 0o600)
}

func git(folder string, args ...string) error {
	command := exec.Command("git", args...)
	command.Dir = folder
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("git %s: %w: %s", args[0], err, out)
	}
	return nil
}

// get returns the status of an answer; the error has what is no answer.
func get(url, host, secret string) (int, error) {
	r, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return 0, err
	}
	r.Host = host
	if secret != "" {
		r.Header.Set("Authorization", "Bearer "+secret)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	if _, err := io.Copy(io.Discard, answer.Body); err != nil {
		return 0, err
	}
	return answer.StatusCode, nil
}
