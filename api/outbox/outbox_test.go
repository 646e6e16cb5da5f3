package outbox_test

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"designmanual/api/outbox"
)

// What finds no room, or cannot be written, is counted; a text after one that was cut begins
// a line.
func TestCounts(t *testing.T) {
	var out bytes.Buffer
	to := &gate{Writer: &out, open: make(chan struct{}), errors: 2}
	box := outbox.Open(func(dropped int) []byte { return fmt.Appendf(nil, "%d texts were dropped\n", dropped) })
	w := box.Writer(to)
	const extra = 7
	for range outbox.MaxTexts + 1 + extra {
		if n, err := w.Write([]byte("line\n")); n != 5 || err != nil {
			t.Fatal(n, err)
		}
	}
	close(to.open)
	box.Close()
	lines := strings.Count(out.String(), "line\n")
	told := regexp.MustCompile(`(?m)^(\d+) texts were dropped$`).FindStringSubmatch(out.String())
	if told == nil {
		t.Fatalf("no number in %q", out.String())
	}
	if lost, _ := strconv.Atoi(told[1]); lost < extra+2 || lost+lines != outbox.MaxTexts+1+extra {
		t.Errorf("%d lines and %d lost ones, want %d", lines, lost, outbox.MaxTexts+1+extra)
	}
	if !strings.HasPrefix(out.String(), "li\nl\nline\n") {
		t.Errorf("begins with %q", out.String()[:20])
	}
}

// A gate is a writer that waits until it is open, and then writes a part of some texts
// before it fails.
type gate struct {
	io.Writer
	open   chan struct{}
	errors int
}

func (g *gate) Write(text []byte) (int, error) {
	<-g.open
	if g.errors == 0 {
		return g.Writer.Write(text)
	}
	g.errors--
	n, _ := g.Writer.Write(text[:2])
	return n, syscall.ENOSPC
}
