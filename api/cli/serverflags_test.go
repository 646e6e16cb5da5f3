package cli

import (
	"bytes"
	"context"
	"encoding/pem"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"designmanual/api/certs/certstest"
)

// serverScenes are command lines of servers that get flags of serverFlags, all those of
// a scene together.
var serverScenes = map[string]string{
	"serve":           "serve",
	"another file":    "serve",
	"few lines":       "serve",
	"doubtful":        "serve --seed doubtful.json",
	"breaking":        "serve --seed breaking.json",
	"broken":          "serve --seed broken.json",
	"unwatched":       "serve",
	"certificate":     "serve --base-url https://" + secureHost,
	"authority":       "serve --base-url https://" + secureHost,
	"dev":             "dev acme.json",
	"dev, doubtful":   "dev doubtful.json",
	"dev, a network":  "dev",
	"dev, its manual": "dev",

	"dev, a network of one brand": "dev acme.json",
}

// serverFlags has every flag of serve and dev, and what a user sees of a server with it
// and not of one without it.
var serverFlags = []struct {
	scene, flag string
	see         func(*flagServer) string
	want        string
}{
	{"serve", "--listen {GIVEN}", func(s *flagServer) string { return s.get("http://" + s.words["GIVEN"] + "/healthz") }, `^200`},
	{"serve", "--rate 70-H", func(s *flagServer) string { return s.get("/api/v1/openapi.json", "X-Forwarded-For: 192.0.2.1") }, `Limit: 70\r`},
	{"serve", "--trusted-proxy 127.0.0.0/8", (*flagServer).secondClient, `Remaining: 69\r`},
	{"serve", "--token-rate 9-H", func(s *flagServer) string { return s.get("/api/v1/manuals/acme.press.json", s.token()) }, `Limit: 9\r`},
	{"serve", "--base-url http://new.example", func(s *flagServer) string { return s.get(guidePath) }, `"url":"http://(acme\.)?new\.example"`},
	{"serve", "--brand acme", func(s *flagServer) string { return s.get(guidePath) }, `"url":"http://(new|stored)\.`},
	{"serve", "--seed active.json", func(s *flagServer) string { return s.get(guidePath) }, `"title":"Second"`},
	{"serve", "--seed globex.json", func(s *flagServer) string { return s.get("/api/v1/manuals/globex.json") }, `^200`},
	{"serve", "--watch", (*flagServer).watched, `"title":"Watched"`},
	{"serve", "--allow-active-html", func(s *flagServer) string { return s.get(guidePath) }, `alert\(1\)`},
	{"serve", "--allow-anchor-change", func(s *flagServer) string { return s.get(guidePath) }, `"anchor":"hue"`},
	{"serve", "--metrics-listen {METRICS}", func(s *flagServer) string { return s.get("http://" + s.words["METRICS"] + "/metrics") }, `designmanual_manuals 5\n`},
	{"serve", "--session-key session.key", (*flagServer).sharedLinks, `^with the key 303, with that of the server 303$`},
	{"serve", "--no-mcp", func(s *flagServer) string { return s.send(http.MethodPost, "/-/mcp", "{}") }, `^405`},
	{"serve", "--log-format json", (*flagServer).ended, `"msg":"serving"`},
	{"serve", "--access-log json", (*flagServer).ended, `"msg":"request"`},
	{"another file", "--db other.db", func(s *flagServer) string { return s.get("/api/v1/manuals/globex.json") }, `^200`},
	{"few lines", "--log-level error", (*flagServer).ended, `^exit 0\n$`},
	{"doubtful", "--strict", func(s *flagServer) string { return s.get(guidePath) }, `"title":"First"`},
	{"breaking", "--fail-on-breaking", func(s *flagServer) string { return s.get(guidePath) }, `"title":"First"`},
	{"unwatched", "--prune", (*flagServer).ended, `^exit 2`},
	{"broken", "--require-seed", (*flagServer).ended, `^exit 1`},
	{"certificate", "--tls", func(s *flagServer) string { return s.get("/healthz") }, `TLS\n`},
	{"certificate", "--tls-cert cert.pem", func(s *flagServer) string { return s.get("/healthz") }, `certificate of cert.pem`},
	{"certificate", "--tls-key key.pem", func(s *flagServer) string { return s.get("/healthz") }, `certificate of cert.pem`},
	{"certificate", "--hsts max-age=5", func(s *flagServer) string { return s.get("/healthz") }, `Strict-Transport-Security: max-age=5\r`},
	{"certificate", "--http-listen {PLAIN}", func(s *flagServer) string { return s.get("http://"+s.words["PLAIN"]+"/x", "Host: "+secureHost) }, `^308`},
	{"authority", "--tls", (*flagServer).certificates, `certificate ready`},
	{"authority", "--http-listen {PLAIN}", (*flagServer).certificates, `certificate ready`},
	{"authority", "--acme-directory {DIRECTORY}", (*flagServer).certificates, `127.0.0.1\S+manuals.example.com.crt`},
	{"authority", "--acme-root root.pem", (*flagServer).certificates, `manuals.example.com.crt`},
	{"authority", "--acme-email ops@example.com", (*flagServer).certificates, `users/ops@example.com`},
	{"authority", "--tls-folder certificates", (*flagServer).certificates, ` certificates/certificates/`},
	{"dev", "--listen {GIVEN}", func(s *flagServer) string { return s.get("http://" + s.words["GIVEN"] + "/healthz") }, `^200`},
	{"dev", "--allow-host tunnel.example", func(s *flagServer) string { return s.get("/healthz", "Host: tunnel.example") }, `^200`},
	{"dev", "--rate 70-H", func(s *flagServer) string { return s.get("/api/v1/openapi.json", "X-Forwarded-For: 192.0.2.1") }, `Limit: 70\r`},
	{"dev", "--trusted-proxy 127.0.0.0/8", (*flagServer).secondClient, `Remaining: 69\r`},
	{"dev", "--token-rate 9-H", func(s *flagServer) string { return s.get("/api/v1/manuals/acme.press.json", s.token()) }, `Limit: 9\r`},
	{"dev", "--allow-active-html", (*flagServer).changed, `alert\(1\)`},
	{"dev", "--allow-anchor-change", (*flagServer).changed, `"anchor":"hue"`},
	{"dev, doubtful", "--strict", func(s *flagServer) string { return s.get(guidePath) }, `^404`},
	{"dev, its manual", "--docs", func(s *flagServer) string { return s.get("/") }, `id="?kinds-tokens`},
	{"dev, a network", "--lan", (*flagServer).onNetwork, `(?s)Others on your network can read everything.*█.*Open http://\d[\d.:]+/-/brands.*<a [^>]*href="/\?host=aoi.localhost"|no address on a network`},
	{"dev, a network of one brand", "--lan", (*flagServer).onNetwork, `(?s)Others on your network can read everything.* is the brand \w.*█.*Open http://\d[\d.:]+\n.*<link rel="canonical" href="http://\d+\.|no address on a network`},
}

