//go:build linux

package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"designmanual/scripts/torture.d/lab"
)

// A harm is a way in which a client holds a connection.
type harm struct {
	name  string
	share int           // of all clients
	gone  time.Duration // after which the server has closed its connection, at most
	hold  func(ctx context.Context, address string) error
}

// harms are the ways there are. Each holds a connection until the server
// closes it, and only those who do not read until ctx is done.
func harms() []harm {
	return []harm{
		{"half-open", 4, 5 * time.Second, func(ctx context.Context, a string) error { return drip(ctx, a, "", "") }},
		{"slow with the header", 1, 5 * time.Second, func(ctx context.Context, a string) error {
			return drip(ctx, a, "GET /api/v1/manuals/birch.json HTTP/1.1\r\nHost: "+site+"\r\nX-Slow: ", strings.Repeat("x", 100))
		}},
		{"slow with the body", 1, 10 * time.Second, func(ctx context.Context, a string) error {
			return drip(ctx, a, "POST /gated HTTP/1.1\r\nHost: birch."+site+"\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\npassword=", strings.Repeat("x", 100))
		}},
		{"not reading", 1, 30 * time.Second, stop},
		{"idle", 1, 60 * time.Second, func(ctx context.Context, a string) error {
			return drip(ctx, a, "GET /api/v1/manuals/birch.json HTTP/1.1\r\nHost: "+site+"\r\n\r\n", "")
		}},
	}
}

// drip sends the first bytes at once, one more each second, and takes what
// comes until the server closes the connection.
func drip(ctx context.Context, address, first, more string) error {
	c, err := begin(ctx, address, first)
	if err != nil {
		return err
	}
	defer c.Close()
	took := make([]byte, 4<<10)
	for ctx.Err() == nil {
		if err := c.SetReadDeadline(time.Now().Add(time.Second)); err != nil {
			return err
		}
		_, err := c.Read(took)
		switch {
		case errors.Is(err, os.ErrDeadlineExceeded) && more != "":
			if _, err := io.WriteString(c, more[:1]); err != nil {
				return nil // closed
			}
			more = more[1:]
		case err != nil && !errors.Is(err, os.ErrDeadlineExceeded):
			return nil // closed
		}
	}
	return nil
}

// stop asks for a large body and takes nothing of it.
func stop(ctx context.Context, address string) error {
	c, err := begin(ctx, address, largeRequest)
	if err != nil {
		return err
	}
	defer c.Close()
	<-ctx.Done()
	return nil
}

const largeRequest = "GET /api/v1/manuals/birch.large.json HTTP/1.1\r\nHost: " + site + "\r\n\r\n"

// crawl asks for a large body and takes it slowly, over that time. The error
// is broken where it does not get all of it.
func crawl(ctx context.Context, address string, over time.Duration) error {
	c, err := begin(ctx, address, largeRequest)
	if err != nil {
		return err
	}
	defer c.Close()
	const step = 50 * time.Millisecond
	slow := client{c, bufio.NewReader(&paced{c, step, int(largeBytes * step / over)})}
	a, err := slow.read(http.MethodGet)
	sum := sha256.Sum256([]byte(a.body))
	if err != nil || a.status != http.StatusOK || !strings.Contains(a.header.Get("ETag"), hex.EncodeToString(sum[:])) {
		return lab.Broken("a reader who goes on reading does not get it all: status %d, %d bytes, %v", a.status, len(a.body), err)
	}
	return nil
}

// paced is a reader of so many bytes a step.
type paced struct {
	from  io.Reader
	step  time.Duration
	bytes int
}

func (p *paced) Read(to []byte) (int, error) {
	time.Sleep(p.step)
	return p.from.Read(to[:min(len(to), p.bytes)])
}

// begin opens a connection and sends the first bytes over it.
func begin(ctx context.Context, address, first string) (net.Conn, error) {
	c, err := open(ctx, address)
	if err != nil {
		return nil, err
	}
	if _, err := io.WriteString(c, first); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

// open opens a connection with so little room on its way (small segments, a
// small buffer of the receiver) that what is not read stays with the server.
func open(ctx context.Context, address string) (net.Conn, error) {
	d := net.Dialer{Timeout: 10 * time.Second, Control: func(_, _ string, raw syscall.RawConn) error {
		var failed error
		err := raw.Control(func(descriptor uintptr) {
			failed = errors.Join(
				unix.SetsockoptInt(int(descriptor), unix.SOL_SOCKET, unix.SO_RCVBUF, 4<<10),
				unix.SetsockoptInt(int(descriptor), unix.IPPROTO_TCP, unix.TCP_MAXSEG, 536),
			)
		})
		return errors.Join(err, failed)
	}}
	c, err := d.DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("opening a connection: %w", err)
	}
	return c, nil
}
