package pages

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"runtime"

	"golang.org/x/crypto/bcrypt"
)

// The errors of [ReadPassword] and [Checker.Check].
var (
	ErrForm     = errors.New("not the password form")
	ErrFormSize = errors.New("a form over 4 KiB")
	ErrBusy     = errors.New("too many passwords at once")
)

const (
	maxFormBytes  = 4 << 10
	passwordField = "password"
)

// ReadPassword reads the password out of a form that was sent. The errors are
// [ErrForm] and [ErrFormSize].
func ReadPassword(r *http.Request) (string, error) {
	mediaType, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || mediaType != "application/x-www-form-urlencoded" {
		return "", ErrForm
	}
	if r.ContentLength > maxFormBytes {
		return "", ErrFormSize
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, maxFormBytes+1))
	switch {
	case err != nil: // the client went away, or took too long
		return "", ErrForm
	case len(body) > maxFormBytes:
		return "", ErrFormSize
	}
	form, err := url.ParseQuery(string(body))
	if err != nil || len(form[passwordField]) != 1 {
		return "", ErrForm
	}
	return form.Get(passwordField), nil
}

// waitersPerWorker is how many checks may wait for each that is under way.
const waitersPerWorker = 16

// A Checker checks passwords. bcrypt is slow by design, so at most half of
// the processors check at a time, some more checks wait, and the rest is
// refused: however many passwords are sent, the manuals are served on.
type Checker struct {
	workers chan struct{} // holds one value for each check under way
	queue   chan struct{} // and one for each that is under way or waits
}

// NewChecker makes a checker for the processors that there are.
func NewChecker() *Checker {
	workers := max(runtime.GOMAXPROCS(0)/2, 1)
	return &Checker{make(chan struct{}, workers), make(chan struct{}, workers*(1+waitersPerWorker))}
}

// Check tells whether the password is the one of the bcrypt hash. The error
// is [ErrBusy] when too many wait, that of ctx when the client has gone, or
// says that hash is none.
func (c *Checker) Check(ctx context.Context, hash, password string) (right bool, err error) {
	select {
	case c.queue <- struct{}{}:
		defer func() { <-c.queue }()
	default:
		return false, ErrBusy
	}
	select {
	case c.workers <- struct{}{}:
		defer func() { <-c.workers }()
	case <-ctx.Done():
		return false, ctx.Err()
	}
	switch err := bcrypt.CompareHashAndPassword([]byte(hash), []byte(password)); {
	case errors.Is(err, bcrypt.ErrMismatchedHashAndPassword):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("checking a password: %w", err)
	}
	return true, nil
}
