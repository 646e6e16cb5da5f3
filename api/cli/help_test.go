package cli

import (
	"io"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"designmanual/api/certs"
)

// The help of every command has a summary and an example, and its lines fit a
// terminal.
func TestHelp(t *testing.T) {
	var look func(cmd *cobra.Command)
	look = func(cmd *cobra.Command) {
		if cmd.Name() == "completion" { // cobra's
			return
		}
		if cmd.Example == "" {
			t.Errorf("%s has no example", cmd.CommandPath())
		}
		if strings.HasSuffix(cmd.Short, ".") || cmd.Short == "" {
			t.Errorf("%s: %q", cmd.CommandPath(), cmd.Short)
		}
		var help strings.Builder
		cmd.SetOut(&help)
		if err := cmd.Help(); err != nil {
			t.Error(err)
		}
		for line := range strings.Lines(help.String()) {
			if len([]rune(line)) > 81 && !strings.Contains(line, certs.LetsEncrypt) {
				t.Errorf("%s: a line of %d: %s", cmd.CommandPath(), len(line), line)
			}
		}
		for _, c := range cmd.Commands() {
			look(c)
		}
	}
	root := newRoot(&program{stdout: io.Discard, stderr: io.Discard})
	for _, c := range root.Commands() {
		look(c)
	}
}

func TestDidYouMean(t *testing.T) {
	names := []string{"list", "token", "export", "import", "init"}
	for wrong, want := range map[string]string{
		"imprt": "import", "imp": "import", "exprot": "export", "tokens": "token", "lst": "list", "inti": "init", "x": "", "": "", "publish": "",
	} {
		got := didYouMean(wrong, names, "")
		if (want == "") != (got == "") || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", wrong, got, want)
		}
	}
}
