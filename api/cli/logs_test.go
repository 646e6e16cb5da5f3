package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"designmanual/api"
)

// The level holds for both logs.
func TestLogLevels(t *testing.T) {
	for _, row := range []struct {
		level string
		want  []string // of the lines below
	}{
		{"info", []string{"INFO one", "WARN two", "ERROR three", "INFO request", "WARN request"}},
		{"warn", []string{"WARN two", "ERROR three", "WARN request"}},
		{"error", []string{"ERROR three"}},
	} {
		var out bytes.Buffer
		f := logFlags{form: jsonForm, level: row.level, access: jsonForm}
		log, err := f.open(&out)
		if err != nil {
			t.Fatal(err)
		}
		log.Info("one")
		log.Warn("two")
		log.Error("three")
		log.access.Observe(&api.Observation{Status: 200})
		log.access.Observe(&api.Observation{Status: 500})
		log.close()
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

// That requests could not be logged is told at the end.
func TestAccessLogFails(t *testing.T) {
	out := tornOutput{fails: 0}
	f := logFlags{form: textForm, level: "info", access: textForm}
	log, err := f.open(&out)
	if err != nil {
		t.Fatal(err)
	}
	log.access.Observe(&api.Observation{Status: 200})
	log.close()
	if !strings.Contains(out.String(), `level=ERROR msg="requests are missing in the access log" error="no space left on device"`) {
		t.Errorf("%s", out.String())
	}
}

// Every line of a server that logs JSON is JSON, and the last request is in
// the log when it has ended.
func TestLogsJSON(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	reader, writer := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		ended <- Run(ctx, []string{"serve", "--listen", "127.0.0.1:0", "--db", t.TempDir() + "/x.db", "--log-format", "json", "--access-log", "json"}, io.Discard, writer)
		writer.Close()
	}()
	said := map[string]int{}
	for lines := bufio.NewScanner(reader); lines.Scan(); {
		var record struct{ Msg, Listen string }
		if err := json.Unmarshal(lines.Bytes(), &record); err != nil {
			t.Errorf("%v: %s", err, lines.Text())
		}
		said[record.Msg]++
		if record.Msg != "serving" {
			continue
		}
		for range 3 {
			response, err := http.Get("http://" + record.Listen + "/healthz")
			if err != nil {
				t.Fatal(err)
			}
			response.Body.Close()
		}
		stop()
	}
	if code := <-ended; code != exitDone || said["serving"] != 1 || said["request"] != 3 {
		t.Errorf("%d, %v", code, said)
	}
	stop()
}
