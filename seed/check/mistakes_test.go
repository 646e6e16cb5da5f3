package check

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"designmanual/seed/source"
)

// aPNG is a picture of one pixel, up to what its size is read of.
const aPNG = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x00\x00\x00\x00\x3a\x7e\x9b\x55"

const aSVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 10.5"><path d="M0 0h24"/></svg>`

// checkBlock returns the problems of a block, errors first.
func checkBlock(t *testing.T, dir, kind, content string) (told []string) {
	t.Helper()
	text := `{"brand":{"slug":"acme","name":"Acme"},"manuals":[{"id":"m","slug":"guide","title":"Guide","visibility":"public","sections":[{"id":"s","anchor":"color","title":"Color","blocks":[` +
		fmt.Sprintf(`{"id":"b","anchor":"b","type":%q,"content":%s}`, kind, content) + `]}]}]}`
	f := Check(source.Source{Name: "a.json", Data: []byte(text), Files: source.OpenFolder(dir)}, 0, Options{})
	problems := append(f.Problems.Errors(false), f.Problems.Warnings()...)
	for _, l := range f.Links {
		problems = append(problems, l.Dead.Warnings()...)
	}
	for _, p := range problems {
		told = append(told, strings.TrimPrefix(p.Path, "manuals[0].sections[0].blocks[0].")+": "+p.Reason)
	}
	return told
}

