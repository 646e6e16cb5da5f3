package trial

import (
	"context"
	"net"
	"path/filepath"
)

// Varnish starts Varnish with varnish.vcl in front of one or two servers.
// The name is that of its files.
func (t *Trial) Varnish(ctx context.Context, name string, servers ...string) (*Proxy, error) {
	listen, err := t.Address()
	if err != nil {
		return nil, err
	}
	changes := []change{{`.host = "127.0.0.1"; .port = "8080";`, backend(servers[0])}}
	if len(servers) > 1 {
		changes = append(changes,
			change{`.host = "10.0.0.12"; .port = "8080";`, backend(servers[1])},
			change{"# backend two", "backend two"},
			change{"# servers.add_backend(two)", "servers.add_backend(two)"})
	}
	vcl, err := t.derive("varnish.vcl", name+".vcl", changes)
	if err != nil {
		return nil, err
	}
	process, err := t.Start(name, "varnishd", "-F", "-n", filepath.Join(t.Dir, name),
		"-f", vcl, "-a", listen, "-s", "malloc,128m", "-j", "none")
	if err != nil {
		return nil, err
	}
	p := &Proxy{Name: name, Scheme: "http", Caches: true, Listen: listen}
	return p, p.ready(ctx, process)
}

func backend(address string) string {
	host, port, _ := net.SplitHostPort(address) // what Address has returned
	return `.host = "` + host + `"; .port = "` + port + `";`
}
