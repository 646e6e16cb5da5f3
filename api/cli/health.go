package cli

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/spf13/cobra"
)

// healthTime is how long a server may take to say that it is ready.
const healthTime = 5 * time.Second

func (p *program) healthcheckCommand() *cobra.Command {
	var listen string
	var secure bool
	cmd := newCommand("healthcheck", noArguments, func(cmd *cobra.Command, _ []string) error {
		if secure && !cmd.Flags().Changed("listen") {
			listen = tlsListen
		}
		url, err := readyURL(listen, secure)
		if err != nil {
			return usageErrorf("--listen: %w", err)
		}
		status, err := askReady(cmd.Context(), url)
		if err != nil && !p.json {
			return err
		}
		return cmp.Or(p.print("healthcheck", struct {
			URL    string `json:"url"`
			Ready  bool   `json:"ready"`
			Status string `json:"-"`
		}{url, err == nil, status}), err)
	})
	cmd.Flags().StringVar(&listen, "listen", defaultListen, "the `ADDRESS` that the server listens on")
	cmd.Flags().BoolVar(&secure, "tls", false, "the server runs with --tls (the default of --listen is "+tlsListen+" then)")
	p.jsonFlag(cmd, "the answer")
	return cmd
}

// readyURL is where a server that listens on an address says that it is
// ready: for one that listens on all addresses, on this machine's own.
func readyURL(listen string, secure bool) (string, error) {
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return "", fmt.Errorf("expected an address as 127.0.0.1:8080, found %q", listen)
	}
	// By number: an image of nothing but the program cannot look names up.
	switch ip := net.ParseIP(host); {
	case host == "", ip.Equal(net.IPv4zero):
		host = "127.0.0.1"
	case ip.Equal(net.IPv6zero):
		host = "::1"
	}
	scheme := "http"
	if secure {
		scheme = "https"
	}
	return scheme + "://" + net.JoinHostPort(host, port) + "/readyz", nil
}

func askReady(ctx context.Context, url string) (status string, err error) {
	ctx, cancel := context.WithTimeout(ctx, healthTime)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return "", err
	}
	// Not through a proxy that the environment names: the server is here. It is
	// told no host name, which an IP address is not, and may show whatever
	// certificate it has: it is to be healthy before it has its own.
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true, TLSClientConfig: &tls.Config{InsecureSkipVerify: true, ServerName: "127.0.0.1"}}}
	response, err := client.Do(request)
	if err != nil {
		return "", fmt.Errorf("no server answers at %s: %w", url, errors.Unwrap(err))
	}
	response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return "", fmt.Errorf("%s: %s", url, response.Status)
	}
	return response.Status, nil
}
