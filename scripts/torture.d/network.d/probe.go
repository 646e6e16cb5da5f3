//go:build linux

package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"designmanual/scripts/torture.d/lab"
)

// probePause is what a probe lets pass between two requests.
const probePause = 2 * time.Millisecond

// probeLimit is how long a request of the probe may take at most.
const probeLimit = 2 * time.Second

// probe asks the server for a manual, as clients do that mean no harm: in turn
// over a connection that stays and over a new one. It says in how many
// microseconds 99 of 100 requests were answered. It is a process of its own,
// so that it does not wait for the clients that mean harm.
func (y *yard) probe(ctx context.Context) (string, error) {
	var took []time.Duration
	var kept *client
	for end := time.Now().Add(y.time); time.Now().Before(end) && ctx.Err() == nil; time.Sleep(probePause) {
		began := time.Now()
		c := kept
		if c == nil || len(took)%2 == 1 {
			var err error
			if c, err = dial(ctx, y.address); err != nil {
				return "", lab.Broken("a client that means no harm gets no connection: %v", err)
			}
		}
		if err := c.c.SetDeadline(began.Add(probeLimit)); err != nil {
			return "", err
		}
		a, err := c.ask("GET", site, "/api/v1/manuals/birch.json", "")
		if err != nil || a.status != http.StatusOK {
			return "", lab.Broken("a client that means no harm gets no answer within %v: %d, %v", probeLimit, a.status, err)
		}
		took = append(took, time.Since(began))
		if kept == nil {
			kept = c
		} else if c != kept {
			c.c.Close()
		}
	}
	if len(took) == 0 {
		return "", fmt.Errorf("the probe has asked nothing in %v", y.time)
	}
	slices.Sort(took)
	return strconv.FormatInt(took[len(took)*99/100].Microseconds(), 10), nil
}

// percentiles runs the probe in windows, one after the other, and returns the
// median of their 99th percentiles: one window that the machine has disturbed
// is not to decide.
func (y *yard) percentiles(ctx context.Context, s *server, windows int) (time.Duration, error) {
	var all []time.Duration
	for range windows {
		out, err := exec.CommandContext(ctx, os.Args[0], "--address", s.Address, "--time", "2s", "probe").Output()
		said := strings.TrimSpace(string(out))
		if err != nil {
			return 0, lab.Broken("%s", strings.TrimPrefix(said, "BROKEN: "))
		}
		micros, err := strconv.Atoi(said)
		if err != nil {
			return 0, fmt.Errorf("the probe says %q", said)
		}
		all = append(all, time.Duration(micros)*time.Microsecond)
	}
	return median(all), nil
}

// A client is a connection that speaks HTTP as it is told to.
type client struct {
	c net.Conn
	r *bufio.Reader
}

func dial(ctx context.Context, address string) (*client, error) {
	d := net.Dialer{Timeout: probeLimit}
	c, err := d.DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	return &client{c, bufio.NewReader(c)}, nil
}

// An answer is what a server has sent back.
type answer struct {
	status int
	header http.Header
	body   string
}

// ask sends a request, with more header fields where there are some, each
// with its line end, and reads the answer.
func (c *client) ask(method, host, path, fields string) (answer, error) {
	if _, err := io.WriteString(c.c, method+" "+path+" HTTP/1.1\r\nHost: "+host+"\r\n"+fields+"\r\n"); err != nil {
		return answer{}, err
	}
	return c.read(method)
}

func (c *client) read(method string) (answer, error) {
	response, err := http.ReadResponse(c.r, &http.Request{Method: method})
	if err != nil {
		return answer{}, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return answer{response.StatusCode, response.Header, string(body)}, err
}
