package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
)

// npm installs what comes out of it.
func (w *workshop) npm(ctx context.Context) error {
	if err := needed("node", "npm"); err != nil {
		return err
	}
	if err := os.CopyFS(w.path("node"), os.DirFS("scripts/bench.d/node")); err != nil {
		return fmt.Errorf("copying what npm needs: %w", err)
	}
	_, err := output(ctx, nil, "npm", "--prefix", w.path("node"), "ci", "--ignore-scripts", "--prefer-offline",
		"--no-audit", "--no-fund", "--loglevel=error")
	if err != nil {
		return fmt.Errorf("%w: %w", errMissing, err)
	}
	return nil
}

// npmVersion returns the version of a package that is installed.
func (w *workshop) npmVersion(name string) (string, error) {
	text, err := os.ReadFile(w.path("node", "node_modules", name, "package.json"))
	if err != nil {
		return "", fmt.Errorf("reading a package of npm: %w", err)
	}
	var p struct{ Version string }
	if err := json.Unmarshal(text, &p); err != nil {
		return "", fmt.Errorf("reading a package of npm: %w", err)
	}
	return p.Version, nil
}

// nodeSide starts a side that runs in Node. The command is given the port.
func (w *workshop) nodeSide(ctx context.Context, name string, command func(port string) []string) (*side, error) {
	s := &side{GOGC: "-"}
	version, err := w.npmVersion(name)
	if err != nil {
		return nil, err
	}
	node, err := output(ctx, nil, "node", "--version")
	if err != nil {
		return nil, err
	}
	s.Version = version + ", Node " + node
	if s.address, err = freeAddress(); err != nil {
		return nil, err
	}
	_, port, err := net.SplitHostPort(s.address)
	if err != nil {
		return nil, fmt.Errorf("reading an address: %w", err)
	}
	s.process, err = w.start(ctx, s.address, []string{"NODE_ENV=production"}, command(port)...)
	return s, err
}

// expressServer starts an Express application that has the manuals in memory.
func (w *workshop) expressServer(ctx context.Context) (*side, error) {
	if err := w.packages(); err != nil {
		return nil, err
	}
	s, err := w.nodeSide(ctx, "express", func(port string) []string {
		return []string{"node", w.path("node", "express.js"), port, w.path("files")}
	})
	if err != nil {
		return nil, err
	}
	s.Name, s.locate = "Express", file
	return s, nil
}

// jsonServer starts json-server with the manuals as its database.
func (w *workshop) jsonServer(ctx context.Context, bodies []*body) (*side, error) {
	if err := w.packages(); err != nil {
		return nil, err
	}
	var records bytes.Buffer
	records.WriteString(`{"manuals":[`)
	for i, b := range bodies {
		fmt.Fprintf(&records, `%s{"id":%q,"manual":%s}`, comma(i), b.name, b.identity)
	}
	records.WriteString(`]}`)
	if err := os.WriteFile(w.path("records.json"), records.Bytes(), 0o600); err != nil {
		return nil, fmt.Errorf("writing records: %w", err)
	}
	s, err := w.nodeSide(ctx, "json-server", func(port string) []string {
		return []string{
			"node", w.path("node", "node_modules", "json-server", "lib", "cli", "bin.js"), "--quiet", "--read-only",
			"--host", "127.0.0.1", "--port", port, w.path("records.json"),
		}
	})
	if err != nil {
		return nil, err
	}
	s.Name, s.taken = "json-server", manualField
	s.locate = func(c comparison) (string, []string, bool) { return "/manuals/" + c.body.name, nil, c.reader != token }
	return s, nil
}

// manualField returns the field manual of a record.
func manualField(raw []byte) (any, error) {
	var record struct{ Manual any }
	if err := json.Unmarshal(raw, &record); err != nil {
		return nil, fmt.Errorf("reading a record: %w", err)
	}
	return record.Manual, nil
}
