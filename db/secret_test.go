package db

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"
)

func TestNewSecret(t *testing.T) {
	form := regexp.MustCompile(`^dmt_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$`)
	for _, row := range []struct {
		name   string
		random []byte
		digits string // of the random part; empty where only the form is known
	}{
		{"the smallest number keeps its width", make([]byte, 32), strings.Repeat("0", 43)},
		{"one", append(make([]byte, 31), 1), strings.Repeat("0", 42) + "1"},
		{"sixty-two carries", append(make([]byte, 31), 62), strings.Repeat("0", 41) + "10"},
		{"the largest number fits", bytes.Repeat([]byte{0xff}, 32), ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			secret, err := NewSecret(bytes.NewReader(row.random))
			if err != nil {
				t.Fatal(err)
			}
			if !form.MatchString(secret) {
				t.Fatalf("secret %q does not match %s", secret, form)
			}
			if row.digits != "" && secret[4:47] != row.digits {
				t.Errorf("digits %q, want %q", secret[4:47], row.digits)
			}
			sum, ok := SecretSum(secret)
			if !ok || sum != sha256.Sum256([]byte(secret)) {
				t.Errorf("SecretSum(%q) = %x, %t; want the SHA-256 of the secret", secret, sum, ok)
			}
		})
	}
}

// The secret of known bytes, its checksum taken with another implementation:
// tokens that are out there must stay good.
func TestNewSecretStaysTheSame(t *testing.T) {
	const want = "dmt_LQNUGZHT5u543eF8cvF8tKdPlcVkNSYQAq1KIqZ6f742CmrPk"
	got, err := NewSecret(bytes.NewReader(bytes.Repeat([]byte{0x5a}, 32)))
	if err != nil || got != want {
		t.Errorf("NewSecret = %q, %v; want %q", got, err, want)
	}
}

func TestNewSecretWithoutRandom(t *testing.T) {
	_, err := NewSecret(strings.NewReader("too short"))
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Fatalf("error %v, want one that wraps io.ErrUnexpectedEOF", err)
	}
}

func TestSecretSumRefuses(t *testing.T) {
	good, err := NewSecret(bytes.NewReader(bytes.Repeat([]byte{0x5a}, 32)))
	if err != nil {
		t.Fatal(err)
	}
	other := func(i int) string { // good with another character at i
		c := byte('a')
		if good[i] == c {
			c = 'b'
		}
		return good[:i] + string(c) + good[i+1:]
	}
	rows := map[string]string{
		"empty":               "",
		"prefix alone":        "dmt_",
		"one short":           good[:len(good)-1],
		"one over":            good + "0",
		"another prefix":      "dmx_" + good[4:],
		"prefix in capitals":  "DMT_" + good[4:],
		"a sign in it":        good[:20] + "-" + good[21:],
		"a byte beyond ASCII": good[:20] + "\xff" + good[21:],
		"no checksum":         good[:47] + "000000",
	}
	for i := len("dmt_"); i < len(good); i++ {
		rows["typo at "+good[:i]] = other(i)
	}
	for name, secret := range rows {
		if sum, ok := SecretSum(secret); ok || sum != [sha256.Size]byte{} {
			t.Errorf("%s: SecretSum(%q) = %x, %t; want nothing", name, secret, sum, ok)
		}
	}
}

func FuzzSecretSum(f *testing.F) {
	good, err := NewSecret(bytes.NewReader(make([]byte, 32)))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add("dmt_")
	f.Add(strings.Repeat("é", 30))
	f.Fuzz(func(t *testing.T, secret string) {
		sum, ok := SecretSum(secret)
		if ok && (len(secret) != len(good) || sum != sha256.Sum256([]byte(secret))) {
			t.Errorf("SecretSum(%q) = %x, true", secret, sum)
		}
	})
}
