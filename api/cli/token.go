package cli

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/spf13/cobra"

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
	read := func([]string) (admin.NewToken, error) { return wanted, checkNewToken(wanted) }
	show := func(made admin.CreatedToken) error { return p.showSecret("token create", made, made.ID) }
	cmd := shownCommand(p, "token create", noArguments, admin.CreateToken, read, show, "the token and its secret")
	newTokenFlags(cmd, &wanted)
	return cmd
}

// showSecret prints the result of a call that has made an access token. If that fails, nobody has the secret, and the
// error says what to do.
func (p *program) showSecret(name string, result any, id string) error {
	err := p.print(name, result)
	if err != nil {
		return fmt.Errorf("%w. Nobody has the secret of %s: `designmanual token revoke %[2]s` ends it", err, id)
	}
	return nil
}

func (p *program) tokenRotateCommand() *cobra.Command {
	var wanted admin.Rotation
	read := func(args []string) (admin.Rotation, error) {
		wanted.ID = args[0]
		return wanted, nil
	}
	show := func(made admin.RotatedToken) error { return p.showSecret("token rotate", made, made.ID) }
	cmd := shownCommand(
		p, "token rotate", arguments("ID", 1, 1), admin.RotateToken, read, show, "both tokens and the new secret",
	)
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
