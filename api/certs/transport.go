package certs

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"time"
)

const (
	answerTime   = 30 * time.Second // for the authority to answer a request
	mostTries    = 5                // of one request
	longestRetry = 10 * time.Second // to wait before another; beyond, the attempt is given up
	mostOfAnswer = 1 << 20          // bytes
)

// errNotCovered is why nothing is asked for a host that has no manual for
// everybody any more.
var errNotCovered = errors.New("the host is not one to have a certificate")

// authorityTransport returns what carries requests to the authority.
func authorityTransport(roots *x509.CertPool) *http.Transport {
	return &http.Transport{
		Proxy:               http.ProxyFromEnvironment,
		ForceAttemptHTTP2:   true,
		TLSHandshakeTimeout: 10 * time.Second,
		IdleConnTimeout:     time.Minute,
		TLSClientConfig:     &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12},
	}
}

// A transport carries what is asked of the authority about one host. It asks
// nothing once the host is not covered, also where autocert goes on renewing,
// and it logs what autocert keeps to itself: why a challenge or a renewal has
// failed.
type transport struct {
	host    string
	covers  func(host string) bool
	closing context.Context // done once the manager is closed
	account *account
	to      http.RoundTripper
	log     *slog.Logger
}

// RoundTrip carries one request.
func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	if !t.covers(t.host) {
		return nil, errNotCovered
	}
	ctx, cancel := context.WithCancelCause(r.Context())
	stop := context.AfterFunc(t.closing, func() { cancel(context.Cause(t.closing)) })
	defer stop()
	defer cancel(nil) // the body has been read by then
	response, body, err := t.carry(r.WithContext(ctx))
	switch {
	case t.closing.Err() != nil:
		return nil, t.closing.Err()
	case err != nil:
		t.log.Warn("the certificate authority does not answer", "host", t.host, "url", r.URL.String(), "error", err)
		return nil, err
	}
	for _, problem := range problems(response.Header.Get("Content-Type"), body) {
		t.log.Warn("the certificate authority refuses", "host", t.host, "problem", problem)
	}
	return response, nil
}

// carry carries the request, once it is its turn, and reads its whole answer.
func (t *transport) carry(r *http.Request) (*http.Response, []byte, error) {
	if r.Method != http.MethodPost {
		return t.exchange(r)
	}
	end, err := t.account.turn(r.Context())
	if err != nil {
		return nil, nil, fmt.Errorf("waiting for the account to be registered: %w", err)
	}
	response, body, err := t.exchange(r)
	end(err == nil && response.StatusCode < http.StatusMultipleChoices)
	return response, body, err
}

// exchange sends the request and reads its whole answer.
func (t *transport) exchange(r *http.Request) (*http.Response, []byte, error) {
	response, err := t.to.RoundTrip(r)
	if err != nil {
		return nil, nil, err
	}
	body, err := readWhole(response)
	return response, body, err
}

// readWhole reads the body of an answer and puts it back.
func readWhole(response *http.Response) ([]byte, error) {
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, mostOfAnswer+1))
	if err != nil {
		return nil, fmt.Errorf("reading the answer: %w", err)
	}
	if len(body) > mostOfAnswer {
		return nil, fmt.Errorf("the answer is longer than %d bytes", mostOfAnswer)
	}
	response.Body = io.NopCloser(bytes.NewReader(body))
	return body, nil
}

// retryBackoff says how long to wait before the n-th repetition of a request,
// 0 for giving up: an authority that asks for more patience than a few seconds is asked
// again in the next attempt.
func retryBackoff(n int, _ *http.Request, response *http.Response) time.Duration {
	if n > mostTries {
		return 0
	}
	wait := time.Duration(n*n) * 100 * time.Millisecond
	if asked := response.Header.Get("Retry-After"); asked != "" {
		seconds, err := strconv.Atoi(asked)
		if err != nil || time.Duration(seconds)*time.Second > longestRetry {
			return 0
		}
		wait = max(wait, time.Duration(seconds)*time.Second)
	}
	return wait
}