const guidePath = "/api/v1/manuals/acme.json"

// A flagServer is a serve or dev in this process.
type flagServer struct {
	*flagWorld
	t       *testing.T
	line    string // the command line
	address string
	secure  bool
	stop    context.CancelFunc
	exit    chan int

	mu  sync.Mutex
	out bytes.Buffer // guarded by mu
}

// Write implements [io.Writer].
func (s *flagServer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.out.Write(p)
}

// output returns what the server has printed.
func (s *flagServer) output() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.out.String()
}

// until waits until the server has printed something that matches, or has ended, and
// returns all that it has printed.
func (s *flagServer) until(pattern string) string {
	s.t.Helper()
	out := ""
	waitUntil(s.t, func() bool {
		out = s.output()
		return len(s.exit) > 0 || regexp.MustCompile(pattern).MatchString(out)
	}, func() string { return fmt.Sprintf("nothing matched %s in time:\n%s", pattern, out) })
	return out
}

// ended ends the server and returns its exit status and output.
func (s *flagServer) ended() string {
	s.stop()
	status := <-s.exit
	s.exit <- status
	return fmt.Sprintf("exit %d\n%s", status, s.output())
}

// start runs a server in a copy of the template until it is ready or has ended.
func (w *flagWorld) start(t *testing.T, line, address string, listens bool) *flagServer {
	t.Helper()
	args := strings.Fields(line)
	if !listens {
		args = append(args, "--listen", address)
	}
	ctx, stop := context.WithCancel(context.Background())
	s := &flagServer{flagWorld: w, t: t, line: line, address: address, stop: stop, exit: make(chan int, 1)}
	go func() { s.exit <- Run(ctx, args, s, s) }()
	t.Cleanup(func() { s.ended() })
	waitUntil(t, func() bool {
		for _, s.secure = range []bool{true, false} {
			if _, err := checkReady(address, s.secure); err == nil {
				return true
			}
		}
		return len(s.exit) > 0
	}, func() string { return fmt.Sprintf("%s is not ready in time:\n%s", line, s.output()) })
	return s
}

