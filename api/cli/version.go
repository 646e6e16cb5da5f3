package cli

import (
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"designmanual/db"
)

// A version is the output of the version command.
type version struct {
	Version string `json:"version"`
	Commit  string `json:"commit"`
	Go      string `json:"go"`
	Schema  int    `json:"schema"` // of the database
}

// programVersion reads the build information of the binary.
func programVersion() version {
	v := version{Version: "(devel)", Commit: "unknown", Go: runtime.Version(), Schema: db.Schema}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	if info.Main.Version != "" {
		v.Version = info.Main.Version
	}
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			v.Commit = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			v.Commit += " with changes"
		}
	}
	return v
}

func (p *program) versionCommand() *cobra.Command {
	cmd := newCommand("version", noArguments, func(cmd *cobra.Command, _ []string) error {
		return p.print("version", programVersion())
	})
	p.jsonFlag(cmd, "the version")
	return cmd
}
