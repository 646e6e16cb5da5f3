package cli

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
)

// A tornOutput fails one write, as a full disk does until somebody makes
// room, and takes all others.
type tornOutput struct {
	fails int // the write that does, from 0
	bytes.Buffer
}

func (o *tornOutput) Write(p []byte) (int, error) {
	o.fails--
	if o.fails == -1 {
		return 0, errors.New("no space left on device")
	}
	return o.Buffer.Write(p)
}

// A report of which a line is lost is no success.
func TestReportIsWhole(t *testing.T) {
	folder := t.TempDir()
	seeds := filepath.Join(folder, "acme.json")
	writeFile(t, seeds, []byte(damageSeed))
	for fails := range 2 {
		out := tornOutput{fails: fails}
		var said bytes.Buffer
		status := Run(context.Background(), []string{"check", seeds}, &out, &said)
		if whole := strings.Contains(out.String(), "acme.guide") && strings.Contains(out.String(), "2 manuals"); (status == exitDone) != whole {
			t.Errorf("write %d fails: exit status %d with the report %q\n%s", fails, status, &out.Buffer, &said)
		}
	}
}
