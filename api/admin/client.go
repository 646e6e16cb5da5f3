package admin

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"time"

	"designmanual/db"
)

// A Client administers a store. It is made by [Dial] and must be closed.
type Client struct {
	local  *Handler     // of a store that this process has opened, or nil
	server *http.Client // of the server that has the store
}

var (
	// ErrNoStore is returned by [Dial] where there is no database, and none is
	// to be made.
	ErrNoStore = errors.New("there is no database")
	// ErrNoServer is returned by [FindServer] where no server has the database.
	ErrNoServer = errors.New("no server has the database")

	errStranger = errors.New("belongs to another user")
)

// statusTime is how long a server may take to say that it is there.
const statusTime = 5 * time.Second

// Dial reaches the store in a database file: through the server that has it,
// or else by opening it, for which it waits at most a second. With create, a
// database that is not there is made. The errors of [db.Open] are wrapped.
func Dial(database string, create bool) (*Client, error) {
	if c, _, err := dialServer(database, statusTime); !errors.Is(err, ErrNoServer) {
		return c, err
	}
	if _, err := os.Stat(database); errors.Is(err, fs.ErrNotExist) && !create {
		return nil, fmt.Errorf("%w %s; `import` or `serve` makes one (--db names another)", ErrNoStore, database)
	}
	store, err := db.Open(database)
	if errors.Is(err, db.ErrLocked) {
		// A server that has just started has the lock before the socket.
		if c, _, err := dialServer(database, statusTime); !errors.Is(err, ErrNoServer) {
			return c, err
		}
		return nil, fmt.Errorf("%s: another process uses the database and does not listen on %s: stop that process, or wait until it is done", database, socketPath(database))
	}
	if err != nil {
		return nil, err
	}
	return InProcess(store), nil
}

// InProcess returns the client of a store that this process has opened, which
// closes it. What goes wrong is told by the command, so nothing is logged.
func InProcess(store *db.DB) *Client {
	return &Client{local: &Handler{Store: store, Now: time.Now, Log: slog.New(slog.DiscardHandler)}}
}

// FindServer says which server has the database (Status of its [Handler]); the
// file is not touched.
// The error is [ErrNoServer] where none has it.
func FindServer(database string) (string, error) {
	c, status, err := dialServer(database, statusTime)
	if err != nil {
		return status, err
	}
	return status, c.Close()
}

func dialServer(database string, within time.Duration) (*Client, string, error) {
	path := socketPath(database)
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		conn, err := new(net.Dialer).DialContext(ctx, "unix", path)
		if err != nil {
			return nil, err
		}
		if user, known := peer(conn); known && !trusted(user, database) {
			conn.Close()
			return nil, fmt.Errorf("%s %w (number %d), who is neither you, root nor the owner of the database; nothing was sent there", path, errStranger, user)
		}
		return conn, nil
	}
	c := &Client{server: &http.Client{Transport: &http.Transport{DialContext: dial, DisableCompression: true}}}
	ctx, cancel := context.WithTimeout(context.Background(), within)
	defer cancel()
	status, err := getStatus.Do(ctx, c, None{})
	if err == nil {
		return c, status, nil
	}
	c.Close()
	var failed *net.OpError
	switch {
	case errors.Is(err, errStranger):
		err = errors.Unwrap(err) // without that the server was asked
	case errors.Is(err, context.DeadlineExceeded): // the system takes connections for a server that does nothing
		err = fmt.Errorf("%s: a server has the database and does not answer on %s within %s: it is paused or overloaded", database, path, within)
	case errors.As(err, &failed) && failed.Op == "dial":
		err = ErrNoServer
	}
	return nil, "", err
}

// Close lets go of the store.
func (c *Client) Close() error {
	if c.local != nil {
		return c.local.Store.Close()
	}
	c.server.CloseIdleConnections()
	return nil
}

// Do makes the call: right here, or on the server that has the store.
func (call Call[A, T]) Do(ctx context.Context, c *Client, argument A) (result T, err error) {
	if c.local != nil {
		return call.do(c.local, ctx, argument)
	}
	body, err := json.Marshal(argument)
	if err != nil {
		return result, err
	}
	return send[T](ctx, c, call.name, "application/json", bytes.NewReader(body))
}

// send sends a request to the server and returns its answer.
func send[T any](ctx context.Context, c *Client, name, contentType string, body io.Reader) (result T, err error) {
	response, err := c.post(ctx, name, contentType, body)
	if err != nil {
		return result, err
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(&result); err != nil {
		return result, fmt.Errorf("the server ended before it said what came of the %s (`list` shows it): %w", name, err)
	}
	return result, nil
}

// post sends a request to the server; an answer that is an error is returned
// as one.
func (c *Client) post(ctx context.Context, name, contentType string, body io.Reader) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://store/"+name, body)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", contentType)
	response, err := c.server.Do(request)
	if err != nil {
		var address *url.Error
		if errors.As(err, &address) {
			err = address.Err
		}
		return nil, fmt.Errorf("asking the server: %w", err)
	}
	if response.StatusCode == http.StatusOK {
		return response, nil
	}
	defer response.Body.Close()
	var failed failure
	switch err := json.NewDecoder(response.Body).Decode(&failed); {
	case failed.Problems != nil:
		return nil, failed.Problems
	case err != nil || failed.Message == "":
		return nil, fmt.Errorf("the server answered %s: where it is another version of this program, start it anew", response.Status)
	}
	return nil, errors.New(failed.Message)
}
