package admin

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"

	"designmanual/seed"
)

// anImport is what a client sends.
func anImport(t testing.TB) ([]seed.Source, ImportOptions, []byte) {
	t.Helper()
	sources := []seed.Source{
		{Name: "a.json", Data: []byte(`{"brand":{}}`)},
		{Name: "b/\n\xff.json", Data: []byte("\n\x00{")},
		{Name: "empty.json", Data: []byte{}},
		{Name: "gone.json", Data: []byte{}, Err: errors.New("no such file")},
		{Name: "last.json", Data: []byte("[]")},
	}
	o := ImportOptions{Prune: true}
	var sent bytes.Buffer
	if err := sendImport(&sent, sources, o); err != nil {
		t.Fatal(err)
	}
	sources[1].Name = "b/\n\ufffd.json" // as in every JSON text
	return sources, o, sent.Bytes()
}

func TestFilesArriveAsTheyAre(t *testing.T) {
	want, options, sent := anImport(t)
	got, o, err := receiveImport(bytes.NewReader(sent))
	if err != nil || o != options {
		t.Fatalf("options %+v, error %v", o, err)
	}
	for _, s := range got {
		if s.Data == nil {
			t.Errorf("%s has no bytes", s.Name)
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}

func TestCutShortIsNoImport(t *testing.T) {
	sources, _, sent := anImport(t)
	_, _, err := receiveImport(bytes.NewReader(sent))
	if err != nil {
		t.Fatal(err)
	}
	whole := 0 // cuts right between files: HTTP tells those
	for n := range sent {
		got, _, err := receiveImport(bytes.NewReader(sent[:n]))
		switch {
		case err == nil && len(got) < len(sources):
			whole++
		case !errors.Is(err, errBadRequest) || !errors.Is(err, io.ErrUnexpectedEOF):
			t.Errorf("cut after %d bytes: %d files, error %v", n, len(got), err)
		}
	}
	if whole != len(sources) {
		t.Errorf("%d cuts are whole files, want %d", whole, len(sources))
	}
}

func TestWhatIsNoImport(t *testing.T) {
	for _, tt := range []struct{ name, sent, want string }{
		{"no options", "7\n", "options: json"},
		{"a line that is no object", "{}\n7\n", "file 1: json"},
		{"fewer than no bytes", "{}\n" + `{"name":"a","bytes":-5}` + "\n", "expected -5 bytes, found 0"},
		{"more bytes than come", "{}\n" + `{"name":"a","bytes":9223372036854775807}` + "\nx", "expected 9223372036854775807 bytes, found 1"},
		{"a line without an end", "{}\n" + strings.Repeat(" ", sentLine+1), "file 1: bufio: buffer full"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			sources, _, err := receiveImport(strings.NewReader(tt.sent))
			if !errors.Is(err, errBadRequest) || !strings.Contains(fmt.Sprint(err), tt.want) || sources != nil {
				t.Errorf("%d files, error %v, want %s", len(sources), err, tt.want)
			}
		})
	}
}

func FuzzReceiveImport(f *testing.F) {
	_, _, sent := anImport(f)
	f.Add(sent)
	f.Fuzz(func(t *testing.T, data []byte) {
		sources, o, err := receiveImport(bytes.NewReader(data))
		if err != nil {
			return
		}
		var again bytes.Buffer
		if err := sendImport(&again, sources, o); err != nil {
			t.Fatal(err)
		}
		back, p, err := receiveImport(&again)
		if err != nil || o != p || !reflect.DeepEqual(sources, back) {
			t.Errorf("%q became %q, error %v", sources, back, err)
		}
	})
}
