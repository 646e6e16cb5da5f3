// Command newcomer.d stands in for Let's Encrypt on this machine: it runs
// Pebble on loopback, writes what a client and a server have to trust into a
// folder, and ends when its standard input does.
//
//	newcomer.d -folder FOLDER [-tls-port PORT] [-http-port PORT]
//
// server.pem there is the certificate of the authority's own server, root.pem
// the root of what it issues. Once it answers, the address of its directory
// goes to standard output, and the two ports where it will look for the
// server: free ones where none are given.
package main

import (
	"crypto/x509"
	"encoding/pem"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"time"

	"designmanual/api/certs/certstest"
)

func main() {
	folder := flag.String("folder", "", "where the certificates go")
	tlsPort := flag.Int("tls-port", 0, "where the server speaks TLS")
	httpPort := flag.Int("http-port", 0, "where it speaks plain HTTP")
	flag.Parse()
	if err := run(*folder, *tlsPort, *httpPort); err != nil {
		fmt.Fprintln(os.Stderr, "newcomer.d:", err)
		os.Exit(1)
	}
}

func run(folder string, tlsPort, httpPort int) error {
	if err := choose(&tlsPort, &httpPort); err != nil {
		return err
	}
	authority, err := certstest.Start(certstest.Options{TLSPort: tlsPort, HTTPPort: httpPort, Life: 90 * 24 * time.Hour})
	if err != nil {
		return err
	}
	defer authority.Close()
	for name, cert := range map[string]*x509.Certificate{"server.pem": authority.Server, "root.pem": authority.Root} {
		text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: cert.Raw})
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o644); err != nil {
			return err
		}
	}
	fmt.Println(authority.Directory, tlsPort, httpPort)
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}

// choose sets the ports that are zero to ones that are free just now.
func choose(ports ...*int) error {
	for _, port := range ports {
		if *port != 0 {
			continue
		}
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return err
		}
		defer l.Close() // when all are chosen, so that they differ
		*port = l.Addr().(*net.TCPAddr).Port
	}
	return nil
}
