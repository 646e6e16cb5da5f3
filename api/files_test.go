package api

import (
	"archive/zip"
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"os"
	"strings"
	"testing"
)

// Ranges of a small file and of one that is sent in pieces (RFC 9110, section
// 14).
func TestRanges(t *testing.T) {
	w := newServer(t, nil)
	for _, of := range []struct {
		name string
		size int
	}{{"logo.svg", 300}, {"all.zip", 700 << 10}} {
		all, f := content(of.name, of.size), fileOf(of.name, of.size)
		tag := `"` + hex.EncodeToString(f.Sum[:]) + `"`
		last := of.size - 1
		for _, r := range []struct {
			sent   string
			when   string // If-Range
			status int
			from   int
			to     int // the last one
		}{
			{"bytes=0-0", "", 206, 0, 0},
			{"bytes=100-199", "", 206, 100, 199},
			{"BYTES= 100-199 ,", "", 206, 100, 199},
			{"bytes=100-", "", 206, 100, last},
			{"bytes=-100", "", 206, last - 99, last},
			{"bytes=-99999999999999999999", "", 206, 0, last},
			{"bytes=100-99999999999999999999", "", 206, 100, last},
			{fmt.Sprintf("bytes=%d-", last), "", 206, last, last},
			{fmt.Sprintf("bytes=%d-,5-6", last+1), "", 206, 5, 6}, // the one that there is
			{"bytes=100-199", tag, 206, 100, 199},
			{"bytes=100-199", `W/` + tag, 200, 0, last}, // section 13.1.5
			{"bytes=100-199", `"x"`, 200, 0, last},
			{"bytes=100-199", "Mon, 04 May 2026 12:00:00 GMT", 200, 0, last},
			{"bytes=199-100", "", 200, 0, last}, // section 14.1.1: malformed
			{"bytes=a-b", "", 200, 0, last},
			{"bytes=", "", 200, 0, last},
			{"bytes=-", "", 200, 0, last},
			{"bytes=+1-2", "", 200, 0, last},
			{"lines=1-2", "", 200, 0, last}, // section 14.2: another unit
			{"bytes=0-0" + strings.Repeat(",2-2", 16), "", 200, 0, last},
			{fmt.Sprintf("bytes=%d-", last+1), "", 416, 0, 0},
			{"bytes=99999999999999999999-", "", 416, 0, 0},
			{"bytes=-0", "", 416, 0, 0},
			{"bytes=99999999-", `"x"`, 200, 0, last},
		} {
			fields := "Range: " + r.sent
			if r.when != "" {
				fields += " | If-Range: " + r.when
			}
			body, want := string(all[r.from:r.to+1]), "ETag: "+tag
			switch r.status {
			case 206:
				want += fmt.Sprintf(" | Content-Range: bytes %d-%d/%d | Content-Length: %d", r.from, r.to, of.size, len(body))
			case 200:
				want += fmt.Sprintf(" | -Content-Range | Content-Length: %d", len(body))
			case 416:
				body, want = "", fmt.Sprintf("Content-Range: bytes */%d", of.size)
			}
			w.expect(t, row{"acme " + f.Path(), fields, r.status, want, body})
		}
		// Several ranges (section 14.6).
		a := w.send(t, ask("acme "+f.Path(), "Range: bytes=5-9, -3")) // alone: its boundary is of chance
		media, params, err := mime.ParseMediaType(a.Header.Get("Content-Type"))
		if a.StatusCode != 206 || media != "multipart/byteranges" || err != nil {
			t.Fatalf("%d %v", a.StatusCode, a.Header)
		}
		parts := multipart.NewReader(strings.NewReader(a.body), params["boundary"])
		for _, want := range [][]byte{all[5:10], all[len(all)-3:]} {
			part := must(parts.NextPart())
			if got := must(io.ReadAll(part)); !bytes.Equal(got, want) || part.Header.Get("Content-Range") == "" {
				t.Errorf("%v: %q, want %q", part.Header, got, want)
			}
		}
	}
}

// A file counts for the rate limit only where it is refused; who is over the
// limit is refused files too. An archive of all counts.
func TestFilesAreCountedWhereRefused(t *testing.T) {
	w := newServer(t, rates("3-M", "off"))
	logo := "acme " + at("", "logo.svg", 300)
	w.check(t, []row{
		{logo, "", 200, "", ""}, {logo, "", 200, "", ""}, {logo, "Range: bytes=0-1", 206, "", ""}, {logo, "If-None-Match: *", 304, "", ""}, {logo, "", 200, "", ""},
		{logo + "x", "", 404, "", ""},                          // one
		{logo, "Range: bytes=1000-", 416, "", ""},              // two
		{"acme /-/files.zip", "If-None-Match: *", 304, "", ""}, // three
		{logo, "", 200, "", ""},
		{logo + "x", "", 404, "", ""}, // over it
		{logo, "", 429, "Retry-After: 60", ""},
		{"acme /", "", 429, "Retry-After: 60", ""},
	})
}

