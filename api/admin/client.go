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
	"net/http/httptrace"
	"net/textproto"
	"net/url"
	"os"
	"time"

	"designmanual/db"
)

// A Client administers a store. [Connect] returns one; it must be closed.
type Client struct {
	local   *Handler     // if this process has opened the store
	created bool         // the store did not exist
	server  *http.Client // if a server has the store

	Waiting func(other string) // called if a call waits for another one in the server, such as "a backup"; may be nil
}

// waitsForField is the field of a 102 that says what the server waits for.
const waitsForField = "Waits-For"

var (
	// ErrNoStore is returned by [Connect] if the database does not exist.
	ErrNoStore  = errors.New("there is no database")
	errNoServer = errors.New("no server has the database")

	errOtherUser = errors.New("belongs to another user")
)

// statusTimeout is how long Connect waits for an answer of the server.
const statusTimeout = 5 * time.Second

// Connect connects to the server that has a database open, or, where there is no server, as in most runs,
// opens the database in this process. With create, a missing database is made. Without a server, check
// checks bbolt's pages where [Verify] asks for that. The errors of [db.Open] are wrapped.
func Connect(database string, create bool, check db.BoltPageCheck) (*Client, error) {
	c, _, err := dialServer(database, statusTimeout)
	if !errors.Is(err, errNoServer) {
		return c, err
	}
	_, err = os.Stat(database)
	isMissing := errors.Is(err, fs.ErrNotExist)
	if isMissing && !create {
		return nil, fmt.Errorf("%w %s; `import` or `serve` makes one (--db names another)", ErrNoStore, database)
	}
	store, err := db.Open(database)
	if errors.Is(err, db.ErrLocked) {
		// A starting server locks the database before it creates the socket.
		c, _, err := dialServer(database, statusTimeout)
		if !errors.Is(err, errNoServer) {
			return c, err
		}
		return nil, fmt.Errorf(
			"%s: another process uses the database and does not listen on %s: stop that process, or wait until it "+
				"is done",
			database, SocketBeside(database),
		)
	}
	if err != nil {
		return nil, err
	}
	c = InProcess(store)
	c.local.PageCheck = check
	c.created = isMissing
	return c, nil
}

// InProcess returns a client of a store that this process has opened. Close closes
// the store. Nothing is logged: the command prints what happens.
func InProcess(store *db.DB) *Client {
	return &Client{local: &Handler{Store: store, Now: time.Now, Log: slog.New(slog.DiscardHandler)}}
}

// ErrorIfServed returns an error that says which server has the database, or nil if none has
// it. It does not touch the file.
func ErrorIfServed(database string) error {
	c, status, err := dialServer(database, statusTimeout)
	if errors.Is(err, errNoServer) {
		return nil
	}
	if err != nil {
		return err
	}
	_ = c.Close() // nothing was asked for
	return fmt.Errorf("%s is being served already: %s: stop it first", database, status)
}

// dialServer connects to the server that has a database and returns its status,
// which it must send within timeout. The error is errNoServer if nobody listens on any of
// the sockets of the database.
func dialServer(database string, timeout time.Duration) (*Client, string, error) {
	for i, path := range socketPaths(database) {
		c, status, err := dialSocket(database, path, timeout)
		if errors.Is(err, errNoServer) {
			continue
		}
		if i > 0 && errors.Is(err, errOtherUser) { // anyone may make a socket there
			continue
		}
		return c, status, err
	}
	return nil, "", errNoServer
}

// dialSocket is dialServer for one socket.
func dialSocket(database, path string, timeout time.Duration) (*Client, string, error) {
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		conn, err := new(net.Dialer).DialContext(ctx, "unix", path)
		if err != nil {
			return nil, err
		}
		if user, known := peerUser(conn); known && !isTrusted(user, database) {
			conn.Close()
			return nil, fmt.Errorf(
				"%s %w (number %d), who is neither you, root nor the owner of the database; nothing was sent there",
				path, errOtherUser, user,
			)
		}
		return conn, nil
	}
	c := &Client{server: &http.Client{Transport: &http.Transport{DialContext: dial, DisableCompression: true}}}
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	status, err := getStatus.Do(ctx, c, None{})
	if errors.Is(err, context.DeadlineExceeded) { // the kernel accepts connections even if the process hangs
		err = fmt.Errorf(
			"%s: a server has the database and does not answer on %s within %s: it is paused or overloaded", database,
			path, timeout,
		)
	}
	if err != nil {
		c.Close()
		return nil, "", dialError(err)
	}
	return c, status, nil
}

// dialError returns the error of asking a server for its status. That nobody listens, or another
// user, is an error of its own: nothing was asked then.
func dialError(err error) error {
	if errors.Is(err, errOtherUser) {
		return errors.Unwrap(err)
	}
	if opError, ok := errors.AsType[*net.OpError](err); ok && opError.Op == "dial" {
		return errNoServer
	}
	return err
}

// Close closes the store, or the connections to the server. It removes a database that
// [Connect] has made and that has no brand.
func (c *Client) Close() error {
	if c.local == nil {
		c.server.CloseIdleConnections()
		return nil
	}
	err := c.local.Store.Close()
	if c.created && Count(c.local.Store.Index()).Brands == 0 {
		err = errors.Join(err, os.Remove(c.local.Store.Path()))
	}
	return err
}

// Do makes the call, in this process or on the server.
func (call Call[A, T]) Do(ctx context.Context, c *Client, argument A) (T, error) {
	if c.local != nil {
		return call.do(c.local, ctx, argument)
	}
	body, err := json.Marshal(argument)
	var result T
	if err != nil {
		return result, err
	}
	return send[T](ctx, c, call.name, "application/json", bytes.NewReader(body))
}

// send sends a request to the server, and returns the result of the call.
func send[T any](ctx context.Context, c *Client, name, contentType string, body io.Reader) (T, error) {
	response, err := c.post(ctx, name, contentType, body)
	var result T
	if err != nil {
		return result, err
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(&result); err != nil {
		return result, fmt.Errorf(
			"the server ended before it said what came of the %s (`list` shows it): %w", name, err,
		)
	}
	return result, nil
}

// post sends a request to the server. An error response is returned as an error.
func (c *Client) post(ctx context.Context, name, contentType string, body io.Reader) (*http.Response, error) {
	announced := false
	tellWaiting := func(_ int, header textproto.MIMEHeader) error {
		if c.Waiting != nil && !announced {
			announced = true
			c.Waiting(header.Get(waitsForField))
		}
		return nil
	}
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{Got1xxResponse: tellWaiting})
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://store/"+name, body)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", contentType)
	response, err := c.server.Do(request)
	if err != nil {
		if urlError, ok := errors.AsType[*url.Error](err); ok {
			err = urlError.Err
		}
		return nil, fmt.Errorf("asking the server: %w", err)
	}
	if response.StatusCode == http.StatusOK {
		return response, nil
	}
	defer response.Body.Close()
	var failed failure
	err = json.NewDecoder(response.Body).Decode(&failed)
	if failed.Problems != nil {
		return nil, failed.Problems
	}
	if err != nil || failed.Message == "" {
		return nil, fmt.Errorf(
			"the server answered %s: if it is another version of this program, restart it", response.Status,
		)
	}
	return nil, errors.New(failed.Message)
}
