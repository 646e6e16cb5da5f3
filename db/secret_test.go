package db_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"designmanual/db"
)

// Known numbers give known secrets: existing tokens must stay valid. The last
// checksum was computed with another implementation.
func TestNewSecret(t *testing.T) {
	for _, row := range []struct {
		random []byte
		want   string // prefix
	}{
		{make([]byte, 32), "dmt_" + strings.Repeat("0", 43)},
		{append(make([]byte, 31), 1), "dmt_" + strings.Repeat("0", 42) + "1"},
		{append(make([]byte, 31), 62), "dmt_" + strings.Repeat("0", 41) + "10"},
		{bytes.Repeat([]byte{0xff}, 32), "dmt_"},
		{bytes.Repeat([]byte{0x5a}, 32), "dmt_LQNUGZHT5u543eF8cvF8tKdPlcVkNSYQAq1KIqZ6f742CmrPk"},
	} {
		secret := db.NewSecret([32]byte(row.random))
		sum, ok := db.SecretSum(secret)
		if len(secret) != 53 || !strings.HasPrefix(secret, row.want) || !ok || sum != sha256.Sum256([]byte(secret)) {
			t.Errorf("of %x: %s, want %s…; its sum is %x, %t", row.random, secret, row.want, sum, ok)
		}
	}
}

func TestSecretSumFails(t *testing.T) {
	valid := db.NewSecret([32]byte(bytes.Repeat([]byte{0x5a}, 32)))
	rows := []string{
		"", "dmt_", valid[:len(valid)-1], valid + "0", "dmx_" + valid[4:], "DMT_" + valid[4:],
		valid[:20] + "-" + valid[21:], valid[:20] + "\xff" + valid[21:], valid[:47] + "000000",
	}
	for i := len("dmt_"); i < len(valid); i++ { // a typo
		rows = append(rows, valid[:i]+string(valid[i]^1)+valid[i+1:])
	}
	for _, secret := range rows {
		if sum, ok := db.SecretSum(secret); ok {
			t.Errorf("%q has the sum %x", secret, sum)
		}
	}
}

// The key is made once, by one of several concurrent calls, and stays the same
// when the store is opened again and in a backup. A damaged key is not used.
func TestSessionKey(t *testing.T) {
	d := open(t)
	if key, ok := d.Index().SessionKey(); ok || key != [32]byte{} {
		t.Errorf("a new store has a key: %x", key)
	}
	var keys [8][32]byte
	var wait sync.WaitGroup
	for i := range keys {
		wait.Go(func() {
			var err error
			if keys[i], err = d.SessionKey(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	backup := filepath.Join(t.TempDir(), "copy.db")
	if _, err := db.Install(t.Context(), backup, false, checkPages, func(w io.Writer) error { return d.Backup(t.Context(), w) }); err != nil {
		t.Fatal(err)
	}
	d = openAgain(t, d)
	key := keys[0]
	for _, other := range append(keys[:], must(d.SessionKey(t.Context())), must(openAt(t, backup).SessionKey(t.Context()))) {
		if other != key || key == [32]byte{} {
			t.Errorf("key %x, want %x for all", other, key)
		}
	}
	file := closeStore(t, d)
	other := key
	other[31] ^= 1
	writeFile(t, d.Path(), bytes.ReplaceAll(file, key[:], other[:]))
	if _, err := db.Open(d.Path()); !errors.Is(err, db.ErrDamaged) {
		t.Errorf("opened with another key: %v", err)
	}
}
