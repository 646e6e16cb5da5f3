package start_test

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"designmanual/api/start"
	"designmanual/db/manual"
)

// What a test writes: drawings of some shapes and inks, a picture, documents.
const (
	wide    = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 80"><path d="M0 0h9" fill="#0b3d5c"/></svg>`
	white   = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 80"><g fill="#fff"><path d="M0 0h9"/></g></svg>`
	mixed   = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 81"><style>.a{fill:#fff}</style><path class="a" d="M0 0h9"/><path fill="red" d="M0 0h8"/></svg>`
	masked  = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 82"><clipPath id="c"><path d="M0 0h9" fill="#fff"/></clipPath><path clip-path="url(#c)" d="M0 0h9"/></svg>`
	small   = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M0 0h9"/></svg>`
	small2  = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M0 0h9"/></svg>`
	tall    = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 900"><path d="M0 0h9"/></svg>`
	symbols = `<svg xmlns="http://www.w3.org/2000/svg"><symbol id="a" viewBox="0 0 9 9"><path d="M0 0h9"/></symbol></svg>`
	eps     = "%!PS-Adobe-3.0 EPSF-3.0\n"
	pdf     = "%PDF-1.4\n%%EOF\n"
)

// picture returns a PNG image with one color.
func picture(t *testing.T, width, height int, c color.Color) string {
	t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	for x := range width {
		img.Set(x, 0, c)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// write writes files by their paths, and returns their folder.
func write(t *testing.T, all map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range all {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// numbered returns custom properties with colors of one name.
func numbered(name string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "--%s-%d: #%02x%02x33; ", name, i+1, 10*i, len(name))
	}
	return b.String()
}

// lines returns the lines of numbered things.
func lines(name string, n int) (all []string) {
	for i := range n {
		all = append(all, fmt.Sprint(name, "-", i+1))
	}
	return all
}

// A seedFile is what the tests read of one.
type seedFile struct {
	Brand struct {
		Cover struct{ Color, Logo string }
	}
	Manuals []struct {
		Sections []struct {
			Title  string
			Blocks []struct {
				Type    string
				Content map[string]json.RawMessage
			}
		}
	}
}

type entry struct {
	Name, URL, Alt, Background, Family string
	CMYK, Pantone, RAL                 string
	Files                              []struct{ URL, Label, Weight, Style string }
	Tints                              map[string]string
}

// lines returns what a seed file shows: a line an entry.
func (f seedFile) lines(t *testing.T) (lines []string) {
	t.Helper()
	for _, section := range f.Manuals[0].Sections {
		for _, block := range section.Blocks {
			title := strings.Trim(string(block.Content["title"]), `"`)
			for _, key := range []string{"logos", "colors", "fonts", "icons", "images", "files"} {
				var entries []entry
				if block.Content[key] == nil {
					continue
				}
				if err := json.Unmarshal(block.Content[key], &entries); err != nil {
					t.Fatal(err)
				}
				for _, e := range entries {
					line := strings.TrimSpace(block.Type+" "+title) + ": " + e.Name + e.Family
					if key == "images" {
						line += e.Alt
					}
					if e.Background != "" {
						line += " on " + e.Background
					}
					for _, print := range [][2]string{{"cmyk", e.CMYK}, {"pantone", e.Pantone}, {"ral", e.RAL}} {
						if print[1] != "" {
							line += ", " + print[0] + " " + print[1]
						}
					}
					for _, file := range e.Files {
						line += " + " + strings.TrimSpace(strings.Join([]string{filepath.Ext(file.URL), file.Label, file.Weight, file.Style}, " "))
					}
					for _, step := range slices.Sorted(maps.Keys(e.Tints)) {
						line += " " + step
					}
					lines = append(lines, line)
				}
			}
		}
	}
	return lines
}

// from makes a manual of a folder, and returns it and the notes.
func from(t *testing.T, folder string) (seedFile, []string) {
	t.Helper()
	return fromOf(t, "Acme", folder)
}

func fromOf(t *testing.T, brand, folder string) (seedFile, []string) {
	t.Helper()
	b := start.Brand{Slug: "acme", Name: brand, Visibility: manual.Public, Folder: t.TempDir()}
	_, notes, err := start.From(b, []string{folder})
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(b.Path())
	if err != nil {
		t.Fatal(err)
	}
	var f seedFile
	if err := json.Unmarshal(data, &f); err != nil {
		t.Fatal(err)
	}
	return f, notes
}

// exchange returns a color of Adobe Swatch Exchange, with the head of a file before the first one, whose name has
// no space.
func exchange(name, model string, channels ...float32) string {
	var block []byte
	units := append(utf16.Encode([]rune(name)), 0)
	block = binary.BigEndian.AppendUint16(block, uint16(len(units)))
	for _, unit := range units {
		block = binary.BigEndian.AppendUint16(block, unit)
	}
	block = append(block, model...)
	for _, share := range channels {
		block = binary.BigEndian.AppendUint32(block, math.Float32bits(share))
	}
	block = append(block, 0, 0)
	head := "\x00\x01" + string(binary.BigEndian.AppendUint32(nil, uint32(len(block))))
	if name == "Nordblau" {
		head = "ASEF\x00\x01\x00\x00\x00\x00\x00\x03" + head
	}
	return head + string(block)
}

// What lies in a folder gets its place by folders, names and shapes.
func TestFrom(t *testing.T) {
	red := color.NRGBA{200, 0, 0, 255}
	for name, test := range map[string]struct {
		brand string // empty for Acme
		files map[string]string
		want  []string
		cover string // color and logo
		notes string // in them
	}{
		"versions and formats of one logo": {
			files: map[string]string{
				"logos/svg/acme-logo.svg": wide, "logos/png/acme-logo-600.png": picture(t, 600, 160, red), "logos/print/acme-logo_CMYK.eps": eps,
				"logos/svg/acme-logo-white.svg": white, "logos/acme.pdf": pdf + "1", "logos/og.png": picture(t, 9, 9, red),
			},
			want:  []string{"LOGO: Logo + .png 600 × 160 px + .eps PRINT CMYK", "LOGO: White", "DOWNLOADS: Acme (PDF)"},
			cover: "#ffffff logos/svg/acme-logo.svg", notes: "og.png is left out: icons of browsers and phones",
		},
		"logos of several products by their folders": {
			files: map[string]string{
				"brand/logos/acme/logo.svg": wide, "brand/logos/acme/rocket/logo-word-hor.svg": mixed, "brand/logos/acme/rocket/logo.svg": masked,
			},
			want:  []string{"LOGO Acme: Logo", "LOGO Acme Rocket: Logo", "LOGO Acme Rocket: Wordmark horizontal"},
			cover: "#ffffff logos/brand/logos/acme/logo.svg",
		},
		"logos of others, and the brand's by its initials": {
			brand: "Acme Commons",
			files: map[string]string{
				"logos/ac/lettermark.svg": wide, "logos/products/search.svg": masked, "logos/products/state_of.svg": mixed,
				"logos/aaa/logo@2x.png": picture(t, 300, 80, red),
			},
			want:  []string{"LOGO Acme Commons: Lettermark", "LOGO Other marks: Aaa on #ffffff", "LOGO Other marks: Search", "LOGO Other marks: State Of"},
			cover: "#ffffff logos/ac/lettermark.svg",
		},
		"a mark of no name before the logo of the brand, as in @jetbrains/logos": {
			files: map[string]string{"logos/ai/ai.svg": masked, "logos/acme/acme.svg": wide},
			want:  []string{"LOGO Acme: Logo", "LOGO AI: Logo"},
			cover: "#ffffff logos/acme/acme.svg",
		},
		"logos that are not said to be the brand's": {
			files: map[string]string{"logos/blue-logo.svg": wide, "logos/mail-logo@2x.png": picture(t, 300, 81, red), "a.css": ":root { --instagram-brand: #e1306c; --brand-0: #300000; --brand-1: #ec0016; --white: #fff }"},
			want:  []string{"LOGO: Blue on #ffffff", "LOGO: Mail on #ffffff", "COLORS: instagram-brand", "COLORS: brand-0", "COLORS: brand-1", "COLORS: white"},
		},
		"colors of no family before the families": {
			files: map[string]string{"a.css": ":root { " + numbered("sea", 14) + numbered("moss", 14) + numbered("sand", 2) + "--ink: #111; --snow: #fff; --salt: #eee }"},
			want: slices.Concat([]string{"COLORS: ink", "COLORS: snow", "COLORS: salt"}, lines("COLORS Sea: sea", 14), lines("COLORS Moss: moss", 14),
				lines("COLORS Sand: sand", 2)),
		},
		"colors of the brand before palettes, and those of parts of a page last": {
			files: map[string]string{"a.css": ":root { --stone-1: #fafafa; --stone-2: #f5f5f5; --hero-background: #fff; --hero-text: #111; --card-border: #ddd; " + numbered("sea", 14) + numbered("brand", 8) + numbered("sand", 2) + "--ink: #111 }"},
			want: slices.Concat(lines("COLORS Brand: brand", 8), lines("COLORS Sea: sea", 14), lines("COLORS Sand: sand", 2),
				[]string{"COLORS Stone: stone-1", "COLORS Stone: stone-2", "COLORS Hero: hero-background", "COLORS Hero: hero-text", "COLORS More colors: card-border", "COLORS More colors: ink"}),
		},
		"the first of many hues, as brands begin with their own": {
			files: map[string]string{"a.css": ":root { --ocean: #0a8276; --ruby: #d6002f; --ember: #e3662a; --moss: #4ca460; --lawn: #9bba43; --berry: #9c216e; --sun: #f9d140 }"},
			want:  []string{"COLORS: ocean", "COLORS: ruby", "COLORS: ember", "COLORS: moss", "COLORS: lawn", "COLORS: berry", "COLORS: sun"},
			cover: "#0a8276",
		},
		"a rainbow, in which the first hue says nothing": {
			files: map[string]string{"a.css": ":root { --red: #e00000; --orange: #ff8a00; --yellow: #ffe000; --green: #20a020; --cyan: #00c0d0; --blue: #1060f0; --violet: #8020e0; --black: #101010 }"},
			want:  []string{"COLORS: red", "COLORS: orange", "COLORS: yellow", "COLORS: green", "COLORS: cyan", "COLORS: blue", "COLORS: violet", "COLORS: black"},
			cover: "#101010",
		},
		"a rainbow that does not begin with red": {
			files: map[string]string{"a.css": ":root { --purple: #844587; --blue: #008bd6; --green: #5dcaad; --yellow: #ffb600; --red: #c93b55; --orange: #e96c2f; --black: #000 }"},
			want:  []string{"COLORS: purple", "COLORS: blue", "COLORS: green", "COLORS: yellow", "COLORS: red", "COLORS: orange", "COLORS: black"},
			cover: "#844587",
		},
		"a rainbow in the order of the alphabet": {
			files: map[string]string{"a.css": ":root { --amber: #ffc000; --apple: #60c020; --aqua: #00c0a0; --azure: #00a0ff; --bilberry: #4020e0; --orchid: #c020e0; --ruby: #e00030; --black: #101010 }"},
			want:  []string{"COLORS: amber", "COLORS: apple", "COLORS: aqua", "COLORS: azure", "COLORS: bilberry", "COLORS: orchid", "COLORS: ruby", "COLORS: black"},
			cover: "#101010",
		},
		"the color that has the name of the brand, among many hues": {
			brand: "Acme Commons",
			files: map[string]string{"a.css": ":root { --red: #e00000; --orange: #ff8a00; --yellow: #ffe000; --green: #20a020; --cyan: #00c0d0; --commons-blue: #1060f0; --violet: #8020e0; --black: #101010 }"},
			want:  []string{"COLORS: red", "COLORS: orange", "COLORS: yellow", "COLORS: green", "COLORS: cyan", "COLORS: commons-blue", "COLORS: violet", "COLORS: black"},
			cover: "#1060f0",
		},
		"typefaces for code after others, and colors for syntax after the brand's": {
			files: map[string]string{"a.css": ":root { --font-mono: Menlo, monospace; --font-body: Georgia, serif; --syntax-key: #e00000; --syntax-name: #ff8a00; --syntax-text: #20a020; --sea-blue: #1060f0; --sea-red: #e02040; --sea-sand: #efe6d8 }"},
			want:  []string{"COLORS: sea-blue", "COLORS: sea-red", "COLORS: sea-sand", "COLORS: syntax-key", "COLORS: syntax-name", "COLORS: syntax-text", "TYPOGRAPHY: Georgia", "TYPOGRAPHY: Menlo"},
		},
		"families of maps, by what their names share": {
			files: map[string]string{"a.scss": `$sea-tone-blue: ("blue": #103000, "blue-vivid": #103011, "blue-cool": #103022, "blue-warm": #103033, "blue-soft": #103044, "blue-deep": #103055, "blue-old": #103066, "blue-new": #103077, "blue-low": #103088, "blue-high": #103099, "blue-far": #1030aa, "blue-near": #1030bb, "blue-odd": #1030cc);
$moss-tone-green: ("green": #10a000, "green-vivid": #10a011, "green-cool": #10a022, "green-warm": #10a033, "green-soft": #10a044, "green-deep": #10a055, "green-old": #10a066, "green-new": #10a077, "green-low": #10a088, "green-high": #10a099, "green-far": #10a0aa, "green-near": #10a0bb, "green-odd": #10a0cc); $sand-1: #efe6d8; $sand-2: #eadfca; $sand-3: #e0d0b0;`},
			want: []string{
				"COLORS Sea tone blue: sea-tone-blue blue", "COLORS Sea tone blue: sea-tone-blue blue-vivid",
				"COLORS Sea tone blue: sea-tone-blue blue-cool", "COLORS Sea tone blue: sea-tone-blue blue-warm",
				"COLORS Sea tone blue: sea-tone-blue blue-soft", "COLORS Sea tone blue: sea-tone-blue blue-deep",
				"COLORS Sea tone blue: sea-tone-blue blue-old", "COLORS Sea tone blue: sea-tone-blue blue-new",
				"COLORS Sea tone blue: sea-tone-blue blue-low", "COLORS Sea tone blue: sea-tone-blue blue-high",
				"COLORS Sea tone blue: sea-tone-blue blue-far", "COLORS Sea tone blue: sea-tone-blue blue-near",
				"COLORS Sea tone blue: sea-tone-blue blue-odd", "COLORS Moss tone green: moss-tone-green green",
				"COLORS Moss tone green: moss-tone-green green-vivid",
				"COLORS Moss tone green: moss-tone-green green-cool",
				"COLORS Moss tone green: moss-tone-green green-warm",
				"COLORS Moss tone green: moss-tone-green green-soft",
				"COLORS Moss tone green: moss-tone-green green-deep", "COLORS Moss tone green: moss-tone-green green-old",
				"COLORS Moss tone green: moss-tone-green green-new", "COLORS Moss tone green: moss-tone-green green-low",
				"COLORS Moss tone green: moss-tone-green green-high", "COLORS Moss tone green: moss-tone-green green-far",
				"COLORS Moss tone green: moss-tone-green green-near", "COLORS Moss tone green: moss-tone-green green-odd",
				"COLORS Sand: sand-1", "COLORS Sand: sand-2", "COLORS Sand: sand-3",
			},
			cover: "#1030bb",
		},
		"the color that a setting names as the primary one, among many hues": {
			files: map[string]string{"a.scss": "$red: #e00000; $orange: #ff8a00; $yellow: #ffe000; $green: #20a020; $cyan: #00c0d0; $blue: #1060f0; $violet: #8020e0; $theme-color-primary-family: \"blue\" !default; $accent-warm-lightest: #ddaadd;"},
			want:  []string{"COLORS: red", "COLORS: orange", "COLORS: yellow", "COLORS: green", "COLORS: cyan", "COLORS: blue", "COLORS: violet", "COLORS: accent-warm-lightest"},
			cover: "#1060f0",
		},
		"the color that the logo is drawn in": {
			files: map[string]string{"logo.svg": `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 80"><path d="M0 0h9" fill="#c0203a"/></svg>`, "logo-white.svg": white, "a.css": ":root { --sea: #1060f0; --moss: #20a020; --rose: #c0203a }"},
			want:  []string{"LOGO: Logo on #ffffff", "LOGO: White on #c0203a", "COLORS: sea", "COLORS: moss", "COLORS: rose"},
			cover: "#c0203a logos/logo-white.svg",
		},
		"the color that is named as that of the logo, among many hues": {
			files: map[string]string{"a.css": ":root { --red-450: #ec9f99; --ember: #e3662a; --moss: #4ca460; --lawn: #9bba43; --berry: #9c216e; --sun: #f9d140; --sea: #007bc7; --logo-text: #c0203a; --logo-color: #154273 }"},
			want: []string{"COLORS: red-450", "COLORS: ember", "COLORS: moss", "COLORS: lawn", "COLORS: berry", "COLORS: sun", "COLORS: sea",
				"COLORS: logo-text", "COLORS: logo-color"},
			cover: "#154273",
		},
		"a numbered primary color beside an accent in each theme": {
			files: map[string]string{"logo.svg": white, "a.css": ":root { --color-primary01: #0056c1; --color-primary02: #d6eaff; --accent: #add2ff; --color-text: #111 } .dark { --color-primary01: #78b5ff; --color-text: #eee }"},
			want:  []string{"LOGO: Logo on #0056c1", "COLORS: primary01", "COLORS: primary02", "COLORS: accent", "COLORS: text"},
			cover: "#0056c1 logos/logo.svg",
		},
		"a logo with lights that one sees through, which are no ink of their own": {
			files: map[string]string{"logo.svg": `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 80"><linearGradient id="a"><stop stop-color="#fff" stop-opacity=".5"/><stop stop-color="#fff" style="stop-opacity:10%"/></linearGradient><path d="M0 0h9" fill="#e06d10"/><path d="M0 0h9" fill="url(#a)"/><path d="M0 0h9" fill="#fff" fill-opacity=".4"/></svg>`},
			want:  []string{"LOGO: Logo on #ffffff"}, cover: "#ffffff logos/logo.svg",
		},
		"typefaces of styles, each once, and names in camel case": {
			files: map[string]string{"a.scss": "$acmColorOcean: #0a8276; $acmColorSand: #efe6d8; $acmLargeTitleFontFamily: 'Acme Next, sans-serif'; $acmLargeTextFontFamily: 'Acme Next, sans-serif'; $acmBodyFontFamily: 'Acme Next, sans-serif';"},
			want:  []string{"COLORS: ocean", "COLORS: sand", "TYPOGRAPHY: Acme Next", "TYPOGRAPHY: Acme Next"},
		},
		"a black logo beside a title that would be white on the brand's blue": {
			files: map[string]string{"logos/acme-vpn-logo-vert.svg": wide, "logos/logo.svg": wide + " ", "a.css": ":root { --brand: #1d70b8; --white: #fff }"},
			want:  []string{"LOGO Acme: Logo on #ffffff", "LOGO Acme VPN: Vertical on #ffffff", "COLORS: brand", "COLORS: white"},
			cover: "#ffffff logos/logo.svg",
		},
		"drawings called as the brand, beside logos of its products and of its partners": {
			files: map[string]string{
				"acme/acme.svg": wide, "acme/acme-white.svg": white, "acme/acme-blackandwhite.svg": wide + "  ", "acme/acme-gold-partner.svg": mixed, "acme/icon.svg": small,
				"rocket/rocket-logo.svg": wide + " ", "mono/mono.svg": masked,
			},
			want:  []string{"LOGO Acme: Logo", "LOGO Acme: Blackandwhite", "LOGO Acme: White", "LOGO Rocket: Logo", "ICONS: Icon", "IMAGE: Acme gold partner", "IMAGE: Mono"},
			cover: "#ffffff logos/acme/acme.svg",
		},
		"a logo whose folder is called as a version, beside those of other products": {
			files: map[string]string{
				"logos/acme/acme.svg": wide, "logos/clion/clion.svg": mixed, "logos/clion/clion-eap.svg": mixed + " ", "logos/goland/goland.svg": mixed + "  ",
				"logos/mono/mono.svg": masked, "logos/mono/mono-white.svg": white,
			},
			want:  []string{"LOGO Acme: Logo", "LOGO Mono: Logo", "LOGO Mono: White", "LOGO Other marks: Clion", "LOGO Other marks: Goland", "LOGO Other marks: Clion Eap"},
			cover: "#ffffff logos/acme/acme.svg",
		},
		"German names": {
			files: map[string]string{
				"marke/Logo Gro\u0308\u00dfe%20neu.svg": wide, "marke/Logo_weiß.svg": white, "Presse.pdf": pdf, "logo.ai": pdf + "2", "Farben.ase": "ASEF",
				"farben.css": ":root { --rot: #c8102e; --sand: #efe6d8 }",
			},
			want: []string{"LOGO: Größe neu", "LOGO: Weiß on #c8102e", "COLORS: rot", "COLORS: sand",
				"DOWNLOADS: Logo (AI)", "DOWNLOADS: Farben", "DOWNLOADS: Presse"},
			cover: "#c8102e logos/marke/Logo_wei%C3%9F.svg",
		},
		"a folder of an agency": {
			files: map[string]string{
				"01_Logo/RGB/Positiv/Acme_Logo_RGB_pos.svg": mixed, "01_Logo/RGB/Negativ/Acme_Logo_RGB_neg.svg": white, "01_Logo/RGB/Acme_Signet.svg": small,
				"01_Logo/CMYK/Acme_Logo_CMYK_pos.eps": eps, "03_Farben/tokens.json": `{"farbe":{"Nordblau":{"$type":"color","$value":"#0a3d62"},"Eis":{"$type":"color","$value":"#dfe6ec"}}}`,
			},
			want:  []string{"LOGO: Positiv on #ffffff + .eps CMYK", "LOGO: Signet", "LOGO: Negativ on #0a3d62", "COLORS: Nordblau", "COLORS: Eis"},
			cover: "#0a3d62 logos/01_Logo/RGB/Negativ/Acme_Logo_RGB_neg.svg",
		},
		"a folder of another agency": {
			files: map[string]string{
				"Acme brand kit/Logos/01 Digital (RGB)/EPS/Acme_Logo_RGB_pos.eps": eps, "Acme brand kit/Logos/01 Digital (RGB)/Acme_Logo_RGB_pos.svg": wide,
				"Acme brand kit/Logos/Schwarz/Acme_Logo_sw.svg": masked, "Acme brand kit/Photography/harbour-dawn.png": picture(t, 90, 60, red),
			},
			want:  []string{"LOGO: Positive on #ffffff + .eps DIGITAL RGB", "LOGO: Schwarz", "IMAGE: Harbour dawn"},
			cover: "#ffffff logos/Acme%20brand%20kit/Logos/01%20Digital%20%28RGB%29/Acme_Logo_RGB_pos.svg",
		},
		"a table of colors with their values in print": {
			files: map[string]string{"03 Farben/Farbpalette.csv": "\ufeffName;HEX;RGB;CMYK;Pantone;RAL\nNordblau;#1868F2;24/104/242;90/57/0/5;2727 C;RAL 5015\nPolarweiß;#F4F7FB;244/247/251;2/1/0;;\n"},
			want:  []string{"COLORS: Nordblau, cmyk 90/57/0/5, pantone 2727 C, ral RAL 5015", "COLORS: Polarweiß"},
		},
		"a table of colors in a README": {
			files: map[string]string{"README.md": "# Acme\n\n| Colour | HEX | CMYK |\n|---|:--|---|\n| Harbour Navy | `#12355B` | 100, 75, 30, 30 |\n| **Pine** | #2F5D50 | – |\n"},
			want:  []string{"COLORS: Harbour Navy, cmyk 100, 75, 30, 30", "COLORS: Pine"},
		},
		"a table of colors in several notations": {
			files: map[string]string{"a.csv": "Name,Hex,RGB\nRed,#ff0000,\nShort,#f00,x\nBare,00ff00,\nBlack,000000,\nSea,\"rgb(1, 2, 3)\",\nInk,rgb(1,2,3),\nSky,hsl(200,50%,50%),9\n,#0000ff,\n"},
			want:  []string{"COLORS: Red", "COLORS: Short", "COLORS: Bare", "COLORS: Black", "COLORS: Sea", "COLORS: Ink", "COLORS: Sky"},
			notes: `a.csv: 1 row is left out (first: "#0000ff")`,
		},
		"a table of colors of which some are none": {
			files: map[string]string{"a.csv": "Name;Hex;RAL\nOdd;#ff00f;1\nRed;#ff0000;\nOther;see below;\nRed;#fe0000;\nRed;#ff0000;\nGreys\n;;\nLight;#eee;RAL 7035\n"},
			want:  []string{"COLORS: Red", "COLORS: Light, ral RAL 7035"}, notes: `a.csv: 3 rows are left out (first: "Odd")`,
		},
		"a table whose colors come before their names": {
			files: map[string]string{"a.tsv": "#ff0000\tRed\n00ff00\tGreen\n"}, want: []string{"COLORS: Red", "COLORS: Green"},
		},
		"tables of a README, of which the second has no colors": {
			files: map[string]string{"README.md": "| Colour | Value |\n|--|--|\n| Pine | #2F5D50 |\n| Sail | rgb(251 247 239) |\n| Sand | sandy |\n\n| Font | Size |\n|--|--|\n| Inter | 16 |\n"},
			want:  []string{"COLORS: Pine", "COLORS: Sail"}, notes: `README.md: 1 row is left out (first: "Sand")`,
		},
		"a palette of Adobe with colors for print, and one of GIMP": {
			files: map[string]string{"Farben/Acme.ase": exchange("Nordblau", "RGB ", 24./255, 104./255, 242./255) + exchange("Nordblau CMYK", "CMYK", .9, .57, 0, .05) + exchange("Grau", "Gray", .5), "Farben/Z.gpl": "GIMP Palette\n1 2 3 Z\n4 5 6 Y\n"},
			want:  []string{"COLORS: Nordblau, cmyk 90, 57, 0, 5", "COLORS: Grau", "DOWNLOADS: Acme", "DOWNLOADS: Z"},
		},
		"a palette of GIMP": {
			files: map[string]string{"acme.gpl": "GIMP Palette\nName: Acme\nColumns: 0\n#\n 24 104 242\tNord Blau\n255 255   0\tGelb\n1 2 x\tUntitled\n"},
			want:  []string{"COLORS: Nord Blau", "COLORS: Gelb", "DOWNLOADS: Acme"},
		},
		"a palette of Photoshop": {
			files: map[string]string{"acme.aco": "\x00\x01\x00\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\x02" +
				"\x00\x00\xff\xff\x00\x00\x80\x80\x00\x00\x00\x00\x00\x02\x00R\x00\x00" + "\x00\x07\x27\x10\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00W\x00\x00"},
			want: []string{"COLORS: R", "COLORS: W", "DOWNLOADS: Acme"},
		},
		"a palette for print alone": {
			files: map[string]string{"a.css": ":root { --sea: #1060f0 }", "acme.ase": exchange("Nordblau", "CMYK", .9, .57, 0, .05)},
			want:  []string{"COLORS: sea", "DOWNLOADS: Acme"}, notes: "acme.ase is left out: its colors are for print alone",
		},
		"a table of colors beside tokens, which count": {
			files: map[string]string{"README.md": "| Colour | HEX | RAL |\n|--|--|--|\n| pine | #2F5D50 | 6005 |\n| red | #D7263D | |\n", "a.css": ":root { --pine: #2f5d51; --sail: #fbf7ef }"},
			want:  []string{"COLORS: pine, ral 6005", "COLORS: sail"},
		},
		"icons, each in one size": {
			files: map[string]string{"icons/bell-16.svg": small2, "icons/bell-24.svg": small, "assets/arrow.svg": small + " ", "assets/logout.svg": small + "  ", "icons/social/x/logo.svg": small + "\n", "icons/logo/chat.svg": small + "\n\n"},
			want:  []string{"ICONS: Arrow", "ICONS: Logout", "ICONS: Bell", "ICONS: Chat", "ICONS: Logo"}, notes: "bell-16.svg is left out: the manual has this icon in another size",
		},
		"icons that all begin with the name of the brand": {
			files: map[string]string{"icons/acme-icon-bell.svg": small2, "icons/acme-icon-arrow.svg": small, "icons/acme-icon-cat.svg": small + " ", "icons/acme-icon-door-open.svg": small + "  "},
			want:  []string{"ICONS: Arrow", "ICONS: Bell", "ICONS: Cat", "ICONS: Door open"},
		},
		"drawings by their shape": {
			files: map[string]string{"assets/acme.svg": wide, "icons/sprite.svg": symbols, "assets/banner.svg": tall, "illustrations/sea.svg": masked, "favicon.svg": small},
			want:  []string{"LOGO: Logo", "IMAGE: Banner", "IMAGE: Sea"}, cover: "#ffffff logos/assets/acme.svg", notes: "favicon.svg is left out",
		},
		"a drawing beside a logo, and a logo under two names": {
			files: map[string]string{"artwork/dark.svg": mixed, "example/img/logo-partner.svg": white, "img/acme-logo-trademark.svg": wide, "img/acme-logo.svg": wide},
			want:  []string{"LOGO: Logo", "IMAGE: Dark", "IMAGE: Logo partner"}, cover: "#ffffff logos/img/acme-logo.svg", notes: "trademark.svg is left out: another file has the same content",
		},
		"versions by their folders, which are no names": {
			files: map[string]string{"acme-logos/src/negative/logo.svg": white, "acme-logos/src/positive/logo.svg": mixed + " ", "acme-logos/dist/Acme.svg": mixed, "acme-logos/dist/acme-logo.svg": masked},
			want:  []string{"LOGO: Acme", "LOGO: Acme logo", "LOGO: Positive on #ffffff", "LOGO: Negative"}, cover: "#ffffff logos/acme-logos/dist/acme-logo.svg",
		},
		"names without the words that all have, and the parts of a logo by their folders": {
			brand: "Acme Times",
			files: map[string]string{
				"logos/corporate/acme-times/logomark/black.svg": wide, "logos/corporate/acme-times/primary/black.svg": masked, "logos/corporate/acme-times/primary-padding/black.svg": mixed,
				"logos/brand-at-logo-square.svg": wide + " ", "logos/logo-at--de.svg": wide + "  ", "logos/logo-at--en.svg": wide + "\n",
				"favicons/fav-acme.png": picture(t, 64, 64, red), "brand/img/card.png": picture(t, 320, 80, red), "metadata.scss": "$min: 400; $max: 700;",
			},
			want: []string{"LOGO: En", "LOGO: De", "LOGO: Square", "LOGO: Black primary", "LOGO: Black primary padding",
				"LOGO: Black logomark", "IMAGE: Card"},
			cover: "#ffffff logos/logo-at--en.svg", notes: "fav-acme.png is left out: icons of browsers and phones",
		},
		"ramps as tints": {
			files: map[string]string{"colors.css": ":root{--blue-10:#edf5ff;--blue-20:#d0e2ff;--blue-60:#0f62fe;--blue-100:#001141;--gray-50:#fafafa;--gray-500:#777777;--gray-900:#222222;--gray-950:#111111;--ink-1:#123456}"},
			want:  []string{"COLORS: blue 10 100 20 60", "COLORS: gray 50 500 900 950", "COLORS: ink-1"},
		},
		"ramps that go down, without and with their color": {
			files: map[string]string{"colors.css": ":root{--gray900:#222222;--gray700:#555555;--gray500:#777777;--gray50:#fafafa;--blue:#0f62fe;--blue-900:#001141;--blue-600:#0f62fe;--blue-100:#d0e2ff;--blue-50:#edf5ff}"},
			want:  []string{"COLORS: gray 50 500 700 900", "COLORS: blue 100 50 600 900"},
		},
		"a logo of points, and one that cannot be read": {
			files: map[string]string{"logo.png": picture(t, 300, 80, color.NRGBA{255, 255, 255, 255}), "script.svg": `<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>`, "notes.md": "x"},
			want:  []string{"LOGO: Logo"}, cover: "#111111 logos/logo.png", notes: "Export the drawing again without it",
		},
	} {
		t.Run(name, func(t *testing.T) {
			file, notes := fromOf(t, cmp.Or(test.brand, "Acme"), write(t, test.files))
			if got := file.lines(t); !slices.Equal(got, test.want) {
				t.Errorf("it shows\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
			}
			if got := strings.TrimSpace(file.Brand.Cover.Color + " " + file.Brand.Cover.Logo); got != test.cover {
				t.Errorf("the cover is %q, want %q", got, test.cover)
			}
			if all := strings.Join(notes, "\n"); !strings.Contains(all, test.notes) {
				t.Errorf("the notes are %q, want %q in them", all, test.notes)
			}
		})
	}
}

// A drawing that is called a logo is an icon in a set of icons.
func TestFromSetOfIcons(t *testing.T) {
	files := map[string]string{"svg/logo-gist-24.svg": wide, "img/acme-crest.svg": white}
	for i := range 14 {
		files[fmt.Sprintf("svg/%c.svg", 'a'+i)] = small + strings.Repeat(" ", i)
	}
	file, _ := from(t, write(t, files))
	got := file.lines(t)
	if len(got) != 16 || got[0] != "LOGO: Crest" || !slices.Contains(got, "ICONS: Logo gist") {
		t.Errorf("it shows\n%s\nwant a logo and 15 icons", strings.Join(got, "\n"))
	}
}

// Fonts have the families and styles that they say themselves, in one format.
func TestFromFonts(t *testing.T) {
	files := map[string]string{}
	for name, of := range map[string]string{"0.woff2": "ternholm/fonts/dm-mono-400.woff2", "a.woff2": "ternholm/fonts/barlow-500.woff2", "b.woff2": "quillwort/fonts/eb-garamond-400-italic.woff2", "c.woff2": "varve/fonts/inter.woff2"} {
		data, err := os.ReadFile("../../fixtures/" + of)
		if err != nil {
			t.Fatal(err)
		}
		files["fonts/"+name] = string(data)
	}
	files["type.scss"] = "$body-font-family: 'Barlow, sans-serif';"
	file, _ := from(t, write(t, files))
	want := []string{"TYPOGRAPHY: Barlow + .woff2  500 normal", "TYPOGRAPHY: EB Garamond + .woff2  400 italic", "TYPOGRAPHY: Inter + .woff2  100 900 normal", "TYPOGRAPHY: DM Mono + .woff2  400 normal"}
	if got := file.lines(t); !slices.Equal(got, want) {
		t.Errorf("it shows\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Nothing is replaced, links do not lead astray, what cannot be read is left out, and a second
// brand takes files that are there.
func TestFromOddFolders(t *testing.T) {
	folder := write(t, map[string]string{"logo.svg": wide, "big.psd": "x", "deep/a.svg": white})
	for name, target := range map[string]string{"deep/up": "..", "self.svg": "self.svg", "gone.svg": "nowhere.svg"} {
		if err := os.Symlink(target, filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Truncate(filepath.Join(folder, "big.psd"), 300<<20); err != nil {
		t.Fatal(err)
	}
	b := start.Brand{Slug: "acme", Name: "Acme", Visibility: manual.Public, Folder: t.TempDir()}
	_, notes, err := start.From(b, []string{folder})
	if err != nil {
		t.Fatal(err)
	}
	all := strings.Join(notes, "\n")
	for _, want := range []string{"up is left out: links to folders", "self.svg is left out: cannot be read: too many levels of symbolic links", "gone.svg is left out: cannot be read: no such file", "big.psd is left out: expected a file of at most"} {
		if !strings.Contains(all, want) {
			t.Errorf("the notes are %q, want %q in them", all, want)
		}
	}
	_, _, err = start.From(b, []string{folder})
	if err == nil || !strings.Contains(err.Error(), "is there already, and nothing is replaced") {
		t.Errorf("a second time: %v", err)
	}
	b.Slug = "other"
	if _, _, err := start.From(b, []string{folder}); err != nil {
		t.Fatal(err)
	}
	copies, err := filepath.Glob(filepath.Join(b.Folder, "*", "*"))
	if err != nil || len(copies) != 2 {
		t.Errorf("the folder has %v, %v, want one logo and the folder deep with a drawing", copies, err)
	}
	b.Slug = "empty"
	_, _, err = start.From(b, []string{t.TempDir()})
	if err != nil {
		t.Error("the files in the folder of the seed file:", err)
	}
	b.Folder = t.TempDir()
	_, _, err = start.From(b, []string{t.TempDir()})
	if err == nil || !strings.Contains(err.Error(), "found nothing for a manual") {
		t.Errorf("of an empty folder: %v", err)
	}
}
