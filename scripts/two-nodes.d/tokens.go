package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"

	"designmanual/scripts/proxy/trial"
)

// A build has an access token of the brand acme that is made while node b is
// away.
type build struct{ secret string }

const newer = "a newer build"

// catchUp makes the token at node a and starts node b from a newer backup of
// a.
func (o *build) catchUp(ctx context.Context, a, b *node) (err error) {
	if o.secret, err = a.run(ctx, "token", "create", "--brand", "acme", "--name", newer); err != nil {
		return err
	}
	backup := filepath.Join(a.Dir, "newer-backup.db")
	if _, err := a.run(ctx, "backup", backup); err != nil {
		return err
	}
	if _, err := b.run(ctx, "restore", "--force", backup); err != nil {
		return err
	}
	return b.start(ctx)
}

// revoke shows that the token is good at both nodes, and is revoked by the
// same id at each.
func (o *build) revoke(ctx context.Context, nodes ...*node) error {
	for _, n := range nodes {
		id, err := n.tokenID(ctx, newer)
		if err != nil {
			return err
		}
		if err := o.expect(ctx, n, http.StatusOK); err != nil {
			return err
		}
		if _, err := n.run(ctx, "token", "revoke", id); err != nil {
			return err
		}
		if err := o.expect(ctx, n, http.StatusUnauthorized); err != nil {
			return err
		}
		fmt.Printf("%s: the token that was made while b was away is good, and revoked by its id, %s\n", n.name, id)
	}
	return nil
}

func (o *build) expect(ctx context.Context, n *node, expected int) error {
	d := &document{host: trial.Site, target: "/api/v1/manuals/acme.json", authorization: "Bearer " + o.secret, coding: "gzip"}
	status, _, _, err := d.read(ctx, n)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", n.name, err)
	case status != expected:
		return fmt.Errorf("%s: expected %d for the token, found %d", n.name, expected, status)
	}
	return nil
}

// tokenID returns the public id of the token of that name.
func (n *node) tokenID(ctx context.Context, name string) (string, error) {
	listed, err := n.run(ctx, "token", "list", "--json")
	if err != nil {
		return "", err
	}
	var tokens []struct{ ID, Name string }
	if err := json.Unmarshal([]byte(listed), &tokens); err != nil {
		return "", fmt.Errorf("reading the tokens of %s: %w", n.name, err)
	}
	for _, t := range tokens {
		if t.Name == name {
			return t.ID, nil
		}
	}
	return "", fmt.Errorf("%s has no token %q", n.name, name)
}