// All files of a manual come in one archive, the same bytes each time, each
// content under a name of its own.
func TestArchive(t *testing.T) {
	w := newServer(t, nil)
	a := w.expect(t, row{"acme /-/files.zip", "", 200, `Content-Type: application/zip | Content-Disposition: attachment; filename="acme-guide.zip"; filename*=UTF-8''acme-guide.zip | ` +
		minute + " | " + closed, "PK"}) // it has a font that is not shared
	r := must(zip.NewReader(bytes.NewReader(a.sent), int64(len(a.sent))))
	var got []string
	for i, f := range r.File {
		data := must(io.ReadAll(must(f.Open())))
		if of := travelling()[i]; !bytes.Equal(data, content(of.Name, int(of.Size))) || f.Method != zip.Store || f.Modified.Format("2006-01-02") != "1980-01-01" {
			t.Errorf("%s: %d bytes, %v", f.Name, len(data), f.Modified)
		}
		got = append(got, f.Name)
	}
	if want := `[logo.svg Größe 1".png body.woff2 shared.woff2 all.zip script.js LOGO-2.svg logo-3.svg]`; fmt.Sprint(got) != want {
		t.Errorf("%v, want %s", got, want)
	}
	tag, length := a.Header.Get("ETag"), "Content-Length: "+fmt.Sprint(len(a.sent))
	w.check(t, []row{
		{"acme /press/-/files.zip", "", 200, length + " | ETag: " + tag, a.body}, // the same files
		{"HEAD acme /-/files.zip", "", 200, length, ""},
		{"acme /-/files.zip", "If-None-Match: " + tag, 304, "", ""},
		{"acme /-/files.zip", `If-Match: "x"`, 412, "", ""},
		{"acme /-/files.zip", "Range: bytes=0-1", 200, length, ""},
		{"acme /fair/-/files.zip", "", 404, "", ""}, // it has none
		{"acme /vault/-/files.zip", "", 404, "", ""},
		{"acme /vault/-/files.zip", "token: acme", 200, length, ""},
		{"acme /old/-/files.zip", "", 410, "", ""},
		{"inn /cellar/-/files.zip", "", 404, "", ""},
	})
}

// A file that the disk has changed is never sent: at its beginning it is a
// 500, later the answer ends before its end, and the log says why. Over HTTP/2
// files are whole, and a damaged one ends its stream with an error.
func TestDamagedFile(t *testing.T) {
	w := newServer(t, nil)
	large := fileOf("all.zip", 700<<10)
	all := content(large.Name, int(large.Size))
	over2 := w.overHTTP2(t)
	for path, want := range map[string]int{large.Path(): 700 << 10, "/-/files.zip": 0, at("", "logo.svg", 300): 300} {
		a := over2.send(t, ask("acme "+path, ""))
		if a.ProtoMajor != 2 || a.StatusCode != 200 || int64(len(a.sent)) != a.ContentLength || want > 0 && len(a.sent) != want {
			t.Errorf("%s: %s %d with %d bytes", path, a.Proto, a.StatusCode, len(a.sent))
		}
	}
	ok(t, damage(w.db.Path(), all, 600<<10))
	for _, server := range []*testServer{w, over2} {
		request := must(http.NewRequest("GET", server.url+large.Path(), nil))
		request.Host = "acme." + siteHost
		response := must(server.client.Do(request))
		data, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err == nil || len(data) >= int(large.Size) || !bytes.HasPrefix(all, data) {
			t.Errorf("%s: %d with %d bytes, %v", response.Proto, response.StatusCode, len(data), err)
		}
	}
	if log := w.log.String(); !strings.Contains(log, "an answer could not be finished") {
		t.Errorf("log: %s", log)
	}
	w.expect(t, row{"acme " + large.Path(), fmt.Sprintf("Range: bytes=%d-", 600<<10), 500, "", ""})
}

// damage changes a byte of what lies in a file of the disk, so far from where
// the content begins.
func damage(path string, of []byte, offset int) error {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	at := bytes.Index(must(io.ReadAll(file)), of[offset:min(offset+64, len(of))])
	if at < 0 {
		return errors.New("the content does not lie in the file as it is")
	}
	_, err = file.WriteAt([]byte{of[offset] ^ 1}, int64(at))
	return err
}
