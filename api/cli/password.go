package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"golang.org/x/crypto/bcrypt"
	"golang.org/x/term"
	"golang.org/x/text/unicode/norm"
)

const (
	passwordCost  = 12 // of bcrypt: a few hundred milliseconds for a guess
	passwordBytes = 72 // bcrypt ignores the rest
)

func (p *program) passwordCommand() *cobra.Command {
	return newCommand("password", noArguments, func(cmd *cobra.Command, _ []string) error {
		password, err := p.readPassword(cmd.InOrStdin())
		if err != nil {
			return err
		}
		password = norm.NFC.String(password) // in which visitors' passwords are compared too
		if err := checkPassword(password); err != nil {
			return err
		}
		hash, err := bcrypt.GenerateFromPassword([]byte(password), passwordCost)
		if err != nil {
			return fmt.Errorf("hashing the password: %w", err)
		}
		_, err = fmt.Fprintf(p.stdout, "%s\n", hash)
		return err
	})
}

// checkPassword refuses a password that a visitor could not enter on a page: an
// empty one, one longer than bcrypt reads, and one that a form cannot send.
func checkPassword(password string) error {
	if password == "" {
		return errors.New("expected a password, found nothing")
	}
	if n := len(password); n > passwordBytes {
		return fmt.Errorf(
			"expected a password of at most %d bytes (bcrypt reads no further), found %d", passwordBytes, n,
		)
	}
	if !utf8.ValidString(password) || strings.ContainsRune(password, 0) {
		return errors.New("expected a password in UTF-8 and without NUL")
	}
	return nil
}

// readPassword asks for a password on a terminal. From anything else it reads the
// first line.
func (p *program) readPassword(in io.Reader) (string, error) {
	if onTerminal(in) {
		return p.askTwice(in.(*os.File))
	}
	line, err := bufio.NewReader(io.LimitReader(in, 4096)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", fmt.Errorf("reading the password: %w", err)
	}
	return strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r"), nil
}

// askTwice asks for a password twice on a terminal, without echo. The echo is
// restored when it returns, also after Ctrl-C, which the raw terminal hands on as the
// end of the input.
func (p *program) askTwice(file *os.File) (string, error) {
	before, err := term.MakeRaw(int(file.Fd()))
	if err != nil {
		return "", fmt.Errorf("asking for the password: %w", err)
	}
	defer term.Restore(int(file.Fd()), before)
	terminal := term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{file, os.Stderr}, "")
	first, err := askPassword(terminal, "Password: ")
	if err != nil {
		return "", err
	}
	again, err := askPassword(terminal, "Repeat password: ")
	if err != nil {
		return "", err
	}
	if first != again {
		return "", errors.New("the two passwords are not the same")
	}
	return first, nil
}

// askPassword asks for a password on a terminal.
func askPassword(terminal *term.Terminal, prompt string) (string, error) {
	password, err := terminal.ReadPassword(prompt)
	if errors.Is(err, io.EOF) { // Ctrl-C
		fmt.Fprint(os.Stderr, "\r\n")
		return "", errors.New("no password was given")
	}
	if err != nil {
		return "", fmt.Errorf("reading the password: %w", err)
	}
	return password, nil
}
