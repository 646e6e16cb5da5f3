// Command bare is the floor of what net/http costs: a server of constant
// bytes, with Content-Type and Content-Length and nothing else, and of 304 to
// whoever sends If-None-Match. It judges nothing, and must never grow a
// feature.
package main

import (
	"flag"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"strconv"
)

// An answer is made before the first request.
type answer struct {
	mediaType, length []string
	body              []byte
}

func main() {
	fmt.Fprintln(os.Stderr, "bare:", run(os.Args[1:]))
	os.Exit(1)
}

// run serves, and returns why it does not any more.
func run(args []string) error {
	flags := flag.NewFlagSet("bare", flag.ContinueOnError)
	listen := flags.String("listen", "127.0.0.1:8081", "the `address` to listen on")
	folder := flags.String("folder", ".", "a `folder` of files, each answered at its path there")
	from := flags.String("from", "", "an `address` whose answers to -paths are answered, in place of -folder's files")
	paths := flags.String("paths", "", "a `file` of paths, one a line")
	encoding := flags.String("encoding", "", "the Accept-Encoding to ask -from with")
	if err := flags.Parse(args); err != nil {
		return fmt.Errorf("reading the command line: %w", err)
	}
	var answers map[string]answer
	var err error
	if *from != "" {
		answers, err = askFor(*from, *paths, *encoding)
	} else {
		answers, err = readAnswers(*folder)
	}
	if err != nil {
		return err
	}
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if len(r.Header["If-None-Match"]) > 0 {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		found, known := answers[r.URL.Path]
		if !known {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		header := w.Header()
		header["Content-Type"] = found.mediaType
		header["Content-Length"] = found.length
		_, _ = w.Write(found.body) // a client that has gone is nobody's loss
	})
	return fmt.Errorf("serving: %w", http.ListenAndServe(*listen, handler))
}

func readAnswers(folder string) (map[string]answer, error) {
	answers := make(map[string]answer)
	files := os.DirFS(folder)
	err := fs.WalkDir(files, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		body, err := fs.ReadFile(files, path)
		answers["/"+path] = newAnswer(body)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("reading the answers: %w", err)
	}
	return answers, nil
}

func newAnswer(body []byte) answer {
	return answer{
		mediaType: []string{"application/json"},
		length:    []string{strconv.Itoa(len(body))},
		body:      body,
	}
}
