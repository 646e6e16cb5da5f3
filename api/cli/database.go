package cli

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"designmanual/api/admin"
	"designmanual/db"
)

// openDatabase opens the database of --db in this process, or connects to the server that has it open.
func (p *program) openDatabase() (*admin.Client, error) { return p.connect(false) }

// openOrMakeDatabase is openDatabase for a command that makes a missing database.
func (p *program) openOrMakeDatabase() (*admin.Client, error) { return p.connect(true) }

// connect does what openDatabase does and, with create, makes a missing database.
func (p *program) connect(create bool) (*admin.Client, error) {
	keepOwner := admin.KeepOwner(p.database) // if root makes the file, it gets the owner of its folder
	client, err := admin.Connect(p.database, create, checkBoltPages)
	p.warn(keepOwner())
	if err != nil {
		return nil, err
	}
	client.Waiting = func(other string) {
		fmt.Fprintf(
			p.stderr, "designmanual: the server is busy with %s; this command waits for the end of it\n", other,
		)
	}
	return client, nil
}

// warn prints an error that does not keep the command from what it is asked for.
func (p *program) warn(err error) {
	if err != nil {
		fmt.Fprintf(p.stderr, "designmanual: warning: %v\n", err)
	}
}

func (p *program) backupCommand() *cobra.Command {
	return p.copyCommand("backup", "replace FILE if it exists", "what the copy holds", func(
		ctx context.Context, file string, force bool,
	) (copied, error) {
		var c copied
		c.From, c.To = filepath.ToSlash(p.database), filepath.ToSlash(file)
		if admin.RealPath(file) == admin.RealPath(p.database) {
			return c, fmt.Errorf("no backup was made: %s is the database itself; name another file", file)
		}
		client, err := p.openDatabase()
		if err != nil {
			return c, err
		}
		defer client.Close()
		keepOwner := admin.KeepOwner(file)
		index, err := db.Install(ctx, file, force, checkBoltPages, func(w io.Writer) error {
			return client.Backup(ctx, w)
		})
		p.warn(keepOwner())
		if err != nil {
			return c, fmt.Errorf("no backup was made: %w", err)
		}
		c.Counts = admin.Count(index)
		return c, nil
	})
}

func (p *program) restoreCommand() *cobra.Command {
	return p.copyCommand("restore", "replace the database if it exists", "what was restored", func(
		ctx context.Context, file string, force bool,
	) (copied, error) {
		var c copied
		c.From, c.To = filepath.ToSlash(file), filepath.ToSlash(p.database)
		if err := admin.ErrorIfServed(p.database); err != nil {
			return c, err
		}
		keepOwner := admin.KeepOwner(p.database)
		// A link stays and leads to what is restored.
		index, err := db.Restore(ctx, admin.RealPath(p.database), file, force, checkBoltPages)
		p.warn(keepOwner())
		if err != nil {
			return c, fmt.Errorf("nothing was restored: %w", err)
		}
		c.Counts = admin.Count(index)
		return c, nil
	})
}

// A copied is a copy of a database.
type copied struct {
	From string `json:"from"`
	To   string `json:"to"`
	admin.Counts
}

// copyCommand returns a command that copies the database to or from a file, and prints
// what the copy holds.
func (p *program) copyCommand(
	name, force, result string, copy func(ctx context.Context, file string, force bool) (copied, error),
) *cobra.Command {
	var forced bool
	cmd := newCommand(name, arguments("FILE", 1, 1), interruptible(func(cmd *cobra.Command, args []string) error {
		done, err := copy(cmd.Context(), args[0], forced)
		if errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("%w; --force replaces it", err)
		}
		if errors.Is(err, db.ErrInvalidCopy) {
			return fmt.Errorf("%w; `designmanual doctor --db %s` says what is wrong with it", err, done.From)
		}
		if err != nil {
			return err
		}
		return p.print(name, done)
	}))
	cmd.Flags().BoolVar(&forced, "force", false, force)
	p.databaseFlags(cmd, result)
	return cmd
}

func (p *program) doctorCommand() *cobra.Command {
	cmd := newCommand("doctor", noArguments, func(cmd *cobra.Command, _ []string) error {
		diagnosis, err := callStore(p, cmd, admin.Verify, admin.None{})
		if errors.Is(err, db.ErrDamaged) { // too damaged to open
			diagnosis, err = admin.Unopened(err), nil
		}
		if err != nil {
			return err
		}
		err = p.print("doctor", struct {
			admin.Diagnosis
			Database string `json:"-"`
		}{diagnosis, p.database})
		if err != nil {
			return err
		}
		if !diagnosis.Sound {
			return errPrinted
		}
		return nil
	})
	p.databaseFlags(cmd, "the findings")
	return cmd
}

// healthTimeout is how long healthcheck waits for an answer.
const healthTimeout = 5 * time.Second

func (p *program) healthcheckCommand() *cobra.Command {
	var listen string
	var secure bool
	cmd := newCommand("healthcheck", noArguments, func(cmd *cobra.Command, _ []string) error {
		if secure && !cmd.Flags().Changed("listen") {
			listen = tlsListen
		}
		status, err := checkReady(listen, secure)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(p.stdout, "%s: %s\n", listen, status)
		return err
	})
	parsedFlag(cmd, &listen, "listen", defaultListen, listenAddress, "the `ADDRESS` that the server listens on")
	cmd.Flags().BoolVar(
		&secure, "tls", false, "the server runs with --tls (the default of --listen is "+tlsListen+" then)",
	)
	return cmd
}

// checkReady asks the server that listens on an address whether it is ready.
func checkReady(listen string, secure bool) (string, error) {
	url := "http://localhost/readyz"
	if secure {
		url = "https://localhost/readyz"
	}
	// Dial takes :8080 and 0.0.0.0:8080 for this machine, and resolves no name, which a
	// minimal image cannot. Any certificate is accepted, since a server is ready before
	// it has one. ServerName is an IP address, so that the client sends no server name.
	client := &http.Client{Timeout: healthTimeout, Transport: &http.Transport{
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, listen)
		},
		DisableKeepAlives: true, TLSClientConfig: &tls.Config{InsecureSkipVerify: true, ServerName: "127.0.0.1"},
	}}
	response, err := client.Get(url)
	if err != nil {
		return "", fmt.Errorf("no server answers at %s: %w", listen, errors.Unwrap(err))
	}
	response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return "", fmt.Errorf("%s: %s", listen, response.Status)
	}
	return response.Status, nil
}
