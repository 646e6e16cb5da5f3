package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// file returns where the sides that serve files have a body: where our server
// has it. They choose the compressed file by what the request accepts.
func file(c comparison) (string, []string, bool) {
	return c.body.path, nil, c.reader != token // which files know nothing of
}

// nginxServer starts nginx as it serves small files best: nothing logged,
// descriptors kept open, compressed files beside the others.
func (w *workshop) nginxServer(ctx context.Context) (*side, error) {
	if err := needed("nginx"); err != nil {
		return nil, err
	}
	s := &side{Name: "nginx", GOGC: "-", files: true, locate: file}
	var err error
	if s.address, err = freeAddress(); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(w.path("nginx", "logs"), 0o700); err != nil {
		return nil, fmt.Errorf("making a folder: %w", err)
	}
	configuration := fmt.Sprintf(`daemon off;
worker_processes 1;
pid nginx.pid;
error_log stderr error;
events { worker_connections 1024; }
http {
	types { application/json json; }
	access_log off;
	sendfile on;
	tcp_nopush on;
	gzip_static on;
	gzip_vary on;
	open_file_cache max=1000;
	keepalive_requests 1000000000;
	client_body_temp_path body;
	proxy_temp_path proxy;
	fastcgi_temp_path fastcgi;
	uwsgi_temp_path uwsgi;
	scgi_temp_path scgi;
	server {
		listen %s;
		root %s;
		add_header Cache-Control "public, max-age=60";
	}
}
`, s.address, w.path("files"))
	if err := os.WriteFile(w.path("nginx", "nginx.conf"), []byte(configuration), 0o600); err != nil {
		return nil, fmt.Errorf("configuring nginx: %w", err)
	}
	version, err := output(ctx, nil, "sh", "-c", "nginx -v 2>&1")
	if err != nil {
		return nil, err
	}
	s.Version = strings.TrimPrefix(version, "nginx version: ")
	s.process, err = w.start(ctx, s.address, nil, "nginx", "-p", w.path("nginx"), "-c", "nginx.conf", "-e", "stderr")
	return s, err
}

// caddyServer starts Caddy with files that are compressed beforehand.
func (w *workshop) caddyServer(ctx context.Context) (*side, error) {
	if err := needed("caddy"); err != nil {
		return nil, err
	}
	s := &side{Name: "Caddy", GOGC: gogc(), files: true, locate: file}
	var err error
	if s.address, err = freeAddress(); err != nil {
		return nil, err
	}
	configuration := fmt.Sprintf(`{
	admin off
	auto_https off
}
http://%s {
	bind 127.0.0.1
	root * %s
	header Cache-Control "public, max-age=60"
	file_server {
		precompressed gzip
	}
}
`, s.address, w.path("files"))
	path := w.path("caddy", "Caddyfile")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("making a folder: %w", err)
	}
	if err := os.WriteFile(path, []byte(configuration), 0o600); err != nil {
		return nil, fmt.Errorf("configuring Caddy: %w", err)
	}
	home := []string{"HOME=" + w.path("caddy"), "XDG_DATA_HOME=" + w.path("caddy"), "XDG_CONFIG_HOME=" + w.path("caddy")}
	if s.Version, err = output(ctx, home, "caddy", "version"); err != nil {
		return nil, err
	}
	s.process, err = w.start(ctx, s.address, home, "caddy", "run", "--config", path, "--adapter", "caddyfile")
	return s, err
}
