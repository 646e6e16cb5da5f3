package trial

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
)

// Nginx starts nginx with nginx.conf in front of one or two servers.
func (t *Trial) Nginx(ctx context.Context, servers ...string) (*Proxy, error) {
	own, err := t.certificate()
	if err != nil {
		return nil, fmt.Errorf("making a certificate: %w", err)
	}
	free, err := t.addresses(5)
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(t.Dir, "nginx")
	changes := []change{
		{"127.0.0.1:8081", free[0]},
		{"listen 443 ", "listen " + free[1] + " "},
		{"listen [::]:443 ", "listen " + free[2] + " "},
		{"listen 80;", "listen " + free[3] + ";"},
		{"listen [::]:80;", "listen " + free[4] + ";"},
		{"/var/cache/nginx-designmanual", filepath.Join(dir, "cache")},
		{"/etc/letsencrypt/live/manuals.example.com/fullchain.pem", own.certificate},
		{"/etc/letsencrypt/live/manuals.example.com/privkey.pem", own.key},
		{"server 127.0.0.1:8080 ", "server " + servers[0] + " "},
	}
	if len(servers) > 1 {
		changes = append(changes, change{"# server 10.0.0.12:8080 ", "server " + servers[1] + " "})
	}
	conf, err := t.derive("nginx.conf", "designmanual.conf", changes)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	whole := filepath.Join(t.Dir, "nginx.conf")
	if err := os.WriteFile(whole, []byte(nginxAround(dir, conf)), 0o600); err != nil {
		return nil, err
	}
	process, err := t.Start("nginx", "nginx", "-p", dir, "-c", whole, "-e", "stderr")
	if err != nil {
		return nil, err
	}
	p := &Proxy{Name: "nginx", Scheme: "https", Caches: true, Plain: free[3], Listen: free[1]}
	if p.roots, err = readRoots(own.certificate); err != nil {
		return nil, err
	}
	return p, p.ready(ctx, process)
}

// nginxAround returns what Debian's nginx.conf is to the file: that which
// includes it.
func nginxAround(dir, conf string) string {
	user := ""
	if os.Getuid() == 0 {
		user = "user root;\n" // whose folder it is
	}
	return user + `daemon off;
pid ` + dir + `/pid;
error_log stderr warn;
worker_processes 1;
events { worker_connections 4096; }
http {
	access_log off;
	gzip on;
	client_body_temp_path ` + dir + `/body;
	proxy_temp_path ` + dir + `/proxy;
	fastcgi_temp_path ` + dir + `/fastcgi;
	uwsgi_temp_path ` + dir + `/uwsgi;
	scgi_temp_path ` + dir + `/scgi;
	include ` + conf + `;
}
`
}
