// Command bench.d is what scripts/bench runs: it asks the server and a bare
// net/http server for the same answers in turn, and prints how they compare.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

const pairs = 5 // of runs, for each row

// A row is one request that both servers are measured with.
type row struct {
	name, path string
	fields     []string // of the request, as wrk takes them
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 3 && args[0] == "bare":
		return serveBare(args[1], args[2])
	case len(args) != 2:
		return errors.New("expected a folder with the program, and seconds")
	}
	folder, seconds := args[0], args[1]
	if err := writeSeeds(folder); err != nil {
		return err
	}
	ours, err := start(filepath.Join(folder, "designmanual"), "serve", "--db", filepath.Join(folder, "bench.db"),
		"--seed", filepath.Join(folder, "seeds"), "--rate", "off", "--listen")
	if err != nil {
		return err
	}
	defer ours.stop()
	host, file, err := ours.fileOf("/api/v1/manuals/bench.k8.json")
	if err != nil {
		return err
	}
	rows := []row{{"file 60 KB", file, []string{"Host: " + host}}}
	for _, size := range []string{"8", "60", "200"} {
		path := "/api/v1/manuals/bench.k" + size + ".json"
		rows = append(rows, row{size + " KB", path, nil}, row{size + " KB gzip", path, []string{"Accept-Encoding: gzip"}})
	}
	rows = append(rows, row{"304", rows[1].path, []string{"If-None-Match: *"}})

	fmt.Printf("%-12s %9s %12s %12s %7s %14s\n", "", "bytes", "ours/s", "bare/s", "ratio", "by processor")
	for _, r := range rows {
		if err := compare(folder, seconds, ours, r); err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
	}
	return nil
}

// compare measures one row and prints it. The bare server answers what the
// server has answered.
func compare(folder, seconds string, ours *server, r row) error {
	a, err := ours.get(r.path, r.fields...)
	if err != nil {
		return err
	}
	text, err := json.Marshal(a)
	if err != nil {
		return err
	}
	name := filepath.Join(folder, "answer")
	if err := os.WriteFile(name, text, 0o600); err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	bare, err := start(self, "bare", name)
	if err != nil {
		return err
	}
	defer bare.stop()
	var rates, ratios, costs []float64
	for range pairs {
		a, err := ours.load(r, seconds)
		if err != nil {
			return err
		}
		b, err := bare.load(r, seconds)
		if err != nil {
			return err
		}
		rates = append(rates, a.rate)
		ratios = append(ratios, a.rate/b.rate)
		costs = append(costs, b.cost/a.cost)
	}
	fmt.Printf("%-12s %9d %12.0f %12.0f %7.2f %14.2f\n", r.name, len(a.Body), median(rates), median(rates)/median(ratios), median(ratios), median(costs))
	return nil
}

func median(all []float64) float64 {
	slices.Sort(all)
	return all[len(all)/2]
}

// A server is a process that listens on loopback, on the first processor.
type server struct {
	address string
	process *exec.Cmd
}

