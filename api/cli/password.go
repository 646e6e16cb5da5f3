package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"golang.org/x/crypto/bcrypt"
	"golang.org/x/term"
)

const (
	passwordCost  = 12 // of bcrypt: a few hundred milliseconds for a guess
	passwordBytes = 72 // bcrypt ignores the rest
)

func (p *program) passwordCommand() *cobra.Command {
	cmd := newCommand("password", noArguments, func(cmd *cobra.Command, _ []string) error {
		password, err := p.readPassword(cmd.Context(), cmd.InOrStdin())
		if err != nil {
			return err
		}
		if err := checkPassword(password); err != nil {
			return err
		}
		hash, err := bcrypt.GenerateFromPassword([]byte(password), passwordCost)
		if err != nil {
			return fmt.Errorf("hashing the password: %w", err)
		}
		return p.print("password", struct {
			Hash string `json:"hash"`
		}{string(hash)})
	})
	p.jsonFlag(cmd, "the hash")
	return cmd
}

// checkPassword refuses a password that a visitor could not enter on a page: an
// empty one, one longer than bcrypt reads, and one that a form cannot send.
func checkPassword(password string) error {
	switch n := len(password); {
	case n == 0:
		return errors.New("expected a password, found nothing")
	case n > passwordBytes:
		return fmt.Errorf("expected a password of at most %d bytes (bcrypt reads no further), found %d", passwordBytes, n)
	case !utf8.ValidString(password) || strings.ContainsRune(password, 0):
		return errors.New("expected a password in UTF-8 and without NUL")
	}
	return nil
}

// readPassword asks for a password on a terminal. From anything else it reads the
// first line.
func (p *program) readPassword(ctx context.Context, in io.Reader) (string, error) {
	if !onTerminal(in) {
		line, err := bufio.NewReader(io.LimitReader(in, 4096)).ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return "", fmt.Errorf("reading the password: %w", err)
		}
		return strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r"), nil
	}
	return p.askTwice(ctx, in.(*os.File))
}

// askTwice asks for a password twice on a terminal, without echo. The echo is
// restored when it returns, also after a signal.
func (p *program) askTwice(ctx context.Context, file *os.File) (string, error) {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	before, err := term.MakeRaw(int(file.Fd()))
	if err != nil {
		return "", fmt.Errorf("asking for the password: %w", err)
	}
	defer term.Restore(int(file.Fd()), before)
	terminal := term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{file, p.prompts}, "")
	var first, again string
	asked := make(chan error, 1)
	go func() { // after a signal it is left waiting for input; the program ends anyway
		var err error
		if first, err = terminal.ReadPassword("Password: "); err == nil {
			again, err = terminal.ReadPassword("Repeat password: ")
		}
		asked <- err
	}()
	select {
	case err = <-asked:
	case <-ctx.Done():
		err = io.EOF
	}
	switch {
	case errors.Is(err, io.EOF): // also Ctrl-C
		fmt.Fprint(p.prompts, "\r\n")
		return "", errors.New("no password was given")
	case err != nil:
		return "", fmt.Errorf("reading the password: %w", err)
	case first != again:
		return "", errors.New("the two passwords are not the same")
	}
	return first, nil
}