// What people write by mistake is told, with what helps; what is nearly as wrong and right
// is not.
func TestMistakes(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.svg":       aSVG,
		"no-size.svg": svgOf(""), "share.svg": svgOf(`width="100%" height="100%"`), "mm.svg": svgOf(`width="20mm" height="10mm"`),
		"a.tif": "II*\x00", "cmyk.jpg": cmykPhoto, "large.png": aPNG + strings.Repeat("\x00", largePicture),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	html := func(text string) string { return fmt.Sprintf(`{"html":%q}`, text) }
	image := func(url string) string { return fmt.Sprintf(`{"images":[{"url":%q,"alt":""}]}`, url) }
	for _, tt := range []struct{ kind, content, want string }{
		{"LOGO", `{"logos":[{"name":"L","url":"a.svg","clearspace":0.5}]}`, `content.logos[0].clearspace: unknown key "clearspace": did you mean "clearSpace"?`},
		{"LOGO", `{"logos":[{"name":"L","url":"a.svg","minwidth":20}]}`, `content.logos[0].minwidth: unknown key "minwidth": did you mean "minWidth"?`},
		{"LOGO", `{"logos":[{"name":"L"}]}`, `content.logos[0]: missing key "url": the page shows no picture of this logo.`},
		{"LOGO", `{"logos":[{"name":"L","src":"a.svg"}]}`, `content.logos[0].src: unknown key "src": did you mean "url"? Nothing reads it.`},
		{"LOGO", `{"logos":[{"name":"L","url":"a.svg"}],"files":[{"url":"a.svg"}]}`, `content.files: the key "files" belongs in the entries of "logos": nothing reads it beside them`},
		{"TEXT", `{"text":"Hello"}`, `content.text: unknown key "text": did you mean "html"? Nothing reads it.`},
		{"DOWNLOADS", `{"files":[{"title":"L","url":"a.svg"}]}`, `content.files[0].title: unknown key "title": did you mean "name"? Nothing reads it.`},
		{"COLORS", `{"colors":[{"name":"Sky","hexx":"#88AAFF"}]}`, `content.colors[0].hexx: missing key "hex": did you mean it by "hexx"?`},
		{"COLORS", `{"colors":[{"title":"Sky","hex":"#88AAFF"}]}`, `content.colors[0].title: missing key "name": did you mean it by "title"?`},
		{"TEXT", html(`<p style="color:red">a</p><p style="x">b</p>`), `content.html: the page leaves out style of <p>`},
		{"TEXT", html(`<p align=center>a</p>`), `content.html: the page leaves out align of <p>`},
		{"TEXT", html(`<table><tr><td bgcolor="#fff">a</td></tr></table>`), `content.html: the page leaves out bgcolor of <td>`},
		{"TEXT", html(`<table width="100%"><tr><td>a</td></tr></table>`), `content.html: the page leaves out width of <table>`},
		{"TEXT", html(`<p>a <b>b</p><p>c</p>`), `content.html: <b> is not closed and goes on to the end of the text: write </b>`},
		{"TEXT", html(`<p>a <img src="https://acme.example/a.png"></p>`), `content.html: <img> has no alt`},
		{"TEXT", html(`<p><iframe src="https://film.example/1"></iframe></p>`), `content.html: the page leaves out <iframe>. Link to the video, or put the file into a VIDEO block.`},
		{"TEXT", html(`<p><img alt="" src="a.png"></p>`), `content.html: the address "a.png" leads nowhere on the page: write one with https:, or the path of a page of brand acme. Pictures go into an IMAGE block`},
		{"TEXT", html("One.\n\nTwo."), `content.html: expected HTML, found plain text with empty lines, which becomes one paragraph.`},
		{"TEXT", `{"html":"x","title":"The <b>voice</b>"}`, `content.title: expected plain text, found <b>, which is shown as it stands.`},
		{"IMAGE", `{"images":[{"url":"a.svg"}]}`, `content.images[0]: missing key "alt"`},
		{"IMAGE", image("ftp://acme.example/a.png"), `content.images[0].url: expected an http(s) URL or the path of a file in the folder of the seed file, found an address that pages do not show (ftp:)`},
		{"DOWNLOADS", `{"files":[{"name":"A","url":"sftp://acme.example/a.zip"}]}`, `content.files[0].url: expected an http(s) URL or the path of a file in the folder of the seed file, found an address that pages do not link (sftp:)`},
		{"DOWNLOADS", `{"files":[{"name":"A","url":"mailto:press@acme.example"},{"name":"B","url":"HTTPS://acme.example/b.zip"}]}`, ""},
		{"IMAGE", image("https://www.dropbox.com/s/abc/roastery.jpg?dl=0"), `content.images[0].url: expected the address of a picture, found a page of Dropbox, which browsers cannot show as one. Download the file`},
		{"IMAGE", image("https://drive.google.com/file/d/1/view"), `content.images[0].url: expected the address of a picture, found a page of Google Drive`},
		{"IMAGE", image("a.tif"), `content.images[0].url: expected a picture (.svg, .png, .jpg, .jpeg, .webp, .gif or .avif), found "a.tif". Browsers do not show TIFF: export it as PNG, JPEG or SVG.`},
		{"IMAGE", image("cmyk.jpg"), `content.images[0].url: expected a picture in RGB, found one in CMYK`},
		{"LOGO", `{"logos":[{"name":"L","url":"no-size.svg"}]}`, `content.logos[0].url: the drawing has no viewBox and no size: browsers cannot scale it, and cut it off. Add viewBox="0 0 200 100" to its <svg>`},
		{"ICONS", `{"icons":[{"name":"I","url":"share.svg"}]}`, `content.icons[0].url: the drawing has no viewBox and no size`},
		{"MOTION", `{"easings":[{"name":"a","value":"steps(4)"},{"name":"b","value":"ease-in"},{"name":"c","value":[0.2,0,0,1]}]}`, `content.easings[0].value: expected an easing (cubic-bezier(), four numbers or a CSS keyword), found "steps(4)": it makes no token`},
		{"MOTION", `{"easings":[{"name":"a","value":[2,0,0,1]}]}`, `content.easings[0].value: expected an easing with x from 0 to 1, found 2: it makes no token`},
		{"IMAGE", image("large.png"), `content.images[0].url: the picture has 16 MB. Make it smaller`},
		{"COLORS", `{"colors":[{"name":"a","hex":"#7A8F69","tints":{"50":{"hex":"#F4F8F2"},"100":{"hex":"navy"}}}]}`, `content.colors[0].tints.100.hex: expected a hex color (#0B5FFF), found "navy": it makes no token. Write "#000080".`},
		{"COLORS", `{"colors":[{"name":"a","hex":"7A8F69"}]}`, `content.colors[0].hex: expected a hex color (#0B5FFF), found "7A8F69": it makes no token. Write "#7A8F69".`},
		{"COLORS", `{"colors":[{"name":"a","hex":"PMS 5763 C"}]}`, `content.colors[0].hex: expected a hex color (#0B5FFF), found "PMS 5763 C": it makes no token. The hex is what screens show; print values have keys of their own`},
		{"COLORS", `{"colors":[{"name":"a","hex":"navy"}]}`, `content.colors[0].hex: expected a hex color (#0B5FFF), found "navy": it makes no token. Write "#000080".`},
		{"COLORS", `{"colors":[{"name":"a","hex":"cream"}]}`, `content.colors[0].hex: expected a hex color (#0B5FFF), found "cream": it makes no token. Write # and the six digits that a color picker shows.`},
		{"THEMES", `{"themes":[{"name":"Day","background":"#FFFFFF"}]}`, `content.themes[0].background: the key "background" belongs in "colors": nothing reads it beside that`},
		{"THEMES", `{"themes":[{"name":"Day","colors":{"text":"#000"},"background":"#FFFFFF"}]}`, `content.themes[0].background: the key "background" belongs in "colors": nothing reads it beside that`},
		{"TYPOGRAPHY", `{"fonts":[{"name":"Inter"}]}`, `content.fonts[0].name: missing key "family": did you mean it by "name"?`},
		{"TYPOGRAPHY", `{"fonts":[{"family":"Inter","role":"headings"}]}`, `content.fonts[0].role: unknown key "role": did you mean "usage"? Nothing reads it.`},
		{"TEXT_STYLES", `{"styles":[{"name":"H1","fontSize":"48px"}]}`, `content.styles[0].fontSize: missing key "size": did you mean it by "fontSize"?`},
		{"TEXT_STYLES", `{"styles":[{"name":"H1","size":"48px","fontWeight":700}]}`, `content.styles[0].fontWeight: unknown key "fontWeight": did you mean "weight"? Nothing reads it.`},
		{"MOTION", `{"durations":[{"name":"fast","duration":"150ms"}]}`, `content.durations[0].duration: missing key "value": did you mean it by "duration"?`},
		{"BREAKPOINTS", `{"breakpoints":[{"name":"md","min":"768px"}]}`, `content.breakpoints[0].min: missing key "value": did you mean it by "min"?`},
		{"SHADOWS", `{"shadows":[{"name":"sm","value":"0 1px 2px #0003"}]}`, `type: unknown kind "SHADOWS": did you mean "ELEVATION"? The block is served and makes no token.`},
		{"FONTS", `{"fonts":"Inter"}`, `type: unknown kind "FONTS": did you mean "TYPOGRAPHY"? The block is served and makes no token.`},
		{"Colors", `{"colors":[]}`, `type: expected a kind in upper case (COLORS, PRESS_KIT), found "Colors". Write "COLORS".`},

		{"LOGO", `{"logos":[{"name":"L","url":"mm.svg","files":[{"url":"no-size.svg"}]}]}`, ""},
		{"LOGO", `{"logos":[{"name":"L","url":"a.svg","alt":"Acme","clearSpace":0.5,"minWidth":20,"files":[{"url":"a.svg"}],"note":"x"}],"clearSpace":"A wing on every side."}`, ""},
		{"DOWNLOADS", `{"files":[{"name":"L","url":"cmyk.jpg"},{"name":"L","url":"large.png"},{"name":"T","url":"a.tif"},{"name":"D","url":"https://www.dropbox.com/s/a"}]}`, ""},
		{"TEXT", html("<p>a <b>b</b><br><i>c</i></p><ul><li>d<li>e</ul><p>f"), ""},
		{"TEXT", html(`<table><tr><th colspan=2>a<td>b</table><img src="https://acme.example/a.png" alt="" width="20" height="10">`), ""},
		{"TEXT", html(`<a href="#color">a</a> <a href="#b">b</a> <a href="#">d</a> <a href="#dm:top">e</a> <a href="#:~:text=sky">f</a>`), ""},
		{"TEXT", html("One line\nand another."), ""},
		{"TEXT", html("<p>One.</p>\n\n<p>Two.</p>"), ""},
		{"TEXT", `{"html":"x","title":"a < b and <name>"}`, ""},
		{"IMAGE", image("https://www.dropbox.com/s/abc/roastery.jpg?raw=1"), ""},
		{"IMAGE", `{"images":[{"url":"a.svg","alt":"A tern","caption":"<b>Two</b>"}]}`, ""},
		{"COLORS", `{"colors":[{"name":"a","hex":"#7A8F69","pantone":"5763 C"}]}`, ""},
		{"TYPOGRAPHY", `{"fonts":[{"family":"Inter","weights":[400,"700"],"files":[]}]}`, ""},
		{"THEMES", `{"themes":[{"name":"Day","colors":{"text":"#000"},"text":"For daylight."}]}`, ""},
		{"PRESS_KIT", `{"text":"Hello","files":[{"title":"x"}]}`, ""},
		{"PRESS_KIT", `{"code":"<img src=\"logo.svg\" alt=\"\">"}`, ""},
	} {
		told := checkBlock(t, dir, tt.kind, tt.content)
		if tt.want == "" {
			if len(told) > 0 {
				t.Errorf("%s %s: %q", tt.kind, tt.content, told)
			}
			continue
		}
		if len(told) != 1 || !strings.HasPrefix(told[0], tt.want) {
			t.Errorf("%s %s: %q\nwant %s", tt.kind, tt.content, told, tt.want)
		}
	}
}

func svgOf(attributes string) string {
	return `<svg xmlns="http://www.w3.org/2000/svg" ` + attributes + `><path d="M0 0h9v9z"/></svg>`
}

// cmykPhoto is the header of a JPEG image of one pixel in four colors (ITU-T T.81, B.2.2),
// with the segment of Adobe that says so.
const cmykPhoto = "\xff\xd8" + "\xff\xee\x00\x0eAdobe\x00\x64\x00\x00\x00\x00\x00" +
	"\xff\xc0\x00\x14\x08\x00\x01\x00\x01\x04\x01\x11\x00\x02\x11\x00\x03\x11\x00\x04\x11\x00" +
	"\xff\xda\x00\x0e\x04\x01\x00\x02\x00\x03\x00\x04\x00\x00\x3f\x00"
