package metrics

import (
	"context"
	"crypto/sha256"
	"crypto/x509"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"

	"designmanual/api"
	"designmanual/db"
	"designmanual/seed"
	"designmanual/seed/source"
)

// noon is the time of the tests.
var noon = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)

const acme = `{"brand":{"slug":"acme","name":"Acme"},"manuals":[
	{"slug":"guide","primary":true,"title":"Guide","visibility":"public"},
	{"slug":"crew","title":"Crew","visibility":"private"}]}`

// A testServer serves the metrics of a store.
type testServer struct {
	*Metrics
	store        *db.DB
	ready        bool
	certificates []*x509.Certificate
	url          string
}

func newServer(t testing.TB) *testServer {
	t.Helper()
	store, err := db.Open(filepath.Join(t.TempDir(), "designmanual.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	s := &testServer{store: store}
	s.Metrics = New(Options{
		Store: store, Verified: noon.Add(-time.Hour), Version: "v1.2.3", Commit: "0123abc", Now: func() time.Time { return noon },
		Ready: func() bool { return s.ready }, Certificates: func() []*x509.Certificate { return s.certificates },
	})
	server := httptest.NewServer(s.Handler())
	t.Cleanup(server.Close)
	s.url = server.URL
	return s
}

// publish imports a seed file.
func (s *testServer) publish(t testing.TB, by Importer, text string) {
	t.Helper()
	report, err := seed.Import(context.Background(), s.store, []seed.Source{{Name: "acme.json", Data: []byte(text)}},
		seed.Options{Now: func() time.Time { return noon }})
	s.Imported(by, report, err)
}

func (s *testServer) putTokens(t testing.TB, tokens ...db.AccessToken) {
	t.Helper()
	err := s.store.Update(context.Background(), func(tx *db.Tx) error {
		for _, token := range tokens {
			token.Brand, token.Name, token.Created, token.Sum = "acme", "build", noon.Add(-time.Hour), sha256.Sum256([]byte(token.ID))
			if err := tx.PutAccessToken(token); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// get requests a path.
func (s *testServer) get(t testing.TB, path string) (status int, header http.Header, body string) {
	t.Helper()
	response, err := http.Get(s.url + path)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	read, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, response.Header, string(read)
}

// /metrics has every metric with the right value, and passes Prometheus's linter.
func TestMetrics(t *testing.T) {
	s := newServer(t)
	s.ready, s.certificates = true, []*x509.Certificate{{DNSNames: []string{"acme.example"}, NotBefore: noon, NotAfter: noon.Add(time.Hour)}}
	s.publish(t, Seeds, acme)
	s.publish(t, Seeds, `{"brand":7}`)
	s.Imported(Command, nil, errors.New("no room"))
	s.putTokens(t, db.AccessToken{ID: "tok_used", Expires: noon.Add(time.Hour)}, db.AccessToken{ID: "tok_expired", Expires: noon})
	for _, o := range []api.Observation{
		{Endpoint: api.EndpointManual, Status: 200, Bytes: 1000, Took: 25 * time.Microsecond},
		{Endpoint: api.EndpointManual, Status: 200, Bytes: 500, Took: 26 * time.Microsecond, AccessToken: "tok_used"},
		{Endpoint: api.EndpointManual, Status: 304, Took: time.Hour},
		{Endpoint: api.EndpointManual, Status: 429, Limited: true},
		{Endpoint: api.EndpointTokens, Status: 429, Limited: true, AccessToken: "tok_used"},
		{Endpoint: api.EndpointPassword, Status: 429},
		{Endpoint: api.EndpointPage},
		{Endpoint: api.EndpointPage, Status: 700},
	} {
		s.Observe(o)
	}
	status, header, page := s.get(t, "/metrics")
	if status != 200 || !strings.HasPrefix(header.Get("Content-Type"), "text/plain; version=0.0.4") {
		t.Errorf("%d %v", status, header)
	}
	for _, line := range []string{
		`designmanual_http_requests_total{endpoint="manual",status="200"} 2`,
		`designmanual_http_requests_total{endpoint="manual",status="304"} 1`,
		`designmanual_http_requests_total{endpoint="page",status="none"} 2`,
		`designmanual_http_request_duration_seconds_bucket{endpoint="manual",le="2.5e-05"} 2`,
		`designmanual_http_request_duration_seconds_bucket{endpoint="manual",le="5e-05"} 3`,
		`designmanual_http_request_duration_seconds_bucket{endpoint="manual",le="30"} 3`,
		`designmanual_http_request_duration_seconds_bucket{endpoint="manual",le="+Inf"} 4`,
		`designmanual_http_request_duration_seconds_sum{endpoint="manual"} 3600.000051`,
		`designmanual_http_request_duration_seconds_count{endpoint="manual"} 4`,
		`designmanual_http_request_duration_seconds_count{endpoint="robots"} 0`,
		`designmanual_http_response_body_bytes_total{endpoint="manual"} 1500`,
		`designmanual_rate_limited_requests_total{client="address"} 1`,
		`designmanual_rate_limited_requests_total{client="token"} 1`,
		`designmanual_access_token_requests_total{token="tok_used"} 2`,
		`designmanual_imports_total{by="seeds",result="done"} 1`,
		`designmanual_imports_total{by="seeds",result="refused"} 1`,
		`designmanual_imports_total{by="command",result="done"} 0`,
		`designmanual_imports_total{by="command",result="failed"} 1`,
		`designmanual_import_last_timestamp_seconds{by="seeds",result="done"} 1.777896e+09`,
		`designmanual_import_manuals_total{status="new"} 2`,
		`designmanual_import_manuals_total{status="changed"} 0`,
		`designmanual_ready 1`,
		`designmanual_brands 1`,
		`designmanual_manuals 2`,
		`designmanual_snapshots{visibility="public"} 1`,
		`designmanual_snapshots{visibility="private"} 1`,
		`designmanual_snapshots{visibility="password"} 0`,
		`designmanual_files 0`,
		`designmanual_files_bytes 0`,
		`designmanual_access_tokens{state="valid"} 1`,
		`designmanual_access_tokens{state="invalid"} 1`,
		`designmanual_store_verified_timestamp_seconds 1.7778924e+09`,
		`designmanual_certificate_not_after_timestamp_seconds{host="acme.example"} 1.7778996e+09`,
	} {
		if !strings.Contains(page, line+"\n") {
			t.Errorf("/metrics has no line %s", line)
		}
	}
	for _, pattern := range []string{
		`\ndesignmanual_store_file_bytes [1-9]`, `\ndesignmanual_content_info\{digest="[0-9a-f]{64}"\} 1\n`, `\ndesignmanual_build_info\{commit="0123abc",go="go1\.[^"]+",version="v1\.2\.3"\} 1\n`,
		`\ngo_goroutines `, `\ngo_info\{`, `\nprocess_start_time_seconds [1-9]`,
	} {
		if !regexp.MustCompile(pattern).MatchString(page) {
			t.Errorf("/metrics has nothing like %s", pattern)
		}
	}
	if strings.Contains(page, "tok_expired") {
		t.Error("/metrics has an invalid token")
	}
	problems, err := promlint.New(strings.NewReader(page)).Lint()
	if err != nil || len(problems) > 0 {
		t.Errorf("%v, %v", problems, err)
	}
	if t.Failed() {
		t.Log(page)
	}
}

// Only valid access tokens are shown, and they keep their counts.
func TestTokens(t *testing.T) {
	s := newServer(t)
	s.publish(t, Seeds, acme)
	s.putTokens(t, db.AccessToken{ID: "tok_a", Expires: noon.Add(time.Hour)}, db.AccessToken{ID: "tok_b", Expires: noon.Add(time.Hour)})
	for _, id := range []string{"tok_a", "tok_b", "tok_gone"} {
		s.Observe(api.Observation{AccessToken: id})
	}
	s.putTokens(t, db.AccessToken{ID: "tok_b", Expires: noon.Add(time.Hour), Revoked: noon.Add(-time.Second)})
	_, _, page := s.get(t, "/metrics")
	if n := strings.Count(page, "\ndesignmanual_access_token_requests_total{"); n != 1 {
		t.Errorf("%d tokens are shown, want 1", n)
	}
	s.Observe(api.Observation{AccessToken: "tok_a"})
	if _, _, page = s.get(t, "/metrics"); !strings.Contains(page, `designmanual_access_token_requests_total{token="tok_a"} 2`) {
		t.Error("a valid token loses its count")
	}
}

// Stores with the same contents have the same digest, and every change of a manual
// or of a declared token changes it. Files with the same content count once.
func TestDigestAndFiles(t *testing.T) {
	fetch := func(files ...string) (digest, page string) {
		t.Helper()
		s := newServer(t)
		for _, text := range files {
			report, err := seed.Import(t.Context(), s.store, source.ReadFS(fstest.MapFS{
				"acme.json": {Data: []byte(text)}, "one.bin": {Data: []byte("12345")}, "two.bin": {Data: []byte("12345")},
			}, "seeds"), seed.Options{Now: func() time.Time { return noon }})
			if err != nil {
				t.Fatal(err)
			}
			s.Imported(Seeds, report, err)
		}
		_, _, page = s.get(t, "/metrics")
		_, _, ready := s.get(t, "/readyz")
		found := regexp.MustCompile(`content_info\{digest="([0-9a-f]*)"`).FindStringSubmatch(page)
		if found == nil || !strings.Contains(ready, `"digest":"`+found[1]+`"`) {
			t.Fatalf("%q, %s", found, ready)
		}
		return found[1], page
	}
	one, _ := fetch(acme)
	if again, _ := fetch(strings.Replace(acme, "Guide", "Another", 1), acme); again != one {
		t.Error("the same manuals have another digest")
	}
	if again, _ := fetch(`{"brand":{"slug":"gone","name":"Gone"},"manuals":[]}`, acme); again != one {
		t.Error("a brand without anything to serve changes the digest")
	}
	if other, _ := fetch(`{"brand":{"slug":"other","name":"Other","domains":["other.example"]},"manuals":[]}`, acme); other == one {
		t.Error("the domain of a brand without manuals, whose host answers 404, does not change the digest")
	}
	for _, change := range [][2]string{
		{`"name":"Acme"`, `"name":"Acme Ltd"`}, {`"title":"Guide"`, `"title":"Manual"`}, {`"private"`, `"public"`}, {`"visibility":"private"`, `"published":false,"visibility":"private"`},
		{`"name":"Acme"`, `"name":"Acme","cover":{"color":"#123456"}`},
		{`"title":"Crew"`, `"title":"Crew","cover":{"color":"#123456"}`}, // on the page, not in the document
		{`"name":"Acme"`, `"name":"Acme","access":[{"id":"tok_ab","name":"build","sha256":"` + strings.Repeat("ab", 32) + `","expires":null}]`},
	} {
		if other, _ := fetch(strings.Replace(acme, change[0], change[1], 1)); other == one {
			t.Errorf("%s: the digest is the same", change[1])
		}
	}
	store := newServer(t).store
	if describe(store.Index(), "v1").digest == describe(store.Index(), "v2").digest {
		t.Error("another version of the program: the digest is the same")
	}
	var byPassword []string
	for _, end := range []string{"m", "n"} {
		digest, _ := fetch(strings.Replace(acme, `"private"`, `"password","password":"$2a$12$AWTXpQuCq/AVmO/IMWZtl.1aCe6u2r2j6GIj650zv9r7gu9EkqgT`+end+`"`, 1))
		byPassword = append(byPassword, digest)
	}
	if byPassword[0] == byPassword[1] {
		t.Error("another password: the digest is the same")
	}
	_, page := fetch(strings.Replace(acme, `"title":"Guide"`, `"title":"Guide","sections":[{"title":"F","type":"DOWNLOADS","content":{"files":[{"url":"one.bin"},{"url":"two.bin"}]}}]`, 1))
	if !strings.Contains(page, "designmanual_files 1\n") || !strings.Contains(page, "designmanual_files_bytes 5\n") {
		t.Error(regexp.MustCompile("designmanual_files.*").FindAllString(page, -1))
	}
}

// /readyz has the status of the public path, and details for operators.
func TestReadyz(t *testing.T) {
	s := newServer(t)
	ask := func(want int) (r readiness) {
		t.Helper()
		status, header, body := s.get(t, "/readyz")
		if status != want || header.Get("Content-Type") != "application/json" || header.Get("Cache-Control") != "no-store" {
			t.Errorf("%d %v, want %d", status, header, want)
		}
		if err := json.Unmarshal([]byte(body), &r); err != nil {
			t.Errorf("%v in %s", err, body)
		}
		if want == 503 && !strings.Contains(body, `"lastImport":null,"failing":null,"certificates":[]`) {
			t.Errorf("before the first import: %s", body)
		}
		return r
	}
	if r := ask(503); r.Status != "starting" || r.Store.Bytes == 0 || !r.Store.Verified.Equal(noon.Add(-time.Hour)) {
		t.Errorf("%+v", r)
	}
	s.ready, s.certificates = true, []*x509.Certificate{{DNSNames: []string{"acme.example"}, NotBefore: noon, NotAfter: noon.Add(time.Hour)}}
	s.publish(t, Seeds, acme)
	if r := ask(200); r.Status != "ready" || *r.LastImport != (latest{noon, Seeds, done}) || len(r.Certificates) != 1 || r.Certificates[0] != (certificate{"acme.example", noon, noon.Add(time.Hour)}) {
		t.Errorf("%+v", r)
	}
	s.publish(t, Command, `{`)
	if r := ask(200); *r.LastImport != (latest{noon, Command, refused}) {
		t.Errorf("%+v", r)
	}
}

// The handler has these paths and no others.
func TestPaths(t *testing.T) {
	s := newServer(t)
	for request, want := range map[string]int{
		"GET /healthz": 200, "GET /metrics": 200, "POST /metrics": 405, "GET /": 404, "GET /debug/pprof/": 404, "GET /api/v1/openapi.json": 404,
	} {
		method, path, _ := strings.Cut(request, " ")
		r, err := http.NewRequest(method, s.url+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != want {
			t.Errorf("%s: %d, want %d", request, response.StatusCode, want)
		}
	}
	if _, _, body := s.get(t, "/healthz"); body != "{\"status\":\"ok\"}\n" {
		t.Errorf("/healthz: %q", body)
	}
}

// Concurrent requests are all counted, also during scrapes.
func TestConcurrentRequests(t *testing.T) {
	s := newServer(t)
	s.publish(t, Seeds, acme)
	s.putTokens(t, db.AccessToken{ID: "tok_a", Expires: noon.Add(time.Hour)})
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for range 500 {
				s.Observe(api.Observation{Endpoint: api.EndpointTokens, Status: 200, AccessToken: "tok_a"})
			}
			s.get(t, "/metrics")
		})
	}
	group.Wait()
	_, _, page := s.get(t, "/metrics")
	for _, line := range []string{`http_requests_total{endpoint="tokens",status="200"} 2000`, `access_token_requests_total{token="tok_a"} 2000`} {
		if !strings.Contains(page, "designmanual_"+line+"\n") {
			t.Errorf("/metrics has no line %s", line)
		}
	}
}
