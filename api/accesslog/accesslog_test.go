package accesslog

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http/httptest"
	"net/netip"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"designmanual/api"
	"designmanual/db"
)

// noon is the time of the requests.
var noon = time.Date(2026, 5, 4, 12, 0, 0, 120_300_000, time.FixedZone("", 2*60*60))

// observed returns a common request.
func observed() api.Observation {
	return api.Observation{
		ID: "a-b", Endpoint: api.EndpointManual, Method: "GET", Host: "manuals.example.com", Path: "/api/v1/manuals/acme.json",
		Agent: "Mozilla/5.0 (X11; rv:140.0)", Client: netip.MustParseAddr("2001:db8::7"),
		AccessToken: "tok_0123456789ab", Status: 200, Bytes: 6132, Began: noon, Took: 31400 * time.Nanosecond,
	}
}

// written returns the line of a request.
func written(json bool, o api.Observation) string {
	var out bytes.Buffer
	New(&out, json, slog.LevelInfo).Observe(o)
	return out.String()
}

// Text and JSON have all fields that are not empty, in the same order.
func TestFormats(t *testing.T) {
	for _, row := range []struct {
		o          api.Observation
		text, json string
	}{
		{
			observed(),
			`time=2026-05-04T12:00:00.120+02:00 level=INFO msg=request request-id=a-b client=2001:db8::7 method=GET host=manuals.example.com path=/api/v1/manuals/acme.json status=200 bytes=6132 microseconds=31 endpoint=manual token=tok_0123456789ab agent="Mozilla/5.0 (X11; rv:140.0)"`,
			`{"time":"2026-05-04T12:00:00.1203314+02:00","level":"INFO","msg":"request","request-id":"a-b","client":"2001:db8::7","method":"GET","host":"manuals.example.com","path":"/api/v1/manuals/acme.json","status":200,"bytes":6132,"microseconds":31,"endpoint":"manual","token":"tok_0123456789ab","agent":"Mozilla/5.0 (X11; rv:140.0)"}`,
		},
		{
			api.Observation{ID: "0", Began: noon.UTC(), Status: 500, Method: "GET", Path: "/"},
			`time=2026-05-04T10:00:00.120Z level=WARN msg=request request-id=0 method=GET host="" path=/ status=500 bytes=0 microseconds=0 endpoint=unknown`,
			`{"time":"2026-05-04T10:00:00.1203Z","level":"WARN","msg":"request","request-id":"0","method":"GET","host":"","path":"/","status":500,"bytes":0,"microseconds":0,"endpoint":"unknown"}`,
		},
	} {
		if got := written(false, row.o); got != row.text+"\n" {
			t.Errorf("%s, want\n%s", got, row.text)
		}
		if got := written(true, row.o); got != row.json+"\n" {
			t.Errorf("%s, want\n%s", got, row.json)
		}
	}
}

// pathOf parses a JSON line and returns its path.
func pathOf(t testing.TB, line string) string {
	t.Helper()
	var fields struct{ Level, Msg, Path string }
	if err := json.Unmarshal([]byte(line), &fields); err != nil || fields.Level != "INFO" || fields.Msg != "request" {
		t.Errorf("%v: %q", err, line)
	}
	return fields.Path
}

// Access tokens are replaced, encoded ones too, unprintable bytes are encoded, and
// long values are cut.
func TestClean(t *testing.T) {
	secret := "dmt_" + strings.Repeat("a", 49)
	for sent, want := range map[string]string{
		"/a?b=c&%zz%": "/a?b=c&%zz%", "a\r\n\x1b\x7f": "a%0D%0A%1B%7F", "bl\u00e5\u202e\xff": "bl%C3%A5%E2%80%AE%FF", "/%0a": "/%0a",
		"/" + secret + "/" + secret: "/dmt_.../dmt_...", "/%64mt%5Fabc%21": "/dmt_...!", "xdmt_Zz09-dmt_q dmt_": "xdmt_...-dmt_... dmt_...",
		strings.Repeat("x", maxPath): strings.Repeat("x", maxPath), strings.Repeat("x", maxPath+1): strings.Repeat("x", maxPath) + "...",
		strings.Repeat("\xff", maxPath+1): strings.Repeat("%FF", maxPath) + "...",
	} {
		if got := pathOf(t, written(true, api.Observation{Path: sent})); got != want {
			t.Errorf("%q is %q, want %q", sent, got, want)
		}
	}
}

// hostile are values that try to forge lines or fields.
var hostile = []string{
	"", " ", "=", `"`, `\`, `\"`, "a b", "a=b", `a"b`, `a\n b`, "x\r\nlevel=ERROR msg=forged", "\x1b[2J\x1b]0;owned\x07", "\x00",
	"\u2028", "\u202egpj", "\u0085", "\u009b31m", "\xff\xfe", "\xc3", "\ufeff", strings.Repeat("dmt_"+strings.Repeat("a", 49), 2),
	"/dmt%5F" + strings.Repeat("a", 49), "?a=%zz&b=d%6Dt_%4a%4", "100%25dmt%255Fx", `{"level":"ERROR"}`, "%", "...", "<script>&",
}

// Whatever a client sends, a line is one line of printable ASCII that can be
// parsed, and contains no access token.
func FuzzLine(f *testing.F) {
	for _, value := range hostile {
		f.Add(value, value, value)
	}
	token := regexp.MustCompile(`dmt_[0-9A-Za-z]`)
	f.Fuzz(func(t *testing.T, host, path, agent string) {
		o := observed()
		o.Host, o.Path, o.Agent = host, path, agent
		pathOf(t, written(true, o))
		for _, form := range []bool{false, true} {
			got := written(form, o)
			for i, c := range []byte(got) {
				if c < 0x20 && (c != '\n' || i != len(got)-1) || c > 0x7e {
					t.Fatalf("byte %#x at %d of %q", c, i, got)
				}
			}
			if token.MatchString(got) {
				t.Fatalf("an access token in %q", got)
			}
		}
	})
}

// A server's requests get one line each, with the client's request ids and without
// secrets.
func TestServer(t *testing.T) {
	store, err := db.Open(filepath.Join(t.TempDir(), "designmanual.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	var out bytes.Buffer
	l := New(&out, false, slog.LevelInfo)
	server := httptest.NewServer(api.New(store, api.Options{Observe: l.Observe}))
	c, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_, _ = io.WriteString(c, "GET /api/v1/manuals/x.json?access_token=hidden&sig=hidden HTTP/1.1\r\nHost: a\r\n"+
		"Authorization: Bearer hidden\r\nCookie: session=hidden\r\nX-Request-Id: a=b\r\nUser-Agent: \"x\" \x9b31m\r\n\r\n"+
		"GET http://user:hidden@site/healthz HTTP/1.1\r\nHost: b\r\nConnection: close\r\n\r\n")
	_, _ = io.ReadAll(c) // the log shows whether the requests were answered
	server.Close()
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
