package accesslog

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"designmanual/api"
	"designmanual/api/http1"
	"designmanual/db"
)

// noon is when the tests take place.
var noon = time.Date(2026, 5, 4, 12, 0, 0, 120_300_000, time.FixedZone("", 2*60*60))

// observed is a request like most.
func observed() api.Observation {
	return api.Observation{
		Endpoint: api.EndpointManual, Method: "GET", Host: "manuals.example.com", Path: "/api/v1/manuals/acme.json",
		Agent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", Client: netip.MustParseAddr("2001:db8::7"),
		Token: "tok_0123456789ab", Status: 200, Bytes: 6132, Began: noon, Took: 31400 * time.Nanosecond,
	}
}

// written returns what a log writes of a request.
func written(t testing.TB, json bool, o api.Observation) string {
	t.Helper()
	var out bytes.Buffer
	l := New(&out, json, slog.LevelInfo)
	l.Observe(&o)
	if err := l.Flush(); err != nil {
		t.Error(err)
	}
	return out.String()
}

// ofSlog returns what the handlers of slog write of the same record.
func ofSlog(t testing.TB, json bool, o api.Observation) string {
	t.Helper()
	level := slog.LevelInfo
	if o.Status >= 500 {
		level = slog.LevelWarn
	}
	record := slog.NewRecord(o.Began.Add(o.Took), level, "request", 0)
	record.AddAttrs(slog.String("request-id", o.ID))
	if o.Client.IsValid() {
		record.AddAttrs(slog.String("client", o.Client.String()))
	}
	record.AddAttrs(
		slog.String("method", wantClean(o.Method, 32)), slog.String("host", wantClean(o.Host, 255)), slog.String("path", wantClean(o.Path, 1024)),
		slog.Int("status", o.Status), slog.Int("bytes", o.Bytes), slog.Int64("microseconds", int64(o.Took/time.Microsecond)),
		slog.String("endpoint", o.Endpoint.String()),
	)
	if o.Token != "" {
		record.AddAttrs(slog.String("token", o.Token))
	}
	if o.Agent != "" {
		record.AddAttrs(slog.String("agent", wantClean(o.Agent, 256)))
	}
	var out bytes.Buffer
	var handler slog.Handler = slog.NewTextHandler(&out, nil)
	if json {
		handler = slog.NewJSONHandler(&out, nil)
	}
	if err := handler.Handle(context.Background(), record); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

var wantEncoded = regexp.MustCompile(`%[0-9A-Fa-f]{2}`)

var ours = regexp.MustCompile(`dmt_[0-9A-Za-z_]*`)

// wantClean returns a value as it may stand in a log.
func wantClean(value string, most int) string {
	plain := wantEncoded.ReplaceAllStringFunc(value, func(one string) string {
		c, _ := strconv.ParseUint(one[1:], 16, 8)
		return string([]byte{byte(c)})
	})
	if strings.Contains(plain, "dmt_") {
		value = plain
	}
	value = ours.ReplaceAllString(value, "dmt_...")
	var end string
	if len(value) > most {
		value, end = value[:most], "..."
	}
	var text string
	for _, c := range []byte(value) {
		if c >= 0x20 && c <= 0x7e {
			text += string(c)
		} else {
			text += fmt.Sprintf("%%%02X", c)
		}
	}
	return text + end
}

// hostile are values that would be something else in a log, if they could.
var hostile = []string{
	"", " ", "=", `"`, `\`, `\"`, "a b", "a=b", `a"b`, `a\b`, `a\n b`,
	"x\nlevel=ERROR msg=forged", "x\r\nmsg=forged", "\x1b[2J\x1b]0;owned\x07", "a\tb", "\x00", "\x7f",
	"bl\u00e5", "\u2028", "\u202egpj", "\u0085", "\u009b31m", "\xff\xfe", "\xc3", "\ufeff", "\U0001f600",
	"dmt_", "dmt_" + strings.Repeat("a", 49), strings.Repeat("dmt_"+strings.Repeat("a", 49), 2), "xdmt_Zz09-dmt_q dmt_", "/dmt_0" + strings.Repeat("x", 2000),
	strings.Repeat("x", 31), strings.Repeat("x", 32), strings.Repeat("x", 33), strings.Repeat("\xff", 300), strings.Repeat(`"`, 3000),
	"/dmt%5F" + strings.Repeat("a", 49), "/%64mt_%61bc%", "?a=%zz&b=d%6Dt_%4a%4", "100%25dmt%255Fx", "%64%6d%74",
	`{"level":"ERROR"}`, "%0a", "%", "...", "<script>&",
}

// Every line is what slog would have written of it, byte for byte.
func TestAsSlogWrites(t *testing.T) {
	usual := observed()
	rows := []api.Observation{usual, {Began: noon}, {Began: noon.UTC(), Status: 500}, {Began: noon, Status: 599, Took: time.Hour, Bytes: 1 << 40}}
	for _, client := range []string{"192.0.2.1", "::", "2001:db8::1"} {
		row := usual
		row.Client, row.Token, row.Agent = netip.MustParseAddr(client), "", ""
		rows = append(rows, row)
	}
	for e := range api.Endpoints {
		rows = append(rows, api.Observation{Endpoint: api.Endpoint(e), Began: noon.Add(time.Duration(e) * 98765432 * time.Nanosecond)})
	}
	for _, value := range hostile {
		row := usual
		row.Method, row.Host, row.Path, row.Agent = value, value, value, value
		rows = append(rows, row)
	}
	for _, row := range rows {
		for _, json := range []bool{false, true} {
			if got, want := written(t, json, row), ofSlog(t, json, row); got != want {
				t.Errorf("%q, want as of slog\n%q", got, want)
			}
		}
	}
}

// Whatever is sent, a line is one line of printable ASCII, its fields are
// those that it should have, and it holds no access token.
func FuzzLine(f *testing.F) {
	for _, value := range hostile {
		f.Add(value, value, value)
	}
	f.Fuzz(func(t *testing.T, host, path, agent string) {
		o := observed()
		o.Host, o.Path, o.Agent = host, path, agent
		for _, form := range []bool{false, true} {
			got := written(t, form, o)
			if want := ofSlog(t, form, o); got != want {
				t.Fatalf("%q, want as of slog\n%q", got, want)
			}
			for i, c := range []byte(got) {
				if c < 0x20 && (c != '\n' || i != len(got)-1) || c > 0x7e {
					t.Fatalf("byte %#x at %d of %q", c, i, got)
				}
			}
			if regexp.MustCompile(`dmt_[0-9A-Za-z]`).MatchString(got) {
				t.Fatalf("an access token in %q", got)
			}
			if !form {
				continue
			}
			var fields map[string]any
			if err := json.Unmarshal([]byte(got), &fields); err != nil || fields["path"] != wantClean(path, mostPath) || fields["level"] != "INFO" || fields["msg"] != "request" {
				t.Fatalf("%v: %q", err, got)
			}
		}
	})
}

// What is below the least level is not written.
func TestLevels(t *testing.T) {
	var out bytes.Buffer
	l := New(&out, false, slog.LevelWarn)
	for _, status := range []int{200, 499, 500, 503} {
		l.Observe(&api.Observation{Status: status, Began: noon})
	}
	if err := l.Flush(); err != nil {
		t.Error(err)
	}
	if got := out.String(); strings.Count(got, "\n") != 2 || strings.Count(got, " level=WARN ") != 2 {
		t.Errorf("%q", got)
	}
}

// A real server's requests are there, one line each, with the names that
// clients gave them and nothing of what is secret.
func TestOfServer(t *testing.T) {
	store, err := db.Open(filepath.Join(t.TempDir(), "designmanual.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	var out bytes.Buffer
	l := New(&out, false, slog.LevelInfo)
	handler := api.New(store, api.Options{Observe: l.Observe})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := http1.NewServer(handler, slog.New(slog.DiscardHandler))
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	ask(t, listener.Addr().String(), "GET /api/v1/manuals/x.json?access_token=hidden&sig=hidden HTTP/1.1\r\nHost: a\r\n"+
		"Authorization: Bearer hidden\r\nCookie: session=hidden\r\nX-Request-Id: a=b\r\nUser-Agent: \"x\" \x9b31m\r\n\r\n"+
		"GET http://user:hidden@site/healthz HTTP/1.1\r\nHost: b\r\nConnection: close\r\n\r\n")
	if err := server.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	<-served
	if err := l.Flush(); err != nil {
		t.Error(err)
	}
	lines := strings.Split(out.String(), "\n")
	for i, pattern := range []string{
		`^time=\S+ level=WARN msg=request request-id="a=b" client=127.0.0.1 method=GET host=a path=/api/v1/manuals/x.json status=503 bytes=\d+ microseconds=\d+ endpoint=manual agent="\\"x\\" %9B31m"$`,
		`^time=\S+ level=INFO msg=request request-id=[0-9a-f]{8}-\d+ client=127.0.0.1 method=GET host=site path=/healthz status=200 bytes=15 microseconds=\d+ endpoint=health$`,
		`^$`,
	} {
		if i >= len(lines) || !regexp.MustCompile(pattern).MatchString(lines[i]) {
			t.Errorf("line %d is not %s:\n%s", i+1, pattern, out.String())
		}
	}
	if strings.Contains(out.String(), "hidden") {
		t.Errorf("a secret: %s", out.String())
	}
}

// ask sends bytes and reads answers to the end of the connection.
func ask(t *testing.T, address, requests string) {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := io.WriteString(c, requests); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(c); err != nil {
		t.Fatal(err)
	}
}
