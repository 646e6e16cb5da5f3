// Command newcomer.d stands in for Let's Encrypt on this machine: it runs
// Pebble on loopback until it is killed, and writes what a server and a client
// have to trust into a folder: server.pem, the certificate of the authority's
// own server, and root.pem, the root of what it issues. Once it answers, the
// address of its directory goes to standard output, and the ports where it
// will look for the server, for TLS and for plain HTTP.
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

// start starts Pebble, and says in the folder and on standard output what it
// listens on.
func start(folder string) error {
	ports, err := freePorts()
	if err != nil {
		return err
	}
	authority, err := certstest.Start(certstest.Options{TLSPort: ports[0], HTTPPort: ports[1], Life: 90 * 24 * time.Hour})
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

// freePorts returns two ports that nobody listens on just now.
func freePorts() (ports [2]int, err error) {
	for i := range ports {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return ports, err
		}
		defer l.Close() // when both are chosen, so that they differ
		ports[i] = l.Addr().(*net.TCPAddr).Port
	}
	return ports, nil
}
