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
	cmd.AddCommand(p.tokenCreateCommand(), p.tokenListCommand(), p.tokenNewCommand(), p.tokenRotateCommand(), p.tokenRevokeCommand())
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
	f.Expires, err = readSpan("expires", f.expires)
	return err
}

func (p *program) tokenCreateCommand() *cobra.Command {
	var wanted newTokenFlags
	cmd := newCommand("token create", noArguments, func(cmd *cobra.Command, _ []string) error {
		if err := wanted.read(); err != nil {
			return err
		}
		return ask(p, cmd, admin.CreateToken, wanted.NewToken, func(made admin.CreatedToken) error {
			fmt.Fprintf(p.stderr, "access token %s of brand %s, valid until %s. Its secret is shown only this once:\n",
				made.ID, made.Brand, shortTime(made.Expires))
			_, err := fmt.Fprintln(p.stdout, made.Secret)
			return err
		})
	})
	wanted.add(cmd)
	p.storeFlags(cmd, "the token and its secret")
	return cmd
}

func (p *program) tokenListCommand() *cobra.Command {
	cmd := newCommand("token list", noArguments, func(cmd *cobra.Command, _ []string) error {
		return ask(p, cmd, admin.Tokens, admin.None{}, p.printTokens)
	})
	p.storeFlags(cmd, "the list")
	return cmd
}

func (p *program) printTokens(tokens []admin.TokenInfo) error {
	rows := [][]string{{"ID", "BRAND", "NAME", "CREATED", "EXPIRES", "REVOKED", "LAST USED"}}
	for _, t := range tokens {
		created := shortTime(t.Created)
		if t.Declared != "" {
			created = "declared: " + t.Declared
		}
		rows = append(rows, []string{t.ID, t.Brand, t.Name, created, shortTime(t.Expires), shortTime(t.Revoked), shortTime(t.LastUsed)})
	}
	return printTable(p.stdout, "", rows)
}

func (p *program) tokenRotateCommand() *cobra.Command {
	var overlap, expires string
	cmd := newCommand("token rotate", arguments("ID", 1, 1), func(cmd *cobra.Command, args []string) error {
		wanted, err := readRotation(args[0], overlap, expires)
		if err != nil {
			return err
		}
		return ask(p, cmd, admin.RotateToken, wanted, func(made admin.RotatedToken) error {
			fmt.Fprintf(p.stderr, "access token %s of brand %s, valid until %s, in place of %s, valid until %s. Its secret is shown only this once:\n",
				made.ID, made.Brand, shortTime(made.Expires), made.Replaced.ID, shortTime(made.Replaced.Expires))
			_, err := fmt.Fprintln(p.stdout, made.Secret)
			return err
		})
	})
	cmd.Flags().StringVar(&overlap, "overlap", "24h", "how `LONG` the old token stays valid: a whole number with s, m, h or d")
	cmd.Flags().StringVar(&expires, "expires", "", "how `LONG` the new token is valid (default: as long as the old one was)")
	p.storeFlags(cmd, "both tokens and the new secret")
	return cmd
}

// readRotation reads the flags. An overlap may be nothing, as for a secret
// that has become known.
func readRotation(id, overlap, expires string) (wanted admin.Rotation, err error) {
	wanted.ID = id
	if parts := span.FindStringSubmatch(overlap); parts == nil || parts[1] != "0" {
		wanted.Overlap, err = readSpan("overlap", overlap)
	}
	if err == nil && expires != "" {
		wanted.Expires, err = readSpan("expires", expires)
	}
	return wanted, err
}

func (p *program) tokenRevokeCommand() *cobra.Command {
	cmd := newCommand("token revoke", arguments("ID", 1, 1), func(cmd *cobra.Command, args []string) error {
		return ask(p, cmd, admin.RevokeToken, args[0], func(t admin.TokenInfo) error {
			_, err := fmt.Fprintf(p.stdout, "revoked %s (%s, brand %s) as of %s\n", t.ID, t.Name, t.Brand, shortTime(t.Revoked))
			return err
		})
	})
	p.storeFlags(cmd, "the token")
	return cmd
}

var span = regexp.MustCompile(`^([0-9]{1,9})([smhd])$`)

// readSpan reads the span of time that a flag has: a whole number above zero
// with s, m, h or d, at most a hundred years.
func readSpan(flag, s string) (time.Duration, error) {
	units := map[string]time.Duration{"s": time.Second, "m": time.Minute, "h": time.Hour, "d": 24 * time.Hour}
	const most = 100 * 365 * 24 * time.Hour
	parts := span.FindStringSubmatch(s)
	if parts == nil {
		return 0, usageErrorf("--%s: expected a whole number with s, m, h or d (365d), found %q", flag, s)
	}
	n, err := strconv.Atoi(parts[1])
	unit := units[parts[2]]
	if err != nil || n == 0 || time.Duration(n) > most/unit {
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
	cmd := newCommand("token new", noSecretArguments, func(cmd *cobra.Command, _ []string) error {
		if sessionKey {
			key := make([]byte, sessionKeyBytes)
			rand.Read(key) // never fails
			text := base64.StdEncoding.EncodeToString(key)
			return p.print(map[string]string{"key": text}, text+"\n")
		}
		if err := cmp.Or(wanted.read(), checkBrand(wanted.Brand)); err != nil {
			return err
		}
		return p.printNewToken(wanted.NewToken)
	})
	wanted.add(cmd)
	cmd.Flags().BoolVar(&sessionKey, "session-key", false, "make a key for the sessions of password pages")
	onlyOnCommandLine(cmd, "session-key") // the variable is a file for `serve`
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
	if p.json {
		return printJSON(p.stdout, struct {
			Declaration declaration `json:"declaration"`
			Secret      string      `json:"secret"`
		}{declared, secret})
	}
	fmt.Fprintf(p.stderr, "Add this to \"access\" in the \"brand\" of the seed file of %s. The secret is shown only this once:\n", wanted.Brand)
	if err := printJSON(p.stderr, declared); err != nil {
		return err
	}
	_, err = fmt.Fprintln(p.stdout, secret)
	return err
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
	var missing *fs.PathError
	switch err := regularFile(path); {
	case errors.As(err, &missing):
		return nil, fmt.Errorf("--session-key: expected the path of a file with a key: %w", missing.Err)
	case err != nil:
		return nil, fmt.Errorf("--session-key: %w", err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("--session-key: %w", err)
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimSpace(string(text)))
	if err == nil && len(key) < sessionKeyBytes {
		err = errors.New("too short")
	}
	if err != nil {
		return nil, fmt.Errorf("--session-key: expected %d bytes or more in base64, as `token new --session-key` makes them, found something else in %s", sessionKeyBytes, path)
	}
	return key, nil
}
