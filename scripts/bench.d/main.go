// Command bench.d measures servers for scripts/bench. It starts a bare net/http server
// that sends the same responses as the first, sends requests to all of them in turn, and
// prints the rates and their ratios.
//
//	bench.d SECONDS ADDRESS [OTHER]
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

func run(seconds string, addresses []string) error {
	var all [][]row // of each address
	for _, address := range addresses {
		rows, err := rowsOf(address)
		if err != nil {
			return err
		}
		all = append(all, rows)
	}
	fmt.Printf("%-12s %9s %12s %12s", "", "bytes", "this/s", "this/bare")
	if len(addresses) > 1 {
		fmt.Printf(" %12s %12s", "other/bare", "this/other")
	}
	fmt.Println()
	for i := range all[0] {
		var targets []target
		for n, address := range addresses {
			targets = append(targets, target{"http://" + address, all[n][i]})
		}
		if err := compare(seconds, targets); err != nil {
			return fmt.Errorf("%s: %w", all[0][i].name, err)
		}
	}
	return nil
}

// rowsOf returns the rows for a server, whose seed files are those of scripts/bench.
func rowsOf(address string) ([]row, error) {
	address8 := manual.DocumentsPath("bench", "k8") + manual.ManualSuffix
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
		path := manual.DocumentsPath("bench", "k"+size) + manual.ManualSuffix
		rows = append(rows, row{size + " KB", path, nil}, row{size + " KB gzip", path, []string{"Accept-Encoding: gzip"}})
	}
	return append(rows, row{"304", address8, []string{"If-None-Match: *"}}), nil
}

// A target is a request to a server.
type target struct {
	url string // of the server, without a path
	row row
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
	targets = append(targets, target{bare.URL, targets[0].row})
	rates := make([][]float64, len(targets))
	for range rounds {
		for n, target := range targets {
			rate, err := load(target.url, seconds, target.row)
			if err != nil {
				return err
			}
			rates[n] = append(rates[n], rate)
		}
	}
	last := len(targets) - 1
	fmt.Printf("%-12s %9d %12.0f %12.2f", targets[0].row.name, len(sent.body), median(rates[0]), ratio(rates[0], rates[last]))
	if last > 1 {
		fmt.Printf(" %12.2f %12.2f", ratio(rates[1], rates[last]), ratio(rates[0], rates[1]))
	}
	fmt.Println()
	return nil
}

// ratio returns the median of the ratios of the rates of two servers in each round.
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
