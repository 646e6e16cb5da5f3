//go:build linux

package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"designmanual/scripts/torture.d/lab"
)

const (
	mostLimiter = 32 << 20 // bytes that the limiter may take
	limit       = 60       // requests an hour, by --rate
	rounds      = 100      // of the flood, with the others between them
	eager       = 500      // clients that send a request each round, more than they may
	modest      = 500      // and such as send one in five rounds, fewer than they may
	pace        = 5
	together    = 64 // requests on their way at once
)

// flood has requests come from distinct addresses, as many as its number, and
// between them from clients that send throughout: none of these may have more
// answers than its limit, and none is refused that is within it.
func (y *yard) flood(ctx context.Context) (string, error) {
	s, err := y.serve(ctx, "--rate", fmt.Sprintf("%d-H", limit), "--trusted-proxy", "127.0.0.0/8")
	if err != nil {
		return "", err
	}
	defer s.Kill()
	c, err := dial(ctx, s.Address)
	if err != nil {
		return "", err
	}
	defer c.c.Close()
	if _, err := c.from(ctx, "198.18", 0, 1000); err != nil { // what is made at the first use is made
		return "", err
	}
	before, err := s.memory()
	if err != nil {
		return "", err
	}
	most := s.watchMemory(ctx)
	var served [eager + modest]int
	began := time.Now()
	for round := range rounds {
		from, to := y.number*round/rounds, y.number*(round+1)/rounds
		if _, err := c.from(ctx, "10", from, to); err != nil {
			return "", err
		}
		senders := eager
		if round%pace == 0 {
			senders += modest
		}
		statuses, err := c.from(ctx, "172.16", 0, senders)
		if err != nil {
			return "", err
		}
		for n, status := range statuses {
			if status == http.StatusNotModified {
				served[n]++
			} else if status != http.StatusTooManyRequests {
				return "", fmt.Errorf("status %d", status)
			}
		}
	}
	took := time.Since(began)
	for n, times := range served {
		switch {
		case times > limit:
			return "", lab.Broken("a client that sends throughout is served %d times, where its limit is %d", times, limit)
		case n < eager && times < limit*9/10, n >= eager && times < rounds/pace:
			return "", lab.Broken("a client that sends throughout is served only %d times, where its limit is %d", times, limit)
		}
	}
	more := max(most()-before, 0)
	if more > mostLimiter {
		return "", lab.Broken("%d clients take %d MiB of memory, at most %d should be", y.number, more>>20, mostLimiter>>20)
	}
	return fmt.Sprintf("%d clients in %v take %d MiB; %d others that send throughout are served as often as they may be",
		y.number, took.Round(time.Second), more>>20, len(served)), s.Stop()
}

// from sends one request for each of the clients with these numbers, whose
// addresses begin as told, and returns the statuses of the answers.
func (c *client) from(ctx context.Context, network string, first, end int) ([]int, error) {
	statuses := make([]int, 0, end-first)
	var batch bytes.Buffer
	for n := first; n < end; {
		batch.Reset()
		size := min(together, end-n)
		for range size {
			fmt.Fprintf(&batch, "GET /api/v1/manuals/birch/tokens.json HTTP/1.1\r\nHost: %s\r\nIf-None-Match: *\r\nX-Forwarded-For: %s\r\n\r\n", site, addressOf(network, n))
			n++
		}
		if _, err := c.c.Write(batch.Bytes()); err != nil {
			return nil, err
		}
		for range size {
			status, err := skim(c.r)
			if err != nil {
				return nil, err
			}
			statuses = append(statuses, status)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return statuses, nil
}

// addressOf returns the address of a number in a network of IPv4.
func addressOf(network string, n int) string {
	if network == "10" {
		return fmt.Sprintf("10.%d.%d.%d", n>>16, n>>8&255, n&255)
	}
	return fmt.Sprintf("%s.%d.%d", network, n>>8&255, n&255)
}

// skim reads an answer for its status alone, in a fraction of the time that
// [http.ReadResponse] takes.
func skim(r *bufio.Reader) (status int, err error) {
	length := 0
	for first := true; ; first = false {
		line, err := r.ReadSlice('\n')
		if err != nil {
			return 0, err
		}
		switch line = bytes.TrimRight(line, "\r\n"); {
		case first && len(line) >= len("HTTP/1.1 200"):
			status, err = strconv.Atoi(string(line[len("HTTP/1.1 "):][:3]))
		case bytes.HasPrefix(line, []byte("Content-Length: ")):
			length, err = strconv.Atoi(string(line[len("Content-Length: "):]))
		case len(line) == 0:
			_, err = io.CopyN(io.Discard, r, int64(length))
			return status, err
		}
		if err != nil {
			return 0, fmt.Errorf("an answer with %q: %w", line, err)
		}
	}
}
