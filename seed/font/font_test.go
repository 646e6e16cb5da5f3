package font_test

import (
	"os"
	"testing"

	"designmanual/db/manual"
	"designmanual/seed/font"
)

// The metrics of a font are those of its tables; other files have none.
func TestRead(t *testing.T) {
	for name, want := range map[string]manual.Font{
		"ternholm/fonts/barlow-500.woff2":         {Ascent: 10000, Descent: 2000, Width: 4230, MinWeight: 500, MaxWeight: 500, Lacks: "„«»¿¡ÄÖÜäöüßàâçèêëîïôœùûÑñáíóúÆØÅø"},
		"ternholm/fonts/dm-mono-400.woff2":        {Ascent: 9920, Descent: 3100, Width: 6000, MinWeight: 400, MaxWeight: 400, Lacks: "„«»¿¡ÄÖÜäöüßàâçèêëîïôœùûÑñáíóú"},
		"quillwort/fonts/alegreya-sans-400.woff2": {Ascent: 8000, Descent: 2000, LineGap: 2000, Width: 3740, MinWeight: 400, MaxWeight: 400, Lacks: "¿¡ÄÖÜäöüßàâéèêîïôœùûÑñáíóú"},
		"quillwort/fonts/eb-garamond-400.woff2":   {Ascent: 10070, Descent: 2980, Width: 3690, MinWeight: 400, MaxWeight: 400, Lacks: "¿¡ÄÖÜäöüßàâéèêîïôœùûÑñáíóú"},
		"aoi/fonts/shippori-mincho-400.woff2":     {Ascent: 11600, Descent: 2880, Width: 4590, MinWeight: 400, MaxWeight: 400, Kana: true, Lacks: "€£§„«»¿¡ÄÖÜäöüßàâçéèêëîïôœùûÑñáíóúÆØÅæøå"},
		"ternholm/logo/tern-navy.svg":             {},
		"quillwort/fonts/OFL.txt":                 {},
	} {
		data, err := os.ReadFile("../../fixtures/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if got := font.Read(data); got != want {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
}

// Of a font without Latin letters some of its own are known.
func TestLetters(t *testing.T) {
	for name, want := range map[string]string{"hebrew.ttf": "אבגדהוזחטיךכלםמןנסעףפץצקרשת", "icons.ttf": "\ue000\ue001"} {
		data, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if got := font.Read(data); got.Letters != want || got.Width != 0 {
			t.Errorf("%s: %+v, want the letters %s", name, got, want)
		}
	}
}

// A font that is cut short or damaged is read without a panic.
func FuzzRead(f *testing.F) {
	for _, name := range []string{"ternholm/fonts/barlow-500.woff2", "aoi/fonts/shippori-mincho-400.woff2"} {
		data, err := os.ReadFile("../../fixtures/" + name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data[:min(len(data), 2000)])
		f.Add(data[:100])
	}
	f.Add([]byte("\x00\x01\x00\x00\xff\xff\x00\x00\x00\x00\x00\x00head\x00\x00\x00\x00\xff\xff\xff\xff\xff\xff\xff\xff"))
	f.Add([]byte("wOFF"))
	f.Fuzz(func(t *testing.T, data []byte) { font.Read(data) })
}
