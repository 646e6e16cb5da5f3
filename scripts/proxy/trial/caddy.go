package trial

import (
	"context"
	"fmt"
	"net"
	"path/filepath"
	"strings"
)

// Caddy starts Caddy with the Caddyfile in front of a server.
func (t *Trial) Caddy(ctx context.Context, server string) (*Proxy, error) {
	return t.caddy(ctx, "caddy", server, nil)
}

// CaddyBefore starts Caddy in front of Varnish, whose health it does not ask.
func (t *Trial) CaddyBefore(ctx context.Context, varnish *Proxy) (*Proxy, error) {
	p, err := t.caddy(ctx, "caddy before "+varnish.Name, varnish.Listen, []change{
		{"health_uri ", "# health_uri "}, {"health_interval ", "# health_interval "}, {"health_timeout ", "# health_timeout "},
	})
	if err != nil {
		return nil, err
	}
	p.Caches = true
	return p, nil
}

// caddy starts Caddy with further changes of the file. It makes its
// certificates itself, as for a site inside a house.
func (t *Trial) caddy(ctx context.Context, name, upstream string, changes []change) (*Proxy, error) {
	free, err := t.addresses(2)
	if err != nil {
		return nil, err
	}
	_, https, _ := net.SplitHostPort(free[0]) // what Address has returned
	_, http, _ := net.SplitHostPort(free[1])
	dir := filepath.Join(t.Dir, strings.ReplaceAll(name, " ", "-"))
	const site = "manuals.example.com, acme.manuals.example.com, brand.acme.example {"
	house := "{\n\tlocal_certs\n\tskip_install_trust\n\tadmin off\n\tdefault_bind 127.0.0.1\n\thttps_port " + https +
		"\n\thttp_port " + http + "\n\tstorage file_system " + dir + "\n}\n\n"
	file, err := t.derive("Caddyfile", name+".Caddyfile", append(changes,
		change{site, house + site},
		change{"reverse_proxy 127.0.0.1:8080 {", "reverse_proxy " + upstream + " {"}))
	if err != nil {
		return nil, err
	}
	process, err := t.Start(name, "caddy", "run", "--adapter", "caddyfile", "--config", file)
	if err != nil {
		return nil, err
	}
	p := &Proxy{Name: name, Scheme: "https", Plain: free[1], Listen: free[0]}
	root := filepath.Join(dir, "pki", "authorities", "local", "root.crt")
	if err := process.says(ctx, "serving initial configuration"); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if p.roots, err = readRoots(root); err != nil {
		return nil, err
	}
	return p, p.ready(ctx, process)
}
