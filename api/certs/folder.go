package certs

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"log/slog"

	"golang.org/x/crypto/acme/autocert"
)

// A folder keeps certificates with their keys, one file a host, and the key
// of the account. The folder and its files are for their owner alone; several
// servers may share it.
type folder struct {
	autocert.DirCache
	log *slog.Logger
}

// Put writes a file. A certificate that cannot be kept is served all the same:
// autocert, told of the failure, would drop one that it has renewed and order
// another. As it is asked for again after every start, the failure is logged.
func (f folder) Put(ctx context.Context, name string, data []byte) error {
	if err := f.DirCache.Put(ctx, name, data); err != nil {
		f.log.Error("a certificate or its key is not kept", "folder", string(f.DirCache), "error", err)
	}
	return nil
}

// accountName is the file of the account's key.
const accountName = "account.key"

// accountKey returns the key that the authority knows the server by, and
// makes one in an empty folder.
func accountKey(ctx context.Context, f folder) (crypto.Signer, error) {
	data, err := f.Get(ctx, accountName)
	if errors.Is(err, autocert.ErrCacheMiss) {
		return newAccountKey(ctx, f)
	}
	if err != nil {
		return nil, fmt.Errorf("reading the account's key: %w", err)
	}
	block, _ := pem.Decode(data)
	if block == nil {
		return nil, fmt.Errorf("%s is no PEM file; without it a new account is made", accountName)
	}
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", accountName, err)
	}
	signer, ok := key.(crypto.Signer)
	if !ok {
		return nil, fmt.Errorf("%s holds no key that signs", accountName)
	}
	return signer, nil
}

func newAccountKey(ctx context.Context, f folder) (crypto.Signer, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("making the account's key: %w", err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, fmt.Errorf("writing the account's key: %w", err)
	}
	if err := f.DirCache.Put(ctx, accountName, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})); err != nil {
		return nil, fmt.Errorf("writing the account's key: %w", err)
	}
	return key, nil
}
