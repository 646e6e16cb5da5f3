package tokenize

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"designmanual/tokenize/content"
)

// Shadow returns a shadow as CSS. A string stays as written, but white space is
// collapsed; layers become "[inset ]x y blur spread color" (CSS Backgrounds and
// Borders Level 3, section 6.1.1). CSS with an unclosed bracket, string or
// comment is an error.
func Shadow(value any) (string, error) {
	css, _ := value.(string)
	layers, _ := value.(content.List)
	if layer, ok := value.(content.Object); ok {
		layers = content.List{layer}
	}
	css = collapseSpace(css)
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

// ShadowColor returns the color of a shadow layer: any single word or function
// of CSS. White space and commas are allowed only inside brackets, since they
// would otherwise add a length or a layer to the shadow.
func ShadowColor(value any) (string, error) {
	text := content.Text(value)
	color := collapseSpace(text)
	if err := CheckValue(color); err != nil {
		return "", err
	}
	if color == "" || len(splitTopLevel(color, ' ')) > 1 || len(splitTopLevel(color, ',')) > 1 || !balanced(color) {
		return "", fmt.Errorf("expected one CSS color, %s", found(text))
	}
	return color, nil
}

// collapseSpace trims text and replaces each run of white space by one space.
// White space is that of CSS (CSS Syntax Module Level 3, section 4.2), which is
// less than Unicode's.
func collapseSpace(text string) string { return strings.Join(strings.FieldsFunc(text, isSpace), " ") }

func isSpace(r rune) bool { return strings.ContainsRune(" \t\n\r\f", r) }

// splitTopLevel splits text at separators outside brackets and collapses the
// space in the parts. If the separator is a space, empty parts are dropped.
func splitTopLevel(text string, separator rune) []string {
	var parts []string
	depth, start := 0, 0
	add := func(part string) {
		if part = collapseSpace(part); part != "" || separator != ' ' {
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

// Piece matches the next piece of CSS: a comment, a string, an escape, a
// special character, or the text up to the next of these. An unfinished
// comment, string or escape matches as its first character only.
var Piece = regexp.MustCompile(`(?s)^(?:/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\\.|[^/"'\\()\[\]{};]+|.)`)

// balanced reports whether every bracket, string and comment in CSS is closed
// and no backslash is last. Otherwise a style sheet would continue into what
// follows the value. An unquoted address, inside which CSS has no strings,
// comments or brackets (CSS Syntax Module Level 3, section 4.3.6), must not
// contain any.
func balanced(text string) bool {
	var open []byte
	escaped := false // after an escape any function may be url
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

// isAddress reports whether the text after url( is a string, or an unquoted
// address that ends at its bracket.
func isAddress(text string) bool {
	text = strings.TrimLeftFunc(text, isSpace)
	if strings.HasPrefix(text, `"`) || strings.HasPrefix(text, "'") {
		return true
	}
	address, _, ended := strings.Cut(text, ")")
	return ended && !strings.ContainsAny(address, `"'(\`) && !strings.Contains(address, "/*")
}
