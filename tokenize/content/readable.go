package content

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// initialisms are keys that are written in capitals.
var initialisms = []string{"cmyk", "rgb", "hsl", "ral", "pms", "ncs", "lab", "hks", "url", "id"}

// Readable returns a key as words: clearSpace and clear_space become "Clear space",
// cmyk becomes "CMYK".
func Readable(key string) string {
	if slices.Contains(initialisms, strings.ToLower(key)) {
		return strings.ToUpper(key)
	}
	var b strings.Builder
	lower := false
	for i, r := range key {
		next := unicode.IsLower(r) || unicode.IsDigit(r)
		if r == '_' || r == '-' {
			r = ' '
		} else if unicode.IsUpper(r) && lower {
			b.WriteByte(' ')
			r = unicode.ToLower(r)
		} else if i == 0 {
			r = unicode.ToUpper(r)
		}
		lower = next
		b.WriteRune(r)
	}
	if text := strings.Join(strings.Fields(b.String()), " "); text != "" {
		return text
	}
	return key
}

// Size returns a number of bytes as people read it, in powers of ten (1.5 kB), with
// the given decimal point and word for bytes.
func Size(n float64, point, bytes string) string {
	units := [...]string{bytes, "kB", "MB", "GB", "TB"}
	i := 0
	for n >= 999.5 && i < len(units)-1 {
		n /= 1000
		i++
	}
	decimals := 1
	if n >= 9.95 || i == 0 {
		decimals = 0
	}
	return strings.Replace(strconv.FormatFloat(math.Abs(n), 'f', decimals, 64), ".", point, 1) + " " + units[i]
}

// Shape returns width by height of a text such as 3:2, 3/2 or 1.5, to three decimals; 0 for any
// other.
func Shape(text string) float64 {
	width, height, ratio := strings.Cut(strings.NewReplacer(" ", "", "/", ":").Replace(text), ":")
	if !ratio {
		height = "1"
	}
	w, err := strconv.ParseFloat(width, 64)
	if err != nil {
		return 0
	}
	h, err := strconv.ParseFloat(height, 64)
	if err != nil || !(w > 0 && h > 0) {
		return 0
	}
	return math.Round(1000*w/h) / 1000
}

// Truncate returns at most the first 60 characters of a text, for messages that quote it.
func Truncate(text string) string {
	const most = 60
	count := 0
	for i := range text {
		if count == most {
			return text[:i] + "…"
		}
		count++
	}
	return text
}
