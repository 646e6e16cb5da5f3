package main

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"net/http"
	"sync"
)

// A relay stands between a proxy and a server, byte for byte, and keeps what
// it was asked. Away, it is a server that does not run.
type relay struct {
	server  string
	address string

	mu       sync.Mutex
	listener net.Listener
	open     map[net.Conn]bool
	asked    []asked
}

// asked is a request as it has come to the server.
type asked struct {
	method, host, target string
	header               http.Header
}

// newRelay returns a relay to the server that listens on the address.
func newRelay(server, address string) (*relay, error) {
	r := &relay{server: server, address: address, open: make(map[net.Conn]bool)}
	return r, r.back()
}

// back has the relay listen.
func (r *relay) back() error {
	l, err := net.Listen("tcp", r.address)
	if err != nil {
		return err
	}
	r.mu.Lock()
	r.listener = l
	r.mu.Unlock()
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return // away
			}
			go r.carry(client)
		}
	}()
	return nil
}

// away closes all that is open.
func (r *relay) away() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.listener.Close()
	for c := range r.open {
		c.Close()
	}
}

// keep has the connection closed when the server goes away.
func (r *relay) keep(c net.Conn) func() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.open[c] = true
	return func() {
		c.Close()
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(r.open, c)
	}
}

// carry takes one request after the other to the server. A proxy does not send
// the next one before it has its answer, so what was read of one is all of it.
func (r *relay) carry(client net.Conn) {
	defer r.keep(client)()
	server, err := net.Dial("tcp", r.server)
	if err != nil {
		return
	}
	defer r.keep(server)()
	go func() {
		_, _ = io.Copy(client, server) // ends as either end does
		client.Close()
	}()
	var sent bytes.Buffer
	reader := bufio.NewReader(io.TeeReader(client, &sent))
	for {
		request, err := http.ReadRequest(reader)
		if err != nil {
			return
		}
		if _, err := io.Copy(io.Discard, request.Body); err != nil {
			return
		}
		r.note(request)
		if _, err := sent.WriteTo(server); err != nil {
			return
		}
	}
}

// note keeps the request, unless it asks for the server's health.
func (r *relay) note(request *http.Request) {
	if request.RequestURI == "/readyz" {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asked = append(r.asked, asked{request.Method, request.Host, request.RequestURI, request.Header})
}

// of returns the requests that the server got for the host and the target.
func (r *relay) of(host, target string) []asked {
	r.mu.Lock()
	defer r.mu.Unlock()
	var found []asked
	for _, a := range r.asked {
		if a.host == host && a.target == target {
			found = append(found, a)
		}
	}
	return found
}
