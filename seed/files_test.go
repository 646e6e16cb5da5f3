package seed

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"designmanual/seed/source"
)

// aPicture encodes an image of 3 by 2 pixels.
func aPicture(t testing.TB, encode func(b *bytes.Buffer, m image.Image) error) string {
	t.Helper()
	var b bytes.Buffer
	if err := encode(&b, image.NewPaletted(image.Rect(0, 0, 3, 2), color.Palette{color.Black, color.White})); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func aPNG(t testing.TB) string {
	return aPicture(t, func(b *bytes.Buffer, m image.Image) error { return png.Encode(b, m) })
}

const aSVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 10.5"><path d="M0 0h24"/></svg>`

// logos returns a manual whose only logo has that URL, on line 2 of its file.
func logos(ref string) string {
	return fmt.Sprintf("{\"brand\":{\"slug\":\"acme\",\"name\":\"Acme\"},\"manuals\":[{\"slug\":\"guide\",\"title\":\"T\",\"visibility\":\"public\",\"sections\":[{\"id\":\"s\",\"title\":\"S\",\"blocks\":[{\"id\":\"b\",\"type\":\"LOGO\",\"content\":{\"logos\":[\n{\"name\":\"Mark\",\"url\":%q}]}}]}]}]}", ref)
}

const logoPlace = ":2:22: manuals[0].sections[0].blocks[0].content.logos[0].url: "

// checkLogo checks a seed file in a folder of files.
func checkLogo(t *testing.T, dir, ref string, o Options) error {
	t.Helper()
	put(t, filepath.Join(dir, "acme.json"), logos(ref))
	_, err := Check(source.ReadPaths([]string{dir}), o)
	return err
}

// TestFilesRefused checks message and position of every reason to refuse a file.
func TestFilesRefused(t *testing.T) {
	dir := t.TempDir()
	put(t, dir+"/outside.svg", aSVG)
	dir += "/seeds"
	put(t, dir+"/logo/mark.svg", aSVG)
	put(t, dir+"/empty.svg", "")
	put(t, dir+"/page.png", "<!DOCTYPE html><p>Hello</p>")
	put(t, dir+"/cut.png", aPNG(t)[:20])
	if err := os.Truncate(dir+"/cut.png", 20); err != nil {
		t.Fatal(err)
	}
	put(t, dir+"/large.bin", "x")
	if err := os.Truncate(dir+"/large.bin", source.MaxAssetBytes+1); err != nil {
		t.Fatal(err)
	}
	link(t, "../outside.svg", dir+"/link.svg")
	link(t, "round.svg", dir+"/round.svg")
	for _, name := range []string{"png", "jpg", "jpeg", "gif", "webp", "avif", "svg", "pdf", "zip", "woff", "woff2", "ttf", "otf"} {
		put(t, dir+"/wrong."+name, "\x00\x00 not what the name says")
	}
	long := strings.Repeat("é", 128) + ".svg"
	type refusal struct{ ref, want string }
	refused := []refusal{
		{"logo/none.svg", `there is no file "logo/none.svg" in the folder`},
		{"empty.svg/mark.svg", `there is no file "empty.svg/mark.svg" in the folder`},
		{"logo/Mark.SVG", `there is no file "logo/Mark.SVG" in the folder. There is "logo/mark.svg".`},
		{"LOGO/mark.svg", `there is no file "LOGO/mark.svg" in the folder. There is "logo/mark.svg".`},
		{"www.acme.example/mark.svg", `there is no file "www.acme.example/mark.svg" in the folder. An address on another server begins with https://.`},
		{"logo/mark.png", `there is no file "logo/mark.png" in the folder. There is "logo/mark.svg".`},
		{"file:///logo/mark.svg", source.ExpectedURL + "a path of one machine. Copy the file into this folder, and write its path from here, such as pictures/roastery.jpg."},
		{`C:\logo\mark.svg`, source.ExpectedURL + "a path of one machine. Copy the file into this folder, and write its path from here, such as pictures/roastery.jpg."},
		{`logo\mark.svg`, source.ExpectedURL + `a backslash. Write / between folders; a \ in a name is written %5C.`},
		{"logo", "expected a file, found a folder"},
		{".", "expected a file, found a folder"},
		{"link.svg", "expected a file in the folder, found a link that leads out of it. Copy the file into the folder."},
		{"round.svg", "expected a file in the folder, found a link that leads to itself"},
		{"../outside.svg", "expected a file in the folder, found a path that leads out of it. Copy the file into the folder."},
		{"%2e%2e/outside.svg", "expected a file in the folder, found a path that leads out of it. Copy the file into the folder."},
		{"/logo/mark.svg", source.ExpectedURL + "an absolute path. Leave out the / at its beginning."},
		{"//acme.example/mark.svg", source.ExpectedURL + "the address of a host (//). Write https: before it."},
		{"data:image/png;base64,AAAA", source.ExpectedURL + "a data: URL. Save what it holds as a file, and write the path of that."},
		{"logo/mark.svg?v=2", source.ExpectedURL + "a query. A question mark in a name is written %3F."},
		{"logo/mark.svg#a", source.ExpectedURL + "a fragment. A number sign in a name is written %23."},
		{"logo%2Fmark.svg", source.ExpectedURL + "%2F, which no name may have"},
		{"50%.svg", source.ExpectedURL + "a percent sign that two hexadecimal digits do not follow. A percent sign in a name is written %25."},
		{"logo/%FF.svg", source.ExpectedURL + "a path that is not UTF-8"},
		{"logo/a%0Ab.svg", "expected a file name without control characters, found one: in JSON \\n is no letter after a folder. Write / between folders: logo/a/nb.svg"},
		{url.PathEscape(long), "expected a file name of at most 255 bytes, found one of 260"},
		{"empty.svg", "the file is empty. A cloud drive that has not fetched a file leaves it so, and so does a copy that failed."},
		{"large.bin", "expected a file of at most 64 MiB, found 67108865 bytes"},
		{"page.png", "expected the file itself, found a page of HTML under another name. A server often answers one in place of a download: open the address in a browser and save the file."},
		{"cut.png", "expected a PNG image as the name says, found one that is cut short or damaged"},
		{"wrong.svg", "expected an SVG image as the name says: line 1: illegal character code U+0000"},
	}
	for name, file := range map[string][3]string{
		"phone.jpg":  {"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic", "a JPEG image", "a HEIC image. Browsers do not show HEIC: export it as PNG, JPEG or SVG."},
		"scan.png":   {"II*\x00\x08\x00", "a PNG image", "a TIFF image. Browsers do not show TIFF: export it as PNG, JPEG or SVG."},
		"layers.jpg": {"8BPS\x00\x01", "a JPEG image", "a file of Photoshop. Browsers do not show the files of Photoshop: export it as PNG, JPEG or SVG."},
		"saved.png":  {"RIFF\x10\x00\x00\x00WEBPVP8 ", "a PNG image", "a WebP image. Call it .webp."},
		"saved.jpg":  {"\x00\x00\x00\x18ftypavif\x00\x00\x00\x00avifmif1", "a JPEG image", "an AVIF image. Call it .avif."},
	} {
		put(t, dir+"/"+name, file[0])
		refused = append(refused, refusal{name, "expected " + file[1] + " as the name says, found " + file[2]})
	}
	for extension, kind := range map[string]string{
		"jpg": "a JPEG image", "jpeg": "a JPEG image", "gif": "a GIF image", "webp": "a WebP image", "avif": "an AVIF image", "pdf": "a PDF document",
		"zip": "a ZIP archive", "woff": "a WOFF font", "woff2": "a WOFF2 font", "ttf": "a TrueType font", "otf": "an OpenType font",
	} {
		refused = append(refused, refusal{"wrong." + extension, "expected " + kind + " as the name says, found something else"})
	}
	put(t, filepath.Join(dir, "acme.json"), strings.Replace(logos("logo/mark.svg"), `"url":`, `"detail": "pictures/gone.png", "use": "and/or", "url":`, 1))
	const ownWant = `content.logos[0].detail: there is no file "pictures/gone.png" in the folder. A text that only tells of a file has its name alone, without a folder.`
	if _, err := Check(source.ReadPaths([]string{dir}), Options{}); err == nil || !strings.HasSuffix(err.Error(), ownWant) {
		t.Errorf("a path in an own key: %v, want %s", err, ownWant)
	}
	for _, tt := range refused {
		err := checkLogo(t, dir, tt.ref, Options{})
		if want := dir + "/acme.json" + logoPlace + tt.want; err == nil || err.Error() != want {
			t.Errorf("%s: %v\nwant %s", tt.ref, err, want)
		}
	}
}

// TestFilesAccepted checks URLs that refer to no file, and all forms of paths.
func TestFilesAccepted(t *testing.T) {
	dir := t.TempDir()
	put(t, dir+"/logo/mark 1?.svg", aSVG)
	put(t, dir+"/..data/blå.png", aPNG(t))
	link(t, "..data/blå.png", dir+"/blå.png")
	link(t, dir+"/notes.xyz", dir+"/absolute.xyz")
	put(t, dir+"/notes.xyz", "anything")
	for _, ref := range []string{
		"https://acme.example/a.svg?v=1#x", "HTTP://acme.example/", "", "logo/mark%201%3F.svg", "logo/mark 1%3F.svg", "./logo/./mark%201%3F.svg",
		"logo/../bl%C3%A5.png", "blå.png", "notes.xyz", "absolute.xyz",
	} {
		if err := checkLogo(t, dir, ref, Options{}); err != nil {
			t.Errorf("%s: %v", ref, err)
		}
	}
	t.Chdir(dir)
	if err := checkLogo(t, ".", "absolute.xyz", Options{}); err != nil {
		t.Errorf("an absolute link in the current folder: %v", err)
	}
	err := error(nil)
	if _, err = Check([]Source{seedFile("acme.json", logos("mark.svg"))}, Options{}); err == nil || !strings.Contains(err.Error(), "has no folder") {
		t.Errorf("a file without a folder: %v", err)
	}
}

// A manual whose distinct files are too large together is refused at the file that
// exceeds the limit. The same file twice counts once.
func TestManualSizeLimit(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var items []string
	for i := range 17 {
		name := fmt.Sprintf("%02d.bin", i)
		put(t, filepath.Join(dir, name), fmt.Sprint(i))
		if err := os.Truncate(filepath.Join(dir, name), source.MaxAssetBytes); err != nil {
			t.Fatal(err)
		}
		items = append(items, fmt.Sprintf(`{"name":"a","url":%q},{"name":"b","url":"./%s"}`, name, name))
		if i == 0 { // the same content again
			put(t, filepath.Join(dir, "same.bin"), "0")
			if err := os.Truncate(filepath.Join(dir, "same.bin"), source.MaxAssetBytes); err != nil {
				t.Fatal(err)
			}
			items = append(items, `{"name":"c","url":"same.bin"}`)
		}
	}
	put(t, dir+"/acme.json", string(acme(aManual("guide", `"sections":[{"id":"s","title":"S","hidden":true,"blocks":[{"id":"b","type":"DOWNLOADS","content":{"files":[`+strings.Join(items, ",\n")+`]}}]}]`)).Data))
	_, err := Check(source.ReadPaths([]string{dir}), Options{})
	var problems Problems
	if !errors.As(err, &problems) || len(problems) != 1 {
		t.Fatalf("error %v", err)
	}
	const want = "manuals[0].sections[0].blocks[0].content.files[33].url: expected at most 1024 MiB of files in one manual, found more with this one"
	if !strings.HasSuffix(problems[0].String(), want) {
		t.Errorf("%s\nwant %s", problems[0], want)
	}
}

func TestFontFiles(t *testing.T) {
	dir := t.TempDir()
	put(t, dir+"/barlow.woff2", "wOF2 and more")
	put(t, dir+"/mark.svg", aSVG)
	for _, tt := range []struct{ file, want string }{
		{`{"url":"barlow.woff2","weight":"400","style":"italic"}`, ""},
		{`{"url":"barlow.woff2","weight":"100 900"}`, ""},
		{`{"url":"barlow.woff2","weight":null,"style":null}`, ""},
		{`{"url":"mark.svg"}`, "url: expected a font file (.woff2, .woff, .ttf or .otf)"},
		{`{"weight":"400"}`, `files[0]: missing key "url": expected a string`},
		{`{"url":"barlow.woff2","weight":"0"}`, `weight: expected a weight from 1 to 1000 ("400") or a range of them ("100 900"), found "0"`},
		{`{"url":"barlow.woff2","weight":"1001"}`, `found "1001"`},
		{`{"url":"barlow.woff2","weight":"900 100"}`, `found "900 100"`},
		{`{"url":"barlow.woff2","weight":"bold"}`, `found "bold"`},
		{`{"url":"barlow.woff2","weight":400}`, ""},
		{`{"url":"barlow.woff2","weight":1001}`, `weight: expected a weight from 1 to 1000 ("400") or a range of them ("100 900"), found a number`},
		{`{"url":"barlow.woff2","weight":true}`, "expected a number, a string or null, found true"},
		{`{"url":"barlow.woff2","style":"oblique"}`, `style: expected normal or italic, found "oblique"`},
	} {
		put(t, dir+"/acme.json", string(acme(aManual("guide", `"sections":[{"id":"s","title":"S","blocks":[{"id":"b","type":"TYPOGRAPHY","content":{"fonts":[{"family":"Barlow","shared":true,"files":[`+tt.file+`]}]}}]}]`)).Data))
		_, err := Check(source.ReadPaths([]string{dir}), Options{})
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.file, err, tt.want)
		}
	}
}
