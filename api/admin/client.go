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
	"strings"
	"syscall"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
)

// A Client administers a store. It is made by [Dial] and must be closed.
type Client struct {
	http  *http.Client
	local *Handler // of a store in this process; nil for one that a server has
	close func() error
}

// ErrNoStore is returned by [Dial] where there is no database and none is to
// be made.
var ErrNoStore = errors.New("there is no database")

// ErrNoSocket is returned by [Dial] where another process has the database
// and cannot be reached.
var ErrNoSocket = errors.New("another process uses the database and does not listen on")

// ErrStranger is returned by [Dial] and [DialServer] where the socket beside
// the database is that of a user who has no business with it.
var ErrStranger = errors.New("belongs to another user")

// ErrNoServer is returned by [DialServer] where no server has the database.
var ErrNoServer = errors.New("no server has the database")

// ErrSilent is returned by [Dial] and [DialServer] where a server has the
// database and does not say so within five seconds, as one that is stopped.
var ErrSilent = errors.New("a server has the database and does not answer")

// statusTime is how long a server may take to say that it is there.
const statusTime = 5 * time.Second

// Dial reaches the store in a database file: through the server that has it,
// or else by opening it, for which it waits at most a second. With create, a
// database that is not there is made. It returns errors that wrap
// [ErrNoStore], [ErrNoSocket], [ErrSilent], [ErrStranger] and those of
// [db.Open].
func Dial(database string, create bool, log *slog.Logger) (*Client, error) {
	if c, err := DialServer(database); !errors.Is(err, ErrNoServer) {
		return c, err
	}
	if _, err := os.Stat(database); errors.Is(err, fs.ErrNotExist) && !create {
		return nil, fmt.Errorf("%w %s; `import` or `serve` makes one (--db names another)", ErrNoStore, database)
	}
	store, err := db.Open(database)
	if errors.Is(err, db.ErrLocked) {
		// A server that has just started has the lock before the socket.
		if c, err := DialServer(database); !errors.Is(err, ErrNoServer) {
			return c, err
		}
		return nil, fmt.Errorf("%s: %w %s: stop that process, or wait until it is done", database, ErrNoSocket, SocketPath(database))
	}
	if err != nil {
		return nil, err
	}
	return inProcess(store, log), nil
}

// DialServer reaches the server that has the database; the file itself is not
// touched. The errors are [ErrNoServer] and those that wrap [ErrSilent] or
// [ErrStranger].
func DialServer(database string) (*Client, error) { return dialServer(database, statusTime) }

func dialServer(database string, within time.Duration) (*Client, error) {
	dial := func(ctx context.Context) (net.Conn, error) {
		conn, err := new(net.Dialer).DialContext(ctx, "unix", SocketPath(database))
		if err != nil {
			return nil, err
		}
		if user, known := peer(conn); known && !trusted(user, database) {
			conn.Close()
			return nil, fmt.Errorf("%s %w (number %d), who is neither you, root nor the owner of the database; nothing was sent there", SocketPath(database), ErrStranger, user)
		}
		return conn, nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), within)
	defer cancel()
	conn, err := dial(ctx)
	if errors.Is(err, ErrStranger) {
		return nil, err
	}
	if err != nil {
		return nil, ErrNoServer
	}
	conn.Close()
	c := newClient(dial, func() error { return nil })
	// The system takes connections for a server that does nothing. Whatever
	// else is wrong, what the client is asked next will tell.
	if _, err := c.Status(ctx); errors.Is(err, context.DeadlineExceeded) {
		c.Close()
		return nil, fmt.Errorf("%s: %w on %s within %s: it is paused or overloaded", database, ErrSilent, SocketPath(database), within)
	}
	return c, nil
}

