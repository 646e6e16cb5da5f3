package manual

import "regexp"

// SecretPrefix begins the secret of every access token.
const SecretPrefix = "dmt_"

// secretPattern matches secrets of access tokens and bcrypt hashes, also
// incomplete ones.
var secretPattern = regexp.MustCompile(`(` + SecretPrefix + `)[0-9A-Za-z]+|(\$2[aby]\$)[$./0-9A-Za-z]+`)

// HideSecrets removes the secrets of access tokens and the hashes of passwords
// from text, for messages and logs.
func HideSecrets(text string) string { return secretPattern.ReplaceAllString(text, "$1$2…") }
