package cli

import (
	"fmt"
	"net"
	"strings"

	"rsc.io/qr"
)

// listenOnNetwork makes dev listen on all addresses of the machine, and its base URL the
// address that others on the network reach it by.
func (f *settings) listenOnNetwork() error {
	address, err := networkAddress()
	if err != nil {
		return fmt.Errorf("--lan: this machine has no address on a network: %w", err)
	}
	host, port, _ := net.SplitHostPort(f.Listen) // checked by checkShared
	if ip := net.ParseIP(host); ip != nil && ip.IsLoopback() {
		f.Listen = net.JoinHostPort("", port)
	}
	f.LocalHost = address
	return nil
}

// networkAddress returns the IP address that connections out of this machine come from.
// It sends nothing: a UDP socket only looks up the route.
func networkAddress() (string, error) {
	conn, err := net.Dial("udp4", "192.0.2.1:9") // reserved for documentation (RFC 5737)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	return conn.LocalAddr().(*net.UDPAddr).IP.String(), nil
}

// qrCode draws a QR code with half blocks, two modules in a character, light on dark,
// with the quiet zone of four modules that readers need (ISO/IEC 18004). On a terminal it
// is white on black (xterm's colors 231 and 16, which no theme changes): on a light
// terminal it would be inverted, which readers refuse.
func qrCode(text string, terminal bool) (string, error) {
	code, err := qr.Encode(text, qr.L)
	if err != nil {
		return "", err
	}
	const quiet = 4
	var b strings.Builder
	for y := -quiet; y < code.Size+quiet; y += 2 {
		if terminal {
			b.WriteString("\x1b[38;5;231;48;5;16m")
		}
		for x := -quiet; x < code.Size+quiet; x++ {
			b.WriteString([]string{"█", "▄", "▀", " "}[bit(code.Black(x, y))*1+bit(code.Black(x, y+1))*2])
		}
		if terminal {
			b.WriteString("\x1b[m")
		}
		b.WriteByte('\n')
	}
	return b.String(), nil
}

func bit(black bool) int {
	if black {
		return 1
	}
	return 0
}
