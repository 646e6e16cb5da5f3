package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"

	"designmanual/scripts/proxy/trial"
)

// prepare does what an operator does: both nodes import the same seed files
// whenever they start; node a makes the access tokens, and node b begins with
// a backup of it. It returns a token for each brand.
func prepare(ctx context.Context, a, b *node) (map[string]string, error) {
	seeds, err := seedFlags()
	if err != nil {
		return nil, err
	}
	a.seeds, b.seeds = seeds, seeds
	if err := a.start(ctx); err != nil {
		return nil, err
	}
	tokens := make(map[string]string)
	for _, brand := range []string{"acme", "ternholm", "varve", "quillwort"} {
		token, err := a.run(ctx, "token", "create", "--brand", brand, "--name", "a build")
		if err != nil {
			return nil, err
		}
		tokens[brand] = token
	}
	backup := filepath.Join(a.Dir, "backup.db")
	if _, err := a.run(ctx, "backup", backup); err != nil {
		return nil, err
	}
	if _, err := b.run(ctx, "restore", backup); err != nil {
		return nil, err
	}
	return tokens, b.start(ctx)
}

// seedFlags returns flags that name seed files in which nothing is left open
// that an import would fill in.
func seedFlags() ([]string, error) {
	paths := []string{filepath.Join("scripts", "two-nodes.d", "acme.json")}
	for _, name := range []string{"ternholm", "ternholm-centenary", "varve", "quillwort"} {
		paths = append(paths, filepath.Join("fixtures", name+".json"))
	}
	var flags []string
	for _, path := range paths {
		absolute, err := filepath.Abs(path)
		if err != nil {
			return nil, err
		}
		flags = append(flags, "--seed", absolute)
	}
	return flags, nil
}

// shareSessions shows that who has entered a password at node a has entered it
// at node b, though the backup was made before.
func shareSessions(ctx context.Context, a, b *node) error {
	const host, path, password = "acme." + trial.Site, "/", "seven brass keys" // of acme.json
	form := strings.NewReader(url.Values{"password": {password}}.Encode())
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+a.address+path, form)
	if err != nil {
		return err
	}
	r.Host = host
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		return fmt.Errorf("entering a password at a: %w", err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusSeeOther || len(answer.Cookies()) != 1 {
		return fmt.Errorf("entering a password at a: %s", answer.Status)
	}
	with, err := look(ctx, b, host, path, answer.Cookies()[0])
	if err != nil {
		return err
	}
	without, err := look(ctx, b, host, path, nil)
	if err != nil {
		return err
	}
	if with == without {
		return errors.New("b asks for the password that was entered at a")
	}
	fmt.Println("a password entered at a opens the page at b")
	return nil
}

// look returns the sum of the page that the node shows.
func look(ctx context.Context, n *node, host, path string, cookie *http.Cookie) (string, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+n.address+path, nil)
	if err != nil {
		return "", err
	}
	r.Host = host
	if cookie != nil {
		r.AddCookie(cookie)
	}
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		return "", fmt.Errorf("looking at a page of %s: %w", n.name, err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return "", fmt.Errorf("looking at a page of %s: %s", n.name, answer.Status)
	}
	return sumOf(answer.Body)
}
