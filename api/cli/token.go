package cli

import (
	"cmp"
	"crypto/rand"
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

	"github.com/spf13/cobra"

	"designmanual/api/admin"
	"designmanual/db/manual"
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

// newTokenFlags are the flags that describe a new token.
type newTokenFlags struct{ admin.NewToken }

func (f *newTokenFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.Brand, "brand", "", "the `SLUG` of the brand whose manuals it reads")
	cmd.Flags().StringVar(&f.Name, "name", "", "a `NAME` for lists and logs, such as what the token is for")
	parsedFlag(cmd, &f.Expires, "expires", "365d", duration(1, 36500), "how `LONG` it is valid: a whole number with s, m, h or d")
}

// check checks the flags.
func (f *newTokenFlags) check() error {
	switch {
	case f.Brand == "" || strings.TrimSpace(f.Name) == "":
		return usageErrorf("expected --brand and --name")
	case !oneLine(f.Name):
		return usageErrorf("--name: expected one line of text, found %q", f.Name)
	case manual.HideSecrets(f.Name) != f.Name:
		return usageErrorf("--name: expected what the token is for, found the secret of one")
	}
	return nil
}

func (p *program) tokenCreateCommand() *cobra.Command {
	var wanted newTokenFlags
	cmd := storeCommand(p, "token create", noArguments, admin.CreateToken, func([]string) (admin.NewToken, error) {
		return wanted.NewToken, wanted.check()
	}, "the token and its secret")
	wanted.add(cmd)
	return cmd
}

func (p *program) tokenRotateCommand() *cobra.Command {
	var wanted admin.Rotation
	cmd := storeCommand(p, "token rotate", arguments("ID", 1, 1), admin.RotateToken, func(args []string) (admin.Rotation, error) {
		wanted.ID = args[0]
		return wanted, nil
	}, "both tokens and the new secret")
	parsedFlag(cmd, &wanted.Overlap, "overlap", "24h", duration(0, 36500), "how `LONG` the old token stays valid: a whole number with s, m, h or d")
	parsedFlag(cmd, &wanted.Expires, "expires", "", duration(1, 36500), "how `LONG` the new token is valid (default: as long as the old one was)")
	return cmd
}

var durationPattern = regexp.MustCompile(`^([0-9]{1,9})([smhd])$`)

// duration returns a function that parses a whole number, at least atLeast, with s, m, h
// or d, of at most so many days.
func duration(atLeast, days int) func(string) (time.Duration, error) {
	units := map[string]time.Duration{"s": time.Second, "m": time.Minute, "h": time.Hour, "d": 24 * time.Hour}
	return func(s string) (time.Duration, error) {
		parts := durationPattern.FindStringSubmatch(s)
		if parts == nil {
			return 0, expectedError("a whole number with s, m, h or d (365d)")
		}
		n, err := strconv.Atoi(parts[1])
		unit := units[parts[2]]
		if err != nil || n < atLeast || time.Duration(n) > time.Duration(days)*units["d"]/unit {
			return 0, expectedError(fmt.Sprintf("more than nothing and at most %dd", days))
		}
		return time.Duration(n) * unit, nil
	}
}

// A declaration is an access token in a seed file.
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
		if err := cmp.Or(wanted.check(), checkBrand(wanted.Brand)); err != nil {
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
	token, secret := admin.MakeToken(wanted, time.Now())
	declared := declaration{ID: token.ID, Name: token.Name, SHA256: hex.EncodeToString(token.Sum[:]), Expires: token.Expires}
	return p.print("token new", struct {
		Declaration declaration `json:"declaration"`
		Secret      string      `json:"secret"`
		Brand       string      `json:"-"`
	}{declared, secret, wanted.Brand})
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
	err := checkRegularFile(path)
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
