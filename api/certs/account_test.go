package certs

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
)

// A desk stands for the authority: what it is asked lies on it until the test
// answers.
type desk chan asked

type asked struct {
	name   string
	answer chan int // its status, 0 for none
}

// RoundTrip is where a transport leads to.
func (d desk) RoundTrip(r *http.Request) (*http.Response, error) {
	mine := asked{strings.TrimPrefix(r.URL.Path, "/"), make(chan int)}
	d <- mine
	status := <-mine.answer
	if status == 0 {
		return nil, errNone
	}
	answer := httptest.NewRecorder()
	answer.WriteHeader(status)
	return answer.Result(), nil
}

// Until the authority has the account, one request is posted at a time: each
// of them may be the one that makes it.
func TestAccountIsRegisteredAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		authority, account := make(desk, 10), newAccount(nil)
		left, leave := context.WithCancel(t.Context())
		over := make(chan error, 10)
		ask := func(ctx context.Context, method, name string) {
			tr := &transport{host: name, covers: func(string) bool { return true }, closing: t.Context(),
				account: account, to: authority, log: slog.New(slog.DiscardHandler)}
			r := httptest.NewRequestWithContext(ctx, method, "/"+name, nil)
			go func() {
				_, err := tr.RoundTrip(r)
				over <- err
			}()
			synctest.Wait() // so that they ask in this order
		}
		var open []asked
		for _, step := range []struct {
			name  string
			do    func()
			wants string // what lies on the desk then
		}{
			{"a first", func() { ask(t.Context(), "POST", "a") }, "a"},
			{"others wait, but who only reads", func() {
				ask(t.Context(), "POST", "b")
				ask(t.Context(), "GET", "c")
				ask(left, "POST", "d")
				ask(t.Context(), "POST", "e")
			}, "a c"},
			{"who does not wait any more", func() { leave() }, "a c"},
			{"no answer", func() { open[0].answer <- 0; open = open[1:] }, "b c"},
			{"a failure", func() { open[0].answer <- 500; open = open[1:] }, "c e"},
			{"and more come", func() { ask(t.Context(), "POST", "f"); ask(t.Context(), "POST", "g") }, "c e"},
			{"registered", func() { open[1].answer <- 201; open = open[:1] }, "c f g"},
			{"from then on", func() { ask(t.Context(), "POST", "h") }, "c f g h"},
		} {
			step.do()
			synctest.Wait()
			for len(authority) > 0 {
				open = append(open, <-authority)
			}
			slices.SortFunc(open, func(a, b asked) int { return strings.Compare(a.name, b.name) })
			var names []string
			for _, a := range open {
				names = append(names, a.name)
			}
			if got := strings.Join(names, " "); got != step.wants {
				t.Fatalf("%s: asked for %s, want %s", step.name, got, step.wants)
			}
		}
		for _, a := range open {
			a.answer <- 200
		}
		failed := 0
		for range 8 {
			if <-over != nil {
				failed++
			}
		}
		if failed != 2 { // the one without an answer, and the one that did not wait
			t.Errorf("%d failed", failed)
		}
	})
}
