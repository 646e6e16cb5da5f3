// Package history has no code, only a test: it runs the program, changes what it serves in
// every way that there is, kills it, and reads all the while. What the readers saw is judged
// by a model of what the program promises.
package history

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	mathrand "math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"designmanual/api/cli"
)

const program = "designmanual" // this test binary is the program where it is called so

func TestMain(m *testing.M) {
	if os.Args[0] == program || os.Getenv("DESIGNMANUAL_CHECK_PAGES") != "" {
		os.Exit(cli.Run(context.Background(), os.Args[1:], os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// command runs a command in this process, which reaches the server over its socket, or opens
// the database if there is no server.
func command(args ...string) (stdout, stderr string, ok bool) {
	var out, errors bytes.Buffer
	status := cli.Run(context.Background(), args, &out, &errors)
	return out.String(), errors.String(), status == 0
}

// A server is `serve` as a process of its own, which can be ended and started again.
type server struct {
	folder   string
	database string
	address  string

	process *exec.Cmd
	log     bytes.Buffer
	logged  chan struct{} // closed when all of the log is read

	mu    sync.Mutex
	open  *sync.Cond
	down  bool // readers and commands wait
	times int  // how often it has gone down
	busy  sync.WaitGroup
}

// newServer starts a server on a new database, until the test ends.
func newServer(folder string) (*server, error) {
	s := &server{folder: folder, database: filepath.Join(folder, "history.db"), down: true}
	s.open = sync.NewCond(&s.mu)
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	s.address = address
	if err := writeCertificate(folder); err != nil {
		return nil, err
	}
	return s, s.start()
}

// freeAddress returns an address with a port that is free, and that no system gives to a connection or
// to a listener that asks for any port: the server has to get it again after each end.
func freeAddress() (string, error) {
	for {
		address := fmt.Sprintf("127.0.0.1:%d", 20_000+mathrand.IntN(10_000))
		l, err := net.Listen("tcp", address)
		if errors.Is(err, syscall.EADDRINUSE) {
			continue
		}
		if err != nil {
			return "", err
		}
		return address, l.Close()
	}
}

func (s *server) port() string { return s.address[strings.LastIndexByte(s.address, ':')+1:] }

// start starts the process, and returns once it serves.
func (s *server) start() error {
	executable, err := os.Executable()
	if err != nil {
		return err
	}
	s.process = exec.Command(executable, "serve", "--listen", s.address, "--db", s.database, "--rate", "off", "--token-rate", "off",
		"--base-url", "https://localhost:"+s.port(), "--tls", "--http-listen", "off",
		"--tls-cert", filepath.Join(s.folder, "cert.pem"), "--tls-key", filepath.Join(s.folder, "key.pem"))
	s.process.Args[0] = program
	said, err := s.process.StderrPipe()
	if err != nil {
		return err
	}
	if err := s.process.Start(); err != nil {
		return err
	}
	lines := bufio.NewScanner(said)
	serving := false
	for !serving && lines.Scan() {
		fmt.Fprintln(&s.log, lines.Text())
		serving = strings.Contains(lines.Text(), "msg=serving")
	}
	s.logged = make(chan struct{})
	go func() {
		defer close(s.logged)
		for lines.Scan() {
			fmt.Fprintln(&s.log, lines.Text())
		}
	}()
	if !serving {
		<-s.logged
		return fmt.Errorf("the server does not begin: %w\n%s", s.process.Wait(), &s.log)
	}
	s.mu.Lock()
	s.down = false
	s.open.Broadcast()
	s.mu.Unlock()
	return nil
}

// end sends the process a signal, and returns once it has ended and nobody waits for an
// answer of it. One that was not killed must end with 0.
func (s *server) end(signal os.Signal) error {
	s.mu.Lock()
	s.down = true
	s.times++
	s.mu.Unlock()
	if err := s.process.Process.Signal(signal); err != nil {
		return err
	}
	<-s.logged
	err := s.process.Wait()
	s.busy.Wait()
	if err != nil && signal == syscall.SIGTERM {
		return fmt.Errorf("%w\n%s", err, &s.log)
	}
	return nil
}

// enter waits until the server runs. The function that it returns must be called afterwards,
// and says whether the server has run all the while.
func (s *server) enter() (leave func() bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.down {
		s.open.Wait()
	}
	s.busy.Add(1)
	times := s.times
	return func() bool {
		defer s.busy.Done()
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.times == times
	}
}

// writeCertificate writes a certificate for all hosts of the site, and its key.
func writeCertificate(folder string) error {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	certificate := x509.Certificate{
		SerialNumber: big.NewInt(1), DNSNames: []string{"localhost", "*.localhost"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	public, err := x509.CreateCertificate(rand.Reader, &certificate, &certificate, &key.PublicKey, key)
	if err != nil {
		return err
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return err
	}
	for name, block := range map[string]*pem.Block{"cert.pem": {Type: "CERTIFICATE", Bytes: public}, "key.pem": {Type: "PRIVATE KEY", Bytes: private}} {
		if err := os.WriteFile(filepath.Join(folder, name), pem.EncodeToMemory(block), 0o600); err != nil {
			return err
		}
	}
	return nil
}
