package font_test

import (
	"encoding/binary"
	"os"
	"testing"
	"unicode/utf16"

	"designmanual/db/manual"
	"designmanual/seed/font"
)

// The metrics of a font are those of its tables; other files have none.
func TestRead(t *testing.T) {
	for name, want := range map[string]manual.Font{
		"ternholm/fonts/barlow-500.woff2":         {Ascent: 10000, Descent: 2000, Width: 4246, MinWeight: 500, MaxWeight: 500, Lacks: "„«»¿¡ÄÖÜäöüßàâçèêëîïôœùûÑñáíóúÆØÅø"},
		"ternholm/fonts/dm-mono-400.woff2":        {Ascent: 9920, Descent: 3100, Width: 6000, MinWeight: 400, MaxWeight: 400, Lacks: "„«»¿¡ÄÖÜäöüßàâçèêëîïôœùûÑñáíóú"},
		"quillwort/fonts/alegreya-sans-400.woff2": {Ascent: 8000, Descent: 2000, LineGap: 2000, Width: 3761, MinWeight: 400, MaxWeight: 400, Lacks: "¿¡ÄÖÜäöüßàâéèêîïôœùûÑñáíóú"},
		"quillwort/fonts/eb-garamond-400.woff2":   {Ascent: 10070, Descent: 2980, Width: 3745, MinWeight: 400, MaxWeight: 400, Lacks: "¿¡ÄÖÜäöüßàâéèêîïôœùûÑñáíóú"},
		"aoi/fonts/shippori-mincho-400.woff2":     {Ascent: 11600, Descent: 2880, Width: 4638, MinWeight: 400, MaxWeight: 400, Kana: true, Lacks: "€£§„«»¿¡ÄÖÜäöüßàâçéèêëîïôœùûÑñáíóúÆØÅæøå"},
		"ternholm/logo/tern-navy.svg":             {},
		"quillwort/fonts/OFL.txt":                 {},
		"varve/fonts/archivo.woff2":               {Ascent: 8780, Descent: 2100, Width: 4456, Widths: [9]int{4105, 4150, 4219, 4296, 4372, 4456, 4607, 4832, 5149}, MinWeight: 100, MaxWeight: 900},
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

// A font says its family without its weight, and whether it is italic; a scrubbed name is none.
func TestReadName(t *testing.T) {
	for name, want := range map[string]font.Name{
		"ternholm/fonts/barlow-500.woff2":                {Family: "Barlow"},
		"ternholm/fonts/barlow-semi-condensed-600.woff2": {Family: "Barlow Semi Condensed"},
		"quillwort/fonts/eb-garamond-400-italic.woff2":   {Family: "EB Garamond", Italic: true},
		"varve/fonts/inter.woff2":                        {Family: "Inter"},
		"ternholm/logo/tern-navy.svg":                    {},
	} {
		data, err := os.ReadFile("../../fixtures/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if got := font.ReadName(data); got != want {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
	for name, want := range map[string]string{"Größe": "Größe", ".": "", "": "", "a;b": "", "-": ""} {
		if got := font.ReadName(named(t, name)).Family; got != want {
			t.Errorf("the name %q is %q, want %q", name, got, want)
		}
	}
}

// named returns a TrueType file with a name table alone, whose family is a name.
func named(t *testing.T, name string) []byte {
	t.Helper()
	units := utf16.Encode([]rune(name))
	table := binary.BigEndian.AppendUint16(nil, 0)
	for _, n := range []int{1, 18, 3, 1, 0x409, 1, 2 * len(units), 0} {
		table = binary.BigEndian.AppendUint16(table, uint16(n))
	}
	for _, u := range units {
		table = binary.BigEndian.AppendUint16(table, u)
	}
	file := []byte("\x00\x01\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00name\x00\x00\x00\x00")
	file = binary.BigEndian.AppendUint32(file, uint32(len(file)+8))
	file = binary.BigEndian.AppendUint32(file, uint32(len(table)))
	return append(file, table...)
}

// Of a font without Latin letters some of its own are known.
func TestLetters(t *testing.T) {
	for name, want := range map[string]string{
		"hebrew.ttf": "אבגדהוזחטיךכלםמןנסעףפץצקרשת", "icons.ttf": "\ue000\ue001",
		"ligatures.ttf": "\ue000\ue001", "ligatures.woff": "\ue000\ue001", "ligatures.woff2": "\ue000\ue001", // letters without outlines
	} {
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
	f.Fuzz(func(t *testing.T, data []byte) {
		font.Read(data)
		font.ReadName(data)
	})
}
