package api

import (
	"bufio"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// A client whose connection has been accepted is answered, also where it asks
// after the server has been told to end, whatever it asks; no one else is let
// in.
func TestDrainAnswersNewConnections(t *testing.T) {
	for _, method := range []string{"GET", "POST"} {
		t.Run(method, func(t *testing.T) { drainAnswers(t, method) })
	}
}

func drainAnswers(t *testing.T, method string) {
	l, err := Listen(t.Context(), "127.0.0.1:0", Public)
	if err != nil {
		t.Fatal(err)
	}
	s := NewServer(http.HandlerFunc(answerHere), slog.New(slog.DiscardHandler))
	served := make(chan error)
	go func() { served <- Serve(s, l) }()

	early := dial(t, l)
	ask(t, dial(t, l), "GET", false) // connections are accepted in turn: so the early one has been

	drained := make(chan struct{})
	go func() {
		defer close(drained)
		drain(t.Context(), s, l, time.Minute)
	}()
	<-served // it accepts no more
	if _, err := net.Dial("tcp", l.Addr().String()); err == nil {
		t.Error("a server that ends accepts connections")
	}
	ask(t, early, method, true)
	<-drained
}

// What is being answered when the server is told to end is answered to the
// end, and connections between two requests are closed.
func TestDrainWaitsForAnswers(t *testing.T) {
	l, err := Listen(t.Context(), "127.0.0.1:0", Public)
	if err != nil {
		t.Fatal(err)
	}
	asked, goOn := make(chan struct{}), make(chan struct{})
	s := NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == "HEAD" {
			asked <- struct{}{}
			<-goOn
		}
		answerHere(w, r)
	}), slog.New(slog.DiscardHandler))
	served := make(chan error)
	go func() { served <- Serve(s, l) }()
	between, within := dial(t, l), dial(t, l)
	ask(t, between, "GET", false)
	go func() { _, _ = io.WriteString(within, askHead) }()
	<-asked

	drained := make(chan struct{})
	go func() {
		defer close(drained)
		Drain(t.Context(), s, l)
	}()
	<-served
	if n, err := between.Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
		t.Errorf("a connection between two requests gives %d bytes, %v", n, err)
	}
	select {
	case <-drained:
		t.Error("ended before its last answer")
	default:
	}
	close(goOn)
	answer, err := io.ReadAll(within)
	if !strings.HasPrefix(string(answer), "HTTP/1.1 200 OK\r\n") || err != nil {
		t.Errorf("%q, %v", answer, err)
	}
	<-drained
}

// One who never asks holds the server up no longer than it is given.
func TestDrainCutsTheRest(t *testing.T) {
	l, err := Listen(t.Context(), "127.0.0.1:0", Public)
	if err != nil {
		t.Fatal(err)
	}
	s := NewServer(http.HandlerFunc(answerHere), slog.New(slog.DiscardHandler))
	go func() { _ = Serve(s, l) }() // ends with the listener
	silent := dial(t, l)
	ask(t, dial(t, l), "GET", false)

	over, cancel := context.WithCancel(t.Context())
	cancel()
	Drain(over, s, l)
	if n, err := silent.Read(make([]byte, 1)); err == nil {
		t.Errorf("the connection gives %d bytes", n)
	}
}

func answerHere(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", "4")
	_, _ = io.WriteString(w, "here") // who has gone needs none
}

func dial(t *testing.T, l net.Listener) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

// ask sends a request and reads the answer, which says whether it is the last
// on its connection.
func ask(t *testing.T, conn net.Conn, method string, last bool) {
	t.Helper()
	if _, err := io.WriteString(conn, method+" / HTTP/1.1\r\nHost: here\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.Close != last {
		t.Errorf("the answer says that the connection closes: %t, want %t", response.Close, last)
	}
}
