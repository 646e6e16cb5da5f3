package api

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

// Nothing that a client writes comes back but the path of a request, as a
// string of JSON and in no page, and the name of a request, which is of a few
// characters; nothing of it is written in the log.
func TestWordsOfClients(t *testing.T) {
	w := newPageServer(t, nil)
	const mark = "zqxjkvbp"
	values := []string{
		mark, `"` + mark + `"`, `\` + mark, "<script>" + mark + "</script>", "%3Cscript%3E" + mark, "%0d%0aSet-Cookie:%20" + mark, "%1b[31m" + mark, "%00" + mark,
		mark + "\x9b31m", mark + "\u202e", "level=ERROR%20msg=" + mark, "Bearer%20" + secretOf("acme") + mark, strings.Repeat(mark, 1000),
	}
	fields := []string{
		"Accept", "Accept-Encoding", "Accept-Language", "Access-Control-Request-Headers", "Access-Control-Request-Method", "Authorization", "Cookie", "Content-Type", "Forwarded",
		"If-Match", "If-Modified-Since", "If-None-Match", "Origin", "Range", "Referer", "Sec-Fetch-Site", "User-Agent", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Other",
	}
	paths := []string{"/api/v1/manuals/acme.json", "/api/v1/manuals/nobody.json", "/api/nothing", "/", "/nothing", "/-/nothing", "/healthz"}
	var requests []string
	for _, value := range values {
		for _, path := range paths {
			for _, host := range []string{siteHost, onInn} {
				for _, name := range fields {
					requests = append(requests, "GET "+path+" HTTP/1.1\r\nHost: "+host+"\r\n"+name+": "+value+"\r\n")
				}
				requests = append(requests,
					"GET "+path+strings.ReplaceAll(value, " ", "")+" HTTP/1.1\r\nHost: "+host+"\r\n",
					"GET "+path+"?format="+value+" HTTP/1.1\r\nHost: "+host+"\r\n",
					"GET "+path+" HTTP/1.1\r\nHost: "+strings.ToLower(mark)+"."+host+"\r\n",
					"DELETE "+path+" HTTP/1.1\r\nHost: "+host+"\r\nX-Request-Id: <"+value+"\r\n")
			}
		}
	}
	for i := 0; i < len(requests); i += 100 { // one connection for some
		some := requests[i:min(i+100, len(requests))]
		text := exchangeWith(t, w, strings.Join(some, "\r\n")+"Connection: close\r\n\r\n")
		answers := bufio.NewReader(strings.NewReader(text))
		for _, request := range some {
			if err := keepsQuiet(answers, mark); err != nil {
				t.Errorf("%v, to %.300q", err, request)
			}
		}
	}
	if w.log.String() != "" {
		t.Errorf("logged: %q", w.log)
	}
}

// keepsQuiet reads an answer, in which the mark must not be.
func keepsQuiet(answers *bufio.Reader, mark string) error {
	response, err := http.ReadResponse(answers, nil)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	var head strings.Builder
	if err := response.Header.Write(&head); err != nil {
		return err
	}
	if strings.Contains(head.String(), mark) || response.Header.Get("Set-Cookie") != "" {
		return fmt.Errorf("%d with the fields %q", response.StatusCode, head.String())
	}
	if response.Header.Get("Content-Type") == mediaProblem {
		var p map[string]any
		if err := json.Unmarshal(body, &p); err != nil {
			return fmt.Errorf("%w: %q", err, body)
		}
		delete(p, "instance")
		body = fmt.Append(nil, p)
	}
	if strings.Contains(string(body), mark) {
		return fmt.Errorf("%d with %q", response.StatusCode, body)
	}
	return nil
}
