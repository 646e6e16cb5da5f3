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

	"golang.org/x/crypto/acme/autocert"
)

// An account is what the authority knows the server by. Every host registers
// it before all else (RFC 8555, section 7.3). What an authority makes of two
// that do so at once is not said anywhere, and a host that it refuses is left
// alone for [firstPause]: so what is posted goes one by one until the
// authority has the account.
type account struct {
	key   crypto.Signer
	turns chan struct{} // has one in it that who has the turn takes out; closed once the authority has the account
}

func newAccount(key crypto.Signer) *account {
	a := &account{key: key, turns: make(chan struct{}, 1)}
	a.turns <- struct{}{}
	return a
}

// turn waits for the turn to post something, or for ctx, whose cause is the
// error. The caller ends it, and says whether the authority has agreed.
func (a *account) turn(ctx context.Context) (end func(agreed bool), err error) {
	select {
	case _, alone := <-a.turns:
		if alone {
			return a.endTurn, nil
		}
		return func(bool) {}, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// endTurn is for who has the turn. The first one that the authority agrees to
// is a registration: nothing else is asked without.
func (a *account) endTurn(agreed bool) {
	if agreed {
		close(a.turns)
	} else {
		a.turns <- struct{}{}
	}
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
