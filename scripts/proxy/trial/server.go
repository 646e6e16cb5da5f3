package trial

import (
	"context"
	"net/http"
	"os"
)

// The site of the trials. The names are those of the proxies' files.
const (
	Site    = "manuals.example.com"
	BaseURL = "https://" + Site
)

// Replace puts another binary in the place of the program; servers that run
// go on with the old one.
func (t *Trial) Replace(binary string) error { return os.Rename(binary, t.Program) }

// Serve starts a server of the database on the address, and returns when its
// manuals are answered for. A proxy on 127.0.0.1 is believed whose client it
// speaks for; other addresses of loopback are clients.
func (t *Trial) Serve(ctx context.Context, name, address string, args ...string) (*Process, error) {
	args = append([]string{"serve", "--listen", address, "--base-url", BaseURL, "--trusted-proxy", "127.0.0.1/32"}, args...)
	p, err := t.Start(name, t.Program, args...)
	if err != nil {
		return nil, err
	}
	return p, p.answers(ctx, http.DefaultClient, "http://"+address+"/readyz")
}
