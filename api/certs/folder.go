package certs

import (
	"context"
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