// start runs a program whose last argument is the address to listen on, and
// waits until it does.
func start(program string, args ...string) (*server, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &server{address: l.Addr().String()}
	l.Close()
	s.process = exec.Command("taskset", append([]string{"-c", "0", program}, append(args, s.address)...)...)
	var log bytes.Buffer
	s.process.Stderr = &log
	if err := s.process.Start(); err != nil {
		return nil, err
	}
	for range 200 {
		if r, err := http.Get("http://" + s.address + "/readyz"); err == nil {
			r.Body.Close()
			if r.StatusCode == http.StatusOK {
				return s, nil
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	s.stop()
	return nil, fmt.Errorf("%s does not answer within ten seconds: %s", program, log.Bytes())
}

func (s *server) stop() {
	_ = s.process.Process.Signal(os.Interrupt)
	_ = s.process.Wait()
}

// An answer is what both servers send.
type answer struct {
	Status int
	Header http.Header // without Date
	Body   []byte
}

// get returns an answer as it was sent.
func (s *server) get(path string, fields ...string) (answer, error) {
	request, err := http.NewRequest(http.MethodGet, "http://"+s.address+path, nil)
	if err != nil {
		return answer{}, err
	}
	for _, field := range fields {
		name, value, _ := strings.Cut(field, ": ")
		if name == "Host" {
			request.Host = value
		}
		request.Header.Set(name, value)
	}
	client := http.Client{Transport: &http.Transport{DisableCompression: true}}
	defer client.CloseIdleConnections()
	response, err := client.Do(request)
	if err != nil {
		return answer{}, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK && response.StatusCode != http.StatusNotModified {
		return answer{}, fmt.Errorf("%s: %s", path, response.Status)
	}
	response.Header.Del("Date")
	body, err := io.ReadAll(response.Body)
	return answer{response.StatusCode, response.Header, body}, err
}

// fileOf returns the host and the path of the first file that a manual names.
func (s *server) fileOf(manual string) (host, path string, err error) {
	document, err := s.get(manual)
	if err != nil {
		return "", "", err
	}
	found := regexp.MustCompile(`"http://([^/"]*)(/[^"]*-/files/[^"]*)"`).FindSubmatch(document.Body)
	if found == nil {
		return "", "", fmt.Errorf("%s names no file", manual)
	}
	return string(found[1]), string(found[2]), nil
}

// A turn is what one run of wrk has counted: requests a second, and seconds of
// the processor that a request took.
type turn struct{ rate, cost float64 }

// load lets wrk send requests over 16 connections, from the second processor.
func (s *server) load(r row, seconds string) (turn, error) {
	args := []string{"-c", "1", "wrk", "-t1", "-c16", "-d", seconds + "s"}
	for _, field := range r.fields {
		args = append(args, "-H", field)
	}
	before, err := s.used()
	if err != nil {
		return turn{}, err
	}
	out, err := exec.Command("taskset", append(args, "http://"+s.address+r.path)...).Output()
	if err != nil {
		return turn{}, fmt.Errorf("running wrk: %w", err)
	}
	after, err := s.used()
	if err != nil {
		return turn{}, err
	}
	if bytes.Contains(out, []byte("Non-2xx")) || bytes.Contains(out, []byte("Socket errors")) {
		return turn{}, fmt.Errorf("requests failed: %s", out)
	}
	count := regexp.MustCompile(`(\d+) requests in`).FindSubmatch(out)
	rate := regexp.MustCompile(`Requests/sec: +([\d.]+)`).FindSubmatch(out)
	if count == nil || rate == nil {
		return turn{}, fmt.Errorf("wrk says %s", out)
	}
	requests, _ := strconv.ParseFloat(string(count[1]), 64)
	var t turn
	t.rate, _ = strconv.ParseFloat(string(rate[1]), 64)
	t.cost = (after - before) / requests
	return t, nil
}

// used returns the seconds of a processor that the server has had (proc(5)).
func (s *server) used() (float64, error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.process.Process.Pid))
	if err != nil {
		return 0, err
	}
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	user, _ := strconv.ParseFloat(fields[11], 64)
	system, _ := strconv.ParseFloat(fields[12], 64)
	return (user + system) / 100, nil // in ticks of a hundredth
}

// serveBare answers every request with the answer in a file.
func serveBare(file, address string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var a answer
	if err := json.Unmarshal(text, &a); err != nil {
		return err
	}
	return http.ListenAndServe(address, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/readyz" { // with which it is awaited
			maps.Copy(w.Header(), a.Header)
			w.WriteHeader(a.Status)
			_, _ = w.Write(a.Body)
		}
	}))
}

// writeSeeds writes a brand with manuals of 8, 60 and 200 KB, and a file of
// 60 KB that the first one names.
func writeSeeds(folder string) error {
	random := rand.New(rand.NewPCG(1, 2))
	words := strings.Fields("every boat carries her number in enamel white on navy forward of the first window and keeps it for as long as she sails")
	var manuals []any
	for i, size := range []int{8, 60, 200} {
		var blocks []any
		if i == 0 {
			blocks = append(blocks, map[string]any{"type": "DOWNLOADS", "content": map[string]any{"files": []any{map[string]any{"name": "File", "url": "file.bin"}}}})
		}
		for length := 700; length < size*1000; length += 480 {
			var text []string
			for range 60 {
				text = append(text, words[random.IntN(len(words))])
			}
			blocks = append(blocks, map[string]any{"type": "TEXT", "content": map[string]any{"html": "<p>" + strings.Join(text, " ") + "</p>"}})
		}
		manuals = append(manuals, map[string]any{
			"slug": "k" + strconv.Itoa(size), "primary": i == 0, "title": "Manual", "visibility": "public",
			"sections": []any{map[string]any{"title": "Part", "blocks": blocks}},
		})
	}
	seed, err := json.Marshal(map[string]any{"brand": map[string]any{"slug": "bench", "name": "Bench"}, "manuals": manuals})
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(folder, "seeds"), 0o700); err != nil {
		return err
	}
	file := make([]byte, 60_000)
	for i := range file {
		file[i] = byte(random.Uint32())
	}
	return errors.Join(os.WriteFile(filepath.Join(folder, "seeds", "bench.json"), seed, 0o600), os.WriteFile(filepath.Join(folder, "seeds", "file.bin"), file, 0o600))
}
