package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"designmanual/api"
)

// --log-level applies to the log and the access log.
func TestLogLevels(t *testing.T) {
	for _, row := range []struct {
		level slog.Level
		want  []string // level and message of each line
	}{
		{slog.LevelInfo, []string{"INFO one", "WARN two", "ERROR three", "INFO request", "WARN request"}},
		{slog.LevelWarn, []string{"WARN two", "ERROR three", "WARN request"}},
		{slog.LevelError, []string{"ERROR three"}},
	} {
		var out bytes.Buffer
		f := settings{logForm: "json", logLevel: row.level, accessLog: "json"}
		f.openLogs(&out)
		f.Log.Info("one")
		f.Log.Warn("two")
		f.Log.Error("three")
		f.AccessLog.Observe(api.Observation{Status: 200})
		f.AccessLog.Observe(api.Observation{Status: 500})
		var got []string
		for line := range strings.Lines(out.String()) {
			var record struct{ Level, Msg string }
			if err := json.Unmarshal([]byte(line), &record); err != nil {
				t.Errorf("%v: %s", err, line)
			}
			got = append(got, record.Level+" "+record.Msg)
		}
		if strings.Join(got, ", ") != strings.Join(row.want, ", ") {
			t.Errorf("%s: %q, want %q", row.level, got, row.want)
		}
	}
}

// With --log-format json every line is JSON, and the log has the last request when
// the server has ended.
func TestLogsJSON(t *testing.T) {
	server := newServer(t, "--db", t.TempDir()+"/x.db", "--log-format", "json", "--access-log", "json")
	address := server.until(`"msg":"serving","listen":"([^"]+)"`)[1]
	for range 3 {
		fetch(t, http.DefaultClient, "http://"+address+"/healthz")
	}
	server.end()
	messages := map[string]int{}
	for _, line := range server.read {
		var record struct{ Msg string }
		if err := json.Unmarshal([]byte(line), &record); err != nil {
			t.Errorf("%v: %s", err, line)
		}
		messages[record.Msg]++
	}
	if messages["serving"] != 1 || messages["request"] != 3 {
		t.Errorf("%v", messages)
	}
}

// The log tells the first hundred warnings of an import one by one, so that it is no flood in which the
// lines that count are lost.
func TestWarningsInLog(t *testing.T) {
	const manuals = 150 // each without an id
	var seed strings.Builder
	for i := range manuals {
		fmt.Fprintf(&seed, `,{"slug":"m%d","primary":%t,"title":"Manual","visibility":"public"}`, i, i == 0)
	}
	path := t.TempDir() + "/acme.json"
	writeFile(t, path, []byte(`{"brand":{"slug":"acme","name":"Acme"},"manuals":[`+seed.String()[1:]+`]}`))
	server := newServer(t, "--db", t.TempDir()+"/x.db", "--seed", path)
	server.address()
	server.end()
	lines := strings.Join(server.read, "\n")
	if got := strings.Count(lines, "warning about a seed file"); got != 101 || !strings.Contains(lines, "50 more: `designmanual check`") {
		t.Errorf("%d warnings in the log, want 100 and their rest:\n%s", got, lines)
	}
}