// get returns the response to a GET request for a path or an address.
func (s *flagServer) get(path string, fields ...string) string {
	return s.send(http.MethodGet, path, "", fields...)
}

// send returns the response to a request for a path or an address, as exchange does.
func (s *flagServer) send(method, address, body string, fields ...string) string {
	s.t.Helper()
	if strings.HasPrefix(address, "/") {
		scheme := "http://"
		if s.secure {
			scheme = "https://"
		}
		address = scheme + s.address + address
	}
	return exchange(s.t, method, address, body, fields...)
}

// token returns the field with an access token of brand acme: the one that dev has
// printed, or that of the template.
func (s *flagServer) token() string {
	secret := s.words["TOKEN SECRET"]
	if strings.HasPrefix(s.line, "dev ") {
		pattern := `dmt_\w+`
		secret = regexp.MustCompile(pattern).FindString(s.until(pattern))
	}
	return "Authorization: Bearer " + secret
}

// secondClient returns the answer to a client after another client has sent a request
// through the same proxy.
func (s *flagServer) secondClient() string {
	s.get("/api/v1/openapi.json", "X-Forwarded-For: 192.0.2.2")
	return s.get("/api/v1/openapi.json", "X-Forwarded-For: 192.0.2.3")
}

// sharedLinks says how two links to a private manual are answered: one made with the
// session key in the file, one made with the key of the server.
func (s *flagServer) sharedLinks() string {
	follow := func(flags ...string) string {
		out, _ := run(s.t, exitDone, append([]string{"share", "acme.press"}, flags...)...)
		link, err := url.Parse(strings.TrimSpace(out))
		if err != nil {
			s.t.Fatal(err)
		}
		return s.get(link.RequestURI(), "Host: "+link.Host)[:3]
	}
	return "with the key " + follow("--session-key", "session.key") + ", with that of the server " + follow()
}

// certificates waits for the certificate of a server with --tls and returns its log and
// what is in the folders of certificates.
func (s *flagServer) certificates() string {
	out := s.output()
	if s.secure {
		out = s.until(`(?m)msg="(certificate ready|no certificate)".*\n`)
	}
	for _, pattern := range []string{"acme/*/users/*", "certificates/*/*/*.crt"} {
		found, err := filepath.Glob("*/" + pattern)
		if err != nil {
			s.t.Error(err)
		}
		out += " " + filepath.ToSlash(strings.Join(found, " "))
	}
	return out
}

