package cli

import (
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"designmanual/api/admin"
	"designmanual/db"
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
		callCommand(p, "token list", noArguments, admin.Tokens, noArgument, "the list"),
		callCommand(p, "token revoke", arguments("ID", 1, 1), admin.RevokeToken, firstArgument, "the token"),
	)
	return cmd
}

// newTokenFlags are the flags that say what token to make.
type newTokenFlags struct {
	admin.NewToken
	expires string
}

func (f *newTokenFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.Brand, "brand", "", "the `SLUG` of the brand whose manuals it reads")
	cmd.Flags().StringVar(&f.Name, "name", "", "a `NAME` for lists and logs, such as what the token is for")
	cmd.Flags().StringVar(&f.expires, "expires", "365d", "how `LONG` it is valid: a whole number with s, m, h or d")
}

// read checks the flags.
func (f *newTokenFlags) read() (err error) {
	switch {
	case f.Brand == "" || strings.TrimSpace(f.Name) == "":
		return usageErrorf("expected --brand and --name")
	case strings.ContainsFunc(f.Name, unicode.IsControl):
		return usageErrorf("--name: expected one line of text, found %q", f.Name)
	case db.HideSecrets(f.Name) != f.Name:
		return usageErrorf("--name: expected what the token is for, found the secret of one")
	}
	f.Expires, err = readSpan("expires", f.expires, 1)
	return err
}

func (p *program) tokenCreateCommand() *cobra.Command {
	var wanted newTokenFlags
	cmd := callCommand(p, "token create", noArguments, admin.CreateToken, func([]string) (admin.NewToken, error) {
		err := wanted.read()
		return wanted.NewToken, err
	}, "the token and its secret")
	wanted.add(cmd)
	return cmd
}

func (p *program) tokenRotateCommand() *cobra.Command {
	var overlap, expires string
	cmd := callCommand(p, "token rotate", arguments("ID", 1, 1), admin.RotateToken, func(args []string) (wanted admin.Rotation, err error) {
		wanted.ID = args[0]
		if wanted.Overlap, err = readSpan("overlap", overlap, 0); err == nil && expires != "" {
			wanted.Expires, err = readSpan("expires", expires, 1)
		}
		return wanted, err
	}, "both tokens and the new secret")
	cmd.Flags().StringVar(&overlap, "overlap", "24h", "how `LONG` the old token stays valid: a whole number with s, m, h or d")
	cmd.Flags().StringVar(&expires, "expires", "", "how `LONG` the new token is valid (default: as long as the old one was)")
	return cmd
}

var span = regexp.MustCompile(`^([0-9]{1,9})([smhd])$`)

// readSpan reads the span of time that a flag has: a whole number, at least that,
// with s, m, h or d, at most a hundred years.
func readSpan(flag, s string, least int) (time.Duration, error) {
	units := map[string]time.Duration{"s": time.Second, "m": time.Minute, "h": time.Hour, "d": 24 * time.Hour}
	const most = 100 * 365 * 24 * time.Hour
	parts := span.FindStringSubmatch(s)
	if parts == nil {
		return 0, usageErrorf("--%s: expected a whole number with s, m, h or d (365d), found %q", flag, s)
	}
	n, err := strconv.Atoi(parts[1])
	unit := units[parts[2]]
	if err != nil || n < least || time.Duration(n) > most/unit {
		return 0, usageErrorf("--%s: expected more than nothing and at most 36500d, found %q", flag, s)
	}
	return time.Duration(n) * unit, nil
}

// A declaration is an access token as a seed file declares it.
type declaration struct {
	ID      string    `json:"id"`
	Name    string    `json:"name"`
	SHA256  string    `json:"sha256"`
	Expires time.Time `json:"expires"`
}

func (p *program) tokenNewCommand() *cobra.Command {
	var wanted newTokenFlags
	var sessionKey bool
	cmd := newCommand("token new", noArguments, func(cmd *cobra.Command, _ []string) error {
		if sessionKey {
			key := make([]byte, sessionKeyBytes)
			rand.Read(key) // never fails
			return p.print("token new --session-key", struct {
				Key string `json:"key"`
			}{base64.StdEncoding.EncodeToString(key)})
		}
		if err := cmp.Or(wanted.read(), checkBrand(wanted.Brand)); err != nil {
			return err
		}
		return p.printNewToken(wanted.NewToken)
	})
	wanted.add(cmd)
	cmd.Flags().BoolVar(&sessionKey, "session-key", false, "make a key for the sessions of password pages")
	p.jsonFlag(cmd, "the secret and its declaration, or the key,")
	return cmd
}

func (p *program) printNewToken(wanted admin.NewToken) error {
	secret, err := db.NewSecret(rand.Reader)
	if err != nil {
		return err
	}
	sum := sha256.Sum256([]byte(secret))
	declared := declaration{
		ID: admin.NewTokenID(), Name: wanted.Name, SHA256: hex.EncodeToString(sum[:]),
		Expires: time.Now().UTC().Truncate(time.Second).Add(wanted.Expires),
	}
	return p.print("token new", struct {
		Declaration declaration `json:"declaration"`
		Secret      string      `json:"secret"`
		Brand       string      `json:"-"`
	}{declared, secret, wanted.Brand})
}

// sessionKeyBytes is how long a key for sessions is at least.
const sessionKeyBytes = 32

// readSessionKey reads the key in a file; nil where no file is named. The
// error shows neither what is in the file nor a name that there is no file of,
// which may be the key itself.
func readSessionKey(path string) ([]byte, error) {
	if path == "" {
		return nil, nil
	}
	err := regularFile(path)
	var text []byte
	if err == nil {
		text, err = os.ReadFile(path)
	}
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		err = fmt.Errorf("expected the path of a file with a key: %w", failed.Err)
	}
	if err != nil {
		return nil, fmt.Errorf("--session-key: %w", err)
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(key) < sessionKeyBytes {
		return nil, fmt.Errorf("--session-key: expected %d bytes or more in base64, as `token new --session-key` makes them, found something else in %s", sessionKeyBytes, path)
	}
	return key, nil
}
