// Command newcomer.d stands in for Let's Encrypt: it runs the ACME authority
// Pebble on loopback until it is killed. It writes two certificates to a folder:
// server.pem, which the server must trust to talk to the authority, and root.pem,
// the root of all certificates that the authority issues. When the authority is
// ready, the command prints the address of its ACME directory, and the TLS and
// HTTP ports on which the authority expects the server.
//
//	newcomer.d FOLDER
package main

import (
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"time"

	"designmanual/api/certs/certstest"
)

func main() {
	if err := start(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "newcomer.d:", err)
		os.Exit(1)
	}
	select {} // until killed
}

// start starts Pebble, writes the certificates and prints the address and ports.
func start(folder string) error {
	ports, err := freePorts()
	if err != nil {
		return err
	}
	authority, err := certstest.Start(
		certstest.Options{TLSPort: ports[0], HTTPPort: ports[1], Life: 90 * 24 * time.Hour},
	)
	if err != nil {
		return err
	}
	for name, cert := range map[string]*x509.Certificate{"server.pem": authority.Server, "root.pem": authority.Root} {
		text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: cert.Raw})
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o644); err != nil {
			return err
		}
	}
	fmt.Println(authority.Directory, ports[0], ports[1])
	return nil
}

// freePorts returns two unused ports.
func freePorts() ([2]int, error) {
	var ports [2]int
	for i := range ports {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return ports, err
		}
		defer l.Close() // after choosing both, so that they differ
		ports[i] = l.Addr().(*net.TCPAddr).Port
	}
	return ports, nil
}
