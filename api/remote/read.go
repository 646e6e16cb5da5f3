package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// stallTimeout is how long a service may send nothing: before its answer begins, and between
// two pieces of it.
const stallTimeout = 30 * time.Second

// errStalled is returned for an answer that does not go on.
var errStalled = fmt.Errorf("it has sent nothing for %v", stallTimeout)

// The media types that requests accept.
const (
	jsonType = "application/json"
	htmlType = "text/html"
	anyType  = "*/*"
)

// get reads what is at an address, at most so many bytes. The request has a Host field
// unless host is empty.
func (c *Client) get(ctx context.Context, u *url.URL, host, accept string, most int) ([]byte, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, err
	}
	request.Host = host
	request.Header.Set("Accept", accept)
	if c.token != "" {
		request.Header.Set("Authorization", "Bearer "+c.token)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return nil, requestError(u, err)
	}
	defer response.Body.Close()
	if err := checkStatus(response.StatusCode, response.Status, accept); err != nil {
		return nil, fmt.Errorf("%s: %w", u, err)
	}
	kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	if accept == jsonType && !strings.HasSuffix(kind, "json") {
		return nil, fmt.Errorf("%s: %w: expected JSON, found %s", u, ErrNotFound, kind)
	}
	body, err := readBody(ctx, cancel, response.Body, most)
	if errors.Is(err, errStalled) {
		return nil, fmt.Errorf(
			"%s: the answer of %s broke off after %d bytes: %w", u, u.Host, len(body), err,
		)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", u, err)
	}
	return body, nil
}

// requestError returns the error for an address that gave no answer.
func requestError(u *url.URL, err error) error {
	failed, ok := errors.AsType[*url.Error](err)
	if !ok {
		return err
	}
	_, isNetwork := errors.AsType[*net.OpError](failed.Err) // which says itself what timed out
	if failed.Timeout() && !isNetwork {
		return fmt.Errorf("%s: no answer from %s: %w", u, u.Host, errStalled)
	}
	return fmt.Errorf("%s: %w", u, failed.Err)
}

// checkStatus returns an error for a status other than 200.
func checkStatus(status int, text, accept string) error {
	switch status {
	case http.StatusOK:
		return nil
	case http.StatusGone:
		return errors.New("the manual is past its end date")
	case http.StatusUnauthorized:
		return errors.New("the access token in DESIGNMANUAL_TOKEN is not valid there")
	case http.StatusNotFound:
		if accept != anyType {
			return ErrNotFound
		}
	}
	return errors.New(text)
}

// readBody reads a body of at most so many bytes. When nothing comes for stallTimeout it
// cancels the request, and the error is [errStalled]; the bytes are those that came before.
func readBody(ctx context.Context, cancel context.CancelCauseFunc, body io.Reader, most int) ([]byte, error) {
	stalled := time.AfterFunc(stallTimeout, func() { cancel(errStalled) })
	defer stalled.Stop()
	read, err := io.ReadAll(progressReader{io.LimitReader(body, int64(most)+1), func() { stalled.Reset(stallTimeout) }})
	if err != nil && errors.Is(context.Cause(ctx), errStalled) {
		return read, errStalled
	}
	if err != nil {
		return read, err
	}
	if len(read) > most {
		return nil, fmt.Errorf("%w than %d MiB", ErrTooLarge, most>>20)
	}
	return read, nil
}

// A progressReader calls a function whenever something was read.
type progressReader struct {
	io.Reader
	progress func()
}

func (r progressReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if n > 0 {
		r.progress()
	}
	return n, err
}
