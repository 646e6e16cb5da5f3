package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"designmanual/scripts/proxy/trial"
)

const (
	lasts   = 20 * time.Second
	workers = 8                     // a proxy
	between = 10 * time.Millisecond // two requests of a worker, so at most 100 a second
)

// A load is put on a proxy, and counts what it answers.
type load struct {
	proxy     *trial.Proxy
	documents []*document

	asked    atomic.Int64
	mu       sync.Mutex
	statuses map[int]int
	stored   int // answers that the proxy had
	sums     map[string]bool
	failures []string
}

func newLoad(p *trial.Proxy, documents []*document) *load {
	return &load{proxy: p, documents: documents, statuses: make(map[int]int), sums: make(map[string]bool)}
}

// run asks until ctx is done; a request that has begun goes on to its end.
func (l *load) run(ctx context.Context) {
	var all sync.WaitGroup
	for w := range workers {
		client := l.proxy.Client(fmt.Sprintf("127.0.1.%d", w+1))
		all.Go(func() {
			tick := time.NewTicker(between)
			defer tick.Stop()
			for {
				select {
				case <-ctx.Done():
					return
				case <-tick.C:
					l.ask(client)
				}
			}
		})
	}
	all.Wait()
}

// ask makes the next request. Of four for a document, one is such that the
// proxy has no answer to it, and one comes with the entity tag.
func (l *load) ask(client *http.Client) {
	n := l.asked.Add(1)
	d, turn := l.documents[int(n)%len(l.documents)], int(n)/len(l.documents)%4
	query, expected := "", http.StatusOK
	if turn == 1 {
		query = fmt.Sprintf("n=%d", n)
	}
	r, err := d.request(context.Background(), l.proxy.Scheme+"://"+d.host, query)
	if err != nil {
		l.fail(d, err.Error())
		return
	}
	if turn == 3 {
		r.Header.Set("If-None-Match", d.tag)
		expected = http.StatusNotModified
	}
	answer, err := client.Do(r)
	if err != nil {
		l.fail(d, err.Error())
		return
	}
	defer answer.Body.Close()
	sum, err := sumOf(io.LimitReader(answer.Body, 64<<20))
	switch tag := answer.Header.Get("ETag"); {
	case err != nil:
		l.fail(d, err.Error())
	case answer.StatusCode != expected:
		l.fail(d, fmt.Sprintf("expected %d, found %d", expected, answer.StatusCode))
	case tag != d.tag:
		l.fail(d, fmt.Sprintf("expected the entity tag %s, found %s", d.tag, tag))
	case expected == http.StatusOK && sum != d.sum:
		l.fail(d, fmt.Sprintf("expected a body of the sum %s, found %s", d.sum, sum))
	}
	l.count(answer, sum)
}

func (l *load) count(answer *http.Response, sum string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.statuses[answer.StatusCode]++
	if answer.StatusCode == http.StatusOK {
		l.sums[sum] = true
	}
	if strings.Contains(answer.Header.Get("Cache-Status"), "; hit") {
		l.stored++
	}
}

func (l *load) fail(d *document, why string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.failures = append(l.failures, fmt.Sprintf("%s: %s%s: %s", l.proxy.Name, d.host, d.target, why))
}

// report says what was answered. The error is for any request that failed, for
// a document that was never read, and for a load that was none.
func (l *load) report() error {
	fmt.Printf("%s: %d requests, by status %v, %d of them answered from its store; %d bodies of %d documents\n",
		l.proxy.Name, l.asked.Load(), l.statuses, l.stored, len(l.sums), len(l.documents))
	for _, failure := range l.failures {
		fmt.Println(failure)
	}
	expected := make(map[string]bool)
	for _, d := range l.documents {
		expected[d.sum] = true
	}
	switch {
	case len(l.failures) > 0:
		return fmt.Errorf("%s: %d requests failed", l.proxy.Name, len(l.failures))
	case len(l.sums) != len(expected):
		return fmt.Errorf("%s: %d different bodies, expected %d", l.proxy.Name, len(l.sums), len(expected))
	case l.stored == 0:
		return fmt.Errorf("%s: nothing was answered from its store", l.proxy.Name)
	}
	return nil
}
