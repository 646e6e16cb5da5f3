// Command instructions answers the same request a number of times with the
// public server as `serve` has it, over a connection in memory, so that its
// instructions can be counted: what it does depends on nothing but the code.
// It measures nothing itself, and must never answer otherwise than the server
// does.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"strings"

	"designmanual/api"
	"designmanual/api/ratelimit"
	"designmanual/db"
)

// highRate is a limit that counts every request and is never reached.
const highRate = "1000000000-M"

// A fields is the header fields of the request, from repeated flags.
type fields []string

func (f *fields) String() string { return strings.Join(*f, "\r\n") }

func (f *fields) Set(field string) error {
	*f = append(*f, field)
	return nil
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "instructions:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	flags := flag.NewFlagSet("instructions", flag.ContinueOnError)
	database := flags.String("db", "", "the database `file`")
	path := flags.String("path", "", "what is asked for")
	status := flags.Int("status", http.StatusOK, "what every answer must be")
	requests := flags.Int("n", 1, "how many requests")
	var header fields
	flags.Var(&header, "header", "a header `field`; repeatable")
	if err := flags.Parse(args); err != nil {
		return fmt.Errorf("reading the command line: %w", err)
	}
	store, err := db.Open(*database)
	if err != nil {
		return fmt.Errorf("opening the database: %w", err)
	}
	defer store.Close()
	c := newConn(question(*path, header), *requests, fmt.Sprintf("HTTP/1.1 %d ", *status))
	if err := serve(store, c); err != nil {
		return err
	}
	if c.right != *requests {
		return fmt.Errorf("%d answers of %d began with %q", c.right, *requests, c.want)
	}
	return nil
}

// question returns the bytes of the request.
func question(path string, header fields) []byte {
	lines := append([]string{"GET " + path + " HTTP/1.1", "Host: 127.0.0.1:8080", "User-Agent: instructions"}, header...)
	return []byte(strings.Join(lines, "\r\n") + "\r\n\r\n")
}

// serve answers on the connection until it has had all of its requests.
func serve(store *db.DB, c *conn) error {
	rate, err := ratelimit.ParseRate(highRate)
	if err != nil {
		return fmt.Errorf("reading the rate: %w", err)
	}
	log := slog.New(slog.DiscardHandler)
	handler, err := api.New(store, api.Options{Rate: rate, TokenRate: rate, Log: log})
	if err != nil {
		return fmt.Errorf("making the handler: %w", err)
	}
	handler.SetReady(true)
	server := api.NewServer(handler, log)
	served := make(chan error, 1)
	go func() { served <- api.Serve(server, api.LimitListener(newListener(c), api.Public)) }()
	<-c.closed
	if err := server.Shutdown(context.Background()); err != nil {
		return fmt.Errorf("stopping the server: %w", err)
	}
	if err := <-served; !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serving: %w", err)
	}
	return nil
}
