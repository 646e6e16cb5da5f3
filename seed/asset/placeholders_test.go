package asset

import (
	"strings"
	"testing"
)

// A file that is not what its author sees is refused whatever its extension, with the
// cause and what brings the file.
func TestPlaceholders(t *testing.T) {
	const lfs = "version https://git-lfs.github.com/spec/v1\noid sha256:25c3d08b2fd22193fbeac295d859a32f90874f34306c532be1e9dbb159b34a4e\nsize 22485\n"
	for _, name := range []string{"a.ai", "a.eps", "a.psd", "a.indd", "a.ase", "a.sketch", "a.fig", "a.docx", "a.pptx", "a.mp3", "a.tif", "a.heic", "a.dmg", "a.ttf", "a.svg", "a.png", "a.txt", "a"} {
		if _, err := inspect(strings.NewReader(lfs), int64(len(lfs)), name, false); err == nil || !strings.Contains(err.Error(), "a pointer of Git LFS. `git lfs pull` fetches the file.") {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, tt := range []struct{ name, text, want string }{
		{"a.psd", "/annex/objects/SHA256E-s31390--f50d7ac4.psd\n", "a pointer of git-annex. `git annex get` fetches the file."},
		{"a.png", "../.git/annex/objects/xW/1v/SHA256E-s3--f5.png/SHA256E-s3--f5.png", "a link of git-annex. `git annex get`"},
		{"a.eps", "../shared/our logo.eps", "a link that was checked out as text. After `git config core.symlinks true`"},
		{"a.svg", "mark.svg", "a link that was checked out as text."},
		{"a.pptx", "\n<!-- saved -->\n<!DOCTYPE html><html><title>Sign in</title>", "a page of HTML under another name. A server often answers one"},
		{"a.docx", "<html>\n", "a page of HTML under another name."},
		{"a", "<HTML lang=en>", "a page of HTML under another name."},
		{"Guide.gdoc", `{"url":"https://docs.google.com/document/d/1"}`, "a link to a document of Google Drive. Export the document"},
		{".mark.png.icloud", "bplist00", "a placeholder of a cloud drive. Let the drive keep the file on this machine"},
		{"a.zip.part", "PK\x03\x04", "the part of a download that has not ended. Let the download end"},
		{"a.zip.crdownload", "PK\x03\x04", "the part of a download that has not ended."},
		{"a.psd", "book\x00\x00\x00\x00mark\x00\x00\x00\x00x", "a shortcut to the file. Copy the file itself"},
		{"._a.psd", "\x00\x05\x16\x07\x00\x02\x00\x00", "what a Mac keeps beside the file."},

		{"a.html", "<!doctype html><p>A signature", ""},
		{"a.hbs", "<html>{{name}}", ""},
		{"a.txt", "See mark.svg", ""},
		{"a.txt", "a.txt\n", ""},
		{"a.css", "@import url(a.css)", ""},
		{"a.json", `{"html": "<html>"}`, ""},
		{"a.doc", "<p>See <html>", ""},
		{"a.csv", strings.Repeat("a,b", 2000) + ".csv", ""},
		{"a.txt", "version https://git-lfs is a line of its pointers", ""},
	} {
		_, err := inspect(strings.NewReader(tt.text), int64(len(tt.text)), tt.name, false)
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.HasPrefix(err.Error(), "expected the file itself, found "+tt.want)) {
			t.Errorf("%s: %v\nwant %s", tt.name, err, tt.want)
		}
	}
}
