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
	"strings"
	"time"

	"github.com/spf13/cobra"

	"designmanual/api/admin"
	"designmanual/db"
)

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