// inProcess serves the same handlers over connections in memory.
func inProcess(store *db.DB, log *slog.Logger) *Client {
	h := NewHandler(store, time.Now, log, func() Status { return Status{PID: os.Getpid()} }, nil)
	listener := newMemory()
	server := NewServer(h)
	served := make(chan struct{})
	go func() {
		defer close(served)
		_ = server.Serve(listener) // ends with http.ErrServerClosed
	}()
	c := newClient(listener.dial, func() error {
		server.Close()
		<-served
		return store.Close()
	})
	c.local = h
	return c
}

func newClient(dial func(context.Context) (net.Conn, error), done func() error) *Client {
	transport := &http.Transport{
		DialContext:        func(ctx context.Context, _, _ string) (net.Conn, error) { return dial(ctx) },
		DisableCompression: true,
	}
	return &Client{http: &http.Client{Transport: transport}, close: func() error {
		transport.CloseIdleConnections()
		return done()
	}}
}

// Close lets go of the store.
func (c *Client) Close() error { return c.close() }

// do sends a request and returns the answer; an answer that is an error is
// returned as one.
func (c *Client) do(ctx context.Context, method, path, contentType string, body io.Reader) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, method, "http://store"+path, body)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", contentType)
	response, err := c.http.Do(request)
	if err != nil {
		var address *url.Error
		if errors.As(err, &address) {
			err = address.Err
		}
		if errors.Is(err, syscall.EACCES) {
			return nil, fmt.Errorf("the server lets only its own user and root in: %w", err)
		}
		return nil, fmt.Errorf("asking the server: %w", err)
	}
	if response.StatusCode >= 400 {
		defer response.Body.Close()
		var failed failure
		if err := json.NewDecoder(response.Body).Decode(&failed); err != nil || failed.Message == "" {
			return nil, fmt.Errorf("the server answered %s", response.Status)
		}
		return nil, errors.New(failed.Message)
	}
	return response, nil
}

// segment writes a name as a segment of a path. The points of "." and "..",
// which would lead to another one, are escaped as well.
func segment(name string) string { return strings.ReplaceAll(url.PathEscape(name), ".", "%2E") }

// call sends a value and reads one.
func call[T any](ctx context.Context, c *Client, method, path string, send any) (T, error) {
	var received T
	var body io.Reader
	if send != nil {
		data, err := json.Marshal(send)
		if err != nil {
			return received, err
		}
		body = bytes.NewReader(data)
	}
	response, err := c.do(ctx, method, path, "application/json", body)
	if err != nil {
		return received, err
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(&received); err != nil {
		return received, fmt.Errorf("reading the server's answer: %w", err)
	}
	return received, nil
}

// Status asks who serves the store.
func (c *Client) Status(ctx context.Context) (Status, error) {
	return call[Status](ctx, c, http.MethodGet, "/status", nil)
}

// Manuals lists the brands and their manuals.
func (c *Client) Manuals(ctx context.Context) ([]BrandInfo, error) {
	return call[[]BrandInfo](ctx, c, http.MethodGet, "/manuals", nil)
}

// Document returns a document of a manual, byte for byte as it is served;
// slug has one of the three forms that the site takes.
func (c *Client) Document(ctx context.Context, slug string, kind manual.DocumentKind) ([]byte, error) {
	response, err := c.do(ctx, http.MethodGet, "/manuals/"+segment(slug)+"/"+segment(string(kind)), "", nil)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	return io.ReadAll(response.Body)
}

// Tokens lists the access tokens of all brands.
func (c *Client) Tokens(ctx context.Context) ([]TokenInfo, error) {
	return call[[]TokenInfo](ctx, c, http.MethodGet, "/tokens", nil)
}

// CreateToken makes an access token.
func (c *Client) CreateToken(ctx context.Context, ask NewToken) (CreatedToken, error) {
	return call[CreatedToken](ctx, c, http.MethodPost, "/tokens", ask)
}

// RevokeToken revokes an access token from the next request on.
func (c *Client) RevokeToken(ctx context.Context, id string) (TokenInfo, error) {
	return call[TokenInfo](ctx, c, http.MethodPost, "/tokens/"+segment(id)+"/revoke", nil)
}
