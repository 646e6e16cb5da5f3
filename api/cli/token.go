package cli

import (
	"bufio"
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"golang.org/x/crypto/bcrypt"
	"golang.org/x/term"
	"golang.org/x/text/unicode/norm"

	"designmanual/api/admin"
	"designmanual/api/files"
)

func (p *program) tokenCommand() *cobra.Command {
	cmd := newCommand("token", cobra.ArbitraryArgs, func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return unknownCommand(cmd, args[0])
		}
		return usageErrorf("expected create, list, new, rotate or revoke")
	})
	cmd.AddCommand(
		p.tokenCreateCommand(), p.tokenNewCommand(), p.tokenRotateCommand(),
		storeCommand(p, "token list", noArguments, admin.Tokens, noInput, "the list"),
		storeCommand(p, "token revoke", arguments("ID", 1, 1), admin.RevokeToken, firstArg, "the token"),
	)
	return cmd
}

// newTokenFlags adds the flags that describe a new token.
func newTokenFlags(cmd *cobra.Command, t *admin.NewToken) {
	parsedFlag(cmd, &t.Brand, "brand", "", brandSlug, "the `SLUG` of the brand whose manuals it reads")
	parsedFlag(cmd, &t.Name, "name", "", nameOnLine, "a `NAME` for lists and logs, such as what the token is for")
	parsedFlag(
		cmd, &t.Expires, "expires", "365d", duration(1, 36500),
		"how `LONG` it is valid: a whole number with s, m, h or d",
	)
}

// checkNewToken checks that the flags of newTokenFlags are there.
func checkNewToken(t admin.NewToken) error {
	if t.Brand == "" || t.Name == "" {
		return usageErrorf("--brand and --name are needed")
	}
	return nil
}

func (p *program) tokenCreateCommand() *cobra.Command {
	var wanted admin.NewToken
	cmd := storeCommand(p, "token create", noArguments, admin.CreateToken, func([]string) (admin.NewToken, error) {
		return wanted, checkNewToken(wanted)
	}, "the token and its secret")
	newTokenFlags(cmd, &wanted)
	return cmd
}

// adviseRevoking says of an access token whose secret could not be written, and so nobody has, what to do.
func adviseRevoking(err error, made any) error {
	if err == nil {
		return nil
	}
	id := ""
	switch token := made.(type) {
	case admin.CreatedToken:
		id = token.ID
	case admin.RotatedToken:
		id = token.ID
	default:
		return err
	}
	return fmt.Errorf("%w. Nobody has the secret of %s: `designmanual token revoke %[2]s` ends it", err, id)
}

func (p *program) tokenRotateCommand() *cobra.Command {
	var wanted admin.Rotation
	cmd := storeCommand(
		p, "token rotate", arguments("ID", 1, 1), admin.RotateToken, func(args []string) (admin.Rotation, error) {
			wanted.ID = args[0]
			return wanted, nil
		}, "both tokens and the new secret")
	parsedFlag(
		cmd, &wanted.Overlap, "overlap", "24h", duration(0, 36500),
		"how `LONG` the old token stays valid: a whole number with s, m, h or d",
	)
	return cmd
}

// A declaration is an access token in a seed file.
type declaration struct {
	ID      string    `json:"id"`
	Name    string    `json:"name"`
	SHA256  string    `json:"sha256"`
	Expires time.Time `json:"expires"`
}

func (p *program) tokenNewCommand() *cobra.Command {
	var wanted admin.NewToken
	var sessionKey bool
	cmd := newCommand("token new", noArguments, func(*cobra.Command, []string) error {
		if sessionKey {
			key := make([]byte, sessionKeyBytes)
			rand.Read(key) // never fails
			_, err := fmt.Fprintln(p.stdout, base64.StdEncoding.EncodeToString(key))
			return err
		}
		if err := checkNewToken(wanted); err != nil {
			return err
		}
		token, secret := admin.MakeToken(wanted, time.Now())
		return p.print("token new", struct {
			Declaration declaration `json:"declaration"`
			Secret      string      `json:"secret"`
			Brand       string      `json:"-"`
		}{declaration{token.ID, token.Name, hex.EncodeToString(token.Sum[:]), token.Expires}, secret, wanted.Brand})
	})
	newTokenFlags(cmd, &wanted)
	cmd.Flags().BoolVar(&sessionKey, "session-key", false, "make a key for the sessions of password pages")
	p.jsonFlag(cmd, "the secret and its declaration")
	return cmd
}

// sessionKeyBytes is the minimum length of a session key.
const sessionKeyBytes = 32

// readSessionKey reads the key in a file, or returns nil for no path. The error
// does not show the content of the file, nor the path of a missing file, since
// that may be the key itself.
func readSessionKey(path string) ([]byte, error) {
	if path == "" {
		return nil, nil
	}
	text, err := files.Read(path, 1<<20)
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		err = fmt.Errorf("expected the path of a file with a key: %w", failed.Err)
	}
	if err != nil {
		return nil, fmt.Errorf("--session-key: %w", err)
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(key) < sessionKeyBytes {
		return nil, fmt.Errorf(
			"--session-key: expected %d bytes or more in base64, as `token new --session-key` makes them, found "+
				"something else in %s",
			sessionKeyBytes, path,
		)
	}
	return key, nil
}

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
