package tokenize

import "strings"

// Hex returns a hex color as it is served, and whether text is one: a # and
// three, four, six or eight hex digits (CSS Color Module Level 4, section
// 5.2). Three and four digits are doubled to six and eight; the case stays as
// written.
func Hex(text string) (string, bool) {
	if text == "" || text[0] != '#' {
		return "", false
	}
	for i := 1; i < len(text); i++ {
		if c := text[i] | 0x20; !('0' <= text[i] && text[i] <= '9' || 'a' <= c && c <= 'f') {
			return "", false
		}
	}
	switch len(text) {
	case 4, 5:
		var doubled strings.Builder
		doubled.Grow(2*len(text) - 1)
		doubled.WriteByte('#')
		for i := 1; i < len(text); i++ {
			doubled.WriteByte(text[i])
			doubled.WriteByte(text[i])
		}
		return doubled.String(), true
	case 7, 9:
		return text, true
	}
	return "", false
}

// HexOf returns the hex color of its channels, three or four, each 0 to 255, in
// lower case.
func HexOf(channels ...uint8) string {
	return string(appendHex(make([]byte, 0, len("#rrggbbaa")), channels...))
}

func appendHex(out []byte, channels ...uint8) []byte {
	const digits = "0123456789abcdef"
	out = append(out, '#')
	for _, n := range channels {
		out = append(out, digits[n>>4], digits[n&15])
	}
	return out
}

// Channels returns red, green, blue and alpha, each 0 to 255, of a color that
// [Hex] has returned.
func Channels(hex string) (c [4]uint8) {
	c[3] = 255
	for i := 1; i < len(hex); i += 2 {
		c[i/2] = hexValue(hex[i])<<4 | hexValue(hex[i+1])
	}
	return c
}

// hexValue returns the value of a hex digit.
func hexValue(digit byte) uint8 {
	if digit <= '9' {
		return digit - '0'
	}
	return digit | 0x20 - 'a' + 10
}
