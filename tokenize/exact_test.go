package tokenize

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"testing"
)

// The roots and powers are those of package math, to a few units in the last
// place.
func TestExactIsRight(t *testing.T) {
	near := func(what string, x, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 8e-16*math.Abs(want) {
			t.Errorf("%s of %v is %v, want %v", what, x, got, want)
		}
	}
	for i := range 4000 {
		x := math.Pow(1.01, float64(i-3000)) // from 1e-13 to 20,000
		near("cube root", x, cbrt(x), math.Cbrt(x))
		near("length", x, hypot(x, 0.3), math.Hypot(x, 0.3))
		if 0.001 <= x && x <= 1 {
			near("fifth root", x, fifthRoot(x), math.Pow(x, 0.2))
		}
	}
	if got := cbrt(0); got != 0 {
		t.Errorf("cube root of 0 is %v", got)
	}
}

func TestLinear(t *testing.T) {
	for n := range 256 {
		want := float64(n) / 255 / 12.92
		if n > 10 {
			want = math.Pow((float64(n)/255+0.055)/1.055, 2.4)
		}
		light := Linear(uint8(n))
		if math.Abs(light-want) > 1e-15 {
			t.Errorf("the light of %d is %v, want %v", n, light, want)
		}
		if back := math.Round(encode(light) * 255); back != float64(n) {
			t.Errorf("the light of %d goes back to %v", n, back)
		}
	}
}

// Every machine comes to the same bits and so to the same tints: this holds
// them for 4096 colors to what they were where the digest was made.
func TestSameOnEveryMachine(t *testing.T) {
	const want = "483a8a088314cf9d51bbcd34d8004fb818a39e65a04cc76bd72069df8d4e317f"
	sum := sha256.New()
	for n := range 4096 {
		color := [3]uint8{uint8(n>>8) * 17, uint8(n>>4&15) * 17, uint8(n&15) * 17}
		c := okLabOf(color)
		for _, f := range append([]float64{c.l, c.a, c.b, c.chroma()}, linearOf(c)...) {
			_ = binary.Write(sum, binary.BigEndian, f) // a hash takes everything
		}
		steps := make(map[string]string) // written in the order of the keys
		for _, tint := range generate(HexOf(color[:]...)).Steps {
			steps[tint.Step] = tint.Hex
		}
		fmt.Fprintln(sum, steps)
	}
	if got := fmt.Sprintf("%x", sum.Sum(nil)); got != want {
		t.Errorf("the digest is %s, want %s", got, want)
	}
}

func linearOf(c okLab) []float64 {
	v := c.linear()
	return v[:]
}
