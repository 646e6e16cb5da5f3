package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"designmanual/api/admin"
	"designmanual/db"
)

// dial reaches the store. The command tells what goes wrong in it, so nothing
// is logged.
func (p *program) dial(create bool) (*admin.Client, error) {
	if err := p.checkDatabase(create); err != nil {
		return nil, err
	}
	return admin.Dial(p.database, create)
}

// checkDatabase finds a --db that cannot be a database, or where none can be
// made.
func (p *program) checkDatabase(create bool) error {
	err := regularFile(p.database)
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if create && !folderExists(p.database) {
		return fmt.Errorf("the folder %s for the database does not exist: make it first, or choose another file with --db", filepath.Dir(p.database))
	}
	return nil
}

// folderExists tells whether there is the folder that a file is to be in.
func folderExists(path string) bool {
	_, err := os.Stat(filepath.Dir(path))
	return !errors.Is(err, fs.ErrNotExist)
}

// regularFile refuses what is no regular file: a pipe would be waited for, and
// a device read without an end. The error wraps [fs.ErrNotExist] where there
// is nothing.
func regularFile(path string) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return err
	case info.IsDir():
		return fmt.Errorf("expected a file, found the folder %s", path)
	case !info.Mode().IsRegular():
		return fmt.Errorf("expected a file, found a pipe, a socket or a device: %s", path)
	}
	return nil
}

// openToServe opens the database; where another server has it, the error
// says which.
func (p *program) openToServe(log *logs) (*db.DB, error) {
	if err := p.checkDatabase(true); err != nil {
		return nil, err
	}
	store, err := db.Open(p.database)
	if errors.Is(err, db.ErrLocked) {
		err = cmp.Or(p.servedAlready(), err)
	}
	if err != nil {
		return nil, err
	}
	if warning := store.Warning(); warning != "" {
		log.Warn("the database was recovered", "db", p.database, "warning", warning)
	}
	return store, nil
}

// served returns an error that says which server has the database, or nil
// where none does; format has the places of both.
func (p *program) served(format string) error {
	server, err := admin.FindServer(p.database)
	switch {
	case errors.Is(err, admin.ErrNoServer):
		return nil
	case err != nil:
		return err
	}
	return fmt.Errorf(format, p.database, server)
}

// servedAlready is served for a second server.
func (p *program) servedAlready() error { return p.served("%s is being served already: %s") }
