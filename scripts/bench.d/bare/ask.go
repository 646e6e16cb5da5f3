package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
)

// askers is how many ask at a time.
const askers = 8

// askFor returns what a server answers to paths, in one coding.
func askFor(address, file, encoding string) (map[string]answer, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("reading the paths: %w", err)
	}
	paths := strings.Fields(string(text))
	client := &http.Client{Transport: &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: askers}}
	defer client.CloseIdleConnections()
	bodies := make([][]byte, len(paths))
	problems := make(chan error, askers)
	for first := range askers {
		go func() {
			for i := first; i < len(paths); i += askers {
				body, err := ask(client, "http://"+address+paths[i], encoding)
				if err != nil {
					problems <- err
					return
				}
				bodies[i] = body
			}
			problems <- nil
		}()
	}
	for range askers {
		if err := <-problems; err != nil {
			return nil, err
		}
	}
	answers := make(map[string]answer, len(paths))
	for i, path := range paths {
		answers[path] = newAnswer(bodies[i])
	}
	return answers, nil
}

// ask returns the body of an answer, in memory of its length.
func ask(client *http.Client, url, encoding string) ([]byte, error) {
	request, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return nil, fmt.Errorf("asking: %w", err)
	}
	if encoding != "" {
		request.Header.Set("Accept-Encoding", encoding)
	}
	response, err := client.Do(request)
	if err != nil {
		return nil, fmt.Errorf("asking: %w", err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, fmt.Errorf("reading an answer: %w", err)
	}
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", url, response.Status)
	}
	return bytes.Clone(body), nil
}
