// Command zipf reads manuals as a public reads them: a few of them most of
// the time, most of them hardly ever (Zipf's law), over connections that stay.
// It prints what it did as one JSON object and must never leave an answer
// other than 200 uncounted.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A result is what was read.
type result struct {
	Requests int     `json:"requests"`
	Failed   int     `json:"failed"` // answers other than 200
	Bytes    int64   `json:"bytes"`  // of bodies
	Seconds  float64 `json:"seconds"`
}

// A load is what is to be read.
type load struct {
	address  string
	requests [][]byte // one for each manual, the most wanted first
	exponent float64
	until    time.Time // the zero Time: every manual once
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "zipf:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	flags := flag.NewFlagSet("zipf", flag.ContinueOnError)
	address := flags.String("address", "127.0.0.1:8080", "the server")
	paths := flags.String("paths", "", "a `file` of paths, one a line")
	coding := flags.String("encoding", "", "an Accept-Encoding to send")
	connections := flags.Int("connections", 16, "how many connections")
	seconds := flags.Float64("seconds", 5, "for how long")
	exponent := flags.Float64("exponent", 1.01, "of the distribution, over 1")
	once := flags.Bool("once", false, "read every manual once, in turn")
	if err := flags.Parse(args); err != nil {
		return fmt.Errorf("reading the command line: %w", err)
	}
	text, err := os.ReadFile(*paths)
	if err != nil {
		return fmt.Errorf("reading the paths: %w", err)
	}
	l := load{address: *address, exponent: *exponent}
	field := ""
	if *coding != "" {
		field = "Accept-Encoding: " + *coding + "\r\n"
	}
	for path := range strings.FieldsSeq(string(text)) {
		l.requests = append(l.requests, fmt.Appendf(nil, "GET %s HTTP/1.1\r\nHost: %s\r\n%s\r\n", path, *address, field))
	}
	// The wanted ones are spread over brands, pages of the file and time.
	shuffle := rand.New(rand.NewPCG(1, 2))
	shuffle.Shuffle(len(l.requests), func(i, j int) { l.requests[i], l.requests[j] = l.requests[j], l.requests[i] })
	begun := time.Now()
	if !*once {
		l.until = begun.Add(time.Duration(*seconds * float64(time.Second)))
	}
	total, err := l.read(*connections)
	if err != nil {
		return err
	}
	total.Seconds = time.Since(begun).Seconds()
	return json.NewEncoder(os.Stdout).Encode(total)
}

// read lets that many connections read side by side.
func (l *load) read(connections int) (result, error) {
	results := make([]result, connections)
	errs := make([]error, connections)
	var group sync.WaitGroup
	for i := range connections {
		group.Go(func() { results[i], errs[i] = l.connection(l.choices(i, connections)) })
	}
	group.Wait()
	var total result
	for i, r := range results {
		if errs[i] != nil {
			return result{}, errs[i]
		}
		total.Requests += r.Requests
		total.Failed += r.Failed
		total.Bytes += r.Bytes
	}
	return total, nil
}

// choices returns what gives the numbers of the manuals that a connection is
// to read, and -1 at the end.
func (l *load) choices(connection, connections int) func() int {
	if l.until.IsZero() {
		next := connection - connections
		return func() int {
			if next += connections; next < len(l.requests) {
				return next
			}
			return -1
		}
	}
	zipf := rand.NewZipf(rand.New(rand.NewPCG(3, uint64(connection))), l.exponent, 1, uint64(len(l.requests)-1))
	return func() int {
		if time.Now().After(l.until) {
			return -1
		}
		return int(zipf.Uint64())
	}
}

// connection reads what next gives, one after the other.
func (l *load) connection(next func() int) (result, error) {
	var r result
	c, err := net.Dial("tcp", l.address)
	if err != nil {
		return r, fmt.Errorf("connecting: %w", err)
	}
	defer c.Close()
	in := bufio.NewReaderSize(c, 32<<10)
	for n := next(); n >= 0; n = next() {
		if _, err := c.Write(l.requests[n]); err != nil {
			return r, fmt.Errorf("asking: %w", err)
		}
		status, length, err := readHead(in)
		if err != nil {
			return r, fmt.Errorf("reading an answer: %w", err)
		}
		if _, err := in.Discard(length); err != nil {
			return r, fmt.Errorf("reading a body: %w", err)
		}
		r.Requests++
		r.Bytes += int64(length)
		if status != "200" {
			r.Failed++
		}
	}
	return r, nil
}

// readHead reads status line and header fields of an answer.
func readHead(in *bufio.Reader) (status string, length int, err error) {
	for first := true; ; first = false {
		line, err := in.ReadSlice('\n')
		switch {
		case err != nil:
			return "", 0, err
		case first && len(line) < len("HTTP/1.1 200"):
			return "", 0, io.ErrUnexpectedEOF
		case first:
			status = string(line[9:12])
		case len(line) <= len("\r\n"):
			return status, length, nil
		default:
			const name = "Content-Length: "
			if value, found := strings.CutPrefix(string(line), name); found {
				if length, err = strconv.Atoi(strings.TrimSpace(value)); err != nil {
					return "", 0, fmt.Errorf("length of a body: %w", err)
				}
			}
		}
	}
}
