package main

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"
)

// A server has a database and a checkout of its own.
type server struct {
	args             []string
	address, metrics string
	log              string
	process          *process
}

// addServer starts a server on an empty disk: it has a checkout, which is
// brought up to date several times a second, and nothing else.
func (f *fleet) addServer() error {
	name := fmt.Sprintf("server%d", len(f.servers))
	checkout := f.path(name)
	if err := git("", "clone", "--quiet", f.path("origin"), checkout); err != nil {
		return err
	}
	key := f.path("session.key")
	if len(f.servers) == 0 {
		text, err := exec.Command(f.path("designmanual"), "token", "new", "--session-key").Output()
		if err != nil {
			return err
		}
		if err := os.WriteFile(key, text, 0o600); err != nil {
			return err
		}
	}
	s := &server{log: f.path(name + ".log")}
	for _, address := range []*string{&s.address, &s.metrics} {
		var err error
		if *address, err = freeAddress(); err != nil {
			return err
		}
	}
	s.args = []string{f.path("designmanual"), "serve", "--db", f.path(name + ".db"), "--seed", checkout, "--watch", "--session-key", key,
		"--base-url", "https://" + site, "--trusted-proxy", "127.0.0.1/32", "--rate", "off",
		"--listen", s.address, "--metrics-listen", s.metrics}
	if err := s.start(); err != nil {
		return err
	}
	f.servers = append(f.servers, s)
	f.syncing.Go(func() {
		for {
			select {
			case <-f.stop:
				return
			case <-time.After(300 * time.Millisecond):
				_ = git(checkout, "pull", "--quiet", "--ff-only") // the next one comes soon
			}
		}
	})
	return nil
}

func (s *server) start() error {
	var err error
	if s.process, err = start(s.log, s.args...); err != nil {
		return err
	}
	for range 400 {
		if status, _ := get("http://"+s.address+"/readyz", site, ""); status == http.StatusOK {
			return nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	text, _ := os.ReadFile(s.log)
	return fmt.Errorf("the server is not ready within twenty seconds: %s", text)
}

// restart ends the server by a signal and starts it again.
func (s *server) restart(signal syscall.Signal) error {
	s.process.end(signal)
	return s.start()
}

// digest returns the digest of what the server serves.
func (s *server) digest() (string, error) {
	answer, err := http.Get("http://" + s.metrics + "/readyz")
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	var ready struct{ Digest string }
	err = json.NewDecoder(answer.Body).Decode(&ready)
	return ready.Digest, err
}

// A process is a program that runs beside this one.
type process struct {
	command *exec.Cmd
	ended   chan struct{}
}

func start(log string, args ...string) (*process, error) {
	out, err := os.OpenFile(log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer out.Close()
	p := &process{exec.Command(args[0], args[1:]...), make(chan struct{})}
	p.command.Stdout, p.command.Stderr = out, out
	if err := p.command.Start(); err != nil {
		return nil, err
	}
	go func() { _ = p.command.Wait(); close(p.ended) }()
	return p, nil
}

// end sends a signal and waits for the end.
func (p *process) end(signal syscall.Signal) {
	_ = p.command.Process.Signal(signal)
	<-p.ended
}

// freeAddress returns an address that nobody listens on just now.
func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}

// A load is clients of the cache that never stop.
type load struct {
	stop, noToken chan struct{}
	clients       sync.WaitGroup

	mu       sync.Mutex
	answered int
	failed   error // the first failure
}

// startLoad starts clients without and with the access token.
func (f *fleet) startLoad() *load {
	l := &load{stop: make(chan struct{}), noToken: make(chan struct{})}
	for _, client := range []struct{ host, path, secret string }{
		{site, "/api/v1/manuals/ternholm.json", ""}, {site, "/api/v1/manuals/varve/tokens.json", ""},
		{"ternholm." + site, "/", ""}, {"quillwort." + site, "/-/files.zip", ""},
		{site, "/api/v1/manuals/ternholm.crew.json", f.secret}, {site, "/api/v1/manuals/ternholm/tokens.json", f.secret},
	} {
		l.clients.Go(func() {
			for {
				select {
				case <-l.stop:
					return
				case <-time.After(5 * time.Millisecond):
				}
				if client.secret != "" {
					select {
					case <-l.noToken:
						return
					default:
					}
				}
				status, err := get("http://"+f.address+client.path, client.host, client.secret)
				l.note(client.path, status, err)
			}
		})
	}
	return l
}

func (l *load) note(path string, status int, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.answered++
	if err == nil && status >= http.StatusBadRequest {
		err = fmt.Errorf("%s: status %d", path, status)
	}
	if l.failed == nil {
		l.failed = err
	}
}

// tokenEnds ends the clients with the access token.
func (l *load) tokenEnds() { close(l.noToken) }

// end ends all clients.
func (l *load) end() (answered int, failed error) {
	close(l.stop)
	l.clients.Wait()
	return l.answered, l.failed
}
