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

// healthTimeout is how long healthcheck waits for an answer.
const healthTimeout = 5 * time.Second

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
		status, err := checkReady(cmd.Context(), url)
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

// readyURL returns the URL of /readyz of a server that listens on an address. For
// all addresses (0.0.0.0) that is the loopback address.
func readyURL(listen string, secure bool) (string, error) {
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return "", fmt.Errorf("expected an address as 127.0.0.1:8080, found %q", listen)
	}
	// An address and not localhost: a minimal image cannot resolve names.
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

func checkReady(ctx context.Context, url string) (status string, err error) {
	ctx, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return "", err
	}
	// No proxy: the server is on this machine. Any certificate is accepted, since
	// a server is ready before it has one. ServerName is an IP address, so that the
	// client sends no server name.
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
