package cli

import (
	"strings"
	"testing"
)

// From a pipe the first line is read, without its line ending.
func TestReadPassword(t *testing.T) {
	for text, want := range map[string]string{
		"correct horse\nbattery staple\n": "correct horse",
		"without an end":                  "without an end",
		"of Windows\r\n":                  "of Windows",
		" blanks are part of it \n":       " blanks are part of it ",
		"":                                "",
	} {
		got, err := new(program).readPassword(strings.NewReader(text))
		if got != want || err != nil {
			t.Errorf("%q: %q, %v, want %q", text, got, err, want)
		}
	}
}

func TestCheckPassword(t *testing.T) {
	for password, says := range map[string]string{
		"":                            "found nothing",
		"x":                           "",
		strings.Repeat("é", 36):       "",
		strings.Repeat("é", 36) + "x": "at most 72 bytes (bcrypt reads no further), found 73",
		strings.Repeat("x", 9999):     "found 9999",
		"caf\xe9":                     "in UTF-8",
		"nul\x00":                     "without NUL",
	} {
		err := checkPassword(password)
		if (err == nil) != (says == "") || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("%.40q: %v, want %q", password, err, says)
		}
	}
}
