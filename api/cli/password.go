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
	passwordCost  = 12 // of bcrypt: some hundred milliseconds a guess
	passwordBytes = 72 // bcrypt reads no further
)

func (p *program) passwordCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "password",
		Short: "Ask for a password and print its hash for a seed file",
		Long: `Asks for a password twice, without showing it, and prints its bcrypt hash. The hash goes into
a seed file as the "password" of a manual with the visibility "password". From a pipe it reads
one line.`,
		Example: "  designmanual password",
		Args:    noSecretArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
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
			if p.json {
				return printJSON(p.stdout, map[string]string{"hash": string(hash)})
			}
			_, err = fmt.Fprintf(p.stdout, "%s\n", hash)
			return err
		},
	}
	p.jsonFlag(cmd, "the hash")
	return cmd
}

// checkPassword refuses what a page could not ask for again: nothing, more
// than bcrypt reads, and what no form sends.
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

// readPassword asks on a terminal, or reads the first line of anything else.
func (p *program) readPassword(ctx context.Context, in io.Reader) (string, error) {
	file, ok := in.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		line, err := bufio.NewReader(io.LimitReader(in, 4096)).ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return "", fmt.Errorf("reading the password: %w", err)
		}
		return strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r"), nil
	}
	first, err := p.ask(ctx, file, "Password: ")
	if err != nil {
		return "", err
	}
	again, err := p.ask(ctx, file, "The same again: ")
	if err != nil {
		return "", err
	}
	if first != again {
		return "", errors.New("the two passwords are not the same")
	}
	return first, nil
}

// ask reads a line from a terminal that does not show it. The terminal shows
// again what is typed also when the program is told to stop meanwhile.
func (p *program) ask(ctx context.Context, terminal *os.File, prompt string) (string, error) {
	fd := int(terminal.Fd())
	before, err := term.GetState(fd)
	if err != nil {
		return "", fmt.Errorf("asking for the password: %w", err)
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	type reading struct {
		line []byte
		err  error
	}
	read := make(chan reading, 1)
	fmt.Fprint(p.stderr, prompt)
	go func() { // ends with the program where nothing is typed any more
		line, err := term.ReadPassword(fd)
		read <- reading{line, err}
	}()
	select {
	case r := <-read:
		fmt.Fprintln(p.stderr)
		if r.err != nil {
			return "", fmt.Errorf("reading the password: %w", r.err)
		}
		return string(r.line), nil
	case <-ctx.Done():
		fmt.Fprintln(p.stderr)
		if err := term.Restore(fd, before); err != nil {
			return "", fmt.Errorf("restoring the terminal: %w", err)
		}
		return "", errors.New("no password was given")
	}
}
