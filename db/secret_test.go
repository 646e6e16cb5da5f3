package db_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"io"
	"strings"
	"testing"

	"designmanual/db"
)

// Secrets are those of known numbers; the checksum of one was taken with
// another implementation: tokens that are out there must stay good.
func TestNewSecret(t *testing.T) {
	for _, row := range []struct {
		random []byte
		want   string // the beginning
	}{
		{make([]byte, 32), "dmt_" + strings.Repeat("0", 43)},
		{append(make([]byte, 31), 1), "dmt_" + strings.Repeat("0", 42) + "1"},
		{append(make([]byte, 31), 62), "dmt_" + strings.Repeat("0", 41) + "10"},
		{bytes.Repeat([]byte{0xff}, 32), "dmt_"},
		{bytes.Repeat([]byte{0x5a}, 32), "dmt_LQNUGZHT5u543eF8cvF8tKdPlcVkNSYQAq1KIqZ6f742CmrPk"},
	} {
		secret, err := db.NewSecret(bytes.NewReader(row.random))
		sum, ok := db.SecretSum(secret)
		if err != nil || len(secret) != 53 || !strings.HasPrefix(secret, row.want) || !ok || sum != sha256.Sum256([]byte(secret)) {
			t.Errorf("of %x: %s, %v, want %s…; its sum is %x, %t", row.random, secret, err, row.want, sum, ok)
		}
	}
	if _, err := db.NewSecret(strings.NewReader("too short")); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("without enough random bytes: %v", err)
	}
}

func TestSecretSumRefuses(t *testing.T) {
	good := must(db.NewSecret(bytes.NewReader(bytes.Repeat([]byte{0x5a}, 32))))
	rows := []string{
		"", "dmt_", good[:len(good)-1], good + "0", "dmx_" + good[4:], "DMT_" + good[4:],
		good[:20] + "-" + good[21:], good[:20] + "\xff" + good[21:], good[:47] + "000000",
	}
	for i := len("dmt_"); i < len(good); i++ { // a typo
		rows = append(rows, good[:i]+string(good[i]^1)+good[i+1:])
	}
	for _, secret := range rows {
		if sum, ok := db.SecretSum(secret); ok {
			t.Errorf("%q is taken: %x", secret, sum)
		}
	}
}

func TestHostName(t *testing.T) {
	for _, row := range []struct{ host, want string }{
		{"", ""},
		{"Manuals.EXAMPLE.com:8443", "manuals.example.com"},
		{"manuals.example.com.:80", "manuals.example.com"},
		{"manuals.example.com..", "manuals.example.com."},
		{"127.0.0.1:8080", "127.0.0.1"},
		{"[2001:DB8::1]:8080", "[2001:db8::1]"},
		{":8080", ""},
		{".", ""},
		{"\u212a.example", "\u212a.example"}, // the Kelvin sign is no k
	} {
		if got := db.HostName(row.host); got != row.want {
			t.Errorf("%q: %q, want %q", row.host, got, row.want)
		}
	}
}
