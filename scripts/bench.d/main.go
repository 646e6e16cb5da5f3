// Command bench.d measures a server for scripts/bench. It starts a bare net/http
// server that sends the same responses, sends requests to both in turn, and
// prints the rates and their ratio.
//
//	bench.d ADDRESS SECONDS
package main

import (
	"bytes"
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

	"designmanual/db/manual"
)

const pairs = 5 // pairs of runs for each row

// A row is a request that is measured with both servers.
type row struct {
	name, path string
	fields     []string // request header fields, in the form "Name: value"
}

func main() {
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(address, seconds string) error {
	address8 := manual.DocumentsPath("bench", "k8") + manual.ManualSuffix
	document, err := get(address, row{path: address8})
	if err != nil {
		return err
	}
	file := regexp.MustCompile(`"http://([^/"]*)([^"]*` + manual.FilesPath + `/[^"]*)"`).FindSubmatch(document.body)
	if file == nil {
		return fmt.Errorf("%s: found no file", address8)
	}
	rows := []row{{"file 60 KB", string(file[2]), []string{"Host: " + string(file[1])}}}
	for _, size := range []string{"8", "60", "200"} {
		path := manual.DocumentsPath("bench", "k"+size) + manual.ManualSuffix
		rows = append(rows, row{size + " KB", path, nil}, row{size + " KB gzip", path, []string{"Accept-Encoding: gzip"}})
	}
	rows = append(rows, row{"304", address8, []string{"If-None-Match: *"}})

	fmt.Printf("%-12s %9s %12s %12s %7s\n", "", "bytes", "ours/s", "bare/s", "ratio")
	for _, r := range rows {
		if err := compare(address, seconds, r); err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
	}
	return nil
}

// compare measures one row and prints it. The bare server sends the response that
// it gets from the measured server.
func compare(address, seconds string, r row) error {
	sent, err := get(address, r)
	if err != nil {
		return err
	}
	bare := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		maps.Copy(w.Header(), sent.header)
		w.WriteHeader(sent.status)
		_, _ = w.Write(sent.body)
	}))
	defer bare.Close()
	var rates, ratios []float64
	for range pairs {
		ours, err := load("http://"+address, seconds, r)
		if err != nil {
			return err
		}
		theirs, err := load(bare.URL, seconds, r)
		if err != nil {
			return err
		}
		rates = append(rates, ours)
		ratios = append(ratios, ours/theirs)
	}
	slices.Sort(rates)
	slices.Sort(ratios)
	rate, ratio := rates[pairs/2], ratios[pairs/2]
	fmt.Printf("%-12s %9d %12.0f %12.0f %7.2f\n", r.name, len(sent.body), rate, rate/ratio, ratio)
	return nil
}

// A response is what both servers send.
type response struct {
	status int
	header http.Header // without Date
	body   []byte
}

// get sends the request of a row and returns the response, still compressed.
func get(address string, r row) (response, error) {
	request, err := http.NewRequest(http.MethodGet, "http://"+address+r.path, nil)
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

var perSecond = regexp.MustCompile(`Requests/sec: +([\d.]+)`)

// load runs wrk with 16 connections on the second processor and returns the number
// of responses per second.
func load(url, seconds string, r row) (float64, error) {
	args := []string{"-c", "1", "wrk", "-t1", "-c16", "-d", seconds + "s"}
	for _, field := range r.fields {
		args = append(args, "-H", field)
	}
	out, err := exec.Command("taskset", append(args, url+r.path)...).Output()
	if err != nil {
		return 0, fmt.Errorf("running wrk: %w", err)
	}
	rate := perSecond.FindSubmatch(out)
	if rate == nil || bytes.Contains(out, []byte("Non-2xx")) || bytes.Contains(out, []byte("Socket errors")) {
		return 0, fmt.Errorf("requests failed: %s", out)
	}
	return strconv.ParseFloat(string(rate[1]), 64)
}
