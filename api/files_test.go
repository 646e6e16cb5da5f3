package api

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"mime"
	"mime/multipart"
	"slices"
	"strings"
	"testing"
	"time"

	"designmanual/db/manual"
)

// Ranges of a cached file and of a large file (RFC 9110, section 14).
func TestRanges(t *testing.T) {
	ts := newServer(t, nil)
	for _, file := range []struct {
		name string
		size int
	}{{"logo.svg", 300}, {"all.zip", 700 << 10}} {
		all, f := fileContent(file.name, file.size), testFile(file.name, file.size)
		tag := `"` + hex.EncodeToString(f.Sum[:]) + `"`
		last := file.size - 1
		for _, r := range []struct {
			sent   string
			when   string // If-Range
			status int
			from   int
			to     int // inclusive
		}{
			{"bytes=0-0", "", 206, 0, 0},
			{"bytes=100-199", "", 206, 100, 199},
			{"BYTES= 100-199 ,", "", 206, 100, 199},
			{"bytes=100-", "", 206, 100, last},
			{"bytes=-100", "", 206, last - 99, last},
			{"bytes=-99999999999999999999", "", 206, 0, last},
			{"bytes=100-99999999999999999999", "", 206, 100, last},
			{fmt.Sprintf("bytes=%d-", last), "", 206, last, last},
			{fmt.Sprintf("bytes=%d-,5-6", last+1), "", 206, 5, 6}, // only the second exists
			{"bytes=100-199", tag, 206, 100, 199},
			{"bytes=100-199", `W/` + tag, 200, 0, last}, // section 13.1.5
			{"bytes=100-199", `"x"`, 200, 0, last},
			{"bytes=100-199", "Mon, 04 May 2026 12:00:00 GMT", 200, 0, last},
			{"bytes=199-100", "", 200, 0, last}, // section 14.1.1: malformed
			{"bytes=a-b", "", 200, 0, last},
			{"bytes=", "", 200, 0, last},
			{"bytes=-", "", 200, 0, last},
			{"bytes=+1-2", "", 200, 0, last},
			{"lines=1-2", "", 200, 0, last}, // section 14.2: unknown unit
			{"bytes=0-0" + strings.Repeat(",2-2", 16), "", 200, 0, last},
			{"bytes=0-,0-", "", 200, 0, last}, // longer than the file
			{fmt.Sprintf("bytes=%d-", last+1), "", 416, 0, 0},
			{"bytes=99999999999999999999-", "", 416, 0, 0},
			{"bytes=99999999-", `"x"`, 200, 0, last},
		} {
			fields := "Range: " + r.sent
			if r.when != "" {
				fields += " | If-Range: " + r.when
			}
			body, want := string(all[r.from:r.to+1]), "ETag: "+tag
			switch r.status {
			case 206:
				want += fmt.Sprintf(" | Content-Range: bytes %d-%d/%d | Content-Length: %d", r.from, r.to, file.size, len(body))
			case 200:
				want += fmt.Sprintf(" | -Content-Range | Content-Length: %d", len(body))
			case 416:
				body, want = "", fmt.Sprintf("Content-Range: bytes */%d", file.size)
			}
			ts.expect(t, row{"acme " + f.Path(), fields, r.status, want, body})
		}
		// Several ranges (section 14.6).
		a := ts.send(t, newTestRequest("acme "+f.Path(), "Range: bytes=5-9, -3")) // not through get: the boundary is random
		media, params, err := mime.ParseMediaType(a.Header.Get("Content-Type"))
		if a.StatusCode != 206 || media != "multipart/byteranges" || err != nil {
			t.Fatalf("%d %v", a.StatusCode, a.Header)
		}
		if most := ts.send(t, newTestRequest("acme "+f.Path(), "Range: bytes=0-0"+strings.Repeat(",2-2", 15))); most.StatusCode != 206 {
			t.Errorf("16 ranges: %d", most.StatusCode)
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

// A file request counts towards the rate limit only if it fails or asks for several
// ranges. A client over the limit gets no files either. An archive always counts.
func TestFileRateLimit(t *testing.T) {
	ts := newServer(t, rates("5-M", "off"))
	logo := "acme " + filePath("", "logo.svg", 300)
	ts.check(t, []row{
		{logo, "", 200, "", ""}, {logo, "", 200, "", ""}, {logo, "Range: bytes=0-1", 206, "", ""}, {logo, "If-None-Match: *", 304, "", ""}, {logo, "", 200, "", ""},
		{logo + "x", "", 404, "", ""},                          // the first that counts
		{logo, "Range: bytes=1000-", 416, "", ""},              // the second
		{"acme /-/files.zip", "If-None-Match: *", 304, "", ""}, // the third
		{logo, "Range: bytes=0-1,4-5", 206, "", ""},            // the fourth
		{logo, "Range: bytes=1000-,2000-", 416, "", ""},        // the fifth, also where it is refused
		{logo, "", 200, "", ""},
		{logo + "x", "", 404, "", ""}, // the sixth, over the limit
		{logo, "", 429, "Retry-After: 60", ""},
		{"acme /", "", 429, "Retry-After: 60", ""},
	})
}

// The archive has all files of a manual, each with a name of its own, and is always the
// same.
func TestArchive(t *testing.T) {
	ts := newServer(t, nil)
	a := ts.expect(t, row{"acme /-/files.zip", "", 200, `Content-Type: application/zip | Content-Disposition: attachment; filename="acme-guide.zip"; filename*=UTF-8''acme-guide.zip | ` +
		minute + " | " + ownOrigin, "PK"}) // it contains a licensed font
	r := must(zip.NewReader(bytes.NewReader(a.sent), int64(len(a.sent))))
	var got []string
	for i, f := range r.File {
		data := must(io.ReadAll(must(f.Open())))
		if file := manualFiles()[i]; !bytes.Equal(data, fileContent(file.Name, int(file.Size))) || f.Method != zip.Store || f.Modified.Format("2006-01-02") != "1980-01-01" {
			t.Errorf("%s: %d bytes, %v", f.Name, len(data), f.Modified)
		}
		got = append(got, f.Name)
	}
	if want := `[logo.svg Größe 1".png body.woff2 shared.woff2 all.zip script.js LOGO-2.svg logo-3.svg]`; fmt.Sprint(got) != want {
		t.Errorf("%v, want %s", got, want)
	}
	tag, length := a.Header.Get("ETag"), "Content-Length: "+fmt.Sprint(len(a.sent))
	ts.check(t, []row{
		{"acme /press/-/files.zip", "", 200, length + " | ETag: " + tag, a.body}, // the same files
		{"HEAD acme /-/files.zip", "", 200, length, ""},
		{"acme /-/files.zip", "If-None-Match: " + tag, 304, "", ""},
		{"acme /-/files.zip", `If-Match: "x"`, 412, "", ""},
		{"acme /-/files.zip", "Range: bytes=0-1", 200, length, ""},
		{"acme /fair/-/files.zip", "", 404, "", ""}, // no files
		{"acme /vault/-/files.zip", "", 404, "", ""},
		{"acme /vault/-/files.zip", "token: acme", 200, length, ""},
		{"acme /old/-/files.zip", "", 410, "", ""},
		{"inn /cellar/-/files.zip", "", 404, "", ""},
	})
}

// brand.zip has _brand.yml and the files of the manual that it names.
func TestBrandArchive(t *testing.T) {
	ts := newServer(t, nil)
	document := ts.expect(t, row{"acme /-/export/_brand.yml", "", 200, "Content-Type: application/yaml | " + minute, "files of"})
	a := ts.expect(t, row{"acme /-/export/brand.zip", "", 200, `Content-Type: application/zip | Content-Disposition: attachment; filename="acme-guide-brand.zip"; ` +
		`filename*=UTF-8''acme-guide-brand.zip | ` + minute + " | Cross-Origin-Resource-Policy: cross-origin", "PK"})
	want := map[string][]byte{"_brand.yml": document.sent}
	for _, f := range brandFiles() {
		want[f.BrandPath()] = fileContent(f.Name, int(f.Size))
	}
	r := must(zip.NewReader(bytes.NewReader(a.sent), int64(len(a.sent))))
	for _, f := range r.File {
		if data := must(io.ReadAll(must(f.Open()))); !bytes.Equal(data, want[f.Name]) {
			t.Errorf("%s has %d bytes, want %d", f.Name, len(data), len(want[f.Name]))
		}
		delete(want, f.Name)
	}
	if len(want) > 0 {
		t.Errorf("the archive lacks %v", slices.Collect(maps.Keys(want)))
	}
	tag, length := a.Header.Get("ETag"), "Content-Length: "+fmt.Sprint(len(a.sent))
	ts.check(t, []row{
		{"HEAD acme /-/export/brand.zip", "", 200, length, ""},
		{"acme /-/export/brand.zip", "If-None-Match: " + tag, 304, "", ""},
		{"acme /vault/-/export/brand.zip", "", 404, "", ""},
		{"acme /vault/-/export/brand.zip", "token: acme", 200, "", "PK"},
		{"acme /old/-/export/brand.zip", "", 410, "", ""},
		{"inn /-/export/brand.zip", "", 404, "", ""},
	})
}

// A manual without files wears the fonts of its brand's primary manual if anyone may read
// that for good, and has no other file of it.
func TestFontsOfPrimary(t *testing.T) {
	ts := newServer(t, nil)
	ts.put(t, snapshotOf("globex", "bare", manual.Public, withoutFiles))
	font := func(slug string) string { return filePath("/"+slug, "body.woff2", 400) }
	ts.check(t, []row{
		{"acme " + font("fair"), "", 200, "Content-Type: font/woff2", ""},
		{"acme " + filePath("/fair", "logo.svg", 300), "", 404, "", ""},
		{"globex " + font("bare"), "", 404, "", ""}, // the primary one is private
	})
	shared := testFile("body.woff2", 400)
	shared.Shared = true
	for _, files := range [][]manual.File{{shared, testFile("body.woff2", 400)}, {testFile("body.woff2", 400), shared}} { // named twice, and shared once
		ts.put(t, snapshotOf("globex", "bare", manual.Public, withoutFiles, func(s *snapshot) { s.Manual.Files = files }))
		ts.expect(t, row{"globex " + font("bare"), "", 200, "Cross-Origin-Resource-Policy: cross-origin", ""})
	}
	ts.put(t, snapshotOf("acme", "guide", manual.Public, primary, endsAfter(time.Hour)))
	ts.expect(t, row{"acme " + font("fair"), "", 404, "", ""})
}

// Smaller versions of pictures are files of the manual, for whom the pictures are, and in no
// archive.
func TestSmallerPictures(t *testing.T) {
	ts := newServer(t, nil)
	photo, sketch := testFile("photo.jpg", 900), testFile("sketch.jpg", 800)
	small := func(f manual.File, size int) manual.SmallerPictures {
		body := fileContent(f.Name, size)
		return manual.SmallerPictures{Of: f.Sum, Pictures: []manual.SmallerPicture{{Width: 480, Height: 320, Sum: sha256.Sum256(body), Size: int64(size)}}}
	}
	change := func(s *snapshot) {
		s.Manual.Files = append(s.Manual.Files, photo)
		s.HasDraft, s.DraftFiles = true, []manual.File{sketch}
		s.Smaller = []manual.SmallerPictures{small(photo, 300), small(sketch, 200)}
	}
	ts.put(t, snapshotOf("acme", "reviewed", manual.Public, change))
	ts.put(t, snapshotOf("acme", "vault", manual.Private, change))
	sum := sha256.Sum256(fileContent("photo.jpg", 300))
	open, closed := "acme /reviewed", "acme /vault"
	ts.check(t, []row{
		{open + photo.SmallerPath(480), "", 200, "Content-Type: image/jpeg | ETag: \"" + hex.EncodeToString(sum[:]) + "\" | Cache-Control: public, max-age=60", string(fileContent("photo.jpg", 300))},
		{open + photo.SmallerPath(480), "Range: bytes=0-9", 206, "", string(fileContent("photo.jpg", 300)[:10])},
		{open + photo.SmallerPath(960), "", 404, "", ""},
		{open + sketch.SmallerPath(480), "", 404, "", ""},
		{closed + photo.SmallerPath(480), "", 404, "", ""},
		{closed + photo.SmallerPath(480), "token: acme", 200, "", ""},
	})
	archive := ts.expect(t, row{open + manual.FilesZipPath, "", 200, "", ""})
	if strings.Count(archive.body, string(fileContent("photo.jpg", 300))) != 1 { // the beginning of the picture
		t.Error("the archive has a smaller version")
	}
}