// changed changes the seed file of dev and returns the manual then.
func (s *flagServer) changed() string {
	next, err := os.ReadFile("active.json")
	if err != nil {
		s.t.Fatal(err)
	}
	writeFile(s.t, "acme.json", next)
	s.until(`(?m)^changed +acme.guide|^Nothing of this is on the pages`)
	return s.get(guidePath)
}

// watched changes the title of a manual in the seed file that is served, if one is, and returns
// the manual when it has changed.
func (s *flagServer) watched() string {
	before := s.get(guidePath)
	if !strings.Contains(before, `"title":"Second"`) {
		return before
	}
	text, err := os.ReadFile("active.json")
	if err != nil {
		s.t.Fatal(err)
	}
	writeFile(s.t, "active.json", bytes.ReplaceAll(text, []byte(`"Second"`), []byte(`"Watched"`)))
	s.until(`(?s)"msg":"imported".*"msg":"imported"`) // the log is JSON in this scene
	return s.get(guidePath)
}

// onNetwork returns what dev --lan has printed and the page at the address that it says to open.
func (s *flagServer) onNetwork() string {
	out := s.until(`Open \S+\n|no address`)
	if _, address, found := strings.Cut(out, "\nOpen "); found {
		out += s.get(strings.TrimSpace(address))
	}
	return out
}

func (w *flagWorld) checkServers(t *testing.T, seen map[string]bool) {
	seen["designmanual share --session-key"] = true // see sharedLinks
	for scene, line := range serverScenes {
		t.Run(scene, func(t *testing.T) {
			name, _, _ := strings.Cut(line, " ")
			flags, listens, variables := line, false, make(map[string]string)
			for _, word := range []string{"GIVEN", "METRICS", "PLAIN"} {
				w.words[word] = freeAddress(t)
			}
			w.enter(t)
			writeOwn(t, ".")
			if scene == "authority" {
				w.startAuthority(t)
			}
			for _, row := range serverFlags {
				if row.scene == scene {
					given := strings.Fields(w.expand(row.flag, strings.Clone))
					flags += " " + strings.Join(given, " ")
					variable, value := variable(given)
					if variables[variable] != "" { // given again
						value = variables[variable] + string(os.PathListSeparator) + value
					}
					variables[variable] = value
					seen["designmanual "+name+" "+given[0]] = true
					listens = listens || given[0] == "--listen"
				}
			}
			check := func(s *flagServer, way string, with bool) {
				t.Helper()
				for _, row := range serverFlags {
					if row.scene != scene {
						continue
					}
					if got := row.see(s); regexp.MustCompile(row.want).MatchString(got) != with {
						t.Errorf("%s, %s: %.1000s", way, row.flag, got)
					}
				}
				s.ended()
			}
			check(w.start(t, line, freeAddress(t), false), "without the flag", false)
			w.enter(t)
			writeOwn(t, ".")
			check(w.start(t, flags, w.words["GIVEN"], listens), "with the flag", true)
			w.enter(t)
			writeOwn(t, ".")
			for name, value := range variables {
				os.Setenv(name, value)
			}
			s := w.start(t, line, w.words["GIVEN"], listens)
			for name := range variables {
				os.Unsetenv(name)
			}
			check(s, "with the variable", true)
		})
	}
}

// startAuthority starts an authority of certificates that validates at the addresses
// GIVEN and PLAIN.
func (w *flagWorld) startAuthority(t *testing.T) {
	t.Helper()
	port := func(word string) (port int) {
		_, _ = fmt.Sscan(w.words[word][strings.LastIndex(w.words[word], ":")+1:], &port)
		return port
	}
	authority, err := certstest.Start(certstest.Options{TLSPort: port("GIVEN"), HTTPPort: port("PLAIN"), Life: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(authority.Close)
	w.words["DIRECTORY"] = authority.Directory
	writeFile(t, filepath.Join(w.template, "root.pem"), pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: authority.Server.Raw}))
}
