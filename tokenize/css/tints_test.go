package css

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// oklch converts sRGB to OKLCH independently of the package, over XYZ, as in
// the sample code of CSS Color Module Level 4, section 19.
func oklch(c [4]uint8) (lightness, chroma, hue float64) {
	var rgb [3]float64
	for i := range rgb {
		if rgb[i] = float64(c[i]) / 255; rgb[i] <= 0.04045 {
			rgb[i] /= 12.92
		} else {
			rgb[i] = math.Pow((rgb[i]+0.055)/1.055, 2.4)
		}
	}
	times := func(m [3][3]float64, v [3]float64) (product [3]float64) {
		for i, row := range m {
			product[i] = row[0]*v[0] + row[1]*v[1] + row[2]*v[2]
		}
		return product
	}
	xyz := times([3][3]float64{
		{506752. / 1228815, 87881. / 245763, 12673. / 70218},
		{87098. / 409605, 175762. / 245763, 12673. / 175545},
		{7918. / 409605, 87881. / 737289, 1001167. / 1053270},
	}, rgb)
	lms := times([3][3]float64{
		{0.8190224379967030, 0.3619062600528904, -0.1288737815209879},
		{0.0329836539323885, 0.9292868615863434, 0.0361446663506424},
		{0.0481771893596242, 0.2642395317527308, 0.6335478284694309},
	}, xyz)
	for i := range lms {
		lms[i] = math.Cbrt(lms[i])
	}
	lab := times([3][3]float64{
		{0.2104542683093140, 0.7936177747023054, -0.0040720430116193},
		{1.9779985324311684, -2.4285922420485799, 0.4505937096174110},
		{0.0259040424655478, 0.7827717124575296, -0.8086757549230774},
	}, lms)
	return lab[0], math.Hypot(lab[1], lab[2]), math.Atan2(lab[2], lab[1]) * 180 / math.Pi
}

// checkTintsOf fails unless the tints of a color are as Tints promises.
func checkTintsOf(t interface{ Fatalf(string, ...any) }, hex string) {
	value, ok := Hex(hex)
	tints := Tints(value)
	if !ok {
		t.Fatalf("%s is no color", hex)
	}
	own, ownChroma, ownHue := oklch(Channels(value))
	above, nearest, place := 2.0, math.Inf(1), -1
	for step, written := range tints {
		tint, ok := Hex(written)
		if !ok || len(tint) != len(value) || tint != written {
			t.Fatalf("%s-%d is %q", hex, step, written)
		}
		lightness, chroma, hue := oklch(Channels(tint))
		if lightness >= above {
			t.Fatalf("%s-%d (%s) is no darker than the step before", hex, step, tint)
		}
		above = lightness
		rungs := 0.97 - 0.075*float64(step)
		if away := math.Abs(rungs - own); away < nearest-1e-3 {
			nearest, place = away, step
		}
		if tint == value {
			continue
		}
		if math.Abs(lightness-rungs) > 0.016 {
			t.Fatalf("%s-%d (%s) has lightness %.3f", hex, step, tint, lightness)
		}
		if chroma > ownChroma+0.0041 {
			t.Fatalf("%s-%d (%s) has chroma %.4f, over %.4f", hex, step, tint, chroma, ownChroma)
		}
		away := math.Abs(math.Remainder(hue-ownHue, 360))
		if across := chroma * math.Sin(min(90, away)*math.Pi/180); chroma > 0.002 && away > 2 && across > 0.002 {
			t.Fatalf("%s-%d (%s) has a hue %.2f° away, chroma %.4f", hex, step, tint, away, chroma)
		}
	}
	if tints[place] != value && math.Abs(nearest-0.0375) > 1e-3 {
		t.Fatalf("%s does not stand at %d but %s does", value, place, tints[place])
	}
}

func TestGenerateProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkTintsOf(t, rapid.StringMatching(`#[0-9a-fA-F]{6}([0-9a-fA-F]{2})?`).Draw(t, "hex"))
	})
}

func TestGenerateOutermost(t *testing.T) {
	for _, hex := range []string{
		"#000000", "#ffffff", "#808080", "#ff0000", "#00ff00", "#0000ff", "#ffff00", "#00ffff", "#ff00ff",
		"#010101", "#fefefe", "#7f8081", "#808080ff", "#000001", "#fffffe", "#0088FF80",
	} {
		checkTintsOf(t, hex)
	}
}

// The golden file has the tints of twenty well-known brand colors.
func TestGenerateGolden(t *testing.T) {
	var out strings.Builder
	for _, brand := range []struct{ name, hex string }{
		{"Coca-Cola", "#F40009"}, {"Netflix", "#E50914"}, {"YouTube", "#FF0000"}, {"Target", "#CC0000"},
		{"Mastercard", "#FF5F00"}, {"Home Depot", "#F96302"}, {"Amazon", "#FF9900"}, {"McDonald's", "#FFC72C"},
		{"IKEA", "#FFDB00"}, {"Snapchat", "#FFFC00"}, {"Android", "#3DDC84"}, {"Spotify", "#1DB954"},
		{"Starbucks", "#00704A"}, {"Tiffany", "#0ABAB5"}, {"Dropbox", "#0061FF"}, {"Facebook", "#1877F2"},
		{"IBM", "#0F62FE"}, {"Twitch", "#9146FF"}, {"T-Mobile", "#E20074"}, {"UPS", "#351C15"},
	} {
		checkTintsOf(t, brand.hex)
		tints := Tints(brand.hex)
		fmt.Fprintf(&out, "%-10s", brand.name)
		for _, tint := range tints {
			fmt.Fprintf(&out, " %s", tint)
		}
		out.WriteByte('\n')
	}
	want, err := os.ReadFile("testdata/tints.txt")
	if err != nil {
		t.Fatal(err)
	}
	if out.String() != string(want) {
		t.Errorf("testdata/tints.txt is not what is made now:\n%s", out.String())
	}
}

// The arithmetic has the same bits on every machine, and so do the tints. The
// digest covers 4096 colors.
func TestSameOnEveryMachine(t *testing.T) {
	const want = "ef4bbe3f9f1c137caf7ebc4c01184c931122657ab1a34c281fd7dba94e237e8d"
	sum := sha256.New()
	for n := range 4096 {
		color := [3]uint8{uint8(n>>8) * 17, uint8(n>>4&15) * 17, uint8(n&15) * 17}
		c := okLabOf8(color)
		linear := c.linear()
		for _, f := range append([]float64{c.l, c.a, c.b, c.chroma()}, linear[:]...) {
			_ = binary.Write(sum, binary.BigEndian, f) // a hash never fails
		}
		fmt.Fprintln(sum, Tints(HexOf(color[:]...)))
	}
	if got := fmt.Sprintf("%x", sum.Sum(nil)); got != want {
		t.Errorf("the digest is %s, want %s", got, want)
	}
}
