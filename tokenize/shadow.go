package tokenize

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"designmanual/seed/content"
)

// Shadow returns a shadow as a token serves it. CSS stays as written but for
// outer and repeated white space; layers are written "[inset ]x y blur spread
// color" (CSS Backgrounds and Borders Level 3, section 6.1.1). CSS that leaves a
// bracket, a string or a comment open is an error.
func Shadow(value any) (string, error) {
	css, _ := value.(string)
	layers, _ := value.(content.List)
	if layer, ok := value.(content.Object); ok {
		layers = content.List{layer}
	}
	css = squeeze(css)
	for i, layer := range layers {
		o, _ := layer.(content.Object)
		text, err := shadowLayer(o)
		switch {
		case err != nil && len(layers) > 1:
			return "", fmt.Errorf("layer %d: %w", i+1, err)
		case err != nil:
			return "", err
		case i > 0:
			css += ", "
		}
		css += text
	}
	if css == "" {
		return "", errors.New("expected a CSS shadow or layers, found an empty one")
	}
	if err := CheckValue(css); err != nil {
		return "", err
	}
	if !balanced(css) {
		return "", fmt.Errorf("expected a CSS shadow with every bracket and quote closed, %s", found(css))
	}
	return css, nil
}

func shadowLayer(layer content.Object) (string, error) {
	css := ""
	if layer.Get("inset") == true {
		css = "inset "
	}
	for _, part := range [...]string{"x", "y", "blur", "spread"} {
		length, value := "0px", layer.Get(part)
		if value != nil {
			read := SignedLength
			if part == "blur" {
				read = Length
			}
			var err error
			if length, err = read(value); err != nil {
				return "", fmt.Errorf("%s: %w", part, err)
			}
		}
		css += length + " "
	}
	color, err := ShadowColor(layer.Text("color"))
	if err != nil {
		return "", fmt.Errorf("color: %w", err)
	}
	return css + color, nil
}

// ShadowColor returns the color of a shadow's layer as it stands in the token:
// any single word or function of CSS. White space and commas stand only inside
// its brackets, for they would add a length or a layer to the shadow.
func ShadowColor(value any) (string, error) {
	text := content.Text(value)
	color := squeeze(text)
	if err := CheckValue(color); err != nil {
		return "", err
	}
	if color == "" || len(splitOutside(color, ' ')) > 1 || len(splitOutside(color, ',')) > 1 || !balanced(color) {
		return "", fmt.Errorf("expected one CSS color, %s", found(text))
	}
	return color, nil
}

// squeeze returns text without outer white space and with each inner run of
// white space as one space. White space is that of CSS (CSS Syntax Module
// Level 3, section 4.2), which is less than Unicode's.
func squeeze(text string) string { return strings.Join(strings.FieldsFunc(text, isSpace), " ") }

func isSpace(r rune) bool { return strings.ContainsRune(" \t\n\r\f", r) }

// splitOutside splits text at a separator outside brackets and trims the
// parts; between words, where the separator is a space, there is no empty
// part.
func splitOutside(text string, separator rune) []string {
	var parts []string
	depth, start := 0, 0
	add := func(part string) {
		if part = squeeze(part); part != "" || separator != ' ' {
			parts = append(parts, part)
		}
	}
	for i, r := range text {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case r == separator && depth == 0:
			add(text[start:i])
			start = i + 1
		}
	}
	add(text[start:])
	return parts
}

// Piece finds what CSS begins with: a comment, a string, an escape, a character
// that means something by itself, or what lies between those. A comment, a
// string or an escape that does not end is its first character alone.
var Piece = regexp.MustCompile(`(?s)^(?:/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\\.|[^/"'\\()\[\]{};]+|.)`)

// balanced tells whether CSS ends where text ends: every bracket, string and
// comment that it opens is closed, and no backslash takes what comes after.
// Otherwise a style sheet would read on into what follows the value. An
// address without quotes, in which CSS knows neither strings nor comments nor
// brackets (CSS Syntax Module Level 3, section 4.3.6), must have none.
func balanced(text string) bool {
	var open []byte
	escaped := false // after a backslash any name may be url
	for at := 0; at < len(text); {
		piece := Piece.FindString(text[at:])
		rest := text[at+len(piece):]
		switch c := piece[0]; c {
		case '(':
			if (escaped || strings.EqualFold(text[max(0, at-3):at], "url")) && !isAddress(rest) {
				return false
			}
			open = append(open, ')')
		case '[':
			open = append(open, ']')
		case ')', ']':
			if len(open) == 0 || open[len(open)-1] != c {
				return false
			}
			open = open[:len(open)-1]
		case '\\', '"', '\'':
			escaped = escaped || c == '\\'
			if len(piece) == 1 {
				return false
			}
		case '/':
			if len(piece) == 1 && strings.HasPrefix(rest, "*") {
				return false
			}
		}
		at += len(piece)
	}
	return len(open) == 0
}

// isAddress tells whether what follows url( is a string, or an address without
// quotes that ends where its bracket does.
func isAddress(text string) bool {
	text = strings.TrimLeftFunc(text, isSpace)
	if strings.HasPrefix(text, `"`) || strings.HasPrefix(text, "'") {
		return true
	}
	bare, _, ended := strings.Cut(text, ")")
	return ended && !strings.ContainsAny(bare, `"'(\`) && !strings.Contains(bare, "/*")
}
