// Command bench.d measures servers for scripts/bench. It starts a bare net/http server
// that sends the same responses as the first, sends requests to all of them in turn, and
// prints the rates, the processor time of a request, and the ratios of both. Where other
// programs run too, only those of processor time mean something.
//
//	bench.d SECONDS PROCESS@ADDRESS [PROCESS@ADDRESS]
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"designmanual/db/manual"
)

const rounds = 5 // in which each server is measured once, for each row

// A row is a request that is measured with all servers.
type row struct {
	name, path string
	fields     []string // request header fields, in the form "Name: value"
}

func main() {
	if err := run(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(seconds string, servers []string) error {
	var all [][]row // of each server
	for _, server := range servers {
		_, address, _ := strings.Cut(server, "@")
		rows, err := rowsOf(address)
		if err != nil {
			return err
		}
		all = append(all, rows)
	}
	fmt.Printf("%-12s %9s %10s %10s", "", "bytes", "this/s", "this/bare")
	if len(servers) > 1 {
		fmt.Printf(" %10s %10s", "other/bare", "this/other")
	}
	fmt.Printf(" %10s %10s", "us", "us/bare")
	if len(servers) > 1 {
		fmt.Printf(" %10s", "us/other")
	}
	fmt.Println()
	for i := range all[0] {
		var targets []target
		for n, server := range servers {
			process, address, _ := strings.Cut(server, "@")
			targets = append(targets, target{"http://" + address, process, all[n][i]})
		}
		if err := compare(seconds, targets); err != nil {
			return fmt.Errorf("%s: %w", all[0][i].name, err)
		}
	}
	return nil
}

// rowsOf returns the rows for a server, whose seed files are those of scripts/bench.
func rowsOf(address string) ([]row, error) {
	address8 := manual.APIDocumentsPath("bench", "k8") + manual.ManualSuffix
	document, err := get("http://"+address, row{path: address8})
	if err != nil {
		return nil, err
	}
	file := regexp.MustCompile(`"http://([^/"]*)([^"]*` + manual.FilesPath + `/[^"]*)"`).FindSubmatch(document.body)
	if file == nil {
		return nil, fmt.Errorf("%s: found no file", address8)
	}
	rows := []row{{"file 60 KB", string(file[2]), []string{"Host: " + string(file[1])}}}
	for _, size := range []string{"8", "60", "200"} {
		path := manual.APIDocumentsPath("bench", "k"+size) + manual.ManualSuffix
		rows = append(
			rows, row{size + " KB", path, nil}, row{size + " KB gzip", path, []string{"Accept-Encoding: gzip"}},
		)
	}
	return append(rows, row{"304", address8, []string{"If-None-Match: *"}}), nil
}

// A target is a request to a server.
type target struct {
	url     string // of the server, without a path
	process string // id of the server's
	row     row
}

// compare measures one row with all servers and prints it. The bare server sends the
// response that it gets from the first one.
func compare(seconds string, targets []target) error {
	sent, err := get(targets[0].url, targets[0].row)
	if err != nil {
		return err
	}
	bare := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		maps.Copy(w.Header(), sent.header)
		w.WriteHeader(sent.status)
		_, _ = w.Write(sent.body)
	}))
	defer bare.Close()
	targets = append(targets, target{bare.URL, "self", targets[0].row})
	rates, costs := make([][]float64, len(targets)), make([][]float64, len(targets))
	for range rounds {
		for n, target := range targets {
			rate, cost, err := load(target, seconds)
			if err != nil {
				return err
			}
			rates[n], costs[n] = append(rates[n], rate), append(costs[n], cost)
		}
	}
	last := len(targets) - 1
	fmt.Printf(
		"%-12s %9d %10.0f %10.2f", targets[0].row.name, len(sent.body), median(rates[0]), ratio(rates[0], rates[last]),
	)
	if last > 1 {
		fmt.Printf(" %10.2f %10.2f", ratio(rates[1], rates[last]), ratio(rates[0], rates[1]))
	}
	fmt.Printf(" %10.1f %10.2f", median(costs[0]), ratio(costs[0], costs[last]))
	if last > 1 {
		fmt.Printf(" %10.2f", ratio(costs[0], costs[1]))
	}
	fmt.Println()
	return nil
}

// ratio returns the median of the ratios of what was measured of two servers in each round.
func ratio(of, to []float64) float64 {
	ratios := make([]float64, len(of))
	for i := range of {
		ratios[i] = of[i] / to[i]
	}
	return median(ratios)
}

func median(of []float64) float64 { return slices.Sorted(slices.Values(of))[len(of)/2] }

// A response is what a server sends.
type response struct {
	status int
	header http.Header // without Date
	body   []byte
}

// get sends the request of a row and returns the response, still compressed.
func get(url string, r row) (response, error) {
	request, err := http.NewRequest(http.MethodGet, url+r.path, nil)
	if err != nil {
		return response{}, err
	}
	for _, field := range r.fields {
		name, value, _ := strings.Cut(field, ": ")
		if name == "Host" {
			request.Host = value
		}
		request.Header.Set(name, value)
	}
	client := http.Client{Transport: &http.Transport{DisableCompression: true}}
	defer client.CloseIdleConnections()
	resp, err := client.Do(request)
	if err != nil {
		return response{}, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK && resp.StatusCode != http.StatusNotModified {
		return response{}, fmt.Errorf("%s: %s", r.path, resp.Status)
	}
	resp.Header.Del("Date")
	body, err := io.ReadAll(resp.Body)
	return response{resp.StatusCode, resp.Header, body}, err
}

// loadResult matches what wrk prints: the number of requests, and how many a second.
var loadResult = regexp.MustCompile(`(?s)(\d+) requests in .*Requests/sec: +([\d.]+)`)

// load runs wrk with 16 connections on the second processor. It returns the number of
// responses per second, and the processor time of each in microseconds.
func load(t target, seconds string) (rate, cost float64, err error) {
	args := []string{"-c", "1", "wrk", "-t1", "-c16", "-d", seconds + "s"}
	for _, field := range t.row.fields {
		args = append(args, "-H", field)
	}
	before, err := processorTime(t.process)
	if err != nil {
		return 0, 0, err
	}
	out, err := exec.Command("taskset", append(args, t.url+t.row.path)...).Output()
	if err != nil {
		return 0, 0, fmt.Errorf("running wrk: %w", err)
	}
	after, err := processorTime(t.process)
	if err != nil {
		return 0, 0, err
	}
	found := loadResult.FindSubmatch(out)
	if found == nil || bytes.Contains(out, []byte("Non-2xx")) || bytes.Contains(out, []byte("Socket errors")) {
		return 0, 0, fmt.Errorf("requests failed: %s", out)
	}
	requests, _ := strconv.ParseFloat(string(found[1]), 64) // the expression matches numbers only
	rate, _ = strconv.ParseFloat(string(found[2]), 64)
	return rate, float64((after - before).Microseconds()) / requests, nil
}

// processorTime returns how long a process has run, user and system, as Linux has it, in
// hundredths of a second (proc_pid_stat(5)).
func processorTime(process string) (time.Duration, error) {
	text, err := os.ReadFile("/proc/" + process + "/stat")
	if err != nil {
		return 0, err
	}
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:])) // the name may have spaces
	user, errUser := strconv.Atoi(fields[11])
	system, errSystem := strconv.Atoi(fields[12])
	return time.Duration(user+system) * 10 * time.Millisecond, errors.Join(errUser, errSystem)
}
